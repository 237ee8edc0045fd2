//! An isotropic task, rebuilt from its document: its packets and its size.

use crate::network::offsets::Offsets;
use crate::network::offsets::census::Census;
use crate::network::offsets::count::count_offsets;
use crate::network::topology::{Flow, Network, Topology};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::task::packets::require_count;
use crate::task::packets::require_distances;
use crate::task::ports::Ports;
use isotask_wire::{self as wire, NodeRef};
use std::borrow::Borrow;

/// Most offsets, or rows of a schedule in intervals, that are gone through.
const ROW_LIMIT: u64 = 1 << 28;
/// Steps that an offset costs, of a torus in each dimension.
const STEPS_OF_AN_OFFSET: u64 = 4;
/// The number of packets must stay below this.
const PACKET_LIMIT: u128 = 1 << 63;

/// Returns the number below which the hops of all packets on their longest routes must stay: 2⁶³; on a
/// hypercube, where a dimension has one route only, 2⁶³ for each port.
fn hop_limit(network: &Network, ports: u64) -> u128 {
    if network.is_hypercube() { u128::from(ports) << 63 } else { 1 << 63 }
}

/// Converts a number of packets to 64 bits; refuses too many.
fn packet_count(packets: u128) -> Result<u64, Rejection> {
    u64::try_from(packets)
        .ok()
        .filter(|&packets| u128::from(packets) < PACKET_LIMIT)
        .ok_or(Rejection::TaskTooLarge)
}

/// All packets of one offset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offset<'a> {
    /// Index of the offset.
    pub(crate) index: u64,
    /// Its coordinates; of a Cayley graph the index alone.
    pub(crate) coordinates: &'a [u64],
    /// Number of packets, at least 1.
    pub(crate) count: u64,
}

/// The packets of one node.
#[derive(Debug)]
pub(crate) enum Source {
    /// All nodes at a distance from `min` to `max` in a Cayley graph, whose nodes are listed.
    Nodes { min: u64, max: u64, count: u64 },
    /// All nodes at a distance from `min` to `max` in a product of rings.
    Offsets {
        min: u64,
        max: u64,
        count: u64,
        /// None when it would take too long to count.
        census: Option<Census>,
    },
    /// Offsets with their counts, strictly increasing.
    Listed(Vec<(u64, u64)>),
}

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) struct Isotropic {
    /// The network.
    pub(crate) network: Network,
    source: Source,
    /// Sends and receives of a node in one slot, at most the number of links.
    pub(crate) ports: u64,
    /// The ports with the rule for half-duplex ones, which `ports` leaves out. A half-duplex schedule obeys
    /// the rules of one port, so every bound that counts `ports` binds it too.
    pub(crate) rule: Ports,
    /// Number of packets of one node.
    pub(crate) rows: u64,
    /// Sum of the distances of all packets.
    pub(crate) distances: u128,
    /// Greatest distance of a packet.
    pub(crate) farthest: u64,
    /// Sum of the longest routes of all packets.
    pub(crate) longest: u128,
}

impl Isotropic {
    /// Measures a task; goes once through its offsets unless they can be counted.
    ///
    /// # Complexity
    /// Time O(offsets · dimensions), space O(length of the document); or as [`Census::new`].
    pub(crate) fn new(network: Network, source: Source, rule: Ports) -> Result<Self, Rejection> {
        let ports = rule.each;
        let mut task = Self { network, source, ports, rule, rows: 0, distances: 0, farthest: 0, longest: 0 };
        task.measure()?;
        Ok(task)
    }

    fn measure(&mut self) -> Result<(), Rejection> {
        self.require_walkable()?;
        if self.census().is_some() {
            return self.measure_by_census();
        }
        let (mut rows, mut distances, mut longest, mut farthest) = (0_u128, 0_u128, 0_u128, 0);
        self.visit(|offset| {
            let distance = self.network.distance(offset.coordinates);
            let route = self.longest_route(offset.coordinates);
            let count = u128::from(offset.count);
            // Each product is below 2¹²⁸, and the sums stop at the limit.
            longest = count
                .checked_mul(u128::from(route))
                .and_then(|product| longest.checked_add(product))
                .filter(|&sum| sum < hop_limit(&self.network, self.ports))
                .ok_or(Rejection::TaskTooLarge)?;
            distances += count * u128::from(distance);
            rows += count;
            farthest = farthest.max(distance);
            Ok(())
        })?;
        self.rows = packet_count(rows)?;
        (self.distances, self.longest) = (distances, longest);
        self.farthest = farthest;
        Ok(())
    }

