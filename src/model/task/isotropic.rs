//! An isotropic task: a network, the packets of node 0, and how many links a node may use.

use crate::model::{CoordinateCount, ModelError, Network, Node, OffsetClass, Packets};
use crate::wire;

/// An isotropic task, in which every node sends the translates of the packets of node 0 (P1 Definition 2, and
/// Definition 7 (b) on tori).
///
/// # Examples
/// ```
/// use isotask::model::IsotropicTask;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":4},
///   "task":{"kind":"neighbourhood-exchange","min":1,"max":2},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!((task.rows(), task.total_distance()), (4 + 6, 4 + 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IsotropicTask {
    document: wire::TaskDocument,
    network: Network,
    packets: Packets,
    ports: u32,
    rows: u64,
    total_distance: u128,
    counts: Vec<Vec<CoordinateCount>>,
}

/// Most distances that are tabulated: half the radices, added up, of a network whose packets are implied.
const MAX_TABULATED: u64 = 1 << 26;

impl IsotropicTask {
    /// Builds the task that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, it is no isotropic one, or the network is not a
    /// hypercube, torus or ring.
    ///
    /// # Complexity
    /// O(D² · diameter + Σ p) for packets by distance, O(D · C log C) for C listed offsets; D dimensions,
    /// radices p.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        if matches!(document.task, wire::Task::Demands { .. }) {
            return Err(ModelError::Demands);
        }
        let network = Network::new(&document.network)?;
        if !network.is_symmetric() {
            return Err(ModelError::NotSymmetric);
        }
        if network.cayley().is_some() {
            return Err(ModelError::NotATorus);
        }
        let packets = packets(&network, &document.task)?;
        let ports = isotropic_ports(&network, document.ports)?;
        let rows = require_tabulated(&network, &packets)?;
        let counts: Vec<_> = (0..network.dimensions().len())
            .map(|dimension| packets.coordinate_counts(&network, dimension))
            .collect();
        require_small(&network, ports, &counts)?;
        let total_distance = counts
            .iter()
            .zip(network.dimensions())
            .flat_map(|(counts, ring)| {
                counts.iter().map(|c| u128::from(ring.distance(c.x)) * u128::from(c.packets))
            })
            .sum();
        Ok(Self { document: document.clone(), network, packets, ports, rows, total_distance, counts })
    }

    /// Returns the task with another objective.
    #[must_use]
    pub fn with_objective(&self, objective: wire::Objective) -> Self {
        let mut task = self.clone();
        task.document.objective = objective;
        task
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

    /// Returns the packets of node 0.
    #[must_use]
    pub fn packets(&self) -> &Packets {
        &self.packets
    }

    /// Returns how many links k a node may use in a slot, from 1 to the number of links.
    #[must_use]
    pub fn ports(&self) -> u32 {
        self.ports
    }

    /// Returns the number of packets N of one node.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the sum of the distances of one node's packets, in hops.
    #[must_use]
    pub fn total_distance(&self) -> u128 {
        self.total_distance
    }

    /// Returns for one dimension how many packets have each coordinate x ≠ 0, by increasing x.
    #[must_use]
    pub fn coordinate_counts(&self, dimension: usize) -> &[CoordinateCount] {
        &self.counts[dimension]
    }

    /// Returns how many packets have each distance, by increasing distance; only distances that occur.
    ///
    /// # Complexity
    /// O(D · diameter) for packets by distance, O(D · C + C log C) for C listed offsets.
    #[must_use]
    pub fn distance_counts(&self) -> Vec<(u64, u64)> {
        self.packets.distance_counts(&self.network)
    }

    /// Returns the distinct offsets with their counts, in increasing order.
    pub fn classes(&self) -> impl Iterator<Item = OffsetClass> + '_ {
        self.packets.classes(&self.network)
    }

    /// Returns a packet of greatest distance, the one of least offset; `None` for a task without packets.
    ///
    /// # Complexity
    /// O(D²) for packets by distance, O(D · C) for C listed offsets.
    #[must_use]
    pub fn farthest(&self) -> Option<Node> {
        match &self.packets {
            Packets::ByDistance { max, .. } => Some(self.at_distance(*max)),
            Packets::Listed(classes) => {
                let mut best: Option<(u64, Node)> = None;
                for class in classes {
                    let distance = self.network.distance(class.offset);
                    if best.is_none_or(|(most, _)| distance > most) {
                        best = Some((distance, class.offset));
                    }
                }
                best.map(|(_, offset)| offset)
            }
        }
    }

    /// Returns some node at a distance that is at most the diameter: it goes as far as possible in one
    /// dimension after the other.
    fn at_distance(&self, distance: u64) -> Node {
        let mut left = distance;
        let mut offset = 0;
        for ring in self.network.dimensions() {
            let hops = left.min(ring.radix() / 2);
            offset += hops * ring.stride();
            left -= hops;
        }
        Node(offset)
    }
}

/// Returns the ports of a task whose schedules are symmetric.
pub(super) fn isotropic_ports(network: &Network, ports: wire::Ports) -> Result<u32, ModelError> {
    match ports {
        wire::Ports::All => Ok(network.links()),
        wire::Ports::One => Ok(1),
        wire::Ports::AtMost(0) => Err(ModelError::PortsZero),
        wire::Ports::AtMost(k) => Ok(u32::try_from(k).map_or(network.links(), |k| k.min(network.links()))),
        wire::Ports::OneHalfDuplex => Err(ModelError::HalfDuplex),
    }
}

