//! Which way packets go: on a torus + or − in every dimension, ties and detours included.
//!
//! A symmetric schedule of a task takes max(h, ⌈σ/k⌉) slots once every packet has its route, so the least completion
//! time of all symmetric schedules is the least of this number over all choices of directions.
//! [`split`] solves the problem when rows do not limit detours, in closed form; the module `coupled` solves it when they do, by a
//! search whose failure is a proof.
//!
//! Where messages wait in buffers, which way they go also decides whether they can wait for each other for ever: [`ChannelGraph`] proves
//! that they cannot, or shows how they do.

mod abelian;
mod arrival;
mod channels;
mod coupled;
mod deadlock;
mod dimension_order;
mod directions;
mod highest_link;
mod least_completion;
mod loads;
mod lowest_link;
mod matrix;
mod named;
mod relations;
mod relaxation;
mod rounding;
mod shares;
mod split;
mod table;

pub use abelian::{AbelianRoutes, RouteRun, abelian_routes};
pub use arrival::ArrivalOrder;
pub use channels::{
    Channel, ChannelCycle, ChannelGraph, ChannelNumbering, ChannelOrder, CycleStep, Dependency,
    NumberingFault, Routing, RoutingFault, channels_between,
};
pub use coupled::{DirectionTree, DirectionTreeNode, Refutation};
pub use deadlock::{Message, Traffic, deadlocking_messages, send_buffered};
pub use dimension_order::DimensionOrder;
pub use directions::{Directions, Run};
pub use highest_link::HighestLink;
pub use least_completion::{RouteChoice, RouteProof, SearchBudget, least_completion, refute_for_all};
pub use lowest_link::{LowestLink, ParityOrder};
pub use matrix::{matrix_of_routes, task_matrix};
pub use named::{NamedRouting, channels_document, held};
pub use split::{Division, Split, split};
