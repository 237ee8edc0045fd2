//! §5 and §8: algorithms that never leave a link idle while a packet waits for it.

use super::clearing::{
    Matrix, Scheme, all, column_sums, critical_sum, drawn, drawn_run, is_non_wasting, longest_non_wasting,
    replayed, row_sums, schemes, served, slots_of, total_exchange_rows,
};
use super::torus_mesh::{double_link_rows, matrix_of, named};
use super::wasteless::longest_run;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, explicit, hypercube, task, torus, total_exchange};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::decompose::{decompose, non_wasting};
use crate::model::{MatrixError, TaskMatrix, count_of};
use crate::wire::{CertificateDocument, Lower, Move, NodeRef, Quantity, ScheduleBody, Scope, Status, Task};
use num_rational::BigRational;
use std::collections::HashMap;

/// h_r + h_c − 1.
fn lines(matrix: &[Vec<u64>]) -> u64 {
    let greatest = |sums: Vec<u64>| sums.into_iter().max().unwrap_or(0);
    greatest(row_sums(matrix)) + greatest(column_sums(matrix)) - 1
}
/// d − 1 more than the optimum.
fn cube(d: u64, matrix: &[Vec<u64>]) -> u64 {
    critical_sum(matrix) + d - 1
}
/// L − 1 more than the optimum.
fn neighbourhood(l: u64, matrix: &[Vec<u64>]) -> u64 {
    critical_sum(matrix) + l - 1
}
/// Total exchange for odd p.
fn odd(p: u64, d: u32) -> BigRational {
    ratio(p.pow(d) * p - p.pow(d - 1), 8) + ratio((p - 1) * u64::from(d), 2)
}
/// Total exchange for even p.
fn even(p: u64, d: u32) -> BigRational {
    ratio(p.pow(d) * p, 8) + ratio(p * u64::from(d), 2)
}
/// h_r more than the optimum.
fn suboptimal(matrix: &[Vec<u64>]) -> u64 {
    critical_sum(matrix) + row_sums(matrix).into_iter().max().unwrap_or(0)
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P1.non-wasting",
        parts: &[|docket| {
            for seed in 0..30 {
                let matrix = drawn(4, 3, 3, seed);
                if critical_sum(&matrix) > 0 {
                    docket.at_most(format!("4 x 3 drawn {seed}"), lines(&matrix), all_runs(&matrix));
                }
            }
            for d in 1..=7 {
                let matrix = total_exchange_rows(d);
                docket.at_most(format!("hypercube {d}"), lines(&matrix), longest(&matrix)?);
            }
            for radices in [&[3, 3][..], &[4, 4], &[5, 5], &[6, 6], &[3, 3, 3]] {
                let matrix = matrix_of(&total_exchange(torus(radices)))?;
                docket.at_most(name_of(radices), lines(&matrix), longest(&matrix)?);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.non-wasting.entry",
        parts: &[|docket| {
            for (rows, columns) in (1..=4).flat_map(|rows| (1..=3).map(move |columns| (rows, columns))) {
                let matrices = all(rows, columns, 1);
                let holds = matrices.iter().all(|matrix| entries_in_time(matrix));
                let how = format!("exhaustive: {} matrices, all runs", matrices.len());
                docket.is(format!("{rows} x {columns}"), holds, how);
            }
            Ok(())
        }],
    },
    Code { file: file!(), id: "P1.non-wasting.cube", parts: &[cubes] },
    Code {
        file: file!(),
        id: "P1.non-wasting.neighbourhood",
        parts: &[|docket| {
            for d in 1..=5 {
                for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                    let exchange = Task::NeighbourhoodExchange { min: k, max: l, count: 1 };
                    let matrix = matrix_of(&task(hypercube(d), exchange))?;
                    let name = format!("hypercube {d} K {k} L {l}");
                    docket.at_most(name, neighbourhood(l, &matrix), longest(&matrix)?);
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.non-wasting.any",
        parts: &[
            |docket| {
                let (packets, slots) = longest_run();
                let certificate = explicit(
                    total_exchange(hypercube(2)),
                    &packets,
                    &slots,
                    Lower::Weights { value: 2, weights: vec![1, 1], within: None },
                );
                let found = accepted(&certificate, Least::TIME)?;
                let run = Proved {
                    lower: found.upper.clone(),
                    how: "exhaustive: the longest of all runs, whose schedule is certified".to_owned(),
                    ..found
                };
                docket.at_most("hypercube 2, longest run", cube(2, &total_exchange_rows(2)), run);
                Ok(())
            },
            |docket| {
                for d in 1..=3 {
                    let matrix = total_exchange_rows(d);
                    docket.at_most(
                        format!("hypercube {d}, longest run"),
                        cube(d, &matrix),
                        all_runs(&matrix),
                    );
                }
                Ok(())
            },
        ],
    },
    Code {
        file: file!(),
        id: "P1.non-wasting.torus",
        parts: &[|docket| {
            for radices in [
                &[3][..],
                &[4],
                &[5],
                &[6],
                &[7],
                &[8],
                &[3, 3],
                &[4, 4],
                &[5, 5],
                &[6, 6],
                &[7, 7],
                &[8, 8],
                &[3, 3, 3],
                &[4, 4, 4],
            ] {
                let matrix = matrix_of(&total_exchange(torus(radices)))?;
                let p = radices[0];
                let least =
                    if p % 2 == 1 { p - 1 } else { p } * u64::try_from(radices.len()).unwrap_or(0) / 2;
                let rows = row_sums(&matrix).into_iter().max();
                docket.is(format!("{}, h_r", name_of(radices)), rows <= Some(least), "row sums added up");
                docket.at_most(name_of(radices), suboptimal(&matrix), longest(&matrix)?);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.non-wasting.T_TE.odd",
        parts: &[|docket| {
            for (p, d) in
                [(3, 1), (5, 1), (7, 1), (9, 1), (3, 2), (5, 2), (7, 2), (9, 2), (3, 3), (5, 3), (3, 4)]
            {
                mesh(docket, p, d, odd)?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P1.non-wasting.T_TE.even",
        parts: &[
            |docket| {
                for d in 1..=6 {
                    let radices = vec![2; usize::try_from(d).unwrap_or(0)];
                    docket.at_most(name_of(&radices), even(2, d), certified(&radices)?);
                }
                Ok(())
            },
            |docket| {
                for d in 1..=6 {
                    docket.at_most(format!("p 2 d {d}"), even(2, d), longest(&double_link_rows(d))?);
                }
                for (p, d) in [(4, 1), (6, 1), (8, 1), (4, 2), (6, 2), (8, 2), (4, 3), (6, 3)] {
                    mesh(docket, p, d, even)?;
                }
                Ok(())
            },
        ],
    },
];

fn mesh(docket: &mut Docket, p: u64, d: u32, printed: fn(u64, u32) -> BigRational) -> Result<(), ClaimError> {
    let radices = vec![p; usize::try_from(d).unwrap_or(0)];
    let matrix = matrix_of(&total_exchange(torus(&radices)))?;
    docket.at_most(name_of(&radices), printed(p, d), longest(&matrix)?);
    Ok(())
}

fn name_of(radices: &[u64]) -> String {
    named(radices).0
}

fn cubes(docket: &mut Docket) -> Result<(), ClaimError> {
    for d in 1..=3 {
        let matrix = total_exchange_rows(d);
        docket.at_most(format!("hypercube {d}"), cube(d, &matrix), all_runs(&matrix));
    }
    for d in [2, 3] {
        for seed in 0..20 {
            let packets = drawn(1, (1 << d) - 1, 5 - d, seed).remove(0);
            let rows = total_exchange_rows(d).into_iter().zip(packets);
            let matrix: Matrix =
                rows.flat_map(|(row, packets)| (0..packets).map(move |_| row.clone())).collect();
            docket.at_most(format!("hypercube {d} task {seed}"), cube(d, &matrix), all_runs(&matrix));
        }
    }
    for d in 4..=7 {
        let matrix = total_exchange_rows(d);
        docket.at_most(format!("hypercube {d}"), cube(d, &matrix), longest(&matrix)?);
    }
    Ok(())
}

/// The longest of all non-wasting runs.
fn all_runs(matrix: &[Vec<u64>]) -> Proved {
    Proved::exact(
        longest_non_wasting(matrix, &mut HashMap::new()),
        "exhaustive: the longest of all symmetric runs",
    )
}

/// Whether all runs clear every entry (i, j) within `r_i` + `c_j` − 1 slots.
fn entries_in_time(matrix: &[Vec<u64>]) -> bool {
    let (rows, columns) = (row_sums(matrix), column_sums(matrix));
    (0..rows.len()).all(|i| {
        (0..columns.len())
            .filter(|&j| matrix[i][j] > 0)
            .all(|j| latest(matrix, (i, j), &mut HashMap::new()) < rows[i] + columns[j])
    })
}

/// The last slot in which a run can clear an entry.
fn latest(matrix: &[Vec<u64>], entry: (usize, usize), known: &mut HashMap<Matrix, u64>) -> u64 {
    if matrix[entry.0][entry.1] == 0 {
        return 0;
    }
    if let Some(&slots) = known.get(matrix) {
        return slots;
    }
    let allowed = schemes(matrix).into_iter().filter(|scheme| is_non_wasting(matrix, scheme));
    let after: Vec<Matrix> = allowed.map(|scheme| served(matrix, &scheme)).collect();
    let slots = after.iter().map(|left| latest(left, entry, known)).max().unwrap_or(0) + 1;
    known.insert(matrix.to_vec(), slots);
    slots
}

/// Some non-wasting runs of total exchange on a torus: the longest as the schedule of a certificate, and a
/// bound on all of them.
fn certified(radices: &[u64]) -> Result<Proved, ClaimError> {
    let task = total_exchange(named(radices).1);
    let matrix = matrix_of(&task)?;
    let found = longest(&matrix)?;
    let run = runs(&matrix)?.into_iter().max_by_key(Vec::len).unwrap_or_default();
    let narrow = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let step = |&(row, column): &(usize, usize)| Move { packet: narrow(row), link: narrow(column) };
    let body = ScheduleBody::Symmetric {
        packets: (1..=count_of(matrix.len())).map(NodeRef::Index).collect(),
        slots: run.iter().map(|slot| slot.iter().map(step).collect()).collect(),
    };
    let value = critical_sum(&matrix);
    let claim = crate::wire::Claim {
        quantity: Quantity::CompletionTime,
        value: count_of(run.len()),
        per: None,
        scope: Scope::All,
        horizon: None,
        status: if count_of(run.len()) == value { Status::Optimal } else { Status::UpperBound },
        lower: Lower::Weights { value, weights: vec![1; matrix[0].len()], within: None },
    };
    let checked = accepted(&CertificateDocument::new(task, body, vec![claim]), Least::TIME)?;
    Ok(Proved { certificate: checked.certificate, ..found.because("the certificate holds the longest run") })
}

/// The longest of some non-wasting runs, and a bound on all of them: a unit of the entry (i, j) waits only
/// while row i is served in another column, `r_i − p_ij` times at most, or column j is served, so that all
/// its units are cleared within `r_i − p_ij + c_j` slots.
pub(super) fn longest(matrix: &[Vec<u64>]) -> Result<Proved, ClaimError> {
    let mut found = 0;
    for run in &runs(matrix)? {
        let slots = replayed(matrix, run, is_non_wasting)
            .ok_or_else(|| ClaimError::Broken("a run is not non-wasting".to_owned()))?;
        found = found.max(slots);
    }
    let (rows, columns) = (row_sums(matrix), column_sums(matrix));
    let entries =
        matrix.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |entry| (i, entry)));
    let waits =
        entries.filter(|(_, (_, units))| **units > 0).map(|(i, (j, units))| rows[i] - units + columns[j]);
    let bound = waits.max().unwrap_or(0);
    let how = "longest of 5 runs replayed (first row first, a longest row starved, three drawn); no entry (i, j) waits \
               longer than r_i − p_ij + c_j";
    Ok(Proved::between(Some(Value(whole(found))), Some(Value(whole(bound))), how))
}

/// First row first, a longest row starved, three drawn.
fn runs(matrix: &[Vec<u64>]) -> Result<Vec<Vec<Scheme>>, ClaimError> {
    let broken = |fault: MatrixError| ClaimError::Broken(fault.to_string());
    let mut runs = vec![slots_of(matrix, non_wasting).map_err(broken)?, starved(matrix)?];
    runs.extend((0..3).map(|seed| drawn_run(matrix, seed)));
    Ok(runs)
}

/// Starves the longest row: clears all others in as few slots as can be, and serves it only where a link
/// would idle.
fn starved(matrix: &[Vec<u64>]) -> Result<Vec<Scheme>, ClaimError> {
    let sums = row_sums(matrix);
    let Some(longest) = (0..sums.len()).max_by_key(|&row| sums[row]) else { return Ok(Vec::new()) };
    let mut others = matrix.to_vec();
    others[longest].fill(0);
    let broken = |fault: MatrixError| ClaimError::Broken(fault.to_string());
    let planned =
        slots_of(&others, |matrix: &TaskMatrix| decompose(matrix, matrix.columns())).map_err(broken)?;
    let mut left = matrix.to_vec();
    let mut slots = Vec::new();
    let mut planned = planned.into_iter();
    loop {
        let mut scheme: Scheme = planned.next().unwrap_or_default();
        scheme.retain(|&(row, column)| left[row][column] > 0);
        for (row, entries) in left.iter().enumerate() {
            for (column, &units) in entries.iter().enumerate() {
                if units > 0 && scheme.iter().all(|served| served.0 != row && served.1 != column) {
                    scheme.push((row, column));
                }
            }
        }
        if scheme.is_empty() {
            if planned.len() == 0 {
                return Ok(slots);
            }
            continue;
        }
        for &(row, column) in &scheme {
            left[row][column] -= 1;
        }
        slots.push(scheme);
    }
}
