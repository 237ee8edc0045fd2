//! The register of methods: the only list of them.

use crate::solve::method::Method;

/// All methods that are asked for by their words. Of methods that are tried without a request in one turn,
/// the first in this list goes first.
pub static METHODS: &[&dyn Method] = &[
    &super::quotient::Quotient,
    &super::task_matrix::hall::Hall,
    &super::task_matrix::non_wasting::NonWasting,
    &super::task_matrix::blocks::Blocks,
    &super::task_matrix::windows::Windows,
    &super::task_matrix::octr::Octr,
    &super::task_matrix::recursive::Recursive,
    super::queue::FIFO,
    super::queue::SHORTEST_FIRST,
    super::queue::FURTHEST_FIRST,
    &super::nearest_first::NearestFirst,
    &super::job_shop::JobShop,
    #[cfg(feature = "ilp")]
    &super::ilp::Ilp,
    &super::demands::soonest::Soonest,
    &super::task_matrix::conveyor::Conveyor,
    &super::orbits::Orbits,
    &super::task_matrix::gray::Gray,
    &super::task_matrix::stages::Stages,
    &super::collective::rotation_classes::RotationClasses,
    &super::hamiltonian_ring::HamiltonianRing,
    &super::collective::matching::Matching,
    &super::collective::compatible_classes::CompatibleClasses,
    &super::collective::flow::Flow,
    &super::demands::quickest_flow::QuickestFlow,
    &super::demands::one_switch::OneSwitch,
    &super::list_scheduling::ListScheduling,
    &super::demands::insertion::Insertion,
    super::demands::packet_rules::CRITICAL_FIRST,
    super::demands::packet_rules::CONTENDED_FIRST,
    &super::demands::symmetric::Symmetric,
    &super::demands::alternate::Alternate,
    &super::demands::negotiated::Negotiated,
    &super::demands::arborescences::Arborescences,
    &super::demands::tree_packing::TreePacking,
    &super::sat::Sat,
    &super::demands::incomplete_tree::IncompleteTree,
    &super::allreduce::dimension_exchange::DimensionExchange,
    &super::allreduce::halves::Halves,
    &super::allreduce::reduce_broadcast::ReduceBroadcast,
    super::collective::bst_and_kin::SBT,
    &super::collective::msbt::Msbt,
    super::collective::bst_and_kin::TCBT,
    super::collective::bst_and_kin::BST,
    super::collective::bst_and_kin::HAMILTONIAN_PATH,
];

/// The method that is asked for by giving a tree, not by its word.
pub(in crate::solve) const ALONG_TREE: &dyn Method = &super::collective::along_tree::AlongGivenTree;

/// The method that is asked for by giving a schedule of a harder problem, not by its word.
pub(in crate::solve) const CONVERSION: &dyn Method = &super::collective::conversion::Conversion;

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
