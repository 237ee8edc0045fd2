//! Meshes, lifts, dragonflies and slim flies on the command line: their words, their nodes, and the faults of
//! invalid ones.

use super::{Place, fails};
use serde_json::{Value, json};

/// The network that `new` writes.
fn network(place: &Place, words: &str) -> Value {
    let words: Vec<&str> = words.split(' ').collect();
    let made = place.run(&[&["new"], &words[..], &["scatter"]].concat());
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{words:?}: {}", made.err);
    serde_json::from_str::<Value>(&made.out).unwrap()["network"].take()
}

#[test]
fn words_become_meshes_and_lifts() {
    let place = Place::new();
    assert_eq!(network(&place, "mesh 4x3"), json!({ "kind": "mesh", "radices": [4, 3] }));
    assert_eq!(network(&place, "mesh 2 3 4"), json!({ "kind": "mesh", "radices": [2, 3, 4] }));
    let dragonfly = json!({
        "kind": "lift", "group": [5], "nodes": 2, "names": ["r0", "r1"],
        "links": [[0, 1, [0]], [0, 1, [4]], [0, 1, [3]]]
    });
    assert_eq!(network(&place, "dragonfly 2 2"), dragonfly);
    let with_hosts = json!({
        "kind": "lift", "group": [3], "nodes": 6, "names": ["r0", "r1", "r0h0", "r0h1", "r1h0", "r1h1"], "switches": [0, 1],
        "links": [[0, 1, [0]], [0, 1, [2]], [0, 2, [0]], [0, 3, [0]], [1, 4, [0]], [1, 5, [0]]]
    });
    assert_eq!(network(&place, "dragonfly 2 1 2"), with_hosts);
    let made = place.run(&["new", "slim-fly", "3", "1", "gather", "x2h0.1", "--switch-ports", "one"]);
    let made: Value = serde_json::from_str(&made.out).unwrap();
    assert_eq!((&made["network"]["switch_ports"], &made["task"]["root"]), (&json!("one"), &json!(20)));
    // The field of four elements, and its additive group of two parts.
    let fly = network(&place, "slim-fly 4");
    assert_eq!((&fly["group"], &fly["nodes"]), (&json!([2, 2]), &json!(8)));
    assert_eq!(fly["links"].as_array().map(Vec::len), Some(16 + 2 * 8));
}

