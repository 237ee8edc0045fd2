//! `isotask new graph --edges` with GraphML: files that networkx and `isotask export` write, and the faults
//! of other XML.

use super::graphs::network;
use super::{ISOTASK, Place, fails};
use serde_json::{Value, json};

const HEAD: &str = r#"<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"#;

/// What `networkx.write_graphml` writes around keys and a graph.
fn written(keys: &str, edgedefault: &str, inside: &str) -> String {
    format!("{HEAD}{keys}\n<graph edgedefault=\"{edgedefault}\">\n{inside}\n</graph>\n</graphml>")
}

const CAPACITY: &str = r#"<key id="d0" for="edge" attr.name="capacity" attr.type="long" />"#;
const TWO: &str = r#"<node id="0" /><node id="1" />"#;

#[test]
fn graphml_of_networkx_becomes_graphs() {
    let place = Place::new();
    let named = r#"<node id="Oslo" /><node id="Bergen" /><node id="Å&lt;b&gt;&amp;" />
        <edge source="Oslo" target="Bergen"><data key="d0">2</data></edge>
        <edge source="Bergen" target="Å&lt;b&gt;&amp;"><data key="d0"> 3 </data></edge>"#;
    let parallel = r#"<edge source="0" target="1" id="0" /><edge source="0" target="1" id="1"><data key="d0">2</data></edge>
        <edge source="1" target="0" id="0" />"#;
    let labels = r#"<key id="n" for="node" attr.name="label" attr.type="string"/>"#;
    let default = r#"<key id="c" for="edge" attr.name="capacity" attr.type="int"><default>4</default></key>"#;
    let weight = r#"<key id="w" for="all" attr.name="weight" attr.type="double"/>"#;
    for (text, graph) in [
        (
            written(CAPACITY, "undirected", named),
            json!({ "nodes": 3, "names": ["Oslo", "Bergen", "Å<b>&"], "links": [[0, 1, 2], [1, 2, 3]] }),
        ),
        (
            written(CAPACITY, "directed", &format!("{TWO}{parallel}")),
            json!({ "nodes": 2, "directed": true, "links": [[0, 1, 3], [1, 0]] }),
        ),
        (
            written(
                labels,
                "undirected",
                r#"<node id="b"><data key="n">B</data></node><node id="a"><data key="n">A</data></node><edge source="a" target="b"/>"#,
            ),
            json!({ "nodes": 2, "names": ["B", "A"], "links": [[0, 1]] }),
        ),
        (
            written(
                default,
                "undirected",
                r#"<desc>three</desc><node id="2"/><node id="0"/><node id="1"/><edge source="0" target="1"/><edge source="2" target="1"><data key="c">1</data></edge>"#,
            ),
            json!({ "nodes": 3, "links": [[0, 1, 4], [1, 2]] }),
        ),
        (
            written(
                weight,
                "undirected",
                &format!(
                    r#"{TWO}<edge source="0" target="1" directed="false"><data key="w">1.0</data></edge>"#
                ),
            ),
            json!({ "nodes": 2, "links": [[0, 1]] }),
        ),
    ] {
        let mut graph = graph;
        graph["kind"] = "graph".into();
        assert_eq!(network(&place, &text, &[]), graph, "{text}");
    }
    let keys = r#"<key id="l" for="edge" attr.name="length" attr.type="double"/>"#;
    let long = written(
        keys,
        "undirected",
        &format!(r#"{TWO}<edge source="0" target="1"><data key="l">3.5</data></edge>"#),
    );
    let made = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], long.as_bytes());
    let said = "standard input: length left out (a slot has no lengths); 2 nodes, 1 link\n";
    assert_eq!((made.code, made.err.as_str()), (Some(0), said));
}

