//! The commands `isotask` and `isotask-check` as a person meets them: exit code, standard output, standard error.

#![cfg(all(unix, feature = "cli"))]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot run a command has failed"
)]

use serde_json::Value;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const ISOTASK: &str = env!("CARGO_BIN_EXE_isotask");
const CHECK: &str = env!("CARGO_BIN_EXE_isotask-check");
const CUBE: &str = r#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":2},"task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
const USAGE: &str = "\n\nUsage: isotask";

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
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
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
        assert!(
            !ended.err.contains("panicked"),
            "{arguments:?}: {}",
            ended.err
        );
        ended
    }

    /// Runs a line of the shell, in which `$I` is the command.
    fn shell(&self, line: &str) -> Ended {
        let ended = Command::new("sh")
            .args(["-c", line])
            .env("I", ISOTASK)
            .env("C", CHECK)
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
    let arguments = [
        "solve",
        "task.json",
        "-o",
        "c.json",
        "--schedule",
        "s.json",
        "--explain",
    ];
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
    for program in [ISOTASK, CHECK] {
        let verb: &[&str] = if program == ISOTASK { &["check"] } else { &[] };
        let ended = place.run_with(program, &[verb, &["c.json", "s.json"]].concat(), b"");
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
        assert!(ended.out.contains("c.json: verified\n"), "{}", ended.out);
        assert!(
            ended.out.contains("s.json: valid schedule, no claim\n"),
            "{}",
            ended.out
        );
    }
}

#[test]
fn bound_show_and_new_say_what_they_should() {
    let place = Place::new();
    let bound = place.run(&["bound", "task.json"]);
    assert_eq!((bound.code, bound.err.as_str()), (Some(0), ""));
    assert!(
        bound.out.contains("Lower bounds on the completion time"),
        "{}",
        bound.out
    );
    let show = place.run(&["show", "task.json"]);
    assert_eq!((show.code, show.err.as_str()), (Some(0), ""));
    assert!(
        show.out.contains("total exchange, 3 packets of each node"),
        "{}",
        show.out
    );
    let words = [
        "new",
        "torus",
        "4x4",
        "isotropic",
        "1,2:3",
        "5",
        "--ports",
        "2",
        "-o",
        "new.json",
    ];
    let new = place.run(&words);
    assert_eq!(
        (new.code, new.out.as_str(), new.err.as_str()),
        (Some(0), "", "")
    );
    let written: Value = serde_json::from_str(&place.text("new.json")).unwrap();
    assert_eq!(
        written["task"]["packets"][0]["offset"],
        serde_json::json!([1, 2])
    );
    assert_eq!(written["ports"]["at-most"], 2);
    assert_eq!(place.run(&["solve", "new.json"]).code, Some(0));
}

#[test]
fn a_dash_is_standard_input_and_output() {
    let place = Place::new();
    let piped = place.run_with(ISOTASK, &["solve", "-", "-o", "-"], CUBE.as_bytes());
    assert_eq!(piped.code, Some(0));
    assert!(
        piped.err.contains("optimal: no schedule is shorter"),
        "{}",
        piped.err
    );
    let certificate: Value = serde_json::from_str(&piped.out).unwrap();
    assert_eq!(certificate["format"], "isotask.certificate/1");
    for (program, words) in [(ISOTASK, vec!["check", "-"]), (CHECK, vec!["-"])] {
        let checked = place.run_with(program, &words, piped.out.as_bytes());
        assert_eq!(checked.code, Some(0), "{checked:?}");
    }
    let shown = place.run_with(ISOTASK, &["show", "-"], piped.out.as_bytes());
    assert_eq!(shown.code, Some(0));
    let twice = place.run(&["check", "-", "-"]);
    fails(&twice, "standard input (-) can be read only once");
    let twice = place.run_with(CHECK, &["-", "-"], b"");
    assert_eq!((twice.code, twice.out.as_str()), (Some(2), ""));
    let broken = place.run_with(ISOTASK, &["solve", "-"], b"{");
    fails(
        &broken,
        "standard input: line 1, column 1: the text ends inside an object",
    );
}

