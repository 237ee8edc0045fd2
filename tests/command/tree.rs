//! `isotask tree`: drawings, questions about a node, sizes of subtrees, costs.

use super::{Place, document, fails};

#[test]
fn a_small_tree_is_drawn_from_its_root() {
    let place = Place::new();
    let ended = place.run(&["tree", "sbt", "3", "--root", "5"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let drawn = "\n5 = 101\n├─ 4 = 100\n│  ├─ 6 = 110\n│  │  └─ 2 = 010\n│  └─ 0 = 000\n├─ 7 = 111\n│  └─ 3 = 011\n└─ 1 = 001\n";
    assert!(ended.out.ends_with(drawn), "{}", ended.out);
    assert!(
        ended.out.contains("spanning binomial tree\n") && ended.out.contains("height    3\n"),
        "{}",
        ended.out
    );
    for kind in ["msbt", "bst", "tcbt", "path"] {
        let ended = place.run(&["tree", kind, "5"]);
        let lines = ended.out.lines().filter(|line| line.contains(" = ") && !line.contains("root")).count();
        assert_eq!((ended.code, lines), (Some(0), 32), "{}", ended.out);
    }
    // This tree is too large to draw.
    assert!(place.run(&["tree", "bst", "40"]).out.lines().count() < 10);
}

#[test]
fn a_node_of_a_cube_too_large_to_list_is_described() {
    let place = Place::new();
    let asked = ["tree", "bst", "60", "--root", "1", "--node", "13"];
    let text = place.run(&asked).out;
    assert!(text.contains("level     2\n") && text.contains("parent    5 = 0000"), "{text}");
    let found = document(&place.run(&[asked.as_slice(), &["--json"]].concat()));
    assert_eq!((&found["status"], &found["tree"]["height"]), (&"done".into(), &60.into()));
    let node = &found["tree"]["node"];
    assert_eq!((&node["node"], &node["level"], &node["parent"]), (&13.into(), &2.into(), &5.into()));
    // As many as a node of level 2 can have: ⌈(60 - 2)/2⌉.
    assert_eq!(node["children"].as_array().unwrap().len(), 29, "{node}");
    // The root has no parent.
    let root = document(&place.run(&["tree", "msbt", "4", "--index", "2", "--node", "0", "--json"]));
    assert_eq!(root["tree"]["node"], serde_json::json!({"node": 0, "level": 0, "children": [4]}));
}

#[test]
fn the_sizes_of_table_5_are_printed_with_their_exact_ratio() {
    let place = Place::new();
    let ended = place.run(&["tree", "bst", "20", "--subtrees"]);
    assert!(ended.out.contains("the largest of 52487 nodes"), "{}", ended.out);
    // 52487·20 / (2^20 - 1).
    assert!(ended.out.contains("the largest over (N - 1)/n is 209948/209715\n"), "{}", ended.out);
    assert_eq!(
        ended.out.lines().filter(|line| line.contains(" = ") && line.starts_with("│")).count(),
        20,
        "{}",
        ended.out
    );
    let found = document(&place.run(&["tree", "bst", "4", "--json"]));
    assert_eq!(found["tree"]["subtrees"], serde_json::json!([5, 4, 3, 3]));
}

#[test]
fn costs_of_all_trees_stand_side_by_side() {
    let place = Place::new();
    let words = ["tree", "msbt", "6", "--cost", "1024,64/15,1/10", "10,0,1"];
    let text = place.run(&words).out;
    assert!(text.contains("M = 1024 elements, τ = 64/15, t_c = 1/10;"), "{text}");
    assert!(text.contains("M = 10 elements, τ = 0, t_c = 1;"), "{text}");
    let found = document(&place.run(&[words.as_slice(), &["--json"]].concat()));
    let costs = found["tree"]["costs"].as_array().unwrap();
    assert_eq!(costs.len(), 2);
    let rows = costs[0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3 * 4 + 3 * 3);
    for task in ["broadcast", "personalized"] {
        for ports in ["one-half-duplex", "one", "all"] {
            assert!(
                rows.iter().any(|row| row["task"] == task && row["ports"] == ports && row["best"] == true),
                "{task}, {ports}"
            );
        }
    }
    let msbt = rows.iter().find(|row| row["algorithm"] == "msbt" && row["ports"] == "all").unwrap();
    // (⌈1024/(6B)⌉ + 6)·(64/15 + B/10) is least at one of the breakpoints 33 … 35 around B_opt =
    // √(1024·64/15·10/36).
    assert_eq!((&msbt["made"], &msbt["best"]), (&true.into(), &true.into()));
    assert_eq!(msbt["printed_best_packet"], "√(32768/27)");
    // With B given, the steps are those of ⌈1024/B⌉ packets.
    let fixed =
        document(&place.run(&["tree", "msbt", "6", "--cost", "1024,1,1", "--packet", "100", "--json"]));
    let rows = fixed["tree"]["costs"][0]["rows"].as_array().unwrap();
    let msbt = rows.iter().find(|row| row["algorithm"] == "msbt" && row["ports"] == "one").unwrap();
    assert_eq!((&msbt["slots"], &msbt["time"]), (&17.into(), &"1717".into()));
}

#[test]
fn no_number_is_broken_where_the_terminal_is_narrow() {
    let place = Place::new();
    let wide = place.run(&["tree", "msbt", "6", "--cost", "1024,64/15,1/10"]).out;
    let narrow = place.shell("COLUMNS=80 $I tree msbt 6 --cost 1024,64/15,1/10").out;
    assert!(narrow.lines().all(|line| line.chars().count() <= 80), "{narrow}");
    // Every number of a cell stands whole in both.
    let numbers = |text: &str| -> std::collections::BTreeSet<String> {
        let words = text
            .split(|c: char| c.is_whitespace() || c == '│')
            .map(|word| word.trim_matches([',', ':', ';']));
        words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).map(str::to_owned).collect()
    };
    let (wide, narrow) = (numbers(&wide), numbers(&narrow));
    assert!(wide.is_subset(&narrow), "{wide:?} {narrow:?}");
}

#[test]
fn messages_of_several_destinations_are_merged_into_packets_larger_than_a_message() {
    let place = Place::new();
    let words = ["tree", "sbt", "4", "--cost", "16,4,1", "--packet", "64", "--steps", "one"];
    let found = document(&place.run(&[words.as_slice(), &["--json"]].concat()));
    let costs = &found["tree"]["costs"][0];
    let row = |ports: &str, tree: &str| {
        let rows = costs["merged"].as_array().unwrap();
        rows.iter().find(|row| row["ports"] == ports && row["algorithm"] == tree).unwrap().clone()
    };
    // NM/B + log(B/M) - 1 = 4 + 2 - 1 start-ups, 15 messages of 16 elements.
    let sbt = row("one", "sbt");
    assert_eq!((&sbt["startups"], &sbt["transfers"], &sbt["time"]), (&5.into(), &15.into(), &"260".into()));
    assert_eq!((&sbt["printed_startups"], &sbt["against_printed"]), (&"5".into(), &"equal".into()));
    // T_min of Table 6: log N start-ups.
    assert_eq!((&sbt["best_packet"], &sbt["best_time"]), (&128.into(), &"256".into()));
    assert_eq!(sbt["best_against_printed"], "equal");
    // (3/2)N - 1 is printed where (3/4)N - 1 = 11 messages and four start-ups are enough. With one message in
    // a packet, eight start-ups and eight messages take less still.
    let tcbt = row("all", "tcbt");
    assert_eq!((&tcbt["time"], &tcbt["printed_least_time"]), (&"192".into(), &"384".into()));
    assert_eq!((&tcbt["best_packet"], &tcbt["best_time"]), (&16.into(), &"160".into()));
    assert_eq!(tcbt["best_against_printed"], "less");
    assert!(costs["rows"].as_array().unwrap().iter().all(|row| row["task"] == "broadcast"));
    let steps = costs["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5);
    assert_eq!(steps[0][0]["destinations"].as_array().unwrap().len(), 4);
    let text = place.run(&words).out;
    assert!(text.contains("\nstep 4\n") && text.contains("at most 4 messages in a packet"), "{text}");
}

#[test]
fn an_irrational_time_of_table_6_has_a_decimal_and_is_compared() {
    let place = Place::new();
    let words = ["tree", "bst", "5", "--cost", "10,3,1/5", "--packet", "100", "--json"];
    let found = document(&place.run(&words));
    let rows = found["tree"]["costs"][0]["merged"].as_array().unwrap();
    let bst = rows.iter().find(|row| row["ports"] == "one" && row["algorithm"] == "bst").unwrap();
    // log₂ 5 = 2.321928…
    assert_eq!(bst["printed_least_time"], "88 + 128/5·log₂ 5 ≈ 147.441");
    assert_eq!(bst["best_against_printed"], "less");
}

#[test]
fn invalid_calls_are_refused_in_one_line() {
    let place = Place::new();
    fails(&place.run(&["tree", "sbt", "0"]), "dimension 0, expected 1 to 62");
    fails(&place.run(&["tree", "sbt", "3", "--root", "8"]), "root 8, expected at most 7");
    fails(&place.run(&["tree", "sbt", "3", "--node", "9"]), "--node 9, expected at most 7");
    fails(&place.run(&["tree", "msbt", "3", "--index", "3"]), "tree 3, expected at most 2");
    fails(
        &place.run(&["tree", "bst", "3", "--index", "0"]),
        "--index names one of the trees of msbt, the other kinds have one",
    );
    for words in ["1024", "1,2,3,4", "x,1,1", "1,1/0,1", "1,0.5,1"] {
        let message = format!(
            "--cost \"{words}\", expected M,TAU,TC: an integer and two integers or fractions such as 1024,64/15,1/10"
        );
        fails(&place.run(&["tree", "sbt", "3", "--cost", words]), &message);
    }
    fails(
        &place.run(&["tree", "sbt", "3", "--cost", "0,1,1"]),
        "--cost \"0,1,1\": M = 0, expected an integer from 1 to 4294967296",
    );
    fails(
        &place.run(&["tree", "sbt", "3", "--cost", "1,-1/2,1"]),
        "--cost \"1,-1/2,1\": τ = -1/2, expected at least 0",
    );
    fails(
        &place.run(&["tree", "sbt", "3", "--cost", "5,1,1", "--packet", "5", "--steps", "one"]),
        "--steps prints packets of several messages, expected --packet B of more than M = 5",
    );
    fails(
        &place.run(&["tree", "sbt", "40", "--cost", "5,1,1", "--packet", "6"]),
        "--packet 6 of more than M = 5, expected a tree of at most 32768 moves of messages, since every packet \
         is listed; a smaller dimension has them",
    );
    let json = document(&place.run(&["tree", "sbt", "63", "--json"]));
    assert_eq!((&json["command"], &json["error"]["reason"]), (&"tree".into(), &"usage".into()));
}
