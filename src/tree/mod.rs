//! Spanning trees, and the schedules of broadcasts, accumulations, scatter, gather and total exchange that
//! come from them.

mod allreduce;
mod along;
mod broadcast;
mod construction;
mod convert;
mod cost;
mod logarithm;
mod merged_cost;
mod packing;
mod radical;
mod scatter;
mod spanning;
pub(crate) mod timetable;
mod total_exchange;

pub use allreduce::{TreeLimits, dimension_exchange, joined_halves, reduce_broadcast};
pub use along::{AlongTree, broadcast_along, scatter_along};
pub use broadcast::arborescences::{Arborescence, arborescences, pipelined};
pub use broadcast::half_duplex::half_duplex;
pub use broadcast::incomplete::{BroadcastCopy, incomplete_broadcast, pass_on};
pub use broadcast::matching::multinode_broadcast_matching;
pub use broadcast::pipeline::{msbt_broadcast, tree_broadcast};
pub use broadcast::ring::multinode_broadcast_ring;
pub use broadcast::rotation_classes::{RotationClasses, multinode_broadcast_rotation};
pub use broadcast::{graph_broadcast, single_node_broadcast};
pub use construction::ConstructionError;
pub use convert::{
    exchange_to_gather, exchange_to_multinode_accumulation, exchange_to_multinode_broadcast,
    exchange_to_scatter, expand, multinode_broadcast_to_gather, multinode_broadcast_to_single,
    scatter_to_broadcast,
};
pub use cost::{
    BroadcastGraph, CostError, CostModel, LeastTime, PackedTime, PersonalTree, Rule, Steps, Unbounded,
};
pub use logarithm::Logarithmic;
pub use merged_cost::{MergedFormula, MergedLeast, least_merged};
pub use packing::packed_broadcast;
pub use radical::Radical;
pub use scatter::farthest::farthest_first;
pub use scatter::flow::scatter_by_flow;
pub use scatter::merged::{MergeOrder, MergedScatter, best_merged_scatter, merged_scatter};
pub use scatter::merged_replay::{MergedChain, MergedError, MergedPacket, MergedTime, replay_merged};
pub use scatter::personalized::personalized;
pub use scatter::{compatible_tree, scatter, scatter_bound};
pub use spanning::bst::base;
pub use spanning::given::{GivenTree, GivenTreeError};
pub use spanning::hamiltonian::hamiltonian_cycle;
pub use spanning::rooted::RootedTree;
pub use spanning::{CubeTree, CubeTreeError, TreeKind};
pub use total_exchange::{ExchangeSlots, total_exchange_all_ports, total_exchange_one_port};
