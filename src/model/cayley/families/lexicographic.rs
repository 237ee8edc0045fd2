//! All permutations of n symbols in lexicographic order, and the Cayley graphs on them.

use crate::model::cayley::CayleyGraph;
use crate::model::{Node, count_of};

/// Least and greatest number of symbols.
pub(super) const SIZES: (u64, u64) = (2, 10);

/// Returns the name of a node: its symbols.
pub(super) fn node_name(n: u64, node: Node) -> String {
    unrank(node.0, n).iter().map(u64::to_string).collect()
}

/// Returns the node of that name: all symbols once.
pub(super) fn node_named(n: u64, name: &str) -> Option<Node> {
    let symbols: Option<Vec<u64>> = name.chars().map(|symbol| symbol.to_digit(10).map(u64::from)).collect();
    let symbols = symbols.filter(|symbols| n <= SIZES.1 && count_of(symbols.len()) == n)?;
    (0..n).all(|symbol| symbols.contains(&symbol)).then(|| Node(rank(&symbols)))
}

/// Returns the permutation that swaps two places.
pub(super) fn swap(n: u64, a: u64, b: u64) -> Vec<u64> {
    (0..n)
        .map(|i| {
            if i == a {
                b
            } else if i == b {
                a
            } else {
                i
            }
        })
        .collect()
}

/// Builds the graph of all permutations of n symbols, numbered in lexicographic order.
pub(super) fn sorted(n: u64, generators: &[Vec<u64>]) -> Option<CayleyGraph> {
    let mut neighbors = Vec::new();
    let mut permutation: Vec<u64> = (0..n).collect();
    let mut product = permutation.clone();
    loop {
        for generator in generators {
            for (symbol, &i) in product.iter_mut().zip(generator) {
                *symbol = permutation[place(i)];
            }
            neighbors.push(u32::try_from(rank(&product)).expect("10! is below 2^32"));
        }
        if !advance(&mut permutation) {
            let links = u32::try_from(generators.len()).expect("fewer links than symbols");
            return CayleyGraph::new(links, neighbors);
        }
    }
}

/// Advances to the next permutation in lexicographic order; returns false after the last.
fn advance(permutation: &mut [u64]) -> bool {
    let Some(falls) = (1..permutation.len()).rfind(|&i| permutation[i - 1] < permutation[i]) else {
        return false;
    };
    let pivot = permutation[falls - 1];
    let greater = permutation.iter().rposition(|&symbol| symbol > pivot).expect("the next symbol is greater");
    permutation.swap(falls - 1, greater);
    permutation[falls..].reverse();
    true
}

/// Returns the permutation at a place of the lexicographic order (Lehmer 1960).
fn unrank(index: u64, n: u64) -> Vec<u64> {
    let mut left: Vec<u64> = (0..n).collect();
    let (mut index, mut block) = (index, (1..=n).product::<u64>());
    (1..=n)
        .rev()
        .map(|more| {
            block /= more;
            let symbol = left.remove(place(index / block));
            index %= block;
            symbol
        })
        .collect()
}

/// Returns the place of a permutation in the lexicographic order.
fn rank(permutation: &[u64]) -> u64 {
    let mut rank = 0;
    for (i, symbol) in permutation.iter().enumerate() {
        let smaller = permutation[i + 1..].iter().filter(|&other| other < symbol).count();
        rank = rank * count_of(permutation.len() - i) + count_of(smaller);
    }
    rank
}

fn place(value: u64) -> usize {
    usize::try_from(value).expect("a symbol fits the address space")
}
