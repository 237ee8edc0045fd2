//! Grows a cheap tree from a node to all hosts.

use super::lines::Lines;
use super::loads::Loads;
use crate::model::{count_of, wide};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The greatest cost of a route, at which sums saturate; `u64::MAX` means that no route is known.
const MAX_ROUTE_COST: u64 = u64::MAX - 1;

/// The tables by which one tree after the other grows.
#[derive(Debug)]
pub(super) struct Growth<'a> {
    lines: &'a Lines,
    /// By node, whether the tree has to reach it.
    is_host: &'a [bool],
    hosts: usize,
    /// By node, the hops from the root if the tree has the node.
    depths: Vec<Option<u64>>,
    /// By node, the cost of the cheapest known route from the tree, and the last line of that route.
    costs: Vec<u64>,
    last: Vec<usize>,
}

impl<'a> Growth<'a> {
    pub(super) fn new(lines: &'a Lines, is_host: &'a [bool]) -> Self {
        let hosts = is_host.iter().filter(|&&is_host| is_host).count();
        let nodes = is_host.len();
        Self { lines, is_host, hosts, depths: vec![None; nodes], costs: vec![0; nodes], last: vec![0; nodes] }
    }

    /// Returns the lines of a tree from a host to all hosts, each after its predecessor. The host that is
    /// cheapest to reach from the tree comes next (Takahashi & Matsuyama, *An approximate solution for the
    /// Steiner problem in graphs*, 1980). A route that begins `d` hops from the root costs `d` times `of_hop`
    /// more. Returns none if a host cannot be reached. Subtracts the visited lines from `left`.
    ///
    /// # Complexity
    /// O(H · A log A) at worst for H hosts and A lines, mostly O(A log A).
    pub(super) fn tree(
        &mut self,
        root: u32,
        loads: &Loads<'_>,
        of_hop: u64,
        left: &mut u64,
    ) -> Option<Vec<usize>> {
        self.depths.fill(None);
        self.costs.fill(u64::MAX);
        self.depths[wide(root)] = Some(0);
        self.costs[wide(root)] = 0;
        let (mut tree, mut missing) = (Vec::new(), self.hosts - 1);
        let mut heap = BinaryHeap::from([Reverse((0, root))]);
        while missing > 0 {
            let Reverse((cost, node)) = heap.pop()?;
            if cost > self.costs[wide(node)] {
                continue;
            }
            if self.is_host[wide(node)] && self.depths[wide(node)].is_none() {
                for line in self.way_to(node) {
                    let here = self.lines.all[line].to;
                    let before =
                        self.depths[wide(self.lines.all[line].from)].expect("the way begins in the tree");
                    self.depths[wide(here)] = Some(before + 1);
                    self.costs[wide(here)] = (before + 1).saturating_mul(of_hop).min(MAX_ROUTE_COST);
                    missing -= usize::from(self.is_host[wide(here)]);
                    heap.push(Reverse((self.costs[wide(here)], here)));
                    tree.push(line);
                }
                continue;
            }
            let leaving = self.lines.leaving(node);
            *left = left.saturating_sub(1 + count_of(leaving.len()));
            for line in leaving {
                let there = self.lines.all[line].to;
                let found = cost.saturating_add(loads.of_line(line)).min(MAX_ROUTE_COST);
                if self.depths[wide(there)].is_none() && found < self.costs[wide(there)] {
                    self.costs[wide(there)] = found;
                    self.last[wide(there)] = line;
                    heap.push(Reverse((found, there)));
                }
            }
        }
        Some(tree)
    }

    /// Returns the lines of the cheapest route from the tree to a node outside, in their order.
    fn way_to(&self, mut node: u32) -> Vec<usize> {
        let mut way = Vec::new();
        while self.depths[wide(node)].is_none() {
            let line = self.last[wide(node)];
            way.push(line);
            node = self.lines.all[line].from;
        }
        way.reverse();
        way
    }
}
