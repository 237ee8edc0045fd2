//! `isotask symmetry`: automorphisms, orbits, and whether a network is a Cayley graph.

use super::{Place, document, fails};
use serde_json::{Value, json};

/// The symmetry of a call, as `--json` tells it.
fn symmetry(place: &Place, words: &str) -> Value {
    let words: Vec<&str> = ["symmetry"].into_iter().chain(words.split(' ')).chain(["--json"]).collect();
    document(&place.run(&words))["symmetry"].take()
}

fn petersen(place: &Place) {
    let links = "0 1\n1 2\n2 3\n3 4\n4 0\n0 5\n1 6\n2 7\n3 8\n4 9\n5 7\n7 9\n9 6\n6 8\n8 5\n";
    place.put("petersen.txt", links);
}

/// 2ᵈ d! of a cube, (2n)ᵈ d! of a torus of d equal radices n ≠ 4, 2n of a ring, n! of a complete graph, n! (n −
/// 1)! of a star graph.
#[test]
fn orders_are_those_of_the_theorems() {
    let place = Place::new();
    for (words, order) in [
        ("hypercube 4", "384"),
        ("hypercube 7", "645120"),
        ("torus 4x4", "384"),
        ("torus 5x5", "200"),
        ("torus 3x3x3", "1296"),
        ("ring 7", "14"),
        ("complete 6", "720"),
        ("complete 30", "265252859812191058636308480000000"),
        ("star 4", "144"),
        ("slim-fly 5", "252000"),
        ("mesh 3x3", "8"),
        ("mesh 3x4", "4"),
        ("incomplete-hypercube 8", "48"),
    ] {
        let found = symmetry(&place, words);
        assert_eq!(found["order"], json!(order), "{words}");
        let product = |length: &Value| u128::from(length.as_u64().unwrap());
        let lengths = found["orbit_lengths"].as_array().unwrap();
        assert_eq!(lengths.iter().map(product).product::<u128>().to_string(), order, "{words}");
    }
}

#[test]
fn networks_in_words_that_are_made_as_cayley_graphs_say_so() {
    let place = Place::new();
    for (words, abelian, generators) in [
        ("ring 6", true, json!([1])),
        ("torus 4x4", true, json!([4, 1])),
        ("complete 6", true, json!([1])),
        ("star 3", false, json!([2, 5])),
    ] {
        let found = symmetry(&place, words);
        assert_eq!((&found["cayley"], &found["cayley_reason"]), (&json!(true), &json!("by-construction")));
        assert_eq!((&found["abelian"], &found["regular_group"]), (&json!(abelian), &generators), "{words}");
        assert_eq!((&found["node_symmetric"], &found["link_symmetric"]), (&json!(true), &json!(true)));
    }
}

