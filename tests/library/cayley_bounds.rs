//! Bounds on Cayley graphs: equal to their definitions on explicit graphs, and on tori to the bounds of tori.

use crate::common::{cayley_task_of, circulant, family, strategies, wide};
use isotask::bound::{cayley_distance, cayley_weighted, distance, weighted};
use isotask::delay::{cayley_pooled, pooled};
use isotask::model::{CayleyGraph, CayleyTask, Link, Node};
use isotask::wire::{Family, Network, Ports, Task};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};
use proptest::prelude::*;

/// Networks of every kind, Abelian and not.
fn networks() -> Vec<Network> {
    vec![
        family(Family::Star, 4),
        family(Family::Pancake, 4),
        family(Family::BubbleSort, 4),
        family(Family::CubeConnectedCycles, 3),
        family(Family::Butterfly, 3),
        family(Family::Complete, 5),
        circulant(13, &[1, 5]),
        circulant(16, &[2, 3, 8]),
        Network::Hypercube { dimension: 4 },
        Network::Torus { radices: vec![3, 4] },
    ]
}

/// For every node the least cost of a path from node 0 on the explicit graph, links having costs.
fn least_costs(graph: &CayleyGraph, costs: &[u64]) -> Vec<u64> {
    let mut explicit = DiGraph::<(), u64>::new();
    let nodes: Vec<NodeIndex> = (0..graph.nodes()).map(|_| explicit.add_node(())).collect();
    for node in 0..graph.nodes() {
        for (link, &cost) in (0..).zip(costs) {
            let to = graph.neighbor(Node(node), Link(link));
            explicit.add_edge(nodes[wide(node)], nodes[wide(to.0)], cost);
        }
    }
    let found = dijkstra(&explicit, nodes[0], None, |edge| *edge.weight());
    nodes.iter().map(|node| found[node]).collect()
}

/// A network with some weights: small ones, often 0, rarely huge.
fn weighted_network() -> impl Strategy<Value = (Network, Vec<u64>)> {
    let networks = networks();
    (0..networks.len()).prop_flat_map(move |index| {
        let network = networks[index].clone();
        let links = cayley_task_of(network.clone(), Task::TotalExchange { count: 1 }, Ports::All).ports();
        let weight = prop_oneof![2 => Just(0_u64), 6 => 1_u64..=9, 1 => Just(1 << 40)];
        (Just(network), proptest::collection::vec(weight, wide(links)))
    })
}

proptest! {
    #[test]
    fn words_of_least_weight_are_those_of_dijkstra((network, weights) in weighted_network()) {
        let task = cayley_task_of(network, Task::TotalExchange { count: 3 }, Ports::All);
        let graph = task.graph();
        let paths = graph.weighted(&weights);
        // Weights first, then links: no word has as many as 2^10.
        let costs: Vec<u64> = weights.iter().map(|weight| (weight << 10) + 1).collect();
        let expected = least_costs(graph, &costs);
        let mut uses = vec![0; weights.len()];
        let mut previous = 0;
        for node in paths.nodes() {
            let cost = expected[wide(node.0)];
            prop_assert!(previous <= cost, "nodes by increasing weight");
            previous = cost;
            prop_assert_eq!((paths.weight(node), paths.hops(node)), (u128::from(cost >> 10), cost & 1023));
            let word = paths.word(node);
            let end = word.iter().fold(Node(0), |at, &link| graph.neighbor(at, link));
            let weight: u64 = word.iter().map(|link| weights[wide(link.0)]).sum();
            prop_assert_eq!((end, weight, word.len()), (node, cost >> 10, wide(cost & 1023)));
            for link in &word {
                uses[wide(link.0)] += 3;
            }
        }
        prop_assert_eq!(paths.nodes().count(), expected.len());
        prop_assert_eq!(paths.uses(task.classes()), uses);
    }

    #[test]
    fn the_weighted_bound_is_work_by_capacity((network, weights) in weighted_network(), ports in 1_u64..=6) {
        let task = cayley_task_of(network, Task::TotalExchange { count: 2 }, Ports::AtMost(ports));
        let weigh = |weights: &[u64]| {
            let work: u64 = least_costs(task.graph(), weights).iter().map(|weight| 2 * weight).sum();
            let mut sorted = weights.to_vec();
            sorted.sort_unstable();
            let capacity: u64 = sorted.iter().rev().take(wide(ports)).sum();
            if capacity == 0 { 0 } else { work.div_ceil(capacity) }
        };
        let expected = weigh(&weights);
        // No weights beat the best weights, and the best weights attain the claimed bound.
        let best = cayley_weighted(&task, u64::MAX);
        prop_assert!(best.value >= expected);
        prop_assert_eq!(weigh(&best.weights), best.value);
        // A caller that needs less may get a smaller bound, but one that suffices.
        prop_assert!(cayley_weighted(&task, expected).value >= expected);
    }

    #[test]
    fn bounds_of_a_torus_as_a_cayley_graph_are_those_of_the_torus(listing in strategies::small_listing()) {
        let torus = listing.task();
        let task = CayleyTask::new(torus.document()).expect("a small torus");
        prop_assert_eq!(cayley_weighted(&task, u64::MAX).value, weighted(&torus, u64::MAX).value);
        prop_assert_eq!(cayley_distance(&task).map(|b| b.value), distance(&torus).map(|b| b.value));
        prop_assert_eq!(cayley_pooled(&task), pooled(&torus));
    }
}

#[test]
fn with_one_port_no_weights_exceed_the_sum_of_distances() {
    // P3: every work-conserving rule along shortest words takes σ slots.
    for network in networks() {
        let task = cayley_task_of(network.clone(), Task::TotalExchange { count: 1 }, Ports::One);
        assert_eq!(cayley_weighted(&task, u64::MAX).value, task.total_distance(), "{network:?}");
    }
}

#[test]
fn the_pooled_bound_serves_the_nearest_first() {
    for network in networks() {
        for ports in 1..=3 {
            let task =
                cayley_task_of(network.clone(), Task::TotalExchange { count: 2 }, Ports::AtMost(ports));
            let mut distances: Vec<u64> =
                (1..task.graph().nodes()).flat_map(|node| [task.graph().distance(Node(node)); 2]).collect();
            distances.sort_unstable();
            let mut ends = vec![0; wide(task.ports())];
            for (packet, distance) in distances.iter().enumerate() {
                ends.push(ends[packet] + distance);
            }
            let sum = ends.iter().map(|&end| u128::from(end)).sum();
            assert_eq!(cayley_pooled(&task), Some(sum), "{network:?}, {ports} ports");
        }
    }
}

#[test]
fn a_graph_of_many_links_is_bounded_by_plain_weights() {
    let task = cayley_task_of(family(Family::Complete, 200), Task::TotalExchange { count: 3 }, Ports::All);
    assert_eq!(cayley_weighted(&task, u64::MAX).value, 3);
    let farthest = cayley_distance(&task).expect("there are packets");
    assert_eq!((farthest.value, farthest.packet), (1, Node(1)));
}
