//! Broadcasts, accumulations, scatter and gather.

use super::kind::{Ground, Target, Traffic, Trials, every_schedule};
use crate::bound::{Bounds, collective};
use crate::model::Problem;
use crate::solve::error::{RefusedOption, SolveError};
use crate::solve::method::SolveOptions;
use crate::solve::notes::Explanation;
use crate::solve::options::{Form, Phase};

/// The traffic of packets that are copied or combined, or have a root.
pub(super) struct Collective;

impl Traffic for Collective {
    fn require(&self, _: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        match options.form {
            Form::Intervals => Err(RefusedOption::Intervals { of: "isotropic tasks" }.into()),
            Form::Windows => Err(RefusedOption::Windows.into()),
            Form::Automatic | Form::Slots => Ok(()),
        }
    }

    fn begin(&self, problem: &Problem, options: &SolveOptions<'_>) -> Ground {
        (options.progress)(Phase::Bounding);
        let bounds = self.bounds(problem, options.stop);
        let slots = Some(bounds.best().slots());
        Ground { bounds, route: None, target: Some(Target { slots, delay: None, moves: true }) }
    }

    fn bounds(&self, problem: &Problem, _: &(dyn Fn() -> bool + Sync)) -> Bounds {
        collective(problem.collective().expect("the problem is taken as a collective one"))
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
