//! Claims of total delay that are accepted, and above all those that are refused.

use super::*;
use good::{certificate, delay, exchange, task, time, weights};

/// Returns `ΣC_i` of the slots of a certificate: for every packet the last slot in which it stands, counted
/// from 1.
pub(crate) fn last_moves(value: &Value) -> u64 {
    let mut last = std::collections::BTreeMap::new();
    for (slot, moves) in (1_u64..).zip(value["schedule"]["slots"].as_array().expect("slots")) {
        for step in moves.as_array().expect("moves") {
            last.insert(step[0].to_string(), slot);
        }
    }
    last.values().sum()
}

/// Returns the certificate with the claim of delay as its only one, for schedules of at most `slots` slots.
pub(crate) fn within(value: &Value, slots: u64) -> Value {
    let claims = value["claims"].as_array().expect("claims");
    let mut claim = claims.iter().find(|claim| claim["quantity"] == "total-delay").expect("one").clone();
    claim["horizon"] = json!(slots);
    with(value.clone(), &[("/claims", json!([claim]))])
}

fn cube2() -> Value {
    let claims = [
        time(2, "all", &weights(2, &[1, 0])),
        delay(5, &json!("any"), 5),
        delay(5, &json!("critical"), 5),
        delay(5, &json!(2), 5),
    ];
    with(good::cube2(), &[("/claims", json!(claims))])
}

pub(crate) fn cube2_one_port() -> Value {
    let network = json!({ "kind": "hypercube", "dimension": 2 });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
        "slots": [[[1, 1]], [[0, 0]], [[2, 0]], [[2, 1]]] });
    let claims = [time(4, "all", &weights(4, &[1, 1])), delay(7, &json!("critical"), 7)];
    certificate(&task(&network, &exchange(), &json!("one")), &schedule, &claims)
}

fn cube3() -> Value {
    let network = json!({ "kind": "hypercube", "dimension": 3 });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4, 5, 6, 7],
    "slots": [
        [[0, 0], [1, 1], [3, 2]],
        [[6, 0], [2, 1], [4, 2]],
        [[6, 1], [2, 0], [5, 2]],
        [[6, 2], [4, 0], [5, 1]]
    ] });
    let claims = [delay(18, &json!("critical"), 18), time(4, "all", &weights(4, &[0, 1, 0]))];
    certificate(&task(&network, &exchange(), &json!("all")), &schedule, &claims)
}

fn ring4() -> Value {
    let claims = [
        time(3, "isotropic", &json!({ "kind": "split", "value": 3 })),
        time(3, "all", &weights(2, &[1, 1])),
        delay(5, &json!("critical"), 5),
        delay(5, &json!(7), 5),
    ];
    with(good::ring4(), &[("/claims", json!(claims))])
}

pub(crate) fn torus3() -> Value {
    let slots = json!([
        [[0, 2], [1, 3], [2, 0], [5, 1]],
        [[3, 0], [4, 3], [7, 1], [6, 2]],
        [[3, 2], [4, 0], [7, 3], [6, 1]]
    ]);
    let claims = [time(3, "all", &weights(3, &[1, 1, 0, 0])), delay(16, &json!("critical"), 16)];
    good::torus(&slots, &json!("all"), &claims)
}

fn ring5_intervals() -> Value {
    let claims = [time(3, "all", &weights(3, &[1, 1])), delay(9, &json!("critical"), 8)];
    with(good::ring5_intervals(), &[("/claims", json!(claims))])
}

fn ring5_one_port() -> Value {
    let claims = [time(6, "all", &weights(6, &[1, 1])), delay(15, &json!("any"), 13)];
    with(good::ring5_one_port(), &[("/claims", json!(claims))])
}

