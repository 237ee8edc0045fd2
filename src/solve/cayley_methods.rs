//! The methods of isotropic tasks on Cayley graphs.

use super::{SolveError, SolveOptions};
use crate::decompose::{color, quotient};
use crate::model::{CayleyTask, WordSchedule};
use crate::route::{SearchBudget, abelian_routes};
use crate::shop::{
    NodeInvariant, QueueRule, ShopBudget, job_shop, nearest_first, node_invariant, replay_queues,
};
use crate::wire::Objective;

/// How the schedule of an isotropic task on a Cayley graph is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CayleyMethod {
    /// One port: every node works at its queue by one rule, [`node_invariant`].
    Queue(QueueRule),
    /// Words and slots together, [`job_shop`].
    JobShop,
    /// The packets nearest home in every slot, [`nearest_first`].
    NearestFirst,
    /// Abelian networks: routes by [`abelian_routes`], their task matrix by [`quotient`].
    Quotient,
    /// An integer program, solved by HiGHS.
    #[cfg(feature = "ilp")]
    Ilp,
}

impl CayleyMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queue(rule) => rule.as_str(),
            Self::JobShop => "job-shop",
            Self::NearestFirst => "nearest-first",
            Self::Quotient => "quotient",
            #[cfg(feature = "ilp")]
            Self::Ilp => "ilp",
        }
    }

    /// How the schedule comes about, with the source.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Queue(QueueRule::Fifo) => {
                "every node sends the packet that joined its queue first, along shortest paths; all nodes are never idle (P3 Theorem 1)"
            }
            Self::Queue(QueueRule::ShortestFirst) => {
                "every node sends the packet that is nearest home (P3 Theorem 1); shortest processing time first has the least delay"
            }
            Self::Queue(QueueRule::FurthestFirst) => {
                "every node sends the packet that is farthest from home (P3 Theorem 1)"
            }
            Self::JobShop => {
                "a unit job shop: in every slot packets are matched with links that lead them on"
            }
            Self::NearestFirst => {
                "slot by slot the packets nearest home, as many as links and ports allow (P1's rule OADD)"
            }
            Self::Quotient => {
                "routes as counts of links, whose order is free on an Abelian network; rows contracted to groups, a small perfect matrix peeled"
            }
            #[cfg(feature = "ilp")]
            Self::Ilp => {
                "packets for one node as a flow over nodes and slots, solved by HiGHS, its schedule replayed"
            }
        }
    }
}

/// A schedule on its way to its certificate.
#[derive(Debug)]
pub(super) struct CayleyMade {
    pub(super) method: CayleyMethod,
    pub(super) schedule: WordSchedule,
    /// What a person may want to know.
    pub(super) notes: Vec<String>,
}

/// Most nodes times slots of a schedule by [`nearest_first`] that is not asked for.
const MOST_SCANNED: u64 = 1 << 30;
/// Most moves of a node in a schedule, of which each is held several times on its way to its certificate.
const MOST_STEPS: u64 = 1 << 23;
/// Most changes of routes in a search.
const MOST_EVALUATIONS: u64 = 20_000_000;
/// Most moves of all schedules that a search builds from the ground up, and most of these; each is repaired besides.
const MOST_SHOP_MOVES: u64 = 100_000;
const MOST_SHOPS: u64 = 5;
/// Most steps of all nodes' queues that are replayed beside a schedule.
const MOST_QUEUE_STEPS: u64 = 1 << 20;

/// The methods that suit a task without being asked for, the most promising first.
pub(super) fn methods(task: &CayleyTask, delay: bool) -> Vec<CayleyMethod> {
    match (task.ports(), task.graph().is_abelian()) {
        (1, _) if delay => vec![CayleyMethod::Queue(QueueRule::ShortestFirst)],
        (1, _) => vec![CayleyMethod::Queue(QueueRule::Fifo)],
        (_, abelian) if delay => {
            let slots = task.total_distance() / u64::from(task.ports());
            let few = task.graph().nodes().saturating_mul(slots) <= MOST_SCANNED;
            let nearest = few.then_some(CayleyMethod::NearestFirst);
            // Routes by counts are the surer way to the least completion time.
            let in_time = task.document().objective == Objective::CompletionTimeThenAverageDelay;
            let quotient = (in_time && abelian).then_some(CayleyMethod::Quotient);
            nearest.into_iter().chain(quotient).chain([CayleyMethod::JobShop]).collect()
        }
        (_, true) => vec![CayleyMethod::Quotient, CayleyMethod::JobShop],
        (_, false) => vec![CayleyMethod::JobShop],
    }
}

