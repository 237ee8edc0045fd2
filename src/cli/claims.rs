//! `isotask claims`.

use super::args::ClaimsArguments;
use super::draw;
use super::failure::{Exit, Failure};
use super::interrupt;
use super::output::{Output, OutputFolder};
use super::progress::Progress;
use super::report::{Report, counted};
use crate::claims::{Claim, Judged, all, judge, nearest, select};
use crate::wire::{
    ClaimPart, ClaimRow, ClaimVerdict, PartRole, PrintedClaim, Relation, ResultDocument, ResultStatus,
    RowOutcome, to_bytes,
};
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn run(arguments: &ClaimsArguments) -> Result<Exit, Failure> {
    let claims = selected(&arguments.claims)?;
    if arguments.output.as_deref() == Some(Path::new("-")) {
        return Err(Failure::usage(
            "claims writes several certificates; expected a folder, found -".to_owned(),
        ));
    }
    let folder = arguments.output.as_deref().map(OutputFolder::open).transpose()?;
    interrupt::listen();
    let mut judged = judge_all(&claims)?;
    let named = |judged: &&Judged| arguments.claims.contains(&judged.report.id);
    let refuted = judged.iter().filter(named).any(|judged| judged.report.verdict == ClaimVerdict::Refuted);
    let exit = if refuted { Exit::Negative } else { Exit::Success };
    if !arguments.verdict.is_empty() {
        judged.retain(|judged| arguments.verdict.iter().any(|&wanted| wanted.is(judged.report.verdict)));
    }
    let report = if arguments.json {
        to_bytes(&document(&judged, exit))
    } else {
        text(&judged, arguments.markdown).into_bytes()
    };
    if let Some(folder) = folder {
        let files = judged.iter().flat_map(|judged| &judged.certificates);
        let files: Vec<_> = files.map(|kept| (kept.name.clone(), kept.bytes.clone())).collect();
        folder.finish(&files)?;
    }
    Output::stdout().finish(&report)?;
    Ok(exit)
}

/// The claims that the names select, in the order of the papers, each once.
fn selected(names: &[String]) -> Result<Vec<&'static Claim>, Failure> {
    if names.is_empty() {
        return Ok(all());
    }
    let mut chosen = Vec::new();
    for name in names {
        let found = select(name);
        if found.is_empty() {
            return Err(Failure::usage(format!(
                "{} is no claim; the nearest are {} (isotask claims lists all)",
                name.escape_debug(),
                nearest(name).join(", ")
            )));
        }
        chosen.extend(found.iter().map(|claim| claim.id));
    }
    Ok(all().into_iter().filter(|claim| chosen.contains(&claim.id)).collect())
}

fn judge_all(claims: &[&Claim]) -> Result<Vec<Judged>, Failure> {
    let progress = Progress::start();
    let done = AtomicUsize::new(0);
    let judged: Result<Vec<_>, _> = claims
        .par_iter()
        .map(|claim| {
            if interrupt::is_interrupted() {
                return Err(Failure::interrupted("interrupted: nothing was written"));
            }
            let judged = judge(claim).map_err(|fault| Failure::claim(claim.id, &fault));
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.message(format!("{count} of {} claims judged", claims.len()));
            judged
        })
        .collect();
    if interrupt::is_interrupted() {
        return Err(Failure::interrupted("interrupted: nothing was written"));
    }
    judged
}

/// The verdicts; all rows as well if there is only one.
fn document(judged: &[Judged], exit: Exit) -> ResultDocument {
    let status = if exit == Exit::Negative { ResultStatus::Refuted } else { ResultStatus::Done };
    let mut document = ResultDocument::new("claims", status, exit.code());
    document.literature = match judged {
        [only] => vec![only.report.clone()],
        several => several.iter().map(Judged::digest).collect(),
    };
    document
}

fn text(judged: &[Judged], markdown: bool) -> String {
    match (judged, markdown) {
        ([only], false) => one(&only.report),
        ([only], true) => one_markdown(&only.report),
        (several, false) => list(several),
        (several, true) => list_markdown(several),
    }
}

