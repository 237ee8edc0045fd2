//! Tasks that are refused, and large ones that are not.

use super::*;

#[test]
fn a_task_without_packets_takes_no_slot() {
    let none = json!({ "kind": "isotropic", "packets": [] });
    let task = good::task(&good::ring(1 << 62), &none, &json!("all"));
    let schedule = json!({ "kind": "symmetric", "packets": [], "slots": [[], []] });
    let claims = [good::time(0, "all", &good::weights(0, &[1, 0])), good::moves(0, 0)];
    assert!(check(&good::certificate(&task, &schedule, &claims)).is_ok());
    let schedule = json!({ "kind": "intervals", "groups": [], "intervals": [] });
    let value = good::certificate(&task, &schedule, &claims);
    assert!(check(&value).is_ok());
    refused!(value, ["/schedule/groups" = [0]], Rejection::GroupBeyondRows { rows: 0, .. });
}

#[test]
fn networks_out_of_range_are_refused() {
    let cube = |d: u64| json!({ "kind": "hypercube", "dimension": d });
    for d in [0, 63, u64::MAX] {
        let value = with(good::cube2(), &[("/task/network", cube(d))]);
        assert_eq!(check(&value), Err(Rejection::DimensionOutOfRange { found: d }));
    }
    refused!(good::torus3(), ["/task/network/radices" = []], Rejection::NoRadices);
    refused!(good::torus3(), ["/task/network/radices/1" = 1], Rejection::RadixTooSmall { found: 1, .. });
    refused!(good::ring5(), ["/task/network/nodes" = 0], Rejection::RadixTooSmall { .. });
    refused!(
        good::ring5(),
        ["/task/network/nodes" = 4_611_686_018_427_387_905_u64],
        Rejection::TooManyNodes { .. }
    );
    refused!(
        good::torus3(),
        ["/task/network/radices" = [4_294_967_296_u64, 4_294_967_296_u64]],
        Rejection::TooManyNodes { .. }
    );
}

/// Even steps of a circulant graph of 12 nodes reach one of two parts, steps by 3 one of three.
#[test]
fn the_parts_of_a_disconnected_network_are_counted() {
    for (steps, expected) in [(json!([2, 4]), 2), (json!([3]), 3), (json!([6]), 6)] {
        let circulant = json!({ "kind": "cayley", "family": "circulant", "n": 12, "steps": steps });
        let value = with(good::ring5(), &[("/task/network", circulant)]);
        refused!(value, [], Rejection::Disconnected { pieces } if pieces == expected);
    }
}

#[test]
fn offsets_out_of_range_are_refused() {
    let at = "/task/task/packets/0/offset";
    let change = |node: Value| check(&with(good::coupled(), &[(at, node)]));
    assert!(matches!(change(json!(0)), Err(Rejection::ZeroOffset { .. })));
    assert!(matches!(change(json!([0, 0])), Err(Rejection::ZeroOffset { .. })));
    assert!(matches!(change(json!(9)), Err(Rejection::OffsetOutOfRange { found: 9, .. })));
    assert!(matches!(change(json!([1])), Err(Rejection::CoordinateCount { found: 1, .. })));
    assert!(matches!(change(json!([1, 3])), Err(Rejection::CoordinateOutOfRange { .. })));
    refused!(good::cube2(), ["/schedule/packets/0" = [1, 0]], Rejection::CoordinatesOnHypercube { .. });
    refused!(good::ring5(), ["/schedule/packets/0" = 5], Rejection::OffsetOutOfRange { .. });
    refused!(good::cube2(), ["/claims/2/lower/packet" = 4], Rejection::OffsetOutOfRange { .. });
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    refused!(good::detour(), ["/task/task/packets/0/count" = 0], Rejection::ZeroCount { .. });
    refused!(good::ring5(), ["/task/task/count" = 0], Rejection::ZeroCount { .. });
    refused!(good::ring5(), ["/task/ports" = { "at-most": 0 }], Rejection::NoPorts);
    // The objective does not affect the check.
    for objective in ["average-delay", "completion-time-then-average-delay"] {
        assert!(check(&with(good::ring5(), &[("/task/objective", json!(objective))])).is_ok());
    }
    let near = |min: u64, max: u64| {
        let task = json!({ "kind": "neighbourhood-exchange", "min": min, "max": max });
        check(&with(good::ring5(), &[("/task/task", task)]))
    };
    assert!(near(1, 2).is_ok());
    assert!(matches!(near(0, 2), Err(Rejection::MinZero)));
    assert!(matches!(near(2, 1), Err(Rejection::MinAboveMax { .. })));
    assert!(matches!(near(1, 3), Err(Rejection::MaxAboveDiameter { diameter: 2, .. })));
    assert!(matches!(near(2, 2), Err(Rejection::PacketsMismatch { offset: 1, .. })));
    assert!(matches!(near(1, 1), Err(Rejection::PacketsMismatch { offset: 2, .. })));
    refused!(
        good::detour(),
        ["/task/task/packets/0/count" = 0x7fff_ffff_ffff_ffff_u64],
        Rejection::TaskTooLarge
    );
    refused!(good::detour(), ["/task/task/count" = 0x7fff_ffff_ffff_ffff_u64], Rejection::TaskTooLarge);
}

