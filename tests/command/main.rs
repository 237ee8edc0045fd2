//! The command `isotask` as a person meets it: exit code, standard output, standard error.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot run a command has failed")]

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const ISOTASK: &str = env!("CARGO_BIN_EXE_isotask");
const CUBE: &str = r#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":2},"task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;

mod automorphisms;
mod browser;
mod buffers;
mod cayley;
mod channels;
mod cite;
#[cfg(feature = "claims")]
mod claims;
mod cluster;
mod collective;
mod consumers;
mod crosscheck;
mod csv;
mod data;
mod decompose;
mod delay_of_lists;
mod demands;
mod draw;
mod export;
mod faults;
mod field;
mod files;
mod given_tree;
mod graphml;
mod graphs;
mod graphs_in_words;
mod groups;
mod help;
mod hull;
mod input;
mod inputs;
mod lifts;
mod limits;
mod local;
mod machines;
mod manner;
mod messages;
mod methods;
mod moments;
mod mpi;
mod networks;
mod newcomer;
mod nodes;
mod offsets;
mod pages;
mod parcels;
#[cfg(feature = "ilp")]
mod pareto;
#[cfg(feature = "ilp")]
mod parts;
mod pictures;
#[cfg(feature = "ilp")]
mod proofs;
mod rate;
mod readme;
mod refused;
mod rounds;
mod route;
mod routes;
mod rules;
mod seconds;
mod slurm;
mod switches;
mod symmetry;
mod topologies;
mod tree;
mod words;

/// How a command ended.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A folder of its own for a test, in which the commands run.
struct Place {
    folder: TempDir,
}

