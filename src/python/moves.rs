//! The transmissions of a schedule as arrays of numbers.

use isotask::model::{Node, Packet, Problem, Schedule, Transmission};
use std::iter::once;

/// All transmissions of a schedule, and the packets that they carry.
#[derive(Debug)]
pub(crate) struct Moves {
    /// Slot, sender, receiver and the place of the packet among `packets`, eight bytes each in the order of
    /// the machine.
    pub(crate) sends: Vec<u8>,
    /// Start, destination and, of packets with equal ends, the number; −1 where a packet has no such end.
    pub(crate) packets: Vec<u8>,
}

/// Lists the transmissions of the first `slots` slots; returns none if told to stop.
pub(crate) fn moves(
    problem: &Problem,
    schedule: &Schedule,
    slots: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Moves> {
    let mut sent: Vec<(u64, Transmission)> = Vec::new();
    let gathered = schedule.visit(problem, None, 0..slots, |slot, transmission| {
        sent.push((slot, transmission));
        if stop() { Err(()) } else { Ok(()) }
    });
    gathered.ok()?;
    let key = |sent: &Transmission| (sent.packet, sent.copy);
    let mut packets: Vec<_> = sent.iter().map(|(_, sent)| key(sent)).collect();
    packets.sort_unstable();
    packets.dedup();
    let place = |sent: &Transmission| packets.binary_search(&key(sent)).expect("every packet is listed");
    let sends = sent.iter().flat_map(|(slot, sent)| {
        [number(*slot), number(sent.from.0), number(sent.to.0), number(place(sent))]
    });
    let (sends, packets) =
        (bytes(sends), bytes(packets.iter().flat_map(|&(packet, copy)| ends(packet, copy))));
    Some(Moves { sends, packets })
}

fn bytes(numbers: impl Iterator<Item = i64>) -> Vec<u8> {
    numbers.flat_map(i64::to_ne_bytes).collect()
}

/// Converts a count or an index, which is below 2⁶³ because what it counts is held in memory.
fn number(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or_else(|_| unreachable!("what is listed one by one is less than 2^63"))
}

fn ends(packet: Packet, copy: Option<u64>) -> impl Iterator<Item = i64> {
    let (from, to) = packet.ends();
    let index = |node: Option<Node>| node.map_or(-1, |node| number(node.0));
    once(index(from)).chain(once(index(to))).chain(once(number(copy.unwrap_or(0))))
}
