//! The independent checker: what it accepts, and above all what it refuses.

mod good {
    //! Certificates made by hand.

    use serde_json::{Value, json};

    pub(crate) fn task(network: &Value, task: &Value, ports: &Value) -> Value {
        json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": ports,
            "objective": "completion-time" })
    }

    pub(crate) fn time(value: u64, scope: &str, lower: &Value) -> Value {
        let status = if lower["value"] == value {
            "optimal"
        } else {
            "upper-bound"
        };
        json!({ "quantity": "completion-time", "value": value, "scope": scope, "lower": lower,
            "status": status })
    }

    pub(crate) fn moves(value: u64, lower: u64) -> Value {
        let status = if lower == value {
            "optimal"
        } else {
            "upper-bound"
        };
        json!({ "quantity": "transmissions", "value": value, "per": "node", "scope": "all",
            "lower": { "kind": "distances", "value": lower }, "status": status })
    }

    pub(crate) fn weights(value: u64, weights: &[u64]) -> Value {
        json!({ "kind": "weights", "value": value, "weights": weights })
    }

    pub(crate) fn certificate(task: &Value, schedule: &Value, claims: &[Value]) -> Value {
        json!({ "format": "isotask.certificate/1", "task": task, "schedule": schedule,
            "claims": claims })
    }

    pub(crate) fn exchange() -> Value {
        json!({ "kind": "total-exchange" })
    }

    pub(crate) fn ring(nodes: u64) -> Value {
        json!({ "kind": "ring", "nodes": nodes })
    }

    pub(crate) fn cube2() -> Value {
        let network = json!({ "kind": "hypercube", "dimension": 2 });
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
            "slots": [[[0, 0], [2, 1]], [[1, 1], [2, 0]]] });
        let claims = [
            time(2, "all", &weights(2, &[1, 0])),
            time(2, "isotropic", &json!({ "kind": "split", "value": 2 })),
            time(
                2,
                "isotropic-shortest",
                &json!({ "kind": "distance", "value": 2, "packet": 3 }),
            ),
            moves(4, 4),
        ];
        certificate(
            &task(&network, &exchange(), &json!("all")),
            &schedule,
            &claims,
        )
    }

    pub(crate) fn ring5() -> Value {
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4],
            "slots": [[[0, 0], [2, 1]], [[1, 0], [2, 1]], [[1, 0], [3, 1]]] });
        let claims = [time(3, "all", &weights(3, &[1, 1])), moves(6, 6)];
        certificate(
            &task(&ring(5), &exchange(), &json!("all")),
            &schedule,
            &claims,
        )
    }

    pub(crate) fn ring5_one_port() -> Value {
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4],
            "slots": [[[0, 0]], [[1, 0]], [[1, 0]], [[2, 1]], [[2, 1]], [[3, 1]]] });
        let claims = [time(6, "all", &weights(6, &[1, 1])), moves(6, 6)];
        certificate(
            &task(&ring(5), &exchange(), &json!("one")),
            &schedule,
            &claims,
        )
    }

    pub(crate) fn ring5_intervals() -> Value {
        let schedule = json!({ "kind": "intervals", "groups": [0, 2],
            "intervals": [[0, 3, 0, 0], [0, 3, 1, 1]] });
        let claims = [time(3, "all", &weights(3, &[1, 1])), moves(6, 6)];
        certificate(
            &task(&ring(5), &exchange(), &json!("all")),
            &schedule,
            &claims,
        )
    }

    pub(crate) fn ring4() -> Value {
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
            "slots": [[[0, 0], [2, 1]], [[1, 0]], [[1, 0]]] });
        let tree = json!({ "kind": "dual-tree", "value": 3,
            "tree": [{ "branch": [1, 0, 1] }, { "weights": [1, 0] }, { "weights": [0, 1] }] });
        let claims = [
            time(3, "all", &weights(2, &[1, 1])),
            time(3, "isotropic", &json!({ "kind": "split", "value": 3 })),
            time(3, "isotropic-shortest", &tree),
        ];
        certificate(
            &task(&ring(4), &exchange(), &json!("all")),
            &schedule,
            &claims,
        )
    }

    pub(crate) fn torus(slots: &Value, ports: &Value, claims: &[Value]) -> Value {
        let network = json!({ "kind": "torus", "radices": [3, 3] });
        let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4, 5, 6, 7, 8],
            "slots": slots });
        certificate(&task(&network, &exchange(), ports), &schedule, claims)
    }

    pub(crate) fn torus3() -> Value {
        let slots = json!([
            [[3, 0], [4, 3], [7, 1], [6, 2]],
            [[3, 2], [4, 0], [7, 3], [6, 1]],
            [[0, 2], [1, 3], [2, 0], [5, 1]]
        ]);
        let claims = [time(3, "all", &weights(3, &[1, 1, 0, 0])), moves(12, 12)];
        torus(&slots, &json!("all"), &claims)
    }

    pub(crate) fn torus3_two_ports() -> Value {
        let slots = json!([
            [[3, 0], [4, 3]],
            [[7, 1], [6, 2]],
            [[3, 2], [4, 0]],
            [[7, 3], [6, 1]],
            [[0, 2], [1, 3]],
            [[2, 0], [5, 1]]
        ]);
        let claims = [time(6, "all", &weights(6, &[1, 1, 1, 1]))];
        torus(&slots, &json!({ "at-most": 2 }), &claims)
    }

    pub(crate) fn detour() -> Value {
        let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 3 }] });
        let schedule = json!({ "kind": "symmetric", "packets": [1, 1, 1],
            "slots": [[[0, 0], [2, 1]], [[1, 0], [2, 1]]] });
        let claims = [time(2, "all", &weights(2, &[2, 1])), moves(4, 3)];
        certificate(&task(&ring(3), &packets, &json!("all")), &schedule, &claims)
    }

    pub(crate) fn coupled() -> Value {
        let network = json!({ "kind": "torus", "radices": [3, 3] });
        let packets = json!({ "kind": "isotropic", "count": 3, "packets": [{ "offset": [1, 1] }] });
        let schedule = json!({ "kind": "symmetric", "packets": [4, [1, 1], 4],
            "slots": [[[0, 0], [2, 2]], [[0, 2], [1, 0]], [[1, 2], [2, 0]]] });
        let within = json!({ "kind": "weights", "value": 3, "weights": [1, 0, 0, 0], "within": 2 });
        let tree = json!({ "kind": "dual-tree", "value": 3,
            "tree": [{ "weights": [1, 0, 0, 0] }] });
        let claims = [
            time(3, "all", &within),
            time(3, "isotropic", &json!({ "kind": "split", "value": 2 })),
            time(3, "isotropic-shortest", &tree),
        ];
        certificate(&task(&network, &packets, &json!("all")), &schedule, &claims)
    }

    pub(crate) fn all() -> Vec<Value> {
        vec![
            cube2(),
            ring5(),
            ring5_one_port(),
            ring5_intervals(),
            ring4(),
            torus3(),
            torus3_two_ports(),
            detour(),
            coupled(),
        ]
    }
}

