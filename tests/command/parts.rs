//! `isotask proof split`, `run` and `join`: a proof in parts is that of one piece, and no other passes.

use crate::{Ended, ISOTASK, Place, document, fails};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn isotask(place: &Place, line: &str) -> Ended {
    place.run(&line.split(' ').collect::<Vec<_>>())
}

/// The proof that no symmetric schedule of total exchange on the ring of 6 takes 5 slots, in seven parts.
fn split_ring() -> Place {
    let place = Place::new();
    let split = isotask(&place, "proof split ring 6 total-exchange --depth 3 -o parts");
    assert_eq!(split.code, Some(0), "{}", split.err);
    assert!(split.out.contains("no completion time below 6 (5 slots in the model)"), "{}", split.out);
    assert!(split.out.contains("isotask proof run parts/part-????.json, then"), "{}", split.out);
    place
}

fn run_all(place: &Place, words: &str) -> Ended {
    place.shell(&format!("$I proof run parts/part-????.json {words}"))
}

fn json(place: &Place, file: &str) -> Value {
    serde_json::from_str(&place.text(file)).unwrap()
}

/// Six slots, since the antipodal packets cannot be shared evenly by two links in every node alike.
#[test]
fn parts_join_to_a_certificate_that_the_checker_takes() {
    let place = split_ring();
    assert_eq!(run_all(&place, "").code, Some(0));
    let joined = isotask(&place, "proof join parts -o ring.json");
    assert_eq!(joined.code, Some(0), "{}", joined.err);
    let line = "completion time 6 slots, lower bound 6 by dual-tree, scope isotropic: optimal\n";
    assert!(joined.out.contains(line), "{}", joined.out);
    let checked = isotask(&place, "check ring.json");
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    assert!(checked.out.contains(&line.replacen("time ", "time  ", 1)), "{}", checked.out);
    // For programs of others a tree of completion times is one over a model without an objective.
    let exported = |to: &str| isotask(&place, &format!("export ring.json --to {to}")).out;
    assert!(exported("veripb").ends_with("conclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n"));
    assert!(
        !exported("opb").contains("min:")
            && exported("opb").contains("symmetric schedules of at most 5 slots")
    );
    // Existing proofs are not made again.
    let before = place.text("parts/part-0003.proof.json");
    let again = run_all(&place, "--json");
    let notes = document(&again)["notes"].to_string();
    assert_eq!(notes.matches("proved before").count(), 7, "{notes}");
    assert_eq!(before, place.text("parts/part-0003.proof.json"));
    // A proof that proves nothing is made again.
    let mut emptied = json(&place, "parts/part-0003.proof.json");
    emptied["lower"]["tree"] = Value::Array(Vec::new());
    place.put("parts/part-0003.proof.json", emptied.to_string());
    assert_eq!(run_all(&place, "").code, Some(0));
    assert_eq!(before, place.text("parts/part-0003.proof.json"));
    // No certificate takes the place of a part.
    for output in ["part-0003.json", "part-0003.proof.json", "part-0099.json"] {
        let ended = isotask(&place, &format!("proof join parts -o parts/{output}"));
        assert!(ended.code == Some(2) && ended.err.contains("would be a part of the proof"), "{}", ended.err);
    }
    // Nor does it take that of the certificate that the parts are of.
    let ended = isotask(&place, "proof join parts -o parts/certificate.json");
    fails(&ended, "parts/certificate.json is an input; the output would replace it");
}

#[test]
fn parts_are_the_same_for_any_order_and_number_of_threads() {
    let (one, other) = (split_ring(), split_ring());
    assert_eq!(run_all(&one, "").code, Some(0));
    let backwards = "for p in $(ls -r parts/part-????.json); do $I proof run $p; done";
    assert_eq!(other.shell(backwards).code, Some(0));
    let three = split_ring();
    assert_eq!(run_all(&three, "--threads 3").code, Some(0));
    for place in [&one, &other, &three] {
        assert_eq!(isotask(place, "proof join parts -o ring.json").code, Some(0));
    }
    assert_eq!(one.text("ring.json"), other.text("ring.json"));
    assert_eq!(one.text("ring.json"), three.text("ring.json"));
}

