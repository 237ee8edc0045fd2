//! Broadcasts, accumulations, scatter and gather as a person meets them.

use super::{Place, document, fails};

/// With `NAME.json` for each task of the 3-cube.
fn place() -> Place {
    let place = Place::new();
    for task in [
        "multinode-broadcast",
        "reduce-scatter",
        "scatter 5",
        "gather 5",
        "single-node-broadcast 5",
        "reduce",
    ] {
        let words: Vec<&str> = task.split(' ').collect();
        let file = format!("{}.json", words[0]);
        let ended = place.run(&[&["new", "hypercube", "3"], words.as_slice(), &["-o", &file]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{task}");
    }
    place
}

#[test]
fn every_task_is_written_bounded_solved_checked_and_shown() {
    let place = place();
    for (task, slots, sent) in [
        ("multinode-broadcast", 3, "7 of each node"),
        ("reduce-scatter", 3, "7 of each node"),
        ("scatter", 3, "12 in the network"),
        ("gather", 3, "12 in the network"),
        ("single-node-broadcast", 3, "7 in the network"),
        ("reduce", 3, "7 in the network"),
    ] {
        let (file, certificate) = (format!("{task}.json"), format!("{task}.certificate.json"));
        let bound = place.run(&["bound", &file]);
        assert_eq!((bound.code, bound.err.as_str()), (Some(0), ""), "{task}");
        assert!(bound.out.contains(&format!("│ {slots}       all schedules")), "{}", bound.out);
        let solved = place.run(&["solve", &file, "-o", &certificate, "--explain"]);
        assert_eq!((solved.code, solved.err.as_str()), (Some(0), ""), "{task}");
        for words in [
            format!("completion time  {slots} slots\n"),
            format!("transmissions    {sent}\n"),
            "optimal: no schedule is shorter (scope all); none has fewer transmissions (scope all)"
                .to_owned(),
        ] {
            assert!(solved.out.contains(&words), "{words}: {}", solved.out);
        }
        let checked = place.run(&["check", &certificate]);
        assert_eq!(checked.code, Some(0), "{}", checked.err);
        let shown = place.run(&["show", &certificate]);
        assert!(shown.out.contains("schedule: 3 slots"), "{}", shown.out);
        assert_eq!(place.run(&["show", &file]).code, Some(0));
        let json = document(&place.run(&["solve", &file, "--json"]));
        assert_eq!(json["claims"][0]["lower"]["value"].as_u64(), Some(slots));
        let number = |key: &str| json[key].as_u64();
        let nodes = number("nodes").unwrap();
        match number("transmissions_per_node") {
            Some(each) => {
                assert_eq!((number("transmissions"), sent.ends_with("node")), (Some(each * nodes), true));
            }
            None => assert!(number("transmissions").is_some() && sent.ends_with("network")),
        }
        let json = document(&place.run(&["bound", &file, "--json"]));
        assert_eq!(json["claims"][0]["lower"]["value"].as_u64(), Some(slots));
    }
}

#[test]
fn a_gap_is_printed_and_ends_with_3() {
    let place = Place::new();
    let words = [
        "new",
        "hypercube",
        "4",
        "single-node-broadcast",
        "--count",
        "3",
        "--ports",
        "one",
        "-o",
        "three.json",
    ];
    place.run(&words);
    // Latest useful packets meet the bound; those that follow each other along one tree do not.
    assert_eq!(place.run(&["solve", "three.json"]).code, Some(0));
    let ended = place.run(&["solve", "three.json", "--method", "sbt", "-o", "c.json"]);
    assert_eq!(ended.code, Some(3));
    assert!(
        ended.out.contains("not proved optimal: gap 6 between 6 and 12 slots (scope all)"),
        "{}",
        ended.out
    );
    assert_eq!(place.run(&["check", "c.json"]).code, Some(0));
    let widest = ended.out.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest <= 120, "{widest} characters: {}", ended.out);
}

#[test]
fn a_total_exchange_goes_down_the_hierarchy() {
    let place = place();
    place.run(&["new", "hypercube", "3", "total-exchange", "-o", "exchange.json"]);
    let recursive =
        place.run(&["solve", "exchange.json", "--method", "recursive", "--schedule", "exchange.s.json"]);
    assert_eq!(recursive.code, Some(0), "{}", recursive.err);
    for task in
        ["multinode-broadcast", "reduce-scatter", "scatter", "gather", "single-node-broadcast", "reduce"]
    {
        let (file, certificate) = (format!("{task}.json"), format!("{task}.from.json"));
        let ended = place.run(&["solve", &file, "--from", "exchange.s.json", "-o", &certificate]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(3), ""), "{task}");
        assert!(ended.out.contains("completion time  4 slots"), "{}", ended.out);
        assert_eq!(place.run(&["check", &certificate]).code, Some(0));
    }
    let ended = place.run(&["solve", "scatter.json", "--from", "single-node-broadcast.from.json"]);
    fails(
        &ended,
        "single-node-broadcast.from.json: method conversion: it is not one of a harder problem, with this root if it has one",
    );
    let ended = place.run(&["solve", "scatter.json", "--from", "exchange.s.json", "--explain"]);
    assert!(ended.out.contains(
        "what the given schedule of 4 slots does for this task; copies in vain and slots without a move dropped"
    ));
    let ended = place.run(&["solve", "exchange.json", "--from", "exchange.s.json"]);
    fails(&ended, "--from is for broadcasts, accumulations, scatter and gather on Cayley graphs");
    let ended = place.run(&["solve", "gather.json", "--from", "gather.json"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("is no format of this command"), "{}", ended.err);
}

/// Total exchanges in which nodes differ: of two classes of nodes, and of packets that are listed.
#[test]
fn a_total_exchange_of_classes_goes_down_the_hierarchy() {
    let place = Place::new();
    for (network, slots) in [("ring 8", 8), ("torus 4x3", 6)] {
        let words: Vec<&str> = network.split(' ').collect();
        let given = [&["solve"], words.as_slice(), &["total-exchange", "--schedule", "exchange.s.json"]];
        assert_eq!(place.run(&given.concat()).code, Some(0), "{network}");
        assert!(place.text("exchange.s.json").contains("\"kind\":\"orbit\""));
        for task in [
            "multinode-broadcast",
            "reduce-scatter",
            "scatter 5",
            "gather 5",
            "single-node-broadcast 5",
            "reduce",
        ] {
            let task: Vec<&str> = task.split(' ').collect();
            let from = ["--from", "exchange.s.json", "-o", "easier.json"];
            let ended = place.run(&[&["solve"], words.as_slice(), &task, &from].concat());
            assert!(matches!(ended.code, Some(0 | 3)), "{network} {task:?}: {}", ended.err);
            assert_eq!(place.run(&["check", "easier.json"]).code, Some(0), "{network} {task:?}");
            let time = ended.out.lines().find_map(|line| line.strip_prefix("completion time"));
            let time = time.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            assert!(time.is_some_and(|time| time <= slots), "{network} {task:?}: {time:?}");
        }
    }
}

#[test]
fn a_half_duplex_total_exchange_that_is_accepted_is_shown() {
    let place = Place::new();
    let certificate = r#"{"format":"isotask.certificate/1","task":{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":1},"task":{"kind":"total-exchange"},"ports":"one-half-duplex","objective":"completion-time"},"schedule":{"kind":"explicit","packets":[[0,1],[1,0]],"slots":[[[0,0,1]],[[1,1,0]]]},"claims":[{"quantity":"completion-time","value":2,"scope":"all","lower":{"kind":"volume","value":2},"status":"optimal"}]}"#;
    place.put("half.json", certificate);
    assert_eq!(place.run(&["check", "half.json"]).code, Some(0));
    let shown = place.run(&["show", "half.json"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    assert!(shown.out.contains("ports      one of 1, to send or to receive"), "{}", shown.out);
    assert!(shown.out.contains("0→1"), "{}", shown.out);
    let node = place.run(&["show", "half.json", "--node", "1"]);
    assert!(node.out.contains("receives from") && node.out.contains("0 → 1"), "{}", node.out);
}

/// Slots and bound, the ports and the way in which links lead being those of the network.
#[test]
fn an_allreduce_on_any_network_is_checked_and_held_against_its_own_bound() {
    let place = place();
    place.put("ring.txt", "0 1 2\n1 2 2\n2 3 2\n3 0 2\n");
    place.put("ways.txt", "0 1\n1 2\n2 0\n");
    for (words, slots, bound) in [
        // Both nodes send what they have at once.
        ("ring 2 allreduce --count 5", 5, 5),
        // ⌈2 · 3 · 8 / 16⌉.
        ("graph --edges ring.txt allreduce --count 8", 3, 3),
        ("ways.txt --directed allreduce --count 3", 4, 4),
        // Ring: ⌈2 · 7 · 16 / 16⌉; with one port ⌈2 · 7 · 8 / 8⌉.
        ("ring 8 allreduce --count 16", 14, 14),
        ("ring 8 allreduce --count 8 --ports one", 14, 14),
        // Recursive doubling: as many slots as dimensions, for as many blocks.
        ("hypercube 4 allreduce", 4, 4),
        ("hypercube 4 allreduce --count 4", 4, 4),
        ("hypercube 4 allreduce --ports one", 4, 4),
        ("torus 4x4 allreduce --count 4", 4, 4),
        ("complete 5 allreduce", 1, 1),
        // One block by windows that grow both ways, as far as the farthest node is.
        ("ring 9 allreduce", 4, 4),
        ("mesh 4x4 allreduce --count 2", 6, 6),
        // From one end to the other, a block in each slot.
        ("mesh 6 allreduce --count 7", 11, 11),
        // ⌈2 · 4 · 2 / 2⌉.
        ("ring 5 allreduce --count 2 --ports one-half-duplex", 9, 8),
    ] {
        let line = format!("solve {words} --json -q -o allreduce.json");
        let ended = place.run(&line.split(' ').collect::<Vec<_>>());
        let json = document(&ended);
        assert_eq!((&json["completion_time"], &json["bound"]), (&slots.into(), &bound.into()), "{words}");
        assert_eq!(json["gap"], slots - bound, "{words}");
        assert_eq!(ended.code, Some(if slots == bound { 0 } else { 3 }), "{words}");
        assert!(json["task"].as_str().unwrap().starts_with("allreduce, "), "{words}: {}", json["task"]);
        assert_eq!(place.run(&["check", "allreduce.json"]).code, Some(0), "{words}");
        let shown = place.run(&["show", "allreduce.json"]);
        assert_eq!(shown.code, Some(0), "{words}");
        let is_apart = ["ring 9 allreduce", "mesh 4x4 allreduce --count 2"].contains(&words);
        assert_eq!(shown.out.contains("what came from all its neighbours"), is_apart, "{words}");
    }
}

#[test]
fn an_allreduce_is_refused_in_words_where_it_cannot_be_treated() {
    let place = place();
    place.run(&["solve", "hypercube", "3", "allreduce", "--count", "2", "-o", "a.json"]);
    for (words, told) in [
        ("draw a.json -o a.svg", "an allreduce, whose moves add to what a node has or replace it"),
        ("export a.json --to c", "an allreduce, whose moves either add or replace"),
        ("export a.json --to rounds", "an allreduce, whose moves either add or replace"),
        ("export a.json --to msccl-xml", "an allreduce, whose moves either add or replace"),
        ("export a.json --to coq", "not covered by the proof: an allreduce"),
        ("solve ring 4 allreduce --objective average-delay", "an objective of delay"),
        ("solve ring 4 allreduce --method hall", "method hall is one of isotropic tasks"),
        ("solve ring 4 allreduce --form intervals", "form intervals is for isotropic tasks"),
        ("solve ring 4 allreduce --symmetric", "symmetric is for isotropic tasks"),
        ("solve ring 4 gather --method halves", "method halves is one of allreduce, not of this task"),
        ("solve ring 4 allreduce --count 99999999", "of which schedules that list every move have at most"),
        (
            "solve ring 4 allreduce --ports one-half-duplex --method dimension-exchange",
            "method dimension-exchange: for full-duplex ports",
        ),
        ("solve star 4 allreduce --method dimension-exchange", "hypercubes, meshes, tori, complete graphs"),
    ] {
        let ended = place.run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(ended.code, Some(2), "{words}: {}{}", ended.out, ended.err);
        assert!(ended.err.contains(told), "{words}: {}", ended.err);
    }
    place.put("switch.txt", "0 3\n1 3\n2 3\n");
    // All parts go to the switch, which adds them, and the sum to all hosts.
    let ended = place.run(&["solve", "graph", "--edges", "switch.txt", "--switches", "3", "allreduce"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.out.contains("switches add and copy") && ended.out.contains(" 2 slots"), "{}", ended.out);
    let csv = place.run(&["export", "a.json", "--to", "csv"]);
    assert_eq!((csv.code, csv.out.lines().count()), (Some(0), 1 + 2 * 24), "{}", csv.err);
}

#[test]
fn one_node_is_shown_in_every_kind_of_schedule() {
    let place = place();
    place.run(&["solve", "multinode-broadcast.json", "-o", "m.json"]);
    place.run(&["solve", "reduce-scatter.json", "-o", "a.json"]);
    place.run(&["solve", "scatter.json", "-o", "s.json"]);
    // In the first slot of a broadcast a node sends its own packet, and each neighbour sends its own.
    let shown = place.run(&["show", "m.json", "--node", "6", "--slots", "0"]);
    assert_eq!(shown.out.matches("sends to").count(), 3, "{}", shown.out);
    assert_eq!(shown.out.matches("of 110").count(), 3, "{}", shown.out);
    assert!(shown.out.contains("receives from   111         bit 0   of 111"), "{}", shown.out);
    // In the last slot of an accumulation what arrives is for the node itself.
    let shown = place.run(&["show", "a.json", "--node", "6", "--slots", "2"]);
    assert_eq!(shown.out.matches("for 110").count(), 3, "{}", shown.out);
    let shown = place.run(&["show", "s.json", "--node", "5"]);
    assert_eq!(shown.out.matches("sends to").count(), 7, "the root sends to everybody else: {}", shown.out);
    assert!(!shown.out.contains("receives from"), "{}", shown.out);
}

#[test]
fn options_that_do_not_fit_a_collective_task_are_refused_with_the_reason() {
    let place = place();
    for (arguments, message) in [
        (
            vec!["solve", "scatter.json", "--method", "quotient"],
            "method quotient is one of isotropic tasks on Cayley graphs, not of this task",
        ),
        (
            vec!["solve", "task.json", "--method", "sbt"],
            "method sbt is one of single node broadcasts and accumulations, scatter and gather, not of this task",
        ),
        (
            vec!["solve", "scatter.json", "--method", "msbt"],
            "scatter.json: method msbt: for single node broadcasts and accumulations, not for this task",
        ),
        (vec!["solve", "scatter.json", "--bias", "average-delay"], "--bias goes with --method octr"),
        (vec!["new", "hypercube", "3", "scatter", "8"], "at task.root: node 8, expected at most 7"),
        (
            vec!["new", "hypercube", "3", "broadcast", "--objective", "average-delay"],
            "at objective: an objective of delay, expected completion-time for packets that are copied or combined, and for parcels",
        ),
        (
            vec!["export", "scatter.json", "--to", "opb"],
            "scatter.json: at task.kind: a broadcast, accumulation, scatter or gather, expected an isotropic task here",
        ),
    ] {
        fails(&place.run(&arguments), message);
    }
}
