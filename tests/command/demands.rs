//! `isotask new NETWORK demands --csv FILE`: lines become packets in their order, and faults are told with
//! their place.

use super::{ISOTASK, Place, fails};
use serde_json::{Value, json};

fn packets(place: &Place, words: &[&str], csv: &str) -> Value {
    place.put("d.csv", csv);
    let made = place.run(&[&["new"], words, &["--csv", "d.csv", "-o", "d.json"]].concat());
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{csv}");
    serde_json::from_str::<Value>(&place.text("d.json")).unwrap()["task"]["packets"].clone()
}

#[test]
fn lines_become_packets_in_their_order() {
    let place = Place::new();
    let both = json!([{"from": 0, "to": 2, "count": 3}, {"from": 3, "to": 1}]);
    for csv in [
        "0,2,3\n3,1\n",
        "from,to,count\n# a mark \" in a comment\n\n 0 , 2 , 3 \r\n3,1,1",
        "from,to\n\"0\",2,3\n3,1",
    ] {
        assert_eq!(packets(&place, &["ring", "4", "demands"], csv), both, "{csv}");
    }
    let first = packets(&place, &["ring", "4", "demands", "0:2:3"], "3,1\n");
    assert_eq!(first, both, "the words come before the lines");
    let torus = packets(&place, &["torus", "3x3", "demands"], "\"1,2\",0\n");
    assert_eq!(torus, json!([{"from": [1, 2], "to": 0}]));
    let words = ["new", "ring", "4", "demands", "--csv", "-"];
    let piped = place.run_with(ISOTASK, &words, b"0,2,3\n3,1\n");
    assert_eq!(serde_json::from_str::<Value>(&piped.out).unwrap()["task"]["packets"], both);
}

#[test]
fn faulty_lines_are_refused_with_their_place() {
    let place = Place::new();
    for (csv, message) in [
        (
            "0,1\n0,2,x\n",
            "d.csv: line 2: the count x, expected a whole number from 0 to 2^64 - 1; --unit AMOUNT divides and rounds up",
        ),
        ("# c\n\n-1,2\n", "d.csv: line 3: from: \"-1\", expected an integer from 0 to 2^64 - 1"),
        (
            "0:1:2\n",
            "d.csv: line 1: 1 value, expected from,to,count, or a square table of as many rows and columns as there are nodes",
        ),
        (
            "0,1,2,3\n",
            "d.csv: line 1: 4 values, expected from,to,count, or a square table of as many rows and columns as there are nodes",
        ),
        ("from,count\n0,1\n", "d.csv: line 1: columns from,count, expected from,to,count"),
        ("0,1\n\"0\",\"2\n", "d.csv: line 2: a quotation mark or bracket is not closed"),
        ("0,1\n0,4\n", "d.csv: line 2: node 4, expected at most 3"),
    ] {
        place.put("d.csv", csv);
        fails(&place.run(&["new", "ring", "4", "demands", "--csv", "d.csv", "-o", "d.json"]), message);
    }
    let (long, begins) = ("9".repeat(100_000), "9".repeat(40));
    place.put("d.csv", format!("0,1,{long}\n"));
    fails(
        &place.run(&["new", "ring", "4", "demands", "--csv", "d.csv"]),
        &format!(
            "d.csv: line 1: the count {begins}…, expected a whole number from 0 to 2^64 - 1; --unit AMOUNT divides and rounds up"
        ),
    );
    fails(
        &place.run(&["new", "ring", "4", "demands", "--csv", "no.csv"]),
        "cannot read no.csv: No such file or directory",
    );
    fails(&place.run(&["new", "ring", "4", "scatter", "--csv", "d.csv"]), "--csv goes with the task demands");
    assert!(!place.names().contains(&"d.json".to_owned()));
}

/// Packets among the words are told by their place in the task, those of a table by its line.
#[test]
fn packets_of_a_table_that_make_no_task_are_told_with_their_line() {
    let place = Place::new();
    place.put("chain.txt", "Oslo Bergen\nBergen Narvik\n");
    place.put("d.csv", "from,to\n# home\nOslo,Narvik\n\nNarvik,Oslo\nBergen,Oslo\n");
    let words = |packet: &'static str| {
        let words = ["chain.txt", "--directed", "demands", packet, "--csv", "d.csv"];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>()
    };
    let no_way =
        "no way leads from node Narvik to node Oslo, expected one for what the task has to bring there";
    for command in ["new", "solve", "bound"] {
        let ended = place.run(&[&[command], &words("Oslo:Bergen")[..]].concat());
        assert_eq!(ended.code, Some(2), "{command}");
        assert!(ended.err.contains(&format!("error: d.csv: line 5: {no_way}\n")), "{command}: {}", ended.err);
    }
    let ended = place.run(&[&["solve"], &words("Narvik:Bergen")[..]].concat());
    assert!(ended.err.contains("at task.packets[0]: no way leads from node Narvik"), "{}", ended.err);
    let ended = place.run(&[&["solve", "--json"], &words("")[..]].concat());
    let error = &serde_json::from_str::<Value>(&ended.out).unwrap()["error"];
    assert_eq!((&error["file"], &error["faults"][0]["line"]), (&json!("d.csv"), &json!(5)), "{error}");
    place.put("d.csv", "0,9\n1,2\n1,8,3\n");
    let ended = place.run(&["solve", "ring", "4", "demands", "--csv", "d.csv"]);
    let lines = ["d.csv: line 1: node 9, expected at most 3", "d.csv: line 3: node 8, expected at most 3"];
    assert!(lines.iter().all(|line| ended.err.contains(line)), "{}", ended.err);
}

