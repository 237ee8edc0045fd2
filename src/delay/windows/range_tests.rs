//! How far the construction carries: for every dimension only the orbit of neighbouring ones and those short
//! orbits that fill no bin by themselves are made; all other rows are blocks, which do not change the columns
//! of the front.

use super::plan::Planner;
use crate::delay::orbits::RowOrbit;
use crate::model::TaskMatrix;

fn turned(mask: u64, dimension: u32, by: u32) -> u64 {
    let all = u64::MAX >> (64 - dimension);
    if by == 0 { mask } else { ((mask << by) | (mask >> (dimension - by))) & all }
}

/// Number of necklaces of `length` beads, `ones` of them 1, without a shorter period: Möbius inversion by
/// subtraction.
fn aperiodic(length: u64, ones: u64) -> u128 {
    let binomial = |n: u64, k: u64| (1..=k).fold(1_u128, |b, i| b * u128::from(n - k + i) / u128::from(i));
    let words = |length: u64, ones: u64| -> u128 {
        let shorter: u128 = (1..length)
            .filter(|period| length.is_multiple_of(*period) && (ones * period).is_multiple_of(length))
            .map(|period| u128::from(period) * aperiodic(period, ones * period / length))
            .sum();
        binomial(length, ones) - shorter
    };
    words(length, ones) / u128::from(length)
}

/// The first `count` masks of `length` bits and `ones` ones without a shorter period, one of every orbit.
fn representatives(length: u32, ones: u32, count: usize) -> Vec<u64> {
    let mut found = Vec::new();
    let mut mask = u64::MAX >> (64 - ones);
    while found.len() < count {
        if (1..length).all(|by| turned(mask, length, by) > mask) {
            found.push(mask);
        }
        // The next greater number with as many ones.
        let lowest = mask & mask.wrapping_neg();
        let carried = mask + lowest;
        mask = carried | (((mask ^ carried) / lowest) >> 2);
    }
    found
}

/// The rows of the total exchange on a cube without the blocks that need no thought.
fn thinned(dimension: u32) -> (TaskMatrix, Vec<RowOrbit>) {
    let mut matrix = TaskMatrix::new(dimension);
    let mut orbits = Vec::new();
    let mut push = |mask: u64, size: u32, ones: u32| {
        let rows = (0..size)
            .map(|by| {
                let mask = turned(mask, dimension, by);
                let row = (0..dimension).filter(|bit| mask >> bit & 1 == 1).map(|bit| (bit, 1));
                matrix.push_row(row).expect("a row");
                matrix.rows() - 1
            })
            .collect();
        orbits.push(RowOrbit { distance: u64::from(ones), rows });
    };
    for ones in 1..=dimension {
        let canonical = |mask: u64| (0..dimension).map(|by| turned(mask, dimension, by)).min();
        let mut seen = Vec::new();
        for step in (1..dimension).filter(|&step| num_integer::gcd(step, dimension) == 1) {
            let mask = (0..ones).fold(0, |mask, bit| mask | 1 << (bit * step % dimension));
            if ones < dimension && seen.len() < 3 && !seen.contains(&canonical(mask)) {
                seen.push(canonical(mask));
                push(mask, dimension, ones);
            }
        }
        for period in (1..dimension)
            .filter(|period| dimension.is_multiple_of(*period) && (ones * period).is_multiple_of(dimension))
        {
            let part = ones * period / dimension;
            let count = aperiodic(period.into(), part.into()) % u128::from(dimension / period);
            for mask in representatives(period, part, usize::try_from(count).expect("few")) {
                let mask = (0..dimension / period).fold(0, |all, copy| all | (mask << (copy * period)));
                push(mask, period, ones);
            }
        }
    }
    (matrix, orbits)
}

/// Dimensions for which the search, with these orbits alone, finds no way.
const OPEN: [u32; 2] = [30, 56];

#[test]
fn the_total_exchange_on_hypercubes_up_to_dimension_62_is_planned_at_the_pooled_bound() {
    for dimension in 2..=62 {
        let (matrix, orbits) = thinned(dimension);
        // A plan keeps all links busy up to the end of every group; that is the pooled bound.
        let planned = Planner::new(&matrix).plan(&orbits).is_ok();
        assert_eq!(planned, !OPEN.contains(&dimension), "d = {dimension}: what is open is said to be");
    }
}
