//! A Cayley graph built, weighed and replayed without the program's code.

use isotask::model::{CayleyGraph, Link, Node};
use isotask::wire;
use std::collections::BTreeSet;

/// A Cayley graph as this test builds it: where the links of each node lead.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) rows: Vec<Vec<usize>>,
}

impl Table {
    /// The tables of the program, for weights alone.
    pub(crate) fn of(graph: &CayleyGraph) -> Self {
        let to = |v, g| usize::try_from(graph.neighbor(Node(v), Link(g)).0).unwrap();
        let row = |v| (0..graph.links()).map(|g| to(v, g)).collect();
        Self { rows: (0..graph.nodes()).map(row).collect() }
    }

    /// Multiplies permutations from the right, in breadth-first order; none if there are more than the limit.
    pub(crate) fn generated(generators: &[Vec<u64>], most: usize) -> Option<Self> {
        let mut elements: Vec<Vec<u64>> = vec![(0..).take(generators[0].len()).collect()];
        let mut rows = Vec::new();
        while rows.len() < elements.len() {
            let mut row = Vec::new();
            for generator in generators {
                let from = &elements[rows.len()];
                let product: Vec<u64> =
                    generator.iter().map(|&i| from[usize::try_from(i).unwrap()]).collect();
                let known = elements.iter().position(|element| *element == product);
                row.push(known.unwrap_or(elements.len()));
                if known.is_none() {
                    elements.push(product);
                }
            }
            rows.push(row);
            if elements.len() > most {
                return None;
            }
        }
        Some(Self { rows })
    }

    /// Least weights of words, by relaxing all links until nothing changes (Bellman, Ford).
    pub(crate) fn least(&self, weights: &[u64]) -> Vec<u64> {
        let mut least = vec![u64::MAX; self.rows.len()];
        least[0] = 0;
        let mut again = true;
        while again {
            again = false;
            for v in 0..self.rows.len() {
                for (to, weight) in self.rows[v].iter().zip(weights) {
                    if least[v] < u64::MAX && least[v] + weight < least[*to] {
                        least[*to] = least[v] + weight;
                        again = true;
                    }
                }
            }
        }
        least
    }

    /// ⌈Σ `dist_w` / W⌉.
    pub(crate) fn bound(&self, packets: &[(u64, u64)], weights: &[u64], ports: u32) -> u64 {
        let least = self.least(weights);
        let work: u64 =
            packets.iter().map(|&(offset, count)| least[usize::try_from(offset).unwrap()] * count).sum();
        work.div_ceil(capacity(weights, ports))
    }

    /// Returns whether the packets weigh more, along words limited to a number of links, than that number of
    /// slots can move, or some packet has no such word.
    pub(crate) fn refutes(&self, packets: &[(u64, u64)], weights: &[u64], ports: u32, slots: u64) -> bool {
        let lightest = |&(offset, count): &(u64, u64)| {
            let weight = self.lightest(usize::try_from(offset).unwrap(), weights, slots);
            weight.map(|weight| weight * count)
        };
        let work: Option<u64> = packets.iter().map(lightest).sum();
        work.is_none_or(|work| work > slots * capacity(weights, ports))
    }

    /// Returns the least weight of a word for a node, limited to a number of links.
    fn lightest(&self, node: usize, weights: &[u64], links: u64) -> Option<u64> {
        let mut reached = vec![None; self.rows.len()];
        reached[0] = Some(0);
        for _ in 0..links {
            let before = reached.clone();
            for (from, row) in self.rows.iter().enumerate() {
                for (to, weight) in row.iter().zip(weights) {
                    let longer = before[from].map(|sum: u64| sum + weight);
                    reached[*to] = [reached[*to], longer].into_iter().flatten().min();
                }
            }
        }
        reached[node]
    }

    /// Replays the slots at node 0 after the words of the format, and returns how long they take.
    pub(crate) fn replay(&self, packets: &[u64], slots: &wire::Slots<wire::Move>, ports: u32) -> u64 {
        let mut at = vec![0; packets.len()];
        for moves in slots {
            assert!(moves.len() <= usize::try_from(ports).unwrap());
            let links: BTreeSet<u32> = moves.iter().map(|step| step.link).collect();
            let moved: BTreeSet<u32> = moves.iter().map(|step| step.packet).collect();
            assert_eq!((links.len(), moved.len()), (moves.len(), moves.len()));
            for step in moves {
                let here = &mut at[usize::try_from(step.packet).unwrap()];
                *here = self.rows[*here][usize::try_from(step.link).unwrap()];
            }
        }
        let ends: Vec<u64> = at.iter().map(|&end| u64::try_from(end).unwrap()).collect();
        assert_eq!(ends, packets);
        u64::try_from(slots.len()).unwrap()
    }
}

/// The greatest weight that a node can send in a slot.
fn capacity(weights: &[u64], ports: u32) -> u64 {
    let mut heaviest = weights.to_vec();
    heaviest.sort_by_key(|&weight| std::cmp::Reverse(weight));
    heaviest.iter().take(usize::try_from(ports).unwrap()).sum()
}
