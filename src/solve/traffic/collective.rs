//! Broadcasts, accumulations, scatter and gather.

use super::kind::{Ground, TrafficKind, Trials, begin_with, every_schedule, require_slots};
use crate::bound::{Bounds, collective};
use crate::model::{CollectiveTask, Problem};
use crate::solve::error::SolveError;
use crate::solve::method::{Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::unsuited::Unsuited;

/// The traffic of packets that are copied or combined, or have a root.
#[derive(Debug)]
pub(super) struct OfCollective;

fn task(problem: &Problem) -> &CollectiveTask {
    problem.collective().expect("the problem is taken as a collective one")
}

impl TrafficKind for OfCollective {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_collective(task(problem))
    }

    fn require(&self, _: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        require_slots(options)
    }

    fn begin(&self, problem: &Problem, options: &SolveOptions<'_>) -> Ground {
        (options.progress)(Phase::Bounding);
        begin_with(self.bounds(problem, options.stop), true)
    }

    fn bounds(&self, problem: &Problem, _: &(dyn Fn() -> bool + Sync)) -> Bounds {
        collective(task(problem))
    }

    fn explain(
        &self,
        _problem: &Problem,
        ground: &Ground,
        found: &Trials,
        options: &SolveOptions<'_>,
    ) -> Vec<Explanation> {
        if options.source.is_some() {
            return vec![found.candidate.how.clone()];
        }
        let mut lines = vec![every_schedule(ground.bounds.best()), found.candidate.how.clone()];
        if options.method.is_none() {
            lines.extend(found.tried.iter().cloned());
        }
        lines.extend(found.candidate.tried.iter().cloned());
        lines
    }
}
