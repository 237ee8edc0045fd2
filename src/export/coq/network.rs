//! Networks in words of `src/check/proofs/spec/Network.v`.

use super::lists::{list, numbers};
use crate::wire::{Family, GraphLink, Group, LiftLink, Network, Ports};

/// Returns the radices of the nodes' coordinates, if the nodes are the vectors of a box.
pub(in crate::export) fn radices(network: &Network) -> Option<String> {
    match network {
        Network::Torus { radices } | Network::Hyperx { radices, .. } | Network::Mesh { radices } => {
            Some(numbers(radices))
        }
        Network::Ring { nodes } => Some(numbers(&[*nodes])),
        Network::Lattice { matrix } => {
            let diagonal: Vec<u64> = matrix.iter().enumerate().map(|(i, row)| row[i]).collect();
            Some(numbers(&diagonal))
        }
        _ => None,
    }
}

/// Returns the number of nodes if the network is a ring.
pub(in crate::export) fn ring(network: &Network) -> Option<u64> {
    match network {
        Network::Ring { nodes } => Some(*nodes),
        Network::Torus { radices } => match radices.as_slice() {
            [nodes] => Some(*nodes),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the number of nodes of a hypercube, torus or ring, on which schedules in windows are defined;
/// none if it exceeds 64 bits.
pub(super) fn nodes_in_windows(network: &Network) -> Option<u64> {
    match network {
        Network::Hypercube { dimension } => 2_u64.checked_pow(u32::try_from(*dimension).ok()?),
        Network::Torus { radices } => {
            radices.iter().try_fold(1_u64, |nodes, &radix| nodes.checked_mul(radix))
        }
        Network::Ring { nodes } => Some(*nodes),
        _ => None,
    }
}

/// Returns whether the definition of the network lists its links, so that it has no translations.
pub(super) fn has_listed_links(network: &Network) -> bool {
    matches!(network, Network::Mesh { .. } | Network::Lift(_) | Network::Graph(_))
}

/// Writes the definition of the network.
pub(in crate::export) fn network(network: &Network) -> String {
    let words = match network {
        Network::Hypercube { dimension } => format!("Hypercube {dimension}"),
        Network::IncompleteHypercube { nodes } => format!("IncompleteHypercube {nodes}"),
        Network::Torus { radices } => format!("Torus {}", numbers(radices)),
        Network::Ring { nodes } => format!("Torus {}", numbers(&[*nodes])),
        Network::Cayley(Group::Family { family, n }) => {
            let word = match family {
                Family::Star => "Star",
                Family::Pancake => "Pancake",
                Family::BubbleSort => "BubbleSort",
                Family::Complete => "Complete",
                Family::CubeConnectedCycles => "CubeConnectedCycles",
                Family::Butterfly => "Butterfly",
            };
            format!("{word} {n}")
        }
        Network::Cayley(Group::Circulant { n, steps, .. }) => format!("Circulant {n} {}", numbers(steps)),
        Network::Cayley(Group::Permutations { permutations }) => {
            let listed = list(permutations.iter().map(|images| numbers(images)));
            return format!(
                "Definition the_permutations : list (list N) := {listed}.\n\
                 Definition the_elements : list (list N) := Eval vm_compute in generated the_permutations 1024.\n\
                 Definition the_network : network := Permutations the_permutations the_elements.\n"
            );
        }
        Network::Hyperx { radices, multiplicity } => {
            let ones = radices.iter().map(|_| 1).collect();
            format!("HyperX {} {}", numbers(radices), numbers(multiplicity.as_ref().unwrap_or(&ones)))
        }
        Network::Lattice { matrix } => format!("Lattice {}", list(matrix.iter().map(|row| numbers(row)))),
        Network::Mesh { radices } => format!("Mesh {}", numbers(radices)),
        Network::Lift(lift) => {
            let link = |link: &LiftLink| {
                format!("(({}, {}), ({}, {}))", link.from, link.to, numbers(&link.shift), link.capacity)
            };
            let links = list(lift.links.iter().map(link));
            let marked = marked(lift.switches.as_deref(), lift.switch_ports);
            format!("Lift {} {} {links} {marked}", numbers(&lift.group), lift.nodes)
        }
        Network::Graph(graph) => {
            let link = |link: &GraphLink| format!("(({}, {}), {})", link.from, link.to, link.capacity);
            let links = list(graph.links.iter().map(link));
            let marked = marked(graph.switches.as_deref(), graph.switch_ports);
            format!("Graph {} {} {links} {marked}", graph.nodes, graph.directed)
        }
    };
    format!("Definition the_network : network := {words}.\n")
}

/// Writes the switches and their port rule.
fn marked(switches: Option<&[u32]>, rule: Ports) -> String {
    format!("{} {}", list(switches.unwrap_or_default().iter().map(u32::to_string)), ports(rule))
}

/// Writes the port rule of nodes.
pub(in crate::export) fn ports(ports: Ports) -> String {
    match ports {
        Ports::All => "All".to_owned(),
        Ports::One => "(AtMost 1)".to_owned(),
        Ports::AtMost(k) => format!("(AtMost {k})"),
        Ports::OneHalfDuplex => "HalfDuplex".to_owned(),
    }
}
