//! `isotask export`: its outputs and where they go, and every refusal.

use super::{Ended, ISOTASK, Place, document, fails, models};
use std::fs;

/// With a certificate whose delay of 20 a tree proves on a model of 5 slots.
fn place() -> Place {
    let place = Place::new();
    place.put("c.json", fs::read(models().join("certificates/dual-tree.json")).unwrap());
    place
}

const MODEL: &str =
    "model      total delay of a node, symmetric schedules of at most 5 slots; 132 variables, 255 rows";
const PROOF: &str = "proof      the least is 20, by a tree of multipliers with 3 nodes";

fn ends_well(ended: &Ended) {
    assert_eq!(ended.code, Some(0), "{ended:?}");
}

#[test]
fn every_format_goes_to_standard_output_and_the_report_to_standard_error() {
    let place = place();
    for (format, begins, ends) in [
        ("opb", "* #variable= 132 #constraint= ", " ;\n"),
        (
            "veripb",
            "pseudo-Boolean proof version 3.0\n",
            "\nconclusion BOUNDS 20 : @bound 20 ;\nend pseudo-Boolean proof ;\n",
        ),
        ("lp", "\\ ", "\nEnd\n"),
        ("mps", "* task: ", "\nENDATA\n"),
    ] {
        let ended = place.run(&["export", "c.json", "--to", format]);
        ends_well(&ended);
        assert!(ended.out.starts_with(begins) && ended.out.ends_with(ends), "{format}: {}", ended.out);
        assert!(ended.out.is_ascii(), "{format}");
        assert!(ended.err.contains(MODEL), "{format}: {}", ended.err);
        assert_eq!(ended.err.contains(PROOF), format == "veripb", "{format}: {}", ended.err);
        // Reading standard input and writing into a file give identical bytes.
        let piped =
            place.run_with(ISOTASK, &["export", "-", "--to", format], place.text("c.json").as_bytes());
        assert_eq!((piped.code, &piped.out), (Some(0), &ended.out));
        let into = place.run(&["export", "c.json", "--to", format, "-o", "exported"]);
        assert_eq!((into.code, into.err.as_str()), (Some(0), ""));
        assert!(into.out.contains(MODEL), "{}", into.out);
        assert_eq!(place.text("exported"), ended.out);
    }
}

/// Names that end a comment or a tag, run a command, or begin a line of their own, in some format of others.
pub(super) const HOSTILE: [&str; 8] = [
    "</script><script>alert(1)</script>",
    "*/ /*",
    "*) (*",
    "--> <!--",
    "\\write18{reboot}",
    "$(reboot) `reboot` %s",
    "\"; -- ' ;",
    "two\nlines\r\u{1b}[31m\u{202e}\u{0}",
];

/// A name in a comment of C.
fn in_a_comment(name: &str) -> String {
    let number = |letter: char| format!("{{U+{:04X}}}", u32::from(letter));
    let is_loose = |letter: char| letter.is_control() || "*/\\?\u{202e}".contains(letter);
    name.chars().map(|letter| if is_loose(letter) { number(letter) } else { letter.to_string() }).collect()
}

/// The formats that print the name of a task.
const WITH_TASKS: [&str; 5] = ["graphml", "node-link", "dot", "c", "rounds"];
/// The formats that print names of nodes.
const WITH_NODES: [&str; 4] = ["graphml", "node-link", "dot", "rounds"];

/// Returns a name as a format prints it: it cannot end its string or comment, and cannot deceive a reader.
fn escaped(format: &str, name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|letter| if letter.is_control() || letter == '\u{202e}' { '\u{FFFD}' } else { letter })
        .collect();
    match format {
        "rounds" => serde_json::to_string(name).unwrap().trim_matches('"').to_owned(),
        "graphml" => plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
        "node-link" | "dot" => plain.replace('\\', "\\\\").replace('"', "\\\""),
        "c" => in_a_comment(name),
        other => unreachable!("{other} prints no names"),
    }
}

