//! Isotropic tasks on rings in the least slots of all schedules.

use super::conveyor::{Rider, conveyor};
use crate::model::{Dimension, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, Way, count_of};

/// Which packets of an isotropic task on a ring go which way, so that no schedule is shorter.
///
/// Of the packets of all n nodes so many go −, those of the greatest offsets: where only loads matter as many as
/// the offsets add up to, which makes both ways equally busy; where a packet would take too long its way is
/// forced. Only one offset is divided among the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RingPlan {
    nodes: u64,
    /// The offsets by decreasing size, with the number of a node's packets and how many of those of all nodes go −.
    shares: Vec<Share>,
    /// The least number of slots: no schedule has fewer.
    pub slots: u64,
}

/// The packets of one offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Share {
    offset: u64,
    count: u64,
    /// How many of `count` · n packets go −.
    minus: u64,
}

impl RingPlan {
    /// The ways of packets with these offsets, increasing, of which a node sends so many each; two ports at least.
    ///
    /// The least T for which the loads of the two directions, along routes of at most T hops, are at most T: the
    /// fractional routing problem, whose dual is the bound by weights. The number that goes − is clamped by the
    /// routes that are too long, and is else that of balance.
    ///
    /// # Complexity
    /// O(X · log T) for X offsets.
    #[must_use]
    pub fn new(nodes: u64, offsets: &[(u64, u64)]) -> Self {
        let shares = |slots: u64| {
            let mut left = to_minus(nodes, offsets, slots);
            let share = |&(offset, count): &(u64, u64)| {
                let minus = left.min(count * nodes);
                left -= minus;
                Share { offset, count, minus }
            };
            offsets.iter().rev().map(share).collect::<Vec<_>>()
        };
        let farthest = offsets.iter().map(|&(offset, _)| offset.min(nodes - offset)).max().unwrap_or(0);
        let alone: u64 = offsets.iter().map(|&(offset, count)| offset.min(nodes - offset) * count).sum();
        // Every packet along its shorter way, one after the other, is enough.
        let (mut low, mut high) = (farthest, alone.max(farthest));
        while low < high {
            let middle = low + (high - low) / 2;
            if fits(nodes, &shares(middle), middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Self { nodes, shares: shares(low), slots: low }
    }

    /// Number of classes of nodes: the least in which the divided offset is divided evenly.
    #[must_use]
    pub fn classes(&self) -> u64 {
        let divided = self.shares.iter().map(|share| share.minus % self.nodes).find(|&rest| rest > 0);
        divided.map_or(1, |rest| self.nodes / num_integer::gcd(self.nodes, rest))
    }

    /// Number of moves that the schedule says: those of one packet of each orbit.
    #[must_use]
    pub fn moves(&self) -> u128 {
        let hops = |share: &Share| {
            let plus = u128::from(share.count * self.nodes - share.minus);
            plus * u128::from(share.offset) + u128::from(share.minus) * u128::from(self.nodes - share.offset)
        };
        self.shares.iter().map(hops).sum::<u128>() / u128::from(self.nodes / self.classes())
    }

    /// The packets of one way: fillers, which every node sends, by the hops that they make, and the classes that
    /// send one long packet more.
    fn way(&self, minus: bool) -> OneWay {
        let classes = usize::try_from(self.classes()).expect("classes of nodes in memory");
        let mut way = OneWay { fillers: Vec::new(), starts: vec![false; classes], length: 0 };
        for share in &self.shares {
            let hops = if minus { self.nodes - share.offset } else { share.offset };
            let (whole, rest) = (share.minus / self.nodes, share.minus % self.nodes);
            let own = if minus { whole } else { share.count - whole - u64::from(rest > 0) };
            way.fillers.extend((0..own).map(|_| hops));
            if rest > 0 {
                way.length = hops;
                way.starts = balanced(rest, self.nodes, classes).map(|starts| starts == minus).collect();
            }
        }
        way
    }
}

/// How many of the packets of all nodes go −.
fn to_minus(nodes: u64, offsets: &[(u64, u64)], slots: u64) -> u64 {
    let number = |chosen: &dyn Fn(u64) -> bool| -> u64 {
        offsets.iter().filter(|(offset, _)| chosen(*offset)).map(|&(_, count)| count * nodes).sum()
    };
    let balance = offsets.iter().map(|&(offset, count)| offset * count).sum::<u64>();
    let (forced, allowed) = (number(&|offset| offset > slots), number(&|offset| nodes - offset <= slots));
    balance.max(forced).min(allowed)
}

/// Whether both directions carry their packets in so many slots, and no packet goes farther.
fn fits(nodes: u64, shares: &[Share], slots: u64) -> bool {
    let (mut plus, mut minus) = (0_u128, 0_u128);
    for share in shares {
        let up = share.count * nodes - share.minus;
        if (up > 0 && share.offset > slots) || (share.minus > 0 && nodes - share.offset > slots) {
            return false;
        }
        plus += u128::from(up) * u128::from(share.offset);
        minus += u128::from(share.minus) * u128::from(nodes - share.offset);
    }
    plus.max(minus) <= u128::from(slots) * u128::from(nodes)
}

/// The balanced word of slope a/n: letter v says whether ⌊(v + 1)·a/n⌋ exceeds ⌊v·a/n⌋. A window of any length has
/// its share of letters, rounded down or up.
fn balanced(a: u64, n: u64, letters: usize) -> impl Iterator<Item = bool> {
    let floor = move |v: u64| u128::from(v) * u128::from(a) / u128::from(n);
    (0..count_of(letters)).map(move |v| floor(v + 1) > floor(v))
}

/// The packets of one direction.
struct OneWay {
    /// The hops of the packets that every node sends.
    fillers: Vec<u64>,
    /// The classes that send one more, of `length` hops.
    starts: Vec<bool>,
    length: u64,
}

/// The schedule of a plan on its ring: r classes of nodes, in turn.
///
/// # Complexity
/// O(r · moves of a node) time and space.
///
/// # Panics
/// If the ring is another one, or too large for classes.
#[must_use]
pub fn on_ring(network: &Network, plan: &RingPlan) -> OrbitSchedule {
    let ring = &network.dimensions()[0];
    let classes = plan.classes();
    let generators = if classes == plan.nodes { Vec::new() } else { vec![Node(classes)] };
    let group = Subgroup::new(network, generators).expect("a translation of a ring with few nodes");
    let mut schedule = OrbitSchedule { group, packets: Vec::new(), slots: Vec::new() };
    for way in [Way::Plus, Way::Minus] {
        send(&mut schedule, ring, &plan.way(way == Way::Minus), way);
    }
    for slot in &mut schedule.slots {
        slot.sort_unstable();
    }
    schedule
}

/// Adds the packets of one direction.
fn send(schedule: &mut OrbitSchedule, ring: &Dimension, way: &OneWay, direction: Way) {
    let nodes = ring.radix();
    let classes = way.starts.len();
    // Along the way −, node v counts as −v.
    let node = |place: u64| match direction {
        Way::Plus => Node(place % nodes),
        Way::Minus => Node((nodes - place % nodes) % nodes),
    };
    // The class of node −v is −v.
    let turned: Vec<bool> = match direction {
        Way::Plus => way.starts.clone(),
        Way::Minus => (0..classes).map(|class| way.starts[(classes - class) % classes]).collect(),
    };
    let filler: u64 = way.fillers.iter().sum();
    let packet = |from: u64, hops: u64| Packet::Personal { from: node(from), to: node(from + hops) };
    let first = schedule.packets.len();
    // Where each packet of a chain begins, counted from the class of the chain.
    let mut begins = Vec::with_capacity(way.fillers.len());
    for start in 0..count_of(classes) {
        let mut place = 0;
        begins.clear();
        for &hops in &way.fillers {
            begins.push(place);
            schedule.packets.push(packet(start + place, hops));
            place += hops;
        }
    }
    let long = schedule.packets.len();
    let mut number = vec![0; classes];
    for start in (0..classes).filter(|&start| turned[start]) {
        number[start] = schedule.packets.len() - long;
        schedule.packets.push(packet(count_of(start), way.length));
    }
    let mut hops = vec![0_u64; 2 * classes];
    for (slot, rides) in conveyor(&turned, way.length, filler).into_iter().enumerate() {
        if schedule.slots.len() == slot {
            schedule.slots.push(Vec::new());
        }
        for ride in rides {
            let (start, made) = match ride.rider {
                Rider::Long(start) => (start, &mut hops[2 * start]),
                Rider::Filler(start) => (start, &mut hops[2 * start + 1]),
            };
            let index = match ride.rider {
                Rider::Long(_) => long + number[start],
                Rider::Filler(_) => {
                    let link = begins.partition_point(|&place| place <= *made) - 1;
                    first + start * begins.len() + link
                }
            };
            let packet = u32::try_from(index).expect("fewer than 2^32 packets");
            let link = ring.link(direction);
            schedule.slots[slot].push(OrbitStep { packet, node: node(count_of(start) + *made), link });
            *made += 1;
        }
    }
}
