//! Chooses the routes of packets: on a torus + or − in every dimension, ties and detours included.
//!
//! A symmetric schedule of a task takes max(h, ⌈σ/k⌉) slots once every packet has its route, so the least
//! completion time of all symmetric schedules is the least of this number over all choices of directions.
//! [`split()`] solves the problem when rows do not limit detours, in closed form; the module `coupled` solves
//! it when they do, by a search whose failure is a proof.

mod abelian;
mod coupled;
mod directions;
mod least_completion;
mod loads;
mod matrix;
mod messages;
mod relations;
mod relaxation;
mod rounding;
mod shares;
mod split;
mod table;

pub use abelian::{AbelianRoutes, RouteRun, abelian_routes};
pub use coupled::{DirectionTree, DirectionTreeNode, Refutation};
pub use directions::{Directions, Run};
pub use least_completion::{RouteChoice, RouteProof, SearchBudget, least_completion, refute_for_all};
pub(crate) use matrix::own_routes;
pub use matrix::task_matrix;
pub use messages::{
    MAX_MESSAGE_PACKETS, MessagePorts, MessageRoutes, MessageSteps, message_front, message_front_of_words,
    message_routes, steps_of_messages,
};
pub use split::{Division, Split, split};
