//! The replay of a symmetric schedule of a multinode broadcast or accumulation, at node 0.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::carry::Carry;
use crate::replay::hop::Hop;
use crate::replay::ports::require_ports;
use crate::replay::replayed::{Counts, Extent, Form, Options, Run, Shape, spend_copies};
use crate::replay::slot_by_slot::{Kept, SlotBySlot};
use crate::task::collective::Collective;
use crate::task::packets::{Ends, Mode};
use isotask_wire::{MultinodeMove, Slots};

/// Most packets that are kept before the number of moves is known.
const UNCOUNTED_PACKET_LIMIT: u64 = 1 << 16;

/// A move of the packets of node 0, and its link type.
#[derive(Debug, Clone, Copy)]
struct LinkHop {
    hop: Hop,
    link: usize,
}

/// Replays the packets that start at node 0, or that go to it; those of the other nodes make the translated
/// moves. Replays every node literally when that is small enough.
///
/// The moves of a slot have different link types. So in a slot a node sends, and receives, at most one packet
/// over each link type, and the rules checked for node 0 hold for the network.
///
/// # Complexity
/// Time O(moves · dimensions + packets · nodes), space O(packets · nodes) bits, beside the moves that are
/// replayed literally.
#[derive(Debug)]
pub(crate) struct Multinode<'a> {
    task: &'a Collective,
    packets: usize,
    carry: Carry,
    slots: usize,
    counts: Counts,
    kept: Kept<LinkHop>,
}

impl<'a> Multinode<'a> {
    /// Places the packets before the first slot. `moves` is the number of moves, if it is known; if not, very
    /// many packets are refused.
    pub(crate) fn new(task: &'a Collective, moves: Option<u64>, options: Options) -> Result<Self, Rejection> {
        if task.kind.root().is_some() {
            return Err(Rejection::ScheduleDoesNotFit { expected: "an explicit one" });
        }
        task.ports.require_full_duplex()?;
        let nodes = task.network.nodes;
        let packets = packets_of(task, moves.unwrap_or(UNCOUNTED_PACKET_LIMIT))?;
        let carry = Carry::new(task.kind.mode(), &task.network, packets.iter().copied(), moves.unwrap_or(0))?;
        let kept = Kept::new(nodes, 0, options);
        Ok(Self { task, packets: packets.len(), carry, slots: 0, counts: Counts::default(), kept })
    }
}

impl SlotBySlot<MultinodeMove> for Multinode<'_> {
    fn slot(&mut self, moves: &[MultinodeMove]) -> Result<(), Rejection> {
        let slot = self.slots;
        self.slots += 1;
        let placed = resolve(self.task, self.packets, slot, moves)?;
        require_links(self.task, slot, &placed)?;
        let hops: Vec<Hop> = placed.iter().map(|placed| placed.hop).collect();
        self.carry.cross(slot, &hops)?;
        if !placed.is_empty() {
            self.counts.completion_time = wide(self.slots);
            self.counts.transmissions += u128::from(wide(placed.len()));
        }
        self.kept.slot(placed, self.counts.transmissions);
        Ok(())
    }

    fn end(self) -> Result<Run, Rejection> {
        let Self { task, carry, counts, kept, .. } = self;
        carry.require_delivery(&task.network)?;
        let mut extent = Extent::NodeZero;
        if let Some(slots) = kept.few() {
            replay_every_node(task, &slots)?;
            extent = Extent::EveryNode;
        }
        let shape = Shape { form: Form::Symmetric, replay: extent, packets: task.count };
        Ok(Run::new(&task.network, task.ports.each, shape, &counts))
    }
}

/// Returns the packets of node 0, which start there, or go there. Every packet needs a move to or from each
/// other node.
fn packets_of(task: &Collective, moves: u64) -> Result<Vec<Ends>, Rejection> {
    // Below 2⁶³ by the size of the task.
    let expected = u128::from(task.count) * u128::from(task.network.nodes - 1);
    if task.count > moves {
        return Err(Rejection::TooFewMoves { found: moves, expected });
    }
    let ends = ends_of(task, 0);
    Ok((0..task.count).map(|_| ends).collect())
}

