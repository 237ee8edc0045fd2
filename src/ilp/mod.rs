//! The least number of slots by an integer program, on small instances: an independent look at what the search over
//! directions and the decomposition find together.
//!
//! Directions are free: every packet takes + or − in every dimension of two links, detours and ties included, and every
//! one of its hops takes a slot. The program is solved by `HiGHS` through `good_lp`, which only `door` knows; whatever comes
//! back is replayed in integers before it leaves this module, and what `HiGHS` says about fewer slots is printed as a
//! cross-check and proves nothing.

mod delay_branch;
mod delay_door;
mod delay_dual;
mod delay_model;
mod delay_size;
mod door;
mod error;
mod least_delay;
mod least_slots;
mod program;
mod reading;

pub use delay_model::{DelayModel, DelayModelRow, DelayWays};
pub use delay_size::{DelaySize, sufficient_horizon};
pub use error::IlpError;
pub use least_delay::{DelayOptions, DelaySchedule, DelaySolution, MOST_DELAY_VARIABLES, least_delay};
pub use least_slots::{IlpOptions, IlpSchedule, least_slots};

/// Most variables of a program: packets × links × slots.
pub const MOST_VARIABLES: u64 = 20_000;
/// Most nodes that are looked through for packets that a task implies by their distance.
pub const MOST_NODES: u64 = 1 << 22;
