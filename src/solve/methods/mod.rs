//! The methods, and their register.

mod alternate;
mod blocks;
mod bst_and_kin;
mod compatible_classes;
mod conversion;
mod conveyor;
mod flow;
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
mod orbits;
mod packet_rules;
mod queue;
mod quotient;
mod recursive;
mod register;
mod rotation_classes;
mod spreading;
mod symmetric;
mod views;
mod windows;

pub(crate) use blocks::Blocks;
pub(crate) use bst_and_kin::{BST, HAMILTONIAN_PATH, SBT, TCBT};
pub(super) use conversion::CONVERSION;
pub(crate) use hall::Hall;
#[cfg(feature = "ilp")]
pub(super) use ilp::{Ilp, MOST_NODES};
pub(crate) use job_shop::JobShop;
pub(crate) use msbt::Msbt;
pub(crate) use octr::Octr;
pub(crate) use packet_rules::CRITICAL_FIRST;
pub(crate) use queue::Queue;
pub(crate) use quotient::Quotient;
pub(super) use quotient::implied_rows;
pub(crate) use windows::Windows;

pub use register::{METHODS, method};
#[cfg(feature = "ilp")]
pub(super) use views::of_matrix;
