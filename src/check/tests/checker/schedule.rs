//! Schedules that are refused.

use super::*;
use isotask_check::PlanFault;

#[test]
fn a_schedule_document_is_replayed_without_claims() {
    let mut value = good::ring5()["schedule"].clone();
    value["format"] = json!("isotask.schedule/1");
    value["task"] = good::ring5()["task"].clone();
    let read = |value: &Value| -> ScheduleDocument {
        parse(value.to_string().as_bytes()).expect("a schedule document")
    };
    let replayed = check_schedule(&read(&value), &Options::default()).expect("a good schedule");
    assert_eq!((replayed.completion_time, replayed.transmissions), (3, 6));
    value["slots"][0][0] = json!([0, 1]);
    let refusal = check_schedule(&read(&value), &Options::default());
    assert!(matches!(refusal, Err(Rejection::LinkTwice { slot: 0, index: 1, link: 1 })));
}

#[test]
fn faults_of_slots_are_refused() {
    let good = good::ring5;
    refused!(good(), ["/schedule/slots/0/0" = [4, 0]], Rejection::NoSuchPacket { packet: 4, .. });
    refused!(good(), ["/schedule/slots/0/0" = [0, 2]], Rejection::NoSuchLink { link: 2, .. });
    refused!(good(), ["/schedule/slots/1" = [[1, 0], [1, 1]]], Rejection::PacketTwice { slot: 1, .. });
    refused!(good(), ["/schedule/slots/1" = [[1, 0], [2, 0]]], Rejection::LinkTwice { slot: 1, .. });
    refused!(good(), ["/schedule/slots/2" = [[1, 0]]], Rejection::NotDelivered { packet: 3, found: 0, .. });
    refused!(good(), ["/schedule/slots/2" = [[0, 0], [3, 1]]], Rejection::NotDelivered { packet: 0, .. });
    refused!(good(), ["/task/ports" = "one"], Rejection::TooManyMoves { slot: 0, found: 2, ports: 1 });
    refused!(
        good::torus3_two_ports(),
        ["/task/ports" = { "at-most": 1 }],
        Rejection::TooManyMoves { found: 2, .. }
    );
    refused!(good(), ["/schedule/slots" = []], Rejection::NotDelivered { .. });
}

#[test]
fn lists_of_packets_that_are_not_the_tasks_are_refused() {
    let good = good::ring5;
    refused!(
        good(),
        ["/schedule/packets" = [1, 2, 3]],
        Rejection::PacketsMismatch { offset: 4, found: 0, .. }
    );
    refused!(
        good(),
        ["/schedule/packets" = [1, 2, 3, 3]],
        Rejection::PacketsMismatch { offset: 3, found: 2, .. }
    );
    // The skipped offset has no packets, though the next one occurs as often as the skipped one should.
    refused!(
        good(),
        ["/schedule/packets" = [1, 3, 4]],
        Rejection::PacketsMismatch { offset: 2, found: 0, expected: 1 }
    );
    refused!(good::detour(), ["/schedule/packets" = [1, 1]], Rejection::PacketsMismatch { expected: 3, .. });
    refused!(good::detour(), ["/schedule/packets/2" = 2], Rejection::PacketsMismatch { .. });
    let mixed = json!([{ "offset": 1, "count": 2 }, { "offset": 2 }]);
    refused!(
        with(good::detour(), &[("/task/task/packets", mixed)]),
        ["/schedule/packets" = [1, 2, 1]],
        Rejection::PacketsScattered { row: 2, offset: 1, last: 0 }
    );
}

#[test]
fn faults_of_groups_and_intervals_are_refused() {
    let good = good::ring5_intervals;
    refused!(good(), ["/schedule/groups" = []], Rejection::NoGroups { rows: 4 });
    refused!(good(), ["/schedule/groups/0" = 1], Rejection::FirstGroup { found: 1 });
    refused!(good(), ["/schedule/groups" = [0, 2, 2]], Rejection::GroupsNotIncreasing { group: 2, .. });
    refused!(good(), ["/schedule/groups/1" = 4], Rejection::GroupBeyondRows { group: 1, .. });
    refused!(good(), ["/schedule/groups/1" = 1], Rejection::PoolExhausted { group: 1, link: 0, .. });
    let at = |interval: Value| with(good(), &[("/schedule/intervals/1", interval)]);
    refused!(at(json!([0, 0, 1, 1])), [], Rejection::IntervalEmpty { interval: 1 });
    refused!(at(json!([u64::MAX, 1, 1, 1])), [], Rejection::IntervalOverflow { interval: 1 });
    refused!(at(json!([0, 3, 2, 1])), [], Rejection::NoSuchGroup { group: 2, .. });
    refused!(at(json!([0, 3, 1, 2])), [], Rejection::NoSuchLink { link: 2, .. });
    refused!(at(json!([2, 3, 0, 1])), [], Rejection::GroupOverlap { group: 0, slot: 2, .. });
    refused!(at(json!([2, 3, 1, 0])), [], Rejection::LinkOverlap { link: 0, slot: 2, .. });
    refused!(at(json!([0, 2, 1, 1])), [], Rejection::PoolExhausted { needed: 3, owned: 2, .. });
    refused!(at(json!([1, 3, 1, 1])), [], Rejection::ValueMismatch { replayed: 4, .. });
    refused!(good(), ["/task/ports" = "one"], Rejection::TooManyIntervals { slot: 0, found: 2, ports: 1 });
    refused!(good(), ["/schedule/packets" = [1, 2, 3]], Rejection::PacketsMismatch { .. });
    // Slots that no unit takes do not count.
    assert!(check(&at(json!([0, 1_u64 << 62, 1, 1]))).is_ok());
}

