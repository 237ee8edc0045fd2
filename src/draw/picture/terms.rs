//! A matrix as a sum: the matrix, its terms with their multiplicities, and the rest after each (P1 Fig. 2).

use super::Picture;
use crate::draw::canvas::{Anchor, Panel, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{EMPTY, GRAY, shade_of};
use crate::draw::subject::{MatrixSum, Subject};
use crate::model::count_of;

pub(in crate::draw) const TERMS: Picture = Picture {
    word: "terms",
    sentence: "A matrix, the permutation matrices whose sum it is, and what is left after each (P1 Fig. 2)",
    draw: terms,
};

const MAX_LINES: u64 = 16;
const MAX_TERMS: u64 = 24;
const CELL_HEIGHT: i64 = 22;
const BLOCK_GAP: i64 = 28;
const TITLE_HEIGHT: i64 = 40;
/// The width in pixels after which terms continue below.
const WRAP_WIDTH: i64 = 1000;

fn terms(subject: &Subject) -> Result<Panel, DrawError> {
    let expected = "a matrix or its certificate (isotask decompose -o FILE)";
    let sum = subject.sum.as_ref().ok_or(DrawError::Nothing { picture: TERMS.word, expected })?;
    let remedy = "isotask show lists it";
    for (what, found, most) in [
        ("rows", sum.row_names.len(), MAX_LINES),
        ("columns", sum.column_names.len(), MAX_LINES),
        ("terms", sum.terms.len(), MAX_TERMS),
    ] {
        let found = count_of(found);
        if found > most {
            return Err(DrawError::TooLarge { picture: TERMS.word, what, found, most, remedy });
        }
    }
    Ok(drawn(sum))
}

/// Draws the matrix with names and sums, then every term beside the rest after it.
fn drawn(sum: &MatrixSum) -> Panel {
    let mut blocks = vec![whole_matrix(sum)];
    let mut left = sum.rows.clone();
    for (number, term) in (1..).zip(&sum.terms) {
        let mut ones = vec![vec![0; sum.column_names.len()]; sum.rows.len()];
        for entry in &term.entries {
            let place = usize::try_from(entry.row).ok().zip(usize::try_from(entry.column).ok());
            let (row, column) = place.expect("the checker has accepted the terms");
            ones[row][column] = 1;
            // An entry of a cover may be done before its term ends, and idles then.
            left[row][column] = left[row][column].saturating_sub(term.times);
        }
        let mut pair = cells(&ones, &format!("S{number} × {}", term.times));
        let width = pair.width;
        pair.text(
            at(width + 8, TITLE_HEIGHT + pair.height / 2 - TITLE_HEIGHT / 2),
            "→",
            Type::new(16).color(GRAY),
        );
        put_beside(&mut pair, BLOCK_GAP, cells(&left, "left"));
        blocks.push(pair);
    }
    let mut panel = Panel::default();
    let (mut x, mut y, mut height) = (0, 0, 0);
    for block in blocks {
        if x > 0 && x + block.width > WRAP_WIDTH {
            (x, y, height) = (0, y + height + BLOCK_GAP, 0);
        }
        panel.width = panel.width.max(x + block.width);
        panel.height = panel.height.max(y + block.height);
        height = height.max(block.height);
        let width = block.width;
        panel.put(at(x, y), block);
        x += width + 2 * BLOCK_GAP;
    }
    panel
}

fn put_beside(panel: &mut Panel, gap: i64, other: Panel) {
    let (x, width, height) = (panel.width + gap, other.width, other.height);
    panel.put(at(x, 0), other);
    panel.width = x + width;
    panel.height = panel.height.max(height);
}

/// Returns the width of a cell that holds the longest of some entries.
fn cell_width(rows: &[Vec<u64>]) -> i64 {
    let longest = rows.iter().flatten().map(|entry| text_width(&entry.to_string(), 12)).max();
    (longest.unwrap_or(0) + 10).max(CELL_HEIGHT)
}

/// Draws the cells of a matrix under a heading.
fn cells(rows: &[Vec<u64>], heading: &str) -> Panel {
    let width = cell_width(rows);
    let columns = whole(rows.first().map_or(0, Vec::len));
    let mut panel = Panel::new(
        (columns * (width + 2)).max(text_width(heading, 13)),
        TITLE_HEIGHT + whole(rows.len()) * (CELL_HEIGHT + 2),
    );
    panel.text(at(0, TITLE_HEIGHT - 12), heading, Type::new(13).bold(true));
    put_cells(&mut panel, rows, 0, width);
    panel
}

fn put_cells(panel: &mut Panel, rows: &[Vec<u64>], left: i64, width: i64) {
    for (row, entries) in rows.iter().enumerate() {
        for (column, &entry) in entries.iter().enumerate() {
            let place = at(left + whole(column) * (width + 2), TITLE_HEIGHT + whole(row) * (CELL_HEIGHT + 2));
            panel.fill(place, width, CELL_HEIGHT, if entry > 0 { shade_of(3).pale } else { EMPTY });
            if entry > 0 {
                let style = Type::new(12).anchor(Anchor::Middle);
                panel.text(at(place.x + width / 2, place.y + CELL_HEIGHT / 2 + 4), entry.to_string(), style);
            }
        }
    }
}

/// Draws the matrix with names and line sums.
fn whole_matrix(sum: &MatrixSum) -> Panel {
    let widest = |names: &[String], size| names.iter().map(|name| text_width(name, size)).max().unwrap_or(0);
    let left = widest(&sum.row_names, 12) + 10;
    let row_sums: Vec<u64> = sum.rows.iter().map(|row| row.iter().sum()).collect();
    let columns = sum.column_names.len();
    let column_sums: Vec<u64> =
        (0..columns).map(|column| sum.rows.iter().map(|row| row[column]).sum()).collect();
    let sums = [row_sums.clone(), column_sums.clone(), vec![row_sums.iter().sum()]];
    let width = cell_width(&sums).max(widest(&sum.column_names, 12) + 8);
    let x = |column: usize| left + whole(column) * (width + 2) + width / 2;
    let y = |row: usize| TITLE_HEIGHT + whole(row) * (CELL_HEIGHT + 2) + CELL_HEIGHT / 2 + 4;
    let (end, last) = (sum.rows.len(), columns);
    let mut panel =
        Panel::new(left + whole(last + 1) * (width + 2), TITLE_HEIGHT + whole(end + 1) * (CELL_HEIGHT + 2));
    let gray = Type::new(12).color(GRAY);
    panel.text(at(0, 14), "M", Type::new(13).bold(true));
    put_cells(&mut panel, &sum.rows, left, width);
    for (column, name) in sum.column_names.iter().map(String::as_str).chain(["sum"]).enumerate() {
        panel.text(at(x(column), TITLE_HEIGHT - 8), name, gray.anchor(Anchor::Middle));
    }
    for (row, name) in sum.row_names.iter().map(String::as_str).chain(["sum"]).enumerate() {
        panel.text(at(left - 6, y(row)), name, gray.anchor(Anchor::End));
    }
    let critical = row_sums.iter().chain(&column_sums).copied().max().unwrap_or(0);
    let style = |sum| gray.anchor(Anchor::Middle).bold(sum == critical);
    for (row, &of_row) in row_sums.iter().enumerate() {
        panel.text(at(x(last), y(row)), of_row.to_string(), style(of_row));
    }
    for (column, &of_column) in column_sums.iter().enumerate() {
        panel.text(at(x(column), y(end)), of_column.to_string(), style(of_column));
    }
    panel
}
