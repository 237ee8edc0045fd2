//! Reads the network whose packets follow a rule, and chooses the rule.

use crate::cli::commands::routing::channels::MOST_NODES;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Failure, name_of};
use crate::cli::terminal::input::read;
use crate::deadlock::NamedRouting;
use crate::grammar;
use crate::model::Network;
use crate::wire::{self, Document, RoutingRule, TaskDocument, peek_format};
use std::ffi::OsString;
use std::path::Path;

/// Returns the network that words name, or the one in a file: of a task, or of links.
pub(super) fn network(words: &[OsString]) -> Result<Network, Failure> {
    if let [word] = words {
        let path = Path::new(word);
        if word == "-" || path.exists() {
            return of_file(path);
        }
    }
    let letters: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    built(&grammar::network(&letters)?)
}

fn of_file(path: &Path) -> Result<Network, Failure> {
    let (name, bytes) = (name_of(path), read(path)?);
    match peek_format(&bytes) {
        Ok(format) if format == TaskDocument::FORMAT => {
            let task: TaskDocument = parsed(&name, &bytes)?;
            Network::new(&task.network).map_err(|fault| Failure::model(&name, &fault))
        }
        Ok(format) => Err(Failure::unknown_format(&name, &format, &[TaskDocument::FORMAT])),
        Err(_) => built(&wire::Network::Graph(read_graph(path, false)?)),
    }
}

fn built(kind: &wire::Network) -> Result<Network, Failure> {
    Network::new(kind).map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))
}

/// The rules that are tried in turn where none is asked for.
const USUAL: [RoutingRule; 4] =
    [RoutingRule::HighestLink, RoutingRule::DimensionOrder, RoutingRule::Shortest, RoutingRule::UpDown];

/// Returns the rule that was asked for, else the usual one of the network.
pub(super) fn routing(
    network: &Network,
    asked: Option<RoutingRule>,
) -> Result<(RoutingRule, NamedRouting<'_>), Failure> {
    let rules = asked.map_or_else(|| USUAL.to_vec(), |rule| vec![rule]);
    if let Some(found) = rules.iter().find_map(|&rule| Some((rule, NamedRouting::new(network, rule)?))) {
        return Ok(found);
    }
    let name = asked.unwrap_or(RoutingRule::UpDown).as_str();
    if network.nodes() > MOST_NODES && network.leads_both_ways() && rules.contains(&RoutingRule::UpDown) {
        return Err(Failure::usage(format!(
            "{} nodes, expected at most {MOST_NODES}: the rule {name} keeps a table of all pairs",
            network.nodes()
        )));
    }
    Err(Failure::usage(match asked {
        Some(_) => {
            format!("--rule {name} is not defined on this network, expected {}", defined_on(network))
        }
        None => "no routing rule for a network with switches whose links lead one way".to_owned(),
    }))
}

fn defined_on(network: &Network) -> String {
    let rules = RoutingRule::EVERY.into_iter().filter(|&rule| NamedRouting::new(network, rule).is_some());
    let words: Vec<&str> = rules.map(RoutingRule::as_str).collect();
    if words.is_empty() { "another network".to_owned() } else { words.join(" or ") }
}
