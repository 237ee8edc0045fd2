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
    let cube = json!({ "kind": "dual-tree", "value": 2, "tree": [{ "branch": [0, 0, 1] }] });
    let value = with(good::cube2(), &[("/claims/1", good::time(2, "isotropic", &cube))]);
    refused!(value, [], Rejection::BranchNotFree { .. });
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
                json!({ "kind": "dual-tree", "value": 17, "tree": [{ "weights": weights }] }),
            ),
        ],
    );
    refused!(longer, [], Rejection::TooManyDirections { free: 17, limit: 16, .. });
}