#[test]
fn files_that_are_no_graphml_of_one_graph_are_refused_with_their_line() {
    let place = Place::new();
    let edge = |inside: &str| written(CAPACITY, "undirected", &format!("{TWO}\n{inside}"));
    let weight = |value: &str| {
        let keys = r#"<key id="w" for="edge" attr.name="weight" attr.type="double"/>"#;
        let inside = format!(r#"{TWO}<edge source="0" target="1"><data key="w">{value}</data></edge>"#);
        written(keys, "undirected", &inside)
    };
    for (text, said) in [
        ("<table/>".to_owned(), "line 1: element table, expected graphml"),
        (
            "<html/>".to_owned(),
            "this is a page of HTML, which is not read; save the file itself, not the page that shows it",
        ),
        ("<graphml/>".to_owned(), "line 1: no graph, expected one"),
        (
            "<graphml><graph edgedefault=\"directed\"/>\n<graph/></graphml>".to_owned(),
            "line 2: a second graph, expected one",
        ),
        ("<graphml><graph/></graphml>".to_owned(), "line 1: graph without edgedefault, expected one"),
        (written("", "both", ""), "line 4: edgedefault both, expected directed or undirected"),
        (
            "<graphml>\n<graph edgedefault=\"directed\">\n".to_owned(),
            "line 2: the text ends inside an element",
        ),
        ("<graphml>\n<gra".to_owned(), "line 2: the text ends inside an element"),
        (
            "<!DOCTYPE a [<!ENTITY b \"b\">]><graphml/>".to_owned(),
            "line 1: a DOCTYPE with entities of its own, expected none; take the ENTITY lines out",
        ),
        (edge("<hyperedge/>"), "line 6: element hyperedge in the graph, expected node or edge"),
        (edge("<node id=\"1\"/>"), "line 6: node 1 again, expected each once"),
        (
            edge("<node id=\"2\"><graph/></node>"),
            "line 6: a graph inside a node, expected nodes and edges alone",
        ),
        (edge("<edge source=\"0\"/>"), "line 6: edge without target, expected one"),
        (edge("<edge source=\"0\" target=\"7\"/>"), "line 6: node 7 is not among the nodes"),
        (
            edge("<edge source=\"0\" target=\"0\"/>"),
            "line 6: a link from node 0 to itself, expected two nodes; leave it out",
        ),
        (
            edge("<edge source=\"0\" target=\"1\" directed=\"true\"/>"),
            "line 6: an edge that is directed, unlike the others",
        ),
        (
            edge(
                "<node id=\"2\"/><edge source=\"0\" target=\"1\"/><edge source=\"1\" target=\"2\"/>\n<edge source=\"1\" target=\"0\"/>",
            ),
            "line 7: the link of line 6 the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out",
        ),
        (
            edge("<edge source=\"0\" target=\"1\"><data key=\"d1\">1</data></edge>"),
            "line 6: key d1, which the document does not name",
        ),
        (
            edge("<edge source=\"0\" target=\"1\"><data key=\"d0\">1</data><data key=\"d0\">1</data></edge>"),
            "line 6: capacity again, expected it once",
        ),
        (
            edge("<edge source=\"0\" target=\"1\"><data key=\"d0\">2.5</data></edge>"),
            "line 6: capacity 2.5, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot",
        ),
        (
            weight("2.5"),
            "line 5: weight 2.5, of which slots know nothing: every link takes one slot; leave weights out, or call whole numbers of packets capacity",
        ),
    ] {
        let ended = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], text.as_bytes());
        fails(&ended, &format!("standard input: {said}"));
    }
}

/// However deep elements stand inside one another.
#[test]
fn deep_elements_end_in_an_error() {
    let place = Place::new();
    let deep = format!("<graphml>{}{}</graphml>", "<a>".repeat(200_000), "</a>".repeat(200_000));
    let ended = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], deep.as_bytes());
    fails(&ended, "standard input: line 1: no graph, expected one");
}

#[test]
fn exported_graphml_is_read_again() {
    let place = Place::new();
    place.put("directed.txt", "a b 3\nb c\nc a\nc b\n");
    let words = ["new", "graph", "--edges", "directed.txt", "--directed", "scatter", "-o", "task.json"];
    assert_eq!(place.run(&words).code, Some(0));
    let before: Value = serde_json::from_str(&place.text("task.json")).unwrap();
    let exported = place.run(&["export", "task.json", "--to", "graphml"]);
    assert_eq!(exported.code, Some(0), "{}", exported.err);
    assert_eq!(network(&place, &exported.out, &[]), before["network"], "{}", exported.out);
    for (words, nodes, links) in [("mesh 3x4", 12, 17), ("slim-fly 3", 18, 45), ("hypercube 3", 8, 12)] {
        let words: Vec<&str> = words.split(' ').collect();
        let exported = place.run(&[&["export"], &words[..], &["scatter", "--to", "graphml"]].concat());
        let read = network(&place, &exported.out, &[]);
        assert_eq!((&read["nodes"], read["links"].as_array().map(Vec::len)), (&json!(nodes), Some(links)));
        assert_eq!(read.get("directed"), None);
    }
}