use isotask::check::{
    EveryNodeFault, Extent, Options, Rejection, Verdict, check_certificate, check_schedule,
};
use isotask::wire::{CertificateDocument, ScheduleDocument, parse};
use serde_json::{Value, json};

fn document(value: &Value) -> CertificateDocument {
    parse(value.to_string().as_bytes()).expect("the test writes documents of the right shape")
}

fn check(value: &Value) -> Result<Verdict, Rejection> {
    check_certificate(&document(value), &Options::default())
}

/// The good document with other values at some JSON pointers.
fn with(mut value: Value, changes: &[(&str, Value)]) -> Value {
    for (pointer, new) in changes {
        let (parent, key) = pointer
            .rsplit_once('/')
            .expect("a pointer begins with a slash");
        let parent = value.pointer_mut(parent).expect("the parent exists");
        match parent {
            Value::Array(list) => list[key.parse::<usize>().expect("an index")] = new.clone(),
            _ => parent[key] = new.clone(),
        }
    }
    value
}

/// Refuses with the variant, and the path leads into the document.
macro_rules! refused {
    ($good:expr, [$($pointer:literal = $new:tt),* $(,)?], $pattern:pat) => {{
        let value = with($good, &[$(($pointer, json!($new))),*]);
        match check(&value) {
            Err(rejection) => {
                assert!(matches!(rejection, $pattern), "{rejection:?} for {value}");
                assert!(!rejection.place().is_empty() && !rejection.reason().is_empty());
                assert!(!rejection.to_string().ends_with('.'));
            }
            Ok(_) => unreachable!("accepted {value}"),
        }
    }};
}

#[test]
fn good_certificates_are_accepted_and_replayed_at_every_node() {
    for value in good::all() {
        let verdict = check(&value).unwrap_or_else(|refusal| unreachable!("{refusal}: {value}"));
        assert_eq!(verdict.replayed.replay, Extent::EveryNode);
        assert_eq!(
            verdict.claims.len(),
            value["claims"].as_array().map_or(0, Vec::len)
        );
        let options = Options {
            every_node_limit: 0,
        };
        let alone = check_certificate(&document(&value), &options).expect("still good");
        assert_eq!(alone.replayed.replay, Extent::NodeZero);
        assert_eq!(alone.claims, verdict.claims);
    }
}

#[test]
fn a_task_without_packets_takes_no_slot() {
    let none = json!({ "kind": "isotropic", "packets": [] });
    let task = good::task(&good::ring(1 << 62), &none, &json!("all"));
    let schedule = json!({ "kind": "symmetric", "packets": [], "slots": [[], []] });
    let claims = [
        good::time(0, "all", &good::weights(0, &[1, 0])),
        good::moves(0, 0),
    ];
    assert!(check(&good::certificate(&task, &schedule, &claims)).is_ok());
    let schedule = json!({ "kind": "intervals", "groups": [], "intervals": [] });
    let value = good::certificate(&task, &schedule, &claims);
    assert!(check(&value).is_ok());
    refused!(
        value,
        ["/schedule/groups" = [0]],
        Rejection::GroupBeyondRows { rows: 0, .. }
    );
}

