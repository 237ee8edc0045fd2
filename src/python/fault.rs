//! Errors as exceptions of Python.

use isotask::check::{Rejection, Unreadable};
use isotask::model::ModelError;
use isotask::solve::SolveError;
use isotask::wire::{WireError, position};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, import_exception};

import_exception!(isotask._errors, DocumentError);
import_exception!(isotask._errors, NoScheduleError);
import_exception!(isotask._errors, RefusedError);

/// Returns the exception for bytes that are no document.
pub(crate) fn unread(fault: &WireError) -> PyErr {
    DocumentError::new_err((fault.to_string(), fault.kind.reason(), fault.path.clone()))
}

/// Returns the exception for a document of another kind than expected.
pub(crate) fn other_format(found: &str, known: &[&str]) -> PyErr {
    let found: String = found.chars().take(64).collect();
    let message = format!("at format: \"{}\", expected {}", found.escape_debug(), known.join(" or "));
    DocumentError::new_err((message, "wrong-format", "format"))
}

/// Returns the exception for bytes that cannot be checked.
pub(crate) fn unreadable(fault: &Unreadable) -> PyErr {
    match fault {
        Unreadable::Wire(fault) => unread(fault),
        Unreadable::Format(format) => other_format(format, &isotask::check::FORMATS),
    }
}

/// Returns the exception for a document that is no valid task. `before` is the path of the task in its
/// document, and `text` is searched for the line and column of the fault.
pub(crate) fn no_task(text: &[u8], before: &str, fault: &ModelError) -> PyErr {
    let place = format!("{before}{}", fault.place());
    let line = position(text, &place).map(|(line, column)| format!("line {line}, column {column}, "));
    let message = format!("{}at {place}: {fault}", line.unwrap_or_default());
    DocumentError::new_err((message, fault.reason(), place))
}

/// Returns the exception for a document that the checker refuses.
pub(crate) fn refused(rejection: &Rejection, place: &str) -> PyErr {
    let reason = rejection.reason();
    let message = format!("refused: {rejection} [{reason}] at {place}");
    RefusedError::new_err((message, reason, place.to_owned()))
}

/// Returns the exception for a solve that was refused, or whose result failed its own check.
pub(crate) fn unsolved(fault: &SolveError) -> PyErr {
    let message = fault.to_string();
    if fault.is_bug() { PyRuntimeError::new_err(message) } else { PyValueError::new_err(message) }
}
