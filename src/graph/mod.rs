//! Algorithms on graphs, each once, and the one generator of random numbers. This module knows nothing of
//! networks and tasks.
//!
//! petgraph is used where ties may be broken in any way: [`crate::model::Network`] is a graph of petgraph,
//! and topological orders and strong components of channels come from it. The algorithms here decide
//! schedules, so that every tie is broken by the smallest index or the order of a list, or are faster on our
//! graphs; each file says which. Four searches stand elsewhere, with the structures that they search: the
//! peel, 64 columns at a time ([`crate::decompose::peel`]), the random walks in regular graphs
//! ([`crate::decompose::euler_split`]), the shortest cycle of channels
//! ([`crate::deadlock::ChannelGraph::order`]), and dynamic programs slot by slot.

mod alternating_path;
mod augment;
mod automorphisms;
mod breadth_first;
mod cover;
mod dijkstra;
mod dinic;
mod edge_coloring;
mod exact_coloring;
mod hopcroft_karp;
mod kempe;
mod least_tree;
mod quickest;
mod random;

pub use alternating_path::alternating_path;
pub use augment::{Assignment, augment};
pub use automorphisms::{
    AutomorphismGroup, ColoredGraph, LinkOrbit, NotAFreeGroup, PartialPermutation, RegularSubgroup,
    automorphism_group, free_elements, link_orbits, regular_subgroup,
};
pub use breadth_first::BreadthFirst;
pub(crate) use cover::Cover;
pub use dijkstra::{Arc, CheapestWays, PriceThenHops, dijkstra};
pub use dinic::{FlowNetwork, dinic};
pub use edge_coloring::edge_coloring;
pub(crate) use exact_coloring::{ExactColoring, exact_coloring};
pub use hopcroft_karp::hopcroft_karp;
pub use kempe::color_edges;
pub use least_tree::{Priced, least_tree};
pub use quickest::{Lane, QuickestFlow, quickest_flow};
pub(crate) use random::mix64;
pub use random::{Random, scattered};
