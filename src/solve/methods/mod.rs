//! The methods, and their register.

mod allreduce;
mod collective;
mod demands;
mod hamiltonian_ring;
#[cfg(feature = "ilp")]
mod ilp;
mod job_shop;
mod list_scheduling;
mod nearest_first;
mod orbits;
mod queue;
mod quotient;
mod register;
mod sat;
mod task_matrix;

// The methods by which the claims' functions solve; all others are asked for by their words.
#[cfg(feature = "claims")]
pub(crate) use self::collective::bst_and_kin::{SBT, TCBT};
#[cfg(feature = "ilp")]
pub(super) use ilp::{Ilp, MAX_NODES, MAX_SECOND_VARIABLES, unasked_nodes, whole_seconds};
#[cfg(feature = "ilp")]
pub(super) use quotient::Quotient;
pub(super) use quotient::implied_rows;
#[cfg(feature = "ilp")]
pub(super) use task_matrix::of_matrix::of_matrix;
pub(super) use task_matrix::windows::wants_plan;

pub(super) use register::{ALONG_TREE, CONVERSION};
pub use register::{METHODS, method};
