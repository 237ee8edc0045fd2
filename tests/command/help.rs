//! Help, the manual, completion, and the reports of commands on their results.

use super::{Place, document};

const COMMANDS: [&str; 24] = [
    "proof",
    "table",
    "new",
    "solve",
    "bound",
    "check",
    "show",
    "export",
    "hull",
    "machines",
    "messages",
    "rate",
    "decompose",
    "methods",
    "networks",
    "claims",
    "crosscheck",
    "tree",
    "symmetry",
    "route",
    "channels",
    "deadlock",
    "completions",
    "man",
];

fn run(place: &Place, words: &str) -> super::Ended {
    place.run(&words.split(' ').collect::<Vec<_>>())
}

/// The lines under `Examples:`.
fn examples(help: &str) -> Vec<String> {
    let after = help.split("Examples:\n").nth(1).unwrap();
    let block = after.split("\n\n").next().unwrap();
    block.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn help_shows_examples_before_the_options() {
    let place = Place::new();
    for command in COMMANDS {
        let help = run(&place, &format!("help {command}"));
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""), "{command}");
        assert_eq!(help.out, run(&place, &format!("{command} --help")).out);
        let at = |words: &str| help.out.find(words).unwrap_or_else(|| unreachable!("{command}: {words}"));
        assert!(at("Examples:\n") < at("Usage: ") && at("Usage: ") < at("Options:"), "{}", help.out);
        assert!(!examples(&help.out).is_empty());
    }
    let help = place.run(&["help"]).out;
    assert!(help.contains("Examples:\n  isotask solve hypercube 4 total-exchange\n"), "{help}");
    assert_eq!(help, place.run(&["--help"]).out);
    let unknown = place.run(&["help", "fly"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (Some(2), ""));
}

