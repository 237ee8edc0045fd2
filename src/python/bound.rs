//! Lower bounds, without a schedule.

use crate::read;
use crate::work::interruptible;
use isotask::solve::bounds;
use pyo3::prelude::*;
use serde_json::json;

/// The bounds on the task in a text, as a list of claims without a value.
#[pyfunction]
pub(crate) fn bound(py: Python<'_>, task: Vec<u8>) -> PyResult<(u64, String)> {
    interruptible(py, move |stop| {
        let problem = read::problem(&task)?;
        let found = bounds(&problem, &|| stop.is_asked());
        Ok((found.best().slots(), json!(found.claims(&problem)).to_string()))
    })?
}
