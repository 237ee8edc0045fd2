//! The methods of broadcasts and scatter.

use super::SolveError;
use crate::model::{Collective, CollectiveSchedule, CollectiveTask, ExplicitSchedule, Node, PortRule};
use crate::tree::{self, CubeTree, TreeKind};
use crate::wire;
use std::fmt::Display;

/// How the schedule of a collective task is made. Accumulations and gather are made as their duals with time reversed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CollectiveMethod {
    /// Multinode broadcast on a hypercube, link types in turn along classes of rotated nodes (P2 §2).
    RotationClasses,
    /// Multinode broadcast with one port round a Hamiltonian cycle of a hypercube (P2 §2).
    HamiltonianRing,
    /// Multinode broadcast on any network, a matching of link types and new positions in every slot.
    Matching,
    /// Scatter on a hypercube along P2's tree of compatible classes, farthest first (P2 §3).
    CompatibleClasses,
    /// Scatter on any network along a balanced tree of shortest paths, farthest first, or by flows over links and slots.
    Flow,
    /// Single node broadcast on any network by list scheduling.
    ListScheduling,
    /// Along the spanning binomial tree of a hypercube (P5 §3.1).
    Sbt,
    /// Single node broadcast along as many edge-disjoint spanning trees as a hypercube has dimensions (P5 §3.2).
    Msbt,
    /// Along the two-rooted complete binary tree (P5 §3.4).
    Tcbt,
    /// Scatter along the balanced spanning tree (P5 §4.1).
    Bst,
    /// Single node broadcast along a Hamiltonian path of a hypercube (P5 §3.4).
    HamiltonianPath,
    /// From a schedule of a harder problem (P2 Fig. 3).
    Conversion,
}

impl CollectiveMethod {
    /// The word of the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RotationClasses => "rotation-classes",
            Self::HamiltonianRing => "hamiltonian-ring",
            Self::Matching => "matching",
            Self::CompatibleClasses => "compatible-classes",
            Self::Flow => "flow",
            Self::ListScheduling => "list-scheduling",
            Self::Sbt => "sbt",
            Self::Msbt => "msbt",
            Self::Tcbt => "tcbt",
            Self::Bst => "bst",
            Self::HamiltonianPath => "hamiltonian-path",
            Self::Conversion => "conversion",
        }
    }

    /// How the schedule comes about, with the source.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::RotationClasses => {
                "nodes in classes of rotations, numbered through; node n is reached over link n mod d (P2 §2)"
            }
            Self::HamiltonianRing => "every node passes on what it received, round a Gray code (P2 §2)",
            Self::Matching => {
                "in every slot a maximum matching of link types with positions that they newly reach"
            }
            Self::CompatibleClasses => {
                "a tree of shortest paths whose subtrees differ by at most one class, farthest packets first (P2 §3)"
            }
            Self::Flow => {
                "a balanced tree of shortest paths, farthest packets first; where that misses the bound, integral flows over links and slots"
            }
            Self::ListScheduling => "slot by slot, those packets first that have farthest to go",
            Self::Sbt => "the spanning binomial tree (P5 §3.1)",
            Self::Msbt => {
                "packets in turn down edge-disjoint spanning trees, labelled so that none meet (P5 §3.3.2)"
            }
            Self::Tcbt => "the two-rooted complete binary tree (P5 §3.4)",
            Self::Bst => "the balanced spanning tree (P5 §4.1)",
            Self::HamiltonianPath => "a Hamiltonian path, pipelined (P5 §3.4)",
            Self::Conversion => "what a schedule of a harder problem does for this task (P2 Fig. 3)",
        }
    }
}

/// The methods that may suit a spreading task, the most promising first.
pub(super) fn methods(task: &CollectiveTask) -> &'static [CollectiveMethod] {
    use CollectiveMethod as M;
    match (task.collective(), is_cube(task)) {
        (Collective::MultinodeBroadcast, true) => &[M::RotationClasses, M::Matching],
        (Collective::MultinodeBroadcast, false) => &[M::Matching],
        (Collective::Scatter { .. }, true) => &[M::CompatibleClasses, M::Flow, M::Sbt, M::Bst, M::Tcbt],
        (Collective::Scatter { .. }, false) => &[M::Flow],
        (_, true) => &[M::ListScheduling, M::Sbt, M::Msbt, M::Tcbt, M::HamiltonianPath],
        (_, false) => &[M::ListScheduling],
    }
}

fn is_cube(task: &CollectiveTask) -> bool {
    matches!(task.network().kind(), wire::Network::Hypercube { .. })
}

/// A schedule of a spreading task.
pub(super) fn make(
    task: &CollectiveTask,
    method: CollectiveMethod,
) -> Result<CollectiveSchedule, SolveError> {
    let made = match task.collective() {
        Collective::MultinodeBroadcast => multinode(task, method),
        Collective::Scatter { root } => scatter(task, root, method),
        Collective::SingleNodeBroadcast { root } => broadcast(task, root, method),
        _ => None,
    };
    let fault = |fault: String| SolveError::Construction { method: method.as_str(), fault };
    made.unwrap_or_else(|| Err("not for this network, task or count".to_owned())).map_err(fault)
}

