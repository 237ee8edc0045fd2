//! Tasks on the command line: a file, or the words of `isotask new`.

use super::{ISOTASK, Place, document, fails};
use serde_json::Value;

fn run(place: &Place, words: &str) -> super::Ended {
    place.run(&words.split(' ').collect::<Vec<_>>())
}

#[test]
fn every_command_of_a_task_takes_it_in_words() {
    let place = Place::new();
    let words = "hypercube 3 total-exchange --ports one --objective average-delay --count 2";
    assert_eq!(run(&place, &format!("new {words} -o t.json")).code, Some(0));
    for command in ["solve", "bound", "methods", "show"] {
        let said = run(&place, &format!("{command} {words}"));
        let filed = run(&place, &format!("{command} t.json"));
        assert_eq!((said.code, &said.out, &said.err), (filed.code, &filed.out, &filed.err), "{command}");
        assert_eq!(said.code, Some(0), "{command}: {}", said.err);
        let said = document(&run(&place, &format!("{command} {words} --json")));
        assert_eq!(said["input"], words, "{command}");
    }
    let model = run(&place, &format!("export {words} --to opb --horizon 30"));
    assert_eq!(model.code, Some(0), "{}", model.err);
    assert_eq!(model.out, run(&place, "export t.json --to opb --horizon 30").out);
}

#[test]
fn the_certificate_of_a_task_in_words_is_that_of_its_file() {
    let place = Place::new();
    assert_eq!(run(&place, "new torus 4x3 scatter (1,2) -o t.json").code, Some(0));
    let said = run(&place, "solve torus 4x3 scatter (1,2) -o -");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out, run(&place, "solve t.json -o -").out);
}

#[test]
fn a_single_word_is_read_as_a_file_unless_it_names_a_network() {
    let place = Place::new();
    fails(&run(&place, "solve missing"), "cannot read missing: No such file or directory");
    fails(&run(&place, "solve ring"), "the number of nodes of the ring is missing");
    place.put("ring", place.text("task.json"));
    assert_eq!(run(&place, "bound ring").code, Some(0));
    let piped = place.run_with(ISOTASK, &["bound", "-"], place.text("task.json").as_bytes());
    assert_eq!(piped.code, Some(0));
    fails(&run(&place, "solve task.json extra"), "\"extra\" is left over after the file task.json");
    for option in ["--ports one", "--objective average-delay", "--count 2"] {
        let name = option.split(' ').next().unwrap();
        fails(
            &run(&place, &format!("solve task.json {option}")),
            &format!("{name} is one of NETWORK TASK in words; a file says its own"),
        );
    }
}

#[test]
fn faulty_words_are_refused_with_their_place() {
    let place = Place::new();
    for (words, message) in [
        ("solve hypercube 4", "no task, expected one of total-exchange (all-to-all, alltoall), "),
        (
            "bound hypercube 63 gather",
            "hypercube 63 gather: at network.dimension: dimension 63, expected 1 to 62",
        ),
        ("show ring 5 total-exchange extra", "\"extra\" is left over after the task"),
        ("methods a.json b.json", "cannot read a.json: No such file or directory"),
        ("solve ring 5 demands 0:7", "ring 5 demands 0:7: at task.packets[0].to: node 7, expected at most 4"),
        (
            "show ring 5 gather --node 1",
            "ring 5 gather: a task without task matrices, expected demands on a hypercube, torus or ring",
        ),
    ] {
        let ended = run(&place, words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words}");
        assert!(ended.err.starts_with(&format!("error: {message}")), "{words}: {}", ended.err);
    }
    let fault = document(&run(&place, "bound hypercube 63 gather --json"));
    assert_eq!(fault["error"]["place"], "network.dimension");
}

