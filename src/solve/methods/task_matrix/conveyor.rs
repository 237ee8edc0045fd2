//! The method conveyor: rings and tori in the least slots of all schedules, symmetric or not.

use crate::model::{Exchange, IsotropicTask, MAX_CLASSED_NODES, OrbitSchedule, Problem, View};
use crate::orbit::{RingPlan, exchange_on_torus, has_odd_tie, on_ring};
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Made, Method, ROWS, Suited, When};
use crate::solve::options::MAX_ORBIT_MOVES;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Every isotropic task on a ring, and total exchange on tori in which one tie cannot be divided by one node,
/// both with two ports or more: several classes of nodes divide what one cannot, and long packets that never
/// wait go between others.
#[derive(Debug)]
pub(crate) struct Conveyor;

/// Most moves of one packet of each orbit for which a ring's schedule is written slot by slot.
const MAX_WRITTEN: u64 = 1_000_000;

/// The parts of a schedule.
enum Plan {
    Ring(RingPlan),
    Torus(usize),
}

const ABOUT: About = About {
    word: "conveyor",
    sentence: "Two ports or more, rings and total exchange on tori in the least slots of all schedules: classes of nodes divide ties, long packets never wait",
    source: "Isotask, module orbit",
    tasks: ROWS,
};

impl Method for Conveyor {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        plan(task)?;
        let when = match problem.objective() {
            Objective::CompletionTime => When::BeyondSymmetry { turn: 0 },
            // After those that care for the delay too.
            Objective::CompletionTimeThenAverageDelay => When::BeyondSymmetry { turn: 2 },
            Objective::AverageDelay => When::OnRequest,
        };
        Ok(Suited::new(self, View::Rows, when, move |_| self.make(task)))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

impl Conveyor {
    fn make(&'static self, task: &IsotropicTask) -> Made {
        let schedule = match plan(task)? {
            Plan::Ring(plan) if plan.moves() > MAX_WRITTEN.into() => {
                let how = "the packets of the greatest offsets go -, one offset is divided among the nodes; long packets \
                           never wait, the others go between them";
                return Ok(Some(Candidate::new(self, plan, how)));
            }
            Plan::Ring(plan) => on_ring(task.network(), &plan),
            Plan::Torus(index) => {
                require_moves(2 * task.total_distance())?;
                exchange_on_torus(task.network(), index, task.ports())
            }
        };
        let how = how(&schedule);
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}

/// Plans the schedule of a task, before anything is made.
fn plan(task: &IsotropicTask) -> Result<Plan, Unsuited> {
    let network = task.network();
    let elsewhere = Unsuited::OtherNetwork {
        of: "rings of 3 nodes or more, and total exchange of one packet on tori with exactly one even radix, 4 or more",
    };
    if network.nodes() > MAX_CLASSED_NODES {
        return Err(elsewhere);
    }
    if task.ports() < 2 {
        return Err(Unsuited::OnePort);
    }
    if let [ring] = network.dimensions()
        && !ring.is_single_link()
    {
        let offsets: Vec<(u64, u64)> = task.classes().map(|class| (class.offset.0, class.count)).collect();
        return Ok(Plan::Ring(RingPlan::new(network.nodes(), &offsets)));
    }
    let all = task.packets().exchange() == Some(Exchange { min: 1, max: network.diameter(), count: 1 });
    has_odd_tie(network).filter(|_| all).map(Plan::Torus).ok_or(elsewhere)
}

fn require_moves(found: u128) -> Result<(), MethodError> {
    let most = MAX_ORBIT_MOVES;
    if found <= most.into() { Ok(()) } else { Err(MethodError::TooManyOrbitMoves { found, most }) }
}

fn how(schedule: &OrbitSchedule) -> &'static str {
    if schedule.group.classes() == 1 {
        "long packets never wait, the others go between them; no node needs to differ from others"
    } else {
        "classes of nodes divide the packets that one node cannot; long packets never wait, the others go between them"
    }
}