#[test]
fn a_schedule_document_is_replayed_without_claims() {
    let mut value = good::ring5()["schedule"].clone();
    value["format"] = json!("isotask.schedule/1");
    value["task"] = good::ring5()["task"].clone();
    let read = |value: &Value| -> ScheduleDocument {
        parse(value.to_string().as_bytes()).expect("a schedule document")
    };
    let replayed = check_schedule(&read(&value), &Options::default()).expect("a good schedule");
    assert_eq!(
        (replayed.completion_time, replayed.transmissions_per_node),
        (3, 6)
    );
    value["slots"][0][0] = json!([0, 1]);
    let refusal = check_schedule(&read(&value), &Options::default());
    assert!(matches!(
        refusal,
        Err(Rejection::LinkTwice {
            slot: 0,
            index: 1,
            link: 1
        })
    ));
}

#[test]
fn networks_out_of_range_are_refused() {
    let cube = |d: u64| json!({ "kind": "hypercube", "dimension": d });
    for d in [0, 63, u64::MAX] {
        let value = with(good::cube2(), &[("/task/network", cube(d))]);
        assert_eq!(
            check(&value),
            Err(Rejection::DimensionOutOfRange { found: d })
        );
    }
    refused!(
        good::torus3(),
        ["/task/network/radices" = []],
        Rejection::NoRadices
    );
    refused!(
        good::torus3(),
        ["/task/network/radices/1" = 1],
        Rejection::RadixTooSmall { found: 1, .. }
    );
    refused!(
        good::ring5(),
        ["/task/network/nodes" = 0],
        Rejection::RadixTooSmall { .. }
    );
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

#[test]
fn offsets_out_of_range_are_refused() {
    let at = "/task/task/packets/0/offset";
    let change = |node: Value| check(&with(good::coupled(), &[(at, node)]));
    assert!(matches!(
        change(json!(0)),
        Err(Rejection::ZeroOffset { .. })
    ));
    assert!(matches!(
        change(json!([0, 0])),
        Err(Rejection::ZeroOffset { .. })
    ));
    assert!(matches!(
        change(json!(9)),
        Err(Rejection::OffsetOutOfRange { found: 9, .. })
    ));
    assert!(matches!(
        change(json!([1])),
        Err(Rejection::CoordinateCount { found: 1, .. })
    ));
    assert!(matches!(
        change(json!([1, 3])),
        Err(Rejection::CoordinateOutOfRange { .. })
    ));
    refused!(
        good::cube2(),
        ["/schedule/packets/0" = [1, 0]],
        Rejection::CoordinatesOnHypercube { .. }
    );
    refused!(
        good::ring5(),
        ["/schedule/packets/0" = 5],
        Rejection::OffsetOutOfRange { .. }
    );
    refused!(
        good::cube2(),
        ["/claims/2/lower/packet" = 4],
        Rejection::OffsetOutOfRange { .. }
    );
}

#[test]
fn tasks_that_make_no_sense_are_refused() {
    refused!(
        good::detour(),
        ["/task/task/packets/0/count" = 0],
        Rejection::ZeroCount { .. }
    );
    refused!(
        good::ring5(),
        ["/task/task/count" = 0],
        Rejection::ZeroCount { .. }
    );
    refused!(good::ring5(), ["/task/ports" = { "at-most": 0 }], Rejection::NoPorts);
    refused!(
        good::ring5(),
        ["/task/objective" = "average-delay"],
        Rejection::ReservedObjective { .. }
    );
    let near = |min: u64, max: u64| {
        let task = json!({ "kind": "neighbourhood-exchange", "min": min, "max": max });
        check(&with(good::ring5(), &[("/task/task", task)]))
    };
    assert!(near(1, 2).is_ok());
    assert!(matches!(near(0, 2), Err(Rejection::MinZero)));
    assert!(matches!(near(2, 1), Err(Rejection::MinAboveMax { .. })));
    assert!(matches!(
        near(1, 3),
        Err(Rejection::MaxAboveDiameter { diameter: 2, .. })
    ));
    assert!(matches!(
        near(2, 2),
        Err(Rejection::PacketsMismatch { offset: 1, .. })
    ));
    assert!(matches!(
        near(1, 1),
        Err(Rejection::PacketsMismatch { offset: 2, .. })
    ));
    refused!(
        good::detour(),
        ["/task/task/packets/0/count" = 0x7fff_ffff_ffff_ffff_u64],
        Rejection::TaskTooLarge
    );
    refused!(
        good::detour(),
        ["/task/task/count" = 0x7fff_ffff_ffff_ffff_u64],
        Rejection::TaskTooLarge
    );
}

#[test]
fn tiny_documents_of_huge_tasks_are_refused_at_once() {
    let cube = json!({ "kind": "hypercube", "dimension": 62 });
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 31 });
    let value = good::cube2();
    refused!(
        with(value.clone(), &[("/task/network", cube.clone())]),
        [],
        Rejection::TaskTooLarge
    );
    let changes = [("/task/network", cube.clone()), ("/task/task", near)];
    refused!(
        with(value.clone(), &changes),
        [],
        Rejection::TooManyRows { .. }
    );
    refused!(
        good::ring5(),
        ["/task/network/nodes" = 1_000_000_000_000_000_000_u64],
        Rejection::TaskTooLarge
    );
    let cube30 = json!({ "kind": "hypercube", "dimension": 30 });
    refused!(
        with(value.clone(), &[("/task/network", cube30)]),
        [],
        Rejection::TooManyRows { .. }
    );
    let many = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 1_u64 << 40 }] });
    refused!(
        with(good::ring5_intervals(), &[("/task/task", many)]),
        [],
        Rejection::TooManyRows { .. }
    );
    let band = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 400_000_000_u64 });
    let wide = with(
        good::ring5(),
        &[
            ("/task/network/nodes", json!(1_u64 << 30)),
            ("/task/task", band),
        ],
    );
    refused!(wide, [], Rejection::TooManyRows { .. });
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
    let claims = [
        good::time(1, "all", &good::weights(1, &[1; 62])),
        good::moves(62, 62),
    ];
    let value = good::certificate(&task, &schedule, &claims);
    assert_eq!(
        check(&value).map(|verdict| verdict.replayed.replay),
        Ok(Extent::NodeZero)
    );
    refused!(
        value,
        ["/schedule/intervals/61/3" = 60],
        Rejection::LinkOverlap { .. }
    );
}

