//! Allreduce: blocks of which every node has a part and gets the sum.

use super::kind::{Start, Target, TrafficKind, Trials, every_schedule, require_slots};
use crate::bound::{Bounds, allreduce};
use crate::model::{AllreduceTask, Problem};
use crate::solve::error::SolveError;
use crate::solve::method::{Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;

/// The traffic of blocks that are added up everywhere.
#[derive(Debug)]
pub(super) struct OfAllreduce;

fn task(problem: &Problem) -> &AllreduceTask {
    problem.allreduce().expect("the problem is taken as an allreduce")
}

impl TrafficKind for OfAllreduce {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_allreduce(task(problem))
    }

    fn require(&self, _: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        require_slots(options)
    }

    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a> {
        (options.progress)(Phase::Bounding);
        let bounds = self.bounds(problem, options.stop);
        let target = Target { slots: Some(bounds.best().slots()), delay: None, moves: false };
        Start { target: Some(target), ..Start::new(&Self, problem, options, bounds) }
    }

    fn bounds(&self, problem: &Problem, _: &(dyn Fn() -> bool + Sync)) -> Bounds {
        allreduce(task(problem))
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        let mut lines = vec![every_schedule(start.bounds.best()), found.candidate.how.clone()];
        if start.options.method.is_none() {
            lines.extend(found.tried.iter().cloned());
        }
        lines
    }
}
