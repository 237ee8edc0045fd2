//! Bounds on small tasks, compared with an exhaustive search after the definitions of the format.

use super::*;

/// A product of cyclic groups with the links of every node: torus, circulant graph.
struct Group {
    network: Value,
    radices: Vec<u64>,
    /// The numbers that each link adds, coordinate by coordinate.
    links: Vec<Vec<u64>>,
}

impl Group {
    fn torus(radices: &[u64]) -> Self {
        let mut links = Vec::new();
        for (i, &radix) in radices.iter().enumerate() {
            for step in if radix > 2 { vec![1, radix - 1] } else { vec![1] } {
                links.push((0..radices.len()).map(|j| if i == j { step } else { 0 }).collect());
            }
        }
        let network = json!({ "kind": "torus", "radices": radices });
        Self { network, radices: radices.to_vec(), links }
    }

    fn circulant(n: u64, steps: &[u64]) -> Self {
        let network = json!({ "kind": "cayley", "family": "circulant", "n": n, "steps": steps });
        let links = steps.iter().flat_map(|&step| [vec![step], vec![n - step]]).collect();
        Self { network, radices: vec![n], links }
    }

    fn nodes(&self) -> u64 {
        self.radices.iter().product()
    }

    fn coordinates(&self, node: u64) -> Vec<u64> {
        let mut rest = node;
        let mut all: Vec<u64> = self
            .radices
            .iter()
            .rev()
            .map(|radix| {
                let x = rest % radix;
                rest /= radix;
                x
            })
            .collect();
        all.reverse();
        all
    }

    fn step(&self, node: u64, link: usize) -> u64 {
        let parts = self.coordinates(node).into_iter().zip(&self.links[link]).zip(&self.radices);
        parts.fold(0, |number, ((x, y), radix)| number * radix + (x + y) % radix)
    }

    fn difference(&self, from: u64, to: u64) -> u64 {
        let ends = self.coordinates(from).into_iter().zip(self.coordinates(to)).zip(&self.radices);
        ends.fold(0, |number, ((x, y), radix)| number * radix + (y + radix - x) % radix)
    }

    /// Returns the least weights of routes from node 0 of at most `hops` hops.
    fn least(&self, weights: &[u64], hops: u64) -> Vec<Option<u64>> {
        let nodes = usize::try_from(self.nodes()).expect("few nodes");
        let mut best = vec![None; nodes];
        best[0] = Some(0);
        for _ in 0..hops {
            let before = best.clone();
            for (node, paid) in (0..).zip(&before) {
                for (link, weight) in weights.iter().enumerate() {
                    let there = usize::try_from(self.step(node, link)).expect("few nodes");
                    let sum = paid.map(|paid: u64| paid + weight);
                    best[there] = [best[there], sum].into_iter().flatten().min();
                }
            }
        }
        best
    }

    /// Links of a shortest route to an offset.
    fn route(&self, offset: u64) -> Vec<usize> {
        let ones = vec![1; self.links.len()];
        let far = self.least(&ones, self.nodes());
        let distance = |node: u64| far[usize::try_from(node).expect("few nodes")].expect("a way");
        let (mut here, mut route) = (0, Vec::new());
        while here != offset {
            let nearer = |&link: &usize| {
                let rest = self.difference(self.step(here, link), offset);
                distance(rest) < distance(self.difference(here, offset))
            };
            let link = (0..self.links.len()).find(nearer).expect("a link of a shortest route");
            route.push(link);
            here = self.step(here, link);
        }
        route
    }

    /// Returns a certificate of isotropic packets, one move in every slot, with one claim.
    fn isotropic(&self, offsets: &[u64], ports: &Value, scope: &str, lower: &Value) -> Value {
        let packets: Vec<Value> = offsets.iter().map(|offset| json!({ "offset": offset })).collect();
        let task = json!({ "kind": "isotropic", "packets": packets });
        let moves = offsets
            .iter()
            .enumerate()
            .flat_map(|(i, &offset)| self.route(offset).into_iter().map(move |link| json!([[i, link]])));
        let slots: Vec<Value> = moves.collect();
        let time = u64::try_from(slots.len()).expect("few slots");
        let schedule = json!({ "kind": "symmetric", "packets": offsets, "slots": slots });
        let task = good::task(&self.network, &task, ports);
        good::certificate(&task, &schedule, &[good::time(time, scope, lower)])
    }

