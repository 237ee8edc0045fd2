//! The register of methods: the only list of them.

use crate::solve::method::Method;

/// All methods that are asked for by their words. Of those that are tried without being asked for and have
/// the same turn, the first goes first.
pub static METHODS: &[&dyn Method] = &[
    &super::quotient::Quotient,
    &super::hall::Hall,
    &super::non_wasting::NonWasting,
    &super::blocks::Blocks,
    &super::windows::Windows,
    &super::octr::Octr,
    &super::recursive::Recursive,
    super::queue::FIFO,
    super::queue::SHORTEST_FIRST,
    super::queue::FURTHEST_FIRST,
    &super::nearest_first::NearestFirst,
    &super::job_shop::JobShop,
    #[cfg(feature = "ilp")]
    &super::ilp::Ilp,
    &super::conveyor::Conveyor,
    &super::orbits::Orbits,
    &super::gray::Gray,
    &super::stages::Stages,
    &super::rotation_classes::RotationClasses,
    &super::hamiltonian_ring::HamiltonianRing,
    &super::matching::Matching,
    &super::compatible_classes::CompatibleClasses,
    &super::flow::Flow,
    &super::list_scheduling::ListScheduling,
    super::packet_rules::CRITICAL_FIRST,
    super::packet_rules::CONTENDED_FIRST,
    &super::symmetric::Symmetric,
    &super::alternate::Alternate,
    &super::negotiated::Negotiated,
    &super::incomplete_tree::IncompleteTree,
    super::bst_and_kin::SBT,
    &super::msbt::Msbt,
    super::bst_and_kin::TCBT,
    super::bst_and_kin::BST,
    super::bst_and_kin::HAMILTONIAN_PATH,
];

/// The method that is asked for by giving a schedule of a harder problem, not by its word.
pub(in crate::solve) const CONVERSION: &dyn Method = &super::conversion::Conversion;

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
