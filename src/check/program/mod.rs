//! Programs in 0–1 variables: the models of delay, flow and transport with their rows, and the tree of
//! multipliers that proves a bound on any of them.

pub(crate) mod delay;
pub(crate) mod flow;
pub(crate) mod multipliers;
pub(crate) mod rows;
#[cfg(test)]
mod rows_tests;
pub(crate) mod transport;
#[cfg(test)]
mod transport_tests;
