//! Packets made for the delay: each arrives as soon as the others let it.

use super::lists::{require_personal, search};
use super::symmetric::written_out;
use crate::job_shop::{SoonestAim, SoonestFound, soonest};
use crate::model::{DemandsTask, ExplicitSchedule, IsotropicTask, Problem, Schedule, View, count_of};
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, When, Work};
use crate::solve::notes::Explanation;
use crate::solve::units::{rank_of_all, total_delay};
use crate::solve::unsuited::Unsuited;
use crate::wire::{Objective, Per};

/// Slots, beside twice those of the best schedule, within which packets may come later for less delay.
const EXTRA_SLOTS: u64 = 64;
/// Most moves of all nodes of an isotropic task whose packets are listed.
const MAX_LISTED_MOVES: u128 = 1 << 14;

/// [`soonest`], from the best schedule of the other methods, and from the ground up. Of isotropic tasks the
/// packets of all nodes are listed, within the least slots of all schedules.
#[derive(Debug)]
pub(crate) struct Soonest;

const ABOUT: About = About {
    word: "soonest",
    sentence: "Demands, for the delay: the nearest packets first, each on the way on which it arrives soonest, then taken out and put back in other orders; small isotropic tasks too",
    source: "P1 §6, OADD; Isotask, module job_shop",
    tasks: "packets that go from node to node",
};

const HOW: &str = "each packet on the way on which it arrives soonest, taken out and put back in other orders while the delay falls";

impl Method for Soonest {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        _: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        on_all_nodes(View::Rows, problem)
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        on_all_nodes(View::Words, problem)
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        require_personal(task)?;
        if task.document().objective == Objective::CompletionTime {
            return Err(Unsuited::NoDelay);
        }
        Ok(Suited::of_work(self, View::Demands, When::Improves, Sooner { task }))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

/// An isotropic task, of which every node does its own.
fn on_all_nodes(view: View, problem: &Problem) -> Result<Suited<'_>, Unsuited> {
    let moves = problem.total_distance_of_a_node().unwrap_or(u128::MAX);
    if problem.objective() != Objective::CompletionTimeThenAverageDelay {
        return Err(Unsuited::NoDelay);
    }
    if moves.saturating_mul(problem.network().nodes().into()) > MAX_LISTED_MOVES {
        return Err(Unsuited::OtherNetwork { of: "isotropic tasks of at most 16384 moves of all nodes" });
    }
    Ok(Suited::new(&Soonest, view, When::BeyondSymmetry { turn: 4 }, move |context| {
        of_all_nodes(problem, context)
    }))
}

/// Less delay in as many slots as the best schedule takes, whose packets are listed for every node.
fn of_all_nodes(problem: &Problem, context: &Context<'_>) -> Made {
    let task = DemandsTask::new(problem.document())?;
    let nodes = problem.network().nodes();
    let given = context.best.map(|best| written_out(&task, problem, &best.schedule));
    let horizon = match &given {
        Some(given) => count_of(given.slots.len()),
        None => problem.packets().unwrap_or(0).saturating_mul(problem.network().diameter()),
    };
    let lower = least(context, nodes);
    let found = sooner(&task, given.as_ref(), SoonestAim { horizon, lower }, context);
    let rank = |found: &SoonestFound| (found.delay, found.schedule.slots.len());
    let found = found.into_iter().min_by_key(rank);
    Ok(found.map(|found| {
        let cut_short = found.cut_short;
        Candidate { cut_short, ..Candidate::new(&Soonest, found.schedule, HOW) }
    }))
}

/// The greatest bound on the delay of the packets of all nodes; 0 where there is none.
fn least(context: &Context<'_>, nodes: u64) -> u64 {
    let delays = context.bounds.delays(Per::Network, nodes);
    delays.first().map_or(0, |bound| u64::try_from(bound.lower.value()).unwrap_or(u64::MAX))
}

/// Returns the improved schedule, and one made anew where that does not meet the bound.
fn sooner(
    task: &DemandsTask,
    given: Option<&ExplicitSchedule>,
    aim: SoonestAim,
    context: &Context<'_>,
) -> Vec<SoonestFound> {
    let search = search(task, context);
    let mut made: Vec<SoonestFound> = Vec::new();
    made.extend(given.and_then(|given| soonest(task, Some(given), aim, search)));
    if made.iter().all(|found| found.delay > aim.lower) {
        made.extend(soonest(task, None, aim, search));
    }
    made
}

/// Less delay than the best schedule has.
struct Sooner<'a> {
    task: &'a DemandsTask,
}

impl Work for Sooner<'_> {
    fn improve(&self, context: &Context<'_>, mut candidate: Candidate) -> Result<Candidate, MethodError> {
        let (objective, all_nodes) = (context.problem.objective(), context.problem.network().nodes());
        let lower = least(context, all_nodes);
        if total_delay(&candidate.schedule).is_some_and(|delay| delay <= lower.into()) {
            return Ok(candidate);
        }
        let task = &*self.task.without_spare_links();
        let horizon = horizon(task, objective, &candidate.schedule);
        let given = candidate.schedule.explicit().cloned();
        for found in sooner(task, given.as_ref(), SoonestAim { horizon, lower }, context) {
            let SoonestFound { schedule, cut_short, .. } = found;
            let found = Candidate { cut_short, ..Candidate::new(&Soonest, schedule, HOW) };
            candidate.tried.push(Explanation::Tried {
                word: ABOUT.word,
                slots: found.schedule.length(),
                moves: None,
                delay: total_delay(&found.schedule),
            });
            // A schedule with fewer moves alone is not needed.
            let all = |candidate: &Candidate| rank_of_all(objective, &candidate.schedule, all_nodes);
            if all(&found) < all(&candidate) {
                let Candidate { notes, tried, proved, .. } = candidate;
                candidate = Candidate { notes, tried, proved, ..found };
            }
        }
        Ok(candidate)
    }
}

/// Most slots: those of the best schedule where they count first, else some more, in which packets may come
/// later for less delay.
fn horizon(task: &DemandsTask, objective: Objective, schedule: &Schedule) -> u64 {
    let length = schedule.length();
    match objective {
        Objective::AverageDelay => {
            let far = task.network().diameter();
            task.least_moves().min(2 * length + far + EXTRA_SLOTS).max(length)
        }
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => length,
    }
}
