//! The bound by a cut: what some nodes have for the others must leave through the links and ports between
//! them.

use crate::bound::value::value;
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::task::collective::{Collective, Kind};
use crate::task::demands::{Demand, Demands, PAIR_LIMIT};
use crate::task::ports::Ports;
use isotask_wire::NodeRef;

/// Recomputes the bound on a broadcast, accumulation, scatter or gather.
///
/// # Complexity
/// Time O(nodes · links).
pub(crate) fn collective(task: &Collective, claim: usize, nodes: &[NodeRef]) -> Result<u64, Rejection> {
    let inside = Side::new(&task.network, claim, nodes)?;
    inside.bound(&task.network, task.ports, claim, leaving(task, &inside))
}

/// Recomputes the bound on demands.
///
/// # Complexity
/// Time O(demands + nodes · links).
pub(crate) fn demands(task: &Demands, claim: usize, nodes: &[NodeRef]) -> Result<u64, Rejection> {
    let inside = Side::new(&task.network, claim, nodes)?;
    let leaves = |demand: &&Demand| inside.has(demand.from) && !inside.has(demand.to);
    // Fewer than 2⁶³ packets.
    let packets = task.packets.iter().filter(leaves).map(|demand| u128::from(demand.count)).sum();
    inside.bound(&task.network, task.ports, claim, packets)
}

/// Number of packets of which something must go from the nodes inside to those outside.
fn leaving(task: &Collective, inside: &Side) -> u128 {
    let within = |node: &u64| inside.has(*node);
    let number = |count: usize| u128::from(wide(count));
    let own = number(task.network.hosts().filter(within).count());
    let others = u128::from(task.network.host_count()) - own;
    let packets = match task.kind {
        // Switches need no copies and have no parts.
        _ if own == 0 || others == 0 => 0,
        // What starts inside is needed outside, too.
        Kind::Broadcast { root } => u128::from(within(&root)),
        Kind::MultinodeBroadcast => own,
        // What comes together outside has parts inside.
        Kind::Accumulation { root } => u128::from(!within(&root)),
        Kind::MultinodeAccumulation => others,
        Kind::Scatter { root } if within(&root) => others,
        Kind::Gather { root } if !within(&root) => own,
        Kind::Scatter { .. } | Kind::Gather { .. } => 0,
    };
    packets * u128::from(task.count)
}

/// One side of a cut.
struct Side {
    inside: Vec<bool>,
}

impl Side {
    /// Refuses lists that are not some nodes, but not all, each once.
    fn new(network: &Network, claim: usize, nodes: &[NodeRef]) -> Result<Self, Rejection> {
        let fault = || Rejection::CutNodes { claim };
        if network.nodes > PAIR_LIMIT || nodes.is_empty() {
            return Err(fault());
        }
        network.spend_looks(2)?;
        let mut inside = vec![false; usize::try_from(network.nodes).map_err(|_| fault())?];
        for (index, node) in nodes.iter().enumerate() {
            let node = network.node(node, &|| format!("claims[{claim}].lower.nodes[{index}]"))?;
            let at = narrow(node, inside.len()).ok_or_else(fault)?;
            if std::mem::replace(&mut inside[at], true) {
                return Err(fault());
            }
        }
        if nodes.len() == inside.len() { Err(fault()) } else { Ok(Self { inside }) }
    }

    /// Whether a node is listed.
    fn has(&self, node: u64) -> bool {
        narrow(node, self.inside.len()).is_some_and(|at| self.inside[at])
    }

    /// Slots in which so many packets can leave: in each at most what the ports of those inside send out, and
    /// no more than what the ports of the others take.
    fn bound(&self, network: &Network, ports: Ports, claim: usize, packets: u128) -> Result<u64, Rejection> {
        let across = |node: u64, way| {
            let others = network.lines(node, way).filter(|line| self.has(line.node) != self.has(node));
            u128::from(others.map(|line| line.capacity).sum::<u64>().min(ports.of(network, node).each))
        };
        let side = |inside, way| {
            let own = (0..network.nodes).filter(|&node| self.has(node) == inside);
            own.map(|node| across(node, way)).sum::<u128>()
        };
        // The network is connected, so some link leads across.
        value(claim, packets.div_ceil(side(true, Flow::Out).min(side(false, Flow::In)).max(1)))
    }
}
