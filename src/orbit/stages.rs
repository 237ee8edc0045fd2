//! Least delay on tori of equal even radices: two classes of nodes divide the ties that one cannot, stage by
//! stage.

use super::beam::{Beam, Moves, Row, pooled};
use super::torus::units;
use crate::decompose::{color, quotient};
use crate::model::{
    Dimension, IsotropicTask, Link, Network, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, TaskMatrix,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most packets of both classes in a stage that is searched, most links of a node, and most moves of a node.
const MOST_ROWS: usize = 1 << 9;
const MOST_LINKS: u32 = 32;
const MOST_MOVES: u64 = 1 << 20;
/// Seeds that a stage is searched with.
const SEEDS: u64 = 64;

/// Packets of a node that the turn of the torus takes into each other, with their routes in either class.
#[derive(Debug)]
struct Turned {
    offsets: Vec<Node>,
    routes: [Vec<Vec<u32>>; 2],
    hops: u64,
    /// Whether every link is used as often as a row has hops, alike in both classes.
    is_block: bool,
}

/// Whether [`stages`] is for a task: all links at once, on a torus whose radices are equal and even, at least
/// 4, as many packets of an offset as of every one that the turn takes it to.
#[must_use]
pub fn has_turn(task: &IsotropicTask) -> bool {
    let rings = task.network().dimensions();
    let radix = rings.first().map_or(0, Dimension::radix);
    let equal = rings.iter().all(|ring| ring.radix() == radix);
    let links = task.network().links();
    let shape = equal && radix >= 4 && radix.is_multiple_of(2) && task.ports() >= links;
    if !shape || links > MOST_LINKS || task.total_distance() > MOST_MOVES.into() {
        return false;
    }
    let counts: BTreeMap<Node, u64> = task.classes().map(|class| (class.offset, class.count)).collect();
    let turned = |&offset: &Node| target(task.network(), &turn(&signed(task.network(), offset)));
    counts.iter().all(|(offset, count)| counts.get(&turned(offset)) == Some(count))
}

/// A schedule with two classes of nodes, those of even and odd coordinate sum, whose delay is that of pooled
/// links, stage by stage; none if the search of a stage finds none.
///
/// The map (x₁, …, x_D) → (−x_D, x₁, …, x_{D−1}) turns the 2D kinds of links in a cycle. 2D packets that it
/// takes into each other keep all links busy for as many slots as each has hops, by König's theorem. Only
/// packets that go half round in every dimension in which they move at all have fewer than 2D turns without
/// coming to balance: they go + from one class and − from the other, and are done together with the packets
/// before them, or with all up to the next ones of their sort where that takes whole slots.
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
    let mut rest: Vec<&Turned> = Vec::new();
    let mut last: Option<&Turned> = None;
    let groups = turned_groups(task)?;
    for (index, group) in groups.iter().enumerate() {
        if group.is_block && rest.is_empty() {
            if let Some(block) = last.replace(group) {
                made.block(block);
            }
            continue;
        }
        // What is not balanced goes with the block before it.
        rest.extend(last.take());
        rest.push(group);
        if loses_nothing(&rest, &groups[index + 1..], network) {
            made.searched(&rest, stop)?;
            rest.clear();
        }
    }
    if let Some(block) = last {
        made.block(block);
    }
    if !rest.is_empty() {
        made.searched(&rest, stop)?;
    }
    Some(made.schedule)
}

