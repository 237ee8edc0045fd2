//! `isotask new graph --edges`: graphs of other programs, the faults of invalid ones, and names of nodes
//! wherever they are shown.

use super::export::HOSTILE;
use super::{ISOTASK, Place, fails};
use serde_json::{Value, json};

/// The network that `new` writes from a text.
pub(super) fn network(place: &Place, text: &str, options: &[&str]) -> Value {
    let words = [&["new", "graph", "--edges", "-"], options, &["scatter"]].concat();
    let made = place.run_with(ISOTASK, &words, text.as_bytes());
    assert_eq!(made.code, Some(0), "{text}: {}", made.err);
    serde_json::from_str::<Value>(&made.out).unwrap()["network"].take()
}

#[test]
fn lists_of_edges_become_graphs() {
    let place = Place::new();
    for (text, options, graph) in [
        ("1 0\n2 1\n", &[][..], json!({ "nodes": 3, "links": [[0, 1], [1, 2]] })),
        (
            "# of networkx\n0 1 {}\n\n% another\n1\t2 {}\r\n",
            &[],
            json!({ "nodes": 3, "links": [[0, 1], [1, 2]] }),
        ),
        ("from,to,capacity\n0,1,3\n1,2\n", &[], json!({ "nodes": 3, "links": [[0, 1, 3], [1, 2]] })),
        (
            "9 10\n10 7 2\n",
            &[],
            json!({ "nodes": 3, "names": ["7", "9", "10"], "links": [[0, 2, 2], [1, 2]] }),
        ),
        (
            "Oslo Bergen\nBergen Moss\n",
            &[],
            json!({ "nodes": 3, "names": ["Oslo", "Bergen", "Moss"], "links": [[0, 1], [1, 2]] }),
        ),
        (
            "0 1\n1 2 2\n2 0\n",
            &["--directed"],
            json!({ "nodes": 3, "directed": true, "links": [[0, 1], [1, 2, 2], [2, 0]] }),
        ),
        // Links that all lead both ways are those of an undirected graph.
        ("0 1 2\n1 0 2\n", &["--directed"], json!({ "nodes": 2, "links": [[0, 1, 2]] })),
        (
            "0 1 2\n1 0\n",
            &["--directed"],
            json!({ "nodes": 2, "directed": true, "links": [[0, 1, 2], [1, 0]] }),
        ),
    ] {
        let mut graph = graph;
        graph["kind"] = "graph".into();
        assert_eq!(network(&place, text, options), graph, "{text}");
    }
}

