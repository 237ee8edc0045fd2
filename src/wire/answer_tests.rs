//! Checks the answers of the methods of documents against the specification.

use super::{
    CertificateDocument, Claim, LowerKind, NodeRef, Per, Quantity, ResultDocument, ResultStatus, RoutingRule,
    Scope, Status, Task, TaskDocument, parse, parse_generators,
};
use serde::Serialize;
use serde_json::{Value, json};

#[test]
fn as_str_returns_the_words_of_documents() {
    fn written(value: impl Serialize) -> String {
        serde_json::to_value(value).ok().and_then(|word| Some(word.as_str()?.to_owned())).expect("a word")
    }
    for scope in [Scope::All, Scope::Isotropic, Scope::IsotropicShortest] {
        assert_eq!(scope.as_str(), written(scope));
    }
    for rule in RoutingRule::EVERY.into_iter().chain([RoutingRule::Table]) {
        assert_eq!(rule.as_str(), written(rule));
    }
    for per in [Per::Node, Per::Network] {
        assert_eq!(per.as_str(), written(per));
    }
    for status in [Status::Optimal, Status::UpperBound] {
        assert_eq!(status.as_str(), written(status));
    }
    for quantity in [Quantity::CompletionTime, Quantity::Transmissions, Quantity::TotalDelay] {
        assert_eq!(quantity.words(), written(quantity).replace('-', " "));
    }
}

#[test]
fn bounds_have_the_kind_that_is_written_and_only_bounds_by_weights_have_weights() {
    let examples: Value =
        serde_json::from_str(include_str!("schema_examples.json")).expect("examples in JSON");
    let certificates = examples["certificate"].as_array().expect("certificates");
    let mut weighed = 0;
    for written in certificates {
        let document: CertificateDocument = parse(written.to_string().as_bytes()).expect("a certificate");
        for (claim, written) in document.claims.iter().zip(written["claims"].as_array().expect("claims")) {
            let lower = &written["lower"];
            let weights = (claim.lower.kind() == LowerKind::Weights).then_some(&lower["weights"]);
            assert_eq!(claim.lower.weights().map(|weights| json!(weights)).as_ref(), weights, "{lower}");
            weighed += usize::from(weights.is_some());
        }
    }
    assert!(weighed > 0);
}

#[test]
fn only_a_total_exchange_has_a_number_of_packets_for_every_other_node() {
    let exchanged = |task: Value| serde_json::from_value(task).map(|task: Task| task.exchanged());
    for (task, count) in [
        (json!({ "kind": "total-exchange" }), Some(1)),
        (json!({ "kind": "total-exchange", "count": 3 }), Some(3)),
        (json!({ "kind": "neighbourhood-exchange", "min": 1, "max": 1, "count": 2 }), None),
        (json!({ "kind": "isotropic", "packets": [{ "offset": 1 }] }), None),
        (json!({ "kind": "scatter", "root": 0 }), None),
    ] {
        assert_eq!(exchanged(task.clone()).ok(), Some(count), "{task}");
    }
}

/// Returns a claim of a quantity, which is optimal where value and bound are equal.
fn claim(quantity: &str, scope: &str, value: u64, bound: u64) -> Value {
    let status = if value == bound { "optimal" } else { "upper-bound" };
    let lower = json!({ "kind": "split", "value": bound });
    json!({ "quantity": quantity, "value": value, "scope": scope, "lower": lower, "status": status })
}

