//! Reads algorithms of the tools of MSCCL: steps with their sends.

use super::buffers::Buffers;
use super::fault::ScheduleFault;
use super::packets::Packets;
use super::read::{MovePlace, Moves, ReadSchedule};
use super::reader::{Reader, json_fault};
use crate::grammar::shown;
use crate::graph::edge_coloring;
use crate::model::{Node, Problem, count_of};
use crate::wire::{Collective, Ports};
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) const READER: Reader = Reader {
    name: "an algorithm of MSCCL in JSON",
    recognizes: |text| text.trim_start().starts_with('{') && text.contains("\"msccl_type\""),
    read,
};

#[derive(Deserialize)]
struct Algorithm {
    collective: Named,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    nodes: u64,
}

#[derive(Deserialize)]
struct Step {
    rounds: u64,
    sends: Vec<Vec<u64>>,
}

/// Reads the steps. Each round of a step is a slot. With one port, an edge colouring assigns the sends of a
/// step to slots in which a node sends and receives at most once; otherwise the sends of each link are spread
/// in their order.
fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    let Algorithm { collective, steps } = serde_json::from_str(text).map_err(|fault| json_fault(&fault))?;
    require_collective(&collective, problem)?;
    let packets = Packets::of(problem)?;
    let mut moves = Moves::new(&packets);
    let mut first = 0_usize;
    for (number, step) in steps.iter().enumerate() {
        if step.rounds == 0 && !step.sends.is_empty() {
            let place = MovePlace::Send(number, 0);
            return Err(ScheduleFault::at(place, "a send in a step of 0 rounds, expected 1 at least"));
        }
        let mut taken: BTreeMap<[u64; 2], u64> = BTreeMap::new();
        let by_port = rounds_by_port(step, problem);
        for (index, send) in step.sends.iter().enumerate() {
            let place = MovePlace::Send(number, index);
            let [block, from, to] = send[..] else {
                let message = format!("{} numbers, expected [address, sender, receiver]", send.len());
                return Err(ScheduleFault::at(place, message));
            };
            let key = packets.numbered(block, true).map_err(|message| ScheduleFault::at(place, message))?;
            let known = from.max(to) < packets.nodes;
            let capacity = if known { problem.network().capacity(Node(from), Node(to)).max(1) } else { 1 };
            let before = taken.entry([from, to]).or_default();
            // Sends beyond the capacity of the rounds go into the last round, where the checker refuses them.
            let round = by_port.as_ref().map_or(*before / capacity, |rounds| rounds[index]);
            let round = round.min(step.rounds.max(1) - 1);
            *before += 1;
            let slot = first.saturating_add(usize::try_from(round).unwrap_or(usize::MAX));
            moves.push(slot, [from, to], key, place)?;
        }
        first = first.saturating_add(usize::try_from(step.rounds).unwrap_or(usize::MAX));
        moves.extend_to(first)?;
    }
    Ok(vec![moves.schedule(problem)])
}

/// Returns the rounds of the sends of a step if every node has one port: the fewest possible.
fn rounds_by_port(step: &Step, problem: &Problem) -> Option<Vec<u64>> {
    let nodes = problem.network().nodes();
    let place = |node: &u64| usize::try_from(*node).ok().filter(|_| *node < nodes);
    let ends = |send: &Vec<u64>| Some([place(send.get(1)?)?, place(send.get(2)?)?]);
    let ends: Option<Vec<[usize; 2]>> = step.sends.iter().map(ends).collect();
    let ends = ends.filter(|_| problem.document().ports == Ports::One && step.rounds > 1)?;
    Some(edge_coloring(&ends).into_iter().map(count_of).collect())
}

/// Refuses an algorithm for another collective than the task, or for other nodes.
fn require_collective(found: &Named, problem: &Problem) -> Result<(), ScheduleFault> {
    let (collective, ..) = Collective::of(&problem.document().task);
    let letters = |name: &str| -> String {
        let name = name.chars().take_while(|letter| *letter != '(').filter(char::is_ascii_alphabetic);
        name.collect::<String>().to_lowercase()
    };
    let nodes = problem.network().nodes();
    let is_of = letters(&found.name) == letters(collective.as_str());
    let says_root = found.name.split_once("root=").map(|(_, rest)| rest.trim_end_matches(')'));
    let other_root =
        says_root.is_some_and(|said| said.parse() != Ok(Buffers::of(problem).root().unwrap_or(u64::MAX)));
    if collective == Collective::Exchange || !is_of || other_root || found.nodes != nodes {
        return Err(ScheduleFault::OtherTask {
            found: format!("an algorithm for {} of {} nodes", shown(&found.name), found.nodes),
            expected: format!("{} of {nodes} nodes as in the task", collective.as_str()),
        });
    }
    Ok(())
}