const LIST_HEADER: [&str; 4] = ["claim", "verdict", "instances", "counterexample"];

const RESTRICTION_HEADER: [&str; 2] = ["narrower", "holds for"];

fn list(judged: &[Judged]) -> String {
    if judged.is_empty() {
        return tally(judged);
    }
    let rows = judged.iter().map(|judged| list_cells(&judged.report)).collect();
    let mut text = draw::words(&LIST_HEADER, rows);
    let restricted = restrictions(judged);
    if !restricted.is_empty() {
        text.push_str(&draw::words(&RESTRICTION_HEADER, restricted));
    }
    text + &tally(judged)
}

/// What every narrower claim is restricted to.
fn restrictions(judged: &[Judged]) -> Vec<Vec<String>> {
    let narrower = judged.iter().filter(|judged| judged.report.verdict == ClaimVerdict::Narrower);
    let parts = narrower.flat_map(|judged| judged.report.parts.iter().map(|part| (&judged.report.id, part)));
    let holding =
        |part: &ClaimPart| part.role == PartRole::Restriction && part.verdict == ClaimVerdict::Confirmed;
    parts.filter(|(_, part)| holding(part)).map(|(id, part)| vec![id.clone(), part.text.clone()]).collect()
}

/// How many claims have each verdict.
fn tally(judged: &[Judged]) -> String {
    let of = |verdict| judged.iter().filter(|judged| judged.report.verdict == verdict).count();
    let words = [ClaimVerdict::Confirmed, ClaimVerdict::Narrower, ClaimVerdict::Refuted, ClaimVerdict::Open]
        .map(|verdict| format!("{} {}", of(verdict), verdict_word(verdict)));
    format!("{} claims: {}\n", judged.len(), words.join(", "))
}

/// The first part that is the statement itself, in the reading that decided.
fn decisive(claim: &PrintedClaim) -> Option<&ClaimPart> {
    let itself = |part: &&ClaimPart| matches!(part.role, PartRole::Printed | PartRole::Reading);
    let best = claim.parts.iter().filter(itself).map(|part| part.verdict).max()?;
    claim.parts.iter().filter(itself).find(|part| part.verdict == best)
}

fn list_cells(claim: &PrintedClaim) -> Vec<String> {
    let part = decisive(claim);
    let example = part.and_then(|part| part.counterexample.as_ref());
    vec![
        claim.id.clone(),
        verdict_word(claim.verdict).to_owned(),
        part.map_or(0, |part| part.instances).to_string(),
        example.map(example_words).unwrap_or_default(),
    ]
}

/// `ring 3: printed = 1/2, proved 1`.
fn example_words(row: &ClaimRow) -> String {
    match row.relation {
        Relation::Is => row.instance.clone(),
        _ => format!("{}: printed {}, proved {}", row.instance, printed_words(row), proved_words(row)),
    }
}

fn one(claim: &PrintedClaim) -> String {
    let mut report = Report::default();
    report.line("claim", claim.id.clone());
    report.line("place", claim.place.clone());
    report.line("statement", claim.statement.clone());
    if !claim.printed.is_empty() {
        report.line("printed", claim.printed.clone());
    }
    report.line("verdict", verdict_word(claim.verdict));
    let others = related(claim);
    if !others.is_empty() {
        report.line("see also", others.join(", "));
    }
    let mut text = report.render();
    for part in &claim.parts {
        let mut report = Report::default();
        report.line(role_words(part.role), if part.text.is_empty() { "as above" } else { &part.text });
        if !part.derivation.is_empty() {
            report.line("derivation", part.derivation.clone());
        }
        report.line("as code", part.code.clone());
        report.line("range", part.range.clone());
        let verdict = verdict_word(part.verdict);
        report.line("verdict", format!("{verdict}, {}", counted(part.instances, "instance")));
        text.extend(["\n", &report.render()]);
        text.push_str(draw::words(&ROW_HEADER, part.rows.iter().map(row_cells).collect()).trim_end());
        text.push('\n');
    }
    text
}