#[test]
fn json_is_one_document_on_success_refusal_and_failure() {
    let place = Place::new();
    place.run(&["solve", "task.json", "-o", "c.json"]);
    place.put(
        "bad.json",
        place
            .text("c.json")
            .replacen("\"value\":2", "\"value\":1", 1),
    );
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
        (&["check", "c.json", "c.json", "--json"], 2, "error"),
        (
            &["solve", "task.json", "--threads", "0", "--json"],
            2,
            "error",
        ),
    ];
    for (words, code, status) in cases {
        let ended = place.run(words);
        assert_eq!(ended.code, Some(code), "{words:?}");
        assert_eq!(document(&ended)["status"], status, "{words:?}");
        assert_eq!(ended.err, "", "{words:?}");
    }
    for (file, code) in [("c.json", 0), ("bad.json", 1), ("broken.json", 2)] {
        let ended = place.run_with(CHECK, &["--json", file], b"");
        assert_eq!(ended.code, Some(code), "{file}");
        document(&ended);
    }
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
            CUBE.replace("\"ports\"", "\"colour\":1,\"ports\"")
                .into_bytes(),
            "line 1, column 113, at colour: found the unknown key \"colour\", expected one of \"format\", \"name\", \"network\", \"task\", \"ports\", \"objective\"",
        ),
        (
            "missing",
            CUBE.replace("\"ports\":\"all\",", "").into_bytes(),
            "line 1, column 135: missing key, expected \"ports\"",
        ),
        (
            "repeated",
            CUBE.replace("\"ports\"", "\"ports\":\"one\",\"ports\"")
                .into_bytes(),
            "line 1, column 126, at ports: found the key \"ports\" a second time, expected it once",
        ),
        (
            "format",
            CUBE.replace("task/1", "task/7").into_bytes(),
            "line 1, column 26, at format: found the format \"isotask.task/7\", expected \"isotask.task/1\"",
        ),
        ("negative", CUBE.replace(":2}", ":-1}").into_bytes(), ""),
        (
            "text",
            b"hello".to_vec(),
            "line 1, column 1: expected a JSON value",
        ),
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
    let cases: [(&[&str], &str); 19] = [
        (
            &["hypercube", "0", "total-exchange"],
            "at network.dimension: dimension 0, expected 1 to 62",
        ),
        (
            &["hypercube", "63", "total-exchange"],
            "at network.dimension: dimension 63, expected 1 to 62",
        ),
        (
            &["hypercube", "1000000000000000000", "total-exchange"],
            "at network.dimension: dimension 1000000000000000000, expected 1 to 62",
        ),
        (
            &["torus", "3x0", "total-exchange"],
            "at network.radices[1]: radix 0, expected at least 2",
        ),
        (
            &["ring", "1", "total-exchange"],
            "at network.nodes: radix 1, expected at least 2",
        ),
        (
            &["ring", "5", "isotropic", "0"],
            "at task.packets[0].offset: offset 0, expected another node than the sender; leave such packets out",
        ),
        (
            &["ring", "5", "isotropic", "1", "5"],
            "at task.packets[1].offset: offset 5, expected 1 to 4",
        ),
        (
            &["torus", "3x3", "isotropic", "1,2,0"],
            "at task.packets[0].offset: 3 coordinates, expected 2",
        ),
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
            "at task: the packets could need 2^63 transmissions or more from one node; expected fewer",
        ),
        (
            &["hypercube", "3", "neighbourhood-exchange", "0", "2"],
            "at task.min: min 0, expected at least 1: a node sends nothing to itself",
        ),
        (
            &["hypercube", "3", "neighbourhood-exchange", "3", "2"],
            "at task.min: min 3 above max 2",
        ),
        (
            &["hypercube", "3", "neighbourhood-exchange", "1", "4"],
            "at task.max: max 4, expected at most the diameter 3",
        ),
        (
            &["hypercube", "3", "total-exchange", "--ports", "0"],
            "at ports.at-most: 0 ports, expected at least 1",
        ),
        (
            &[
                "hypercube",
                "3",
                "total-exchange",
                "--objective",
                "average-delay",
            ],
            "at objective: objective \"average-delay\" is not supported by this version, expected \"completion-time\"; schedules of least average delay are reserved in the format",
        ),
        (
            &["ring", "1000000000", "total-exchange"],
            "at task: packets by distance in rings of 500000000 distances altogether, expected at most 67108864; list the packets as an isotropic task instead",
        ),
        (
            &["hypercube", "3", "total-exchange", "extra"],
            "\"extra\" is left over after the task",
        ),
    ];
    for (words, message) in cases {
        fails(&place.run(&[&["new"], words].concat()), message);
    }
    place.put(
        "delay.json",
        CUBE.replace("completion-time", "average-delay"),
    );
    let ended = place.run(&["solve", "delay.json", "-o", "c.json"]);
    fails(
        &ended,
        "delay.json: at objective: objective \"average-delay\" is not supported by this version, expected \"completion-time\"; schedules of least average delay are reserved in the format",
    );
    let ended = place.run(&["solve", "delay.json", "--json"]);
    assert_eq!(document(&ended)["error"]["reason"], "reserved-objective");
    assert_eq!(place.names(), ["delay.json", "task.json"]);
}

