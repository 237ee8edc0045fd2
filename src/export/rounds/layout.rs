//! Where the blocks of a collective lie in the input and the output of a device.

use super::hops::{Devices, Hop, Key};
use crate::model::{Node, Packet, Problem};
use crate::wire::Collective;
use std::collections::BTreeMap;

/// The cells of a collective: the input blocks that a device sends, and the output blocks that it receives.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) collective: Collective,
    pub(super) root: Option<u64>,
    /// The number of blocks that a device has for another, or of blocks of which it has a part.
    count: u64,
    devices: Devices,
    /// Of an exchange, the input cell and the output cell of every packet, counted from the first of each
    /// kind.
    listed: BTreeMap<Key, [u64; 2]>,
}

impl Layout {
    /// Makes the layout of a task whose packets make these hops.
    pub(super) fn new(problem: &Problem, devices: Devices, hops: &[Hop]) -> Self {
        let (collective, root, count) = Collective::of(&problem.document().task);
        let listed = match collective {
            Collective::Exchange if problem.is_isotropic() => {
                list(hops, |from, to| problem.network().seen_from(from, to))
            }
            Collective::Exchange => list(hops, |_, to| to),
            _ => BTreeMap::new(),
        };
        let node = |root| problem.network().node(root, String::new).expect("the problem has this root");
        let root = root.map(|root| devices.device(node(root)));
        Self { collective, root, count, devices, listed }
    }

    /// Returns the layout of the all-reduce that begins with this reduce-scatter.
    pub(super) fn completed(self) -> Self {
        Self { collective: Collective::AllReduce, ..self }
    }

    /// Returns whether a node is that of a device.
    pub(super) fn is_device(&self, node: Node, device: u64) -> bool {
        self.devices.device(node) == device
    }

    /// Returns the number of input cells.
    pub(super) fn input(&self) -> u64 {
        match self.collective {
            Collective::AllToAll
            | Collective::ReduceScatter
            | Collective::AllReduce
            | Collective::Scatter => self.devices.count * self.count,
            Collective::AllGather | Collective::Broadcast | Collective::Reduce | Collective::Gather => {
                self.count
            }
            Collective::Exchange => self.widest(0),
        }
    }

    /// Returns the number of output cells.
    pub(super) fn output(&self) -> u64 {
        match self.collective {
            Collective::AllToAll | Collective::AllGather | Collective::AllReduce | Collective::Gather => {
                self.devices.count * self.count
            }
            Collective::ReduceScatter | Collective::Broadcast | Collective::Reduce | Collective::Scatter => {
                self.count
            }
            Collective::Exchange => self.widest(1),
        }
    }

    fn widest(&self, side: usize) -> u64 {
        self.listed.values().map(|cells| cells[side] + 1).max().unwrap_or(0)
    }

    /// Returns the cell in which a device has its own block, or its own part, of a packet.
    pub(super) fn own(&self, (packet, copy): Key) -> u64 {
        let block = |node: Node| self.devices.device(node) * self.count + copy;
        match (self.collective, packet) {
            (Collective::Exchange, _) => self.listed[&(packet, copy)][0],
            (Collective::AllReduce, Packet::Copied { from }) => self.input() + block(from),
            (
                Collective::AllToAll
                | Collective::Scatter
                | Collective::ReduceScatter
                | Collective::AllReduce,
                Packet::Personal { to, .. } | Packet::Combined { to },
            ) => block(to),
            _ => copy,
        }
    }

    /// Returns the cell in which a packet must end up at its destinations.
    pub(super) fn goal(&self, (packet, copy): Key) -> u64 {
        let block = |node: Node| self.devices.device(node) * self.count + copy;
        let place = match (self.collective, packet) {
            (Collective::Exchange, _) => self.listed[&(packet, copy)][1],
            (Collective::AllToAll | Collective::Gather, Packet::Personal { from, .. })
            | (Collective::AllGather | Collective::AllReduce, Packet::Copied { from }) => block(from),
            (Collective::AllReduce, Packet::Combined { to }) => block(to),
            _ => copy,
        };
        self.input() + place
    }

    /// Returns the copies within each device before the first slot: `[device, from cell, to cell]`.
    pub(super) fn copies(&self) -> Vec<[u64; 3]> {
        let (input, count) = (self.input(), self.count);
        let copied = |device: u64| -> Vec<[u64; 3]> {
            let is_root = self.root == Some(device);
            let [from, to] = match self.collective {
                Collective::AllToAll | Collective::AllReduce => [device * count, device * count],
                Collective::AllGather => [0, device * count],
                Collective::ReduceScatter => [device * count, 0],
                Collective::Broadcast | Collective::Reduce if is_root => [0, 0],
                Collective::Scatter if is_root => [device * count, 0],
                Collective::Gather if is_root => [0, device * count],
                _ => return Vec::new(),
            };
            (0..count).map(|copy| [device, from + copy, input + to + copy]).collect()
        };
        (0..self.devices.count).flat_map(copied).collect()
    }

    /// Returns, for an exchange, every packet as `[device, input cell, device, output cell]`.
    pub(super) fn packets(&self) -> Option<Vec<[u64; 4]>> {
        let row = |(&(packet, _), &[given, taken]): (&Key, &[u64; 2])| {
            let Packet::Personal { from, to } = packet else { unreachable!("packets that are carried") };
            [self.devices.device(from), given, self.devices.device(to), self.input() + taken]
        };
        (self.collective == Collective::Exchange).then(|| self.listed.iter().map(row).collect())
    }
}

/// Numbers the packets that a node sends and receives, by the value of `order` on their ends, then by their
/// copy. If all nodes have the same role, a packet has one number at its origin and at its destination.
fn list(hops: &[Hop], order: impl Fn(Node, Node) -> Node) -> BTreeMap<Key, [u64; 2]> {
    let mut packets: Vec<(Node, Node, u64)> = hops
        .iter()
        .filter_map(|hop| match hop.key.0 {
            Packet::Personal { from, to } => Some((from, to, hop.key.1)),
            Packet::Copied { .. } | Packet::Combined { .. } | Packet::Summed { .. } => None,
        })
        .collect();
    packets.sort_unstable();
    packets.dedup();
    let mut listed: BTreeMap<Key, [u64; 2]> = BTreeMap::new();
    for side in [0, 1] {
        packets.sort_by_key(|&(from, to, copy)| {
            let (node, other) = if side == 0 { (from, to) } else { (to, from) };
            (node, order(from, to), other, copy)
        });
        let mut numbers: BTreeMap<Node, u64> = BTreeMap::new();
        for &(from, to, copy) in &packets {
            let next = numbers.entry(if side == 0 { from } else { to }).or_default();
            listed.entry((Packet::Personal { from, to }, copy)).or_default()[side] = *next;
            *next += 1;
        }
    }
    listed
}
