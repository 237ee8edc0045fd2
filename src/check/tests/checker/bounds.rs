//! Witnesses of bounds that are refused.

use super::*;

#[test]
fn faults_of_weights_are_refused() {
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [1]],
        Rejection::WeightCount { found: 1, expected: 2, .. }
    );
    refused!(good::ring5(), ["/claims/0/lower/weights" = [1, 1, 1]], Rejection::WeightCount { .. });
    refused!(good::ring5(), ["/claims/0/lower/weights" = [0, 0]], Rejection::ZeroWeights { claim: 0 });
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [1, 0]],
        Rejection::LowerMismatch { recomputed: 0, .. }
    );
    refused!(good::ring5_one_port(), ["/task/ports" = "all"], Rejection::LowerMismatch { recomputed: 3, .. });
    refused!(good::coupled(), ["/claims/0/lower/within" = 3], Rejection::WithinMismatch { .. });
    refused!(good::coupled(), ["/claims/0/lower/within" = 1], Rejection::WithinMismatch { .. });
    refused!(
        good::coupled(),
        ["/claims/0/lower/weights" = [1, 1, 0, 0]],
        Rejection::NotProved { sum: 3, capacity: 4, .. }
    );
    refused!(
        good::coupled(),
        ["/claims/0/lower/within" = null],
        Rejection::LowerMismatch { recomputed: 0, .. }
    );
    refused!(good::cube2(), ["/claims/2/lower/packet" = 1], Rejection::LowerMismatch { recomputed: 1, .. });
    let distance = good::time(3, "all", &json!({ "kind": "distance", "value": 2, "packet": 8 }));
    refused!(good::coupled(), ["/claims/0" = distance], Rejection::NotAnOffset { offset: 8, .. });
    let none = check(&with(good::cube2(), &[("/claims/2/lower/packet", json!(4))]));
    assert_eq!(none.map_err(|rejection| rejection.place()), Err("claims[2].lower.packet".to_owned()));
    refused!(
        good::ring4(),
        ["/claims/1/lower/value" = 2, "/claims/1/status" = "upper-bound"],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
}

#[test]
fn sums_beyond_128_bits_are_refused() {
    let one = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }] });
    let task = good::task(&good::ring(5), &one, &json!("all"));
    let last = u64::MAX - 1;
    let schedule = json!({ "kind": "intervals", "groups": [0], "intervals": [[last, 1, 0, 0]] });
    let weights = [u64::MAX, u64::MAX];
    let within = json!({ "kind": "weights", "value": u64::MAX, "weights": weights, "within": last });
    let claim = good::time(u64::MAX, "all", &within);
    let value = good::certificate(&task, &schedule, &[claim]);
    refused!(value.clone(), [], Rejection::Overflow { .. });
    // Without the limit on hops the sum stays small: one packet of one hop.
    let plain = good::time(u64::MAX, "all", &good::weights(1, &weights));
    assert!(check(&with(value, &[("/claims/0", plain)])).is_ok());
}

#[test]
fn faults_of_trees_are_refused() {
    let tree = |nodes: Value| with(good::ring4(), &[("/claims/2/lower/tree", nodes)]);
    let (left, right) = (json!({ "weights": [1, 0] }), json!({ "weights": [0, 1] }));
    let branch = |c: u64, i: u64, a: u64| json!([{ "branch": [c, i, a] }, left, right]);
    assert!(check(&tree(branch(1, 0, 1))).is_ok());
    refused!(tree(json!([])), [], Rejection::TreeIncomplete { node: 0, .. });
    refused!(tree(json!([{ "branch": [1, 0, 1] }, left])), [], Rejection::TreeIncomplete { node: 2, .. });
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, left, right, left])),
        [],
        Rejection::TreeTrailing { node: 3, .. }
    );
    refused!(tree(branch(3, 0, 1)), [], Rejection::BranchClass { class: 3, classes: 3, .. });
    refused!(tree(branch(1, 1, 1)), [], Rejection::BranchDimension { dimension: 1, .. });
    refused!(tree(branch(1, 0, 0)), [], Rejection::BranchThreshold { plus: 0, .. });
    refused!(tree(branch(1, 0, 2)), [], Rejection::BranchThreshold { plus: 2, packets: 1, .. });
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, { "branch": [1, 0, 1] }, left, right])),
        [],
        Rejection::BranchNotFree { node: 1, .. }
    );
}