    /// Packets from node to node, one move in every slot, with one claim.
    fn demands(&self, ends: &[[u64; 2]], ports: &Value, lower: &Value) -> Value {
        let one = |&[from, to]: &[u64; 2]| json!({ "from": from, "to": to, "count": 1 });
        let task = json!({ "kind": "demands", "packets": ends.iter().map(one).collect::<Vec<_>>() });
        let mut slots = Vec::new();
        for (i, &[from, to]) in ends.iter().enumerate() {
            let mut here = from;
            for link in self.route(self.difference(from, to)) {
                let there = self.step(here, link);
                slots.push(json!([[i, here, there]]));
                here = there;
            }
        }
        let time = u64::try_from(slots.len()).expect("few slots");
        let schedule = json!({ "kind": "explicit", "packets": ends, "slots": slots });
        let task = good::task(&self.network, &task, ports);
        good::certificate(&task, &schedule, &[good::time(time, "all", lower)])
    }
}

/// Returns the bound that the checker recomputes for a claim of 0.
fn recomputed(value: &Value) -> u64 {
    match check(value) {
        Ok(verdict) => verdict.claims[0].lower.try_into().expect("0"),
        Err(Rejection::LowerMismatch { recomputed, .. }) => recomputed.try_into().expect("a small bound"),
        Err(other) => unreachable!("{other}: {value}"),
    }
}

fn ports(k: u64) -> Value {
    json!({ "at-most": k })
}

/// Returns the sum of the k greatest weights.
fn largest(weights: &[u64], k: u64) -> u64 {
    let mut weights = weights.to_vec();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    weights.iter().take(usize::try_from(k).expect("few ports")).sum()
}

/// Returns the least time by (a), (b) and (c) of the format, every packet sent both ways in every dimension.
fn split(group: &Group, offsets: &[u64], k: u64) -> u64 {
    let all: Vec<Vec<u64>> = offsets.iter().map(|&offset| group.coordinates(offset)).collect();
    let far = |x: &Vec<u64>| x.iter().zip(&group.radices).map(|(&x, radix)| x.min(radix - x)).sum::<u64>();
    let farthest = all.iter().map(far).max().unwrap_or(0);
    let hops = |i: usize, time: u64| {
        let radix = group.radices[i];
        let divided = |choice: u32| {
            let (mut plus, mut minus) = (0, 0);
            for (at, x) in all.iter().enumerate().map(|(at, x)| (at, x[i])).filter(|&(_, x)| x > 0) {
                if choice >> at & 1 == 0 { plus += x } else { minus += radix - x }
            }
            if radix == 2 { [plus + minus, 0] } else { [plus, minus] }
        };
        let choices = (0..1_u32 << all.len()).map(divided);
        choices.filter(|sums| sums.iter().all(|&sum| sum <= time)).map(|sums| sums.iter().sum::<u64>()).min()
    };
    let fits = |&time: &u64| {
        let all: Option<Vec<u64>> = (0..group.radices.len()).map(|i| hops(i, time)).collect();
        all.is_some_and(|hops| hops.iter().sum::<u64>() <= k * time)
    };
    (farthest..1000).find(fits).expect("enough time")
}

#[test]
fn the_split_bound_is_the_least_time_of_all_divisions() {
    for (radices, offsets) in [
        (&[5][..], vec![1, 1, 2]),
        (&[5], vec![2, 2, 2, 3]),
        (&[6], vec![3, 3, 3, 4, 1]),
        (&[7], vec![3, 3, 3, 3]),
        (&[4], vec![2, 2, 2, 3, 3, 3]),
        (&[2, 2], vec![1, 3, 3]),
        (&[3, 4], vec![1, 2, 5, 6, 6]),
        (&[2, 5], vec![5, 7, 7, 2]),
        (&[3, 3], vec![4, 4, 4]),
        (&[3, 5], vec![5, 5, 5, 5, 12]),
    ] {
        let group = Group::torus(radices);
        for k in 1..=u64::try_from(group.links.len()).expect("few links") {
            let value = split(&group, &offsets, k);
            let lower = json!({ "kind": "split", "value": 0 });
            let found = recomputed(&group.isotropic(&offsets, &ports(k), "isotropic", &lower));
            assert_eq!(found, value, "{radices:?} {offsets:?} {k}");
        }
    }
}

