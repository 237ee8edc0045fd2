//! §8: task matrices of wraparound meshes, their phases and classes.

use super::clearing::{Matrix, column_sums, critical_sum, dense};
use crate::claims::code::Code;
use crate::claims::exact::ratio;
use crate::claims::prove::{Least, counts, isotropic, proved, ring, torus, total_exchange};
use crate::claims::{ClaimError, Docket, Proved};
use crate::model::{IsotropicTask, MatrixError};
use crate::route::{Directions, task_matrix};
use crate::solve::Quotient;
use crate::wire::{Network, TaskDocument};
use num_rational::BigRational;

/// T for even p.
fn even_time(p: u64, d: u32) -> BigRational {
    ratio(p * p.pow(d), 8)
}
/// The critical sum of the task matrix by Definitions 8 and 9.
fn critical(matrix: &[Vec<u64>]) -> u64 {
    critical_sum(matrix)
}
/// The rows of a class in two dimensions, columns 1+, 1−, 2+, 2−.
fn class_rows(a: u64, b: u64) -> Matrix {
    vec![vec![a, b, 0, 0], vec![0, a, b, 0], vec![0, 0, a, b], vec![b, 0, 0, a]]
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.T_TE.mesh.two",
        parts: &[|docket| double_links(docket, 2), |docket| double_links(docket, 4)],
    },
    Code {
        file: file!(),
        id: "P1.Lemma3",
        parts: &[
            |docket| {
                lemma_3(docket, &[&[3]], 0, Least::TIME)?;
                let certificate = super::ring::alternating(4)?;
                let h = critical(&matrix_of(&total_exchange(ring(4)))?);
                docket.equal(
                    "ring 4, total exchange",
                    h,
                    crate::claims::prove::accepted(&certificate, Least::TIME)?,
                );
                Ok(())
            },
            |docket| {
                let meshes: [&[u64]; 7] = [&[3], &[5], &[7], &[9], &[3, 3], &[5, 5], &[3, 3, 3]];
                lemma_3(docket, &meshes, 6, Least::TIME)
            },
        ],
    },
    Code {
        file: file!(),
        id: "P1.mesh.classes",
        parts: &[
            |docket| class_matrices(docket, [0, 1, 2, 3]),
            |docket| class_matrices(docket, [0, 2, 1, 3]),
        ],
    },
];

/// A ring or torus with its name.
pub(super) fn named(radices: &[u64]) -> (String, Network) {
    if let [nodes] = radices {
        return (format!("ring {nodes}"), ring(*nodes));
    }
    let words: Vec<String> = radices.iter().map(u64::to_string).collect();
    (format!("torus {}", words.join("x")), torus(radices))
}

/// The task matrix by Definitions 8 and 9.
pub(super) fn matrix_of(document: &TaskDocument) -> Result<Matrix, ClaimError> {
    let task = IsotropicTask::new(document)?;
    let broken = |fault: MatrixError| ClaimError::Broken(fault.to_string());
    Ok(dense(&task_matrix(&task, &Directions::Default).map_err(broken)?))
}

/// Two columns for each bit; of the tags with a bit, which are even in number if d > 1, every other one goes
/// each way.
pub(super) fn double_link_rows(d: u32) -> Matrix {
    let dimensions = usize::try_from(d).unwrap_or(0);
    let mut rows: Matrix = Vec::new();
    let mut ties = vec![0; dimensions];
    for tag in 1..1_u64 << d {
        let mut row = vec![0; 2 * dimensions];
        for (bit, ties) in ties.iter_mut().enumerate().filter(|(bit, _)| tag >> bit & 1 == 1) {
            row[2 * bit + *ties % 2] = 1;
            *ties += 1;
        }
        rows.push(row);
    }
    rows
}

fn double_links(docket: &mut Docket, from: u32) -> Result<(), ClaimError> {
    for d in from..=10 {
        let rows = double_link_rows(d);
        let how = "a schedule by Theorem 4; no packet is faster than its distance, and 2d links carry a node's n·d/2 moves in n/4 slots at best";
        docket.equal(format!("p 2 d {d}"), even_time(2, d), Proved::exact(critical_sum(&rows), how));
    }
    Ok(())
}

/// Total exchange, then drawn tasks with as many packets to −x as to x.
fn lemma_3(docket: &mut Docket, meshes: &[&[u64]], drawn: u64, least: Least) -> Result<(), ClaimError> {
    for radices in meshes {
        let (name, network) = named(radices);
        let nodes: u64 = radices.iter().product();
        let mut tasks = vec![("total exchange".to_owned(), total_exchange(network.clone()))];
        for seed in 0..drawn {
            let packets = counts(nodes, seed + 10 * nodes, 4);
            let opposite = |offset: u64| {
                let digits = radices.iter().rev().fold((offset, 1, 0), |(left, place, sum), &p| {
                    (left / p, place * p, sum + (p - left % p) % p * place)
                });
                digits.2
            };
            let packets: Vec<(u64, u64)> = packets
                .iter()
                .map(|&(offset, count)| {
                    let index = usize::try_from(opposite(offset) - 1).unwrap_or(0);
                    (offset, if opposite(offset) < offset { packets[index].1 } else { count })
                })
                .collect();
            tasks.push((format!("task {seed}"), isotropic(network.clone(), &packets)));
        }
        for (what, task) in tasks {
            let h = critical(&matrix_of(&task)?);
            docket.equal(format!("{name}, {what}"), h, proved(&task, Some(&Quotient), least)?);
        }
    }
    Ok(())
}

fn class_matrices(docket: &mut Docket, order: [usize; 4]) -> Result<(), ClaimError> {
    for p in [3, 5, 7, 9] {
        let mut rows: Matrix = matrix_of(&total_exchange(torus(&[p, p])))?
            .iter()
            .map(|row| order.iter().map(|&column| row[column]).collect())
            .collect();
        let half = (p - 1) / 2;
        let mut printed: Matrix =
            (1..=half).flat_map(|a| (0..=half).flat_map(move |b| class_rows(a, b))).collect();
        rows.sort_unstable();
        printed.sort_unstable();
        let balanced = column_sums(&printed).windows(2).all(|pair| pair[0] == pair[1]);
        docket.is(
            format!("torus {p}x{p}"),
            rows == printed && balanced,
            "all classes against all rows of the task matrix",
        );
    }
    Ok(())
}
