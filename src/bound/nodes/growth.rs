//! How fast a packet can spread that one node has.

/// The least t with (k + 1)^t ≥ n: in a slot the nodes that have a packet become at most k + 1 times as many.
pub(in crate::bound) fn slots_to_reach(nodes: u64, sends: u64) -> u64 {
    let (mut holders, mut slots) = (1_u64, 0);
    while holders < nodes {
        holders = holders.saturating_mul(sends + 1);
        slots += 1;
    }
    slots
}

/// Least T whose slots have room for all transmissions of a task with a root: at most (k + 1)^(t − 1) nodes
/// hold anything before slot t (from 1), each sends at most k, and all together at most `most`, which is not
/// 0.
pub(in crate::bound) fn slots_with_room(transmissions: u64, most: u64, sends: u64) -> u64 {
    let (mut slots, mut room, mut holders) = (0, 0_u64, 1_u64);
    while room < transmissions {
        let sent = holders.saturating_mul(sends);
        if sent >= most {
            return slots + (transmissions - room).div_ceil(most);
        }
        room = room.saturating_add(sent);
        holders = holders.saturating_mul(sends + 1);
        slots += 1;
    }
    slots
}
