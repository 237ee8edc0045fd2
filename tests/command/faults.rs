//! Refusals: faulty texts, faulty tasks, faulty calls, refused certificates.

#[path = "../../src/check/tests/reject/mod.rs"]
mod reject;

use super::{CUBE, Place, document, fails, models};

const USAGE: &str = "\n\nUsage: isotask";

#[test]
fn json_is_one_document_on_success_refusal_and_failure() {
    let place = Place::new();
    place.run(&["solve", "task.json", "-o", "c.json"]);
    place.put("bad.json", place.text("c.json").replacen("\"value\":2", "\"value\":1", 1));
    place.put("broken.json", "{");
    let cases: [(&[&str], i32, &str); 10] = [
        (&["solve", "task.json", "--json"], 0, "optimal"),
        (&["bound", "task.json", "--json"], 0, "bounded"),
        (&["show", "task.json", "--json"], 0, "done"),
        (&["check", "c.json", "--json"], 0, "verified"),
        (&["check", "bad.json", "--json"], 1, "refused"),
        (&["solve", "broken.json", "--json"], 2, "error"),
        (&["check", "missing.json", "--json"], 2, "error"),
        (&["solve", "--json"], 2, "error"),
        (&["check", "c.json", "c.json", "--json"], 0, "verified"),
        (&["solve", "task.json", "--threads", "0", "--json"], 2, "error"),
    ];
    for (words, code, status) in cases {
        let ended = place.run(words);
        assert_eq!(ended.code, Some(code), "{words:?}");
        assert_eq!(document(&ended)["status"], status, "{words:?}");
        assert_eq!(ended.err, "", "{words:?}");
    }
}

/// The fault is reported without a search of the distances of 2^40 pairs of nodes.
#[test]
fn a_fault_of_a_large_graph_is_told_without_its_diameter() {
    let place = Place::new();
    let task = r#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":1048576,"links":[[0,1]]},
        "task":{"kind":"neighbourhood-exchange"},"ports":"all","objective":"completion-time"}"#;
    place.put("task.json", task);
    let missing = place.run(&["show", "task.json"]);
    for key in ["min", "max"] {
        let said = format!("task.json: line 2, column 48, at task: missing key, expected \"{key}\"");
        assert!(missing.code == Some(2) && missing.err.contains(&said), "{}", missing.err);
    }
    place.put("task.json", task.replace("exchange\"", "exchange\",\"min\":1,\"max\":1"));
    let pairs = 1_u64 << 20;
    let said = format!("at task: {} pairs of nodes", pairs * (pairs - 1));
    let ended = place.run(&["show", "task.json"]);
    assert!(ended.code == Some(2) && ended.err.contains(&said), "{}", ended.err);
}

#[test]
fn faulty_texts_are_refused_with_their_place() {
    let place = Place::new();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        (
            "truncated",
            CUBE.as_bytes()[..40].to_vec(),
            "line 1, column 40, at network: the text ends inside a string",
        ),
        (
            "utf8",
            b"{\"name\":\"\xff\"}".to_vec(),
            "line 1, column 10: found bytes that are not UTF-8, expected a JSON text in UTF-8",
        ),
        (
            "deep",
            [b'['; 3000].to_vec(),
            "line 1, column 129: found lists and objects too deep, expected at most 128 levels",
        ),
        (
            "unknown",
            CUBE.replace("\"ports\"", "\"colour\":1,\"ports\"").into_bytes(),
            "line 1, column 113, at colour: found the unknown key \"colour\", expected one of \"format\", \"name\", \"network\", \"task\", \"ports\", \"objective\"",
        ),
        (
            "missing",
            CUBE.replace("\"task\":{\"kind\":\"total-exchange\"},", "").into_bytes(),
            "line 1, column 116: missing key, expected \"task\"",
        ),
        (
            "repeated",
            CUBE.replace("\"ports\"", "\"ports\":\"one\",\"ports\"").into_bytes(),
            "line 1, column 126: found the key \"ports\" a second time, expected it once",
        ),
        (
            "format",
            CUBE.replace("task/1", "task/7").into_bytes(),
            "line 1, column 26, at format: found the format \"isotask.task/7\", expected \"isotask.task/1\"",
        ),
        ("negative", CUBE.replace(":2}", ":-1}").into_bytes(), ""),
        ("text", b"hello".to_vec(), "line 1, column 1: expected a JSON value"),
    ];
    for (name, bytes, message) in cases {
        place.put(name, bytes);
        let ended = place.run(&["solve", name]);
        if message.is_empty() {
            assert_eq!(ended.code, Some(2));
            assert!(ended.err.contains("found the number -1"), "{}", ended.err);
        } else {
            fails(&ended, &format!("{name}: {message}"));
        }
    }
}