#[test]
fn packets_that_may_deadlock_are_said_in_words_too() {
    let place = Place::new();
    assert_eq!(run(&place, "new ring 4 demands 0:2 1:3 2:0 3:1 --count 2 -o across.json").code, Some(0));
    let filed = run(&place, "deadlock --task across.json --order by-source");
    assert_eq!(filed.code, Some(1), "{}", filed.err);
    for words in ["across.json", "ring 4 demands 0:2 1:3 2:0 3:1 --count 2"] {
        let said = run(&place, &format!("deadlock {words} --order by-source"));
        assert_eq!((said.code, &said.out), (filed.code, &filed.out), "{words}");
    }
    let alone = run(&place, "deadlock ring 5");
    assert_eq!(alone.out, run(&place, "deadlock ring 5 total-exchange").out);
    let combined = super::channels::COMBINED;
    fails(&run(&place, "deadlock ring 5 reduce-scatter"), &format!("ring 5 reduce-scatter: {combined}"));
    assert_eq!(run(&place, "deadlock --task across.json --count 2").code, Some(2));
}

/// Returns the kind in the file for a common name of a task.
fn kind(place: &Place, words: &str) -> Value {
    let made = run(place, &format!("new hypercube 3 {words}"));
    assert_eq!(made.code, Some(0), "{words}: {}", made.err);
    serde_json::from_str::<Value>(&made.out).unwrap()["task"]["kind"].clone()
}

#[test]
fn tasks_are_called_as_people_call_them() {
    let place = Place::new();
    for (words, name) in [
        ("all-to-all", "total-exchange"),
        ("alltoall", "total-exchange"),
        ("all-gather", "multinode-broadcast"),
        ("allgather", "multinode-broadcast"),
        ("broadcast 5", "single-node-broadcast"),
        ("bcast", "single-node-broadcast"),
        ("reduce", "single-node-accumulation"),
        ("reduce-scatter", "multinode-accumulation"),
        ("neighborhood 1 2", "neighbourhood-exchange"),
        ("neighborhood-exchange 1 2", "neighbourhood-exchange"),
    ] {
        assert_eq!(kind(&place, words), name, "{words}");
    }
}

#[test]
fn a_wrong_word_is_answered_with_the_nearest_and_with_all() {
    let place = Place::new();
    for (words, beginning) in [
        (
            "new hypercub 3 gather",
            "network \"hypercub\"; did you mean hypercube? expected one of hypercube, torus,",
        ),
        ("solve scatter 3", "scatter is a task, expected a network before it, such as ring 5 scatter"),
        (
            "new stencil 4x4 5-point",
            "stencil is a task, expected a network before it, such as ring 5 stencil",
        ),
        ("new Torus 3x3 gather", "network \"Torus\"; did you mean torus? expected one of hypercube, torus,"),
        (
            "new ring 3 brodcast",
            "task \"brodcast\"; did you mean broadcast? expected one of total-exchange (all-to-all,",
        ),
        (
            "solve ring 3 all2all",
            "task \"all2all\"; did you mean alltoall? expected one of total-exchange (all-to-all,",
        ),
        (
            "solve ring 3 reducescatter",
            "task \"reducescatter\"; did you mean reduce-scatter? expected one of",
        ),
        (
            "new hyper 3 gather",
            "network \"hyper\"; did you mean hypercube? expected one of hypercube, torus,",
        ),
        ("solve 6-cube total-exchange", "network \"6-cube\"; did you mean hypercube 6?"),
        ("new 4x4-torus gather", "network \"4x4-torus\"; did you mean torus 4x4?"),
        (
            "solve torus 8x8 neighbourhood-exchange 1,2",
            "neighbourhood-exchange \"1,2\"; did you mean neighbourhood-exchange 1 2?",
        ),
        (
            "new zzz 3 gather",
            "network \"zzz\", expected one of hypercube, torus, ring, mesh, incomplete-hypercube,",
        ),
    ] {
        let ended = run(&place, words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words}");
        assert!(ended.err.starts_with(&format!("error: {beginning}")), "{words}: {}", ended.err);
    }
    for (words, hint) in [
        ("new ring 3 gather --objective average-dely", "'average-delay'"),
        ("new ring 3 gather --ports many", "expected all, one, one-half-duplex or a number of links"),
        ("solve ring 3 total-exchange --method quotent", "'quotient'"),
    ] {
        let ended = run(&place, words);
        assert_eq!(ended.code, Some(2));
        assert!(ended.err.contains(hint), "{words}: {}", ended.err);
    }
}

