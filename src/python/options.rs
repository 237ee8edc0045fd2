//! Options of a solve as Python gives them.

use crate::work::Stop;
use isotask::job_shop::Effort;
use isotask::solve::{METHODS, Method, method};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;
use std::time::{Duration, Instant};

/// Greatest number of threads, as on the command line.
const MAX_THREADS: u32 = 1024;
/// Longest time limit in seconds, as on the command line.
const MAX_SECONDS: u32 = 31_536_000;

/// Returns the method that a word names.
pub(crate) fn method_named(word: &str) -> PyResult<&'static dyn Method> {
    method(word).ok_or_else(|| {
        let words: Vec<&str> = METHODS.iter().map(|method| method.word()).collect();
        PyValueError::new_err(format!("method \"{word}\", expected one of {}", words.join(", ")))
    })
}

/// Returns the effort that a word names.
pub(crate) fn effort_named(word: &str) -> PyResult<Effort> {
    Effort::ALL.into_iter().find(|effort| effort.as_str() == word).ok_or_else(|| {
        let words = Effort::ALL.map(Effort::as_str).join(", ");
        PyValueError::new_err(format!("effort \"{word}\", expected one of {words}"))
    })
}

/// Checks the number of threads; it is one if none is given.
pub(crate) fn threads(wanted: Option<u32>) -> PyResult<u32> {
    match wanted.unwrap_or(1) {
        0 => Err(PyValueError::new_err("threads: 0, expected at least 1")),
        many if many > MAX_THREADS => {
            Err(PyValueError::new_err(format!("threads: {many}, expected at most {MAX_THREADS}")))
        }
        few => Ok(few),
    }
}

/// The time at which a solve must return the best schedule found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    length: Duration,
    end: Option<Instant>,
}

impl Limit {
    /// Sets a limit of `seconds` seconds from now.
    pub(crate) fn new(seconds: f64) -> PyResult<Self> {
        let refused = || {
            PyValueError::new_err(format!(
                "time_limit: {seconds}, expected a number of seconds above 0 and up to {MAX_SECONDS}"
            ))
        };
        let length = Duration::try_from_secs_f64(seconds).map_err(|_| refused())?;
        if length.is_zero() || length > Duration::from_secs(MAX_SECONDS.into()) {
            return Err(refused());
        }
        Ok(Self { length, end: Instant::now().checked_add(length) })
    }

    /// Returns the duration of the limit.
    pub(crate) fn length(self) -> Duration {
        self.length
    }

    fn is_over(self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Returns a test of whether a solve must return the best schedule found: the limit is over or a stop was
/// asked for.
pub(crate) fn must_end(limit: Option<Limit>, stop: &Stop) -> impl Fn() -> bool + Sync + use<> {
    let stop = stop.clone();
    move || stop.is_asked() || limit.is_some_and(Limit::is_over)
}
