//! Groups of automorphisms of a network, with the orbits of nodes, links and packets.

pub(super) mod arc_orbits;
mod automorphisms;
pub(super) mod error;
pub(super) mod link_turn;
mod orbit_loads;
pub(super) mod subgroup;
