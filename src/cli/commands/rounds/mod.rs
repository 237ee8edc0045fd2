//! Runs `isotask rounds`: the fewest rounds in which all messages of a pattern are sent.

mod pattern;
mod schedule;

use crate::cli::arguments::rounds::RoundsArguments;
use crate::cli::commands::decompose::named::LineNames;
use crate::cli::commands::decompose::read_back;
use crate::cli::commands::decompose::words::lower_words;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, same_place, written, wrote};
use crate::cli::terminal::plain::plain_text;
use crate::decompose::{birkhoff, matchings};
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixEntry, MatrixUnits, Ports, ResultDocument, ResultStatus,
    Status, to_bytes,
};
use pattern::{Pattern, meetings, pattern, require_equal_names};
use std::path::PathBuf;

/// Most rounds that are listed.
const MAX_LISTED_ROUNDS: usize = 64;
/// Most messages of a round that are listed.
const MAX_LISTED_MESSAGES: usize = 16;

pub(crate) fn run(arguments: &RoundsArguments) -> Result<Exit, Failure> {
    let outputs = Outputs::open(arguments)?;
    let ports = ports(arguments)?;
    let mut pattern = pattern(arguments)?;
    if ports == Ports::OneHalfDuplex {
        require_equal_names(&pattern)?;
    }
    if arguments.undirected {
        pattern.matrix = meetings(&pattern)?;
    }
    if arguments.schedule.is_some() {
        schedule::require_listable(&pattern)?;
    }
    let document = rounds(&pattern, ports)?;
    let bytes = to_bytes(&document);
    read_back(&bytes)?;
    let moves = arguments.schedule.as_ref().map(|_| schedule::schedule(&document)).transpose()?;
    let claim = &document.claims[0];
    let exit = if claim.status == Status::Optimal { Exit::Success } else { Exit::NotProved };
    let report = if arguments.json {
        CommandReport::Document(Box::new(result(arguments, &pattern, &document, claim, exit)))
    } else {
        let certificate = arguments.output.as_deref().map(|place| wrote("the certificate", place));
        let moves = arguments.schedule.as_deref().map(|place| wrote("the schedule", place));
        let wrote = [certificate, moves].into_iter().flatten().collect::<String>();
        CommandReport::Words(text(arguments, &pattern, &document, claim) + &wrote)
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

/// Returns the ports of the certificate: `all` unless half-duplex, as a round has at most one message in each
/// row and column anyway.
fn ports(arguments: &RoundsArguments) -> Result<Ports, Failure> {
    match arguments.ports {
        Some(_) if arguments.undirected => Err(Failure::usage(
            "--ports with --undirected: in a round a node takes part in one meeting; expected one of the two"
                .to_owned(),
        )),
        None if arguments.undirected => Ok(Ports::OneHalfDuplex),
        None | Some(Ports::One) => Ok(Ports::All),
        Some(Ports::OneHalfDuplex) => Ok(Ports::OneHalfDuplex),
        Some(Ports::All | Ports::AtMost(_)) => {
            Err(Failure::usage("--ports of isotask rounds must be one or one-half-duplex".to_owned()))
        }
    }
}

/// Finds the rounds, as the certificate of a matrix.
fn rounds(pattern: &Pattern, ports: Ports) -> Result<MatrixCertificateDocument, Failure> {
    let fails = |fault: &dyn std::fmt::Display| Failure::fault(&pattern.name, "no-rounds", fault);
    let document = &pattern.matrix;
    let matrix = TaskMatrix::from_document(document).map_err(|fault| fails(&fault))?;
    if ports != Ports::OneHalfDuplex {
        let sum = birkhoff(&matrix, u32::MAX, None).map_err(|fault| fails(&fault))?;
        return Ok(sum.certificate(document.clone(), ports));
    }
    let columns = wide(matrix.columns());
    if matrix.rows() != columns {
        let message =
            format!("{} rows and {columns} columns, expected as many, one of each for a node", matrix.rows());
        return Err(fails(&message));
    }
    if let Some(MatrixUnits { row: node, .. }) = document.entries().find(|entry| entry.row == entry.column) {
        return Err(fails(&format!("a message of node {node} to itself, which takes no round: expected 0")));
    }
    Ok(matchings(&matrix).map_err(|fault| fails(&fault))?.certificate(document.clone()))
}

fn result(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    document: &MatrixCertificateDocument,
    claim: &MatrixClaim,
    exit: Exit,
) -> ResultDocument {
    let status = if exit == Exit::Success { ResultStatus::Optimal } else { ResultStatus::UpperBound };
    let mut result = ResultDocument::new("rounds", status, exit.code());
    let bound = claim.lower.value();
    result.input = Some(pattern.name.clone());
    result.ports = Some(document.ports);
    (result.completion_time, result.bound, result.gap) =
        (Some(claim.value), Some(bound), Some(claim.value - bound));
    result.decomposed = Some(document.matrix.clone());
    result.terms = Some(document.terms.clone());
    result.matrix_claims.clone_from(&document.claims);
    result.notes.push(pattern.read_as.clone());
    let certificate = arguments.output.iter().map(|place| ("certificate", place));
    let places = certificate.chain(arguments.schedule.iter().map(|place| ("schedule", place)));
    result.written = places.filter_map(|(what, place)| written(what, place)).collect();
    result
}

fn text(
    arguments: &RoundsArguments,
    pattern: &Pattern,
    document: &MatrixCertificateDocument,
    claim: &MatrixClaim,
) -> String {
    let named = LineNames::new(&document.matrix);
    let (item, sign) = if arguments.undirected { ("meeting", "–") } else { ("message", "→") };
    let total: u64 = document.matrix.entries().map(|entry| entry.units).sum();
    let mut report = Report::default();
    report.line("pattern", format!("{}: {}", plain_text(&pattern.name), pattern.read_as));
    report.line(
        "in all",
        format!("{} among {}", counted(total, item), counted(count_of(named.rows.len()), "node")),
    );
    report.line("rounds", claim.value.to_string());
    let bound = claim.lower.value();
    let why = lower_words(&named, &claim.lower);
    report.line("lower bound", format!("{} by {why}", counted(bound, "round")));
    report.verdict(
        "result",
        match claim.status {
            Status::Optimal => "optimal: no fewer rounds are enough".to_owned(),
            Status::UpperBound => format!("not proved optimal: between {bound} and {}", claim.value),
        },
    );
    report.line("checked", "read back and accepted: each message is sent once");
    let message = |entry: &MatrixEntry| {
        let name = |names: &[String], at: u64| {
            usize::try_from(at)
                .ok()
                .and_then(|at| names.get(at))
                .map(|name| plain_text(name))
                .unwrap_or_default()
        };
        format!("{}{sign}{}", name(&named.rows, entry.row), name(&named.columns, entry.column))
    };
    let mut first = 0;
    let rows: Vec<Vec<String>> = document
        .terms
        .iter()
        .take(MAX_LISTED_ROUNDS)
        .map(|term| {
            let mut messages: Vec<String> =
                term.entries.iter().take(MAX_LISTED_MESSAGES).map(message).collect();
            if term.entries.len() > MAX_LISTED_MESSAGES {
                messages.push(format!("and {} more", term.entries.len() - MAX_LISTED_MESSAGES));
            }
            let last = first + term.times - 1;
            let which = if term.times == 1 { first.to_string() } else { format!("{first}–{last}") };
            first += term.times;
            vec![which, messages.join(", ")]
        })
        .collect();
    let left = document.terms.len().saturating_sub(MAX_LISTED_ROUNDS);
    let more = if left > 0 { "and more, which -o and --json have\n".to_owned() } else { String::new() };
    let table = if rows.is_empty() { String::new() } else { draw::words(&["round", "messages"], rows) };
    format!("{}\n{table}{more}", report.render())
}