/// What a schedule aims at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim<'a> {
    /// The bound on the slots.
    pub(super) slots: u64,
    /// The link weights that prove it, if it is proved so: best words are those of least weight.
    pub(super) weights: Option<&'a [u64]>,
}

/// Refuses a task whose schedule would not fit memory, before anything is done for it.
pub(super) fn require_size(task: &CayleyTask) -> Result<(), SolveError> {
    let found = task.total_distance();
    if found > MOST_STEPS { Err(SolveError::TooManySteps { found, most: MOST_STEPS }) } else { Ok(()) }
}

/// Makes a schedule.
pub(super) fn make(
    task: &CayleyTask,
    method: CayleyMethod,
    aim: Aim<'_>,
    options: &SolveOptions<'_>,
) -> Result<CayleyMade, SolveError> {
    let not_for = |fault: &str| SolveError::Construction { method: method.as_str(), fault: fault.to_owned() };
    let mut notes = Vec::new();
    let schedule = match method {
        CayleyMethod::Queue(_) if task.ports() > 1 && task.rows() > 0 => {
            return Err(not_for("for one port; job-shop takes any number"));
        }
        CayleyMethod::Queue(rule) => {
            notes.extend(replayed(task, rule));
            node_invariant(task, rule)
        }
        CayleyMethod::JobShop => {
            let evaluations = (MOST_SHOP_MOVES / task.total_distance().max(1)).clamp(1, MOST_SHOPS);
            let budget = ShopBudget { evaluations, stop: options.stop };
            job_shop(task, aim.slots, aim.weights, &budget)
        }
        CayleyMethod::NearestFirst => nearest_first(task),
        CayleyMethod::Quotient if !task.graph().is_abelian() => {
            return Err(not_for("for networks whose generators commute; job-shop takes any"));
        }
        CayleyMethod::Quotient => by_quotient(task, aim.slots, options),
        #[cfg(feature = "ilp")]
        CayleyMethod::Ilp => unreachable!("the integer program improves a schedule that is made"),
    };
    Ok(CayleyMade { method, schedule, notes })
}

/// Chooses routes, decomposes their task matrix, and gives every packet its links in the order of their slots.
fn by_quotient(task: &CayleyTask, target: u64, options: &SolveOptions<'_>) -> WordSchedule {
    let budget = SearchBudget { evaluations: MOST_EVALUATIONS, stop: options.stop };
    let routes = abelian_routes(task, target, &budget);
    let matrix = routes.matrix(task.graph().links()).expect("routes of the task itself");
    let form = quotient(&matrix, task.ports());
    let packets = task.classes().iter().flat_map(|class| (0..class.count).map(|_| class.offset)).collect();
    WordSchedule::from_coloring(packets, &matrix, &color(&matrix, &form))
}

/// Has every node work at a queue of its own, where that is not too much.
fn replayed(task: &CayleyTask, rule: QueueRule) -> Option<String> {
    let steps = task.graph().nodes().checked_mul(task.total_distance())?;
    if steps > MOST_QUEUE_STEPS || steps == 0 {
        return None;
    }
    let replay = replay_queues(task, &NodeInvariant::new(task.graph(), rule));
    let replay = replay.expect("P3 Lemma 2: a rule that is the same at every node keeps the queues alike");
    Some(format!(
        "slot by slot the queues of all {} nodes were replayed: alike up to translation (P3 Lemma 2); the longest held {}",
        task.graph().nodes(),
        if replay.greatest_queue == 1 {
            "1 packet".to_owned()
        } else {
            format!("{} packets", replay.greatest_queue)
        }
    ))
}
