//! Reads the network whose packets follow a rule, and chooses the rule.

use crate::check::check_routes;
use crate::cli::arguments::input::is_path;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::edges::read_graph;
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
pub(super) struct Given {
    pub(super) network: Network,
    pub(super) routes: Option<Vec<HeldChannel>>,
}

/// Reads the network that words name, or a file: of routes, of a task, or of links.
pub(super) fn given(words: &[OsString]) -> Result<Given, Failure> {
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

/// Returns the routes in a file, if it is of routes and not standard input.
pub(super) fn routes_in(word: &OsString) -> Option<Result<Given, Failure>> {
    let path = Path::new(word);
    let is_of_routes =
        |bytes: &Vec<u8>| peek_format(bytes).is_ok_and(|format| format == RoutesDocument::FORMAT);
    std::fs::read(path).ok().filter(|bytes| path.is_file() && is_of_routes(bytes))?;
    Some(of_file(path))
}

fn of_file(path: &Path) -> Result<Given, Failure> {
    let (name, bytes) = (name_of(path), read(path)?);
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
        Err(_) => built(&wire::Network::Graph(read_graph(path, false)?)),
    }
}

fn built(kind: &wire::Network) -> Result<Given, Failure> {
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
        None => "no routing rule for a network with switches whose links lead one way".to_owned(),
    }))
}

fn defined_on(network: &Network) -> String {
    let rules = RoutingRule::EVERY.into_iter().filter(|&rule| NamedRouting::new(network, rule).is_some());
    let words: Vec<&str> = rules.map(RoutingRule::as_str).collect();
    if words.is_empty() { "another network".to_owned() } else { words.join(" or ") }
}
