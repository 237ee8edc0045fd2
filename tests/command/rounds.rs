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

/// Returns the links of Petersen's graph, with what stands behind each.
fn petersen(behind: &str) -> String {
    let spokes = |node: usize| {
        [[node, (node + 1) % 5], [node, node + 5], [node + 5, (node + 2) % 5 + 5]]
            .map(|[from, to]| format!("{from} {to}{behind}\n"))
    };
    (0..5).flat_map(spokes).collect()
}

/// Petersen's graph takes 4 rounds (Petersen 1898), which no node and no odd set proves.
#[test]
fn small_patterns_are_proved_by_a_search() {
    let place = Place::new();
    place.put("petersen.txt", petersen(""));
    let (code, result) = solved(&place, &["--edges", "petersen.txt", "--undirected"]);
    assert_eq!((code, &result["completion_time"], &result["bound"]), (Some(0), &4.into(), &4.into()));
    assert_eq!(result["matrix_claims"][0]["lower"]["kind"], "slots-search");
    let text = place.run(&["rounds", "--edges", "petersen.txt", "--undirected"]);
    assert!(text.out.contains("4 rounds by trying all ways to send them in fewer"), "{}", text.out);
}

/// Petersen's graph has six perfect matchings; every two share one link, another for each two. Serving each link r times
/// with 3r of them takes each r/2 times, so that an odd r needs a round more; 945 messages are too many to
/// try all.
#[test]
fn a_gap_is_printed_and_ends_with_3() {
    let place = Place::new();
    place.put("petersen.csv", format!("source,target,capacity\n{}", petersen(",63").replace(' ', ",")));
    let (code, result) = solved(&place, &["--edges", "petersen.csv", "--undirected"]);
    assert_eq!((code, &result["completion_time"], &result["bound"]), (Some(3), &190.into(), &189.into()));
    assert_eq!(result["status"], "upper-bound");
    let text = place.run(&["rounds", "--edges", "petersen.csv", "--undirected"]);
    assert!(text.out.contains("not proved optimal: between 189 and 190"), "{}", text.out);
}