#[test]
fn missing_and_false_parts_are_refused_by_name() {
    let place = split_ring();
    let join = || isotask(&place, "proof join parts -o ring.json");
    fails(
        &join(),
        "parts/part-0001.json: not proved yet and 6 more (isotask proof run parts/part-0001.json)",
    );
    assert_eq!(run_all(&place, "").code, Some(0));
    let good = place.text("parts/part-0002.proof.json");
    let refused = |file: &str, text: &str, expected: &str| {
        let before = place.text(file);
        place.put(file, text);
        let ended = join();
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{expected}");
        assert!(ended.err.contains(expected), "{}", ended.err);
        assert!(!place.names().contains(&"ring.json".to_owned()));
        // Standard output gets nothing of a false proof either.
        let shown = isotask(&place, "proof join parts -o -");
        assert_eq!((shown.code, shown.out.as_str()), (Some(2), ""), "{expected}");
        place.put(file, before);
    };
    let proof = "parts/part-0002.proof.json";
    // Half of a file, as a crash of another program may leave it.
    refused(proof, &good[..good.len() / 2], "part-0002.proof.json: line 1, column ");
    // Another multiplier proves nothing, no leaf is no tree, and one leaf more is none either.
    let mut forged = json(&place, proof);
    forged["lower"]["tree"].as_array_mut().unwrap().last_mut().unwrap()["rows"] = Value::Array(Vec::new());
    refused(proof, &forged.to_string(), "part-0002.json: its tree does not prove 6, but 0");
    forged["lower"]["tree"] = Value::Array(Vec::new());
    refused(proof, &forged.to_string(), "part-0002.json: its tree is none of the model");
    let mut longer = json(&place, proof);
    let tree = longer["lower"]["tree"].as_array_mut().unwrap();
    tree.push(tree.last().unwrap().clone());
    refused(proof, &longer.to_string(), "part-0002.json: its tree is none of the model");
    // The proof of another part.
    let other = place.text("parts/part-0001.proof.json");
    refused(proof, &other, "part-0002.proof.json: the proof of another part than the one beside it");
    // A part that is gone leaves a hole, a part of another task is none of this proof.
    place.shell("mv parts/part-0002.json gone.json");
    let hole = join();
    assert!(hole.err.contains("no part goes on from the path"), "{}", hole.err);
    place.shell("mv gone.json parts/part-0002.json");
    for file in ["parts/part-0002.json", proof] {
        let mut foreign = json(&place, file);
        foreign["task"]["network"]["nodes"] = Value::from(8);
        place.put(file, foreign.to_string());
    }
    let foreign = join();
    assert!(
        foreign.err.contains("part-0002.json: the part is one of another proof: its task"),
        "{}",
        foreign.err
    );
    place.put("parts/part-0002.json", json(&place, "parts/part-0001.json").to_string());
    place.put(proof, json(&place, "parts/part-0001.proof.json").to_string());
    let twice = join();
    assert!(twice.err.contains("another part has the same path or one that begins so"), "{}", twice.err);
}

/// The flow model (flows over nodes and slots) and the delay model (directions and needs) prove one bound.
#[test]
fn a_delay_is_proved_over_either_model() {
    let place = Place::new();
    let words = "torus 3x4 total-exchange --objective completion-time-then-average-delay";
    isotask(&place, &format!("solve {words} --symmetric -o first.json"));
    let mut lines = Vec::new();
    for model in ["flow", "delay"] {
        place.shell("rm -rf parts");
        let split = isotask(&place, &format!("proof split first.json --model {model} --depth 2 -o parts"));
        assert_eq!(split.code, Some(0), "{}", split.err);
        let word = json(&place, "parts/part-0001.json")["model"].clone();
        assert_eq!(word.as_str(), (model == "flow").then_some("flow"));
        assert_eq!(run_all(&place, "").code, Some(0));
        let joined = isotask(&place, "proof join parts -o torus.json");
        assert_eq!(joined.code, Some(0), "{}", joined.err);
        assert!(json(&place, "torus.json")["claims"].to_string().contains("fix"), "a tree with branchings");
        lines.push(joined.out.lines().nth(1).unwrap().to_owned());
        assert_eq!(isotask(&place, "check torus.json").code, Some(0));
    }
    assert!(lines[0].contains("total delay 34 slots per node, lower bound 34 by dual-tree"), "{}", lines[0]);
    assert_eq!(lines[0], lines[1]);
    for words in ["ring 6 total-exchange", "star 3 total-exchange --objective average-delay"] {
        let refused = isotask(&place, &format!("proof split {words} --model delay -o none"));
        assert_eq!(refused.code, Some(2), "{words}: {}", refused.out);
        let message = "the delay model is that of the delay of isotropic tasks on hypercubes, tori and rings";
        assert!(refused.err.contains(message), "{words}: {}", refused.err);
    }
}

