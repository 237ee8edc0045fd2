//! Directions of packets: against all possible choices, against each proof's own definition, and against the
//! printed formulas.

use crate::common::{Demand, Listing, least_slots, links, strategies, task_of, wide};
use isotask::model::IsotropicTask;
use isotask::route::{
    DirectionTreeNode, Directions, RouteChoice, RouteProof, SearchBudget, least_completion, refute_for_all,
    split, task_matrix,
};
use isotask::wire::{Network, Ports, Task};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;

/// A budget that the tasks here do not use up.
const BUDGET: SearchBudget<'static> = SearchBudget { evaluations: 1 << 40, stop: &|| false };

/// The least max(h, ⌈σ/k⌉) over all choices of directions, by trying them all; packets of one destination
/// take their routes in increasing order, since which of them is which does not matter.
fn brute_force(listing: &Listing) -> u64 {
    let packets = listing.packets();
    let routes: Vec<_> = packets.iter().map(|to| listing.routes(to)).collect();
    let mut best = u64::MAX;
    let mut chosen = vec![0; packets.len()];
    loop {
        let rows: Vec<_> = chosen.iter().zip(&routes).map(|(&c, routes)| routes[c].clone()).collect();
        best = best.min(least_slots(&rows, listing.effective_ports()));
        let Some(next) = (0..chosen.len()).rev().find(|&i| chosen[i] + 1 < routes[i].len()) else {
            return best;
        };
        chosen[next] += 1;
        for later in next + 1..chosen.len() {
            let same = packets[later] == packets[later - 1];
            chosen[later] = if same { chosen[later - 1] } else { 0 };
        }
    }
}

/// Whether a number of slots passes the split condition as models/formats/certificate.md has it, over all subsets of packets of
/// a dimension.
fn split_allows(listing: &Listing, limit: u64) -> bool {
    let packets = listing.packets();
    let near = |x: u64, p: u64| x.min(p - x);
    let distances = packets.iter().map(|to| to.iter().zip(&listing.radices).map(|(&x, &p)| near(x, p)).sum());
    if distances.fold(0, u64::max) > limit {
        return false;
    }
    let mut all_hops = 0;
    for (dimension, &radix) in listing.radices.iter().enumerate() {
        let moving: Vec<u64> = packets.iter().map(|to| to[dimension]).filter(|&x| x > 0).collect();
        let mut least = None;
        for minus in 0_u64..1 << moving.len() {
            let goes_minus = |index: usize| radix > 2 && minus >> index & 1 == 1;
            let sum = |way: bool| -> u64 {
                let there = moving.iter().enumerate().filter(|(index, _)| goes_minus(*index) == way);
                there.map(|(_, &x)| if way { radix - x } else { x }).sum()
            };
            let (forth, back) = (sum(false), sum(true));
            if forth <= limit && back <= limit && least.is_none_or(|hops| forth + back < hops) {
                least = Some(forth + back);
            }
        }
        let Some(hops) = least else { return false };
        all_hops += hops;
    }
    all_hops <= listing.effective_ports() * limit
}

/// W: the sum of the k largest weights.
fn capacity(weights: &[u64], ports: u64) -> u128 {
    let mut weights: Vec<u128> = weights.iter().map(|&w| u128::from(w)).collect();
    weights.sort_unstable();
    weights.iter().rev().take(wide(ports)).sum()
}

fn weight_of(route: &[u64], weights: &[u64]) -> u128 {
    route.iter().zip(weights).map(|(&uses, &w)| u128::from(uses) * u128::from(w)).sum()
}

/// Part of a destination's packets in a tree; for every dimension the way that is fixed, `true` being −.
#[derive(Debug, Clone)]
struct Part {
    to: Vec<u64>,
    count: u64,
    fixed: Vec<Option<bool>>,
}

impl Part {
    fn allows(&self, radices: &[u64], route: &[u64]) -> bool {
        let mut link = 0;
        let mut agrees = true;
        for ((&radix, &x), fixed) in radices.iter().zip(&self.to).zip(&self.fixed) {
            if radix > 2 && x > 0 {
                agrees &= fixed.is_none_or(|minus| minus == (route[link + 1] > 0));
            }
            link += if radix == 2 { 1 } else { 2 };
        }
        agrees
    }
}

