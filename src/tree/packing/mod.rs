//! Simultaneous broadcasts from many roots, along trees that load all links and ports evenly.

mod dispatch;
mod grow;
mod lines;
mod loads;

use crate::graph::Random;
use crate::model::{DemandsTask, ExplicitSchedule, Load, Node, Packet, Sent, count_of};
use dispatch::{Hop, dispatch};
use grow::Growth;
use lines::Lines;
use loads::Loads;

/// Most pairs of packet and node.
const MAX_HOLDERS: u64 = 1 << 22;
/// Rounds of an attempt; in each, every tree grows anew.
const ROUNDS_PER_ATTEMPT: u32 = 6;
/// By attempt, the price of a hop more from the root, in eighths of the mean price of a link: deep trees load
/// links more evenly, shallow ones finish sooner.
const HOP_PRICE_EIGHTHS: [u64; 4] = [1, 0, 4, 16];

/// Makes a schedule, shorter than `limit` slots, of packets that are copied to all hosts. Every packet has a
/// tree, chosen so that the busiest link or port carries little, and in every slot the packets with the most
/// hops to go come first. Returns none if some packet is not copied, no schedule is short enough, or the task
/// is too large.
///
/// Where all nodes receive, packets of all roots can share the trees of a packing so that the busiest link
/// carries no more than the sparsest cut demands, in the limit of many packets (Edmonds 1973; for several
/// roots Zhao et al., `ForestColl`, 2024). Here trees are not split, and are found by rip-up and reroute:
/// each in turn is removed and grows anew along links that are cheap because they carry little. The attempts
/// end with a schedule of at most `bound` slots, after `steps` visits of links, or when `stop` says so.
///
/// # Complexity
/// O(P · A log A) mostly for a round over P packets and A directed links.
#[must_use]
pub fn packed_broadcast(
    task: &DemandsTask,
    (bound, limit): (u64, u64),
    mut steps: u64,
    stop: &dyn Fn() -> bool,
) -> Option<ExplicitSchedule> {
    let holders = task.packets().checked_mul(u64::from(task.graph().nodes()));
    holders.filter(|&holders| holders <= MAX_HOLDERS)?;
    let packets: Vec<Packet> = task.loads().iter().flat_map(Load::packets).collect();
    let root = |packet: &Packet| match packet {
        Packet::Copied { from } => Some(from.narrow()),
        _ => None,
    };
    let roots = packets.iter().map(root).collect::<Option<Vec<u32>>>()?;
    let is_host = |node: u32| !task.network().is_switch(Node(node.into()));
    let is_host: Vec<bool> = (0..task.graph().nodes()).map(is_host).collect();
    let lines = Lines::new(task);
    let (mut best, mut limit) = (None::<Vec<Vec<Hop>>>, limit);
    'attempts: for attempt in 0.. {
        let mut packing = Packing::new(&lines, &is_host, &roots, bound, attempt);
        for _ in 0..ROUNDS_PER_ATTEMPT {
            if steps == 0 || limit <= bound || packing.grow_anew(&mut steps, stop).is_none() {
                break 'attempts;
            }
            if let Some(slots) = dispatch(&lines, &packing.trees, is_host.len(), limit) {
                limit = count_of(slots.len());
                best = Some(slots);
            }
        }
    }
    best.map(|slots| written(&lines, packets, &slots))
}

/// A tree for every packet.
struct Packing<'a> {
    roots: &'a [u32],
    growth: Growth<'a>,
    loads: Loads<'a>,
    trees: Vec<Vec<usize>>,
    hop_price: u64,
    random: Random,
}

impl<'a> Packing<'a> {
    fn new(lines: &'a Lines, is_host: &'a [bool], roots: &'a [u32], slots: u64, attempt: u64) -> Self {
        let hop_price = HOP_PRICE_EIGHTHS[usize::try_from(attempt % 4).expect("below 4")];
        Self {
            roots,
            growth: Growth::new(lines, is_host),
            loads: Loads::new(lines, slots),
            trees: vec![Vec::new(); roots.len()],
            hop_price,
            random: Random::new(attempt),
        }
    }

    /// Rips up every tree in a random order and reroutes it; none if a host cannot be reached, or if `stop`
    /// says so.
    fn grow_anew(&mut self, steps: &mut u64, stop: &dyn Fn() -> bool) -> Option<()> {
        self.loads.set_prices();
        let mut order: Vec<usize> = (0..self.roots.len()).collect();
        self.random.shuffle(&mut order);
        for packet in order {
            if stop() {
                return None;
            }
            self.loads.remove(&self.trees[packet]);
            let of_hop = self.loads.mean() * self.hop_price / 8;
            self.trees[packet] = self.growth.tree(self.roots[packet], &self.loads, of_hop, steps)?;
            self.loads.add(&self.trees[packet]);
        }
        Some(())
    }
}

/// Writes the hops as a schedule.
fn written(lines: &Lines, packets: Vec<Packet>, slots: &[Vec<Hop>]) -> ExplicitSchedule {
    let sent = |hop: &Hop| {
        let line = &lines.all[hop.line];
        Sent::new(hop.packet, Node(line.from.into()), Node(line.to.into()))
    };
    let sorted = |hops: &Vec<Hop>| {
        let mut moves: Vec<Sent> = hops.iter().map(sent).collect();
        moves.sort_unstable();
        moves
    };
    ExplicitSchedule { packets, slots: slots.iter().map(sorted).collect() }
}