/// Programs write numbers with all digits that they have.
#[test]
fn a_unit_divides_numbers_of_any_length_exactly() {
    let place = Place::new();
    place.put("d.csv", "0,1,0.30000000000000004\n1,2,0.3\n2,3,1e-300\n");
    let ended =
        place.run(&["new", "ring", "4", "demands", "--csv", "d.csv", "--unit", "0.3", "-o", "d.json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let made: Value = serde_json::from_str(&place.text("d.json")).unwrap();
    let counts: Vec<_> =
        made["task"]["packets"].as_array().unwrap().iter().map(|packet| packet["count"].as_u64()).collect();
    assert_eq!(counts, [Some(2), None, None], "{made}");
}

/// A table names nodes as they are printed, or by their index.
#[test]
fn nodes_of_a_table_are_called_as_they_are_printed() {
    let place = Place::new();
    for (network, names) in [
        ("hypercube 7", "0000010,0000011,1\n10,101,2\n"),
        ("star 4", "0123,0321,1\n10,11,2\n"),
        ("torus 4x4", "\"(0,2)\",\"0,3\",1\n10,11,2\n"),
    ] {
        place.put("d.csv", names);
        let words: Vec<&str> = network.split(' ').collect();
        let made =
            place.run(&[&["new"], &words[..], &["demands", "--csv", "d.csv", "-o", "d.json"]].concat());
        assert_eq!(made.code, Some(0), "{network}: {}", made.err);
        let shown = place.run(&["solve", "d.json", "--json"]);
        assert_eq!(shown.code, Some(0), "{network}: {}", shown.err);
        let made: Value = serde_json::from_str(&place.text("d.json")).unwrap();
        let from = |at: usize| made["task"]["packets"][at]["from"].clone();
        let first = match network {
            "hypercube 7" => json!(2),
            "star 4" => json!(0),
            _ => json!([0, 2]),
        };
        assert_eq!((from(0), from(1)), (first, json!(10)), "{network}");
    }
}

/// As many lines as a small table has rows are lines nevertheless, where names stand in two columns.
#[test]
fn a_few_lines_of_names_are_no_square() {
    let place = Place::new();
    place.put("names.txt", "a b\nb c\n");
    for (csv, most) in [("a,c\nc,a\n", 1), ("a,b,2\nb,c,1\nc,a,2\n", 2)] {
        let found = packets(&place, &["names.txt", "demands"], csv);
        let count = |at: usize| found[at]["count"].as_u64().unwrap_or(1);
        assert_eq!((found[0]["from"].as_u64(), count(0)), (Some(0), most), "{found}");
    }
}

/// A node may be called what is an index elsewhere.
#[test]
fn the_name_of_a_node_comes_before_an_index() {
    let place = Place::new();
    place.put("names.txt", "0d1 0d0\n0d0 x\n");
    place.put("d.csv", "0d1,x\n0d2,0d0\n");
    let made = place.run(&["new", "names.txt", "demands", "0d1:x", "--csv", "d.csv", "-o", "d.json"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let packets = serde_json::from_str::<Value>(&place.text("d.json")).unwrap()["task"]["packets"].clone();
    let from = |at: usize| packets[at]["from"].as_u64();
    assert_eq!([from(0), from(1), from(2)], [Some(0), Some(0), Some(2)], "{packets}");
}

#[test]
fn what_is_made_for_tasks_alike_from_every_node_says_so_of_demands() {
    let place = Place::new();
    packets(&place, &["ring", "4", "demands"], "0,2\n");
    fails(
        &place.run(&["export", "d.json", "--to", "opb"]),
        "d.json: at task.kind: packets of any kind, expected a task that looks the same from every node, or a broadcast, \
         accumulation, scatter or gather",
    );
}

/// Two sources send to one node: a packet is named by both ends then, and by its own number.
#[test]
fn packets_from_several_nodes_to_one_are_told_apart() {
    let place = Place::new();
    let shown = |words: &str| {
        let ended = place.shell(&format!("$I solve ring 6 demands {words} -q"));
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        ended.out
    };
    let alike = shown("0:2:2 1:2:2 0:3");
    for name in
        ["(from 0 for 2#0)", "(from 0 for 2#1)", "(from 1 for 2#0)", "(from 1 for 2#1)", "(from 0 for 3)"]
    {
        assert!(alike.contains(name), "{name}: {alike}");
    }
    assert!(shown("0:2:2 1:3").contains("(for 2#0)"));
    assert!(shown("0:2 1:2").contains("(from 0)"));
}

/// Names that look like more than names stand in quotation marks.
#[test]
fn no_name_of_a_node_looks_like_another_packet() {
    let place = Place::new();
    place.put(
        "names.json",
        r#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":3,"names":["a","b","b#1"],"links":[[0,1],[0,2]]},
          "task":{"kind":"demands","packets":[{"from":0,"to":1,"count":2},{"from":0,"to":2}]},
          "ports":"all","objective":"completion-time"}"#,
    );
    let ended = place.run(&["solve", "names.json", "-q"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    for words in ["a→b (for b#1)", "a→\"b#1\" (for \"b#1\")", "a→b (for b#0)"] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
}
