//! Random matrices, graphs and tasks, each saying what it covers.

use super::{Demand, Listing, links};
use isotask::wire::{Graph, GraphLink, Lift, LiftLink, Network, NodeRef, PacketCount, Ports, Task};
use num_integer::Integer;
use proptest::prelude::*;
use proptest::strategy::Just;
use std::collections::BTreeSet;

/// Full matrices up to 8 × 6 with entries 0 to 4, about half of them 0: zero rows, zero columns, more columns
/// than rows, single lines, no rows. Never no columns.
pub(crate) fn matrix() -> impl Strategy<Value = Vec<Vec<u64>>> {
    (0_usize..=8, 1_usize..=6).prop_flat_map(|(rows, columns)| {
        let entry = prop_oneof![4 => Just(0_u64), 3 => Just(1_u64), 1 => 2_u64..=4];
        proptest::collection::vec(proptest::collection::vec(entry, columns), rows)
    })
}

/// Tall 0/1 matrices up to 60 × 5, the shape of task matrices, so that many rows share a group.
pub(crate) fn tall_matrix() -> impl Strategy<Value = Vec<Vec<u64>>> {
    (1_usize..=60, 1_usize..=5).prop_flat_map(|(rows, columns)| {
        proptest::collection::vec(proptest::collection::vec(0_u64..=1, columns), rows)
    })
}

/// Full matrices up to 5 × 4 with entries 0 to 3, half of them 0: all switching schemes of a slot can be
/// listed. Sometimes one row is so long that it is critical from the start.
pub(crate) fn tiny_matrix() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let long = prop_oneof![4 => Just(0_u64), 1 => 1_u64..=3];
    (1_usize..=5, 1_usize..=4, long).prop_flat_map(|(rows, columns, long)| {
        let entry = prop_oneof![4 => Just(0_u64), 3 => Just(1_u64), 1 => 2_u64..=3];
        proptest::collection::vec(proptest::collection::vec(entry, columns), rows).prop_map(
            move |mut rows| {
                rows[0].iter_mut().for_each(|entry| *entry += long);
                rows
            },
        )
    })
}

/// Entries up to 10^12, few of them: only interval forms can hold their schedules.
pub(crate) fn large_matrix() -> impl Strategy<Value = Vec<Vec<u64>>> {
    (1_usize..=6, 1_usize..=5).prop_flat_map(|(rows, columns)| {
        let entry = prop_oneof![Just(0_u64), Just(1_u64), 1_u64..=1_000_000_000_000];
        proptest::collection::vec(proptest::collection::vec(entry, columns), rows)
    })
}

/// A sum of permutation matrices: `slots` of them, each with exactly `ports` entries.
#[derive(Debug, Clone)]
pub(crate) struct Planted {
    /// The sum.
    pub(crate) rows: Vec<Vec<u64>>,
    /// Entries of each summand.
    pub(crate) ports: usize,
    /// Number of summands, which by the count of entries is the least possible.
    pub(crate) slots: u64,
}

/// Sums of 1 to 9 partial permutation matrices of equally many entries, on up to 9 rows and 6 columns. No
/// line can exceed the number of summands and their entries need them all, so the number of classes is known
/// without any theorem.
pub(crate) fn planted() -> impl Strategy<Value = Planted> {
    (1_usize..=9, 1_usize..=6, 1_usize..=9)
        .prop_flat_map(|(rows, columns, slots)| {
            let lines = move |n: usize| Just((0..n).collect::<Vec<_>>()).prop_shuffle();
            let pairs = proptest::collection::vec((lines(rows), lines(columns)), slots);
            (Just((rows, columns)), 1..=rows.min(columns), pairs)
        })
        .prop_map(|((height, width), ports, pairs)| {
            let mut rows = vec![vec![0; width]; height];
            for (rows_used, columns_used) in &pairs {
                for (&row, &column) in rows_used.iter().zip(columns_used).take(ports) {
                    rows[row][column] += 1;
                }
            }
            Planted { rows, ports, slots: super::wide(pairs.len()).try_into().expect("at most 9") }
        })
}

