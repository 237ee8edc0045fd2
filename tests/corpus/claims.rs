//! The papers' claims: the golden record of `models/claims/`, and what a verdict stands on.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what fails here ends the test")]

use isotask::check::{Options, check_certificate};
use isotask::claims::{self, Judged};
use isotask::wire::{
    CertificateDocument, ClaimPart, ClaimVerdict, PartRole, PrintedClaim, RowOutcome, parse,
};
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static JUDGED: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let judged =
        |claim: &&claims::Claim| claims::judge(claim).unwrap_or_else(|fault| panic!("{}: {fault}", claim.id));
    claims::all().par_iter().map(judged).collect()
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/claims")
}

/// What `models/claims/` should hold beside the claims: a record of what became of them, a claim to a line,
/// and the certificates of the counterexamples.
fn record() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut lines = Vec::new();
    for judged in &*JUDGED {
        lines.push(became(&judged.report));
        let examples = judged.report.parts.iter().filter_map(|part| part.counterexample.as_ref());
        let refuting: Vec<_> = examples.filter_map(|row| row.certificate.as_ref()).collect();
        for kept in judged.certificates.iter().filter(|kept| refuting.contains(&&kept.name)) {
            files.insert(format!("certificates/{}", kept.name), kept.bytes.clone());
        }
    }
    files.insert("record.json".to_owned(), format!("[\n{}\n]\n", lines.join(",\n")).into_bytes());
    files
}

/// The verdicts of a claim and of its parts, how many rows each part has, their digest, and the first that
/// fails.
fn became(claim: &PrintedClaim) -> String {
    let part = |part: &ClaimPart| {
        let mut kept = json!([part.role, part.verdict, part.instances, part.digest]);
        kept.as_array_mut().unwrap().extend(part.counterexample.as_ref().map(|row| json!(row)));
        kept
    };
    json!([claim.id, claim.verdict, claim.parts.iter().map(part).collect::<Vec<_>>()]).to_string()
}

/// The documents of the claims, which no test writes.
const DOCUMENTS: [&str; 6] = ["I.json", "P1.json", "P2.json", "P3.json", "P4.json", "P5.json"];

fn stored() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (place, prefix) in [(folder(), ""), (folder().join("certificates"), "certificates/")] {
        for entry in fs::read_dir(place).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_file() && !DOCUMENTS.contains(&name.as_str()) {
                files.insert(format!("{prefix}{name}"), fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_golden_record_is_what_is_judged() {
    let record = record();
    if std::env::var_os("ISOTASK_BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(folder().join("certificates")).unwrap();
        for name in stored().keys().filter(|name| !record.contains_key(*name)) {
            fs::remove_file(folder().join(name)).unwrap();
        }
        for (name, bytes) in &record {
            fs::write(folder().join(name), bytes).unwrap();
        }
    }
    let stored = stored();
    assert_eq!(stored.keys().collect::<Vec<_>>(), record.keys().collect::<Vec<_>>());
    for (name, bytes) in &record {
        assert!(
            stored[name] == *bytes,
            "models/claims/{name} is not what is judged; if the new verdicts are right, renew it with\n    \
             ISOTASK_BLESS=1 cargo test --test corpus claims"
        );
    }
}

#[test]
fn every_certificate_is_one_that_the_checker_accepts_and_a_row_names() {
    for judged in &*JUDGED {
        let rows = judged.report.parts.iter().flat_map(|part| &part.rows);
        let named: Vec<&String> = rows.filter_map(|row| row.certificate.as_ref()).collect();
        for kept in &judged.certificates {
            assert!(named.contains(&&kept.name), "{} is named", kept.name);
            let document: CertificateDocument = parse(&kept.bytes).unwrap();
            check_certificate(&document, &Options::default())
                .unwrap_or_else(|e| panic!("{}: {e}", kept.name));
        }
        let kept: Vec<_> = judged.certificates.iter().map(|kept| &kept.name).collect();
        assert!(named.iter().all(|name| kept.contains(name)), "{}", judged.report.id);
    }
}

#[test]
fn every_claim_is_judged_on_instances_and_says_why() {
    let mut ids: Vec<&str> = Vec::new();
    for judged in &*JUDGED {
        let claim = &judged.report;
        assert!(!ids.contains(&claim.id.as_str()), "{} stands twice", claim.id);
        ids.push(&claim.id);
        assert!(claim.parts.iter().any(|part| matches!(part.role, PartRole::Printed | PartRole::Reading)));
        for part in &claim.parts {
            assert!(part.instances > 0, "{}: no instance", claim.id);
            assert!(!part.code.is_empty() && !part.range.is_empty(), "{}", claim.id);
            assert!(part.rows.iter().all(|row| !row.proof.is_empty()), "{}", claim.id);
            assert_eq!((part.role == PartRole::Printed), part.text.is_empty(), "{}", claim.id);
            assert_eq!((part.role == PartRole::Correction), !part.derivation.is_empty(), "{}", claim.id);
            let outcome = |outcome| part.rows.iter().filter(|row| row.outcome == outcome).count();
            let verdict = match (outcome(RowOutcome::Fails), outcome(RowOutcome::Open)) {
                (0, 0) => ClaimVerdict::Confirmed,
                (0, _) => ClaimVerdict::Open,
                _ => ClaimVerdict::Refuted,
            };
            assert_eq!(part.verdict, verdict, "{}", claim.id);
        }
        let role = |role| claim.parts.iter().filter(move |part| part.role == role);
        if claim.verdict == ClaimVerdict::Narrower {
            assert!(role(PartRole::Restriction).any(|part| part.verdict == ClaimVerdict::Confirmed));
        }
        if claim.verdict == ClaimVerdict::Refuted {
            let corrected = role(PartRole::Correction).any(|part| part.verdict == ClaimVerdict::Confirmed);
            assert!(corrected, "{} is refuted without saying what is true", claim.id);
        }
    }
}

/// Claims that a function of the program judges, not a formula: no more than these.
const OF_FUNCTIONS: usize = 20;

#[test]
fn most_claims_are_data() {
    let code = |part: &ClaimPart| Path::new(&part.code).extension().is_some_and(|ending| ending == "rs");
    let of_functions = JUDGED.iter().filter(|judged| judged.report.parts.iter().any(code)).count();
    assert!(of_functions <= OF_FUNCTIONS, "{of_functions} claims are judged by functions");
}

#[test]
fn claims_that_words_refer_to_exist() {
    let is_reference = |word: &&str| {
        let (source, rest) = word.split_once('.').unwrap_or((word, ""));
        ["P1", "P2", "P3", "P4", "P5", "I"].contains(&source) && !rest.is_empty()
    };
    let mut references = 0;
    for judged in &*JUDGED {
        let claim = &judged.report;
        let mut words = vec![&claim.place, &claim.statement, &claim.printed];
        words.extend(claim.parts.iter().flat_map(|part| [&part.text, &part.derivation, &part.range]));
        words.extend(claim.parts.iter().flat_map(|part| &part.rows).map(|row| &row.proof));
        for text in words {
            let found = text.split(|letter: char| letter.is_whitespace() || "(),;:".contains(letter));
            for word in found.map(|word| word.trim_end_matches('.')).filter(is_reference) {
                assert!(!claims::select(word).is_empty(), "{} refers to {word}", claim.id);
                references += 1;
            }
        }
    }
    assert!(references > 0);
}
