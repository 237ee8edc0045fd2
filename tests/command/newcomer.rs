//! Obstacles of newcomers: hints, notes that promise too much, numbers that differ from place to place.

use super::{Place, fails};

fn out(place: &Place, words: &str) -> String {
    place.shell(&format!("$I {words}")).out
}

/// The note where more time may help.
const MORE_TIME: &str = "--effort thorough goes on for minutes";

#[test]
fn more_time_is_promised_only_where_it_helps() {
    let place = Place::new();
    for words in [
        // These are made in one go.
        "solve ring 7 broadcast",
        "solve ring 7 broadcast --ports one",
        "solve ring 7 broadcast 0 --count 3 --ports one-half-duplex",
        "solve hypercube 3 broadcast --count 2 --ports one-half-duplex",
        "solve torus 3x3 reduce --count 5",
    ] {
        let text = out(&place, words);
        assert!(text.contains("completion time") && !text.contains(MORE_TIME), "{words}: {text}");
    }
    // List scheduling is cut short after a number of steps; in a time limit it goes on, and says when that ended it.
    let words = "solve incomplete-hypercube 7 allgather --ports one --method list-scheduling";
    let text = out(&place, words);
    assert!(text.contains("not proved optimal") && text.contains(MORE_TIME), "{text}");
    let limited = out(&place, &format!("{words} --time-limit 1"));
    assert!(!limited.contains(MORE_TIME), "{limited}");
    let ended = "note: the search ended at the time limit of 1 s; a longer one may close the gap\n";
    assert!(limited.contains(ended) || limited.contains("optimal: no schedule is shorter"), "{limited}");
}

#[test]
fn little_effort_gives_a_schedule_that_more_may_shorten() {
    let place = Place::new();
    let slots = |effort: &str| {
        let ended = place.shell(&format!("$I solve dragonfly 4 2 total-exchange --effort {effort} --json"));
        let result: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        let slots = result["completion_time"].as_u64().unwrap();
        assert_eq!(ended.code, Some(if result["gap"] == 0 { 0 } else { 3 }), "{}", ended.err);
        let steps: Vec<u64> = result["history"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| step["slots"].as_u64().unwrap())
            .collect();
        assert!(steps.len() > 1 && steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
        assert_eq!(steps.last(), Some(&slots));
        let last = result["history"].as_array().unwrap().last().unwrap();
        assert_eq!(last["bound"], result["bound"], "what is proved in the end stands there too");
        slots
    };
    assert!(slots("default") <= slots("quick"));
    let refused = place.shell("$I solve task.json --effort much");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("quick, default, thorough, exhaustive"), "{}", refused.err);
}

#[test]
fn copies_count_from_0_in_tables_as_in_csv() {
    let place = Place::new();
    for words in ["ring 4 isotropic 1:2", "ring 4 demands 0:1:2"] {
        assert!(matches!(place.shell(&format!("$I solve {words} -o c.json")).code, Some(0 | 3)));
        let shown = out(&place, "show c.json") + &out(&place, "show c.json --node 0");
        assert!(shown.contains("#0") && shown.contains("#1") && !shown.contains("#2"), "{shown}");
        let csv = out(&place, "export c.json --to csv --node 0");
        let copies: Vec<&str> = csv.lines().skip(1).filter_map(|line| line.split(',').nth(5)).collect();
        assert!(copies.contains(&"0") && copies.contains(&"1") && !copies.contains(&"2"), "{csv}");
    }
}

#[test]
fn slots_in_other_writings_are_answered_with_ours() {
    let place = Place::new();
    assert_eq!(place.shell("$I solve task.json -o c.json").code, Some(0));
    for (word, hint) in
        [("0-2", "; did you mean 0..2?"), ("0:2", "; did you mean 0..2?"), ("-1", ""), ("0,", "")]
    {
        fails(
            &place.run(&["show", "c.json", &format!("--slots={word}")]),
            &format!("--slots \"{word}\", expected a slot, or A..B for the slots from A on before B{hint}"),
        );
    }
}