#[test]
fn leaves_that_refute_nothing_are_refused() {
    let tree = |nodes: Value| with(good::ring4(), &[("/claims/2/lower/tree", nodes)]);
    let (left, right) = (json!({ "weights": [1, 0] }), json!({ "weights": [0, 1] }));
    // The class that a branch makes may be empty, and cannot be divided then.
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, { "branch": [3, 0, 1] }, left, right])),
        [],
        Rejection::BranchThreshold { packets: 0, .. }
    );
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, right, left])),
        [],
        Rejection::LeafNotRefuted { node: 1, sum: 1, capacity: 2, .. }
    );
    refused!(
        tree(json!([{ "weights": [1, 1] }])),
        [],
        Rejection::LeafNotRefuted { node: 0, sum: 4, capacity: 4, .. }
    );
    refused!(tree(json!([{ "weights": [0, 0] }])), [], Rejection::LeafNotRefuted { sum: 0, .. });
    refused!(tree(json!([{ "weights": [1] }])), [], Rejection::WeightCount { .. });
    refused!(
        good::ring4(),
        ["/claims/2/lower/value" = 0, "/claims/2/status" = "upper-bound"],
        Rejection::TreeBoundZero { .. }
    );
    // In a hypercube there is nothing to branch on.
    let cube = json!({ "kind": "direction-tree", "value": 2, "tree": [{ "branch": [0, 0, 1] }] });
    let value = with(good::cube2(), &[("/claims/1", good::time(2, "isotropic", &cube))]);
    refused!(value, [], Rejection::BranchNotFree { .. });
}

/// The tree divides the packets of the ring of 4 by the number that go +: if two or three do, they take 1 + 2
/// slots; if one or none does, the others take 2 + 1.
#[test]
fn divisions_by_all_packets_are_read_as_the_format_says() {
    let tree = |nodes: Value| with(good::ring4(), &[("/claims/2/lower/tree", nodes)]);
    let two = json!({ "weights": [1, 0], "plus": [2] });
    let none = json!({ "weights": [0, 1], "plus": [-2] });
    let divide = |a: u64| json!([{ "divide": [0, a] }, two, none]);
    assert!(check(&tree(divide(2))).is_ok());
    refused!(tree(divide(1)), [], Rejection::LeafNotRefuted { node: 1, sum: 1, capacity: 2, .. });
    refused!(tree(divide(3)), [], Rejection::LeafNotRefuted { node: 2, sum: 1, capacity: 2, .. });
    refused!(tree(divide(0)), [], Rejection::DivideThreshold { plus: 0, least: 0, most: 3, .. });
    refused!(tree(divide(4)), [], Rejection::DivideThreshold { plus: 4, least: 0, most: 3, .. });
    refused!(
        tree(json!([{ "divide": [0, 2] }, { "divide": [0, 2] }, two, two, none])),
        [],
        Rejection::DivideThreshold { node: 1, plus: 2, least: 2, most: 3, .. }
    );
    refused!(
        tree(json!([{ "divide": [0, 2] }, two, { "divide": [0, 2] }, none, none])),
        [],
        Rejection::DivideThreshold { node: 2, plus: 2, least: 0, most: 1, .. }
    );
    // The window of one child says nothing about the other.
    refused!(
        tree(json!([{ "divide": [0, 2] }, two, { "divide": [0, 1] }, two, none])),
        [],
        Rejection::LeafNotRefuted { node: 3, .. }
    );
    refused!(
        tree(json!([{ "divide": [1, 2] }, two, none])),
        [],
        Rejection::BranchDimension { dimension: 1, .. }
    );
    refused!(tree(json!([{ "divide": [0, 2] }, none, two])), [], Rejection::LeafNotRefuted { node: 1, .. });
    refused!(tree(json!([{ "divide": [0, 2] }, two])), [], Rejection::TreeIncomplete { node: 2, .. });
    refused!(
        tree(json!([{ "divide": [0, 2] }, two, none, none])),
        [],
        Rejection::TreeTrailing { node: 3, .. }
    );
    let cube = json!({ "kind": "direction-tree", "value": 2, "tree": [{ "divide": [0, 1] }] });
    let value = with(good::cube2(), &[("/claims/1", good::time(2, "isotropic", &cube))]);
    refused!(value, [], Rejection::DivideNotFree { node: 0, dimension: 0, .. });
}