#[test]
fn faults_of_slots_are_refused() {
    let good = good::ring5;
    refused!(
        good(),
        ["/schedule/slots/0/0" = [4, 0]],
        Rejection::NoSuchPacket { packet: 4, .. }
    );
    refused!(
        good(),
        ["/schedule/slots/0/0" = [0, 2]],
        Rejection::NoSuchLink { link: 2, .. }
    );
    refused!(
        good(),
        ["/schedule/slots/1" = [[1, 0], [1, 1]]],
        Rejection::PacketTwice { slot: 1, .. }
    );
    refused!(
        good(),
        ["/schedule/slots/1" = [[1, 0], [2, 0]]],
        Rejection::LinkTwice { slot: 1, .. }
    );
    refused!(
        good(),
        ["/schedule/slots/2" = [[1, 0]]],
        Rejection::NotDelivered {
            packet: 3,
            found: 0,
            ..
        }
    );
    refused!(
        good(),
        ["/schedule/slots/2" = [[0, 0], [3, 1]]],
        Rejection::NotDelivered { packet: 0, .. }
    );
    refused!(
        good(),
        ["/task/ports" = "one"],
        Rejection::TooManyMoves {
            slot: 0,
            found: 2,
            ports: 1
        }
    );
    refused!(
        good::torus3_two_ports(),
        ["/task/ports" = { "at-most": 1 }],
        Rejection::TooManyMoves { found: 2, .. }
    );
    refused!(
        good(),
        ["/schedule/slots" = []],
        Rejection::NotDelivered { .. }
    );
}

#[test]
fn lists_of_packets_that_are_not_the_tasks_are_refused() {
    let good = good::ring5;
    refused!(
        good(),
        ["/schedule/packets" = [1, 2, 3]],
        Rejection::PacketsMismatch {
            offset: 4,
            found: 0,
            ..
        }
    );
    refused!(
        good(),
        ["/schedule/packets" = [1, 2, 3, 3]],
        Rejection::PacketsMismatch {
            offset: 3,
            found: 2,
            ..
        }
    );
    refused!(
        good::detour(),
        ["/schedule/packets" = [1, 1]],
        Rejection::PacketsMismatch { expected: 3, .. }
    );
    refused!(
        good::detour(),
        ["/schedule/packets/2" = 2],
        Rejection::PacketsMismatch { .. }
    );
    let mixed = json!([{ "offset": 1, "count": 2 }, { "offset": 2 }]);
    refused!(
        with(good::detour(), &[("/task/task/packets", mixed)]),
        ["/schedule/packets" = [1, 2, 1]],
        Rejection::PacketsScattered {
            row: 2,
            offset: 1,
            last: 0
        }
    );
}