/// The claims below this one.
fn related(claim: &PrintedClaim) -> Vec<&'static str> {
    select(&format!("{}.", claim.id)).iter().map(|claim| claim.id).filter(|&id| id != claim.id).collect()
}

const ROW_HEADER: [&str; 6] = ["instance", "printed", "proved", "outcome", "how", "certificate"];

fn row_cells(row: &ClaimRow) -> Vec<String> {
    vec![
        row.instance.clone(),
        printed_words(row),
        proved_words(row),
        outcome_word(row.outcome).to_owned(),
        row.proof.clone(),
        row.certificate.clone().unwrap_or_default(),
    ]
}

fn printed_words(row: &ClaimRow) -> String {
    match row.relation {
        Relation::Equal | Relation::Is => row.printed.clone(),
        Relation::AtMost => format!("≤ {}", row.printed),
        Relation::AtLeast => format!("≥ {}", row.printed),
    }
}

fn proved_words(row: &ClaimRow) -> String {
    match (&row.lower, &row.upper) {
        (Some(lower), Some(upper)) if lower == upper => lower.clone(),
        (Some(lower), Some(upper)) => format!("{lower} … {upper}"),
        (Some(lower), None) => format!("≥ {lower}"),
        (None, Some(upper)) => format!("≤ {upper}"),
        (None, None) => "open".to_owned(),
    }
}

fn one_markdown(claim: &PrintedClaim) -> String {
    let mut text = format!(
        "## {} — {}\n\n{}: {}\n",
        claim.id,
        verdict_word(claim.verdict),
        claim.place,
        claim.statement
    );
    if !claim.printed.is_empty() {
        text.extend(["\nPrinted: ", &claim.printed, "\n"]);
    }
    for part in &claim.parts {
        text.extend(["\n### ", role_words(part.role), ": ", verdict_word(part.verdict), "\n\n"]);
        for line in [&part.text, &part.derivation] {
            if !line.is_empty() {
                text.extend([line, "\n\n"]);
            }
        }
        text.extend(["`", &part.code, "` on ", &part.range, "\n\n"]);
        text.push_str(&markdown_table(&ROW_HEADER, part.rows.iter().map(row_cells)));
    }
    text
}

fn list_markdown(judged: &[Judged]) -> String {
    if judged.is_empty() {
        return tally(judged);
    }
    let rows = judged.iter().map(|judged| list_cells(&judged.report));
    let mut text = markdown_table(&LIST_HEADER, rows) + "\n";
    let restricted = restrictions(judged);
    if !restricted.is_empty() {
        text.push_str(&(markdown_table(&RESTRICTION_HEADER, restricted.into_iter()) + "\n"));
    }
    text + &tally(judged)
}

fn markdown_table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let header: Vec<String> = header.iter().map(|&word| word.to_owned()).collect();
    let rule = vec!["---".to_owned(); header.len()];
    let rows = rows.map(|row| line(&row));
    [line(&header), line(&rule)].into_iter().chain(rows).collect()
}

fn verdict_word(verdict: ClaimVerdict) -> &'static str {
    match verdict {
        ClaimVerdict::Confirmed => "confirmed",
        ClaimVerdict::Narrower => "narrower",
        ClaimVerdict::Refuted => "refuted",
        ClaimVerdict::Open => "open",
    }
}

fn role_words(role: PartRole) -> &'static str {
    match role {
        PartRole::Printed => "as printed",
        PartRole::Reading => "reading",
        PartRole::Restriction => "restricted to",
        PartRole::Correction => "corrected",
    }
}

fn outcome_word(outcome: RowOutcome) -> &'static str {
    match outcome {
        RowOutcome::Holds => "holds",
        RowOutcome::Fails => "fails",
        RowOutcome::Open => "open",
    }
}
