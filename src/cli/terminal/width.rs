//! The width of text for people, in columns.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use terminal_size::{Width, terminal_size_of};

/// The least width; narrower terminals are treated like one of it.
const MIN_COLUMNS: usize = 40;

/// The width of a list of prose in a file or pipe.
const LIST_COLUMNS: usize = 100;

/// Whether a list of prose is printed, which is folded in files and pipes too.
static IS_LIST: AtomicBool = AtomicBool::new(false);

/// Folds what is printed from now on, in files and pipes too.
pub(crate) fn fold_everywhere() {
    IS_LIST.store(true, Ordering::Relaxed);
}

/// Returns the columns of a line on standard output: those of the variable COLUMNS, else those of the
/// terminal. None for files and pipes, whose lines stay whole, unless a list of prose is printed.
pub(crate) fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|word| word.parse().ok());
    let seen = || terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width));
    let of_lists = || IS_LIST.load(Ordering::Relaxed).then_some(LIST_COLUMNS);
    said.or_else(seen).or_else(of_lists).map(|columns| columns.max(MIN_COLUMNS))
}

/// Returns the columns of a line on standard error: those of COLUMNS, else those of its terminal, else none.
pub(crate) fn stderr_columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|word| word.parse().ok());
    let seen = || terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width));
    said.or_else(seen).map(|columns| columns.max(MIN_COLUMNS))
}

/// Folds a text between words, so that no line is longer than `columns` if its words permit; all lines but
/// the first are indented.
pub(crate) fn folded(text: &str, columns: Option<usize>, indent: usize) -> String {
    let Some(width) = columns.map(|columns| columns.saturating_sub(indent)).filter(|&width| width > 0) else {
        return text.to_owned();
    };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let fits = |line: &&mut String| line.chars().count() + 1 + word.chars().count() <= width;
        if let Some(line) = lines.last_mut().filter(fits) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

/// Folds prose to the width of the terminal and ends every line.
pub(crate) fn prose(text: &str) -> String {
    text.lines().map(|line| folded(line, columns(), 0) + "\n").collect()
}
