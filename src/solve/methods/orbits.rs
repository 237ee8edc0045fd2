//! The method orbits: classes of nodes under groups of translations, as a unit job shop.

use super::demands::orbits_of_lists;
use crate::job_shop::{ShopBudget, orbit_shop};
use crate::model::{CayleyTask, DemandsTask, OrbitSchedule, Problem, Schedule, View, count_of};
use crate::orbit::subgroups;
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, WORDS, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most classes of nodes, and most moves of one packet of each orbit, of a search; most moves of all
/// schedules that are built from the ground up under one group, and most of these.
const MAX_CLASSES: u64 = 24;
const MAX_MOVES: u64 = 50_000;
const MAX_MOVES_IN_ALL: u64 = 200_000;
const MAX_SHOPS: u64 = 24;

/// [`orbit_shop`] towards the bound for all schedules, under one group of translations after the other.
#[derive(Debug)]
pub(crate) struct Orbits;

const ABOUT: About = About {
    word: "orbits",
    sentence: "Few classes of nodes under a group, each with packets and links of its own: isotropic tasks on Cayley graphs, and what a group keeps on lifts and graphs",
    source: "Isotask, module orbit",
    tasks: WORDS,
};

impl Method for Orbits {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if task.network().is_symmetric() {
            return Err(Unsuited::OtherTask { of: ABOUT.tasks });
        }
        let when = orbits_of_lists::when(task)?;
        Ok(Suited::new(self, View::Demands, when, move |context| orbits_of_lists::make(self, task, context)))
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        if problem.ports_of_a_node().is_some_and(|ports| ports < 2) {
            return Err(Unsuited::OnePort);
        }
        let when = match problem.objective() {
            Objective::CompletionTime => When::BeyondSymmetry { turn: 1 },
            // After those that care for the delay too.
            Objective::CompletionTimeThenAverageDelay => When::BeyondSymmetry { turn: 3 },
            Objective::AverageDelay => When::OnRequest,
        };
        Ok(Suited::new(self, View::Words, when, move |context| self.make(context)))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

impl Orbits {
    fn make(&'static self, context: &Context<'_>) -> Made {
        let task = context.problem.words()?;
        let found = search(task, context)?;
        let how = "a unit job shop under groups of translations: packets and links of every class of nodes are matched";
        Ok(found.map(|schedule| Candidate::new(self, schedule, how)))
    }
}

/// The shortest schedule under the groups that are tried; none if there is no group, or none before a stop.
fn search(task: &CayleyTask, context: &Context<'_>) -> Result<Option<Schedule>, MethodError> {
    let lower = context.bounds.best();
    let weights = lower.weights();
    let most = MAX_CLASSES.min(MAX_MOVES / task.total_distance().max(1));
    let mut best: Option<OrbitSchedule> = None;
    let given = context.options.symmetry.map(|group| vec![group.clone()]);
    for group in given.unwrap_or_else(|| subgroups(task.network(), most)) {
        if (context.options.stop)() || best.as_ref().is_some_and(|best| length(best) == lower.slots()) {
            break;
        }
        let moves = task.total_distance() * u64::from(group.classes());
        let evaluations = (MAX_MOVES_IN_ALL / moves.max(1)).clamp(1, MAX_SHOPS);
        let budget = ShopBudget { evaluations, stop: context.options.stop };
        let found = orbit_shop(task, group, lower.slots(), weights, &budget);
        if best.as_ref().is_none_or(|best| length(&found) < length(best)) {
            best = Some(found);
        }
    }
    if best.is_none() && context.options.method.is_some() {
        let found = u128::from(task.total_distance()) * 2;
        return Err(MethodError::TooManyOrbitMoves { found, most: MAX_MOVES });
    }
    Ok(best.map(Schedule::from))
}

fn length(schedule: &OrbitSchedule) -> u64 {
    count_of(schedule.slots.len())
}