#[test]
fn files_that_cannot_be_read_are_named_with_the_reason() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    for command in ["solve", "bound", "check", "show"] {
        let missing = place.run(&[command, "missing.json"]);
        fails(
            &missing,
            "cannot read missing.json: No such file or directory",
        );
        let folder = place.run(&[command, "folder"]);
        fails(&folder, "cannot read folder: Is a directory");
    }
    let missing = place.run_with(CHECK, &["missing.json"], b"");
    assert_eq!((missing.code, missing.out.as_str()), (Some(2), ""));
    assert!(missing.err.contains("missing.json"));
}

/// Whether the tests run as root, whom permissions do not stop.
fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|found| found.uid() == 0)
}

#[test]
fn permissions_are_respected_for_reading_and_writing() {
    let place = Place::new();
    place.put("secret.json", CUBE);
    place.put("kept.json", "kept");
    fs::create_dir(place.path("locked")).unwrap();
    let set = |name: &str, mode| {
        fs::set_permissions(place.path(name), Permissions::from_mode(mode)).unwrap();
    };
    set("secret.json", 0o000);
    set("kept.json", 0o444);
    set("locked", 0o555);
    set("task.json", 0o644);
    fs::set_permissions(place.folder.path(), Permissions::from_mode(0o755)).unwrap();
    // Root is stopped by nothing, so it becomes nobody; the program is copied to where nobody may run it.
    let prefix = if is_root() {
        fs::copy(ISOTASK, place.path("isotask")).unwrap();
        set("isotask", 0o755);
        "setpriv --reuid=65534 --regid=65534 --clear-groups ./isotask"
    } else {
        "$I"
    };
    let run = |words: &str| place.shell(&format!("{prefix} {words}"));
    fails(
        &run("solve secret.json"),
        "cannot read secret.json: Permission denied",
    );
    fails(
        &run("solve task.json -o kept.json"),
        "cannot write kept.json: Permission denied",
    );
    fails(
        &run("solve task.json -o locked/c.json"),
        "cannot write locked/c.json: permission denied",
    );
    assert_eq!(place.text("kept.json"), "kept");
    set("locked", 0o755);
    assert_eq!(fs::read_dir(place.path("locked")).unwrap().count(), 0);
}

