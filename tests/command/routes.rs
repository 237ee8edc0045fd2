//! Files of routes, `isotask.routes/1`: written, followed, judged, played, and what is refused.

use super::{Place, document, fails};
use serde_json::{Value, json};

/// Writes a file of routes.
fn put(place: &Place, file: &str, network: &Value, routes: &Value) {
    let table = json!({"format": "isotask.routes/1", "network": network, "routes": routes});
    place.put(file, table.to_string());
}

/// The table of a rule is judged as the rule is: the channels, the dependencies and the cycle are equal.
#[test]
fn the_table_of_a_rule_is_judged_as_the_rule() {
    let place = Place::new();
    for words in [
        "ring 5",
        "ring 5 --rule dateline",
        "hypercube 3 --rule parity-order",
        "incomplete-hypercube 7",
        "mesh 3x4",
        "star 4 --rule up-down",
        "kautz 2 2",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let written = place.run(&[&["route"], &words[..], &["--all", "-o", "t.json"]].concat());
        assert_eq!((written.code, written.err.as_str()), (Some(0), ""), "{words:?}");
        let of_rule = document(&place.run(&[&["channels"], &words[..], &["--json"]].concat()));
        let of_table = document(&place.run(&["channels", "t.json", "-o", "c.json", "--json"]));
        for key in ["virtual_channels", "channels", "dependencies", "longest_path", "cycle"] {
            assert_eq!(of_rule["channels"][key], of_table["channels"][key], "{words:?} {key}");
        }
        assert_eq!(
            (&of_rule["status"], &of_table["channels"]["rule"]),
            (&of_table["status"], &json!("table"))
        );
        assert_eq!(place.run(&["check", "c.json"]).code, Some(0), "{words:?}");
        let shown = place.run(&["show", "c.json"]);
        assert!(shown.out.contains("table: the entry of the file"), "{shown:?}");
        let [rule, table] = [&words[..], &["t.json"]].map(|words| {
            let mut replays =
                document(&place.run(&[&["deadlock"], words, &["--json"]].concat()))["replays"].take();
            for replay in replays.as_array_mut().unwrap() {
                replay.as_object_mut().unwrap().remove("rule");
            }
            replays
        });
        assert_eq!(rule, table, "{words:?}");
    }
}

/// The cube without node 111 and the link between 000 and 001, as P4 §VI speaks of: routes of one's own round
/// what is faulty, and up*/down*.
#[test]
fn a_faulty_cube_has_routes_without_deadlock() {
    let place = Place::new();
    place.put("faulty.txt", "0 2\n1 3\n4 5\n4 6\n0 4\n1 5\n2 3\n2 6\n");
    let judged = place.run(&["channels", "faulty.txt", "--rule", "up-down"]);
    assert_eq!((judged.code, judged.err.as_str()), (Some(0), ""));
    place.run(&["route", "faulty.txt", "--all", "--rule", "up-down", "-o", "own.json"]);
    let judged = place.run(&["channels", "own.json"]);
    assert!(judged.out.contains("acyclic: no packets of these routes can deadlock\n"), "{judged:?}");
    let played = place.run(&["deadlock", "own.json", "total-exchange"]);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""), "{played:?}");
    let played = place.run(&["deadlock", "own.json", "demands", "0:1", "1:6:3", "--json"]);
    let found = document(&played);
    assert_eq!((&found["status"], &found["replays"][0]["packets"]), (&json!("delivered"), &json!(4)));
}

