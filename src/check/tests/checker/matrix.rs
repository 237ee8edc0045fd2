//! Certificates of matrices: one that is changed at random is accepted only if it is true by the definition.

use isotask_check::{Answer, Options, check_document};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A generator of numbers that is enough to change documents.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Terms of at most two entries, three slots by a row, and a claim of the number of terms.
fn good() -> Value {
    json!({ "format": "isotask.certificate/1",
        "matrix": { "format": "isotask.matrix/1", "rows": [[2, 1, 0], [0, 2, 1], [1, 0, 1]] },
        "ports": { "at-most": 2 },
        "terms": [{ "times": 2, "entries": [[0, 0], [1, 1]] }, { "times": 1, "entries": [[0, 1], [2, 0]] },
            { "times": 1, "entries": [[1, 2]] }, { "times": 1, "entries": [[2, 2]] }],
        "claims": [
            { "quantity": "completion-time", "value": 5, "lower": { "kind": "total", "value": 4 },
              "status": "upper-bound" },
            { "quantity": "terms", "value": 4, "lower": { "kind": "entries", "value": 3 },
              "status": "upper-bound" }] })
}

/// Returns the entry of a matrix in a document; none if there is no such place.
fn entry(document: &Value, row: u64, column: u64) -> Option<u64> {
    let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
    document["matrix"]["rows"].get(row)?.get(column)?.as_u64()
}

/// Returns whether at most `terms` terms, of at most `slots` slots together, add up to the rows, or cover
/// them, by trying all terms that serve the first remaining entry.
fn is_enough(rows: &[Vec<u64>], ports: usize, covers: bool, terms: u64, slots: u64) -> bool {
    let first = rows
        .iter()
        .enumerate()
        .find_map(|(row, entries)| entries.iter().position(|&entry| entry > 0).map(|column| (row, column)));
    let Some(first) = first else { return true };
    let greatest = rows.iter().flatten().copied().max().unwrap_or(0);
    terms > 0
        && with(rows, vec![first], ports).iter().any(|places| {
            (1..=slots.min(greatest)).any(|times| {
                let mut rest = rows.to_vec();
                let fits = places.iter().all(|&(row, column)| {
                    let entry = rest[row][column];
                    rest[row][column] = entry.saturating_sub(times);
                    covers || entry >= times
                });
                fits && is_enough(&rest, ports, covers, terms - 1, slots - times)
            })
        })
}

/// Returns all sets of at most `ports` places in different lines that begin with `places`, the others after
/// them.
fn with(rows: &[Vec<u64>], places: Vec<(usize, usize)>, ports: usize) -> Vec<Vec<(usize, usize)>> {
    let last = places[places.len() - 1];
    let mut all = Vec::new();
    for row in last.0 + 1..rows.len() {
        for column in 0..rows[row].len() {
            if rows[row][column] > 0 && places.len() < ports && places.iter().all(|place| place.1 != column) {
                let more = places.iter().copied().chain([(row, column)]).collect();
                all.extend(with(rows, more, ports));
            }
        }
    }
    all.push(places);
    all
}

/// Returns whether a bound by search of a document is true: no smaller value is enough.
fn is_least(rows: &[Vec<u64>], ports: usize, document: &Value, claim: &Value, slots: u64) -> Option<bool> {
    let lower = &claim["lower"];
    let (value, switching) = (lower["value"].as_u64()?, document["switching"].as_u64());
    if value > claim["value"].as_u64()? {
        return Some(false);
    }
    let enough = |terms, slots| is_enough(rows, ports, switching.is_some(), terms, slots);
    if lower["kind"].as_str()? == "terms-search" {
        let within = lower["slots"].as_u64()?;
        return Some(within >= slots && (value == 0 || !enough(value - 1, within)));
    }
    let cheaper = |terms: u64| {
        let left = value.checked_sub(1 + switching.unwrap_or(0) * terms);
        left.is_some_and(|slots| enough(terms, slots))
    };
    Some(value == 0 || !(0..=value).any(cheaper))
}