#[test]
fn no_name_of_a_task_gets_into_a_format_unescaped() {
    let place = place();
    let cube =
        fs::read_to_string(models().join("certificates/weights.hypercube-3-total-exchange.json")).unwrap();
    let (tree, cube) =
        (serde_json::from_str(&place.text("c.json")).unwrap(), serde_json::from_str(&cube).unwrap());
    let named_in = |certificate: &serde_json::Value, name: &str| {
        let mut certificate = certificate.clone();
        certificate["task"]["name"] = name.into();
        certificate.to_string()
    };
    let named = |name: &str| named_in(&tree, name);
    for format in isotask::export::FORMATS {
        // The proof does not cover the bound of the first, and MSCCL has no word for its task.
        let whole = format.word == "coq" || format.word.starts_with("msccl");
        let named = |name: &str| named_in(if whole { &cube } else { &tree }, name);
        place.put("plain.json", named("a plain name"));
        let plain = place.run(&["export", "plain.json", "--to", format.word]);
        ends_well(&plain);
        let prints = WITH_TASKS.contains(&format.word);
        assert_eq!(plain.out.contains("a plain name"), prints, "{}", format.word);
        for name in HOSTILE {
            place.put("hostile.json", named(name));
            let hostile = place.run(&["export", "hostile.json", "--to", format.word]);
            ends_well(&hostile);
            let expected = if prints { escaped(format.word, name) } else { String::new() };
            let expected = plain.out.replace("a plain name", &expected);
            assert_eq!(hostile.out, expected, "{} with the name {name:?}", format.word);
        }
    }
    for name in HOSTILE {
        place.put("hostile.json", named(name));
        for command in ["show", "check", "export"] {
            let to: &[&str] = if command == "export" { &["--to", "csv"] } else { &[] };
            let ended = place.run(&[&[command, "hostile.json"], to].concat());
            ends_well(&ended);
            let is_loose = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
            let said = format!("{}{}", ended.out, ended.err);
            assert!(!said.contains(is_loose), "{command} with the name {name:?}: {said:?}");
            assert!(!said.contains("\nlines"), "{command}: a name begins a line of its own: {said:?}");
        }
    }
}

/// A ring of four nodes, link by link, of which the first is called so.
pub(super) fn with_a_node_called(name: &str) -> String {
    let network = serde_json::json!({
        "kind": "graph", "nodes": 4, "names": [name, "b", "c", "d"], "links": [[0, 1], [1, 2], [2, 3], [0, 3]]
    });
    serde_json::json!({
        "format": "isotask.task/1", "network": network, "task": { "kind": "total-exchange" },
        "ports": "all", "objective": "completion-time"
    })
    .to_string()
}

/// A name that no node may have: it has a line break or control characters.
pub(super) fn is_refused_as_a_node(place: &Place, name: &str) -> bool {
    let has_control = name.contains(char::is_control);
    place.put("hostile.json", with_a_node_called(name));
    let solved = place.run(&["solve", "hostile.json", "-o", "hostile-c.json"]);
    if has_control {
        assert_eq!(solved.code, Some(2), "{name:?}");
        let why = "at network.names[0]: a name that is empty, begins or ends with a blank, or holds control characters\n";
        assert!(solved.err.ends_with(why), "{name:?}: {}", solved.err);
    } else {
        ends_well(&solved);
    }
    has_control
}

#[test]
fn no_name_of_a_node_gets_into_a_format_unescaped() {
    let place = place();
    place.put("plain.json", with_a_node_called("a plain name"));
    ends_well(&place.run(&["solve", "plain.json", "-o", "plain-c.json"]));
    let mut refused = 0;
    for name in HOSTILE.into_iter().chain(["x\u{202e}turned", "'q' & <b>"]) {
        if is_refused_as_a_node(&place, name) {
            refused += 1;
            continue;
        }
        for format in isotask::export::FORMATS {
            let export = |file| place.run(&["export", file, "--to", format.word]);
            let (plain, hostile) = (export("plain-c.json"), export("hostile-c.json"));
            assert_eq!(plain.code, hostile.code, "{}: {name:?}", format.word);
            let prints = WITH_NODES.contains(&format.word);
            assert_eq!(plain.out.contains("a plain name"), prints, "{}", format.word);
            let expected = if prints { escaped(format.word, name) } else { String::new() };
            let expected = plain.out.replace("a plain name", &expected);
            assert_eq!(hostile.out, expected, "{}: {name:?}", format.word);
        }
        for command in ["show", "check", "draw"] {
            let ended = place.run(&[command, "hostile-c.json"]);
            ends_well(&ended);
            let said = format!("{}{}", ended.out, ended.err);
            assert!(!said.contains('\u{202e}'), "{command} with the name {name:?}: {said:?}");
        }
    }
    assert_eq!(refused, 1);
}