#[test]
fn reports_say_both_names_of_a_task_once() {
    let place = Place::new();
    for (words, line) in [
        ("hypercube 3 alltoall", "total exchange (all-to-all), 7 packets of each node"),
        ("hypercube 3 allgather", "multinode broadcast (allgather)"),
        ("hypercube 3 reduce-scatter", "multinode accumulation (reduce-scatter)"),
        ("hypercube 3 broadcast 5", "single node broadcast from node 5 = 101"),
        ("hypercube 3 reduce 5", "single node accumulation (reduce) at node 5 = 101"),
        ("star 3 alltoall", "total exchange (all-to-all), 5 packets of each node"),
        ("incomplete-hypercube 3 alltoall", "total exchange (all-to-all), 6 packets in all"),
        ("incomplete-hypercube 3 reduce 2", "single node accumulation (reduce) at node 2 = 10, "),
    ] {
        let shown = run(&place, &format!("show {words}"));
        assert!(shown.out.contains(&format!("task       {line}")), "{words}: {}", shown.out);
    }
}

#[test]
fn a_value_out_of_range_is_refused_with_its_line() {
    let place = Place::new();
    let task = |radix: u64, coordinate: u64, count: u64, ports: u64| {
        format!(
            "{{ \"format\": \"isotask.task/1\",\n  \"network\": {{ \"kind\": \"torus\", \"radices\": [4, {radix}] }},\n  \
             \"task\": {{ \"kind\": \"isotropic\", \"packets\": [\n    {{ \"offset\": [1, {coordinate}], \"count\": {count} }}] }},\n  \
             \"ports\": {{ \"at-most\": {ports} }}, \"objective\": \"completion-time\" }}\n"
        )
    };
    let radix = "line 2, column 48, at network.radices[1]: radix 1, expected at least 2";
    let coordinate = "line 4, column 21, at task.packets[0].offset[1]: coordinate 9, expected 0 to 3";
    let count =
        "line 4, column 34, at task.packets[0].count: count 0, expected at least 1; leave such packets out";
    let ports = "line 5, column 25, at ports.at-most: 0 ports, expected at least 1";
    for (text, faults) in [
        // Whether a coordinate is too great is open where the radix is.
        (task(1, 9, 0, 0), vec![radix, count, ports]),
        (task(4, 9, 0, 0), vec![coordinate, count, ports]),
        (task(4, 1, 0, 0), vec![count, ports]),
        (task(4, 1, 1, 0), vec![ports]),
    ] {
        place.put("bad.json", &text);
        let told = faults.iter().fold(String::new(), |told, fault| told + "error: bad.json: " + fault + "\n");
        for command in ["solve", "bound", "show", "draw", "methods"] {
            let ended = run(&place, &format!("{command} bad.json"));
            assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (Some(2), "", told.as_str()));
        }
    }
}

/// A person's first file: an unknown word, a string for a number, a key of another name, a node that does not
/// exist, a packet to its own sender, a key that is missing.
const FIRST_FILE: &str = r#"{
  "format": "isotask.task/1",
  "nmae": "mine",
  "network": { "kind": "torus", "radices": [4, "4"] },
  "task": { "kind": "demands", "packets": [
    { "from": 0, "to": 99 },
    { "from": 3, "to": 3, "count": 0 },
    { "from": 1, "two": 2 } ] },
  "ports": "two"
}
"#;

