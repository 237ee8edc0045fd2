//! §3 and §4: decomposing matrices, and the rule of optimal completion time.

use super::clearing::{
    Matrix, Rule, all, column_sums, critical_sum, drawn, row_sums, schemes, served, serves_critical_lines,
    total_exchange_rows,
};
use crate::claims::code::Code;
use crate::claims::{ClaimError, Docket, Proved};
use crate::decompose::hall;
use crate::model::TaskMatrix;
use std::collections::HashMap;

/// The padding of the proof of Theorem 3.
fn padded(matrix: &[Vec<u64>]) -> Matrix {
    let h = critical_sum(matrix);
    let mut perfect = matrix.to_vec();
    for i in 0..perfect.len() {
        for j in 0..perfect.len() {
            let added = (h - row_sums(&perfect)[i]).min(h - column_sums(&perfect)[j]);
            perfect[i][j] += added;
        }
    }
    perfect
}
/// How many permutation matrices of at most k entries.
fn least_slots(matrix: &[Vec<u64>], k: u64) -> u64 {
    let total: u64 = row_sums(matrix).iter().sum();
    total.div_ceil(k).max(critical_sum(matrix))
}
/// A step lowers the critical sum.
fn lowers(matrix: &[Vec<u64>], scheme: &[(usize, usize)]) -> bool {
    critical_sum(&served(matrix, scheme)) == critical_sum(matrix) - 1
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P1.Thm3", parts: &[padding] },
    Code { file: file!(), id: "P1.Hall", parts: &[perfect] },
    Code { file: file!(), id: "P1.Thm4", parts: &[|docket| decompositions(docket, false)] },
    Code { file: file!(), id: "P1.k-permutations", parts: &[|docket| decompositions(docket, true)] },
    Code { file: file!(), id: "P1.OCTR", parts: &[rule] },
    Code {
        file: file!(),
        id: "P1.OCTR.possible",
        parts: &[|docket| {
            for (rows, columns) in shapes() {
                let matrices = all(rows, columns, 3);
                let possible = |matrix: &Matrix| {
                    schemes(matrix).iter().any(|scheme| serves_critical_lines(matrix, scheme))
                };
                let holds = matrices.iter().filter(|matrix| critical_sum(matrix) > 0).all(possible);
                docket.is(
                    format!("{rows} x {columns}"),
                    holds,
                    format!("exhaustive: {} matrices", matrices.len()),
                );
            }
            Ok(())
        }],
    },
];

fn shapes() -> impl Iterator<Item = (usize, usize)> {
    (1..=3).flat_map(|rows| (1..=3).map(move |columns| (rows, columns)))
}

fn padding(docket: &mut Docket) -> Result<(), ClaimError> {
    for (side, most) in [(1, 4), (2, 4), (3, 2), (4, 1)] {
        let matrices = all(side, side, most);
        let holds = matrices.iter().all(|matrix| {
            let perfect = padded(matrix);
            let h = critical_sum(matrix);
            let above = perfect.iter().flatten().zip(matrix.iter().flatten()).all(|(new, old)| new >= old);
            above && row_sums(&perfect).into_iter().chain(column_sums(&perfect)).all(|sum| sum == h)
        });
        docket.is(
            format!("{side} x {side}, entries up to {most}"),
            holds,
            format!("exhaustive: {} matrices padded as in the proof", matrices.len()),
        );
    }
    Ok(())
}

fn perfect(docket: &mut Docket) -> Result<(), ClaimError> {
    for (side, most) in [(2, 6), (3, 3), (4, 1)] {
        let mut count = 0;
        let mut holds = true;
        for matrix in all(side, side, most) {
            let h = critical_sum(&matrix);
            let lines = row_sums(&matrix).into_iter().chain(column_sums(&matrix));
            if h > 0 && { lines }.all(|sum| sum == h) {
                count += 1;
                holds &= slots_by_matchings(&matrix, matrix.len())? == Some(h);
            }
        }
        let how = format!(
            "exhaustive: {count} matrices; h classes of at most as many entries as the side are all full"
        );
        docket.is(format!("{side} x {side}, entries up to {most}"), holds, how);
    }
    Ok(())
}