#[test]
fn delays_made_by_hand_are_accepted_and_replayed_at_every_node() {
    let goods = [cube2(), cube2_one_port(), cube3(), ring4(), torus3(), ring5_intervals(), ring5_one_port()];
    for value in goods {
        let verdict = check(&value).unwrap_or_else(|refusal| unreachable!("{refusal}: {value}"));
        assert_eq!(verdict.replayed.replay, Extent::EveryNode);
        let claims = value["claims"].as_array().expect("claims");
        let claimed = claims.iter().find(|claim| claim["quantity"] == "total-delay").expect("one of delay");
        assert_eq!(verdict.replayed.total_delay, claimed["value"].as_u64().map(u128::from));
        let alone =
            check_certificate(&document(&value), &Options { every_node_limit: 0, ..Options::default() });
        assert_eq!(alone.expect("still good").claims, verdict.claims);
    }
}

#[test]
fn the_average_delay_is_an_exact_fraction() {
    let average = |value: &Value| check(value).expect("a good certificate").replayed.average_delay();
    assert_eq!(average(&cube2()).as_deref(), Some("5/3"));
    assert_eq!(average(&torus3()).as_deref(), Some("2"));
    assert_eq!(average(&ring5_intervals()).as_deref(), Some("9/4"));
    // No claim is about the delay here.
    assert_eq!(average(&good::ring5_intervals()), None);
}

#[test]
fn a_task_without_packets_has_no_delay() {
    let none = json!({ "kind": "isotropic", "packets": [] });
    let task = task(&good::ring(1 << 62), &none, &json!("one"));
    let slots = json!({ "kind": "symmetric", "packets": [], "slots": [[], []] });
    let intervals = json!({ "kind": "intervals", "groups": [], "intervals": [] });
    for schedule in [slots, intervals] {
        let value = certificate(&task, &schedule, &[delay(0, &json!(0), 0)]);
        let replayed = check(&value).expect("a good certificate").replayed;
        assert_eq!((replayed.total_delay, replayed.average_delay()), (Some(0), None));
        refused!(value.clone(), ["/claims/0/value" = 1], Rejection::ValueMismatch { replayed: 0, .. });
        refused!(value, ["/claims/0/lower/value" = 1], Rejection::LowerAboveValue { lower: 1, .. });
    }
}

#[test]
fn faults_of_shape_are_refused() {
    refused!(cube2(), ["/claims/1/per" = null], Rejection::PerMissing { claim: 1 });
    refused!(cube2(), ["/claims/1/horizon" = null], Rejection::HorizonMissing { claim: 1 });
    refused!(
        cube2(),
        ["/claims/0/horizon" = "any"],
        Rejection::HorizonUnexpected { claim: 0, quantity: Quantity::CompletionTime }
    );
    refused!(cube2(), ["/claims/0/horizon" = 2], Rejection::HorizonUnexpected { claim: 0, .. });
    refused!(
        good::cube2(),
        ["/claims/3/horizon" = "critical"],
        Rejection::HorizonUnexpected { claim: 3, quantity: Quantity::Transmissions }
    );
    let fits_not = |lower: Value| {
        refused!(
            with(cube2(), &[("/claims/1/lower", lower)]),
            [],
            Rejection::BoundDoesNotFit { claim: 1, .. }
        );
    };
    fits_not(weights(5, &[1, 0]));
    fits_not(json!({ "kind": "distance", "value": 5, "packet": 3 }));
    fits_not(json!({ "kind": "split", "value": 5 }));
    fits_not(json!({ "kind": "distances", "value": 5 }));
    fits_not(json!({ "kind": "direction-tree", "value": 5, "tree": [] }));
    refused!(
        cube2(),
        ["/claims/0/lower" = { "kind": "pooled", "value": 2 }],
        Rejection::BoundDoesNotFit { claim: 0, .. }
    );
    refused!(
        good::cube2(),
        ["/claims/3/lower" = { "kind": "pooled", "value": 4 }],
        Rejection::BoundDoesNotFit { claim: 3, .. }
    );
}