#[test]
fn all_mistakes_of_a_file_are_told_at_once_with_place_and_remedy() {
    let place = Place::new();
    place.put("mine.json", FIRST_FILE);
    let ended = run(&place, "solve mine.json");
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    let told: Vec<&str> = ended.err.lines().collect();
    let expected = [
        "line 3, column 8, at nmae: found the unknown key \"nmae\", expected one of \"format\", \"name\", \"network\", \"task\", \"ports\", \"objective\"; did you mean \"name\"?",
        "line 4, column 50, at network.radices[1]: found the string \"4\", expected an integer in plain digits from 0 to 2^64 − 1",
        "line 7, column 24, at task.packets[1].to: from and to are both node 3, expected two nodes; leave such packets out",
        "line 7, column 36, at task.packets[1].count: count 0, expected at least 1; leave such packets out",
        "line 8, column 22, at task.packets[2].two: found the unknown key \"two\", expected one of \"offset\", \"from\", \"to\", \"count\", \"length\", \"release\"; did you mean \"to\"?",
        "line 9, column 16, at ports: found the string \"two\", expected \"all\", \"one\", \"one-half-duplex\" or {\"at-most\": k}",
    ];
    for fault in expected {
        assert!(told.contains(&format!("error: mine.json: {fault}").as_str()), "{fault}\n{}", ended.err);
    }
    let result = document(&run(&place, "solve mine.json --json"));
    let (error, faults) = (&result["error"], result["error"]["faults"].as_array().unwrap());
    assert_eq!((&error["reason"], &error["place"]), (&"unknown-key".into(), &"nmae".into()));
    assert_eq!(error["message"], told[0].trim_start_matches("error: "));
    assert_eq!(faults.len(), told.len());
    assert_eq!((&faults[1]["line"], &faults[1]["column"]), (&4.into(), &50.into()));
    assert_eq!(
        (&faults[1]["place"], &faults[1]["reason"]),
        (&"network.radices[1]".into(), &"wrong-value".into())
    );
    // With the form mended, what the network forbids is told too.
    let mended =
        FIRST_FILE.replace("\"nmae\"", "\"name\"").replace("\"4\"", "4").replace("\"two\": 2", "\"to\": 2");
    place.put("mine.json", mended.replace("\"two\"", "\"all\", \"objective\": \"completion-time\""));
    let ended = run(&place, "solve mine.json");
    let places: Vec<&str> =
        ended.err.lines().filter_map(|line| line.split(", at ").nth(1)?.split(':').next()).collect();
    assert_eq!(
        places,
        ["task.packets[0].to", "task.packets[1].to", "task.packets[1].count"],
        "{}",
        ended.err
    );
}

#[test]
fn all_mistakes_of_words_are_told_at_once() {
    let place = Place::new();
    let ended = run(&place, "new torus 3x0x1 isotropic 1:0 --ports 0");
    let told = "error: at network.radices[1]: radix 0, expected at least 2\n\
                error: at network.radices[2]: radix 1, expected at least 2\n\
                error: at task.packets[0].count: count 0, expected at least 1; leave such packets out\n\
                error: at ports.at-most: 0 ports, expected at least 1\n";
    assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (Some(2), "", told));
    let solved = run(&place, "solve torus 3x0x1 isotropic 1:0 --ports 0");
    assert_eq!(solved.err, told.replace("error: ", "error: torus 3x0x1 isotropic 1:0 --ports 0: "));
}

#[test]
fn all_mistakes_of_a_certificate_are_told_at_once() {
    let place = Place::new();
    assert_eq!(run(&place, "solve task.json -o c.json").code, Some(0));
    let bad = place.text("c.json").replace("\"ports\":\"all\"", "\"ports\":{\"at-most\":\"2\"}");
    place.put("bad.json", bad.replace("\"scope\":\"all\"", "\"scope\":\"every\""));
    for command in ["check", "show", "cite", "draw"] {
        let ended = run(&place, &format!("{command} bad.json"));
        assert_eq!(ended.code, Some(2), "{command}");
        for fault in ["at task.ports.at-most: found the string \"2\"", "at claims[0].scope: found \"every\""]
        {
            assert!(ended.err.contains(fault), "{command}: {}", ended.err);
        }
    }
}

