//! What may stand on the command line, and what it asks for.

pub(crate) mod args;
pub(crate) mod routing;
pub(crate) mod solving;
