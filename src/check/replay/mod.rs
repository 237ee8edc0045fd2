//! The replay of schedules: every packet must arrive, and no link or port may carry too much in a slot.

mod carry;
mod conveyor;
mod ends;
mod every_node;
mod explicit;
pub(crate) mod hop;
mod intervals;
mod multinode;
mod orbit;
mod parcels;
mod places;
pub(crate) mod ports;
pub(crate) mod replayed;
pub(crate) mod schedule;
pub(crate) mod slot_by_slot;
mod sums;
mod symmetric;
mod tally;
pub(crate) mod windows;
