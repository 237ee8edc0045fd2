//! Packets that differ in length, or in the slot from which they are there.

use super::isotropic::require_count;
use crate::model::{DemandsTask, ModelError, Network, Node, Packet};
use crate::wire::{self, Task};

/// Most packets, each of which has a way of its own.
const MAX_PACKETS: u64 = 1 << 18;
/// Most slots of the lengths of all packets.
const MAX_SLOTS: u64 = 1 << 22;
/// Most slots that may be over before a packet is there.
const MAX_RELEASE: u64 = 1 << 22;

/// Equal packets of lengths and starts of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parcel {
    /// Where they start.
    pub from: Node,
    /// Where they go.
    pub to: Node,
    /// Slots for which a move holds its link.
    pub length: u64,
    /// Slots that are over before they are there.
    pub release: u64,
    /// Number of packets, at least 1.
    pub count: u64,
    /// Their distance.
    pub hops: u64,
}

impl Parcel {
    /// Returns the ends of one of them.
    #[must_use]
    pub fn packet(self) -> Packet {
        Packet::Personal { from: self.from, to: self.to }
    }

    /// Returns the slots that are over when they can be at their destination, if they never wait.
    #[must_use]
    pub fn soonest(self) -> u64 {
        self.release + self.hops * self.length
    }
}

/// A task of packets that hold a link for their lengths, and go on when they have come as a whole.
///
/// # Examples
/// ```
/// use isotask::model::ParcelsTask;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
///   "task":{"kind":"parcels","packets":[{"from":0,"to":2,"length":3},{"from":4,"to":1,"release":6}]},
///   "ports":"all","objective":"completion-time"}"#;
/// let task = ParcelsTask::new(&parse::<TaskDocument>(text)?)?;
/// assert_eq!(task.parcels().iter().map(|parcel| parcel.soonest()).collect::<Vec<_>>(), [6, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParcelsTask {
    document: wire::TaskDocument,
    parts: DemandsTask,
    parcels: Vec<Parcel>,
    /// For every packet of the list its place among the parcels.
    listed: Vec<usize>,
}

impl ParcelsTask {
    /// Builds the task that a document describes.
    ///
    /// # Errors
    /// [`ModelError`] when its numbers make no task, it is another task, some packet has no way, or it is too
    /// large to list: 2¹⁸ packets, 2²² slots of a link for all packets together, or before a packet starts.
    ///
    /// # Complexity
    /// That of [`DemandsTask::new`] for packets cut into parts of length 1.
    pub fn new(document: &wire::TaskDocument) -> Result<Self, ModelError> {
        let Task::Parcels { packets, count: times } = &document.task else {
            return Err(ModelError::NotParcels);
        };
        if document.objective != wire::Objective::CompletionTime {
            return Err(ModelError::DelayObjective);
        }
        let limited = |what, of: &dyn Fn(&wire::Parcel) -> u64, most: u64| {
            let once = packets.iter().map(|packet| u128::from(of(packet))).fold(0, u128::saturating_add);
            let found = once.saturating_mul((*times).into());
            if found > most.into() { Err(ModelError::TooManyToList { what, found, most }) } else { Ok(()) }
        };
        limited("packets", &|packet| packet.count, MAX_PACKETS)?;
        limited("slots of all lengths", &|packet| packet.count.saturating_mul(packet.length), MAX_SLOTS)?;
        for (index, packet) in packets.iter().enumerate() {
            require_count(packet.count, || format!("packets[{index}].count"))?;
            if packet.length == 0 {
                return Err(ModelError::LengthZero { packet: index });
            }
            if packet.release > MAX_RELEASE {
                let (what, found) = ("slots before a packet is there", packet.release.into());
                return Err(ModelError::TooManyToList { what, found, most: MAX_RELEASE });
            }
        }
        // A product that is too great is refused as such.
        let part = |packet: &wire::Parcel| wire::Demand {
            from: packet.from.clone(),
            to: packet.to.clone(),
            count: packet.count.saturating_mul(packet.length),
        };
        let demands = Task::Demands { packets: packets.iter().map(part).collect(), count: *times };
        let parts = DemandsTask::new(&document.with_task(demands))?;
        let entries = entries(parts.network(), packets)?;
        let mut parcels: Vec<Parcel> = entries.iter().map(|&entry| Parcel { count: 0, ..entry }).collect();
        parcels.sort_unstable();
        parcels.dedup();
        let mut list = Vec::new();
        for &entry in &entries {
            let (Ok(place) | Err(place)) = parcels.binary_search(&Parcel { count: 0, ..entry });
            list.extend((0..entry.count).map(|_| place));
        }
        // An empty list is over at once, however often it is repeated.
        let times = if list.is_empty() { 0 } else { *times };
        let listed: Vec<usize> = (0..times).flat_map(|_| list.iter().copied()).collect();
        for &place in &listed {
            parcels[place].count += 1;
        }
        Ok(Self { document: document.clone(), parts, parcels, listed })
    }

    /// Returns the document that it was built from.
    #[must_use]
    pub fn document(&self) -> &wire::TaskDocument {
        &self.document
    }

    /// Returns the demands of the packets cut into parts of length 1, which are there from the first slot:
    /// every schedule of the packets is one of their parts, of equal slots, so that bounds on the parts bind
    /// it.
    #[must_use]
    pub fn parts(&self) -> &DemandsTask {
        &self.parts
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Network {
        self.parts.network()
    }

    /// Returns the packets, equal ones together, in increasing order.
    #[must_use]
    pub fn parcels(&self) -> &[Parcel] {
        &self.parcels
    }

    /// Returns for every packet, in the order of the document, its place among the [`ParcelsTask::parcels`].
    #[must_use]
    pub fn listed(&self) -> &[usize] {
        &self.listed
    }

    /// Returns the slots for which a move of a packet holds its link; 1 where there is no such packet.
    #[must_use]
    pub fn length(&self, packet: usize) -> u64 {
        self.listed.get(packet).map_or(1, |&place| self.parcels[place].length)
    }

    /// Returns a lower bound on the moves of a schedule: the sum of the distances.
    #[must_use]
    pub fn least_moves(&self) -> u64 {
        self.parcels.iter().map(|parcel| parcel.count * parcel.hops).sum()
    }
}

/// Returns the entries of a list with their distances; the packets have ways.
fn entries(network: &Network, packets: &[wire::Parcel]) -> Result<Vec<Parcel>, ModelError> {
    let entry = |(index, packet): (usize, &wire::Parcel)| {
        let node = |node, end| network.node(node, || format!("packets[{index}].{end}"));
        let (from, to) = (node(&packet.from, "from")?, node(&packet.to, "to")?);
        let hops = network.hops_between(from, to).unwrap_or_default();
        let &wire::Parcel { length, release, count, .. } = packet;
        Ok(Parcel { from, to, length, release, count, hops })
    };
    packets.iter().enumerate().map(entry).collect()
}