/// Only a packet can lack a path, never a network: the packet is reported by its place and the names of its
/// nodes.
#[test]
fn a_packet_without_a_way_is_told_by_place_and_names() {
    let place = Place::new();
    place.put("chain.csv", "source,target\nOslo,Bergen\nBergen,Narvik\n");
    place.put("pieces.txt", "0 1\n1 2\n3 4\n");
    let graph = |file: &'static str| ["new", "graph", "--edges", file, "--directed"];
    let made = |file, task: &[&str]| place.run(&[&graph(file)[..], task].concat());
    for (file, task) in [
        ("chain.csv", &["demands", "Oslo:Narvik:3"][..]),
        ("pieces.txt", &["demands", "0:2:3"]),
        ("pieces.txt", &["demands", "0:2", "3:4"]),
        ("chain.csv", &["scatter", "Oslo"]),
        ("chain.csv", &["gather", "Narvik"]),
        ("chain.csv", &["single-node-broadcast", "Oslo"]),
        ("chain.csv", &["reduce", "Narvik"]),
        ("pieces.txt", &["neighbourhood-exchange", "1", "2"]),
    ] {
        let task = made(file, task);
        assert_eq!(task.code, Some(0), "{}", task.err);
        let solved = place.run_with(ISOTASK, &["solve", "-"], task.out.as_bytes());
        assert_eq!(solved.code, Some(0), "{}", solved.err);
    }
    let apart = |at: &str, from: &str, to: &str| {
        format!(
            "at {at}: no way leads from node {from} to node {to}, expected one for what the task has to bring there"
        )
    };
    for (file, task, at, from, to) in [
        ("chain.csv", &["demands", "Oslo:Narvik", "Narvik:Oslo"][..], "task.packets[1]", "Narvik", "Oslo"),
        ("pieces.txt", &["demands", "0:2", "0:4", "1:3"], "task.packets[1]", "0", "4"),
        ("chain.csv", &["scatter", "Bergen"], "task.root", "Bergen", "Oslo"),
        ("chain.csv", &["gather", "Bergen"], "task.root", "Narvik", "Bergen"),
        ("chain.csv", &["single-node-broadcast", "Narvik"], "task.root", "Narvik", "Oslo"),
        ("chain.csv", &["reduce", "Oslo"], "task.root", "Bergen", "Oslo"),
        ("chain.csv", &["total-exchange"], "task.kind", "Bergen", "Oslo"),
        ("pieces.txt", &["allgather"], "task.kind", "0", "3"),
        ("chain.csv", &["reduce-scatter"], "task.kind", "Bergen", "Oslo"),
    ] {
        fails(&made(file, task), &apart(at, from, to));
    }
    let task = made("chain.csv", &["demands", "Oslo:Narvik"]).out;
    place.put("back.json", task.replace("\"from\": 0", "\"from\": 2").replace("\"to\": 2", "\"to\": 0"));
    let said = format!("back.json: line 16, column 7, {}", apart("task.packets[0]", "Narvik", "Oslo"));
    for command in ["solve", "bound", "show"] {
        fails(&place.run(&[command, "back.json"]), &said);
    }
}

#[test]
fn nodes_and_links_of_networkx_become_graphs() {
    let place = Place::new();
    let head = r#""directed":false,"multigraph":false,"graph":{}"#;
    for (text, graph) in [
        (
            format!(r#"{{{head},"nodes":[{{"id":1}},{{"id":0}}],"edges":[{{"color":"red","source":1,"target":0}}]}}"#),
            json!({ "nodes": 2, "links": [[0, 1]] }),
        ),
        (
            format!(
                r#"{{{head},"nodes":[{{"id":[0,1]}},{{"id":[0,0]}}],"links":[{{"source":[0,1],"target":[0,0],"capacity":4,"weight":1}}]}}"#
            ),
            json!({ "nodes": 2, "names": ["(0,1)", "(0,0)"], "links": [[0, 1, 4]] }),
        ),
        (
            r#"{"directed":true,"multigraph":true,"nodes":[{"id":"a","label":"Ä"},{"id":"b","label":"B"}],"edges":[
               {"source":"a","target":"b","key":0},{"source":"a","target":"b","key":1,"capacity":2},{"source":"b","target":"a"}]}"#
                .to_owned(),
            json!({ "nodes": 2, "directed": true, "names": ["Ä", "B"], "links": [[0, 1, 3], [1, 0]] }),
        ),
    ] {
        let mut graph = graph;
        graph["kind"] = "graph".into();
        assert_eq!(network(&place, &text, &[]), graph, "{text}");
    }
    // What is left out of them is told.
    let long = r#"{"nodes":[{"id":0},{"id":1}],"edges":[{"source":0,"target":1,"length":3,"delay":0.5}]}"#;
    let made = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], long.as_bytes());
    let said = "standard input: delay, length left out (a slot has no lengths); 2 nodes, 1 link\n";
    assert_eq!((made.code, made.err.as_str()), (Some(0), said));
    let table = "from,to,latency\n0,1,2.5\n1,2,7\n";
    let made = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], table.as_bytes());
    let said = "standard input: latency left out (a slot has no lengths); 3 nodes, 2 links\n";
    assert_eq!((made.code, made.err.as_str()), (Some(0), said));
}

