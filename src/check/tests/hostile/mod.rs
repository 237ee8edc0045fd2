//! The small documents that ask for most work, of each kind of network, schedule and bound.

use serde_json::{Value, json};

/// A document by its name, and the part in which it asks for most work.
#[derive(Debug)]
pub(crate) struct Hostile {
    /// The parts that it has.
    pub(crate) name: &'static str,
    /// The certificate.
    pub(crate) document: Value,
}

fn exchange() -> Value {
    json!({ "kind": "total-exchange" })
}

fn ring(nodes: u64) -> Value {
    json!({ "kind": "ring", "nodes": nodes })
}

fn task(network: &Value, task: &Value, objective: &str) -> Value {
    json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": "all", "objective": objective })
}

fn certificate(task: &Value, schedule: &Value, claims: &[Value]) -> Value {
    json!({ "format": "isotask.certificate/1", "task": task, "schedule": schedule, "claims": claims })
}

/// Returns claims of one slot in the three scopes, each with weights of all links.
fn by_weights(links: usize) -> Vec<Value> {
    let lower = json!({ "kind": "weights", "value": 1, "weights": vec![1; links] });
    let claim = |scope| json!({ "quantity": "completion-time", "value": 1, "scope": scope, "lower": lower, "status": "optimal" });
    ["all", "isotropic", "isotropic-shortest"].map(claim).to_vec()
}

/// Returns one packet over link 0 of a Cayley graph, to the node at its other end.
fn one_packet(network: &Value, offset: u64, links: usize) -> Value {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": offset }] });
    let schedule = json!({ "kind": "symmetric", "packets": [offset], "slots": [[[0, 0]]] });
    certificate(&task(network, &packets, "completion-time"), &schedule, &by_weights(links))
}

/// Returns one packet between neighbours of a graph of as many nodes as there may be.
fn one_demand(network: &Value, to: u64) -> Value {
    let packets = json!({ "kind": "demands", "packets": [{ "from": 0, "to": to, "count": 1 }] });
    let schedule = json!({ "kind": "explicit", "packets": [[0, to]], "slots": [[[0, 0, to]]] });
    let claims = vec![
        json!({ "quantity": "completion-time", "value": 1, "scope": "all",
            "lower": { "kind": "cut", "value": 1, "nodes": [0] }, "status": "optimal" }),
        json!({ "quantity": "transmissions", "value": 1, "per": "network", "scope": "all",
            "lower": { "kind": "distances", "value": 1 }, "status": "optimal" }),
    ];
    certificate(&task(network, &packets, "completion-time"), &schedule, &claims)
}

/// Total exchange on the ring of 2h + 1 nodes: all that goes + in one interval, all that goes − in the next,
/// and its delay claimed for many horizons, each by the pooled bound.
fn delays_of_a_ring(half: u64, horizons: u64) -> Value {
    let (half, nodes) = (u128::from(half), 2 * u128::from(half) + 1);
    let one_way = half * (half + 1) / 2;
    // Packet x of one way has come when x (x + 1) / 2 units have gone, and so it has with two servers; of the
    // other way the farthest goes first.
    let forth = half * (half + 1) * (half + 2) / 6;
    let delay = forth + half * one_way + half * (half + 1) * (2 * half + 1) / 6;
    let claim = |horizon: u128| {
        json!({ "quantity": "total-delay", "value": delay.to_string(), "per": "node", "scope": "all",
            "horizon": u64::try_from(2 * one_way + horizon).unwrap_or(u64::MAX),
            "lower": { "kind": "pooled", "value": (2 * forth).to_string() }, "status": "upper-bound" })
    };
    let one_way = u64::try_from(one_way).unwrap_or(u64::MAX);
    let schedule = json!({ "kind": "intervals", "groups": [0], "intervals": [[0, one_way, 0, 0], [one_way, one_way, 0, 1]] });
    let ring = ring(u64::try_from(nodes).unwrap_or(u64::MAX));
    let claims: Vec<Value> = (0..u128::from(horizons)).map(claim).collect();
    certificate(&task(&ring, &exchange(), "average-delay"), &schedule, &claims)
}

