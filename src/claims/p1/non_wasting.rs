//! §5 and §8: algorithms that never leave a link idle while a packet waits for it.

use super::clearing::{
    Matrix, Scheme, all, column_sums, critical_sum, drawn, drawn_run, is_non_wasting, longest_non_wasting,
    replayed, row_sums, schemes, served, slots_of, total_exchange_rows,
};
use super::torus_mesh::{double_link_rows, matrix_of, named};
use super::wasteless::longest_run;
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, explicit, hypercube, task, torus, total_exchange};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::decompose::{decompose, non_wasting};
use crate::model::{MatrixError, TaskMatrix, count_of};
use crate::wire::{CertificateDocument, Lower, Move, NodeRef, Quantity, ScheduleBody, Scope, Status, Task};
use num_rational::BigRational;
use std::collections::HashMap;

formula! {
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
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P1.non-wasting",
        place: "§5; §8 under “Near-Optimality of Non-Wasting Algorithms”",
        statement: "A non-wasting symmetric switching scheme clears a task matrix within h_r + h_c − 1 steps, h_r and h_c being the \
                    greatest row and column sums.",
        printed: "h_r + h_c − 1",
        parts: &[Part::printed(
            lines::CODE,
            "all runs on 30 drawn matrices of 4 rows and 3 columns with entries up to 2; drawn and adversarial runs on total exchange, \
             hypercubes of d from 1 to 7 and tori 3x3, 4x4, 5x5, 6x6, 3x3x3",
            |docket| {
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
            },
        )],
    },
    Claim {
        id: "P1.non-wasting.entry",
        place: "§5",
        statement: "A non-wasting symmetric switching scheme clears every entry (i, j) of a binary task matrix within r_i + c_j − 1 steps.",
        printed: "r_i + c_j − 1",
        parts: &[Part::printed(
            "row_sums[i] + column_sums[j] - 1",
            "every entry of every binary matrix of up to 4 rows and 3 columns, but for the order of rows; all runs",
            |docket| {
                for (rows, columns) in (1..=4).flat_map(|rows| (1..=3).map(move |columns| (rows, columns))) {
                    let matrices = all(rows, columns, 1);
                    let holds = matrices.iter().all(|matrix| entries_in_time(matrix));
                    let how = format!("exhaustive: {} matrices, all runs", matrices.len());
                    docket.is(format!("{rows} x {columns}"), holds, how);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.non-wasting.cube",
        place: "§5",
        statement: "A non-wasting symmetric switching scheme executes an isotropic task on a hypercube within d − 1 steps of the optimum.",
        printed: "T ≤ h + d − 1",
        parts: &[Part::printed(
            cube::CODE,
            "all runs on total exchange for d from 1 to 3 and on 20 drawn tasks each for d = 2 (up to 2 packets of a tag) and d = 3 (up to 1); drawn and adversarial runs on total \
             exchange for d from 4 to 7",
            cubes,
        )],
    },
    Claim {
        id: "P1.non-wasting.neighbourhood",
        place: "§5, end",
        statement: "A non-wasting algorithm executes the (K, L) neighbourhood exchange within L − 1 steps of the optimum.",
        printed: "T ≤ h + L − 1",
        parts: &[Part::printed(
            neighbourhood::CODE,
            "d from 1 to 5, all K ≤ L; drawn and adversarial runs",
            |docket| {
                for d in 1..=5 {
                    for (k, l) in (1..=d).flat_map(|k| (k..=d).map(move |l| (k, l))) {
                        let exchange = Task::NeighbourhoodExchange { min: k, max: l, count: 1 };
                        let matrix = matrix_of(&task(hypercube(d), exchange))?;
                        let name = format!("hypercube {d} K {k} L {l}");
                        docket.at_most(name, neighbourhood(l, &matrix), longest(&matrix)?);
                    }
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.non-wasting.any",
        place: "§1 (never leave a link idle as long as a waiting packet can reduce its distance by using it), with the number of §5",
        statement: "Any algorithm with this property executes total exchange within a small number of steps of the optimum; by §5 within \
                    d − 1. §1 does not ask that the algorithm be symmetric, §5 does.",
        printed: "T ≤ n/2 + d − 1",
        parts: &[
            Part::printed(cube::CODE, "d = 2, all runs in which nodes may differ", |docket| {
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
            }),
            Part::restriction(
                "symmetric algorithms, as §5 defines non-wasting ones",
                cube::CODE,
                "d from 1 to 3, all symmetric runs",
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
            ),
        ],
    },
    Claim {
        id: "P1.non-wasting.torus",
        place: "§8 under “Near-Optimality of Non-Wasting Algorithms”",
        statement: "On a wraparound mesh any non-wasting algorithm is suboptimal by at most h_r steps, h_r ≤ (p − 1)d/2 for odd p and h_r ≤ pd/2 \
                    for even p.",
        printed: "T ≤ h + h_r",
        parts: &[Part::printed(
            suboptimal::CODE,
            "total exchange on tori of p from 3 to 8, d = 1 and 2, and p = 3 and 4, d = 3; drawn and adversarial runs against the least \
             time of symmetric algorithms",
            |docket| {
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
            },
        )],
    },
    Claim {
        id: "P1.non-wasting.T_TE.odd",
        place: "§8 under “Near-Optimality of Non-Wasting Algorithms”",
        statement: "For odd p any non-wasting algorithm executes total exchange on a wraparound mesh within this time.",
        printed: "(pn − n/p)/8 + (p − 1)d/2",
        parts: &[Part::printed(
            odd::CODE,
            "p = 3, 5, 7, 9 for d = 1 and 2, p = 3 and 5 for d = 3, p = 3 for d = 4; drawn and adversarial runs",
            |docket| {
                for (p, d) in
                    [(3, 1), (5, 1), (7, 1), (9, 1), (3, 2), (5, 2), (7, 2), (9, 2), (3, 3), (5, 3), (3, 4)]
                {
                    mesh(docket, p, d, odd)?;
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P1.non-wasting.T_TE.even",
        place: "§8 under “Near-Optimality of Non-Wasting Algorithms”",
        statement: "For even p any non-wasting algorithm executes total exchange on a wraparound mesh within this time.",
        printed: "np/8 + pd/2",
        parts: &[
            Part::reading(
                "p = 2 included, where two neighbours share one link: the hypercube",
                even::CODE,
                "p = 2 for d from 1 to 6; drawn and adversarial runs, the longest by certificate",
                |docket| {
                    for d in 1..=6 {
                        let radices = vec![2; usize::try_from(d).unwrap_or(0)];
                        docket.at_most(name_of(&radices), even(2, d), certified(&radices)?);
                    }
                    Ok(())
                },
            ),
            Part::reading(
                "for p = 2 the links i+ and i− of a node are two links to the same node, as Definition 8 has it",
                even::CODE,
                "p = 2 for d from 1 to 6, by the task matrix of 2d columns; p = 4, 6, 8 for d = 1 and 2, p = 4 and 6 for d = 3; drawn and adversarial runs",
                |docket| {
                    for d in 1..=6 {
                        docket.at_most(format!("p 2 d {d}"), even(2, d), longest(&double_link_rows(d))?);
                    }
                    for (p, d) in [(4, 1), (6, 1), (8, 1), (4, 2), (6, 2), (8, 2), (4, 3), (6, 3)] {
                        mesh(docket, p, d, even)?;
                    }
                    Ok(())
                },
            ),
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