/// Most sends that the schedule of a multinode task says: of one node, or of every node where it is explicit.
const MOST_SENDS: u64 = 1 << 24;

/// A schedule, why there is none, or nothing where the method is not one for the task.
type Attempt<S = CollectiveSchedule> = Option<Result<S, String>>;

fn words<S, E: Display>(result: Result<S, E>) -> Result<S, String> {
    result.map_err(|fault| fault.to_string())
}

fn multinode(task: &CollectiveTask, method: CollectiveMethod) -> Attempt {
    let (network, count) = (task.network(), task.count());
    let ports = task.ports().sends();
    let explicit = task.ports() == PortRule::HalfDuplex || method == CollectiveMethod::HamiltonianRing;
    // Every node gets every packet of the others; below 2⁶³ by the size of the task.
    let sends = (network.nodes() - 1) * count * if explicit { network.nodes() } else { 1 };
    if sends > MOST_SENDS {
        return Some(Err(format!("the schedule has {sends} sends to write, expected at most {MOST_SENDS}")));
    }
    let placed = match method {
        CollectiveMethod::RotationClasses if is_cube(task) => {
            words(tree::multinode_broadcast_rotation(network.links(), ports))
                .map(|one| one.repeated(count, 1))
        }
        CollectiveMethod::Matching => words(tree::multinode_broadcast_matching(network, ports, count)),
        CollectiveMethod::HamiltonianRing if is_cube(task) && count == 1 => {
            let ring = words(tree::multinode_broadcast_ring(network.links()));
            return Some(ring.map(|ring| CollectiveSchedule::Explicit(halved(task, ring))));
        }
        _ => return None,
    };
    Some(placed.and_then(|placed| match task.ports() {
        PortRule::FullDuplex(_) => Ok(CollectiveSchedule::Placed(placed)),
        PortRule::HalfDuplex => {
            let explicit = words(tree::expand(network, count, false, &placed))?;
            Ok(CollectiveSchedule::Explicit(halved(task, explicit)))
        }
    }))
}

/// A one-port schedule under the ports of the task.
fn halved(task: &CollectiveTask, schedule: ExplicitSchedule) -> ExplicitSchedule {
    match task.ports() {
        PortRule::FullDuplex(_) => schedule,
        PortRule::HalfDuplex => tree::half_duplex(&schedule),
    }
}

fn scatter(task: &CollectiveTask, root: Node, method: CollectiveMethod) -> Attempt {
    let (network, count, ports) = (task.network(), task.count(), task.ports());
    let made = match method {
        CollectiveMethod::CompatibleClasses if is_cube(task) => words(tree::compatible_tree(network.links()))
            .and_then(|tree| words(tree::furthest_first(&tree, root, ports, count))),
        CollectiveMethod::Flow => words(tree::scatter(network, root, ports, count)),
        CollectiveMethod::Sbt | CollectiveMethod::Bst | CollectiveMethod::Tcbt if is_cube(task) => {
            cube_tree(task, root, method)
                .and_then(|tree| words(tree::personalized(&tree, narrow(count)?, ports)))
        }
        _ => return None,
    };
    Some(made.map(CollectiveSchedule::Explicit))
}

fn broadcast(task: &CollectiveTask, root: Node, method: CollectiveMethod) -> Attempt {
    let (network, count, ports) = (task.network(), task.count(), task.ports());
    let made = match method {
        CollectiveMethod::ListScheduling => words(tree::single_node_broadcast(network, root, ports, count)),
        CollectiveMethod::Msbt if is_cube(task) => {
            narrow(count).and_then(|count| words(tree::msbt_broadcast(network.links(), root, count, ports)))
        }
        CollectiveMethod::Sbt | CollectiveMethod::Tcbt | CollectiveMethod::HamiltonianPath
            if is_cube(task) =>
        {
            cube_tree(task, root, method)
                .and_then(|tree| words(tree::tree_broadcast(&tree, narrow(count)?, ports)))
        }
        _ => return None,
    };
    Some(made.map(CollectiveSchedule::Explicit))
}

fn narrow(count: u64) -> Result<u32, String> {
    u32::try_from(count).map_err(|_| format!("{count} packets, expected fewer than 2^32"))
}

fn cube_tree(task: &CollectiveTask, root: Node, method: CollectiveMethod) -> Result<CubeTree, String> {
    let kind = match method {
        CollectiveMethod::Bst => TreeKind::Bst,
        CollectiveMethod::Tcbt => TreeKind::Tcbt,
        CollectiveMethod::HamiltonianPath => TreeKind::Path,
        _ => TreeKind::Sbt,
    };
    words(CubeTree::new(kind, task.network().links(), root))
}
