//! The bound by volume: all transmissions must fit into the slots.

use crate::bound::kind::{Asked, Bound};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::{overflow, value};
use crate::replay::replayed::Form;
use crate::task::collective::{Collective, Kind};
use crate::task::problem::Problem;
use isotask_wire::{Quantity, Scope};

/// The witness, which is the value alone.
pub(crate) struct Volume;

impl Bound for Volume {
    fn binds(&self, _problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        (Quantity::CompletionTime, Some(Scope::All))
    }

    /// Recomputes the bound.
    ///
    /// # Complexity
    /// Time O(dimensions · nodes / greatest radix), and as
    /// [`Ports::capacity_of`](crate::task::ports::Ports::capacity_of).
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Asked { problem, claim, .. } = asked;
        let (network, ports) = (problem.network(), problem.ports());
        let capacity = ports.capacity_of(network)?;
        let (volume, start) = match problem {
            Problem::Isotropic(task) => {
                (task.distances.checked_mul(network.nodes.into()).ok_or_else(|| overflow(claim))?, None)
            }
            Problem::Collective(task) => (transmissions(task), task.kind.root().map(|_| ports.most())),
            Problem::Demands(task) => (u128::from(task.distances), None),
            Problem::Parcels { .. } => return Err(asked.not_for_task()),
            Problem::Allreduce(task) => {
                // The parts of any node are broadcast to all others.
                let broadcast = least_time(task.moves_of_broadcast(), capacity, Some(ports.most()));
                let both = least_time(task.transmissions(), capacity, None);
                return value(claim, both.max(broadcast)).map(u128::from);
            }
        };
        value(claim, least_time(volume, capacity, start)).map(u128::from)
    }
}

/// Returns the least number of moves in the whole network that a task needs; none for tasks of which it is
/// not counted.
pub(crate) fn least_moves(problem: &Problem) -> Option<u128> {
    match problem {
        Problem::Demands(task) => Some(task.distances.into()),
        Problem::Collective(task) => Some(transmissions(task)),
        Problem::Allreduce(task) => Some(task.transmissions()),
        Problem::Isotropic(_) | Problem::Parcels { .. } => None,
    }
}

/// Returns the least number of transmissions in the whole network that the task needs.
pub(crate) fn transmissions(task: &Collective) -> u128 {
    // Every other host receives a copy, or sends its part.
    let (count, nodes) = (u128::from(task.count), u128::from(task.network.host_count()));
    match task.kind {
        Kind::Broadcast { .. } | Kind::Accumulation { .. } => count * (nodes - 1),
        Kind::Scatter { root } | Kind::Gather { root } => count * task.network.distances_from(root),
        Kind::MultinodeBroadcast | Kind::MultinodeAccumulation => count * nodes * (nodes - 1),
    }
}

/// Returns the least number of slots that can hold `volume` transmissions. Each slot holds `capacity`; if all
/// packets start at a root, slot t, counted from 1, holds at most k(k + 1)^(t − 1), k being `start`, because
/// no more than (k + 1)^(t − 1) nodes have a packet to send.
fn least_time(volume: u128, capacity: u128, start: Option<u64>) -> u128 {
    let (mut left, mut slots) = (volume, 0);
    if let Some(ports) = start {
        let mut room = u128::from(ports);
        while left > 0 && room < capacity {
            left = left.saturating_sub(room);
            slots += 1;
            // Below the capacity, at most 2¹²⁴, before a product with at most 2⁷.
            room *= u128::from(ports) + 1;
        }
    }
    // If no packet can move there is no volume.
    slots + left.div_ceil(capacity.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_time_is_that_of_adding_up_slot_by_slot() {
        for volume in 0..200_u128 {
            for capacity in 1..30_u128 {
                for start in [None, Some(1), Some(2), Some(5)] {
                    let (mut room, mut slots) = (0, 0);
                    while room < volume {
                        let k = u128::from(start.unwrap_or(0));
                        let most = if start.is_some() {
                            k.saturating_mul((k + 1).saturating_pow(slots))
                        } else {
                            capacity
                        };
                        room += most.min(capacity);
                        slots += 1;
                    }
                    assert_eq!(least_time(volume, capacity, start), u128::from(slots));
                }
            }
        }
    }
}
