//! Schedules and networks in programs of others: their verdicts on them and on corrupted ones.

mod goal;
mod graphs;
mod msccl;
mod rounds;
mod simgrid;

use super::{Ended, Place};
use std::path::Path;
use std::process::Command;

/// Makes, solves and exports a task.
fn exported(place: &Place, words: &str, format: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let solved = place.run(&[&["solve"], words.as_slice(), &["-o", "c.json"]].concat());
    assert!(matches!(solved.code, Some(0 | 3)), "{}", solved.err);
    let ended = place.run(&["export", "c.json", "--to", format]);
    assert_eq!(ended.code, Some(0), "{words:?}: {}", ended.err);
    ended.out
}

/// The number of slots of the schedule that was exported last.
fn slots(place: &Place) -> u64 {
    let table = place.run(&["export", "c.json", "--to", "csv"]).out;
    let last = table.lines().last().unwrap().split(',').next().unwrap();
    last.parse::<u64>().unwrap() + 1
}

/// Runs a script of this folder by the Python of the system, which must be there.
fn python(place: &Place, script: &str, words: &[&str]) -> Ended {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/consumers").join(script);
    let ended = Command::new("/usr/bin/python3")
        .args(["-B", script.to_str().unwrap()])
        .args(words)
        .current_dir(place.folder.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ended { code: ended.status.code(), out: text(ended.stdout), err: text(ended.stderr) }
}
