//! Grows the tree of a branch-and-bound search in parts by several threads. The tree does not depend on their
//! number.
//!
//! The tree is a list of pieces in preorder, 0 before 1: finished nodes, and open subtrees. In every round
//! the first open subtrees are the parts. Each grows by itself, depth first, by a number of nodes that
//! depends only on the number of parts, and is replaced by its nodes and the subtrees that it leaves open.
//! Better solutions are taken between rounds, in preorder. So nothing depends on the number of threads, or on
//! which part ends first.

use super::branch::{Goal, evaluate_node};
use super::form::NamedProgram;
use super::multipliers::Leaf;
use crate::model::count_of;
use crate::wire::DualNode;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Most search nodes by which a part grows in a round.
const MAX_NODES_PER_PART: u64 = 32;
/// Most parts of a round.
const MAX_PARTS_PER_ROUND: usize = 16;

/// The variables that are fixed on the path to a subtree, each with its value.
type Way = Vec<(usize, bool)>;

/// The time that is left for the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeLeft {
    /// The search must end.
    Nothing,
    /// This time is left.
    Time(Duration),
    /// The time is not limited.
    Unlimited,
}

impl From<Option<Duration>> for TimeLeft {
    fn from(remaining: Option<Duration>) -> Self {
        match remaining {
            Some(left) if left.is_zero() => Self::Nothing,
            Some(left) => Self::Time(left),
            None => Self::Unlimited,
        }
    }
}

/// The goal and the limits of a tree.
pub(super) struct TreeSearch<'a> {
    pub(super) program: &'a NamedProgram,
    /// The values that all solutions have.
    pub(super) domain: &'a [Option<bool>],
    pub(super) goal: Goal,
    /// Most search nodes that are evaluated.
    pub(super) nodes: u64,
    /// Threads; 0 for as many as there are cores.
    pub(super) threads: u32,
    /// Asked before every search node.
    pub(super) left: &'a (dyn Fn() -> TimeLeft + Sync),
    /// Counts the search nodes, for progress reports.
    pub(super) counted: &'a AtomicU64,
    /// Gets the leaf at the root.
    pub(super) root: &'a (dyn Fn(&Leaf) + Sync),
}

/// The result of growing a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TreeEnd {
    /// It is complete, and every leaf reaches the goal.
    Complete { tree: Vec<DualNode>, goal: Goal },
    /// The caller ended the search at a solution.
    Refuted,
    /// The limit of search nodes is reached.
    Nodes,
    /// The time is over, the search was stopped, or the solver failed.
    Open,
}

/// A piece of the tree.
enum Piece {
    Done(Vec<DualNode>),
    Open(Way),
}

/// A part after a round: its first nodes, and the paths to the open subtrees that follow them.
struct Part {
    nodes: Vec<DualNode>,
    open: Vec<Way>,
    /// A solution better than the goal, at which the part stopped.
    solution: Option<Vec<bool>>,
    evaluated: u64,
    /// Whether the part could not continue.
    stuck: bool,
}

