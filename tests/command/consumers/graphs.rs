//! Networks as graphs, read by the independent programs `NetworkX` and Graphviz.

use super::{exported, python};
use crate::{Place, document, fails};
use serde_json::Value;

/// Each format with the ending of its files.
const FORMATS: [(&str, &str); 3] = [("graphml", "g.graphml"), ("node-link", "g.json"), ("dot", "g.dot")];

#[test]
fn a_graph_has_the_nodes_and_links_of_its_network() {
    let place = Place::new();
    for (words, nodes, links) in
        [("hypercube 3", 8, 24), ("torus 4x3", 12, 48), ("ring 2", 2, 2), ("incomplete-hypercube 6", 6, 14)]
    {
        let words: Vec<&str> = words.split(' ').collect();
        let export = |format| place.run(&[&["export"], words.as_slice(), &["--to", format]].concat());
        let ended = export("node-link");
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.err.contains(&format!("{nodes} nodes, {links} directed links")), "{}", ended.err);
        let graph: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(graph["nodes"].as_array().unwrap().len(), nodes);
        assert_eq!(graph["edges"].as_array().unwrap().len(), links);
        assert!(graph["edges"][0].get("sends").is_none(), "nothing is sent");
        assert_eq!(export("graphml").out.matches("<edge ").count(), links);
        assert_eq!(export("dot").out.matches(" -> ").count(), links);
    }
}

#[test]
fn a_link_carries_what_crosses_it() {
    let place = Place::new();
    let ring = exported(&place, "ring 4 allgather --count 2", "graphml");
    assert!(ring.contains("<data key=\"packets\">"), "{ring}");
    assert!(ring.contains(">0:0&gt;#0 1:"), "{ring}");
    let cube = exported(&place, "hypercube 2 total-exchange", "dot");
    assert!(cube.contains("0 -> 1 [link=0, label=\"bit 0\", packets=2, sends=\"0:0>1 1:"), "{cube}");
    let sums = exported(&place, "hypercube 2 reduce-scatter", "node-link");
    let sums: Value = serde_json::from_str(&sums).unwrap();
    assert_eq!(sums["edges"][0]["sends"][0][1], Value::Null);
}

#[test]
fn json_names_the_network_of_the_graph() {
    let place = Place::new();
    let alone = place.run(&["export", "ring", "5", "--to", "graphml", "-o", "g.graphml", "--json"]);
    let alone = document(&alone);
    assert_eq!((&alone["command"], &alone["nodes"]), (&"export".into(), &5.into()));
    assert!(alone["task"].is_null(), "{alone}");
    exported(&place, "ring 5 total-exchange", "dot");
    let sent = document(&place.run(&["export", "c.json", "--to", "dot", "-o", "g.dot", "--json"]));
    assert!(sent["task"].is_string() && sent["nodes"] == 5, "{sent}");
}

#[test]
fn what_is_no_graph_is_refused() {
    let place = Place::new();
    let export = |words: &[&str]| place.run(&[&["export"], words, &["--to", "graphml"]].concat());
    fails(
        &export(&["hypercube", "30"]),
        "hypercube 30: 1073741824 nodes of up to 30 links, expected at most 4194304 links of all nodes",
    );
    fails(
        &export(&["task.json", "--node", "1"]),
        "--node and --slots choose from a schedule, expected --to csv",
    );
    let solved = place.run(&["solve", "hypercube", "12", "total-exchange", "-o", "c.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    for format in ["graphml", "goal", "simgrid"] {
        fails(
            &place.run(&["export", "c.json", "--to", format]),
            "c.json: up to 100663296 transmissions, expected at most 2097152",
        );
    }
    place.put("result.json", r#"{"format":"isotask.result/1"}"#);
    fails(
        &export(&["result.json"]),
        "result.json: at format: \"isotask.result/1\" is no format of this command, expected isotask.task/1 or isotask.certificate/1 or isotask.schedule/1",
    );
}

#[test]
#[ignore = "needs NetworkX, pydot and Graphviz"]
fn networkx_reads_graphs_and_finds_them_isomorphic_to_its_own() {
    let place = Place::new();
    for (words, family) in [
        ("hypercube 5", "hypercube 5"),
        ("torus 4x3x2", "torus 4 3 2"),
        ("torus 5x5", "torus 5 5"),
        ("ring 11", "ring 11"),
        ("circulant 13 1,5", "circulant 13 1 5"),
        ("complete 7", "complete 7"),
    ] {
        for (format, file) in FORMATS {
            let words: Vec<&str> = words.split(' ').collect();
            let ended = place.run(&[&["export"], words.as_slice(), &["--to", format, "-o", file]].concat());
            assert_eq!(ended.code, Some(0), "{ended:?}");
            let family: Vec<&str> = family.split(' ').collect();
            let read = python(&place, "graphs.py", &[&["network", file], family.as_slice()].concat());
            assert!(read.out.contains(" isomorphic "), "{words:?} {format}: {read:?}");
            // The control: another network of as many nodes.
            let other = if family[0] == "complete" { ["ring", "7"] } else { ["complete", family[1]] };
            let read = python(&place, "graphs.py", &[["network", file], other].concat());
            assert!(read.out.contains(" DIFFERENT "), "{words:?} {format}: {read:?}");
        }
        let counted = place.shell("gc -n -e g.dot");
        assert_eq!(counted.code, Some(0), "{counted:?}");
    }
}

#[test]
#[ignore = "needs NetworkX, pydot and Graphviz"]
fn networkx_reads_the_transmissions_of_the_table() {
    let place = Place::new();
    for words in [
        "torus 4x3 total-exchange",
        "hypercube 3 allgather --count 2",
        "hypercube 3 reduce-scatter",
        "incomplete-hypercube 6 demands 0:5:3 1:4",
    ] {
        exported(&place, words, "csv");
        place.run(&["export", "c.json", "--to", "csv", "-o", "t.csv"]);
        let (first, rest) =
            place.text("t.csv").rsplit_once("\n1,").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        place.put("spoiled.csv", format!("{first}\n0,{rest}"));
        for (format, file) in FORMATS {
            assert_eq!(place.run(&["export", "c.json", "--to", format, "-o", file]).code, Some(0));
            let read = python(&place, "graphs.py", &["schedule", file, "t.csv"]);
            assert!(read.out.contains(" equal "), "{words} {format}: {read:?}");
            let read = python(&place, "graphs.py", &["schedule", file, "spoiled.csv"]);
            assert!(read.out.contains(" DIFFERENT "), "{words} {format}: {read:?}");
        }
    }
}