#[test]
fn an_output_that_cannot_be_written_ends_with_one_message_and_leaves_nothing() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    let solve = |output: &str| place.run(&["solve", "task.json", "-o", output]);
    fails(
        &solve("no/c.json"),
        "cannot write no/c.json: No such file or directory",
    );
    fails(&solve("folder"), "cannot write folder: Is a directory");
    fails(
        &solve("task.json/c.json"),
        "cannot write task.json/c.json: Not a directory",
    );
    fails(
        &solve("/dev/full"),
        "cannot write /dev/full: No space left on device",
    );
    fails(
        &solve("task.json"),
        "task.json is the task file; the output would replace it",
    );
    let same = [
        "solve",
        "task.json",
        "-o",
        "c.json",
        "--schedule",
        "./c.json",
    ];
    fails(
        &place.run(&same),
        "--output and --schedule name the same place",
    );
    let same = ["solve", "task.json", "-o", "-", "--schedule", "-"];
    fails(
        &place.run(&same),
        "--output and --schedule name the same place",
    );
    let full = place.shell("$I solve task.json > /dev/full");
    fails(
        &full,
        "cannot write standard output: No space left on device",
    );
    let full = place.shell("$I new ring 5 total-exchange > /dev/full");
    fails(
        &full,
        "cannot write standard output: No space left on device",
    );
    assert_eq!(place.names(), ["folder", "task.json"]);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let place = Place::new();
    place.run(&["solve", "task.json", "-o", "c.json"]);
    for words in [
        "$I solve task.json",
        "$I solve task.json -o -",
        "$I bound task.json",
        "$I show c.json",
        "$I check c.json",
        "$I man",
        "$I completions bash",
        "$I --help",
        "$I solve task.json --json",
        "$C c.json",
    ] {
        let line = format!("({words}; echo $? > code) | head -c 0");
        let ended = place.shell(&line);
        assert_eq!(ended.out, "", "{words}");
        assert_eq!(place.text("code"), "0\n", "{words}");
    }
}

#[test]
fn an_existing_output_is_kept_when_the_solve_fails_and_its_permissions_when_it_succeeds() {
    let place = Place::new();
    place.put("c.json", "old");
    fs::set_permissions(place.path("c.json"), Permissions::from_mode(0o640)).unwrap();
    let words = [
        "solve",
        "task.json",
        "--method",
        "hall",
        "--form",
        "intervals",
        "-o",
        "c.json",
    ];
    fails(
        &place.run(&words),
        "task.json: method hall makes no intervals; the method quotient does",
    );
    assert_eq!(place.text("c.json"), "old");
    let inode = |name: &str| fs::metadata(place.path(name)).unwrap();
    assert_eq!(
        place.run(&["solve", "task.json", "-o", "c.json"]).code,
        Some(0)
    );
    assert!(
        place
            .text("c.json")
            .starts_with("{\"format\":\"isotask.certificate/1\"")
    );
    assert_eq!(inode("c.json").mode() & 0o777, 0o640);
    place.shell(
        "umask 027; $I solve task.json -o new.json; umask 077; $I solve task.json -o private.json",
    );
    assert_eq!(inode("new.json").mode() & 0o777, 0o640);
    assert_eq!(inode("private.json").mode() & 0o777, 0o600);
    assert_eq!(
        place.names(),
        ["c.json", "new.json", "private.json", "task.json"]
    );
}

#[test]
fn a_symbolic_link_is_written_through() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    place.put("folder/real.json", "old");
    symlink("folder/real.json", place.path("link.json")).unwrap();
    assert_eq!(
        place.run(&["solve", "task.json", "-o", "link.json"]).code,
        Some(0)
    );
    assert!(
        fs::symlink_metadata(place.path("link.json"))
            .unwrap()
            .is_symlink()
    );
    assert!(
        place
            .text("folder/real.json")
            .contains("isotask.certificate/1")
    );
    symlink("task.json", place.path("input.json")).unwrap();
    let ended = place.run(&["solve", "task.json", "-o", "input.json"]);
    fails(
        &ended,
        "input.json is the task file; the output would replace it",
    );
}

