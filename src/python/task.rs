//! Tasks in words.

use crate::fault;
use isotask::grammar::{GrammarError, network_and_task, networks, objective, ports};
use isotask::model::Problem;
use isotask::wire::{Objective, Ports, TaskDocument, to_bytes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Whether words begin with that of a network.
#[pyfunction]
pub(crate) fn begins_with_network(word: &str) -> bool {
    networks().contains(&word)
}

/// The task that words name, as `isotask new` takes them.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list of Python becomes one of our own")]
pub(crate) fn task(
    words: Vec<String>,
    name: Option<String>,
    ports: Option<&str>,
    objective: Option<&str>,
    count: u64,
) -> PyResult<Vec<u8>> {
    let refused = |fault: GrammarError| PyValueError::new_err(fault.to_string());
    let of = |what: &'static str, word: Option<&str>| {
        let word = word.unwrap_or_default().to_owned();
        move |fault| PyValueError::new_err(format!("{what}: \"{word}\", {fault}"))
    };
    let rule = ports.map_or(Ok(Ports::All), self::rule).map_err(of("ports", ports))?;
    let goal =
        objective.map_or(Ok(Objective::CompletionTime), self::goal).map_err(of("objective", objective))?;
    let (network, task) = network_and_task(&words, count).map_err(refused)?;
    let document = TaskDocument::new(name, network, task, rule, goal);
    let bytes = to_bytes(&document);
    Problem::new(&document).map_err(|fault| fault::no_task(&[], "", &fault))?;
    Ok(bytes)
}

fn rule(word: &str) -> Result<Ports, GrammarError> {
    ports(word)
}

fn goal(word: &str) -> Result<Objective, GrammarError> {
    objective(word)
}
