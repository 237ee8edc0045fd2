//! The cheapest tree that leads from a root to all nodes of a directed graph.

/// An arc with its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// Where it begins.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// What it costs.
    pub cost: u64,
}

/// Finds an arborescence of least cost from a root; returns for every node the index of its arc in, none for
/// the root, and none at all if some node cannot be reached. Of equal arcs the first is taken.
///
/// Every other node takes its cheapest arc in. Where these close a ring, the ring becomes one node, and an
/// arc into it costs only what it costs more than the one that it replaces (Chu and Liu 1965; Edmonds 1967).
/// petgraph has spanning trees of undirected graphs only.
///
/// # Panics
/// If the root or an end of an arc is not below the number of nodes.
///
/// # Complexity
/// O(n · A) time for n nodes and A arcs; rarely more than O(A log n).
///
/// # Examples
/// ```
/// use isotask::graph::{Priced, least_tree};
/// // Nodes 1 and 2 would take each other; the cheaper way into the two is by node 2.
/// let arc = |(from, to, cost)| Priced { from, to, cost };
/// let arcs = [(0, 1, 9), (0, 2, 8), (1, 2, 1), (2, 1, 1)].map(arc);
/// assert_eq!(least_tree(3, 0, &arcs), Some(vec![None, Some(3), Some(1)]));
/// assert_eq!(least_tree(2, 1, &arcs[..1]), None);
/// ```
#[must_use]
pub fn least_tree(nodes: usize, root: usize, arcs: &[Priced]) -> Option<Vec<Option<usize>>> {
    let mut cheapest: Vec<Option<usize>> = vec![None; nodes];
    for (index, arc) in arcs.iter().enumerate().filter(|(_, arc)| arc.to != root && arc.from != arc.to) {
        let known = &mut cheapest[arc.to];
        if known.is_none_or(|known| arc.cost < arcs[known].cost) {
            *known = Some(index);
        }
    }
    if (0..nodes).any(|node| node != root && cheapest[node].is_none()) {
        return None;
    }
    let before = |node: usize| cheapest[node].map(|arc| arcs[arc].from);
    let (numbers, count) = numbered(nodes, before);
    if count == nodes {
        return Some(cheapest);
    }
    // Arcs between the nodes that remain, each with its index here.
    let (mut kept, mut names) = (Vec::new(), Vec::new());
    for (index, arc) in arcs.iter().enumerate() {
        let (from, to) = (numbers[arc.from], numbers[arc.to]);
        if from != to {
            let paid = cheapest[arc.to].map_or(0, |known| arcs[known].cost);
            kept.push(Priced { from, to, cost: arc.cost - paid });
            names.push(index);
        }
    }
    for arc in least_tree(count, numbers[root], &kept)?.into_iter().flatten().map(|arc| names[arc]) {
        cheapest[arcs[arc].to] = Some(arc);
    }
    Some(cheapest)
}

/// Numbers the nodes anew, all nodes of a ring of predecessors with one number; returns how many there are.
fn numbered(nodes: usize, before: impl Fn(usize) -> Option<usize>) -> (Vec<usize>, usize) {
    let mut walk: Vec<Option<usize>> = vec![None; nodes];
    let (mut numbers, mut count) = (vec![None; nodes], 0);
    for start in 0..nodes {
        let mut here = Some(start);
        while let Some(node) = here.filter(|&node| walk[node].is_none()) {
            walk[node] = Some(start);
            here = before(node);
        }
        // A node met again on this walk is on a ring.
        let Some(first) = here.filter(|&node| walk[node] == Some(start)) else { continue };
        let mut node = first;
        while numbers[node].is_none() {
            numbers[node] = Some(count);
            node = before(node).unwrap_or(first);
        }
        count += 1;
    }
    let mut next = || {
        count += 1;
        count - 1
    };
    let numbers = numbers.into_iter().map(|number| number.unwrap_or_else(&mut next)).collect();
    (numbers, count)
}
