//! Isotropic tasks on a Cayley graph, or on a product of rings taken as one: words of links.

use super::hop_limited::hop_limited;
use super::kind::{Start, Target, TrafficKind, Trials};
use super::rows::{beyond, choose_route};
use crate::bound::{
    Attainable, Bounds, DistanceBound, TransmissionBound, WeightBound, cayley_distance, cayley_pooled,
    cayley_weighted, pooled_bound, refute_by_limited_routes,
};
use crate::model::{CayleyTask, OnTorus, Problem, wide};
use crate::route::{RouteChoice, RouteProof};
use crate::solve::error::{RefusedOption, SolveError};
use crate::solve::method::{Candidate, Method, SolveOptions, Suited};
use crate::solve::notes::Explanation;
use crate::solve::options::{Form, Phase};
use crate::solve::unsuited::Unsuited;
use crate::wire::{Lower, Objective, Per};

/// Most moves of a node in a schedule, each of which is held several times on its way to its certificate.
const MAX_MOVES_PER_NODE: u64 = 1 << 23;

/// The traffic of words.
#[derive(Debug)]
pub(super) struct OfWords;

fn task(problem: &Problem) -> &CayleyTask {
    problem.words().expect("the problem was taken as words before")
}

impl TrafficKind for OfWords {
    fn suits<'a>(&self, method: &'static dyn Method, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        method.on_words(problem)
    }

    fn require(&self, problem: &Problem, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        let found = problem.words()?.total_distance();
        if options.form == Form::Intervals {
            let of = "hypercubes, tori and rings by the method quotient";
            return Err(RefusedOption::Intervals { of }.into());
        }
        if options.form == Form::Windows {
            return Err(RefusedOption::Windows.into());
        }
        if found > MAX_MOVES_PER_NODE {
            Err(SolveError::TooManySteps { found, most: MAX_MOVES_PER_NODE })
        } else {
            Ok(())
        }
    }

    fn begin<'a>(&self, problem: &'a Problem, options: &'a SolveOptions<'a>) -> Start<'a> {
        (options.progress)(Phase::Bounding);
        let mut bounds = self.bounds(problem, options.stop);
        bounds.completion.truncate(1);
        let delay = bounds.delay.first().map(|bound| bound.lower.value());
        let slots = Some(bounds.greatest());
        let target = match problem.objective() {
            Objective::CompletionTime => Some(Target { slots, delay: None, moves: false }),
            Objective::AverageDelay => {
                delay.map(|delay| Target { slots: None, delay: Some(delay), moves: false })
            }
            Objective::CompletionTimeThenAverageDelay => {
                delay.map(|delay| Target { slots, delay: Some(delay), moves: false })
            }
        };
        Start { target, ..Start::new(&Self, problem, options, bounds) }
    }

    fn complete(&self, start: &mut Start<'_>, attained: &Candidate, _: &dyn Fn() -> bool) {
        let known = start.bounds.best().slots();
        let higher = limited(task(start.problem), known, attained.schedule.length());
        start.bounds.completion.splice(0..0, higher);
        start.bounds.completion.truncate(1);
    }

    fn bounds(&self, problem: &Problem, stop: &(dyn Fn() -> bool + Sync)) -> Bounds {
        let task = task(problem);
        let mut completion = vec![cayley_weighted(task, u64::MAX).into_lower()];
        completion.extend(cayley_distance(task).map(DistanceBound::into_lower));
        let torus = task.on_torus().ok().flatten();
        let route = torus.as_ref().map(|torus| choose_route(&torus.task, stop));
        let rings = torus.as_ref().zip(route.as_ref());
        completion.extend(rings.and_then(|(torus, route)| of_rings(torus, route)));
        completion.sort_by_key(|lower| std::cmp::Reverse(lower.value()));
        let known = completion.first().map_or(0, Lower::slots);
        completion.splice(0..0, limited(task, known, u64::MAX));
        let known = completion.first().map_or(0, Lower::slots);
        let symmetric = route.as_ref().and_then(|route| beyond(route, known));
        let wanted = problem.objective() != Objective::CompletionTime;
        let pooled = cayley_pooled(task).filter(|_| wanted).map(pooled_bound);
        // With one port the sum of the distances is attained (P3 Theorem 1).
        let attainable =
            (task.ports() == 1).then(|| Attainable { slots: task.total_distance(), source: "P3 Theorem 1" });
        Bounds {
            completion,
            symmetric,
            transmissions: TransmissionBound {
                per: Per::Node,
                value: task.total_distance().into(),
                carried: true,
            },
            delay: pooled.into_iter().collect(),
            attainable,
        }
    }

    fn explain(&self, start: &Start<'_>, found: &Trials) -> Vec<Explanation> {
        let bounds = &start.bounds;
        let mut lines = vec![
            Explanation::bound("bound for every schedule", bounds.best(), " slots", ""),
            found.candidate.how.clone(),
        ];
        let symmetric = bounds.symmetric.iter();
        lines
            .extend(symmetric.map(|bound| {
                Explanation::bound("bound for symmetric schedules", &bound.lower, " slots", "")
            }));
        lines.extend(found.tried.iter().cloned());
        lines.extend(found.candidate.tried.iter().cloned());
        lines
    }
}

/// Returns the bound that weights of the links of a torus prove for its Cayley graph; it binds every
/// schedule.
fn of_rings(torus: &OnTorus, route: &RouteChoice) -> Option<Lower> {
    let RouteProof::Weights(of_torus) = &route.proof else { return None };
    let mut weights = vec![0; of_torus.len()];
    for (link, &weight) in torus.links.iter().zip(of_torus) {
        *weights.get_mut(wide(link.0))? = weight;
    }
    Some(WeightBound { value: route.lower, weights }.into_limited())
}

/// The best bound by routes of few hops above a known one, of less than a number of slots that is attained.
fn limited(task: &CayleyTask, known: u64, attained: u64) -> Option<Lower> {
    let refute = |slots| refute_by_limited_routes(task, slots);
    hop_limited(known, attained, refute).map(WeightBound::into_limited)
}
