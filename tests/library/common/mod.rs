//! Shared by several modules: tasks given in coordinates, strategies, and exhaustive searches.

#[cfg(feature = "ilp")]
pub(crate) mod exhaustive;
pub(crate) mod least_slots;
pub(crate) mod strategies;

use isotask::grammar::{network, network_help};
use isotask::model::{CayleyTask, IsotropicTask};
use isotask::wire::{
    CirculantWord, Family, Group, Network, NodeRef, Objective, PacketCount, Ports, Task, TaskDocument,
};

/// Packets of one destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Demand {
    /// Coordinates, not all 0.
    pub(crate) to: Vec<u64>,
    /// Number of these packets.
    pub(crate) count: u64,
}

/// A listed task on a torus, from which the tests compute by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listing {
    /// Radices of the torus.
    pub(crate) radices: Vec<u64>,
    /// Packets; a destination may occur more than once.
    pub(crate) demands: Vec<Demand>,
    /// Ports, at least 1; at or above the number of links they are no limit.
    pub(crate) ports: u64,
}

impl Listing {
    /// Puts a listing together from pairs of coordinates and count.
    pub(crate) fn new(radices: &[u64], demands: &[(&[u64], u64)], ports: u64) -> Self {
        let demands = demands.iter().map(|&(to, count)| Demand { to: to.to_vec(), count }).collect();
        Self { radices: radices.to_vec(), demands, ports }
    }

    /// The task of the library.
    pub(crate) fn task(&self) -> IsotropicTask {
        let packets = self
            .demands
            .iter()
            .map(|d| PacketCount { offset: NodeRef::Coordinates(d.to.clone()).into(), count: d.count })
            .collect();
        let network = Network::Torus { radices: self.radices.clone() };
        let ports = Ports::AtMost(self.ports);
        task_of(network, Task::Isotropic { packets, count: 1 }, ports)
    }

    /// Number of links of a node.
    pub(crate) fn links(&self) -> u64 {
        links(&self.radices)
    }

    /// How many links a node can use at once.
    pub(crate) fn effective_ports(&self) -> u64 {
        self.ports.min(self.links())
    }

    /// Every packet by its coordinates, in the order of the rows: by index, the last coordinate fastest.
    pub(crate) fn packets(&self) -> Vec<Vec<u64>> {
        let mut packets: Vec<Vec<u64>> = Vec::new();
        for demand in &self.demands {
            for _ in 0..demand.count {
                packets.push(demand.to.clone());
            }
        }
        packets.sort();
        packets
    }

    /// The distinct destinations with their counts, by index.
    pub(crate) fn classes(&self) -> Vec<Demand> {
        let mut demands = self.demands.clone();
        demands.sort_by(|a, b| a.to.cmp(&b.to));
        let mut classes: Vec<Demand> = Vec::new();
        for demand in demands {
            match classes.last_mut() {
                Some(last) if last.to == demand.to => last.count += demand.count,
                _ => classes.push(demand),
            }
        }
        classes
    }

    /// All routes of a packet: uses of every link, for each choice of + or − in each dimension in which it
    /// moves.
    pub(crate) fn routes(&self, to: &[u64]) -> Vec<Vec<u64>> {
        let mut routes = vec![Vec::new()];
        for (&x, &radix) in to.iter().zip(&self.radices) {
            let ends: Vec<Vec<u64>> = match (x, radix) {
                (_, 2) => vec![vec![x]],
                (0, _) => vec![vec![0, 0]],
                _ => vec![vec![x, 0], vec![0, radix - x]],
            };
            routes = routes
                .iter()
                .flat_map(|route| ends.iter().map(move |end| [route.as_slice(), end].concat()))
                .collect();
        }
        routes
    }
}

/// Number of links of a node of a torus.
pub(crate) fn links(radices: &[u64]) -> u64 {
    radices.iter().map(|&p| if p == 2 { 1 } else { 2 }).sum()
}

/// A task for completion time.
pub(crate) fn task_of(network: Network, task: Task, ports: Ports) -> IsotropicTask {
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    IsotropicTask::new(&document).expect("the tests make tasks within the limits")
}

/// An index or size as `usize`.
pub(crate) fn wide<T: TryInto<usize, Error: std::fmt::Debug>>(value: T) -> usize {
    value.try_into().expect("a size in a test fits the address space")
}

/// max(h, ⌈σ/k⌉) of full rows, computed from the definition.
pub(crate) fn least_slots(rows: &[Vec<u64>], ports: u64) -> u64 {
    let longest_row = rows.iter().map(|row| row.iter().sum()).max().unwrap_or(0);
    let mut columns = vec![0; rows.first().map_or(0, Vec::len)];
    for row in rows {
        for (sum, units) in columns.iter_mut().zip(row) {
            *sum += units;
        }
    }
    let total: u64 = columns.iter().sum();
    columns.into_iter().fold(longest_row, u64::max).max(total.div_ceil(ports))
}

/// A task for completion time, its network in tables.
pub(crate) fn cayley_task_of(network: Network, task: Task, ports: Ports) -> CayleyTask {
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    CayleyTask::new(&document).expect("the tests make tasks within the limits")
}

/// The circulant of the integers modulo n.
pub(crate) fn circulant(n: u64, steps: &[u64]) -> Network {
    Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps: steps.to_vec() })
}

/// A family of Cayley graphs.
pub(crate) fn family(family: Family, n: u64) -> Network {
    Network::Cayley(Group::Family { family, n })
}

/// The examples of every word for networks, with the network that each names.
pub(crate) fn networks_of_examples() -> Vec<(&'static str, Network)> {
    let named = |words: &'static str| {
        let all: Vec<String> = words.split(' ').map(str::to_owned).collect();
        (words, network(&all).expect("an example of a network"))
    };
    network_help().flat_map(|help| help.examples).map(|words| named(words)).collect()
}