fn packets(network: &Network, task: &wire::Task) -> Result<Packets, ModelError> {
    match task {
        wire::Task::TotalExchange { count } => {
            require_count(*count, || "count".to_owned())?;
            Ok(Packets::ByDistance { min: 1, max: network.diameter(), count: *count })
        }
        wire::Task::NeighbourhoodExchange { min, max, count } => {
            require_count(*count, || "count".to_owned())?;
            let (min, max) = (*min, *max);
            require_distances(min, max, network.diameter())?;
            Ok(Packets::ByDistance { min, max, count: *count })
        }
        wire::Task::Isotropic { packets, count } => classes_of(network, packets, *count).map(Packets::Listed),
        wire::Task::SingleNodeBroadcast { .. }
        | wire::Task::SingleNodeAccumulation { .. }
        | wire::Task::Scatter { .. }
        | wire::Task::Gather { .. }
        | wire::Task::MultinodeBroadcast { .. }
        | wire::Task::MultinodeAccumulation { .. }
        | wire::Task::Allreduce { .. } => Err(ModelError::NotIsotropic),
        wire::Task::Parcels { .. } => Err(ModelError::Parcels),
        wire::Task::Demands { .. } => Err(ModelError::Demands),
    }
}

/// Refuses distances unless 1 ≤ K ≤ L ≤ diameter.
pub(super) fn require_distances(min: u64, max: u64, diameter: u64) -> Result<(), ModelError> {
    if min == 0 {
        return Err(ModelError::MinZero);
    }
    if min > max {
        return Err(ModelError::MinAboveMax { min, max });
    }
    if max > diameter {
        return Err(ModelError::MaxAboveDiameter { found: max, diameter });
    }
    Ok(())
}

/// Returns the packets of a list, its counts multiplied by `copies`, as distinct offsets in increasing order.
pub(super) fn classes_of(
    network: &Network,
    packets: &[wire::PacketCount],
    copies: u64,
) -> Result<Vec<OffsetClass>, ModelError> {
    require_count(copies, || "count".to_owned())?;
    let mut classes: Vec<OffsetClass> = Vec::with_capacity(packets.len());
    for (index, packet) in packets.iter().enumerate() {
        let offset = offset(network, index, &packet.offset)?;
        require_count(packet.count, || format!("packets[{index}].count"))?;
        let count = packet.count.checked_mul(copies).ok_or(ModelError::Overflow)?;
        classes.push(OffsetClass { offset, count });
    }
    classes.sort_by_key(|class| class.offset);
    let mut merged: Vec<OffsetClass> = Vec::with_capacity(classes.len());
    for class in classes {
        match merged.last_mut() {
            Some(last) if last.offset == class.offset => {
                last.count = last.count.checked_add(class.count).ok_or(ModelError::Overflow)?;
            }
            _ => merged.push(class),
        }
    }
    Ok(merged)
}

pub(super) fn require_count(count: u64, place: impl Fn() -> String) -> Result<(), ModelError> {
    if count == 0 { Err(ModelError::CountZero { place: place() }) } else { Ok(()) }
}

fn offset(network: &Network, packet: usize, offset: &wire::Offset) -> Result<Node, ModelError> {
    let node = network.offset_node(offset, || format!("packets[{packet}].offset"))?;
    if node == Node(0) { Err(ModelError::OffsetZero { packet }) } else { Ok(node) }
}

/// Most distances of packets by distance in all rings together; the checker enumerates 2²⁰ coordinates of a
/// ring.
const MAX_BY_DISTANCE: u64 = 1 << 19;

/// Returns the number of packets; refuses tables of [`Packets::coordinate_counts`] that do not fit memory.
fn require_tabulated(network: &Network, packets: &Packets) -> Result<u64, ModelError> {
    if let Packets::ByDistance { max, .. } = packets {
        let within = |limit: u64| -> u64 {
            let halves = network.dimensions().iter().map(|d| d.radix() / 2);
            halves.map(|half| half.min(limit)).sum()
        };
        for (found, most) in [(within(u64::MAX), MAX_TABULATED), (within(*max), MAX_BY_DISTANCE)] {
            if found > most {
                return Err(ModelError::RingsTooLong { found, most });
            }
        }
    }
    packets.checked_rows(network).filter(|&rows| rows < 1 << 63).ok_or(ModelError::Overflow)
}

/// Refuses packets for which a sum in a dimension, or the number of slots, could exceed 63 bits. On tori and
/// rings, where directions are chosen, this holds for sums over all dimensions, with the longest route of
/// every packet in any direction.
fn require_small(network: &Network, ports: u32, counts: &[Vec<CoordinateCount>]) -> Result<(), ModelError> {
    let longest = counts
        .iter()
        .zip(network.dimensions())
        .flat_map(|(counts, ring)| counts.iter().map(|c| (c.packets, ring.radix() - 1)))
        .map(|(packets, hops)| u128::from(packets) * u128::from(hops))
        .fold(0, u128::saturating_add);
    let is_cube = matches!(network.kind(), wire::Network::Hypercube { .. });
    if longest >= u128::from(if is_cube { ports } else { 1 }) << 63 {
        Err(ModelError::Overflow)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets by distance may have 2¹⁹ distances at most.
    #[test]
    fn packets_by_distance_are_refused_beyond_the_limit_of_the_checker() {
        let ring = |nodes: u64| Network::new(&wire::Network::Ring { nodes }).expect("a network");
        let packets = |max: u64| Packets::ByDistance { min: 1, max, count: 1 };
        let most = MAX_BY_DISTANCE;
        assert_eq!(require_tabulated(&ring(4 * most), &packets(most)), Ok(2 * most));
        let refused = Err(ModelError::RingsTooLong { found: most + 1, most });
        assert_eq!(require_tabulated(&ring(4 * most), &packets(most + 1)), refused);
    }
}
