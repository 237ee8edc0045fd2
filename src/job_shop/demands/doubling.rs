//! A packet for all nodes of an incomplete hypercube, the links in one order: who has it doubles in every
//! slot.

use crate::model::{Graph, Link, Node, Sent, wide};

/// Returns a broadcast of one packet in which slot t uses the links of one bit alone, the bits upwards or
/// downwards; none if neither order reaches all nodes.
///
/// Every node that has the packet sends it over the link of the slot, so every node sends or receives once at
/// most: the schedule keeps to every rule of ports. From node 0 both orders reach every node, for on the way
/// to a node v bits of v are set one after the other, which never leads above v. They take ⌈log₂ n⌉ slots;
/// with one port no schedule is shorter.
///
/// # Complexity
/// O(A) time for A directed links.
pub(super) fn doubling(graph: &Graph, root: u32, links: u32) -> Option<Vec<Vec<Sent>>> {
    let upwards: Vec<u32> = (0..links).collect();
    let downwards: Vec<u32> = (0..links).rev().collect();
    [upwards, downwards].iter().find_map(|order| in_order(graph, root, order))
}

fn in_order(graph: &Graph, root: u32, order: &[u32]) -> Option<Vec<Vec<Sent>>> {
    let mut holders = vec![root];
    let mut holds = vec![false; wide(graph.nodes())];
    holds[wide(root)] = true;
    let mut slots = Vec::with_capacity(order.len());
    for &link in order {
        let mut slot = Vec::new();
        for place in 0..holders.len() {
            let here = holders[place];
            let arc = graph.leaving(here).find(|&arc| graph.link(arc) == Link(link));
            let Some(there) = arc.map(|arc| graph.to(arc)).filter(|&there| !holds[wide(there)]) else {
                continue;
            };
            holds[wide(there)] = true;
            holders.push(there);
            slot.push(Sent::new(0, Node(here.into()), Node(there.into())));
        }
        slot.sort_unstable();
        if !slot.is_empty() {
            slots.push(slot);
        }
    }
    (holders.len() == holds.len()).then_some(slots)
}