#[test]
fn words_inside_a_document_are_answered_with_the_nearest() {
    let place = Place::new();
    for (found, written, meant) in [
        ("\"hypercube\"", "\"hypercub\"", "\"hypercube\""),
        ("\"hypercube\"", "\"star\"", "\"kind\": \"cayley\", \"family\": \"star\""),
        ("\"total-exchange\"", "\"all-to-all\"", "\"total-exchange\""),
        ("\"total-exchange\"", "\"broadcast\"", "\"single-node-broadcast\""),
        ("\"all\"", "\"half-duplex\"", "\"one-half-duplex\""),
        ("\"completion-time\"", "\"completion\"", "\"completion-time\""),
        ("\"dimension\"", "\"dimensoin\"", "\"dimension\""),
    ] {
        place.put("bad.json", place.text("task.json").replace(found, written));
        let ended = run(&place, "solve bad.json");
        let hint = format!("; did you mean {meant}?\n");
        assert_eq!(ended.code, Some(2));
        // The key that was meant is not missing besides.
        assert!(ended.err.ends_with(&hint) && ended.err.lines().count() == 1, "{written}: {}", ended.err);
    }
}

/// Names of networks in other programs lead to our word for them.
#[test]
fn names_of_networks_in_other_programs_get_a_hint() {
    let place = Place::new();
    for (words, meant) in [
        ("grid 4x4", "mesh"),
        ("Clique 5", "complete"),
        ("k-ary-n-cube 4 2", "torus KxK…, with n times K"),
        ("4-ary-2-cube", "torus 4x4"),
        ("cycle 5", "ring"),
        ("toroid 4x4", "torus"),
    ] {
        let first = words.split(' ').next().unwrap();
        let said = format!("error: network \"{first}\"; did you mean {meant}?\n");
        let ended = run(&place, &format!("solve {words} total-exchange"));
        assert_eq!((ended.code, ended.err.as_str()), (Some(2), said.as_str()), "{words}");
    }
    for word in ["fat-tree", "Fat_Tree"] {
        let said = "which is a graph with switches, expected graph --edges FILE --switches NODES TASK…";
        fails(&run(&place, &format!("solve {word} 4 scatter")), &format!("network \"{word}\", {said}"));
    }
}

#[test]
fn ports_and_objective_of_a_file_are_optional_as_in_words() {
    let place = Place::new();
    place.put(
        "short.json",
        r#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},"task":{"kind":"total-exchange"}}"#,
    );
    assert_eq!(run(&place, "solve short.json -o a.json").code, Some(0));
    assert_eq!(run(&place, "solve ring 5 total-exchange -o b.json").code, Some(0));
    assert_eq!(place.text("a.json"), place.text("b.json"));
    assert_eq!(run(&place, "check a.json").code, Some(0));
}

#[test]
fn a_time_limit_has_a_unit_or_is_in_seconds() {
    let place = Place::new();
    for time in ["10s", "2m", "1h", "500ms", "7"] {
        assert_eq!(run(&place, &format!("solve task.json --time-limit {time}")).code, Some(0), "{time}");
    }
    let expected = "expected seconds, or a whole number with ms, s, m or h behind it, such as 90, 10s or 2m, up to a year";
    for time in ["soon", "0", "1.5s", "10S", "2 days", "366d", "-5s", "-1"] {
        let ended = place.run(&["solve", "task.json", "--time-limit", time]);
        let said = format!("error: invalid value '{time}' for '--time-limit <TIME>': {expected}");
        assert!(ended.code == Some(2) && ended.err.starts_with(&said), "{time}: {}", ended.err);
    }
    let ended = run(
        &place,
        "solve torus 6x7 total-exchange --objective average-delay --method ilp --time-limit 300ms",
    );
    #[cfg(feature = "ilp")]
    assert!(
        ended.out.contains("the time limit of 300 ms") || ended.code == Some(0),
        "{}{}",
        ended.out,
        ended.err
    );
    #[cfg(not(feature = "ilp"))]
    assert_eq!(ended.code, Some(2));
}

#[test]
fn a_task_too_large_for_a_matrix_names_the_method_that_needs_none() {
    let ended = run(&Place::new(), "solve hypercube 62 total-exchange");
    assert!(ended.code == Some(2) && ended.err.contains("--method windows needs none"), "{}", ended.err);
}
