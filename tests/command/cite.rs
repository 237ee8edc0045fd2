//! `isotask cite`, and the digest that `isotask check` prints.

use super::{CUBE, Place};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn a_certificate_is_cited_with_what_is_proved_of_it_and_its_digest() {
    let place = Place::new();
    place.put("task.json", CUBE.replace(r#""format""#, r#""name":"50 % of {a_b} & \\ 4 × 4","format""#));
    assert_eq!(place.shell("$I solve task.json -o c.json").code, Some(0));
    let checked = place.shell("$I check c.json").out;
    let sha256 = checked.split("  SHA-256          ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    assert_eq!(place.shell("sha256sum c.json").out.split(' ').next(), Some(sha256));
    let json: Value = serde_json::from_str(&place.shell("$I check c.json --json").out).unwrap();
    assert_eq!(json["sha256"], sha256);
    let cited = place.shell("$I cite c.json");
    assert_eq!((cited.code, cited.err.as_str()), (Some(0), ""));
    let version = env!("CARGO_PKG_VERSION");
    for words in [
        &format!("@misc{{isotask:{},\n", &sha256[..12]),
        "  author       = {{The Isotask developers}},\n",
        "{{50 \\% of \\textbraceleft{}a\\_b\\textbraceright{} \\& \\textbackslash{} 4 $\\times$ 4: total exchange",
        &format!("  version      = {{{version}}},\n  year         = {{20"),
        "{completion time 2 slots, lower bound 2 by weights, scope all: optimal; transmissions 4 per node,",
        &format!(". SHA-256 {sha256}}},\n}}\n"),
    ] {
        assert!(cited.out.contains(words), "{words}: {}", cited.out);
    }
    let depth = cited.out.chars().try_fold(0_u32, |depth, letter| match letter {
        '{' => Some(depth + 1),
        '}' => depth.checked_sub(1),
        _ => Some(depth),
    });
    assert_eq!(depth, Some(0), "BibTeX counts braces: {}", cited.out);
}

#[test]
fn certificates_that_the_checker_refuses_are_not_cited() {
    let place = Place::new();
    place.put("task.json", CUBE);
    assert_eq!(place.shell("$I solve task.json -o c.json --schedule s.json").code, Some(0));
    place.put("wrong.json", place.text("c.json").replace(r#""value":2"#, r#""value":1"#));
    let refused = place.shell("$I cite wrong.json");
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: wrong.json: refused: "), "{}", refused.err);
    let schedule = place.shell("$I cite s.json");
    assert_eq!((schedule.code, schedule.out.as_str()), (Some(2), ""), "nothing is claimed of it");
}

#[test]
fn the_citation_file_is_that_of_this_version() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CITATION.cff")).unwrap();
    assert!(text.starts_with("cff-version: 1.2.0\n"));
    assert!(text.contains(&format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"))));
    assert!(text.contains("\nauthors:\n  - name: The Isotask developers\n"));
}
