//! The families of Cayley graphs, each by where its links lead.

use super::cayley::{CayleyGraph, MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES, MOST_SYMBOLS};
use super::{ModelError, wide};
use crate::wire::{Family, Group};
use std::collections::{HashMap, HashSet};

/// Builds the Cayley graph of a group.
///
/// # Errors
/// [`ModelError`] when the parameters or generators make none, or one too large.
///
/// # Complexity
/// O(n · m · s) time for n nodes, m links and s symbols of a permutation; O(n · (m + s)) space.
pub(super) fn cayley_graph(group: &Group) -> Result<CayleyGraph, ModelError> {
    match group {
        Group::Family { family, n } => of_family(*family, *n),
        Group::Circulant { n, steps, .. } => circulant(*n, steps),
        Group::Permutations { permutations } => generated(permutations),
    }
}

fn of_family(family: Family, n: u64) -> Result<CayleyGraph, ModelError> {
    // Beyond the greatest n there are more nodes or links than a table holds.
    let (least, most) = match family {
        Family::Star | Family::Pancake | Family::BubbleSort => (2, 10),
        Family::Complete => (2, 8192),
        Family::CubeConnectedCycles | Family::Butterfly => (3, 17),
    };
    if !(least..=most).contains(&n) {
        return Err(ModelError::FamilySize { found: n, least, most });
    }
    let graph = match family {
        Family::Star => sorted(n, &(1..n).map(|i| swap(n, 0, i)).collect::<Vec<_>>()),
        Family::BubbleSort => sorted(n, &(1..n).map(|i| swap(n, i - 1, i)).collect::<Vec<_>>()),
        Family::Pancake => {
            sorted(n, &(2..=n).map(|i| (0..i).rev().chain(i..n).collect()).collect::<Vec<_>>())
        }
        Family::Complete => table(n, (1..n).map(|step| move |v| (v + step) % n)),
        Family::CubeConnectedCycles => cube_connected_cycles(n),
        Family::Butterfly => butterfly(n),
    };
    Ok(graph.expect("the generators of a family generate all of it"))
}

/// The graph of so many nodes in which each link is a function of the node.
fn table<F: Fn(u64) -> u64>(nodes: u64, links: impl Iterator<Item = F>) -> Option<CayleyGraph> {
    let links: Vec<F> = links.collect();
    let to = |node: u64, link: &F| u32::try_from(link(node)).expect("a node of a table is below 2^22");
    let neighbors = (0..nodes).flat_map(|node| links.iter().map(move |link| to(node, link))).collect();
    CayleyGraph::new(u32::try_from(links.len()).expect("a link is below 2^32"), neighbors)
}

/// Nodes (x, p) at index x · n + p: a corner x of the cube and a place p of its ring; links p + 1, p − 1, bit
/// p.
fn cube_connected_cycles(n: u64) -> Option<CayleyGraph> {
    let links: [Box<dyn Fn(u64) -> u64>; 3] = [
        Box::new(move |v| v / n * n + (v % n + 1) % n),
        Box::new(move |v| v / n * n + (v % n + n - 1) % n),
        Box::new(move |v| ((v / n) ^ (1 << (v % n))) * n + v % n),
    ];
    table(n << n, links.into_iter())
}

/// Nodes (x, p) at index x · n + p: a row x and a level p; links to level p + 1 straight and across bit p,
/// and back.
fn butterfly(n: u64) -> Option<CayleyGraph> {
    let up = move |p: u64| (p + 1) % n;
    let down = move |p: u64| (p + n - 1) % n;
    let links: [Box<dyn Fn(u64) -> u64>; 4] = [
        Box::new(move |v| v / n * n + up(v % n)),
        Box::new(move |v| v / n * n + down(v % n)),
        Box::new(move |v| ((v / n) ^ (1 << (v % n))) * n + up(v % n)),
        Box::new(move |v| ((v / n) ^ (1 << down(v % n))) * n + down(v % n)),
    ];
    table(n << n, links.into_iter())
}

fn circulant(n: u64, steps: &[u64]) -> Result<CayleyGraph, ModelError> {
    if !(2..=MOST_CAYLEY_NODES).contains(&n) {
        return Err(ModelError::FamilySize { found: n, least: 2, most: MOST_CAYLEY_NODES });
    }
    if steps.is_empty() {
        return Err(ModelError::NoGenerators);
    }
    let mut links: Vec<u64> = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        if step == 0 || step >= n {
            return Err(ModelError::StepOutOfRange { index, found: step, greatest: n - 1 });
        }
        if let Some(first) = steps[..index].iter().position(|&s| s == step || s == n - step) {
            return Err(ModelError::RepeatedGenerator { place: format!("steps[{index}]"), first });
        }
        links.push(step);
        if 2 * step != n {
            links.push(n - step);
        }
        require_links(n, super::count_of(links.len()))?;
    }
    table(n, links.into_iter().map(|step| move |v| (v + step) % n)).ok_or_else(|| {
        let common = steps.iter().fold(n, |common, &step| num_integer::gcd(common, step));
        ModelError::Disconnected { common }
    })
}