/// The choices that are open at a node of a tree.
#[derive(Debug, Clone)]
struct Left {
    parts: Vec<Part>,
    /// For every dimension the least and the greatest number of packets that go +.
    windows: Vec<(u64, u64)>,
}

/// Whether multipliers refute `limit` slots for what is left, routes being limited to as many hops.
fn leaf_refutes(listing: &Listing, left: &Left, limit: u64, weights: &[u64], plus: &[i64]) -> bool {
    let multipliers = if plus.is_empty() { vec![0; listing.radices.len()] } else { plus.to_vec() };
    if wide(listing.links()) != weights.len() || multipliers.len() != listing.radices.len() {
        return false;
    }
    let weigh = |route: &Vec<u64>| {
        let mut weight = i128::try_from(weight_of(route, weights)).expect("small numbers");
        let mut link = 0;
        for (&radix, &u) in listing.radices.iter().zip(&multipliers) {
            if radix > 2 && route[link] > 0 {
                weight -= i128::from(u);
            }
            link += if radix == 2 { 1 } else { 2 };
        }
        weight
    };
    let parts = &left.parts;
    let mut work: i128 = 0;
    for (&u, &(least, most)) in multipliers.iter().zip(&left.windows) {
        work += i128::from(u) * i128::from(if u >= 0 { least } else { most });
    }
    for part in parts.iter().filter(|part| part.count > 0) {
        let routes = listing.routes(&part.to).into_iter();
        let least = routes
            .filter(|route| part.allows(&listing.radices, route) && route.iter().sum::<u64>() <= limit)
            .map(|route| weigh(&route))
            .min();
        let Some(least) = least else { return true };
        work += least * i128::from(part.count);
    }
    let capacity = u128::from(limit) * capacity(weights, listing.effective_ports());
    work > i128::try_from(capacity).expect("small numbers")
}

fn whole(listing: &Listing) -> Left {
    let choosing = |(dimension, &radix): (usize, &u64)| {
        let packets = listing.packets();
        let most = packets.iter().filter(|to| radix > 2 && to[dimension] > 0).count();
        (0, u64::try_from(most).expect("small numbers"))
    };
    let windows = listing.radices.iter().enumerate().map(choosing).collect();
    Left { parts: whole_parts(listing), windows }
}

fn whole_parts(listing: &Listing) -> Vec<Part> {
    let fixed = vec![None; listing.radices.len()];
    listing
        .classes()
        .into_iter()
        .map(|Demand { to, count }| Part { to, count, fixed: fixed.clone() })
        .collect()
}

/// Reads one subtree as models/formats/certificate.md says; what is left of the list, or `None` if it proves nothing.
fn read_tree<'a>(
    listing: &Listing,
    left: &Left,
    limit: u64,
    nodes: &'a [DirectionTreeNode],
) -> Option<&'a [DirectionTreeNode]> {
    let (node, rest) = nodes.split_first()?;
    let (first, second) = match node {
        DirectionTreeNode::Leaf { weights, plus } => {
            return leaf_refutes(listing, left, limit, weights, plus).then_some(rest);
        }
        &DirectionTreeNode::Divide { dimension, plus } => {
            let &(least, most) = left.windows.get(dimension)?;
            if listing.radices[dimension] == 2 || plus <= least || plus > most {
                return None;
            }
            let (mut first, mut second) = (left.clone(), left.clone());
            first.windows[dimension] = (plus, most);
            second.windows[dimension] = (least, plus - 1);
            (first, second)
        }
        &DirectionTreeNode::Branch { class, dimension, plus } => {
            let part = left.parts.get(class)?;
            let free = *listing.radices.get(dimension)? > 2
                && part.to[dimension] > 0
                && part.fixed[dimension].is_none()
                && (1..=part.count).contains(&plus);
            if !free {
                return None;
            }
            let child = |count: u64, minus: bool| {
                let mut left = left.clone();
                left.parts[class].count = count;
                left.parts[class].fixed[dimension] = Some(minus);
                left.parts.push(Part { count: part.count - count, ..part.clone() });
                left
            };
            (child(plus, false), child(part.count - plus + 1, true))
        }
    };
    let rest = read_tree(listing, &first, limit, rest)?;
    read_tree(listing, &second, limit, rest)
}