#[test]
fn values_and_bounds_that_do_not_hold_are_refused() {
    for wrong in [0, 15, 17, u64::MAX] {
        let value = with(torus3(), &[("/claims/1/value", json!(wrong))]);
        refused!(value, [], Rejection::ValueMismatch { claim: 1, replayed: 16, .. });
    }
    refused!(
        torus3(),
        ["/claims/1/lower/value" = 17],
        Rejection::LowerAboveValue { value: 16, lower: 17, .. }
    );
    refused!(torus3(), ["/claims/1/lower/value" = 15], Rejection::StatusMismatch { claim: 1, .. });
    refused!(torus3(), ["/claims/1/status" = "upper-bound"], Rejection::StatusMismatch { claim: 1, .. });
    refused!(
        torus3(),
        ["/claims/1/lower/value" = 15, "/claims/1/status" = "upper-bound"],
        Rejection::LowerMismatch { found: 15, recomputed: 16, .. }
    );
    refused!(
        ring5_intervals(),
        ["/claims/1/lower/value" = 9, "/claims/1/status" = "optimal"],
        Rejection::LowerMismatch { found: 9, recomputed: 8, .. }
    );
    refused!(ring5_intervals(), ["/claims/1/value" = 8], Rejection::ValueMismatch { replayed: 9, .. });
    // The bound is that of the ports.
    refused!(
        with(cube2_one_port(), &[("/task/ports", json!("all"))]),
        ["/claims/0" = (delay(7, &json!("any"), 7))],
        Rejection::LowerMismatch { found: 7, recomputed: 5, .. }
    );
    refused!(
        ring5_one_port(),
        ["/claims/1/lower/value" = 8],
        Rejection::LowerMismatch { found: 8, recomputed: 13, .. }
    );
}

#[test]
fn packets_that_arrive_at_other_times_are_refused() {
    let slots = torus3()["schedule"]["slots"].clone();
    // The nearest last: 4 · 3 + 4 · 2.
    refused!(
        within(&torus3(), 3),
        [
            "/schedule/slots/0" = (slots[1]),
            "/schedule/slots/1" = (slots[2]),
            "/schedule/slots/2" = (slots[0])
        ],
        Rejection::ValueMismatch { replayed: 20, .. }
    );
    // An empty slot in front delays every packet, one behind delays none.
    let mut late = vec![json!([])];
    late.extend(slots.as_array().expect("slots").iter().cloned());
    refused!(within(&torus3(), 9), ["/schedule/slots" = late], Rejection::ValueMismatch { replayed: 24, .. });
    late.rotate_left(1);
    assert!(check(&with(within(&torus3(), 3), &[("/schedule/slots", json!(late))])).is_ok());
    // Two moves of one packet in another order change nothing, of two packets they do.
    let order = json!([[[1, 1]], [[0, 0]], [[2, 1]], [[2, 0]]]);
    assert!(check(&with(cube2_one_port(), &[("/schedule/slots", order)])).is_ok());
    refused!(
        cube2_one_port(),
        ["/schedule/slots" = [[[1, 1]], [[2, 0]], [[0, 0]], [[2, 1]]]],
        Rejection::ValueMismatch { replayed: 8, .. }
    );
    // The first group begins a slot later: two packets arrive a slot later.
    refused!(
        with(ring5_intervals(), &[("/claims/0", delay(11, &json!("any"), 8))]),
        ["/schedule/intervals/0" = [2, 3, 0, 0]],
        Rejection::ValueMismatch { found: 11, replayed: 13, .. }
    );
}

#[test]
fn horizons_that_the_schedule_does_not_keep_to_are_refused() {
    refused!(
        cube2(),
        ["/claims/3/horizon" = 1],
        Rejection::HorizonExceeded { claim: 3, horizon: 1, completion_time: 2 }
    );
    refused!(cube2(), ["/claims/3/horizon" = 0], Rejection::HorizonExceeded { horizon: 0, .. });
    refused!(ring4(), ["/claims/3/horizon" = 2], Rejection::HorizonExceeded { completion_time: 3, .. });
    refused!(
        ring5_intervals(),
        ["/claims/1/horizon" = 2],
        Rejection::HorizonExceeded { completion_time: 3, .. }
    );
    assert!(check(&within(&ring5_intervals(), 3)).is_ok());
    assert!(check(&within(&ring5_intervals(), u64::MAX)).is_ok());
}

