//! The time of personalised communication along a tree of the cube when packets may be of any size (P5 §4.2).

use crate::claims::exact::whole;
use crate::claims::{Broken, ClaimError};
use crate::model::Node;
use crate::tree::{CubeTree, TreeKind};
use num_rational::BigRational;
use std::cmp::Reverse;

/// A tree with the nodes below each node.
#[derive(Debug)]
pub(in crate::claims) struct Shape {
    /// The children of every node.
    children: Vec<Vec<usize>>,
    /// The parent of every node; the root is its own.
    parents: Vec<usize>,
    /// φ(i, d), the number of nodes d links below node i.
    below: Vec<Vec<u64>>,
    /// The rounds that a broadcast from a node needs, with one send per node and round, to reach all nodes
    /// below it.
    rounds: Vec<u64>,
}

/// The loads of a level-by-level distribution.
#[derive(Debug)]
pub(in crate::claims) struct Stepwise {
    /// The greatest number of nodes whose data crosses one link in a step, step by step.
    pub(in crate::claims) amounts: Vec<u64>,
}

impl Shape {
    pub(in crate::claims) fn new(kind: TreeKind, n: u64) -> Result<Self, ClaimError> {
        let dimension = u32::try_from(n).map_err(Broken::from)?;
        let tree = CubeTree::new(kind, dimension, Node(0)).map_err(Broken::from)?;
        let index = |node: Node| usize::try_from(node.0).map_err(Broken::from);
        let of = |node| tree.children(Node(node)).into_iter().map(index).collect();
        let children = (0..tree.nodes()).map(of).collect::<Result<Vec<Vec<usize>>, _>>()?;
        let mut parents = vec![0; children.len()];
        for (node, below) in children.iter().enumerate() {
            for &child in below {
                parents[child] = node;
            }
        }
        let mut order = vec![0];
        for next in 0..children.len() {
            let node = *order.get(next).ok_or(Broken::NotSpanning)?;
            order.extend_from_slice(&children[node]);
        }
        let mut shape =
            Self { below: vec![Vec::new(); order.len()], rounds: vec![0; order.len()], children, parents };
        for &node in order.iter().rev() {
            let mut below = vec![1];
            let mut rounds: Vec<u64> = Vec::new();
            for &child in &shape.children[node] {
                rounds.push(shape.rounds[child]);
                let deeper = &shape.below[child];
                below.resize(below.len().max(deeper.len() + 1), 0);
                below[1..].iter_mut().zip(deeper).for_each(|(sum, more)| *sum += more);
            }
            rounds.sort_unstable_by_key(|rounds| Reverse(*rounds));
            shape.rounds[node] = (1..).zip(rounds).map(|(turn, rounds)| turn + rounds).max().unwrap_or(0);
            shape.below[node] = below;
        }
        Ok(shape)
    }

    /// Returns the number of nodes of the subtree of a node.
    fn size(&self, node: usize) -> u64 {
        self.below[node].iter().sum()
    }

    /// Returns φ(i, d) for all d.
    pub(in crate::claims) fn profile(&self, node: usize) -> &[u64] {
        &self.below[node]
    }

    /// Returns the children of a node.
    pub(in crate::claims) fn children(&self, node: usize) -> &[usize] {
        &self.children[node]
    }

    /// Returns the number of nodes.
    pub(in crate::claims) fn nodes(&self) -> usize {
        self.children.len()
    }

    /// Returns the child of a node on the way to a node below it.
    pub(in crate::claims) fn towards(&self, node: usize, below: usize) -> usize {
        let mut at = below;
        while self.parents[at] != node {
            at = self.parents[at];
        }
        at
    }

    /// Returns the least number of rounds in which a broadcast from a node reaches all nodes below it, with
    /// one send per node and round (Slater, Cockayne & Hedetniemi 1981).
    pub(in crate::claims) fn rounds(&self, node: usize) -> u64 {
        self.rounds[node]
    }

    /// Distributes with all ports, the data of the farthest level first. In a step every node sends over each
    /// link all that it has for the level of that step, and receives from its parent the data that it sends
    /// on in the next step. In step s, s = 0, …, h - 1 in a tree of height h, node i receives the data of the
    /// nodes h - 1 - s links below it.
    pub(in crate::claims) fn stepwise(&self) -> Stepwise {
        let height = self.below[0].len() - 1;
        let amount = |node: usize, step: usize| self.below[node].get(height - 1 - step).copied().unwrap_or(0);
        let most = |step| (1..self.children.len()).map(|node| amount(node, step)).max().unwrap_or(0);
        let amounts: Vec<u64> = (0..height).map(most).collect();
        Stepwise { amounts }
    }

    /// Returns the time until the last message arrives, if every link carries one message with all data for
    /// the nodes below. A message takes `startup`, and `transfer` for the data of each node. With one port,
    /// the child whose subtree takes the most rounds is served first.
    pub(in crate::claims) fn at_once(
        &self,
        one_port: bool,
        startup: &BigRational,
        transfer: &BigRational,
    ) -> BigRational {
        self.from(0, one_port, startup, transfer)
    }

    /// Returns the time as [`Self::at_once`] does for the nodes below one node that has all their data, with
    /// one port.
    pub(in crate::claims) fn below_at_once(
        &self,
        node: usize,
        startup: &BigRational,
        transfer: &BigRational,
    ) -> BigRational {
        self.from(node, true, startup, transfer)
    }

    fn from(&self, top: usize, one_port: bool, startup: &BigRational, transfer: &BigRational) -> BigRational {
        let mut last = whole(0);
        let mut waiting = vec![(top, whole(0))];
        while let Some((node, from)) = waiting.pop() {
            let mut children = self.children[node].clone();
            children.sort_by_key(|&child| Reverse((self.rounds[child], self.size(child))));
            let mut free = from.clone();
            for child in children {
                let start = if one_port { free } else { from.clone() };
                free = start + startup + transfer * whole(self.size(child));
                waiting.push((child, free.clone()));
            }
            last = last.max(from);
        }
        last
    }
}
