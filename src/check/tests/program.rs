//! Tests of the program `isotask-check` as a user sees it: exit code, standard output, standard error.

#![expect(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

mod hostile;
mod reject;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The output and exit code of a run.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

/// Returns the files of a folder of `models`, in order.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(models().join(folder)).unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().path().into_os_string().into_string().unwrap()).collect();
    files.sort();
    files
}

/// Returns the cases of `models/reject` as files of a folder, in order.
fn rejected(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    fs::create_dir_all(&folder).unwrap();
    let [_, bad] = reject::read(&models());
    let written = bad.into_iter().map(|(name, bytes)| {
        let path = folder.join(format!("{name}.json"));
        fs::write(&path, bytes).unwrap();
        path.into_os_string().into_string().unwrap()
    });
    written.collect()
}

fn stem(path: &str) -> &str {
    Path::new(path).file_name().unwrap().to_str().unwrap()
}

fn run_with(arguments: &[&str], input: &[u8]) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotask-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A call that needs no input may have ended before it is written.
    let _unread = child.stdin.take().unwrap().write_all(input);
    let ended = child.wait_with_output().unwrap();
    let ended = Ended {
        code: ended.status.code(),
        out: String::from_utf8(ended.stdout).unwrap(),
        err: String::from_utf8(ended.stderr).unwrap(),
    };
    assert!(!ended.err.contains("panicked"), "{arguments:?}: {}", ended.err);
    ended
}

fn run(arguments: &[&str]) -> Ended {
    run_with(arguments, b"")
}

#[test]
fn every_good_document_is_verified() {
    let mut documents = files("certificates");
    documents.extend(files("channels").into_iter().filter(|path| stem(path) != "expected.json"));
    assert!(documents.len() > 20);
    for path in &documents {
        let ended = run(&[path]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{path}: {}", ended.out);
        let says =
            if stem(path).starts_with("schedule.") { "valid schedule, no claim\n" } else { "verified\n" };
        assert!(ended.out.starts_with(&format!("{path}: {says}")), "{}", ended.out);
    }
}

/// The check goes through every pair of nodes, and the limit counts this work.
#[test]
fn channels_are_checked_within_the_limit() {
    let documents = files("channels").into_iter().filter(|path| stem(path) != "expected.json");
    let mut limited = 0;
    for path in documents {
        let ended = run(&["--limit", "10", &path]);
        // Meshes and Cayley graphs are built before a channel is looked at.
        if ["mesh", "star"].iter().any(|kind| stem(&path).starts_with(kind)) {
            assert!(ended.out.contains("[limit-reached] at network"), "{path}: {}", ended.out);
            continue;
        }
        if fs::read_to_string(&path).unwrap().contains("\"numbering\"") {
            assert_eq!(ended.code, Some(1), "{path}");
            assert!(ended.out.contains("[limit-reached] at numbering"), "{path}: {}", ended.out);
            limited += 1;
        } else {
            assert_eq!(ended.code, Some(0), "{path}");
        }
    }
    assert!(limited > 2);
}

/// The reader closes the pipe before anything is written.
#[test]
fn a_closed_pipe_changes_no_exit_code() {
    let good = &files("certificates")[0];
    let refused = rejected("closed-pipe").into_iter().find(|path| run(&[path]).code == Some(1)).unwrap();
    for (words, code) in
        [(good.as_str(), 0), (refused.as_str(), 1), (&*format!("{good} {refused} --json"), 1)]
    {
        let line =
            format!("(sleep 0.05; {} {words}; echo $? >&2) | true", env!("CARGO_BIN_EXE_isotask-check"));
        let ended = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), format!("{code}\n"), "{words}");
    }
}

/// The reasons of all bad documents are tested without a process elsewhere.
#[test]
fn every_twentieth_bad_document_is_refused_with_the_reason_on_standard_output() {
    let mut refused = 0;
    for path in rejected("bad-documents").into_iter().step_by(20) {
        let ended = run(&[&path]);
        let reason = format!("[{}] at ", stem(&path).split('.').next().unwrap());
        match ended.code {
            Some(1) => {
                assert!(ended.out.contains(&reason), "{path}: {}", ended.out);
                refused += 1;
            }
            code => {
                assert_eq!((code, ended.out.as_str()), (Some(2), ""), "{path}");
                assert!(ended.err.starts_with("isotask-check: "), "{path}: {}", ended.err);
            }
        }
    }
    assert!(refused > 20);
}

