//! Packets that differ in length, or in the slot from which they are there.
//!
//! A packet of length l holds a link for l slots, and goes on only when it has come as a whole. Cut it into l
//! packets of length 1 that are there from the first slot. Where the whole packet holds a link from slot s to
//! slot s + l − 1, its part j goes over that link in slot s + j; the ports of both ends are held as long. So
//! every schedule of the whole packets is one of the parts with equal slots, and what bounds the parts bounds
//! the packets.

use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use crate::task::demands::Demands;
use crate::task::packets::{Ends, require_count};
use crate::task::ports::Ports;
use isotask_wire as wire;

/// Lengths and starts must stay below this.
const TIME_LIMIT: u64 = 1 << 32;
/// Packets that a list may stand for.
const PACKET_LIMIT: u64 = 1 << 32;

/// Equal packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Parcel {
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// Slots for which a move holds its link, at least 1.
    pub(crate) length: u64,
    /// Slots that are over before the packet is there.
    pub(crate) release: u64,
    /// Number of packets, at least 1.
    pub(crate) count: u64,
    /// Their distance.
    pub(crate) hops: u64,
}

impl Parcel {
    pub(crate) fn ends(&self) -> Ends {
        Ends { from: Some(self.from), to: Some(self.to) }
    }
}

/// A task whose numbers all make sense.
#[derive(Debug)]
pub(crate) struct Parcels {
    /// The packets as they are listed, each entry as often as the whole list is repeated.
    pub(crate) listed: Vec<Parcel>,
    /// How often the list is repeated.
    pub(crate) times: u64,
    /// Sum of the distances of all packets.
    pub(crate) distances: u128,
}

impl Parcels {
    /// Builds the task, and the demands of its parts; refuses numbers that make none, and packets without a
    /// route.
    pub(crate) fn new(
        network: Network,
        packets: &[wire::Parcel],
        times: u64,
        rule: Ports,
    ) -> Result<(Self, Demands), Rejection> {
        require_count(times, || "task.task.count".to_owned())?;
        let mut listed = Vec::with_capacity(packets.len());
        for (index, packet) in packets.iter().enumerate() {
            let place = |key| format!("task.task.packets[{index}].{key}");
            let (from, to) =
                (network.host(&packet.from, &|| place("from"))?, network.host(&packet.to, &|| place("to"))?);
            if from == to {
                return Err(Rejection::DemandToItself { index, node: from });
            }
            require_count(packet.count, || place("count"))?;
            if packet.length == 0 {
                return Err(Rejection::ZeroLength { place: place("length") });
            }
            let &wire::Parcel { length, release, count, .. } = packet;
            if length >= TIME_LIMIT || release >= TIME_LIMIT || count >= PACKET_LIMIT {
                return Err(Rejection::TaskTooLarge);
            }
            listed.push(Parcel { from, to, length, release, count, hops: 0 });
        }
        let pieces = pieces(packets);
        let demands = Demands::list(&network, &pieces, times)?;
        let task = wire::Task::Demands { packets: pieces, count: times };
        let parts = Demands::new(network, demands, rule, &task)?;
        let mut distances = 0;
        for parcel in &mut listed {
            // Packets without a route have been refused.
            parcel.hops = parts.hops_between(parcel.from, parcel.to).unwrap_or_default();
            // No more than the distances of the parts.
            distances += u128::from(parcel.hops) * u128::from(parcel.count) * u128::from(times);
        }
        Ok((Self { listed, times, distances }, parts))
    }

    /// Returns the packets one by one: the list as often as it is repeated.
    pub(crate) fn each(&self) -> impl Iterator<Item = &Parcel> {
        // An empty list is over at once, however often it is repeated.
        let times = if self.listed.is_empty() { 0 } else { self.times };
        let list = || self.listed.iter().flat_map(|parcel| (0..parcel.count).map(move |_| parcel));
        (0..times).flat_map(move |_| list())
    }

    /// Returns equal packets together, in increasing order.
    pub(crate) fn merged(&self) -> Vec<Parcel> {
        let mut all = self.listed.clone();
        all.sort_unstable();
        let is_like = |a: &Parcel, b: &Parcel| {
            (a.from, a.to, a.length, a.release) == (b.from, b.to, b.length, b.release)
        };
        let merge = |like: &[Parcel]| Parcel {
            // No more than the parts, which are below 2⁶³.
            count: like.iter().map(|parcel| parcel.count).sum::<u64>() * self.times,
            ..like[0]
        };
        all.chunk_by(is_like).map(merge).collect()
    }
}

/// Returns the parts of length 1 of all packets; a number that is too great is refused as such.
fn pieces(packets: &[wire::Parcel]) -> Vec<wire::Demand> {
    let piece = |packet: &wire::Parcel| wire::Demand {
        from: packet.from.clone(),
        to: packet.to.clone(),
        count: packet.count.saturating_mul(packet.length),
    };
    packets.iter().map(piece).collect()
}
