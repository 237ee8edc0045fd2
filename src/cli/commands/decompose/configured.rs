//! Reports decompositions with few terms and cheap covers, for people and programs.

use super::drawn;
use super::given::MatrixInput;
use super::named::LineNames;
use super::words::{describe, lower_words, switching_words, terms_words};
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::Exit;
use crate::decompose::Configurations;
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixQuantity, ResultDocument, ResultStatus, Status,
};

/// Returns the claim that answers the question asked.
pub(super) fn answer(document: &MatrixCertificateDocument) -> &MatrixClaim {
    let of_time = MatrixQuantity::CompletionTime;
    let found = document.claims.iter().find(|claim| claim.quantity != of_time);
    found.expect("a claim of the terms or of their cost")
}

/// Returns success if the claim is optimal, else the code of a gap.
pub(super) fn exit(document: &MatrixCertificateDocument) -> Exit {
    match answer(document).status {
        Status::Optimal => Exit::Success,
        Status::UpperBound => Exit::NotProved,
    }
}

/// Fills the result with the decomposition that was found beside the one of least slots.
pub(super) fn fill_result(
    result: &mut ResultDocument,
    few: &Configurations,
    document: &MatrixCertificateDocument,
) {
    let exit = exit(document);
    result.exit = exit.code();
    result.status = if exit == Exit::Success { ResultStatus::Optimal } else { ResultStatus::UpperBound };
    let least = result.completion_time.unwrap_or(few.length);
    result.completion_time = Some(few.length);
    result.gap = few.length.checked_sub(least);
    if few.switching.is_some() {
        // The matrix E belongs to sums, not to covers.
        result.padding = None;
    }
    result.switching = few.switching;
    result.switching_cost = few.switching.map(|_| few.value);
    result.method = Some(if few.switching.is_some() { "cheapest-cover" } else { "fewest-terms" }.to_owned());
}

/// Returns the report for people.
pub(super) fn text(
    given: &MatrixInput,
    few: &Configurations,
    document: &MatrixCertificateDocument,
) -> String {
    let named = LineNames::new(&document.matrix);
    let mut report = Report::default();
    report.line("read as", &given.read_as);
    describe(&mut report, &named, &document.matrix, document.ports);
    let claim = answer(document);
    let (value, bound) = (claim.value, claim.lower.value());
    let (what, thing) = if let Some(switching) = few.switching {
        report.line("switching", switching_words(switching));
        let cost = format!("{} + {} · {switching} = {value} slots", few.length, few.terms.len());
        report.line("cost", cost);
        ("cover M at a lower cost", "slots with switching")
    } else {
        report.line("completion time", format!("T = {}, the least", counted(few.length, "slot")));
        ("add up to M in T slots", if bound == 1 { "term" } else { "terms" })
    };
    report.line("terms", terms_words(document));
    report.line("lower bound", format!("{bound} {thing} by {}", lower_words(&named, &claim.lower)));
    let result = match (claim.status, few.switching) {
        (Status::Optimal, None) => format!("optimal: no fewer terms {what}"),
        (Status::Optimal, Some(_)) => format!("optimal: no configurations {what}"),
        (Status::UpperBound, _) => {
            format!("not proved: between {bound} and {value} {thing}, a gap of {}", value - bound)
        }
    };
    report.verdict("result", result);
    let sum = match (few.switching, few.terms.len()) {
        (Some(_), 1) => "covers M",
        (Some(_), _) => "cover M",
        (None, 1) => "adds up to M exactly",
        (None, _) => "add up to M exactly",
    };
    report.line("checked", format!("read back and accepted: {} {sum}", counted_terms(few)));
    report.render()
        + &drawn::matrix("M, with its line sums; critical lines are marked *", &named, &document.matrix)
        + &drawn::terms(&named, &document.matrix, &document.terms)
}

fn counted_terms(few: &Configurations) -> String {
    match few.terms.len() {
        1 => "1 term".to_owned(),
        terms => format!("{terms} terms"),
    }
}
