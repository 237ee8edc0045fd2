//! The arguments of the command line, and their meaning.

pub(crate) mod args;
pub(crate) mod claims;
pub(crate) mod draw;
pub(crate) mod examples;
pub(crate) mod export;
pub(crate) mod grammar;
pub(crate) mod groups;
pub(crate) mod input;
pub(crate) mod matrices;
pub(crate) mod negative;
pub(crate) mod new;
pub(crate) mod packet;
pub(crate) mod proof;
pub(crate) mod routing;
pub(crate) mod solve;
pub(crate) mod task;
pub(crate) mod tree;
pub(crate) mod values;
