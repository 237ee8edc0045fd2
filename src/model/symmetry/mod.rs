//! Groups of automorphisms of a network, and what they move into one another.

pub(super) mod arc_orbits;
mod automorphisms;
pub(super) mod error;
pub(super) mod link_turn;
mod orbit_loads;
pub(super) mod subgroup;
