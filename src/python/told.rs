//! Progress of a search, told to Python while it works.

use isotask::job_shop::SearchState;
use isotask::solve::Phase;
use pyo3::prelude::*;
use std::sync::Mutex;

/// Calls a Python function with incumbent and lower bound whenever one of them has improved.
#[derive(Debug)]
pub(crate) struct ProgressCallback {
    call: Py<PyAny>,
    known: Mutex<Option<(Option<u64>, u64)>>,
}

impl ProgressCallback {
    pub(crate) fn new(call: Py<PyAny>) -> Self {
        Self { call, known: Mutex::default() }
    }

    /// Reports a phase of the work. An exception of the function is printed, as is usual for callbacks
    /// without a caller.
    pub(crate) fn phase(&self, phase: Phase) {
        let Phase::Searching(SearchState { best, lower, .. }) = phase else { return };
        let mut known = self.known.lock().expect("nobody panics");
        if known.replace((best, lower)) == Some((best, lower)) {
            return;
        }
        drop(known);
        Python::attach(|py| {
            if let Err(raised) = self.call.call1(py, (best, lower)) {
                raised.write_unraisable(py, Some(self.call.bind(py)));
            }
        });
    }
}