#[test]
fn critical_horizons_without_a_proof_are_refused() {
    let alone = json!([delay(5, &json!("critical"), 5)]);
    refused!(with(cube2(), &[("/claims", alone)]), [], Rejection::HorizonNotCritical { claim: 0 });
    // Claims that prove nothing of this kind.
    let beside = |claim: Value| json!([claim, delay(5, &json!("critical"), 5)]);
    for claim in [
        good::moves(4, 4),
        delay(5, &json!("any"), 5),
        time(2, "isotropic-shortest", &json!({ "kind": "distance", "value": 2, "packet": 3 })),
    ] {
        let value = with(cube2(), &[("/claims", beside(claim))]);
        refused!(value, [], Rejection::HorizonNotCritical { claim: 1 });
    }
    // Three slots against a bound of two: no proof, although the optimum of symmetric schedules.
    let gap = json!([time(3, "all", &weights(2, &[1, 1])), delay(5, &json!("critical"), 5)]);
    refused!(with(ring4(), &[("/claims", gap)]), [], Rejection::HorizonNotCritical { claim: 1 });
}

#[test]
fn critical_horizons_beside_a_false_proof_are_refused() {
    // It does not matter which claim stands first.
    let falsely = time(3, "all", &weights(3, &[1, 1]));
    let claim = delay(5, &json!("critical"), 5);
    refused!(
        with(ring4(), &[("/claims", json!([falsely, claim]))]),
        [],
        Rejection::LowerMismatch { claim: 0, .. }
    );
    refused!(
        with(ring4(), &[("/claims", json!([claim, falsely]))]),
        [],
        Rejection::LowerMismatch { claim: 1, found: 3, recomputed: 2 }
    );
    // A schedule that takes longer than the proved time.
    let longer = json!([[[0, 0], [2, 1]], [[1, 0]], [], [[1, 0]]]);
    let value =
        with(ring4(), &[("/schedule/slots", longer), ("/claims", json!([claim, ring4()["claims"][0]]))]);
    refused!(
        value.clone(),
        ["/claims/0/value" = 6, "/claims/0/status" = "upper-bound"],
        Rejection::ValueMismatch { claim: 1, found: 3, replayed: 4 }
    );
    refused!(
        value,
        [
            "/claims/0/value" = 6,
            "/claims/0/status" = "upper-bound",
            "/claims/1/value" = 4,
            "/claims/1/status" = "upper-bound"
        ],
        Rejection::HorizonNotCritical { claim: 0 }
    );
}

#[test]
fn one_claim_for_each_scope_and_horizon_is_enough() {
    let twice = with(cube2(), &[("/claims/2/horizon", json!("any"))]);
    refused!(twice, [], Rejection::RepeatedClaim { claim: 2, first: 1 });
    let twice = with(cube2(), &[("/claims/1/horizon", json!(2))]);
    refused!(twice, [], Rejection::RepeatedClaim { claim: 3, first: 1 });
    refused!(
        cube2(),
        ["/claims/2" = (cube2()["claims"][0])],
        Rejection::RepeatedClaim { claim: 2, first: 0 }
    );
    // A narrower scope, or another horizon, even with the same meaning, makes another claim.
    for scope in ["isotropic", "isotropic-shortest"] {
        let changes = [("/claims/2/horizon", json!("any")), ("/claims/2/scope", json!(scope))];
        assert!(check(&with(cube2(), &changes)).is_ok());
    }
}

#[test]
fn delays_of_detours_are_refused_among_shortest_paths() {
    // Two slots instead of the three along shortest paths: 1 + 2 + 2 against 1 + 1 + 2.
    let value = with(good::detour(), &[("/claims/1", delay(5, &json!("any"), 4))]);
    assert!(check(&value).is_ok());
    refused!(
        value,
        ["/claims/1/scope" = "isotropic-shortest"],
        Rejection::NotShortest { claim: 1, row: 2, hops: 2, distance: 1 }
    );
}

