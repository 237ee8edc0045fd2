//! What a search tells Python while it works.

use isotask::job_shop::SearchState;
use isotask::solve::Phase;
use pyo3::prelude::*;
use std::sync::Mutex;

/// Calls a function of Python with best and bound, whenever one of them is better than before.
#[derive(Debug)]
pub(crate) struct Told {
    call: Py<PyAny>,
    known: Mutex<Option<(Option<u64>, u64)>>,
}

impl Told {
    pub(crate) fn new(call: Py<PyAny>) -> Self {
        Self { call, known: Mutex::default() }
    }

    /// Takes what the work is at. What the function raises is printed, as of callbacks without a caller.
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