impl TreeSearch<'_> {
    /// Grows the tree until it is complete or a limit is reached.
    ///
    /// `improve` gets every solution that is better than the goal, and returns the objective of the caller's
    /// incumbent, which is the new goal; with `None` the tree ends. A leaf reaches the goal of its round, and
    /// goals only fall.
    ///
    /// # Complexity
    /// A linear program per search node; O(parts · nodes of a part · depth) memory for the paths of all open
    /// subtrees.
    pub(super) fn grow(mut self, improve: &mut dyn FnMut(&[bool]) -> Option<u64>) -> TreeEnd {
        let pool = self.pool();
        let mut tree = Vec::new();
        // The pieces that follow the tree, as a stack with the next one on top.
        let mut rest = vec![Piece::Open(Way::new())];
        loop {
            while let Some(Piece::Done(nodes)) = rest.pop_if(|piece| matches!(piece, Piece::Done(_))) {
                tree.extend(nodes);
            }
            if rest.is_empty() {
                return TreeEnd::Complete { tree, goal: self.goal };
            }
            if self.nodes == 0 {
                return TreeEnd::Nodes;
            }
            let grown = self.round(pool.as_ref(), &mut rest);
            self.nodes = self.nodes.saturating_sub(grown.evaluated);
            for solution in grown.solutions {
                if !self.goal.is_refuted(self.program, &solution) {
                    continue;
                }
                let Some(known) = improve(&solution) else { return TreeEnd::Refuted };
                // The solution's cost is the goal even if the caller cannot use the solution.
                self.goal = Goal::AtLeast(known.min(self.program.cost(&solution)));
            }
            if grown.stuck {
                return TreeEnd::Open;
            }
        }
    }

    /// Starts threads for the parts; none if one is enough, or the system refuses them.
    fn pool(&self) -> Option<ThreadPool> {
        let threads = usize::try_from(self.threads).ok()?;
        (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten()
    }

    /// Grows the first open subtrees by a round.
    fn round(&self, pool: Option<&ThreadPool>, rest: &mut Vec<Piece>) -> Round {
        let most = MAX_PARTS_PER_ROUND.min(usize::try_from(self.nodes).unwrap_or(MAX_PARTS_PER_ROUND));
        let (mut ways, mut between) = (Vec::new(), Vec::new());
        while ways.len() < most
            && let Some(piece) = rest.pop()
        {
            // Finished nodes belong behind the part before them.
            match piece {
                Piece::Open(way) => {
                    ways.push(way);
                    between.push(Vec::new());
                }
                Piece::Done(nodes) => between.last_mut().expect("what is open comes first").push(nodes),
            }
        }
        let width = count_of(ways.len());
        // Fewer parts grow less, so that they soon become many.
        let nodes = (2 * width).min(MAX_NODES_PER_PART).min(self.nodes / width);
        let grow = |way: Way| self.part(way, nodes);
        let parts: Vec<Part> = match pool {
            Some(pool) if width > 1 => pool.install(|| ways.into_par_iter().map(grow).collect()),
            _ => ways.into_iter().map(grow).collect(),
        };
        let mut round = Round::default();
        let mut pieces = Vec::new();
        for (part, behind) in parts.into_iter().zip(between) {
            round.evaluated += part.evaluated;
            round.stuck |= part.stuck;
            round.solutions.extend(part.solution);
            pieces.push(Piece::Done(part.nodes));
            pieces.extend(part.open.into_iter().map(Piece::Open));
            pieces.extend(behind.into_iter().map(Piece::Done));
        }
        rest.extend(pieces.into_iter().rev());
        round
    }

    /// Grows a part by at most `nodes` search nodes.
    fn part(&self, way: Way, nodes: u64) -> Part {
        let mut part =
            Part { nodes: Vec::new(), open: vec![way], solution: None, evaluated: 0, stuck: false };
        // Invariant: the last open subtree comes next.
        while part.evaluated < nodes
            && let Some(way) = part.open.pop()
        {
            if !self.node(&way, &mut part) {
                part.open.push(way);
                break;
            }
        }
        part.open.reverse();
        part
    }

    /// Evaluates a search node, which becomes a leaf or a branching; returns whether the part goes on.
    fn node(&self, way: &Way, part: &mut Part) -> bool {
        let remaining = match (self.left)() {
            TimeLeft::Nothing => {
                part.stuck = true;
                return false;
            }
            TimeLeft::Time(left) => Some(left),
            TimeLeft::Unlimited => None,
        };
        part.evaluated += 1;
        self.counted.fetch_add(1, Ordering::Relaxed);
        let mut domain = self.domain.to_vec();
        for &(variable, value) in way {
            domain[variable] = Some(value);
        }
        let found = evaluate_node(self.program, &domain, self.goal, remaining);
        if way.is_empty() {
            (self.root)(&found.leaf);
        }
        let solution = found.solution();
        if solution.as_ref().is_some_and(|values| self.goal.is_refuted(self.program, values)) {
            part.solution = solution;
            return false;
        }
        if self.goal.is_reached(&found.leaf) {
            part.nodes.push(found.leaf.node(self.program));
            return true;
        }
        let Some(variable) = found.branch else {
            part.stuck = true;
            return false;
        };
        part.nodes.push(DualNode::Fix(self.program.variables[variable]));
        for value in [true, false] {
            let mut longer = way.clone();
            longer.push((variable, value));
            part.open.push(longer);
        }
        true
    }
}

/// The results of all parts of a round.
#[derive(Default)]
struct Round {
    evaluated: u64,
    /// In preorder.
    solutions: Vec<Vec<bool>>,
    stuck: bool,
}
