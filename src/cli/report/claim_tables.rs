//! Formats judged claims as text for people and as Markdown.

use crate::claims::{Judged, select};
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::report::papers::papers_of;
use crate::cli::terminal::manner::{Tone, painted};
use crate::cli::terminal::width::{columns, folded};
use crate::model::count_of;
use crate::wire::{ClaimPart, ClaimRow, ClaimVerdict, PartRole, PrintedClaim, Relation, RowOutcome};

/// Returns one claim in full, or a list.
pub(crate) fn text(judged: &[Judged]) -> String {
    match judged {
        [only] => one(&only.report),
        several => {
            let mut text: String = several.iter().map(|judged| entry(&judged.report)).collect();
            let sources = sources(several).into_iter().map(|table| draw::words(&table.header, table.rows));
            text.extend(sources.chain([summary(several)]));
            text
        }
    }
}

/// The note on a value that rests on the document and not on a solver.
const ARGUED_NOTE: &str = "On the document's own word, which argues or computes it itself.";

/// Returns a claim in a list: its verdict, its statement, where it fails, and what holds instead.
fn entry(claim: &PrintedClaim) -> String {
    let deciding = deciding(claim);
    let (best, all) = (deciding.len(), readings(claim).count());
    let of = if all > 1 { format!(", {best} of {all} {}", parts_word(claim)) } else { String::new() };
    let instances = counted(deciding.first().map_or(0, |part| part.instances), "instance");
    let mut text = format!("{}: {}{of}, {instances}\n", claim.id, painted_verdict(claim.verdict));
    let mut line = |line: &str| text.extend(["  ", &folded(line, columns(), 2), "\n"]);
    line(&match claim.printed.as_str() {
        "" => claim.statement.clone(),
        printed => format!("{}: {printed}", claim.statement.trim_end_matches('.')),
    });
    if deciding.iter().any(|part| part.argued) {
        line(ARGUED_NOTE);
    }
    if let Some(example) = deciding.first().and_then(|part| part.counterexample.as_ref()) {
        line(&format!("Fails: {}", example_words(example)));
    }
    if claim.verdict == ClaimVerdict::Narrower {
        for part in restrictions(claim) {
            line(&format!("Holds for: {}", part.text));
        }
    }
    text + "\n"
}

/// Returns one claim in full, or a list, in Markdown.
pub(crate) fn markdown(judged: &[Judged]) -> String {
    match judged {
        [only] => one_markdown(&only.report),
        several => {
            let tables = overview(several).into_iter().map(|table| table.markdown() + "\n");
            tables.chain([summary(several)]).collect()
        }
    }
}

pub(crate) struct Table {
    pub(crate) header: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let header = self.header.iter().map(|&word| word.to_owned()).collect();
        let rule = vec!["---".to_owned(); self.header.len()];
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect());
        [header, rule].into_iter().chain(rows).map(line).collect()
    }

    /// Returns the table without empty columns.
    fn without_empty_columns(mut self) -> Self {
        for column in (0..self.header.len()).rev() {
            if self.rows.iter().all(|row| row[column].is_empty()) {
                self.header.remove(column);
                for row in &mut self.rows {
                    row.remove(column);
                }
            }
        }
        self
    }
}