#[test]
fn texts_that_are_no_graph_are_refused_with_their_place() {
    let place = Place::new();
    for (text, said) in [
        ("", "standard input: no link, expected one at least"),
        (
            "0\n",
            "standard input: line 1: 1 word, expected two nodes, and a capacity if it is not 1; a node without links stands among the nodes of JSON or GraphML",
        ),
        (
            "0 1\n\n1 1\n",
            "standard input: line 3: a link from node 1 to itself, expected two nodes; leave it out",
        ),
        (
            "0 1\n1 0 2\n",
            "standard input: line 2: the link of line 1 the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out",
        ),
        (
            "0 1\n1 2\n0 1\n",
            "standard input: line 3: the link of line 1 again; leave it out, or if there are two links side by side write one with capacity 2",
        ),
        (
            "0 1 0\n",
            "standard input: line 1: capacity 0, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot",
        ),
        (
            "0 1 2.5\n",
            "standard input: line 1: capacity 2.5, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot",
        ),
        (
            "0 1 {'weight': 2.5}\n",
            "standard input: line 1: attributes in braces, expected two nodes, and a capacity if it is not 1; networkx.write_edgelist(G, FILE, data=False) leaves them out, node_link_data(G, edges=\"edges\") keeps capacities",
        ),
        (
            "source,target,weight\n0,1,1\n1,2,3\n",
            "standard input: line 3: weight 3, of which slots know nothing: every link takes one slot; leave weights out, or call whole numbers of packets capacity",
        ),
        // Of two faults the first is told.
        (
            "0 1\n1 2\n1 0\n2 2\n",
            "standard input: line 3: the link of line 1 the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out",
        ),
        (
            "0 1\n2 2\n1 0\n",
            "standard input: line 2: a link from node 2 to itself, expected two nodes; leave it out",
        ),
        (
            "2 3\n0 1\n1 0\n3 2\n0 1\n",
            "standard input: line 3: the link of line 2 the other way, which not every link has with the same capacity; say that links lead one way (--directed, or directed in the file), or leave one of both out",
        ),
        (
            "0 1\n2 3\n",
            "at task.root: no way leads from node 0 to node 2, expected one for what the task has to bring there",
        ),
        (
            r#"{"nodes":[{"id":0},{"id":1}],"edges":[{"source":0,"target":1},{"source":1,"target":7}]}"#,
            "standard input: at edges[1].target: node 7 is not among the nodes",
        ),
        (
            r#"{"nodes":[{"id":0},{"id":0}],"edges":[]}"#,
            "standard input: at nodes[1].id: node 0 again, expected each once",
        ),
        (
            r#"{"nodes":[{"id":0},{"id":1}],"edges":[{"source":0,"target":1,"weight":2.5}]}"#,
            "standard input: at edges[0]: weight 2.5, of which slots know nothing: every link takes one slot; leave weights out, or call whole numbers of packets capacity",
        ),
        (
            r#"{"nodes":[{"id":0},{"id":1}],"edges":[{"source":0,"target":1,"capacity":-3}]}"#,
            "standard input: at edges[0]: capacity -3, expected a whole number from 1 to 2^32 - 1: a link carries so many whole packets in a slot",
        ),
        (
            r#"{"nodes":[{"id":0},{"id":1}],"edges":[{"source":0}]}"#,
            "standard input: a link without target, expected source and target at line 1 column 50",
        ),
        (
            r#"{"nodes":[{"id":"a\u001b[2J"},{"id":"b"}],"edges":[{"source":"b","target":"a\u001b[2J"}]}"#,
            "standard input: the name of node 0: a name that is empty, begins or ends with a blank, or holds control characters",
        ),
    ] {
        fails(&place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], text.as_bytes()), said);
    }
    // A long text is cut, not the place behind it.
    let long = format!(r#"{{"nodes":"{}","edges":[]}}"#, "a".repeat(999));
    let read = place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "scatter"], long.as_bytes());
    assert!(read.err.contains("aaa… at line 1 column 1010"), "{}", read.err);
    place.put("edges.txt", "0 1\n");
    let words = "a graph is read from a file, expected graph --edges FILE TASK… or FILE TASK…";
    fails(&place.run(&["new", "graph", "scatter"]), words);
    fails(&place.run(&["solve", "graph", "scatter"]), words);
    fails(
        &place.run(&["new", "ring", "4", "scatter", "--edges", "edges.txt"]),
        "--edges goes with the network graph, expected graph --edges FILE TASK…",
    );
    fails(
        &place.run_with(ISOTASK, &["new", "graph", "--edges", "-", "--directed", "scatter"], b"{}"),
        "standard input: --directed goes with lines of two nodes; JSON of nodes and edges says itself whether links are directed",
    );
}

