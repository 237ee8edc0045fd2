//! The schedule of a ring by the conveyor rule: the document only states which packets go which way.
//!
//! Of n nodes' packets the `minus` of the greatest offsets go −, the others +, so at most one offset is
//! divided. Of that, after as many copies as every node can send alike, one is left of which a out of n nodes
//! send theirs −: those v for which ⌊(v + 1)·a/n⌋ > ⌊v·a/n⌋. In either direction these are the long packets,
//! ℓ hops each, and all others of a node stand one behind the other in a chain of U hops, its filler. Long
//! packets never wait. A filler waits one slot where a long packet starts, and again whenever one passes; it
//! stops after ℓ − K hops, K being the most long packets that cross a link, until slot ℓ, and then all
//! fillers go on together.
//!
//! Why this is a schedule of max(ℓ, U + K) slots: every wait of a filler uses up a long packet of its own,
//! which started among the ℓ classes up to the one where the filler is. So a filler waits at most K times in
//! ℓ slots and makes ℓ − K hops at least. In a balanced word every ℓ neighbours have ⌊ℓ·a/n⌋ or ⌈ℓ·a/n⌉ ones,
//! so K = ⌈ℓ·a/n⌉.

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::orbit::Orbits;
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, small_enough, spend_copies};
use crate::replay::slot_by_slot::replay_all;
use crate::task::isotropic::Isotropic;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;
use isotask_wire::{Ends, Move, NodeRef, Slots};

/// The packets of one direction.
#[derive(Debug, Default)]
struct OneWay {
    /// U, the hops of all packets that a node sends as all others do.
    filler: u128,
    /// The hops of a long packet, and the number of the n nodes that send one.
    long: Option<(u64, u64)>,
}

/// Packets that all nodes send alike: their hops, and their number.
type Alike = (u64, u64);

/// Counts slots and moves of the rule, and replays it as a schedule of orbits if that is small enough.
///
/// # Complexity
/// Time O(offsets), space O(1), and the cost of a replay within the limit.
pub(crate) fn replay(
    problem: &Problem,
    task: &Isotropic,
    minus: u64,
    options: Options,
) -> Result<Run, Rejection> {
    let network = &task.network;
    let expected = "one of another kind: conveyors are for rings of 3 nodes or more, and two ports or more";
    let is_ring = network.dimensions().len() == 1 && network.nodes > 2;
    if !is_ring || task.rule.half_duplex || task.ports < 2 {
        return Err(Rejection::ScheduleDoesNotFit { expected });
    }
    require_few_nodes(network)?;
    let (nodes, [plus, back]) = (network.nodes, divided(task, minus, |_| ())?);
    let overflow = || Rejection::Overflow { place: "schedule.minus".to_owned() };
    let small = |number: Option<u128>| number.and_then(|n| u64::try_from(n).ok()).ok_or_else(overflow);
    let slots = Some(plus.slots(nodes).max(back.slots(nodes)));
    let moves = plus.moves(nodes).zip(back.moves(nodes)).and_then(|(one, other)| one.checked_add(other));
    let counts =
        Counts { completion_time: small(slots)?, transmissions: small(moves)?.into(), ..Counts::default() };
    let packets = small(u128::from(task.rows).checked_mul(nodes.into()))?;
    if small_enough(1, counts.transmissions.max(packets.into()), options) {
        spend_copies(network, narrowed(counts.transmissions).max(packets))?;
        let mut chains = [Vec::new(), Vec::new()];
        divided(task, minus, |alike| {
            for (chain, packets) in chains.iter_mut().zip(alike) {
                chain.push(packets);
            }
        })?;
        // The farthest packets go first.
        for chain in &mut chains {
            chain.reverse();
        }
        let (subgroup, ends, moves) = spelled(nodes, &[plus, back], &chains);
        let slots: Slots<Move> = moves.into();
        let orbits = Orbits::new(problem, &subgroup, ends.iter(), wide(slots.moves().len()), options)?;
        let mut run = replay_all(orbits, &slots)?;
        run.replayed.form = Form::Conveyor;
        return Ok(run);
    }
    let shape = Shape { form: Form::Conveyor, replay: Extent::Lemma, packets };
    Ok(Run::new(network, task.rule.each, shape, &counts))
}

