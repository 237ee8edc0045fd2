//! The papers' claims: the golden record of `models/claims/`, and what a verdict stands on.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what fails here ends the test")]

use isotask::check::{Options, check_certificate};
use isotask::claims::{self, Judged};
use isotask::wire::{
    CertificateDocument, ClaimVerdict, PartRole, ResultDocument, ResultStatus, RowOutcome, parse,
    to_pretty_bytes,
};
use rayon::prelude::*;
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

/// What `models/claims/` should hold: a record for each paper, and the certificates of the counterexamples.
fn record() -> BTreeMap<String, Vec<u8>> {
    let mut papers: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    let mut files = BTreeMap::new();
    for judged in &*JUDGED {
        let paper = judged.report.id.split('.').next().unwrap();
        papers.entry(paper).or_default().push(judged.digest());
        for kept in judged.refuting() {
            files.insert(format!("certificates/{}", kept.name), kept.bytes.clone());
        }
    }
    for (paper, claims) in papers {
        let mut document = ResultDocument::new("claims", ResultStatus::Done, 0);
        document.literature = claims;
        files.insert(format!("{paper}.json"), to_pretty_bytes(&document));
    }
    files
}

fn stored() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (place, prefix) in [(folder(), ""), (folder().join("certificates"), "certificates/")] {
        for entry in fs::read_dir(place).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
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
