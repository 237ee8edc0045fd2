//! The bubble-sort graph: link i swaps places i and i + 1 of a permutation of n symbols.

use super::family::FamilyOf;
use super::lexicographic::{SIZES, node_name, node_named, sorted, swap};
use crate::wire::Family;

pub(super) const BUBBLE_SORT: FamilyOf = FamilyOf {
    family: Family::BubbleSort,
    word: "bubble-sort",
    sizes: SIZES,
    graph: |n| sorted(n, &(1..n).map(|i| swap(n, i - 1, i)).collect::<Vec<_>>()),
    link_name: |link| format!("swap {link},{}", link + 1),
    node_name,
    node_named,
    title: |n| format!("bubble-sort graph of {n} symbols"),
};