/// Returns whether every sentence of a certificate is true, by the definitions of `models/formats/matrix.md`
/// alone.
fn is_true(document: &Value) -> Option<bool> {
    let rows: Vec<Vec<u64>> = serde_json::from_value(document["matrix"]["rows"].clone()).ok()?;
    let columns = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != columns) {
        return Some(false);
    }
    let room = rows.len().min(columns);
    let ports = match &document["ports"] {
        Value::String(word) if word == "one" => 1,
        Value::String(_) => room,
        ports => usize::try_from(ports["at-most"].as_u64()?).ok()?.min(room),
    };
    let mut sum = vec![vec![0_u64; columns]; rows.len()];
    let (mut slots, terms) = (0, document["terms"].as_array()?);
    for term in terms {
        let entries: Vec<(u64, u64)> = serde_json::from_value(term["entries"].clone()).ok()?;
        let times = term["times"].as_u64()?;
        let lines: [BTreeSet<u64>; 2] =
            [entries.iter().map(|entry| entry.0).collect(), entries.iter().map(|entry| entry.1).collect()];
        let is_partial = lines.iter().all(|lines| lines.len() == entries.len());
        if !is_partial || entries.len() > ports || times == 0 {
            return Some(false);
        }
        for (row, column) in entries {
            entry(document, row, column)?;
            sum[usize::try_from(row).ok()?][usize::try_from(column).ok()?] += times;
        }
        slots += times;
    }
    let switching = document.get("switching").map(Value::as_u64);
    let mut holds = match switching {
        Some(None) => return None,
        Some(Some(_)) => rows.iter().flatten().zip(sum.iter().flatten()).all(|(entry, found)| found >= entry),
        None => sum == rows,
    };
    let ones: Vec<Vec<u64>> =
        rows.iter().map(|row| row.iter().map(|&entry| u64::from(entry > 0)).collect()).collect();
    for claim in document["claims"].as_array()? {
        let number = u64::try_from(terms.len()).ok()?;
        let (of_time, attained) = match (claim["quantity"].as_str()?, switching.flatten()) {
            ("completion-time", _) => (true, slots),
            ("switching-cost", Some(switching)) => (false, slots + switching * number),
            ("switching-cost", None) => return Some(false),
            _ => (false, number),
        };
        let counted = if of_time { &rows } else { &ones };
        let lower = &claim["lower"];
        if lower["kind"].as_str()?.ends_with("-search") || lower["kind"] == "slots-and-terms" {
            let of_terms = lower["kind"] == "terms-search";
            let word = if of_terms { "terms" } else { "switching-cost" };
            holds &= claim["quantity"] == word && claim["value"] == attained;
            holds &= claim["status"] == if lower["value"] == attained { "optimal" } else { "upper-bound" };
            holds &= match lower["kind"].as_str()? {
                "slots-and-terms" => {
                    lower["value"] == by_lines(&rows, ports) + switching?? * by_lines(&ones, ports)
                }
                _ => is_least(&rows, ports, document, claim, slots)?,
            };
            continue;
        }
        let index = |key: &str| usize::try_from(lower[key].as_u64()?).ok();
        let kind = lower["kind"].as_str()?;
        let bound = match kind.trim_end_matches("-entries") {
            "row" => counted.get(index("row")?)?.iter().sum(),
            "column" => {
                let column = index("column").filter(|&column| column < columns)?;
                counted.iter().map(|row| row[column]).sum()
            }
            _ if ports == 0 => 0,
            _ => counted.iter().flatten().sum::<u64>().div_ceil(u64::try_from(ports).ok()?),
        };
        let of_cost = claim["quantity"] == "switching-cost";
        let fits = kind.ends_with("entries") != of_time && !of_cost;
        let meets = if bound == attained { "optimal" } else { "upper-bound" };
        holds &= fits && lower["value"] == bound && claim["value"] == attained && claim["status"] == meets;
    }
    let quantities: BTreeSet<&str> =
        document["claims"].as_array()?.iter().filter_map(|claim| claim["quantity"].as_str()).collect();
    Some(
        holds
            && !quantities.is_empty()
            && Some(quantities.len()) == document["claims"].as_array().map(Vec::len),
    )
}

/// Returns the greatest sum of a line, or of all entries over the ports.
fn by_lines(rows: &[Vec<u64>], ports: usize) -> u64 {
    let columns = rows.first().map_or(0, Vec::len);
    let of_rows = rows.iter().map(|row| row.iter().sum());
    let of_columns = (0..columns).map(|column| rows.iter().map(|row| row[column]).sum());
    let total: u64 = rows.iter().flatten().sum();
    let share = u64::try_from(ports).ok().filter(|&ports| ports > 0).map_or(0, |ports| total.div_ceil(ports));
    of_rows.chain(of_columns).fold(share, u64::max)
}

