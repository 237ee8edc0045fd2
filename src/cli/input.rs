//! Reading documents.

use super::failure::{Failure, name_of};
use crate::model::{IsotropicTask, Task};
use crate::wire::{Document, TaskDocument, parse};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file, or standard input for `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let result = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    result.map_err(|fault| Failure::io("cannot read", &name_of(path), &fault))
}

/// Reads one document of a known format.
pub(super) fn read_document<T: Document>(path: &Path) -> Result<T, Failure> {
    let bytes = read(path)?;
    parse(&bytes).map_err(|fault| Failure::wire(&name_of(path), &fault))
}

/// Reads a task of any kind and makes sure that it is one.
pub(super) fn read_any_task(path: &Path) -> Result<Task, Failure> {
    let document: TaskDocument = read_document(path)?;
    Task::new(&document).map_err(|fault| Failure::model(&name_of(path), &fault))
}

/// Reads an isotropic task and makes sure that it is one.
pub(super) fn read_task(path: &Path) -> Result<IsotropicTask, Failure> {
    let document: TaskDocument = read_document(path)?;
    IsotropicTask::new(&document).map_err(|fault| Failure::model(&name_of(path), &fault))
}
