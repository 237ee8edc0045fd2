//! The program `isotask-check` as a person meets it: exit code, standard output, standard error.

#![expect(clippy::unwrap_used, reason = "a test that cannot run the program has failed")]

mod reject;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How the program ended.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

/// The files of a folder of `models`, in order.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(models().join(folder)).unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().path().into_os_string().into_string().unwrap()).collect();
    files.sort();
    files
}

/// The cases of `models/reject` as files of a folder, in order.
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

/// Why each is refused is asked without a process.
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
    // Of several files one that holds what each alone gives.
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