#[test]
fn the_petersen_graph_is_symmetric_and_no_cayley_graph() {
    let place = Place::new();
    petersen(&place);
    for words in ["petersen.txt", "--edges petersen.txt"] {
        let found = symmetry(&place, words);
        assert_eq!((&found["order"], &found["cayley"]), (&json!("120"), &json!(false)));
        assert_eq!((&found["cayley_reason"], &found["prime"]), (&json!("no-element-of-order"), &json!(2)));
        assert_eq!((&found["node_symmetric"], &found["link_symmetric"]), (&json!(true), &json!(true)));
    }
    let told = place.run(&["symmetry", "--edges", "petersen.txt"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in [
        "automorphisms  120 = 10 · 6 · 2\n",
        "nodes          symmetric: automorphisms take every node to every other\n",
        "Cayley graph   no: its group would have an element of order 2, but every such automorphism fixes a node\n",
        "schedules      all nodes see the same network, but a schedule that a group repeats has two classes",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

/// The group that is found makes symmetric schedules of a graph whose links say nothing of it.
#[test]
fn the_regular_group_of_a_graph_is_a_group_for_its_schedules() {
    let place = Place::new();
    // The cube of three dimensions, its nodes in disorder.
    place.put("cube.txt", "3 6\n6 0\n0 5\n5 3\n1 7\n7 2\n2 4\n4 1\n3 1\n6 7\n0 2\n5 4\n");
    let found = symmetry(&place, "cube.txt");
    assert_eq!((&found["order"], &found["cayley_reason"]), (&json!("48"), &json!("regular-group")));
    assert_eq!(found["link_orbits"].as_array().map(Vec::len), Some(1));
    place.put("group.json", found["regular_group"].to_string());
    let made = place.run(&["new", "graph", "--edges", "cube.txt", "total-exchange", "-o", "cube.json"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let solved = place.run(&["solve", "cube.json", "--symmetry", "group.json", "-o", "c.json"]);
    assert!(matches!(solved.code, Some(0 | 3)), "{solved:?}");
    let certificate: Value = serde_json::from_str(&place.text("c.json")).unwrap();
    assert_eq!(certificate["schedule"]["subgroup"], found["regular_group"]);
    assert_eq!(certificate["schedule"]["packets"].as_array().map(Vec::len), Some(7), "one class of nodes");
    assert_eq!(place.run(&["check", "c.json"]).code, Some(0));
}

#[test]
fn directions_capacities_and_switches_are_kept() {
    let place = Place::new();
    place.put("ring.txt", "0 1\n1 2\n2 3\n3 0\n");
    assert_eq!(symmetry(&place, "--edges ring.txt")["order"], json!("8"));
    let directed = symmetry(&place, "--edges ring.txt --directed");
    assert_eq!((&directed["order"], &directed["regular_group"]), (&json!("4"), &json!([[1, 2, 3, 0]])));
    place.put("doubled.txt", "0 1 2\n1 2 1\n2 3 1\n3 0 1\n");
    let doubled = symmetry(&place, "--edges doubled.txt");
    assert_eq!((&doubled["order"], &doubled["node_orbits"]), (&json!("2"), &json!([[0, 1], [2, 3]])));
    let task = json!({
        "format": "isotask.task/1",
        "network": { "kind": "graph", "nodes": 4, "switches": [1], "links": [[0, 1], [1, 2], [2, 3], [3, 0]] },
        "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time"
    });
    place.put("switched.json", task.to_string());
    let switched = symmetry(&place, "switched.json");
    assert_eq!((&switched["order"], &switched["different_nodes"]), (&json!("2"), &json!([0, 1])));
    assert_eq!(switched["node_orbits"], json!([[0, 2], [1], [3]]));
}

#[test]
fn a_graph_without_symmetry_says_so() {
    let place = Place::new();
    place.put("tree.txt", "a b\nb c\nc d\nd e\ne f\nc g\n");
    let told = place.run(&["symmetry", "--edges", "tree.txt"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    for words in [
        "automorphisms  1, the identity alone\ngenerators     none\n",
        "nodes          not symmetric: no automorphism takes node a to node b; 7 orbits\n",
        "Cayley graph   no: its nodes differ\n",
        "schedules      no symmetry helps: every node has moves of its own\n",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let place = Place::new();
    place.put("ring.txt", "0 1\n1 2\n2 0\n");
    fails(
        &place.run(&["symmetry", "mesh", "50x50"]),
        "2500 nodes, expected at most 2048: automorphisms are searched node by node",
    );
    fails(
        &place.run(&["symmetry", "hypercube", "12"]),
        "4096 nodes, expected at most 2048: automorphisms are searched node by node; it is a Cayley graph by \
         construction, so that all its nodes are alike",
    );
    for words in [vec!["symmetry"], vec!["symmetry", "ring", "4", "--directed"], vec!["symmetry", "fly", "4"]]
    {
        let ended = place.run(&words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{ended:?}");
    }
    let both = place.run(&["symmetry", "ring", "4", "--edges", "ring.txt"]);
    assert_eq!(both.code, Some(2), "{both:?}");
}
