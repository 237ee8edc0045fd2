//! Lists claims with the verdicts of the record, under the titles of the papers.

use crate::cli::report::claim_tables::{Table, painted_verdict, tally, verdict_word};
use crate::cli::report::papers::papers_of;
use crate::cli::terminal::width::{columns, folded};
use crate::wire::PrintedClaim;

/// The note under verdicts that come from the record.
pub(crate) const RECORD_NOTE: &str =
    "verdicts of the record of this version; isotask claims --judge judges the claims again";

/// Returns the source of a claim, which is its identifier before the first point.
fn source(claim: &PrintedClaim) -> &str {
    claim.id.split('.').next().unwrap_or_default()
}

/// Returns the papers of some claims with their titles.
pub(crate) fn papers<'a>(claims: impl IntoIterator<Item = &'a PrintedClaim>) -> Vec<String> {
    papers_of(claims.into_iter().map(source)).into_iter().map(str::to_owned).collect()
}

/// Returns the list for people.
pub(crate) fn recorded_text(claims: &[PrintedClaim]) -> String {
    let mut text = String::new();
    for of_source in claims.chunk_by(|a, b| source(a) == source(b)) {
        for paper in papers(of_source) {
            text.extend([&folded(&paper, columns(), 4), "\n\n"]);
        }
        for claim in of_source {
            text.extend([&claim.id, ": ", &painted_verdict(claim.verdict), "\n"]);
            text.extend(["  ", &folded(&said(claim), columns(), 2), "\n"]);
        }
        text.push('\n');
    }
    text + &tally(&claims.iter().map(|claim| claim.verdict)) + &folded(RECORD_NOTE, columns(), 0) + "\n"
}

/// Returns the place of a claim, its statement and its formula.
fn said(claim: &PrintedClaim) -> String {
    let statement = claim.statement.trim_end_matches('.');
    match claim.printed.as_str() {
        "" => format!("{}: {statement}", claim.place),
        printed => format!("{}: {statement}: {printed}", claim.place),
    }
}

/// Returns the list in Markdown.
pub(crate) fn recorded_markdown(claims: &[PrintedClaim]) -> String {
    let cells = |claim: &PrintedClaim| {
        [&claim.id, verdict_word(claim.verdict), &claim.place, &claim.statement, &claim.printed]
            .map(str::to_owned)
            .to_vec()
    };
    let table = Table {
        header: vec!["claim", "verdict", "place", "statement", "printed"],
        rows: claims.iter().map(cells).collect(),
    };
    let mut text = table.markdown() + "\n" + &tally(&claims.iter().map(|claim| claim.verdict));
    for paper in papers(claims) {
        text.extend(["\n", &paper, "\n"]);
    }
    text
}