fn groups() -> Vec<Group> {
    vec![
        Group::torus(&[5]),
        Group::torus(&[3, 4]),
        Group::torus(&[2, 5]),
        Group::circulant(7, &[1, 2]),
        Group::circulant(8, &[1, 3]),
    ]
}

/// Returns weights that differ on all links, and weights that prefer long ways.
fn weights(group: &Group) -> Vec<Vec<u64>> {
    let links = u64::try_from(group.links.len()).expect("few links");
    vec![
        vec![1; group.links.len()],
        (0..links).map(|link| 2 * link + 1).collect(),
        (0..links).map(|link| (link * link + 3) % 7).collect(),
        (0..links).map(|link| u64::from(link == 1)).collect(),
    ]
}

#[test]
fn weights_are_those_of_the_lightest_routes() {
    for group in groups() {
        let nodes = group.nodes();
        let offsets = [1, nodes - 1, nodes / 2, nodes / 2 + 1, nodes / 2 + 1];
        let ends = [[0, 1], [1, 0], [2, nodes - 1], [nodes - 1, 3], [4, 0]];
        for weights in weights(&group) {
            let least = group.least(&weights, nodes);
            let route = |offset: u64| least[usize::try_from(offset).expect("few nodes")].expect("a way");
            let sum: u64 = offsets.iter().map(|&offset| route(offset)).sum();
            let from_to: u64 = ends.iter().map(|&[from, to]| route(group.difference(from, to))).sum();
            for k in 1..=u64::try_from(group.links.len()).expect("few links") {
                let lower = good::weights(0, &weights);
                let found = recomputed(&group.isotropic(&offsets, &ports(k), "all", &lower));
                assert_eq!(found, sum.div_ceil(largest(&weights, k)), "{} {weights:?}", group.network);
                let found = recomputed(&group.demands(&ends, &ports(k), &lower));
                assert_eq!(
                    found,
                    from_to.div_ceil(nodes * largest(&weights, k)),
                    "{} {weights:?}",
                    group.network
                );
            }
            let found =
                recomputed(&group.demands(&ends, &json!("one-half-duplex"), &good::weights(0, &weights)));
            assert_eq!(found, from_to.div_ceil(nodes / 2 * largest(&weights, 1)), "{}", group.network);
        }
        let none = good::weights(0, &vec![0; group.links.len()]);
        refused!(group.demands(&ends, &json!("one"), &none), [], Rejection::ZeroWeights { claim: 0 });
        refused!(
            group.isotropic(&offsets, &json!("one"), "all", &none),
            [],
            Rejection::ZeroWeights { claim: 0 }
        );
    }
}

/// Requires that the check succeeds exactly if some packet is farther than the limit, or the weights exceed
/// the capacity.
fn require_limited(value: &Value, routes: &[Option<u64>], most: u64) {
    let sum = routes.iter().copied().sum::<Option<u64>>();
    match (check(value), sum) {
        (Ok(_), None) => {}
        (Ok(_), Some(sum)) => assert!(sum > most, "{sum} {most} {value}"),
        (Err(Rejection::NotProved { sum: found, capacity, .. }), Some(sum)) => {
            assert_eq!((found, capacity), (sum.into(), most.into()), "{value}");
            assert!(sum <= most);
        }
        (other, _) => unreachable!("{other:?} {value}"),
    }
}

#[test]
fn weights_of_limited_routes_are_those_of_the_lightest_of_so_few_hops() {
    for group in groups() {
        let nodes = group.nodes();
        let offsets = [1, 1, nodes / 2, nodes / 2 + 1, nodes / 2 + 1, nodes / 2 + 1];
        let ends: Vec<[u64; 2]> =
            (0..nodes).flat_map(|v| [1, nodes / 2].map(|x| [v, (v + x) % nodes])).collect();
        for (weights, within) in
            weights(&group).iter().flat_map(|weights| (0..5).map(move |within| (weights, within)))
        {
            let least = group.least(weights, within);
            let route = |offset: u64| least[usize::try_from(offset).expect("few nodes")];
            let lower =
                json!({ "kind": "weights", "value": within + 1, "weights": weights, "within": within });
            for k in [1, 2] {
                let most = within * largest(weights, k);
                let routes: Vec<_> = offsets.iter().map(|&offset| route(offset)).collect();
                require_limited(&group.isotropic(&offsets, &ports(k), "all", &lower), &routes, most);
                let routes: Vec<_> =
                    ends.iter().map(|&[from, to]| route(group.difference(from, to))).collect();
                require_limited(&group.demands(&ends, &ports(k), &lower), &routes, nodes * most);
            }
        }
    }
}

