//! Stencils: the neighbours of a rank in a grid, by their coordinates.

mod halo;
mod task;

pub use halo::{Halo, stencil};
pub(super) use task::stencil_task;

use super::error::GrammarError;
use crate::model::{count_of, product};

/// Most ranks: with 27 points they send 2²³ messages.
const MAX_RANKS: u64 = 1 << 18;
/// The letters of the sides of a grid.
const AXES: [char; 4] = ['x', 'y', 'z', 'w'];

fn sides(word: &str) -> Result<Vec<u64>, GrammarError> {
    let parts = word.split(['x', 'X', '×', ',']);
    let sides =
        parts.map(|part| super::number::number(part, "a side of the grid")).collect::<Result<Vec<_>, _>>()?;
    let ranks = sides.iter().try_fold(1_u64, |ranks, &side| ranks.checked_mul(side));
    let is_fitting = ranks.is_some_and(|ranks| (1..=MAX_RANKS).contains(&ranks)) && sides.len() <= AXES.len();
    if is_fitting { Ok(sides) } else { Err(GrammarError::Grid { word: word.to_owned(), most: MAX_RANKS }) }
}

/// Returns, at index j, the points of the stencil whose neighbours differ in at most j coordinates; and the
/// choices in words.
fn points_of(dimension: usize) -> (Vec<u64>, String) {
    let mut points = vec![1];
    // C(d, j) · 2^j neighbours differ in j coordinates.
    let mut of_these: u64 = 1;
    for (left, taken) in (1..=dimension).rev().zip(1_u64..) {
        of_these = of_these * 2 * count_of(left) / taken;
        points.push(points[points.len() - 1] + of_these);
    }
    let words: Vec<String> = points[1..].iter().map(|points| format!("{points}-point")).collect();
    (points, words.join(" or "))
}

/// Returns in how many coordinates a neighbour may differ.
fn differing(word: &str, dimension: usize) -> Result<usize, GrammarError> {
    let (points, expected) = points_of(dimension);
    let wanted = word.strip_suffix("-point").and_then(|points| points.parse().ok());
    let found = wanted.and_then(|wanted: u64| points.iter().position(|&points| points == wanted));
    found
        .filter(|&differing| differing > 0)
        .ok_or_else(|| GrammarError::Points { word: word.to_owned(), expected })
}

/// Returns the steps to all neighbours that differ in 1 to `differing` coordinates.
fn steps(dimension: usize, differing: usize) -> Vec<Vec<i8>> {
    let moved = |step: &Vec<i8>| step.iter().filter(|&&step| step != 0).count();
    let mut steps = product(&vec![vec![-1, 0, 1]; dimension]);
    steps.retain(|step| (1..=differing).contains(&moved(step)));
    steps
}