#[test]
fn faulty_tasks_are_refused_with_what_was_found_and_expected() {
    let place = Place::new();
    let cases: [(&[&str], &str); 18] = [
        (&["hypercube", "0", "total-exchange"], "at network.dimension: dimension 0, expected 1 to 62"),
        (&["hypercube", "63", "total-exchange"], "at network.dimension: dimension 63, expected 1 to 62"),
        (
            &["hypercube", "1000000000000000000", "total-exchange"],
            "at network.dimension: dimension 1000000000000000000, expected 1 to 62",
        ),
        (&["torus", "3x0", "total-exchange"], "at network.radices[1]: radix 0, expected at least 2"),
        (&["ring", "1", "total-exchange"], "at network.nodes: number of nodes 1, expected at least 2"),
        (
            &["ring", "5", "isotropic", "0"],
            "at task.packets[0].offset: offset 0, expected another node than the sender; leave such packets out",
        ),
        (&["ring", "5", "isotropic", "1", "5"], "at task.packets[1].offset: node 5, expected at most 4"),
        (&["torus", "3x3", "isotropic", "1,2,0"], "at task.packets[0].offset: 3 coordinates, expected 2"),
        (
            &["torus", "3x3", "isotropic", "1,3"],
            "at task.packets[0].offset[1]: coordinate 3, expected 0 to 2",
        ),
        (
            &["hypercube", "2", "isotropic", "1,1"],
            "at task.packets[0].offset: a list of coordinates, expected an index: a hypercube's nodes are identity numbers",
        ),
        (
            &["ring", "5", "isotropic", "1:0"],
            "at task.packets[0].count: count 0, expected at least 1; leave such packets out",
        ),
        (
            &["hypercube", "2", "isotropic", "1:9223372036854775808"],
            "at task: the packets are 2^63 or more, or could need 2^63 transmissions or more from one node (on a hypercube: for each port); expected fewer",
        ),
        (
            &["hypercube", "3", "neighbourhood-exchange", "0", "2"],
            "at task.min: min 0, expected at least 1: a node sends nothing to itself",
        ),
        (&["hypercube", "3", "neighbourhood-exchange", "3", "2"], "at task.min: min 3 above max 2"),
        (
            &["hypercube", "3", "neighbourhood-exchange", "1", "4"],
            "at task.max: max 4, expected at most the diameter 3",
        ),
        (
            &["hypercube", "3", "total-exchange", "--ports", "0"],
            "at ports.at-most: 0 ports, expected at least 1",
        ),
        (
            &["ring", "1000000000", "total-exchange"],
            "at task: packets by distance in rings of 500000000 distances altogether, expected at most 67108864; list the packets as an isotropic task instead",
        ),
        (&["hypercube", "3", "total-exchange", "extra"], "\"extra\" is left over after the task"),
    ];
    for (words, message) in cases {
        fails(&place.run(&[&["new"], words].concat()), message);
    }
    assert_eq!(place.names(), ["task.json"]);
}

#[test]
fn usage_errors_exit_with_2_and_say_what_is_wrong() {
    let place = Place::new();
    let cases: [(&[&str], &str); 5] = [
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["solve"], "required arguments were not provided"),
        (&["solve", "task.json", "--method", "magic"], "invalid value 'magic'"),
        (&["solve", "task.json", "--threads", "0"], "invalid value '0'"),
        (&["solve", "task.json", "--time-limit", "-1"], "-1"),
    ];
    for (words, message) in cases {
        let ended = place.run(words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words:?}");
        assert!(ended.err.starts_with("error: "), "{}", ended.err);
        assert!(ended.err.contains(message), "{}", ended.err);
        assert!(ended.err.contains(USAGE) || ended.err.contains("--help"), "{}", ended.err);
    }
}

#[test]
fn the_command_refuses_the_rejected_certificates_with_the_reason_on_standard_output() {
    let place = Place::new();
    let mut refused = 0;
    let [_, bad] = reject::read(&models());
    for (name, bytes) in &bad {
        // This one weighs 2^26 choices before it gives up; the corpus test does it once.
        if name.contains("too-much-work") {
            continue;
        }
        place.put("bad.json", bytes);
        let whole = place.run(&["check", "bad.json"]);
        assert!(matches!(whole.code, Some(1 | 2)), "{name}");
        if whole.code == Some(1) {
            let reason = format!("[{}] at ", name.split('.').next().unwrap());
            assert!(whole.out.contains(&reason), "{}", whole.out);
            refused += 1;
        } else {
            assert_eq!(whole.out, "");
            assert!(whole.err.starts_with("error: "));
        }
    }
    assert!(refused > 80);
}

#[test]
fn the_work_of_a_check_has_a_limit() {
    let place = Place::new();
    let [_, bad] = reject::read(&models());
    let (_, bytes) = bad.iter().find(|(name, _)| name.starts_with("limit-reached.")).unwrap();
    place.put("much.json", bytes);
    for (words, limit) in
        [(&["check", "much.json"][..], "17179869184"), (&["check", "much.json", "--limit", "7"], "7")]
    {
        let ended = place.run(words);
        assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
        let said = format!(
            "more than {limit} steps of work, expected fewer, or a greater --limit [limit-reached] at "
        );
        assert!(ended.out.contains(&said), "{}", ended.out);
    }
}

#[test]
fn characters_that_control_a_terminal_are_not_echoed() {
    let place = Place::new();
    let tricks = "\u{1b}[31m\u{202e}x";
    place.put(tricks, "{}");
    place.put("long.json", format!(r#"{{"format":"{}"}}"#, "a".repeat(1_000_000)));
    for arguments in [
        vec!["show", tricks],
        vec!["show", "missing\u{1b}[31m"],
        vec!["new", "ring", tricks, "total-exchange"],
        vec!["new", "ring", "5", "total-exchange", "--ports", tricks],
        vec!["check", "long.json"],
    ] {
        let ended = place.run(&arguments);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(!ended.err.contains(['\u{1b}', '\u{202e}']), "{:?}", ended.err);
        assert!(ended.err.len() < 1_000, "{} bytes", ended.err.len());
    }
}