#[test]
fn faults_of_groups_and_intervals_are_refused() {
    let good = good::ring5_intervals;
    refused!(
        good(),
        ["/schedule/groups" = []],
        Rejection::NoGroups { rows: 4 }
    );
    refused!(
        good(),
        ["/schedule/groups/0" = 1],
        Rejection::FirstGroup { found: 1 }
    );
    refused!(
        good(),
        ["/schedule/groups" = [0, 2, 2]],
        Rejection::GroupsNotIncreasing { group: 2, .. }
    );
    refused!(
        good(),
        ["/schedule/groups/1" = 4],
        Rejection::GroupBeyondRows { group: 1, .. }
    );
    refused!(
        good(),
        ["/schedule/groups/1" = 1],
        Rejection::PoolExhausted {
            group: 1,
            link: 0,
            ..
        }
    );
    let at = |interval: Value| with(good(), &[("/schedule/intervals/1", interval)]);
    refused!(
        at(json!([0, 0, 1, 1])),
        [],
        Rejection::IntervalEmpty { interval: 1 }
    );
    refused!(
        at(json!([u64::MAX, 1, 1, 1])),
        [],
        Rejection::IntervalOverflow { interval: 1 }
    );
    refused!(
        at(json!([0, 3, 2, 1])),
        [],
        Rejection::NoSuchGroup { group: 2, .. }
    );
    refused!(
        at(json!([0, 3, 1, 2])),
        [],
        Rejection::NoSuchLink { link: 2, .. }
    );
    refused!(
        at(json!([2, 3, 0, 1])),
        [],
        Rejection::GroupOverlap {
            group: 0,
            slot: 2,
            ..
        }
    );
    refused!(
        at(json!([2, 3, 1, 0])),
        [],
        Rejection::LinkOverlap {
            link: 0,
            slot: 2,
            ..
        }
    );
    refused!(
        at(json!([0, 2, 1, 1])),
        [],
        Rejection::PoolExhausted {
            needed: 3,
            owned: 2,
            ..
        }
    );
    refused!(
        at(json!([1, 3, 1, 1])),
        [],
        Rejection::ValueMismatch { replayed: 4, .. }
    );
    refused!(
        good(),
        ["/task/ports" = "one"],
        Rejection::TooManyIntervals {
            slot: 0,
            found: 2,
            ports: 1
        }
    );
    refused!(
        good(),
        ["/schedule/packets" = [1, 2, 3]],
        Rejection::PacketsMismatch { .. }
    );
    // Slots that no unit takes do not count.
    assert!(check(&at(json!([0, 1_u64 << 62, 1, 1]))).is_ok());
}

#[test]
fn faults_of_routes_are_refused() {
    let good = || {
        with(
            good::ring5_intervals(),
            &[("/schedule/routes", json!([[1, [2, 0]]]))],
        )
    };
    assert!(check(&good()).is_ok());
    refused!(
        good(),
        ["/schedule/routes" = [[1, [2, 0]], [1, [2, 0]]]],
        Rejection::RoutesNotIncreasing { route: 1, .. }
    );
    refused!(
        good(),
        ["/schedule/routes" = [[3, [0, 1]], [3, [0, 1]]]],
        Rejection::RoutesNotIncreasing { route: 1, .. }
    );
    refused!(
        good(),
        ["/schedule/routes/0/0" = 4],
        Rejection::RouteBeyondRows {
            row: 4,
            rows: 4,
            ..
        }
    );
    refused!(
        good(),
        ["/schedule/routes/0/1" = [2]],
        Rejection::RouteLength {
            found: 1,
            expected: 2,
            ..
        }
    );
    refused!(
        good(),
        ["/schedule/routes/0/1" = [1, 0]],
        Rejection::RouteMisses {
            row: 1,
            dimension: 0,
            ..
        }
    );
    refused!(
        good(),
        ["/schedule/routes/0/1" = [0, 3]],
        Rejection::PoolExhausted {
            link: 1,
            owned: 0,
            ..
        }
    );
    // 2⁶⁴ − 1 is a multiple of 5, so two such routes carry the packets nowhere too far, too often.
    let huge = json!([[0, [u64::MAX - 4, 0]], [1, [u64::MAX - 3, 0]]]);
    refused!(
        with(good(), &[("/schedule/routes", huge)]),
        [],
        Rejection::Overflow { .. }
    );
}

#[test]
fn ties_of_the_default_route_alternate_over_all_rows() {
    let ties = json!({ "kind": "isotropic", "packets": [{ "offset": 2, "count": 3 }] });
    let task = good::task(&good::ring(4), &ties, &json!("all"));
    let schedule = json!({ "kind": "intervals", "groups": [0, 1, 2],
        "intervals": [[0, 2, 0, 0], [0, 2, 1, 1], [2, 2, 2, 0]] });
    let claims = [good::time(
        4,
        "isotropic",
        &json!({ "kind": "split", "value": 4 }),
    )];
    let value = good::certificate(&task, &schedule, &claims);
    assert!(check(&value).is_ok());
    refused!(
        value.clone(),
        ["/schedule/intervals/2/3" = 1],
        Rejection::PoolExhausted {
            group: 2,
            link: 0,
            ..
        }
    );
    // A listed row counts as a tie too.
    let listed = with(value, &[("/schedule/routes", json!([[0, [2, 0]]]))]);
    assert!(check(&listed).is_ok());
}