#[test]
fn errors_fold_at_the_columns_that_are_said() {
    let place = Place::new();
    let whole = place.shell("$I new ring 3 brodcast").err;
    let folded = place.shell("COLUMNS=60 $I new ring 3 brodcast").err;
    assert!(whole.lines().count() == 1 && whole.chars().count() > 200, "{whole}");
    assert!(folded.lines().all(|line| line.chars().count() <= 60), "{folded}");
    assert!(folded.lines().skip(1).all(|line| line.starts_with("       ")), "{folded}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&folded), words(&whole));
}

#[test]
fn failed_rows_of_a_table_give_the_reason() {
    let place = Place::new();
    for (task, file) in [("ring 5 total-exchange", "a.json"), ("ring 1 total-exchange", "b.json")] {
        place.shell(&format!("$I solve {task} --json >{file}"));
    }
    let table = out(&place, "table a.json b.json");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with(",seconds,reason,message"), "{table}");
    assert!(lines[1].ends_with(",,"), "{table}");
    let why =
        "radix-too-small,\"ring 1 total-exchange: at network.nodes: number of nodes 1, expected at least 2\"";
    assert!(lines[2].ends_with(why), "{table}");
}

#[test]
fn a_gap_of_a_symmetric_schedule_is_reported_for_symmetric_and_for_all_schedules() {
    let place = Place::new();
    // 9 hops over 3 links take 3 slots or more; the bound of the program is not asked for here.
    let text = out(&place, "solve cube-connected-cycles 3 isotropic 7:3 --symmetric");
    let both = "not proved optimal: gap 1 between 3 and 4 slots (scope all); the same gap is open among symmetric schedules \
                (scope isotropic)";
    assert!(text.contains(both) || text.contains("optimal: no symmetric schedule is shorter"), "{text}");
    let text = out(&place, "solve ring 4 total-exchange --symmetric");
    assert!(text.contains("optimal: no symmetric schedule is shorter (scope isotropic)\n"), "{text}");
    let text = out(&place, "solve ring 5 total-exchange --symmetric");
    assert!(text.contains("optimal: no schedule is shorter (scope all)\n"), "{text}");
}

#[cfg(feature = "claims")]
#[test]
fn a_refuted_claim_names_the_instance_that_refutes_it() {
    let place = Place::new();
    let text = out(&place, "claims P1.Prop1.case-2");
    assert!(
        text.contains(
            "\nfails for  1 server, services 1 2: printed 0, proved 1; exhaustive: pairs that fail, counted;"
        ),
        "{text}"
    );
}

#[test]
fn the_use_of_a_schedule_of_any_length_is_drawn_from_its_pools() {
    let place = Place::new();
    // 2^21 − 1 packets of a node, 22 · 2^20 moves.
    assert_eq!(place.shell("$I solve hypercube 21 total-exchange -o large.json -q").code, Some(0));
    let drawn = place.shell("$I draw large.json -o large.svg");
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    let picture = place.text("large.svg");
    for words in ["Links used in every ", "2097151", "bound 1048576", "every node does the same"] {
        assert!(picture.contains(words), "{words}");
    }
    assert!(picture.len() < 100_000, "{} bytes", picture.len());
    let refused = place.shell("$I draw large.json --picture heat-map -o map.svg");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("moves or slots to look at, expected at most 1048576"), "{}", refused.err);
}

#[test]
fn the_summary_from_the_pools_is_that_of_the_moves() {
    let place = Place::new();
    let solve = "$I solve hypercube 6 total-exchange -q";
    assert_eq!(place.shell(&format!("{solve} --form intervals -o intervals.json")).code, Some(0));
    let csv = out(&place, "export intervals.json --to csv --node 0");
    // Sends of node 0 by slot: all links in every slot, as P1 §4 has it.
    let sends = csv.lines().skip(1).filter(|line| line.split(',').nth(1) == Some("0")).count();
    assert_eq!(sends, 6 * 32);
    let picture = place.shell("$I draw intervals.json --picture use -o use.svg");
    assert_eq!(picture.code, Some(0), "{}", picture.err);
}

