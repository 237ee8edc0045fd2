//! The families of Cayley graphs. Each has a file with its links and the names of its nodes, and a line of
//! [`FAMILIES`].

mod bubble_sort;
mod butterfly;
mod circulant;
mod complete;
mod cube_connected_cycles;
mod family;
mod hyperx;
mod lattice;
mod lexicographic;
mod limits;
mod pancake;
mod permutations;
mod star;
mod table;

use super::CayleyGraph;
use crate::model::{Link, ModelError, Node, wide};
use crate::wire::{Family, Group, Network};
use family::FamilyOf;

/// Every family with one parameter.
const FAMILIES: [&FamilyOf; 6] = [
    &complete::COMPLETE,
    &star::STAR,
    &pancake::PANCAKE,
    &bubble_sort::BUBBLE_SORT,
    &cube_connected_cycles::CUBE_CONNECTED_CYCLES,
    &butterfly::BUTTERFLY,
];

/// Returns every family with one parameter, by its word in documents.
pub fn families() -> impl Iterator<Item = (&'static str, Family)> {
    FAMILIES.iter().map(|entry| (entry.word, entry.family))
}

fn of(family: Family) -> &'static FamilyOf {
    FAMILIES.into_iter().find(|entry| entry.family == family).expect("every family is registered")
}

/// Builds the Cayley graph of a network that is one by its document.
///
/// # Errors
/// [`ModelError`] when the parameters or generators make none, or one too large.
///
/// # Panics
/// If its document is of another kind.
///
/// # Complexity
/// O(n · m · s) time for n nodes, m links and s symbols of a permutation; O(n · (m + s)) space.
pub(in crate::model) fn cayley_graph(network: &Network) -> Result<CayleyGraph, ModelError> {
    match network {
        Network::Cayley(group) => group_graph(group),
        Network::Hyperx { radices, multiplicity } => hyperx::hyperx(radices, multiplicity.as_deref()),
        Network::Lattice { matrix } => lattice::lattice(matrix),
        other => unreachable!("no Cayley graph by its document: {other:?}"),
    }
}

fn group_graph(group: &Group) -> Result<CayleyGraph, ModelError> {
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

/// Returns the sizes of the box that the nodes are vectors of, if they are vectors.
pub(in crate::model) fn box_sizes(network: &Network) -> Option<Vec<u64>> {
    match network {
        Network::Mesh { radices } | Network::Hyperx { radices, .. } => Some(radices.clone()),
        Network::Lattice { matrix } => Some(lattice::sizes(matrix)),
        _ => None,
    }
}

/// Returns the name of a link of a network in tables: its step or generator.
pub(in crate::model) fn step_name(network: &Network, graph: &CayleyGraph, link: Link) -> String {
    match network {
        Network::Hyperx { radices, multiplicity } => {
            hyperx::link_name(radices, multiplicity.as_deref(), link.0.into())
        }
        Network::Lattice { matrix } => lattice::link_name(matrix, graph, link),
        Network::Cayley(group) => generator_name(group, link),
        _ => format!("link {}", link.0),
    }
}

/// Returns the name of a link of a Cayley graph: its generator.
fn generator_name(group: &Group, link: Link) -> String {
    match group {
        Group::Family { family, .. } => (of(*family).link_name)(link.0),
        Group::Circulant { n, steps, .. } => circulant::link_name(*n, steps, wide(link.0)),
        Group::Permutations { .. } => format!("g{}", link.0),
    }
}

/// Returns the name of a node of a Cayley graph.
pub(in crate::model) fn element_name(group: &Group, node: Node) -> String {
    match group {
        Group::Family { family, n } => (of(*family).node_name)(*n, node),
        Group::Circulant { .. } | Group::Permutations { .. } => node.0.to_string(),
    }
}

/// Returns the node of a Cayley graph that has this name; none if no node has, or if nodes have no names but
/// their indices.
#[must_use]
pub fn element_named(group: &Group, name: &str) -> Option<Node> {
    match group {
        Group::Family { family, n } => (of(*family).node_named)(*n, name),
        Group::Circulant { .. } | Group::Permutations { .. } => None,
    }
}

/// Returns the name of node 0 where nodes have names that are not their indices.
#[must_use]
pub fn first_name(group: &Group) -> Option<String> {
    let Group::Family { family, n } = group else { return None };
    let (least, most) = of(*family).sizes;
    (least..=most).contains(n).then(|| element_name(group, Node(0))).filter(|name| name != "0")
}

/// Returns the title of a `HyperX`: its radices, and how many links lie side by side where some do.
pub(in crate::model) fn hyperx_title(radices: &[u64], multiplicity: Option<&[u64]>) -> String {
    let words =
        |numbers: &[u64], between: &str| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between);
    let links = multiplicity.map_or_else(String::new, |links| format!(" with links {}", words(links, ", ")));
    format!("HyperX {}{links}", words(radices, " × "))
}

/// Returns the title of a lattice graph: the rows of its matrix.
pub(in crate::model) fn lattice_title(matrix: &[Vec<u64>]) -> String {
    let row = |row: &Vec<u64>| {
        let words: Vec<_> = row.iter().map(u64::to_string).collect();
        format!("({})", words.join(","))
    };
    format!("lattice graph of {}", matrix.iter().map(row).collect::<Vec<_>>().join(" "))
}

/// Returns the title of the Cayley graph of a group.
pub(in crate::model) fn group_title(group: &Group) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nodes_and_links_of_families_have_names_of_their_own() {
        for (word, family) in families() {
            let (least, most) = of(family).sizes;
            let group = Group::Family { family, n: 4.clamp(least, most) };
            let graph = group_graph(&group).expect("a graph");
            for node in (0..graph.nodes()).map(Node) {
                let name = element_name(&group, node);
                let found = element_named(&group, &name);
                assert!(found == Some(node) || name == node.0.to_string(), "{word}: {name}");
            }
            let network = Network::Cayley(group);
            let names: BTreeSet<String> =
                (0..graph.links()).map(|link| step_name(&network, &graph, Link(link))).collect();
            assert_eq!(names.len(), wide(graph.links()), "{word}: {names:?}");
            assert!(!names.contains(""), "{word}");
        }
    }

    #[test]
    fn names_of_nodes_lead_back_to_the_nodes() {
        let of = |family| Group::Family { family, n: 4 };
        assert_eq!(element_named(&of(Family::Star), "1032"), Some(Node(7)));
        assert_eq!(element_named(&of(Family::Star), "1033"), None);
        let (cube, first) =
            (of(Family::CubeConnectedCycles), element_name(&of(Family::CubeConnectedCycles), Node(0)));
        assert_eq!(element_named(&cube, &first), Some(Node(0)));
        assert_eq!(element_named(&cube, "00000,0"), None);
    }
}
