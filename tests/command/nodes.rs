//! Nodes on the command line, by their index or as they are printed.

use super::{Place, fails};
use serde_json::{Value, json};

/// Returns the root that `new` writes into the file, or its error.
fn root(place: &Place, network: &str, word: &str) -> Result<Value, String> {
    let words = [&["new"], network.split(' ').collect::<Vec<_>>().as_slice(), &["scatter", word]].concat();
    let made = place.run(&words);
    match made.code {
        Some(0) => Ok(serde_json::from_str::<Value>(&made.out).unwrap()["task"]["root"].clone()),
        _ => Err(made.err),
    }
}

#[test]
fn a_node_is_read_as_it_is_printed() {
    let place = Place::new();
    for (network, word, index) in [
        ("hypercube 6", "000101", json!(5)),
        ("hypercube 6", "0b101", json!(5)),
        ("hypercube 6", "0d11", json!(11)),
        ("hypercube 6", "5", json!(5)),
        ("hypercube 6", "12", json!(12)),
        ("hypercube 6", "1", json!(1)),
        ("hypercube 7", "0000101", json!(5)),
        ("hypercube 7", "0d101", json!(101)),
        ("hypercube 7", "102", json!(102)),
        ("hypercube 7", "0b101", json!(5)),
        ("hypercube 1", "1", json!(1)),
        ("incomplete-hypercube 6", "101", json!(5)),
        ("torus 3x4", "(1,2)", json!([1, 2])),
        ("torus 3x4", "1,2", json!([1, 2])),
        ("torus 3x4", "10", json!(10)),
        ("torus 3x4", "0b11", json!(3)),
        ("torus 5", "(3)", json!([3])),
        ("ring 200", "101", json!(101)),
        ("star 4", "0321", json!(5)),
        ("pancake 4", "0321", json!(5)),
        ("bubble-sort 4", "3210", json!(23)),
        ("bubble-sort 4", "23", json!(23)),
        ("star 2", "10", json!(1)),
        ("cube-connected-cycles 3", "(010,1)", json!(7)),
        ("butterfly 3", "010,1", json!(7)),
        ("butterfly 3", "10", json!(10)),
        ("circulant 200 1", "101", json!(101)),
        ("hyperx 4x3", "(3,2)", json!([3, 2])),
        ("hyperx 4x3", "3,2", json!([3, 2])),
        ("hyperx 4x3", "11", json!(11)),
        ("lattice 4,2/0,4", "(3,1)", json!([3, 1])),
        ("lattice 4,2/0,4", "0b11", json!(3)),
    ] {
        assert_eq!(root(&place, network, word), Ok(index), "{network}: {word}");
    }
}

#[test]
fn a_numeral_that_could_be_two_nodes_is_refused_with_both() {
    let place = Place::new();
    for (network, word, message) in [
        (
            "hypercube 7",
            "101",
            "\"101\" is 5 = 0000101 in binary and 101 = 1100101 in decimal, expected 7 digits 0 and 1, 0b101 or 0d101",
        ),
        (
            "hypercube 6",
            "101",
            "\"101\" is 5 = 000101 in binary and 101, no node, in decimal, expected 6 digits 0 and 1, 0b101 or 0d101",
        ),
        (
            "hypercube 6",
            "0000010",
            "\"0000010\" is 2 = 000010 in binary and 10 = 001010 in decimal, expected 6 digits 0 and 1, 0b0000010 or \
             0d0000010",
        ),
        (
            "incomplete-hypercube 13",
            "10",
            "\"10\" is 2 = 0010 in binary and 10 = 1010 in decimal, expected 4 digits 0 and 1, 0b10 or 0d10",
        ),
        (
            "hypercube 62",
            "1111111111111111111111",
            "\"1111111111111111111111\" is 4194303 = \
             00000000000000000000000000000000000000001111111111111111111111 in binary and no node in decimal, expected 62 \
             digits 0 and 1, 0b1111111111111111111111 or 0d1111111111111111111111",
        ),
    ] {
        assert_eq!(root(&place, network, word), Err(format!("error: the root: {message}\n")));
    }
}

#[test]
fn texts_that_name_no_node_are_refused() {
    let place = Place::new();
    let printed = "expected an index, or a node as it is printed, such as";
    for (network, word, message) in [
        ("hypercube 3", "0b1000", "at task.root: node 8, expected at most 7".to_owned()),
        ("incomplete-hypercube 6", "110", "at task.root: node 6, expected at most 5".to_owned()),
        ("hypercube 3", "0b2", "the root: \"0b2\", expected 0b and digits 0 and 1, or 0d and digits".to_owned()),
        ("ring 5", "0d", "the root: \"0d\", expected 0b and digits 0 and 1, or 0d and digits".to_owned()),
        ("hypercube 2", "(1,1)", "at task.root: a list of coordinates, expected an index: a hypercube's nodes are identity numbers".to_owned()),
        ("torus 3x3", "(1,2", "a coordinate of the root: \"(1\", expected an integer from 0 to 2^64 - 1".to_owned()),
        ("star 4", "0322", format!("the root: \"0322\", {printed} 0123")),
        ("star 4", "012", format!("the root: \"012\", {printed} 0123")),
        ("star 11", "01234567890", "at network.n: n 11, expected 2 to 10".to_owned()),
        ("butterfly 3", "(10,1)", format!("the root: \"(10,1)\", {printed} (000,0)")),
        ("butterfly 3", "(100,3)", format!("the root: \"(100,3)\", {printed} (000,0)")),
        ("complete 5", "1,2", "at task.root: a list of coordinates, expected an index: the nodes of a Cayley graph are numbered".to_owned()),
        ("hyperx 4x3", "(3,3)", "at task.root[1]: coordinate 3, expected 0 to 2".to_owned()),
        ("lattice 4,2/0,4", "1,2,3", "at task.root: 3 coordinates, expected 2".to_owned()),
        ("hypercube 1000000000000000000", "0101", "at network.dimension: dimension 1000000000000000000, expected 1 to 62".to_owned()),
    ] {
        assert_eq!(root(&place, network, word), Err(format!("error: {message}\n")), "{network}: {word}");
    }
}

