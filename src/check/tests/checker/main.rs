//! Tests of the documents that the independent checker accepts, and above all of those that it refuses.

#[path = "../reject/mod.rs"]
mod reject;

use isotask_check::{
    EveryNodeFault, Extent, NodeTaker, Options, Rejection, StreamedTree, Verdict, check_certificate,
    check_certificate_with_tree, check_schedule,
};
use isotask_wire::{
    CertificateDocument, Claim, DualNode, Lower, Quantity, ScheduleDocument, parse, to_bytes,
};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn document(value: &Value) -> CertificateDocument {
    parse(value.to_string().as_bytes()).expect("the test writes documents of the right shape")
}

fn check(value: &Value) -> Result<Verdict, Rejection> {
    check_certificate(&document(value), &Options::default())
}

/// Returns a document with other values at some JSON pointers; null removes the key.
fn with(mut value: Value, changes: &[(&str, Value)]) -> Value {
    for (pointer, new) in changes {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
        let parent = value.pointer_mut(parent).expect("the parent exists");
        match parent {
            Value::Array(list) => list[key.parse::<usize>().expect("an index")] = new.clone(),
            Value::Object(map) if new.is_null() => drop(map.remove(key)),
            _ => parent[key] = new.clone(),
        }
    }
    value
}

/// Requires a refusal with the variant, at a place inside the document.
macro_rules! refused {
    ($good:expr, [$($pointer:literal = $new:tt),* $(,)?], $pattern:pat $(if $guard:expr)?) => {{
        let value = with($good, &[$(($pointer, json!($new))),*]);
        match check(&value) {
            Err(rejection) => {
                assert!(matches!(rejection, $pattern $(if $guard)?), "{rejection:?} for {value}");
                assert!(!rejection.place().is_empty() && !rejection.reason().is_empty());
                assert!(!rejection.to_string().ends_with('.'));
            }
            Ok(_) => unreachable!("accepted {value}"),
        }
    }};
}

mod bounds;
mod channels;
mod collective;
mod collective_oracle;
mod costs;
mod delay;
mod delay_oracle;
mod flow;
mod good;
mod hostile;
mod matrix;
mod oracle;
mod refusals;
mod schedule;
mod streamed;
mod task;
mod trying;

#[test]
fn good_certificates_are_accepted_and_replayed_at_every_node() {
    for value in good::all() {
        let verdict = check(&value).unwrap_or_else(|refusal| unreachable!("{refusal}: {value}"));
        assert_eq!(verdict.replayed.replay, Extent::EveryNode);
        assert_eq!(verdict.claims.len(), value["claims"].as_array().map_or(0, Vec::len));
        let options = Options { every_node_limit: 0, ..Options::default() };
        let alone = check_certificate(&document(&value), &options).expect("still good");
        assert_eq!(alone.replayed.replay, Extent::NodeZero);
        assert_eq!(alone.claims, verdict.claims);
    }
}

#[test]
fn faults_of_claims_are_refused() {
    let good = good::ring5;
    refused!(good(), ["/claims" = []], Rejection::NoClaims);
    // 32 claims are few enough, even where they repeat one another.
    let claims = |count| vec![good()["claims"][0].clone(); count];
    refused!(good(), ["/claims" = (claims(32))], Rejection::RepeatedClaim { claim: 1, first: 0 });
    refused!(good(), ["/claims" = (claims(33))], Rejection::TooManyClaims { found: 33, most: 32 });
    let twice = with(good(), &[("/claims/1", good()["claims"][0].clone())]);
    refused!(twice, [], Rejection::RepeatedClaim { claim: 1, first: 0 });
    refused!(good(), ["/claims/0/quantity" = "transmissions"], Rejection::BoundDoesNotFit { claim: 0, .. });
    refused!(
        good(),
        ["/claims/1/quantity" = "completion-time", "/claims/1/scope" = "isotropic"],
        Rejection::BoundDoesNotFit { claim: 1, .. }
    );
    refused!(good(), ["/claims/1/per" = null], Rejection::PerMissing { claim: 1 });
    refused!(good(), ["/claims/0/per" = "node"], Rejection::PerUnexpected { claim: 0 });
    refused!(good(), ["/claims/0/value" = 2], Rejection::ValueMismatch { found: 2, replayed: 3, .. });
    refused!(good(), ["/claims/0/value" = 4], Rejection::ValueMismatch { .. });
    refused!(good(), ["/claims/1/value" = 5], Rejection::ValueMismatch { claim: 1, .. });
}

