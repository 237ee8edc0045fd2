//! `isotask hull`: the least isotropic task that contains the packets of a task, and what it costs.

use super::{Place, document, fails};
use serde_json::{Value, json};

/// The hull of a call, as `--json` tells it.
fn hull(place: &Place, words: &str) -> Value {
    let words: Vec<&str> = ["hull"].into_iter().chain(words.split(' ')).chain(["--json"]).collect();
    document(&place.run(&words))["hull"].take()
}

/// Each node sends to an offset what the busiest one sends there.
#[test]
fn the_hull_is_the_greatest_number_of_packets_for_every_offset() {
    let place = Place::new();
    for (words, packets, of_task, added) in [
        ("ring 5 demands 0:1 1:2:3 3:2", json!([{"offset": 1, "count": 3}, {"offset": 4}]), 5, 15),
        ("torus 4x4 demands 0:5 5:10 10:0:2", json!([{"offset": 5}, {"offset": 10, "count": 2}]), 4, 44),
        ("hypercube 3 demands 0:7:2 1:2", json!([{"offset": 3}, {"offset": 7, "count": 2}]), 3, 21),
        ("hypercube 2 scatter 0", json!([{"offset": 1}, {"offset": 2}, {"offset": 3}]), 3, 9),
        ("star 3 isotropic 3:2", json!([{"offset": 3, "count": 2}]), 12, 0),
    ] {
        let found = hull(&place, words);
        assert_eq!(found["packets"], packets, "{words}");
        assert_eq!((&found["packets_of_task"], &found["added"]), (&json!(of_task), &json!(added)), "{words}");
    }
}

/// Two slots are enough for two packets on two links; in the hull the packets of two hops take every link of
/// their way in both.
#[test]
fn what_the_hull_costs_is_told_against_the_bound_of_the_packets_alone() {
    let place = Place::new();
    let found = hull(&place, "ring 5 demands 0:1 1:3");
    assert_eq!((&found["completion_time"], &found["lower_of_task"]["value"]), (&json!(3), &json!(2)));
    assert_eq!(found["beyond"], json!(1));
    let told = place.run(&["hull", "ring", "5", "demands", "0:1", "1:3"]);
    let words = "at most 1 slot beyond the bound, 3/2 times it: the task takes from 2 to 3 slots\n";
    assert!(told.out.contains(words), "{told:?}");
    let told = place.run(&["hull", "hypercube", "3", "demands", "0:7:2", "1:2"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in [
        "added              21 of 24 packets\n",
        "slots of the hull  3 slots: optimal\n",
        "cost               none",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

#[test]
fn the_hull_is_written_as_a_task() {
    let place = Place::new();
    let ended = place.run(&["hull", "hypercube", "3", "demands", "0:7:2", "1:2", "-o", "h.json"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let solved = document(&place.run(&["solve", "h.json", "--json"]));
    assert_eq!(solved["completion_time"], json!(3));
    assert_eq!(hull(&place, "h.json")["added"], json!(0));
    let piped = place.run(&["hull", "hypercube", "3", "demands", "0:7:2", "1:2", "-o", "-"]);
    assert_eq!(piped.out, place.text("h.json"));
}

#[test]
fn tasks_without_a_hull_are_refused() {
    let place = Place::new();
    fails(
        &place.run(&["hull", "ring", "5", "allgather"]),
        "ring 5 allgather: packets that are copied or combined, expected demands, scatter, gather or an isotropic task",
    );
    fails(
        &place.run(&["hull", "mesh", "3x3", "demands", "0:1"]),
        "mesh 3x3 demands 0:1: the nodes of the network differ, so no isotropic task contains the packets; \
         expected a hypercube, torus, ring, lattice graph, HyperX or another Cayley graph",
    );
    assert_eq!(place.run(&["hull", "ring", "5"]).code, Some(2));
}

/// P1 §2: a row of `T₀(s)` sums to the distance that its packet has to go, and a task is isotropic where the
/// matrices of all nodes are the same.
#[test]
fn every_node_has_its_task_matrix() {
    let place = Place::new();
    let rows = |words: &str, node: u64| {
        let node = node.to_string();
        let words: Vec<&str> = ["show"].into_iter().chain(words.split(' ')).collect();
        let shown = document(&place.run(&[&words[..], &["--node", &node, "--json"]].concat()));
        shown["shown"]["rows"].as_array().cloned().unwrap_or_default()
    };
    let tags = |rows: &[Value]| rows.iter().map(|row| row["packet"].as_u64().unwrap()).collect::<Vec<_>>();
    let demands = "hypercube 3 demands 0:7:2 1:2 6:4";
    for (node, expected) in [(0, vec![7, 7]), (1, vec![3]), (6, vec![2]), (5, vec![])] {
        let rows = rows(demands, node);
        assert_eq!(tags(&rows), expected, "node {node}");
        for (row, tag) in rows.iter().zip(expected) {
            let uses: Vec<u64> =
                row["uses"].as_array().unwrap().iter().map(|of| of.as_u64().unwrap()).collect();
            assert_eq!(uses, [tag & 1, tag >> 1 & 1, tag >> 2 & 1]);
        }
    }
    let exchange: Vec<_> = (0..9).map(|node| rows("torus 3x3 total-exchange", node)).collect();
    assert!(exchange.iter().all(|of| of.len() == 8 && *of == exchange[0]));
    let shown = place.run(&["show", "hypercube", "3", "demands", "0:7", "--node", "5"]);
    assert!(shown.out.contains("The node sends no packet: its task matrix has no rows."), "{shown:?}");
    for (words, fault) in [
        (
            "mesh 3 demands 0:1",
            "the nodes of the network differ, so packets have no routing tags, expected a hypercube, torus or ring",
        ),
        (
            "ring 5 broadcast 2",
            "a task without task matrices, expected demands on a hypercube, torus or ring, or an isotropic task there",
        ),
    ] {
        let shown = format!("show {words} --node 0");
        fails(&place.run(&shown.split(' ').collect::<Vec<_>>()), &format!("{words}: {fault}"));
    }
}
