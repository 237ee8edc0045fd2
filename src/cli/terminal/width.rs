//! How wide what people read may be.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use terminal_size::{Width, terminal_size_of};

/// Narrower terminals are treated like this one.
const LEAST: usize = 40;

/// The columns of a list of prose in a file or pipe.
const OF_LISTS: usize = 100;

/// Whether what is printed is a list of prose, which is folded in files and pipes too.
static IS_LIST: AtomicBool = AtomicBool::new(false);

/// Folds what is printed from now on in files and pipes, too.
pub(crate) fn fold_everywhere() {
    IS_LIST.store(true, Ordering::Relaxed);
}

/// The columns that a line may take: what the variable COLUMNS says, else those of the terminal behind
/// standard output. None for files and pipes, whose lines stay whole, unless a list of prose is printed.
pub(crate) fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|word| word.parse().ok());
    let seen = || terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width));
    let of_lists = || IS_LIST.load(Ordering::Relaxed).then_some(OF_LISTS);
    said.or_else(seen).or_else(of_lists).map(|columns| columns.max(LEAST))
}

/// The same of standard error.
pub(crate) fn columns_beside() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|word| word.parse().ok());
    let seen = || terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width));
    said.or_else(seen).map(|columns| columns.max(LEAST))
}

/// Text folded between words, so that no line is longer than `columns` if its words permit; all lines but the
/// first are indented.
pub(crate) fn folded(text: &str, columns: Option<usize>, indent: usize) -> String {
    let Some(room) = columns.map(|columns| columns.saturating_sub(indent)).filter(|&room| room > 0) else {
        return text.to_owned();
    };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let fits = |line: &&mut String| line.chars().count() + 1 + word.chars().count() <= room;
        if let Some(line) = lines.last_mut().filter(fits) {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

/// Prose as wide as the terminal, every line ended.
pub(crate) fn prose(text: &str) -> String {
    text.lines().map(|line| folded(line, columns(), 0) + "\n").collect()
}
