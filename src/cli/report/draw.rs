//! Draws task matrices and schedules as tables of text.

use crate::cli::report::lines::Report;
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::{columns, folded};
use crate::model::{IsotropicTask, Link, Network, TaskMatrix};
use crate::wire::{Move, NodeRef, Slots};
use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};

/// The most lines of a drawing.
pub(crate) const MAX_LINES: usize = 32;
/// The most columns of a drawing.
pub(crate) const MAX_COLUMNS: u32 = 12;

/// Returns whether a matrix or schedule of these lines and columns is small enough to be drawn.
pub(crate) fn is_drawable(lines: u64, columns: u32) -> bool {
    usize::try_from(lines).is_ok_and(|lines| (1..=MAX_LINES).contains(&lines)) && columns <= MAX_COLUMNS
}

fn table(header: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY);
    let columns = header.len();
    table.set_header(header);
    for index in 0..columns {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(if index == 0 { CellAlignment::Left } else { CellAlignment::Right });
        }
    }
    table
}

fn finish(table: &Table) -> String {
    let mut text: String = table.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    text.push('\n');
    text
}

/// Returns the names of rows: the packet's destination, numbered from 0 if several packets share it.
pub(crate) fn row_names(task: &IsotropicTask) -> Vec<String> {
    let mut names = Vec::new();
    for class in task.classes() {
        let name = task.network().node_name(class.offset);
        names.extend(
            (0..class.count).map(
                |copy| {
                    if class.count == 1 { name.clone() } else { format!("{name}#{copy}") }
                },
            ),
        );
    }
    names
}

/// Returns the names of the packets that a schedule lists.
pub(crate) fn packet_names(network: &Network, packets: &[NodeRef]) -> Vec<String> {
    let offsets: Vec<String> = packets.iter().map(|packet| node_name(network, packet)).collect();
    let mut names = Vec::with_capacity(offsets.len());
    for (index, name) in offsets.iter().enumerate() {
        let copies = offsets.iter().filter(|other| *other == name).count();
        let copy = offsets[..index].iter().filter(|other| *other == name).count();
        names.push(if copies == 1 { name.clone() } else { format!("{name}#{copy}") });
    }
    names
}

fn node_name(network: &Network, packet: &NodeRef) -> String {
    match (network.node(packet, String::new), packet) {
        (Ok(node), _) => network.node_name(node),
        (Err(_), NodeRef::Index(index)) => index.to_string(),
        (Err(_), NodeRef::Coordinates(list)) => format!("{list:?}"),
    }
}

fn link_names(network: &Network) -> Vec<String> {
    (0..network.links()).map(|link| network.link_name(Link(link))).collect()
}

/// Draws a task matrix with its row and column sums, and `rows` as what the rows stand for.
pub(crate) fn matrix(task: &IsotropicTask, matrix: &TaskMatrix, rows: &str) -> String {
    let mut header = vec![rows.to_owned()];
    header.extend(link_names(task.network()));
    header.push("sum".to_owned());
    let mut table = table(header);
    for (row, name) in row_names(task).into_iter().enumerate() {
        let mut cells = vec![name];
        let mut entries = matrix.row(row).peekable();
        for column in 0..matrix.columns() {
            let units = entries.next_if(|entry| entry.0 == column).map_or(0, |entry| entry.1);
            cells.push(if units == 0 { "·".to_owned() } else { units.to_string() });
        }
        cells.push(matrix.row_sum(row).to_string());
        table.add_row(cells);
    }
    let mut sums = vec!["sum".to_owned()];
    sums.extend(matrix.column_sums().iter().map(u64::to_string));
    sums.push(matrix.total().to_string());
    table.add_row(sums);
    finish(&table)
}

/// Draws slots as lines and links as columns, with the packet that moves in every cell.
pub(crate) fn slots(network: &Network, packets: &[NodeRef], slots: &Slots<Move>) -> String {
    let names = packet_names(network, packets);
    let mut header = vec!["slot".to_owned()];
    header.extend(link_names(network));
    let mut rows = Vec::with_capacity(slots.len());
    for (slot, moves) in slots.iter().enumerate() {
        let mut cells = vec![slot.to_string()];
        for link in 0..network.links() {
            let packet = moves.iter().find(|step| step.link == link).map(|step| step.packet);
            let name = packet.and_then(|packet| names.get(usize::try_from(packet).ok()?));
            cells.push(name.map_or_else(|| "·".to_owned(), Clone::clone));
        }
        rows.push(cells);
    }
    grid(header, rows)
}

/// Draws a table whose first column is aligned left and the others right.
pub(crate) fn grid(header: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let mut table = table(header);
    for row in rows {
        table.add_row(row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>());
    }
    finish(&table)
}

/// Says what is too large to be drawn, why, and which command shows it, folded to the terminal.
pub(crate) fn not_drawn(what: &str, why: &str, remedy: &str) -> String {
    format!("\n{}\n", folded(&format!("({what} not drawn: {why}; {remedy})"), columns(), 0))
}

/// Returns the reason why a matrix or schedule is not drawn.
pub(crate) fn too_large() -> String {
    format!("more than {MAX_LINES} lines or {MAX_COLUMNS} links")
}

/// Returns whether a table of words needs no folding.
pub(crate) fn fits(header: &[&str], rows: &[Vec<String>]) -> bool {
    let Some(columns) = columns() else { return true };
    let longest = |index: usize, word: &str| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.chars().count());
        cells.fold(word.chars().count(), usize::max)
    };
    table_width(header.iter().enumerate().map(|(index, word)| longest(index, word))) <= columns
}

/// Draws a table of words under a header, its cells folded where the terminal is narrower. If even the
/// longest words of all columns do not fit beside each other, every row becomes a block of lines.
pub(crate) fn words(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY);
    table.set_header(header.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
    if let Some(columns) = columns() {
        let longest = longest_words(header, &rows);
        if table_width(longest.iter().copied()) > columns {
            return blocks(header, &rows);
        }
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(columns).unwrap_or(u16::MAX));
        let width = |word: usize| Width::Fixed(u16::try_from(word + 2).unwrap_or(u16::MAX));
        table.set_constraints(longest.into_iter().map(|word| ColumnConstraint::LowerBoundary(width(word))));
    }
    for row in rows {
        table.add_row(row.iter().map(|cell| plain_text(cell)).collect::<Vec<_>>());
    }
    finish(&table)
}

/// Returns the width of a table whose columns have these widths: a blank on either side of every cell, and a
/// line or a blank before, between and after them.
fn table_width(columns: impl Iterator<Item = usize>) -> usize {
    columns.map(|width| width + 3).sum::<usize>() + 1
}

/// Returns every row as lines of header and cell, with an empty line between rows.
fn blocks(header: &[&str], rows: &[Vec<String>]) -> String {
    let block = |row: &Vec<String>| {
        let mut report = Report::default();
        for (word, cell) in header.iter().zip(row) {
            report.line(word, cell);
        }
        report.render() + "\n"
    };
    rows.iter().map(block).collect()
}

/// Returns the length of the longest word of every column.
fn longest_words(header: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let longest = |text: &str| text.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
    let of = |(index, word): (usize, &&str)| {
        let cells = rows.iter().filter_map(|row| row.get(index)).map(|cell| longest(cell));
        cells.fold(longest(word), usize::max)
    };
    header.iter().enumerate().map(of).collect()
}
