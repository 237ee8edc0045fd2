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
        "m.csv: entries 2 and 0 at [0][1] and [1][0], expected equal ones with --undirected",
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
    fails(
        &place.run(&["rounds", "complete", "8192"]),
        "67100672 messages over the links of 8192 nodes, expected at most 16777216",
    );
    fails(&place.run(&["rounds", "hypercube", "23"]), "8388608 nodes, expected at most 4194304");
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

/// A ring of ten thousand nodes has a matrix of 10⁸ cells, of which the certificate lists those that are not 0.
#[test]
fn large_patterns_list_their_entries() {
    let place = Place::new();
    let (code, ring) = solved(&place, &["ring", "10001"]);
    assert_eq!((code, &ring["completion_time"]), (Some(0), &2.into()));
    assert_eq!(ring["decomposed"]["shape"], serde_json::json!([10001, 10001]));
    let (code, odd) = solved(&place, &["ring", "10001", "--undirected"]);
    assert_eq!((code, &odd["completion_time"], &odd["bound"]), (Some(0), &3.into(), &3.into()));
    let line = |rank: u32| format!("{rank}: {}*2 {}\n", (rank + 1) % 9000, rank / 2);
    place.put("lists.txt", (0..9000).map(line).collect::<Vec<_>>().concat());
    let (code, lists) = solved(&place, &["lists.txt"]);
    // Rank 4499 gets two from the rank before, and one from ranks 8998 and 8999 each.
    assert_eq!((code, &lists["completion_time"]), (Some(0), &4.into()));
    place
        .put("m.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n100000 100000 2\n100000 1\n2 1\n");
    let (code, market) = solved(&place, &["m.mtx", "--undirected"]);
    assert_eq!((code, &market["completion_time"]), (Some(0), &2.into()));
    assert_eq!(place.run(&["rounds", "m.mtx", "-o", "c.json"]).code, Some(0));
    for words in [
        &["show", "c.json"][..],
        &["decompose", "c.json"],
        &["export", "c.json", "--to", "csv", "-o", "t.csv"],
    ] {
        let ended = place.run(words);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words:?}");
    }
    fails(
        &place.run(&["draw", "c.json", "-o", "c.svg"]),
        "c.json: 10000000000 cells, expected at most 16777216 for matrix",
    );
}

/// Rounds are a schedule of listed packets on a complete network with one port.
#[test]
fn rounds_are_a_schedule_that_other_commands_take() {
    let place = Place::new();
    for (words, slots) in [
        (&["stencil", "2x3", "9-point", "--periodic", "all"][..], 8),
        (&["stencil", "1x4", "5-point", "--periodic", "all"], 2),
        (&["ring", "5", "--ports", "one-half-duplex"], 5),
    ] {
        let ended = place.run(&[&["rounds"], words, &["--schedule", "s.json", "-o", "c.json"]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words:?}");
        assert!(ended.out.ends_with("wrote the certificate to c.json\nwrote the schedule to s.json\n"));
        let checked = place.run(&["check", "s.json"]).out;
        let line = format!("lower bound      {slots} slots, binds all schedules: none is shorter");
        assert!(checked.contains(&line), "{words:?}: {checked}");
        for format in ["c", "rounds", "csv", "dot"] {
            let ended = place.run(&["export", "s.json", "--to", format, "-o", "out"]);
            assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words:?} {format}");
        }
    }
    fails(
        &place.run(&["rounds", "ring", "5", "--schedule", "c.json", "-o", "c.json"]),
        "--output and --schedule name the same place",
    );
    place.put("own.csv", "1,2\n0,0\n");
    fails(
        &place.run(&["rounds", "own.csv", "--schedule", "s.json"]),
        "own.csv: a message of node 0 to itself, expected none for --schedule",
    );
    place.put("wide.csv", "1,2,3\n1,0,0\n");
    fails(
        &place.run(&["rounds", "wide.csv", "--schedule", "s.json"]),
        "wide.csv: 2 rows and 3 columns, expected as many for --schedule, 2 to 4096",
    );
}
