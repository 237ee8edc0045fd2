//! The links of moves that are given by their ends.

use crate::model::{Link, Network, Node};
use std::collections::BTreeMap;

/// Chooses the link that each move of a schedule takes; moves of a slot take links side by side one after the
/// other.
#[derive(Debug)]
pub struct TakenLinks<'a> {
    network: &'a Network,
    slot: u64,
    /// How many moves of the slot took links from a node to one neighbour, by the node and the first of these
    /// links.
    taken: BTreeMap<(Node, Link), u32>,
}

impl<'a> TakenLinks<'a> {
    /// Starts before the first slot.
    #[must_use]
    pub fn new(network: &'a Network) -> Self {
        Self { network, slot: 0, taken: BTreeMap::new() }
    }

    /// Returns the link of the next move, which goes from a node to a neighbour; slots come one after the
    /// other.
    ///
    /// # Panics
    /// If no link leads there.
    ///
    /// # Complexity
    /// That of [`Network::link_between`].
    pub fn link(&mut self, slot: u64, from: Node, to: Node) -> Link {
        let first = self.network.link_between(from, to).expect("neighbours have a link");
        if !self.network.has_capacities() {
            return first;
        }
        if slot != self.slot {
            self.slot = slot;
            self.taken.clear();
        }
        let taken = self.taken.entry((from, first)).or_default();
        *taken += 1;
        // Links side by side have numbers one after the other.
        Link(first.0 + *taken - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn moves_of_a_slot_take_links_side_by_side_one_after_the_other() {
        let text = r#"{"kind":"graph","nodes":3,"links":[[0,1,2],[0,2,3],[1,2]]}"#;
        let network = Network::new(&serde_json::from_str::<wire::Network>(text).expect("a network"))
            .expect("a network");
        let mut taken = TakenLinks::new(&network);
        let moves = [(0, 2, 2), (0, 2, 3), (0, 1, 0), (0, 2, 4), (0, 1, 1), (2, 0, 0), (2, 1, 3)];
        for slot in [0, 1, 3] {
            for (from, to, link) in moves {
                assert_eq!(taken.link(slot, Node(from), Node(to)), Link(link), "{from} to {to}");
            }
        }
    }
}