/// With k ports of each node ⌈h/k⌉ rounds, h those of one port (König 1916).
#[test]
fn nodes_with_more_ports_take_fewer_rounds() {
    let place = Place::new();
    place.put("m.csv", "to,a,b,c\na,0,5,1\nb,2,0,3\nc,1,0,0\n");
    for (ports, rounds) in [("1", 6), ("2", 3), ("4", 2), ("5", 2), ("6", 1), ("18446744073709551615", 1)] {
        let words = ["m.csv", "--ports", ports, "--schedule", "s.json"];
        let (code, result) = solved(&place, &words);
        assert_eq!((code, &result["completion_time"], &result["gap"]), (Some(0), &rounds.into(), &0.into()));
        let checked = place.run(&["check", "s.json"]);
        let line = format!("completion time  {rounds} slot");
        assert!(checked.out.contains(&line), "{ports}: {}{}", checked.out, checked.err);
    }
    let text = place.run(&["rounds", "m.csv", "--ports", "2"]).out;
    for part in [
        "3 rounds by the sum of row a, of which a round takes 2",
        "6 slots of one port; a round is 2 of them in a row",
        "a→b (2 times)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A block to a corner moves along each side; a rank sends two messages along each.
#[test]
fn combined_messages_are_a_schedule_on_the_grid() {
    let place = Place::new();
    for (sides, points, rounds, blocks) in
        [("4x4x4", "27-point", 6, 54), ("2x2x2", "27-point", 3, 54), ("1x4", "9-point", 2, 6)]
    {
        let words = ["stencil", sides, points, "--periodic", "all", "--combine", "--schedule", "s.json"];
        let (_, result) = solved(&place, &words);
        let combined = &result["combined"];
        assert_eq!((&combined["rounds"], &combined["blocks"]), (&rounds.into(), &blocks.into()), "{sides}");
        let checked = place.run(&["check", "s.json"]);
        assert_eq!(checked.code, Some(0), "{}", checked.err);
        assert!(checked.out.contains(&format!("completion time  {rounds} slots")), "{}", checked.out);
        let ended = place.run(&["export", "s.json", "--to", "c", "-o", "halo.h"]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{sides}");
    }
    let time = ["--alpha", "2us", "--beta", "0.1ns", "--bytes", "64KiB"];
    let words =
        [&["rounds", "stencil", "4x4x4", "27-point", "--periodic", "all", "--combine"][..], &time].concat();
    let slow = place.run(&words).out;
    assert!(slow.contains("a message for each block is faster"), "{slow}");
    fails(
        &place.run(&["rounds", "ring", "5", "--combine"]),
        "--combine goes with stencil SIDES POINTS, and with one port of each rank",
    );
}

#[test]
fn amounts_are_divided_by_a_unit_and_the_report_says_what_was_rounded() {
    let place = Place::new();
    place.put("m.csv", "0,1.5,0.25\n0.5,0,1\n2e-1,0,0\n");
    let (_, result) = solved(&place, &["m.csv", "--unit", "0.5"]);
    assert_eq!(
        (&result["completion_time"], &result["notes"][0]),
        (&4.into(), &"table with commas, in units of 0.5, 2 of 5 numbers rounded up to whole units".into())
    );
    place.put("m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 4096\n");
    let (_, result) = solved(&place, &["m.mtx", "--unit", "1KiB"]);
    assert_eq!(
        (&result["completion_time"], &result["notes"][0]),
        (&4.into(), &"Matrix Market, coordinate, in units of 1024B, nothing rounded".into())
    );
    fails(
        &place.run(&["rounds", "m.csv"]),
        "m.csv: line 1, column 3: found 1.5, expected an integer, a decimal of whole value such as 2.0, or a unit by which all numbers are divided",
    );
    fails(
        &place.run(&["rounds", "ring", "5", "--unit", "2"]),
        "--unit goes with a file of numbers from row to column, which it divides",
    );
    place.put("lists.txt", "0: 1\n");
    fails(
        &place.run(&["rounds", "lists.txt", "--unit", "2"]),
        "lists.txt: line 1, column 1: lists of neighbours count messages, expected no unit",
    );
    place.put("minus.csv", "0,-1\n1,0\n");
    fails(
        &place.run(&["rounds", "minus.csv", "--unit", "2"]),
        "minus.csv: line 1, column 3: found -1, expected a number from 0 on",
    );
}

#[test]
fn a_node_sends_itself_no_message_unless_rows_and_columns_differ() {
    let place = Place::new();
    place.put("m.csv", "5,1\n1,5\n");
    let (_, nodes) = solved(&place, &["m.csv"]);
    assert_eq!(
        (&nodes["completion_time"], &nodes["notes"][0]),
        (
            &1.into(),
            &"table with commas, 10 messages of a node to itself left out: copies, no messages".into()
        )
    );
    for words in [&["m.csv", "--bipartite"][..], &["m.csv", "--bipartite", "--ports", "one-half-duplex"]] {
        assert_eq!(solved(&place, words).1["completion_time"], 6, "{words:?}");
    }
    place.put("wide.csv", "class,Ann,Bob,Cem\nfirst,1,2,3\nsecond,1,0,0\n");
    let wide = place.run(&["rounds", "wide.csv", "--undirected"]).out;
    assert!(wide.contains("7 meetings from 2 rows to 3 columns"), "{wide}");
    place.put("named.csv", "to,x,y\na,5,1\nb,1,5\n");
    assert_eq!(solved(&place, &["named.csv"]).1["completion_time"], 6);
    place.put("other.csv", "to,b,a\na,5,1\nb,1,5\n");
    fails(
        &place.run(&["rounds", "other.csv"]),
        "other.csv: \"b\" is the name of a row and of a column, expected the names of all rows as those of the columns, in one order; --bipartite if rows and columns are different nodes",
    );
    assert_eq!(solved(&place, &["other.csv", "--bipartite"]).1["completion_time"], 6);
    // A column without messages was left out.
    place.put("pivot.csv", ",b,c\na,1,2\nb,0,2\nc,3,0\n");
    assert_eq!(place.run(&["rounds", "pivot.csv"]).code, Some(2));
    fails(
        &place.run(&["rounds", "de-bruijn", "2", "3", "--undirected"]),
        "de-bruijn 2 3: entries 1 and 0 at [0][1] and [1][0], expected equal ones with --undirected: links that lead both ways",
    );
    fails(
        &place.run(&["rounds", "ring", "5", "--bipartite"]),
        "--bipartite goes with a file of numbers, whose rows send and whose columns receive",
    );
    fails(
        &place.run(&["rounds", "wide.csv", "--schedule", "s.json"]),
        "wide.csv: rows and columns are different nodes, expected one set of nodes for --schedule",
    );
    place.put("sizes.txt", "2 3\n5 1 2\n1 5 2\n");
    fails(
        &place.run(&["rounds", "sizes.txt"]),
        "sizes.txt: line 1, column 1: found the numbers of rows and columns of the table below, expected its rows alone",
    );
}

#[test]
fn arrays_of_mpi_are_a_pattern() {
    let place = Place::new();
    place.put("graph.json", r#"{"sources": [0, 1, 2], "degrees": [2, 1, 1], "destinations": [1, 2, 2, 0]}"#);
    let (_, result) = solved(&place, &["graph.json"]);
    assert_eq!(
        (&result["completion_time"], &result["notes"][0]),
        (&2.into(), &"arrays of MPI_Dist_graph_create".into())
    );
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
        "m.csv: entries 2 and 0 at [0][1] and [1][0], expected equal ones with --undirected; --bipartite if rows and columns are different nodes",
    );
    fails(
        &place.run(&["rounds", "ring", "5", "--ports", "0"]),
        "--ports of isotask rounds must be one, one-half-duplex or a number from 1 on",
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
        halo.out.contains(
            "5-point stencil on 1x4 ranks, periodic in x, y, 8 blocks of a node to itself left out"
        ),
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
    place.put("none.csv", "0\n");
    fails(
        &place.run(&["rounds", "none.csv", "--schedule", "s.json"]),
        "none.csv: 1 node, expected 2 to 4096 for --schedule",
    );
}

/// Two long messages at once take their line sum. Without interruptions three rows may need more: here all
/// orders take 7 rounds or more, and 6 are enough with interruptions.
#[test]
fn messages_of_different_lengths_are_not_interrupted() {
    let place = Place::new();
    place.put("m.csv", "3,1\n1,3\n");
    let (code, result) = solved(&place, &["m.csv", "--bipartite", "--uninterrupted"]);
    assert_eq!((code, &result["completion_time"]), (Some(0), &4.into()));
    place.put("open.csv", "1,3,1\n3,0,3\n2,3,0\n");
    let (code, result) = solved(&place, &["open.csv", "--bipartite", "--uninterrupted"]);
    assert_eq!((code, &result["completion_time"], &result["bound"]), (Some(3), &7.into(), &6.into()));
    let (code, result) = solved(&place, &["open.csv", "--bipartite"]);
    assert_eq!((code, &result["completion_time"]), (Some(0), &6.into()));
    for options in [&["--undirected"][..], &["--ports", "2"], &["--schedule", "s.json"]] {
        let ended = place.run(&[&["rounds", "m.csv", "--uninterrupted"], options].concat());
        assert_eq!(ended.code, Some(2), "{options:?}");
    }
}
