//! Total exchange on tori with one even radix: two classes of nodes divide a tie.

use crate::decompose::{color, quotient};
use crate::model::{
    Coloring, Dimension, Link, Network, Node, OrbitSchedule, OrbitStep, Packet, Ride, Rider, Subgroup,
    TaskMatrix, Way, Ways, conveyor, count_of,
};

/// Returns the only dimension of even radix, if that is at least 4, of a torus of several dimensions: one
/// node cannot divide the tie that goes half round this ring and nowhere else, as it can divide the other
/// ties.
#[must_use]
pub fn has_odd_tie(network: &Network) -> Option<usize> {
    let rings = network.dimensions();
    let mut even = (0..rings.len()).filter(|&index| rings[index].radix().is_multiple_of(2));
    let (index, None) = (even.next()?, even.next()) else { return None };
    (rings.len() > 1 && rings[index].radix() > 2).then_some(index)
}

/// Builds a schedule of total exchange on a torus whose dimension `index` has [an odd tie](has_odd_tie), with
/// two ports or more.
///
/// The rows of the offsets ±⌊p/4⌋ and p/2 of that dimension alone become two group rows of p/2 units, one in
/// each of its columns, every other row stays as it is, other ties alternate; König's theorem decomposes the
/// matrix. Unit t of a group row, in the order of slots, is slot t of the [`conveyor`] with two classes,
/// where one sends its tie +, the other −. If p is not a multiple of 4, the last units of both group rows
/// have one send in each class together: they share the last slot, and cost one port.
///
/// # Complexity
/// That of the decomposition, and O(moves · D) for D dimensions.
///
/// # Panics
/// If that dimension has no such tie.
#[must_use]
pub fn exchange_on_torus(network: &Network, index: usize, ports: u32) -> OrbitSchedule {
    let ring = &network.dimensions()[index];
    let (half, shared) = (ring.radix() / 2, ring.radix() % 4 == 2);
    let offsets = plain_offsets(network, ring);
    let mut matrix = TaskMatrix::new(network.links());
    let mut ways = Ways::new(network.dimensions().len(), u64::MAX);
    for &offset in &offsets {
        push_row(&mut matrix, route(network, offset, &mut ways));
    }
    for way in [Way::Plus, Way::Minus] {
        push_row(&mut matrix, vec![(ring.link(way).0, half - u64::from(shared))]);
    }
    let coloring = color(&matrix, &quotient(&matrix, ports));
    let last = coloring.length();
    let mut units = units(&matrix, &coloring);
    let groups = units.split_off(offsets.len());
    let group =
        Subgroup::new(network, generators(network, index)).expect("translations of a torus with few nodes");
    let mut made =
        Builder { network, ring, schedule: OrbitSchedule { group, packets: Vec::new(), slots: Vec::new() } };
    for (&offset, units) in offsets.iter().zip(&units) {
        made.add_symmetric(offset, units);
    }
    for (way, units) in [Way::Plus, Way::Minus].into_iter().zip(groups) {
        let mut slots: Vec<u64> = units.into_iter().map(|(slot, _)| slot).collect();
        slots.extend(shared.then_some(last));
        made.add_group_row(way, &slots);
    }
    for slot in &mut made.schedule.slots {
        slot.sort_unstable();
    }
    made.schedule
}

fn push_row(matrix: &mut TaskMatrix, entries: Vec<(u32, u64)>) {
    matrix
        .push_row(entries.into_iter().filter(|entry| entry.1 > 0))
        .expect("links of the network, increasing");
}

/// Returns all offsets but those that the group rows stand for.
fn plain_offsets(network: &Network, ring: &Dimension) -> Vec<Node> {
    let grouped = [ring.radix() / 4, ring.radix() / 2, ring.radix() - ring.radix() / 4];
    let alone = |node: Node| grouped.iter().any(|&x| node.0 == x * ring.stride());
    (1..network.nodes()).map(Node).filter(|&node| !alone(node)).collect()
}

