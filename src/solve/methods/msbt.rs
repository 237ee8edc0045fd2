//! Single node broadcast along edge-disjoint spanning trees of a hypercube.

use super::spreading::{Spread, candidate, narrow, spreading, suits};
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::msbt_broadcast;

/// [`msbt_broadcast`].
#[derive(Debug)]
pub(crate) struct Msbt;

impl Method for Msbt {
    fn word(&self) -> &'static str {
        "msbt"
    }

    fn sentence(&self) -> &'static str {
        "Single node broadcast along edge-disjoint spanning trees of a hypercube"
    }

    fn source(&self) -> &'static str {
        "P5 §3.2 and §3.3.2"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        suits(problem, &[Spread::Broadcast], true, When::FIRST)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = spreading(context.problem)?;
        let root = task.collective().root().expect("a broadcast has a root");
        let (links, count) = (task.network().links(), narrow(task.count())?);
        let schedule = msbt_broadcast(links, root, count, task.ports())?;
        let how = "packets in turn down edge-disjoint spanning trees, labelled so that none meet (P5 §3.3.2)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
