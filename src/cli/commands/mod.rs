//! The commands, a file for each.

pub(crate) mod allreduce;
pub(crate) mod bound;
pub(crate) mod channels;
pub(crate) mod check;
pub(crate) mod cite;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod completions;
pub(crate) mod data;
pub(crate) mod deadlock;
pub(crate) mod draw;
pub(crate) mod export;
pub(crate) mod manual;
pub(crate) mod methods;
pub(crate) mod new;
pub(crate) mod node;
#[cfg(feature = "ilp")]
pub(crate) mod pareto;
#[cfg(feature = "ilp")]
pub(crate) mod proof;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod theorem;
pub(crate) mod transmissions;
pub(crate) mod tree;
