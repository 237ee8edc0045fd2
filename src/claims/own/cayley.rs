//! What P3 §7 leaves open: total exchange with all ports on Cayley graphs, and whether every node-symmetric
//! network has the mappings of P3 (2).

use crate::claims::code::Code;
use crate::claims::exact::{factorial, ratio, whole};
use crate::claims::p3::{cayley, cyclic_cube, exchange, macro_star};
use crate::claims::prove::{By, Least, accepted, proved, total_exchange, with_objective, with_ports};
use crate::claims::{ClaimError, Docket, Proved};
use crate::job_shop::QueueRule;
use crate::model::{CayleyGraph, Link, Node};
use crate::solve::{JobShop, Queue};
use crate::wire::{self, Family, Network, Objective, Ports};
use num_rational::BigRational;
use std::collections::BTreeSet;

/// The sum of the distances from node 0 when link i is as long as its weight, over the sum of the
/// weights.
fn weighted(graph: &CayleyGraph, weights: &[u64]) -> BigRational {
    let place = |node: Node| usize::try_from(node.0).unwrap_or(usize::MAX);
    let mut distances: Vec<Option<u64>> = (0..graph.nodes()).map(|node| (node == 0).then_some(0)).collect();
    loop {
        let before = distances.clone();
        for node in (0..graph.nodes()).map(Node) {
            let Some(distance) = distances[place(node)] else { continue };
            for (link, weight) in (0..graph.links()).map(Link).zip(weights) {
                let there = &mut distances[place(graph.neighbor(node, link))];
                *there = Some(there.unwrap_or(u64::MAX).min(distance + weight));
            }
        }
        if before == distances {
            return ratio(distances.iter().flatten().sum::<u64>(), weights.iter().sum::<u64>()).ceil();
        }
    }
}
/// n! times the mean distance, n + 2/n + 1 + 1/2 + … + 1/n − 4 (Akers and Krishnamurthy), over n − 1
/// links.
fn star(n: u64) -> BigRational {
    let harmonic: BigRational = (1..=n).map(|i| ratio(1, i)).sum();
    let mean = whole(n) + ratio(2, n) + harmonic - whole(4);
    (mean * whole(factorial(n)) / whole(n - 1)).ceil()
}
/// n/2 bits to change on the average, over one link of a node that changes a bit.
fn cycles(n: u64) -> u64 {
    (n * n) << (n - 1)
}
/// The same over two links.
fn levels(n: u64) -> u64 {
    (n * n) << (n - 2)
}
/// n(k − 1)/k ranks to change on the average, over 2(k − 1) links of a node that change one.
fn ranks(n: u64, k: u32) -> BigRational {
    ratio(n * n * u64::from(k).pow(u32::try_from(n - 1).unwrap_or(0)), 2).ceil()
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
/// Whether mappings that satisfy (2) can be chosen, `σ_i` taking node 0 to node i: a choice for one node
/// after another, all compositions among those chosen.
fn has_mappings(all: &[Vec<usize>], chosen: &mut [Option<Vec<usize>>]) -> bool {
    let composed = |a: &Vec<usize>, b: &Vec<usize>| b.iter().map(|&x| a[x]).collect::<Vec<usize>>();
    let known: Vec<&Vec<usize>> = chosen.iter().flatten().collect();
    let agrees = known.iter().all(|a| {
        known.iter().all(|b| {
            let both = composed(a, b);
            chosen[both[0]].as_ref().is_none_or(|known| *known == both)
        })
    });
    let Some(open) = chosen.iter().position(Option::is_none) else { return agrees };
    agrees
        && all.iter().filter(|map| map[0] == open).any(|map| {
            chosen[open] = Some(map.clone());
            let found = has_mappings(all, chosen);
            chosen[open] = None;
            found
        })
}

/// Certificates that take long to find.
const STAR_6: &[u8] = include_bytes!("../../../models/claims/stored/star-6.json");
const BUBBLE_SORT_6: &[u8] = include_bytes!("../../../models/claims/stored/bubble-sort-6.json");
const CYCLIC_CUBE: &[u8] = include_bytes!("../../../models/claims/stored/cyclic-cube-3-4.json");
const MACRO_STAR: &[u8] = include_bytes!("../../../models/claims/stored/macro-star-2-2.json");

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "I.all-ports.star",
        parts: &[|docket| {
            for n in 3..=5 {
                made(docket, &format!("star {n}"), &cayley(Family::Star, n), &vec![1; below(n)], star(n))?;
            }
            stored(docket, "star 6", STAR_6, &[1; 5], star(6))
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.pancake",
        parts: &[|docket| {
            for (n, slots) in [(3, 5), (4, 20), (5, 107)] {
                let network = cayley(Family::Pancake, n);
                made(docket, &format!("pancake {n}"), &network, &vec![1; below(n)], whole(slots))?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.bubble-sort",
        parts: &[|docket| {
            for (n, weights, slots) in [(3, &[1, 1][..], 5), (4, &[1, 1, 1], 24), (5, &[0, 12, 11, 0], 154)] {
                let network = cayley(Family::BubbleSort, n);
                made(docket, &format!("bubble-sort {n}"), &network, weights, whole(slots))?;
            }
            stored(docket, "bubble-sort 6", BUBBLE_SORT_6, &[0, 1, 1, 1, 0], whole(1128))
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.cube-connected-cycles",
        parts: &[|docket| {
            for n in 3..=8 {
                let network = cayley(Family::CubeConnectedCycles, n);
                made(docket, &format!("cube-connected-cycles {n}"), &network, &[0, 0, 1], whole(cycles(n)))?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.butterfly",
        parts: &[|docket| {
            for n in 3..=8 {
                let network = cayley(Family::Butterfly, n);
                made(docket, &format!("butterfly {n}"), &network, &[0, 0, 1, 1], whole(levels(n)))?;
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.cyclic-cube",
        parts: &[|docket| {
            for (n, k) in [(3, 2), (3, 3), (4, 2), (4, 3)] {
                let mut weights = vec![1; 2 * usize::try_from(k).unwrap_or(0)];
                weights[..2].fill(0);
                let network = cyclic_cube(n, k.into());
                made(docket, &format!("cyclic-cube {n},{k}"), &network, &weights, ranks(n, k))?;
            }
            stored(docket, "cyclic-cube 3,4", CYCLIC_CUBE, &[1; 8], ranks(3, 4))
        }],
    },
    Code {
        file: file!(),
        id: "I.all-ports.macro-star",
        parts: &[|docket| {
            let graph = exchange(&macro_star(2, 2), Ports::All)?;
            let busy = Proved::exact(weighted(graph.graph(), &[1, 1, 1]), "distances added up");
            docket.equal("macro-star 2,2, sum of the distances over the links", 192_u64, busy);
            stored(docket, "macro-star 2,2", MACRO_STAR, &[32, 26, 61], whole(194))
        }],
    },
    Code {
        file: file!(),
        id: "I.one-port.delay",
        parts: &[|docket| {
            for (family, name, n) in small() {
                let network = cayley(family, n);
                let task = exchange(&network, Ports::One)?;
                let document = with_ports(total_exchange(network), Ports::One);
                let document = with_objective(document, Objective::AverageDelay);
                let by: By = Some(Queue::by(QueueRule::ShortestFirst));
                let certificate = crate::claims::prove::solved(&document, by)?;
                let name = format!("{name} {n}");
                let delay = accepted(&certificate, Least::DELAY)?;
                docket.equal(format!("{name}, total delay"), shortest_first(&task.graph().spheres()), delay);
                let time = accepted(&certificate, Least::TIME)?;
                docket.equal(format!("{name}, slots"), task.total_distance(), time);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "I.symmetric.mappings",
        parts: &[|docket| {
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
        }],
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

/// n − 1, the links of a node.
fn below(n: u64) -> usize {
    usize::try_from(n - 1).unwrap_or(0)
}

/// The certificate of a search meets the slots, and they are what the weights say.
fn made(
    docket: &mut Docket,
    name: &str,
    network: &Network,
    weights: &[u64],
    slots: BigRational,
) -> Result<(), ClaimError> {
    let found = proved(&total_exchange(network.clone()), Some(&JobShop), Least::TIME)?;
    docket.equal(name, slots.clone(), found);
    weighed(docket, name, network, weights, slots)
}

/// The same of a certificate that is kept.
fn stored(
    docket: &mut Docket,
    name: &str,
    bytes: &[u8],
    weights: &[u64],
    slots: BigRational,
) -> Result<(), ClaimError> {
    let document: wire::CertificateDocument = wire::parse(bytes)?;
    docket.equal(name, slots.clone(), accepted(&document, Least::TIME)?);
    weighed(docket, name, &document.task.network, weights, slots)
}

fn weighed(
    docket: &mut Docket,
    name: &str,
    network: &Network,
    weights: &[u64],
    slots: BigRational,
) -> Result<(), ClaimError> {
    let task = exchange(network, Ports::All)?;
    let bound = Proved::exact(
        weighted(task.graph(), weights),
        "distances by relaxing all links until nothing changes",
    );
    docket.equal(format!("{name}, link weights {weights:?}"), slots, bound);
    Ok(())
}