/// The packets by the turn and by distance, blocks first; none if the two classes do not balance.
fn turned_groups(task: &IsotropicTask) -> Option<Vec<Turned>> {
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

fn turned_group(network: &Network, first: Node) -> Option<Turned> {
    let (mut offsets, mut routes) = (Vec::new(), Vec::new());
    let mut route = signed(network, first);
    while offsets.first() != Some(&target(network, &route)) {
        offsets.push(target(network, &route));
        routes.push(route.clone());
        route = turn(&route);
    }
    let is_full = offsets.len() == 2 * route.len();
    let half = |x: i64| x == 0 || network.dimensions()[0].radix() == 2 * x.unsigned_abs();
    // From the other class a packet goes the other way round wherever both are as short.
    let other: Vec<Vec<i64>> = match () {
        () if is_full => routes.clone(),
        () if route.iter().all(|&x| half(x)) => routes.iter().map(|route| negated(route)).collect(),
        () => std::iter::successors(Some(route), |route| Some(turn(route))).take(routes.len()).collect(),
    };
    let hops = routes[0].iter().map(|x| x.unsigned_abs()).sum();
    let uses = |list: &[Vec<i64>]| list.iter().map(|route| uses(route)).collect::<Vec<_>>();
    let group = Turned { offsets, routes: [uses(&routes), uses(&other)], hops, is_block: is_full };
    let loads = loads(&[&group], network);
    loads.windows(2).all(|pair| pair[0] == pair[1]).then_some(group)
}

/// A shortest route for an offset: the hops of every dimension with their sign, + where both ways are as
/// short.
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

/// Where a route leads from node 0.
fn target(network: &Network, route: &[i64]) -> Node {
    let coordinate = |(ring, &hops): (&Dimension, &i64)| {
        let hops_up = hops.unsigned_abs() % ring.radix();
        let x = if hops < 0 { (ring.radix() - hops_up) % ring.radix() } else { hops_up };
        x * ring.stride()
    };
    Node(network.dimensions().iter().zip(route).map(coordinate).sum())
}

/// How often a route takes each link: + and − of every dimension.
fn uses(route: &[i64]) -> Vec<u32> {
    let both = |&hops: &i64| {
        let count = u32::try_from(hops.unsigned_abs()).expect("fewer hops than nodes of a ring");
        if hops < 0 { [0, count] } else { [count, 0] }
    };
    route.iter().flat_map(both).collect()
}

/// How often each link is used from both classes together.
fn loads(groups: &[&Turned], network: &Network) -> Vec<u64> {
    let links = usize::try_from(network.links()).expect("few links");
    let all = groups.iter().flat_map(|group| group.routes.iter().flatten());
    all.fold(vec![0; links], |mut loads, uses| {
        for (load, &uses) in loads.iter_mut().zip(uses) {
            *load += u64::from(uses);
        }
        loads
    })
}

/// Whether packets can be done before all later ones without more delay than if they overlapped: all links of
/// both classes are busy for a whole number of slots, and pooled links that begin the later ones together
/// make of them what they would make one after the other.
fn loses_nothing(groups: &[&Turned], later: &[Turned], network: &Network) -> bool {
    let loads = loads(groups, network);
    if !loads.iter().all(|load| load.is_multiple_of(2)) {
        return false;
    }
    let hops = |group: &Turned| {
        let hops = u32::try_from(group.hops).expect("fewer hops than nodes of a ring");
        std::iter::repeat_n(hops, 2 * group.offsets.len())
    };
    let own: Vec<u32> = groups.iter().flat_map(|group| hops(group)).collect();
    let after: Vec<u32> = later.iter().flat_map(hops).collect();
    let servers = 2 * loads.len();
    let together = pooled([own.clone(), after.clone()].concat(), servers, 0);
    pooled(own, servers, 0) + pooled(after, servers, loads[0] / 2) == together
}

/// A schedule in the making.
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

    /// Balanced packets, alike from both classes.
    fn block(&mut self, group: &Turned) {
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

    /// Packets that are balanced together: a search.
    fn searched(&mut self, groups: &[&Turned], stop: &dyn Fn() -> bool) -> Option<()> {
        let (mut rows, mut turn) = (Vec::new(), 0);
        for (index, group) in groups.iter().enumerate() {
            turn += usize::from(index > 0 && group.is_block);
            for (one, other) in group.routes[0].iter().zip(&group.routes[1]) {
                rows.push(Row { class: 0, uses: one.clone(), step: turn });
                rows.push(Row { class: 1, uses: other.clone(), step: turn });
            }
        }
        if rows.len() > MOST_ROWS {
            return None;
        }
        let beam = Beam::new(&rows, self.links);
        let slots = (0..SEEDS).take_while(|_| !stop()).find_map(|seed| beam.search(seed, stop))?;
        self.append(groups, &slots);
        Some(())
    }

    /// Adds slots in which rows move: those of a group's packets in turn, each from either class.
    fn append(&mut self, groups: &[&Turned], slots: &[Moves]) {
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
