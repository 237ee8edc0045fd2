//! `isotask decompose`, and matrices for people.

mod drawn;
mod explained;
mod given;
mod named;

use crate::check::{VerifiedMatrix, check_matrix, check_matrix_certificate};
use crate::cli::arguments::decompose::DecomposeArguments;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{Output, Said, finish_report, written, wrote};
use crate::decompose::{Birkhoff, birkhoff};
use crate::model::count_of;
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixLower, Ports, ResultDocument, ResultStatus,
    parse, to_bytes,
};
use given::Given;
use named::{Named, ports_of};

pub(crate) fn run(arguments: &DecomposeArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let given = Given::read(arguments)?;
    let sum = birkhoff(&given.matrix, ports_of(given.ports), arguments.method)
        .map_err(|fault| Failure::fault(&given.name, "not-decomposed", fault))?;
    let document = sum.certificate(given.document.clone(), given.ports);
    let bytes = to_bytes(&document);
    let verdict = read_back(&bytes)?;
    let printed = if arguments.json {
        let mut result = result(&given, &sum, &document);
        result.written = arguments.output.iter().filter_map(|place| written("certificate", place)).collect();
        Said::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the certificate", place));
        let mut text = text(&given, &sum, &document, &verdict);
        if arguments.explain {
            text.push_str(&explained::text(&Named::new(&document.matrix), &given, &sum));
        }
        Said::Words(text + &wrote.unwrap_or_default())
    };
    let beside = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&bytes)?;
    }
    finish_report(&printed, beside)?;
    Ok(Exit::Success)
}

/// Has the checker accept what will be handed out.
fn read_back(bytes: &[u8]) -> Result<VerifiedMatrix, Failure> {
    let document: MatrixCertificateDocument =
        parse(bytes).map_err(|fault| Failure::self_check(format!("our own certificate: {fault}")))?;
    check_matrix_certificate(&document)
        .map_err(|rejection| Failure::self_check(format!("our own certificate is refused: {rejection}")))
}

fn result(given: &Given, sum: &Birkhoff, document: &MatrixCertificateDocument) -> ResultDocument {
    let mut result = ResultDocument::new("decompose", ResultStatus::Optimal, Exit::Success.code());
    result.input = Some(given.name.clone());
    result.ports = Some(given.ports);
    result.method = Some(sum.way.as_str().to_owned());
    (result.completion_time, result.bound, result.gap) = (Some(sum.length), Some(sum.length), Some(0));
    (result.h, result.sigma) = (Some(sum.critical_sum), Some(sum.total));
    result.critical_rows = Some(sum.critical_rows.clone());
    result.critical_columns = Some(sum.critical_columns.clone());
    result.decomposed = Some(document.matrix.clone());
    result.padding = sum
        .padding
        .as_ref()
        .map(|padding| padding.row_iter().map(|row| row.iter().copied().collect()).collect());
    result.terms = Some(document.terms.clone());
    result.matrix_claims.clone_from(&document.claims);
    result.notes.push(given.read_as.clone());
    result
}

fn text(
    given: &Given,
    sum: &Birkhoff,
    document: &MatrixCertificateDocument,
    verdict: &VerifiedMatrix,
) -> String {
    let named = Named::new(&document.matrix);
    let mut report = Report::default();
    report.line("read as", &given.read_as);
    describe(&mut report, &named, &document.matrix, document.ports);
    let bound = lower_words(&named, sum.lower);
    report.line("completion time", format!("T = {}", counted(sum.length, "slot")));
    report.line("lower bound", format!("{} by {bound}", counted(sum.length, "slot")));
    report.verdict(
        "result",
        format!("optimal: no sum of fewer than {} partial permutation matrices is M", sum.length),
    );
    report.line("method", sum.way.as_str());
    report.line("terms", terms_words(document));
    report.line("checked", format!("read back and accepted: {} terms add up to M exactly", verdict.terms));
    let mut text = report.render();
    text.push_str(&drawn::matrix(
        "M, with its line sums; critical lines are marked *",
        &named,
        &document.matrix.rows,
    ));
    text.push_str(&drawn::padding(sum.padding.as_ref(), sum.length));
    text.push_str(&drawn::terms(&named, &document.matrix.rows, &document.terms));
    text
}

