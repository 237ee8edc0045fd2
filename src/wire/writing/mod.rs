//! Writes documents in one line, over several lines, or piece by piece.

mod list;
mod numerals;
pub(super) mod pretty;
pub(super) mod text;
pub(super) mod tree_writer;

#[cfg(test)]
mod tests;
