//! Runs `isotask rounds`: the fewest rounds in which all messages of a pattern are sent.

mod combined;
mod listing;
mod pattern;
mod rule;
mod schedule;

use crate::cli::arguments::matrices::rounds::RoundsArguments;
use crate::cli::commands::decompose::named::LineNames;
use crate::cli::commands::decompose::read_back;
use crate::cli::commands::decompose::words::lower_words;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, same_place, written, wrote};
use crate::cli::terminal::plain::plain_text;
use crate::decompose::{birkhoff, matchings, uninterrupted};
use crate::model::{TaskMatrix, count_of};
use crate::wire::{
    CombinedReport, MatrixCertificateDocument, MatrixClaim, MatrixLower, ResultDocument, ResultStatus,
    to_bytes,
};
use pattern::{Pattern, meetings, pattern};
use rule::Rule;
use std::path::PathBuf;

pub(crate) fn run(arguments: &RoundsArguments) -> Result<Exit, Failure> {
    let outputs = Outputs::open(arguments)?;
    let mut rule = Rule::of(arguments)?;
    let mut pattern = pattern(arguments)?;
    if pattern.is_bipartite && rule == Rule::HalfDuplex {
        // A row only sends, a column only receives.
        rule = Rule::Each(1);
    } else if arguments.undirected {
        pattern.matrix = meetings(&pattern)?;
    }
    if arguments.schedule.is_some() {
        schedule::require_listable(&pattern)?;
    }
    let document = if arguments.uninterrupted { whole(&pattern)? } else { slots(&pattern, rule)? };
    let bytes = to_bytes(&document);
    read_back(&bytes)?;
    let found = Found::new(&document, rule);
    let halo = pattern.halo.as_ref().filter(|_| arguments.combine);
    let combined = halo.map(|halo| (halo, combined::combine(arguments, halo, found.rounds)));
    let moves = arguments.schedule.as_ref().map(|_| match &combined {
        Some((halo, (combined, _))) => combined::schedule(halo, combined),
        None => schedule::schedule(&document, rule),
    });
    let moves = moves.transpose()?;
    let combined = combined.map(|(_, (_, report))| report);
    let exit = if found.is_optimal { Exit::Success } else { Exit::NotProved };
    let report = if arguments.json {
        CommandReport::Document(Box::new(result(arguments, &pattern, &found, combined, exit)))
    } else {
        let certificate = arguments.output.as_deref().map(|place| wrote("the certificate", place));
        let moves = arguments.schedule.as_deref().map(|place| wrote("the schedule", place));
        let wrote = [certificate, moves].into_iter().flatten().collect::<String>();
        CommandReport::Words(text(arguments, &pattern, &found, combined.as_ref()) + &wrote)
    };
    let stdout_taken = outputs.take_stdout();
    if let Some(output) = outputs.certificate {
        output.finish(&bytes)?;
    }
    if let Some((output, moves)) = outputs.schedule.zip(moves) {
        output.finish(&to_bytes(&moves))?;
    }
    finish_report(&report, stdout_taken)?;
    Ok(exit)
}

/// The places for the certificate and the schedule.
struct Outputs {
    certificate: Option<Output>,
    schedule: Option<Output>,
}

impl Outputs {
    fn open(arguments: &RoundsArguments) -> Result<Self, Failure> {
        let RoundsArguments { output, schedule, .. } = arguments;
        if let (Some(certificate), Some(schedule)) = (output, schedule)
            && same_place(certificate, schedule)
        {
            return Err(Failure::usage("--output and --schedule name the same place".to_owned()));
        }
        let open = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
        Ok(Self { certificate: open(output)?, schedule: open(schedule)? })
    }

    fn take_stdout(&self) -> bool {
        [&self.certificate, &self.schedule].into_iter().flatten().any(Output::is_stdout)
    }
}

/// The rounds that were found.
///
/// With k ports they are the slots of one port, k in a row: the messages of a round, at most k of a sender
/// and at most k of a receiver, are k matchings (König 1916), so that T rounds are kT slots. The least slots
/// h of one port therefore say that no fewer than ⌈h/k⌉ rounds are enough, and ⌈h/k⌉ are.
struct Found<'a> {
    rule: Rule,
    rounds: u64,
    bound: u64,
    is_optimal: bool,
    claim: &'a MatrixClaim,
    /// The slots of one port.
    document: &'a MatrixCertificateDocument,
}

impl<'a> Found<'a> {
    fn new(document: &'a MatrixCertificateDocument, rule: Rule) -> Self {
        let claim = &document.claims[0];
        let rounds = claim.value.div_ceil(rule.slots());
        let bound = claim.lower.value().div_ceil(rule.slots());
        Self { rule, rounds, bound, is_optimal: rounds == bound, claim, document }
    }

    /// Returns what the slots of the certificate have to do with rounds, where they are not the same.
    fn slots_words(&self) -> Option<String> {
        let slots = self.rule.slots();
        let all = counted(self.claim.value, "slot");
        (slots > 1).then(|| format!("{all} of one port; a round is {slots} of them in a row"))
    }
}

