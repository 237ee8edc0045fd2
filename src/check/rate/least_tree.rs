//! The least cost of a tree that leads from a root to all nodes.

use crate::effort::Effort;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;

/// An arc with its cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Priced {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) cost: u128,
}

/// Returns the least cost of an arborescence from a root; none if it does not reach all nodes.
///
/// Every other node takes its cheapest arc in. Where these arcs close a ring, the ring becomes one node, and
/// an arc into it costs only what it costs more than the one that it replaces (Chu and Liu 1965; Edmonds
/// 1967).
///
/// # Complexity
/// Time O(n · A) for n nodes and A arcs; the steps are taken as they are made.
pub(super) fn least_tree(
    nodes: usize,
    root: usize,
    arcs: Vec<Priced>,
    effort: &Effort,
) -> Result<Option<u128>, Rejection> {
    let (mut nodes, mut root, mut arcs, mut sum) = (nodes, root, arcs, 0_u128);
    loop {
        effort.spend(wide(arcs.len() + 4 * nodes))?;
        let mut cheapest: Vec<Option<Priced>> = vec![None; nodes];
        for arc in arcs.iter().filter(|arc| arc.to != root) {
            let known = &mut cheapest[arc.to];
            if known.is_none_or(|known| arc.cost < known.cost) {
                *known = Some(*arc);
            }
        }
        for (node, arc) in cheapest.iter().enumerate().filter(|&(node, _)| node != root) {
            let Some(arc) = arc else { return Ok(None) };
            debug_assert_eq!(arc.to, node);
            // Fewer than 2²⁴ nodes, each of three prices below 2⁶⁴.
            sum += arc.cost;
        }
        let (numbers, count) = rings(&cheapest, root);
        if count == nodes {
            return Ok(Some(sum));
        }
        arcs = arcs
            .into_iter()
            .filter(|arc| numbers[arc.from] != numbers[arc.to])
            .map(|arc| {
                let paid = cheapest[arc.to].filter(|_| arc.to != root).map_or(0, |known| known.cost);
                Priced { from: numbers[arc.from], to: numbers[arc.to], cost: arc.cost - paid }
            })
            .collect();
        (nodes, root) = (count, numbers[root]);
    }
}

/// Numbers the nodes anew, those of each ring of chosen arcs with one number; returns how many there are.
fn rings(cheapest: &[Option<Priced>], root: usize) -> (Vec<usize>, usize) {
    const NEW: u64 = 0;
    let nodes = cheapest.len();
    let mut walk = vec![NEW; nodes];
    let (mut numbers, mut count) = (vec![usize::MAX; nodes], 0);
    for start in 0..nodes {
        let (own, mut here) = (wide(start) + 1, start);
        while walk[here] == NEW {
            walk[here] = own;
            match cheapest[here].filter(|_| here != root) {
                Some(arc) => here = arc.from,
                None => break,
            }
        }
        // A node met again on this walk, and not numbered yet, is on a ring.
        if walk[here] == own && here != root && numbers[here] == usize::MAX && cheapest[here].is_some() {
            let first = here;
            while numbers[here] == usize::MAX {
                numbers[here] = count;
                here = cheapest[here].map_or(first, |arc| arc.from);
            }
            count += 1;
        }
    }
    for number in &mut numbers {
        if narrow(wide(*number), nodes).is_none() {
            *number = count;
            count += 1;
        }
    }
    (numbers, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries all choices of an arc into each node.
    fn tried(nodes: usize, root: usize, arcs: &[Priced]) -> Option<u128> {
        let mut best: Option<u128> = None;
        let into: Vec<Vec<Priced>> =
            (0..nodes).map(|node| arcs.iter().copied().filter(|arc| arc.to == node).collect()).collect();
        let ways: usize = (0..nodes).filter(|&node| node != root).map(|node| into[node].len()).product();
        for mut choice in 0..ways {
            let mut chosen = vec![None; nodes];
            for node in (0..nodes).filter(|&node| node != root) {
                chosen[node] = Some(into[node][choice % into[node].len()]);
                choice /= into[node].len();
            }
            let reaches = |node: usize| {
                let ends = std::iter::successors(Some(node), |&at| chosen[at].map(|arc: Priced| arc.from));
                ends.take(nodes + 1).any(|at| at == root)
            };
            if (0..nodes).all(reaches) {
                let sum = chosen.iter().flatten().map(|arc| arc.cost).sum();
                best = Some(best.map_or(sum, |best| best.min(sum)));
            }
        }
        best
    }

    #[test]
    fn no_choice_of_an_arc_into_each_node_is_cheaper() {
        let effort = Effort::new(u64::MAX);
        let mut state = 7_u64;
        let mut random = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let mut reached = 0;
        for _ in 0..400 {
            let nodes = 2 + random(4);
            let arc = |random: &mut dyn FnMut(u64) -> u64| {
                let [from, to] = [random(nodes), random(nodes)].map(|node| narrow(node, 9).expect("few"));
                Priced { from, to, cost: random(5).into() }
            };
            let arcs: Vec<Priced> = (0..2 * nodes).map(|_| arc(&mut random)).collect();
            let arcs: Vec<Priced> = arcs.into_iter().filter(|arc| arc.from != arc.to).collect();
            let nodes = narrow(nodes, 9).expect("few");
            let found = least_tree(nodes, 0, arcs.clone(), &effort).expect("enough steps");
            assert_eq!(found, tried(nodes, 0, &arcs), "{arcs:?}");
            reached += usize::from(found.is_some());
        }
        assert!(reached > 100);
    }
}