/// Bipartite graphs up to 12 + 12, from empty to dense, as lists of right neighbours in increasing order.
pub(crate) fn bipartite() -> impl Strategy<Value = (Vec<Vec<usize>>, usize)> {
    (0_usize..=12, 1_usize..=12, 1_u32..=10).prop_flat_map(|(left, right, density)| {
        let edge = (0_u32..11).prop_map(move |draw| draw < density);
        proptest::collection::vec(proptest::collection::vec(edge, right), left).prop_map(move |cells| {
            let adjacent =
                cells.iter().map(|row| (0..right).filter(|&column| row[column]).collect()).collect();
            (adjacent, right)
        })
    })
}

/// Radices of 1 to 3 dimensions from 2 to 6.
pub(crate) fn radices() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(2_u64..=6, 1..=3)
}

/// Any ports from 1 to one more than the links, half of the time all.
fn ports(radices: &[u64]) -> impl Strategy<Value = u64> + use<> {
    let links = links(radices);
    prop_oneof![Just(links), 1..=links + 1]
}

/// Tasks of 0 to 6 packets with any offsets on [`radices`].
pub(crate) fn small_listing() -> impl Strategy<Value = Listing> {
    radices().prop_flat_map(|radices| {
        let offset = radices.iter().map(|&p| 0..p).collect::<Vec<_>>();
        let offset = offset.prop_filter("the sender", |to| to.iter().any(|&x| x > 0));
        (Just(radices.clone()), proptest::collection::vec(offset, 0..=6), ports(&radices)).prop_map(
            |(radices, offsets, ports)| {
                let demands = offsets.into_iter().map(|to| Demand { to, count: 1 }).collect();
                Listing { radices, demands, ports }
            },
        )
    })
}

/// Tasks in which the lengths of rows limit detours: 2 to 6 packets of one or two offsets with small
/// coordinates in 2 or 3 dimensions of radix 3 to 6. There the detour of one dimension fits a slot count that
/// the detours of two do not.
pub(crate) fn coupled_listing() -> impl Strategy<Value = Listing> {
    proptest::collection::vec(3_u64..=6, 2..=3).prop_flat_map(|radices| {
        let near = |&p: &u64| prop_oneof![4 => 1..=p / 2, 1 => 0..p];
        let offset = radices.iter().map(near).collect::<Vec<_>>();
        let offset = offset.prop_filter("the sender", |to| to.iter().any(|&x| x > 0));
        let demand = (offset, 1_u64..=3).prop_map(|(to, count)| Demand { to, count });
        (Just(radices.clone()), proptest::collection::vec(demand, 1..=2), ports(&radices))
            .prop_map(|(radices, demands, ports)| Listing { radices, demands, ports })
    })
}

/// Tasks of the size for which the search for directions is promised to be exact, made so that rows limit
/// detours: 2 or 3 dimensions, either 8 to 64 packets of single offsets or up to 8 offsets with up to 300 000
/// copies; small coordinates, some of them mirrored, and radices near the load of their dimension, or near a
/// half or a third of it. Then the least completion time is about as long as one or two detours.
pub(crate) fn promised_listing() -> impl Strategy<Value = Listing> {
    let single = (8_usize..=64, Just(1_u64));
    let copied = (2_usize..=8, prop_oneof![Just(3_u64), Just(10), Just(100), Just(10_000), Just(300_000)]);
    let far = prop_oneof![Just(3_u64), Just(10), Just(50), Just(1000), Just(100_000)];
    let near = prop_oneof![Just(2_u64), Just(5), Just(20)];
    let sizes = prop_oneof![(single, far.boxed()), (copied, near.boxed())];
    (2_usize..=3, sizes).prop_flat_map(|(dimensions, ((offsets, copies), far))| {
        let offset = proptest::collection::vec((0..=far, proptest::bool::weighted(0.2)), dimensions);
        let offset = offset.prop_filter("the sender", |to| to.iter().any(|&(x, _)| x > 0));
        let demand = (offset, copies.div_ceil(2)..=copies);
        let radix = proptest::collection::vec((93_u64..=106, 1_u64..=3), dimensions);
        (proptest::collection::vec(demand, offsets), radix, 1..=2 * dimensions, proptest::bool::ANY).prop_map(
            move |(demands, radix, ports, all)| {
                let load = |i: usize| demands.iter().map(|(to, count)| to[i].0 * count).sum::<u64>();
                let radices: Vec<u64> = radix
                    .iter()
                    .enumerate()
                    .map(|(i, (percent, part))| (load(i) * percent / 100 / part).max(2 * far + 1))
                    .collect();
                let turned = |to: &[(u64, bool)]| {
                    let ways = to.iter().zip(&radices);
                    ways.map(|(&(x, mirrored), p)| if mirrored && x > 0 { p - x } else { x }).collect()
                };
                let demands = demands.iter().map(|(to, count)| Demand { to: turned(to), count: *count });
                let ports = if all { 2 * dimensions } else { ports };
                Listing {
                    demands: demands.collect(),
                    radices,
                    ports: u64::try_from(ports).expect("at most 6"),
                }
            },
        )
    })
}

