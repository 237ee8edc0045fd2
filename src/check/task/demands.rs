//! Packets from node to node, each with its origin and destination.

use crate::network::hops::Hops;
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::task::packets::{Ends, require_count, require_distances};
use crate::task::ports::Ports;
use isotask_wire as wire;
use std::collections::BTreeSet;

/// Most pairs of nodes that are gone through.
pub(crate) const PAIR_LIMIT: u64 = 1 << 23;
/// Steps of a pair of nodes.
const STEPS_OF_A_PAIR: u64 = 8;
/// The number of packets, and of all their hops, must stay below this.
const HOP_LIMIT: u128 = 1 << 63;

/// All packets from one node to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Demand {
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Number of packets, at least 1.
    pub(crate) count: u64,
}

impl Demand {
    pub(crate) fn ends(&self) -> Ends {
        Ends { from: Some(self.from), to: Some(self.to) }
    }
}

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) struct Demands {
    /// The network.
    pub(crate) network: Network,
    /// The packets by origin, then destination, each pair once.
    pub(crate) packets: Vec<Demand>,
    /// The ports of its nodes.
    pub(crate) ports: Ports,
    /// Sum of the distances of all packets.
    pub(crate) distances: u64,
    /// The distance of every packet.
    hops: Hops,
}

impl Demands {
    /// Builds the task; refuses packets without a route, and a task with too many hops to count.
    pub(crate) fn new(
        network: Network,
        packets: Vec<Demand>,
        ports: Ports,
        task: &wire::Task,
    ) -> Result<Self, Rejection> {
        let ends = |at: usize| (packets[at].from, packets[at].to);
        let hops = Hops::new(&network, packets.len(), ends)?;
        let (mut distances, mut apart) = (Some(0_u128), BTreeSet::new());
        for (at, demand) in packets.iter().enumerate() {
            match hops.of(&network, at, (demand.from, demand.to)) {
                // At least 1 between two nodes; two factors below 2⁶⁴.
                Some(way) => {
                    let own = u128::from(demand.count) * u128::from(way);
                    distances = distances.and_then(|sum| sum.checked_add(own));
                }
                None => {
                    apart.insert((demand.from, demand.to));
                }
            }
        }
        if let Some(fault) = without_way(&network, task, &apart) {
            return Err(fault);
        }
        let distances = distances.filter(|&sum| sum < HOP_LIMIT).ok_or(Rejection::TaskTooLarge)?;
        let distances = u64::try_from(distances).map_err(|_| Rejection::TaskTooLarge)?;
        Ok(Self { network, packets, ports, distances, hops })
    }

    /// Returns the packets for which `is_meant` holds, in their order, each with its distance; every packet
    /// has a route.
    pub(crate) fn with_hops(
        &self,
        is_meant: impl Fn(&Demand) -> bool,
    ) -> impl Iterator<Item = (&Demand, u64)> {
        let meant = self.packets.iter().enumerate().filter(move |packet| is_meant(packet.1));
        meant.map(|(at, demand)| {
            (demand, self.hops.of(&self.network, at, (demand.from, demand.to)).unwrap_or_default())
        })
    }

    /// Returns the distance of the packets from one node to another, if there are any.
    pub(crate) fn hops_between(&self, from: u64, to: u64) -> Option<u64> {
        let at = self.packets.binary_search_by_key(&(from, to), |demand| (demand.from, demand.to)).ok()?;
        self.hops.of(&self.network, at, (from, to))
    }

    /// Takes the steps of going once through all packets; a single word of the task may stand for many.
    pub(crate) fn spend_packets(&self) -> Result<(), Rejection> {
        self.network.effort.spend(wide(self.packets.len()))
    }

