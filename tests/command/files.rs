//! Reading and writing: permissions, full devices, closed pipes, links, interrupts.

use super::{CUBE, ISOTASK, Place, fails};
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn files_that_cannot_be_read_are_named_with_the_reason() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    for command in ["solve", "bound", "check", "show"] {
        let missing = place.run(&[command, "missing.json"]);
        fails(&missing, "cannot read missing.json: No such file or directory");
        let folder = place.run(&[command, "folder"]);
        fails(&folder, "cannot read folder: Is a directory");
    }
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
    // Permissions do not stop root, so the test becomes the user `nobody`; the program is copied to where
    // that user may run it.
    let prefix = if is_root() {
        // Copied by another process: a file that this one holds open for writing could not be run.
        assert_eq!(place.shell("cp \"$I\" isotask").code, Some(0));
        set("isotask", 0o755);
        "setpriv --reuid=65534 --regid=65534 --clear-groups ./isotask"
    } else {
        "$I"
    };
    let run = |words: &str| place.shell(&format!("{prefix} {words}"));
    fails(&run("solve secret.json"), "cannot read secret.json: Permission denied");
    fails(&run("solve task.json -o kept.json"), "cannot write kept.json: Permission denied");
    fails(&run("solve task.json -o locked/c.json"), "cannot write locked/c.json: Permission denied");
    assert_eq!(place.text("kept.json"), "kept");
    set("locked", 0o755);
    assert_eq!(fs::read_dir(place.path("locked")).unwrap().count(), 0);
}

#[test]
fn an_output_that_cannot_be_written_ends_with_one_message_and_leaves_nothing() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    let solve = |output: &str| place.run(&["solve", "task.json", "-o", output]);
    fails(&solve("no/c.json"), "cannot write no/c.json: No such file or directory");
    fails(&solve("folder"), "cannot write folder: Is a directory");
    fails(&solve("task.json/c.json"), "cannot write task.json/c.json: Not a directory");
    fails(&solve("/dev/full"), "cannot write /dev/full: No space left on device");
    fails(&solve("task.json"), "task.json is an input; the output would replace it");
    let same = ["solve", "task.json", "-o", "c.json", "--schedule", "./c.json"];
    fails(&place.run(&same), "--output and --schedule name the same place");
    let same = ["solve", "task.json", "-o", "-", "--schedule", "-"];
    fails(&place.run(&same), "--output and --schedule name the same place");
    let full = place.shell("$I solve task.json > /dev/full");
    fails(&full, "cannot write standard output: No space left on device");
    let full = place.shell("$I new ring 5 total-exchange > /dev/full");
    fails(&full, "cannot write standard output: No space left on device");
    assert_eq!(place.names(), ["folder", "task.json"]);
}

#[test]
fn a_closed_pipe_ends_quietly_with_the_exit_code_of_the_result() {
    let place = Place::new();
    place.run(&["solve", "task.json", "-o", "c.json"]);
    let mut wrong: Value = serde_json::from_str(&place.text("c.json")).unwrap();
    wrong["claims"][0]["value"] = 1.into();
    place.put("wrong.json", wrong.to_string());
    for (words, code) in [
        ("$I solve task.json", 0),
        ("$I solve task.json -o -", 0),
        ("$I bound task.json", 0),
        ("$I show c.json", 0),
        ("$I check c.json", 0),
        ("$I man", 0),
        ("$I completions bash", 0),
        ("$I --help", 0),
        ("$I solve task.json --json", 0),
        ("$I check wrong.json", 1),
        ("$I check wrong.json --json", 1),
        ("$I check wrong.json c.json --json", 1),
        ("$I show wrong.json", 1),
        ("$I channels ring 5", 1),
        ("$I check task.json", 2),
    ] {
        // The reader has gone before anything is written.
        let ended = place.shell(&format!("(sleep 0.05; {words} 2>said; echo $? >code) | true"));
        assert_eq!(ended.out, "", "{words}");
        assert_eq!(place.text("code"), format!("{code}\n"), "{words}: {}", place.text("said"));
        assert!(code == 2 || !place.text("said").contains("pipe"), "{words}: {}", place.text("said"));
    }
}

#[test]
fn an_existing_output_is_kept_when_the_solve_fails_and_its_permissions_when_it_succeeds() {
    let place = Place::new();
    place.put("c.json", "old");
    fs::set_permissions(place.path("c.json"), Permissions::from_mode(0o640)).unwrap();
    let words = ["solve", "task.json", "--method", "hall", "--form", "intervals", "-o", "c.json"];
    fails(&place.run(&words), "task.json: method hall makes no intervals; the method quotient does");
    assert_eq!(place.text("c.json"), "old");
    let inode = |name: &str| fs::metadata(place.path(name)).unwrap();
    assert_eq!(place.run(&["solve", "task.json", "-o", "c.json"]).code, Some(0));
    assert!(place.text("c.json").starts_with("{\"format\":\"isotask.certificate/1\""));
    assert_eq!(inode("c.json").mode() & 0o777, 0o640);
    place.shell("umask 027; $I solve task.json -o new.json; umask 077; $I solve task.json -o private.json");
    assert_eq!(inode("new.json").mode() & 0o777, 0o640);
    assert_eq!(inode("private.json").mode() & 0o777, 0o600);
    assert_eq!(place.names(), ["c.json", "new.json", "private.json", "task.json"]);
}

