//! The arguments of commands on matrices: their terms, the rounds of a pattern, messages of several packets,
//! plans that repeat.

pub(crate) mod decompose;
pub(crate) mod messages;
pub(crate) mod rate;
pub(crate) mod rounds;