#[test]
fn faults_of_claims_are_refused() {
    let good = good::ring5;
    refused!(good(), ["/claims" = []], Rejection::NoClaims);
    let twice = with(good(), &[("/claims/1", good()["claims"][0].clone())]);
    refused!(twice, [], Rejection::RepeatedClaim { claim: 1, first: 0 });
    refused!(
        good(),
        ["/claims/0/quantity" = "transmissions"],
        Rejection::BoundDoesNotFit { claim: 0, .. }
    );
    refused!(
        good(),
        [
            "/claims/1/quantity" = "completion-time",
            "/claims/1/scope" = "isotropic"
        ],
        Rejection::BoundDoesNotFit { claim: 1, .. }
    );
    refused!(
        good(),
        ["/claims/1/per" = null],
        Rejection::PerMissing { claim: 1 }
    );
    refused!(
        good(),
        ["/claims/0/per" = "node"],
        Rejection::PerUnexpected { claim: 0 }
    );
    refused!(
        good(),
        ["/claims/0/value" = 2],
        Rejection::ValueMismatch {
            found: 2,
            replayed: 3,
            ..
        }
    );
    refused!(
        good(),
        ["/claims/0/value" = 4],
        Rejection::ValueMismatch { .. }
    );
    refused!(
        good(),
        ["/claims/1/value" = 5],
        Rejection::ValueMismatch { claim: 1, .. }
    );
    refused!(
        good(),
        ["/claims/0/lower/value" = 4],
        Rejection::LowerAboveValue {
            value: 3,
            lower: 4,
            ..
        }
    );
    refused!(
        good(),
        ["/claims/0/lower/value" = 2],
        Rejection::StatusMismatch { .. }
    );
    refused!(
        good(),
        ["/claims/0/status" = "upper-bound"],
        Rejection::StatusMismatch { .. }
    );
    refused!(
        good(),
        [
            "/claims/0/lower/value" = 2,
            "/claims/0/status" = "upper-bound"
        ],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
    refused!(
        good::ring4(),
        ["/claims/0/lower/value" = 3, "/claims/0/status" = "optimal"],
        Rejection::LowerMismatch {
            found: 3,
            recomputed: 2,
            ..
        }
    );
    refused!(
        good::detour(),
        ["/claims/1/lower/value" = 4, "/claims/1/status" = "optimal"],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
    refused!(
        good::detour(),
        ["/claims/0/scope" = "isotropic-shortest"],
        Rejection::NotShortest {
            row: 2,
            hops: 2,
            distance: 1,
            ..
        }
    );
    let split = json!({ "kind": "split", "value": 3 });
    refused!(
        good::ring4(),
        ["/claims/0" = (good::time(3, "all", &split))],
        Rejection::ScopeTooWide { .. }
    );
    let tree = good::ring4()["claims"][2]["lower"].clone();
    refused!(
        good::ring4(),
        ["/claims/0" = (good::time(3, "all", &tree))],
        Rejection::ScopeTooWide { .. }
    );
}

#[test]
fn faults_of_weights_are_refused() {
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [1]],
        Rejection::WeightCount {
            found: 1,
            expected: 2,
            ..
        }
    );
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [1, 1, 1]],
        Rejection::WeightCount { .. }
    );
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [0, 0]],
        Rejection::ZeroWeights { claim: 0 }
    );
    refused!(
        good::ring5(),
        ["/claims/0/lower/weights" = [1, 0]],
        Rejection::LowerMismatch { recomputed: 0, .. }
    );
    refused!(
        good::ring5_one_port(),
        ["/task/ports" = "all"],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
    refused!(
        good::coupled(),
        ["/claims/0/lower/within" = 3],
        Rejection::WithinMismatch { .. }
    );
    refused!(
        good::coupled(),
        ["/claims/0/lower/within" = 1],
        Rejection::WithinMismatch { .. }
    );
    refused!(
        good::coupled(),
        ["/claims/0/lower/weights" = [1, 1, 0, 0]],
        Rejection::NotProved {
            sum: 3,
            capacity: 4,
            ..
        }
    );
    refused!(
        good::coupled(),
        ["/claims/0/lower/within" = null],
        Rejection::LowerMismatch { recomputed: 0, .. }
    );
    refused!(
        good::cube2(),
        ["/claims/2/lower/packet" = 1],
        Rejection::LowerMismatch { recomputed: 1, .. }
    );
    let distance = good::time(
        3,
        "all",
        &json!({ "kind": "distance", "value": 2, "packet": 8 }),
    );
    refused!(
        good::coupled(),
        ["/claims/0" = distance],
        Rejection::NotAnOffset { offset: 8, .. }
    );
    refused!(
        good::ring4(),
        [
            "/claims/1/lower/value" = 2,
            "/claims/1/status" = "upper-bound"
        ],
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
    let within =
        json!({ "kind": "weights", "value": u64::MAX, "weights": weights, "within": last });
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
    refused!(
        tree(json!([])),
        [],
        Rejection::TreeIncomplete { node: 0, .. }
    );
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, left])),
        [],
        Rejection::TreeIncomplete { node: 2, .. }
    );
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, left, right, left])),
        [],
        Rejection::TreeTrailing { node: 3, .. }
    );
    refused!(
        tree(branch(3, 0, 1)),
        [],
        Rejection::BranchClass {
            class: 3,
            classes: 3,
            ..
        }
    );
    refused!(
        tree(branch(1, 1, 1)),
        [],
        Rejection::BranchDimension { dimension: 1, .. }
    );
    refused!(
        tree(branch(1, 0, 0)),
        [],
        Rejection::BranchThreshold { plus: 0, .. }
    );
    refused!(
        tree(branch(1, 0, 2)),
        [],
        Rejection::BranchThreshold {
            plus: 2,
            packets: 1,
            ..
        }
    );
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, { "branch": [1, 0, 1] }, left, right])),
        [],
        Rejection::BranchNotFree { node: 1, .. }
    );
    // The class that a branch makes may be empty, and cannot be divided then.
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, { "branch": [3, 0, 1] }, left, right])),
        [],
        Rejection::BranchThreshold { packets: 0, .. }
    );
    refused!(
        tree(json!([{ "branch": [1, 0, 1] }, right, left])),
        [],
        Rejection::LeafNotRefuted {
            node: 1,
            sum: 1,
            capacity: 2,
            ..
        }
    );
    refused!(
        tree(json!([{ "weights": [1, 1] }])),
        [],
        Rejection::LeafNotRefuted {
            node: 0,
            sum: 4,
            capacity: 4,
            ..
        }
    );
    refused!(
        tree(json!([{ "weights": [0, 0] }])),
        [],
        Rejection::LeafNotRefuted { sum: 0, .. }
    );
    refused!(
        tree(json!([{ "weights": [1] }])),
        [],
        Rejection::WeightCount { .. }
    );
    refused!(
        good::ring4(),
        [
            "/claims/2/lower/value" = 0,
            "/claims/2/status" = "upper-bound"
        ],
        Rejection::TreeBoundZero { .. }
    );
    // In a hypercube there is nothing to branch on.
    let cube = json!({ "kind": "dual-tree", "value": 2, "tree": [{ "branch": [0, 0, 1] }] });
    let value = with(
        good::cube2(),
        &[("/claims/1", good::time(2, "isotropic", &cube))],
    );
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
    let weights: Vec<u64> = (0..34)
        .map(|link| if link % 2 == 0 { 3 } else { 1 })
        .collect();
    let lower = json!({ "kind": "weights", "value": 17, "weights": weights, "within": 16 });
    let claims = [good::time(17, "all", &lower)];
    let task = good::task(&network, &packets, &json!("all"));
    let value = good::certificate(&task, &schedule, &claims);
    // No route has 16 hops, so nothing is enumerated.
    assert!(check(&value).is_ok());
    let extra: Vec<_> = (0..17)
        .map(|i| json!([[0, 2 * i]]))
        .chain([json!([]); 1])
        .collect();
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
    refused!(
        longer,
        [],
        Rejection::TooManyDirections {
            free: 17,
            limit: 16,
            ..
        }
    );
}