#[test]
fn nodes_are_known_as_they_are_printed() {
    let place = Place::new();
    let solved = place.run(&["solve", "dragonfly", "2", "1", "demands", "r1.2:r0.0:2", "0d3:r0.1"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    assert!(
        solved.out.contains("name             dragonfly 2 1\nnetwork          lift by Z3 of a graph of 2 nodes, 6 nodes, 2 links each\n"),
        "{}",
        solved.out
    );
    assert!(solved.out.contains("r1.2→r0.0"), "{}", solved.out);
    let solved = place.run(&["solve", "mesh", "3x3", "gather", "2,0", "-o", "c.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let shown = place.run(&["show", "c.json", "--node", "(2,0)"]);
    assert!(shown.out.contains("node       6 = (2,0)\n"), "{}", shown.out);
    assert!(
        place.run(&["check", "c.json"]).out.contains("verified\n  mesh, radices [3,3]; gather, root [2,0]")
    );
    let lift = json!({
        "format": "isotask.task/1", "task": { "kind": "total-exchange" }, "ports": "all", "objective": "completion-time",
        "network": { "kind": "lift", "group": [2, 3], "nodes": 2, "links": [[0, 1, [1, 1]], [1, 0, [0, 1], 2], [0, 0, [1, 0]]] }
    });
    place.put("lift.json", lift.to_string());
    place.put("table.csv", "from,to\nr1.2,3\n");
    let made = place.run(&["new", "dragonfly", "2", "1", "demands", "--csv", "table.csv"]);
    let made: Value = serde_json::from_str(&made.out).unwrap();
    assert_eq!(made["task"]["packets"], json!([{ "from": 5, "to": 3 }]));
    let solved = place.run(&["solve", "lift.json", "-o", "c.json"]);
    assert!(matches!(solved.code, Some(0 | 3)), "{}", solved.err);
    let shown = place.run(&["show", "c.json", "--node", "1.1,2"]);
    assert!(shown.out.contains("node       11 = 1.1,2\n"), "{}", shown.out);
    let checked = place.run(&["check", "c.json"]);
    assert!(
        checked.out.contains("verified\n  lift, group [2,3], base of 2 nodes, 3 links; total-exchange"),
        "{}",
        checked.out
    );
}

#[test]
fn networks_and_nodes_that_do_not_exist_are_refused_in_one_line() {
    let place = Place::new();
    let field = |q: &str| {
        format!("a slim fly over a field of {q} elements, expected a power of a prime from 3 to 223")
    };
    let node = |word: &str| {
        format!("the root: \"{word}\", expected an index, or a node as it is printed, such as r0.0")
    };
    let hosts = |hosts: &str| {
        format!(
            "{hosts} hosts of each router, expected 1 at least, and at most 2^20 routers and hosts of all"
        )
    };
    let dragonfly = |a: &str, h: &str| {
        let what = format!("a dragonfly of groups of {a} routers with {h} links to other groups each");
        format!("{what}, expected A and H from 1, and at most 2^20 routers and 2^25 directed links")
    };
    for (words, said) in [
        ("mesh scatter", "the radices of the mesh are missing, such as 4x4".to_owned()),
        ("mesh 3x1 scatter", "at network.radices[1]: radix 1, expected at least 2".to_owned()),
        ("mesh 3x3 scatter 1,3", "at task.root[1]: coordinate 3, expected 0 to 2".to_owned()),
        ("4x4-mesh scatter", "network \"4x4-mesh\"; did you mean mesh 4x4?".to_owned()),
        ("slim-fly 6 scatter", field("6")),
        ("slim-fly 2 scatter", field("2")),
        ("slim-fly 227 scatter", field("227")),
        ("slim-fly 18446744073709551557 scatter", field("18446744073709551557")),
        ("dragonfly 0 1 scatter", dragonfly("0", "1")),
        ("dragonfly 4294967296 4294967296 scatter", dragonfly("4294967296", "4294967296")),
        ("dragonfly 1000 1000 scatter", dragonfly("1000", "1000")),
        ("dragonfly 2 1 0 scatter", hosts("0")),
        ("dragonfly 2 1 1000000 scatter", hosts("1000000")),
        ("slim-fly 5 2 scatter x0.0", "at task.root: node 0 is a switch, which forwards and has no packets of its own; expected another node".to_owned()),
        ("dragonfly 2 1 scatter --switch-ports one", "--switch-ports goes with switches, of which the graph has none".to_owned()),
        ("ring 5 scatter --switch-ports one", "--switch-ports goes with switches, of which the graph has none".to_owned()),
        ("dragonfly 2 1 scatter r2.0", node("r2.0")),
        ("dragonfly 2 1 scatter r1.3", node("r1.3")),
        ("dragonfly 2 1 scatter r1", node("r1")),
        ("dragonfly 2 1 scatter 1,0", node("1,0")),
        (
            "lift scatter",
            "a lift is written as a document (models/formats/task.md); dragonfly A H and slim-fly Q are lifts".to_owned(),
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        fails(&place.run(&[&["new"], &words[..]].concat()), &said);
    }
}

/// As a torus without the links round the back.
#[test]
fn meshes_are_drawn_on_a_grid() {
    let place = Place::new();
    let drawn = place.run(&["draw", "mesh", "3x4", "scatter", "-o", "mesh.svg"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    let picture = place.text("mesh.svg");
    let count = |what: &str| picture.matches(what).count();
    assert_eq!((count("<circle"), count("<path")), (12, 3 * 3 + 2 * 4));
}

/// And graphs, and links side by side.
#[test]
fn certificates_become_theorems() {
    let place = Place::new();
    let graph = json!({
        "format": "isotask.task/1",
        "network": { "kind": "graph", "nodes": 3, "switches": [2], "switch_ports": "one", "links": [[0, 1, 2], [1, 2], [2, 0]] },
        "task": { "kind": "multinode-broadcast" }, "ports": "all", "objective": "completion-time"
    });
    place.put("task.json", graph.to_string());
    for (words, said) in [
        ("mesh 2x2 scatter", "Mesh [2; 2]"),
        ("dragonfly 2 1 scatter", "Lift [3] 2 [((0, 1), ([0], 1)); ((0, 1), ([2], 1))] [] All"),
        (
            "dragonfly 2 1 1 scatter",
            "Lift [3] 4 [((0, 1), ([0], 1)); ((0, 1), ([2], 1)); ((0, 2), ([0], 1)); ((1, 3), ([0], 1))] [0; 1] All",
        ),
        ("task.json", "Graph 3 false [((0, 1), 2); ((1, 2), 1); ((2, 0), 1)] [2] (AtMost 1)"),
        ("hyperx 3:2x2 scatter", "HyperX [3; 2] [2; 1]"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(place.run(&[&["solve"], &words[..], &["-o", "c.json"]].concat()).code, Some(0));
        let exported = place.run(&["export", "c.json", "--to", "coq"]);
        assert_eq!(exported.code, Some(0), "{}", exported.err);
        let defined = format!("Definition the_network : network := {said}.\n");
        assert!(exported.out.contains(&defined), "{defined}: {}", exported.out);
    }
}
