//! What P3 §7 leaves open: total exchange with all ports on Cayley graphs, and whether every node-symmetric network has the mappings of P3 (2).

use crate::claims::code::formula;
use crate::claims::exact::ratio;
use crate::claims::p3::{cayley, exchange};
use crate::claims::prove::{By, Least, accepted, proved, total_exchange, with_objective, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved};
use crate::model::{CayleyGraph, Link, Node};
use crate::shop::QueueRule;
use crate::solve::CayleyMethod;
use crate::wire::{Family, Objective, Ports};
use num_rational::BigRational;
use std::collections::BTreeSet;

formula! {
    /// The sum of the distances from node 0 when link i is as long as its weight, over the sum of the weights.
    fn weighted(graph: &CayleyGraph, weights: &[u64]) -> BigRational {
        let nodes: Vec<Node> = (0..graph.nodes()).map(Node).collect();
        let mut distances = std::collections::BTreeMap::from([(Node(0), 0)]);
        loop {
            let before = distances.clone();
            for (&node, &distance) in nodes.iter().filter_map(|node| before.get_key_value(node)) {
                for (link, weight) in (0..graph.links()).map(Link).zip(weights) {
                    let there = distances.entry(graph.neighbor(node, link)).or_insert(u64::MAX);
                    *there = (*there).min(distance + weight);
                }
            }
            if before == distances {
                return ratio(distances.values().sum::<u64>(), weights.iter().sum::<u64>()).ceil();
            }
        }
    }
    /// One packet after another, the nearest first.
    fn shortest_first(spheres: &[u64]) -> u64 {
        let (mut clock, mut total) = (0, 0);
        for (distance, &packets) in (0..).zip(spheres) {
            for _ in 0..packets {
                clock += distance;
                total += clock;
            }
        }
        total
    }
    /// All pairs of five symbols; two are joined if they share none.
    fn petersen() -> Vec<(usize, usize)> {
        (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect()
    }
    fn joined(x: (usize, usize), y: (usize, usize)) -> bool {
        x.0 != y.0 && x.0 != y.1 && x.1 != y.0 && x.1 != y.1
    }
    /// All mappings of the nodes that keep edges and the lack of edges, by extending partial ones.
    fn automorphisms(nodes: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut maps = vec![Vec::new()];
        for x in 0..nodes.len() {
            let fits = |map: &Vec<usize>, y: usize| {
                !map.contains(&y) && (0..x).all(|z| joined(nodes[z], nodes[x]) == joined(nodes[map[z]], nodes[y]))
            };
            let extend = |map: &Vec<usize>| {
                (0..nodes.len()).filter(|&y| fits(map, y)).map(|y| [&map[..], &[y]].concat()).collect::<Vec<_>>()
            };
            maps = maps.iter().flat_map(extend).collect();
        }
        maps
    }
    /// Whether mappings that satisfy (2) can be chosen, `σ_i` taking node 0 to node i: a choice for one node after another, all compositions among those
    /// chosen.
    fn has_mappings(all: &[Vec<usize>], chosen: &mut [Option<Vec<usize>>]) -> bool {
        let composed = |a: &Vec<usize>, b: &Vec<usize>| b.iter().map(|&x| a[x]).collect::<Vec<usize>>();
        let known: Vec<&Vec<usize>> = chosen.iter().flatten().collect();
        let agrees = known.iter().all(|a| known.iter().all(|b| {
            let both = composed(a, b);
            chosen[both[0]].as_ref().is_none_or(|known| *known == both)
        }));
        let Some(open) = chosen.iter().position(Option::is_none) else { return agrees };
        agrees && all.iter().filter(|map| map[0] == open).any(|map| {
            chosen[open] = Some(map.clone());
            let found = has_mappings(all, chosen);
            chosen[open] = None;
            found
        })
    }
}

macro_rules! all_ports {
    ($id:literal, $family:expr, $name:literal, $slots:literal, $rows:expr) => {
        Claim {
            id: concat!("I.all-ports.", $id),
            place: "left open by P3 §7",
            statement: concat!(
                "The least completion time of total exchange with all ports, over all schedules, meets the bound by link weights: ",
                $name
            ),
            printed: $slots,
            parts: &[Part::printed(weighted::CODE, concat!($name, ", by certificate"), |docket| {
                optimal(docket, $family, $id, &$rows)
            })],
        }
    };
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    all_ports!(
        "star",
        Family::Star,
        "star graphs of 3 to 5 symbols",
        "T = 5, 21, 111",
        [(3, &[1, 1][..], 5), (4, &[1, 1, 1], 21), (5, &[1, 1, 1, 1], 111)]
    ),
    all_ports!(
        "pancake",
        Family::Pancake,
        "pancake graphs of 3 to 5 symbols",
        "T = 5, 20, 107",
        [(3, &[1, 1][..], 5), (4, &[1, 1, 1], 20), (5, &[1, 1, 1, 1], 107)]
    ),
    all_ports!(
        "bubble-sort",
        Family::BubbleSort,
        "bubble-sort graphs of 3 to 5 symbols",
        "T = 5, 24, 154",
        [(3, &[1, 1][..], 5), (4, &[1, 1, 1], 24), (5, &[0, 12, 11, 0], 154)]
    ),
    all_ports!(
        "cube-connected-cycles",
        Family::CubeConnectedCycles,
        "cube-connected cycles of dimension 3 and 4",
        "T = 36, 128",
        [(3, &[0, 0, 1][..], 36), (4, &[0, 0, 1], 128)]
    ),
    all_ports!(
        "butterfly",
        Family::Butterfly,
        "wrapped butterflies of 3 and 4 levels",
        "T = 18, 64",
        [(3, &[0, 0, 1, 1][..], 18), (4, &[0, 0, 1, 1], 64)]
    ),
    Claim {
        id: "I.one-port.delay",
        place: "P3 says nothing of delays",
        statement: "With one port, sending the packet nearest home first has the least total delay of all schedules, and the least completion time as well.",
        printed: "ΣC = r₁ + (r₁ + r₂) + …",
        parts: &[Part::printed(
            shortest_first::CODE,
            "star, pancake and bubble-sort graphs of 3 to 5 symbols, cube-connected cycles and butterflies of dimension 3 and 4, by certificate",
            |docket| {
                for (family, name, n) in small() {
                    let network = cayley(family, n);
                    let task = exchange(&network, Ports::One)?;
                    let document = with_ports(total_exchange(network), Ports::One);
                    let document = with_objective(document, Objective::AverageDelay);
                    let by = By::Cayley(CayleyMethod::Queue(QueueRule::ShortestFirst));
                    let certificate = crate::claims::prove::solved(&document, by)?;
                    let name = format!("{name} {n}");
                    let delay = accepted(&certificate, Least::DELAY)?;
                    docket.equal(
                        format!("{name}, total delay"),
                        shortest_first(&task.graph().spheres()),
                        delay,
                    );
                    let time = accepted(&certificate, Least::TIME)?;
                    docket.equal(format!("{name}, slots"), task.total_distance(), time);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "I.symmetric.mappings",
        place: "P3 §7 asks: is (2) satisfied in any node-symmetric network?",
        statement: "No: the Petersen graph is node-symmetric, and no set of its automorphisms, one that takes node 0 to each node, satisfies (2).",
        printed: "",
        parts: &[Part::printed(has_mappings::CODE, "the Petersen graph", |docket| {
            let all = automorphisms(&petersen());
            let reached: BTreeSet<usize> = all.iter().map(|map| map[0]).collect();
            docket.is(
                "Petersen graph, node-symmetric",
                reached.len() == 10,
                format!("{} automorphisms", all.len()),
            );
            let none = !has_mappings(&all, &mut vec![None; 10]);
            docket.is(
                "Petersen graph, no such mappings",
                none,
                "exhaustive search over all choices of automorphisms",
            );
            Ok(())
        })],
    },
];

fn small() -> Vec<(Family, &'static str, u64)> {
    let of = |family, name, sizes: std::ops::RangeInclusive<u64>| sizes.map(move |n| (family, name, n));
    of(Family::Star, "star", 3..=5)
        .chain(of(Family::Pancake, "pancake", 3..=5))
        .chain(of(Family::BubbleSort, "bubble-sort", 3..=5))
        .chain(of(Family::CubeConnectedCycles, "cube-connected-cycles", 3..=4))
        .chain(of(Family::Butterfly, "butterfly", 3..=4))
        .collect()
}

/// Rows of size, link weights and slots: the certificate meets the slots, and they are what the weights say.
fn optimal(
    docket: &mut Docket,
    family: Family,
    name: &str,
    rows: &[(u64, &[u64], u64)],
) -> Result<(), ClaimError> {
    for &(n, weights, slots) in rows {
        let network = cayley(family, n);
        let graph = exchange(&network, Ports::All)?;
        let found = proved(&total_exchange(network), By::Cayley(CayleyMethod::JobShop), Least::TIME)?;
        docket.equal(format!("{name} {n}"), slots, found);
        let how = "distances by relaxing all links until nothing changes";
        let bound = Proved::exact(weighted(graph.graph(), weights), how);
        docket.equal(format!("{name} {n}, link weights {weights:?}"), slots, bound);
    }
    Ok(())
}