/// The examples of all commands, one after the other, in one folder.
#[test]
fn every_example_runs() {
    let place = Place::new();
    place.put("demands.csv", "from,to,count\n0,2,3\n3,1\n");
    place.put("m.csv", "2,1\n0,2\n1,0\n");
    place.put("mine.json", r#"{"format":"isotask.claims/1","claims":[]}"#);
    place.put("ring.json", run(&place, "solve ring 8 total-exchange --json").out);
    let mut ran = 0;
    for command in COMMANDS {
        for line in examples(&run(&place, &format!("help {command}")).out) {
            let programs = ["ilp", "mesh.certificate", "isotask proof", "isotask crosscheck"]
                .iter()
                .any(|word| line.contains(word));
            let claims = ["isotask claims", "isotask crosscheck"].iter().any(|words| line.starts_with(words));
            let is_possible = (cfg!(feature = "ilp") || !programs) && (cfg!(feature = "claims") || !claims);
            let Some(words) = line.strip_prefix("isotask ").filter(|_| is_possible) else { continue };
            let ended = run(
                &place,
                words
                    .split([' '])
                    .take_while(|word| !matches!(*word, ">" | "|"))
                    .collect::<Vec<_>>()
                    .join(" ")
                    .as_str(),
            );
            assert!(matches!(ended.code, Some(0 | 1 | 3)), "{line}: {ended:?}");
            assert_eq!(ended.err, "", "{line}");
            ran += 1;
        }
    }
    assert!(ran >= 30, "{ran} examples");
}

#[test]
fn choosing_among_schedules_has_a_heading_of_its_own() {
    let help = Place::new().run(&["help", "solve"]).out;
    let (before, after) = help.split_once("How the schedule is made:\n").unwrap();
    for option in ["--method <", "--bias <", "--form <", "--from <", "--threads <", "--time-limit <"] {
        assert!(!before.contains(option) && after.contains(option), "{option}: {help}");
    }
    assert!(before.contains("--output <") && before.contains("--explain"), "{help}");
    let (_, words) = help.split_once("Of NETWORK TASK:\n").unwrap();
    for option in ["--ports <", "--objective <", "--count <"] {
        assert!(words.contains(option), "{option}: {help}");
    }
    assert!(!words.contains("--output <") && !words.contains("--json"), "{help}");
}

#[test]
fn the_manual_has_grammar_examples_exit_codes_and_references() {
    let place = Place::new();
    let manual = place.run(&["man"]).out.replace("\\-", "-").replace("\\&", "");
    for words in [
        ".SH EXAMPLES\n",
        ".SH NETWORKS, TASKS AND NODES\n",
        "circulant N STEP,STEP,…",
        "neighbourhood-exchange K L",
        "0b101 is binary",
        "isotask solve hypercube 4 total-exchange --ports one\n",
        ".SH EXIT STATUS\n",
        "130  interrupted",
        ".SH REFERENCES\n",
        "P1: Varvarigos & Bertsekas, Communication Algorithms for Isotropic Tasks in Hypercubes and Wraparound Meshes, 1992\n",
        "P2: ",
        "P3: ",
        "P4: Katseff, Incomplete Hypercubes, 1988\n",
        "P5: ",
    ] {
        assert!(manual.contains(words), "{words}: {manual}");
    }
    let sections: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    let order = ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "COMMANDS"];
    assert_eq!(sections[..5], order);
    let last = ["NETWORKS, TASKS AND NODES", "EXIT STATUS", "REFERENCES"];
    assert_eq!(sections[sections.len() - 3..], last, "{sections:?}");
    // Between them the options, and every command under a heading of its own.
    assert!(sections[5..sections.len() - 3].contains(&"OPTIONS"), "{sections:?}");
    for command in COMMANDS {
        assert!(manual.contains(&format!("\n.SS {command}\n")), "{command}");
    }
    let help = place.run(&["help", "new"]).out;
    for word in
        ["all-to-all", "alltoall", "broadcast", "bcast", "reduce", "allgather", "all-gather", "neighborhood"]
    {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn completion_knows_networks_tasks_objectives_ports_and_methods() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = place.run(&["completions", shell]).out;
        for word in ["one-half-duplex", "completion-time-then-average-delay", "job-shop", "dateline"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    for shell in ["bash", "zsh"] {
        let script = place.run(&["completions", shell]).out;
        for word in
            ["cube-connected-cycles", "incomplete-hypercube", "all-to-all", "multinode-broadcast", "bcast"]
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // Where a file may stand as well.
    let script = place.run(&["completions", "zsh"]).out;
    assert!(script.starts_with("#compdef isotask\n") && script.contains(":_isotask_words"), "{script}");
    // What bash offers behind a command, and behind a network.
    place.put("isotask.bash", place.run(&["completions", "bash"]).out);
    for (typed, offered) in [
        ("solve t", "torus"),
        ("solve ring 5 t", "total-exchange"),
        ("new ring 5 sc", "scatter"),
        ("solve ri", "ring"),
        ("so", "solve"),
    ] {
        let line = format!(
            "bash -c 'source ./isotask.bash; COMP_WORDS=(isotask {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); \
             _isotask_task isotask \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[*]}}\"'"
        );
        assert_eq!(place.shell(&line).out.trim(), offered, "{typed}");
    }
}

#[test]
fn slots_of_every_schedule_are_shown_without_a_node() {
    let place = Place::new();
    for words in [
        "hypercube 4 total-exchange",
        "torus 4x3 total-exchange --form intervals",
        "hypercube 4 allgather",
        "torus 4x3 reduce-scatter --count 2",
    ] {
        let solved = run(&place, &format!("solve {words} -o c.json"));
        assert_eq!(solved.code, Some(0), "{words}: {}", solved.err);
        let shown = run(&place, "show c.json --slots 1..3");
        let node = run(&place, "show c.json --node 0 --slots 1..3");
        assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""), "{words}");
        let title = shown.out.split_once("every other node does the same, translated:\n").unwrap();
        assert_eq!(Some(title.1), node.out.split_once("\n\n").map(|parts| parts.1), "{words}");
    }
    assert_eq!(run(&place, "solve hypercube 3 gather 5 -o c.json").code, Some(0));
    let all = run(&place, "show c.json").out;
    let some = run(&place, "show c.json --slots 1..3").out;
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().filter(|line| line.starts_with("│ 1 ") || line.starts_with("│ 2 "));
        rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!((rows(&some).len(), rows(&some)), (2, rows(&all)), "{some}{all}");
    assert!(!some.contains("│ 0 "), "{some}");
    super::fails(
        &run(&place, "show c.json --slots 9..99"),
        "--slots 9..99: the schedule has 3 slots, numbered from 0",
    );
}

#[test]
fn a_drawing_that_is_left_out_names_the_command_that_shows_it() {
    let place = Place::new();
    let remedy = "isotask show FILE --slots A..B shows some; isotask draw FILE -o PICTURE.svg draws up to 2^20 moves, \
         isotask export FILE --to csv writes up to 2^24, of some slots with --slots A..B)\n";
    for words in ["hypercube 7 total-exchange", "incomplete-hypercube 40 total-exchange"] {
        let solved = run(&place, &format!("solve {words} -o c.json"));
        assert!(solved.out.contains(remedy), "{words}: {}", solved.out);
        assert!(run(&place, "show c.json").out.contains(remedy), "{words}");
        assert_eq!(run(&place, "show c.json --slots 0..2").code, Some(0), "{words}");
        assert_eq!(run(&place, "draw c.json -o c.svg").code, Some(0), "{words}");
        assert_eq!(run(&place, "export c.json --to csv").code, Some(0), "{words}");
    }
    for (words, remedy) in [
        ("show hypercube 6 total-exchange", "isotask show --json lists them)"),
        ("show ring 13 demands 0:5", "isotask show --json lists them)"),
        ("tree bst 7", "--node V shows a node, --subtrees the sizes of the subtrees)"),
        ("channels hypercube 6", "more; isotask channels … -o FILE writes all)"),
    ] {
        let out = run(&place, words).out;
        assert!(out.contains(remedy), "{words:?}: {out}");
    }
}

#[test]
fn an_output_is_named_when_it_is_written() {
    let place = Place::new();
    let both = run(&place, "solve task.json -o c.json --schedule s.json");
    assert!(
        both.out.ends_with("wrote the certificate to c.json\nwrote the schedule to s.json\n"),
        "{}",
        both.out
    );
    let beside = run(&place, "solve task.json -o - --schedule s.json");
    assert!(beside.err.ends_with("wrote the schedule to s.json\n"), "{}", beside.err);
    assert!(beside.out.starts_with("{\"format\":\"isotask.certificate/1\""));
    let quiet = run(&place, "solve task.json -o c.json --json");
    assert_eq!(document(&quiet)["status"], "optimal");
    assert!(!quiet.out.contains("wrote") && quiet.err.is_empty());
    for (words, last) in [
        ("new ring 5 gather -o t.json", "wrote the task to t.json\n"),
        ("channels ring 5 --rule dateline -o r.json", "wrote the channels to r.json\n"),
        ("export c.json --to csv -o t.csv", "wrote the export (csv) to t.csv\n"),
    ] {
        let ended = run(&place, words);
        assert!(ended.code == Some(0) && ended.out.ends_with(last), "{words}: {ended:?}");
    }
}

#[cfg(not(feature = "claims"))]
#[test]
fn a_build_without_claims_reports_that() {
    let ended = super::Place::new().run(&["claims", "P1.ring"]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains("built without the papers' claims"), "{}", ended.err);
}

#[cfg(not(feature = "ilp"))]
#[test]
fn a_build_without_programs_reports_that_when_one_is_requested() {
    let place = super::Place::new();
    for words in [&["solve", "task.json", "--method", "ilp"][..], &["solve", "task.json", "--pareto"]] {
        let ended = place.run(words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words:?}");
        assert!(ended.err.contains("built without HiGHS, which integer programs need"), "{}", ended.err);
    }
    let help = place.run(&["solve", "--help"]).out;
    assert!(!help.contains("--pareto") && !help.contains("- ilp"), "{help}");
}
