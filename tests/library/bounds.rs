//! Lower bounds: never above what some schedule takes, and equal to their own definitions computed on
//! explicit graphs.

use crate::common::{Listing, links, strategies, task_of, wide};
use isotask::bound::{distance, weigh, weighted};
use isotask::linear::{self, Choices, Column, Fractional, refute_or_mix};
use isotask::model::{Network, Node};
use isotask::route::{SearchBudget, least_completion, refute_for_all};
use isotask::wire;
use num_rational::{BigRational, Ratio};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Returns for every node of a torus, last coordinate fastest, its neighbour over every link.
fn neighbours(radices: &[u64]) -> Vec<Vec<usize>> {
    let nodes: u64 = radices.iter().product();
    (0..nodes)
        .map(|node| {
            let mut stride = nodes;
            let mut over = Vec::new();
            for &p in radices {
                stride /= p;
                let x = node / stride % p;
                let at = |other: u64| wide(node - x * stride + other * stride);
                over.push(at((x + 1) % p));
                if p > 2 {
                    over.push(at((x + p - 1) % p));
                }
            }
            over
        })
        .collect()
}

/// Returns for every node its least distance from node 0 on the explicit graph with lengths of links.
fn lengths(neighbours: &[Vec<usize>], of_link: &[u64]) -> Vec<u64> {
    let mut graph = DiGraph::<(), u64>::new();
    let nodes: Vec<NodeIndex> = neighbours.iter().map(|_| graph.add_node(())).collect();
    for (node, over) in neighbours.iter().enumerate() {
        for (&other, &length) in over.iter().zip(of_link) {
            graph.add_edge(nodes[node], nodes[other], length);
        }
    }
    let found = dijkstra(&graph, nodes[0], None, |edge| *edge.weight());
    nodes.iter().map(|node| found[node]).collect()
}

fn index(radices: &[u64], to: &[u64]) -> usize {
    wide(to.iter().zip(radices).fold(0, |index, (&x, &p)| index * p + x))
}

#[test]
fn distances_are_those_of_breadth_first_search() {
    let torus = |radices: &[u64]| {
        let kind = wire::Network::Torus { radices: radices.to_vec() };
        (kind, neighbours(radices))
    };
    let cube = |dimension: u64| {
        let bits = |node: usize| (0..dimension).map(|bit| node ^ (1 << bit)).collect();
        (wire::Network::Hypercube { dimension }, (0..1_usize << dimension).map(bits).collect())
    };
    let ring = |nodes: u64| (wire::Network::Ring { nodes }, neighbours(&[nodes]));
    let mut networks: Vec<(wire::Network, Vec<Vec<usize>>)> = Vec::new();
    networks.extend((1..=8).map(cube));
    networks.extend((2..=12).map(ring));
    let tori: [&[u64]; 7] = [&[2, 2], &[3, 2], &[2, 5], &[4, 6], &[3, 4, 5], &[2, 3, 2, 4], &[7]];
    networks.extend(tori.into_iter().map(torus));
    for (kind, neighbours) in networks {
        let network = Network::new(&kind).expect("a good network");
        let links = wide(network.links());
        assert_eq!((wide(network.nodes()), links), (neighbours.len(), neighbours[0].len()));
        let expected = lengths(&neighbours, &vec![1; links]);
        let found: Vec<u64> = (0..network.nodes()).map(|node| network.distance(Node(node))).collect();
        assert_eq!(found, expected, "{kind:?}");
        assert_eq!(expected.iter().copied().max(), Some(network.diameter()));
        for max in 1..=network.diameter() {
            for min in 1..=max {
                let exchange = wire::Task::NeighbourhoodExchange { min, max, count: 3 };
                let task = task_of(kind.clone(), exchange, wire::Ports::All);
                let near = expected.iter().filter(|d| (min..=max).contains(d));
                assert_eq!(
                    task.total_distance(),
                    3 * near.clone().map(|&near| u128::from(near)).sum::<u128>()
                );
                assert_eq!(wide(task.rows()), 3 * near.count());
                assert_eq!(distance(&task).map(|bound| bound.value), Some(max));
            }
        }
    }
}

