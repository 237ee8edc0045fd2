//! A network as tables of node numbers.

use super::found::{Found, fault, listed};
use crate::claims::language::{Datum, FormulaFault};
use crate::model::{Link, Network, Node, count_of};
use crate::wire;
use std::cell::OnceCell;
use std::collections::VecDeque;

/// Most entries of a table.
const MAX_TABLE_ENTRIES: u64 = 1 << 20;

/// Neighbours and, once they are asked for, distances.
pub(super) struct Tables {
    /// None for the incomplete hypercube of one node, which documents do not have.
    network: Option<Network>,
    near: Vec<Vec<usize>>,
    far: Vec<OnceCell<Vec<Option<u64>>>>,
}

fn index(node: Node) -> usize {
    usize::try_from(node.0).unwrap_or(usize::MAX)
}

impl Tables {
    pub(super) fn new(kind: &wire::Network) -> Result<Self, FormulaFault> {
        if let wire::Network::IncompleteHypercube { nodes: 1 } = kind {
            return Ok(Self { network: None, near: vec![Vec::new()], far: vec![OnceCell::new()] });
        }
        let network = Network::new(kind).map_err(|of| fault(&of))?;
        let entries = network.nodes().checked_mul(network.links().into());
        if entries.is_none_or(|entries| entries > MAX_TABLE_ENTRIES) {
            return Err(fault(&"a network of more than 2^20 links"));
        }
        let near: Vec<Vec<usize>> = (0..network.nodes())
            .map(|node| {
                let there = |link| network.adjacent(Node(node), Link(link));
                (0..network.links()).filter_map(there).map(index).collect()
            })
            .collect();
        let far = near.iter().map(|_| OnceCell::new()).collect();
        Ok(Self { network: Some(network), near, far })
    }

    pub(super) fn nodes(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a node, in the order of the links that it has.
    pub(super) fn near(&self, node: usize) -> &[usize] {
        &self.near[node]
    }

    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// Reads a node of the network.
    pub(super) fn node(&self, of: &Datum) -> Result<usize, FormulaFault> {
        let node = usize::try_from(of.natural()?).unwrap_or(usize::MAX);
        if node < self.nodes() {
            Ok(node)
        } else {
            Err(fault(&format!("node {of} of a network of {} nodes", self.nodes())))
        }
    }

    /// Fails unless tables for all pairs of nodes are small enough.
    pub(super) fn require_pairs(&self) -> Result<(), FormulaFault> {
        if count_of(self.nodes()).pow(2) <= MAX_TABLE_ENTRIES {
            Ok(())
        } else {
            Err(fault(&format!("a table for the pairs of {} nodes; at most 1024", self.nodes())))
        }
    }

    pub(super) fn distance(&self, from: usize, to: usize) -> Found {
        self.require_pairs()?;
        let row = self.far[from].get_or_init(|| self.searched(from));
        Ok(row[to].map_or(Datum::Integer(-1), Datum::from))
    }

    /// Computes the distances of all nodes from one by breadth-first search.
    fn searched(&self, from: usize) -> Vec<Option<u64>> {
        let mut found = vec![None; self.nodes()];
        found[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &next in &self.near[node] {
                if found[next].is_none() {
                    found[next] = found[node].map(|distance| distance + 1);
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// Returns the images of all nodes under the translation by a node.
    pub(super) fn translates(&self, by: usize) -> Found {
        let by = Node(count_of(by));
        let network = self.network.as_ref().filter(|network| network.is_symmetric());
        let network = network.ok_or_else(|| fault(&"an incomplete hypercube has no translations"))?;
        let translation = network.translation(by);
        Ok(listed((0..network.nodes()).map(|node| index(translation.of(Node(node))))))
    }
}