impl Place {
    /// With the total exchange on the 2-cube in `task.json`.
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.put("task.json", CUBE);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        self.run_with(ISOTASK, arguments, b"")
    }

    fn run_with(&self, program: &str, arguments: &[&str], input: &[u8]) -> Ended {
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that needs no input may have ended before it is written.
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

    /// Runs a line of the shell, in which `$I` is the command.
    fn shell(&self, line: &str) -> Ended {
        let ended = Command::new("sh")
            .args(["-c", line])
            .env("I", ISOTASK)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let ended = Ended {
            code: ended.status.code(),
            out: String::from_utf8(ended.stdout).unwrap(),
            err: String::from_utf8(ended.stderr).unwrap(),
        };
        assert!(!ended.err.contains("panicked"), "{line}: {}", ended.err);
        ended
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Exit 2, nothing on standard output, exactly this on standard error.
fn fails(ended: &Ended, message: &str) {
    assert_eq!(
        (ended.code, ended.out.as_str(), ended.err.as_str()),
        (Some(2), "", format!("error: {message}\n").as_str())
    );
}

/// The one document on standard output.
fn document(ended: &Ended) -> Value {
    assert_eq!(ended.out.lines().count(), 1, "{ended:?}");
    let value: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(value["format"], "isotask.result/1");
    assert_eq!(value["exit"].as_i64(), ended.code.map(i64::from));
    value
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
}

#[test]
fn solve_prints_a_report_and_writes_a_certificate_and_a_schedule() {
    let place = Place::new();
    let arguments = ["solve", "task.json", "-o", "c.json", "--schedule", "s.json", "--explain"];
    let ended = place.run(&arguments);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "completion time  2 slots",
        "optimal: no schedule is shorter (scope all)",
        "read back and accepted",
        "method quotient:",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    assert_eq!(place.names(), ["c.json", "s.json", "task.json"]);
    let ended = place.run(&["check", "c.json", "s.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert!(ended.out.contains("c.json: verified\n"), "{}", ended.out);
    assert!(ended.out.contains("s.json: valid schedule, no claim\n"), "{}", ended.out);
}

#[test]
fn bound_show_and_new_print_their_reports() {
    let place = Place::new();
    let bound = place.run(&["bound", "task.json"]);
    assert_eq!((bound.code, bound.err.as_str()), (Some(0), ""));
    assert!(bound.out.contains("Lower bounds on the completion time"), "{}", bound.out);
    let show = place.run(&["show", "task.json"]);
    assert_eq!((show.code, show.err.as_str()), (Some(0), ""));
    assert!(show.out.contains("total exchange (all-to-all), 3 packets of each node"), "{}", show.out);
    let words = ["new", "torus", "4x4", "isotropic", "1,2:3", "5", "--ports", "2", "-o", "new.json"];
    let new = place.run(&words);
    assert_eq!((new.code, new.out.as_str(), new.err.as_str()), (Some(0), "wrote the task to new.json\n", ""));
    let written: Value = serde_json::from_str(&place.text("new.json")).unwrap();
    assert_eq!(written["task"]["packets"][0]["offset"], serde_json::json!([1, 2]));
    assert_eq!(written["ports"]["at-most"], 2);
    assert_eq!(place.run(&["solve", "new.json"]).code, Some(0));
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let place = Place::new();
    let piped = place.run_with(ISOTASK, &["solve", "-", "-o", "-"], CUBE.as_bytes());
    assert_eq!(piped.code, Some(0));
    assert!(piped.err.contains("optimal: no schedule is shorter"), "{}", piped.err);
    let certificate: Value = serde_json::from_str(&piped.out).unwrap();
    assert_eq!(certificate["format"], "isotask.certificate/1");
    let checked = place.run_with(ISOTASK, &["check", "-"], piped.out.as_bytes());
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let shown = place.run_with(ISOTASK, &["show", "-"], piped.out.as_bytes());
    assert_eq!(shown.code, Some(0));
    let twice = place.run(&["check", "-", "-"]);
    fails(&twice, "standard input (-) can be read only once");
    let broken = place.run_with(ISOTASK, &["solve", "-"], b"{");
    fails(&broken, "standard input: line 1, column 1: the text ends inside an object");
}

#[test]
fn outputs_are_reproducible_with_any_number_of_threads() {
    let place = Place::new();
    for name in ["torus-4x6-total-exchange", "ring-4-total-exchange", "hypercube-7-total-exchange"] {
        let task = models().join(format!("{name}.json"));
        let task = task.to_str().unwrap();
        let first = place.run(&["solve", task, "-o", "-"]).out;
        for threads in ["1", "2", "5"] {
            let again = place.run(&["solve", task, "-o", "-", "--threads", threads]);
            assert_eq!(again.out, first, "{name}");
        }
    }
    // A task with enough units for several threads, and demands on which several rules are tried in parallel.
    let torus = models().join("demands/torus-3x4-demands-one-port.json");
    let torus = torus.to_str().unwrap();
    for words in ["hypercube 14 total-exchange", "incomplete-hypercube 23 total-exchange --explain", torus] {
        let words: Vec<&str> = ["solve"].into_iter().chain(words.split(' ')).collect();
        let solved = |more: &[&str]| {
            let ended = place.run(&[&words, more].concat());
            (ended.code, ended.out, place.text("c.json"))
        };
        let first = solved(&["-o", "c.json"]);
        assert!(matches!(first.0, Some(0 | 3)), "{words:?}");
        for threads in ["1", "2", "5"] {
            assert!(solved(&["-o", "c.json", "--threads", threads]) == first, "{words:?}, {threads} threads");
        }
    }
}

#[test]
fn help_mentions_what_a_person_looks_for() {
    let place = Place::new();
    let cases: [(&[&str], &[&str]); 13] = [
        (
            &[],
            &[
                "solve",
                "bound",
                "check",
                "cite",
                "export",
                "show",
                "new",
                "tree",
                "channels",
                "deadlock",
                "completions",
                "man",
                "Exit codes",
                "130",
            ],
        ),
        (
            &["solve"],
            &[
                "--method",
                "--output",
                "--schedule",
                "--form",
                "--time-limit",
                "--threads",
                "--explain",
                "--json",
                "standard input",
            ],
        ),
        (&["bound"], &["--json", "Task file"]),
        (&["check"], &["--json", "standard input"]),
        (&["export"], &["--to", "--horizon", "--output", "--json", "opb", "veripb", "lp", "mps"]),
        (&["draw"], &["--picture", "--to", "--output", "--json", "heat-map", "player.html"]),
        (&["show"], &["--json", "document", "--node", "--slots"]),
        (
            &["new"],
            &["--ports", "--objective", "--count", "--name", "isotask new hypercube 4 total-exchange"],
        ),
        (&["tree"], &["--root", "--index", "--node", "--subtrees", "--cost", "--packet", "--json", "tcbt"]),
        (
            &["channels"],
            &["--rule", "--output", "--json", "dateline", "highest-link", "no packets can deadlock"],
        ),
        (
            &["deadlock"],
            &["--rule", "--buffers", "--task", "--order", "--seed", "--json", "by-source", "rotating"],
        ),
        (&["completions"], &["bash", "zsh", "fish"]),
        (&["man"], &["Usage"]),
    ];
    for (command, words) in cases {
        let ended = place.run(&[command, &["--help"]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        for word in words {
            assert!(ended.out.contains(word), "{command:?}: {word}");
        }
    }
    let version = place.run(&["--version"]);
    assert_eq!(version.out, format!("isotask {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_the_manual_are_written() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let ended = place.run(&["completions", shell]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        assert!(ended.out.contains("isotask") && ended.out.len() > 500);
    }
    let manual = place.run(&["man"]);
    assert_eq!(manual.code, Some(0));
    assert!(manual.out.starts_with(".ie") || manual.out.starts_with(".TH"), "{}", manual.out);
    assert!(manual.out.contains(".SS solve"));
}

#[test]
fn control_characters_of_a_name_never_reach_the_terminal() {
    let place = Place::new();
    let named = CUBE.replace("\"network\"", "\"name\":\"evil\\u001b[31m\\u0007\\u009b1m\\n\",\"network\"");
    place.put("named.json", named);
    for command in ["solve", "bound", "show"] {
        let ended = place.run(&[command, "named.json"]);
        assert_eq!(ended.code, Some(0));
        assert!(!ended.out.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ended.out);
    }
}