#[test]
fn offsets_and_demands_are_read_alike() {
    let place = Place::new();
    let task = |words: &str| -> Value {
        let made = place.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(made.code, Some(0), "{}", made.err);
        serde_json::from_str::<Value>(&made.out).unwrap()["task"]["packets"].clone()
    };
    assert_eq!(
        task("new hypercube 4 isotropic 0101:3 0b11 0d10"),
        json!([{"offset": 5, "count": 3}, {"offset": 3}, {"offset": 10}])
    );
    assert_eq!(
        task("new star 4 demands 0321:0123:2 5:23"),
        json!([{"from": 5, "to": 0, "count": 2}, {"from": 5, "to": 23}])
    );
    assert_eq!(task("new torus 3x3 demands (1,2):(0,0)"), json!([{"from": [1, 2], "to": [0, 0]}]));
    fails(
        &place.run(&["new", "hypercube", "4", "demands", "10:3"]),
        "an origin: \"10\" is 2 = 0010 in binary and 10 = 1010 in decimal, expected 4 digits 0 and 1, 0b10 or 0d10",
    );
    // A file of lines holds indices, as every other file, and names where they can be no indices.
    place.put("d.csv", "10,3\n");
    assert_eq!(task("new hypercube 4 demands --csv d.csv"), json!([{"from": 10, "to": 3}]));
    place.put("d.csv", "0010,1011\n");
    assert_eq!(task("new hypercube 4 demands --csv d.csv"), json!([{"from": 2, "to": 11}]));
    place.put("d.csv", "0321,0d1\n");
    assert_eq!(task("new star 4 demands --csv d.csv"), json!([{"from": 5, "to": 1}]));
    place.put("d.csv", "010,3\n");
    fails(
        &place.run(&["new", "hypercube", "4", "demands", "--csv", "d.csv"]),
        "d.csv: line 1: from: \"010\" is 2 = 0010 in binary and 10 = 1010 in decimal, expected 4 digits 0 and 1, 0b010 or 0d010",
    );
}

#[test]
fn show_export_and_tree_read_nodes_and_print_both_their_names() {
    let place = Place::new();
    for words in ["new hypercube 6 total-exchange -o t.json", "solve t.json -o c.json"] {
        assert_eq!(place.run(&words.split(' ').collect::<Vec<_>>()).code, Some(0));
    }
    let shown = |node: &str| place.run(&["show", "c.json", "--node", node]).out;
    assert!(shown("5").contains("node       5 = 000101\n"), "{}", shown("5"));
    for same in ["000101", "0b101", "0d5"] {
        assert_eq!(shown(same), shown("5"));
    }
    let twice = "\"101\" is 5 = 000101 in binary and 101, no node, in decimal, \
                 expected 6 digits 0 and 1, 0b101 or 0d101";
    for command in ["show c.json", "export c.json --to csv"] {
        let words: Vec<&str> = command.split(' ').chain(["--node", "101"]).collect();
        fails(&place.run(&words), &format!("--node: {twice}"));
    }
    let rows = |node: &str| place.run(&["export", "c.json", "--to", "csv", "--node", node]).out;
    assert_eq!(rows("000101"), rows("5"));
    let tree = |words: &[&str]| place.run(&[&["tree", "sbt", "4"], words].concat());
    assert_eq!(tree(&["--root", "0101", "--node", "0b11"]).out, tree(&["--root", "5", "--node", "3"]).out);
    assert!(tree(&["--root", "5"]).out.contains("root      5 = 0101\n"));
    fails(&tree(&["--node", "1,1"]), "--node: \"1,1\", expected an index or 4 digits 0 and 1");
    let scatter = "new torus 3x3 scatter 1,2 -o scatter.json";
    assert_eq!(place.run(&scatter.split(' ').collect::<Vec<_>>()).code, Some(0));
    let shown = place.run(&["show", "scatter.json"]).out;
    assert!(shown.contains("scatter from node 5 = (1,2)"), "{shown}");
}

#[test]
fn packets_that_wait_for_each_other_are_told_with_both_names_of_their_ends() {
    let place = Place::new();
    let ended = place.run(&["deadlock", "torus", "4x4", "--order", "rotating"]);
    assert_eq!(ended.code, Some(1), "{}", ended.out);
    let packets = ended.out.lines().filter(|line| line.contains(" to ") && line.contains(" → "));
    let packets: Vec<&str> = packets.collect();
    assert!(!packets.is_empty(), "{}", ended.out);
    for packet in packets {
        assert_eq!(packet.matches(" = (").count(), 2, "{packet}");
    }
}
