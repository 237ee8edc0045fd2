//! The origin and destination of every packet, and the distances between them.

use crate::model::{DemandsTask, Load, Node, Packet, wide};

/// Most hops of a route.
pub(super) const MAX_ROUTE_HOPS: usize = 1 << 12;
/// Most pairs of a state and a destination.
pub(super) const MAX_STATE_DESTINATION_PAIRS: usize = 1 << 25;

/// The origin and destination of a packet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trip<'a> {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Hops from every state to the destination.
    pub(super) left: &'a [u16],
}

impl Trip<'_> {
    /// Returns the hops from a state to the destination.
    pub(super) fn left(&self, state: u32) -> usize {
        usize::from(self.left[wide(state)])
    }

    /// Returns the hops of a shortest route.
    pub(super) fn shortest(&self) -> usize {
        self.left(self.from)
    }
}

/// The trips of all packets, of which there may be millions.
#[derive(Debug)]
pub(super) struct Trips {
    /// By packet: its origin, and the index of its destination.
    ends: Vec<(u32, u32)>,
    destinations: Vec<u32>,
    /// By destination, then state: hops.
    distances: Vec<u16>,
    states: usize,
}

impl Trips {
    /// Returns the trips of loads of a task in a network with `states` states; none if the tables would be
    /// too large, or some packet is copied or combined.
    pub(super) fn new(task: &DemandsTask, loads: &[Load], states: usize) -> Option<Self> {
        let destinations =
            destinations(loads).filter(|list| list.len() * states <= MAX_STATE_DESTINATION_PAIRS)?;
        let mut ends = Vec::with_capacity(loads.len());
        for load in loads {
            let Packet::Personal { from, to } = load.packet() else { return None };
            let index = destinations.binary_search(&to.narrow()).expect("it is one of them");
            let index = u32::try_from(index).expect("at most the nodes");
            ends.extend((0..load.count()).map(|_| (from.narrow(), index)));
        }
        let mut distances = Vec::with_capacity(destinations.len() * states);
        for &to in &destinations {
            let hops = task.graph().distances_to(to).into_iter();
            distances.extend(hops.map(|hops| u16::try_from(hops).unwrap_or(u16::MAX)));
        }
        Some(Self { ends, destinations, distances, states })
    }

    /// Returns the number of packets.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the trip of a packet.
    pub(super) fn of(&self, packet: u32) -> Trip<'_> {
        self.trip(self.ends[wide(packet)])
    }

    /// Iterates over the trips of all packets.
    pub(super) fn iter(&self) -> impl Iterator<Item = Trip<'_>> {
        self.ends.iter().map(|&ends| self.trip(ends))
    }

    fn trip(&self, (from, to): (u32, u32)) -> Trip<'_> {
        let left = &self.distances[wide(to) * self.states..][..self.states];
        Trip { from, to: self.destinations[wide(to)], left }
    }

    /// Returns the packets, in the order of their routes.
    pub(super) fn packets(&self) -> Vec<Packet> {
        let node = |state: u32| Node(state.into());
        self.iter().map(|trip| Packet::Personal { from: node(trip.from), to: node(trip.to) }).collect()
    }
}

/// Returns the destinations of packets, in increasing order; none if some packet is copied or combined.
pub(super) fn destinations(loads: &[Load]) -> Option<Vec<u32>> {
    let mut destinations = Vec::new();
    for load in loads {
        let Packet::Personal { to, .. } = load.packet() else { return None };
        destinations.push(to.narrow());
    }
    destinations.sort_unstable();
    destinations.dedup();
    Some(destinations)
}
