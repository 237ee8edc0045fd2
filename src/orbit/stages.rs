//! Least delay on tori of equal even radices: two classes of nodes divide the ties, stage by stage.

use super::beam::{Beam, Moves, Row, pooled_delay};
use super::torus::units;
use crate::decompose::{color, quotient};
use crate::model::{
    Dimension, IsotropicTask, Link, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, TaskMatrix,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most packets of both classes in a stage that is searched, most links of a node, and most moves of its
/// packets.
const MAX_STAGE_ROWS: usize = 1 << 9;
const MAX_LINKS: u32 = 32;
const MAX_MOVES: u64 = 1 << 20;
/// Seeds that a stage is searched with.
const SEEDS_OF_A_STAGE: u64 = 64;

/// An orbit of packets of a node under the turn of the torus, with their routes in either class.
#[derive(Debug)]
struct TurnOrbit {
    offsets: Vec<Node>,
    routes: [Vec<Vec<u32>>; 2],
    hops: u64,
    /// Whether every link is used as often as a row has hops, by equal routes in both classes.
    is_block: bool,
}

/// Returns whether [`stages`] accepts a task: all ports, a torus of equal even radices of at least 4, and
/// equally many packets for all offsets of an orbit under the turn.
#[must_use]
pub fn has_turn(task: &IsotropicTask) -> bool {
    let rings = task.network().dimensions();
    let radix = rings.first().map_or(0, Dimension::radix);
    let equal = rings.iter().all(|ring| ring.radix() == radix);
    let links = task.network().links();
    let shape = equal && radix >= 4 && radix.is_multiple_of(2) && task.ports() >= links;
    if !shape || links > MAX_LINKS || task.total_distance() > MAX_MOVES.into() {
        return false;
    }
    let counts: BTreeMap<Node, u64> = task.classes().map(|class| (class.offset, class.count)).collect();
    let turned = |&offset: &Node| target(task.network(), &turn(&signed(task.network(), offset)));
    counts.iter().all(|(offset, count)| counts.get(&turned(offset)) == Some(count))
}

/// Builds a schedule with two classes of nodes, those of even and odd coordinate sum, whose delay is that of
/// pooled links, stage by stage; none if the search of a stage fails.
///
/// The map (x₁, …, x_D) → (−x_D, x₁, …, x_{D−1}) turns the 2D kinds of links in a cycle. An orbit of 2D
/// packets keeps all links busy for as many slots as each has hops, by König's theorem. Only packets that go
/// half round in every dimension in which they move have smaller orbits that are not balanced: they go + from
/// one class and − from the other. They are scheduled with the packets before them, or with all up to the
/// next such packets where that takes whole slots.
///
/// # Complexity
/// O(σ · D) for the blocks, and a search of bounded width for each of the other stages.
///
/// # Panics
/// If the task is not one that [`has_turn`] admits.
#[must_use]
pub fn stages(task: &IsotropicTask, stop: &dyn Fn() -> bool) -> Option<OrbitSchedule> {
    let network = task.network();
    let mut made = Builder::new(network);
    let mut rest: Vec<&TurnOrbit> = Vec::new();
    let mut last: Option<&TurnOrbit> = None;
    let groups = turned_groups(task)?;
    for (index, group) in groups.iter().enumerate() {
        if group.is_block && rest.is_empty() {
            if let Some(block) = last.replace(group) {
                made.append_block(block);
            }
            continue;
        }
        // Packets that are not balanced are scheduled with the block before them.
        rest.extend(last.take());
        rest.push(group);
        if adds_no_delay(&rest, &groups[index + 1..], network) {
            made.append_searched(&rest, stop)?;
            rest.clear();
        }
    }
    if let Some(block) = last {
        made.append_block(block);
    }
    if !rest.is_empty() {
        made.append_searched(&rest, stop)?;
    }
    Some(made.schedule)
}

/// Groups the packets by orbit, sorted by distance, blocks first; none if the loads of the two classes are
/// not balanced.
fn turned_groups(task: &IsotropicTask) -> Option<Vec<TurnOrbit>> {
    let network = task.network();
    let (mut known, mut groups) = (BTreeSet::new(), Vec::new());
    for class in task.classes() {
        if class.offset == Node(0) || known.contains(&class.offset) {
            continue;
        }
        for _ in 0..class.count {
            let group = turned_group(network, class.offset)?;
            known.extend(group.offsets.iter().copied());
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| (group.hops, !group.is_block, group.offsets[0]));
    Some(groups)
}

fn turned_group(network: &Network, first: Node) -> Option<TurnOrbit> {
    let (mut offsets, mut routes) = (Vec::new(), Vec::new());
    let mut route = signed(network, first);
    while offsets.first() != Some(&target(network, &route)) {
        offsets.push(target(network, &route));
        routes.push(route.clone());
        route = turn(&route);
    }
    let is_full = offsets.len() == 2 * route.len();
    let half = |x: i64| x == 0 || network.dimensions()[0].radix() == 2 * x.unsigned_abs();
    // From the other class a packet goes the other way round wherever both ways are equally short.
    let other: Vec<Vec<i64>> = match () {
        () if is_full => routes.clone(),
        () if route.iter().all(|&x| half(x)) => routes.iter().map(|route| negated(route)).collect(),
        () => std::iter::successors(Some(route), |route| Some(turn(route))).take(routes.len()).collect(),
    };
    let hops = routes[0].iter().map(|x| x.unsigned_abs()).sum();
    let uses = |list: &[Vec<i64>]| list.iter().map(|route| link_uses(route)).collect::<Vec<_>>();
    let group = TurnOrbit { offsets, routes: [uses(&routes), uses(&other)], hops, is_block: is_full };
    let loads = loads(&[&group], network);
    loads.windows(2).all(|pair| pair[0] == pair[1]).then_some(group)
}

/// Returns a shortest route for an offset: the hops of every dimension with their sign, + where both ways are
/// equally short.
fn signed(network: &Network, offset: Node) -> Vec<i64> {
    let hops = |ring: &Dimension| {
        let (x, radix) = (ring.coordinate(offset), ring.radix());
        let (plus, minus) = (i64::try_from(x), i64::try_from(radix - x));
        if 2 * x <= radix { plus.unwrap_or(0) } else { -minus.unwrap_or(0) }
    };
    network.dimensions().iter().map(hops).collect()
}

fn turn(route: &[i64]) -> Vec<i64> {
    let last = route.last().map(|x| -x);
    last.into_iter().chain(route.iter().copied().take(route.len().saturating_sub(1))).collect()
}

fn negated(route: &[i64]) -> Vec<i64> {
    route.iter().map(|x| -x).collect()
}

/// Returns the node to which a route leads from node 0.
fn target(network: &Network, route: &[i64]) -> Node {
    let coordinate = |(ring, &hops): (&Dimension, &i64)| {
        let hops_up = hops.unsigned_abs() % ring.radix();
        let x = if hops < 0 { (ring.radix() - hops_up) % ring.radix() } else { hops_up };
        x * ring.stride()
    };
    Node(network.dimensions().iter().zip(route).map(coordinate).sum())
}

/// Returns how often a route takes each link: + and − of every dimension.
fn link_uses(route: &[i64]) -> Vec<u32> {
    let both = |&hops: &i64| {
        let count = u32::try_from(hops.unsigned_abs()).expect("fewer hops than nodes of a ring");
        if hops < 0 { [0, count] } else { [count, 0] }
    };
    route.iter().flat_map(both).collect()
}

/// Returns how often each link is used from both classes together.
fn loads(groups: &[&TurnOrbit], network: &Network) -> Vec<u64> {
    let links = usize::try_from(network.links()).expect("few links");
    let all = groups.iter().flat_map(|group| group.routes.iter().flatten());
    all.fold(vec![0; links], |mut loads, uses| {
        for (load, &uses) in loads.iter_mut().zip(uses) {
            *load += u64::from(uses);
        }
        loads
    })
}

/// Returns whether all packets of some groups can go before all later ones without additional delay. That is
/// so if all links of both classes are busy for a whole number of slots, and the delay on pooled links is the
/// same as with the later packets in one pool.
fn adds_no_delay(groups: &[&TurnOrbit], later: &[TurnOrbit], network: &Network) -> bool {
    let loads = loads(groups, network);
    if !loads.iter().all(|load| load.is_multiple_of(2)) {
        return false;
    }
    let hops = |group: &TurnOrbit| {
        let hops = u32::try_from(group.hops).expect("fewer hops than nodes of a ring");
        std::iter::repeat_n(hops, 2 * group.offsets.len())
    };
    let own: Vec<u32> = groups.iter().flat_map(|group| hops(group)).collect();
    let after: Vec<u32> = later.iter().flat_map(hops).collect();
    let servers = 2 * loads.len();
    let together = pooled_delay([own.clone(), after.clone()].concat(), servers, 0);
    pooled_delay(own, servers, 0) + pooled_delay(after, servers, loads[0] / 2) == together
}

/// A schedule under construction.
struct Builder<'a> {
    network: &'a Network,
    links: usize,
    schedule: OrbitSchedule,
    /// One node of either class.
    starts: [Node; 2],
}

impl<'a> Builder<'a> {
    fn new(network: &'a Network) -> Self {
        let rings = network.dimensions();
        let (first, others) = rings.split_first().expect("a torus has dimensions");
        // Two steps in the first dimension, one step in both it and another.
        let generators = std::iter::once(Node(2 * first.stride()))
            .chain(others.iter().map(|ring| Node(first.stride() + ring.stride())));
        let group =
            Subgroup::new(network, generators.collect()).expect("translations of a torus with few nodes");
        let starts = [group.least(0), group.least(1)];
        let links = usize::try_from(network.links()).expect("few links");
        Self {
            network,
            links,
            starts,
            schedule: OrbitSchedule { group, packets: Vec::new(), slots: Vec::new() },
        }
    }

    /// Appends the slots of a balanced orbit, with equal moves from both classes.
    fn append_block(&mut self, group: &TurnOrbit) {
        let mut matrix = TaskMatrix::new(self.network.links());
        for uses in &group.routes[0] {
            let entries = (0..).zip(uses.iter().map(|&uses| u64::from(uses)));
            matrix.push_row(entries.filter(|entry| entry.1 > 0)).expect("links of the network, increasing");
        }
        let coloring = color(&matrix, &quotient(&matrix, self.network.links()));
        let mut slots: Vec<Moves> = vec![Vec::new(); usize::try_from(group.hops).expect("few hops")];
        for (row, units) in units(&matrix, &coloring).into_iter().enumerate() {
            for (slot, Link(link)) in units {
                let (slot, link) =
                    (usize::try_from(slot).expect("few slots"), usize::try_from(link).expect("few"));
                slots[slot].extend([(2 * row, link), (2 * row + 1, link)]);
            }
        }
        self.append(&[group], &slots);
    }

    /// Appends the slots of orbits that are balanced together, found by a beam search; none if it fails.
    fn append_searched(&mut self, groups: &[&TurnOrbit], stop: &dyn Fn() -> bool) -> Option<()> {
        let (mut rows, mut turn) = (Vec::new(), 0);
        for (index, group) in groups.iter().enumerate() {
            turn += usize::from(index > 0 && group.is_block);
            for (one, other) in group.routes[0].iter().zip(&group.routes[1]) {
                rows.push(Row { class: 0, uses: one.clone(), step: turn });
                rows.push(Row { class: 1, uses: other.clone(), step: turn });
            }
        }
        if rows.len() > MAX_STAGE_ROWS {
            return None;
        }
        let beam = Beam::new(&rows, self.links);
        let slots = (0..SEEDS_OF_A_STAGE).take_while(|_| !stop()).find_map(|seed| beam.search(seed, stop))?;
        self.append(groups, &slots);
        Some(())
    }

    /// Appends slots of moves of rows; the rows are the packets of the groups in turn, each from either
    /// class.
    fn append(&mut self, groups: &[&TurnOrbit], slots: &[Moves]) {
        let first = self.schedule.packets.len();
        let mut at = Vec::new();
        for offset in groups.iter().flat_map(|group| &group.offsets) {
            for start in self.starts {
                let to = self.network.translate(start, *offset);
                self.schedule.packets.push(Packet::Personal { from: start, to });
                at.push(start);
            }
        }
        for moves in slots {
            let step = |&(row, link): &(usize, usize)| {
                let link = Link(u32::try_from(link).expect("few links"));
                let there = self.network.neighbor(at[row], link);
                let node = std::mem::replace(&mut at[row], there);
                let packet = u32::try_from(first + row).expect("fewer than 2^32 packets");
                OrbitStep { packet, node, link }
            };
            let mut steps: Vec<OrbitStep> = moves.iter().map(step).collect();
            steps.sort_unstable();
            self.schedule.slots.push(steps);
        }
    }
}
