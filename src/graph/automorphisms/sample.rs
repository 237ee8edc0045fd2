//! Elements of a group of permutations that act freely, met on a random walk.

use super::colored::place;
use crate::graph::Random;

/// Products of generators that are looked at.
const PRODUCTS: usize = 1 << 9;
/// The fewest permutations that are multiplied with each other.
const MIN_FACTORS: usize = 10;
/// The seed of the walk.
const SEED: u64 = 0;

/// Returns for each of some primes an element of this order that fixes no node, if the walk meets one.
///
/// Permutations that generate the group are multiplied with each other at random (F. Celler and others,
/// *Generating random elements of a finite group*, 1995). If in all cycles of a product the power of the
/// prime is the same, a power of the product is such an element.
///
/// # Complexity
/// O(2⁹ · n · p) for p primes.
pub(super) fn free_elements_of(primes: &[usize], generators: &[Vec<u32>]) -> Vec<Option<Vec<u32>>> {
    let mut found = vec![None; primes.len()];
    let Some(first) = generators.first() else { return found };
    let mut random = Random::new(SEED);
    let mut factors: Vec<Vec<u32>> =
        generators.iter().cycle().take(generators.len().max(MIN_FACTORS)).cloned().collect();
    let mut product = first.clone();
    for _ in 0..PRODUCTS {
        let (one, other) = (random.below(factors.len()), random.below(factors.len()));
        if one != other {
            factors[one] = composed(&factors[one], &factors[other]);
        }
        product = composed(&product, &factors[one]);
        let cycles = cycles(&product);
        for (&prime, found) in primes.iter().zip(&mut found) {
            if found.is_none() {
                *found = free_power(&product, &cycles, prime);
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

fn composed(first: &[u32], then: &[u32]) -> Vec<u32> {
    first.iter().map(|&node| then[place(node)]).collect()
}

fn cycles(images: &[u32]) -> Vec<Vec<u32>> {
    let (mut seen, mut cycles) = (vec![false; images.len()], Vec::new());
    for &start in images {
        let (mut here, mut cycle) = (start, Vec::new());
        while !std::mem::replace(&mut seen[place(here)], true) {
            cycle.push(here);
            here = images[place(here)];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// Returns a power of a permutation that has a prime order and fixes no node, if there is one.
fn free_power(images: &[u32], cycles: &[Vec<u32>], prime: usize) -> Option<Vec<u32>> {
    let part = |mut length: usize| {
        let mut part = 1;
        while length.is_multiple_of(prime) {
            length /= prime;
            part *= prime;
        }
        part
    };
    let common = part(cycles.first()?.len());
    if common == 1 || cycles.iter().any(|cycle| part(cycle.len()) != common) {
        return None;
    }
    let mut exponents: Vec<usize> = cycles.iter().map(|cycle| cycle.len() / common).collect();
    exponents.sort_unstable();
    exponents.dedup();
    exponents.push(common / prime);
    let mut power = images.to_vec();
    for cycle in cycles {
        let steps = exponents.iter().fold(1, |steps, exponent| steps * exponent % cycle.len());
        for (at, &node) in cycle.iter().enumerate() {
            power[place(node)] = cycle[(at + steps) % cycle.len()];
        }
    }
    Some(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_prime_order_that_fix_no_node_are_found() {
        // Cycles of 2 and 6 nodes: the cube has order 2, its square order 3 and fixes two nodes.
        let images = [1, 0, 3, 4, 5, 6, 7, 2];
        let power = |prime| free_power(&images, &cycles(&images), prime);
        assert_eq!(power(2), Some(vec![1, 0, 5, 6, 7, 2, 3, 4]));
        assert_eq!(power(3), None);
        // All permutations of seven nodes: a seventh of them are cycles of all.
        let swap = vec![1, 0, 2, 3, 4, 5, 6];
        let turn = vec![1, 2, 3, 4, 5, 6, 0];
        let found = free_elements_of(&[7], &[swap, turn]).pop().flatten().expect("a cycle of all nodes");
        assert_eq!(cycles(&found).len(), 1);
        assert_eq!(free_elements_of(&[5], &[vec![1, 0, 2, 3, 4]]), [None]);
    }
}
