//! Every bad document is refused for its reason, at a place that the document has.

use super::reject;
use isotask_check::{Answer, Options, check_document};
use serde_json::Value;
use std::path::Path;

/// Returns whether a path such as `schedule.slots[3][1]` leads to a value, or to a key that an object inside
/// the document might have.
fn leads_into(document: &Value, path: &str) -> bool {
    let keys = path.replace('[', ".[");
    let (mut at, mut inside) = (document, false);
    let mut keys = keys.split('.').peekable();
    while let Some(key) = keys.next() {
        let index = key.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let next = match index {
            Some(index) => index.parse::<usize>().ok().and_then(|index| at.get(index)),
            None => at.get(key),
        };
        let Some(next) = next else {
            return inside && at.is_object() && index.is_none() && keys.peek().is_none();
        };
        (at, inside) = (next, true);
    }
    true
}

#[test]
fn every_bad_document_is_refused_for_its_reason_at_a_place_that_it_has() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let [_, bad] = reject::read(&models);
    let mut refused = 0;
    for (name, bytes) in bad {
        let reason = name.split('.').next().expect("a name begins with the reason");
        // These documents use up the limits before they are refused; the corpus test checks them once.
        let slow = [
            "too-much-work.1025-offsets",
            "group-too-large.permutations-certificate",
            "value-mismatch.conveyor",
        ];
        if slow.contains(&name.as_str()) {
            continue;
        }
        // A document that cannot be read is a matter of the document formats.
        let Ok(answer) = check_document(&bytes, &Options::default()) else { continue };
        let Answer::Refused { rejection, place } = answer else { unreachable!("{name} is accepted") };
        assert_eq!(rejection.reason(), reason, "{name}: {rejection}");
        let document: Value = serde_json::from_slice(&bytes).expect("it was read");
        assert!(leads_into(&document, &place), "{name}: {place:?}");
        let said = rejection.to_string();
        assert!(!said.is_empty() && !said.ends_with('.') && !said.contains("  "), "{name}: {said}");
        refused += 1;
    }
    assert!(refused > 300, "{refused}");
}
