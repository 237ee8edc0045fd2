//! Small documents that ask for much work: the limit refuses them, in whatever part they ask for it.

#[path = "../hostile/mod.rs"]
mod documents;

use super::{document, good};
use documents::{Hostile, all};
use isotask_check::{Answer, Extent, Options, Rejection, check_certificate, check_document};
use serde_json::json;

#[test]
fn every_document_that_asks_for_too_much_is_refused_with_the_limit_named() {
    for Hostile { name, document: value } in all() {
        let text = value.to_string();
        assert!(text.len() < 3_000, "{name}: {} bytes", text.len());
        for limit in [0, 1 << 10, 1 << 16] {
            let options = Options { limit, ..Options::default() };
            let found = check_certificate(&document(&value), &options);
            let Err(Rejection::LimitReached { limit: named, .. }) = &found else {
                unreachable!("{name}: {found:?}");
            };
            assert_eq!(*named, limit);
            let Ok(Answer::Refused { rejection, place }) = check_document(text.as_bytes(), &options) else {
                unreachable!("{name}");
            };
            assert_eq!(Err(rejection), found);
            assert!(
                ["task", "schedule"].contains(&place.as_str()) || place.starts_with("claims["),
                "{place}"
            );
        }
    }
}

/// Too many claims cost nothing, however large the network is.
#[test]
fn too_many_claims_are_refused_before_all_else() {
    let mut value = all().into_iter().next().expect("a document").document;
    let claim = value["claims"][0].clone();
    value["claims"] = vec![claim; 33].into();
    let options = Options { limit: 0, ..Options::default() };
    let found = check_certificate(&document(&value), &options);
    assert_eq!(found, Err(Rejection::TooManyClaims { found: 33, most: 32 }));
}

/// The least sufficient limit does not depend on the documents that were checked before.
#[test]
fn the_least_sufficient_limit_of_a_document_is_fixed() {
    for value in good::all() {
        let costs = |limit| {
            let options = Options { limit, ..Options::default() };
            match check_certificate(&document(&value), &options) {
                Ok(_) => true,
                Err(Rejection::LimitReached { .. }) => false,
                Err(other) => unreachable!("{other}: {value}"),
            }
        };
        let (mut low, mut high) = (0_u64, 1 << 24);
        assert!(costs(high), "{value}");
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if costs(middle) { (low, middle) } else { (middle + 1, high) };
        }
        assert!(costs(low) && (low == 0 || !costs(low - 1)), "{value}");
    }
}

/// In one ring a long packet goes nearly all round while every other node waits for one; in the other a node
/// sends a chain of packets. Both are replayed move by move, and have few moves.
#[test]
fn conveyors_are_written_out_in_the_time_of_their_moves() {
    for (nodes, count, minus, slots) in [(1_u64 << 17, 1, 1, (1 << 17) - 1), (3, 1 << 17, 0, 1 << 17)] {
        let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": count }] });
        let task = json!({ "format": "isotask.task/1", "network": { "kind": "ring", "nodes": nodes },
            "task": packets, "ports": "all", "objective": "completion-time" });
        let schedule =
            json!({ "format": "isotask.schedule/1", "task": task, "kind": "conveyor", "minus": minus });
        let answer = check_document(schedule.to_string().as_bytes(), &Options::default());
        let Ok(Answer::Schedule { replayed, .. }) = answer else { unreachable!("{answer:?}") };
        assert_eq!((replayed.completion_time, replayed.replay), (slots, Extent::EveryNode));
    }
}