/// Divides the packets between + and −, offset by offset, the nearest first; `alike` gets those of each
/// direction that all nodes send alike.
fn divided(
    task: &Isotropic,
    minus: u64,
    mut alike: impl FnMut([Alike; 2]),
) -> Result<[OneWay; 2], Rejection> {
    let nodes = u128::from(task.network.nodes);
    let all = u128::from(task.rows) * nodes;
    let too_large = Rejection::MinusTooLarge { found: minus, most: narrowed(all) };
    let mut left = all.checked_sub(minus.into()).ok_or(too_large)?;
    let [mut plus, mut back] = [OneWay::default(), OneWay::default()];
    task.visit(|offset| {
        let (hops, round) = (offset.index, task.network.nodes - offset.index);
        let own = u128::from(offset.count) * nodes;
        let forth = left.min(own);
        left -= forth;
        let there = own - forth;
        // At most the count, and below the number of nodes.
        let (whole, rest) = (narrowed(there / nodes), narrowed(there % nodes));
        if rest > 0 {
            plus.long = Some((hops, task.network.nodes - rest));
            back.long = Some((round, rest));
        }
        let packets = [(hops, offset.count - whole - u64::from(rest > 0)), (round, whole)];
        for (way, (hops, count)) in [&mut plus, &mut back].into_iter().zip(packets) {
            // The task keeps the hops of all packets of a node below 2⁶³, whichever way they go.
            way.filler += u128::from(hops) * u128::from(count);
        }
        alike(packets);
        Ok(())
    })?;
    Ok([plus, back])
}

fn narrowed(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl OneWay {
    /// Returns K, the most long packets that cross a link.
    fn load(&self, nodes: u64) -> u128 {
        self.long
            .map_or(0, |(hops, senders)| (u128::from(hops) * u128::from(senders)).div_ceil(u128::from(nodes)))
    }

    /// Returns the number of slots, max(ℓ, U + K).
    fn slots(&self, nodes: u64) -> u128 {
        let length = self.long.map_or(0, |(hops, _)| u128::from(hops));
        (self.filler + self.load(nodes)).max(length)
    }

    /// Returns the hops of all packets of all nodes; none on overflow.
    fn moves(&self, nodes: u64) -> Option<u128> {
        let long = self.long.map_or(0, |(hops, senders)| u128::from(hops) * u128::from(senders));
        self.filler.checked_mul(nodes.into())?.checked_add(long)
    }
}

/// Writes the schedule out as one of orbits: generators, packets, slots. The caller bounds moves and packets.
fn spelled(
    nodes: u64,
    ways: &[OneWay; 2],
    chains: &[Vec<Alike>; 2],
) -> (Vec<NodeRef>, Vec<Ends>, Vec<Vec<Move>>) {
    let senders = ways[1].long.map_or(nodes, |(_, senders)| senders);
    // The word has the period n/gcd(n, a).
    let classes = nodes / greatest_common_divisor(nodes, senders);
    let subgroup = if classes == nodes { Vec::new() } else { vec![NodeRef::Index(classes)] };
    let (mut packets, mut slots) = (Vec::new(), Vec::new());
    for ((link, way), chain) in (0..).zip(ways).zip(chains) {
        let starts = |class: u64| {
            let floor = |v: u64| u128::from(v) * u128::from(senders) / u128::from(nodes);
            let goes_back = ways[1].long.is_some() && floor(class + 1) > floor(class);
            way.long.is_some() && goes_back == (link == 1)
        };
        Belt { nodes, classes, link, way, starts: &starts }.send(chain, &mut packets, &mut slots);
    }
    (subgroup, packets, slots)
}

/// One direction of a ring.
struct Belt<'a> {
    nodes: u64,
    /// The classes of nodes.
    classes: u64,
    /// 0 for + and 1 for −.
    link: u32,
    way: &'a OneWay,
    /// Whether a long packet starts at the nodes of a class.
    starts: &'a dyn Fn(u64) -> bool,
}

/// The filler of a node on its way.
struct Rider {
    at: u64,
    gone: u64,
    waits: bool,
    /// The packet of the chain that moves, and the number of packets of the chain that have arrived.
    packet: u32,
    behind: usize,
}