    /// Returns an upper bound on the hops of a route that visits no node twice, and on tori goes one way
    /// round each ring.
    fn longest_route(&self, coordinates: &[u64]) -> u64 {
        let Topology::Rings(rings) = &self.network.topology else { return self.network.nodes };
        let dimensions = rings.dimensions.iter().zip(coordinates);
        // At most the sum of the radices.
        dimensions.filter(|&(_, &x)| x > 0).map(|(d, _)| d.radix - 1).sum()
    }

    /// Measures the task by its census, without going through its offsets.
    fn measure_by_census(&mut self) -> Result<(), Rejection> {
        let Source::Offsets { max, count, census: Some(census), .. } = &self.source else { return Ok(()) };
        let (mut distances, mut longest) = (0_u128, 0_u128);
        for (i, d) in self.network.dimensions().iter().enumerate() {
            Census::spend_coordinates(&self.network, i)?;
            for (x, packets) in census.coordinates(&self.network, i) {
                // Up to 2¹²⁶ packets of fewer than 2⁶² hops might not fit; such a task is refused.
                let hops = |hops: u64| packets.checked_mul(u128::from(hops)).ok_or(Rejection::TaskTooLarge);
                distances = hops(d.shorter(x))?.saturating_add(distances);
                longest = hops(d.radix - 1)?.saturating_add(longest);
            }
        }
        let rows = census.offsets() * u128::from(*count);
        let farthest = *max;
        if longest >= hop_limit(&self.network, self.ports) {
            self.require_few_offsets()?;
        }
        let small = |hops: u128| {
            if hops < hop_limit(&self.network, self.ports) { Ok(hops) } else { Err(Rejection::TaskTooLarge) }
        };
        self.rows = packet_count(rows)?;
        (self.distances, self.longest) = (small(distances)?, small(longest)?);
        self.farthest = farthest;
        Ok(())
    }

    /// Returns the count of the offsets of an exchange by distance, if they can be counted.
    pub(crate) fn census(&self) -> Option<&Census> {
        match &self.source {
            Source::Offsets { census, .. } => census.as_ref(),
            Source::Nodes { .. } | Source::Listed(_) => None,
        }
    }

    /// Refuses a task that is too large, before going through its offsets.
    fn require_walkable(&self) -> Result<(), Rejection> {
        let Source::Offsets { min, max, count, ref census } = self.source else {
            return Ok(());
        };
        if min == 1 && max == self.network.diameter() {
            let mut size = 0_u128;
            for d in self.network.dimensions() {
                let routed = u128::from(self.network.nodes - self.network.nodes / d.radix);
                size = routed
                    .checked_mul(u128::from(d.radix - 1))
                    .and_then(|hops| hops.checked_mul(u128::from(count)))
                    .and_then(|hops| size.checked_add(hops))
                    .filter(|&sum| sum < hop_limit(&self.network, self.ports))
                    .ok_or(Rejection::TaskTooLarge)?;
            }
        }
        if census.as_ref().is_some_and(Census::counts_uses) { Ok(()) } else { self.require_few_offsets() }
    }

    /// Refuses offsets that are too many to go through, before going through them.
    fn require_few_offsets(&self) -> Result<(), Rejection> {
        let Source::Offsets { min, max, ref census, .. } = self.source else { return Ok(()) };
        let offsets = census.as_ref().map_or_else(|| count_offsets(&self.network, min, max), Census::offsets);
        require_rows(u64::try_from(offsets).unwrap_or(u64::MAX), "task.task")
    }

    /// Takes the steps of one offset that stands in no document.
    fn spend_offset(&self) -> Result<(), Rejection> {
        self.network.effort.spend_times(wide(self.network.dimensions().len()), STEPS_OF_AN_OFFSET)
    }

    /// Goes through the distinct offsets in increasing order.
    pub(crate) fn visit(
        &self,
        mut f: impl FnMut(Offset<'_>) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        match &self.source {
            Source::Nodes { min, max, count } => {
                self.network.effort.spend_times(self.network.nodes, STEPS_OF_AN_OFFSET)?;
                // There are fewer nodes than rows that the checker goes through.
                for index in 1..self.network.nodes {
                    if (*min..=*max).contains(&self.network.hops(index)) {
                        f(Offset { index, coordinates: &[index], count: *count })?;
                    }
                }
            }
            Source::Offsets { min, max, count, .. } => {
                self.require_few_offsets()?;
                let mut offset = Offsets::new(&self.network, *min, *max);
                let mut more = offset.first();
                while more {
                    self.spend_offset()?;
                    let (index, coordinates) = (offset.index(), offset.coordinates());
                    f(Offset { index, coordinates, count: *count })?;
                    more = offset.advance();
                }
            }
            Source::Listed(list) => {
                let mut buffer = Vec::new();
                for &(index, count) in list {
                    self.network.coordinates_into(index, &mut buffer);
                    f(Offset { index, coordinates: &buffer, count })?;
                }
            }
        }
        Ok(())
    }

