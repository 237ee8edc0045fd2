//! Graphs with switches as people meet them: named on the command line or in a file, solved, shown, drawn and written
//! back, and the faults of invalid switches.

use super::{ISOTASK, Place, fails};
use serde_json::{Value, json};

/// Four hosts at two switches.
const TREE: &str = "from to capacity\nh0 left 1\nh1 left 1\nh2 right 1\nh3 right 1\nleft right 2\n";

/// The network that `new` writes from a text.
fn network(place: &Place, text: &str, options: &[&str]) -> Value {
    let words = [&["new", "graph", "--edges", "-"], options, &["allgather"]].concat();
    let made = place.run_with(ISOTASK, &words, text.as_bytes());
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{text}: {}", made.err);
    serde_json::from_str::<Value>(&made.out).unwrap()["network"].take()
}

#[test]
fn switches_are_named_or_marked() {
    let place = Place::new();
    let named = json!({
        "kind": "graph", "nodes": 6, "names": ["h0", "left", "h1", "h2", "right", "h3"], "switches": [1, 4],
        "switch_ports": { "at-most": 2 }, "links": [[0, 1], [1, 2], [1, 4, 2], [3, 4], [4, 5]]
    });
    for switches in [&["--switches", "left,right"][..], &["--switches", "l*", "--switches", "right"]] {
        assert_eq!(network(&place, TREE, &[switches, &["--switch-ports", "2"]].concat()), named);
    }
    let marked = r#"{"nodes":[{"id":0},{"id":1,"switch":true},{"id":2,"type":"switch"},{"id":3,"type":"host"}],
        "edges":[{"source":0,"target":1},{"source":1,"target":2},{"source":2,"target":3}]}"#;
    let links = json!([[0, 1], [1, 2], [2, 3]]);
    let found = json!({ "kind": "graph", "nodes": 4, "switches": [1, 2], "links": links });
    assert_eq!(network(&place, marked, &[]), found);
}

#[test]
fn a_network_with_switches_is_solved_shown_drawn_and_written_back() {
    let place = Place::new();
    place.put("tree.txt", TREE);
    let made = ["new", "graph", "--edges", "tree.txt", "--switches", "left,right", "--switch-ports", "one"];
    place.run(&[&made[..], &["--ports", "one", "scatter", "-o", "tree.json"]].concat());
    let solved = place.run(&["solve", "tree.json", "-o", "certificate.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.out);
    for line in [
        "network          graph, 6 nodes, 2 of them switches, up to 4 links each\n",
        "ports            one of 4\n",
        "switch ports     one of 4\n",
    ] {
        assert!(solved.out.contains(line), "{}", solved.out);
    }
    let checked = place.run(&["check", "certificate.json"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    let words = "graph, nodes 6, 2 switches with ports one, 5 links; scatter, root 0; ports one";
    assert!(checked.out.contains(words), "{}", checked.out);
    // Squares are switches, discs hosts; layer by layer.
    let drawn = place.run(&["draw", "tree.json", "--picture", "network", "-o", "-"]);
    assert_eq!(drawn.out.matches("<circle").count(), 4, "{}", drawn.out);
    for (format, marks) in [("node-link", "\"switch\":true"), ("graphml", "<data key=\"switch\">true</data>")]
    {
        let written = place.run(&["export", "tree.json", "--to", format]);
        assert_eq!(written.out.matches(marks).count(), 2, "{}", written.out);
    }
    let dot = place.run(&["export", "tree.json", "--to", "dot"]).out;
    assert_eq!(dot.matches(", shape=box, switch=true]").count(), 2, "{dot}");
    let first: Value = serde_json::from_str(&place.text("tree.json")).unwrap();
    for format in ["node-link", "graphml"] {
        let written = place.run(&["export", "tree.json", "--to", format]).out;
        assert_eq!(network(&place, &written, &["--switch-ports", "one"]), first["network"], "{format}");
    }
}

#[test]
fn nodes_that_cannot_be_switches_are_refused_with_their_place() {
    let place = Place::new();
    place.put("tree.txt", TREE);
    let with = |words: &[&str]| place.run(&[&["new", "graph", "--edges", "tree.txt"], words].concat());
    fails(
        &with(&["--switches", "x*", "allgather"]),
        "a switch: \"x*\", expected a node, or the beginning of names and a star behind it",
    );
    fails(
        &with(&["--switches", "7", "allgather"]),
        "a switch: \"7\", expected the name of a node, such as h0",
    );
    fails(
        &with(&["--switches", "left,right,h0,h1,h2", "allgather"]),
        "at network.switches: 1 node without the switches, expected at least 2",
    );
    fails(
        &with(&["--switches", "left", "scatter", "left"]),
        "at task.root: node 1 is a switch, which forwards and has no packets of its own; expected another node",
    );
    fails(
        &with(&["--switches", "left", "demands", "h0:h1", "h2:left"]),
        "at task.packets[1].to: node 1 is a switch, which forwards and has no packets of its own; expected another node",
    );
    fails(
        &with(&["--switch-ports", "one", "allgather"]),
        "--switch-ports goes with switches, of which the graph has none",
    );
    fails(
        &with(&["--switches", "left", "--switch-ports", "0", "allgather"]),
        "at network.switch_ports.at-most: 0 ports, expected at least 1",
    );
    let odd = r#"{"nodes":[{"id":0,"switch":2},{"id":1}],"edges":[{"source":0,"target":1}]}"#;
    fails(
        &place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], odd.as_bytes()),
        "standard input: at nodes[0]: switch 2, expected true or false, and true where the type is switch",
    );
    let odd = r#"<graphml><key id="s" for="node" attr.name="switch"/><graph edgedefault="undirected"><node id="0">
        <data key="s">often</data></node><node id="1"/><edge source="0" target="1"/></graph></graphml>"#;
    fails(
        &place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], odd.as_bytes()),
        "standard input: line 1: switch often, expected true or false, and true where the type is switch",
    );
    // The first node that is no switch is the root.
    let made = place.run_with(
        ISOTASK,
        &["new", "graph", "--edges", "-", "--switches", "0", "scatter"],
        b"0 1\n0 2\n",
    );
    assert_eq!(serde_json::from_str::<Value>(&made.out).unwrap()["task"]["root"], json!(1));
}

#[test]
fn programs_are_not_written_for_switches() {
    let place = Place::new();
    place.put("path.txt", "0 1\n1 2\n");
    place.run(&["new", "graph", "--edges", "path.txt", "--switches", "1", "allgather", "-o", "t.json"]);
    place.run(&["solve", "t.json", "-o", "c.json"]);
    // Transmissions are exported as a graph, switches included; the hosts are two links apart.
    let slots =
        [("node-link", "\"slots\":2"), ("graphml", "<data key=\"slots\">2</data>"), ("dot", "slots=2;")];
    for (format, slots) in slots {
        let written = place.run(&["export", "c.json", "--to", format]);
        assert_eq!(written.code, Some(0), "{format}: {}", written.err);
        assert!(written.out.contains(slots), "{format}: {}", written.out);
    }
    for format in ["c", "simgrid", "goal", "msccl-json", "msccl-xml"] {
        let written = place.run(&["export", "c.json", "--to", format]);
        assert_eq!(written.code, Some(2), "{format}: {}", written.out);
        assert!(written.err.contains("a network of switches"), "{format}: {}", written.err);
    }
}
