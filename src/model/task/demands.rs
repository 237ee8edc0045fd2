//! Tasks of listed packets: demands on any network, and all tasks on networks that are not symmetric.

use super::hops::{Hops, moves_by_one_node, moves_of};
use super::isotropic::{classes_of, require_count, require_distances};
use super::load::Load;
use super::ways::{Towards, first_without_way, require_ways_everywhere, require_ways_of_root};
use crate::model::{
    ExplicitGraph, Graph, ModelError, Network, Node, OffsetClass, Packet, PortRule, Switches,
};
use crate::wire;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most packets, and most hops or copies of all packets together.
const MAX_PACKETS: u64 = 1 << 22;
const MAX_HOPS: u64 = 1 << 25;
/// Most pairs of nodes that are enumerated.
const MAX_PAIRS: u64 = 1 << 23;

/// A task whose packets stand in a list, so that its schedules list the sends of every node (P1 §2, P4).
///
/// # Examples
/// ```
/// use isotask::model::DemandsTask;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
///   "task":{"kind":"demands","packets":[{"from":0,"to":2,"count":3},{"from":4,"to":1}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let task = DemandsTask::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!((task.loads().len(), task.packets(), task.least_moves()), (2, 4, 3 * 2 + 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemandsTask {
    document: wire::TaskDocument,
    network: Network,
    graph: Arc<Graph>,
    loads: Arc<[Load]>,
    ports: PortRule,
    switch_ports: PortRule,
    packets: u64,
    hops: Hops,
}