#[test]
fn delays_beyond_64_bits_are_exact() {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }, { "offset": 4 }] });
    let last = u64::MAX - 1;
    let schedule = json!({ "kind": "intervals", "groups": [0, 1],
        "intervals": [[last, 1, 0, 0], [last, 1, 1, 1]] });
    let task = task(&good::ring(5), &packets, &json!("all"));
    let value = certificate(&task, &schedule, &[good::moves(2, 2)]);
    assert!(check(&value).is_ok());
    // Two packets that arrive after 2⁶⁴ − 1 slots: 2⁶⁵ − 2, a decimal string.
    let sum = 2 * u128::from(u64::MAX);
    let claimed = |value: Value| json!([with(delay(0, &json!("any"), 2), &[("/value", value)])]);
    let exact = with(value.clone(), &[("/claims", claimed(json!("36893488147419103230")))]);
    assert_eq!(check(&exact).map(|verdict| verdict.replayed.total_delay), Ok(Some(sum)));
    for other in [json!("36893488147419103231"), json!(u64::MAX)] {
        let value = with(value.clone(), &[("/claims", claimed(other))]);
        refused!(value, [], Rejection::ValueMismatch { replayed, .. } if replayed == sum);
    }
    // After one slot and after 2⁶⁴ − 1: 2⁶⁴.
    let value = with(value, &[("/schedule/intervals/1", json!([0, 1, 1, 1]))]);
    assert!(check(&with(value, &[("/claims", claimed(json!("18446744073709551616")))])).is_ok());
    let single = with(
        with(cube2(), &[("/task", task.clone()), ("/schedule", schedule)]),
        &[
            ("/task/task/packets", json!([{ "offset": 1 }])),
            ("/schedule/groups", json!([0])),
            ("/schedule/intervals", json!([[last, 1, 0, 0]])),
            ("/claims", json!([delay(u64::MAX, &json!(u64::MAX), 1)])),
        ],
    );
    assert!(check(&single).is_ok());
    refused!(single, ["/claims/0/horizon" = last], Rejection::HorizonExceeded { .. });
}

#[test]
fn a_million_rows_in_two_intervals_have_the_delay_of_a_sum() {
    let n = 1_u64 << 20;
    let packets =
        json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": n }, { "offset": 3, "count": n }] });
    let schedule = json!({ "kind": "intervals", "groups": [0, n],
        "intervals": [[0, n, 0, 0], [0, 2 * n, 1, 1]] });
    let task = task(&good::ring(5), &packets, &json!("all"));
    // 1 + 2 + … + n by link 0, and 2 + 4 + … + 2n by link 1.
    let sum = n * (n + 1) / 2;
    // Both servers take n / 2 packets of one hop, then n / 2 of two.
    let half = n / 2;
    let bound = 2 * (half * (half + 1) / 2 + half * half + half * (half + 1));
    let value = certificate(&task, &schedule, &[delay(3 * sum, &json!(2 * n), bound)]);
    assert_eq!(check(&value).map(|verdict| verdict.replayed.total_delay), Ok(Some(u128::from(3 * sum))));
    refused!(value.clone(), ["/claims/0/value" = (3 * sum - 1)], Rejection::ValueMismatch { .. });
    refused!(value.clone(), ["/claims/0/lower/value" = (bound + 1)], Rejection::LowerMismatch { .. });
    refused!(value, ["/schedule/intervals/0" = [1, n, 0, 0]], Rejection::ValueMismatch { replayed, .. } if replayed == u128::from(3 * sum + n));
}

/// A packet to a neighbour takes one slot, whatever the horizon; a model of no slots is too small for it, and
/// a model of one slot is enough.
#[test]
fn a_model_of_as_many_slots_as_the_farthest_packet_has_hops_is_enough() {
    let one = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }] });
    let schedule = json!({ "kind": "symmetric", "packets": [1], "slots": [[[0, 0]]] });
    let value = |slots: u64| {
        let lower = json!({ "kind": "dual-tree", "value": 1, "horizon_slots": slots,
            "tree": [{ "denominator": 1, "rows": [] }] });
        let claim = json!({ "quantity": "total-delay", "value": 1, "per": "node", "scope": "isotropic",
            "horizon": "any", "lower": lower, "status": "optimal" });
        certificate(&task(&good::ring(5), &one, &json!("all")), &schedule, &[claim])
    };
    assert!(check(&value(1)).is_ok());
    refused!(value(0), [], Rejection::DelayHorizonTooShort { horizon: 0, farthest: 1, .. });
}