#[test]
fn faults_of_multipliers_are_refused() {
    let tree = |two: Value| {
        let nodes = json!([{ "divide": [0, 2] }, two, { "weights": [0, 1], "plus": [-2] }]);
        with(good::ring4(), &[("/claims/2/lower/tree", nodes)])
    };
    let leaf = |plus: Value| tree(json!({ "weights": [1, 0], "plus": plus }));
    assert!(check(&leaf(json!([2]))).is_ok());
    refused!(leaf(json!([2, 0])), [], Rejection::PlusCount { node: 1, found: 2, expected: 1, .. });
    // Within 2 slots offset 1 must go + and offset 3 −; only offset 2 chooses.
    refused!(leaf(json!([0])), [], Rejection::LeafNotRefuted { sum: 1, capacity: 2, .. });
    // (1 − u) + min(2 − u, 0) + 2u; for u < 0 the greatest number counts, which is 3.
    refused!(leaf(json!([1])), [], Rejection::LeafNotRefuted { sum: 2, capacity: 2, .. });
    refused!(leaf(json!([-1])), [], Rejection::LeafNotRefuted { sum: -1, capacity: 2, .. });
    assert!(check(&leaf(json!([i64::MAX]))).is_ok(), "(1 − u) + (2 − u) + 2u = 3 for every u ≥ 2");
    refused!(leaf(json!([i64::MIN])), [], Rejection::LeafNotRefuted { .. });
    refused!(tree(json!({ "weights": [1, 0] })), [], Rejection::LeafNotRefuted { sum: 1, .. });
    refused!(tree(json!({ "weights": [1], "plus": [2] })), [], Rejection::WeightCount { .. });
    // A multiplier alone proves nothing: without weights both sums cancel.
    for u in [-7, 7] {
        refused!(
            tree(json!({ "weights": [0, 0], "plus": [u] })),
            [],
            Rejection::LeafNotRefuted { capacity: 0, .. }
        );
    }
}

#[test]
fn multipliers_with_sums_beyond_128_bits_are_refused() {
    let one =
        json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 4_000_000_000_000_000_000_u64 }] });
    let task = good::task(&good::ring(3), &one, &json!("all"));
    let schedule = json!({ "kind": "intervals", "groups": [0], "intervals": [[u64::MAX - 1, 1, 0, 0]] });
    let leaf = json!({ "weights": [u64::MAX, u64::MAX], "plus": [i64::MIN] });
    let lower = json!({ "kind": "direction-tree", "value": u64::MAX, "tree": [leaf] });
    let value = good::certificate(&task, &schedule, &[good::time(u64::MAX, "isotropic", &lower)]);
    assert!(check(&value).is_err());
}

#[test]
fn offsets_with_too_many_open_dimensions_are_refused() {
    let radices = vec![3; 17];
    let ones = vec![1; 17];
    let network = json!({ "kind": "torus", "radices": radices });
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": ones }] });
    let slots: Vec<_> = (0..17).map(|i| json!([[0, 2 * i]])).collect();
    let schedule = json!({ "kind": "symmetric", "packets": [ones], "slots": slots });
    let weights: Vec<u64> = (0..34).map(|link| if link % 2 == 0 { 3 } else { 1 }).collect();
    let lower = json!({ "kind": "weights", "value": 17, "weights": weights, "within": 16 });
    let claims = [good::time(17, "all", &lower)];
    let task = good::task(&network, &packets, &json!("all"));
    let value = good::certificate(&task, &schedule, &claims);
    // No route has 16 hops, so nothing is enumerated.
    assert!(check(&value).is_ok());
    let extra: Vec<_> = (0..17).map(|i| json!([[0, 2 * i]])).chain([json!([]); 1]).collect();
    let longer = with(
        value,
        &[
            ("/schedule/slots", json!(extra)),
            ("/claims/0/lower/value", json!(17)),
            ("/claims/0/scope", json!("isotropic")),
            (
                "/claims/0/lower",
                json!({ "kind": "direction-tree", "value": 17, "tree": [{ "weights": weights }] }),
            ),
        ],
    );
    refused!(longer, [], Rejection::TooManyDirections { free: 17, limit: 16, .. });
}

