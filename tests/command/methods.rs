//! `isotask methods`: the register as it is listed, and which methods suit a task.

use super::{Place, document, fails};

#[test]
fn every_method_is_listed_with_its_sentence_and_source() {
    let place = Place::new();
    let ended = place.run(&["methods", "--json"]);
    let listed = document(&ended);
    let methods = listed["methods"].as_array().unwrap();
    assert_eq!(methods.len(), isotask::solve::METHODS.len());
    assert!(methods.len() >= 27);
    let help = place.run(&["solve", "--help"]).out;
    let table = place.shell("COLUMNS=1000 $I methods").out;
    for method in methods {
        let word = |key: &str| method[key].as_str().unwrap();
        assert!(word("sentence").len() > 20 && word("source").len() > 1, "{method}");
        assert!(method.get("used").is_none() && method.get("unsuited").is_none(), "{method}");
        assert!(help.contains(&format!("- {}:", word("word"))), "{method}");
        assert!(table.contains(word("sentence")) && table.contains(word("source")), "{method}");
    }
}

#[test]
fn every_method_suits_a_task_or_gives_the_reason_that_solve_gives() {
    let place = Place::new();
    for (words, suited) in [
        (vec!["hypercube", "2", "total-exchange"], ["quotient", "tried"]),
        (vec!["star", "4", "total-exchange"], ["job-shop", "tried"]),
        (vec!["torus", "3x3", "scatter"], ["flow", "tried"]),
        (vec!["ring", "5", "demands", "0:2:3"], ["critical-first", "on request"]),
    ] {
        let made = place.run(&[&["new"], words.as_slice(), &["-o", "t.json"]].concat());
        assert_eq!(made.code, Some(0), "{}", made.err);
        let listed = document(&place.run(&["methods", "t.json", "--json"]));
        for method in listed["methods"].as_array().unwrap() {
            let (word, used) = (method["word"].as_str().unwrap(), method["used"].as_str());
            let unsuited = method["unsuited"].as_str();
            assert!(used.is_some() != unsuited.is_some(), "{method}");
            if word == suited[0] {
                assert_eq!(used, Some(suited[1]), "{words:?}");
            }
            let solved = place.run(&["solve", "t.json", "--method", word]);
            match unsuited {
                Some(reason) => assert!(solved.code == Some(2) && solved.err.contains(reason), "{solved:?}"),
                None => assert!(!solved.err.contains("not of this task"), "{solved:?}"),
            }
        }
        let table = place.run(&["methods", "t.json"]).out;
        assert!(table.contains("Methods that suit this task:") && table.contains("The others, and why not:"));
    }
    fails(
        &place.run(&["solve", "t.json", "--method", "hall"]),
        "method hall is one of isotropic tasks on hypercubes, tori and rings, not of this task",
    );
}

#[test]
fn tables_and_lines_fold_at_the_given_columns_without_loss() {
    let place = Place::new();
    place.put(
        "named.json",
        super::CUBE.replace(r#""format""#, &format!(r#""name":"{}","format""#, "word ".repeat(60))),
    );
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).collect::<String>().len();
    let folds = ["$I methods", "$I methods named.json", "$I solve named.json", "$I claims P3"];
    for command in folds.into_iter().filter(|command| cfg!(feature = "claims") || *command != "$I claims P3")
    {
        let whole = place.shell(&format!("COLUMNS=10000 {command}")).out;
        assert!(whole.lines().any(|line| line.chars().count() > 120), "{command}: {whole}");
        // Lists of prose are as wide in a pipe as people read them.
        if !command.contains("solve") {
            let piped = place.shell(command).out;
            let longest = piped.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!((90..=100).contains(&longest), "{command}: {longest} columns in a pipe");
            assert_eq!(words(&piped), words(&whole), "{command}");
        }
        for columns in [80, 200] {
            let folded = place.shell(&format!("COLUMNS={columns} {command}")).out;
            let longest = folded.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(longest <= columns, "{command}: {longest} of {columns} columns");
            assert_eq!(words(&folded), words(&whole), "{command}");
        }
    }
    for (command, put) in [("ring 4 total-exchange", "orbit.json"), ("torus 4x4 allgather", "gossip.json")] {
        assert_eq!(place.shell(&format!("$I solve {command} -o {put}")).code, Some(0), "{command}");
    }
    for command in [
        "$I solve ring 4 total-exchange --explain",
        "$I solve torus 5x5 total-exchange --objective completion-time-then-average-delay --explain",
        "$I solve incomplete-hypercube 11 total-exchange",
        "$I solve hypercube 4 allreduce",
        "$I solve hypercube 8 total-exchange --form intervals",
        "$I bound torus 4x6 total-exchange",
        "$I show orbit.json",
        "$I show gossip.json",
        "$I check orbit.json gossip.json",
        "$I show orbit.json --node 1",
    ] {
        let folded = place.shell(&format!("COLUMNS=80 {command}"));
        let longest = folded.out.lines().map(|line| line.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= 80), "{command}: {}{}", folded.out, folded.err);
    }
}

