//! The functions of formulas on the network of a task.

use crate::claims::language::{Datum, FormulaFault};
use crate::model::{Graph, Network, count_of, wide};
use crate::wire::TaskDocument;

type Found = Result<Datum, FormulaFault>;

fn undefined(fault: &dyn std::fmt::Display) -> FormulaFault {
    FormulaFault::Undefined(fault.to_string())
}

fn graph(document: &TaskDocument) -> Result<Graph, FormulaFault> {
    Network::new(&document.network).and_then(|network| Graph::new(&network)).map_err(|of| undefined(&of))
}

fn node(graph: &Graph, of: &Datum) -> Result<u32, FormulaFault> {
    let node = u32::try_from(of.natural()?).ok().filter(|&node| node < graph.nodes());
    node.ok_or_else(|| undefined(&format!("node {of} of {} nodes", graph.nodes())))
}

/// Computes the distances from a node when every link has a length.
pub(super) fn distances_from(document: &TaskDocument, arguments: &[Datum]) -> Found {
    let graph = graph(document)?;
    let weights = arguments[2].items()?.iter().map(Datum::natural).collect::<Result<Vec<_>, _>>()?;
    let start = node(&graph, &arguments[1])?;
    if weights.is_empty() {
        // Breadth first; links lead both ways.
        let hops = graph.distances_to(start).into_iter();
        return Ok(Datum::list(hops.map(|hops| u64::from(hops).into()).collect()));
    }
    let mut distances: Vec<Option<u64>> = vec![None; wide(graph.nodes())];
    distances[wide(start)] = Some(0);
    // All links are relaxed until nothing changes (Bellman 1958).
    loop {
        let mut changed = false;
        for arc in 0..graph.arcs() {
            let Some(so_far) = distances[wide(graph.from(arc))] else { continue };
            let weight = weights.get(wide(graph.link(arc).0));
            let weight = weight.ok_or_else(|| undefined(&"fewer weights than links"))?;
            let there = &mut distances[wide(graph.to(arc))];
            let found = so_far.checked_add(*weight).ok_or(FormulaFault::Digits)?;
            if there.is_none_or(|known| found < known) {
                (*there, changed) = (Some(found), true);
            }
        }
        if !changed {
            let apart = || undefined(&format!("no way to a node of {}", count_of(distances.len())));
            let all: Option<Vec<Datum>> = distances.iter().map(|of| of.map(Datum::from)).collect();
            return all.map(Datum::list).ok_or_else(apart);
        }
    }
}
