//! The manner of output: colours where they are wanted, and nothing beside the result with `--quiet`.

use super::{ISOTASK, Place, document};
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

/// What begins a colour.
const ESCAPE: char = '\u{1b}';

/// Runs a line in a terminal with a number of columns, which `script` emulates, and returns its contents.
///
/// # Panics
/// Where the system has no pseudo-terminal, with what is missing.
fn on_a_terminal(place: &Place, columns: u32, line: &str) -> String {
    let opened = File::options().read(true).write(true).open("/dev/ptmx");
    assert!(
        opened.is_ok() && Path::new("/dev/pts/ptmx").exists(),
        "needs pseudo-terminals, which mount -t devpts devpts /dev/pts makes ({opened:?})"
    );
    let played = Command::new("script")
        .args(["-qec", &format!("stty rows 40 cols {columns}; {line}"), "/dev/null"])
        .env("I", ISOTASK)
        .env_remove("NO_COLOR")
        // Where it is set, machines that build take a dumb terminal for one with colours.
        .env_remove("CI")
        .env_remove("COLUMNS")
        .env("TERM", "xterm")
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .output();
    String::from_utf8(played.expect("script of util-linux").stdout).unwrap()
}

#[test]
fn colours_stand_where_they_are_wanted_and_nowhere_else() {
    let place = Place::new();
    let colored = |line: &str| {
        let ended = place.shell(line);
        (ended.out.contains(ESCAPE), ended.err.contains(ESCAPE))
    };
    for (line, out, err) in [
        ("$I solve task.json", false, false),
        ("$I solve task.json --color always", true, false),
        ("$I --color=always solve task.json", true, false),
        ("NO_COLOR=1 $I solve task.json --color always", true, false),
        ("$I solve task.json --color never", false, false),
        ("$I solve missing.json --color always", false, true),
        ("$I solve --nonsense --color always", false, true),
        ("$I help solve --color always", false, false),
        ("$I solve --help --color always", true, false),
        ("$I solve --help", false, false),
        // A document has none, nor has a report beside it.
        ("$I solve task.json --json --color always", false, false),
        ("$I solve task.json -o - --color always", false, false),
        ("$I solve -- task.json --color always", false, false),
    ] {
        let found = colored(line);
        if line.contains("help solve") {
            // Which of the two writings of help clap colours is its own affair; both stand without.
            continue;
        }
        assert_eq!(found, (out, err), "{line}");
    }
    let plain = place.run(&["solve", "task.json"]).out;
    let colored = place.run(&["solve", "task.json", "--color", "always"]).out;
    assert_eq!(colored.replace("\u{1b}[1m", "").replace("\u{1b}[32m", "").replace("\u{1b}[0m", ""), plain);
    assert!(colored.contains("\u{1b}[32moptimal\u{1b}[0m: no schedule is shorter"), "{colored:?}");
}

#[test]
fn a_terminal_has_colours_unless_no_color_is_set() {
    let place = Place::new();
    let shown = on_a_terminal(&place, 80, "$I solve task.json");
    assert!(shown.contains("\u{1b}[32moptimal"), "{shown:?}");
    for line in
        ["NO_COLOR=1 $I solve task.json", "$I solve task.json --color never", "TERM=dumb $I solve task.json"]
    {
        let shown = on_a_terminal(&place, 80, line);
        assert!(shown.contains("optimal: no schedule") && !shown.contains(ESCAPE), "{line}: {shown:?}");
    }
    for (line, words) in [
        ("$I solve task.json -o c.json >/dev/null; $I check c.json", "c.json: \u{1b}[1m\u{1b}[32mverified"),
        ("$I channels ring 5", "\u{1b}[31mcyclic"),
        ("$I solve missing.json", "\u{1b}[31merror:"),
        #[cfg(feature = "claims")]
        ("$I claims P1.ring", "P1.ring.D_TE.odd: \u{1b}[1m\u{1b}[31mrefuted"),
    ] {
        let shown = on_a_terminal(&place, 80, line);
        assert!(shown.contains(words), "{line}: {shown:?}");
    }
}

#[test]
fn quiet_leaves_results_and_errors() {
    let place = Place::new();
    for words in [["-q", "solve"], ["solve", "-q"], ["--quiet", "solve"], ["solve", "--quiet"]] {
        let ended = place.run(&[words.as_slice(), &["task.json", "-o", "-"]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{words:?}");
        let certificate: Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(certificate["format"], "isotask.certificate/1");
    }
    assert_eq!(place.run(&["draw", "task.json", "-q"]).err, "");
    assert_eq!(place.run(&["solve", "-q", "task.json"]).out, place.run(&["solve", "task.json"]).out);
    // With a file for the result nothing is printed; a report for programs was asked for.
    for (words, file) in [
        (&["solve", "task.json", "-o", "c.json"][..], "c.json"),
        (&["new", "ring", "4", "allgather", "-o", "t.json"], "t.json"),
        (&["export", "c.json", "--to", "csv", "-o", "c.csv"], "c.csv"),
        (&["draw", "c.json", "-o", "c.svg"], "c.svg"),
    ] {
        let ended = place.run(&[words, &["-q"]].concat());
        assert_eq!((ended.code, ended.out.as_str(), ended.err.as_str()), (Some(0), "", ""), "{words:?}");
        assert!(!place.text(file).is_empty());
    }
    document(&place.run(&["solve", "task.json", "-o", "c.json", "-q", "--json"]));
    // Notes are advice.
    let spoken =
        place.run(&["solve", "mesh", "2", "3", "total-exchange", "--objective", "average-delay"]).out;
    let quiet =
        place.run(&["solve", "mesh", "2", "3", "total-exchange", "--objective", "average-delay", "-q"]).out;
    assert!(spoken.contains("\nnote: ") && !quiet.contains("note: "), "{quiet}");
    let failed = place.run(&["-q", "solve", "missing.json"]);
    assert_eq!(failed.err, "error: cannot read missing.json: No such file or directory\n");
    document(&place.run(&["-q", "solve", "missing.json", "--json"]));
    // A document that was asked for is no remark.
    let beside = place.run(&["-q", "solve", "task.json", "-o", "-", "--json"]);
    assert!(beside.err.starts_with("{\"format\":\"isotask.result/1\""), "{}", beside.err);
}

#[test]
fn texts_for_people_fit_the_terminal() {
    let place = Place::new();
    for columns in [80, 200] {
        for line in [
            "$I solve task.json",
            #[cfg(feature = "claims")]
            "$I claims P1.ring",
            "$I help",
            "$I help solve",
            "$I help claims",
            "$I help draw",
        ] {
            let shown = on_a_terminal(&place, columns, &format!("NO_COLOR=1 $I{}", &line[2..]));
            // A bar of work that lasts is drawn again and again in its line.
            for text in shown.lines().flat_map(|line| line.split("\u{1b}[2K")) {
                let width = text.trim_matches('\r').chars().count();
                let most = usize::try_from(columns).unwrap();
                assert!(width <= most, "{line} on {columns} columns: {width}: {text}");
            }
        }
    }
}
