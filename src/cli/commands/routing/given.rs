//! Reads the network whose packets follow a rule, and chooses the rule.

use crate::check::check_routes;
use crate::cli::arguments::input::is_path;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::edges::graph_in;
use crate::cli::terminal::failure::{Failure, name_of};
use crate::cli::terminal::input::read;
use crate::deadlock::{MAX_TABLE_NODES, NamedRouting, RoutingTable};
use crate::grammar;
use crate::model::Network;
use crate::wire::{self, Document, HeldChannel, RoutesDocument, RoutingRule, TaskDocument, peek_format};
use std::ffi::OsString;
use std::path::Path;

/// The most nodes, as for the checker.
pub(super) const MAX_NODES: u64 = MAX_TABLE_NODES;

/// A network, perhaps with a routing table of the user's own.
pub(in crate::cli::commands) struct Given {
    pub(in crate::cli::commands) network: Network,
    pub(super) routes: Option<Vec<HeldChannel>>,
}

/// Reads the network that words name, or a file: of routes, of a task, or of links.
pub(in crate::cli::commands) fn given(words: &[OsString]) -> Result<Given, Failure> {
    if let [word] = words {
        let path = Path::new(word);
        // A file that is missing is reported as such, not as an unknown network.
        if word == "-" || path.exists() || word.to_str().is_some_and(is_path) {
            return of_file(path);
        }
    }
    let letters: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    built(&grammar::network(&letters)?)
}

/// Returns the routes in a file, if it is a file of routes. Streams are not touched, as they can be read only
/// once.
pub(super) fn routes_in(word: &OsString) -> Option<Result<Given, Failure>> {
    let path = Path::new(word);
    let is_network = word.to_str().is_some_and(|word| grammar::networks().contains(&word));
    if is_network || !path.is_file() {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let is_of_routes = peek_format(&bytes).is_ok_and(|format| format == RoutesDocument::FORMAT);
    is_of_routes.then(|| of_bytes(path, bytes))
}

fn of_file(path: &Path) -> Result<Given, Failure> {
    of_bytes(path, read(path)?)
}

fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Given, Failure> {
    let name = name_of(path);
    match peek_format(&bytes).as_deref() {
        Ok(TaskDocument::FORMAT) => {
            let task: TaskDocument = parsed(&name, &bytes)?;
            let network = Network::new(&task.network);
            let network = network.map_err(|fault| Failure::model_in(&name, &bytes, &fault))?;
            Ok(Given { network, routes: None })
        }
        Ok(RoutesDocument::FORMAT) => {
            let table: RoutesDocument = parsed(&name, &bytes)?;
            let network = Network::new(&table.network);
            let network = network.map_err(|fault| Failure::model_in(&name, &bytes, &fault))?;
            check_routes(&table)
                .map_err(|rejection| Failure::refused_input(&name, &bytes, &rejection, "task"))?;
            Ok(Given { network, routes: Some(table.routes) })
        }
        Ok(format) => {
            Err(Failure::unknown_format(&name, format, &[RoutesDocument::FORMAT, TaskDocument::FORMAT]))
        }
        Err(_) => built(&wire::Network::Graph(graph_in(path, bytes, false)?)),
    }
}

/// Builds a network without routes.
pub(in crate::cli::commands) fn built(kind: &wire::Network) -> Result<Given, Failure> {
    let network = Network::new(kind);
    let network = network.map_err(|fault| Failure::usage(format!("at {}: {fault}", fault.place())))?;
    Ok(Given { network, routes: None })
}

/// The rules that are tried in turn where none is asked for.
const USUAL: [RoutingRule; 4] =
    [RoutingRule::HighestLink, RoutingRule::DimensionOrder, RoutingRule::Shortest, RoutingRule::UpDown];

/// Returns the table of the user, the rule that was asked for, or else the usual one of the network.
pub(super) fn routing(given: &Given, asked: Option<RoutingRule>) -> Result<NamedRouting<'_>, Failure> {
    let network = &given.network;
    match (&given.routes, asked) {
        (Some(_), Some(rule)) => Err(Failure::usage(format!(
            "--rule {} beside a file of routes, expected one of the two",
            rule.as_str()
        ))),
        (Some(routes), None) => {
            let table = RoutingTable::new(network, routes).expect("the checker has accepted the routes");
            Ok(NamedRouting::Table(table))
        }
        (None, _) => by_rule(network, asked),
    }
}

/// Returns the rule that was asked for, else the usual one of the network.
fn by_rule(network: &Network, asked: Option<RoutingRule>) -> Result<NamedRouting<'_>, Failure> {
    let rules = asked.map_or_else(|| USUAL.to_vec(), |rule| vec![rule]);
    if let Some(found) = rules.iter().find_map(|&rule| NamedRouting::new(network, rule)) {
        return Ok(found);
    }
    let name = asked.unwrap_or(RoutingRule::UpDown).as_str();
    if network.nodes() > MAX_NODES && network.leads_both_ways() && rules.contains(&RoutingRule::UpDown) {
        return Err(Failure::usage(format!(
            "{} nodes, expected at most {MAX_NODES}: the rule {name} keeps a table of all pairs",
            network.nodes()
        )));
    }
    Err(Failure::usage(match asked {
        Some(_) => {
            format!("--rule {name} is not defined on this network, expected {}", defined_on(network))
        }
        None => "no routing rule for a directed graph with switches; write its links undirected if they lead both ways"
            .to_owned(),
    }))
}

fn defined_on(network: &Network) -> String {
    let rules = RoutingRule::EVERY.into_iter().filter(|&rule| NamedRouting::new(network, rule).is_some());
    let words: Vec<&str> = rules.map(RoutingRule::as_str).collect();
    if words.is_empty() {
        "an undirected graph, if its links lead both ways".to_owned()
    } else {
        words.join(" or ")
    }
}