#[test]
fn nodes_are_known_by_their_names() {
    let place = Place::new();
    place.put("edges.txt", "Oslo Bergen\nBergen 0\n0 Oslo\n");
    place.put("table.csv", "from,to\nBergen,0d0\n0d2,Oslo\n");
    let new = |words: &[&str]| place.run(&[&["new", "graph", "--edges", "edges.txt"], words].concat());
    let made = new(&["demands", "Oslo:Bergen:2", "0d2:0d1", "--csv", "table.csv", "-o", "task.json"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let task: Value = serde_json::from_str(&place.text("task.json")).unwrap();
    let packets = json!([
        { "from": 0, "to": 1, "count": 2 }, { "from": 2, "to": 1 }, { "from": 1, "to": 0 }, { "from": 2, "to": 0 }
    ]);
    assert_eq!(task["task"]["packets"], packets);
    // A number is the node of that name, and no index.
    let made = new(&["demands", "0:Oslo", "-o", "of_zero.json"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let of_zero: Value = serde_json::from_str(&place.text("of_zero.json")).unwrap();
    assert_eq!(of_zero["task"]["packets"], json!([{ "from": 2, "to": 0 }]));
    let unknown = "an origin: \"1\", expected the name of a node, such as Oslo";
    fails(&new(&["demands", "1:Oslo"]), unknown);
    let unknown = "the root: \"Moss\", expected the name of a node, such as Oslo";
    fails(&new(&["scatter", "Moss"]), unknown);
    let solved = place.run(&["solve", "task.json", "-o", "c.json"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    assert!(solved.out.contains("network          graph, 3 nodes, 2 links each\n"), "{}", solved.out);
    let shown = place.run(&["show", "c.json", "--node", "Bergen"]);
    assert!(shown.out.contains("node       1 = Bergen\n"), "{}", shown.out);
    assert!(place.run(&["check", "c.json"]).out.contains("verified\n  graph, nodes 3, 3 links; demands"));
}

/// The nodes and links that `export` writes of any network are read back as an equal graph.
#[test]
fn exported_networks_are_read_again() {
    let place = Place::new();
    place.put("directed.txt", "a b 3\nb c\nc a\nc b\n");
    place.put("plain.txt", "0 1 2\n1 2\n2 0\n");
    for (file, options) in [("directed.txt", &["--directed"][..]), ("plain.txt", &[])] {
        let words = [&["new", "graph", "--edges", file], options, &["scatter", "-o", "task.json"]].concat();
        assert_eq!(place.run(&words).code, Some(0));
        let before: Value = serde_json::from_str(&place.text("task.json")).unwrap();
        let exported = place.run(&["export", "task.json", "--to", "node-link"]);
        assert_eq!(exported.code, Some(0), "{}", exported.err);
        assert_eq!(network(&place, &exported.out, &[]), before["network"], "{}", exported.out);
    }
    for (words, nodes, links) in [("hypercube 3", 8, 12), ("torus 3x4", 12, 24), ("ring 2", 2, 1)] {
        let words: Vec<&str> = words.split(' ').collect();
        let exported = place.run(&[&["export"], &words[..], &["scatter", "--to", "node-link"]].concat());
        assert_eq!(exported.code, Some(0), "{}", exported.err);
        let read = network(&place, &exported.out, &[]);
        assert_eq!((&read["nodes"], read["links"].as_array().map(Vec::len)), (&json!(nodes), Some(links)));
        assert_eq!(read.get("directed"), None);
    }
}

/// Returns a name as a format escapes it, if the format prints names of nodes.
fn escaped(format: &str, name: &str) -> String {
    let plain = name.replace('\u{202e}', "\u{FFFD}");
    match format {
        "graphml" => plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
        "node-link" | "dot" => plain.replace('\\', "\\\\").replace('"', "\\\""),
        // A document of ours, in which names stand as JSON has them.
        "rounds" => json!(name).to_string().trim_matches('"').to_owned(),
        "c" => {
            let is_loose = |letter: char| "*/\\?".contains(letter) || letter == '\u{FFFD}';
            let number = |letter: char| format!("{{U+{:04X}}}", u32::from(letter));
            plain.chars().map(|c| if is_loose(c) { number(c) } else { c.to_string() }).collect()
        }
        _ => plain,
    }
}

#[test]
fn no_name_of_a_node_gets_anywhere_unescaped() {
    let place = Place::new();
    let put = |name: &str| {
        let task = json!({
            "format": "isotask.task/1",
            "network": { "kind": "graph", "nodes": 3, "names": ["first", name, "last"], "links": [[0, 1], [1, 2]] },
            "task": { "kind": "scatter", "root": 1 }, "ports": "all", "objective": "completion-time"
        });
        place.put("task.json", task.to_string());
        let solved = place.run(&["solve", "task.json", "-o", "c.json"]);
        assert_eq!(solved.code, Some(0), "{}", solved.err);
        solved.out
    };
    let export = |format: &str| place.run(&["export", "c.json", "--to", format]);
    let draw = |writing: &str| place.run(&["draw", "c.json", "--to", writing, "-o", "-"]);
    put("a plain name");
    let formats: Vec<_> =
        isotask::export::FORMATS.iter().map(|format| (format.word, export(format.word))).collect();
    let pictures = ["svg", "tikz", "html"].map(|writing| (writing, draw(writing)));
    for wanted in ["csv", "graphml", "dot", "node-link", "c", "coq"] {
        let (_, exported) = formats.iter().find(|(word, _)| *word == wanted).unwrap();
        assert_eq!(exported.code, Some(0), "{wanted}: {}", exported.err);
    }
    // Names of nodes are of one line.
    for name in HOSTILE.into_iter().take(7).chain(["one\u{202e}two"]) {
        let solved = put(name);
        assert!(
            solved.contains(&name.replace('\u{202e}', "\u{FFFD}")) && !solved.contains('\u{202e}'),
            "{solved}"
        );
        for (word, plain) in formats.iter().filter(|(_, plain)| plain.code == Some(0)) {
            let hostile = export(word);
            assert_eq!(hostile.code, Some(0), "{word}: {}", hostile.err);
            let expected = escaped(word, name);
            // In comments of a line, some of them in ASCII.
            let known = [expected.clone(), expected.replace('\u{FFFD}', "?")];
            let known = known.map(|name| plain.out.replace("a plain name", &name));
            assert!(known.contains(&hostile.out), "{word}: {name:?}: {}", hostile.out);
        }
        for (writing, plain) in &pictures {
            let hostile = draw(writing);
            assert_eq!((plain.code, hostile.code), (Some(0), Some(0)), "{writing}: {}", hostile.err);
            // A backslash means nothing in the others.
            let command = if *writing == "tikz" { "\\write" } else { "<script>alert" };
            for mark in ["<script>alert", command, "\u{202e}", "-->"] {
                assert_eq!(hostile.out.contains(mark), plain.out.contains(mark), "{writing}: {name:?}");
            }
        }
        for command in ["show", "check", "bound"] {
            let ended = place.run(&[command, if command == "bound" { "task.json" } else { "c.json" }]);
            assert_eq!(ended.code, Some(0), "{command}: {}", ended.err);
            assert!(!format!("{}{}", ended.out, ended.err).contains('\u{202e}'), "{command}");
        }
    }
}

/// Nine million packets are not listed one by one; on a ring of n nodes every one of them has n²/4 hops to go
/// to all others.
#[test]
fn total_exchange_of_many_nodes_is_bounded_and_not_solved() {
    let place = Place::new();
    let ring: Vec<String> = (0..3000).map(|node| format!("{node} {}", (node + 1) % 3000)).collect();
    place.put("ring.txt", ring.join("\n"));
    let made = place.run(&["new", "graph", "--edges", "ring.txt", "total-exchange", "-o", "exchange.json"]);
    let said = "too many packets to be scheduled: isotask bound has bounds of this task\n";
    assert_eq!((made.code, made.err.as_str()), (Some(0), said));
    let bounded = place.run(&["bound", "exchange.json"]);
    assert_eq!((bounded.code, bounded.err.as_str()), (Some(0), ""));
    let words = "total exchange (all-to-all), 8997000 packets in all, too many to be scheduled";
    assert!(bounded.out.contains(words), "{}", bounded.out);
    // 3000 · 3000²/4 hops over 6000 links.
    assert!(bounded.out.contains(" 1125000 ") && bounded.out.contains(" volume "), "{}", bounded.out);
    assert!(bounded.out.contains(" 6750000000 "), "{}", bounded.out);
    let solved = place.run(&["solve", "exchange.json"]);
    let said = "8997000 pairs of nodes, of which schedules that list every move have at most 8388608";
    assert_eq!((solved.code, solved.out.as_str()), (Some(2), ""));
    assert!(
        solved.err.starts_with("error: exchange.json: line ") && solved.err.contains(said),
        "{}",
        solved.err
    );
}

/// Whether distances are too many is known from those of one node; all of them would take from minutes to days.
#[test]
fn distances_too_many_to_be_searched_are_refused_at_once_with_the_limit_that_is_applied() {
    let place = Place::new();
    let rest = "for bounds of total exchange with packets too many to be listed";
    for (network, said) in [
        ("mesh 1048576", "two nodes are 1048575 hops from each other, expected at most 4096"),
        ("mesh 16384", "two nodes are 16383 hops from each other, expected at most 4096"),
        ("mesh 1024x1024", "2146435072 numbers of nodes at each distance, expected at most 16777216"),
        (
            "mesh 2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
            "searches from all nodes of about 387620798464 steps, expected at most 274877906944",
        ),
    ] {
        let words: Vec<&str> =
            ["bound"].into_iter().chain(network.split(' ')).chain(["total-exchange"]).collect();
        let ended = place.run(&words);
        let message = format!("{network} total-exchange: {said} {rest}");
        fails(&ended, &message);
    }
}

/// One packet goes each way in one slot, however many links stand side by side; squares of their number would take minutes and
/// gigabytes. The farthest node of a broadcast round a ring is half of it away, and no number is stored for
/// each pair.
#[test]
fn parallel_links_cost_no_time_and_long_paths_no_memory() {
    let place = Place::new();
    place.put("two.txt", "0 1 262144\n");
    place.run(&["new", "graph", "--edges", "two.txt", "total-exchange", "-o", "graph.json"]);
    place.run(&["new", "hyperx", "2:65536", "total-exchange", "-o", "hyperx.json"]);
    for task in ["graph.json", "hyperx.json"] {
        let solved = place.run(&["solve", task, "--json", "-o", "c.json"]);
        assert_eq!(solved.code, Some(0), "{task}: {}", solved.err);
        let solution: Value = serde_json::from_str(&solved.out).unwrap();
        assert_eq!(solution["completion_time"], json!(1), "{task}");
        assert_eq!(place.run(&["check", "c.json"]).code, Some(0), "{task}");
    }
    // Each way has half of the nodes at most.
    let ring: Vec<String> = (0..50_000).map(|node| format!("{node} {}", (node + 1) % 50_000)).collect();
    place.put("ring.txt", ring.join("\n"));
    place.run(&["new", "graph", "--edges", "ring.txt", "single-node-broadcast", "-o", "broadcast.json"]);
    let bounded = place.run(&["bound", "broadcast.json"]);
    assert_eq!((bounded.code, bounded.err.as_str()), (Some(0), ""));
    assert!(bounded.out.contains(" 25000 "), "{}", bounded.out);
}
