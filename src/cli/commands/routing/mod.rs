//! The commands that follow packets by a routing rule: on their ways, through channels, and in replays.

mod all_pairs;
mod blocked;
pub(crate) mod channels;
pub(crate) mod deadlock;
pub(super) mod given;
pub(crate) mod route;
