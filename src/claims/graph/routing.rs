//! Routing rules on networks: the paths of messages, and the dependencies between channels.

use super::found::{Found, fault, listed};
use super::tables::Tables;
use crate::claims::language::{Datum, FormulaFault};
use crate::deadlock::{Channel, ChannelGraph, ChannelOrder, NamedRouting, Routing};
use crate::model::{Node, count_of};
use crate::wire::RoutingRule;
use std::collections::BTreeSet;

/// Returns the rule of a name; none on the network of one node, on which no message moves.
fn rule<'t>(tables: &'t Tables, word: &str) -> Result<Option<NamedRouting<'t>>, FormulaFault> {
    tables.require_pairs()?;
    let unknown = || FormulaFault::Unknown(format!("routing rule {word}"));
    let rule = RoutingRule::EVERY.into_iter().find(|rule| rule.as_str() == word).ok_or_else(unknown)?;
    let Some(network) = tables.network() else { return Ok(None) };
    let undefined = || fault(&format!("{word} is not defined on {}", network.title()));
    NamedRouting::new(network, rule).map(Some).ok_or_else(undefined)
}

/// Returns the node to which a message goes next; none if it has arrived.
fn next(rule: &NamedRouting<'_>, at: usize, to: usize) -> Option<usize> {
    let channel = rule.next(Node(count_of(at)), Node(count_of(to)))?;
    usize::try_from(channel.to.0).ok()
}

pub(super) fn path(tables: &Tables, word: &str, from: usize, to: usize) -> Found {
    let rule = rule(tables, word)?;
    let mut nodes = vec![from];
    let mut at = from;
    while let Some(there) = rule.as_ref().and_then(|rule| next(rule, at, to)) {
        if nodes.len() > tables.nodes() {
            return Err(fault(&format!("a message from {from} to {to} goes round in a circle")));
        }
        nodes.push(there);
        at = there;
    }
    Ok(listed(nodes))
}

pub(super) fn routes(tables: &Tables, word: &str, at: usize) -> Found {
    let rule = rule(tables, word)?;
    let there = |to| rule.as_ref().and_then(|rule| next(rule, at, to)).unwrap_or(at);
    Ok(listed((0..tables.nodes()).map(there)))
}

pub(super) fn dependencies(tables: &Tables, word: &str) -> Found {
    let rule = rule(tables, word)?;
    let mut found = BTreeSet::new();
    for (at, to) in (0..tables.nodes()).flat_map(|at| (0..tables.nodes()).map(move |to| (at, to))) {
        if let Some(rule) = &rule
            && let Some(first) = next(rule, at, to)
            && let Some(second) = next(rule, first, to)
        {
            found.insert([at, first, second]);
        }
    }
    Ok(Datum::list(found.into_iter().map(listed).collect()))
}

pub(super) fn waiting_cycle(tables: &Tables, word: &str) -> Found {
    let Some(rule) = rule(tables, word)? else { return Ok(listed([])) };
    let graph = ChannelGraph::new(&rule).map_err(|of| fault(&of))?;
    let ends = |channel: Channel| Datum::list(vec![channel.from.0.into(), channel.to.0.into()]);
    Ok(match graph.order() {
        ChannelOrder::Acyclic(_) => listed([]),
        ChannelOrder::Cyclic(cycle) => {
            Datum::list(cycle.steps().iter().map(|step| ends(step.channel)).collect())
        }
    })
}