impl DemandsTask {
    /// Builds the task that a document describes: any task, but on an incomplete hypercube or graph no
    /// isotropic one.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, when some packet has no way, or when it is too large to
    /// list: 2²² packets, 2²⁵ moves.
    ///
    /// # Complexity
    /// O(P · d + A · m) for P loads, A directed links and time d for a distance; O(P log P + A log m) on a
    /// graph given link by link whose packets surely have few moves.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        let network = Network::new(&document.network)?;
        let ports = PortRule::new(document.ports, network.links())?;
        let of_switches = |switches: &Switches| PortRule::new(switches.ports(), network.links());
        let switch_ports = network.switches().map_or(Ok(ports), of_switches)?;
        if document.objective != wire::Objective::CompletionTime && !is_carried(&document.task) {
            return Err(ModelError::DelayObjective);
        }
        let graph = Arc::new(Graph::new(&network)?);
        let counts = counts(&network, &graph, &document.task)?;
        let sum = |of: &dyn Fn(&Count) -> u128| counts.iter().map(of).fold(0, u128::saturating_add);
        let packets = sum(&|&(_, count)| count.into());
        let limited = |what, found: u128, most| match u64::try_from(found) {
            Ok(number) if number <= most => Ok(number),
            _ => Err(ModelError::TooManyToList { what, found, most }),
        };
        let packets = limited("packets", packets, MAX_PACKETS)?;
        let is_surely_few = |moves| moves <= u128::from(MAX_HOPS);
        if !moves_by_one_node(&network, &counts).is_some_and(is_surely_few) {
            limited("moves", least_moves(&network, &document.task, &counts)?, MAX_HOPS)?;
        }
        let document = document.clone();
        let loads = counts.into_iter().map(|(packet, count)| Load::new(packet, count)).collect();
        Ok(Self { document, network, graph, loads, ports, switch_ports, packets, hops: Hops::default() })
    }

    /// Returns the document that it was built from.
    #[must_use]
    pub fn document(&self) -> &wire::TaskDocument {
        &self.document
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Returns the network in tables.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the packets, each once with its count, in increasing order; all are personal, all copied, or
    /// all combined.
    #[must_use]
    pub fn loads(&self) -> &[Load] {
        &self.loads
    }

    /// Returns whether every packet goes from one node to another; else they are copied or combined.
    #[must_use]
    pub fn is_personal(&self) -> bool {
        self.loads.iter().all(|load| matches!(load.packet(), Packet::Personal { .. }))
    }

    /// Returns whether parts of packets are combined on the way.
    #[must_use]
    pub fn is_combined(&self) -> bool {
        self.loads.iter().any(|load| matches!(load.packet(), Packet::Combined { .. }))
    }

    /// Returns whether the document lists the packets one by one.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        matches!(self.document.task, wire::Task::Demands { .. })
    }

    /// Returns whether it is a scatter or gather on a symmetric network, which has other bounds on the
    /// completion time than listed packets.
    #[must_use]
    pub fn is_scatter_or_gather(&self) -> bool {
        let said = matches!(self.document.task, wire::Task::Scatter { .. } | wire::Task::Gather { .. });
        said && self.network.is_symmetric()
    }

    /// Returns whether every node sends the translates of the packets of node 0 by the document, and the
    /// network is symmetric.
    #[must_use]
    pub fn is_isotropic(&self) -> bool {
        use wire::Task as T;
        let said = matches!(
            self.document.task,
            T::TotalExchange { .. } | T::NeighbourhoodExchange { .. } | T::Isotropic { .. }
        );
        said && self.network.is_symmetric()
    }

    /// Returns the root, if the task has one.
    #[must_use]
    pub fn root(&self) -> Option<Node> {
        use wire::Task as T;
        match &self.document.task {
            T::SingleNodeBroadcast { root, .. }
            | T::SingleNodeAccumulation { root, .. }
            | T::Scatter { root, .. }
            | T::Gather { root, .. } => self.network.node(root, String::new).ok(),
            _ => None,
        }
    }

    /// Returns whether all packets go to the root of the task.
    #[must_use]
    pub fn is_collecting(&self) -> bool {
        use wire::Task as T;
        matches!(&self.document.task, T::SingleNodeAccumulation { .. } | T::Gather { .. })
    }

    /// Returns the port rule of a node that is no switch; a node with fewer links than ports uses all its
    /// links.
    #[must_use]
    pub fn ports(&self) -> PortRule {
        self.ports
    }

    /// Returns the port rule of a switch; where there is none, that of other nodes.
    #[must_use]
    pub fn switch_ports(&self) -> PortRule {
        self.switch_ports
    }

    /// Returns the number of packets of all nodes.
    #[must_use]
    pub fn packets(&self) -> u64 {
        self.packets
    }

    /// Returns a lower bound on the moves of a schedule: the sum of the distances, or for each packet that is
    /// copied or combined one move for every node that is neither a switch nor the root.
    ///
    /// # Complexity
    /// O(1) once [`DemandsTask::hops_of_loads`] are counted.
    #[must_use]
    pub fn least_moves(&self) -> u64 {
        self.hops.of(&self.network, &self.loads).all
    }

    /// Returns a lower bound on the moves of one packet of each load: its distance, if it goes from node to
    /// node.
    ///
    /// # Complexity
    /// O(P · d) on the first call, for P loads and time d for a distance; then O(1).
    #[must_use]
    pub fn hops_of_loads(&self) -> &[u32] {
        &self.hops.of(&self.network, &self.loads).of_loads
    }

    /// Returns the task with packets and links reversed: a schedule of one task with time reversed is one of
    /// the other (P2 §1).
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let back = |load: &Load| Load::new(load.packet().reversed(), load.count());
        let mut loads: Arc<[Load]> = self.loads.iter().map(back).collect();
        Arc::make_mut(&mut loads).sort_unstable();
        let is_directed = self.network.link_list().is_some_and(ExplicitGraph::is_directed);
        if !is_directed {
            return Self { loads, hops: Hops::default(), ..self.clone() };
        }
        let network = self.network.reversed();
        let graph = Arc::new(Graph::new(&network).expect("it has as many nodes and links"));
        Self { network, graph, loads, hops: Hops::default(), ..self.clone() }
    }

    /// Returns the task with capacities limited to the number of packets: its schedules are those of the
    /// task, and its tables are no larger than needed.
    ///
    /// # Panics
    /// Never.
    ///
    /// # Complexity
    /// O(L) for L links in the document if none has more, else that of [`DemandsTask::new`].
    #[must_use]
    pub fn without_spare_links(&self) -> Cow<'_, Self> {
        let most = u32::try_from(self.packets).expect("at most 2^22 packets").max(1);
        let Some(network) = self.network.limited_to(most) else { return Cow::Borrowed(self) };
        let mut document = self.document.clone();
        document.network = network;
        Cow::Owned(Self::new(&document).expect("the task has been built with more links"))
    }
}

