//! Exact programs in 0–1 variables: the least number of slots and the least delay on small instances, with
//! proofs in integers.
//!
//! Every formulation is a [`NamedProgram`], whose solutions are schedules and whose variables and rows have
//! the names that certificates use: [`DelayModel`] for isotropic tasks on hypercubes and tori, [`FlowModel`]
//! on Cayley graphs of any group, [`OrbitModel`] for schedules under groups of translations of them,
//! [`TransportModel`] for listed packets. One search finds the least delay within a number of slots, or the
//! least number of slots. Proposals come from `HiGHS` through `good_lp`, which one file uses. Schedules are
//! replayed, and bounds are proved by integer multipliers of the rows.
//!
//! Without the feature `ilp` the programs can be exported but not solved.

#[cfg(feature = "ilp")]
mod branch;
mod error;
mod form;
mod formulation;
#[cfg(feature = "ilp")]
mod highs;
#[cfg(feature = "ilp")]
mod multipliers;
#[cfg(feature = "ilp")]
mod parts;
#[cfg(feature = "ilp")]
mod rounding;
#[cfg(feature = "ilp")]
mod search;
#[cfg(feature = "ilp")]
mod short;
mod size;
pub mod threads;
#[cfg(feature = "ilp")]
mod tree;
#[cfg(feature = "ilp")]
mod worker;

pub use error::ProgramError;
pub use form::{Delayed, Formulation, NamedProgram, NamedRow};
pub use formulation::delay::{DelayModel, DelayMove, DelayRows, DelaySchedule, MAX_SLOT_VARIABLES};
pub use formulation::flow::FlowModel;
pub use formulation::orbit::OrbitModel;
pub use formulation::transport::TransportModel;
pub use formulation::walks::FlowWays;
pub use formulation::ways::{
    DelayWays, MAX_DETOUR_VARIABLES, MAX_NODES, delay_scope, delay_size, sufficient_horizon, widest_model,
};
#[cfg(feature = "ilp")]
pub use parts::{PartEnd, PartFault, Path, Proving, Spend, Step, cut, preorder, prove_part, proved_by};
#[cfg(feature = "ilp")]
pub use search::{least_delay, least_slots, root_proof};
pub use size::{MAX_VARIABLES, Model, ModelSize, TooLarge};
#[cfg(feature = "ilp")]
pub(crate) use worker::run_apart;
#[cfg(feature = "ilp")]
pub use worker::{Found, SearchEnd, SearchOptions};