#[test]
fn a_symbolic_link_is_written_through() {
    let place = Place::new();
    fs::create_dir(place.path("folder")).unwrap();
    place.put("folder/real.json", "old");
    symlink("folder/real.json", place.path("link.json")).unwrap();
    assert_eq!(place.run(&["solve", "task.json", "-o", "link.json"]).code, Some(0));
    assert!(fs::symlink_metadata(place.path("link.json")).unwrap().is_symlink());
    assert!(place.text("folder/real.json").contains("isotask.certificate/1"));
    symlink("task.json", place.path("input.json")).unwrap();
    let ended = place.run(&["solve", "task.json", "-o", "input.json"]);
    fails(&ended, "input.json is the input task.json; the output would replace it");
}

#[test]
fn a_link_to_nothing_and_a_write_protected_file_are_refused_as_outputs() {
    let place = Place::new();
    symlink("nowhere.json", place.path("link.json")).unwrap();
    place.put("kept.json", "kept");
    fs::set_permissions(place.path("kept.json"), Permissions::from_mode(0o444)).unwrap();
    for words in ["solve task.json", "new ring 5 total-exchange", "export task.json --to dot"] {
        let run = |output: &str| place.shell(&format!("$I {words} -o {output}"));
        let message = "cannot write link.json: it is a symbolic link to a file that does not exist";
        fails(&run("link.json"), message);
        let message = if is_root() {
            "cannot write kept.json: it is write-protected; chmod u+w lets it be replaced"
        } else {
            "cannot write kept.json: Permission denied"
        };
        fails(&run("kept.json"), message);
    }
    assert_eq!(place.text("kept.json"), "kept");
    assert_eq!(place.names(), ["kept.json", "link.json", "task.json"]);
}

/// A solve that takes a while, once it has opened its output.
fn long_solve(place: &Place) -> Child {
    place.put("long.json", CUBE.replace("\"dimension\":2", "\"dimension\":22"));
    // The tests may run with ignored signals, which commands inherit.
    let mut command = if cfg!(target_os = "linux") {
        let mut own = Command::new("env");
        own.args(["--default-signal=QUIT,USR1", ISOTASK]);
        own
    } else {
        Command::new(ISOTASK)
    };
    let child = command
        // Slots need a stored matrix, which takes a while to build.
        .args(["solve", "long.json", "--form", "slots", "-o", "c.json"])
        .current_dir(place.folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    // The output is opened, with or without a name, just before the command begins to listen.
    let folder = fs::canonicalize(place.folder.path()).unwrap();
    let has_opened = || {
        let files = fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten();
        files.filter_map(|file| fs::read_link(file.path()).ok()).any(|file| file.starts_with(&folder))
    };
    while !has_opened() && !place.names().iter().any(|name| name.starts_with(".isotask-")) {
        assert!(begun.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

#[test]
fn an_interrupt_ends_with_130_and_leaves_no_temporary_file() {
    let place = Place::new();
    for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"], &["-TERM", "-TERM"]] {
        let mut child = long_solve(&place);
        // It listens by then, and builds its matrix for another quarter of a second at least; what comes later finds an
        // optimum that is written to its end.
        std::thread::sleep(Duration::from_millis(100));
        for name in signals {
            signal(&child, name);
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let left = place.names();
        assert!(!left.iter().any(|name| name.starts_with(".isotask-")), "{left:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_temporary_file_stays_however_the_process_ends() {
    let place = Place::new();
    for name in ["-QUIT", "-USR1", "-KILL"] {
        let mut child = long_solve(&place);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), None, "{name}");
        let left = place.names();
        assert_eq!(left, ["long.json", "task.json"], "{name}");
    }
}

#[test]
fn standard_output_by_its_file_name_is_standard_output() {
    let place = Place::new();
    for name in ["/dev/stdout", "/dev/fd/1", "-"] {
        let ended = place.shell(&format!("$I solve task.json -o {name} >both.json"));
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        assert!(ended.err.contains("completion time"), "{name}: {}", ended.err);
        assert!(place.text("both.json").starts_with("{\"format\":\"isotask.certificate/1\""), "{name}");
        assert!(place.text("both.json").ends_with("}\n"), "{name}");
    }
}
