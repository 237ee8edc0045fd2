//! Explains in P1's words why a matrix can be decomposed as it was.

use super::given::MatrixInput;
use super::named::{LineNames, index, max_term_entries, ports_of};
use super::words::lower_words;
use crate::cli::report::lines::counted;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::prose;
use crate::decompose::{Birkhoff, BirkhoffWay, Configurations, first_matching, tightest_rows};
use crate::model::count_of;
use crate::wire::{MatrixClaim, MatrixLower, Status};
use nalgebra::DMatrix;
use std::fmt::Write;

/// The greatest side of a matrix whose first matching is described.
const MAX_MATCHING_SIDE: usize = 64;

/// Returns the steps, one after the other.
pub(super) fn text(named: &LineNames, given: &MatrixInput, sum: &Birkhoff) -> String {
    let mut steps = vec![least(named, given, sum)];
    match (sum.way, sum.padding.as_ref()) {
        _ if sum.length == 0 => steps.push("The matrix is zero: nothing is left to be cleared.".to_owned()),
        (BirkhoffWay::Hall, Some(padding)) => by_hall(&mut steps, named, given, sum, padding),
        (BirkhoffWay::Euler, _) => steps.push(
            "The entries are the edges of a bipartite graph, rows against columns. Edges are added until every line has T of them. \
             An even number is halved along Euler circuits; from an odd one a perfect matching is taken first, which Hall's theorem gives. \
             When every half is a matching, each is a permutation matrix (König 1916)."
                .to_owned(),
        ),
        _ => steps.push(
            "Rows in order are put into groups whose sums are at most T together, and each group becomes one row of a small matrix, \
             whose lines still sum to at most T. That matrix is padded and its perfect matchings are removed with their weights \
             (P1 Theorems 3 and 4). In a slot a group owns one column, and its next unit in that column is served."
                .to_owned(),
        ),
    }
    let numbered = (1..).zip(steps).map(|(number, step)| prose(&plain_text(&format!("{number}. {step}"))));
    format!("\nWhy it can be done:\n{}", numbered.collect::<String>())
}

/// Explains why there are no fewer terms, or no cheaper covers, as far as that is known.
pub(super) fn few(named: &LineNames, few: &Configurations, claim: &MatrixClaim) -> String {
    let needs = match &claim.lower {
        &MatrixLower::RowEntries { value, row } => {
            format!("{} has {}, and a term holds at most one of them.", named.row_words(row), nonzero(value))
        }
        &MatrixLower::ColumnEntries { value, column } => format!(
            "{} has {}, and a term holds at most one of them.",
            named.column_words(column),
            nonzero(value)
        ),
        &MatrixLower::TermsSearch { value, slots } => format!(
            "The checker tried every sum of fewer than {} whose multiplicities add up to at most {slots}: which places each holds, how often. None is M.",
            counted(value, "term")
        ),
        &MatrixLower::SlotsAndTerms { value } => format!(
            "The slots are at least max(h, ⌈σ/k⌉), and there are at least as many configurations as a line has nonzero entries, or as M has of them over k. \
             With δ for each that is {value}."
        ),
        &MatrixLower::CostSearch { value } => {
            format!("The checker tried every cover that costs less than {value}: there is none.")
        }
        lower => format!("At least {} are needed, by {}.", lower.value(), lower_words(named, lower)),
    };
    let (terms, slots) = (counted(claim.value, "term"), counted(claim.value, "slot"));
    let found = match (few.switching, claim.status) {
        (None, Status::Optimal) => format!("So no sum has fewer than the {terms} that were found."),
        (Some(_), Status::Optimal) => {
            format!("So no cover costs less than the {slots} of the one that was found.")
        }
        (None, Status::UpperBound) => {
            format!(
                "The sum that was found has {terms}; whether one has fewer is open, as the search ended at its limit."
            )
        }
        (Some(_), Status::UpperBound) => {
            format!(
                "The cover that was found costs {slots}; whether one costs less is open, as the search ended at its limit."
            )
        }
    };
    format!(
        "\nWhy there are no fewer, as far as is known:\n{}",
        prose(&plain_text(&format!("{needs} {found}")))
    )
}

