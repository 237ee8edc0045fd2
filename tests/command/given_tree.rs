//! `isotask solve --tree`: schedules along a spanning tree of the user's own.

use super::{Place, document, fails};

const TREE: &str =
    "[[0,1],[0,2],[0,4],[0,8],[1,3],[2,6],[4,12],[8,9],[3,7],[6,14],[12,13],[9,11],[1,5],[2,10],[7,15]]";

#[test]
fn a_scatter_along_a_tree_of_ones_own_is_certified() {
    let place = Place::new();
    place.put("tree.json", TREE);
    let words = ["solve", "hypercube", "4", "scatter", "0", "--tree", "tree.json", "-o", "c.json"];
    let found = document(&place.run(&[words.as_slice(), &["--json"]].concat()));
    // The subtree of node 1 has the nodes 1, 3, 5, 7 and 15, the network's own bound is ⌈15/4⌉.
    assert_eq!(
        (&found["method"], &found["completion_time"], &found["bound"]),
        (&"along-tree".into(), &5.into(), &4.into())
    );
    let notes = found["notes"].to_string();
    assert!(notes.contains("no schedule along the given tree takes fewer slots than 5"), "{notes}");
    assert_eq!(place.run(&["check", "c.json"]).code, Some(0));
    // The dual task along the tree, with time reversed.
    let gather = place.run(&["solve", "hypercube", "4", "gather", "0", "--tree", "tree.json", "--json"]);
    assert_eq!(document(&gather)["completion_time"], 5);
    let broadcast =
        place.run(&["solve", "hypercube", "4", "broadcast", "0", "--tree", "tree.json", "--json"]);
    assert_eq!((broadcast.code, &document(&broadcast)["completion_time"]), (Some(0), &4.into()));
}

#[test]
fn what_is_no_tree_of_the_task_is_refused_at_its_edge() {
    let place = Place::new();
    let refused = |tree: &str, message: &str| {
        place.put("tree.json", tree);
        let ended = place.run(&["solve", "torus", "3x3", "scatter", "0", "--tree", "tree.json"]);
        assert_eq!(ended.code, Some(2), "{}", ended.err);
        assert!(ended.err.contains(message), "{}", ended.err);
    };
    refused("[[[0,0],[0,1]],[[0,0],[1,1]]]", "no link goes from node 0 to node 4 in the network");
    refused("[[0,1],[0,9]]", "9");
    refused("[[0,1],[1,0]]", "an edge into node 0, the root; every edge goes from the node nearer the root");
    refused("[[0,1],[2,1]]", "a second edge into node 1, which receives from node 0 already");
    refused("[[0,1]]", "no way from the root, node 0, leads to node 2, expected a tree of all 9 nodes");
    refused("{}", "tree.json");
    place.put("tree.json", TREE);
    fails(
        &place.run(&["solve", "hypercube", "4", "total-exchange", "--tree", "tree.json"]),
        "--tree is for broadcast, reduce, scatter and gather",
    );
    place.put("line.txt", "a s\nb s\n");
    place.put("tree.json", r#"[["a","s"],["s","b"]]"#);
    let ended = place.run(&["solve", "line.txt", "scatter", "a", "--switches", "s", "--tree", "tree.json"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("for networks without switches, not for this network"), "{}", ended.err);
    place.put("tree.json", r#"[["a","s"],["s","x"]]"#);
    let ended = place.run(&["solve", "line.txt", "scatter", "a", "--tree", "tree.json"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("[1][1]: a node of the tree: \"x\", expected "), "{}", ended.err);
}

/// Networks of every sort, nodes by index, coordinates and name, tasks and their duals, one port and all. The
/// certificate is checked, and a scatter with all ports takes as many slots as the rule of P2 §3 says.
#[test]
fn any_network_without_switches_takes_a_tree() {
    let place = Place::new();
    place.put("net.txt", "a b\na c\nb d\nc d\nd e\n");
    place.put("net.json", r#"[["a","b"],["a","c"],["b","d"],["d","e"]]"#);
    place.put("mesh.json", "[[[0,0],[0,1]],[[0,0],[1,0]],[[0,1],[1,1]],[[1,1],[1,2]],[[0,1],[0,2]]]");
    place.put(
        "cube.json",
        r#"[["000","100"],["100","110"],["000","010"],["010","011"],["000","001"],["001","101"]]"#,
    );
    place.put("torus.json", r#"[[0,1],[[0,0],[0,2]],["0,0","1,0"],[0,6],[1,4],[1,7],[2,5],[2,8]]"#);
    // The largest subtrees of the root have 3 nodes (b, d, e), 4 (0,1 to 1,2), 2 and 3.
    let cases = [
        (&["net.txt"][..], "net.json", "a", 3),
        (&["mesh", "2x3"], "mesh.json", "0", 4),
        (&["incomplete-hypercube", "7"], "cube.json", "000", 2),
        (&["torus", "3x3"], "torus.json", "0", 3),
    ];
    for (network, tree, root, slots) in cases {
        for task in ["scatter", "gather", "broadcast", "reduce"] {
            for ports in ["all", "one", "one-half-duplex"] {
                let words = ["solve"].into_iter().chain(network.iter().copied());
                let words =
                    words.chain([task, root, "--ports", ports, "--tree", tree, "-o", "c.json", "--json"]);
                let ended = place.run(&words.collect::<Vec<_>>());
                let found = document(&ended);
                assert_eq!(found["method"], "along-tree", "{network:?} {task}: {ended:?}");
                let notes = found["notes"].to_string();
                assert!(notes.contains("along the given tree"), "{notes}");
                if ports == "all" && matches!(task, "scatter" | "gather") {
                    assert_eq!(found["completion_time"], slots, "{network:?} {task}");
                }
                assert_eq!(place.run(&["check", "c.json"]).code, Some(0));
            }
        }
    }
}

/// Where links lead one way, a gather comes along the edges of the tree backwards.
#[test]
fn a_gather_on_directed_links_comes_back_along_the_tree() {
    let place = Place::new();
    place.put("round.txt", "a b\nb c\nc a\n");
    let run = |task: &str, tree: &str| {
        place.put("tree.json", tree);
        place.run(&["solve", "round.txt", task, "a", "--directed", "--tree", "tree.json", "--json"])
    };
    let there = r#"[["a","b"],["b","c"]]"#;
    let back = r#"[["a","c"],["c","b"]]"#;
    for (task, tree, other) in [("scatter", there, back), ("gather", back, there)] {
        assert_eq!(document(&run(task, tree))["completion_time"], 2);
        assert_eq!(run(task, other).code, Some(2));
    }
}

/// A link that carries two packets in a slot is used for one: nothing is said of other schedules along the tree.
#[test]
fn what_wide_links_could_do_is_not_claimed() {
    let place = Place::new();
    place.put("wide.txt", "from to capacity\na b 2\nb c 2\n");
    place.put("tree.json", r#"[["a","b"],["b","c"]]"#);
    let ended = place.run(&["solve", "wide.txt", "scatter", "a", "--tree", "tree.json", "--json"]);
    let found = document(&ended);
    assert_eq!(found["method"], "along-tree", "{ended:?}");
    assert!(!found["notes"].to_string().contains("along the given tree"), "{}", found["notes"]);
}