/// Returns ⌈Σ dist / W⌉ on the explicit graph; `capacity` computes W.
fn weigh_on_graph(listing: &Listing, weights: &[u64], capacity: fn(&[u64], u64) -> u64) -> u64 {
    let lengths = lengths(&neighbours(&listing.radices), weights);
    let work: u64 = listing.demands.iter().map(|d| d.count * lengths[index(&listing.radices, &d.to)]).sum();
    match capacity(weights, listing.ports) {
        0 => 0,
        capacity => work.div_ceil(capacity),
    }
}

fn largest(weights: &[u64], ports: u64) -> u64 {
    let mut weights = weights.to_vec();
    weights.sort_unstable();
    weights.iter().rev().take(wide(ports)).sum()
}

proptest! {
    #[test]
    fn weighted_bounds_equal_their_definition_on_the_explicit_graph(
        listing in prop_oneof![strategies::small_listing(), strategies::coupled_listing()],
        weights in proptest::collection::vec(0_u64..=5, 6),
    ) {
        let weights = &weights[..wide(listing.links())];
        let task = listing.task();
        prop_assert_eq!(weigh(&task, weights), weigh_on_graph(&listing, weights, largest));
        let best = weighted(&task, u64::MAX);
        prop_assert_eq!(best.value, weigh_on_graph(&listing, &best.weights, largest));
        prop_assert!(best.value >= weigh(&task, weights), "better weights exist than {:?}", best);
        let lengths = lengths(&neighbours(&listing.radices), &vec![1; weights.len()]);
        let farthest = listing.demands.iter().map(|d| lengths[index(&listing.radices, &d.to)]).max();
        prop_assert_eq!(distance(&task).map(|bound| bound.value), farthest);
    }
}

/// A network on which all schedules are tried, symmetric or not.
struct Search {
    neighbours: Vec<Vec<usize>>,
    distance: Vec<Vec<u64>>,
    ports: usize,
    /// Whether links have capacities; without them the search is broken on purpose.
    links_are_limited: bool,
    /// States from which the number of slots, the first of the pair, does not suffice.
    failed: BTreeSet<(u64, Vec<(usize, usize)>)>,
}

/// The moves of one slot, chosen packet by packet.
struct Slot {
    used: BTreeSet<(usize, usize)>,
    sent: Vec<usize>,
    received: Vec<usize>,
    after: Vec<(usize, usize)>,
}

impl Search {
    fn new(listing: &Listing) -> Self {
        let neighbours = neighbours(&listing.radices);
        let nodes = neighbours.len();
        // Relaxation from every node to every other one; the networks have at most five nodes.
        let mut distance: Vec<Vec<u64>> = (0..nodes)
            .map(|from| (0..nodes).map(|to| if from == to { 0 } else { u64::MAX / 2 }).collect())
            .collect();
        for _ in 0..nodes {
            let before = distance.clone();
            for (row, over) in distance.iter_mut().zip(&neighbours) {
                for next in over {
                    for (here, there) in row.iter_mut().zip(&before[*next]) {
                        *here = (*here).min(there + 1);
                    }
                }
            }
        }
        let ports = wide(listing.effective_ports());
        Self { neighbours, distance, ports, links_are_limited: true, failed: BTreeSet::new() }
    }

    /// Returns the least number of slots of any schedule.
    fn optimum(&mut self, listing: &Listing) -> u64 {
        let mut packets = Vec::new();
        for (from, to) in
            (0..self.neighbours.len()).flat_map(|s| listing.packets().into_iter().map(move |to| (s, to)))
        {
            packets.push((from, translate(&listing.radices, from, &to)));
        }
        packets.sort_unstable();
        let most: u64 = packets.iter().map(|&(at, to)| self.distance[at][to]).sum();
        (0..=most).find(|&slots| self.suffices(&packets, slots)).unwrap_or(u64::MAX)
    }

    fn suffices(&mut self, packets: &[(usize, usize)], slots: u64) -> bool {
        let far = packets.iter().any(|&(at, to)| self.distance[at][to] > slots);
        if packets.is_empty() || far {
            return packets.is_empty();
        }
        let state = (slots, packets.to_vec());
        if self.failed.contains(&state) {
            return false;
        }
        let nodes = self.neighbours.len();
        let slot =
            Slot { used: BTreeSet::new(), sent: vec![0; nodes], received: vec![0; nodes], after: Vec::new() };
        let suffices = self.continues(packets, slots, slot).is_none();
        if !suffices {
            self.failed.insert(state);
        }
        suffices
    }