fn nonzero(entries: u64) -> String {
    if entries == 1 { "1 nonzero entry".to_owned() } else { format!("{entries} nonzero entries") }
}

/// Explains why fewer slots do not suffice.
fn least(named: &LineNames, given: &MatrixInput, sum: &Birkhoff) -> String {
    let k = max_term_entries(named, ports_of(given.ports));
    let share = if k == 0 { 0 } else { sum.total.div_ceil(u64::try_from(k).unwrap_or(u64::MAX)) };
    format!(
        "A permutation matrix clears at most one unit of a line and at most k = {k} in all, so at least \
         max(h, ⌈σ/k⌉) = max({}, {share}) = {} are needed.",
        sum.critical_sum, sum.length
    )
}

/// Explains the padding, Hall's condition, the first matching, and the rest.
fn by_hall(
    steps: &mut Vec<String>,
    named: &LineNames,
    given: &MatrixInput,
    sum: &Birkhoff,
    padding: &DMatrix<u64>,
) {
    let side = padding.nrows();
    let perfect = perfect(given, padding);
    let units: u128 = padding.iter().map(|&entry| u128::from(entry)).sum();
    let length = sum.length;
    steps.push(format!(
        "P1 Theorem 3: there is a matrix E (its {units} units are drawn above or in --json) for which M + E, {side} × {side}, is perfect: every line sums to {length}."
    ));
    let lines = Lines { named, side };
    let mut condition = format!(
        "Hall's condition holds: any r rows of M + E have r · {length} units, a column takes at most {length} of them, so they meet at least r columns."
    );
    if let Some((rows, columns)) = tightest_rows(&perfect) {
        let _ = write!(
            condition,
            " Fewest columns beyond their own number are met by {}: {} against {}, which are {}.",
            lines.list("row", &rows),
            counted(count_of(rows.len()), "row"),
            counted(count_of(columns.len()), "column"),
            lines.list("column", &columns)
        );
    }
    steps.push(condition);
    if side <= MAX_MATCHING_SIDE {
        steps.push(matching(&lines, &perfect));
    }
    steps.push(format!(
        "P1 Theorem 4: the matching is a permutation matrix. It is removed as often as its least entry allows, w times; what is left is perfect with \
         line sum {length} − w, so the same can be done again until nothing is left. Of each matrix the part inside M is kept: {} terms, whose \
         multiplicities add up to {length}.",
        sum.terms.len()
    ));
}

/// Describes the matching of the first step, and the alternating path to it if one was needed.
fn matching(lines: &Lines, perfect: &DMatrix<u64>) -> String {
    let found = first_matching(perfect);
    let Some(path) = found.path else {
        return "A first perfect matching: every row in order takes its first column that is still free, and no alternating path is needed.".to_owned();
    };
    let (start, rest) = path.split_first().expect("a path has two rows");
    let mut words = format!(
        "A first perfect matching: rows in order take their first free column, until {} finds none. An alternating path makes one free: it takes {}",
        lines.name("row", start.0),
        lines.name("column", start.1)
    );
    for &(row, column) in rest {
        let (row, column) = (lines.name("row", row), lines.name("column", column));
        let _ = write!(words, ", which {row} had, and {row} takes {column} instead");
    }
    words + ", which was free."
}

/// Computes the perfect matrix M + E.
fn perfect(given: &MatrixInput, padding: &DMatrix<u64>) -> DMatrix<u64> {
    let mut perfect = padding.clone();
    for entry in given.document.entries() {
        perfect[(index(entry.row), index(entry.column))] += entry.units;
    }
    perfect
}

/// The names of the lines of the padded matrix.
struct Lines<'a> {
    named: &'a LineNames,
    side: usize,
}

impl Lines<'_> {
    fn name(&self, what: &str, line: usize) -> String {
        let names = if what == "row" { &self.named.rows } else { &self.named.columns };
        match names.get(line) {
            Some(name) => format!("{what} {name}"),
            None => format!("{what} E{} of the padding", line - names.len() + 1),
        }
    }

    fn list(&self, what: &str, lines: &[usize]) -> String {
        debug_assert!(lines.iter().all(|&line| line < self.side), "a line of the matrix");
        let names: Vec<String> = lines.iter().map(|&line| self.name(what, line)).collect();
        names.join(", ")
    }
}
