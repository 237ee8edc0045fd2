//! The network of a task: its nodes and links, distances and routes, and its nodes counted by distance.

pub(crate) mod automorphisms;
pub(crate) mod band;
pub(crate) mod cayley;
pub(crate) mod census;
pub(crate) mod generator_fault;
pub(crate) mod graph;
pub(crate) mod group;
pub(crate) mod lift;
pub(crate) mod limits;
pub(crate) mod mesh;
pub(crate) mod offsets;
pub(crate) mod routes;
pub(crate) mod sheets;
pub(crate) mod switches;
pub(crate) mod topology;
#[cfg(test)]
mod topology_tests;
pub(crate) mod vectors;