#[test]
fn a_report_says_what_keeping_to_symmetric_schedules_would_cost() {
    let place = Place::new();
    let solved = place.shell("$I solve ring 4 total-exchange -o orbit.json");
    let note = "note: schedules in which every node does the same (--symmetric) take 3 slots or more\n";
    assert!(solved.out.contains(note), "{}", solved.out);
    assert!(!place.shell("$I solve ring 5 total-exchange").out.contains("--symmetric"));
    let shown = place.shell("$I show orbit.json --node 1 --slots 0").out;
    assert!(shown.contains("│ slot                   neighbour   link   packet │"), "{shown}");
    assert!(shown.contains("sends to        0           1-     1 → 3  │"), "{shown}");
}

/// On the ring of 4 nodes asymmetric schedules take 2 slots; symmetric ones take 3 and have equal delay.
#[test]
fn the_second_objective_is_least_among_all_schedules_that_minimise_the_first() {
    let place = Place::new();
    let words = "$I solve ring 4 total-exchange --objective completion-time-then-average-delay";
    let solved = place.shell(words);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    for words in [
        "completion time  2 slots\n",
        "20 slots in total for all schedules of at most 2 slots, by links pooled",
        "optimal: no schedule is shorter (scope all); optimal: no schedule of at most 2 slots has less delay (scope \
         all, horizon 2)",
        "note: schedules in which every node does the same (--symmetric) take 3 slots or more",
    ] {
        assert!(solved.out.contains(words), "{words}: {}", solved.out);
    }
    // A method that makes the nodes alike leaves a gap.
    let alike = place.shell(&format!("{words} --method octr"));
    assert_eq!(alike.code, Some(3), "{}", alike.out);
    for words in [
        "lower bound      3 slots for symmetric schedules, by best division",
        "lower bound      2 slots for all schedules, by the hops of all packets together\n",
        "5 slots in total for all schedules within the least symmetric completion time, by links pooled",
        "not proved optimal: gap 1 between 2 and 3 slots (scope all); no symmetric schedule is shorter (scope \
         isotropic); no schedule within the least symmetric completion time has less delay (scope all, horizon \
         critical)",
    ] {
        assert!(alike.out.contains(words), "{words}: {}", alike.out);
    }
    let json = place.shell(&format!("{words} --method octr --json")).out;
    let result: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&result["status"], &result["bound"], &result["gap"]),
        (&"upper-bound".into(), &2.into(), &1.into())
    );
}

#[test]
fn a_request_for_symmetric_schedules_reports_on_symmetric_schedules() {
    let place = Place::new();
    let words = "$I solve ring 4 total-exchange --objective completion-time-then-average-delay --symmetric";
    let solved = place.shell(words);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    for words in [
        "lower bound      3 slots for symmetric schedules, by best division",
        "lower bound      2 slots for all schedules, by the hops of all packets together\n",
        "optimal: no symmetric schedule is shorter (scope isotropic); optimal: no schedule within the least symmetric \
         completion time has less delay (scope all, horizon critical)",
    ] {
        assert!(solved.out.contains(words), "{words}: {}", solved.out);
    }
}

#[test]
fn intervals_are_listed_as_intervals_and_not_said_to_be_wide() {
    let place = Place::new();
    let few = place.shell("$I solve hypercube 3 total-exchange --form intervals").out;
    assert!(few.contains("\nSchedule in intervals: ") && few.contains("│ slots"), "{few}");
    let many = place.shell("$I solve hypercube 20 total-exchange").out;
    assert!(
        many.contains("(the intervals are not drawn: more than 32 of them; solve -o FILE keeps it"),
        "{many}"
    );
    assert!(!many.contains("links; solve"), "{many}");
}

/// Each line of the guide's table begins with the words of the methods that it is about.
#[test]
fn the_guide_has_a_line_for_every_method_and_no_other() {
    let guide = include_str!("../../src/guide/methods.md");
    let cell = |line: &'static str| line.strip_prefix("| `")?.split(" (").next()?.split(" |").next();
    let words = |cell: &'static str| cell.split('`').step_by(2).filter(|word| !word.is_empty());
    let lines = guide.lines().filter(|line| !line.starts_with("| `--method`"));
    let listed: Vec<&str> = lines.filter_map(cell).flat_map(words).collect();
    for method in isotask::solve::METHODS.iter().map(|method| method.word()) {
        assert!(listed.contains(&method), "src/guide/methods.md has no line for {method}");
    }
    for word in listed {
        assert!(isotask::solve::method(word).is_some(), "src/guide/methods.md has a line for {word}");
    }
}
