//! The schedule of a ring that is cleared by the conveyor rule: which packets go which way is all that is
//! written.
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
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, small_enough};
use crate::replay::slot_by_slot::replay_all;
use crate::task::isotropic::Isotropic;
use crate::task::ports::require_few_nodes;
use crate::task::problem::Problem;
use isotask_wire::{Ends, Move, NodeRef, Slots};

/// The packets of one direction.
#[derive(Debug, Default)]
struct OneWay {
    /// For every packet that all nodes send alike its hops.
    fillers: Vec<(u64, u64)>,
    /// The hops of a long packet, and how many of n nodes send one.
    long: Option<(u64, u64)>,
}

/// Counts what the rule makes, and replays it as a schedule of orbits when that is small enough.
///
/// # Complexity
/// Time O(offsets · log offsets), space O(offsets), and beyond that what a replay within the limit costs.
pub(crate) fn replay(
    problem: &Problem,
    task: &Isotropic,
    minus: u64,
    options: Options,
) -> Result<Run, Rejection> {
    let network = &task.network;
    let expected = "one of another kind: conveyors are for rings of 3 nodes or more, and two ports or more";
    let is_ring = network.cayley().is_none() && network.dimensions.len() == 1 && network.nodes > 2;
    if !is_ring || task.rule.half_duplex || task.ports < 2 {
        return Err(Rejection::ScheduleDoesNotFit { expected });
    }
    require_few_nodes(network)?;
    let (nodes, [plus, back]) = (network.nodes, divided(task, minus)?);
    let overflow = || Rejection::Overflow { place: "schedule.minus".to_owned() };
    let small = |number: Option<u128>| number.and_then(|n| u64::try_from(n).ok()).ok_or_else(overflow);
    let slots = plus.slots(nodes).zip(back.slots(nodes)).map(|(one, other)| one.max(other));
    let moves = plus.moves(nodes).zip(back.moves(nodes)).and_then(|(one, other)| one.checked_add(other));
    let counts =
        Counts { completion_time: small(slots)?, transmissions: small(moves)?.into(), ..Counts::default() };
    let packets = small(u128::from(task.rows).checked_mul(nodes.into()))?;
    if small_enough(1, counts.transmissions.max(packets.into()), options) {
        let (subgroup, ends, moves) = spelled(nodes, &[plus, back]);
        let slots: Slots<Move> = moves.into();
        let orbits = Orbits::new(problem, &subgroup, ends.iter(), wide(slots.moves().len()), options)?;
        let mut run = replay_all(orbits, &slots)?;
        run.replayed.form = Form::Conveyor;
        return Ok(run);
    }
    let shape = Shape { form: Form::Conveyor, replay: Extent::Lemma, packets };
    Ok(Run::new(network, task.rule.each, shape, &counts))
}

/// Which packets go + and which −.
fn divided(task: &Isotropic, minus: u64) -> Result<[OneWay; 2], Rejection> {
    let mut offsets = Vec::new();
    task.visit(|offset| {
        offsets.push((offset.index, offset.count));
        Ok(())
    })?;
    let nodes = u128::from(task.network.nodes);
    let (mut left, [mut plus, mut back]) = (u128::from(minus), [OneWay::default(), OneWay::default()]);
    for (offset, count) in offsets.into_iter().rev() {
        let there = left.min(u128::from(count) * nodes);
        left -= there;
        // At most `count` and below the number of nodes.
        let (whole, rest) = (narrowed(there / nodes), narrowed(there % nodes));
        let (hops, round) = (offset, task.network.nodes - offset);
        if rest > 0 {
            plus.long = Some((hops, task.network.nodes - rest));
            back.long = Some((round, rest));
        }
        plus.fillers.push((hops, count - whole - u64::from(rest > 0)));
        back.fillers.push((round, whole));
    }
    if left > 0 {
        let most = u64::try_from(u128::from(task.rows) * nodes).unwrap_or(u64::MAX);
        return Err(Rejection::MinusTooLarge { found: minus, most });
    }
    Ok([plus, back])
}