/// A tree of one leaf after one branch: at least `plus` of the packets of the first class go + in dimension
/// 0.
#[test]
fn leaves_weigh_every_choice_of_directions_that_is_left() {
    let group = Group::torus(&[5, 3]);
    // Offset [2, 1] three times, then [3, 0] twice.
    let (offsets, classes) = ([7, 7, 7, 9, 9], [(vec![2, 1], 3), (vec![3, 0], 2)]);
    let gains = [1_i64, -2];
    for weights in [[1, 1, 1, 1], [3, 1, 2, 5], [0, 4, 1, 0], [3, 1, 4, 1]] {
        for (slots, a) in (2..8_u64).flat_map(|slots| (1..=3).map(move |a| (slots, a))) {
            // Ways of a class: whether each dimension goes +.
            let least = |x: &[u64], fixed: Option<bool>| {
                let choices = [true, false].into_iter().flat_map(|up| [true, false].map(|right| [up, right]));
                let weigh = |[up, right]: [bool; 2]| {
                    let (mut hops, mut weight) = (0, 0_i64);
                    for (i, plus) in [up, right].into_iter().enumerate().filter(|&(i, _)| x[i] > 0) {
                        let way = if plus { x[i] } else { group.radices[i] - x[i] };
                        let of = weights[2 * i + usize::from(!plus)] * way;
                        hops += way;
                        weight += i64::try_from(of).expect("small") - if plus { gains[i] } else { 0 };
                    }
                    (hops <= slots).then_some(weight)
                };
                choices.filter(|&[up, _]| fixed.is_none_or(|fixed| fixed == up)).filter_map(weigh).min()
            };
            let (first, second) = (&classes[0].0, &classes[1].0);
            // In dimension 0 five packets have a choice, in dimension 1 three.
            let window: i64 =
                gains.iter().zip([5, 3]).map(|(&u, most)| if u >= 0 { 0 } else { u * most }).sum();
            let sum = |parts: [(i64, Option<i64>); 3]| {
                let parts = parts.into_iter().filter(|part| part.0 > 0);
                parts.map(|(packets, weight)| weight.map(|weight| packets * weight)).sum::<Option<i64>>()
            };
            let (free, free2) = (least(first, None), least(second, None));
            let up = sum([(a, least(first, Some(true))), (2, free2), (3 - a, free)]);
            let down = sum([(4 - a, least(first, Some(false))), (2, free2), (a - 1, free)]);
            let capacity = i64::try_from(slots * weights.iter().sum::<u64>()).expect("small");
            let leaf = json!({ "weights": weights, "plus": gains });
            let tree = json!({ "kind": "direction-tree", "value": slots + 1, "tree": [{ "branch": [0, 0, a] }, leaf, leaf] });
            let found = check(&group.isotropic(&offsets, &json!("all"), "isotropic", &tree));
            let open = [up, down].into_iter().zip(1..).find_map(|(sum, node)| {
                let sum = sum?.checked_add(window).expect("small");
                (sum <= capacity).then_some((sum, node))
            });
            match (found, open) {
                (Ok(_), None) => {}
                (Err(Rejection::LeafNotRefuted { node, sum, capacity: most, .. }), Some((expected, at))) => {
                    assert_eq!((node, sum, most), (at, expected.into(), capacity.into()), "{tree}");
                }
                other => unreachable!("{other:?} {tree}"),
            }
        }
    }
}

