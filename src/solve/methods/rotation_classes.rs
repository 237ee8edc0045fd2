//! Multinode broadcast on a hypercube along classes of rotated nodes.

use super::spreading::{Spread, candidate, require_sends, spreading, suits, under_ports};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_rotation;

/// [`multinode_broadcast_rotation`], once for every packet of a node.
#[derive(Debug)]
pub(crate) struct RotationClasses;

impl Method for RotationClasses {
    fn word(&self) -> &'static str {
        "rotation-classes"
    }

    fn sentence(&self) -> &'static str {
        "Multinode broadcast on a hypercube along classes of rotated nodes"
    }

    fn source(&self) -> &'static str {
        "P2 §2"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, &[Spread::Multinode], true, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        require_sends(&task, false)?;
        let one = multinode_broadcast_rotation(task.network().links(), task.ports().sends())?;
        let schedule = under_ports(&task, one.repeated(task.count(), 1))?;
        let how =
            "nodes in classes of rotations, numbered through; node n is reached over link n mod d (P2 §2)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