/// Returns tables of all claims, of the restrictions of narrower ones, and of the claims of each source;
/// empty tables and columns are left out.
fn overview(judged: &[Judged]) -> Vec<Table> {
    let reports = || judged.iter().map(|judged| &judged.report);
    let list = Table {
        header: vec!["claim", "verdict", "readings", "instances", "counterexample"],
        rows: reports().map(list_cells).collect(),
    };
    let holds_for = |claim: &PrintedClaim| -> Vec<Vec<String>> {
        restrictions(claim).map(|part| vec![claim.id.clone(), part.text.clone()]).collect()
    };
    let narrower = reports().filter(|claim| claim.verdict == ClaimVerdict::Narrower);
    let restrictions =
        Table { header: vec!["narrower", "holds for"], rows: narrower.flat_map(holds_for).collect() };
    let tables = [list.without_empty_columns(), restrictions].into_iter().chain(sources(judged));
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// Returns the number of claims of each source, if there are several sources.
fn sources(judged: &[Judged]) -> Option<Table> {
    let rows: Vec<_> = judged.chunk_by(|a, b| source(a) == source(b)).map(source_cells).collect();
    let header = vec!["source", "claims", "confirmed", "narrower", "refuted", "open"];
    (rows.len() > 1).then_some(Table { header, rows })
}

/// Returns the restrictions under which a narrower claim is confirmed.
fn restrictions(claim: &PrintedClaim) -> impl Iterator<Item = &ClaimPart> {
    let holds =
        |part: &&ClaimPart| part.role == PartRole::Restriction && part.verdict == ClaimVerdict::Confirmed;
    claim.parts.iter().filter(holds)
}

/// Returns the source of a claim, which is its identifier before the first point.
fn source(judged: &Judged) -> &str {
    judged.report.id.split('.').next().unwrap_or_default()
}

const VERDICTS: [ClaimVerdict; 4] =
    [ClaimVerdict::Confirmed, ClaimVerdict::Narrower, ClaimVerdict::Refuted, ClaimVerdict::Open];

fn number_with(judged: &[Judged], verdict: ClaimVerdict) -> usize {
    judged.iter().filter(|judged| judged.report.verdict == verdict).count()
}

fn source_cells(judged: &[Judged]) -> Vec<String> {
    let name = judged.first().map(source).unwrap_or_default().to_owned();
    let numbers = VERDICTS.map(|verdict| number_with(judged, verdict).to_string());
    [vec![name, judged.len().to_string()], numbers.to_vec()].concat()
}

/// Returns how many claims have each verdict.
pub(crate) fn tally(verdicts: &(impl Iterator<Item = ClaimVerdict> + Clone)) -> String {
    let number = |wanted: ClaimVerdict| verdicts.clone().filter(|&verdict| verdict == wanted).count();
    let words = VERDICTS.map(|verdict| format!("{} {}", number(verdict), verdict_word(verdict)));
    format!("{}: {}\n", counted(count_of(verdicts.clone().count()), "claim"), words.join(", "))
}

/// Returns how many judged claims have each verdict, and their papers.
fn summary(judged: &[Judged]) -> String {
    let mut text = tally(&judged.iter().map(|judged| judged.report.verdict));
    for paper in papers_of(judged.iter().map(source)) {
        text.extend([&folded(paper, columns(), 4), "\n"]);
    }
    text
}

/// Returns the parts that are the statement itself: the printed ones, all of which have to hold, or else its
/// readings, one of which has to hold.
fn readings(claim: &PrintedClaim) -> impl Iterator<Item = &ClaimPart> {
    let printed = claim.parts.iter().any(|part| part.role == PartRole::Printed);
    let role = if printed { PartRole::Printed } else { PartRole::Reading };
    claim.parts.iter().filter(move |part| part.role == role)
}

/// Returns the word for several such parts.
fn parts_word(claim: &PrintedClaim) -> &'static str {
    let is_printed = readings(claim).all(|part| part.role == PartRole::Printed);
    if is_printed { "parts" } else { "readings" }
}

/// Returns the readings whose verdict decides that of the claim.
fn deciding(claim: &PrintedClaim) -> Vec<&ClaimPart> {
    let wanted = match claim.verdict {
        ClaimVerdict::Narrower => ClaimVerdict::Refuted,
        verdict => verdict,
    };
    readings(claim).filter(|part| part.verdict == wanted).collect()
}

fn list_cells(claim: &PrintedClaim) -> Vec<String> {
    let deciding = deciding(claim);
    let first = deciding.first();
    let example = first.and_then(|part| part.counterexample.as_ref());
    let number = readings(claim).count();
    vec![
        claim.id.clone(),
        verdict_word(claim.verdict).to_owned(),
        if number > 1 { format!("{} of {number}", deciding.len()) } else { String::new() },
        first.map_or(0, |part| part.instances).to_string(),
        example.map(example_words).unwrap_or_default(),
    ]
}

/// Returns a row as text, such as `ring 3: printed 1/2, proved 1`.
fn example_words(row: &ClaimRow) -> String {
    match row.relation {
        Relation::Is => shortened(&format!("{}: false, {}", row.instance, row.proof)),
        _ => format!("{}: printed {}, proved {}", row.instance, printed_words(row), proved_words(row)),
    }
}

/// Returns the instance that refutes a claim, with its proof.
fn counterexample(row: &ClaimRow) -> String {
    let proof = if row.proof.is_empty() { String::new() } else { format!("; {}", row.proof) };
    format!("{}: printed {}, proved {}{proof}", row.instance, printed_words(row), proved_words(row))
}

