//! Turns schedules for one port into schedules for one half-duplex port.

use crate::model::{ExplicitSchedule, Node, Sent};
use std::collections::BTreeMap;

/// Splits every slot of a one-port schedule into slots in which no node both sends and receives.
///
/// The moves of a slot form paths and cycles, since every node has at most one move out and one in. This is
/// an edge colouring: alternating colours 0 and 1 separate the moves that meet in a node, and a cycle of odd
/// length needs a third. Every packet is at its sender before the slot begins, so the parts may follow each
/// other.
///
/// # Complexity
/// O(M log M) for M moves.
///
/// # Panics
/// If a node has two moves out, or two in, in one slot.
///
/// # Examples
/// ```
/// use isotask::model::{ExplicitSchedule, Node, Packet, Sent};
/// use isotask::tree::half_duplex;
/// // Two neighbours exchange a packet each: one slot becomes two.
/// let packets = vec![
///     Packet::Personal { from: Node(0), to: Node(1) },
///     Packet::Personal { from: Node(1), to: Node(0) },
/// ];
/// let slot = vec![
///     Sent::new(0, Node(0), Node(1)),
///     Sent::new(1, Node(1), Node(0)),
/// ];
/// let split = half_duplex(&ExplicitSchedule { packets, slots: vec![slot] });
/// assert_eq!(split.slots.len(), 2);
/// ```
#[must_use]
pub fn half_duplex(schedule: &ExplicitSchedule) -> ExplicitSchedule {
    let slots = schedule.slots.iter().flat_map(|slot| split(slot)).collect();
    ExplicitSchedule { packets: schedule.packets.clone(), slots }
}

fn split(slot: &[Sent]) -> Vec<Vec<Sent>> {
    let mut by_sender: BTreeMap<Node, usize> = BTreeMap::new();
    let mut receivers: BTreeMap<Node, usize> = BTreeMap::new();
    for (index, step) in slot.iter().enumerate() {
        let out = by_sender.insert(step.from(), index);
        let into = receivers.insert(step.to(), index);
        assert!(out.is_none() && into.is_none(), "one port: one move out of a node and one into it");
    }
    let mut colors: Vec<Option<usize>> = vec![None; slot.len()];
    // Colours the paths from their beginnings, then the cycles that are left.
    let beginnings = (0..slot.len()).filter(|&index| !receivers.contains_key(&slot[index].from()));
    for first in beginnings.chain(0..slot.len()) {
        let mut at = Some(first);
        let mut length = 0;
        let mut last = first;
        while let Some(index) = at.filter(|&index| colors[index].is_none()) {
            colors[index] = Some(length % 2);
            length += 1;
            last = index;
            at = by_sender.get(&slot[index].to()).copied();
        }
        if length % 2 == 1 && at == Some(first) && last != first {
            colors[last] = Some(2);
        }
    }
    let mut parts: Vec<Vec<Sent>> = vec![Vec::new(); 3];
    for (step, color) in slot.iter().zip(colors) {
        parts[color.expect("every move is on a path or a cycle")].push(*step);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn the_parts_hold_every_move_once_and_no_node_sends_and_receives(
            image in (1_u64..12).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle()),
            kept in proptest::collection::vec(any::<bool>(), 12),
        ) {
            let moves: Vec<Sent> = (0_u32..)
                .zip(image)
                .map(|(packet, to)| Sent::new(packet, Node(packet.into()), Node(to)))
                .filter(|step| step.from() != step.to())
                .zip(kept)
                .filter_map(|(step, kept)| kept.then_some(step))
                .collect();
            let parts = split(&moves);
            prop_assert!(parts.len() <= 3);
            let mut all: Vec<Sent> = parts.concat();
            all.sort_unstable();
            prop_assert_eq!(all, moves);
            for part in parts {
                let ends: BTreeSet<Node> = part.iter().flat_map(|step| [step.from(), step.to()]).collect();
                prop_assert_eq!(ends.len(), 2 * part.len());
            }
        }
    }

    #[test]
    fn an_odd_cycle_takes_three_slots_and_an_even_one_two() {
        let cycle = |n: u32| -> Vec<Sent> {
            (0..n).map(|i| Sent::new(i, Node(i.into()), Node(((i + 1) % n).into()))).collect()
        };
        let lengths: Vec<usize> = [2, 3, 4, 5, 6].into_iter().map(|n| split(&cycle(n)).len()).collect();
        assert_eq!(lengths, [2, 3, 2, 3, 2]);
    }
}