/// The whole tree in one part, grown by one thread and by several.
#[test]
fn the_threads_inside_a_part_change_nothing() {
    let place = Place::new();
    isotask(&place, "proof split ring 6 total-exchange --depth 0 -o parts");
    let mut proofs = Vec::new();
    for threads in [1, 2, 5] {
        place.shell("rm -f parts/*.proof.json");
        assert_eq!(run_all(&place, &format!("--threads {threads}")).code, Some(0));
        proofs.push(place.text("parts/part-0001.proof.json"));
    }
    assert!(proofs[0].matches("fix").count() > 3, "a tree of several rounds");
    assert!(proofs.iter().all(|proof| *proof == proofs[0]));
}

/// Starts a command that the test will end.
fn started(place: &Place, words: &[&str]) -> Child {
    let quiet = Stdio::null;
    Command::new(ISOTASK)
        .args(words)
        .current_dir(place.folder.path())
        .stdout(quiet())
        .stderr(quiet())
        .spawn()
        .unwrap()
}

/// A signal ends a process, interrupted, long before its linear program would.
fn ends_on(signal: &str, mut child: Child) {
    std::thread::sleep(Duration::from_secs(1));
    let begun = Instant::now();
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

/// The proofs of a folder by their names.
fn proofs(place: &Place) -> Vec<(String, String)> {
    let mut proofs: Vec<(String, String)> = fs::read_dir(place.path("parts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".proof.json"))
        .map(|name| (name.clone(), place.text(&format!("parts/{name}"))))
        .collect();
    proofs.sort();
    proofs
}

/// After a kill every file is whole, and no file is missing that was there before. `KILLS` sets the number of
/// kills.
#[test]
fn a_kill_loses_nothing_but_the_running_parts() {
    let place = Place::new();
    let split = isotask(&place, "proof split ring 6 total-exchange --depth 5 -o parts");
    assert_eq!(split.code, Some(0), "{}", split.err);
    let begun = Instant::now();
    assert_eq!(run_all(&place, "").code, Some(0));
    let whole = begun.elapsed();
    let expected = proofs(&place);
    assert!(expected.len() > 8, "{}", expected.len());
    let parts: Vec<String> =
        expected.iter().map(|(name, _)| format!("parts/{}", name.replace(".proof", ""))).collect();
    let words: Vec<&str> = ["proof", "run"].into_iter().chain(parts.iter().map(String::as_str)).collect();
    let kills = std::env::var("KILLS").map_or(5, |kills| kills.parse().unwrap());
    let (mut before, mut seed) = (Vec::new(), 1_u32);
    place.shell("rm parts/*.proof.json");
    for kill in 0..kills {
        let mut child = started(&place, &words);
        // A linear congruential generator: any moment of what the whole takes.
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        std::thread::sleep(whole * (seed >> 22) / 1024);
        child.kill().unwrap();
        child.wait().unwrap();
        let now = proofs(&place);
        assert!(before.iter().all(|proof| now.contains(proof)), "kill {kill}: a proof is gone");
        assert!(now.iter().all(|proof| expected.contains(proof)), "kill {kill}: a proof is not whole");
        before = now;
        if before.len() == expected.len() {
            place.shell("rm parts/*.proof.json");
            before = Vec::new();
        }
    }
    // Half of a proof, as no kill has left it, is proved again.
    let (name, text) = &expected[2];
    place.put(&format!("parts/{name}"), &text[..text.len() / 2]);
    assert_eq!(run_all(&place, "").code, Some(0));
    assert_eq!(proofs(&place), expected);
    assert_eq!(isotask(&place, "proof join parts -o ring.json").code, Some(0));
    assert_eq!(isotask(&place, "check ring.json").code, Some(0));
}

/// Everything proved until the signal is stored, a bound of the running part too, and the next run continues.
#[test]
fn a_signal_ends_with_130_and_keeps_everything_proved() {
    for signal in ["-INT", "-TERM"] {
        let place = split_ring();
        let hard =
            "proof split cube-connected-cycles 3 total-exchange --objective average-delay --depth 0 -o hard";
        assert_eq!(isotask(&place, hard).code, Some(0));
        let mut child = started(&place, &["proof", "run", "parts/part-0001.json", "hard/part-0001.json"]);
        let begun = Instant::now();
        while !place.path("parts/part-0001.proof.json").exists() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(2));
        }
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(proofs(&place).len(), 1);
        assert_eq!(run_all(&place, "").code, Some(0));
        assert_eq!(isotask(&place, "proof join parts -o ring.json").code, Some(0));
    }
}

/// The first linear program of this part takes many seconds; neither a signal nor the time waits for it.
#[test]
fn a_running_linear_program_is_not_waited_for() {
    let place = Place::new();
    let hard = "proof split torus 4x4x4 total-exchange --objective average-delay --depth 0 -o hard";
    assert_eq!(isotask(&place, hard).code, Some(0));
    let begun = Instant::now();
    let ended = isotask(&place, "proof run hard/part-0001.json --time-limit 1");
    assert_eq!(ended.code, Some(3), "{}", ended.err);
    assert!(ended.out.contains("open: nothing proved"), "{}", ended.out);
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    ends_on("-TERM", started(&place, &["proof", "run", "hard/part-0001.json"]));
    // Nor does a split, which writes nothing then.
    let words =
        ["proof", "split", "torus", "4x4x4", "total-exchange", "--objective", "average-delay", "-o", "none"];
    ends_on("-INT", started(&place, &words));
    assert!(!place.names().contains(&"none".to_owned()));
}

/// A schedule that is not the best cannot be proved to be; the better one comes with its certificate.
#[test]
fn a_part_that_finds_a_better_schedule_returns_it() {
    let place = Place::new();
    let words = "torus 3x5 total-exchange --objective completion-time-then-average-delay";
    isotask(&place, &format!("solve {words} --method quotient -o first.json"));
    assert_eq!(isotask(&place, "proof split first.json --depth 0 -o parts").code, Some(0));
    let ran = run_all(&place, "");
    assert_eq!(ran.code, Some(3), "{}", ran.err);
    assert!(ran.out.contains("a better schedule, so that the target cannot be proved"), "{}", ran.out);
    assert_eq!(isotask(&place, "check parts/part-0001.better.json").code, Some(0));
    assert_eq!(isotask(&place, "proof join parts -o none.json").code, Some(2));
}

/// With a lower target the bound is that of the target and the gap is told; what was proved before stays.
#[test]
fn a_lower_target_leaves_a_gap() {
    let words = "torus 3x6 total-exchange --objective completion-time-then-average-delay";
    for (method, code, lower) in [
        (" --method quotient", 3, "lower bound 90"),
        (" --symmetric", 0, "97 slots per node, lower bound 97"),
    ] {
        let place = Place::new();
        isotask(&place, &format!("solve {words}{method} -o first.json"));
        assert_eq!(isotask(&place, "proof split first.json --target 90 -o parts").code, Some(0));
        assert_eq!(run_all(&place, "").code, Some(0));
        let joined = isotask(&place, "proof join parts -o torus.json");
        assert_eq!(joined.code, Some(code), "{}", joined.err);
        assert!(joined.out.contains(lower), "{}", joined.out);
        assert_eq!(isotask(&place, "check torus.json").code, Some(0));
    }
}

#[test]
fn tasks_without_a_program_cannot_be_split() {
    let place = Place::new();
    for (words, message) in [
        ("hypercube 3 scatter 0", "this kind of task has no program that is proved in parts"),
        ("hypercube 12 total-exchange", "variables"),
    ] {
        let ended = isotask(&place, &format!("proof split {words} -o parts"));
        assert_eq!(ended.code, Some(2), "{words}: {}", ended.out);
        assert!(ended.err.contains(message), "{words}: {}", ended.err);
        assert!(!place.names().contains(&"parts".to_owned()), "{words}");
    }
}

/// A line for every result, an error among them, and for those inside a result of several files.
#[test]
fn results_of_several_runs_become_a_table() {
    let place = Place::new();
    place.put("ring.json", isotask(&place, "solve ring 6 total-exchange --ports 2 --json").out);
    place.put(
        "delay.json",
        isotask(&place, "solve ring 5 total-exchange --objective average-delay --json").out,
    );
    place.put("error.json", isotask(&place, "solve ring 5 scatter 9 --json").out);
    let table = isotask(&place, "table ring.json delay.json error.json");
    assert_eq!(table.code, Some(0), "{}", table.err);
    let lines: Vec<&str> = table.out.lines().collect();
    assert_eq!(
        lines[0],
        "file,status,network,nodes,links,task,ports,objective,method,completion_time,bound,gap,scope,delay,delay_per,delay_bound,delay_gap,delay_scope,slot_seconds,schedule_seconds,seconds,reason,message"
    );
    let ring = "ring.json,optimal,ring,6,2,\"total exchange (all-to-all), 5 packets of each node\",2,completion-time,conveyor,5,5,0,all,,,,,,";
    assert!(lines[1].starts_with(ring), "{}", lines[1]);
    assert!(lines[2].contains(",average-delay,") && lines[2].contains(",8,node,8,0,all,"), "{}", lines[2]);
    assert!(lines[3].starts_with("error.json,error,"), "{}", lines[3]);
    fails(
        &isotask(&place, "table task.json -o t.csv"),
        "task.json: line 1, column 26, at format: found the format \"isotask.task/1\", expected \"isotask.result/1\"",
    );
    assert!(!place.names().contains(&"t.csv".to_owned()));
}
