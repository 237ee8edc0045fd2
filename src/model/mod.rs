//! Networks, tasks, task matrices and schedules: the objects that everything above speaks of.

mod as_petgraph;
mod bits;
mod cayley;
mod cayley_task;
mod collective;
mod compress;
mod demands_task;
mod dimension;
mod error;
mod families;
mod faults;
mod graph;

mod implied;
mod incomplete_hypercube;
mod lift;
mod link_turn;
mod listed_graph;
mod masks;
mod matrix;
mod mesh;
mod mixed_radix;
mod network;
mod network_names;
mod node;
mod node_ports;
mod on_torus;
mod packets;
mod plain;
mod ports;
mod problem;
mod ranked;
mod rows;
mod schedule;
mod shell;
mod spheres;
mod stored;
mod subgroup;
mod switches;
mod taken_links;
mod task;
mod ways;
mod weighted_paths;
mod width;
mod words;

pub use cayley::{CayleyGraph, MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES};
pub use cayley_task::CayleyTask;
pub use collective::{Collective, CollectiveTask};
pub use demands_task::{DemandsTask, Load};
pub use dimension::{Dimension, Way};
pub use error::ModelError;
pub use faults::faults;
pub use incomplete_hypercube::IncompleteHypercube;
pub use listed_graph::ListedGraph;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::Network;
pub use node::{Link, Node};
pub use packets::{Exchange, OffsetClass, Packets};
pub(crate) use plain::plain;
pub use ports::PortRule;
pub use problem::{Problem, View};
pub use rows::Rows;
pub use schedule::{
    Coloring, ExplicitSchedule, IntervalForm, Journey, LocalMove, LocalSchedule, LocalTransfer,
    MultinodeSchedule, MultinodeSend, NodeClasses, OrbitSchedule, OrbitStep, OwnedInterval, Packet, Profile,
    Query, ReplayError, Schedule, Sent, Transmission, Unit, WordFault, WordSchedule,
};
pub use subgroup::{MOST_CLASSED_NODES, Subgroup};
pub use switches::Switches;
pub use taken_links::TakenLinks;
pub use task::IsotropicTask;

// Streams, masks and walks, of which matrices and networks are made.
#[doc(hidden)]
pub use as_petgraph::{NetworkLink, NetworkLinks, NetworkNeighbors, NetworkNodes};
#[doc(hidden)]
pub use families::{element_named, families, first_name};
#[doc(hidden)]
pub use graph::Graph;
#[doc(hidden)]
pub use implied::{ImpliedRows, ImpliedStream};
#[doc(hidden)]
pub use lift::lift_node;
pub(crate) use link_turn::LinkTurn;
#[doc(hidden)]
pub use masks::MaskMatrix;
#[doc(hidden)]
pub use network::Translation;
pub(crate) use on_torus::OnTorus;
#[doc(hidden)]
pub use packets::CoordinateCount;
#[doc(hidden)]
pub use ranked::Ranked;
#[doc(hidden)]
pub use rows::{Cursors, RowStream, Straight, Turn};
pub(crate) use schedule::{IntervalRows, leftover_orbits};
#[doc(hidden)]
pub use schedule::{Ride, Rider, RingPlan, TooFar, WindowsPlan, conveyor, copy_numbers, on_ring, reversed};
#[doc(hidden)]
pub use stored::StoredStream;
pub(crate) use ways::Ways;
#[doc(hidden)]
pub use weighted_paths::WeightedPaths;
pub(crate) use width::{count_of, wide};
pub(crate) use words::{counted, large};