/// Returns a total exchange in which every row, up to a number of groups, is a group of its own that owns no
/// interval.
fn groups(network: &Value, groups: u64) -> Value {
    let schedule = json!({ "kind": "intervals", "groups": (0..groups).collect::<Vec<_>>(), "intervals": [] });
    certificate(&task(network, &exchange(), "completion-time"), &schedule, &by_weights(1))
}

/// Returns packets of one offset on a ring by the conveyor rule, all of them going + but for `minus`.
fn conveyor(nodes: u64, count: u64, minus: u64) -> Value {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": count }] });
    let schedule = json!({ "kind": "conveyor", "minus": minus });
    certificate(&task(&ring(nodes), &packets, "completion-time"), &schedule, &by_weights(2))
}

/// Returns one packet over link 0, with a claim in two scopes by a given bound.
fn bounded(network: &Value, offset: u64, lower: &Value) -> Value {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": offset }] });
    let schedule = json!({ "kind": "symmetric", "packets": [offset], "slots": [[[0, 0]]] });
    let claim = |scope| json!({ "quantity": "completion-time", "value": 1, "scope": scope, "lower": lower, "status": "optimal" });
    let claims = ["isotropic", "isotropic-shortest"].map(claim);
    certificate(&task(network, &packets, "completion-time"), &schedule, &claims)
}

/// Returns demands to two neighbours of node 0, with a price of a port of the first that is so high that the
/// search for it visits every node.
fn by_prices(network: &Value, to: u64) -> Value {
    let packets = json!({ "kind": "demands", "packets": [{ "from": 0, "to": to, "count": 1 }] });
    let schedule = json!({ "kind": "explicit", "packets": [[0, to]], "slots": [[[0, 0, to]]] });
    let lower = json!({ "kind": "prices", "value": 1, "links": [], "sends": [], "receives": [[to, 1]] });
    let claim = json!({ "quantity": "completion-time", "value": 1, "scope": "all", "lower": lower, "status": "optimal" });
    certificate(&task(network, &packets, "completion-time"), &schedule, &[claim])
}

/// Total exchange on a torus of rings of 3 nodes, link after link, and a tree whose every leaf weighs all
/// choices of directions: of two links the shorter way is the heavier.
fn tree_of_directions(dimensions: u32, leaves: u64) -> Value {
    let torus = json!({ "kind": "torus", "radices": vec![3; usize::try_from(dimensions).unwrap_or(0)] });
    let (width, links) = (3_u64.pow(dimensions - 1), u64::from(2 * dimensions));
    let intervals: Vec<_> = (0..links).map(|link| [link * width, width, 0, link]).collect();
    let schedule = json!({ "kind": "intervals", "groups": [0], "intervals": intervals });
    let weights: Vec<u64> = (0..links).map(|link| 3 - 2 * (link % 2)).collect();
    let leaf = json!({ "weights": weights });
    let divided = (1..leaves).rev().flat_map(|plus| [json!({ "divide": [0, plus] }), leaf.clone()]);
    let tree: Vec<Value> = divided.chain([leaf.clone()]).collect();
    let claim = json!({ "quantity": "completion-time", "value": links * width, "scope": "isotropic",
        "lower": { "kind": "direction-tree", "value": 100, "tree": tree }, "status": "upper-bound" });
    certificate(&task(&torus, &exchange(), "completion-time"), &schedule, &[claim])
}