    /// Tries all moves of the remaining packets in this slot; restores the slot if none leads to a schedule.
    fn continues(&mut self, packets: &[(usize, usize)], slots: u64, mut slot: Slot) -> Option<Slot> {
        let Some((&(at, to), rest)) = packets.split_first() else {
            let mut after = slot.after.clone();
            after.sort_unstable();
            return (!self.suffices(&after, slots - 1)).then_some(slot);
        };
        for link in 0..self.neighbours[at].len() {
            let next = self.neighbours[at][link];
            let free = !self.links_are_limited
                || !slot.used.contains(&(at, link))
                    && slot.sent[at] < self.ports
                    && slot.received[next] < self.ports;
            if !free || self.distance[next][to] >= slots {
                continue;
            }
            let fresh = slot.used.insert((at, link));
            slot.sent[at] += 1;
            slot.received[next] += 1;
            if next != to {
                slot.after.push((next, to));
            }
            slot = self.continues(rest, slots, slot)?;
            if next != to {
                slot.after.pop();
            }
            slot.sent[at] -= 1;
            slot.received[next] -= 1;
            if fresh {
                slot.used.remove(&(at, link));
            }
        }
        if self.distance[at][to] < slots {
            slot.after.push((at, to));
            slot = self.continues(rest, slots, slot)?;
            slot.after.pop();
        }
        Some(slot)
    }
}

fn translate(radices: &[u64], from: usize, to: &[u64]) -> usize {
    let mut rest = u64::try_from(from).expect("few nodes");
    let mut sum = vec![0; to.len()];
    for ((sum, &p), &x) in sum.iter_mut().zip(radices).zip(to).rev() {
        *sum = (rest % p + x) % p;
        rest /= p;
    }
    index(radices, &sum)
}

/// Returns all tasks of 1 to `most` packets on a torus, with all numbers of ports.
fn all_listings(radices: &[u64], most: usize) -> Vec<Listing> {
    let nodes: u64 = radices.iter().product();
    let offsets: Vec<Vec<u64>> = (1..nodes)
        .map(|node| {
            Network::new(&wire::Network::Torus { radices: radices.to_vec() })
                .expect("good")
                .coordinates(Node(node))
        })
        .collect();
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    let mut listings = Vec::new();
    for _ in 0..most {
        lists = lists
            .iter()
            .flat_map(|list| {
                let first = list.last().copied().unwrap_or(0);
                (first..offsets.len()).map(move |next| [list.as_slice(), &[next]].concat())
            })
            .collect();
        for list in &lists {
            let demands: Vec<(&[u64], u64)> = list.iter().map(|&i| (offsets[i].as_slice(), 1)).collect();
            listings.extend((1..=links(radices)).map(|ports| Listing::new(radices, &demands, ports)));
        }
    }
    listings
}

#[test]
fn no_schedule_of_any_kind_beats_a_bound_of_scope_all() {
    let budget = SearchBudget { evaluations: u64::MAX, stop: &|| false };
    let mut beaten = 0;
    let networks: [(&[u64], usize); 5] = [(&[3], 4), (&[4], 3), (&[2, 2], 3), (&[2], 3), (&[5], 2)];
    for listing in networks.into_iter().flat_map(|(radices, most)| all_listings(radices, most)) {
        let optimum = Search::new(&listing).optimum(&listing);
        let task = listing.task();
        assert!(weighted(&task, u64::MAX).value <= optimum, "{listing:?}");
        assert!(distance(&task).is_some_and(|bound| bound.value <= optimum), "{listing:?}");
        assert_eq!(refute_for_all(&task, optimum), None, "{listing:?}");
        let symmetric = least_completion(&task, &budget).completion;
        assert!(optimum <= symmetric, "{listing:?}");
        beaten += u32::from(optimum < symmetric);
    }
    assert!(beaten > 0, "some schedule that is not symmetric is shorter than all that are");
}

#[test]
fn total_exchange_on_the_ring_of_four_takes_two_slots_if_nodes_may_differ() {
    let listing = Listing::new(&[4], &[(&[1], 1), (&[2], 1), (&[3], 1)], 2);
    assert_eq!(Search::new(&listing).optimum(&listing), 2);
    assert_eq!(weighted(&listing.task(), u64::MAX).value, 2);
}

/// Packets that choose among listed routes over two links.
#[derive(Debug)]
struct TwoLinks(Vec<Vec<[u64; 2]>>);

