//! `isotask route`: ways of packets with their reasons, tables of all pairs, and what is refused.

use super::{Place, document, fails};
use serde_json::{Value, json};

/// The nodes of the way that a call prints.
fn way(place: &Place, words: &str) -> Vec<u64> {
    let words: Vec<&str> = words.split(' ').chain(["--json"]).collect();
    let found = document(&place.run(&words));
    let hops = found["route"]["hops"].as_array().unwrap();
    let ends = hops.iter().map(|hop| hop["to"].as_u64().unwrap());
    std::iter::once(found["route"]["from"].as_u64().unwrap()).chain(ends).collect()
}

/// P4 Figures 1 and 2: on the complete cube over 111, with seven nodes over 001 and 101.
#[test]
fn the_ways_of_katseffs_figures_are_printed_with_their_reasons() {
    let place = Place::new();
    assert_eq!(way(&place, "route incomplete-hypercube 7 011 100"), [0b011, 0b001, 0b101, 0b100]);
    assert_eq!(way(&place, "route hypercube 3 011 100"), [0b011, 0b111, 0b101, 0b100]);
    let told = place.run(&["route", "incomplete-hypercube", "7", "011", "100"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in ["way               011 → 001 → 101 → 100\n", "bit 2 would lead to 111, which is no node"]
    {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

#[test]
fn every_rule_has_a_way_and_a_reason() {
    let place = Place::new();
    for (words, nodes, reason) in [
        ("hypercube 3 0 6 --rule lowest-link", vec![0, 2, 6], "bit 1 is the lowest"),
        ("hypercube 3 0 6 --rule parity-order", vec![0, 2, 6], "an even number of ones; bits 1, 2 differ"),
        ("torus 4x4 0,0 2,1", vec![0, 4, 8, 9], "both ways take 2 hops, so +"),
        ("ring 5 3 0 --rule dateline", vec![3, 4, 0], "the ring still closes ahead: lane 0"),
        (
            "mesh 3x3 2,2 0,1",
            vec![8, 5, 2, 1],
            "coordinate 1 is the first that differs, 2 to 0: − leads there",
        ),
        ("star 3 012 120", vec![0, 5, 3], "2 hops to go; swap 0,2 alone leads nearer"),
        ("ring 6 3 5 --rule up-down", vec![3, 4, 5], "up, as no way down leads from 3"),
        ("kautz 2 2 01 20", vec![0, 3, 4], "2 hops to go; link 1 alone leads nearer"),
        ("ring 5 2 2", vec![2], "0 hops, as few as any way has"),
    ] {
        let call: Vec<&str> = ["route"].into_iter().chain(words.split(' ')).collect();
        let told = place.run(&call);
        assert_eq!((told.code, told.err.as_str()), (Some(0), ""), "{words}");
        assert!(told.out.contains(reason), "{words}: {}", told.out);
        assert_eq!(way(&place, &format!("route {words}")), nodes, "{words}");
    }
}

#[test]
fn the_network_of_a_file_is_taken() {
    let place = Place::new();
    place.put("links.txt", "a b\nb c\nc d\nx y\n");
    let told = place.run(&["route", "links.txt", "a", "d"]);
    assert!(told.out.contains("way               a → b → c → d\n"), "{told:?}");
    fails(&place.run(&["route", "links.txt", "a", "x"]), "no way leads from 0 = a to 4 = x");
    place.run(&["new", "torus", "3x3", "total-exchange", "-o", "t.json"]);
    assert_eq!(way(&place, "route t.json 0 4"), [0, 3, 4]);
    assert_eq!(place.run(&["channels", "t.json"]).code, Some(0));
}

#[test]
fn the_table_of_all_pairs_leads_every_packet_to_its_destination() {
    let place = Place::new();
    let told = place.run(&["route", "ring", "4", "--all"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in ["pairs             12\n", "average way       4/3 hops\n", "│ 1    0   ·   2   2 │\n"] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let found = document(&place.run(&["route", "hypercube", "6", "--all", "--json"]));
    let expected = json!({"network": {"kind": "hypercube", "dimension": 6}, "rule": "highest-link", "pairs": 4032,
        "without_way": 0, "hops": 64 * 6 * 32, "average_hops": "64/21", "longest": 6});
    assert_eq!(found["ways"], expected);
    place.put("parts.txt", "0 1\n2 3\n");
    let found = document(&place.run(&["route", "parts.txt", "--all", "--json"]));
    assert_eq!((&found["ways"]["pairs"], &found["ways"]["without_way"]), (&json!(4), &json!(8)));
    assert_eq!(found["ways"]["longest"], Value::from(1));
}

#[test]
fn calls_that_name_no_way_are_refused() {
    let place = Place::new();
    let ends = "expected NETWORK… FROM TO, such as hypercube 3 011 100, or --all for all pairs";
    for words in [&["ring", "8"][..], &["ring", "8", "0"], &["torus", "4x4", "0,0"], &["ring"]] {
        fails(&place.run(&[&["route"], words].concat()), ends);
    }
    let missing = place.run(&["route", "nowhere.json", "0", "1"]);
    assert!(missing.err.starts_with("error: cannot read nowhere.json: "), "{missing:?}");
    fails(&place.run(&["route", "hypercube", "3", "0", "9"]), "TO: node 9, expected at most 7");
    fails(
        &place.run(&["route", "hypercube", "6", "--all"]),
        "64 nodes, expected at most 32 for the ways of all pairs; -o FILE writes the table",
    );
    fails(
        &place.run(&["route", "hypercube", "11", "--all"]),
        "2048 nodes, expected at most 32 for the ways of all pairs; isotask route NETWORK… FROM TO follows one packet",
    );
    fails(
        &place.run(&["route", "ring", "1000000", "0", "500000"]),
        "a way of 500000 hops from 0 to 500000, expected at most 1024",
    );
    fails(
        &place.run(&["route", "hypercube", "13", "0", "1", "--rule", "up-down"]),
        "8192 nodes, expected at most 4096: the rule up-down keeps a table of all pairs",
    );
}
