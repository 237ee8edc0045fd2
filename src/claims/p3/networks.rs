//! The Cayley graphs on which the claims are judged.

use crate::claims::ClaimError;
use crate::claims::judge::prove::{hypercube, ring, torus, total_exchange, with_ports};
use crate::model::CayleyTask;
use crate::wire::{CirculantWord, Family, Group, Network, Ports};

/// Returns a network of a family.
pub(in crate::claims) fn cayley(family: Family, n: u64) -> Network {
    Network::Cayley(Group::Family { family, n })
}

fn circulant(n: u64, steps: &[u64]) -> Network {
    Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps: steps.to_vec() })
}

/// Returns the macro-star of l blocks of n symbols and one more (P3 reference 22): a link swaps the first
/// symbol with one of the first block, or that block with another.
pub(in crate::claims) fn macro_star(l: u64, n: u64) -> Network {
    let swapped = |pairs: Vec<(u64, u64)>| {
        let other = |place| {
            pairs.iter().find_map(|&(a, b)| match place {
                _ if place == a => Some(b),
                _ if place == b => Some(a),
                _ => None,
            })
        };
        (0..=l * n).map(|place| other(place).unwrap_or(place)).collect()
    };
    let symbols = (1..=n).map(|place| swapped(vec![(0, place)]));
    let blocks = (1..l).map(|block| swapped((1..=n).map(|place| (place, block * n + place)).collect()));
    Network::Cayley(Group::Permutations { permutations: symbols.chain(blocks).collect() })
}

/// Returns the cyclic-cube of n ≥ 3 symbols in k ranks (P3 reference 23): a link moves the first symbol to
/// the end and adds to its rank, or does the reverse. The generators permute k points for every place; two
/// links without a change of rank come first.
pub(in crate::claims) fn cyclic_cube(n: u64, k: u64) -> Network {
    let forth = |added: u64| -> Vec<u64> {
        let point = |place: u64, rank: u64| {
            let rank = if place + 1 == n { (rank + added) % k } else { rank };
            (place + 1) % n * k + rank
        };
        (0..n).flat_map(|place| (0..k).map(move |rank| point(place, rank))).collect()
    };
    let back = |forth: &[u64]| {
        (0..n * k)
            .filter_map(|point| (0..).zip(forth).find(|&(_, &to)| to == point).map(|(from, _)| from))
            .collect()
    };
    let both = |added| {
        let forth = forth(added);
        [back(&forth), forth]
    };
    Network::Cayley(Group::Permutations { permutations: (0..k).flat_map(both).collect() })
}

/// Returns the total exchange with these ports.
pub(in crate::claims) fn exchange(network: &Network, ports: Ports) -> Result<CayleyTask, ClaimError> {
    Ok(CayleyTask::new(&with_ports(total_exchange(network.clone()), ports))?)
}

/// Lists all networks with their names, by increasing number of nodes.
pub(super) fn all() -> Result<Vec<(String, Network)>, ClaimError> {
    let mut list = Vec::new();
    let families = [
        (Family::Complete, "complete", 2..=8),
        (Family::Star, "star", 3..=5),
        (Family::Pancake, "pancake", 3..=5),
        (Family::BubbleSort, "bubble-sort", 3..=5),
        (Family::CubeConnectedCycles, "cube-connected-cycles", 3..=4),
        (Family::Butterfly, "butterfly", 3..=4),
    ];
    for (family, name, sizes) in families {
        list.extend(sizes.map(|n| (format!("{name} {n}"), cayley(family, n))));
    }
    list.extend((1..=6).map(|d| (format!("hypercube {d}"), hypercube(d))));
    list.extend((3..=12).map(|n| (format!("ring {n}"), ring(n))));
    for (n, steps) in [(8, [1, 3]), (10, [2, 5]), (12, [1, 2]), (13, [1, 5]), (16, [1, 6])] {
        let [first, second] = steps;
        list.push((format!("circulant {n} {first},{second}"), circulant(n, &steps)));
    }
    for radices in [&[3, 3][..], &[3, 4], &[4, 4], &[2, 3, 3]] {
        let name: Vec<String> = radices.iter().map(u64::to_string).collect();
        list.push((format!("torus {}", name.join("x")), torus(radices)));
    }
    list.push(("macro-star 2,2".to_owned(), macro_star(2, 2)));
    list.push(("cyclic-cube 3,3".to_owned(), cyclic_cube(3, 3)));
    let mut sized = Vec::new();
    for (name, network) in list {
        sized.push((exchange(&network, Ports::One)?.graph().nodes(), name, network));
    }
    sized.sort_by_key(|(nodes, ..)| *nodes);
    Ok(sized.into_iter().map(|(_, name, network)| (name, network)).collect())
}