    /// Returns the demands of `times` copies of a list of packets, merged by origin and destination.
    pub(crate) fn list(
        network: &Network,
        packets: &[wire::Demand],
        times: u64,
    ) -> Result<Vec<Demand>, Rejection> {
        require_count(times, || "task.task.count".to_owned())?;
        let mut list = Vec::with_capacity(packets.len());
        for (index, packet) in packets.iter().enumerate() {
            let node = |node, end| network.host(node, &|| format!("task.task.packets[{index}].{end}"));
            let (from, to) = (node(&packet.from, "from")?, node(&packet.to, "to")?);
            if from == to {
                return Err(Rejection::DemandToItself { index, node: from });
            }
            require_count(packet.count, || format!("task.task.packets[{index}].count"))?;
            let count = packet.count.checked_mul(times).ok_or(Rejection::TaskTooLarge)?;
            list.push(Demand { from, to, count });
        }
        list.sort_unstable();
        let mut merged: Vec<Demand> = Vec::with_capacity(list.len());
        for demand in list {
            match merged.last_mut() {
                Some(known) if (known.from, known.to) == (demand.from, demand.to) => {
                    known.count = known.count.checked_add(demand.count).ok_or(Rejection::TaskTooLarge)?;
                }
                _ => merged.push(demand),
            }
        }
        Ok(merged)
    }

    /// Returns `count` packets from every node to each node at a distance from `min` to `max`.
    pub(crate) fn near(network: &Network, min: u64, max: u64, count: u64) -> Result<Vec<Demand>, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        require_few_pairs(network)?;
        if network.searched().is_some() {
            // A search from every node for the greatest distance, and one for those of its packets.
            network.spend_looks(network.nodes.saturating_mul(2))?;
        }
        network.effort.spend_times(network.host_count().pow(2), STEPS_OF_A_PAIR)?;
        require_distances(min, max, network.diameter())?;
        let hosts: Vec<u64> = network.hosts().collect();
        let row = |&from: &u64| {
            // In a graph one search finds the distances of all nodes.
            let all = network.searched().map_or_else(Vec::new, |graph| graph.all(from, Flow::Out));
            let way = move |to| narrow(to, all.len()).map(|at| all[at]).or_else(|| network.way(from, to));
            let near = move |to: &u64| way(*to).is_some_and(|hops| (min..=max).contains(&hops));
            hosts.iter().copied().filter(near).map(move |to| Demand { from, to, count })
        };
        Ok(hosts.iter().flat_map(row).collect())
    }

    /// Returns `count` packets from every node to each other node.
    pub(crate) fn everywhere(network: &Network, count: u64) -> Result<Vec<Demand>, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        require_few_pairs(network)?;
        let hosts: Vec<u64> = network.hosts().collect();
        let row = |&from: &u64| {
            let others = hosts.iter().copied().filter(move |&to| to != from);
            others.map(move |to| Demand { from, to, count })
        };
        Ok(hosts.iter().flat_map(row).collect())
    }

    /// Returns `count` packets between a root and each other node.
    pub(crate) fn rooted(
        network: &Network,
        root: u64,
        scatter: bool,
        count: u64,
    ) -> Result<Vec<Demand>, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        if network.nodes > PAIR_LIMIT {
            return Err(Rejection::TooManyRows { place: "task.task".to_owned(), limit: PAIR_LIMIT });
        }
        let others = network.hosts().filter(|&node| node != root);
        let demand = |node| {
            let (from, to) = if scatter { (root, node) } else { (node, root) };
            Demand { from, to, count }
        };
        Ok(others.map(demand).collect())
    }
}

/// Returns the fault of the first packet whose two ends are in `apart`, in the order of the document if it
/// lists packets, else in increasing order.
fn without_way(network: &Network, task: &wire::Task, apart: &BTreeSet<(u64, u64)>) -> Option<Rejection> {
    let fault = |place: String, (from, to)| Rejection::NoWay { place, from, to };
    match task {
        wire::Task::Demands { packets, .. } => packets.iter().enumerate().find_map(|(index, packet)| {
            let place = || format!("task.task.packets[{index}]");
            let node = |node| network.node(node, &place).ok();
            let ends = (node(&packet.from)?, node(&packet.to)?);
            apart.contains(&ends).then(|| fault(place(), ends))
        }),
        wire::Task::Scatter { .. } | wire::Task::Gather { .. } => {
            apart.first().map(|&ends| fault("task.task.root".to_owned(), ends))
        }
        _ => apart.first().map(|&ends| fault("task.task.kind".to_owned(), ends)),
    }
}

/// Refuses networks whose pairs of nodes are too many to go through.
fn require_few_pairs(network: &Network) -> Result<(), Rejection> {
    if u128::from(network.host_count()) * u128::from(network.host_count()) <= PAIR_LIMIT.into() {
        return Ok(());
    }
    Err(Rejection::TooManyRows { place: "task.task".to_owned(), limit: PAIR_LIMIT })
}
