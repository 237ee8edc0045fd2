//! Reading documents.

use crate::cli::terminal::document::{AnyDocument, verified};
use crate::cli::terminal::failure::{Failure, name_of};
use crate::model::{Network, Subgroup};
use crate::wire::{CertificateDocument, Document, ScheduleDocument, parse_generators};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let result = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    result.map_err(|fault| Failure::io("cannot read", &name_of(path), &fault))
}

/// Reads a group of automorphisms of a network by its generators.
pub(crate) fn read_symmetry(path: &Path, network: &Network) -> Result<Subgroup, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let generators = parse_generators(&bytes).map_err(|fault| Failure::wire(&file, &fault))?;
    Subgroup::read(network, &generators).map_err(|fault| Failure::symmetry(&file, &bytes, &fault))
}

/// Reads a schedule, alone or in a certificate that the checker accepts.
pub(crate) fn read_schedule(path: &Path) -> Result<ScheduleDocument, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let known = [ScheduleDocument::FORMAT, CertificateDocument::FORMAT];
    match AnyDocument::read(&file, &bytes, &known)? {
        AnyDocument::Schedule(document) => Ok(document),
        AnyDocument::Certificate(document) => {
            verified(&file, &document)?;
            Ok(ScheduleDocument::new(document.task, document.schedule))
        }
        other => Err(other.refused(&file, &known)),
    }
}
