//! Spanning trees, and the schedules of broadcasts, accumulations, scatter, gather and total exchange that
//! come from them.

mod broadcast;
mod bst;
mod construction;
mod convert;
mod cost;
mod farthest;
mod half_duplex;
mod hamiltonian;
mod incomplete_broadcast;
mod latest_useful;
mod matching;
mod msbt;
mod msbt_label;
mod path;
mod personalized;
mod pipeline;
mod radical;
mod ring_broadcast;
mod rooted;
mod rotation_classes;
mod sbt;
mod scatter;
mod scatter_flow;
mod spanning;
mod tcbt;
mod total_exchange;

pub use broadcast::single_node_broadcast;
pub use bst::base;
pub use construction::ConstructionError;
pub use convert::{
    exchange_to_gather, exchange_to_multinode_accumulation, exchange_to_multinode_broadcast,
    exchange_to_scatter, expand, multinode_broadcast_to_gather, multinode_broadcast_to_single,
    scatter_to_broadcast,
};
pub use cost::{
    BroadcastGraph, CostError, CostModel, LeastTime, PackedTime, PersonalTree, Rule, Steps, Unbounded,
};
pub use farthest::farthest_first;
pub use half_duplex::half_duplex;
pub use hamiltonian::hamiltonian_cycle;
pub use incomplete_broadcast::{BroadcastCopy, incomplete_broadcast, pass_on};
pub use matching::multinode_broadcast_matching;
pub use msbt_label::msbt_label;
pub use personalized::personalized;
pub use pipeline::{msbt_broadcast, tree_broadcast};
pub use radical::Radical;
pub use ring_broadcast::multinode_broadcast_ring;
pub use rooted::RootedTree;
pub use rotation_classes::{RotationClasses, multinode_broadcast_rotation};
pub use scatter::{compatible_tree, scatter, scatter_bound};
pub use scatter_flow::scatter_by_flow;
pub use spanning::{CubeTree, CubeTreeError, TreeKind};
pub use total_exchange::{ExchangeSlots, total_exchange_all_ports, total_exchange_one_port};