/// Returns a lower bound on the moves of all packets together; refuses packets that have no way.
fn least_moves(network: &Network, task: &wire::Task, counts: &[Count]) -> Result<u128, ModelError> {
    let (mut moves, mut lost) = (0_u128, BTreeSet::new());
    for &(packet, count) in counts {
        match moves_of(network, packet) {
            Some(hops) => moves = moves.saturating_add(u128::from(count) * u128::from(hops)),
            None => {
                lost.insert(packet);
            }
        }
    }
    first_without_way(network, task, &lost).map_or(Ok(moves), Err)
}

/// Returns whether the packets of a task go from node to node, so that each has a delay of its own.
pub(in crate::model) fn is_carried(task: &wire::Task) -> bool {
    use wire::Task as T;
    !matches!(
        task,
        T::SingleNodeBroadcast { .. }
            | T::SingleNodeAccumulation { .. }
            | T::MultinodeBroadcast { .. }
            | T::MultinodeAccumulation { .. }
            | T::Allreduce { .. }
    )
}

/// Different packets, and how many there are of each, which may still be too many.
type Count = (Packet, u64);

fn counts(network: &Network, graph: &Graph, task: &wire::Task) -> Result<Vec<Count>, ModelError> {
    use wire::Task as T;
    let count = task.count();
    require_count(count, || "count".to_owned())?;
    let root = |root, towards| {
        let root = host(network, root, || "root".to_owned())?;
        require_ways_of_root(network, graph, root, towards).map(|()| root)
    };
    let all_joined = |towards| require_ways_everywhere(network, graph, towards);
    let equal = |packets: &mut dyn Iterator<Item = Packet>| -> Vec<Count> {
        packets.map(|packet| (packet, count)).collect()
    };
    let personal = |(from, to)| Packet::Personal { from, to };
    let hosts: Vec<Node> = (0..network.nodes()).map(Node).filter(|&node| !network.is_switch(node)).collect();
    let everywhere = || hosts.iter().copied();
    let others = |root: Node| hosts.iter().copied().filter(move |&node| node != root);
    Ok(match task {
        T::Demands { packets, .. } => return demands(network, packets, count),
        T::Isotropic { .. } if !network.is_symmetric() => return Err(ModelError::NotSymmetric),
        T::Isotropic { packets, .. } => return translates(network, packets, count),
        T::TotalExchange { .. } => {
            all_joined(Towards::Hosts)?;
            require_few_pairs(network)?;
            equal(&mut everywhere().flat_map(|from| others(from).map(move |to| personal((from, to)))))
        }
        T::NeighbourhoodExchange { min, max, .. } => {
            require_few_pairs(network)?;
            require_distances(*min, *max, network.diameter())?;
            let is_near = |hops| (*min..=*max).contains(&hops);
            let near = |from, to| network.hops_between(from, to).is_some_and(is_near);
            let pairs = everywhere().flat_map(|from| others(from).map(move |to| (from, to)));
            equal(&mut pairs.filter(|&(from, to)| near(from, to)).map(personal))
        }
        T::SingleNodeBroadcast { root: from, .. } => {
            vec![(Packet::Copied { from: root(from, Towards::Hosts)? }, count)]
        }
        T::SingleNodeAccumulation { root: to, .. } => {
            vec![(Packet::Combined { to: root(to, Towards::Root)? }, count)]
        }
        T::Scatter { root: from, .. } => {
            let from = root(from, Towards::Hosts)?;
            equal(&mut others(from).map(|to| personal((from, to))))
        }
        T::Gather { root: to, .. } => {
            let to = root(to, Towards::Root)?;
            equal(&mut others(to).map(|from| personal((from, to))))
        }
        T::MultinodeBroadcast { .. } => {
            all_joined(Towards::Hosts)?;
            equal(&mut everywhere().map(|from| Packet::Copied { from }))
        }
        T::MultinodeAccumulation { .. } => {
            all_joined(Towards::Root)?;
            equal(&mut everywhere().map(|to| Packet::Combined { to }))
        }
        T::Allreduce { .. } => return Err(ModelError::Allreduce),
        T::Parcels { .. } => return Err(ModelError::Parcels),
    })
}