#[test]
fn faults_of_routes_are_refused() {
    let good = || with(good::ring5_intervals(), &[("/schedule/routes", json!([[1, [2, 0]]]))]);
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
    refused!(good(), ["/schedule/routes/0/0" = 4], Rejection::RouteBeyondRows { row: 4, rows: 4, .. });
    refused!(good(), ["/schedule/routes/0/1" = [2]], Rejection::RouteLength { found: 1, expected: 2, .. });
    refused!(
        good(),
        ["/schedule/routes/0/1" = [1, 0]],
        Rejection::RouteMisses { row: 1, dimension: Some(0), .. }
    );
    refused!(good(), ["/schedule/routes/0/1" = [0, 3]], Rejection::PoolExhausted { link: 1, owned: 0, .. });
    // 2⁶⁴ − 1 is a multiple of 5, so two such routes end at the right nodes, but use a link too often.
    let huge = json!([[0, [u64::MAX - 4, 0]], [1, [u64::MAX - 3, 0]]]);
    refused!(with(good(), &[("/schedule/routes", huge)]), [], Rejection::Overflow { .. });
}

/// A packet that goes the long way round a ring makes a detour; the others keep to their shortest paths.
#[test]
fn of_two_detours_the_first_is_named() {
    let bound = json!({ "kind": "distance", "value": 2, "packet": 2 });
    let changes = [
        ("/schedule/routes", json!([[0, [0, 4]], [1, [2, 0]], [2, [3, 0]]])),
        ("/schedule/groups", json!([0])),
        ("/schedule/intervals", json!([[0, 5, 0, 0], [5, 5, 0, 1]])),
        ("/claims", json!([good::time(10, "all", &bound)])),
    ];
    let value = with(good::ring5_intervals(), &changes);
    assert!(check(&value).is_ok());
    refused!(
        value,
        ["/claims/0/scope" = "isotropic-shortest"],
        Rejection::NotShortest { row: 0, hops: 4, distance: 1, .. }
    );
}

#[test]
fn ties_of_the_default_route_alternate_over_all_rows() {
    let ties = json!({ "kind": "isotropic", "packets": [{ "offset": 2, "count": 3 }] });
    let task = good::task(&good::ring(4), &ties, &json!("all"));
    let schedule = json!({ "kind": "intervals", "groups": [0, 1, 2],
        "intervals": [[0, 2, 0, 0], [0, 2, 1, 1], [2, 2, 2, 0]] });
    let claims = [good::time(4, "isotropic", &json!({ "kind": "split", "value": 4 }))];
    let value = good::certificate(&task, &schedule, &claims);
    assert!(check(&value).is_ok());
    refused!(
        value.clone(),
        ["/schedule/intervals/2/3" = 1],
        Rejection::PoolExhausted { group: 2, link: 0, .. }
    );
    // A listed row counts as a tie too.
    let listed = with(value, &[("/schedule/routes", json!([[0, [2, 0]]]))]);
    assert!(check(&listed).is_ok());
}

/// In a prism of two triangles the swap of both is an automorphism, but no translation.
#[test]
fn translations_of_a_lift_stand_beside_other_automorphisms() {
    let links = json!([[0, 0, [1]], [1, 1, [1]], [0, 1, [0]]]);
    let prism = json!({ "kind": "lift", "group": [3], "nodes": 2, "links": links });
    let near = json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1 });
    let schedule = json!({ "kind": "orbit", "subgroup": [[1], [1, 0, 3, 2, 5, 4]],
        "packets": [[0, 1], [0, 2], [0, 4]], "slots": [[[0, 0], [1, 1], [2, 2]]] });
    let bound = json!({ "kind": "distance", "value": 1, "packet": 1, "from": 0 });
    let task = good::task(&prism, &near, &json!("all"));
    let value = good::certificate(&task, &schedule, &[good::time(1, "all", &bound)]);
    let replayed = check(&value).expect("a good certificate").replayed;
    assert_eq!((replayed.transmissions, replayed.replay), (18, Extent::EveryNode));
    for alone in [json!([[1]]), json!([[1, 0, 3, 2, 5, 4]])] {
        let value = with(value.clone(), &[("/schedule/subgroup", alone)]);
        refused!(value, [], Rejection::EndsMismatch { found: 0, .. });
    }
}

