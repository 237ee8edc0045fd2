//! Lower bounds, without a schedule.

use crate::read;
use crate::work::interruptible;
use isotask::solve::bounds;
use pyo3::prelude::*;
use serde_json::json;

/// Returns the best bound on the task in a text, in slots, and all bounds as claims without a value.
#[pyfunction]
pub(crate) fn bound(py: Python<'_>, task: Vec<u8>) -> PyResult<(u64, String)> {
    interruptible(py, move |stop| {
        let problem = read::problem(&task)?;
        let found = bounds(&problem, &|| stop.is_asked());
        Ok((found.best().slots(), json!(found.claims(&problem)).to_string()))
    })?
}
