//! The exact programs: asked for by name, or by themselves where a small gap is left open.

mod demands;
mod effort;
mod flow;
mod orbits;
mod rows;
mod words;

pub(in crate::solve) use demands::goes_on_from_lists;
pub(in crate::solve) use effort::MOST_NODES;

use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited};
use crate::solve::methods::views::of_rows;
use crate::solve::unsuited::Unsuited;

/// Integer programs, solved by HiGHS; what they prove is proved by multipliers in integers.
#[derive(Debug)]
pub(crate) struct Ilp;

impl Method for Ilp {
    fn word(&self) -> &'static str {
        "ilp"
    }

    fn sentence(&self) -> &'static str {
        "An integer program with free directions, solved by HiGHS (small instances)"
    }

    fn source(&self) -> &'static str {
        "Isotask; Huangfu & Hall, Parallelizing the dual revised simplex method, 2018"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let found = rows::suits(problem).or_else(|| demands::suits(problem));
        found.unwrap_or_else(|| words::suits(problem))
    }

    fn require(&self, context: &Context<'_>) -> Result<(), MethodError> {
        context.problem.rows().map_or(Ok(()), |task| rows::require(task, context))
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        rows::fewest_slots(self, of_rows(context.problem)?, context)
    }

    fn improve(&'static self, context: &Context<'_>, candidate: Candidate) -> Result<Candidate, MethodError> {
        let problem = context.problem;
        if let Some(task) = problem.rows() {
            rows::less_delay(self, task, context, candidate)
        } else if problem.is_isotropic() {
            words::improve(self, problem.words()?, context, candidate)
        } else {
            demands::fewer_slots(self, context, candidate)
        }
    }

    fn beyond_symmetry(
        &'static self,
        context: &Context<'_>,
        candidate: Candidate,
    ) -> Result<Candidate, MethodError> {
        let mut candidate = candidate;
        words::symmetric(self, context, &mut candidate, true)?;
        let mut candidate = orbits::beyond_symmetry(self, context, candidate)?;
        words::symmetric(self, context, &mut candidate, false)?;
        Ok(candidate)
    }
}
