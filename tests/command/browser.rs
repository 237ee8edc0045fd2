//! The page that plays a schedule and verifies its certificate, in a real browser: `browser.py` and
//! `browser_verdict.py` press its buttons and keys.

use super::draw::HOSTILE;
use super::{Place, models};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The Python of Debian, which has Debian's Selenium.
const PYTHON: &str = "/usr/bin/python3";

fn name(node: u64) -> String {
    format!("{node:03b}")
}

/// Plays the page of a certificate on the 3-cube, whose moves are read from its slots: packet, from, to.
fn plays(place: &Place, certificate: &Value) {
    let schedule = &certificate["schedule"];
    let number = |value: &Value| value.as_u64().unwrap();
    let mut at: BTreeMap<u64, u64> = BTreeMap::new();
    let mut step = |step: &Value| {
        let packet = &schedule["packets"][usize::try_from(number(&step[0])).unwrap()];
        if packet.is_array() {
            return json!([name(number(&packet[1])), name(number(&step[1])), name(number(&step[2]))]);
        }
        let here = at.entry(number(&step[0])).or_default();
        let from = *here;
        *here ^= 1 << number(&step[1]);
        json!([name(number(packet)), name(from), name(*here)])
    };
    let slots = schedule["slots"].as_array().unwrap();
    let moves: Vec<Vec<Value>> =
        slots.iter().map(|slot| slot.as_array().unwrap().iter().map(&mut step).collect()).collect();
    place.put("played.json", certificate.to_string());
    place.put("moves.json", json!(moves).to_string());
    let drawn = place.run(&["draw", "played.json", "-o", "player.html"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    in_the_browser(place, "browser.py", &["player.html", "moves.json"]);
}

fn in_the_browser(place: &Place, script: &str, arguments: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command").join(script);
    let ended = place.run_with(PYTHON, &[&[script.to_str().unwrap()], arguments].concat(), b"");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
}

#[test]
#[ignore = "needs chromium, chromedriver and python3-selenium"]
fn the_page_plays_in_a_browser() {
    let place = Place::new();
    let text = fs::read(models().join("certificates/weights.hypercube-3-total-exchange.json")).unwrap();
    let mut exchange: Value = serde_json::from_slice(&text).unwrap();
    plays(&place, &exchange);
    // Scripts in names do not run: the console stays empty, and the page plays as before.
    exchange["task"]["name"] = HOSTILE.concat().into();
    plays(&place, &exchange);
    assert_eq!(place.run(&["new", "hypercube", "3", "scatter", "-o", "task.json"]).code, Some(0));
    let solved = place.run(&["solve", "task.json", "-o", "-"]);
    plays(&place, &serde_json::from_str(&solved.out).unwrap());
}

#[test]
#[ignore = "needs chromium, chromedriver and python3-selenium"]
fn certificates_are_verified_in_a_browser() {
    let place = Place::new();
    let certificates = models().join("certificates");
    for (name, certificate) in [
        ("verified", "weights.hypercube-3-total-exchange"),
        ("symmetric", "split.ring-4-total-exchange"),
        ("uncovered", "windows.hypercube-6-total-exchange"),
        ("long", "dual-tree.graph-fat-tree-4-total-exchange"),
    ] {
        let text = fs::read_to_string(certificates.join(format!("{certificate}.json"))).unwrap();
        place.put(&format!("{name}.json"), &text);
        let drawn = place.run(&["draw", &format!("{name}.json"), "-o", &format!("{name}.html")]);
        assert_eq!(drawn.code, Some(0), "{drawn:?}");
    }
    let mut refused: Value = serde_json::from_str(&place.text("verified.json")).unwrap();
    refused["claims"][0]["value"] = 3.into();
    place.put("refused.json", refused.to_string());
    assert_eq!(place.run(&["draw", "--empty", "-o", "empty.html"]).code, Some(0));
    in_the_browser(&place, "browser_verdict.py", &["."]);
}
