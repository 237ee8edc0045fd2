//! Hamiltonian cycles.

use crate::graph::Random;
use crate::model::{ExplicitGraph, Link, Network, Node, count_of};
use crate::tree::construction::{ConstructionError, at, nodes};
use std::cmp::Reverse;

/// Most nodes of a network whose cycle is searched for.
const MAX_NODES: u64 = 1 << 12;
/// Most nodes that rotations of the path reverse in a search.
const MAX_TURNED_NODES: usize = 1 << 26;
/// Most reversed nodes for each of the n² pairs of nodes.
const MAX_TURNED_PER_NODE_PAIR: usize = 1 << 10;
/// Most links that the search for a directed cycle visits.
const MAX_LINK_VISITS: usize = 1 << 26;

/// Finds a cycle of links through every node, each listed once; for 2 nodes it is the link between them,
/// there and back.
///
/// On hypercubes it is the reflected Gray code (Gray 1953). On tori it runs, for each coordinate of the last
/// dimension, through the cycle of the other dimensions but for one link. On other Cayley graphs, all of
/// which are conjectured to have one (Lovász 1970), and on graphs it is searched for. A path is extended to
/// the neighbour with the fewest free neighbours (Warnsdorff 1823). Where that is impossible, its end is
/// reversed (a rotation of Pósa, Hamiltonian circuits in random graphs, 1976), or on directed graphs the
/// search backtracks.
///
/// # Errors
/// [`ConstructionError::TooLarge`] beyond 2¹² nodes, [`ConstructionError::NoCycle`] if none is found.
///
/// # Complexity
/// O(n · d) on a torus of d dimensions; a search of at most 2¹⁰ · n² steps, and of at most 2²⁶.
///
/// # Examples
/// ```
/// use isotask::{model::Network, tree::hamiltonian_cycle, wire};
/// let torus = Network::new(&wire::Network::Torus { radices: vec![3, 5] })?;
/// let cycle = hamiltonian_cycle(&torus)?;
/// let next = cycle.iter().cycle().skip(1);
/// assert!(cycle.iter().zip(next).all(|(&one, &other)| torus.distance_between(one, other) == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hamiltonian_cycle(network: &Network) -> Result<Vec<Node>, ConstructionError> {
    let found = network.nodes();
    if found > MAX_NODES {
        return Err(ConstructionError::TooLarge { what: "nodes of a cycle", found, most: MAX_NODES });
    }
    if network.cayley().is_some() || !network.is_symmetric() {
        let leaving = |node| (0..network.links()).filter_map(move |link| network.adjacent(node, Link(link)));
        let adjacent: Vec<Vec<usize>> = nodes(network).map(|node| leaving(node).map(at).collect()).collect();
        let is_directed = network.link_list().is_some_and(ExplicitGraph::is_directed);
        let cycle = if is_directed { directed_cycle(&adjacent) } else { cycle_by_rotations(&adjacent) };
        let cycle = cycle.ok_or(ConstructionError::NoCycle)?;
        return Ok(cycle.iter().map(|&index| Node(count_of(index))).collect());
    }
    if network.dimensions().iter().all(|ring| ring.radix() == 2) {
        return Ok((0..found).map(|place| Node(place ^ place >> 1)).collect());
    }
    let ring = |stride: u64, radix: u64| (0..radix).map(|x| Node(x * stride)).collect::<Vec<_>>();
    let rings = network.dimensions().iter().map(|dimension| ring(dimension.stride(), dimension.radix()));
    Ok(rings.reduce(|one, other| product(&one, &other)).unwrap_or_default())
}

/// Combines the cycles of two factors into one of their product; its nodes are the sums of theirs.
///
/// For each node of the outer cycle, the inner cycle is run through but for one link, forwards or backwards,
/// so that the next run begins one place earlier or later. With an even number of runs, equally many in each
/// direction end at the first place. With an odd number, the forward runs exceed the backward ones by the
/// length of the inner cycle.
fn product(one: &[Node], other: &[Node]) -> Vec<Node> {
    let is_outer =
        other.len().is_multiple_of(2) || (!one.len().is_multiple_of(2) && other.len() >= one.len());
    let (outer, inner) = if is_outer { (other, one) } else { (one, other) };
    let surplus = if outer.len() % 2 == 0 { 0 } else { inner.len() };
    let forwards = usize::midpoint(outer.len(), surplus);
    let (mut cycle, mut place) = (Vec::with_capacity(one.len() * other.len()), 0);
    for (turn, first) in outer.iter().enumerate() {
        // One step forwards, or as many as lead one step back.
        let step = if turn < forwards { 1 } else { inner.len() - 1 };
        for _ in 1..inner.len() {
            cycle.push(Node(first.0 + inner[place].0));
            place = (place + step) % inner.len();
        }
        cycle.push(Node(first.0 + inner[place].0));
    }
    cycle
}