/// On an incomplete hypercube a route changes the bits in which its ends differ, and a node has the links
/// that lead to nodes.
#[test]
fn weights_of_an_incomplete_hypercube_are_those_of_bits() {
    let network = json!({ "kind": "incomplete-hypercube", "nodes": 6 });
    let ends = [[0, 3], [3, 4], [5, 2], [4, 1], [1, 3]];
    let one = |&[from, to]: &[u64; 2]| json!({ "from": from, "to": to, "count": 2 });
    let task = json!({ "kind": "demands", "packets": ends.map(|ends| one(&ends)) });
    // Bits are cleared first, so that every node on the way is one.
    let moves = |(i, &[from, to]): (usize, &[u64; 2])| {
        let bits = (0..3).map(|bit| 1 << bit);
        let changed = bits.clone().filter(move |bit| from & !to & bit != 0);
        let changed = changed.chain(bits.filter(move |bit| to & !from & bit != 0));
        let mut here = from;
        changed.map(move |bit| {
            here ^= bit;
            (i, here ^ bit, here)
        })
    };
    let slots = ends.iter().enumerate().flat_map(moves);
    let slots = slots.flat_map(|(i, from, to)| [2 * i, 2 * i + 1].map(|i| json!([[i, from, to]])));
    let slots: Vec<Value> = slots.collect();
    let packets: Vec<_> = ends.iter().flat_map(|ends| [ends, ends]).collect();
    let time = u64::try_from(slots.len()).expect("few slots");
    let schedule = json!({ "kind": "explicit", "packets": packets, "slots": slots });
    for weights in [[1, 1, 1], [1, 2, 4], [5, 0, 3], [0, 0, 1], [9, 1, 2]] {
        let of = |bits: u64| (0..3).filter(|bit| bits >> bit & 1 == 1).map(|bit| weights[bit]).sum::<u64>();
        let sum: u64 = ends.iter().map(|&[from, to]| 2 * of(from ^ to)).sum();
        let own = |node: u64| {
            let links = (0..3).filter(|bit| node ^ (1 << bit) < 6);
            links.map(|bit| weights[bit]).collect::<Vec<u64>>()
        };
        let value = |ports: &Value| {
            let claim = good::time(time, "all", &good::weights(0, &weights));
            recomputed(&good::certificate(&good::task(&network, &task, ports), &schedule, &[claim]))
        };
        for k in 1..=3 {
            let most: u64 = (0..6).map(|node| largest(&own(node), k)).sum();
            assert_eq!(value(&ports(k)), sum.div_ceil(most), "{weights:?} {k}");
        }
        assert_eq!(value(&json!("one-half-duplex")), sum.div_ceil(3 * largest(&weights, 1)), "{weights:?}");
    }
}

/// The distance of a packet is counted from its own origin, not from node 0.
#[test]
fn distances_of_demands_are_those_between_their_ends() {
    for group in groups() {
        let far = group.least(&vec![1; group.links.len()], group.nodes());
        let ends = [[1, 4], [4, 1], [3, 2]];
        for [from, to] in ends {
            let lower = json!({ "kind": "distance", "value": 0, "packet": to, "from": from });
            let found = recomputed(&group.demands(&ends, &json!("all"), &lower));
            let offset = usize::try_from(group.difference(from, to)).expect("few nodes");
            assert_eq!(Some(found), far[offset], "{} {from} {to}", group.network);
        }
        for (from, to) in [(0, 4), (1, 2), (1, 1)] {
            let lower = json!({ "kind": "distance", "value": 0, "packet": to, "from": from });
            let value = group.demands(&ends, &json!("all"), &lower);
            refused!(value, [], Rejection::NotAnOffset { claim: 0, .. });
        }
        let lower = json!({ "kind": "distance", "value": 0, "packet": 4 });
        refused!(group.demands(&ends, &json!("all"), &lower), [], Rejection::OriginMissing { claim: 0 });
    }
}

/// Three packets over a link that carries two in a slot; every copy of a price counts.
#[test]
fn prices_of_a_link_count_as_often_as_it_carries() {
    let network = json!({ "kind": "graph", "nodes": 2, "links": [[0, 1, 2]] });
    let task = json!({ "kind": "demands", "packets": [{ "from": 0, "to": 1, "count": 3 }] });
    let schedule = json!({ "kind": "explicit", "packets": [[0, 1], [0, 1], [0, 1]],
        "slots": [[[0, 0, 1], [1, 0, 1]], [[2, 0, 1]]] });
    let value = |ports: Value, prices: &Value| {
        let mut lower = prices.clone();
        (lower["kind"], lower["value"]) = (json!("prices"), json!(0));
        let claim = good::time(2, "all", &lower);
        recomputed(&good::certificate(&good::task(&network, &task, &ports), &schedule, &[claim]))
    };
    // 3 · 5 ÷ (2 · 5), with the price of the way back 2 · 3 more; the ports send and receive two.
    assert_eq!(value(json!("all"), &json!({ "links": [[0, 1, 5]] })), 2);
    assert_eq!(value(json!("all"), &json!({ "links": [[0, 1, 5], [1, 0, 3]] })), 1);
    assert_eq!(value(json!("all"), &json!({ "links": [[0, 1, 1], [0, 1, 4]] })), 2);
    assert_eq!(value(json!("all"), &json!({ "sends": [[0, 7]] })), 2);
    assert_eq!(value(json!("all"), &json!({ "receives": [[1, 7]] })), 2);
    assert_eq!(
        value(json!("all"), &json!({ "sends": [[0, 7]], "receives": [[1, 2]], "links": [[0, 1, 1]] })),
        2
    );
    assert_eq!(value(json!("all"), &json!({ "sends": [[0, 1], [1, 1]], "receives": [[1, 1]] })), 1);
}

