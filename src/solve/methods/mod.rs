//! The methods, and their register.

mod alternate;
mod blocks;
mod bst_and_kin;
mod compatible_classes;
mod conversion;
mod conveyor;
mod flow;
mod gray;
mod hall;
mod hamiltonian_ring;
#[cfg(feature = "ilp")]
mod ilp;
mod incomplete_tree;
mod job_shop;
mod list_scheduling;
mod lists;
mod matching;
mod msbt;
mod nearest_first;
mod negotiated;
mod non_wasting;
mod octr;
mod of_matrix;
mod orbits;
mod orbits_of_lists;
mod packet_rules;
mod queue;
mod quotient;
mod recursive;
mod register;
mod rotation_classes;
mod spreading;
mod stages;
mod symmetric;
mod windows;

// The methods by which the claims' functions solve; all others are asked for by their words.
#[cfg(feature = "claims")]
pub(crate) use self::bst_and_kin::{SBT, TCBT};
#[cfg(feature = "ilp")]
pub(super) use ilp::{Ilp, MOST_NODES, unasked_nodes};
#[cfg(feature = "ilp")]
pub(super) use of_matrix::of_matrix;
#[cfg(feature = "ilp")]
pub(super) use quotient::Quotient;
pub(super) use quotient::implied_rows;
pub(super) use windows::wants_plan;

pub(super) use register::CONVERSION;
pub use register::{METHODS, method};