#[test]
fn a_cycle_of_a_table_is_found_and_played() {
    let place = Place::new();
    // Round a triangle every packet goes the longer way.
    let routes = json!([[0, 1, 0, 2], [1, 2, 0, 2], [1, 2, 0, 0], [2, 0, 0, 0], [2, 0, 0, 1], [0, 1, 0, 1]]);
    put(&place, "t.json", &json!({"kind": "ring", "nodes": 3}), &routes);
    let judged = place.run(&["channels", "t.json"]);
    assert_eq!(judged.code, Some(1));
    assert!(judged.out.contains("│ 0 to 2   0 → 1   1 → 2     │\n"), "{}", judged.out);
    let played = place.run(&["deadlock", "t.json", "demands", "0:2", "1:0", "2:1"]);
    assert!(played.out.contains("deadlock in 4 of 4 orders\n"), "{played:?}");
    let told = place.run(&["route", "t.json", "0", "2"]);
    assert!(told.out.contains("length            2 hops; a shortest way has 1\n"), "{told:?}");
    // On a second lane the last channel of every way waits for none.
    let lanes = json!([[0, 1, 0, 2], [1, 2, 1, 2], [1, 2, 0, 0], [2, 0, 1, 0], [2, 0, 0, 1], [0, 1, 1, 1]]);
    put(&place, "t.json", &json!({"kind": "ring", "nodes": 3}), &lanes);
    let judged = place.run(&["channels", "t.json"]);
    assert_eq!(judged.code, Some(0));
    assert!(judged.out.contains("virtual channels  2 on each"), "{}", judged.out);
}

#[test]
fn faulty_routes_are_refused_with_their_places() {
    let place = Place::new();
    let ring = json!({"kind": "ring", "nodes": 4});
    for (routes, message) in [
        (json!([[0, 2, 0, 2]]), "at routes[0]: no channel from node 0 to node 2, lane 0 under the rule"),
        (json!([[0, 1, 16, 1]]), "at routes[0]: no channel from node 0 to node 1, lane 16 under the rule"),
        (json!([[0, 1, 0, 4]]), "at routes[0]: node 4 in a network of 4 nodes, expected at most 3"),
        (
            json!([[0, 1, 0, 1], [0, 1, 0, 0]]),
            "at routes[1]: an entry for a packet that has arrived at node 0",
        ),
        (
            json!([[0, 1, 0, 1], [0, 3, 0, 1]]),
            "at routes[1]: a second entry for this node and destination, after entry 0",
        ),
        (
            json!([[0, 1, 0, 2]]),
            "at routes[0]: packets for node 2 come to node 1, where no entry takes them on",
        ),
        (
            json!([[0, 1, 0, 2], [1, 0, 0, 2]]),
            "at routes[1]: packets for node 2 go round in a circle and never arrive",
        ),
        (
            json!([[0, 1, 0, 3], [1, 2, 0, 3], [2, 1, 0, 3]]),
            "at routes[2]: packets for node 3 go round in a circle and never arrive",
        ),
        (
            json!([[0, 1, 0, 3], [1, 2, 0, 3]]),
            "at routes[1]: packets for node 3 come to node 2, where no entry takes them on",
        ),
    ] {
        put(&place, "bad.json", &ring, &routes);
        let refused = place.run(&["channels", "bad.json"]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{routes}");
        assert!(refused.err.starts_with("error: bad.json: line 1, column "), "{}", refused.err);
        assert!(refused.err.contains(message), "{message}: {}", refused.err);
        assert_eq!(place.run(&["deadlock", "bad.json"]).err, refused.err);
    }
    put(&place, "bad.json", &json!({"kind": "ring", "nodes": 1}), &json!([]));
    let refused = place.run(&["channels", "bad.json"]);
    assert!(refused.err.contains("at network.nodes: number of nodes 1, expected at least 2"), "{refused:?}");
    put(&place, "good.json", &ring, &json!([[0, 1, 0, 1]]));
    let both = "--rule shortest beside a file of routes, expected one of the two";
    fails(&place.run(&["channels", "good.json", "--rule", "shortest"]), both);
    fails(&place.run(&["route", "good.json", "1", "2"]), "no way leads from 1 to 2");
    fails(
        &place.run(&["deadlock", "good.json", "demands", "1:2"]),
        "good.json demands 1:2: no route leads from 1 to 2",
    );
    let option = "--count beside a file of routes, expected FILE TASK… alone";
    fails(&place.run(&["deadlock", "good.json", "--count", "2"]), option);
    let copied = place.run(&["deadlock", "good.json", "allgather"]);
    assert!(copied.err.contains("no route leads from"), "{copied:?}");
    let combined = place.run(&["deadlock", "good.json", "reduce", "0"]);
    assert!(combined.err.contains("packets that are combined"), "{combined:?}");
}
