//! Broadcast and scatter along one spanning tree of a hypercube.

use super::spreading::{Spread, candidate, is_scatter, narrow, spreading, suits};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{CubeTree, TreeKind, personalized, tree_broadcast};

/// Along a tree of the cube: [`tree_broadcast`] or [`personalized`].
#[derive(Debug)]
pub(crate) struct OneTree {
    kind: TreeKind,
    word: &'static str,
    sentence: &'static str,
    source: &'static str,
    how: &'static str,
    spreads: &'static [Spread],
    when: When,
}

/// Along the spanning binomial tree.
pub(crate) const SBT: &OneTree = &OneTree {
    kind: TreeKind::Sbt,
    word: "sbt",
    sentence: "Single node broadcast or scatter along the spanning binomial tree of a hypercube",
    source: "P5 §3.1",
    how: "the spanning binomial tree (P5 §3.1)",
    spreads: &[Spread::Broadcast, Spread::Scatter],
    when: When::FIRST,
};

/// Along the two-rooted complete binary tree.
pub(crate) const TCBT: &OneTree = &OneTree {
    kind: TreeKind::Tcbt,
    word: "tcbt",
    sentence: "Single node broadcast or scatter along the two-rooted complete binary tree of a hypercube",
    source: "P5 §3.4; Bhatt & Ipsen, How to Embed Trees in Hypercubes, 1985",
    how: "the two-rooted complete binary tree (P5 §3.4)",
    spreads: &[Spread::Broadcast, Spread::Scatter],
    when: When::Tried { turn: 1 },
};

/// Along the balanced spanning tree.
pub(crate) const BST: &OneTree = &OneTree {
    kind: TreeKind::Bst,
    word: "bst",
    sentence: "Scatter along the balanced spanning tree of a hypercube",
    source: "P5 §4.1",
    how: "the balanced spanning tree (P5 §4.1)",
    spreads: &[Spread::Scatter],
    when: When::FIRST,
};

/// Along a Hamiltonian path.
pub(crate) const HAMILTONIAN_PATH: &OneTree = &OneTree {
    kind: TreeKind::Path,
    word: "hamiltonian-path",
    sentence: "Single node broadcast along a Hamiltonian path of a hypercube",
    source: "P5 §3.4",
    how: "a Hamiltonian path, pipelined (P5 §3.4)",
    spreads: &[Spread::Broadcast],
    when: When::Tried { turn: 1 },
};

impl Method for OneTree {
    fn word(&self) -> &'static str {
        self.word
    }

    fn sentence(&self) -> &'static str {
        self.sentence
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, self.spreads, true, self.when)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        let root = task.collective().root().expect("a broadcast or scatter has a root");
        let tree = CubeTree::new(self.kind, task.network().links(), root)?;
        let along = if is_scatter(&task) { personalized } else { tree_broadcast };
        let schedule = along(&tree, narrow(task.count())?, task.ports())?;
        Ok(Some(candidate(self, context, schedule, self.how)))
    }
}
