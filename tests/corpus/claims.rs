//! The papers' claims: the golden record of `models/claims/`, and the evidence of verdicts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what fails here ends the test")]

use isotask::check::{Options, check_certificate};
use isotask::claims::{self, Claim, Judged};
use isotask::wire::{
    CertificateDocument, ClaimPart, ClaimVerdict, PartRole, PrintedClaim, RowOutcome, parse,
};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Number of parts into which the claims are divided; a run judges the part of the day.
const PARTS_OF_CLAIMS: u64 = 12;
const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// The claims whose turn it is today; after as many days as there are parts every claim has had its turn.
static OF_TODAY: LazyLock<Vec<Judged>> = LazyLock::new(|| {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let part = seconds / SECONDS_OF_A_DAY % PARTS_OF_CLAIMS;
    let turns = claims::all().into_iter().zip((0..PARTS_OF_CLAIMS).cycle());
    judge(&turns.filter(|&(_, turn)| turn == part).map(|(claim, _)| claim).collect::<Vec<_>>())
});

fn judge(claims: &[&Claim]) -> Vec<Judged> {
    let judged =
        |claim: &&Claim| claims::judge(claim).unwrap_or_else(|fault| panic!("{}: {fault}", claim.id));
    claims.par_iter().with_max_len(1).map(judged).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/claims")
}

/// What `models/claims/` should hold of judged claims beside the claims themselves: a line of the record for
/// each, and the certificates of the counterexamples.
fn record(judged: &[Judged]) -> (Vec<String>, BTreeMap<String, Vec<u8>>) {
    let (mut lines, mut files) = (Vec::new(), BTreeMap::new());
    for judged in judged {
        lines.push(became(&judged.report));
        let examples = judged.report.parts.iter().filter_map(|part| part.counterexample.as_ref());
        let refuting: Vec<_> = examples.filter_map(|row| row.certificate.as_ref()).collect();
        for kept in judged.certificates.iter().filter(|kept| refuting.contains(&&kept.name)) {
            files.insert(kept.name.clone(), kept.bytes.clone());
        }
    }
    (lines, files)
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

/// The lines of the stored record, one for each claim.
fn stored_lines() -> Vec<String> {
    let text = fs::read_to_string(folder().join("record.json")).unwrap();
    let lines = text.strip_prefix("[\n").and_then(|text| text.strip_suffix("\n]\n")).unwrap();
    lines.split(",\n").map(str::to_owned).collect()
}

fn stored_certificates() -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder().join("certificates")).unwrap();
    let file =
        |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap());
    entries.map(|entry| file(entry.unwrap().path())).collect()
}

/// Writes what was judged in place of what is stored.
fn renew(judged: &[Judged]) {
    let (lines, certificates) = record(judged);
    let place = folder().join("certificates");
    fs::create_dir_all(&place).unwrap();
    for name in stored_certificates().keys().filter(|name| !certificates.contains_key(*name)) {
        fs::remove_file(place.join(name)).unwrap();
    }
    for (name, bytes) in &certificates {
        fs::write(place.join(name), bytes).unwrap();
    }
    fs::write(folder().join("record.json"), format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
}

/// Asserts that the record and the certificates agree with the verdicts of the judged claims.
fn require_recorded(judged: &[Judged]) {
    let (lines, certificates) = record(judged);
    let (stored, kept) = (stored_lines(), stored_certificates());
    let renewal = "if the new verdicts are right, renew it with\n    \
                   ISOTASK_BLESS=1 cargo test --test corpus all_claims -- --ignored";
    for line in &lines {
        assert!(stored.contains(line), "models/claims/record.json has no line {line}; {renewal}");
    }
    for (name, bytes) in &certificates {
        let same = kept.get(name).is_some_and(|kept| kept == bytes);
        assert!(same, "models/claims/certificates/{name} is not what is judged; {renewal}");
    }
}

#[test]
fn the_record_has_a_line_for_each_claim_and_the_certificates_that_it_names() {
    let lines: Vec<Value> = stored_lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = lines.iter().map(|line| line[0].as_str().unwrap()).collect();
    assert_eq!(ids, claims::all().iter().map(|claim| claim.id.as_str()).collect::<Vec<_>>());
    let parts = lines.iter().flat_map(|line| line[2].as_array().unwrap());
    let named: BTreeSet<&str> = parts.filter_map(|part| part[4]["certificate"].as_str()).collect();
    assert_eq!(named, stored_certificates().keys().map(String::as_str).collect());
}

#[test]
fn the_claims_of_today_have_the_recorded_verdicts() {
    require_recorded(&OF_TODAY);
}

#[test]
fn every_certificate_is_one_that_the_checker_accepts_and_a_row_names() {
    require_accepted(&OF_TODAY);
}

#[test]
fn every_claim_is_judged_on_instances_and_gives_its_reason() {
    require_reasons(&OF_TODAY);
}

#[test]
fn claims_that_words_refer_to_exist() {
    require_references(&OF_TODAY);
}

#[test]
#[ignore = "needs minutes: all claims are judged"]
fn all_claims_have_the_recorded_verdicts_with_proofs_and_reasons() {
    let judged = judge(&claims::all());
    if std::env::var_os("ISOTASK_BLESS").is_some_and(|value| value == "1") {
        renew(&judged);
    }
    require_recorded(&judged);
    require_accepted(&judged);
    require_reasons(&judged);
    assert!(require_references(&judged) > 0);
    let code = |part: &ClaimPart| Path::new(&part.code).extension().is_some_and(|ending| ending == "rs");
    let of_functions = judged.iter().filter(|judged| judged.report.parts.iter().any(code)).count();
    assert!(of_functions <= MAX_CLAIMS_BY_FUNCTION, "{of_functions} claims are judged by functions");
}

/// Asserts that every certificate is accepted by the checker and named by a row.
fn require_accepted(judged: &[Judged]) {
    for judged in judged {
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

/// Asserts that every claim is judged on instances and gives its reason.
fn require_reasons(judged: &[Judged]) {
    let mut ids: Vec<&str> = Vec::new();
    for judged in judged {
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

/// Most claims that a function of the program judges instead of a formula.
const MAX_CLAIMS_BY_FUNCTION: usize = 20;

/// Counts the references of words to claims, which exist.
fn require_references(judged: &[Judged]) -> usize {
    let is_reference = |word: &&str| {
        let (source, rest) = word.split_once('.').unwrap_or((word, ""));
        ["P1", "P2", "P3", "P4", "P5", "I"].contains(&source) && !rest.is_empty()
    };
    let mut references = 0;
    for judged in judged {
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
    references
}
