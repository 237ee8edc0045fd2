//! `isotask export --to simgrid`, run by the independent program `SimGrid`.

use super::exported;
use crate::{Ended, ISOTASK, Place};
use std::path::Path;
use std::process::Command;

#[test]
fn the_program_has_all_links_and_all_that_is_sent() {
    let place = Place::new();
    let text = exported(&place, "torus 4x3 allgather", "simgrid");
    assert!(text.contains("\nNODES = 12\nSLOTS = "), "{text}");
    let table = |name: &str| {
        let (_, rest) = text.split_once(&format!("\n{name} = [\n")).unwrap();
        rest.split_once("\n]\n").unwrap().0.lines().count()
    };
    let lines = place.run(&["export", "c.json", "--to", "csv"]).out.lines().count() - 1;
    assert_eq!((table("LINKS"), table("SENDS")), (48, lines));
    let sums = exported(&place, "hypercube 2 reduce-scatter", "simgrid");
    assert!(sums.contains("\n    (0, 0, 1, None, "), "{sums}");
}

/// Runs an exported program by the Python of the system.
fn simulated(place: &Place, words: &str) -> Ended {
    place.shell(&format!("/usr/bin/python3 -B p.py {words} 2>err || cat err"))
}

#[test]
#[ignore = "needs SimGrid 3.32 with its interface to Python"]
fn the_makespan_equals_the_slots_unless_a_link_is_corrupted() {
    let place = Place::new();
    for (words, slots) in [
        ("torus 4x4 total-exchange", 8),
        ("hypercube 4 total-exchange", 8),
        ("ring 5 total-exchange", 3),
        ("star 4 total-exchange", 21),
        ("hypercube 3 total-exchange --ports one", 12),
        ("torus 4x3 allgather", 3),
        ("hypercube 3 reduce-scatter --count 2", 5),
        ("hypercube 4 scatter 5", 4),
        ("incomplete-hypercube 6 demands 0:5:3 1:4", 3),
    ] {
        let text = exported(&place, words, "simgrid");
        place.put("p.py", &text);
        let (_, sends) = text.split_once("\nSENDS = [\n    (").unwrap();
        let used: Vec<&str> = sends.split(", ").skip(1).take(2).collect();
        let used = used.join(",");
        let ended = simulated(&place, "");
        let expected = format!("makespan {slots}.0 s; {slots} slots of 1.0 s: equal\n");
        assert_eq!(ended.out, expected, "{words}");
        for spoiled in ["--slow", "--late"] {
            let ended = simulated(&place, &format!("{spoiled} {used}"));
            assert!(
                ended.out.starts_with("makespan ") && ended.out.ends_with("DIFFERENT\n"),
                "{words}: {ended:?}"
            );
        }
        // If a node sends a packet before it has it, the program fails.
        let forged = text.replacen("\n    (0, ", "\n    (0, 0, 1, 1, 2, 9),\n    (0, ", 1);
        if words.starts_with("torus 4x4") {
            place.put("p.py", forged);
            let ended = simulated(&place, "");
            assert!(!ended.out.contains("equal"), "{ended:?}");
        }
    }
}

#[test]
#[ignore = "needs SimGrid 3.32 with its interface to Python"]
fn the_race_of_the_example_ends_in_a_table() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/simgrid/race.py");
    let own = Path::new(ISOTASK).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    let ended = Command::new("/usr/bin/python3")
        .args(["-B", script.to_str().unwrap(), "--algorithms", "pair,bruck", "hypercube", "3"])
        .env("PATH", path)
        .output()
        .unwrap();
    let out = String::from_utf8(ended.stdout).unwrap();
    let of = |name: &str| out.lines().filter(|line| line.starts_with(&format!("| {name}"))).count();
    // Allgather has both of SMPI's algorithms too.
    assert_eq!((of("**Isotask**"), of("pair"), of("bruck"), of("best of SMPI")), (2, 2, 2, 2), "{out}");
    // Four slots of 1 µs each, without latency.
    assert!(out.contains("| **Isotask**                | ") && out.contains(" 4.0 |"), "{out}");
}