/// Returns one packet in one slot on one port, with multipliers for a row in which every variable of the
/// model stands.
fn multipliers(network: &Value, rows: usize) -> Value {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }] });
    let task = json!({ "format": "isotask.task/1", "network": network, "task": packets, "ports": "one", "objective": "average-delay" });
    let schedule = json!({ "kind": "symmetric", "packets": [1], "slots": [[[0, 0]]] });
    let tree = [json!({ "denominator": 1, "rows": vec![json!(["ports", 0, 1]); rows] })];
    let claim = json!({ "quantity": "total-delay", "value": 1, "per": "node", "scope": "isotropic", "horizon": 1,
        "lower": { "kind": "dual-tree", "value": 1, "horizon_slots": 1, "tree": tree }, "status": "optimal" });
    certificate(&task, &schedule, &[claim])
}

/// Packets of every node of a lift, for which there is a search from each of them.
fn on_a_lift(order: u64, links: u64, packets: &Value) -> Value {
    let links: Vec<Value> = (1..=links).map(|link| json!([0, 0, [link]])).collect();
    let lift = json!({ "kind": "lift", "group": [order], "nodes": 1, "links": links });
    let schedule = json!({ "kind": "explicit", "packets": [], "slots": [] });
    certificate(&task(&lift, packets, "completion-time"), &schedule, &by_weights(1))
}

/// Returns the nearest nodes of a long ring, in one window.
fn one_window(nodes: u64) -> Value {
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1 });
    let window = json!({ "cut": [1], "rest": [], "bins": [], "first": [[0, 0], [0, 1]], "last": [], "blocks": [],
        "ends": [[-1, -1], [-1, -1]] });
    let schedule = json!({ "kind": "windows", "plan": [window] });
    certificate(&task(&ring(nodes), &near, "completion-time"), &schedule, &by_weights(2))
}

/// Returns the transpositions of nine symbols, and products of two transpositions, `number` in all.
fn exchanges(number: usize) -> Value {
    let pairs: Vec<(usize, usize)> = (0..9).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let exchanged = |list: &[(usize, usize)]| {
        let mut symbols: Vec<u64> = (0..9).collect();
        for &(a, b) in list {
            symbols.swap(a, b);
        }
        symbols
    };
    let apart =
        |p: (usize, usize), q: (usize, usize)| ![q.0, q.1].contains(&p.0) && ![q.0, q.1].contains(&p.1);
    let two = pairs
        .iter()
        .flat_map(|&p| pairs.iter().filter(move |&&q| p < q && apart(p, q)).map(move |&q| [p, q]));
    let all = pairs.iter().map(|&pair| exchanged(&[pair])).chain(two.map(|two| exchanged(&two)));
    json!({ "kind": "cayley", "permutations": all.take(number).collect::<Vec<_>>() })
}

/// Packets between neighbours of a ring, and no prices in many slots.
fn by_timed_prices(nodes: u64, packets: u64, slots: usize) -> Value {
    let ends: Vec<(u64, u64)> = (0..packets).map(|node| (node, node + 1)).collect();
    let demands: Vec<Value> = ends.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect();
    let moves: Vec<Value> =
        (0..).zip(&ends).map(|(packet, (from, to)): (u64, _)| json!([packet, from, to])).collect();
    let schedule = json!({ "kind": "explicit", "packets": ends, "slots": [moves] });
    let lower = json!({ "kind": "timed-prices", "value": 1, "slots": vec![json!({}); slots] });
    let claim = json!({ "quantity": "completion-time", "value": 1, "scope": "all", "lower": lower, "status": "optimal" });
    let demands = json!({ "kind": "demands", "packets": demands });
    certificate(&task(&ring(nodes), &demands, "completion-time"), &schedule, &[claim])
}