/// The slots into which removing perfect matchings takes a matrix with k ports, if their replay holds.
fn slots_by_matchings(matrix: &[Vec<u64>], ports: usize) -> Result<Option<u64>, ClaimError> {
    let broken = |fault: &dyn std::fmt::Display| ClaimError::Broken(fault.to_string());
    let matrix = TaskMatrix::from_dense(matrix).map_err(|fault| broken(&fault))?;
    let ports = u32::try_from(ports).map_err(|fault| broken(&fault))?;
    let coloring = hall(&matrix, ports).map_err(|fault| broken(&fault))?;
    Ok(coloring.replay(&matrix, ports).is_ok().then(|| coloring.length()))
}

/// Small matrices one shape after the other, and some drawn ones; with every number of ports or with all.
fn decompositions(docket: &mut Docket, every: bool) -> Result<(), ClaimError> {
    let mut sets: Vec<(String, Vec<Matrix>)> = shapes().map(|shape| set(shape, 2)).collect();
    sets.extend([set((4, 2), 2), set((4, 3), 1)]);
    for (name, matrices) in sets {
        let columns = matrices[0][0].len();
        for ports in if every { 1..=columns } else { columns..=columns } {
            let mut holds = true;
            for matrix in &matrices {
                let wanted = least_slots(matrix, ports.try_into().unwrap_or(1));
                holds &= slots_by_matchings(matrix, ports)? == Some(wanted);
            }
            let name = if every { format!("{name}, {ports} ports") } else { name.clone() };
            docket.is(
                name,
                holds,
                format!("exhaustive: {} matrices decomposed and replayed", matrices.len()),
            );
        }
    }
    for seed in 0..5 {
        let matrix = drawn(20, 5, 6, seed);
        let ports = if every { 3 } else { 5 };
        let found = slots_by_matchings(&matrix, ports)?;
        let proved = Proved::between(None, found.map(Into::into), "decomposed and replayed");
        docket.at_most(
            format!("20 x 5 drawn {seed}"),
            least_slots(&matrix, ports.try_into().unwrap_or(1)),
            proved,
        );
    }
    Ok(())
}

fn set((rows, columns): (usize, usize), most: u64) -> (String, Vec<Matrix>) {
    (format!("{rows} x {columns}, entries up to {most}"), all(rows, columns, most))
}

fn rule(docket: &mut Docket) -> Result<(), ClaimError> {
    for (rows, columns) in shapes() {
        let mut count = 0;
        let mut holds = true;
        for matrix in all(rows, columns, 2) {
            let h = critical_sum(&matrix);
            if h == 0 {
                continue;
            }
            for scheme in schemes(&matrix) {
                count += 1;
                holds &= critical_sum(&served(&matrix, &scheme)) + 1 >= h;
                holds &= lowers(&matrix, &scheme) == serves_critical_lines(&matrix, &scheme);
            }
        }
        docket.is(format!("{rows} x {columns}"), holds, format!("exhaustive: {count} steps"));
    }
    for d in 1..=3 {
        let matrix = total_exchange_rows(d);
        let slots = critical_sum(&matrix);
        let followed = runs(&matrix, slots, Some(serves_critical_lines), &mut HashMap::new());
        let optimal = runs(&matrix, slots, None, &mut HashMap::new());
        docket.equal(
            format!("hypercube {d}: runs that follow the rule"),
            followed,
            Proved::exact(optimal, "exhaustive: all symmetric runs of n/2 slots counted"),
        );
    }
    Ok(())
}

/// How many runs of exactly so many slots clear a matrix, each step as the rule allows.
fn runs(matrix: &[Vec<u64>], slots: u64, rule: Option<Rule>, known: &mut HashMap<Matrix, u64>) -> u64 {
    let h = critical_sum(matrix);
    if h > slots || slots == 0 {
        return u64::from(h == 0);
    }
    let mut state = matrix.to_vec();
    state.sort_unstable();
    if let Some(&count) = known.get(&state) {
        return count;
    }
    let allowed = schemes(&state).into_iter().filter(|scheme| rule.is_none_or(|rule| rule(&state, scheme)));
    let count = allowed.map(|scheme| runs(&served(&state, &scheme), slots - 1, rule, known)).sum();
    known.insert(state, count);
    count
}
