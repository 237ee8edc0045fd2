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
        "--tree is for broadcast, reduce, scatter and gather, on Cayley graphs",
    );
}