#[test]
fn an_interrupt_ends_with_130_and_leaves_no_temporary_file() {
    let place = Place::new();
    place.put(
        "long.json",
        CUBE.replace("\"dimension\":2", "\"dimension\":22"),
    );
    for signals in [1, 2] {
        let mut child = Command::new(ISOTASK)
            .args(["solve", "long.json", "-o", "c.json"])
            .current_dir(place.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // The temporary file is made just before the command begins to listen.
        while !place
            .names()
            .iter()
            .any(|name| name.starts_with(".isotask-"))
        {
            assert!(begun.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(300));
        for _ in 0..signals {
            let kill = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status();
            assert!(kill.unwrap().success());
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let left = place.names();
        assert!(
            !left.iter().any(|name| name.starts_with(".isotask-")),
            "{left:?}"
        );
    }
}

#[test]
fn the_same_bytes_come_out_again_and_with_any_number_of_threads() {
    let place = Place::new();
    for name in [
        "torus-4x6-total-exchange",
        "ring-4-total-exchange",
        "hypercube-7-total-exchange",
    ] {
        let task = models().join(format!("{name}.json"));
        let task = task.to_str().unwrap();
        let first = place.run(&["solve", task, "-o", "-"]).out;
        for threads in ["1", "8"] {
            let again = place.run(&["solve", task, "-o", "-", "--threads", threads]);
            assert_eq!(again.out, first, "{name}");
        }
    }
}

#[test]
fn help_mentions_what_a_person_looks_for() {
    let place = Place::new();
    let cases: [(&[&str], &[&str]); 8] = [
        (
            &[],
            &[
                "solve",
                "bound",
                "check",
                "show",
                "new",
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
        (&["show"], &["--json", "document"]),
        (
            &["new"],
            &[
                "--ports",
                "--objective",
                "--count",
                "--name",
                "isotask new hypercube 4 total-exchange",
            ],
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
    assert_eq!(
        version.out,
        format!("isotask {}\n", env!("CARGO_PKG_VERSION"))
    );
    let help = place.run_with(CHECK, &["--help"], b"");
    assert!(help.code == Some(0) && help.out.contains("Exit: 0 all verified"));
}

#[test]
fn usage_errors_exit_with_2_and_say_what_is_wrong() {
    let place = Place::new();
    let cases: [(&[&str], &str); 5] = [
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["solve"], "required arguments were not provided"),
        (
            &["solve", "task.json", "--method", "magic"],
            "invalid value 'magic'",
        ),
        (
            &["solve", "task.json", "--threads", "0"],
            "invalid value '0'",
        ),
        (&["solve", "task.json", "--time-limit", "-1"], "-1"),
    ];
    for (words, message) in cases {
        let ended = place.run(words);
        assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{words:?}");
        assert!(ended.err.starts_with("error: "), "{}", ended.err);
        assert!(ended.err.contains(message), "{}", ended.err);
        assert!(
            ended.err.contains(USAGE) || ended.err.contains("--help"),
            "{}",
            ended.err
        );
    }
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
    assert!(
        manual.out.starts_with(".ie") || manual.out.starts_with(".TH"),
        "{}",
        manual.out
    );
    assert!(manual.out.contains(".SH SOLVE"));
}

#[test]
fn control_characters_of_a_name_never_reach_the_terminal() {
    let place = Place::new();
    let named = CUBE.replace(
        "\"network\"",
        "\"name\":\"evil\\u001b[31m\\u0007\\u009b1m\\n\",\"network\"",
    );
    place.put("named.json", named);
    for command in ["solve", "bound", "show"] {
        let ended = place.run(&[command, "named.json"]);
        assert_eq!(ended.code, Some(0));
        assert!(
            !ended.out.chars().any(|c| c.is_control() && c != '\n'),
            "{:?}",
            ended.out
        );
    }
}

#[test]
fn both_checkers_refuse_the_rejected_certificates_with_the_reason_on_standard_output() {
    let place = Place::new();
    let mut refused = 0;
    for entry in fs::read_dir(models().join("reject")).unwrap() {
        let path = entry.unwrap().path();
        // This one weighs 2^26 choices before it gives up; the corpus test does it once.
        if path.to_str().unwrap().contains("too-much-work") {
            continue;
        }
        let name = path.to_str().unwrap();
        let alone = place.run_with(CHECK, &[name], b"");
        let whole = place.run(&["check", name]);
        assert_eq!(alone.code, whole.code, "{name}");
        assert!(matches!(alone.code, Some(1 | 2)), "{name}");
        if alone.code == Some(1) {
            let reason = path.file_name().unwrap().to_str().unwrap();
            let reason = format!("[{}] at ", reason.split('.').next().unwrap());
            assert!(alone.out.contains(&reason), "{}", alone.out);
            assert!(whole.out.contains(&reason), "{}", whole.out);
            assert_eq!(alone.out, whole.out, "{name}");
            refused += 1;
        } else {
            assert_eq!(whole.out, "");
            assert!(whole.err.starts_with("error: ") && !alone.err.is_empty());
        }
    }
    assert!(refused > 80);
}