/// Whether a proof shows its bound, by its definition; the split condition is decided by brute force.
fn is_proved(listing: &Listing, choice: &RouteChoice) -> bool {
    let Some(limit) = choice.lower.checked_sub(1) else {
        return true;
    };
    match &choice.proof {
        RouteProof::Split => split_allows(listing, limit + 1) && !split_allows(listing, limit),
        proof => is_refuted(listing, limit, proof),
    }
}

/// Whether weights or a tree refute a number of slots.
fn is_refuted(listing: &Listing, limit: u64, proof: &RouteProof) -> bool {
    match proof {
        RouteProof::Split => false,
        RouteProof::Weights(weights) => leaf_refutes(listing, &whole(listing), limit, weights, &[]),
        RouteProof::Tree(tree) => {
            let rest = read_tree(listing, &whole(listing), limit, &tree.nodes);
            rest.is_some_and(<[_]>::is_empty)
        }
    }
}

/// The rows that directions give, each of which must be a route of its packet.
fn realised(listing: &Listing, task: &IsotropicTask, directions: &Directions) -> Option<Vec<Vec<u64>>> {
    let matrix = task_matrix(task, directions).ok()?;
    let packets = listing.packets();
    let rows: Vec<Vec<u64>> = (0..matrix.rows())
        .map(|row| {
            let mut full = vec![0; wide(matrix.columns())];
            for (column, units) in matrix.row(row) {
                full[wide(column)] = units;
            }
            full
        })
        .collect();
    let carries = |(to, row): (&Vec<u64>, &Vec<u64>)| listing.routes(to).contains(row);
    (rows.len() == packets.len() && packets.iter().zip(&rows).all(carries)).then_some(rows)
}

/// Asserts everything that one answer promises, except optimality.
fn consistent(listing: &Listing, choice: &RouteChoice) -> Result<(), TestCaseError> {
    let task = listing.task();
    let rows = realised(listing, &task, &choice.directions);
    let rows = rows.ok_or_else(|| TestCaseError::fail("a row is no route of its packet"))?;
    prop_assert_eq!(least_slots(&rows, listing.effective_ports()), choice.completion);
    prop_assert!(choice.lower <= choice.completion);
    prop_assert!(is_proved(listing, choice), "{:?} does not prove {}", choice.proof, choice.lower);
    Ok(())
}

#[derive(Debug, Default)]
struct Seen {
    splits: Cell<u32>,
    weights: Cell<u32>,
    trees: Cell<u32>,
}

/// The answer is the optimum by brute force, it is attained and it is proved.
fn is_exact(listing: &Listing, seen: &Seen) -> Result<(), TestCaseError> {
    let choice = least_completion(&listing.task(), &BUDGET);
    prop_assert_eq!((choice.completion, choice.lower), (brute_force(listing), choice.completion));
    consistent(listing, &choice)?;
    let counter = match choice.proof {
        RouteProof::Split => &seen.splits,
        RouteProof::Weights(_) => &seen.weights,
        RouteProof::Tree(_) => &seen.trees,
    };
    counter.set(counter.get() + 1);
    // The claims of a search that is cut short are still true.
    for evaluations in [0, 100] {
        let hasty = least_completion(&listing.task(), &SearchBudget { evaluations, stop: &|| false });
        prop_assert!(hasty.lower <= choice.lower && choice.completion <= hasty.completion);
        consistent(listing, &hasty)?;
    }
    let stopped = least_completion(&listing.task(), &SearchBudget { evaluations: u64::MAX, stop: &|| true });
    consistent(listing, &stopped)?;
    if let Some(limit) = choice.lower.checked_sub(1) {
        if let Some(weights) = refute_for_all(&listing.task(), limit) {
            prop_assert!(is_refuted(listing, limit, &RouteProof::Weights(weights)));
        }
        prop_assert_eq!(refute_for_all(&listing.task(), choice.completion), None);
    }
    Ok(())
}

#[test]
fn the_least_completion_is_that_of_all_directions_and_every_kind_of_proof_occurs() {
    let seen = Seen::default();
    let run = |cases: u32, strategy: BoxedStrategy<Listing>| {
        let mut runner = TestRunner::new_with_rng(
            Config { cases, failure_persistence: None, ..Config::default() },
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        );
        runner.run(&strategy, |listing| is_exact(&listing, &seen)).expect("exact");
    };
    run(600, strategies::small_listing().boxed());
    run(4000, strategies::coupled_listing().boxed());
    let counts = [&seen.splits, &seen.weights, &seen.trees].map(Cell::get);
    assert!(counts.iter().all(|&count| count > 0), "splits, weights, trees: {counts:?}");
}