fn narrowed(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

impl OneWay {
    /// The hops of the chain of a node.
    fn filler(&self) -> Option<u128> {
        let hops = |&(hops, count): &(u64, u64)| u128::from(hops) * u128::from(count);
        self.fillers.iter().map(hops).try_fold(0_u128, u128::checked_add)
    }

    /// K, the most long packets that cross a link.
    fn load(&self, nodes: u64) -> u128 {
        self.long
            .map_or(0, |(hops, senders)| (u128::from(hops) * u128::from(senders)).div_ceil(u128::from(nodes)))
    }

    /// max(ℓ, U + K).
    fn slots(&self, nodes: u64) -> Option<u128> {
        let length = self.long.map_or(0, |(hops, _)| u128::from(hops));
        Some(self.filler()?.checked_add(self.load(nodes))?.max(length))
    }

    /// The hops of all packets of all nodes.
    fn moves(&self, nodes: u64) -> Option<u128> {
        let long = self.long.map_or(0, |(hops, senders)| u128::from(hops) * u128::from(senders));
        self.filler()?.checked_mul(nodes.into())?.checked_add(long)
    }
}

/// The same as a schedule of orbits: generators, packets, slots. The caller bounds moves and packets.
fn spelled(nodes: u64, ways: &[OneWay; 2]) -> (Vec<NodeRef>, Vec<Ends>, Vec<Vec<Move>>) {
    let senders = ways[1].long.map_or(nodes, |(_, senders)| senders);
    // The word has the period n/gcd(n, a).
    let classes = nodes / greatest_common_divisor(nodes, senders);
    let subgroup = if classes == nodes { Vec::new() } else { vec![NodeRef::Index(classes)] };
    let (mut packets, mut slots) = (Vec::new(), Vec::new());
    for (link, way) in (0..).zip(ways) {
        let starts = |class: u64| {
            let floor = |v: u64| u128::from(v) * u128::from(senders) / u128::from(nodes);
            let goes_back = ways[1].long.is_some() && floor(class + 1) > floor(class);
            way.long.is_some() && goes_back == (link == 1)
        };
        send(nodes, classes, way, &starts, link, &mut packets, &mut slots);
    }
    (subgroup, packets, slots)
}

/// Writes what one direction does; `link` is 0 for + and 1 for −.
fn send(
    nodes: u64,
    classes: u64,
    way: &OneWay,
    starts: &dyn Fn(u64) -> bool,
    link: u32,
    packets: &mut Vec<Ends>,
    slots: &mut Vec<Vec<Move>>,
) {
    // Towards − everything goes on from v to v − 1; a class follows its node.
    let step = if link == 0 { 1 } else { nodes - 1 };
    let node = |from: u64, hops: u64| {
        narrowed((u128::from(from) + u128::from(hops) * u128::from(step)) % u128::from(nodes))
    };
    let mut packet = |from: u64, hops: u64| {
        packets.push(Ends::new(vec![NodeRef::Index(from), NodeRef::Index(node(from, hops))]));
        u32::try_from(packets.len() - 1).unwrap_or(u32::MAX)
    };
    let chain: Vec<u64> =
        way.fillers.iter().flat_map(|&(hops, count)| (0..count).map(move |_| hops)).collect();
    let (length, load) = (way.long.map_or(0, |(hops, _)| hops), narrowed(way.load(nodes)));
    let filler: u64 = chain.iter().sum();
    let cut = filler.min(length - load);
    let mut riders = Vec::new();
    for class in 0..classes {
        let mut gone = 0;
        let mut links = Vec::new();
        for &hops in &chain {
            links.push((gone + hops, packet(node(class, gone), hops)));
            gone += hops;
        }
        let waits = starts(class);
        let long = waits.then(|| packet(class, length));
        riders.push(Rider { at: class, gone: 0, waits, links, long });
    }
    let end = length + filler - cut;
    for slot in 0..end {
        let place = narrowed(slot.into());
        if wide(slots.len()) <= place {
            slots.push(Vec::new());
        }
        let Some(moves) = slots.get_mut(usize::try_from(place).unwrap_or(usize::MAX)) else { continue };
        let long_at: Vec<u64> = riders
            .iter()
            .zip(0..)
            .filter(|(rider, _)| slot < length && rider.long.is_some())
            .map(|(rider, class)| {
                moves.push(Move { packet: rider.long.unwrap_or_default(), link });
                node(class, slot) % classes
            })
            .collect();
        for rider in &mut riders {
            let most = if slot < length { cut } else { filler };
            let held = slot < length
                && (std::mem::take(&mut rider.waits) || long_at.contains(&(rider.at % classes)));
            if held || rider.gone == most {
                continue;
            }
            let Some(&(_, packet)) = rider.links.iter().find(|(until, _)| rider.gone < *until) else {
                continue;
            };
            moves.push(Move { packet, link });
            rider.gone += 1;
            rider.at = node(rider.at, 1);
            rider.waits = starts(rider.at % classes);
        }
    }
}

/// The chain of a node on its way.
struct Rider {
    at: u64,
    gone: u64,
    waits: bool,
    /// Up to how many hops of the chain each packet of it is the one that moves.
    links: Vec<(u64, u32)>,
    /// The long packet that starts with it.
    long: Option<u32>,
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
