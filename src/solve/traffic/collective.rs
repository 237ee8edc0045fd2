//! Broadcasts, accumulations, scatter and gather.

use super::kind::{Start, Target, TrafficKind, Trials, every_schedule, require_slots};
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

    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a> {
        (options.progress)(Phase::Bounding);
        let bounds = self.bounds(problem, options.stop);
        let target = Target { slots: Some(bounds.best().slots()), delay: None, moves: true };
        Start { target: Some(target), ..Start::new(&Self, problem, options, bounds) }
    }

    fn bounds(&self, problem: &Problem, _: &(dyn Fn() -> bool + Sync)) -> Bounds {
        collective(task(problem))
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        if start.options.source.is_some() {
            return vec![found.candidate.how.clone()];
        }
        let mut lines = vec![every_schedule(start.bounds.best()), found.candidate.how.clone()];
        if start.options.method.is_none() {
            lines.extend(found.tried.iter().cloned());
        }
        lines.extend(found.candidate.tried.iter().cloned());
        lines
    }
}