/// Returns all of them.
pub(crate) fn all() -> Vec<Hostile> {
    let family = |family, n| json!({ "kind": "cayley", "family": family, "n": n });
    let turn: Vec<u64> = (1..9).chain([0]).collect();
    let back: Vec<u64> = [8].into_iter().chain(0..8).collect();
    let swap: Vec<u64> = [1, 0].into_iter().chain(2..9).collect();
    let listed = json!({ "kind": "cayley", "permutations": [swap, turn, back] });
    let circulant =
        json!({ "kind": "cayley", "family": "circulant", "n": 1 << 22, "steps": [1, 2, 3, 4, 5, 6, 7, 8] });
    let lift = json!({ "kind": "lift", "group": [1 << 10, 1 << 9], "nodes": 2, "links":
        [[0, 1, [0, 0]], [0, 0, [1, 0]], [0, 0, [0, 1]], [1, 1, [1, 1]], [1, 1, [3, 5]], [0, 1, [1, 2]]] });
    let orbit = json!({ "kind": "orbit", "subgroup": (0..24).map(|bit| 1 << bit).collect::<Vec<u64>>(),
        "packets": [], "slots": [] });
    let cube = task(&json!({ "kind": "hypercube", "dimension": 24 }), &exchange(), "completion-time");
    let far_steps = json!({ "kind": "cayley", "family": "circulant", "n": 1 << 22, "steps": [1, 3, 11, 41, 155, 2001, 50_021, 1_000_003] });
    let pancakes = json!({ "kind": "isotropic", "packets": [{ "offset": 362_880 }] });
    let pancakes = task(&family("pancake", 10), &pancakes, "completion-time");
    let translations = json!({ "kind": "orbit", "subgroup": (1..13).map(|turn| turn * 279_137).collect::<Vec<u64>>(),
        "packets": [], "slots": [] });
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1 });
    let line = json!({ "kind": "lattice", "matrix": [[1 << 20]] });
    let mixed =
        json!({ "kind": "cayley", "family": "circulant", "n": 1 << 18, "steps": [1, 2, 3, 4, 5, 6, 7, 8] });
    let named = |name, document| Hostile { name, document };
    let square = json!({ "kind": "torus", "radices": [1 << 14, 1 << 14] });
    let vectors = json!({ "kind": "hyperx", "radices": [64, 64, 64] });
    vec![
        named("offsets that nobody counts", groups(&ring(1 << 28), 1)),
        named("offsets in two dimensions", groups(&square, 1)),
        named("groups of rows", groups(&ring((1 << 26) - 2), 60)),
        named("horizons of delay", delays_of_a_ring((1 << 24) - 2, 12)),
        named("permutations of a family", one_packet(&family("pancake", 10), 362_880, 9)),
        named("listed permutations", one_packet(&listed, 1, 3)),
        named("cycles", one_packet(&family("butterfly", 17), 1, 4)),
        named("a circulant", one_packet(&circulant, 1, 16)),
        named("vectors", one_packet(&vectors, 4096, 189)),
        named("a mesh", one_demand(&json!({ "kind": "mesh", "radices": vec![2; 20] }), 1)),
        named("a lift", one_demand(&lift, 1)),
        named("many permutations", one_packet(&exchanges(60), 1, 60)),
        named("many searches", one_packet(&far_steps, 1, 16)),
        named("a subgroup of permutations", certificate(&pancakes, &translations, &by_weights(9))),
        named("a conveyor of one long packet", conveyor(1 << 21, 1, 1)),
        named("a conveyor of a long chain", conveyor(3, 1 << 20, 0)),
        named("a window", one_window((1 << 26) - 1)),
        named("neighbours of a lift", on_a_lift(2_000, 200, &near)),
        named("all pairs of a lift", on_a_lift(2_890, 200, &exchange())),
        named("prices", by_prices(&family("pancake", 10), 362_880)),
        named("prices of many slots", by_timed_prices(6_990, 50, 200)),
        named("splits", bounded(&line, 1, &json!({ "kind": "split", "value": 1 }))),
        named("a tree of directions", tree_of_directions(10, 30)),
        named("multipliers", multipliers(&mixed, 150)),
        named("a subgroup", certificate(&cube, &orbit, &by_weights(24))),
    ]
}