fn cost(route: [u64; 2], weights: [u64; 2]) -> u64 {
    route[0] * weights[0] + route[1] * weights[1]
}

impl TwoLinks {
    /// The best weighted bound as a fraction: the work is concave in the weights and linear between those
    /// that make two routes of a packet equal, so only these, the axes and the diagonal can be best.
    fn best(&self, ports: u32) -> Ratio<u64> {
        let mut candidates = vec![[1, 0], [0, 1], [1, 1]];
        for routes in &self.0 {
            for (a, b) in routes.iter().flat_map(|a| routes.iter().map(move |b| (a, b))) {
                if a[0] >= b[0] && b[1] >= a[1] && a != b {
                    candidates.push([b[1] - a[1], a[0] - b[0]]);
                }
            }
        }
        let bound = |w: [u64; 2]| {
            let least =
                |routes: &Vec<[u64; 2]>| routes.iter().map(|&route| cost(route, w)).min().unwrap_or(0);
            Ratio::new(self.0.iter().map(least).sum(), largest(&w, ports.into()))
        };
        candidates.into_iter().map(bound).max().unwrap_or_default()
    }
}

impl Choices for TwoLinks {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let mut uses = vec![0; 2];
        for routes in &self.0 {
            let best = routes.iter().min_by_key(|&&route| cost(route, [weights[0], weights[1]]));
            for (sum, used) in uses.iter_mut().zip(best.into_iter().flatten()) {
                *sum += used;
            }
        }
        Column { uses }
    }
}

proptest! {
    #[test]
    fn the_fractional_makespan_equals_the_greatest_weighted_bound(
        packets in proptest::collection::vec(proptest::collection::vec([0_u64..=9, 0_u64..=9], 1..=4), 1..=5),
        ports in 1_u32..=2,
    ) {
        let mut choices = TwoLinks(packets);
        let best = choices.best(ports);
        let limit = best.ceil().to_integer();
        let answer = refute_or_mix(2, ports, limit, &mut choices, 10_000);
        let Fractional::Possible(mixture) = answer else {
            return Err(TestCaseError::fail(format!("{answer:?} although {best} is possible")));
        };
        let exact = BigRational::new((*best.numer()).into(), (*best.denom()).into());
        prop_assert_eq!(mixture.makespan, exact);
        let shares: BigRational = mixture.shares.iter().map(|share| &share.1).sum();
        prop_assert_eq!(shares, BigRational::from_integer(1.into()));
        if let Some(limit) = limit.checked_sub(1) {
            let answer = refute_or_mix(2, ports, limit, &mut choices, 10_000);
            let Fractional::Refuted { weights } = answer else {
                return Err(TestCaseError::fail(format!("{answer:?} although {best} is needed")));
            };
            let work = linear::weight(&choices.cheapest(&weights), &weights);
            prop_assert!(work > u128::from(limit) * u128::from(largest(&weights, ports.into())));
        }
    }
}

/// Broken implementations, whose faults the oracles above must detect.
mod broken {
    use super::*;

    #[test]
    fn a_bound_with_the_wrong_capacity_is_detected() {
        let listing = Listing::new(&[3], &[(&[1], 2), (&[2], 1)], 2);
        let optimum = Search::new(&listing).optimum(&listing);
        assert_eq!(optimum, 2);
        assert_eq!(weigh_on_graph(&listing, &[1, 1], largest), 2);
        let one_port = |weights: &[u64], _: u64| largest(weights, 1);
        assert!(weigh_on_graph(&listing, &[1, 1], one_port) > optimum);
    }

    #[test]
    fn a_search_without_link_capacities_is_detected() {
        let listing = Listing::new(&[3], &[(&[1], 3)], 1);
        let mut search = Search::new(&listing);
        assert_eq!(search.optimum(&listing), 3);
        search = Search { links_are_limited: false, ..Search::new(&listing) };
        assert!(search.optimum(&listing) < weighted(&listing.task(), u64::MAX).value);
    }

    #[test]
    fn distances_that_ignore_negative_links_are_detected() {
        let one_way: Vec<Vec<usize>> = (0..5).map(|node| vec![(node + 1) % 5]).collect();
        assert_ne!(lengths(&one_way, &[1]), lengths(&neighbours(&[5]), &[1, 1]));
    }
}
