//! Functions of networks in formulas of claims, on small cases that are easy to verify.

use isotask::claims::{claims, judge};
use isotask::wire::{ClaimVerdict, ClaimsDocument, parse};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The verdict of a condition; the fault if it is none.
fn judged(condition: &str) -> Result<ClaimVerdict, String> {
    of_parts(&json!([{ "formula": condition, "rows": [{ "instance": "one", "relation": "is" }] }]))
}

fn of_parts(parts: &Value) -> Result<ClaimVerdict, String> {
    of_document(&json!({ "format": "isotask.claims/1",
        "claims": [{ "id": "A", "place": "", "statement": "", "parts": parts }] }))
}

fn of_document(document: &Value) -> Result<ClaimVerdict, String> {
    let document: ClaimsDocument = parse(document.to_string().as_bytes()).expect("a claims document");
    let claims = claims(document).map_err(|fault| fault.to_string())?;
    judge(&claims[0]).map(|judged| judged.report.verdict).map_err(|fault| fault.to_string())
}

/// Returns the verdict on a formula that is compared with total exchange on a ring or on a torus.
fn measured(network: &str, formula: &str, measure: &str) -> Result<ClaimVerdict, String> {
    let task = json!({ "network": format!("='{network}'"), "task": { "kind": "total-exchange" } });
    of_parts(
        &json!([{ "formula": formula, "rows": [{ "instance": "one", "task": task, "measure": measure }] }]),
    )
}

#[test]
fn formulas_beyond_the_rules_or_limits_are_refused_with_the_reason() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/reject/claims.jsonl");
    let cases = fs::read_to_string(path).expect("a file of cases");
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let said = case["said"].as_str().expect("what is said");
        let fault = of_document(&case["document"]).expect_err(&case["case"].to_string());
        assert!(fault.contains(said), "{}: {fault}", case["case"]);
        assert!(fault.starts_with("at "), "{}: no place: {fault}", case["case"]);
    }
}

#[test]
fn all_parts_that_are_printed_have_to_hold() {
    let part = |role: &str, formula: &str| {
        json!({ "role": role, "text": role, "formula": formula,
        "rows": [{ "instance": "one", "relation": "is" }] })
    };
    let (holds, fails) = ("1 + 1 = 2", "1 + 1 = 3");
    for (parts, verdict) in [
        (json!([part("printed", holds), part("printed", holds)]), ClaimVerdict::Confirmed),
        (json!([part("printed", holds), part("printed", fails)]), ClaimVerdict::Refuted),
        (json!([part("printed", fails), part("reading", holds)]), ClaimVerdict::Refuted),
        (json!([part("printed", fails), part("restriction", holds)]), ClaimVerdict::Narrower),
        (json!([part("reading", fails), part("reading", holds)]), ClaimVerdict::Confirmed),
    ] {
        assert_eq!(of_parts(&parts), Ok(verdict), "{parts}");
    }
}

/// On the ring of 4 each node has packets of distance 1, 1 and 2. The least moves are 4
/// and the least delay is 5 (1 + 1 + 3 or 2 + 1 + 2), of each node in symmetric schedules and on the average
/// of all nodes in others; all four nodes together have four times as much.
#[test]
fn moves_and_delays_are_those_of_all_nodes_or_of_one_in_symmetric_schedules() {
    for (measure, right, wrong) in [
        ("transmissions", "16", "4"),
        ("symmetric-total-delay", "5", "20"),
        ("completion-time", "2", "3"),
        ("symmetric-completion-time", "3", "2"),
    ] {
        assert_eq!(measured("ring 4", right, measure), Ok(ClaimVerdict::Confirmed), "{measure}");
        assert_eq!(measured("ring 4", wrong, measure), Ok(ClaimVerdict::Refuted), "{measure}");
    }
    // The pooled bound, 1 + 1 + 3 + 3 of every node of the ring of 5, is attained.
    assert_eq!(measured("ring 5", "40", "total-delay"), Ok(ClaimVerdict::Confirmed));
    assert_eq!(measured("ring 5", "8", "total-delay"), Ok(ClaimVerdict::Refuted));
}

#[test]
fn numbers_are_exact_to_their_limits() {
    for condition in [
        "sqrt(2)^100 = 2^50 and sqrt(2)^(-3)*sqrt(8) = 1 and (1 + sqrt(2))^3 = 7 + 5*sqrt(2)",
        "count(i = 2^127 - 2..2^127 - 1, i > 0) = 2",
        "sqrt(2^140) = 2^70 and floor(sqrt(10^9 + 7)) = 31622",
        "2^30000 > 2^29999 and 3^20000 mod 7 = 2",
    ] {
        assert_eq!(judged(condition), Ok(ClaimVerdict::Confirmed), "{condition}");
    }
}