#[test]
fn tiny_documents_of_huge_tasks_are_refused_at_once() {
    let cube = json!({ "kind": "hypercube", "dimension": 62 });
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 31 });
    let value = good::cube2();
    // All packets of the 62-cube make fewer than 2⁶⁸ hops; but 2⁶² − 1 of them are too many to list.
    refused!(with(value.clone(), &[("/task/network", cube.clone())]), [], Rejection::TooManyRows { .. });
    let twice = [("/task/network", cube.clone()), ("/task/task/count", json!(2))];
    refused!(with(value.clone(), &twice), [], Rejection::TooManyRows { .. });
    let thrice = [("/task/network", cube.clone()), ("/task/task/count", json!(3))];
    refused!(with(value.clone(), &thrice), [], Rejection::TaskTooLarge);
    let changes = [("/task/network", cube.clone()), ("/task/task", near)];
    refused!(with(value.clone(), &changes), [], Rejection::TooManyRows { .. });
    refused!(good::ring5(), ["/task/network/nodes" = 1_000_000_000_000_000_000_u64], Rejection::TaskTooLarge);
    let cube30 = json!({ "kind": "hypercube", "dimension": 30 });
    refused!(with(value.clone(), &[("/task/network", cube30)]), [], Rejection::TooManyRows { .. });
    let many = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 1_u64 << 40 }] });
    refused!(with(good::ring5_intervals(), &[("/task/task", many)]), [], Rejection::TooManyRows { .. });
    let band = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 400_000_000_u64 });
    let wide = with(good::ring5(), &[("/task/network/nodes", json!(1_u64 << 30)), ("/task/task", band)]);
    refused!(wide, [], Rejection::TooManyRows { .. });
    // As many packets as may be gone through at most are counted, not refused.
    let torus = json!({ "kind": "torus", "radices": [16_384, 16_384] });
    refused!(with(good::torus3(), &[("/task/network", torus)]), [], Rejection::PacketsMismatch { .. });
    // There is one distance with many packets; it is found without going through them.
    for radices in [&[40_000_u64, 40_000][..], &[1 << 20, 1 << 20, 1 << 20], &[1 << 31, 1 << 31]] {
        let half = radices[0] / 2;
        let torus = json!({ "kind": "torus", "radices": radices });
        for (min, max) in [(half, half), (1, half), (half, half + half / 4)] {
            let near = json!({ "kind": "neighbourhood-exchange", "min": min, "max": max });
            let value = with(good::torus3(), &[("/task/network", torus.clone()), ("/task/task", near)]);
            let few = min == max && half < 1 << 26 && radices.len() == 2;
            assert_eq!(matches!(check(&value), Err(Rejection::TooManyRows { .. })), !few, "{radices:?}");
        }
    }
}

#[test]
fn neighbours_on_the_62_cube_are_exchanged_in_one_slot() {
    let task = good::task(
        &json!({ "kind": "hypercube", "dimension": 62 }),
        &json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1 }),
        &json!("all"),
    );
    let intervals: Vec<_> = (0..62).map(|j| json!([0, 1, j, j])).collect();
    let groups: Vec<u64> = (0..62).collect();
    let schedule = json!({ "kind": "intervals", "groups": groups, "intervals": intervals });
    let claims = [good::time(1, "all", &good::weights(1, &[1; 62])), good::moves(62, 62)];
    let value = good::certificate(&task, &schedule, &claims);
    assert_eq!(check(&value).map(|verdict| verdict.replayed.replay), Ok(Extent::NodeZero));
    refused!(value, ["/schedule/intervals/61/3" = 60], Rejection::LinkOverlap { .. });
}

/// On a path of three nodes the pairs at distance 1 are its four directed links.
#[test]
fn neighbours_on_an_irregular_network_are_the_pairs_at_these_distances() {
    let network = json!({ "kind": "graph", "nodes": 3, "links": [[0, 1], [1, 2]] });
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1 });
    let schedule = json!({ "kind": "explicit", "packets": [[0, 1], [1, 0], [1, 2], [2, 1]],
        "slots": [[[0, 0, 1], [1, 1, 0], [2, 1, 2], [3, 2, 1]]] });
    let far = json!({ "kind": "distance", "value": 1, "packet": 1, "from": 0 });
    let task = good::task(&network, &near, &json!("all"));
    let value = good::certificate(&task, &schedule, &[good::time(1, "all", &far)]);
    assert!(check(&value).is_ok());
    refused!(
        value,
        ["/task/task/max" = 2],
        Rejection::EndsMismatch { from: Some(0), to: Some(2), found: 0, .. }
    );
}

#[test]
fn pairs_of_an_irregular_network_are_listed_up_to_2_to_the_23() {
    let mesh = |nodes: u64| json!({ "kind": "mesh", "radices": [nodes] });
    let schedule = json!({ "kind": "explicit", "packets": [], "slots": [] });
    for (nodes, listed) in [(2896, true), (2897, false)] {
        let task = good::task(&mesh(nodes), &good::exchange(), &json!("all"));
        let far = json!({ "kind": "distance", "value": 1, "packet": 1, "from": 0 });
        let found = check(&good::certificate(&task, &schedule, &[good::time(1, "all", &far)]));
        assert_eq!(!matches!(found, Err(Rejection::TooManyRows { .. })), listed, "{found:?}");
        assert!(found.is_err());
    }
}

/// All capacities of all directions together are at most 2²⁵.
#[test]
fn capacities_up_to_2_to_the_25_together_are_taken() {
    let value = |capacity: u64| {
        let network = json!({ "kind": "graph", "nodes": 2, "links": [[0, 1, capacity]] });
        let task = json!({ "kind": "demands", "packets": [{ "from": 0, "to": 1 }] });
        let schedule = json!({ "kind": "explicit", "packets": [[0, 1]], "slots": [[[0, 0, 1]]] });
        let far = json!({ "kind": "distance", "value": 1, "packet": 1, "from": 0 });
        let task = good::task(&network, &task, &json!("all"));
        check(&good::certificate(&task, &schedule, &[good::time(1, "all", &far)]))
    };
    assert!(value(1 << 24).is_ok());
    assert!(value((1 << 24) + 1).is_err());
}
