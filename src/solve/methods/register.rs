//! The register of methods: the only list of them.

use super::bst_and_kin::{BST, HAMILTONIAN_PATH, SBT, TCBT};
#[cfg(feature = "ilp")]
use super::ilp::Ilp;
use super::packet_rules::{CONTENDED_FIRST, CRITICAL_FIRST};
use super::queue::{FIFO, FURTHEST_FIRST, SHORTEST_FIRST};
use super::{
    blocks, compatible_classes, flow, hall, hamiltonian_ring, incomplete_tree, job_shop, list_scheduling,
    matching, msbt, nearest_first, non_wasting, octr, quotient, recursive, rotation_classes, symmetric,
    windows,
};
use crate::solve::method::Method;

/// All methods that are asked for by their words. Of those that are tried without being asked for and have
/// the same turn, the first goes first.
pub static METHODS: &[&dyn Method] = &[
    &quotient::Quotient,
    &hall::Hall,
    &non_wasting::NonWasting,
    &blocks::Blocks,
    &windows::Windows,
    &octr::Octr,
    &recursive::Recursive,
    FIFO,
    SHORTEST_FIRST,
    FURTHEST_FIRST,
    &nearest_first::NearestFirst,
    &job_shop::JobShop,
    #[cfg(feature = "ilp")]
    &Ilp,
    &rotation_classes::RotationClasses,
    &hamiltonian_ring::HamiltonianRing,
    &matching::Matching,
    &compatible_classes::CompatibleClasses,
    &flow::Flow,
    &list_scheduling::ListScheduling,
    CRITICAL_FIRST,
    CONTENDED_FIRST,
    &symmetric::Symmetric,
    &incomplete_tree::IncompleteTree,
    SBT,
    &msbt::Msbt,
    TCBT,
    BST,
    HAMILTONIAN_PATH,
];

/// The method of a word; none if there is no such method.
///
/// # Examples
/// ```
/// use isotask::solve::method;
/// assert_eq!(method("octr").map(|method| method.source()), Some("P1 §6, OCTR and OADD"));
/// assert!(method("magic").is_none());
/// ```
#[must_use]
pub fn method(word: &str) -> Option<&'static dyn Method> {
    METHODS.iter().find(|method| method.word() == word).copied()
}
