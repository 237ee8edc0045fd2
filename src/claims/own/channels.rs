//! The condition in the proof of P4 Theorem 2: all nodes prefer the links in one order, whichever it is.

use crate::claims::Broken;
use crate::claims::code::Code;
use crate::deadlock::{Channel, ChannelGraph, ChannelOrder, ParityOrder, Routing};
use crate::model::{IncompleteHypercube, Node};

/// Returns the first link of the order that the node has and in whose bit the nodes differ.
fn first_link(n: u64, order: &[u32], at: u64, to: u64) -> Option<u32> {
    order.iter().copied().find(|link| (at ^ to) >> link & 1 == 1 && at ^ (1 << link) < n)
}
fn orders(links: u32) -> Vec<Vec<u32>> {
    let mut list = vec![Vec::new()];
    for link in 0..links {
        let insert = |order: &Vec<u32>| {
            (0..=order.len())
                .map(|place| [&order[..place], &[link], &order[place..]].concat())
                .collect::<Vec<_>>()
        };
        list = list.iter().flat_map(insert).collect();
    }
    list
}

struct InOrder {
    nodes: u64,
    order: Vec<u32>,
}

impl Routing for InOrder {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        let link = first_link(self.nodes, &self.order, at.0, to.0)?;
        Some(Channel { from: at, to: Node(at.0 ^ (1 << link)), lane: 0 })
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "I.channels.order",
    parts: &[|docket| {
        for n in 2..=32 {
            for order in orders((n - 1_u64).ilog2() + 1) {
                let name = format!("incomplete-hypercube {n} order {order:?}");
                let routing = InOrder { nodes: n, order };
                let graph = ChannelGraph::new(&routing).map_err(Broken::from)?;
                let holds = match graph.order() {
                    ChannelOrder::Acyclic(numbering) => numbering.verify(&routing).is_ok(),
                    ChannelOrder::Cyclic(_) => false,
                };
                docket.is(name, holds, "channels numbered, every message follows them by increasing number");
            }
        }
        for n in 4..=32 {
            let routing = ParityOrder::new(IncompleteHypercube::new(n).ok_or(Broken::NoCube(n))?);
            let graph = ChannelGraph::new(&routing).map_err(Broken::from)?;
            let deadlocks = matches!(graph.order(), ChannelOrder::Cyclic(cycle) if cycle.is_of(&routing));
            docket.is(format!("incomplete-hypercube {n} parity-order"), deadlocks, "a cycle of channels");
        }
        Ok(())
    }],
}];
