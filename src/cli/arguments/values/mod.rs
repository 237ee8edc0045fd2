//! Parsers of values of the command line: numbers, times, and words of a list.

pub(crate) mod number;
pub(crate) mod offered;
pub(crate) mod time;
