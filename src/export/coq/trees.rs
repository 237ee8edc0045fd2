//! Trees of multipliers and of directions in words of `src/check/proofs/proof/Trees.v`.

use super::lists::{list, numbers};
use crate::wire::{DirectionNode, DualNode, RowMultiplier};
use std::fmt::Display;

/// Writes a tree of multipliers over the rows of a model.
pub(super) fn dual(tree: &[DualNode]) -> String {
    let row = |row: &RowMultiplier| format!("({}, {})", label(&row.row), integer(row.multiplier));
    list(tree.iter().map(|node| match node {
        DualNode::Fix(variable) => format!("Fix {}", label(variable)),
        DualNode::Leaf { denominator, rows } => {
            format!("Multiply {denominator} {}", list(rows.iter().map(row)))
        }
    }))
}

/// Writes a tree of directions round the rings of a torus.
pub(super) fn directions(tree: &[DirectionNode]) -> String {
    list(tree.iter().map(|node| match node {
        DirectionNode::Branch { class, dimension, plus } => format!("Branch {class} {dimension} {plus}"),
        DirectionNode::Divide { dimension, plus } => format!("Divide {dimension} {plus}"),
        DirectionNode::Leaf { weights, plus } => {
            format!("Weigh {} {}", numbers(weights), list(plus.iter().map(|&u| integer(u))))
        }
    }))
}

/// Writes the name of a row or variable, which is displayed as a word and its indices.
fn label(name: &impl Display) -> String {
    let name = name.to_string();
    let mut parts = name.split(' ');
    let word = parts.next().unwrap_or_default();
    format!("(\"{word}\"%string, {})", list(parts.map(str::to_owned)))
}

fn integer(number: i64) -> String {
    format!("({number})%Z")
}

/// Writes the steps of a refutation: the literals of a clause, and the numbers of its hints.
pub(super) fn steps(steps: &[(Vec<i32>, Vec<u32>)]) -> String {
    let step = |(clause, hints): &(Vec<i32>, Vec<u32>)| {
        let literals = list(clause.iter().map(|&literal| integer(literal.into())));
        format!("({literals}, {})", list(hints.iter().map(u32::to_string)))
    };
    list(steps.iter().map(step))
}