/// Compares with the prices of packets on their cheapest paths in time, found by trying all paths, and the
/// price of all slots.
#[test]
fn timed_prices_weigh_every_way_in_time() {
    let links = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)];
    let network = json!({ "kind": "graph", "nodes": 4, "links": links.map(|(from, to)| json!([from, to])) });
    let ends = [(0_u64, 3_u64), (1, 3), (1, 0)];
    let task = json!({ "kind": "demands",
        "packets": ends.map(|(from, to)| json!({ "from": from, "to": to })) });
    let schedule = json!({ "kind": "explicit", "packets": ends.map(|(from, to)| json!([from, to])),
        "slots": [[[0, 0, 3], [1, 1, 2], [2, 1, 0]], [[1, 2, 3]]] });
    let both: Vec<(u64, u64)> = links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    let (mut proved, mut not) = (0, 0);
    for seed in 0_u64..200 {
        // Some prices of 0 to 3, all from the seed.
        let price = |slot: u64, arc: u64| {
            (seed + 1)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(u32::try_from(7 * slot + 3 * arc).expect("small"))
                % 4
        };
        let slots = 1 + seed % 2;
        let of = |slot: u64| (0_u64..).zip(&both).map(move |(arc, &(from, to))| (from, to, price(slot, arc)));
        let cost: u64 = (0..slots).flat_map(of).map(|(.., price)| price).sum();
        let paid: u64 = ends
            .iter()
            .map(|&(from, to)| {
                let mut ways = vec![(from, 0)];
                for slot in 0..slots {
                    let moved: Vec<(u64, u64)> = ways
                        .iter()
                        .flat_map(|&(at, paid)| {
                            of(slot)
                                .filter(move |&(from, ..)| from == at)
                                .map(move |(_, to, price)| (to, paid + price))
                        })
                        .collect();
                    ways.extend(moved);
                }
                ways.iter().filter(|&&(at, _)| at == to).map(|&(_, paid)| paid).min().unwrap_or(cost + 1)
            })
            .sum();
        let listed: Vec<Value> = (0..slots).map(|slot| json!({ "links": of(slot).map(|(from, to, price)| json!([from, to, price])).collect::<Vec<_>>() })).collect();
        let lower = json!({ "kind": "timed-prices", "value": 0, "slots": listed });
        let claim = good::time(2, "all", &lower);
        let document = good::certificate(&good::task(&network, &task, &json!("all")), &schedule, &[claim]);
        if paid > cost {
            assert_eq!(recomputed(&document), slots + 1, "{seed}");
            proved += 1;
        } else {
            refused!(document, [], Rejection::NotProved { claim: 0, .. });
            not += 1;
        }
    }
    assert!(proved > 0 && not > 0, "{proved} and {not} of both sorts");
}

/// A node with one port sends its packets one after the other, and receives them one after the other.
#[test]
fn ports_of_demands_are_counted_at_the_node_that_is_named() {
    let group = Group::torus(&[5]);
    let ends = [[1, 3], [1, 4], [1, 2], [4, 3], [2, 3]];
    let far = |from: u64, to: u64| {
        let x = group.difference(from, to);
        x.min(5 - x)
    };
    for (node, distance) in (0..5).flat_map(|node| (1..=3).map(move |distance| (node, distance))) {
        for (kind, own) in [("emission", 0), ("reception", 1)] {
            let packets = ends.iter().filter(|ends| ends[own] == node && far(ends[0], ends[1]) >= distance);
            let packets = u64::try_from(packets.count()).expect("few packets");
            let expected = if packets == 0 { 0 } else { packets + distance - 1 };
            let lower = json!({ "kind": kind, "value": 0, "node": node, "distance": distance });
            let found = recomputed(&group.demands(&ends, &json!("one"), &lower));
            assert_eq!(found, expected, "{kind} {node} {distance}");
        }
    }
}