/// The 4-ring as the second dimension of a torus whose first no packet uses.
#[test]
fn branches_fix_the_dimension_that_they_name() {
    let network = json!({ "kind": "torus", "radices": [2, 4] });
    let ring = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }, { "offset": 2 }, { "offset": 3 }] });
    let tree = |second: u64| {
        let nodes = json!([{ "branch": [1, 1, 1] }, { "weights": [0, 1, 0] }, { "weights": [0, 0, second] }]);
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
            "slots": [[[0, 1], [2, 2]], [[1, 1]], [[1, 1]]] });
        let lower = json!({ "kind": "direction-tree", "value": 3, "tree": nodes });
        let task = good::task(&network, &ring, &json!("all"));
        good::certificate(&task, &schedule, &[good::time(3, "isotropic-shortest", &lower)])
    };
    assert!(check(&tree(1)).is_ok());
    refused!(tree(0), [], Rejection::LeafNotRefuted { node: 2, sum: 0, capacity: 0, .. });
    let twice = json!([{ "branch": [1, 1, 1] }, { "branch": [1, 1, 1] }]);
    refused!(tree(1), ["/claims/0/lower/tree" = twice], Rejection::BranchNotFree { node: 1, .. });
}

/// A lattice of one dimension, and a `HyperX` of three nodes, are rings.
#[test]
fn split_holds_on_every_network_that_is_a_torus_by_its_generators() {
    let lattice = json!({ "kind": "lattice", "matrix": [[4]] });
    assert!(check(&with(good::ring4(), &[("/task/network", lattice)])).is_ok());
    let one = json!({ "kind": "split", "value": 1 });
    let claims = [good::time(1, "isotropic", &one)];
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2], "slots": [[[0, 0], [1, 1]]] });
    let hyperx = |radix: u64| json!({ "kind": "hyperx", "radices": [radix] });
    let of = |network: &Value| good::task(network, &good::exchange(), &json!("all"));
    assert!(check(&good::certificate(&of(&hyperx(3)), &schedule, &claims)).is_ok());
    // Of four nodes the orders of the steps 1 and 2 multiply to eight.
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3], "slots": [[[0, 0], [1, 1], [2, 2]]] });
    let refused = check(&good::certificate(&of(&hyperx(4)), &schedule, &claims));
    assert!(matches!(refused, Err(Rejection::BoundNotForTask { claim: 0, .. })), "{refused:?}");
}

/// On the path of three nodes the node at the end receives two packets over one link.
#[test]
fn prices_of_copied_packets_hold_on_meshes() {
    let network = json!({ "kind": "mesh", "radices": [3] });
    let task = good::task(&network, &json!({ "kind": "multinode-broadcast" }), &json!("all"));
    let schedule = json!({ "kind": "explicit", "packets": [[0], [1], [2]],
        "slots": [[[0, 0, 1], [1, 1, 0], [1, 1, 2], [2, 2, 1]], [[0, 1, 2], [2, 1, 0]]] });
    let prices = json!({ "kind": "prices", "value": 2, "links": [[1, 0, 1]] });
    let good = good::certificate(&task, &schedule, &[good::time(2, "all", &prices)]);
    assert!(check(&good).is_ok());
    refused!(
        good,
        ["/claims/0/lower/value" = 1, "/claims/0/status" = "upper-bound"],
        Rejection::LowerMismatch { recomputed: 2, .. }
    );
}
