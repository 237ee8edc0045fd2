//! A matrix as a sum: the terms are partial permutation matrices of at most k entries, they add up to the
//! matrix, and their multiplicities to max(h, ⌈σ/k⌉); with the padding every line has that sum.

use crate::common::strategies;
use isotask::check::check_matrix_certificate;
use isotask::decompose::{Birkhoff, BirkhoffError, BirkhoffWay, birkhoff};
use isotask::model::TaskMatrix;
use isotask::wire::{MatrixDocument, Ports};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn matrix_of(rows: &[Vec<u64>]) -> TaskMatrix {
    TaskMatrix::from_dense(rows).expect("the entries are small")
}

/// Asserts by the definitions every statement about a decomposed matrix.
fn require_true(rows: &[Vec<u64>], ports: u32, sum: &Birkhoff) {
    let columns = rows.first().map_or(0, Vec::len);
    let row_sums: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
    let column_sums: Vec<u64> = (0..columns).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
    let critical = row_sums.iter().chain(&column_sums).copied().max().unwrap_or(0);
    let total: u64 = row_sums.iter().sum();
    let room = rows.len().min(columns).min(usize::try_from(ports).expect("a number"));
    let least =
        if total == 0 { 0 } else { critical.max(total.div_ceil(u64::try_from(room).expect("a number"))) };
    assert_eq!((sum.length, sum.critical_sum, sum.total), (least, critical, total));
    let mut found = vec![vec![0; columns]; rows.len()];
    let mut slots = 0;
    for term in &sum.terms {
        let lines =
            |of: &dyn Fn(usize) -> u64| (0..term.entries.len()).map(of).collect::<BTreeSet<u64>>().len();
        let entries = term.entries.len();
        assert!(term.times > 0 && (1..=room).contains(&entries));
        assert_eq!(lines(&|at| term.entries[at].row), entries);
        assert_eq!(lines(&|at| term.entries[at].column), entries);
        for entry in &term.entries {
            let place = |index: u64| usize::try_from(index).expect("an index");
            found[place(entry.row)][place(entry.column)] += term.times;
        }
        slots += term.times;
    }
    assert_eq!((&found[..], slots), (rows, least));
    let padding = sum.padding.as_ref().expect("a small matrix");
    let side = padding.nrows();
    let cell = |row: usize, column: usize| {
        padding[(row, column)] + rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0)
    };
    assert!(side >= rows.len().max(columns) && padding.is_square());
    for line in 0..side {
        assert_eq!((0..side).map(|other| cell(line, other)).sum::<u64>(), least);
        assert_eq!((0..side).map(|other| cell(other, line)).sum::<u64>(), least);
    }
    let certificate =
        sum.certificate(MatrixDocument::new(rows.to_vec(), None, None), Ports::AtMost(ports.into()));
    let verdict = check_matrix_certificate(&certificate).expect("what is handed out is accepted");
    assert_eq!(verdict.completion_time, least);
}

proptest! {
    #[test]
    fn every_way_decomposes_into_terms_of_the_least_total_length(
        rows in prop_oneof![strategies::matrix(), strategies::tall_matrix()], ports in 1_u32..=9
    ) {
        for way in BirkhoffWay::EVERY.into_iter().map(Some).chain([None]) {
            require_true(&rows, ports, &birkhoff(&matrix_of(&rows), ports, way).expect("a small matrix"));
        }
    }

    #[test]
    fn entries_of_any_size_are_decomposed(rows in strategies::large_matrix(), ports in 1_u32..=6) {
        for way in [BirkhoffWay::Hall, BirkhoffWay::Quotient] {
            require_true(&rows, ports, &birkhoff(&matrix_of(&rows), ports, Some(way)).expect("few entries"));
        }
    }
}

#[test]
fn a_matrix_too_large_for_a_way_is_refused_with_its_size() {
    let units = matrix_of(&[vec![1 << 40]]);
    assert!(matches!(birkhoff(&units, 1, Some(BirkhoffWay::Euler)), Err(BirkhoffError::TooManyUnits { .. })));
    assert_eq!(birkhoff(&units, 0, None), Err(BirkhoffError::NoPorts));
    let tall = matrix_of(&vec![vec![1, 0]; 5000]);
    let found = birkhoff(&tall, 2, Some(BirkhoffWay::Hall));
    assert_eq!(found, Err(BirkhoffError::TooManyCells { found: 25_000_000 }));
    let found = birkhoff(&tall, 2, None).expect("a tall matrix");
    assert_eq!((found.way, found.length, found.padding), (BirkhoffWay::Quotient, 5000, None));
}

#[test]
fn matrices_without_lines_have_no_terms() {
    for rows in [vec![], vec![vec![]; 3], vec![vec![0, 0]; 3], vec![vec![0; 5]]] {
        for way in BirkhoffWay::EVERY {
            require_true(&rows, 2, &birkhoff(&matrix_of(&rows), 2, Some(way)).expect("no entries"));
        }
    }
}
