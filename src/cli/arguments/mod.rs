//! What may stand on the command line, and what it asks for.

pub(crate) mod args;
pub(crate) mod examples;
pub(crate) mod grammar;
pub(crate) mod offered;
pub(crate) mod proof;
pub(crate) mod routing;
pub(crate) mod solving;
pub(crate) mod task;
