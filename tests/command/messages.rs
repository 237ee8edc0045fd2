//! `isotask messages`: the steps of an exchange for each number of packets of a message.

use super::{Place, document, fails};
use serde_json::{Value, json};

fn front(place: &Place, words: &str) -> (Option<i32>, Value) {
    let words: Vec<&str> = ["messages"].into_iter().chain(words.split(' ')).chain(["--json"]).collect();
    let ended = place.run(&words);
    let mut found = document(&ended);
    (ended.code, found["messages"].take())
}

/// The 3-cube: 4 packets a link, so 12, 6 and 3 steps with one port, and 4 or 3 with all. The time is that
/// of full messages.
#[test]
fn the_front_lists_every_fall_of_the_steps() {
    let place = Place::new();
    let row = |packets, steps: u64| json!({"packets": packets, "steps": steps, "least": steps});
    let (code, found) = front(&place, "hypercube 3 all-to-all --ports one");
    assert_eq!((code, &found["front"]), (Some(0), &json!([row(1, 12), row(2, 6), row(4, 3)])));
    let (code, found) = front(&place, "hypercube 3 all-to-all");
    assert_eq!((code, &found["front"]), (Some(0), &json!([row(1, 4), row(2, 3)])));
    // α = β · bytes: 12 · 2, 6 · 3, 3 · 5.
    for (times, fastest, seconds) in [
        ("--alpha 1us --beta 1us --bytes 1", 4, ["0.000024", "0.000018", "0.000015"]),
        ("--alpha 0s --beta 1us --bytes 1", 1, ["0.000012", "0.000012", "0.000012"]),
    ] {
        let (_, found) = front(&place, &format!("hypercube 3 all-to-all --ports one {times}"));
        let told: Vec<_> = found["front"].as_array().unwrap().iter().map(|row| &row["seconds"]).collect();
        assert_eq!(
            (&found["fastest"], told),
            (&json!(fastest), seconds.map(|time| json!(time)).iter().collect())
        );
    }
    // A search for routes may leave a gap, and says so.
    let (code, found) = front(&place, "circulant 8 1,3 all-to-all --ports one");
    assert_eq!((code, &found["front"][1]), (Some(3), &json!({"packets": 2, "steps": 6, "least": 5})));
}

/// The schedule carries all packets on links of that capacity, in the steps of the table.
#[test]
fn the_steps_are_written_as_a_schedule_that_the_checker_replays() {
    let place = Place::new();
    for (words, packets, slots) in [
        ("hypercube 3 all-to-all --ports one", "2", 6),
        ("torus 4x4 all-to-all", "2", 4),
        ("torus 3x4 isotropic 1,2:3 2,0", "3", 3),
        ("circulant 8 1,3 all-to-all", "2", 2),
    ] {
        let written = ["messages"].into_iter().chain(words.split(' '));
        let written: Vec<_> = written.chain(["--packets", packets, "--schedule", "s.json"]).collect();
        let ended = place.run(&written);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words}");
        let checked = document(&place.run(&["check", "s.json", "--json"]));
        assert_eq!(checked["completion_time"], json!(slots), "{words}: {checked}");
    }
    // Links side by side are one link of a graph.
    let words = ["messages", "hyperx", "3:2x2", "all-to-all", "--packets", "1", "--schedule", "h.json"];
    assert_ne!(place.run(&words).code, Some(4));
    assert_eq!(place.run(&["check", "h.json"]).code, Some(0));
}

#[test]
fn tasks_without_a_formula_are_refused() {
    let place = Place::new();
    let refused = |words: &str, message: &str| {
        let all: Vec<&str> = ["messages"].into_iter().chain(words.split(' ')).collect();
        fails(&place.run(&all), &format!("{words}: {message}"));
    };
    refused(
        "star 4 all-to-all",
        "on this network the order of the hops of a route matters, expected a hypercube, torus, ring, \
         circulant, lattice graph or HyperX",
    );
    refused(
        "ring 5 broadcast 0",
        "expected a total or neighbourhood exchange or an isotropic task, in which every node sends the same packets",
    );
    refused(
        "ring 5 all-to-all --ports 2",
        "these ports have no formula for messages of several packets, expected all or one",
    );
    refused("ring 5 isotropic 1:70000", "70000 packets of a node, expected at most 4096");
    refused(
        "mesh 4x4 all-to-all",
        "the nodes of the network differ, expected a hypercube, torus, ring, circulant, lattice graph or HyperX",
    );
}