fn require_links(nodes: u64, links: u64) -> Result<(), ModelError> {
    if nodes > MOST_CAYLEY_NODES || nodes.saturating_mul(links) > MOST_CAYLEY_LINKS {
        return Err(ModelError::GroupTooLarge { nodes: MOST_CAYLEY_NODES, links: MOST_CAYLEY_LINKS });
    }
    Ok(())
}

/// The permutation that swaps two places.
fn swap(n: u64, a: u64, b: u64) -> Vec<u64> {
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

/// The graph of all permutations of n symbols, numbered in lexicographic order.
fn sorted(n: u64, generators: &[Vec<u64>]) -> Option<CayleyGraph> {
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

/// The next permutation in lexicographic order; false after the last.
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

/// The permutation at a place of the lexicographic order (Lehmer 1960).
pub(super) fn unrank(index: u64, n: u64) -> Vec<u64> {
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

/// Its place.
fn rank(permutation: &[u64]) -> u64 {
    let mut rank = 0;
    for (i, symbol) in permutation.iter().enumerate() {
        let smaller = permutation[i + 1..].iter().filter(|&other| other < symbol).count();
        rank = rank * super::count_of(permutation.len() - i) + super::count_of(smaller);
    }
    rank
}

fn place(value: u64) -> usize {
    usize::try_from(value).expect("a symbol fits the address space")
}

/// The group that permutations generate, numbered in breadth-first order from the identity, links in their
/// order. How many elements there are is known only at the end.
fn generated(generators: &[Vec<u64>]) -> Result<CayleyGraph, ModelError> {
    let generators = permutations(generators)?;
    require_inverses(&generators)?;
    let symbols = generators[0].len();
    let identity: Vec<u32> = (0..).take(symbols).collect();
    let mut found: HashMap<Vec<u32>, u32> = HashMap::from([(identity.clone(), 0)]);
    let mut elements = vec![identity];
    let mut neighbors: Vec<u32> = Vec::new();
    let mut next = 0;
    while next < elements.len() {
        for generator in &generators {
            let product: Vec<u32> = generator.iter().map(|&i| elements[next][wide(i)]).collect();
            let count = super::count_of(elements.len());
            let new = u32::try_from(count).expect("elements are at most 2^22");
            let number = *found.entry(product).or_insert_with_key(|product| {
                elements.push(product.clone());
                new
            });
            neighbors.push(number);
        }
        let (nodes, links) = (super::count_of(elements.len()), super::count_of(generators.len()));
        if nodes.saturating_mul(super::count_of(symbols)) > MOST_SYMBOLS {
            return Err(ModelError::TooManySymbols { symbols: MOST_SYMBOLS });
        }
        require_links(nodes, links)?;
        next += 1;
    }
    let links = u32::try_from(generators.len()).expect("a link is below 2^32");
    Ok(CayleyGraph::new(links, neighbors).expect("what is generated is reached"))
}

/// The generators as permutations of equally many symbols, none of them the identity, none twice.
fn permutations(generators: &[Vec<u64>]) -> Result<Vec<Vec<u32>>, ModelError> {
    let Some(symbols) = generators.first().map(Vec::len) else { return Err(ModelError::NoGenerators) };
    let mut list: Vec<Vec<u32>> = Vec::with_capacity(generators.len());
    let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
    for (index, generator) in generators.iter().enumerate() {
        let mut sorted = generator.clone();
        sorted.sort_unstable();
        if generator.len() != symbols || !(0..).zip(&sorted).all(|(i, &symbol)| i == symbol) {
            return Err(ModelError::NotAPermutation { index, symbols });
        }
        let images: Result<Vec<u32>, _> = generator.iter().map(|&symbol| u32::try_from(symbol)).collect();
        let images = images.map_err(|_| ModelError::NotAPermutation { index, symbols })?;
        if (0..).zip(&images).all(|(i, &symbol)| i == symbol) {
            return Err(ModelError::TrivialGenerator { index });
        }
        if let Some(&first) = known.get(&images) {
            return Err(ModelError::RepeatedGenerator { place: format!("permutations[{index}]"), first });
        }
        known.insert(images.clone(), index);
        list.push(images);
    }
    Ok(list)
}

fn require_inverses(generators: &[Vec<u32>]) -> Result<(), ModelError> {
    let known: HashSet<&Vec<u32>> = generators.iter().collect();
    for (index, generator) in generators.iter().enumerate() {
        let mut inverse = vec![0; generator.len()];
        for (place, &symbol) in (0..).zip(generator) {
            inverse[wide(symbol)] = place;
        }
        if !known.contains(&inverse) {
            return Err(ModelError::InverseMissing { index });
        }
    }
    Ok(())
}