/// P1's ring of 6: 14/5, whether the delays are those of the packets of a node or of all.
#[test]
fn averages_are_over_the_packets_whose_delays_are_added() {
    let place = Place::new();
    let solved =
        place.shell("$I solve ring 6 total-exchange --method stages --objective average-delay -o d.json");
    assert!(matches!(solved.code, Some(0 | 3)), "{}", solved.err);
    let shown = place.shell("$I show d.json");
    assert!(shown.out.contains("average 14/5"), "{}", shown.out);
}

#[cfg(feature = "ilp")]
#[test]
fn the_program_serves_broadcasts_too() {
    let place = Place::new();
    let ended = place.shell("$I solve ring 5 broadcast --method ilp");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
}

#[cfg(feature = "ilp")]
#[test]
fn the_result_of_a_front_names_its_task() {
    let place = Place::new();
    let result = super::document(&place.shell("$I solve ring 4 total-exchange --pareto --json"));
    assert_eq!((&result["network"], &result["nodes"]), (&"ring".into(), &4.into()));
    assert!(result["task"].as_str().is_some_and(|task| task.starts_with("total exchange")), "{result}");
}

#[test]
fn an_exported_program_names_its_task() {
    let place = Place::new();
    for format in ["opb", "lp", "mps"] {
        let text = out(&place, &format!("export ring 5 total-exchange --to {format} --horizon 4"));
        for words in ["task: total exchange", "ring, 5 nodes", "of at most 4 slots", "variables, "] {
            let comment = text.lines().find(|line| line.contains(words));
            assert!(comment.is_some_and(|line| line.starts_with(['*', '\\'])), "{format}, {words}: {text}");
        }
    }
    // Nothing of it in a table for programs.
    let result = place.shell("$I solve task.json -o c.json && $I export c.json --to csv");
    assert!(result.out.contains("\nslot,from,to,") || result.out.contains("slot,from,to,"), "{}", result.out);
}

#[test]
fn a_result_is_shown_in_words_as_a_report_and_no_proof() {
    let place = Place::new();
    place.shell("$I solve ring 5 total-exchange --objective average-delay --count 2 --json >r.json");
    let shown = out(&place, "show r.json");
    for line in [
        "result           solve: optimal, exit code 0\n",
        "input            ring 5 total-exchange --objective average-delay --count 2\n",
        "completion time  6, bound 6 for all schedules, gap 0\n",
        "total of each node 26, bound 26 for all schedules of any length, gap 0\n",
        "A report of a run, not checked here",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

#[test]
fn a_delay_says_whose_packets_it_counts() {
    let place = Place::new();
    for (words, per, total) in
        [("ring 5 total-exchange", "node", 8), ("ring 6 total-exchange --method stages", "network", 84)]
    {
        let words = format!("solve {words} --objective average-delay --json");
        let solved = super::document(&place.shell(&format!("$I {words} >r.json; cat r.json")));
        assert_eq!(
            (&solved["delay"]["per"], &solved["delay"]["total"]),
            (&per.into(), &total.into()),
            "{words}"
        );
        let table = out(&place, "table r.json");
        assert!(table.contains(&format!(",{total},{per},")), "{table}");
    }
}

#[test]
fn words_stay_whole_in_tables_that_are_too_narrow_for_them() {
    let place = Place::new();
    assert_eq!(place.shell("$I solve ring 5 total-exchange -o c.json").code, Some(0));
    for (columns, whole) in [(66, "claimed  completion time\n"), (67, "\n│ completion      3  ")] {
        let shown = place.shell(&format!("COLUMNS={columns} $I show c.json")).out;
        assert!(shown.contains(whole), "{columns}: {shown}");
        let longest = shown.lines().map(|line| line.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= columns), "{columns}: {shown}");
    }
}

#[test]
fn a_schedule_is_not_taken_from_a_certificate_that_is_refused() {
    let place = Place::new();
    assert_eq!(place.shell("$I solve star 3 total-exchange -o c.json -q").code, Some(0));
    place.shell("sed -i 's/\"value\":/\"value\":1/' c.json");
    let ended = place.run(&["solve", "star", "3", "scatter", "0", "--from", "c.json", "-o", "made.json"]);
    assert!(ended.code == Some(1) && ended.err.contains("c.json: refused: "), "{}", ended.err);
    assert!(!place.path("made.json").exists());
}
