//! The network of a task: its nodes and links, distances and routes, and its nodes counted by distance.

pub(crate) mod cayley;
pub(crate) mod graph;
pub(crate) mod hops;
mod incomplete;
mod limits;
mod nodes;
pub(crate) mod offsets;
pub(crate) mod rings;
pub(crate) mod routes;
pub(crate) mod symmetry;
pub(crate) mod topology;
#[cfg(test)]
mod topology_tests;
pub(crate) mod vectors;
