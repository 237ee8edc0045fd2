//! Functions of lists, task matrices and schedules in formulas of claims, and schedules that formulas build.

use isotask::claims::{claims, judge};
use isotask::wire::{ClaimVerdict, ClaimsDocument, parse};
use serde_json::{Value, json};

/// The verdict of a row on tasks that all rows know; the fault if there is none.
fn judged(formula: &str, row: &Value) -> Result<ClaimVerdict, String> {
    let exchange = |network| json!({ "network": network, "task": { "kind": "total-exchange" } });
    let tasks = json!({ "ring": exchange(json!({ "kind": "ring", "nodes": 5 })),
        "cube": exchange(json!({ "kind": "hypercube", "dimension": 1 })) });
    let document = json!({ "format": "isotask.claims/1", "tasks": tasks, "claims": [{ "id": "A", "place": "",
        "statement": "", "parts": [{ "formula": formula, "rows": [row] }] }] });
    let document: ClaimsDocument = parse(document.to_string().as_bytes()).expect("a claims document");
    let claims = claims(document).map_err(|fault| fault.to_string())?;
    judge(&claims[0]).map(|judged| judged.report.verdict).map_err(|fault| fault.to_string())
}

fn condition(formula: &str) -> Result<ClaimVerdict, String> {
    judged(formula, &json!({ "instance": "one", "relation": "is" }))
}

#[test]
fn functions_of_lists_matrices_and_schedules_have_their_values() {
    for formula in [
        "tuples([0, 1], 2) = [[0, 0], [0, 1], [1, 0], [1, 1]] and length(multisets([1, 2, 3], 2)) = 6",
        "multisets([1, 2], 0) = [[]] and slice([1, 2, 3], 1, 3) = [2, 3] and slice([1], 1, 1) = []",
        "grouped([[1, 5], [0, 6], [1, 7]], 3) = [[[6]], [[5], [7]], []]",
        "sorted(shuffled([3, 1, 2], 7)) = [1, 2, 3] and power_mod(2, 10, 1000) = 24 and power_mod(3, 0, 1) = 0",
        "fold(x = 0, i = 1..4, x + i) = 10 and fold(x = [], i in [1, 2] where i > 1, [i] + x) = [2]",
        // A definition of lists is evaluated once for equal ones.
        "row_sums([[1, 2], [3, 4]]) = [3, 7] and column_sums([[1, 2], [3, 4]]) = [4, 6] and critical_sum([[1, 2], [3, 4]]) = 7",
        // König: a matrix is a sum of as many schemes as its critical sum.
        "all(T in multisets(tuples([0, 1, 2], 2), 3), length(decomposed(T, 2, 'hall')) = critical_sum(T))",
        "all(m in ['hall', 'best', 'octr', 'non-wasting'], fold(T = [[2, 1], [0, 3]], S in decomposed(T, 2, m), less(T, S)) = [[0, 0], [0, 0]])",
        // The empty scheme, four of one entry and two of two; the latter leave nothing idle.
        "length(schemes([[1, 1], [1, 1]])) = 7 and set(full_schemes([[1, 1], [1, 1]])) = [[[0, 0], [1, 1]], [[1, 0], [0, 1]]]",
        // P1 §5: at most h_r + h_c − 1 slots.
        "length(wasteless_runs([[1, 0], [1, 1]])) = 5 and all(run in wasteless_runs([[1, 0], [1, 1]]), length(run) <= 3)",
        // Two packets at distance 1 and two at distance 2.
        "slots('ring', 'quotient') = 3 and least('ring', '') = 3 and sum(slot in schedule('ring', 'quotient'), length(slot)) = 6",
        "sorted(list(a in arrivals('ring', 'octr'), a[0])) = [1, 2, 3, 4] and max(a in arrivals('ring', 'octr'), a[1]) = 3",
        "distances_from('ring', 1, []) = [1, 0, 1, 2, 2] and distances_from('ring', 0, [2, 1]) = [0, 2, 3, 2, 1]",
        "checked('cube', [[[0, 0, 1], [1, 1, 0]]]) = [[[0, 0, 1], [1, 1, 0]]]",
    ] {
        assert_eq!(condition(formula), Ok(ClaimVerdict::Confirmed), "{formula}");
    }
}

#[test]
fn invalid_lists_matrices_and_schedules_are_refused_with_the_reason() {
    for (formula, said) in [
        ("tuples([0, 1], 30) = []", "a list of more than 2097152 values"),
        ("slice([1], 0, 2) = []", "items 0 to 2 of a list of 1"),
        ("grouped([[3]], 2) = []", "[3] does not begin with a number below 2"),
        ("power_mod(2, 3, 0) = 0", "a remainder by 0"),
        ("fold(i = 1..3, i) = 1", "fold begins with a name and its first value"),
        ("critical_sum([[1], [1, 2]]) = 1", "rows of different lengths"),
        ("critical_sum([[2^40]]) = 1", "a matrix of more than 1048576 entries"),
        ("schemes(list(i = 1..12, list(j = 1..12, 1))) = []", "more than 65536 switching schemes"),
        ("less([[0]], [[0, 0]]) = [[0]]", "nothing waits at [0, 0]"),
        ("decomposed([[1]], 1, 'magic') = []", "\"decomposition magic\" is not known"),
        ("decomposed([[1, 1]], 1, 'non-wasting') = []", "non-wasting runs use all columns"),
        ("schedule('none', '') = []", "\"task none\" is not known"),
        ("schedule('ring', 'magic') = []", "no method is called magic"),
        ("checked('cube', [[[0, 0, 1]]]) = []", "a certificate is refused"),
        ("checked('cube', [[[0]]]) = []", "moves are [packet, link]"),
        ("distances_from('ring', 9, []) = []", "node 9 of 5 nodes"),
        ("distances_from('ring', 0, [1]) = []", "fewer weights than links"),
    ] {
        let fault = condition(formula).expect_err(formula);
        assert!(fault.contains(said), "{formula}: {fault}");
    }
}

/// A schedule attains the value that the checker finds; a refused schedule proves nothing on a least value.
#[test]
fn a_row_may_state_its_schedule() {
    let (late, both, none) =
        ("[[[0, 0, 1]], [[1, 1, 0]]]", "[[[0, 0, 1], [1, 1, 0]]]", "[[[0, 0, 1], [1, 0, 1]]]");
    for (schedule, counts, formula, verdict) in [
        (both, "both", "1", ClaimVerdict::Confirmed),
        ("[[[0, 0]]]", "both", "1", ClaimVerdict::Confirmed),
        (late, "both", "2", ClaimVerdict::Open),
        (late, "schedule", "2", ClaimVerdict::Confirmed),
        (late, "schedule", "1", ClaimVerdict::Refuted),
        (late, "bound", "1", ClaimVerdict::Open),
        (late, "bound", "0", ClaimVerdict::Refuted),
        (none, "both", "1", ClaimVerdict::Open),
        (none, "schedule", "1", ClaimVerdict::Refuted),
    ] {
        let row = json!({ "instance": "one", "task": "cube", "schedule": schedule, "counts": counts });
        assert_eq!(judged(formula, &row), Ok(verdict), "{schedule} {counts} {formula}");
    }
}
