//! Multinode broadcast round a Hamiltonian cycle of a hypercube.

use super::spreading::{Spread, candidate, halved, require_sends, spreading, suits};
use crate::model::Problem;
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
        "Multinode broadcast round a Hamiltonian cycle of a hypercube, one packet of each node, with one port used"
    }

    fn source(&self) -> &'static str {
        "P2 §2; Gray, Pulse code communication, 1953"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let suited = suits(problem, &[Spread::Multinode], true, When::OnRequest)?;
        match problem.collective() {
            Some(task) if task.count() > 1 => Err(Unsuited::ManyPackets),
            _ => Ok(suited),
        }
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        require_sends(&task, true)?;
        let ring = halved(&task, multinode_broadcast_ring(task.network().links())?);
        let how = "every node passes on what it received, round a Gray code (P2 §2)";
        Ok(Some(candidate(self, context, ring, how)))
    }
}
