//! Groups of automorphisms of a network, given by their generators.

pub(crate) mod automorphisms;
pub(crate) mod generator_fault;
pub(crate) mod group;
pub(crate) mod sheets;
