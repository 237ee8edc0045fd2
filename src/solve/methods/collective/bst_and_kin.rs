//! Broadcast and scatter along one spanning tree of a hypercube.

use super::spreading::{BROADCAST, ROOTED, SCATTER, Spread, candidate, narrow, spreading};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{CubeTree, TreeKind, personalized, tree_broadcast};

/// Along a tree of the cube: [`tree_broadcast`] or [`personalized`].
#[derive(Debug)]
pub(crate) struct OneTree {
    kind: TreeKind,
    about: About,
    how: &'static str,
    spreads: Spread,
    when: When,
}

/// Along the spanning binomial tree.
pub(crate) const SBT: &OneTree = &OneTree {
    kind: TreeKind::Sbt,
    about: About {
        word: "sbt",
        sentence: "Single node broadcast or scatter along the spanning binomial tree of a hypercube",
        source: "P5 §3.1",
        tasks: ROOTED.tasks,
    },
    how: "the spanning binomial tree (P5 §3.1)",
    spreads: ROOTED,
    when: When::FIRST,
};

/// Along the two-rooted complete binary tree.
pub(crate) const TCBT: &OneTree = &OneTree {
    kind: TreeKind::Tcbt,
    about: About {
        word: "tcbt",
        sentence: "Single node broadcast or scatter along the two-rooted complete binary tree of a hypercube",
        source: "P5 §3.4; Bhatt & Ipsen, How to Embed Trees in Hypercubes, 1985",
        tasks: ROOTED.tasks,
    },
    how: "the two-rooted complete binary tree (P5 §3.4)",
    spreads: ROOTED,
    when: When::Tried { turn: 1 },
};

/// Along the balanced spanning tree.
pub(crate) const BST: &OneTree = &OneTree {
    kind: TreeKind::Bst,
    about: About {
        word: "bst",
        sentence: "Scatter along the balanced spanning tree of a hypercube",
        source: "P5 §4.1",
        tasks: SCATTER.tasks,
    },
    how: "the balanced spanning tree (P5 §4.1)",
    spreads: SCATTER,
    when: When::FIRST,
};

/// Along a Hamiltonian path.
pub(crate) const HAMILTONIAN_PATH: &OneTree = &OneTree {
    kind: TreeKind::Path,
    about: About {
        word: "hamiltonian-path",
        sentence: "Single node broadcast along a Hamiltonian path of a hypercube",
        source: "P5 §3.4",
        tasks: BROADCAST.tasks,
    },
    how: "a Hamiltonian path, pipelined (P5 §3.4)",
    spreads: BROADCAST,
    when: When::Tried { turn: 1 },
};

impl Method for OneTree {
    fn about(&self) -> &About {
        &self.about
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        self.spreads.require_on_cube(task)?;
        Ok(Suited::new(self, View::Collective, self.when, move |context| self.make(task, context)))
    }
}

impl OneTree {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        let root = task.collective().root().expect("a broadcast or scatter has a root");
        let tree = CubeTree::new(self.kind, task.network().links(), root)?;
        let along = if task.collective().is_personal() { personalized } else { tree_broadcast };
        let schedule = along(&tree, narrow(task.count())?, task.ports())?;
        Ok(Some(candidate(self, context, schedule, self.how)))
    }
}