/// Returns the ends of the packets of a node.
fn ends_of(task: &Collective, node: u64) -> Ends {
    match task.kind.mode() {
        Mode::Combined => Ends { from: None, to: Some(node) },
        Mode::Copied | Mode::Personal | Mode::Summed => Ends { from: Some(node), to: None },
    }
}

fn resolve(
    task: &Collective,
    packets: usize,
    slot: usize,
    moves: &[MultinodeMove],
) -> Result<Vec<LinkHop>, Rejection> {
    let one = |(index, step): (usize, &MultinodeMove)| {
        let packet = match step.packet {
            None if task.count == 1 => 0,
            Some(packet) if task.count > 1 => narrow(u64::from(packet), packets)
                .ok_or(Rejection::NoSuchPacket { slot, index, packet, packets })?,
            found => {
                let found = if found.is_some() { 3 } else { 2 };
                return Err(Rejection::MoveForm { slot, index, found, count: task.count });
            }
        };
        let place = || format!("schedule.slots[{slot}][{index}]");
        let from = task.network.node(&step.position, &place)?;
        let links = task.network.links();
        let Some(link) = narrow(u64::from(step.link), links) else {
            return Err(Rejection::NoSuchLink { place: place(), link: u64::from(step.link), links });
        };
        let to = task.network.step(from, link);
        Ok(LinkHop { hop: Hop { index, packet, from, to }, link })
    };
    moves.iter().enumerate().map(one).collect()
}

/// Refuses a link type that is used twice in a slot, and more moves than ports.
fn require_links(task: &Collective, slot: usize, placed: &[LinkHop]) -> Result<(), Rejection> {
    let mut used = vec![false; task.network.links()];
    for step in placed {
        if std::mem::replace(&mut used[step.link], true) {
            // The link was read as a 32-bit number.
            let link = u32::try_from(step.link).unwrap_or(u32::MAX);
            return Err(Rejection::LinkTwice { slot, index: step.hop.index, link });
        }
    }
    if wide(placed.len()) > task.ports.each {
        return Err(Rejection::TooManyMoves { slot, found: placed.len(), ports: task.ports.each });
    }
    Ok(())
}

/// Writes the schedule out for every node and replays it without any argument by symmetry. The caller bounds
/// nodes × moves.
///
/// # Complexity
/// Time O(nodes · moves · (dimensions + log (nodes · links))), space O(nodes · moves).
fn replay_every_node(task: &Collective, slots: &Slots<LinkHop>) -> Result<(), Rejection> {
    let (network, nodes) = (&task.network, task.network.nodes);
    let count = usize::try_from(task.count).unwrap_or(usize::MAX);
    let packets: Vec<Ends> =
        (0..nodes).flat_map(|node| std::iter::repeat_n(ends_of(task, node), count)).collect();
    let moves = wide(slots.moves().len()) * nodes;
    // The packets of every node are copied, and moved.
    spend_copies(network, 2 * moves.saturating_add(wide(packets.len())))?;
    let mut carry = Carry::new(task.kind.mode(), network, packets.iter().copied(), moves)?;
    for (slot, placed) in slots.iter().enumerate() {
        let mut hops = Vec::with_capacity(packets.len());
        for (node, first) in (0..nodes).zip((0..).step_by(count)) {
            for step in placed {
                let from = network.translate(node, step.hop.from);
                let (packet, to) = (first + step.hop.packet, network.step(from, step.link));
                hops.push(Hop { index: step.hop.index, packet, from, to });
            }
        }
        require_ports(slot, &hops, &task.network, task.ports)?;
        carry.cross(slot, &hops)?;
    }
    carry.require_delivery(network)
}
