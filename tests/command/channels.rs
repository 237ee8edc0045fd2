//! `isotask channels` and `isotask deadlock`: numberings, cycles, replays, and what is refused.

use super::{Place, document, fails};
use serde_json::{Value, json};

#[test]
fn a_numbering_is_written_checked_and_shown() {
    let place = Place::new();
    for network in
        [&["incomplete-hypercube", "13"][..], &["hypercube", "4"], &["torus", "4x4", "--rule", "dateline"]]
    {
        let ended = place.run(&[&["channels"], network, &["-o", "c.json"]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
        for words in ["acyclic: no packets whatsoever can deadlock\n", "longest path", "Channels by number"] {
            assert!(ended.out.contains(words), "{words}: {}", ended.out);
        }
        let checked = place.run(&["check", "c.json"]);
        assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""));
        assert!(checked.out.starts_with("c.json: verified\n  acyclic: "), "{}", checked.out);
        let found = document(&place.run(&["check", "c.json", "--json"]));
        assert_eq!(found["status"], "verified");
        let shown = place.run(&["show", "c.json"]);
        assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
        assert!(shown.out.contains("checked           accepted") && shown.out.contains("Channels by number"));
    }
}

#[test]
fn a_cycle_is_a_negative_answer_with_its_packets() {
    let place = Place::new();
    let ended = place.run(&["channels", "ring", "4", "-o", "c.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    assert!(ended.out.contains("cyclic: packets can wait for each other for ever\n"), "{}", ended.out);
    assert!(ended.out.contains("│ 3 to 1   3 → 0   0 → 1     │\n"), "{}", ended.out);
    let written: Value = serde_json::from_str(&place.text("c.json")).unwrap();
    let cycle = json!([[0, 1, 0, 2], [1, 2, 0, 3], [2, 3, 0, 0], [3, 0, 0, 1]]);
    assert_eq!((&written["kind"], &written["cycle"]), (&json!("cyclic"), &cycle));
    // The cycle holds, which is what a checker is asked.
    let checked = place.run(&["check", "c.json"]);
    assert_eq!(checked.code, Some(0));
    assert!(
        checked.out.starts_with(
            "c.json: verified\n  cyclic: the packets of 4 channels wait for each other; deadlock\n  SHA-256 "
        ),
        "{}",
        checked.out
    );
    assert!(place.run(&["show", "c.json"]).out.contains("A cycle: each packet"));
    let found = document(&place.run(&["channels", "ring", "4", "--json"]));
    assert_eq!((&found["status"], &found["channels"]["cycle"]), (&json!("deadlock"), &cycle));
    assert_eq!(found["channels"]["longest_path"], Value::Null);
    // With the document on standard output the report goes to standard error.
    let piped = place.run(&["channels", "ring", "4", "-o", "-"]);
    assert_eq!((piped.code, &piped.out), (Some(1), &place.text("c.json")));
    assert!(piped.err.contains("A shortest cycle"), "{}", piped.err);
}

#[test]
fn a_corrupted_document_is_refused_with_its_place() {
    let place = Place::new();
    place.run(&["channels", "ring", "4", "-o", "c.json"]);
    place.put("bad.json", place.text("c.json").replace("[1,2,0,3]", "[1,2,0,2]"));
    let message = "a packet from node 1 to node 2 does not take the channel from node 1 to node 2, lane 0 and then the channel from \
                   node 2 to node 3, lane 0 [not-a-dependency] at cycle[1]";
    let refused = place.run(&["check", "bad.json"]);
    assert_eq!((refused.code, refused.out), (Some(1), format!("bad.json: refused: {message}\n")));
    place.put("small.json", place.text("c.json").replace("\"nodes\":4", "\"nodes\":1"));
    let found = document(&place.run(&["check", "small.json", "--json"]));
    assert_eq!(found["error"]["place"], "network.nodes");
    fails(
        &place.run(&["show", "small.json"]),
        "small.json: line 1, column 65, at network.nodes: number of nodes 1, expected at least 2",
    );
    place.put("keys.json", place.text("c.json").replace("\"cyclic\"", "\"acyclic\""));
    let message = place.run(&["check", "keys.json"]).err;
    assert!(message.contains("found the unknown key \"cycle\" for an acyclic rule"), "{message}");
}

#[test]
fn a_ring_deadlocks_in_some_orders_and_with_a_dateline_in_none() {
    let place = Place::new();
    let ended = place.run(&["deadlock", "ring", "8"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    for words in
        ["deadlock in 3 of 4 orders\n", "rotating         deadlock    8 of 56             3 ", "waits for"]
    {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let found = document(&place.run(&["deadlock", "ring", "8", "--json"]));
    assert_eq!((&found["status"], found["replays"].as_array().unwrap().len()), (&json!("deadlock"), 4));
    let rotating = &found["replays"][2];
    assert_eq!((&rotating["order"], &rotating["delivered"]), (&json!("rotating"), &json!(8)));
    assert_eq!(rotating["cycle"].as_array().unwrap().len(), rotating["sources"].as_array().unwrap().len());
    // The cycle of a replay is a witness by itself.
    let witness = json!({"format": "isotask.channels/1", "network": rotating["network"], "rule": rotating["rule"],
        "kind": "cyclic", "cycle": rotating["cycle"]});
    place.put("cycle.json", witness.to_string());
    assert_eq!(place.run(&["check", "cycle.json"]).code, Some(0));
    let mended = place.run(&["deadlock", "ring", "8", "--rule", "dateline"]);
    assert_eq!((mended.code, mended.err.as_str()), (Some(0), ""));
    assert!(mended.out.contains("delivered in 4 orders\n"), "{}", mended.out);
    let one = ["deadlock", "ring", "8", "--order", "random", "--seed", "7", "--json"];
    let found = document(&place.run(&one));
    assert_eq!((&found["replays"][0]["seed"], &found["replays"][1]), (&json!(7), &Value::Null));
    assert_eq!(place.run(&one).out, place.run(&one).out);
}

/// What is said of packets that are not played.
pub(super) const COMBINED: &str = "packets that are combined, expected a task whose packets are carried or copied, such as \
                                   total-exchange, demands, scatter, gather, broadcast or allgather";

#[test]
fn packets_of_a_task_are_replayed() {
    let place = Place::new();
    place.run(&["new", "ring", "4", "demands", "0:2", "1:3", "2:0", "3:1", "-o", "across.json"]);
    let ended = place.run(&["deadlock", "--task", "across.json", "--order", "by-source,reversed"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("deadlock in 2 of 2 orders\n"), "{}", ended.out);
    place.run(&["new", "ring", "4", "demands", "0:2:3", "1:3", "2:0", "-o", "three.json"]);
    let found = document(&place.run(&["deadlock", "--task", "three.json", "--json"]));
    assert_eq!((&found["status"], &found["replays"][0]["packets"]), (&json!("delivered"), &json!(5)));
    place.run(&["new", "incomplete-hypercube", "13", "gather", "12", "-o", "gather.json"]);
    assert_eq!(place.run(&["deadlock", "--task", "gather.json"]).code, Some(0));
    assert_eq!(place.run(&["deadlock", "--task", "task.json"]).code, Some(0));
    place.run(&["new", "ring", "5", "reduce", "2", "-o", "reduce.json"]);
    let combined = place.run(&["deadlock", "--task", "reduce.json"]);
    fails(&combined, &format!("reduce.json: {COMBINED}"));
    place.run(&["new", "ring", "5", "isotropic", "1", "-o", "isotropic.json"]);
    assert_eq!(place.run(&["deadlock", "--task", "isotropic.json"]).code, Some(0));
}

#[test]
fn networks_and_rules_that_do_not_go_together_are_refused() {
    let place = Place::new();
    let expected = "expected highest-link or lowest-link or parity-order or shortest or up-down";
    fails(
        &place.run(&["channels", "hypercube", "3", "--rule", "dateline"]),
        &format!("--rule dateline is not defined on this network, {expected}"),
    );
    fails(
        &place.run(&["deadlock", "ring", "5", "--rule", "highest-link"]),
        "--rule highest-link is not defined on this network, expected dimension-order or dateline or shortest or up-down",
    );
    fails(
        &place.run(&["channels", "kautz", "2", "3", "--rule", "up-down"]),
        "--rule up-down is not defined on this network, expected shortest",
    );
    fails(
        &place.run(&["channels", "hypercube", "13"]),
        "8192 nodes, expected at most 4096: routes go from each to each",
    );
    fails(&place.run(&["channels", "ring", "5", "6"]), "\"6\" is left over after the network");
    fails(&place.run(&["channels", "ring", "1"]), "at network.nodes: number of nodes 1, expected at least 2");
    let large = place.run(&["deadlock", "ring", "1000"]);
    assert_eq!(large.code, Some(2), "{large:?}");
    assert!(
        large.err.contains("250000000 moves, of which schedules that list every move have at most 33554432"),
        "{}",
        large.err
    );
    assert_eq!(place.run(&["deadlock"]).code, Some(2));
    assert_eq!(place.run(&["deadlock", "ring", "5", "--task", "task.json"]).code, Some(2));
}
