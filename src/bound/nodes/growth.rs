//! Bounds how fast a packet can spread from one node.

/// Returns the least t with (k + 1)^t ≥ n: in a slot the nodes that have a packet become at most k + 1 times
/// as many.
pub(in crate::bound) fn slots_to_reach(nodes: u64, sends: u64) -> u64 {
    let (mut holders, mut slots) = (1_u64, 0);
    while holders < nodes {
        holders = holders.saturating_mul(sends + 1);
        slots += 1;
    }
    slots
}

/// Returns the least T whose slots have the capacity for all transmissions of a task with a root. At most
/// (k + 1)^(t − 1) nodes hold a packet before slot t (from 1), each sends at most k, and all together at most
/// `most`, which is not 0.
pub(in crate::bound) fn slots_with_room(transmissions: u64, most: u64, sends: u64) -> u64 {
    let (mut slots, mut capacity, mut holders) = (0, 0_u64, 1_u64);
    while capacity < transmissions {
        let sent = holders.saturating_mul(sends);
        if sent >= most {
            return slots + (transmissions - capacity).div_ceil(most);
        }
        capacity = capacity.saturating_add(sent);
        holders = holders.saturating_mul(sends + 1);
        slots += 1;
    }
    slots
}
