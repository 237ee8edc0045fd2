//! The independent checker.

use crate::fault;
use crate::work::interruptible;
use isotask::check::{Answer, Options, check_document, sha256};
use isotask::solve::BoundGap;
use isotask::wire::to_bytes;
use pyo3::prelude::*;

/// Checks the document in a text and returns the result document; raises an error if it is refused.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, text: Vec<u8>, name: String) -> PyResult<Vec<u8>> {
    interruptible(py, move |stop| {
        let answer = check_document(&text, &Options::default()).map_err(|fault| fault::unreadable(&fault))?;
        if let Answer::Refused { rejection, place } = &answer {
            return Err(fault::refused(rejection, place));
        }
        let mut result = answer.result(&name, sha256(&text));
        let gap = BoundGap::of(&answer, &|| stop.is_asked());
        BoundGap::write_into(gap.as_ref(), &answer, &mut result);
        Ok(to_bytes(&result))
    })?
}