/// Returns the beginning of a text that is shown in full elsewhere.
fn shortened(text: &str) -> String {
    const MAX_EXAMPLE_CHARS: usize = 90;
    match text.char_indices().nth(MAX_EXAMPLE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn head(claim: &PrintedClaim) -> Report {
    let mut report = Report::default();
    report.line("claim", claim.id.clone());
    for paper in papers_of(claim.id.split('.').next()) {
        report.line("paper", paper);
    }
    report.line("place", claim.place.clone());
    report.line("statement", claim.statement.clone());
    if !claim.printed.is_empty() {
        report.line("printed", claim.printed.clone());
    }
    report.verdict("verdict", verdict_word(claim.verdict));
    let below = select(&format!("{}.", claim.id));
    let below: Vec<_> = below.iter().map(|claim| claim.id.as_str()).filter(|&id| id != claim.id).collect();
    if !below.is_empty() {
        report.line("see also", below.join(", "));
    }
    report
}

fn one(claim: &PrintedClaim) -> String {
    let mut text = head(claim).render();
    for part in &claim.parts {
        let mut report = Report::default();
        let label = match part.role {
            PartRole::Printed if claim.printed.is_empty() => "as stated",
            role => role_words(role),
        };
        report.line(label, if part.text.is_empty() { "as above" } else { &part.text });
        if !part.derivation.is_empty() {
            report.line("derivation", part.derivation.clone());
        }
        report.line("judged", part.code.clone());
        report.line("range", part.range.clone());
        let verdict = verdict_word(part.verdict);
        report.line("verdict", format!("{verdict}, {}", counted(part.instances, "instance")));
        if part.argued {
            report.line("rests", ARGUED_NOTE);
        }
        if let Some(row) = &part.counterexample {
            report.line("fails for", counterexample(row));
        }
        let (table, proofs) = rows(part);
        for (label, proof) in proofs {
            report.line(&label, proof);
        }
        text.extend(["\n", &report.render()]);
        text.push_str(draw::words(&table.header, table.rows).trim_end());
        text.push('\n');
    }
    text
}

/// Returns the rows of a part, and the proofs that several of them share, each with its label.
fn rows(part: &ClaimPart) -> (Table, Vec<(String, String)>) {
    let mut shared: Vec<&str> = Vec::new();
    for (index, row) in part.rows.iter().enumerate() {
        if part.rows[..index].iter().any(|other| other.proof == row.proof) && !shared.contains(&&*row.proof) {
            shared.push(&row.proof);
        }
    }
    let label =
        |place: usize| if shared.len() == 1 { "how".to_owned() } else { format!("how {}", place + 1) };
    let all_share = shared.len() == 1 && part.rows.iter().all(|row| row.proof == shared[0]);
    let how = |row: &ClaimRow| match shared.iter().position(|&proof| proof == row.proof) {
        Some(_) if all_share => String::new(),
        Some(place) => label(place),
        None => row.proof.clone(),
    };
    // The claim of a restriction or a correction is not what the paper prints.
    let claimed = match part.role {
        PartRole::Printed | PartRole::Reading => "printed",
        PartRole::Restriction | PartRole::Correction => "claimed",
    };
    let table = Table {
        header: vec![
            "instance",
            claimed,
            if part.argued { "argued" } else { "proved" },
            "outcome",
            "how",
            "certificate",
        ],
        rows: part.rows.iter().map(|row| row_cells(row, how(row))).collect(),
    };
    let proofs = (0..).zip(&shared).map(|(place, &proof)| (label(place), proof.to_owned())).collect();
    (table.without_empty_columns(), proofs)
}

fn row_cells(row: &ClaimRow, how: String) -> Vec<String> {
    vec![
        row.instance.clone(),
        printed_words(row),
        proved_words(row),
        outcome_word(row.outcome).to_owned(),
        how,
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
    let verdict = verdict_word(claim.verdict);
    let mut text = format!("## {} — {verdict}\n\n{}: {}\n", claim.id, claim.place, claim.statement);
    for paper in papers_of(claim.id.split('.').next()) {
        text.extend(["\n", paper, "\n"]);
    }
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
        let (table, proofs) = rows(part);
        for (label, proof) in proofs {
            text.extend([&label, ": ", &proof, "\n\n"]);
        }
        text.push_str(&table.markdown());
    }
    text
}

/// Colours a verdict by its kind.
pub(crate) fn painted_verdict(verdict: ClaimVerdict) -> String {
    let tone = match verdict {
        ClaimVerdict::Confirmed => Tone::Good,
        ClaimVerdict::Narrower | ClaimVerdict::Open => Tone::Open,
        ClaimVerdict::Refuted => Tone::Bad,
    };
    painted(verdict_word(verdict), tone)
}

pub(crate) fn verdict_word(verdict: ClaimVerdict) -> &'static str {
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
