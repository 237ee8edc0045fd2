//! The tree of a search, grown in parts by several threads: the same tree for any number of them.
//!
//! The tree stands in preorder, 0 before 1, as a row of pieces: nodes that are done, and places where a
//! subtree is to be. In every round the first open places are parts. Each grows by itself, depth first, by as
//! many nodes as depend on the number of parts alone, and what it leaves open takes its place in the row.
//! Better solutions are taken between rounds, in preorder. So nothing depends on the number of threads, or on
//! which part is done first.

use super::branch::{Goal, look};
use super::form::NamedProgram;
use super::multipliers::Leaf;
use crate::model::count_of;
use crate::wire::DualNode;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Most nodes by which a part grows in a round.
const MOST_NODES: u64 = 32;
/// Most parts of a round.
const MOST_PARTS: usize = 16;

/// The variables that are fixed on the way to a subtree, each with its value.
type Way = Vec<(usize, bool)>;

/// Whether to go on, and the time that is left, if that is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// No node more.
    Nothing,
    /// So much time.
    Time(Duration),
    /// As much as it takes.
    Unlimited,
}

impl From<Option<Duration>> for Left {
    fn from(remaining: Option<Duration>) -> Self {
        match remaining {
            Some(left) if left.is_zero() => Self::Nothing,
            Some(left) => Self::Time(left),
            None => Self::Unlimited,
        }
    }
}

/// What a tree is to prove, and what may be spent on it.
pub(super) struct Growing<'a> {
    pub(super) program: &'a NamedProgram,
    /// The values that all solutions have.
    pub(super) domain: &'a [Option<bool>],
    pub(super) goal: Goal,
    /// Most nodes that are looked at.
    pub(super) nodes: u64,
    /// Threads; 0 for as many as there are cores.
    pub(super) threads: u32,
    /// Asked before every node.
    pub(super) left: &'a (dyn Fn() -> Left + Sync),
    /// Counts the nodes, for those who watch.
    pub(super) counted: &'a AtomicU64,
    /// Told what the root proves by itself.
    pub(super) root: &'a (dyn Fn(&Leaf) + Sync),
}

/// What became of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Grown {
    /// It is complete, and every leaf reaches the goal.
    Complete { tree: Vec<DualNode>, goal: Goal },
    /// The caller had enough with a solution.
    Refuted,
    /// There may be no node more.
    Nodes,
    /// Out of time, stopped, or the solver gave nothing to go on with.
    Open,
}

/// A piece of the tree.
enum Piece {
    Done(Vec<DualNode>),
    Open(Way),
}

/// What a part has grown to: its first nodes, and the ways to the subtrees that follow them.
struct Part {
    nodes: Vec<DualNode>,
    open: Vec<Way>,
    /// A solution better than the goal, at which it stopped.
    solution: Option<Vec<bool>>,
    looked: u64,
    /// Whether it could not go on.
    stuck: bool,
}

impl Growing<'_> {
    /// Grows the tree until it is complete, or nothing is left to spend.
    ///
    /// `improve` gets every solution that is better than the goal, and says how good a solution the caller
    /// has then, which is the new goal; with `None` the tree ends. A leaf reaches the goal of its round, and
    /// goals only fall.
    ///
    /// # Complexity
    /// A linear program a node; the ways of all open subtrees in memory, O(parts · nodes of a part · depth).
    pub(super) fn grow(mut self, improve: &mut dyn FnMut(&[bool]) -> Option<u64>) -> Grown {
        let pool = self.pool();
        let mut tree = Vec::new();
        // What follows the tree, the next piece last.
        let mut rest = vec![Piece::Open(Way::new())];
        loop {
            while let Some(Piece::Done(nodes)) = rest.pop_if(|piece| matches!(piece, Piece::Done(_))) {
                tree.extend(nodes);
            }
            if rest.is_empty() {
                return Grown::Complete { tree, goal: self.goal };
            }
            if self.nodes == 0 {
                return Grown::Nodes;
            }
            let grown = self.round(pool.as_ref(), &mut rest);
            self.nodes = self.nodes.saturating_sub(grown.looked);
            for solution in grown.solutions {
                if !self.goal.is_refuted(self.program, &solution) {
                    continue;
                }
                let Some(known) = improve(&solution) else { return Grown::Refuted };
                // The tree goes on from what the solution costs even where the caller cannot use it.
                self.goal = Goal::AtLeast(known.min(self.program.cost(&solution)));
            }
            if grown.stuck {
                return Grown::Open;
            }
        }
    }

    /// Threads for the parts; none where one is enough, or they cannot be had.
    fn pool(&self) -> Option<ThreadPool> {
        let threads = usize::try_from(self.threads).ok()?;
        (threads != 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten()
    }

    /// Lets the first open places grow.
    fn round(&self, pool: Option<&ThreadPool>, rest: &mut Vec<Piece>) -> Round {
        let most = MOST_PARTS.min(usize::try_from(self.nodes).unwrap_or(MOST_PARTS));
        let (mut ways, mut between) = (Vec::new(), Vec::new());
        while ways.len() < most
            && let Some(piece) = rest.pop()
        {
            // Nodes that are done stand behind the part before them.
            match piece {
                Piece::Open(way) => {
                    ways.push(way);
                    between.push(Vec::new());
                }
                Piece::Done(nodes) => between.last_mut().expect("what is open comes first").push(nodes),
            }
        }
        let width = count_of(ways.len());
        // Few parts soon become many.
        let nodes = (2 * width).min(MOST_NODES).min(self.nodes / width);
        let grow = |way: Way| self.part(way, nodes);
        let parts: Vec<Part> = match pool {
            Some(pool) if width > 1 => pool.install(|| ways.into_par_iter().map(grow).collect()),
            _ => ways.into_iter().map(grow).collect(),
        };
        let mut round = Round::default();
        let mut pieces = Vec::new();
        for (part, behind) in parts.into_iter().zip(between) {
            round.looked += part.looked;
            round.stuck |= part.stuck;
            round.solutions.extend(part.solution);
            pieces.push(Piece::Done(part.nodes));
            pieces.extend(part.open.into_iter().map(Piece::Open));
            pieces.extend(behind.into_iter().map(Piece::Done));
        }
        rest.extend(pieces.into_iter().rev());
        round
    }

    /// Grows a part by at most so many nodes.
    fn part(&self, way: Way, nodes: u64) -> Part {
        let mut part = Part { nodes: Vec::new(), open: vec![way], solution: None, looked: 0, stuck: false };
        // Invariant: the last of what is open comes next.
        while part.looked < nodes
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

    /// Looks at a node, which becomes a leaf or a branching; whether the part goes on.
    fn node(&self, way: &Way, part: &mut Part) -> bool {
        let remaining = match (self.left)() {
            Left::Nothing => {
                part.stuck = true;
                return false;
            }
            Left::Time(left) => Some(left),
            Left::Unlimited => None,
        };
        part.looked += 1;
        self.counted.fetch_add(1, Ordering::Relaxed);
        let mut domain = self.domain.to_vec();
        for &(variable, value) in way {
            domain[variable] = Some(value);
        }
        let found = look(self.program, &domain, self.goal, remaining);
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

/// What became of all parts of a round.
#[derive(Default)]
struct Round {
    looked: u64,
    /// In preorder.
    solutions: Vec<Vec<bool>>,
    stuck: bool,
}