#[test]
fn the_faults_of_the_literal_replay_have_messages() {
    let fault = EveryNodeFault::LinkTwice { link: 3 };
    let rejection = Rejection::EveryNode {
        slot: 1,
        node: 2,
        fault,
    };
    assert_eq!(rejection.reason(), "every-node");
    assert!(rejection.to_string().contains("link 3 carries two packets"));
}

mod oracle {
    //! A naive simulation of every node, with maps and sets and nothing clever.

    use super::{Value, check, good, json, with};
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The radices (slowest first) and, for each link, the dimension and the amount added.
    struct Net {
        radices: Vec<u64>,
        links: Vec<(usize, u64)>,
    }

    fn net(network: &Value) -> Net {
        let number = |value: &Value| value.as_u64().expect("a number");
        match network["kind"].as_str() {
            Some("hypercube") => {
                let d = usize::try_from(number(&network["dimension"])).expect("small");
                // Bit 0 is the last coordinate.
                Net {
                    radices: vec![2; d],
                    links: (0..d).map(|j| (d - 1 - j, 1)).collect(),
                }
            }
            Some("ring") => {
                let p = number(&network["nodes"]);
                Net {
                    radices: vec![p],
                    links: vec![(0, 1), (0, p - 1)],
                }
            }
            _ => {
                let radices: Vec<u64> = network["radices"]
                    .as_array()
                    .expect("radices")
                    .iter()
                    .map(number)
                    .collect();
                let links = radices
                    .iter()
                    .enumerate()
                    .flat_map(|(i, p)| [(i, 1), (i, p - 1)])
                    .collect();
                Net { radices, links }
            }
        }
    }

    impl Net {
        fn vector(&self, mut index: u64) -> Vec<u64> {
            let mut vector = vec![0; self.radices.len()];
            for (x, p) in vector.iter_mut().zip(&self.radices).rev() {
                *x = index % p;
                index /= p;
            }
            vector
        }

        fn sum(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
            a.iter()
                .zip(b)
                .zip(&self.radices)
                .map(|((x, y), p)| (x + y) % p)
                .collect()
        }
    }

