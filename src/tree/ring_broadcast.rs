//! Multinode broadcast on the hypercube along a ring that passes through every node.

use super::construction::{ConstructionError, at, short};
use crate::model::{ExplicitSchedule, Node, Packet, Sent};

/// Greatest dimension; it makes 2^20 sends.
const MOST_DIMENSION: u32 = 10;

/// The multinode broadcast for one port of P2 §2 by the embedding of a ring, the reflected Gray code (Gray
/// 1953): every node sends the next one what it had from the one before. 2^d − 1 slots, 2^d · (2^d − 1)
/// sends.
///
/// It does not look the same from every node: over which link a node sends depends on the node, though not on
/// the slot.
///
/// # Errors
/// [`ConstructionError::Dimension`] for dimension 0 or beyond 10.
///
/// # Complexity
/// O(4^d) time and space, the size of the schedule.
///
/// # Examples
/// ```
/// use isotask::tree::multinode_broadcast_ring;
/// let schedule = multinode_broadcast_ring(3)?;
/// assert_eq!((schedule.slots.len(), schedule.slots[0].len()), (7, 8));
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn multinode_broadcast_ring(dimension: u32) -> Result<ExplicitSchedule, ConstructionError> {
    if dimension == 0 || dimension > MOST_DIMENSION {
        return Err(ConstructionError::Dimension { found: dimension, most: MOST_DIMENSION });
    }
    let nodes: u64 = 1 << dimension;
    let code = |place: u64| Node((place % nodes) ^ (place % nodes) >> 1);
    let packets = (0..nodes).map(|node| Packet::Copied { from: Node(node) }).collect();
    let slot = |time: u64| {
        let send = |place: u64| Sent {
            packet: short(at(code(place))),
            from: code(place + time),
            to: code(place + time + 1),
        };
        let mut slot: Vec<Sent> = (0..nodes).map(send).collect();
        slot.sort_unstable();
        slot
    };
    Ok(ExplicitSchedule { packets, slots: (0..nodes - 1).map(slot).collect() })
}
