//! The network of a task: its nodes and links, distances and routes, and its nodes counted by distance.

pub(crate) mod band;
pub(crate) mod cayley;
pub(crate) mod census;
pub(crate) mod graph;
pub(crate) mod group;
pub(crate) mod lift;
pub(crate) mod limits;
pub(crate) mod mesh;
pub(crate) mod offsets;
pub(crate) mod routes;
pub(crate) mod switches;
pub(crate) mod topology;
pub(crate) mod vectors;
