//! Scatter and broadcast along a spanning tree that is given (P2 §2 and §3), with what no schedule along that
//! tree can do without.

use super::construction::{ConstructionError, at, limit, put, require, short, tidy};
use super::scatter::farthest::{Branches, MAX_SENDS};
use super::spanning::given::GivenTree;
use crate::model::{ExplicitSchedule, Node, Packet, PortRule, Sent, count_of, wide};
use std::cmp::Reverse;

/// A schedule along a tree, with a lower bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlongTree {
    /// The schedule.
    pub schedule: ExplicitSchedule,
    /// Slots that every schedule takes whose packets follow the tree.
    pub least: u64,
}

/// Makes a scatter of `count` packets per node along a tree by P2's rule: the root sends the packets that go
/// farthest first, all others pass packets on at once.
///
/// With all ports no schedule along the tree is shorter: c·#{nodes of a subtree of the root at depth ≥ δ}
/// packets pass the link into it, and the last of them has δ − 1 hops to go. That is the number of nodes of
/// the largest subtree where c = 1 and every depth of it has two nodes, but perhaps the greatest.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2²⁴ sends.
///
/// # Complexity
/// O(S log S + T · m) for S sends, T slots and m links of the root in the tree.
///
/// # Source
/// P2 §3.
pub fn scatter_along(tree: &GivenTree, ports: PortRule, count: u64) -> Result<AlongTree, ConstructionError> {
    require(count, ports.sends())?;
    let hops = tree.outward().iter().map(|&node| u64::from(tree.depth(node))).sum::<u64>();
    limit("sends", hops.checked_mul(count), MAX_SENDS)?;
    let branches = branches(tree, count);
    let mut slots = Vec::new();
    for send in branches.sends(ports, count) {
        for (slot, hop) in (send.slot..).zip(tree.path(send.to).windows(2)) {
            put(&mut slots, slot, Sent::new(send.packet, hop[0], hop[1]));
        }
    }
    let to_all = (0..tree.network().nodes()).map(Node).filter(|&node| node != tree.root());
    let packet = |to| (0..count).map(move |_| Packet::Personal { from: tree.root(), to });
    let schedule = ExplicitSchedule { packets: to_all.flat_map(packet).collect(), slots: tidy(slots) };
    Ok(AlongTree { schedule, least: branches.least(ports, count) })
}

/// Sorts the nodes by the subtree of the root in which they are.
fn branches(tree: &GivenTree, count: u64) -> Branches {
    let nodes = tree.outward().len();
    let mut queue = vec![None; nodes];
    let mut queues = 0;
    for &node in &tree.outward()[1..] {
        let parent = tree.parent(node).filter(|&parent| parent != tree.root());
        queue[at(node)] = if let Some(parent) = parent {
            queue[at(parent)]
        } else {
            queues += 1;
            Some(queues - 1)
        };
    }
    let mut first = vec![0; nodes];
    let mut next = 0;
    for node in (0..count_of(nodes)).map(Node).filter(|&node| node != tree.root()) {
        first[at(node)] = next;
        next += count;
    }
    let depth = (0..count_of(nodes)).map(|node| tree.depth(Node(node))).collect();
    Branches { depth, queue, queues, first }
}

/// Makes a broadcast of `count` packets along a tree. Every node serves the child first whose subtree takes
/// most slots.
///
/// One packet takes the fewest slots that the tree allows. More follow each other after a period in which
/// the busiest node is done: ⌈children / k⌉ slots, and one more for receiving where nodes do one thing at a
/// time. The lower bound counts for every node the slots until it can have the first packet and those in
/// which it sends all packets to all its children.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2²⁴ sends.
///
/// # Complexity
/// O(S + n log n) for S sends and n nodes.
///
/// # Source
/// P2 §2: the tree and its order; P5 §3.3: the pipeline.
pub fn broadcast_along(
    tree: &GivenTree,
    ports: PortRule,
    count: u64,
) -> Result<AlongTree, ConstructionError> {
    require(count, ports.sends())?;
    let nodes = tree.outward().len();
    limit("sends", count_of(nodes - 1).checked_mul(count), MAX_SENDS)?;
    let together = wide(ports.sends());
    let mut children: Vec<Vec<Node>> = vec![Vec::new(); nodes];
    let mut rounds = vec![0_u64; nodes];
    let mut period = 1_u64;
    let mut least = 0;
    for &node in tree.outward().iter().rev() {
        let own = &mut children[at(node)];
        own.sort_by_key(|&child| (Reverse(rounds[at(child)]), child));
        let slots = own.chunks(together).zip(1_u64..);
        let after = slots.filter_map(|(chunk, slot)| Some(slot + rounds[at(*chunk.first()?)]));
        rounds[at(node)] = after.max().unwrap_or(0);
        let fan = count_of(own.len());
        let turns_round = ports == PortRule::HalfDuplex && node != tree.root() && fan > 0;
        period = period.max(fan.div_ceil(count_of(together)) + u64::from(turns_round));
        if fan > 0 {
            let sends = (fan * count).div_ceil(count_of(together));
            let further = if turns_round { count - 1 } else { 0 };
            least = least.max(u64::from(tree.depth(node)) + sends + further);
        }
        least = least.max(u64::from(tree.depth(node)) + count - 1);
        if let Some(parent) = tree.parent(node) {
            children[at(parent)].push(node);
        }
    }
    let mut slots = Vec::new();
    let mut arrived = vec![0_usize; nodes];
    for &node in tree.outward() {
        for (chunk, later) in children[at(node)].chunks(together).zip(0..) {
            for &child in chunk {
                let slot = arrived[at(node)] + later;
                arrived[at(child)] = slot + 1;
                for packet in 0..count {
                    let start = slot + at(Node(packet * period));
                    put(&mut slots, start, Sent::new(short(at(Node(packet))), node, child));
                }
            }
        }
    }
    // A slot without a move delays nothing.
    slots.retain(|slot| !slot.is_empty());
    let packets = (0..count).map(|_| Packet::Copied { from: tree.root() }).collect();
    let schedule = ExplicitSchedule { packets, slots: tidy(slots) };
    Ok(AlongTree { schedule, least: least.max(rounds[at(tree.root())]) })
}
