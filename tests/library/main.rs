//! The library from outside: each module compares one part of it with definitions, theorems and exhaustive
//! searches.

mod abelian;
mod allreduce;
mod birkhoff;
mod bounds;
mod buffers;
mod cayley_bounds;
mod cayley_graphs;
mod cayley_open;
mod channels;
mod common;
mod configurations;
mod cut_nodes;
mod decompose;
mod delay;
mod delay_of_lists;
mod demands_bounds;
mod demands_schedules;
mod engine;
mod export;
mod given_trees;
mod graphs;
mod groups;
mod headers;
mod incomplete;
mod lifts;
mod merged;
mod messages;
mod msccl_programs;
mod networks;
mod octr;
mod orbits;
mod orbits_on_graphs;
mod profiles;
mod rate;
mod refutations;
mod rounds;
mod route_search;
mod routes;
mod shop;
mod switches;
mod topologies;
mod trees_p2;
mod trees_p5;
mod windows;
mod windows_plans;

#[cfg(all(feature = "claims", feature = "ilp"))]
mod crosscheck;
#[cfg(feature = "ilp")]
mod flow;
#[cfg(feature = "ilp")]
mod ilp;
#[cfg(feature = "ilp")]
mod known_optima;
mod lattices;
#[cfg(feature = "ilp")]
mod least_delay;
#[cfg(feature = "ilp")]
mod orbit_program;
mod parcels;
#[cfg(feature = "ilp")]
mod pareto;
#[cfg(feature = "ilp")]
mod parts;
#[cfg(feature = "ilp")]
mod program_goes_on;
#[cfg(feature = "ilp")]
mod transport;
