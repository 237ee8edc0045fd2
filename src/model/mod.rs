//! Networks, tasks, task matrices and schedules: the objects that everything above speaks of.

mod arc_orbits;
mod as_petgraph;
mod automorphisms;
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
mod matrix;
mod mesh;
mod mixed_radix;
mod network;
mod network_names;
mod node;
mod node_ports;
mod on_torus;
mod orbit_loads;
mod packets;
mod plain;
mod ports;
mod problem;
mod ranked;
mod rows;
mod schedule;
mod shell;
mod spheres;
mod subgroup;
mod switches;
mod symmetry_error;
mod taken_links;
mod task;
mod ways;
mod weighted_paths;
mod width;
mod words;

pub use cayley::CayleyGraph;
pub use collective::Collective;
pub use error::ModelError;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::Network;
pub use node::{Link, Node};
pub use ports::PortRule;
pub use problem::Problem;
pub use rows::Rows;
pub use schedule::{Coloring, Journey, LocalSchedule, Packet, Profile, Query, Schedule, Sent, Transmission};

#[doc(hidden)]
pub use symmetry_error::SymmetryError;

pub(crate) use self::{
    arc_orbits::ArcOrbits,
    link_turn::LinkTurn,
    on_torus::OnTorus,
    plain::{plain, xml_text},
    schedule::{IntervalRows, leftover_orbits},
    ways::Ways,
    width::{count_of, wide},
    words::{counted, large},
};

// A problem seen as one kind, and the packets of each.
#[doc(hidden)]
pub use self::{
    cayley_task::CayleyTask,
    collective::CollectiveTask,
    demands_task::{DemandsTask, Load},
    packets::{CoordinateCount, Exchange, OffsetClass, Packets},
    problem::View,
    task::IsotropicTask,
};
// A schedule in one of its forms, and how it is replayed.
#[doc(hidden)]
pub use self::schedule::{
    ExplicitSchedule, IntervalForm, LocalMove, LocalTransfer, MultinodeSchedule, MultinodeSend, NodeClasses,
    OrbitSchedule, OrbitStep, OwnedInterval, ReplayError, Ride, Rider, RingPlan, TooFar, Unit, WindowsPlan,
    WordFault, WordSchedule, conveyor, copy_numbers, on_ring, reversed,
};
// Networks of one kind, and graphs as others see them.
#[doc(hidden)]
pub use self::{
    as_petgraph::{NetworkLink, NetworkLinks, NetworkNeighbors, NetworkNodes},
    cayley::{MOST_CAYLEY_LINKS, MOST_CAYLEY_NODES},
    dimension::{Dimension, Way},
    families::{element_named, families, first_name},
    faults::faults,
    graph::Graph,
    incomplete_hypercube::IncompleteHypercube,
    lift::lift_node,
    listed_graph::ListedGraph,
    network::Translation,
    subgroup::{MOST_CLASSED_NODES, Subgroup},
    switches::Switches,
    taken_links::TakenLinks,
    weighted_paths::WeightedPaths,
};
// Streams, masks and walks, of which matrices are made.
#[doc(hidden)]
pub use self::{
    implied::{ImpliedRows, ImpliedStream},
    matrix::MatrixStream,
    ranked::Ranked,
    rows::{Cursors, RowStream, Straight, Turn},
};
