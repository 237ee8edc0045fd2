//! §5: Lemma 2, as experiments in which every node works at a queue of its own, and which rules will do.

use super::networks::{all, exchange};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket};
use crate::job_shop::{LocalAlgorithm, NodeInvariant, QueueRule, Waiting, replay_queues};
use crate::model::{CayleyGraph, CayleyTask, Link, Node};
use crate::wire::Ports;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// What a node prefers to send: the least first.
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
/// A link that leads nearer to where the destination lies, chosen by a scattering function of both ends.
fn scattered_link(graph: &CayleyGraph, message: &Waiting) -> Link {
    let (far, mixed) = (graph.distance(message.destination_seen), scattered(graph, message).1);
    let nearer = |link: &Link| {
        graph.distance(graph.offset(graph.neighbor(Node(0), *link), message.destination_seen)) < far
    };
    let links: Vec<Link> = (0..graph.links()).map(Link).filter(nearer).collect();
    links[usize::try_from(mixed >> 33).unwrap_or(0) % links.len()]
}
/// Ties go to the destination of the least number, wherever the node lies.
fn farthest_by_number(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(graph.distance(message.destination_seen)), message.destination.0)
}
fn closest_by_number(graph: &CayleyGraph, message: &Waiting) -> (Reverse<u64>, u64) {
    (Reverse(u64::MAX - graph.distance(message.destination_seen)), message.destination.0)
}
/// Rules by which a node looks at its messages as node 0 would.
const CONSISTENT: [(&str, Key); 5] = [
    ("first in first out", oldest),
    ("furthest first", farthest),
    ("closest first", closest),
    ("from the nearest origin", nearest_origin),
    (SCATTERED, scattered),
];
/// The rule that scatters the links as well.
const SCATTERED: &str = "by a scattering function";
/// Rules that read the same at every node, but look at the numbers of nodes.
const BY_NUMBER: [(&str, Key); 2] =
    [("furthest first", farthest_by_number), ("closest first", closest_by_number)];

/// A node sends the message of the least key, of equals the one that joined first, along shortest paths.
struct Rule<'a> {
    graph: &'a CayleyGraph,
    /// The same shortest path for every message; none where links are scattered.
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
                for (rule, key) in CONSISTENT {
                    let (holds, how) = replayed(&task, key, rule == SCATTERED);
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
            |docket| ruled(docket, &[("furthest first", farthest), ("closest first", closest)]),
            |docket| ruled(docket, &BY_NUMBER),
        ],
    },
];

fn ruled(docket: &mut Docket, rules: &[(&str, Key)]) -> Result<(), ClaimError> {
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
