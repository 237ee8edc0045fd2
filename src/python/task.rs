//! Tasks in words.

use crate::fault;
use isotask::grammar::{
    GrammarError, Unit, graph, network_and_task, networks, objective, ports, task_on, traffic,
};
use isotask::model::Problem;
use isotask::wire::{Graph, Network, Objective, Ports, TaskDocument, to_bytes};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Whether words begin with that of a network.
#[pyfunction]
pub(crate) fn begins_with_network(word: &str) -> bool {
    networks().contains(&word)
}

/// A task in words, perhaps with files of others.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Named {
    /// The words of network and task, or of the task alone behind links.
    words: Vec<String>,
    #[pyo3(default)]
    name: Option<String>,
    #[pyo3(default)]
    ports: Option<String>,
    #[pyo3(default)]
    objective: Option<String>,
    count: u64,
    /// Nodes and links as a file of them.
    #[pyo3(default)]
    links: Option<Vec<u8>>,
    #[pyo3(default)]
    switch_ports: Option<String>,
    /// A table of traffic as a file of it, and what a packet carries.
    #[pyo3(default)]
    traffic: Option<Vec<u8>>,
    #[pyo3(default)]
    unit: Option<String>,
}

/// The task that words name, as `isotask new` takes them, and how the files beside them were read.
#[pyfunction]
pub(crate) fn task(named: Named) -> PyResult<(Vec<u8>, Vec<String>)> {
    let refused = |fault: GrammarError| PyValueError::new_err(fault.to_string());
    let mut remarks = Vec::new();
    let (network, mut task) = match &named.links {
        Some(links) => {
            let network = Network::Graph(named.graph(links, &mut remarks)?);
            let task = task_on(&network, &named.words, named.count).map_err(refused)?;
            (network, task)
        }
        None => network_and_task(&named.words, named.count).map_err(refused)?,
    };
    if let Some(table) = &named.traffic {
        let unit = named.unit.as_deref().map(unit).transpose()?;
        let read = traffic(table, &network, unit);
        let read = read.map_err(|fault| PyValueError::new_err(format!("traffic: {fault}")))?;
        let misplaced = || PyValueError::new_err("traffic goes with the task demands");
        task.demands_mut().ok_or_else(misplaced)?.extend(read.demands);
        remarks.extend(read.remarks.into_iter().map(|remark| format!("traffic: {remark}")));
    }
    let rule = asked("ports", named.ports.as_deref(), ports)?.unwrap_or(Ports::All);
    let goal = asked("objective", named.objective.as_deref(), objective)?;
    let goal = goal.unwrap_or(Objective::CompletionTime);
    let document = TaskDocument::new(named.name, network, task, rule, goal);
    let bytes = to_bytes(&document);
    Problem::new(&document).map_err(|fault| fault::no_task(&[], "", &fault))?;
    Ok((bytes, remarks))
}

impl Named {
    /// The graph of the links.
    fn graph(&self, links: &[u8], remarks: &mut Vec<String>) -> PyResult<Graph> {
        let read = graph(links, false).map_err(|fault| PyValueError::new_err(format!("graph: {fault}")))?;
        remarks.extend(read.doubts().map(|doubts| format!("graph: {doubts}")));
        let mut graph = read.graph;
        if let Some(rule) = asked("switch_ports", self.switch_ports.as_deref(), ports)? {
            if graph.switches.is_none() {
                let message = "switch_ports goes with switches, of which the graph has none";
                return Err(PyValueError::new_err(message));
            }
            graph.switch_ports = rule;
        }
        Ok(graph)
    }
}

/// What a word says that may be missing; a fault tells what it is of.
fn asked<T>(
    what: &str,
    word: Option<&str>,
    read: impl Fn(&str) -> Result<T, GrammarError>,
) -> PyResult<Option<T>> {
    let fault = |fault| PyValueError::new_err(format!("{what}: \"{}\", {fault}", word.unwrap_or_default()));
    word.map(read).transpose().map_err(fault)
}

fn unit(word: &str) -> PyResult<Unit> {
    word.parse().map_err(|fault| PyValueError::new_err(format!("unit: {word:?}, {fault}")))
}
