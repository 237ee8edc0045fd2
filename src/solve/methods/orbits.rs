//! The method orbits: classes of nodes under groups of translations, as a unit job shop.

use super::orbits_of_lists;
use super::views::{of_words, ports_and_packets};
use crate::job_shop::{ShopBudget, orbit_shop};
use crate::model::{CayleyTask, DemandsTask, OrbitSchedule, Problem, Schedule, View, count_of};
use crate::orbit::subgroups;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::{Lower, Objective};

/// Most classes of nodes, and most moves of one packet of each orbit, of a search; most moves of all schedules that
/// are built from the ground up under one group, and most of these.
const MOST_CLASSES: u64 = 24;
const MOST_MOVES: u64 = 50_000;
const MOST_MOVES_IN_ALL: u64 = 200_000;
const MOST_SHOPS: u64 = 24;

/// [`orbit_shop`] towards the bound for all schedules, under one group of translations after the other.
#[derive(Debug)]
pub(crate) struct Orbits;

impl Method for Orbits {
    fn word(&self) -> &'static str {
        "orbits"
    }

    fn sentence(&self) -> &'static str {
        "Few classes of nodes under a group, each with packets and links of its own: isotropic tasks on Cayley graphs, and what a group keeps on lifts and graphs"
    }

    fn source(&self) -> &'static str {
        "Isotask, module orbit"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        if let Some(task) = of_lists(problem) {
            return orbits_of_lists::suits(task);
        }
        let (ports, _) = ports_and_packets(problem)?;
        if ports < 2 {
            return Err(Unsuited::OnePort);
        }
        let when = match problem.objective() {
            Objective::CompletionTime => When::BeyondSymmetry { turn: 1 },
            _ => When::OnRequest,
        };
        Ok(Suited { view: View::Words, when })
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        if let Some(task) = of_lists(context.problem) {
            return orbits_of_lists::make(self, task, context);
        }
        let task = of_words(context.problem)?;
        let found = search(task, context)?;
        let how = "a unit job shop under groups of translations: packets and links of every class of nodes are matched";
        Ok(found.map(|schedule| Candidate::new(self, schedule, how)))
    }
}

/// The packets of a list on a network that is no Cayley graph.
fn of_lists(problem: &Problem) -> Option<&DemandsTask> {
    problem.demands().filter(|task| !task.network().is_symmetric())
}

/// The shortest schedule under the groups that are tried; none if there is no group, or none before a stop.
fn search(task: &CayleyTask, context: &Context<'_>) -> Result<Option<Schedule>, MethodError> {
    let lower = context.bounds.best();
    let weights = match lower {
        Lower::Weights { weights, .. } => Some(weights.as_slice()),
        _ => None,
    };
    let most = MOST_CLASSES.min(MOST_MOVES / task.total_distance().max(1));
    let mut best: Option<OrbitSchedule> = None;
    let given = context.options.symmetry.map(|group| vec![group.clone()]);
    for group in given.unwrap_or_else(|| subgroups(task.network(), most)) {
        if (context.options.stop)() || best.as_ref().is_some_and(|best| length(best) == lower.slots()) {
            break;
        }
        let moves = task.total_distance() * u64::from(group.classes());
        let evaluations = (MOST_MOVES_IN_ALL / moves.max(1)).clamp(1, MOST_SHOPS);
        let budget = ShopBudget { evaluations, stop: context.options.stop };
        let found = orbit_shop(task, group, lower.slots(), weights, &budget);
        if best.as_ref().is_none_or(|best| length(&found) < length(best)) {
            best = Some(found);
        }
    }
    if best.is_none() && context.options.method.is_some() {
        let found = u128::from(task.total_distance()) * 2;
        return Err(MethodError::TooManyOrbitMoves { found, most: MOST_MOVES });
    }
    Ok(best.map(Schedule::from))
}

fn length(schedule: &OrbitSchedule) -> u64 {
    count_of(schedule.slots.len())
}