impl Belt<'_> {
    /// Returns the node `hops` hops farther.
    fn node(&self, from: u64, hops: u64) -> u64 {
        // In direction − packets go from v to v − 1; a class follows its node.
        let step = if self.link == 0 { 1 } else { self.nodes - 1 };
        narrowed((u128::from(from) + u128::from(hops) * u128::from(step)) % u128::from(self.nodes))
    }

    /// Returns the class of a node.
    fn class(&self, node: u64) -> usize {
        place(node % self.classes)
    }

    /// Lists a packet and returns its number.
    fn list(&self, packets: &mut Vec<Ends>, from: u64, hops: u64) -> u32 {
        packets.push(Ends::new(vec![NodeRef::Index(from), NodeRef::Index(self.node(from, hops))]));
        u32::try_from(packets.len() - 1).unwrap_or(u32::MAX)
    }

    /// Writes the packets and moves of this direction.
    ///
    /// # Complexity
    /// Time O(moves), as fillers wait no more often than long packets pass; space O(packets + moves).
    fn send(&self, chain: &[Alike], packets: &mut Vec<Ends>, slots: &mut Vec<Vec<Move>>) {
        // The number of hops of a chain after which each of its packets has arrived.
        let mut ends = Vec::new();
        for &(hops, count) in chain {
            ends.extend((0..count).map(|_| hops));
        }
        let mut filler = 0;
        for end in &mut ends {
            filler += *end;
            *end = filler;
        }
        let (mut riders, mut long) = (Vec::new(), Vec::new());
        for class in 0..self.classes {
            let (packet, mut begun) = (u32::try_from(packets.len()).unwrap_or(u32::MAX), 0);
            for &end in &ends {
                self.list(packets, self.node(class, begun), end - begun);
                begun = end;
            }
            let waits = (self.starts)(class);
            riders.push(Rider { at: class, gone: 0, waits, packet, behind: 0 });
            if let Some((hops, _)) = self.way.long.filter(|_| waits) {
                long.push((class, self.list(packets, class, hops)));
            }
        }
        let length = self.way.long.map_or(0, |(hops, _)| hops);
        let cut = filler.min(length - narrowed(self.way.load(self.nodes)));
        // The fillers that still have to go, and the classes that long packets pass in a slot.
        let going = |riders: &[Rider], most| -> Vec<usize> {
            (0..riders.len()).filter(|&rider| riders[rider].gone < most).collect()
        };
        let (mut moving, mut passed) = (going(&riders, cut), vec![false; riders.len()]);
        for slot in 0..length {
            let moves = of_slot(slots, slot);
            for &(class, packet) in &long {
                moves.push(Move { packet, link: self.link });
                passed[self.class(self.node(class, slot))] = true;
            }
            moving.retain(|&rider| {
                let rider = &mut riders[rider];
                if !(std::mem::take(&mut rider.waits) || passed[self.class(rider.at)]) {
                    moves.push(self.step(rider, &ends));
                }
                rider.gone < cut
            });
            for &(class, _) in &long {
                passed[self.class(self.node(class, slot))] = false;
            }
        }
        moving = going(&riders, filler);
        for slot in length..length + filler - cut {
            let moves = of_slot(slots, slot);
            moving.retain(|&rider| {
                moves.push(self.step(&mut riders[rider], &ends));
                riders[rider].gone < filler
            });
        }
    }

    /// Moves a chain over a link.
    fn step(&self, rider: &mut Rider, ends: &[u64]) -> Move {
        let packet = rider.packet;
        rider.gone += 1;
        if ends[rider.behind] == rider.gone {
            (rider.behind, rider.packet) = (rider.behind + 1, packet + 1);
        }
        rider.at = self.node(rider.at, 1);
        rider.waits = (self.starts)(rider.at % self.classes);
        Move { packet, link: self.link }
    }
}

/// Returns the moves of a slot, to which more can be added.
fn of_slot(slots: &mut Vec<Vec<Move>>, slot: u64) -> &mut Vec<Move> {
    let slot = place(slot);
    if slots.len() <= slot {
        slots.resize_with(slot + 1, Vec::new);
    }
    &mut slots[slot]
}

fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With six nodes, of which four send a packet of two hops −, only three nodes are written, two of which
    /// do.
    #[test]
    fn only_one_period_of_a_repeating_word_is_written() {
        for (senders, classes) in [(1, 6), (2, 3), (3, 2), (4, 3), (5, 6)] {
            let way = |hops, senders| OneWay { filler: 0, long: Some((hops, senders)) };
            let ways = [way(4, 6 - senders), way(2, senders)];
            let (subgroup, packets, _) = spelled(6, &ways, &[Vec::new(), Vec::new()]);
            let whole = NodeRef::Index(classes);
            assert_eq!(subgroup, if classes == 6 { Vec::new() } else { vec![whole] });
            assert_eq!(wide(packets.len()), classes);
        }
    }
}
