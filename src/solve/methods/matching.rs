//! Multinode broadcast on any network, by matchings.

use super::spreading::{Spread, candidate, require_sends, spreading, suits, under_ports};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_matching;

/// [`multinode_broadcast_matching`].
#[derive(Debug)]
pub(crate) struct Matching;

impl Method for Matching {
    fn word(&self) -> &'static str {
        "matching"
    }

    fn sentence(&self) -> &'static str {
        "Multinode broadcast on any Cayley graph, a matching of links and new positions in every slot"
    }

    fn source(&self) -> &'static str {
        "Edmonds & Fulkerson, Transversals and matroid partition, 1965; Isotask"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, &[Spread::Multinode], false, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        require_sends(&task, false)?;
        let placed = multinode_broadcast_matching(task.network(), task.ports().sends(), task.count())?;
        let how = "in every slot a maximum matching of link types with positions that they newly reach";
        Ok(Some(candidate(self, context, under_ports(&task, placed)?, how)))
    }
}
