//! §5: Lemma 2 as experiments in which every node serves its own queue, and the rules for which it holds.

use super::networks::{all, exchange};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket};
use crate::job_shop::{LocalAlgorithm, NodeInvariant, QueueRule, Waiting, replay_queues};
use crate::model::{CayleyGraph, CayleyTask, Link, Node};
use crate::wire::Ports;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The priority of a message; a node sends the least first.
type Key = fn(&CayleyGraph, &Waiting) -> (Reverse<u64>, u64);

fn oldest(_graph: &CayleyGraph, _message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(0), 0)
}
fn farthest(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(graph.distance(message.destination_seen)), message.destination_seen.0)
}
fn closest(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(u64::MAX - graph.distance(message.destination_seen)), message.destination_seen.0)
}
fn nearest_origin(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(u64::MAX - graph.distance(message.origin_seen)), message.origin_seen.0)
}
fn scattered(_graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    let mixed =
        (message.destination_seen.0 << 32 | message.origin_seen.0).wrapping_mul(6_364_136_223_846_793_005);
    (Reverse(mixed >> 33), mixed)
}
/// Returns a link that leads nearer to the destination, chosen by a hash of both ends.
fn scattered_link(graph: &CayleyGraph, message: &Waiting) -> Link {
    let (far, mixed) = (graph.distance(message.destination_seen), scattered(graph, message).1);
    let nearer = |link: &Link| {
        graph.distance(graph.offset(graph.neighbor(Node(0), *link), message.destination_seen)) < far
    };
    let links: Vec<Link> = (0..graph.links()).map(Link).filter(nearer).collect();
    links[usize::try_from(mixed >> 33).unwrap_or(0) % links.len()]
}
/// Prefers the farthest destination; ties go to the least node number, so that nodes decide differently.
fn farthest_by_number(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(graph.distance(message.destination_seen)), message.destination.0)
}
fn closest_by_number(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(u64::MAX - graph.distance(message.destination_seen)), message.destination.0)
}
/// Rules by which every node decides as node 0 would, since they see positions relative to the node.
const NODE_INVARIANT_RULES: [(&str, Key); 5] = [
    ("first in first out", oldest),
    ("furthest first", farthest),
    ("closest first", closest),
    ("from the nearest origin", nearest_origin),
    (HASHED_RULE, scattered),
];
/// The name of the rule that chooses links by a hash as well.
const HASHED_RULE: &str = "by a scattering function";
/// Rules that have one text for all nodes, but break ties by absolute node numbers.
const NUMBER_DEPENDENT_RULES: [(&str, Key); 2] =
    [("furthest first", farthest_by_number), ("closest first", closest_by_number)];

/// A rule that sends the message of the least key, of equals the one that joined first, along shortest paths.
struct Rule<'a> {
    graph: &'a CayleyGraph,
    /// One shortest path for every offset; none where links are chosen by a hash.
    paths: Option<NodeInvariant<'a>>,
    key: Key,
}

impl LocalAlgorithm for Rule<'_> {
    fn select(&self, _node: Node, queue: &VecDeque<Waiting>) -> usize {
        (0..queue.len()).min_by_key(|&place| (self.key)(self.graph, &queue[place])).unwrap_or(0)
    }

    fn link(&self, node: Node, message: &Waiting) -> Link {
        match &self.paths {
            Some(paths) => paths.link(node, message),
            None => scattered_link(self.graph, message),
        }
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P3.Lemma2",
        parts: &[|docket| {
            for (name, network) in all()? {
                let task = exchange(&network, Ports::One)?;
                for (rule, key) in NODE_INVARIANT_RULES {
                    let (holds, how) = replayed(&task, key, rule == HASHED_RULE);
                    docket.is(format!("{name} {rule}"), holds, how);
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.rules",
        parts: &[
            |docket| judge_rules(docket, &[("furthest first", farthest), ("closest first", closest)]),
            |docket| judge_rules(docket, &NUMBER_DEPENDENT_RULES),
        ],
    },
];

fn judge_rules(docket: &mut Docket, rules: &[(&str, Key)]) -> Result<(), ClaimError> {
    for (name, network) in all()? {
        let task = exchange(&network, Ports::One)?;
        for &(rule, key) in rules {
            let (holds, how) = replayed(&task, key, false);
            docket.is(format!("{name} {rule}"), holds, how);
        }
    }
    Ok(())
}

/// Whether all queues remain alike and are empty after σ slots.
fn replayed(task: &CayleyTask, key: Key, scattered: bool) -> (bool, String) {
    let graph = task.graph();
    let paths = (!scattered).then(|| NodeInvariant::new(graph, QueueRule::Fifo));
    let rule = Rule { graph, paths, key };
    match replay_queues(task, &rule) {
        Ok(replay) => {
            let how = format!("the queues of all nodes compared after each of {} slots", replay.slots);
            (replay.slots == task.total_distance(), how)
        }
        Err(fault) => (false, format!("the queues of all nodes replayed: {fault}")),
    }
}
