//! The star graph: link i swaps places 0 and i + 1 of a permutation of n symbols.

use super::family::FamilyOf;
use super::lexicographic::{SIZES, node_name, node_named, sorted, swap};
use crate::wire::Family;

pub(super) const STAR: FamilyOf = FamilyOf {
    family: Family::Star,
    word: "star",
    sizes: SIZES,
    graph: |n| sorted(n, &(1..n).map(|i| swap(n, 0, i)).collect::<Vec<_>>()),
    link_name: |link| format!("swap 0,{}", link + 1),
    node_name,
    node_named,
    title: |n| format!("star graph of {n} symbols (their permutations, not a hub)"),
};