/// Shape, ports and critical lines.
fn describe(report: &mut Report, named: &Named, matrix: &MatrixDocument, ports: Ports) {
    let (rows, columns) = (count_of(named.rows.len()), count_of(named.columns.len()));
    let sums = named::Sums::new(&matrix.rows, named.columns.len());
    report.line(
        "matrix M",
        format!("{} × {}, total σ = {}", counted(rows, "row"), counted(columns, "column"), sums.total),
    );
    let room = rows.min(columns);
    report.line(
        "ports",
        match ports {
            Ports::All => format!("all: at most {room} in a permutation matrix, as many as fit"),
            Ports::One | Ports::OneHalfDuplex => "one: one entry in a permutation matrix".to_owned(),
            Ports::AtMost(k) => format!(
                "at most {} in a permutation matrix",
                if k == 1 { "1 entry".to_owned() } else { format!("{k} entries") }
            ),
        },
    );
    let critical = named.critical_words(&sums);
    report.line("critical sum", format!("h = {}; critical: {critical}", sums.critical));
}

/// A bound with its line.
pub(super) fn lower_words(named: &Named, lower: MatrixLower) -> String {
    let row = |index| named.row_words(index);
    let column = |index| named.column_words(index);
    match lower {
        MatrixLower::Row { row: index, .. } => format!("the sum of {}", row(index)),
        MatrixLower::Column { column: index, .. } => format!("the sum of {}", column(index)),
        MatrixLower::Total { .. } => "⌈σ/k⌉, as a slot clears at most k entries".to_owned(),
        MatrixLower::RowEntries { row: index, .. } => format!("the nonzero entries of {}", row(index)),
        MatrixLower::ColumnEntries { column: index, .. } => {
            format!("the nonzero entries of {}", column(index))
        }
        MatrixLower::Entries { .. } => "the nonzero entries over the ports".to_owned(),
    }
}

/// How many terms, and how often each occurs.
fn terms_words(document: &MatrixCertificateDocument) -> String {
    let times: Vec<String> = document.terms.iter().take(24).map(|term| term.times.to_string()).collect();
    let more = if document.terms.len() > times.len() { ", …" } else { "" };
    match times.len() {
        0 => "none".to_owned(),
        _ => format!("{}, with multiplicities {}{more}", document.terms.len(), times.join(", ")),
    }
}

/// A matrix for people.
pub(super) fn show_matrix(document: &MatrixDocument) -> String {
    let named = Named::new(document);
    let mut report = Report::default();
    match check_matrix(document) {
        Ok(_) => {
            describe(&mut report, &named, document, Ports::All);
            report.render()
                + &drawn::matrix("M, with its line sums; critical lines are marked *", &named, &document.rows)
        }
        Err(rejection) => {
            report.line("checked", format!("refused: {rejection} [{}]", rejection.reason()));
            report.render()
        }
    }
}

/// A certificate of a matrix for people; `refused` says why the checker refuses it.
pub(super) fn show_certificate(document: &MatrixCertificateDocument, refused: Option<&str>) -> String {
    let mut report = Report::default();
    if let Some(refused) = refused {
        report.line("checked", refused);
        return report.render() + "\nThe terms are not drawn, since the checker refuses the certificate.\n";
    }
    let named = Named::new(&document.matrix);
    describe(&mut report, &named, &document.matrix, document.ports);
    report.line("checked", "accepted: the terms add up to M, and every claim holds");
    for MatrixClaim { quantity, value, lower, status } in &document.claims {
        let bound = format!("{} by {}", lower.value(), lower_words(&named, *lower));
        report.verdict(quantity.words(), format!("{value}, lower bound {bound}: {}", status.as_str()));
    }
    report.line("terms", terms_words(document));
    let rows = &document.matrix.rows;
    report.render()
        + &drawn::matrix("M, with its line sums; critical lines are marked *", &named, rows)
        + &drawn::terms(&named, rows, &document.terms)
}
