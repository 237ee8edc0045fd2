//! The method halves: a reduce-scatter, then an allgather.

use crate::model::{
    AllreduceTask, ExplicitGraph, ModelError, Packet, Problem, Schedule, Sent, View, count_of,
};
use crate::solve::method::{ALLREDUCE, About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::joined_halves;
use crate::wire::Task;
use std::convert::Infallible;

/// [`joined_halves`] of the best schedules of a reduce-scatter and an allgather.
#[derive(Debug)]
pub(crate) struct Halves;

const ABOUT: About = About {
    word: "halves",
    sentence: "Allreduce: the best reduce-scatter, then the best allgather of the sums, every move as early as it can be",
    source: "Rabenseifner, Optimization of collective reduction operations, 2004",
    tasks: ALLREDUCE,
};

impl Method for Halves {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_allreduce<'a>(&'static self, task: &'a AllreduceTask) -> Result<Suited<'a>, Unsuited> {
        let when = When::Tried { turn: 1 };
        Ok(Suited::new(self, View::Allreduce, when, move |context| self.make(task, context)))
    }
}

impl Halves {
    fn make(&'static self, task: &AllreduceTask, context: &Context<'_>) -> Made {
        // Of the blocks that are too many the last are left out.
        let count = task.count().div_ceil(task.network().hosts());
        let Some(combining) = half(task, Task::MultinodeAccumulation { count }, context)? else {
            return Ok(None);
        };
        let is_directed = task.network().link_list().is_some_and(ExplicitGraph::is_directed);
        let spreading = if is_directed {
            half(task, Task::MultinodeBroadcast { count }, context)?
        } else {
            Some(turned(&combining))
        };
        let Some(spreading) = spreading else { return Ok(None) };
        let schedule = joined_halves(task, combining, spreading);
        let how = "a reduce-scatter, then an allgather of the sums, every move as early as links and ports are free";
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}

/// Returns the moves of the best schedule of a half, each with its block; those of blocks that the task does
/// not have are left out.
fn half(
    task: &AllreduceTask,
    half: Task,
    context: &Context<'_>,
) -> Result<Option<Vec<Vec<Sent>>>, ModelError> {
    let problem = Problem::new(&task.document().with_task(half))?;
    let schedule = context.solve(&problem, false);
    Ok(schedule.map(|schedule| moves(task, &problem, &schedule)))
}

/// Returns the moves of a schedule of all nodes; blocks are numbered by their place among those of a
/// host, then by that host.
fn moves(task: &AllreduceTask, problem: &Problem, schedule: &Schedule) -> Vec<Vec<Sent>> {
    let hosts: Vec<u64> = task.hosts().map(u64::from).collect();
    let mut slots: Vec<Vec<Sent>> = Vec::new();
    let visited: Result<(), Infallible> =
        schedule.visit(problem, None, 0..schedule.length(), |slot, sent| {
            let (Packet::Copied { from: home } | Packet::Combined { to: home }) = sent.packet else {
                unreachable!("the halves copy and combine")
            };
            let place = count_of(hosts.partition_point(|&host| host < home.0));
            let block = sent.copy.unwrap_or(0) * count_of(hosts.len()) + place;
            if block < task.count() {
                let block = u32::try_from(block).expect("an allreduce has fewer than 2^25 blocks");
                let slot = usize::try_from(slot).expect("a slot with a move");
                slots.resize(slots.len().max(slot + 1), Vec::new());
                slots[slot].push(Sent::new(block, sent.from, sent.to));
            }
            Ok(())
        });
    let Ok(()) = visited;
    slots
}

/// Returns the moves backwards in time, where links lead both ways.
fn turned(slots: &[Vec<Sent>]) -> Vec<Vec<Sent>> {
    crate::model::reversed(slots, |sent| Sent::new(sent.packet, sent.to(), sent.from()))
}
