//! Commands that are ended at any moment, or run out of a resource: existing files stay whole.
//!
//! `MOMENTS=500 cargo test --test command moments` ends each command at 500 moments instead of a few.

use super::{CUBE, ISOTASK, Place};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A command, the file that it writes, and how it ends by itself.
struct Case {
    words: &'static [&'static str],
    output: Option<&'static str>,
}

const CASES: &[Case] = &[
    Case {
        words: &["solve", "long.json", "--form", "slots", "-o", "out.json", "-q"],
        output: Some("out.json"),
    },
    Case { words: &["check", "good.json", "good.json"], output: None },
    Case {
        words: &["export", "good.json", "--to", "csv", "--node", "0", "-o", "out.csv", "-q"],
        output: Some("out.csv"),
    },
    #[cfg(feature = "ilp")]
    Case { words: &["proof", "join", "parts", "-o", "joined.json", "-q"], output: Some("joined.json") },
    // All certificates behind the verdicts, in a folder of their own.
    #[cfg(feature = "claims")]
    Case { words: &["claims", "P1.Cor1", "-o", CERTIFICATES, "-q"], output: None },
    // Ten tasks one after the other, each with a result of its own.
    Case { words: &["sweep"], output: None },
];

/// Where claims leave their certificates.
const CERTIFICATES: &str = "certificates";

/// A linear congruential generator, which gives equal numbers in every run.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % limit
    }
}

fn moments() -> u32 {
    std::env::var("MOMENTS").map_or(6, |moments| moments.parse().unwrap())
}

fn place() -> Place {
    let place = Place::new();
    place.put("long.json", CUBE.replace("\"dimension\":2", "\"dimension\":12"));
    let good = place.run(&["solve", "long.json", "--form", "slots", "-o", "good.json", "-q"]);
    assert_eq!(good.code, Some(0), "{}", good.err);
    place
}

/// The certificates that claims have left, by their names.
fn certificates(place: &Place) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(place.path(CERTIFICATES)) else { return BTreeMap::new() };
    let text = |entry: fs::DirEntry| fs::read_to_string(entry.path()).unwrap();
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), text(entry)))
        .collect()
}

/// The command of a case; a sweep is what a person writes in a shell.
fn command(place: &Place, case: &Case) -> Command {
    let mut command = if case.words == ["sweep"] {
        let line = "for d in 1 2 3 4 5 6 7 8 9 10; do $I solve hypercube $d total-exchange -q --json >r$d.$$.tmp && mv r$d.$$.tmp r$d.json || exit; done";
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("I", ISOTASK);
        shell
    } else {
        let mut isotask = Command::new(ISOTASK);
        isotask.args(case.words);
        isotask
    };
    command.current_dir(place.folder.path()).process_group(0).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// The old file, or the new one, and nothing else in the folder; which of them goes with how the command ended.
#[test]
fn the_output_of_a_command_is_whole_at_whatever_moment_it_is_ended() {
    let place = place();
    if cfg!(feature = "ilp") {
        let proved = place.shell(
            "$I proof split ring 6 total-exchange --depth 3 -o parts -q && $I proof run parts/part-????.json -q",
        );
        assert_eq!(proved.code, Some(0), "{}", proved.err);
    }
    for case in CASES {
        place.shell(&format!("rm -rf {CERTIFICATES}"));
        let begun = Instant::now();
        assert!(command(&place, case).status().unwrap().success());
        let whole = begun.elapsed();
        let expected = case.output.map(|name| place.text(name));
        let behind_claims = certificates(&place);
        assert_eq!(behind_claims.is_empty(), case.words[0] != "claims");
        let names = place.names();
        let mut numbers = Numbers(1);
        for moment in 0..moments() {
            place.shell(&format!("rm -rf {CERTIFICATES}"));
            case.output.iter().for_each(|name| place.put(name, "old"));
            let mut child = command(&place, case).spawn().unwrap();
            std::thread::sleep(whole * numbers.below(1100) / 1000);
            let signal = ["-KILL", "-TERM", "-INT"][usize::try_from(moment % 3).unwrap()];
            // It may have ended before.
            let _sent = Command::new("kill")
                .args([signal, "--", &format!("-{}", child.id())])
                .stderr(Stdio::null())
                .status();
            let ended = child.wait().unwrap();
            let mut said = String::new();
            std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
            let what = format!("{:?} after {signal} at moment {moment}: {ended:?} {said}", case.words);
            assert!(!said.contains("panicked"), "{what}");
            // Without a code the signal came before the handler was installed, or cannot be caught.
            assert!(matches!(ended.code(), None | Some(0 | 130)), "{what}");
            if let (Some(name), Some(expected)) = (case.output, &expected) {
                let found = place.text(name);
                assert!(found == *expected || (found == "old" && ended.code() != Some(0)), "{what}");
            }
            // Between the two calls by which a whole file takes the place of an old one it has a name of its own.
            for name in place.names().into_iter().filter(|name| name.starts_with(".isotask-")) {
                let found = place.text(&name);
                assert!(ended.code().is_none() && Some(&found) == expected.as_ref(), "{what}: {name}");
                fs::remove_file(place.path(&name)).unwrap();
            }
            let found = certificates(&place);
            assert!(found.iter().all(|(name, text)| behind_claims.get(name) == Some(text)), "{what}");
            assert!(ended.code() != Some(0) || found == behind_claims, "{what}");
            // Results of a sweep are there as they would be, each with its own seconds.
            let left: Vec<String> = place
                .names()
                .into_iter()
                .filter(|name| Path::new(name).extension().is_none_or(|ending| ending != "tmp"))
                .collect();
            assert!(left.iter().all(|name| names.contains(name)), "{what}: {left:?}");
            for name in left.iter().filter(|name| name.starts_with('r')) {
                let result: serde_json::Value = serde_json::from_str(&place.text(name)).unwrap();
                assert_eq!(result["status"], "optimal", "{what}: {name}");
            }
            place.shell("rm -f r*.tmp");
        }
    }
}

/// A document grows, shrinks and is rewritten while it is read: the result is a verdict or an error, and
/// never a verdict on a text that never existed.
#[test]
fn a_file_may_change_while_it_is_read() {
    let place = place();
    let good = place.text("good.json");
    let bad = good.replacen("\"value\":2048", "\"value\":2047", 1);
    assert_ne!(good, bad);
    let changing = place.path("changing.json");
    let mut numbers = Numbers(2);
    for moment in 0..moments() {
        fs::write(&changing, &bad).unwrap();
        let child = Command::new(ISOTASK)
            .args(["check", "changing.json"])
            .current_dir(place.folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(numbers.below(30).into()));
        let file = fs::OpenOptions::new().write(true).open(&changing).unwrap();
        file.set_len(numbers.below(u32::try_from(good.len()).unwrap()).into()).unwrap();
        std::thread::sleep(Duration::from_millis(numbers.below(5).into()));
        fs::write(&changing, &bad[..bad.len() / 2]).unwrap();
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!said.contains("panicked"), "moment {moment}: {said}");
        assert!(matches!(ended.status.code(), Some(1 | 2)), "moment {moment}: {:?} {said}", ended.status);
    }
}