/// Returns how often a row uses each link: in every dimension it goes the shorter way, and ties alternate.
fn route(network: &Network, offset: Node, ways: &mut Ways) -> Vec<(u32, u64)> {
    let mut entries = Vec::new();
    for (dimension, ring) in network.dimensions().iter().enumerate() {
        let x = ring.coordinate(offset);
        if x > 0 {
            let way = ways.next(ring, dimension, x, None);
            entries.push((ring.link(way).0, ring.hops(x, way)));
        }
    }
    entries
}

/// Returns the units of every row as slot and link, by slot.
pub(super) fn units(matrix: &TaskMatrix, coloring: &Coloring) -> Vec<Vec<(u64, Link)>> {
    let mut slots = coloring.slots.iter();
    let row = |row: usize| {
        let links = matrix.row(row).flat_map(|(link, units)| (0..units).map(move |_| Link(link)));
        let mut units: Vec<_> =
            links.map(|link| (u64::from(*slots.next().expect("a slot for every unit")), link)).collect();
        units.sort_unstable();
        units
    };
    (0..matrix.rows()).map(row).collect()
}

/// Returns generators of the translations that keep the parity of a coordinate.
fn generators(network: &Network, index: usize) -> Vec<Node> {
    let rings = network.dimensions().iter().enumerate();
    rings.map(|(other, ring)| Node(ring.stride() * if other == index { 2 } else { 1 })).collect()
}

/// A schedule under construction; its classes are the parities of the coordinate in a ring.
struct Builder<'a> {
    network: &'a Network,
    ring: &'a Dimension,
    schedule: OrbitSchedule,
}

impl Builder<'_> {
    /// Adds a packet of an offset from the node that stands for a class; returns its number.
    fn add_packet(&mut self, from: Node, offset: Node) -> u32 {
        let number = u32::try_from(self.schedule.packets.len()).expect("fewer than 2^32 packets");
        self.schedule.packets.push(Packet::Personal { from, to: self.network.translate(from, offset) });
        number
    }

    /// Adds the move of a packet over a link; returns the node that it reaches.
    fn add_move(&mut self, slot: u64, packet: u32, node: Node, link: Link) -> Node {
        let slot = usize::try_from(slot).expect("slots in memory");
        if self.schedule.slots.len() <= slot {
            self.schedule.slots.resize(slot + 1, Vec::new());
        }
        self.schedule.slots[slot].push(OrbitStep { packet, node, link });
        self.network.neighbor(node, link)
    }

    /// Adds a packet from both classes with equal moves.
    fn add_symmetric(&mut self, offset: Node, units: &[(u64, Link)]) {
        for class in 0..2 {
            let mut node = Node(class * self.ring.stride());
            let packet = self.add_packet(node, offset);
            for &(slot, link) in units {
                node = self.add_move(slot, packet, node, link);
            }
        }
    }

    /// Adds the fillers of both classes and the tie of one class in one direction, in the slots of a group
    /// row.
    fn add_group_row(&mut self, way: Way, slots: &[u64]) {
        let (half, quarter) = (self.ring.radix() / 2, self.ring.radix() / 4);
        let offset = |hops: u64| match way {
            Way::Plus => Node(hops * self.ring.stride()),
            Way::Minus => Node((self.ring.radix() - hops) * self.ring.stride()),
        };
        let (near, tie) = (offset(quarter), offset(half));
        let starts = [way == Way::Plus, way == Way::Minus];
        let at = |class: usize| Node(count_of(class) * self.ring.stride());
        let mut nodes = [at(0), at(1), at(usize::from(starts[1]))];
        let packets = [
            self.add_packet(nodes[0], near),
            self.add_packet(nodes[1], near),
            self.add_packet(nodes[2], tie),
        ];
        let link = self.ring.link(way);
        for (&slot, rides) in slots.iter().zip(conveyor(&starts, half, quarter)) {
            for Ride { rider, .. } in rides {
                let who = match rider {
                    Rider::Long(_) => 2,
                    Rider::Filler(start) => start,
                };
                nodes[who] = self.add_move(slot, packets[who], nodes[who], link);
            }
        }
    }
}
