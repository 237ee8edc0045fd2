//! Configurations that cover a matrix at a small cost, by heuristics.

use super::greedy::{self, entry};
use super::step::Place;
use crate::decompose::birkhoff::birkhoff;
use crate::model::{TaskMatrix, count_of};
use crate::wire::MatrixTerm;

/// Returns the cheapest of three kinds of covers of a matrix: terms that add up to it, terms of a coarser
/// matrix whose entries are counted in a power of two slots, or few terms into which the greatest entries are
/// put first.
pub(super) fn cheap(rows: &[Vec<u64>], ports: u64, switching: u64, exact: &[MatrixTerm]) -> Vec<MatrixTerm> {
    let mut best = trimmed(rows, exact.to_vec());
    let mut consider = |terms: Vec<MatrixTerm>| {
        let terms = trimmed(rows, terms);
        if cost_of(&terms, switching) < cost_of(&best, switching) {
            best = terms;
        }
    };
    let greatest = rows.iter().flatten().copied().max().unwrap_or(0);
    let mut unit = 1_u64;
    while unit <= greatest {
        if let Some(terms) = coarse(rows, ports, unit) {
            consider(terms);
        }
        unit = unit.saturating_mul(2);
    }
    consider(greatest_first(rows, ports));
    best
}

/// Computes terms of the matrix whose entries are counted in units of `unit` slots, rounded up.
fn coarse(rows: &[Vec<u64>], ports: u64, unit: u64) -> Option<Vec<MatrixTerm>> {
    let counted: Vec<Vec<u64>> =
        rows.iter().map(|row| row.iter().map(|entry| entry.div_ceil(unit)).collect()).collect();
    let matrix = TaskMatrix::from_dense(&counted).ok()?;
    let sum = birkhoff(&matrix, u32::try_from(ports).unwrap_or(u32::MAX), None).ok()?;
    let mut terms = greedy::reduce(&counted, ports, sum.length, sum.terms);
    terms.iter_mut().try_for_each(|term| {
        term.times = term.times.checked_mul(unit)?;
        Some(())
    })?;
    Some(terms)
}

/// Puts the entries, in decreasing order, each into the first configuration that has room for it (first fit).
fn greatest_first(rows: &[Vec<u64>], ports: u64) -> Vec<MatrixTerm> {
    let mut entries: Vec<(u64, Place)> = Vec::new();
    for (row, of_row) in rows.iter().enumerate() {
        let nonzero = of_row.iter().enumerate().filter(|&(_, &units)| units > 0);
        entries.extend(nonzero.map(|(column, &units)| (units, (row, column))));
    }
    entries.sort_by_key(|&(units, place)| (std::cmp::Reverse(units), place));
    let mut terms: Vec<(u64, Vec<Place>)> = Vec::new();
    for (units, place) in entries {
        let has_room = |places: &[Place]| {
            count_of(places.len()) < ports
                && places.iter().all(|other| other.0 != place.0 && other.1 != place.1)
        };
        match terms.iter_mut().find(|(_, places)| has_room(places)) {
            Some((_, places)) => places.push(place),
            None => terms.push((units, vec![place])),
        }
    }
    let term = |(times, mut places): (u64, Vec<Place>)| {
        places.sort_unstable();
        MatrixTerm { times, entries: places.into_iter().map(entry).collect() }
    };
    terms.into_iter().map(term).collect()
}

/// Shortens every configuration, the last one first, as far as the others cover its entries, and drops those
/// that are not needed.
pub(super) fn trimmed(rows: &[Vec<u64>], mut terms: Vec<MatrixTerm>) -> Vec<MatrixTerm> {
    let index = |index: u64| usize::try_from(index).expect("an index of the matrix");
    let mut spare: Vec<Vec<i128>> =
        rows.iter().map(|row| row.iter().map(|&entry| -i128::from(entry)).collect()).collect();
    for term in &terms {
        for entry in &term.entries {
            spare[index(entry.row)][index(entry.column)] += i128::from(term.times);
        }
    }
    for term in terms.iter_mut().rev() {
        let least = term.entries.iter().map(|entry| spare[index(entry.row)][index(entry.column)]).min();
        let less = least.unwrap_or(i128::MAX).min(term.times.into());
        for entry in &term.entries {
            spare[index(entry.row)][index(entry.column)] -= less;
        }
        term.times -= u64::try_from(less).expect("at most the multiplicity, and the terms cover the matrix");
    }
    terms.retain(|term| term.times > 0);
    terms
}

/// Returns the slots of the terms plus `switching` for each term.
pub(super) fn cost_of(terms: &[MatrixTerm], switching: u64) -> u128 {
    let slots: u128 = terms.iter().map(|term| u128::from(term.times)).sum();
    slots + u128::from(switching) * u128::from(count_of(terms.len()))
}
