//! Multinode broadcast round a Hamiltonian cycle.

use super::spreading::{Spread, candidate, require_sends, spreading, suits};
use crate::model::{PortRule, Problem};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_ring;

/// [`multinode_broadcast_ring`], with one port.
#[derive(Debug)]
pub(crate) struct HamiltonianRing;

impl Method for HamiltonianRing {
    fn word(&self) -> &'static str {
        "hamiltonian-ring"
    }

    fn sentence(&self) -> &'static str {
        "Multinode broadcast round a Hamiltonian cycle, with one port used; with one half-duplex port none is shorter"
    }

    fn source(&self) -> &'static str {
        "P2 §2; Gray, Pulse code communication, 1953; Pósa, Hamiltonian circuits in random graphs, 1976"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let suited = suits(problem, &[Spread::Multinode], false, When::OnRequest)?;
        // With full-duplex ports others are as short, and the same at every node.
        let half_duplex = problem.collective().is_some_and(|task| task.ports() == PortRule::HalfDuplex);
        Ok(if half_duplex { Suited { when: When::FIRST, ..suited } } else { suited })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        require_sends(&task, true)?;
        let ring = multinode_broadcast_ring(task.network(), task.ports(), task.count())?;
        let how = "every node passes on what it received, round a Hamiltonian cycle (P2 §2)";
        Ok(Some(candidate(self, context, ring, how)))
    }
}