/// Searches for a Hamiltonian cycle of a directed graph by extending a path and backtracking where it cannot
/// be extended.
fn directed_cycle(adjacent: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut entering = vec![Vec::new(); adjacent.len()];
    for (node, ends) in adjacent.iter().enumerate() {
        for &end in ends {
            entering[end].push(node);
        }
    }
    let mut is_on_path = vec![false; adjacent.len()];
    // By node, the number of links to nodes that are not on the path.
    let mut free: Vec<usize> = adjacent.iter().map(Vec::len).collect();
    let (mut path, mut left): (Vec<usize>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let (mut next, mut visits) = (Some(0), 0);
    while visits < MAX_LINK_VISITS {
        if let Some(node) = next {
            visits += adjacent[node].len() + entering[node].len();
            is_on_path[node] = true;
            entering[node].iter().for_each(|&before| free[before] -= 1);
            path.push(node);
            if path.len() == adjacent.len() && adjacent[node].contains(&0) {
                return Some(path);
            }
            let mut ways: Vec<usize> =
                adjacent[node].iter().copied().filter(|&end| !is_on_path[end]).collect();
            // The last is taken first.
            ways.sort_unstable_by_key(|&end| Reverse((free[end], end)));
            ways.dedup();
            left.push(ways);
        } else {
            let node = path.pop()?;
            left.pop();
            visits += entering[node].len();
            is_on_path[node] = false;
            entering[node].iter().for_each(|&before| free[before] += 1);
        }
        next = left.last_mut()?.pop();
    }
    None
}

/// Searches for a Hamiltonian cycle by extending a path; where it cannot be extended, the part after a random
/// neighbour of its last node is reversed.
fn cycle_by_rotations(adjacent: &[Vec<usize>]) -> Option<Vec<usize>> {
    let pairs = adjacent.len().saturating_mul(adjacent.len());
    let most = MAX_TURNED_NODES.min(pairs.saturating_mul(MAX_TURNED_PER_NODE_PAIR));
    let mut random = Random::new(0);
    let mut place: Vec<Option<usize>> = vec![None; adjacent.len()];
    // By node, the number of links to nodes that are not on the path.
    let mut free: Vec<usize> = adjacent.iter().map(Vec::len).collect();
    let (mut path, mut turned) = (Vec::new(), 0);
    let mut next = Some(0);
    while turned < most {
        if let Some(node) = next {
            place[node] = Some(path.len());
            path.push(node);
            adjacent[node].iter().for_each(|&end| free[end] -= 1);
        }
        let end = *path.last()?;
        if path.len() == adjacent.len() && adjacent[end].contains(&path[0]) {
            return Some(path);
        }
        let off_path = adjacent[end].iter().copied().filter(|&node| place[node].is_none());
        next = off_path.min_by_key(|&node| (free[node], node));
        if next.is_some() {
            continue;
        }
        if adjacent[end].is_empty() {
            return None;
        }
        let pivot = place[adjacent[end][random.below(adjacent[end].len())]]?;
        path[pivot + 1..].reverse();
        for (index, &node) in path.iter().enumerate().skip(pivot + 1) {
            place[node] = Some(index);
        }
        turned += path.len() - pivot;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{self, CirculantWord, Family, Group};

    fn is_cycle(network: &Network) -> bool {
        let cycle = hamiltonian_cycle(network).unwrap_or_default();
        let mut sorted = cycle.clone();
        sorted.sort_unstable();
        let next = cycle.iter().cycle().skip(1);
        sorted.into_iter().eq(nodes(network))
            && cycle.iter().zip(next).all(|(&one, &other)| network.link_between(one, other).is_some())
    }

    #[test]
    fn tori_of_all_parities_have_cycles() {
        for a in 2..8 {
            for b in 2..8 {
                for radices in [vec![a, b], vec![a, b, 2], vec![3, a, b], vec![a, 5, 3, b]] {
                    let torus = Network::new(&wire::Network::Torus { radices }).expect("a torus");
                    assert!(is_cycle(&torus), "{torus:?}");
                }
            }
        }
    }

    #[test]
    fn cayley_graphs_of_every_family_have_cycles() {
        use Family::{Butterfly, Complete, CubeConnectedCycles, Pancake, Star};
        let family = |family, n| Group::Family { family, n };
        let circulant = |n, steps: &[u64]| Group::Circulant {
            family: CirculantWord::Circulant,
            n,
            steps: steps.to_vec(),
        };
        let groups = [
            family(Star, 2),
            family(Star, 5),
            family(Pancake, 5),
            family(Family::BubbleSort, 5),
            family(CubeConnectedCycles, 5),
            family(Butterfly, 4),
            family(Complete, 6),
            circulant(35, &[5, 7]),
            circulant(9, &[1]),
        ];
        for group in groups {
            let network = Network::new(&wire::Network::Cayley(group)).expect("a Cayley graph");
            assert!(is_cycle(&network), "{network:?}");
        }
    }

    #[test]
    fn a_graph_without_a_hamiltonian_cycle_is_an_error() {
        let path = Network::new(&wire::Network::IncompleteHypercube { nodes: 3 }).expect("a path");
        assert_eq!(hamiltonian_cycle(&path), Err(ConstructionError::NoCycle));
    }
}