    /// The slots that a valid schedule takes; none for one that breaks a rule.
    pub(crate) fn simulate(value: &Value) -> Option<u64> {
        let net = net(&value["task"]["network"]);
        let ports = match &value["task"]["ports"] {
            Value::String(word) if word == "one" => 1,
            Value::String(_) => 1000,
            limit => limit["at-most"].as_u64()?,
        };
        let nodes: u64 = net.radices.iter().product();
        let offsets: Vec<u64> = value["schedule"]["packets"]
            .as_array()?
            .iter()
            .map(|node| node.as_u64().or(node.is_array().then_some(4)))
            .collect::<Option<_>>()?;
        let mut copies = BTreeMap::new();
        for s in 0..nodes {
            for packet in 0..offsets.len() {
                copies.insert((packet, s), net.vector(s));
            }
        }
        let mut time = 0;
        for (slot, moves) in (1..).zip(value["schedule"]["slots"].as_array()?) {
            let (mut busy, mut moved) = (BTreeSet::new(), BTreeSet::new());
            let (mut sends, mut receives) = (BTreeMap::new(), BTreeMap::new());
            for step in moves.as_array()? {
                let packet = usize::try_from(step[0].as_u64()?).ok()?;
                let link = usize::try_from(step[1].as_u64()?).ok()?;
                let (dimension, amount) = *net.links.get(link)?;
                time = slot;
                for s in 0..nodes {
                    let from = copies.get(&(packet, s))?.clone();
                    let mut to = from.clone();
                    to[dimension] = (to[dimension] + amount) % net.radices[dimension];
                    *sends.entry(from.clone()).or_insert(0) += 1;
                    *receives.entry(to.clone()).or_insert(0) += 1;
                    if !moved.insert((packet, s)) || !busy.insert((from, link)) {
                        return None;
                    }
                    copies.insert((packet, s), to);
                }
            }
            if sends.values().chain(receives.values()).any(|&n| n > ports) {
                return None;
            }
        }
        let home = copies.iter().all(|((packet, s), at)| {
            *at == net.sum(&net.vector(*s), &net.vector(offsets[*packet]))
        });
        home.then_some(time)
    }

    /// Whether the certificate holds, its task and witnesses being those of `original`.
    fn holds(value: &Value, original: &Value) -> bool {
        let Some(time) = simulate(value) else {
            return false;
        };
        let moves: usize = value["schedule"]["slots"].as_array().map_or(0, |slots| {
            slots
                .iter()
                .filter_map(|s| s.as_array().map(Vec::len))
                .sum()
        });
        let claims = value["claims"].as_array().expect("claims");
        let shortest = original["claims"].as_array().expect("claims");
        claims.iter().zip(shortest).all(|(claim, before)| {
            let attained = match claim["quantity"].as_str() {
                Some("completion-time") => time,
                _ => u64::try_from(moves).expect("few moves"),
            };
            let optimal = claim["value"] == claim["lower"]["value"];
            claim["value"] == attained
                && claim["lower"]["value"] == before["lower"]["value"]
                && claim["status"] == if optimal { "optimal" } else { "upper-bound" }
        })
    }

    fn good_one(which: usize) -> Value {
        // Without claims for `isotropic-shortest`, which the oracle does not know.
        let goods = [
            good::ring5(),
            good::ring5_one_port(),
            good::torus3(),
            good::torus3_two_ports(),
            good::detour(),
        ];
        goods[which % goods.len()].clone()
    }

    /// One random change of the slots, or of the numbers and words of a claim.
    fn mutate(value: &mut Value, (what, a, b, c): (u8, usize, usize, u64)) {
        let slots = value["schedule"]["slots"].as_array_mut().expect("slots");
        let (from, to) = (a % slots.len(), b % slots.len());
        let length = slots[from].as_array().map_or(0, Vec::len);
        let index = usize::try_from(c).expect("small") % length.max(1);
        match what {
            0 if length > 0 => {
                let step = slots[from].as_array_mut().expect("a slot").remove(index);
                slots[to].as_array_mut().expect("a slot").push(step);
            }
            1 if length > 0 => drop(slots[from].as_array_mut().expect("a slot").remove(index)),
            2 if length > 0 => {
                let step = slots[from][index].clone();
                slots[to].as_array_mut().expect("a slot").push(step);
            }
            3 if length > 0 => slots[from][index][1] = json!(c % 5),
            4 if length > 0 => slots[from][index][0] = json!(c % 9),
            5 => slots.swap(from, to),
            6 => slots.push(json!([])),
            7 => slots.insert(from, json!([])),
            8 => value["claims"][0]["value"] = json!(c % 8),
            9 => value["claims"][0]["lower"]["value"] = json!(c % 8),
            10 => value["claims"][0]["status"] = json!("upper-bound"),
            _ => {}
        }
    }

    #[test]
    fn a_broken_certificate_makes_the_oracle_fail() {
        for which in 0..5 {
            assert!(holds(&good_one(which), &good_one(which)));
        }
        let original = good::ring5();
        let changes = [
            ("/schedule/slots/0/0", json!([0, 1])),
            ("/schedule/slots/2", json!([[3, 1]])),
            ("/claims/0/value", json!(2)),
            ("/claims/0/lower/value", json!(2)),
            ("/claims/0/status", json!("upper-bound")),
            ("/task/ports", json!("one")),
        ];
        for change in changes {
            assert!(!holds(&with(original.clone(), &[change]), &original));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None,
            ..ProptestConfig::default() })]

        #[test]
        fn the_checker_agrees_with_the_oracle_on_mutated_certificates(
            which in 0_usize..5,
            changes in prop::collection::vec((0_u8..11, 0_usize..8, 0_usize..8, 0_u64..24), 0..4),
        ) {
            let original = good_one(which);
            let mut value = original.clone();
            for change in changes {
                mutate(&mut value, change);
            }
            prop_assert_eq!(check(&value).is_ok(), holds(&value, &original), "{}", value);
        }
    }
}