#[test]
fn functions_of_networks_have_their_values() {
    for condition in [
        "nodes('circulant 12 1,5') = 12 and nodes('torus 3x4') = 12 and nodes('star ' + 4) = 24",
        "nodes('incomplete-hypercube 1') = 1 and neighbours('incomplete-hypercube 1', 0) = []",
        "sorted(neighbours('ring 5', 0)) = [1, 4] and neighbours('incomplete-hypercube 3', 2) = [0]",
        "distance('incomplete-hypercube 7', 3, 4) = 3 and distance('ring 9', 2, 7) = 4",
        // The permutations 01 and 10, and those of three symbols from one transposition alone.
        "nodes('permutations 1,0') = 2 and nodes('permutations 1,0,2 0,2,1') = 6",
        "translates('ring 4', 1) = [1, 2, 3, 0] and translates('hypercube 2', 3) = [3, 2, 1, 0]",
        // The reflection is the one automorphism of a ring that fixes node 0 and exchanges its neighbours.
        "automorphism('ring 5', [[0, 0], [1, 4]]) = [0, 4, 3, 2, 1] and automorphism('ring 5', [[0, 0], [1, 2]]) = []",
        "automorphism('ring 5', [[0, 0], [0, 1]]) = [] and length(automorphism('complete 6', [[2, 3], [3, 2]])) = 6",
        // Of the links of cube-connected cycles those on cycles and those between are not alike.
        "let(g = 'cube-connected-cycles 3', l = neighbours(g, 0), length(automorphism(g, [[0, 0], [l[0], l[1]]])) = 24)",
        "let(g = 'cube-connected-cycles 3', l = neighbours(g, 0), automorphism(g, [[0, 0], [l[0], l[2]]]) = [])",
        // P4 Figure 2.
        "path('highest-link', 'incomplete-hypercube 7', 3, 4) = [3, 1, 5, 4] and path('lowest-link', 'hypercube 3', 3, 4) = [3, 2, 0, 4]",
        "routes('highest-link', 'hypercube 2', 0) = [0, 1, 2, 2] and routes('dimension-order', 'ring 4', 0) = [0, 1, 1, 3]",
        "dependencies('highest-link', 'hypercube 2') = [[0, 2, 3], [1, 3, 2], [2, 0, 1], [3, 1, 0]]",
        // Round a ring channels wait for each other; on a cube with an order of links they do not.
        "length(waiting_cycle('dimension-order', 'ring 4')) = 4 and waiting_cycle('highest-link', 'hypercube 3') = []",
        // Total exchange among three: each sends one message each way.
        "let(m = list(v = 0..2, list(j = 1..2, [v, (v + j) mod 3])), r = list(v = 0..2, [0, 1, 2]), length(fifo('ring 3', m, r, 1 = 0)) = 2 and length(fifo('ring 3', m, r, 1 = 1)) = 1)",
        // A message passes the node between.
        "fifo('ring 4', [[[0, 2]], [], [], []], list(v = 0..3, list(t = 0..3, (v + 1) mod 4)), 1 = 0) = [[[0, 2, 0, 1]], [[0, 2, 1, 2]]]",
        "length(permutations(4)) = 24 and permutations(3)[5] = [2, 1, 0] and permutations(0) = [[]]",
        // One packet from node 0 to each of the others; in packets of two the messages for nodes 1 and 3 go together.
        "in_packets('sbt', 2, 1, 1, 0) = 3 and in_packets('sbt', 2, 2, 1, 0) = 2",
        "below_at_once('sbt', 3, 0, 1, 0) = at_once('sbt', 3, 1 = 1, 1, 0)",
        // Recursions whose values are kept, by name and arguments.
        "let(a = 1, sum(i = 1..3, a*i) = 6)",
    ] {
        assert_eq!(judged(condition), Ok(ClaimVerdict::Confirmed), "{condition}");
    }
}

#[test]
fn functions_that_no_network_has_are_refused_with_the_reason() {
    for (condition, said) in [
        ("nodes('rong 5') = 5", "\"network rong 5\" is not known"),
        ("nodes('ring 5 6') = 5", "\"network ring 5 6\" is not known"),
        ("nodes('ring 1') = 1", "number of nodes 1, expected at least 2"),
        ("nodes('hypercube 40') = 1", "more than 2^20 links"),
        ("nodes('ring 5', 1) = 5", "nodes takes 1 arguments, found 2"),
        ("distance('ring 5', 0, 5) = 1", "node 5 of a network of 5 nodes"),
        ("distance('ring 2000', 0, 5) = 1", "the pairs of 2000 nodes"),
        ("translates('incomplete-hypercube 5', 1) = []", "no translations"),
        ("routes('any', 'ring 5', 0) = []", "\"routing rule any\" is not known"),
        ("routes('highest-link', 'ring 5', 0) = []", "highest-link is not defined on"),
        ("fifo('ring 3', [[]], [[]], 1 = 0) = []", "1 items for 3 nodes"),
        (
            "fifo('ring 4', [[[0, 2]], [], [], []], list(v = 0..3, [2, 2, 2, 2]), 1 = 0) = []",
            "a message is to go where its node has no link",
        ),
        (
            "fifo('ring 4', [[[0, 2]], [], [], []], [[1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0]], 1 = 0) = []",
            "more than 262144 messages are sent",
        ),
        ("permutations(9) = []", "at most 8"),
        ("in_packets('sbt', 11, 1, 1, 1) = 1", "at most 2^10 nodes"),
        ("in_packets('sbt', 3, 0, 1, 1) = 1", "one message or more"),
    ] {
        let fault = judged(condition).expect_err(condition);
        assert!(fault.contains(said), "{condition}: {fault}");
    }
}
