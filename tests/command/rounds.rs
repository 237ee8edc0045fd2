//! `isotask rounds`: the fewest rounds of a pattern, with its certificate.

use super::{Place, fails};
use serde_json::Value;

fn solved(place: &Place, words: &[&str]) -> (Option<i32>, Value) {
    let ended = place.run(&[&["rounds"], words, &["--json", "-o", "c.json"]].concat());
    assert_eq!(ended.err, "", "{words:?}");
    let checked = place.run(&["check", "c.json"]);
    assert_eq!(checked.code, Some(0), "{words:?}: {}", checked.out);
    (ended.code, serde_json::from_str(&ended.out).unwrap())
}

/// König 1916 for messages; Vizing 1964 and round robin for meetings; an odd cycle needs three.
#[test]
fn networks_take_the_rounds_of_the_theorems() {
    let place = Place::new();
    for (words, rounds) in [
        (&["ring", "5"][..], 2),
        (&["ring", "5", "--undirected"], 3),
        (&["ring", "6", "--undirected"], 2),
        (&["ring", "5", "--ports", "one-half-duplex"], 5),
        (&["complete", "7"], 6),
        (&["complete", "7", "--undirected"], 7),
        (&["complete", "8", "--undirected"], 7),
        (&["torus", "4x4"], 4),
        (&["torus", "3x3", "--undirected"], 5),
        (&["hypercube", "3", "--ports", "one-half-duplex"], 6),
        (&["stencil", "4x4x4", "27-point", "--periodic", "all"], 26),
        (&["stencil", "2x2x2", "7-point", "--periodic", "xyz"], 6),
        (&["stencil", "1x4", "5-point", "--periodic", "xy"], 2),
        (&["stencil", "3x4", "9-point"], 8),
    ] {
        let (code, result) = solved(&place, words);
        assert_eq!((code, &result["completion_time"]), (Some(0), &rounds.into()), "{words:?}");
    }
}

#[test]
fn a_gap_is_printed_and_ends_with_3() {
    let place = Place::new();
    let spokes = |node: usize| {
        [[node, (node + 1) % 5], [node, node + 5], [node + 5, (node + 2) % 5 + 5]]
            .map(|[from, to]| format!("{from} {to}\n"))
    };
    let lines: String = (0..5).flat_map(spokes).collect();
    place.put("petersen.txt", lines);
    let (code, result) = solved(&place, &["--edges", "petersen.txt", "--undirected"]);
    assert_eq!((code, &result["completion_time"], &result["bound"]), (Some(3), &4.into(), &3.into()));
    assert_eq!(result["status"], "upper-bound");
    let text = place.run(&["rounds", "--edges", "petersen.txt", "--undirected"]);
    assert!(text.out.contains("not proved optimal: between 3 and 4"), "{}", text.out);
}

#[test]
fn a_matrix_has_as_many_rounds_as_its_greatest_line() {
    let place = Place::new();
    place.put("m.csv", "to,a,b,c\na,0,2,1\nb,0,0,3\nc,1,0,0\n");
    let (_, both) = solved(&place, &["m.csv"]);
    assert_eq!(both["completion_time"], 4);
    let (_, half) = solved(&place, &["m.csv", "--ports", "one-half-duplex"]);
    // Three nodes, seven messages, one in a round.
    assert_eq!(
        (&half["completion_time"], &half["matrix_claims"][0]["lower"]["kind"]),
        (&7.into(), &"odd-set".into())
    );
    fails(
        &place.run(&["rounds", "m.csv", "--undirected"]),
        "m.csv: entries 0 and 2 at [1][0] and [0][1], expected equal ones with --undirected",
    );
    place.put("wide.csv", "1,2,3\n1,0,0\n");
    fails(
        &place.run(&["rounds", "wide.csv", "--ports", "one-half-duplex"]),
        "wide.csv: 2 rows and 3 columns, expected as many, one of each for a node",
    );
    place.put("own.csv", "1,2\n0,0\n");
    fails(
        &place.run(&["rounds", "own.csv", "--ports", "one-half-duplex"]),
        "own.csv: a message of node 0 to itself, which takes no round: expected 0",
    );
    fails(
        &place.run(&["rounds", "ring", "5", "--ports", "2"]),
        "--ports of isotask rounds must be one or one-half-duplex",
    );
    fails(&place.run(&["rounds", "hypercube", "13"]), "8192 nodes, expected at most 4096");
}

#[test]
fn halos_and_lists_of_neighbours_say_how_they_were_read() {
    let place = Place::new();
    let halo = place.run(&["rounds", "stencil", "1x4", "5-point", "--periodic", "all"]);
    assert!(
        halo.out
            .contains("5-point stencil on 1x4 ranks, periodic in x, y, 8 blocks to a rank itself left out"),
        "{}",
        halo.out
    );
    place.put("lists.txt", "# ranks of a ring\n0: 1 2\n1: 0 2\n2: 0 1*2\n");
    let (code, lists) = solved(&place, &["lists.txt"]);
    assert_eq!(
        (code, &lists["completion_time"], &lists["notes"][0]),
        (Some(0), &3.into(), &"lists of neighbours".into())
    );
    fails(
        &place.run(&["rounds", "ring", "5", "--periodic", "x"]),
        "--periodic goes with stencil SIDES POINTS",
    );
}
