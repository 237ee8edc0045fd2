//! Draws matrices and terms as text.

use super::named::{LineNames, Sums, index, place, subscript};
use crate::cli::report::draw;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::{columns, folded};
use crate::model::wide;
use crate::wire::{MatrixDocument, MatrixTerm};
use nalgebra::DMatrix;

/// The most terms that are drawn as matrices.
const MAX_DRAWN: usize = 12;
/// The most rows, and the most columns, of terms that are drawn as matrices.
const MAX_DRAWN_SIDE: usize = 12;
/// The most terms that are listed.
const MAX_LISTED: usize = 32;
/// The most entries that are listed of a term.
const MAX_ENTRIES: usize = 24;

fn cell(entry: u64) -> String {
    if entry == 0 { "·".to_owned() } else { entry.to_string() }
}

/// Returns whether a matrix is small enough to be drawn.
fn is_drawable(rows: usize, columns: usize) -> bool {
    (1..=draw::MAX_LINES).contains(&rows) && columns <= wide(draw::MAX_COLUMNS)
}

fn not_drawn(what: &str) -> String {
    let why = format!("more than {} rows or {} columns, or none", draw::MAX_LINES, draw::MAX_COLUMNS);
    draw::not_drawn(what, &why, "--json has all of it")
}

/// Draws a matrix with its line sums, critical ones marked.
pub(super) fn matrix(title: &str, named: &LineNames, document: &MatrixDocument) -> String {
    let small = is_drawable(named.rows.len(), named.columns.len()).then(|| document.dense()).flatten();
    let Some(rows) = small else { return not_drawn("the matrix is") };
    let sums = Sums::new(document);
    let sum = |sum: u64| if sum == sums.critical { format!("{sum}*") } else { sum.to_string() };
    let ends = |first: &str, names: &[String], last: String| {
        let mut cells = vec![first.to_owned()];
        cells.extend(names.iter().cloned());
        cells.push(last);
        cells
    };
    let header = ends("", &named.columns, "sum".to_owned());
    let mut lines: Vec<Vec<String>> = rows
        .iter()
        .zip(&named.rows)
        .zip(&sums.rows)
        .map(|((row, name), &of_row)| {
            ends(name, &row.iter().map(|&entry| cell(entry)).collect::<Vec<_>>(), sum(of_row))
        })
        .collect();
    let of_columns: Vec<String> = sums.columns.iter().map(|&of_column| sum(of_column)).collect();
    lines.push(ends("sum", &of_columns, format!("σ {}", sums.total)));
    format!("\n{title}:\n{}", draw::grid(plain(&header), lines).trim_end().to_owned() + "\n")
}

fn plain(names: &[String]) -> Vec<String> {
    names.iter().map(|name| plain_text(name)).collect()
}

/// Draws the matrix E.
pub(super) fn padding(padding: Option<&DMatrix<u64>>, length: u64) -> String {
    let Some(padding) = padding else {
        return draw::not_drawn("the matrix E is", "more than 2^22 entries", "a smaller matrix has one");
    };
    let side = padding.nrows();
    if length == 0 {
        return String::new();
    }
    if padding.iter().all(|&entry| entry == 0) {
        return format!("\nM is perfect as it is: every line sums to T = {length}, and E is zero.\n");
    }
    if !is_drawable(side, side) {
        let sum: u128 = padding.iter().map(|&entry| u128::from(entry)).sum();
        return not_drawn(&format!("the matrix E of {side} × {side}, with entries of {sum} in all, is"));
    }
    let lines: Vec<String> =
        block(&padding.row_iter().map(|row| row.iter().copied().collect()).collect::<Vec<_>>());
    let border = "E, for which M (with lines of zeros around it to make a square) plus E is perfect";
    format!("\n{border}: every line sums to T = {length}:\n  {}\n", lines.join("\n  "))
}