/// Connected circulants of 3 to 40 nodes with one to three steps, the step n/2 and repeated steps included.
pub(crate) fn circulant() -> impl Strategy<Value = (u64, Vec<u64>)> {
    let steps = |n: u64| (Just(n), proptest::collection::vec(1..=n / 2, 1..=3));
    (3_u64..=40).prop_flat_map(steps).prop_filter_map("connected, no step twice", |(n, steps)| {
        let distinct: BTreeSet<u64> = steps.iter().copied().collect();
        let common = steps.iter().fold(n, |common, step| common.gcd(step));
        (common == 1 && distinct.len() == steps.len()).then_some((n, steps))
    })
}

/// Total exchange, a band of distances up to 2, or up to four listed offsets (indices below n) with counts up
/// to 5.
pub(crate) fn isotropic(nodes: u64) -> impl Strategy<Value = Task> {
    let packet = (1..nodes, 1_u64..=5);
    let listed = proptest::collection::vec(packet, 1..=4).prop_map(|packets| {
        let packet =
            |&(offset, count): &(u64, u64)| PacketCount { offset: NodeRef::Index(offset).into(), count };
        Task::Isotropic { packets: packets.iter().map(packet).collect(), count: 1 }
    });
    prop_oneof![
        2 => Just(Task::TotalExchange { count: 1 }),
        1 => Just(Task::NeighbourhoodExchange { min: 1, max: 1, count: 2 }),
        3 => listed,
    ]
}

/// Graphs of 2 to `most` nodes, directed or not, whose links carry 1 or 2 packets. A graph has a cycle
/// through all nodes in some order, or a path if it is undirected, and at most as many chords.
pub(crate) fn graph(most: u32) -> impl Strategy<Value = Graph> {
    (2..=most, proptest::bool::ANY, proptest::bool::ANY)
        .prop_flat_map(|(nodes, directed, closed)| {
            let order = Just((0..nodes).collect::<Vec<u32>>()).prop_shuffle();
            let capacity = prop_oneof![3 => Just(1_u32), 1 => Just(2_u32)];
            let chords = proptest::collection::vec((0..nodes, 1..nodes.max(2)), 0..=3);
            let capacities = proptest::collection::vec(capacity, usize::try_from(nodes).expect("few") + 3);
            (order, chords, capacities, Just(directed), Just(closed || directed))
        })
        .prop_map(|(order, chords, capacities, directed, closed)| {
            let nodes = u32::try_from(order.len()).expect("few");
            let circle = order.iter().zip(order.iter().cycle().skip(1)).map(|(&from, &to)| (from, to));
            let circle = circle.take(order.len() - usize::from(!closed));
            let chords = chords.into_iter().map(|(from, step)| (from, (from + step) % nodes));
            let mut known = BTreeSet::new();
            let ends = |from: u32, to: u32| if directed { (from, to) } else { (from.min(to), from.max(to)) };
            let all = circle.chain(chords).filter(|(from, to)| from != to);
            let new: Vec<_> = all.filter(|&(from, to)| known.insert(ends(from, to))).collect();
            let links = new.into_iter().zip(capacities);
            let links = links.map(|((from, to), capacity)| GraphLink { from, to, capacity }).collect();
            let (names, switches, switch_ports) = (None, None, Ports::All);
            Graph { nodes: nodes.into(), directed, names, switches, switch_ports, links }
        })
}

