//! The network of a task: its nodes and links, distances and routes, and its nodes counted by distance.

pub(crate) mod back;
pub(crate) mod cayley;
pub(crate) mod graph;
pub(crate) mod hops;
pub(crate) mod limits;
pub(crate) mod offsets;
pub(crate) mod routes;
pub(crate) mod symmetry;
pub(crate) mod topology;
#[cfg(test)]
mod topology_tests;
pub(crate) mod vectors;