/// The pointers to all numbers and words in a document.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            keys.iter().for_each(|(key, part)| places(part, &format!("{at}/{key}"), found));
        }
        Value::Array(list) => {
            found.push(at.to_owned());
            (0..)
                .zip(list)
                .for_each(|(index, part): (usize, _)| places(part, &format!("{at}/{index}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

/// Changes a document in one place.
fn change(document: &mut Value, numbers: &mut Numbers) {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let place =
        &all[usize::try_from(numbers.below(u64::try_from(all.len()).expect("few"))).expect("an index")];
    let other = numbers.below(5);
    let word = [
        "row",
        "column",
        "total",
        "row-entries",
        "column-entries",
        "entries",
        "terms-search",
        "slots-and-terms",
        "cost-search",
        "optimal",
        "upper-bound",
    ];
    let word = word[usize::try_from(numbers.below(11)).expect("an index")];
    match document.pointer_mut(place).expect("a place of the document") {
        Value::Array(list) if list.len() > 1 && other == 0 => {
            list.pop();
        }
        Value::Array(list) if !list.is_empty() && other == 1 => list.push(list[0].clone()),
        Value::Array(list) => list.reverse(),
        value @ Value::Number(_) => *value = json!(other),
        value => *value = json!(word),
    }
}

/// Returns certificates that rest on a search: 3 terms of 3 slots, where lines prove 2; a cover of cost 11.
fn searched() -> [Value; 2] {
    let rows = json!({ "format": "isotask.matrix/1", "rows": [[1, 1, 0], [1, 2, 0], [0, 0, 1]] });
    let time = json!({ "quantity": "completion-time", "value": 3, "lower": { "kind": "row", "value": 3, "row": 1 },
        "status": "optimal" });
    let sum = json!({ "format": "isotask.certificate/1", "matrix": rows, "ports": "all",
        "terms": [{ "times": 1, "entries": [[0, 0], [1, 1], [2, 2]] }, { "times": 1, "entries": [[0, 1], [1, 0]] },
            { "times": 1, "entries": [[1, 1]] }],
        "claims": [time, { "quantity": "terms", "value": 3,
            "lower": { "kind": "terms-search", "value": 3, "slots": 3 }, "status": "optimal" }] });
    let cover = json!({ "format": "isotask.certificate/1", "matrix": rows, "ports": { "at-most": 2 }, "switching": 2,
        "terms": [{ "times": 2, "entries": [[0, 0], [1, 1]] }, { "times": 1, "entries": [[0, 1], [1, 0]] },
            { "times": 1, "entries": [[2, 2]] }],
        "claims": [{ "quantity": "completion-time", "value": 4,
            "lower": { "kind": "row", "value": 3, "row": 1 }, "status": "upper-bound" },
            { "quantity": "switching-cost", "value": 10, "lower": { "kind": "cost-search", "value": 9 },
            "status": "upper-bound" }] });
    [sum, cover]
}

/// Changes a certificate in one to three places, over and over; returns how many were accepted and refused.
fn attack(good: &Value, seed: u64) -> (u64, u64) {
    assert_eq!(is_true(good), Some(true), "{good}");
    let (mut numbers, mut accepted, mut refused) = (Numbers(seed), 0, 0);
    for round in 0..10_000 {
        let mut document = good.clone();
        for _ in 0..=round % 3 {
            change(&mut document, &mut numbers);
        }
        match check_document(document.to_string().as_bytes(), &Options::default()) {
            Ok(Answer::MatrixCertificate { .. }) => {
                assert_eq!(is_true(&document), Some(true), "{document}");
                accepted += 1;
            }
            Ok(Answer::Refused { rejection, .. }) => {
                assert_ne!(is_true(&document), Some(true), "{document}: {rejection}");
                refused += 1;
            }
            Ok(other) => unreachable!("{other:?}"),
            Err(_) => {}
        }
    }
    (accepted, refused)
}

#[test]
fn of_ten_thousand_changed_certificates_only_the_true_ones_are_accepted() {
    let (accepted, refused) = attack(&good(), 7);
    assert!(accepted > 500 && refused > 5000, "{accepted} accepted, {refused} refused");
    for (seed, good) in (8..).zip(searched()) {
        let (accepted, refused) = attack(&good, seed);
        assert!(accepted > 200 && refused > 3000, "{accepted} accepted, {refused} refused");
    }
}

#[test]
fn a_matrix_alone_is_valid_and_claims_nothing() {
    let text = br#"{"format":"isotask.matrix/1","rows":[[2,1],[0,4]]}"#;
    let answer = check_document(text, &Options::default()).expect("a document");
    assert_eq!(answer.headline("m"), "m: valid matrix, no claim\n  matrix of 2 \u{d7} 2, h = 5, σ = 7\n");
    let result = answer.result("m", String::new());
    assert_eq!((result.h, result.sigma, result.completion_time), (Some(5), Some(7), None));
}
