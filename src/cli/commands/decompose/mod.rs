//! Runs `isotask decompose`, and shows matrices to people.

mod configured;
mod drawn;
mod explained;
pub(super) mod given;
pub(super) mod named;
pub(super) mod words;

use crate::check::{VerifiedMatrix, check_matrix, check_matrix_certificate};
use crate::cli::arguments::matrices::decompose::DecomposeArguments;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::decompose::{Birkhoff, Configurations, birkhoff, cheapest_cover, fewest_terms};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, Ports, ResultDocument, ResultStatus, parse,
    to_bytes,
};
use given::MatrixInput;
use named::{LineNames, ports_of};
use words::{describe, lower_words, switching_words, terms_words};

pub(crate) fn run(arguments: &DecomposeArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let given = MatrixInput::read(arguments)?;
    let sum = birkhoff(&given.matrix, ports_of(given.ports), arguments.method)
        .map_err(|fault| Failure::fault(&given.name, "not-decomposed", fault))?;
    let few = few(arguments, &given, &sum)?;
    let document = match &few {
        Some(few) => few.certificate(&given.document, given.ports),
        None => sum.certificate(given.document.clone(), given.ports),
    };
    let bytes = to_bytes(&document);
    let verdict = read_back(&bytes)?;
    let printed = if arguments.json {
        let mut result = result(&given, &sum, &document);
        if let Some(few) = &few {
            configured::fill_result(&mut result, few, &document);
        }
        result.written = arguments.output.iter().filter_map(|place| written("certificate", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the certificate", place));
        let mut text = match &few {
            Some(few) => configured::text(&given, few, &document),
            None => text(&given, &sum, &document, &verdict),
        };
        if arguments.explain {
            text.push_str(&explanation(&given, &sum, few.as_ref(), &document));
        }
        CommandReport::Words(text + &wrote.unwrap_or_default())
    };
    let beside = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&bytes)?;
    }
    finish_report(&printed, beside)?;
    Ok(if few.is_some() { configured::exit(&document) } else { Exit::Success })
}

/// Explains why fewer slots or terms do not suffice, and how the terms of a sum come about.
fn explanation(
    given: &MatrixInput,
    sum: &Birkhoff,
    few: Option<&Configurations>,
    document: &MatrixCertificateDocument,
) -> String {
    let named = LineNames::new(&document.matrix);
    match few {
        None => explained::text(&named, given, sum),
        Some(few) => explained::few(&named, few, configured::answer(document)),
    }
}

/// Finds a sum of few terms, or a cheap cover, if it is asked for.
fn few(
    arguments: &DecomposeArguments,
    given: &MatrixInput,
    sum: &Birkhoff,
) -> Result<Option<Configurations>, Failure> {
    let ports = ports_of(given.ports);
    let found = match arguments.switching {
        Some(switching) => cheapest_cover(&given.matrix, ports, switching, sum),
        None if arguments.fewest => fewest_terms(&given.matrix, ports, sum),
        None => return Ok(None),
    };
    found.map(Some).map_err(|fault| Failure::fault(&given.name, "not-decomposed", fault))
}

/// Has the checker accept a certificate before it is handed out.
pub(super) fn read_back(bytes: &[u8]) -> Result<VerifiedMatrix, Failure> {
    let document: MatrixCertificateDocument =
        parse(bytes).map_err(|fault| Failure::self_check(format!("our own certificate: {fault}")))?;
    check_matrix_certificate(&document)
        .map_err(|rejection| Failure::self_check(format!("our own certificate is refused: {rejection}")))
}

fn result(given: &MatrixInput, sum: &Birkhoff, document: &MatrixCertificateDocument) -> ResultDocument {
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
    given: &MatrixInput,
    sum: &Birkhoff,
    document: &MatrixCertificateDocument,
    verdict: &VerifiedMatrix,
) -> String {
    let named = LineNames::new(&document.matrix);
    let mut report = Report::default();
    report.line("read as", &given.read_as);
    describe(&mut report, &named, &document.matrix, document.ports);
    let bound = lower_words(&named, &sum.lower);
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
        &document.matrix,
    ));
    text.push_str(&drawn::padding(sum.padding.as_ref(), sum.length));
    text.push_str(&drawn::terms(&named, &document.matrix, &document.terms));
    text
}

/// Returns a matrix as text.
pub(super) fn show_matrix(document: &MatrixDocument) -> String {
    let named = LineNames::new(document);
    let mut report = Report::default();
    match check_matrix(document) {
        Ok(_) => {
            describe(&mut report, &named, document, Ports::All);
            report.render()
                + &drawn::matrix("M, with its line sums; critical lines are marked *", &named, document)
        }
        Err(rejection) => {
            report.line("checked", format!("refused: {rejection} [{}]", rejection.reason()));
            report.render()
        }
    }
}

/// Returns a certificate of a matrix as text; `refused` says why the checker refuses it.
pub(super) fn show_certificate(document: &MatrixCertificateDocument, refused: Option<&str>) -> String {
    let mut report = Report::default();
    if let Some(refused) = refused {
        report.line("checked", refused);
        return report.render() + "\nThe terms are not drawn, since the checker refuses the certificate.\n";
    }
    let named = LineNames::new(&document.matrix);
    describe(&mut report, &named, &document.matrix, document.ports);
    let covers = document.switching.is_some();
    if let Some(switching) = document.switching {
        report.line("switching", switching_words(switching));
    }
    let sum = if covers { "cover M" } else { "add up to M" };
    report.line("checked", format!("accepted: the terms {sum}, and every claim holds"));
    for MatrixClaim { quantity, value, lower, status } in &document.claims {
        let bound = format!("{} by {}", lower.value(), lower_words(&named, lower));
        report.verdict(quantity.words(), format!("{value}, lower bound {bound}: {}", status.as_str()));
    }
    report.line("terms", terms_words(document));
    report.render()
        + &drawn::matrix("M, with its line sums; critical lines are marked *", &named, &document.matrix)
        + &drawn::terms(&named, &document.matrix, &document.terms)
}
