//! What the proof of P4 Theorem 2 needs: that all nodes prefer the links in the same order, whichever it is.

use crate::claims::code::formula;
use crate::claims::{Claim, ClaimError, Part};
use crate::deadlock::{Channel, ChannelGraph, ChannelOrder, ParityOrder, Routing};
use crate::model::{IncompleteHypercube, Node};

formula! {
    /// The first link of the order in whose bit the nodes differ and that the node has.
    fn first_link(n: u64, order: &[u32], at: u64, to: u64) -> Option<u32> {
        order.iter().copied().find(|link| (at ^ to) >> link & 1 == 1 && at ^ (1 << link) < n)
    }
    fn orders(links: u32) -> Vec<Vec<u32>> {
        let mut list = vec![Vec::new()];
        for link in 0..links {
            let insert = |order: &Vec<u32>| {
                (0..=order.len()).map(|place| [&order[..place], &[link], &order[place..]].concat()).collect::<Vec<_>>()
            };
            list = list.iter().flat_map(insert).collect();
        }
        list
    }
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
pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "I.channels.order",
    place: "P4 Theorem 2 says it of the highest link",
    statement: "Routing on an incomplete hypercube of up to 32 nodes over the first link that helps, in any order of the links that all nodes share, does not \
                deadlock; if nodes do not share it, it may.",
    printed: "",
    parts: &[Part::printed(
        first_link::CODE,
        "n from 2 to 32, all orders of the links; n from 4 to 32, the lowest link first at nodes with an even number of ones and the highest at others",
        |docket| {
            for n in 2..=32 {
                for order in orders((n - 1_u64).ilog2() + 1) {
                    let name = format!("incomplete-hypercube {n} order {order:?}");
                    let routing = InOrder { nodes: n, order };
                    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
                    let graph = ChannelGraph::new(&routing).map_err(|fault| broken(&fault))?;
                    let holds = match graph.order() {
                        ChannelOrder::Acyclic(numbering) => numbering.verify(&routing).is_ok(),
                        ChannelOrder::Cyclic(_) => false,
                    };
                    docket.is(
                        name,
                        holds,
                        "channels numbered, every message follows them by increasing number",
                    );
                }
            }
            for n in 4..=32 {
                let broken = || ClaimError::Broken("a cube".to_owned());
                let routing = ParityOrder::new(IncompleteHypercube::new(n).ok_or_else(broken)?);
                let graph = ChannelGraph::new(&routing).map_err(|_| broken())?;
                let deadlocks = matches!(graph.order(), ChannelOrder::Cyclic(cycle) if cycle.is_of(&routing));
                docket.is(format!("incomplete-hypercube {n} parity-order"), deadlocks, "a cycle of channels");
            }
            Ok(())
        },
    )],
}];