#[test]
fn bounds_statuses_and_scopes_that_do_not_hold_are_refused() {
    let good = good::ring5;
    refused!(good(), ["/claims/0/lower/value" = 4], Rejection::LowerAboveValue { value: 3, lower: 4, .. });
    refused!(good(), ["/claims/0/lower/value" = 2], Rejection::StatusMismatch { .. });
    refused!(good(), ["/claims/0/status" = "upper-bound"], Rejection::StatusMismatch { .. });
    refused!(
        good(),
        ["/claims/0/lower/value" = 2, "/claims/0/status" = "upper-bound"],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
    refused!(
        good::ring4(),
        ["/claims/0/lower/value" = 3, "/claims/0/status" = "optimal"],
        Rejection::LowerMismatch { found: 3, recomputed: 2, .. }
    );
    refused!(
        good::detour(),
        ["/claims/1/lower/value" = 4, "/claims/1/status" = "optimal"],
        Rejection::LowerMismatch { recomputed: 3, .. }
    );
    refused!(
        good::detour(),
        ["/claims/0/scope" = "isotropic-shortest"],
        Rejection::NotShortest { row: 2, hops: 2, distance: 1, .. }
    );
    let split = json!({ "kind": "split", "value": 3 });
    refused!(good::ring4(), ["/claims/0" = (good::time(3, "all", &split))], Rejection::ScopeTooWide { .. });
    let tree = good::ring4()["claims"][2]["lower"].clone();
    refused!(good::ring4(), ["/claims/0" = (good::time(3, "all", &tree))], Rejection::ScopeTooWide { .. });
}

#[test]
fn a_tree_of_directions_under_its_old_name_is_read_and_has_the_same_verdict() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let [_, bad] = reject::read(&models);
    for name in ["certificates/direction-tree.ring-4-total-exchange", "leaf-not-refuted.root"] {
        let read = |suffix: &str| {
            let file =
                || fs::read(models.join(format!("{name}{suffix}.json"))).expect("a file of the corpus");
            bad.get(&format!("{name}{suffix}")).cloned().unwrap_or_else(file)
        };
        let parsed = |bytes: &[u8]| parse::<CertificateDocument>(bytes).expect("a certificate");
        let (now, before) = (read(""), read("-old-name"));
        let named = |bytes: &[u8], kind: &str| String::from_utf8_lossy(bytes).contains(kind);
        assert!(named(&now, "\"direction-tree\"") && named(&before, "\"dual-tree\""), "{name}");
        let (now, before) = (parsed(&now), parsed(&before));
        assert_eq!(now, before, "{name}");
        let verdict = |document| check_certificate(document, &Options::default());
        assert_eq!(verdict(&now), verdict(&before), "{name}");
        assert_eq!(verdict(&now).is_ok(), name.starts_with("certificates/"), "{name}");
        let written = to_bytes(&before);
        assert!(named(&written, "\"direction-tree\"") && !named(&written, "\"dual-tree\""), "{name}");
    }
}

/// The nodes that are handed over replace those of the claim, which are not looked at.
#[test]
fn a_tree_that_is_handed_over_replaces_that_of_the_named_claim() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let bytes = fs::read(models.join("certificates/dual-tree.json")).expect("a file of the corpus");
    let good: CertificateDocument = parse(&bytes).expect("a certificate");
    let options = Options::default();
    let is_tree = |claim: &Claim| matches!(claim.lower, Lower::DualTree { .. });
    let claim = good.claims.iter().position(is_tree).expect("a claim by a tree");
    let mut empty = good.clone();
    let Lower::DualTree { tree, .. } = &mut empty.claims[claim].lower else { unreachable!() };
    let nodes = std::mem::take(tree);
    let verdict = |document: &CertificateDocument, claim, nodes: &[DualNode]| {
        let mut coming = |taker: &mut NodeTaker<'_>| {
            let _all = nodes.iter().all(taker);
        };
        check_certificate_with_tree(document, &options, StreamedTree { claim, nodes: &mut coming })
    };
    let expected = check_certificate(&good, &options).expect("a good certificate");
    assert_eq!(verdict(&empty, claim, &nodes), Ok(expected.clone()));
    assert_eq!(verdict(&good, good.claims.len(), &nodes), Ok(expected));
    assert!(check_certificate(&empty, &options).is_err());
    assert!(verdict(&empty, good.claims.len(), &nodes).is_err());
    assert!(verdict(&good, claim, &[]).is_err());
}