#[test]
fn a_certificate_becomes_a_theorem_in_words_of_the_specification() {
    let place = place();
    let certificate = |name: &str| models().join("certificates").join(name).to_str().unwrap().to_owned();
    let export = |file: &str| place.run(&["export", file, "--to", "coq"]);
    let ended = export(&certificate("weights.hypercube-3-total-exchange.json"));
    ends_well(&ended);
    for said in [
        "Definition the_network : network := Hypercube 3.\n",
        "Definition the_traffic : traffic := TotalExchange 1.\n",
        "Definition the_task : task := Task the_network the_traffic All.\n",
        "Theorem the_packets_are_those_of_the_task : Permutation the_packets (offsets the_network the_traffic).\n",
        "Theorem the_schedule_is_legal : legal the_problem the_schedule.\n",
        "\nTheorem completion_time_0 : slots the_schedule = 4 /\\\n  forall other, legal the_problem other -> 4 <= slots other.\n",
        "transmissions the_schedule = size the_network * 12 /\\\n",
    ] {
        assert!(ended.out.contains(said), "{said}: {}", ended.out);
    }
    assert!(ended.err.contains("theorem    2 claims, for Coq 8.16"), "{}", ended.err);
    let orbit = export(&certificate("orbit.ring-4-half-duplex-multinode-broadcast.json"));
    assert!(
        orbit.out.contains("Definition the_writing : writing := OrbitTrees (Translations [2]) "),
        "{}",
        orbit.out
    );
    assert!(orbit.out.contains("-> 6 <= slots other"), "{}", orbit.out);
    let tree = export("c.json");
    for said in [
        "DualTree 5 FirstModel [Fix (\"",
        "forall other, is_bound the_task the_plan SymmetricOnes (Some (Critical)) other -> size the_network * ",
    ] {
        assert!(tree.out.contains(said), "{said}: {}", tree.out);
    }
    let windows = export(&certificate("windows.hypercube-6-total-exchange.json"));
    assert!(
        windows.out.contains("Definition the_writing : writing := Windows [Window [1]"),
        "{}",
        windows.out
    );
    let cut_node = export(&certificate("cut-node.mesh-7-broadcast.json"));
    assert!(cut_node.out.contains("(CutNode 3 ["), "{}", cut_node.out);
    let many = certificate("windows.hypercube-30-total-exchange.json");
    fails(
        &export(&many),
        &format!("{many}: not covered by the proof: windows of more packets than Coq writes out"),
    );
    let conveyor = certificate("conveyor.ring-1000000-total-exchange.json");
    fails(
        &export(&conveyor),
        &format!("{conveyor}: not covered by the proof: a conveyor of more nodes than Coq writes out"),
    );
    let task = place.run(&["export", "ring", "4", "total-exchange", "--to", "coq"]);
    assert_eq!(task.code, Some(2), "{task:?}");
    let sliced = place.run(&["export", "c.json", "--to", "coq", "--slots", "2"]);
    fails(&sliced, "--node and --slots choose from a schedule, expected --to csv");
    let model = place.run(&["export", "c.json", "--to", "coq", "--horizon", "2"]);
    fails(&model, "--horizon is one of a model, which coq does not write");
}

#[test]
fn help_lists_every_format_by_its_purpose() {
    let help = Place::new().run(&["export", "--help"]).out;
    let (_, rest) = help.split_once("By purpose:\n").unwrap();
    let (list, _) = rest.split_once("\n\n").unwrap();
    let words: Vec<&str> = list.lines().flat_map(|line| line[22..].split(", ")).collect();
    let mut known: Vec<&str> = isotask::export::FORMATS.iter().map(|format| format.word).collect();
    assert_eq!(words.len(), known.len(), "{list}");
    known.retain(|word| !words.contains(word));
    assert!(known.is_empty(), "{known:?}");
}

#[test]
fn json_is_one_document_beside_the_file() {
    let place = place();
    let ended = place.run(&["export", "c.json", "--to", "veripb", "-o", "p.pbp", "--json"]);
    let result = document(&ended);
    assert_eq!((&result["command"], &result["status"]), (&"export".into(), &"done".into()));
    assert_eq!(result["claims"][0]["lower"]["horizon_slots"], 5);
    let beside = place.run(&["export", "c.json", "--to", "opb", "--json"]);
    assert_eq!(beside.code, Some(0));
    assert!(beside.out.starts_with("* #variable="), "{}", beside.out);
    let result: serde_json::Value = serde_json::from_str(&beside.err).unwrap();
    assert_eq!((&result["status"], &result["input"]), (&"done".into(), &"c.json".into()));
    let refused = place.run(&["export", "task.json", "--to", "veripb", "-o", "p.pbp", "--json"]);
    assert_eq!(document(&refused)["error"]["reason"], "no-delay-proof");
}

