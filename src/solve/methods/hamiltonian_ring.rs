//! Multinode broadcast round a Hamiltonian cycle.

use super::collective::spreading::{self, MULTINODE, require_sends, spreading};
use super::demands::lists;
use crate::job_shop::{ListFound, ListTry};
use crate::model::{CollectiveTask, DemandsTask, Packet, PortRule, View, count_of};
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_ring;

/// [`multinode_broadcast_ring`], with one port.
#[derive(Debug)]
pub(crate) struct HamiltonianRing;

const ABOUT: About = About {
    word: "hamiltonian-ring",
    sentence: "Multinode broadcast round a Hamiltonian cycle, with one port used; with one port none is shorter",
    source: "P2 §2; Gray, Pulse code communication, 1953; Pósa, Hamiltonian circuits in random graphs, 1976",
    tasks: MULTINODE.tasks,
};

const HOW: &str = "every node passes on what it received, round a Hamiltonian cycle (P2 §2)";

impl Method for HamiltonianRing {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        MULTINODE.require(task)?;
        // With full-duplex ports other methods are as short, and symmetric.
        let when = if task.ports() == PortRule::HalfDuplex { When::FIRST } else { When::OnRequest };
        Ok(Suited::new(self, View::Collective, when, move |context| self.make(task, context)))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if multinode_count(task).is_none() {
            return Err(Unsuited::OtherTask {
                of: "multinode broadcasts and accumulations without switches",
            });
        }
        let has_one_port = matches!(task.ports(), PortRule::FullDuplex(1) | PortRule::HalfDuplex);
        let when = if has_one_port { When::FIRST } else { When::OnRequest };
        Ok(Suited::new(self, View::Demands, when, move |context| self.of_demands(task, context)))
    }
}

impl HamiltonianRing {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        require_sends(&task, true)?;
        let ring = multinode_broadcast_ring(task.network(), task.ports(), task.count())?;
        Ok(Some(spreading::candidate(self, context, ring, HOW)))
    }

    fn of_demands(&'static self, task: &DemandsTask, context: &Context<'_>) -> Made {
        let forward = task.is_combined().then(|| task.reversed());
        let forward = forward.as_ref().unwrap_or(task);
        let Some(count) = multinode_count(forward) else { return Ok(None) };
        let schedule = match multinode_broadcast_ring(forward.network(), forward.ports(), count) {
            Ok(schedule) => schedule,
            // Where no cycle is found, other methods take more slots.
            Err(_) if context.options.method.is_none() => return Ok(None),
            Err(fault) => return Err(fault.into()),
        };
        let attempt = ListTry::new(HOW, false, &schedule.slots);
        let schedule = if task.is_combined() { schedule.reversed() } else { schedule };
        let found = ListFound { schedule, tries: vec![attempt], cut_short: None };
        let candidate: Candidate = lists::candidate(self, task, context, found, HOW);
        Ok(Some(candidate))
    }
}

/// The packets of every node, if all nodes send equally many to all others, or combine them.
fn multinode_count(task: &DemandsTask) -> Option<u64> {
    let loads = task.loads();
    let count = loads.first()?.count();
    let is_one_of_all = |packet: Packet| matches!(packet, Packet::Copied { .. } | Packet::Combined { .. });
    let is_multinode = count_of(loads.len()) == task.network().nodes()
        && loads.iter().all(|load| load.count() == count && is_one_of_all(load.packet()));
    is_multinode.then_some(count)
}
