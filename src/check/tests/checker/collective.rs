//! Broadcasts, accumulations, scatter and gather: certificates made by hand, and forged ones.

use super::*;
use isotask_check::{Form, Replayed};
use isotask_wire::Per;

pub(crate) fn cube2() -> Value {
    json!({ "kind": "hypercube", "dimension": 2 })
}

pub(crate) fn explicit(packets: &Value, slots: &Value) -> Value {
    json!({ "kind": "explicit", "packets": packets, "slots": slots })
}

fn placed(slots: &Value) -> Value {
    json!({ "kind": "symmetric", "slots": slots })
}

fn rooted(kind: &str, root: u64, count: u64) -> Value {
    json!({ "kind": kind, "root": root, "count": count })
}

fn multinode(kind: &str, count: u64) -> Value {
    json!({ "kind": kind, "count": count })
}

fn moves(value: u64, per: &str, kind: &str) -> Value {
    json!({ "quantity": "transmissions", "value": value, "per": per, "scope": "all",
        "lower": { "kind": kind, "value": value }, "status": "optimal" })
}

fn through(kind: &str, value: u64, node: u64, distance: u64) -> Value {
    json!({ "kind": kind, "value": value, "node": node, "distance": distance })
}

fn last(value: u64, node: u64) -> Value {
    json!({ "kind": "last-packet", "value": value, "node": node })
}

fn far(value: u64, packet: u64) -> Value {
    json!({ "kind": "distance", "value": value, "packet": packet })
}

fn volume(value: u64) -> Value {
    json!({ "kind": "volume", "value": value })
}

fn made(network: &Value, task: &Value, ports: &str, schedule: &Value, claims: &[Value]) -> Value {
    good::certificate(&good::task(network, task, &json!(ports)), schedule, claims)
}

pub(crate) fn cube_broadcast() -> Value {
    let schedule = explicit(&json!([[0]]), &json!([[[0, 0, 1], [0, 0, 2]], [[0, 1, 3]]]));
    let claims = [good::time(2, "all", &far(2, 3)), moves(3, "network", "spanning")];
    made(&cube2(), &rooted("single-node-broadcast", 0, 1), "all", &schedule, &claims)
}

fn ring_broadcast() -> Value {
    let slots = json!([[[0, 1, 0]], [[0, 0, 2], [1, 1, 0]], [[1, 1, 2]]]);
    let claims = [good::time(3, "all", &last(3, 0)), moves(4, "network", "spanning")];
    let schedule = explicit(&json!([[1], [1]]), &slots);
    made(&good::ring(3), &rooted("single-node-broadcast", 1, 2), "one", &schedule, &claims)
}

fn half_duplex_broadcast() -> Value {
    let schedule = explicit(&json!([[0]]), &json!([[[0, 0, 1]], [[0, 0, 2], [0, 1, 3]]]));
    let claims = [good::time(2, "all", &volume(2))];
    let task = rooted("single-node-broadcast", 0, 1);
    made(&cube2(), &task, "one-half-duplex", &schedule, &claims)
}

fn cube_accumulation() -> Value {
    let schedule = explicit(&json!([[0]]), &json!([[[0, 3, 1]], [[0, 1, 0], [0, 2, 0]]]));
    let claims = [good::time(2, "all", &last(2, 3)), moves(3, "network", "spanning")];
    made(&cube2(), &rooted("reduce", 0, 1), "all", &schedule, &claims)
}

fn ring_accumulation() -> Value {
    let slots = json!([[[1, 2, 1]], [[0, 2, 0], [1, 0, 1]], [[0, 0, 1]]]);
    let claims = [good::time(3, "all", &volume(3)), moves(4, "network", "spanning")];
    let schedule = explicit(&json!([[1], [1]]), &slots);
    made(&good::ring(3), &rooted("single-node-accumulation", 1, 2), "one", &schedule, &claims)
}

pub(crate) fn torus_scatter() -> Value {
    let network = json!({ "kind": "torus", "radices": [2, 3] });
    let packets = json!([[0, 1], [0, 2], [0, 3], [[0, 0], [1, 1]], [0, 5]]);
    let slots =
        json!([[[3, 0, 3]], [[4, 0, 3], [3, 3, [1, 1]]], [[4, 3, 5], [2, 0, 3]], [[0, 0, 1]], [[1, 0, 2]]]);
    let claims = [good::time(5, "all", &through("emission", 5, 0, 1)), moves(7, "network", "distances")];
    made(&network, &rooted("scatter", 0, 1), "one", &explicit(&packets, &slots), &claims)
}