/// Orbits of `cut` must have as many rows as links, the others fewer.
#[test]
fn of_an_orbit_of_a_wrong_period_the_right_ones_are_named() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let file = models.join("certificates/windows.hypercube-6-total-exchange.json");
    let good: Value = serde_json::from_slice(&fs::read(file).expect("a file of the corpus")).expect("JSON");
    for (pointer, offset, period, right) in [
        ("/schedule/plan/3/cut/0", 27, 3, "as many as links, 6"),
        ("/schedule/plan/1/rest/0", 3, 6, "fewer than 6"),
    ] {
        let refusal = check(&with(good.clone(), &[(pointer, json!(offset))]));
        let Err(Rejection::Plan { fault: PlanFault::Period { found, expected }, .. }) = refusal else {
            unreachable!("{pointer}: {refusal:?}");
        };
        assert_eq!((found, expected.as_str()), (period, right), "{pointer}");
    }
}

#[test]
fn the_faults_of_the_literal_replay_have_messages() {
    let fault = EveryNodeFault::LinkTwice { link: 3 };
    let rejection = Rejection::EveryNode { slot: 1, node: 2, fault };
    assert_eq!((rejection.reason(), rejection.place().as_str()), ("every-node", "schedule"));
    assert!(rejection.to_string().contains("link 3 carries two packets"));
}

/// The schedule of the conveyor rule, written out move by move, takes the slots and moves that its lemma
/// counts, for every division of the packets.
#[test]
fn conveyors_written_out_take_the_slots_and_moves_of_their_lemma() {
    for (nodes, offsets) in [
        (3_u64, vec![1, 1, 2]),
        (4, vec![2, 2, 2]),
        (5, vec![1, 2, 2, 3]),
        (6, vec![3, 3, 1, 5]),
        (7, vec![3, 3, 3, 3]),
        (8, vec![1, 2, 3, 4, 5, 6, 7]),
        (9, vec![6, 6, 1]),
    ] {
        let packets: Vec<Value> = offsets.iter().map(|offset| json!({ "offset": offset })).collect();
        let task = json!({ "kind": "isotropic", "packets": packets });
        let task = good::task(&good::ring(nodes), &task, &json!("all"));
        let all = nodes * u64::try_from(offsets.len()).expect("few packets");
        let schedule = |minus: u64| -> ScheduleDocument {
            let value =
                json!({ "format": "isotask.schedule/1", "task": task, "kind": "conveyor", "minus": minus });
            parse(value.to_string().as_bytes()).expect("a schedule document")
        };
        for minus in 0..=all {
            let written = check_schedule(&schedule(minus), &Options::default()).expect("a good schedule");
            assert_eq!(written.replay, Extent::EveryNode);
            let options = Options { every_node_limit: 0, ..Options::default() };
            let counted = check_schedule(&schedule(minus), &options).expect("a good schedule");
            assert_eq!(counted.replay, Extent::Lemma);
            let (time, moves) = conveyed(nodes, &offsets, minus);
            for found in [written, counted] {
                let found = (found.completion_time, found.transmissions);
                assert_eq!(found, (time, moves.into()), "{nodes} {offsets:?} {minus}");
            }
        }
        // Neither a torus of two dimensions is a ring, nor two nodes.
        for network in [json!({ "kind": "torus", "radices": [3, 3] }), good::ring(2)] {
            let one = json!({ "kind": "isotropic", "packets": [{ "offset": 1 }] });
            let value = json!({ "format": "isotask.schedule/1", "kind": "conveyor", "minus": 0,
                "task": good::task(&network, &one, &json!("all")) });
            let schedule: ScheduleDocument =
                parse(value.to_string().as_bytes()).expect("a schedule document");
            for every_node_limit in [0, 1 << 20] {
                let options = Options { every_node_limit, ..Options::default() };
                let found = check_schedule(&schedule, &options);
                assert!(matches!(found, Err(Rejection::ScheduleDoesNotFit { .. })), "{found:?}");
            }
        }
        let beyond = check_schedule(&schedule(all + 1), &Options::default());
        assert!(matches!(beyond, Err(Rejection::MinusTooLarge { most, .. }) if most == all));
    }
}

/// Returns the greater of max(ℓ, U + K) of both ways, and all hops.
fn conveyed(nodes: u64, offsets: &[u64], minus: u64) -> (u64, u64) {
    let mut offsets = offsets.to_vec();
    offsets.sort_unstable_by(|a, b| b.cmp(a));
    let (mut left, mut moves) = (minus, 0);
    // Of each way the hops of the long packets, how many nodes send one, and the hops of a chain.
    let (mut long, mut senders, mut chain) = ([0; 2], [0; 2], [0; 2]);
    for same in offsets.chunk_by(|a, b| a == b) {
        let hops = [same[0], nodes - same[0]];
        let count = u64::try_from(same.len()).expect("few packets");
        let back = left.min(count * nodes);
        left -= back;
        for (way, packets) in [count * nodes - back, back].into_iter().enumerate() {
            moves += packets * hops[way];
            chain[way] += packets / nodes * hops[way];
            if !packets.is_multiple_of(nodes) {
                (long[way], senders[way]) = (hops[way], packets % nodes);
            }
        }
    }
    let slots = |way: usize| long[way].max(chain[way] + (long[way] * senders[way]).div_ceil(nodes));
    (slots(0).max(slots(1)), moves)
}
