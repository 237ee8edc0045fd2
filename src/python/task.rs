//! Tasks in words, with links and traffic in the formats of others.

use crate::fault::{self, DocumentError};
use crate::work::interruptible;
use isotask::grammar::{
    GrammarError, PacketLines, ReadGraph, TableShape, Unit, graph, network_and_task, networks, objective,
    offset_readings, ports, task_on, tasks, traffic_of, with_switches,
};
use isotask::model::Problem;
use isotask::wire::{Network, Objective, Ports, Task, TaskDocument, to_bytes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// Whether words begin with that of a network.
#[pyfunction]
pub(crate) fn begins_with_network(word: &str) -> bool {
    networks().contains(&word)
}

/// The columns of origin and destination, if names of columns tell both.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list of Python becomes one of our own")]
pub(crate) fn end_columns(names: Vec<String>) -> Option<(usize, usize)> {
    isotask::grammar::end_columns(&names).map(|[from, to]| (from, to))
}

/// Links in a format of others, as Python has them.
#[derive(Debug, FromPyObject)]
pub(crate) struct Links {
    /// What messages call them.
    name: String,
    text: Vec<u8>,
    directed: bool,
    switches: Vec<String>,
    switch_ports: Option<String>,
}

/// A table of traffic, as Python has it.
#[derive(Debug, FromPyObject)]
pub(crate) struct Table {
    /// What messages call it.
    name: String,
    text: Vec<u8>,
    shape: String,
    unit: Option<String>,
}

/// What the words of a task leave open.
#[derive(Debug, FromPyObject)]
pub(crate) struct Wanted {
    name: Option<String>,
    ports: Option<String>,
    objective: Option<String>,
    count: u64,
}

/// The task that words name, as `isotask new` takes them, on a network of words or of links, with the packets
/// of a table; beside it how these were read, wherever they could have been meant otherwise.
#[pyfunction]
pub(crate) fn task(
    py: Python<'_>,
    words: Vec<String>,
    links: Option<Links>,
    table: Option<Table>,
    wanted: Wanted,
) -> PyResult<(Vec<u8>, Vec<String>)> {
    interruptible(py, move |_| made(words, links.as_ref(), table.as_ref(), wanted))?
}

fn made(
    mut words: Vec<String>,
    links: Option<&Links>,
    table: Option<&Table>,
    wanted: Wanted,
) -> PyResult<(Vec<u8>, Vec<String>)> {
    let rule = wanted.ports.as_deref().map_or(Ok(Ports::All), |word| ports(word).map_err(of("ports", word)));
    let goal = wanted.objective.as_deref();
    let goal =
        goal.map_or(Ok(Objective::CompletionTime), |word| objective(word).map_err(of("objective", word)));
    if table.is_some() && !words.iter().any(|word| tasks().contains(&word.as_str())) {
        words.push("demands".to_owned());
    }
    let mut doubts = Vec::new();
    let (network, mut task) = match links {
        Some(links) => {
            let network = Network::Graph(links.read(&mut doubts)?);
            let task = task_on(&network, &words, wanted.count).map_err(refused)?;
            (network, task)
        }
        None => network_and_task(&words, wanted.count).map_err(refused)?,
    };
    doubts.extend(offset_readings(&network, &words));
    let said = table.map(|table| table.read(&network, &mut task, &mut doubts)).transpose()?;
    let document = TaskDocument::new(wanted.name, network, task, rule?, goal?);
    if let Err(fault) = Problem::new(&document) {
        let line = said.as_ref().and_then(|said| said.line_of(&fault.place()));
        return Err(match (table, line) {
            (Some(table), Some(line)) => {
                let message = format!("{}: line {line}: {fault}", table.name);
                DocumentError::new_err((message, fault.reason(), fault.place()))
            }
            _ => fault::no_task(&[], "", &fault),
        });
    }
    Ok((to_bytes(&document), doubts))
}

/// How a word of an option is refused.
fn of(what: &'static str, word: &str) -> impl Fn(GrammarError) -> PyErr {
    move |fault| PyValueError::new_err(format!("{what}: \"{word}\", {fault}"))
}

fn refused(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// That links or a table could not be read; `place` is where they stand in a task.
fn unread(name: &str, fault: &impl Display, place: &str) -> PyErr {
    DocumentError::new_err((format!("{name}: {fault}"), "usage", place.to_owned()))
}

impl Links {
    /// The graph, with the switches that are named beside it.
    fn read(&self, doubts: &mut Vec<String>) -> PyResult<isotask::wire::Graph> {
        let read = graph(&self.text, self.directed).map_err(|fault| unread(&self.name, &fault, "network"))?;
        doubts.extend(read.doubts().map(|told| format!("{}: {told}", self.name)));
        let ReadGraph { mut graph, .. } = read;
        for words in &self.switches {
            graph = with_switches(graph, words).map_err(refused)?;
        }
        if let Some(word) = &self.switch_ports {
            if graph.switches.is_none() {
                let message = "switch_ports: goes with switches, of which the graph has none";
                return Err(refused(message));
            }
            graph.switch_ports = ports(word).map_err(of("switch_ports", word))?;
        }
        Ok(graph)
    }
}

impl Table {
    /// Adds the packets of the table to a task of demands; returns where they stand.
    fn read(&self, network: &Network, task: &mut Task, doubts: &mut Vec<String>) -> PyResult<PacketLines> {
        let demands =
            task.demands_mut().ok_or_else(|| refused("a table of traffic goes with the task demands"))?;
        let unit = self
            .unit
            .as_deref()
            .map(|word| word.parse::<Unit>().map_err(|fault| refused(format!("unit: \"{word}\", {fault}"))));
        let shape = match self.shape.as_str() {
            "square" => TableShape::Square { is_named: false },
            "named" => TableShape::Square { is_named: true },
            "list" => TableShape::List,
            _ => TableShape::Guessed,
        };
        let found = traffic_of(&self.text, network, unit.transpose()?, shape)
            .map_err(|fault| unread(&self.name, &fault, "task"))?;
        if !found.remarks.is_empty() {
            doubts.push(format!("{}: {}", self.name, found.remarks.join("; ")));
        }
        let lines = found.lines.behind(demands.len());
        demands.extend(found.demands);
        Ok(lines)
    }
}