/// Returns the packets of all nodes, which send the translates of the packets of node 0.
fn translates(
    network: &Network,
    packets: &[wire::PacketCount],
    copies: u64,
) -> Result<Vec<Count>, ModelError> {
    let classes = classes_of(network, packets, copies)?;
    let found = u128::from(network.nodes()) * u128::try_from(classes.len()).unwrap_or(u128::MAX);
    if found > MAX_PAIRS.into() {
        return Err(ModelError::TooManyToList { what: "pairs of nodes", found, most: MAX_PAIRS });
    }
    let of_node = |from: Node| {
        let load = move |class: &OffsetClass| {
            let packet = Packet::Personal { from, to: network.translate(from, class.offset) };
            (packet, class.count)
        };
        classes.iter().map(load)
    };
    let mut counts: Vec<Count> = (0..network.nodes()).map(Node).flat_map(of_node).collect();
    counts.sort_unstable();
    Ok(counts)
}

/// Returns the node that a document names; refuses switches, which have no packets of their own.
fn host(network: &Network, node: &wire::NodeRef, place: impl Fn() -> String) -> Result<Node, ModelError> {
    let found = network.node(node, &place)?;
    if network.is_switch(found) {
        return Err(ModelError::AtSwitch { place: place(), node: found.0 });
    }
    Ok(found)
}

/// Refuses networks with too many pairs of nodes to enumerate.
pub(in crate::model) fn require_few_pairs(network: &Network) -> Result<(), ModelError> {
    let pairs = u128::from(network.hosts()) * u128::from(network.hosts() - 1);
    if pairs <= MAX_PAIRS.into() {
        return Ok(());
    }
    Err(ModelError::TooManyToList { what: "pairs of nodes", found: pairs, most: MAX_PAIRS })
}

/// Returns the packets of a list, its counts multiplied by `copies`, each pair of nodes once.
fn demands(network: &Network, packets: &[wire::Demand], copies: u64) -> Result<Vec<Count>, ModelError> {
    let mut counts: Vec<Count> = Vec::with_capacity(packets.len());
    for (index, demand) in packets.iter().enumerate() {
        let end = |node, end| host(network, node, || format!("packets[{index}].{end}"));
        let (from, to) = (end(&demand.from, "from")?, end(&demand.to, "to")?);
        if from == to {
            return Err(ModelError::DemandToItself { packet: index, node: from.0 });
        }
        require_count(demand.count, || format!("packets[{index}].count"))?;
        let count = demand.count.checked_mul(copies).ok_or(ModelError::Overflow)?;
        counts.push((Packet::Personal { from, to }, count));
    }
    counts.sort_unstable();
    let mut merged: Vec<Count> = Vec::with_capacity(counts.len());
    for (packet, count) in counts {
        match merged.last_mut() {
            Some((last, sum)) if *last == packet => {
                *sum = sum.checked_add(count).ok_or(ModelError::Overflow)?;
            }
            _ => merged.push((packet, count)),
        }
    }
    Ok(merged)
}
