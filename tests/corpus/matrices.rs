//! Matrices of `models/matrices`: read, decomposed in every way and checked; every kind of bound has a
//! certificate.

use isotask::check::{MatrixFault, Rejection, check_matrix_certificate};
use isotask::decompose::{BirkhoffWay, birkhoff};
use isotask::grammar::{matrix_in, without_mark};
use isotask::model::TaskMatrix;
use isotask::wire::{MatrixCertificateDocument, MatrixDocument, Ports, parse, to_bytes};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/matrices")
}

/// The matrix in a file of any form.
fn matrix(name: &str) -> MatrixDocument {
    let bytes = fs::read(folder().join(name)).expect("a matrix");
    match without_mark(&bytes) {
        text @ [b'{', ..] => parse(text).expect("a matrix"),
        text => matrix_in(text).expect("a matrix").document,
    }
}

#[test]
fn every_matrix_is_a_sum_of_as_many_slots_as_are_expected() {
    let text = fs::read_to_string(folder().join("expected.json")).unwrap();
    let expected: BTreeMap<String, BTreeMap<String, u64>> = serde_json::from_str(&text).unwrap();
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap());
    let files =
        files.filter(|entry| entry.file_type().unwrap().is_file() && entry.file_name() != "expected.json");
    let names: BTreeSet<String> = files.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(names.iter().eq(expected.keys()), "{names:?}");
    for (name, slots) in expected {
        let document = matrix(&name);
        let rows = TaskMatrix::from_document(&document).unwrap();
        for (ports, most) in [(Ports::All, u32::MAX), (Ports::One, 1)] {
            let least = slots[if ports == Ports::All { "all" } else { "one" }];
            for way in [BirkhoffWay::Hall, BirkhoffWay::Quotient] {
                let sum = birkhoff(&rows, most, Some(way)).unwrap();
                let bytes = to_bytes(&sum.certificate(document.clone(), ports));
                let verdict = check_matrix_certificate(&parse(&bytes).unwrap()).unwrap();
                assert_eq!((sum.length, verdict.completion_time), (least, least), "{name}");
            }
        }
    }
}

#[test]
fn every_kind_of_bound_has_a_certificate_that_is_refused_with_another_sum() {
    let mut kinds = BTreeSet::new();
    for entry in fs::read_dir(folder().join("certificates")).unwrap() {
        let path = entry.unwrap().path();
        let document: MatrixCertificateDocument = parse(&fs::read(&path).unwrap()).unwrap();
        let verdict = check_matrix_certificate(&document);
        kinds.extend(verdict.unwrap().claims.iter().map(|claim| claim.lower.kind()));
        let mut spoiled = document;
        if let Some(term) = spoiled.terms.first_mut() {
            term.times += 1;
            let refused = check_matrix_certificate(&spoiled);
            let is_other = matches!(
                refused,
                Err(Rejection::Matrix {
                    fault: MatrixFault::SumDiffers { .. } | MatrixFault::ValueDiffers { .. },
                    ..
                })
            );
            assert!(is_other, "{refused:?}");
        }
    }
    let all = [
        "column",
        "column-entries",
        "cost-search",
        "entries",
        "node",
        "odd-set",
        "row",
        "row-entries",
        "slots-and-terms",
        "slots-search",
        "terms-search",
        "total",
    ];
    assert!(kinds.into_iter().eq(all));
}
