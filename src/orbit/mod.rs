//! Schedules under a group of translations with several classes of nodes.
//!
//! A symmetric schedule (P1) has one class of nodes: every node does the translate of what node 0 does. Where
//! that is not enough, as on even rings, where one node cannot divide the packet that goes half round between
//! its two ways, a group of translations with r classes gives r nodes moves of their own. A packet is in a
//! *state*: the class of the node where it is, and the offset that it has still to go. A link takes one state
//! to another. A slot is a set of moves in which no packet and no link of a class occurs twice, so the
//! problem is a unit job shop with r · m machines. Averaging over all translations gives back the routing
//! problem of symmetric schedules, so several classes may close a gap to the bound by weights, and never
//! break the bound.

mod alternate;
mod automorphisms;
mod beam;
mod cube;
mod free_groups;
mod stages;
mod subgroups;
mod symmetry;
mod torus;

pub use crate::model::{Ride, Rider, RingPlan, conveyor, on_ring};
pub use alternate::{alternate, sides};
pub use cube::{cube_dimension, from_cube};
pub use free_groups::free_groups;
pub use stages::{has_turn, stages};
pub use subgroups::subgroups;
pub use symmetry::{CayleyAnswer, MAX_SYMMETRY_NODES, NetworkSymmetry, SYMMETRY_STEPS, symmetry};
pub use torus::{exchange_on_torus, has_odd_tie};
