//! Multinode broadcast round a Hamiltonian cycle.

use super::spreading::{MULTINODE, candidate, require_sends, spreading};
use crate::model::{CollectiveTask, PortRule, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_ring;

/// [`multinode_broadcast_ring`], with one port.
#[derive(Debug)]
pub(crate) struct HamiltonianRing;

const ABOUT: About = About {
    word: "hamiltonian-ring",
    sentence: "Multinode broadcast round a Hamiltonian cycle, with one port used; with one half-duplex port none is shorter",
    source: "P2 §2; Gray, Pulse code communication, 1953; Pósa, Hamiltonian circuits in random graphs, 1976",
    tasks: MULTINODE.tasks,
};

impl Method for HamiltonianRing {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        MULTINODE.require(task)?;
        // With full-duplex ports others are as short, and the same at every node.
        let when = if task.ports() == PortRule::HalfDuplex { When::FIRST } else { When::OnRequest };
        Ok(Suited::new(View::Collective, when, move |context: &Context<'_>| self.make(task, context)))
    }
}

impl HamiltonianRing {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        require_sends(&task, true)?;
        let ring = multinode_broadcast_ring(task.network(), task.ports(), task.count())?;
        let how = "every node passes on what it received, round a Hamiltonian cycle (P2 §2)";
        Ok(Some(candidate(self, context, ring, how)))
    }
}