/// Returns a matrix as lines of cells of one width.
fn block(rows: &[Vec<u64>]) -> Vec<String> {
    let width = rows.iter().flatten().map(|&entry| cell(entry).chars().count()).max().unwrap_or(1);
    let line = |row: &Vec<u64>| {
        let cells: Vec<String> = row.iter().map(|&entry| format!("{:>width$}", cell(entry))).collect();
        cells.join(" ")
    };
    rows.iter().map(line).collect()
}

/// Draws the terms with the rest after each, as matrices if they are few and small, else as lists.
pub(super) fn terms(named: &LineNames, document: &MatrixDocument, terms: &[MatrixTerm]) -> String {
    if terms.is_empty() {
        return String::new();
    }
    let sides = named.rows.len().max(named.columns.len());
    let rows = (sides <= MAX_DRAWN_SIDE && terms.len() <= MAX_DRAWN).then(|| document.dense()).flatten();
    let is_small = rows.is_some();
    let text = rows.map_or_else(|| listed(named, terms), |rows| side_by_side(&rows, terms));
    let which =
        if terms.len() == 1 { "S₁".to_owned() } else { format!("S₁ … S{}", subscript(terms.len())) };
    format!(
        "\n{which}, each as often as it says{}:\n{text}",
        if is_small { ", and what is left after it" } else { "" }
    )
}

/// Draws every term beside the rest after it, with as many in a line as fit.
fn side_by_side(rows: &[Vec<u64>], terms: &[MatrixTerm]) -> String {
    let mut left = rows.to_vec();
    let mut blocks = Vec::new();
    for (number, term) in (1..).zip(terms) {
        let mut ones = vec![vec![0; rows[0].len()]; rows.len()];
        for entry in &term.entries {
            let (row, column) = (index(entry.row), index(entry.column));
            ones[row][column] = 1;
            left[row][column] = left[row][column].saturating_sub(term.times);
        }
        let mut lines = vec![format!("S{} × {}", subscript(number), term.times)];
        let beside = block(&ones).into_iter().zip(block(&left));
        lines.extend(beside.map(|(ones, left)| format!("{ones}  │  {left}")));
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        blocks.push((width, lines));
    }
    let room = columns().unwrap_or(100);
    let (mut text, mut first) = (String::new(), 0);
    while first < blocks.len() {
        let (mut width, mut end) = (2 + blocks[first].0, first + 1);
        while end < blocks.len() && width + 6 + blocks[end].0 <= room {
            width += 6 + blocks[end].0;
            end += 1;
        }
        text.push_str(&beside(&blocks[first..end]));
        first = end;
        text.push_str(if first < blocks.len() { "\n" } else { "" });
    }
    text
}

/// Puts blocks of lines beside each other.
fn beside(blocks: &[(usize, Vec<String>)]) -> String {
    let height = blocks.iter().map(|block| block.1.len()).max().unwrap_or(0);
    let line = |at: usize| {
        let cells: Vec<String> = blocks
            .iter()
            .map(|(width, lines)| {
                let line = lines.get(at).map_or("", String::as_str);
                format!("{line}{}", " ".repeat(width - line.chars().count()))
            })
            .collect();
        format!("  {}\n", cells.join("      ").trim_end())
    };
    (0..height).map(line).collect()
}

/// Lists every term in a line: its multiplicity and its places.
fn listed(named: &LineNames, terms: &[MatrixTerm]) -> String {
    let mut text = String::new();
    for (number, term) in (1..).zip(terms).take(MAX_LISTED) {
        let shown = term.entries.iter().take(MAX_ENTRIES);
        let places: Vec<String> =
            shown.map(|entry| plain_text(&place(named, entry.row, entry.column))).collect();
        let more = match term.entries.len() - places.len() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let line = format!("  S{} × {}: {}{more}", subscript(number), term.times, places.join(" "));
        text.push_str(&folded(&line, columns(), 6));
        text.push('\n');
    }
    match terms.len().saturating_sub(MAX_LISTED) {
        0 => text,
        more => text + &format!("  (and {more} more; --json has all)\n"),
    }
}
