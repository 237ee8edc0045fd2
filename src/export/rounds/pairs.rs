//! The hops of a slot as rounds: each device sends at most once, and receives at most once.

use super::axes::Axes;
use super::cells::CellPair;
use super::hops::Hop;
use crate::graph::edge_coloring;
use crate::model::{Link, Network, Packet};
use crate::wire::Round;
use std::collections::{BTreeMap, BTreeSet};

/// Groups the hops of a slot into rounds. On a product of rings there is a round for each link number in use.
/// On other symmetric networks there is one as well, if these are no more than the most hops that a device
/// sends or receives. Otherwise the number of rounds is minimal: an edge colouring of the bipartite
/// multigraph of sources and targets (König).
///
/// # Complexity
/// O(H · (d + n)) for H hops, d hops of a device and n devices.
pub(super) fn rounds_of(
    hops: &[Hop],
    ends: &[CellPair],
    network: &Network,
    axes: Option<&Axes>,
) -> Vec<Round> {
    let links: BTreeSet<Link> = hops.iter().map(|hop| hop.link).collect();
    let by_link = network.is_symmetric() && (axes.is_some() || links.len() == degree(hops));
    let index = |device: u64| usize::try_from(device).expect("a device that is held");
    let names: Vec<usize> = if by_link {
        let place = |hop: &Hop| usize::try_from(hop.link.0).expect("a link of a node");
        hops.iter().map(place).collect()
    } else {
        let edges: Vec<[usize; 2]> = hops.iter().map(|hop| [index(hop.from), index(hop.to)]).collect();
        edge_coloring(&edges)
    };
    let mut rounds: BTreeMap<usize, Round> = BTreeMap::new();
    let mut order: Vec<usize> = (0..hops.len()).collect();
    order.sort_by_key(|&hop| (hops[hop].from, hops[hop].to));
    for place in order {
        let (hop, ends) = (&hops[place], ends[place]);
        let round = rounds.entry(names[place]).or_insert_with(|| Round {
            pairs: Vec::new(),
            send: Vec::new(),
            receive: Vec::new(),
            add: matches!(hop.key.0, Packet::Combined { .. }),
            along: by_link.then(|| axes.map(|axes| axes.along(hop.link))).flatten(),
        });
        round.pairs.push([hop.from, hop.to]);
        round.send.push(ends.send);
        round.receive.push(ends.receive);
    }
    rounds.into_values().collect()
}

/// Returns the maximum degree: the most hops of the slot that a device sends or receives.
fn degree(hops: &[Hop]) -> usize {
    let mut counts: BTreeMap<(bool, u64), usize> = BTreeMap::new();
    for hop in hops {
        *counts.entry((false, hop.from)).or_default() += 1;
        *counts.entry((true, hop.to)).or_default() += 1;
    }
    counts.into_values().max().unwrap_or(0)
}
