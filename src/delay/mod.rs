//! Average delay: the pooled bound, and schedules that reach it or come near.
//!
//! The delay C_i of a packet is the number of slots up to its last move; least average delay is least ΣC_i.
//! The rule is to serve the packets nearest to their destinations first (P1's OADD); if the completion time
//! is to be least as well, every slot must serve every critical line (P1's OCTR). [`pooled()`] bounds ΣC_i
//! for every schedule. [`blocks()`] builds schedules out of square submatrices whose line sums are all equal,
//! which the symmetries of the network provide; [`windows()`] lets such squares overlap by a slot, and
//! reaches the pooled bound where [`blocks()`] comes near it; [`octr()`] goes slot by slot on any task.

mod blocks;
mod layout;
mod octr;
mod orbits;
mod order;
mod packing;
mod rules;
mod rules_report;
mod scheme;
mod waiting;
mod windows;

pub(crate) use blocks::require_turn;
pub use blocks::{BlockSchedule, BlocksError, blocks};
pub use octr::{Bias, octr};
pub use order::octr_by_orbits;
pub use rules::{
    CriticalLine, DistanceDelay, IdleLink, Line, OaddPair, One, Rules, RulesError, SlotRules, Storage, rules,
};
pub use rules_report::rules_report;
pub use windows::{WindowsError, windows, windows_plan};

pub use crate::bound::{cayley_pooled, cayley_pooled_but_one, pooled};

use crate::model::{Coloring, TaskMatrix};

/// Returns ΣC_i over the rows of a matrix: for every row the number of slots up to its last unit.
///
/// # Panics
/// If the colouring is not one of the matrix.
///
/// # Complexity
/// O(units).
#[must_use]
pub fn total_delay(matrix: &TaskMatrix, coloring: &Coloring) -> u64 {
    coloring.total_delay(matrix)
}