    /// Goes through the distances of the packets in increasing order, with the number of packets at each.
    ///
    /// # Complexity
    /// Time O(distances) where the offsets are counted, else O(offsets · dimensions); space O(length of the
    /// document).
    pub(crate) fn visit_distances(
        &self,
        mut f: impl FnMut(u64, u64) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        if let Source::Nodes { min, max, .. } | Source::Offsets { min, max, .. } = self.source {
            // A caller may serve the packets of each distance on every port.
            self.network.effort.spend_times(max - min + 1, self.ports.saturating_add(1).saturating_mul(8))?;
        }
        match &self.source {
            Source::Nodes { min, max, count } => {
                let beyond = |distance| self.network.nodes_from(0, distance, Flow::Out);
                for distance in *min..=*max {
                    f(distance, (beyond(distance) - beyond(distance + 1)) * count)?;
                }
            }
            Source::Offsets { min, max, count, census: Some(census) } => {
                for distance in *min..=*max {
                    // The size of the task keeps every number of packets below 2⁶³.
                    let offsets = u64::try_from(census.at(distance)).map_err(|_| Rejection::TaskTooLarge)?;
                    f(distance, offsets * count)?;
                }
            }
            Source::Offsets { min, max, count, census: None } => {
                self.require_few_offsets()?;
                let mut offset = Offsets::new(&self.network, *min, *max);
                for distance in *min..=*max {
                    let (mut more, mut offsets) = (offset.first_at(distance), 0_u64);
                    while more {
                        self.spend_offset()?;
                        offsets += 1;
                        more = offset.advance();
                    }
                    // The size of the task keeps every number of packets below 2⁶³.
                    f(distance, offsets * count)?;
                }
            }
            Source::Listed(list) => {
                let distances = list.iter().map(|&(index, count)| (self.network.hops(index), count));
                let mut distances: Vec<_> = distances.collect();
                distances.sort_unstable();
                for (distance, packets) in merge(distances).ok_or(Rejection::TaskTooLarge)? {
                    f(distance, packets)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of packets of one node that go this distance or farther.
    ///
    /// # Complexity
    /// As [`Isotropic::visit_distances`]; O(1) where the offsets are counted.
    pub(crate) fn packets_from(&self, distance: u64) -> Result<u128, Rejection> {
        match self.source {
            Source::Nodes { min, .. } | Source::Offsets { min, .. } if distance <= min => {
                return Ok(u128::from(self.rows));
            }
            Source::Nodes { max, .. } | Source::Offsets { max, .. } if distance > max => return Ok(0),
            // At most all packets of the task.
            Source::Offsets { count, census: Some(ref census), .. } => {
                return Ok(census.offsets_from(distance) * u128::from(count));
            }
            _ => {}
        }
        let mut sum = 0_u128;
        self.visit_distances(|far, packets| {
            if far >= distance {
                // At most all packets of the task.
                sum += u128::from(packets);
            }
            Ok(())
        })?;
        Ok(sum)
    }

    /// Returns the greatest distance of the packets if the task is an exchange of one packet with every node
    /// up to that distance; none for other tasks.
    pub(crate) fn exchange_within(&self) -> Option<u64> {
        match self.source {
            Source::Offsets { min: 1, max, count: 1, .. } => Some(max),
            _ => None,
        }
    }

    /// Returns whether the task has a packet of this offset.
    pub(crate) fn has(&self, offset: u64) -> bool {
        match &self.source {
            Source::Nodes { min, max, .. } | Source::Offsets { min, max, .. } => {
                (*min..=*max).contains(&self.network.hops(offset))
            }
            Source::Listed(list) => list.binary_search_by_key(&offset, |&(x, _)| x).is_ok(),
        }
    }

    /// Compares a list of offsets, in increasing order with their numbers, with the task.
    pub(crate) fn require_packets(&self, found: impl Iterator<Item = (u64, u64)>) -> Result<(), Rejection> {
        let mut rest = found.peekable();
        self.visit(|offset| {
            let (expected, wanted) = (offset.count, offset.index);
            match rest.next() {
                Some((index, found)) if index < wanted => {
                    Err(Rejection::PacketsMismatch { offset: index, found, expected: 0 })
                }
                Some((index, found)) if index == wanted && found == expected => Ok(()),
                Some((index, found)) if index == wanted => {
                    Err(Rejection::PacketsMismatch { offset: wanted, found, expected })
                }
                _ => Err(Rejection::PacketsMismatch { offset: wanted, found: 0, expected }),
            }
        })?;
        match rest.peek() {
            Some(&(offset, found)) => Err(Rejection::PacketsMismatch { offset, found, expected: 0 }),
            None => Ok(()),
        }
    }

    /// Returns the task on the torus that is isomorphic to its Cayley graph; none if the graph is no torus.
    ///
    /// An isomorphism of groups that takes generators to generators keeps translations and the types of
    /// links, so symmetric schedules of one task are those of the other.
    ///
    /// # Complexity
    /// Time O(nodes · dimensions + offsets · log offsets), space O(nodes).
    pub(crate) fn on_torus(&self) -> Result<Option<Self>, Rejection> {
        let Topology::Group(cayley) = &self.network.topology else { return Ok(None) };
        self.network.spend_looks(1)?;
        let Some(radices) = cayley.radices() else { return Ok(None) };
        let mut index = vec![0; cayley.nodes()];
        for (place, element) in (0..).zip(cayley.on_torus(&radices)) {
            if let Some(at) = narrow(element, index.len()) {
                index[at] = place;
            }
        }
        let mut list = Vec::new();
        self.visit(|offset| {
            list.extend(narrow(offset.index, index.len()).map(|at| (index[at], offset.count)));
            Ok(())
        })?;
        list.sort_unstable();
        let torus = Network::new(&wire::Network::Torus { radices }, &self.network.effort)?;
        Self::new(torus, Source::Listed(list), self.rule).map(Some)
    }

    /// Resolves the offsets that a schedule lists.
    pub(crate) fn listed<N: Borrow<NodeRef>>(
        &self,
        packets: impl Iterator<Item = N>,
    ) -> impl Iterator<Item = Result<u64, Rejection>> {
        let place = |row: usize| format!("schedule.packets[{row}]");
        let resolve = move |(row, node): (usize, N)| self.network.offset(node.borrow(), &|| place(row));
        packets.enumerate().map(resolve)
    }
}

/// Refuses more rows than the checker goes through.
pub(crate) fn require_rows(rows: u64, place: &str) -> Result<(), Rejection> {
    if rows > ROW_LIMIT {
        return Err(Rejection::TooManyRows { place: place.to_owned(), limit: ROW_LIMIT });
    }
    Ok(())
}

impl Source {
    /// Builds packets for all other nodes.
    pub(crate) fn exchange(count: u64, network: &Network) -> Result<Self, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        Self::at_distances(1, network.diameter(), count, network)
    }

    /// Builds packets for the nodes at these distances.
    pub(crate) fn near(min: u64, max: u64, count: u64, network: &Network) -> Result<Self, Rejection> {
        require_count(count, || "task.task.count".to_owned())?;
        require_distances(min, max, network.diameter())?;
        Self::at_distances(min, max, count, network)
    }

    fn at_distances(min: u64, max: u64, count: u64, network: &Network) -> Result<Self, Rejection> {
        if !network.is_rings() {
            return Ok(Self::Nodes { min, max, count });
        }
        let census = Census::new(network, min, max, count)?;
        Ok(Self::Offsets { min, max, count, census })
    }

    /// Builds `times` copies of listed packets.
    pub(crate) fn list(
        packets: &[wire::PacketCount],
        times: u64,
        network: &Network,
    ) -> Result<Self, Rejection> {
        require_count(times, || "task.task.count".to_owned())?;
        let mut list = Vec::with_capacity(packets.len());
        for (i, packet) in packets.iter().enumerate() {
            let place = || format!("task.task.packets[{i}].offset");
            let offset = network.target(&packet.offset, &place)?;
            require_count(packet.count, || format!("task.task.packets[{i}].count"))?;
            let count = packet.count.checked_mul(times).ok_or(Rejection::TaskTooLarge)?;
            list.push((offset, count));
        }
        list.sort_unstable();
        merge(list).map(Self::Listed).ok_or(Rejection::TaskTooLarge)
    }
}

/// Merges equal offsets of a sorted list by adding up their counts; none on overflow.
pub(crate) fn merge(list: Vec<(u64, u64)>) -> Option<Vec<(u64, u64)>> {
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(list.len());
    for (offset, count) in list {
        match merged.last_mut() {
            Some((same, sum)) if *same == offset => *sum = sum.checked_add(count)?,
            _ => merged.push((offset, count)),
        }
    }
    Some(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::task::problem::Problem;
    use serde_json::{Value, json};

    fn task(network: &Value, task: &Value) -> Isotropic {
        let document = json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": "all",
            "objective": "completion-time" });
        let document: wire::TaskDocument = wire::parse(document.to_string().as_bytes()).expect("a task");
        match Problem::new(&document, &Effort::new(u64::MAX)) {
            Ok(Problem::Isotropic(task)) => task,
            other => unreachable!("{other:?}"),
        }
    }

    /// Returns the distances with the numbers of their packets.
    fn distances(task: &Isotropic) -> Vec<(u64, u64)> {
        let mut all = Vec::new();
        let visited = task.visit_distances(|distance, packets| {
            all.push((distance, packets));
            Ok(())
        });
        visited.expect("enough steps");
        all
    }

    #[test]
    fn an_exchange_is_the_task_that_lists_its_packets() {
        for network in [
            json!({ "kind": "ring", "nodes": 7 }),
            json!({ "kind": "hypercube", "dimension": 4 }),
            json!({ "kind": "torus", "radices": [4, 2, 3] }),
            json!({ "kind": "torus", "radices": [5, 6] }),
            json!({ "kind": "cayley", "family": "star", "n": 4 }),
            json!({ "kind": "hyperx", "radices": [3, 4], "multiplicity": [2, 1] }),
        ] {
            let all = task(&network, &json!({ "kind": "total-exchange" }));
            let (nodes, most) = (all.network.nodes, all.network.diameter());
            for (min, max) in (1..=most).flat_map(|min| (min..=most).map(move |max| (min, max))) {
                let near = json!({ "kind": "neighbourhood-exchange", "min": min, "max": max, "count": 3 });
                let near = task(&network, &near);
                let far = |&offset: &u64| (min..=max).contains(&all.network.between(0, offset));
                let one = |offset: u64| json!({ "offset": offset, "count": 3 });
                let packets: Vec<Value> = (1..nodes).filter(far).map(one).collect();
                let listed = task(&network, &json!({ "kind": "isotropic", "packets": packets }));
                assert_eq!((near.rows, near.distances), (listed.rows, listed.distances));
                assert_eq!((near.farthest, near.longest), (listed.farthest, listed.longest), "{network}");
                assert_eq!(distances(&near), distances(&listed), "{network} {min} {max}");
                for distance in 0..=most + 2 {
                    let farther = distances(&listed).into_iter().filter(|&(far, _)| far >= distance);
                    let farther: u64 = farther.map(|(_, packets)| packets).sum();
                    assert_eq!(near.packets_from(distance), Ok(farther.into()), "{network} {distance}");
                    assert_eq!(listed.packets_from(distance), Ok(farther.into()), "{network} {distance}");
                }
                for offset in 1..nodes {
                    assert_eq!((near.has(offset), listed.has(offset)), (far(&offset), far(&offset)));
                }
            }
        }
    }

    /// The tables of a ring of this length would be too large.
    #[test]
    fn near_packets_of_a_ring_too_long_to_be_counted_are_gone_through() {
        let ring = json!({ "kind": "ring", "nodes": 1_000_000_007 });
        let near = json!({ "kind": "neighbourhood-exchange", "min": 2, "max": 4, "count": 3 });
        let near = task(&ring, &near);
        assert!(near.census().is_none());
        assert_eq!(distances(&near), [(2, 6), (3, 6), (4, 6)]);
        assert_eq!(near.packets_from(3), Ok(12));
    }

    /// A route that visits no node twice goes one way round each ring.
    #[test]
    fn the_longest_routes_go_the_long_way_round() {
        let torus = json!({ "kind": "torus", "radices": [4, 2, 5] });
        let one = |offset: [u64; 3]| {
            task(&torus, &json!({ "kind": "isotropic", "packets": [{ "offset": offset, "count": 2 }] }))
                .longest
        };
        assert_eq!([one([1, 0, 0]), one([0, 1, 0]), one([0, 1, 4]), one([3, 1, 2])], [6, 2, 10, 16]);
        let star = json!({ "kind": "cayley", "family": "star", "n": 4 });
        let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 2 }] });
        assert_eq!(task(&star, &packets).longest, 48);
    }
}