/// Returns a claim of the delay of all nodes.
fn of_all(value: u64, kind: &str, lower: u64) -> Value {
    let status = if lower == value { "optimal" } else { "upper-bound" };
    json!({ "quantity": "total-delay", "value": value, "per": "network", "scope": "all", "horizon": "any",
        "lower": { "kind": kind, "value": lower }, "status": status })
}

/// One port on the torus 2 × 3: the root sends, or receives, one packet in each of five slots. Two of them go
/// two hops, so that those that leave arrive after 1 + 2 + 3 + 4 + 5 slots and one more each, and those that
/// come after five slots one after the other. Six servers serve them side by side.
#[test]
fn the_delay_of_listed_packets_is_bounded_by_servers_and_by_ports() {
    let with_claim = |value: &Value, claim: Value| with(value.clone(), &[("/claims", json!([claim]))]);
    for (value, delay, bounds) in [
        (collective::torus_scatter(), 17, [("pooled", 7), ("departures", 17), ("arrivals", 7)]),
        (collective::torus_gather(), 15, [("pooled", 7), ("departures", 7), ("arrivals", 15)]),
    ] {
        for (kind, lower) in bounds {
            assert!(check(&with_claim(&value, of_all(delay, kind, lower))).is_ok(), "{kind}");
            for other in [lower - 1, lower + 1] {
                let refused = check(&with_claim(&value, of_all(delay.max(other), kind, other)));
                assert!(refused.is_err(), "{kind} {other}");
            }
            let one_less = check(&with_claim(&value, of_all(delay - 1, kind, lower.min(delay - 1))));
            assert!(matches!(one_less, Err(Rejection::ValueMismatch { .. })), "{kind}");
            let mut of_a_node = of_all(delay, kind, lower);
            of_a_node["per"] = json!("node");
            assert!(matches!(
                check(&with_claim(&value, of_a_node)),
                Err(Rejection::PerMismatch { claim: 0, .. })
            ));
            let time = time(5, "all", &json!({ "kind": kind, "value": 5 }));
            assert!(matches!(check(&with_claim(&value, time)), Err(Rejection::BoundDoesNotFit { .. })));
        }
        let tree = json!({ "kind": "dual-tree", "value": 5, "horizon_slots": 4, "tree": [] });
        let mut claim = of_all(delay, "pooled", 5);
        claim["lower"] = tree;
        assert!(matches!(check(&with_claim(&value, claim)), Err(Rejection::BoundDoesNotFit { .. })));
        let objective = [("/task/objective", json!("average-delay"))];
        assert!(check(&with(value, &objective)).is_ok());
    }
    // If all nodes act alike the delay of one node is counted.
    let alike = with_claim(&cube2(), delay(5, &json!("any"), 5));
    for kind in ["departures", "arrivals"] {
        let claim = json!({ "kind": kind, "value": 5 });
        refused!(
            with(alike.clone(), &[("/claims/0/lower", claim)]),
            [],
            Rejection::BoundNotForTask { claim: 0, .. }
        );
    }
}

/// One half-duplex port: of two nodes one sends, so that the second of two packets comes a slot later.
#[test]
fn half_of_the_nodes_send_through_half_duplex_ports() {
    let network = json!({ "kind": "hypercube", "dimension": 1 });
    let schedule =
        json!({ "kind": "explicit", "packets": [[0, 1], [1, 0]], "slots": [[[0, 0, 1]], [[1, 1, 0]]] });
    let value = |lower| {
        let task = task(&network, &exchange(), &json!("one-half-duplex"));
        certificate(&task, &schedule, &[of_all(3, "pooled", lower)])
    };
    assert!(check(&value(3)).is_ok());
    refused!(value(2), [], Rejection::LowerMismatch { claim: 0, .. });
}