#[test]
fn the_values_worked_out_by_hand_are_found() {
    let cases = [
        (Listing::new(&[3], &[(&[1], 3)], 2), 2),
        (Listing::new(&[3], &[(&[1], 3)], 1), 3),
        (Listing::new(&[5], &[(&[2], 5)], 2), 6),
        (Listing::new(&[3, 3], &[(&[1, 1], 3)], 4), 3),
        (Listing::new(&[2, 2], &[(&[1, 1], 3)], 2), 3),
        (Listing::new(&[4], &[], 2), 0),
    ];
    for (listing, expected) in cases {
        let choice = least_completion(&listing.task(), &BUDGET);
        assert_eq!((choice.completion, choice.lower), (expected, expected), "{listing:?}");
        assert_eq!(brute_force(&listing), expected, "{listing:?}");
    }
    assert_eq!(exchange(&[4], Ports::All).completion, 3);
    assert_eq!(exchange(&[4, 4], Ports::All).completion, 8);
}

fn total_exchange(radices: &[u64], ports: Ports) -> IsotropicTask {
    let network = Network::Torus { radices: radices.to_vec() };
    task_of(network, Task::TotalExchange { count: 1 }, ports)
}

fn exchange(radices: &[u64], ports: Ports) -> RouteChoice {
    least_completion(&total_exchange(radices, ports), &BUDGET)
}

/// The default directions without help from the code: the shorter way, ties in turn, + first.
fn default_rows(radices: &[u64], min: u64, max: u64, count: u64) -> Vec<Vec<u64>> {
    let nodes: u64 = radices.iter().product();
    let mut ties = vec![0_u64; radices.len()];
    let mut rows = Vec::new();
    for node in 1..nodes {
        let mut rest = node;
        let mut to: Vec<u64> = radices.iter().rev().map(|&p| (rest % p, rest /= p).0).collect();
        to.reverse();
        let distance: u64 = to.iter().zip(radices).map(|(&x, &p)| x.min(p - x)).sum();
        if !(min..=max).contains(&distance) {
            continue;
        }
        for _ in 0..count {
            let mut row = Vec::new();
            for ((&x, &p), ties) in to.iter().zip(radices).zip(&mut ties) {
                let tie = p > 2 && x * 2 == p;
                *ties += u64::from(tie);
                let minus = if tie { *ties % 2 == 0 } else { x * 2 > p };
                match (p, minus) {
                    (2, _) => row.push(x),
                    (_, true) => row.extend([0, p - x]),
                    (_, false) => row.extend([x, 0]),
                }
            }
            rows.push(row);
        }
    }
    rows
}

#[test]
fn on_exchanges_the_default_directions_attain_the_split_bound() {
    let tori: [&[u64]; 20] = [
        &[2],
        &[3],
        &[4],
        &[5],
        &[6],
        &[7],
        &[8],
        &[2, 2],
        &[2, 3],
        &[3, 2],
        &[2, 4],
        &[4, 4],
        &[3, 4],
        &[5, 6],
        &[6, 6],
        &[2, 2, 2],
        &[2, 3, 4],
        &[4, 4, 4],
        &[3, 3, 5],
        &[2, 6, 2, 3],
    ];
    for radices in tori {
        let diameter: u64 = radices.iter().map(|p| p / 2).sum();
        for (min, max) in (1..=diameter).flat_map(|min| (min..=diameter).map(move |max| (min, max))) {
            for count in [1, 2, 3, 5] {
                let rows = default_rows(radices, min, max, count);
                for ports in 1..=links(radices) {
                    let network = Network::Torus { radices: radices.to_vec() };
                    let task = Task::NeighbourhoodExchange { min, max, count };
                    let task = task_of(network, task, Ports::AtMost(ports));
                    let choice = least_completion(&task, &BUDGET);
                    let place = format!("{radices:?} {min} to {max}, count {count}, ports {ports}");
                    assert_eq!(choice.directions, Directions::Default, "{place}");
                    assert_eq!(choice.completion, least_slots(&rows, ports), "{place}");
                    assert_eq!(choice.completion, split(&task).value, "{place}");
                    assert_eq!(choice.lower, choice.completion, "{place}");
                }
                let network = Network::Torus { radices: radices.to_vec() };
                let task = task_of(network, Task::NeighbourhoodExchange { min, max, count }, Ports::All);
                let matrix = task_matrix(&task, &Directions::Default).expect("its own directions");
                let entries = |row: &Vec<u64>| -> Vec<(u32, u64)> {
                    (0..).zip(row.iter().copied()).filter(|entry| entry.1 > 0).collect()
                };
                assert_eq!(matrix.rows(), rows.len());
                assert!(
                    (0..rows.len()).all(|row| matrix.row(row).collect::<Vec<_>>() == entries(&rows[row]))
                );
            }
        }
    }
}