/// Finds the slots of one port, as the certificate of a matrix.
fn slots(pattern: &Pattern, rule: Rule) -> Result<MatrixCertificateDocument, Failure> {
    let fails = |fault: &dyn std::fmt::Display| Failure::fault(&pattern.name, "no-rounds", fault);
    let document = &pattern.matrix;
    let matrix = TaskMatrix::from_document(document).map_err(|fault| fails(&fault))?;
    if rule != Rule::HalfDuplex {
        let sum = birkhoff(&matrix, u32::MAX, None).map_err(|fault| fails(&fault))?;
        return Ok(sum.certificate(document.clone(), rule.of_certificate()));
    }
    Ok(matchings(&matrix).map_err(|fault| fails(&fault))?.certificate(document.clone()))
}

/// Finds the slots of messages that are not interrupted, as the certificate of a matrix.
fn whole(pattern: &Pattern) -> Result<MatrixCertificateDocument, Failure> {
    let fails = |fault: &dyn std::fmt::Display| Failure::fault(&pattern.name, "no-rounds", fault);
    let matrix = TaskMatrix::from_document(&pattern.matrix).map_err(|fault| fails(&fault))?;
    let found = uninterrupted(&matrix).ok_or_else(|| fails(&"too many messages for a list of those under way at each time, expected some 40000, as in a full matrix of 200 rows and columns"))?;
    Ok(found.certificate(pattern.matrix.clone()))
}

fn result(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    found: &Found<'_>,
    combined: Option<CombinedReport>,
    exit: Exit,
) -> ResultDocument {
    let document = found.document;
    let status = if exit == Exit::Success { ResultStatus::Optimal } else { ResultStatus::UpperBound };
    let mut result = ResultDocument::new("rounds", status, exit.code());
    result.input = Some(pattern.name.clone());
    result.ports = Some(found.rule.of_node());
    (result.completion_time, result.bound, result.gap) =
        (Some(found.rounds), Some(found.bound), Some(found.rounds - found.bound));
    result.decomposed = Some(document.matrix.clone());
    result.terms = Some(document.terms.clone());
    result.matrix_claims.clone_from(&document.claims);
    result.notes.push(pattern.read_as.clone());
    result.notes.extend(found.slots_words());
    if arguments.uninterrupted {
        result.notes.push("no message is interrupted; the bound holds with interruptions too".to_owned());
    }
    result.combined = combined;
    let certificate = arguments.output.iter().map(|place| ("certificate", place));
    let places = certificate.chain(arguments.schedule.iter().map(|place| ("schedule", place)));
    result.written = places.filter_map(|(what, place)| written(what, place)).collect();
    result
}

fn text(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    found: &Found<'_>,
    combined: Option<&CombinedReport>,
) -> String {
    let document = found.document;
    let named = LineNames::new(&document.matrix);
    let (item, sign) = if arguments.undirected { ("meeting", "–") } else { ("message", "→") };
    let total: u64 = document.matrix.entries().map(|entry| entry.units).sum();
    let mut report = Report::default();
    report.line("pattern", format!("{}: {}", plain_text(&pattern.name), pattern.read_as));
    let (rows, columns) = (count_of(named.rows.len()), count_of(named.columns.len()));
    let who = if pattern.is_bipartite {
        format!("from {} to {}", counted(rows, "row"), counted(columns, "column"))
    } else {
        format!("among {}", counted(rows, "node"))
    };
    let sent = if arguments.uninterrupted {
        let messages = count_of(document.matrix.entries().count());
        format!("{}, together {} long,", counted(messages, item), counted(total, "round"))
    } else {
        counted(total, item)
    };
    report.line("in all", format!("{sent} {who}"));
    report.line("rounds", found.rounds.to_string());
    let slots = found.rule.slots();
    let of_ports = if slots > 1 { format!(", of which a round takes {slots}") } else { String::new() };
    let why = match found.claim.lower {
        MatrixLower::Node { node, .. } if arguments.undirected => {
            format!("the meetings of {}", named.node_words(node))
        }
        ref lower => lower_words(&named, lower),
    };
    report.line("lower bound", format!("{} by {why}{of_ports}", counted(found.bound, "round")));
    let optimal = if arguments.uninterrupted {
        "optimal: no fewer rounds are enough, with interruptions or without"
    } else {
        "optimal: no fewer rounds are enough"
    };
    report.verdict(
        "result",
        if found.is_optimal {
            optimal.to_owned()
        } else {
            format!("not proved optimal: between {} and {}", found.bound, found.rounds)
        },
    );
    let served = if arguments.uninterrupted {
        "each message is sent for its length"
    } else {
        "each message is sent once"
    };
    report.line("checked", format!("read back and accepted: {served}"));
    if let Some(words) = found.slots_words() {
        report.line("certificate", words);
    }
    if let Some(combined) = combined {
        combined::describe(&mut report, arguments, combined);
        if arguments.output.is_some() {
            report.line("certificate", "of the rounds with a message for each block");
        }
    }
    let table = combined.map_or_else(|| listing::table(document, slots, sign), combined::table);
    format!("{}\n{table}", report.render())
}