/// Node 2 of a path pays for the two packets from node 0, which come to it in the slots 2 and 3; node 1,
/// which is nearer, pays nothing.
#[test]
fn prices_add_the_slots_before_the_nearest_node_that_pays() {
    let network = json!({ "kind": "graph", "nodes": 3, "links": [[0, 1], [1, 2]] });
    let task = json!({ "kind": "single-node-broadcast", "root": 0, "count": 2 });
    let schedule = json!({ "kind": "explicit", "packets": [[0], [0]],
        "slots": [[[0, 0, 1]], [[0, 1, 2], [1, 0, 1]], [[1, 1, 2]]] });
    let lower = json!({ "kind": "prices", "value": 3, "links": [[1, 2, 1]] });
    let task = good::task(&network, &task, &json!("all"));
    assert!(check(&good::certificate(&task, &schedule, &[good::time(3, "all", &lower)])).is_ok());
}

/// On a circle of directed links node 2 is two hops behind node 0, and one before it.
#[test]
fn prices_go_by_the_way_that_packets_go() {
    let network = json!({ "kind": "graph", "nodes": 3, "directed": true, "links": [[0, 1], [1, 2], [2, 0]] });
    let task = json!({ "kind": "single-node-broadcast", "root": 0, "count": 1 });
    let schedule = json!({ "kind": "explicit", "packets": [[0]], "slots": [[[0, 0, 1]], [[0, 1, 2]]] });
    let lower = json!({ "kind": "prices", "value": 2, "links": [[1, 2, 1]] });
    let task = good::task(&network, &task, &json!("all"));
    assert!(check(&good::certificate(&task, &schedule, &[good::time(2, "all", &lower)])).is_ok());
}

/// Node 1 is found at 5 and again at 2; the way over node 4 to node 3 costs 7, that from node 1 at once 12.
#[test]
fn prices_of_demands_are_those_of_the_cheapest_ways() {
    let links = [[0, 1], [0, 2], [2, 1], [1, 3], [0, 4], [4, 3], [3, 0]];
    let network = json!({ "kind": "graph", "nodes": 5, "directed": true, "links": links });
    let packets = json!([{ "from": 0, "to": 1, "count": 4 }, { "from": 0, "to": 3, "count": 4 }]);
    let task = json!({ "kind": "demands", "packets": packets });
    let slot = |slot: u64| {
        let near = (slot < 4).then(|| [json!([slot, 0, 1]), json!([4 + slot, 0, 4])]);
        let far = slot.checked_sub(1).map(|before| json!([4 + before, 4, 3]));
        near.into_iter().flatten().chain(far).collect::<Vec<_>>()
    };
    let ends = [[0, 1], [0, 1], [0, 1], [0, 1], [0, 3], [0, 3], [0, 3], [0, 3]];
    let schedule =
        json!({ "kind": "explicit", "packets": ends, "slots": (0..5).map(slot).collect::<Vec<_>>() });
    let prices = [[0, 1, 5], [0, 2, 1], [2, 1, 1], [1, 3, 10], [0, 4, 6], [4, 3, 1]];
    let lower = json!({ "kind": "prices", "value": 0, "links": prices });
    let task = good::task(&network, &task, &json!("all"));
    // 4 · (2 + 7) over 24.
    assert_eq!(recomputed(&good::certificate(&task, &schedule, &[good::time(5, "all", &lower)])), 2);
}

/// All neighbours of a ring are served in one slot, which the search for the least time finds from above.
#[test]
fn a_split_is_found_where_the_farthest_packet_is_one_hop_away() {
    let task = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }, { "offset": 4 }] });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 4], "slots": [[[0, 0], [1, 1]]] });
    let split = json!({ "kind": "split", "value": 1 });
    let task = good::task(&good::ring(5), &task, &json!("all"));
    let value = good::certificate(&task, &schedule, &[good::time(1, "isotropic", &split)]);
    assert!(check(&value).is_ok());
}
