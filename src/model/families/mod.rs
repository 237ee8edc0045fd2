//! The families of Cayley graphs: each a file that says where its links lead and what its nodes are called, and a
//! line of [`FAMILIES`].

mod bubble_sort;
mod butterfly;
mod circulant;
mod complete;
mod cube_connected_cycles;
mod family;
mod lexicographic;
mod limits;
mod pancake;
mod permutations;
mod star;
mod table;

use super::cayley::CayleyGraph;
use super::{Link, ModelError, Node, wide};
use crate::wire::{Family, Group};
use family::FamilyOf;

/// Every family with one parameter.
pub(crate) const FAMILIES: [&FamilyOf; 6] = [
    &complete::COMPLETE,
    &star::STAR,
    &pancake::PANCAKE,
    &bubble_sort::BUBBLE_SORT,
    &cube_connected_cycles::CUBE_CONNECTED_CYCLES,
    &butterfly::BUTTERFLY,
];

fn of(family: Family) -> &'static FamilyOf {
    FAMILIES.into_iter().find(|entry| entry.family == family).expect("every family is registered")
}

/// Builds the Cayley graph of a group.
///
/// # Errors
/// [`ModelError`] when the parameters or generators make none, or one too large.
///
/// # Complexity
/// O(n · m · s) time for n nodes, m links and s symbols of a permutation; O(n · (m + s)) space.
pub(super) fn cayley_graph(group: &Group) -> Result<CayleyGraph, ModelError> {
    match group {
        Group::Family { family, n } => {
            let FamilyOf { sizes: (least, most), graph, .. } = *of(*family);
            if !(least..=most).contains(n) {
                return Err(ModelError::FamilySize { found: *n, least, most });
            }
            Ok(graph(*n).expect("the generators of a family generate all of it"))
        }
        Group::Circulant { n, steps, .. } => circulant::circulant(*n, steps),
        Group::Permutations { permutations } => permutations::generated(permutations),
    }
}

/// The name of a link of a Cayley graph: what it does.
pub(super) fn generator_name(group: &Group, link: Link) -> String {
    match group {
        Group::Family { family, .. } => (of(*family).link_name)(link.0),
        Group::Circulant { n, steps, .. } => circulant::link_name(*n, steps, wide(link.0)),
        Group::Permutations { .. } => format!("g{}", link.0),
    }
}

/// The name of a node of a Cayley graph.
pub(super) fn element_name(group: &Group, node: Node) -> String {
    match group {
        Group::Family { family, n } => (of(*family).node_name)(*n, node),
        Group::Circulant { .. } | Group::Permutations { .. } => node.0.to_string(),
    }
}

/// The node of a Cayley graph that has this name; none if no node has, or if nodes have no names but their
/// indices.
#[cfg(feature = "cli")]
pub(crate) fn element_named(group: &Group, name: &str) -> Option<Node> {
    match group {
        Group::Family { family, n } => (of(*family).node_named)(*n, name),
        Group::Circulant { .. } | Group::Permutations { .. } => None,
    }
}

/// The name of node 0 where nodes have names that are not their indices.
#[cfg(feature = "cli")]
pub(crate) fn first_name(group: &Group) -> Option<String> {
    let Group::Family { family, n } = group else { return None };
    let (least, most) = of(*family).sizes;
    (least..=most).contains(n).then(|| element_name(group, Node(0))).filter(|name| name != "0")
}

/// What people call the Cayley graph of a group.
pub(super) fn title(group: &Group) -> String {
    match group {
        Group::Family { family, n } => (of(*family).title)(*n),
        Group::Circulant { steps, .. } => {
            let words: Vec<_> = steps.iter().map(u64::to_string).collect();
            format!("circulant with steps {}", words.join(", "))
        }
        Group::Permutations { permutations } => {
            format!("Cayley graph of {} permutations", permutations.len())
        }
    }
}
