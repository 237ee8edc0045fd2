//! Reads documents from texts.

use crate::accepted::Accepted;
use crate::fault;
use crate::work::interruptible;
use isotask::check::{Options, check_certificate};
use isotask::model::Problem;
use isotask::wire::{CertificateDocument, Document, TaskDocument, parse, peek_format};
use pyo3::prelude::*;

/// Reads the certificate in a text, if the checker accepts it.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, text: Vec<u8>) -> PyResult<Accepted> {
    interruptible(py, move |_| {
        let document: CertificateDocument = document(&text)?;
        let verdict = check_certificate(&document, &Options::default())
            .map_err(|rejection| fault::refused(&rejection, &rejection.place()))?;
        let problem = Problem::new(&document.task).map_err(|fault| fault::no_task(&text, "task.", &fault))?;
        Ok(Accepted::new(problem, document, verdict))
    })?
}

/// Reads the task in a text.
pub(crate) fn problem(text: &[u8]) -> PyResult<Problem> {
    let task: TaskDocument = document(text)?;
    Problem::new(&task).map_err(|fault| fault::no_task(text, "", &fault))
}

/// Reads the document of type `T` in a text.
pub(crate) fn document<T: Document>(text: &[u8]) -> PyResult<T> {
    let format = peek_format(text).map_err(|fault| fault::unread(&fault))?;
    if format != T::FORMAT {
        return Err(fault::other_format(&format, &[T::FORMAT]));
    }
    parse(text).map_err(|fault| fault::unread(&fault))
}
