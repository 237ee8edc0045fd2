//! Networks, tasks, task matrices and schedules: the objects that all modules above use.

mod cayley;
mod error;
mod faults;
mod grid;
mod matrix;
mod network;
mod plain;
mod schedule;
mod symmetry;
mod task;
mod width;
mod words;

pub use cayley::CayleyGraph;
pub use error::ModelError;
pub use matrix::rows::Rows;
pub use matrix::{MatrixError, TaskMatrix};
pub use network::Network;
pub use network::node::{Link, Node};
pub use schedule::{Coloring, Journey, LocalSchedule, Packet, Profile, Query, Schedule, Sent, Transmission};
pub use task::collective::Collective;
pub use task::ports::PortRule;
pub use task::problem::Problem;

#[doc(hidden)]
pub use symmetry::error::SymmetryError;

#[cfg(feature = "cli")]
pub(crate) use network::mesh::extent_of_mesh;

pub(crate) use self::{
    cayley::on_torus::OnTorus,
    grid::product,
    matrix::ways::Ways,
    network::offsets::forward_offset,
    plain::{plain, xml_text},
    schedule::{IntervalRows, leftover_orbits},
    symmetry::{arc_orbits::ArcOrbits, link_turn::LinkTurn},
    width::{count_of, wide},
    words::{counted, large},
};

#[doc(hidden)]
pub use grid::Grid;

// A problem seen as one kind, and the packets of each.
#[doc(hidden)]
pub use self::task::{
    allreduce::AllreduceTask,
    cayley::CayleyTask,
    collective::CollectiveTask,
    demands::DemandsTask,
    hull::{IsotropicHull, isotropic_hull},
    isotropic::IsotropicTask,
    load::Load,
    packets::{CoordinateCount, Exchange, OffsetClass, Packets},
    pair::PairFlow,
    parcels::{Parcel, ParcelsTask},
    problem::View,
    repeated::{RepeatedOffset, repeated_offsets},
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
    cayley::{
        MAX_CAYLEY_LINKS, MAX_CAYLEY_NODES,
        families::{element_named, families, first_name},
        weighted_paths::WeightedPaths,
    },
    faults::faults,
    network::{
        Translation,
        as_petgraph::{NetworkLink, NetworkLinks, NetworkNeighbors, NetworkNodes},
        explicit_graph::ExplicitGraph,
        graph::Graph,
        incomplete_hypercube::IncompleteHypercube,
        lift::lift_node,
        rings::{Dimension, Way},
        switches::Switches,
        taken_links::TakenLinks,
    },
    symmetry::subgroup::{MAX_CLASSED_NODES, Subgroup},
};
// Streams, masks and walks, of which matrices are made.
#[doc(hidden)]
pub use self::matrix::{
    MatrixStream,
    implied::{ImpliedRows, ImpliedStream},
    ranked::Ranked,
    rows::{Cursors, Pool, RowStream, Unchecked},
};