pub(crate) fn torus_gather() -> Value {
    let network = json!({ "kind": "torus", "radices": [2, 3] });
    let packets = json!([[1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]);
    let slots =
        json!([[[1, 2, 0]], [[0, 1, 0]], [[4, 5, 3], [2, 3, 0]], [[4, 3, 0], [3, 4, 3]], [[3, 3, 0]]]);
    let claims = [good::time(5, "all", &through("reception", 5, 0, 1)), moves(7, "network", "distances")];
    made(&network, &rooted("gather", 0, 1), "one", &explicit(&packets, &slots), &claims)
}

fn cube_multinode() -> Value {
    let schedule = placed(&json!([[[0, 0]], [[0, 1]], [[1, 1]]]));
    let reception = through("reception", 3, 2, 1);
    let claims = [
        good::time(3, "all", &reception),
        good::time(3, "isotropic", &volume(3)),
        moves(3, "node", "spanning"),
    ];
    made(&cube2(), &multinode("multinode-broadcast", 1), "one", &schedule, &claims)
}

fn ring_multinode_of_two() -> Value {
    let schedule = placed(&json!([[[0, 0, 0], [1, 0, 1]], [[0, 0, 1], [1, 0, 0]]]));
    let claims = [good::time(2, "all", &through("reception", 2, 0, 1)), moves(4, "node", "spanning")];
    made(&good::ring(3), &multinode("allgather", 2), "all", &schedule, &claims)
}

fn cube_reduction() -> Value {
    let schedule = placed(&json!([[[3, 1]], [[1, 0], [2, 1]]]));
    let claims = [good::time(2, "all", &through("emission", 2, 1, 1)), moves(3, "node", "spanning")];
    made(&cube2(), &multinode("multinode-accumulation", 1), "all", &schedule, &claims)
}

fn ring_multinode_written_out() -> Value {
    let slot = json!([[[0, 2, 0], [0, 2, 1], [1, 0, 1], [1, 0, 2], [2, 1, 0], [2, 1, 2]]]);
    let claims = [good::time(1, "all", &far(1, 2)), moves(6, "network", "spanning")];
    let schedule = explicit(&json!([[2], [0], [1]]), &slot);
    made(&good::ring(3), &multinode("multinode-broadcast", 1), "all", &schedule, &claims)
}

fn half_duplex_reduction() -> Value {
    let schedule = explicit(&json!([[0], [1]]), &json!([[[0, 1, 0]], [[1, 0, 1]]]));
    let claims = [good::time(2, "all", &volume(2)), moves(2, "network", "spanning")];
    made(&good::ring(2), &multinode("reduce-scatter", 1), "one-half-duplex", &schedule, &claims)
}

fn half_duplex_exchange() -> Value {
    let packets = json!([[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    let slots = json!([[[0, 0, 1]], [[1, 1, 0]], [[2, 0, 2]], [[3, 2, 0]], [[4, 1, 2]], [[5, 2, 1]]]);
    let claims = [good::time(6, "all", &volume(6)), moves(6, "network", "distances")];
    made(&good::ring(3), &good::exchange(), "one-half-duplex", &explicit(&packets, &slots), &claims)
}

fn cube_exchange_written_out() -> Value {
    let packets: Vec<_> = (0..4).flat_map(|s: u64| (1..4).map(move |x| json!([s, s ^ x]))).collect();
    let sent = |offset: u64, at: u64, bit: u64| {
        (0..4).map(move |s| json!([3 * s + offset - 1, s ^ at, s ^ at ^ bit])).collect::<Vec<_>>()
    };
    let first = [sent(1, 0, 1), sent(3, 0, 2)].concat();
    let second = [sent(2, 0, 2), sent(3, 2, 1)].concat();
    let slots = json!([first, second]);
    let claims = [good::time(2, "all", &good::weights(2, &[1, 0])), moves(16, "network", "distances")];
    made(&cube2(), &good::exchange(), "all", &explicit(&json!(packets), &slots), &claims)
}

pub(crate) fn all() -> Vec<Value> {
    vec![
        cube_broadcast(),
        ring_broadcast(),
        half_duplex_broadcast(),
        cube_accumulation(),
        ring_accumulation(),
        torus_scatter(),
        torus_gather(),
        cube_multinode(),
        ring_multinode_of_two(),
        cube_reduction(),
        ring_multinode_written_out(),
        half_duplex_reduction(),
        half_duplex_exchange(),
        cube_exchange_written_out(),
    ]
}

/// Returns whether the task has packets that are neither copied nor combined.
fn carries_packets(value: &Value) -> bool {
    let kind = value["task"]["task"]["kind"].as_str();
    matches!(kind, Some("scatter" | "gather" | "total-exchange"))
}

fn replayed(value: &Value) -> Replayed {
    check(value).unwrap_or_else(|refusal| unreachable!("{refusal}: {value}")).replayed
}

#[test]
fn good_certificates_of_every_task_and_port_rule_are_accepted() {
    for value in all() {
        let verdict = check(&value).unwrap_or_else(|refusal| unreachable!("{refusal}: {value}"));
        assert_eq!(verdict.replayed.replay, Extent::EveryNode);
        // Packets that are copied or combined have no delay each.
        let is_of_packets = carries_packets(&value);
        assert_eq!(verdict.replayed.total_delay.is_some(), is_of_packets);
        let options = Options { every_node_limit: 0, ..Options::default() };
        let alone = check_certificate(&document(&value), &options).expect("still good");
        assert_eq!(alone.claims, verdict.claims);
        let everywhere = alone.replayed.form == Form::Explicit;
        assert_eq!(alone.replayed.replay == Extent::EveryNode, everywhere);
    }
}

#[test]
fn moves_are_counted_for_a_node_of_a_symmetric_schedule_and_else_for_the_network() {
    let node = replayed(&ring_multinode_of_two());
    assert_eq!((node.form.per(), node.transmissions, node.packets), (Per::Node, 4, 2));
    let network = replayed(&ring_multinode_written_out());
    assert_eq!((network.form.per(), network.transmissions, network.packets), (Per::Network, 6, 3));
    refused!(
        cube_multinode(),
        ["/claims/2/per" = "network"],
        Rejection::PerMismatch { claim: 2, found: Per::Network, expected: Per::Node }
    );
    refused!(cube_broadcast(), ["/claims/1/per" = "node"], Rejection::PerMismatch { claim: 1, .. });
    refused!(good::cube2(), ["/claims/3/per" = "network"], Rejection::PerMismatch { claim: 3, .. });
    refused!(cube_broadcast(), ["/claims/1/per" = null], Rejection::PerMissing { claim: 1 });
}

#[test]
fn every_witness_gives_its_own_bound() {
    // (certificate, witness, bound): the witness takes the place of that of the first claim.
    let cases = [
        (cube_broadcast(), last(2, 3), 2),
        (cube_broadcast(), volume(2), 2),
        (cube_broadcast(), through("reception", 2, 3, 2), 2),
        (cube_broadcast(), through("reception", 0, 3, 3), 0),
        (cube_broadcast(), through("reception", 0, 0, 1), 0),
        (cube_broadcast(), through("emission", 2, 0, 2), 2),
        (cube_broadcast(), through("emission", 0, 1, 1), 0),
        (ring_broadcast(), volume(3), 3),
        (ring_broadcast(), through("reception", 2, 2, 1), 2),
        (ring_broadcast(), through("emission", 2, 1, 1), 2),
        (half_duplex_broadcast(), last(2, 1), 2),
        (cube_accumulation(), far(2, 3), 2),
        (cube_accumulation(), through("reception", 2, 0, 2), 2),
        (cube_accumulation(), through("reception", 0, 3, 1), 0),
        (cube_accumulation(), through("emission", 2, 3, 2), 2),
        (cube_accumulation(), through("emission", 1, 3, 1), 1),
        (cube_accumulation(), through("emission", 0, 0, 1), 0),
        (torus_scatter(), through("emission", 3, 0, 2), 3),
        (torus_scatter(), through("reception", 2, 5, 2), 2),
        (torus_scatter(), volume(3), 3),
        (torus_scatter(), far(2, 5), 2),
        (torus_gather(), through("reception", 3, 0, 2), 3),
        (torus_gather(), through("emission", 2, 4, 2), 2),
        (torus_gather(), volume(3), 3),
        (cube_multinode(), through("reception", 2, 0, 2), 2),
        (cube_multinode(), through("emission", 1, 3, 1), 1),
        (cube_multinode(), far(2, 3), 2),
        (cube_reduction(), through("reception", 2, 3, 2), 2),
        (cube_reduction(), through("emission", 2, 0, 2), 2),
        (cube_reduction(), volume(2), 2),
        (half_duplex_exchange(), through("reception", 2, 0, 1), 2),
        (half_duplex_exchange(), good::weights(2, &[1, 1]), 2),
        (cube_exchange_written_out(), far(2, 3), 2),
        (cube_exchange_written_out(), volume(2), 2),
        (cube_exchange_written_out(), through("emission", 2, 3, 2), 2),
        (good::cube2(), through("reception", 2, 1, 1), 2),
        (good::cube2(), volume(2), 2),
        (good::ring5(), through("emission", 2, 4, 2), 2),
        (good::ring5_one_port(), through("emission", 4, 4, 1), 4),
    ];
    for (value, witness, bound) in cases {
        let time = value["claims"][0]["value"].as_u64().expect("a number of slots");
        let stated = with(value.clone(), &[("/claims/0", good::time(time, "all", &witness))]);
        let verdict = check(&stated).unwrap_or_else(|refusal| unreachable!("{refusal}: {stated}"));
        assert_eq!(verdict.claims[0].lower, bound, "{stated}");
        // Any other bound from this witness is forged.
        let other = if bound == 0 { 1 } else { bound - 1 };
        let mut forged = witness.clone();
        forged["value"] = json!(other);
        let forged = with(value, &[("/claims/0", good::time(time, "all", &forged))]);
        let refusal = check(&forged).expect_err("forged");
        assert_eq!(refusal, Rejection::LowerMismatch { claim: 0, found: other, recomputed: bound });
    }
}

#[test]
fn forged_optimal_claims_are_refused() {
    let longer = |slots: Value| with(cube_broadcast(), &[("/schedule/slots", slots)]);
    let wasteful = longer(json!([[[0, 0, 1]], [[0, 1, 0]], [[0, 0, 2], [0, 1, 3]]]));
    let honest = json!({ "quantity": "transmissions", "value": 4, "per": "network", "scope": "all",
        "lower": { "kind": "spanning", "value": 3 }, "status": "upper-bound" });
    let value = with(wasteful, &[("/claims/0", good::time(3, "all", &far(2, 3))), ("/claims/1", honest)]);
    assert_eq!(replayed(&value).transmissions, 4);
    refused!(value.clone(), ["/claims/0/status" = "optimal"], Rejection::StatusMismatch { .. });
    refused!(value.clone(), ["/claims/1/status" = "optimal"], Rejection::StatusMismatch { claim: 1, .. });
    refused!(
        value.clone(),
        ["/claims/0/lower/value" = 3, "/claims/0/status" = "optimal"],
        Rejection::LowerMismatch { found: 3, recomputed: 2, .. }
    );
    refused!(
        value.clone(),
        ["/claims/1/lower/value" = 4, "/claims/1/status" = "optimal"],
        Rejection::LowerMismatch { claim: 1, found: 4, recomputed: 3 }
    );
    refused!(
        value.clone(),
        ["/claims/0/value" = 2, "/claims/0/status" = "optimal"],
        Rejection::ValueMismatch { .. }
    );
    refused!(value, ["/claims/1/value" = 3, "/claims/1/status" = "optimal"], Rejection::ValueMismatch { .. });
}

#[test]
fn bounds_of_other_tasks_and_scopes_of_other_schedules_are_refused() {
    let time = |value: Value, lower: Value| with(value, &[("/claims/0", good::time(9, "all", &lower))]);
    let pooled = good::delay(9, &json!("any"), 9);
    for value in all() {
        if value["task"]["task"]["kind"] != "total-exchange" {
            refused!(time(value.clone(), good::weights(9, &[1, 1])), [], Rejection::BoundNotForTask { .. });
        }
        let split = json!({ "kind": "split", "value": 9 });
        refused!(time(value.clone(), split), [], Rejection::BoundNotForTask { claim: 0, .. });
        let tree = json!({ "kind": "direction-tree", "value": 9, "tree": [{ "weights": [1, 1] }] });
        refused!(time(value.clone(), tree), [], Rejection::BoundNotForTask { claim: 0, .. });
        let delayed = with(value.clone(), &[("/claims/0", pooled.clone())]);
        if carries_packets(&value) {
            refused!(delayed, [], Rejection::PerMismatch { claim: 0, .. });
        } else {
            refused!(delayed, [], Rejection::DelayUndefined { claim: 0 });
        }
        refused!(value.clone(), ["/claims/0/scope" = "isotropic-shortest"], Rejection::ScopeUndefined { .. });
        if value["schedule"]["kind"] == "explicit" {
            refused!(value, ["/claims/0/scope" = "isotropic"], Rejection::ScopeUndefined { claim: 0, .. });
        }
    }
    for value in [torus_scatter(), torus_gather(), cube_multinode(), cube_reduction(), good::cube2()] {
        refused!(time(value, last(9, 1)), [], Rejection::BoundNotForTask { claim: 0, .. });
    }
    let spanning = |value: Value, claim: Value| with(value, &[("/claims/1", claim)]);
    let tree = moves(7, "network", "spanning");
    refused!(spanning(torus_scatter(), tree.clone()), [], Rejection::BoundNotForTask { claim: 1, .. });
    refused!(spanning(half_duplex_exchange(), tree), [], Rejection::BoundNotForTask { claim: 1, .. });
    let sum = moves(3, "network", "distances");
    refused!(spanning(cube_broadcast(), sum), [], Rejection::BoundNotForTask { claim: 1, .. });
}

#[test]
fn witnesses_out_of_range_are_refused() {
    let time = |value: Value, lower: Value| with(value, &[("/claims/0", good::time(2, "all", &lower))]);
    refused!(time(cube_broadcast(), far(0, 0)), [], Rejection::NotAnOffset { offset: 0, .. });
    refused!(time(cube_broadcast(), far(2, 4)), [], Rejection::OffsetOutOfRange { found: 4, .. });
    refused!(time(cube_reduction(), far(0, 0)), [], Rejection::ZeroOffset { .. });
    let from = with(far(2, 3), &[("/from", json!(0))]);
    refused!(time(cube_reduction(), from.clone()), [], Rejection::OriginUnexpected { claim: 0 });
    refused!(time(cube_broadcast(), from), [], Rejection::OriginUnexpected { claim: 0 });
    for kind in ["reception", "emission"] {
        let at = |node, distance| through(kind, 1, node, distance);
        refused!(time(cube_broadcast(), at(1, 0)), [], Rejection::DistanceZero { claim: 0 });
        refused!(time(cube_broadcast(), at(4, 1)), [], Rejection::OffsetOutOfRange { .. });
        refused!(time(good::cube2(), at(1, 0)), [], Rejection::DistanceZero { claim: 0 });
        refused!(time(good::cube2(), at(4, 1)), [], Rejection::OffsetOutOfRange { .. });
    }
    refused!(time(cube_broadcast(), last(2, 4)), [], Rejection::OffsetOutOfRange { .. });
    // Only the root of a gather, and of an accumulation, has to receive anything.
    for value in [torus_gather(), cube_accumulation()] {
        let root = value["task"]["task"]["root"].as_u64().expect("a root");
        for node in (0..4).filter(|&node| node != root) {
            let lower = through("reception", 0, node, 1);
            let nothing = with(
                value.clone(),
                &[("/claims/0/lower", lower), ("/claims/0/status", json!("upper-bound"))],
            );
            assert!(check(&nothing).is_ok(), "{nothing}");
        }
    }
    let huge = through("reception", 0, 3, u64::MAX);
    assert!(check(&time(cube_broadcast(), huge.clone())).is_ok());
    assert!(check(&time(cube_reduction(), huge)).is_ok());
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    refused!(cube_broadcast(), ["/task/task/count" = 0], Rejection::ZeroCount { .. });
    refused!(cube_broadcast(), ["/task/task/root" = 4], Rejection::OffsetOutOfRange { found: 4, .. });
    refused!(cube_broadcast(), ["/task/task/root" = [0, 0]], Rejection::CoordinatesOnHypercube { .. });
    refused!(torus_scatter(), ["/task/task/root" = [0]], Rejection::CoordinateCount { .. });
    refused!(torus_scatter(), ["/task/task/root" = [0, 3]], Rejection::CoordinateOutOfRange { .. });
    refused!(cube_broadcast(), ["/task/ports" = { "at-most": 0 }], Rejection::NoPorts);
    refused!(cube_broadcast(), ["/task/objective" = "average-delay"], Rejection::DelayObjective);
    refused!(
        cube_multinode(),
        ["/task/objective" = "completion-time-then-average-delay"],
        Rejection::DelayObjective
    );
    refused!(cube_multinode(), ["/task/ports" = "one-half-duplex"], Rejection::HalfDuplex);
    refused!(good::cube2(), ["/task/ports" = "one-half-duplex"], Rejection::HalfDuplex);
    refused!(good::ring5_intervals(), ["/task/ports" = "one-half-duplex"], Rejection::HalfDuplex);
    refused!(cube_broadcast(), ["/task/task/count" = 0x4000_0000_0000_0000_u64], Rejection::TaskTooLarge);
    refused!(ring_broadcast(), ["/task/network/nodes" = 0x4000_0000_0000_0000_u64], Rejection::TaskTooLarge);
}

#[test]
fn schedules_of_other_tasks_are_refused() {
    let schedule = |value: Value, from: Value| with(value, &[("/schedule", from["schedule"].clone())]);
    refused!(schedule(cube_broadcast(), cube_multinode()), [], Rejection::ScheduleDoesNotFit { .. });
    refused!(schedule(good::cube2(), cube_multinode()), [], Rejection::ScheduleDoesNotFit { .. });
    refused!(schedule(cube_multinode(), good::cube2()), [], Rejection::ScheduleDoesNotFit { .. });
    refused!(schedule(cube_broadcast(), good::ring5_intervals()), [], Rejection::ScheduleDoesNotFit { .. });
    refused!(
        schedule(cube_broadcast(), cube_exchange_written_out()),
        [],
        Rejection::PacketForm { packet: 0, found: 2, .. }
    );
    refused!(
        schedule(good::cube2(), cube_broadcast()),
        [],
        Rejection::PacketForm { found: 1, expected: 2, .. }
    );
    // A broadcast's moves are no accumulation: node 1 sends before it receives, node 0 is the root.
    refused!(schedule(cube_accumulation(), cube_broadcast()), [], Rejection::RootSends { root: 0, .. });
    refused!(
        schedule(cube_broadcast(), cube_accumulation()),
        [],
        Rejection::NotHeld { slot: 0, node: 3, .. }
    );
}

#[test]
fn lists_of_packets_that_are_not_the_tasks_are_refused() {
    let listed = |value: Value, packets: Value| with(value, &[("/schedule/packets", packets)]);
    let ends = |value: Value, packets: Value| match check(&listed(value, packets)) {
        Err(Rejection::EndsMismatch { from, to, found, expected }) => (from, to, found, expected),
        other => unreachable!("{other:?}"),
    };
    assert_eq!(ends(cube_broadcast(), json!([])), (Some(0), None, 0, 1));
    assert_eq!(ends(cube_broadcast(), json!([[1]])), (Some(0), None, 0, 1));
    assert_eq!(ends(cube_broadcast(), json!([[0], [0]])), (Some(0), None, 2, 1));
    assert_eq!(ends(ring_broadcast(), json!([[1]])), (Some(1), None, 1, 2));
    assert_eq!(ends(cube_accumulation(), json!([[0], [3]])), (None, Some(3), 1, 0));
    assert_eq!(ends(half_duplex_reduction(), json!([[1], [1]])), (None, Some(0), 0, 1));
    let scattered = |to: u64| json!([[0, 1], [0, 2], [0, 3], [0, to], [0, 5]]);
    assert_eq!(ends(torus_scatter(), scattered(5)), (Some(0), Some(4), 0, 1));
    assert_eq!(ends(torus_scatter(), scattered(0)), (Some(0), Some(0), 1, 0));
    let mut packets = half_duplex_exchange()["schedule"]["packets"].clone();
    packets[5] = json!([1, 2]);
    assert_eq!(ends(half_duplex_exchange(), packets.clone()), (Some(1), Some(2), 2, 1));
    packets[5] = json!([1, 1]);
    assert_eq!(ends(half_duplex_exchange(), packets.clone()), (Some(1), Some(1), 1, 0));
    packets[5] = json!([0, 1]);
    assert_eq!(ends(half_duplex_exchange(), packets), (Some(0), Some(1), 2, 1));
    assert_eq!(ends(half_duplex_exchange(), json!([])), (Some(0), Some(1), 0, 1));
    let nothing = json!({ "kind": "isotropic", "packets": [] });
    let none = with(half_duplex_exchange(), &[("/task/task", nothing)]);
    assert_eq!(ends(none.clone(), json!([[2, 1]])), (Some(2), Some(1), 1, 0));
    let empty = with(none, &[("/schedule", explicit(&json!([]), &json!([[]])))]);
    refused!(empty, [], Rejection::ValueMismatch { replayed: 0, .. });
    refused!(listed(cube_broadcast(), json!([[4]])), [], Rejection::OffsetOutOfRange { .. });
}

#[test]
fn moves_that_break_the_rules_of_links_and_ports_are_refused() {
    let slots = |value: Value, slots: Value| with(value, &[("/schedule/slots", slots)]);
    let cube = |list: Value| slots(cube_broadcast(), list);
    refused!(cube(json!([[[1, 0, 1]]])), [], Rejection::NoSuchPacket { packet: 1, packets: 1, .. });
    refused!(cube(json!([[[0, 0, 4]]])), [], Rejection::OffsetOutOfRange { found: 4, .. });
    refused!(cube(json!([[[0, 0, 3]]])), [], Rejection::NotNeighbors { from: 0, to: 3, .. });
    refused!(cube(json!([[[0, 0, 0]]])), [], Rejection::NotNeighbors { from: 0, to: 0, .. });
    refused!(cube(json!([[[0, 0, 1], [0, 0, 1]]])), [], Rejection::TransferTwice { slot: 0, index: 1, .. });
    let two = with(
        cube(json!([[[0, 0, 1], [1, 0, 1]]])),
        &[("/task/task/count", json!(2)), ("/schedule/packets", json!([[0], [0]]))],
    );
    refused!(two, [], Rejection::TransferTwice { from: 0, to: 1, .. });
    refused!(
        cube_broadcast(),
        ["/task/ports" = "one"],
        Rejection::TooManySends { node: 0, found: 2, ports: 1, .. }
    );
    refused!(
        cube_accumulation(),
        ["/task/ports" = "one"],
        Rejection::TooManyReceives { slot: 1, node: 0, found: 2, .. }
    );
    refused!(
        cube_broadcast(),
        ["/task/ports" = "one-half-duplex"],
        Rejection::HalfDuplexBoth { node: 0, .. }
    );
    // The node that sends too much is not the first that sends.
    let cube3 = json!({ "kind": "hypercube", "dimension": 3 });
    let later = json!([[[0, 0, 1]], [[0, 0, 2], [0, 1, 3], [0, 1, 5]]]);
    refused!(
        cube_broadcast(),
        ["/task/network" = cube3, "/task/ports" = "one", "/schedule/slots" = later],
        Rejection::TooManySends { slot: 1, node: 1, found: 2, ports: 1 }
    );
    // Of several nodes with equally many excess sends, or receives, the least is named, whichever stands
    // first.
    let alike = json!([[[0, 0, 1]], [[0, 1, 3], [0, 1, 5], [0, 0, 2], [0, 0, 4]]]);
    refused!(
        cube_broadcast(),
        ["/task/network" = cube3, "/task/ports" = "one", "/schedule/slots" = alike],
        Rejection::TooManySends { slot: 1, node: 0, found: 2, ports: 1 }
    );
    let alike = json!([[[0, 7, 6], [0, 4, 6], [0, 3, 1], [0, 5, 1]]]);
    refused!(
        cube_accumulation(),
        ["/task/network" = cube3, "/task/ports" = "one", "/schedule/slots" = alike],
        Rejection::TooManyReceives { slot: 0, node: 1, found: 2, ports: 1 }
    );
    // Node 0 receives one packet while it sends another.
    refused!(
        ring_broadcast(),
        ["/task/ports" = "one-half-duplex"],
        Rejection::HalfDuplexBoth { slot: 1, node: 0, found: 2 }
    );
    assert!(check(&with(cube_broadcast(), &[("/task/ports", json!({ "at-most": 2 }))])).is_ok());
    assert!(check(&with(cube_broadcast(), &[("/task/ports", json!({ "at-most": u64::MAX }))])).is_ok());
}

#[test]
fn packets_that_the_sender_does_not_have_or_that_never_arrive_are_refused() {
    let slots = |value: Value, slots: Value| with(value, &[("/schedule/slots", slots)]);
    let broadcast = |list: Value| slots(cube_broadcast(), list);
    refused!(broadcast(json!([[[0, 1, 3]]])), [], Rejection::NotHeld { slot: 0, node: 1, .. });
    // A packet that arrives in a slot can go on in the next.
    refused!(
        broadcast(json!([[[0, 0, 1], [0, 1, 3]]])),
        [],
        Rejection::NotHeld { slot: 0, index: 1, node: 1, .. }
    );
    refused!(broadcast(json!([[[0, 0, 1], [0, 0, 2]]])), [], Rejection::NotReached { packet: 0, node: 3 });
    refused!(broadcast(json!([])), [], Rejection::NotReached { packet: 0, node: 1 });
    let scatter = |list: Value| slots(torus_scatter(), list);
    refused!(scatter(json!([[[3, 3, 4]]])), [], Rejection::NotHeld { packet: 3, node: 3, .. });
    refused!(scatter(json!([[[3, 0, 3], [3, 3, 4]]])), [], Rejection::PacketTwice { packet: 3, .. });
    refused!(scatter(json!([[[3, 0, 3]]])), [], Rejection::NotDelivered { packet: 0, found: 0, expected: 1 });
    // A packet that has gone is not there any more.
    refused!(scatter(json!([[[0, 0, 1]], [[0, 0, 2]]])), [], Rejection::NotHeld { slot: 1, node: 0, .. });
}

#[test]
fn parts_that_are_sent_twice_or_that_are_left_behind_are_refused() {
    let slots = |value: Value, slots: Value| with(value, &[("/schedule/slots", slots)]);
    let sum = |list: Value| slots(cube_accumulation(), list);
    refused!(sum(json!([[[0, 3, 1]], [[0, 1, 0]]])), [], Rejection::NeverSent { packet: 0, node: 2 });
    refused!(sum(json!([[[0, 3, 1]], [[0, 3, 2]]])), [], Rejection::SentTwice { slot: 1, node: 3, .. });
    refused!(sum(json!([[[0, 3, 1], [0, 3, 2]]])), [], Rejection::SentTwice { slot: 0, index: 1, .. });
    // Node 1 has sent already, or sends in this slot: the part that comes from node 3 stays there.
    refused!(sum(json!([[[0, 1, 0]], [[0, 3, 1]]])), [], Rejection::ReceivedLate { slot: 1, node: 1, .. });
    refused!(
        sum(json!([[[0, 1, 0], [0, 3, 1]]])),
        [],
        Rejection::ReceivedLate { slot: 0, index: 1, node: 1, .. }
    );
    refused!(sum(json!([[[0, 1, 3], [0, 3, 1]]])), [], Rejection::ReceivedLate { slot: 0, .. });
    refused!(sum(json!([[[0, 0, 1]]])), [], Rejection::RootSends { root: 0, .. });
}

#[test]
fn faults_of_placed_moves_are_refused() {
    let slots = |value: Value, slots: Value| with(value, &[("/schedule/slots", slots)]);
    let cube = |list: Value| slots(with(cube_multinode(), &[("/task/ports", json!("all"))]), list);
    refused!(cube(json!([[[4, 0]]])), [], Rejection::OffsetOutOfRange { found: 4, .. });
    refused!(cube(json!([[[0, 2]]])), [], Rejection::NoSuchLink { link: 2, links: 2, .. });
    refused!(cube(json!([[[0, 0, 1]]])), [], Rejection::MoveForm { found: 3, count: 1, .. });
    refused!(cube(json!([[[1, 0]]])), [], Rejection::NotHeld { node: 1, .. });
    refused!(cube(json!([[[0, 0], [1, 1]]])), [], Rejection::NotHeld { slot: 0, index: 1, node: 1, .. });
    refused!(
        cube(json!([[[0, 0]], [[0, 1], [1, 1]]])),
        [],
        Rejection::LinkTwice { slot: 1, index: 1, link: 1 }
    );
    refused!(cube(json!([[[0, 0]], [[1, 1]]])), [], Rejection::NotReached { node: 2, .. });
    refused!(
        cube_reduction(),
        ["/task/ports" = "one"],
        Rejection::TooManyMoves { slot: 1, found: 2, ports: 1 }
    );
    let sum = |list: Value| slots(cube_reduction(), list);
    refused!(sum(json!([[[0, 0]]])), [], Rejection::RootSends { root: 0, .. });
    refused!(sum(json!([[[3, 1]], [[1, 0]]])), [], Rejection::NeverSent { node: 2, .. });
    refused!(sum(json!([[[3, 1]], [[3, 0]]])), [], Rejection::SentTwice { node: 3, .. });
    refused!(sum(json!([[[1, 0]], [[3, 1]]])), [], Rejection::ReceivedLate { node: 1, .. });
    let two = |list: Value| slots(ring_multinode_of_two(), list);
    refused!(two(json!([[[2, 0, 0], [0, 0, 1]]])), [], Rejection::NoSuchPacket { packet: 2, packets: 2, .. });
    refused!(two(json!([[[0, 0], [0, 1]]])), [], Rejection::MoveForm { found: 2, count: 2, .. });
    refused!(two(json!([[[0, 0, 0], [1, 0, 0]]])), [], Rejection::LinkTwice { link: 0, .. });
    refused!(two(json!([[[0, 0, 0]]])), [], Rejection::TooFewMoves { found: 1, expected: 4 });
}

#[test]
fn tiny_documents_of_huge_tasks_are_refused_at_once() {
    let far = json!(1_u64 << 30);
    let ring = |value: Value| with(value, &[("/task/network", good::ring(1 << 30))]);
    let at_root = |value| with(value, &[("/schedule/slots", json!([[[0, 1, 0]]]))]);
    let one = with(
        at_root(ring(ring_broadcast())),
        &[("/task/task/count", json!(1)), ("/schedule/packets", json!([[1]]))],
    );
    refused!(one, [], Rejection::TooFewMoves { found: 1, expected: 1_073_741_823 });
    let scatter = with(ring(torus_scatter()), &[("/schedule/packets", json!([[0, 1]]))]);
    refused!(scatter, [], Rejection::EndsMismatch { to: Some(2), found: 0, .. });
    // Where packets for all are listed, there are no more nodes than that.
    let irregular = json!({ "kind": "incomplete-hypercube", "nodes": (1 << 23) + 1 });
    for value in [torus_scatter(), torus_gather()] {
        let value = with(value, &[("/task/network", irregular.clone())]);
        refused!(value, [], Rejection::TooManyRows { limit: 0x0080_0000, .. });
    }
    let all = with(cube_multinode(), &[("/task/network", good::ring(1 << 31))]);
    refused!(all, [], Rejection::TooFewMoves { found: 3, .. });
    let many = with(ring_multinode_of_two(), &[("/task/task/count", far)]);
    refused!(many, [], Rejection::TooFewMoves { found: 4, expected: 2_147_483_648 });
    let exchange = with(ring(half_duplex_exchange()), &[("/schedule/packets", json!([[0, 1]]))]);
    assert!(check(&exchange).is_err());
}
