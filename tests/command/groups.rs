//! `isotask groups`: the tasks of several groups of nodes at once.

use super::{Place, document, fails};

const ROWS: [&str; 4] =
    ["--group", "allgather --on 0,1,2,3 --count 2", "--group", "allreduce --on 0d4,0d5,0d6,0d7"];

#[test]
fn groups_are_solved_at_once_written_and_checked() {
    let place = Place::new();
    let words = [&["groups", "hypercube", "3", "-o", "both.json", "--json"][..], &ROWS].concat();
    let ended = place.run(&words);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let found = document(&ended);
    // Six packets come to each node of the first group over two links of its own and one more.
    assert_eq!(
        (&found["completion_time"], &found["bound"], &found["gap"]),
        (&3.into(), &3.into(), &0.into())
    );
    assert_eq!(found["groups"].as_array().map(Vec::len), Some(2));
    let words = [&["groups", "hypercube", "3", "--schedules", "group-"][..], &ROWS].concat();
    assert_eq!(place.run(&words).code, Some(0));
    for (file, slots) in [("group-0.json", 3), ("group-1.json", 2)] {
        let shown = place.run(&["show", file, "--json"]);
        assert_eq!(document(&shown)["completion_time"], slots, "{}", shown.out);
    }
    let checked = place.run(&["check", "both.json"]);
    assert_eq!(checked.code, Some(0));
    assert!(
        checked.out.contains("for 2 groups at once, lower bound 3, scope all: optimal"),
        "{}",
        checked.out
    );
}

#[test]
fn moves_of_two_groups_over_one_link_are_refused() {
    let place = Place::new();
    let words = [&["groups", "hypercube", "3", "-o", "both.json"][..], &ROWS].concat();
    assert_eq!(place.run(&words).code, Some(0));
    let mut both: serde_json::Value = serde_json::from_str(&place.text("both.json")).unwrap();
    // The second group becomes the first.
    both["groups"][1] = both["groups"][0].take();
    both["groups"][0] = both["groups"][1].clone();
    place.put("twice.json", both.to_string());
    let refused = place.run(&["check", "twice.json"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.out.contains("of all groups together"), "{}", refused.out);
}

#[test]
fn misplaced_options_and_faults_of_a_group_are_told_with_the_group() {
    let place = Place::new();
    let told = |words: &[&str], message: &str| {
        fails(&place.run(&[&["groups", "ring", "6"][..], words].concat()), message);
    };
    told(
        &["--group", "allgather --on 0,1", "--count", "2"],
        "--count is one of a group, expected --group 'TASK… --count …'",
    );
    told(
        &["--group", "allgather --on 0,1 --ports one"],
        "--group 'allgather --on 0,1 --ports one': --ports is one of all groups, expected it behind the network",
    );
    told(
        &["--group", "allgather --off 0,1"],
        "--group 'allgather --off 0,1': unexpected argument '--off' found",
    );
    told(
        &["--group", "allgather --on 0"],
        "a group of nodes \"0\", expected at least two nodes that are no switches, such as 0,1,2,3",
    );
    told(
        &["--group", "allgather --each 4"],
        "blocks \"4\" of a network of 6, expected for each of its sides one that divides it, not all 1, such as 6",
    );
    told(
        &["--group", "allgather --each 3 --on 0,1"],
        "--group 'allgather --each 3 --on 0,1': the argument '--each <SIDES>' cannot be used with '--on <NODES>'",
    );
    told(
        &["--group", "allgather --each 3", "--without", "5"],
        "--each needs all nodes, but some are left out by --without, expected --on with the nodes of each group",
    );
    told(&["--group", "allgather", "--cable", "2"], "--cable does not go with groups");
}

#[test]
fn each_block_of_a_mesh_torus_or_cube_is_a_group() {
    let place = Place::new();
    let nodes = |words: &[&str], task: &str| {
        let ended = place.run(&[&["groups"][..], words, &["--group", task, "--json"]].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let named = |group: &serde_json::Value| {
            group["nodes"]
                .as_array()
                .unwrap()
                .iter()
                .map(|node| node.as_str().unwrap())
                .collect::<Vec<_>>()
                .join(" ")
        };
        document(&ended)["groups"].as_array().unwrap().iter().map(named).collect::<Vec<String>>()
    };
    assert_eq!(nodes(&["ring", "6"], "allgather --each 3"), ["0 1 2", "3 4 5"]);
    assert_eq!(
        nodes(&["mesh", "2x4"], "allreduce --each 2x2"),
        ["(0,0) (0,1) (1,0) (1,1)", "(0,2) (0,3) (1,2) (1,3)"]
    );
    assert_eq!(nodes(&["hypercube", "3"], "allgather --each 1x2x2"), ["000 001 010 011", "100 101 110 111"]);
    let rows = nodes(&["machine", "torus-4x4"], "all-to-all --each 1x4");
    assert_eq!((rows.len(), rows[3].as_str()), (4, "(3,0) (3,1) (3,2) (3,3)"));
}
