//! The pancake graph: link i reverses the first i + 2 places of a permutation of n symbols.

use super::family::FamilyOf;
use super::lexicographic::{SIZES, node_name, node_named, sorted};
use crate::wire::Family;

pub(super) const PANCAKE: FamilyOf = FamilyOf {
    family: Family::Pancake,
    word: "pancake",
    sizes: SIZES,
    graph: |n| sorted(n, &(2..=n).map(|i| (0..i).rev().chain(i..n).collect()).collect::<Vec<_>>()),
    link_name: |link| format!("flip {}", link + 2),
    node_name,
    node_named,
    title: |n| format!("pancake graph of {n} symbols"),
};
