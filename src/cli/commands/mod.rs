//! The commands, a file for each.

pub(crate) mod bound;
pub(crate) mod check;
pub(crate) mod cite;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod completions;
#[cfg(all(feature = "claims", feature = "ilp"))]
pub(crate) mod crosscheck;
pub(super) mod decompose;
pub(crate) mod draw;
pub(super) mod export;
pub(crate) mod hull;
pub(crate) mod machines;
pub(crate) mod manual;
pub(crate) mod methods;
pub(crate) mod networks;
pub(crate) mod new;
#[cfg(feature = "ilp")]
pub(crate) mod proof;
pub(crate) mod rounds;
pub(super) mod routing;
pub(super) mod several;
pub(super) mod show;
pub(super) mod solve;
pub(crate) mod symmetry;
pub(crate) mod table;
pub(crate) mod tree;
