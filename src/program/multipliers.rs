//! Bounds that integer multipliers of the rows prove, in integer arithmetic only.

use super::form::NamedProgram;
use super::highs::scaled;
use crate::wire::{DualNode, RowMultiplier};

/// Denominators in the order in which they are tried.
const LEAF_DENOMINATORS: [i32; 19] = [
    1,
    2,
    3,
    4,
    6,
    8,
    12,
    24,
    60,
    120,
    360,
    840,
    2_520,
    5_040,
    10_080,
    55_440,
    720_720,
    10_000_000,
    200_000_000,
];
/// Scales of a refutation in the order in which they are tried.
const REFUTATION_SCALES: [i32; 8] = [1, 2, 6, 12, 60, 840, 55_440, 10_000_000];

/// A leaf with its proof that the objective is at least `value`, or with `None` that there is no solution.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) value: Option<u64>,
    denominator: i32,
    /// Row and multiplier.
    multipliers: Vec<(usize, i64)>,
}

impl Leaf {
    /// Returns the leaf that proves only that the objective is not negative.
    pub(super) fn trivial() -> Self {
        Self { value: Some(0), denominator: 1, multipliers: Vec::new() }
    }

    /// Returns the leaf as a certificate has it.
    pub(super) fn node(&self, program: &NamedProgram) -> DualNode {
        let named =
            |&(row, multiplier): &(usize, i64)| RowMultiplier { row: program.rows[row].name, multiplier };
        DualNode::Leaf {
            denominator: u64::from(self.denominator.unsigned_abs()),
            rows: self.multipliers.iter().map(named).collect(),
        }
    }

    /// Whether it proves that no solution has an objective below `value`.
    pub(super) fn proves(&self, value: u64) -> bool {
        self.value.is_none_or(|proved| proved >= value)
    }
}

/// Rounds duals to multiples of 1/denominator and returns the first leaf that proves `target`; without a
/// target, or if no denominator proves it, the leaf with the greatest bound.
pub(super) fn best_leaf(
    program: &NamedProgram,
    domain: &[Option<bool>],
    duals: &[f64],
    target: Option<u64>,
) -> Leaf {
    let mut best = Leaf::trivial();
    for denominator in LEAF_DENOMINATORS {
        let Some(multipliers) = rounded(program, duals, denominator) else {
            break;
        };
        let Some(sum) = evaluate(program, domain, i64::from(denominator), &multipliers) else {
            break;
        };
        let value = ceiling(sum, i64::from(denominator));
        if best.value < Some(value) {
            best = Leaf { value: Some(value), denominator, multipliers };
        }
        if target.is_some_and(|target| best.proves(target)) {
            break;
        }
    }
    best
}

/// Rounds the duals of a phase-1 program to integers that refute all solutions; `None` if no scale does.
pub(super) fn refutation(program: &NamedProgram, domain: &[Option<bool>], duals: &[f64]) -> Option<Leaf> {
    REFUTATION_SCALES.into_iter().find_map(|scale| {
        let multipliers = rounded(program, duals, scale)?;
        let sum = evaluate(program, domain, 0, &multipliers)?;
        (sum > 0).then_some(Leaf { value: None, denominator: 0, multipliers })
    })
}

/// Returns the row that the fixed values violate as a refutation.
pub(super) fn broken_row(program: &NamedProgram, domain: &[Option<bool>], row: usize) -> Option<Leaf> {
    [1, -1].into_iter().filter(|&y| y > 0 || program.rows[row].equation).find_map(|multiplier| {
        let multipliers = vec![(row, multiplier)];
        let sum = evaluate(program, domain, 0, &multipliers)?;
        (sum > 0).then_some(Leaf { value: None, denominator: 0, multipliers })
    })
}

/// Returns the bound of a leaf of a document: 0 where it proves nothing, `u64::MAX` where it refutes every
/// solution. None if a multiplier of an inequality is negative, or the numbers exceed 128 bits.
pub(super) fn leaf_value(
    program: &NamedProgram,
    domain: &[Option<bool>],
    denominator: u64,
    multipliers: &[(usize, i64)],
) -> Option<u64> {
    if multipliers.iter().any(|&(row, multiplier)| multiplier < 0 && !program.rows[row].equation) {
        return None;
    }
    let denominator = i64::try_from(denominator).ok()?;
    let sum = evaluate(program, domain, denominator, multipliers)?;
    Some(match denominator {
        0 if sum > 0 => u64::MAX,
        0 => 0,
        _ => ceiling(sum, denominator),
    })
}

fn rounded(program: &NamedProgram, duals: &[f64], factor: i32) -> Option<Vec<(usize, i64)>> {
    let mut multipliers = Vec::new();
    for (row, &dual) in duals.iter().enumerate() {
        let mut multiplier = scaled(dual, factor)?;
        if !program.rows[row].equation {
            multiplier = multiplier.max(0);
        }
        if multiplier != 0 {
            multipliers.push((row, multiplier));
        }
    }
    Some(multipliers)
}

/// Computes L = Y·b + Σ over the variables v of the least value of (D c − YA)·v; `None` on overflow.
///
/// # Complexity
/// O(V + entries of the rows) time, O(V) space.
fn evaluate(
    program: &NamedProgram,
    domain: &[Option<bool>],
    denominator: i64,
    multipliers: &[(usize, i64)],
) -> Option<i128> {
    let mut cost = vec![0_i128; program.variables.len()];
    for &(variable, factor) in &program.objective {
        cost[variable] = i128::from(denominator).checked_mul(i128::from(factor))?;
    }
    let mut sum = 0_i128;
    for &(row, multiplier) in multipliers {
        let (row, multiplier) = (&program.rows[row], i128::from(multiplier));
        sum = sum.checked_add(multiplier.checked_mul(i128::from(row.bound))?)?;
        for &(variable, factor) in &row.terms {
            cost[variable] = cost[variable].checked_sub(multiplier.checked_mul(i128::from(factor))?)?;
        }
    }
    for (cost, value) in cost.into_iter().zip(domain) {
        let least = match value {
            Some(true) => cost,
            Some(false) => 0,
            None => cost.min(0),
        };
        sum = sum.checked_add(least)?;
    }
    Some(sum)
}

/// Returns ⌈sum / denominator⌉, and 0 if that is negative.
fn ceiling(sum: i128, denominator: i64) -> u64 {
    let denominator = i128::from(denominator);
    let floor = sum.div_euclid(denominator);
    let up = if sum.rem_euclid(denominator) == 0 { floor } else { floor + 1 };
    u64::try_from(up.max(0)).unwrap_or(u64::MAX)
}
