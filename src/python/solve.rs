//! Solves a task: from its document to an accepted certificate.

use crate::accepted::Accepted;
use crate::fault::{self, NoScheduleError};
use crate::options::{Limit, effort_named, method_named, must_end, threads};
use crate::read;
use crate::told::ProgressCallback;
use crate::work::{Stop, interruptible};
use isotask::solve::{Outcome, Solution, SolveError, SolveOptions, Unfinished};
use pyo3::prelude::*;

/// Solves the task in a text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is an argument of the function of Python")]
pub(crate) fn solve(
    py: Python<'_>,
    task: Vec<u8>,
    method: Option<&str>,
    effort: Option<&str>,
    time_limit: Option<f64>,
    threads: Option<u32>,
    symmetric: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Accepted> {
    let method = method.map(method_named).transpose()?;
    let effort = effort.map(effort_named).transpose()?;
    let limit = time_limit.map(Limit::new).transpose()?;
    let threads = self::threads(threads)?;
    let told = progress.map(ProgressCallback::new);
    interruptible(py, move |stop: &Stop| {
        let problem = read::problem(&task)?;
        drop(task);
        let tell = |phase| told.iter().for_each(|told| told.phase(phase));
        let options = SolveOptions {
            method,
            effort,
            progress: &tell,
            symmetric,
            threads,
            time_limit: limit.map(Limit::length),
            stop: &must_end(limit, stop),
            cancel: &|| stop.is_asked(),
            ..SolveOptions::default()
        };
        into_accepted(isotask::solve::solve(&problem, &options))
    })?
}

fn into_accepted(ended: Result<Outcome, SolveError>) -> PyResult<Accepted> {
    let outcome = ended.map_err(|fault| fault::unsolved(&fault))?;
    let unfinished = |reason: Unfinished| NoScheduleError::new_err(reason.to_string());
    let Solution { problem, certificate, verdict, .. } = outcome.solution().map_err(unfinished)?;
    Ok(Accepted::new(problem, certificate, verdict))
}