#[test]
fn one_document_is_printed_for_programs_whatever_happens() {
    let good = &files("certificates")[0];
    let bad =
        rejected("one-document").into_iter().find(|path| stem(path).starts_with("branch-class.")).unwrap();
    for (file, code, status) in [(good, 0, "verified"), (&bad, 1, "refused"), (&"missing".into(), 2, "error")]
    {
        let ended = run(&["--json", file]);
        let document: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(document["format"], "isotask.result/1");
        assert_eq!((document["exit"].as_i64(), document["status"].as_str()), (Some(code), Some(status)));
        assert_eq!(ended.code.map(i64::from), Some(code));
    }
    // Several files give one document that holds the result of each.
    let alone = |file| serde_json::from_str::<Value>(&run(&["--json", file]).out).unwrap();
    for (second, code, status) in
        [(good, 0, "verified"), (&bad, 1, "refused"), (&"missing".into(), 2, "error")]
    {
        let ended = run(&["--json", good, second]);
        let document: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!((ended.code, document["status"].as_str()), (Some(code), Some(status)));
        assert_eq!(document["results"], Value::from(vec![alone(good), alone(second)]));
    }
}

#[test]
fn standard_input_missing_files_and_help() {
    let certificate = fs::read(&files("certificates")[0]).unwrap();
    assert_eq!(run_with(&["-"], &certificate).code, Some(0));
    let twice = run(&["-", "-"]);
    assert_eq!((twice.code, twice.out.as_str()), (Some(2), ""));
    let missing = run(&["missing.json"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(2), ""));
    assert!(missing.err.contains("missing.json"));
    let help = run(&["--help"]);
    assert!(help.code == Some(0) && help.out.contains("Exit: 0 all verified"));
    assert_eq!(run(&["--version"]).out, format!("isotask-check {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn of_a_wrong_format_only_the_beginning_is_repeated() {
    let document = format!(r#"{{"format":"{}"}}"#, "é".repeat(1_000_000));
    let ended = run_with(&["-"], document.as_bytes());
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains(&"é".repeat(64)) && ended.err.len() < 1_000, "{} bytes", ended.err.len());
}

#[test]
fn the_limit_of_the_work_is_an_option() {
    let file = &rejected("limit").into_iter().find(|path| stem(path).starts_with("limit-reached.")).unwrap();
    for (options, limit) in [(&["--limit", "7"][..], "7"), (&["--limit=8"], "8"), (&[], "17179869184")] {
        let ended = run(&[options, &[file]].concat());
        let said = format!(
            "refused: more than {limit} steps of work, expected fewer, or a greater --limit [limit-reached] at "
        );
        assert!(ended.code == Some(1) && ended.out.contains(&said), "{options:?}: {ended:?}");
    }
    let good = &files("certificates")[0];
    assert_eq!(run(&["--limit", "18446744073709551615", good]).code, Some(0));
    for (options, said) in [
        (&["--limit", "much"][..], "--limit \"much\", expected a number of steps below 2^64"),
        (
            &["--limit=18446744073709551616"],
            "--limit \"18446744073709551616\", expected a number of steps below 2^64",
        ),
        (&["--limit"], "no number after --limit, expected steps"),
    ] {
        let ended = run(options);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        assert_eq!(ended.err, format!("isotask-check: {said}\nTry isotask-check --help\n"));
    }
    let document = run(&["--json", "--limit", "7", file]).out;
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["error"]["reason"], "limit-reached");
}

/// Compares the report on a document word by word, except its digest, which is that of the program
/// `sha256sum`.
#[test]
fn the_report_on_an_accepted_document_is_complete() {
    let told = |name: &str, code: i32| {
        let file = models().join(name).into_os_string().into_string().unwrap();
        let ended = run(&[&file]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(code), ""));
        ended.out.replace(&file, "FILE")
    };
    assert_eq!(
        told("certificates/dual-tree.json", 0),
        "FILE: verified
  hypercube, dimension 3; isotropic, packets [{\"count\":2,\"offset\":2},{\"count\":2,\"offset\":4},{\"offset\":6},{\"count\":2,\"offset\":7}]; ports all
  completion time  5 slots, lower bound 5 by weights, scope all: optimal
  transmissions    12 per node, lower bound 12 by distances, scope all: optimal
  total delay      20 slots per node, lower bound 20 by dual-tree, scope isotropic, horizon critical: optimal
  total delay      20 slots per node, lower bound 17 by pooled, scope all, horizon critical: upper-bound
  average delay    20/7 slots
  schedule         symmetric form, replayed at every node; 7 packets a node, 8 nodes with 3 links
  SHA-256          37f157898a458c4babae2bf08203bcea3d179b9437c5059a7e3ec0d9c8b6ba9b
"
    );
    assert_eq!(
        told("certificates/orbit.ring-7-four-packets.json", 0),
        "FILE: verified
  ring, nodes 7; isotropic, packets [{\"count\":4,\"offset\":3}]; ports all
  completion time  7 slots, lower bound 7 by weights, scope all: optimal
  transmissions    96 in the network, lower bound 84 by distances, scope all: upper-bound
  schedule         orbit form, replayed at every node; 28 packets, 7 nodes with 2 links
  SHA-256          935d039de007ee86f30ec0e33ff390f89c4a7368dba9be2c479d2fcd5a24c711
"
    );
    assert_eq!(
        told("certificates/schedule.ring-3-three-packets.json", 0),
        "FILE: valid schedule, no claim
  ring, nodes 3; isotropic, packets [{\"count\":3,\"offset\":1}]; ports all
  completion time  2 slots
  transmissions    4 per node
  schedule         intervals form, replayed at every node; 3 packets a node, 3 nodes with 2 links
  SHA-256          bf05e9e5f90e76f37386a9110bd49eae814da9033cb78b40f347bcb1c275d3cb
"
    );
    assert_eq!(
        told("channels/ring-3.dimension-order.json", 0),
        "FILE: verified
  acyclic: 6 channels numbered, increasing on every route among 3 nodes; no deadlock
  SHA-256          156eaa361fc8fcf8348f7aae2a844055f63fbb5ce5c574b7ba5ea50b45b57d8d
"
    );
}

/// Compares the messages that are put together from words.
#[test]
fn the_message_of_a_refusal_is_complete() {
    let cases = rejected("told-in-full");
    for (case, said) in [
        (
            "channel-missing.last",
            "the channel from node 2 to node 3, lane 1 is missing, which a packet from node 2 to node 3 takes",
        ),
        ("ends-mismatch.twice-to-one-node", "packets from node 0 to node"),
    ] {
        let file = cases.iter().find(|path| stem(path).starts_with(case)).unwrap();
        let ended = run(&[file]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""), "{case}");
        let begins = format!("{file}: refused: ");
        assert!(ended.out.starts_with(&begins) && ended.out.contains(said), "{}", ended.out);
        assert_eq!(ended.out.lines().count(), 1, "{}", ended.out);
    }
}

#[test]
fn arguments_are_read_as_the_help_says() {
    let good = &files("certificates")[0];
    for (arguments, said) in [
        (&[][..], "no file, expected at least one"),
        (&["-x", good], "unknown option \"-x\""),
        (&["-", "-"], "standard input named twice, expected once"),
    ] {
        let ended = run(arguments);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
        assert_eq!(ended.err, format!("isotask-check: {said}\nTry isotask-check --help\n"));
        let document: Value = serde_json::from_str(&run(&[&["--json"], arguments].concat()).out).unwrap();
        assert_eq!((&document["exit"], &document["error"]["reason"]), (&2.into(), &"usage".into()));
        assert_eq!(document["error"]["message"], said);
    }
    // Behind -- everything is a file, however it is called; before it, the order does not matter.
    for name in ["--json", "--help", "-h", "--version", "-V", "--limit", "--limit=1", "-x", "--"] {
        let ended = run(&["--", good, name]);
        assert!(ended.code == Some(2) && ended.out.contains(": verified\n"), "{ended:?}");
        assert!(ended.err.starts_with(&format!("isotask-check: {name}: ")), "{}", ended.err);
    }
    assert_eq!(run(&[good, "--json"]).out, run(&["--json", good]).out);
    assert_eq!(run(&["-h"]).out, run(&["--help"]).out);
    assert_eq!(run(&["-V"]).out, run(&["--version"]).out);
    // A name cannot write on the terminal, but stands in the document as it is.
    let ended = run(&["no\u{1b}[2J\u{202e}such\u{2028}"]);
    assert!(ended.err.starts_with("isotask-check: no\u{fffd}[2J\u{fffd}such\u{fffd}: "), "{}", ended.err);
}

#[test]
fn an_unreadable_document_is_reported_with_every_fault_of_its_form() {
    let mut document: Value = serde_json::from_slice(&fs::read(&files("certificates")[0]).unwrap()).unwrap();
    document["claims"][0]["extra"] = 1.into();
    document["task"]["other"] = 2.into();
    let ended = run_with(&["--json", "-"], document.to_string().as_bytes());
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((ended.code, result["input"].as_str()), (Some(2), Some("<stdin>")));
    let faults = result["error"]["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2, "{result}");
    assert!(faults.iter().all(|fault| !fault["place"].as_str().unwrap().is_empty()), "{result}");
    assert_eq!(ended.err.lines().count(), 2, "{}", ended.err);
    // A fault of the text has no place.
    let result: Value = serde_json::from_str(&run_with(&["--json", "-"], b"x").out).unwrap();
    assert_eq!(
        (&result["error"]["place"], &result["error"]["faults"][0]["place"]),
        (&Value::Null, &Value::Null)
    );
}

/// A pipe is read only once, and a failure to write is shown by the exit code.
#[cfg(target_os = "linux")]
#[test]
fn pipes_and_full_devices_are_no_files() {
    let bad = rejected("pipes").into_iter().find(|path| stem(path).starts_with("branch-class.")).unwrap();
    let ended = run_with(&["/dev/stdin"], &fs::read(&bad).unwrap());
    assert!(ended.code == Some(1) && ended.out.contains("[branch-class]"), "{ended:?}");
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotask-check"));
        command.arg(&files("certificates")[0]).stderr(Stdio::piped());
        command
    };
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ended = check().stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8(ended.stderr).unwrap().starts_with("isotask-check: standard output: "));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = check().stdout(writer).output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]));
}

/// At every limit of memory the program gives an answer, or exits with 2 and names the memory that was
/// missing.
#[cfg(target_os = "linux")]
#[test]
fn running_out_of_memory_is_no_crash() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    fs::create_dir_all(&folder).unwrap();
    let large = ["a circulant", "a mesh", "a lift", "a window"];
    let large: Vec<hostile::Hostile> =
        hostile::all().into_iter().filter(|one| large.contains(&one.name)).collect();
    assert_eq!(large.len(), 4);
    let in_memory = |path: &Path, kilobytes: u32| {
        let words = format!("ulimit -v {kilobytes}; exec {} {path:?}", env!("CARGO_BIN_EXE_isotask-check"));
        let ended = Command::new("sh").args(["-c", &words]).env_remove("RUST_BACKTRACE").output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    let mut lacking = 0;
    for hostile::Hostile { name, document } in large {
        let path = folder.join(format!("{}.json", name.replace(' ', "-")));
        fs::write(&path, document.to_string()).unwrap();
        for kilobytes in (12_000..60_000).step_by(6_000) {
            let (code, words) = in_memory(&path, kilobytes);
            let lacks = words.starts_with("memory allocation of ") && words.contains(" bytes failed");
            lacking += u32::from(lacks);
            assert!(
                matches!(code, Some(0 | 1)) || code == Some(2) && lacks,
                "{name}, {kilobytes} kB: {code:?} {words}"
            );
        }
    }
    assert!(lacking > 0, "no document lacked memory");
}
