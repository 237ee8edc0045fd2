//! Programs in 0–1 variables: the least number of slots and the least delay on small instances, an independent look at what the
//! search over directions and the decomposition find together.
//!
//! Directions are free: every packet takes + or − in every dimension of two links, detours and ties included, and every
//! one of its hops takes a slot. The program is solved by `HiGHS` through `good_lp`, which only `door` knows; whatever comes
//! back is replayed in integers before it leaves this module, and what `HiGHS` says about fewer slots is printed as a
//! cross-check and proves nothing. For delay, integer multipliers of the rows of [`DelayModel`] prove the bound.
//! On Cayley graphs of any group [`FlowModel`] takes the place of both, and multipliers of its rows also prove that fewer slots are not enough;
//! so do those of [`TransportModel`] for tasks of listed packets.
//!
//! Without the feature `ilp` the model remains, which can be exported; nothing solves it.

#[cfg(feature = "ilp")]
mod branch;
mod delay_model;
mod delay_size;
#[cfg(feature = "ilp")]
mod door;
#[cfg(feature = "ilp")]
mod dual;
mod error;
mod flow_model;
#[cfg(feature = "ilp")]
mod flow_search;
#[cfg(feature = "ilp")]
mod least_delay;
#[cfg(feature = "ilp")]
mod least_slots;
mod named;
#[cfg(feature = "ilp")]
mod named_door;
#[cfg(feature = "ilp")]
mod program;
#[cfg(feature = "ilp")]
mod reading;
#[cfg(feature = "ilp")]
mod search;
mod transport_model;
#[cfg(feature = "ilp")]
mod transport_search;
#[cfg(feature = "ilp")]
mod upwards;

pub use delay_model::{DelayModel, DelayMove, DelayWays};
pub use delay_size::{
    DelaySize, MOST_DELAY_VARIABLES, MOST_DETOUR_VARIABLES, delay_scope, sufficient_horizon, widest_model,
};
pub use error::IlpError;
pub use flow_model::{FlowModel, FlowWays};
#[cfg(feature = "ilp")]
pub use flow_search::{FlowDelay, FlowSlots, flow_least_delay, flow_least_slots};
#[cfg(feature = "ilp")]
pub use least_delay::{DelaySchedule, DelaySolution, least_delay};
#[cfg(feature = "ilp")]
pub use least_slots::{IlpOptions, IlpSchedule, least_slots};
pub use named::{NamedProgram, NamedRow};
#[cfg(feature = "ilp")]
pub use search::{DelayEnd, DelayOptions};
pub use transport_model::TransportModel;
#[cfg(feature = "ilp")]
pub use transport_search::{TransportSlots, transport_least_slots};

/// Most variables of a program: packets × links × slots.
#[cfg(feature = "ilp")]
pub const MOST_VARIABLES: u64 = 20_000;
/// Most nodes that are looked through for packets that a task implies by their distance.
pub const MOST_NODES: u64 = 1 << 22;