#[test]
fn a_slow_pipe_gets_and_gives_all() {
    let place = place();
    let slow = "(head -c 60 task.json; sleep 0.2; tail -c +61 task.json) | $I solve - -q -o - 2>said | (sleep 0.3; cat >got.json)";
    assert_eq!(place.shell(slow).code, Some(0));
    place.shell("$I solve task.json -q -o want.json");
    assert_eq!(place.text("got.json"), place.text("want.json"));
    let slow = "$I solve long.json --form slots -q -o - 2>said | (sleep 0.5; cat >got.json)";
    assert_eq!(place.shell(slow).code, Some(0));
    assert!(place.text("got.json") == place.text("good.json"));
}

/// With a limit on the size of files, the signal of that limit ends the command, and the old file stays.
#[test]
fn a_limit_of_the_size_of_files_leaves_the_old_one() {
    let place = place();
    place.put("out.json", "old");
    let ended = place.shell("ulimit -f 4; $I solve long.json --form slots -o out.json -q");
    assert_ne!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(place.text("out.json"), "old");
    assert_eq!(place.names(), ["good.json", "long.json", "out.json", "task.json"]);
}

/// A file system of a few kB, and clocks that stand elsewhere.
#[test]
#[ignore = "needs namespaces of mounts and clocks"]
fn a_full_disk_and_clocks_that_jump_lose_nothing() {
    let place = place();
    let full = "mkdir disk; unshare -rm sh -c 'mount -t tmpfs -o size=16k disk disk; echo old >disk/out.json; \
        $I solve long.json --form slots -o disk/out.json -q; echo $? >code; ls disk >names; cat disk/out.json >left'";
    assert_eq!(place.shell(full).code, Some(0));
    assert_eq!((place.text("code").as_str(), place.text("left").as_str()), ("2\n", "old\n"));
    assert_eq!(place.text("names"), "out.json\n");
    let jump = "unshare -rT --boottime 100000000 --monotonic 100000000 sh -c '$I solve long.json --time-limit 60 -q -o far.json'";
    assert_eq!(place.shell(jump).code, Some(0));
    place.shell("$I solve long.json -q -o near.json");
    assert_eq!(place.text("far.json"), place.text("near.json"));
}