#[test]
fn a_task_gives_the_model_of_its_objective_or_of_a_horizon() {
    let place = place();
    let slots = |words: &[&str]| {
        let ended = place.run(&[&["export", "task.json", "--to", "opb"], words].concat());
        ends_well(&ended);
        ended.err
    };
    assert!(slots(&[]).contains("of at most 2 slots"), "the critical sum of the 2-cube");
    assert!(slots(&["--horizon", "3"]).contains("of at most 3 slots"));
    // Any number of slots: two of distance 1 and one of 2 on links of 2 units: 2 + 2 - 1.
    let any = place.text("task.json").replace("completion-time", "average-delay");
    place.put("task.json", any);
    assert!(slots(&[]).contains("of at most 3 slots"));
    place.put(
        "task.json",
        place.text("task.json").replace("hypercube\",\"dimension\":2", "ring\",\"nodes\":5"),
    );
    assert!(slots(&[]).contains("symmetric schedules of at most"));
}

#[test]
fn documents_that_cannot_be_exported_are_refused_with_the_remedy() {
    let place = place();
    place.run(&["solve", "task.json", "-o", "time.json"]);
    place.put("delay.json", place.text("task.json").replace("completion-time", "average-delay"));
    place.run(&["solve", "delay.json", "-o", "pooled.json"]);
    place.run(&["solve", "task.json", "--schedule", "s.json"]);
    place.put("nothing.json", fs::read(models().join("hypercube-4-nothing.json")).unwrap());
    place.put("broken.json", "{");
    let remedy = "isotask solve --method ilp -o FILE writes a certificate with a tree where the pooled bound is not met, \
                  and --to opb, lp or mps the model for a solver of your own";
    let export = |words: &[&str]| place.run(&[&["export"], words].concat());
    let veripb = |file: &str| export(&[file, "--to", "veripb"]);
    fails(&veripb("task.json"), &format!("task.json: a task has no proof to export; {remedy}"));
    fails(
        &veripb("time.json"),
        &format!(
            "time.json: the certificate claims nothing about the delay; isotask-verify (make -C src/check/proofs) may prove what it claims; {remedy}"
        ),
    );
    if cfg!(feature = "ilp") {
        // Multipliers of the flow model prove the pooled bound too.
        assert!(veripb("pooled.json").out.contains("conclusion BOUNDS 5 : @bound 5 ;\n"));
        assert!(export(&["pooled.json", "--to", "opb"]).out.contains("min: +1 x1_0_0 +2 x1_0_1"));
    } else {
        fails(
            &veripb("pooled.json"),
            &format!(
                "pooled.json: the bound on the delay is the pooled one, which multipliers of the model do not prove, but isotask-verify does (make -C src/check/proofs): its verdict on the certificate is a theorem; {remedy}"
            ),
        );
    }
    fails(
        &export(&["c.json", "--to", "veripb", "--horizon", "6"]),
        "c.json: no proof on a model of that horizon, expected one of 5 slots",
    );
    fails(
        &export(&["nothing.json", "--to", "opb"]),
        "nothing.json: the task has no packets: its delay is 0, and there is no model of it",
    );
    fails(
        &export(&["task.json", "--to", "opb", "--horizon", "1"]),
        "task.json: a horizon of 1 slots, expected at least 2 for a packet of 2 moves",
    );
    let limit = "expected at most 1048576 variables and a hundred times as many entries; \
        constructions make a schedule of this task without a program, and the pooled bound, \
        which often proves it, has no such limit";
    fails(
        &export(&["task.json", "--to", "lp", "--horizon", "18446744073709551615"]),
        &format!(
            "task.json: the delay model has up to {0} variables in {0} rows with {0} entries for {0} slots, {limit}",
            u64::MAX
        ),
    );
    fails(
        &export(&["task.json", "--to", "mps", "--horizon", "30000"]),
        &format!(
            "task.json: the delay model has up to 240004 variables in 450000 rows with 1800960000 entries for 30000 slots, {limit}"
        ),
    );
    fails(
        &veripb("s.json"),
        "s.json: at format: \"isotask.schedule/1\" is no format of this command, expected isotask.task/1 or isotask.certificate/1",
    );
    fails(&veripb("broken.json"), "broken.json: line 1, column 1: the text ends inside an object");
    fails(&veripb("missing.json"), "cannot read missing.json: No such file or directory");
    let usage = export(&["c.json"]);
    assert_eq!((usage.code, usage.out.as_str()), (Some(2), ""));
    assert!(usage.err.contains("--to <FORMAT>"), "{}", usage.err);
    // A pooled bound is no obstacle to the model.
    ends_well(&export(&["pooled.json", "--to", "opb"]));
}