/// Graphs from [`graph`] without some links, so that not every node has a path to every other.
pub(crate) fn parted(most: u32) -> impl Strategy<Value = Graph> {
    let kept = proptest::collection::vec(proptest::bool::weighted(0.7), 12);
    (graph(most), kept).prop_map(|(graph, kept)| {
        let links = graph.links.iter().zip(kept.into_iter().cycle()).filter(|&(_, kept)| kept);
        Graph { links: links.map(|(link, _)| *link).collect(), ..graph }
    })
}

/// Graphs, meshes and lifts of 2 to `most` nodes.
pub(crate) fn listed(most: u32) -> impl Strategy<Value = Network> {
    prop_oneof![
        2 => graph(most).prop_map(Network::Graph),
        1 => mesh(most),
        2 => lift(most).prop_map(Network::Lift),
    ]
}

/// Meshes of 1 to 3 dimensions of 2 to `most` nodes.
fn mesh(most: u32) -> impl Strategy<Value = Network> {
    proptest::collection::vec(0_u64..1000, 3).prop_map(move |draws| {
        let (mut radices, mut room) = (Vec::new(), u64::from(most));
        for draw in draws.into_iter().filter(|draw| draw % 4 > 0) {
            if room >= 2 {
                radices.push(2 + draw % (room - 1));
                room /= radices[radices.len() - 1];
            }
        }
        Network::Mesh { radices: if radices.is_empty() { vec![2] } else { radices } }
    })
}

/// Lifts of 2 to `most` nodes by one or two cyclic groups, whose links carry 1 or 2 packets: a path through
/// the base, a loop for every part of the group, and up to three more links, loops that are their own inverse
/// included.
pub(crate) fn lift(most: u32) -> impl Strategy<Value = Lift> {
    let draws = proptest::collection::vec((0_u32..1000, 0_u32..1000, 0_u64..1000, 1_u32..=2), 12);
    (2..=most, 0_u32..1000, proptest::bool::ANY, 0_usize..=3, draws).prop_map(
        move |(order, base, in_two, more, draws)| {
            let order = u64::from(order);
            let group = if in_two && order >= 4 && order % 2 == 0 { vec![2, order / 2] } else { vec![order] };
            let nodes = 1 + base % (most / u32::try_from(order).expect("few")).min(4);
            let element = |draw: u64| group.iter().map(|radix| draw % radix).collect::<Vec<_>>();
            let path = (1..nodes).zip(&draws).map(|(to, draw)| (to - 1, to, element(draw.2)));
            let unit = |part: usize| (0..group.len()).map(|at| u64::from(at == part)).collect::<Vec<_>>();
            let loops = (0..group.len())
                .map(|part| (draws[4 + part].0 % nodes, draws[4 + part].0 % nodes, unit(part)));
            let chords =
                draws[6..].iter().take(more).map(|draw| (draw.0 % nodes, draw.1 % nodes, element(draw.2)));
            let mut known = BTreeSet::new();
            let mut links = Vec::new();
            for (at, (from, to, shift)) in path.chain(loops).chain(chords).enumerate() {
                let back: Vec<u64> =
                    shift.iter().zip(&group).map(|(part, radix)| (radix - part) % radix).collect();
                let is_loop = from == to && shift.iter().all(|&part| part == 0);
                if !is_loop && known.insert((from, to, shift.clone())) {
                    known.insert((to, from, back));
                    links.push(LiftLink { from, to, shift, capacity: draws[at % draws.len()].3 });
                }
            }
            // Some nodes of the base are switches, if two others are left.
            let few = usize::try_from(nodes).expect("few") - 1;
            let marked = if draws[0].3 == 1 && few > 0 && order >= 2 { draws[1].0 % nodes } else { nodes };
            let switches = (marked < nodes).then(|| [marked].into());
            let switch_ports = if marked < nodes && draws[2].3 == 1 { Ports::One } else { Ports::All };
            Lift { group, nodes: nodes.into(), names: None, switches, switch_ports, links: links.into() }
        },
    )
}
