//! Packets in a list that differ in length or start.

use super::kind::{Start, Target, TrafficKind, Trials, every_schedule, require_slots};
use crate::bound::{Bounds, of_parcels};
use crate::model::{ParcelsTask, Problem};
use crate::solve::error::SolveError;
use crate::solve::method::{Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::Phase;
use crate::solve::outcome::Unfinished;
use crate::solve::unsuited::Unsuited;

/// The traffic of packets that differ in length or start.
#[derive(Debug)]
pub(super) struct OfParcels;

fn task(problem: &Problem) -> &ParcelsTask {
    problem.parcels().expect("the problem is taken as parcels")
}

impl TrafficKind for OfParcels {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_parcels(task(problem))
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

    fn unfinished(&self) -> Unfinished {
        Unfinished::Stopped
    }

    fn bounds(&self, problem: &Problem, _: &(dyn Fn() -> bool + Sync)) -> Bounds {
        of_parcels(task(problem))
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        let mut lines = vec![every_schedule(start.bounds.best())];
        lines.extend(found.candidate.tried.iter().cloned());
        lines.push(found.candidate.how.clone());
        lines
    }
}