#[test]
fn a_schedule_that_is_no_solution_of_the_model_has_no_proof() {
    let place = place();
    // A packet goes to and fro before it arrives: its delay is 3, and the bound 1.
    let detour = r#"{"format":"isotask.certificate/1","task":{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":1},"task":{"kind":"isotropic","packets":[{"offset":1}]},"ports":"all","objective":"average-delay"},"schedule":{"kind":"symmetric","packets":[1],"slots":[[[0,0]],[[0,0]],[[0,0]]]},"claims":[{"quantity":"total-delay","value":3,"per":"node","scope":"isotropic","horizon":3,"lower":{"kind":"dual-tree","value":1,"horizon_slots":3,"tree":[{"denominator":1,"rows":[]}]},"status":"upper-bound"}]}"#;
    place.put("detour.json", detour);
    let ended = place.run(&["export", "detour.json", "--to", "veripb"]);
    fails(
        &ended,
        "detour.json: the schedule takes detours or more slots than the model, expected shortest paths within its slots",
    );
    let intervals = r#""schedule":{"kind":"intervals","groups":[0],"intervals":[[0,1,0,0]]}"#;
    let schedule = r#""schedule":{"kind":"symmetric","packets":[1],"slots":[[[0,0]],[[0,0]],[[0,0]]]}"#;
    let direct = detour.replace(schedule, intervals).replace(r#""value":3,"per""#, r#""value":1,"per""#);
    place.put("intervals.json", direct.replace("upper-bound", "optimal"));
    assert_eq!(place.run(&["check", "intervals.json"]).code, Some(0));
    let ended = place.run(&["export", "intervals.json", "--to", "veripb"]);
    fails(&ended, "intervals.json: the schedule is in intervals, expected one slot by slot");
}

#[test]
fn a_forged_certificate_ends_with_1_and_leaves_the_output_alone() {
    let place = place();
    place.put("out", "old");
    let forged = place.text("c.json").replacen(
        "\"kind\":\"dual-tree\",\"value\":20",
        "\"kind\":\"dual-tree\",\"value\":21",
        1,
    );
    place.put("forged.json", forged);
    let reason = place.run(&["check", "forged.json"]).out;
    for format in ["opb", "veripb", "lp", "mps"] {
        let ended = place.run(&["export", "forged.json", "--to", format, "-o", "out"]);
        assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""), "{format}");
        assert_eq!(ended.err, format!("error: {reason}"), "{format}");
        let ended = place.run(&["export", "forged.json", "--to", format, "-o", "out", "--json"]);
        assert_eq!(document(&ended)["status"], "refused");
        assert_eq!(place.text("out"), "old");
    }
    assert_eq!(place.names(), ["c.json", "forged.json", "out", "task.json"]);
}

#[test]
fn an_output_is_refused_before_the_work_and_never_over_the_input() {
    let place = place();
    fs::create_dir(place.path("folder")).unwrap();
    let export = |output: &str| place.run(&["export", "c.json", "--to", "opb", "-o", output]);
    fails(&export("no/m.opb"), "cannot write no/m.opb: No such file or directory");
    fails(&export("folder"), "cannot write folder: Is a directory");
    fails(&export("/dev/full"), "cannot write /dev/full: No space left on device");
    fails(&export("./c.json"), "./c.json is the input c.json; the output would replace it");
    // The output is opened first: of two faults it is the one that is told.
    place.put("forged.json", place.text("c.json").replacen("\"value\":20", "\"value\":19", 1));
    let both = place.run(&["export", "forged.json", "--to", "opb", "-o", "no/m.opb"]);
    fails(&both, "cannot write no/m.opb: No such file or directory");
    let closed = place.shell("($I export c.json --to opb 2>/dev/null; echo $? > code) | head -c 0");
    assert_eq!((closed.out.as_str(), place.text("code").as_str()), ("", "0\n"));
}
