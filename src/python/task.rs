//! Makes tasks from words, with links and traffic in foreign formats.

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

/// Returns whether a word is the name of a kind of network.
#[pyfunction]
pub(crate) fn begins_with_network(word: &str) -> bool {
    networks().contains(&word)
}

/// Returns the indices of the columns of origin and destination, if the names of the columns tell both.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list of Python becomes one of our own")]
pub(crate) fn end_columns(names: Vec<String>) -> Option<(usize, usize)> {
    isotask::grammar::end_columns(&names).map(|[from, to]| (from, to))
}

/// Links in a foreign format, as Python hands them over.
#[derive(Debug, FromPyObject)]
pub(crate) struct Links {
    /// The name of the links in messages.
    name: String,
    text: Vec<u8>,
    directed: bool,
    switches: Vec<String>,
    switch_ports: Option<String>,
}

/// A table of traffic, as Python hands it over.
#[derive(Debug, FromPyObject)]
pub(crate) struct Table {
    /// The name of the table in messages.
    name: String,
    text: Vec<u8>,
    shape: String,
    unit: Option<String>,
}

/// Options of a task that its words do not say.
#[derive(Debug, FromPyObject)]
pub(crate) struct Wanted {
    name: Option<String>,
    ports: Option<String>,
    objective: Option<String>,
    count: u64,
}

/// Makes the task that words name, as `isotask new` takes them, on a network of words or of links, with the
/// packets of a table. Returns the document, and remarks on how ambiguous input was read.
#[pyfunction]
pub(crate) fn task(
    py: Python<'_>,
    words: Vec<String>,
    links: Option<Links>,
    table: Option<Table>,
    wanted: Wanted,
) -> PyResult<(Vec<u8>, Vec<String>)> {
    interruptible(py, move |_| make_task(words, links.as_ref(), table.as_ref(), wanted))?
}

fn make_task(
    mut words: Vec<String>,
    links: Option<&Links>,
    table: Option<&Table>,
    wanted: Wanted,
) -> PyResult<(Vec<u8>, Vec<String>)> {
    let rule = wanted
        .ports
        .as_deref()
        .map_or(Ok(Ports::All), |word| ports(word).map_err(refused_word("ports", word)));
    let goal = wanted.objective.as_deref();
    let goal = goal.map_or(Ok(Objective::CompletionTime), |word| {
        objective(word).map_err(refused_word("objective", word))
    });
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

/// Returns the exception for the word of an option that cannot be read.
fn refused_word(what: &'static str, word: &str) -> impl Fn(GrammarError) -> PyErr {
    move |fault| PyValueError::new_err(format!("{what}: \"{word}\", {fault}"))
}

fn refused(fault: impl Display) -> PyErr {
    PyValueError::new_err(fault.to_string())
}

/// Returns the exception for links or a table that could not be read; `place` is their path in a task.
fn unread(name: &str, fault: &impl Display, place: &str) -> PyErr {
    DocumentError::new_err((format!("{name}: {fault}"), "usage", place.to_owned()))
}

impl Links {
    /// Reads the graph and marks the switches that are named.
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
            graph.switch_ports = ports(word).map_err(refused_word("switch_ports", word))?;
        }
        Ok(graph)
    }
}

impl Table {
    /// Adds the packets of the table to a task of demands; returns the line of each packet.
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