#[test]
fn a_certificate_is_optimal_if_every_part_of_its_objective_is() {
    let (time, delay) = ("completion-time", "total-delay");
    for (objective, claims, is_optimal) in [
        (time, json!([claim(time, "isotropic", 5, 5)]), true),
        (time, json!([claim(time, "all", 5, 4), claim(time, "isotropic", 5, 5)]), true),
        (time, json!([claim(time, "all", 5, 4), claim(delay, "all", 9, 9)]), false),
        ("average-delay", json!([claim(time, "all", 5, 4), claim(delay, "all", 9, 9)]), true),
        ("average-delay", json!([claim(time, "all", 5, 5)]), false),
        ("completion-time-then-average-delay", json!([claim(delay, "all", 9, 9)]), false),
        (
            "completion-time-then-average-delay",
            json!([claim(time, "all", 5, 5), claim(delay, "all", 9, 8)]),
            false,
        ),
        (
            "completion-time-then-average-delay",
            json!([claim(time, "all", 5, 5), claim(delay, "all", 9, 9)]),
            true,
        ),
        (
            "completion-time-then-average-delay",
            json!([claim(time, "all", 5, 4), claim(time, "isotropic", 5, 5), claim(delay, "all", 9, 9)]),
            false,
        ),
        (
            "completion-time-then-average-delay",
            json!([claim(time, "all", 5, 5), claim(delay, "isotropic", 9, 9), claim(delay, "all", 9, 8)]),
            false,
        ),
    ] {
        let task = json!({
            "format": "isotask.task/1", "network": { "kind": "ring", "nodes": 5 }, "ports": "all",
            "task": { "kind": "total-exchange" }, "objective": objective
        });
        let task: TaskDocument = parse(task.to_string().as_bytes()).expect("a task");
        let text = claims.to_string();
        let claims = serde_json::from_value(claims).expect("claims");
        let body = json!({ "kind": "symmetric", "packets": [], "slots": [] });
        let document =
            CertificateDocument::new(task, serde_json::from_value(body).expect("a schedule"), claims);
        assert_eq!(document.is_optimal(), is_optimal, "{objective}: {text}");
    }
}

#[test]
fn the_foremost_claim_is_proved_in_the_widest_scope_or_else_has_the_greatest_bound() {
    let time = "completion-time";
    for (claims, foremost) in [
        (json!([]), None),
        (json!([claim("total-delay", "all", 9, 9)]), None),
        (json!([claim(time, "all", 5, 4), claim(time, "isotropic", 5, 5)]), Some(1)),
        (json!([claim(time, "all", 5, 5), claim(time, "isotropic", 5, 5)]), Some(0)),
        (json!([claim(time, "all", 5, 3), claim(time, "isotropic", 5, 4)]), Some(1)),
        (json!([claim(time, "isotropic", 5, 4), claim(time, "all", 5, 4)]), Some(1)),
    ] {
        let text = claims.to_string();
        let claims: Vec<Claim> = serde_json::from_value(claims).expect("claims");
        assert_eq!(
            Claim::foremost(&claims, Quantity::CompletionTime),
            foremost.map(|place: usize| &claims[place]),
            "{text}"
        );
    }
}

#[test]
fn transmissions_are_set_for_one_node_if_all_have_as_many_and_for_all_nodes_if_64_bits_hold_them() {
    let most = u128::from(u64::MAX);
    for (count, per, nodes, of_node, of_all) in [
        (6, Per::Node, 5, Some(6), Some(30)),
        (6, Per::Network, 5, None, Some(6)),
        (most, Per::Node, 1, Some(most), Some(u64::MAX)),
        (most, Per::Node, 2, Some(most), None),
        (u128::MAX, Per::Node, 2, Some(u128::MAX), None),
        (most + 1, Per::Network, 2, None, None),
    ] {
        let mut result = ResultDocument::new("check", ResultStatus::Verified, 0);
        result.set_transmissions(count, per, nodes);
        assert_eq!((result.transmissions_per_node, result.transmissions), (of_node, of_all));
    }
}

#[test]
fn a_list_of_generators_is_read_or_refused_with_the_place_of_the_fault() {
    let generators = [NodeRef::Coordinates(vec![1, 2, 0]), NodeRef::Index(3)];
    assert_eq!(parse_generators(b"[[1, 2, 0], 3]").as_deref(), Ok(&generators[..]));
    for (text, expected) in [
        (
            "[1,\n -2]",
            "line 2, column 3: found the number -2, expected a node: an integer from 0, or a list of coordinates",
        ),
        ("[1", "line 1, column 2: the text ends inside a list"),
        ("[1] 2", "line 1, column 5: found more text after the document, expected its end"),
        ("\u{feff}[]", "line 1, column 1: found a byte order mark, expected plain UTF-8 text"),
    ] {
        let fault = parse_generators(text.as_bytes()).expect_err("no list of nodes");
        assert_eq!(fault.to_string(), expected);
    }
}
