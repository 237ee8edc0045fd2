//! Spanning trees of the hypercube, and schedules of broadcasts and personalised communication that are built on them.

mod bst;
mod cost;
mod msbt;
mod path;
mod personalized;
mod pipeline;
mod radical;
mod sbt;
mod spanning;
mod tcbt;

pub use bst::base;
pub use cost::{
    BroadcastGraph, CostError, CostModel, LeastTime, PackedTime, PersonalTree, Rule, Steps, Unbounded,
};
pub use msbt::msbt_label;
pub use personalized::personalized;
pub use pipeline::{msbt_broadcast, tree_broadcast};
pub use radical::Radical;
pub use spanning::{CubeTree, CubeTreeError, TreeKind};