/// P1 §8 prints (pn − n/p)/8 for odd p, and for even p: pn/8 if d > 1, n(n + 2)/8 on the ring.
#[test]
fn total_exchange_on_tori_takes_the_printed_number_of_slots() {
    for (radix, dimensions) in (3_u64..=9).flat_map(|p| (1_u32..=4).map(move |d| (p, d))) {
        let nodes = radix.pow(dimensions);
        let printed = match (radix % 2, dimensions) {
            (1, _) => (radix * nodes - nodes / radix) / 8,
            (_, 1) => nodes * (nodes + 2) / 8,
            _ => radix * nodes / 8,
        };
        let choice = exchange(&vec![radix; wide(dimensions)], Ports::All);
        assert_eq!(choice.completion, printed, "{radix}-ary {dimensions}-dimensional");
    }
    // At p = 2 the printed pn/8 = n/4 is false here, since both ways of a dimension are one link: it takes
    // n/2. The ring's n(n + 2)/8 still holds.
    for dimensions in 1_u32..=6 {
        let choice = exchange(&vec![2; wide(dimensions)], Ports::All);
        assert_eq!(choice.completion, 2_u64.pow(dimensions) / 2);
    }
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// P1 §4: n/2 and max(L, Σ C(d, i) i / d); P1 §7: ⌈nd / 2k⌉ with k ports.
#[test]
fn exchanges_on_the_hypercube_take_the_printed_number_of_slots() {
    for dimension in 1_u64..=10 {
        let nodes = 1_u64 << dimension;
        for ports in 1..=dimension {
            let network = Network::Hypercube { dimension };
            let task = task_of(network, Task::TotalExchange { count: 1 }, Ports::AtMost(ports));
            let choice = least_completion(&task, &BUDGET);
            assert_eq!(choice.completion, (nodes * dimension).div_ceil(2 * ports));
        }
        for (min, max) in (1..=dimension).flat_map(|min| (min..=dimension).map(move |max| (min, max))) {
            let network = Network::Hypercube { dimension };
            let task = Task::NeighbourhoodExchange { min, max, count: 1 };
            let choice = least_completion(&task_of(network, task, Ports::All), &BUDGET);
            let sum: u64 = (min..=max).map(|i| binomial(dimension, i) * i).sum();
            assert_eq!(sum % dimension, 0, "the printed fraction is whole");
            assert_eq!(choice.completion, max.max(sum / dimension), "{dimension}: {min} to {max}");
        }
    }
}

/// Broken implementations, whose faults the oracles above must detect.
mod broken {
    use super::*;

    fn shortest_only(listing: &Listing) -> u64 {
        let shortest =
            |to: &Vec<u64>| listing.routes(to).into_iter().min_by_key(|route| route.iter().sum::<u64>());
        let rows: Vec<_> = listing.packets().iter().filter_map(shortest).collect();
        least_slots(&rows, listing.effective_ports())
    }

    #[test]
    fn a_choice_without_detours_is_not_the_optimum() {
        let ring = Listing::new(&[3], &[(&[1], 3)], 2);
        assert_eq!((shortest_only(&ring), brute_force(&ring)), (3, 2));
    }

    #[test]
    fn rows_that_are_no_routes_are_detected() {
        let listing = Listing::new(&[5], &[(&[2], 2)], 2);
        let other = Listing::new(&[5], &[(&[1], 2)], 2);
        assert!(realised(&listing, &listing.task(), &Directions::Default).is_some());
        assert!(realised(&other, &listing.task(), &Directions::Default).is_none());
    }

    #[test]
    fn proofs_of_too_great_a_bound_are_detected() {
        let listing = Listing::new(&[3, 3], &[(&[1, 1], 3)], 4);
        let good = least_completion(&listing.task(), &BUDGET);
        assert!(is_proved(&listing, &good) && good.proof != RouteProof::Split);
        assert!(!is_refuted(&listing, good.lower, &good.proof));
        assert!(!is_proved(&listing, &RouteChoice { lower: good.lower + 1, ..good.clone() }));
        assert!(!is_proved(&listing, &RouteChoice { proof: RouteProof::Split, ..good.clone() }));
        let zero = RouteProof::Weights(vec![0; 4]);
        assert!(!is_refuted(&listing, good.lower - 1, &zero) && !is_refuted(&listing, 2, &RouteProof::Split));
    }

    /// 14 packets that go the long way two or three at a time; more than brute force could try.
    #[test]
    fn trees_with_a_changed_division_are_detected() {
        let demands: [(&[u64], u64); 14] = [
            (&[64_725, 66_836], 1),
            (&[31_596, 218_674], 1),
            (&[84_767, 99_996], 1),
            (&[98_227, 74_787], 1),
            (&[19_924, 6396], 1),
            (&[45_336, 45_505], 1),
            (&[62_535, 253_521], 1),
            (&[51_735, 67_746], 1),
            (&[97_579, 238_327], 1),
            (&[68_440, 99_779], 1),
            (&[37_082, 82_652], 1),
            (&[3531, 270_137], 1),
            (&[705_000, 225_155], 1),
            (&[88_921, 58_322], 1),
        ];
        let listing = Listing::new(&[773_889, 285_431], &demands, 4);
        let choice = least_completion(&listing.task(), &BUDGET);
        assert_eq!((choice.lower, choice.completion), (745_199, 745_199));
        assert!(is_proved(&listing, &choice));
        let RouteProof::Tree(tree) = choice.proof else { unreachable!("it needs a tree") };
        let holds = |nodes: &[DirectionTreeNode], limit| {
            read_tree(&listing, &whole(&listing), limit, nodes).is_some_and(<[_]>::is_empty)
        };
        assert!(holds(&tree.nodes, choice.lower - 1) && !holds(&tree.nodes, choice.lower));
        let divisions = tree.nodes.iter().filter(|node| matches!(node, DirectionTreeNode::Divide { .. }));
        let with_plus = tree.nodes.iter().filter(
            |node| matches!(node, DirectionTreeNode::Leaf { plus, .. } if plus.iter().any(|&u| u != 0)),
        );
        assert!(divisions.count() > 0 && with_plus.count() > 0);
        for index in 0..tree.nodes.len() {
            let mut bad = tree.nodes.clone();
            match &mut bad[index] {
                DirectionTreeNode::Branch { plus, .. } | DirectionTreeNode::Divide { plus, .. } => *plus += 1,
                DirectionTreeNode::Leaf { plus, .. } if plus.is_empty() => *plus = vec![0],
                DirectionTreeNode::Leaf { plus, .. } => plus.clear(),
            }
            assert!(!holds(&bad, choice.lower - 1), "node {index}");
        }
    }

    #[test]
    fn trees_with_a_changed_node_are_detected() {
        let (listing, tree) = a_tree();
        let limit = least_completion(&listing.task(), &BUDGET).lower - 1;
        let holds = |nodes: &[DirectionTreeNode]| {
            read_tree(&listing, &whole(&listing), limit, nodes).is_some_and(<[_]>::is_empty)
        };
        assert!(holds(&tree));
        assert!(!holds(&tree[1..]) && !holds(&tree[..tree.len() - 1]));
        assert!(!holds(&[tree.as_slice(), &tree[tree.len() - 1..]].concat()));
        for index in 0..tree.len() {
            let mut bad = tree.clone();
            match &mut bad[index] {
                DirectionTreeNode::Branch { plus, .. } | DirectionTreeNode::Divide { plus, .. } => *plus = 0,
                DirectionTreeNode::Leaf { weights, .. } => weights.push(1),
            }
            assert!(!holds(&bad), "node {index}");
        }
    }

    /// A task that needs a tree.
    fn a_tree() -> (Listing, Vec<DirectionTreeNode>) {
        let listing = Listing::new(&[5, 5, 5], &[(&[2, 1, 2], 3), (&[1, 2, 1], 3)], 6);
        match least_completion(&listing.task(), &BUDGET).proof {
            RouteProof::Tree(tree) => (listing, tree.nodes),
            other => unreachable!("{other:?} suffices"),
        }
    }
}
