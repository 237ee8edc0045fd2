//! `isotask methods`.

use crate::cli::arguments::args::MethodsArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::describe;
use crate::cli::report::papers::PAPERS;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::width::{columns, fold_everywhere, folded};
use crate::model::Problem;
use crate::solve::{METHODS, Method};
use crate::wire::{MethodReport, ResultDocument, ResultStatus, to_bytes};

pub(crate) fn run(arguments: &MethodsArguments) -> Result<Exit, Failure> {
    if let (None, Some(option)) = (arguments.input(), arguments.options.first_given()) {
        return Err(Failure::usage(format!("{option} goes with NETWORK TASK, of which there is no word")));
    }
    fold_everywhere();
    let problem = arguments.input().map(|input| input.problem()).transpose()?;
    let reports: Vec<_> = METHODS.iter().map(|&method| report(method, problem.as_ref())).collect();
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("methods", ResultStatus::Done, Exit::Success.code());
        document.input = arguments.input().map(|input| input.name());
        document.methods = reports;
        to_bytes(&document)
    } else {
        text(problem.as_ref(), &reports).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

/// A method, and how it suits a problem.
fn report(method: &'static dyn Method, problem: Option<&Problem>) -> MethodReport {
    let suited = problem.map(|problem| method.suits(problem));
    MethodReport {
        word: method.word().to_owned(),
        sentence: method.sentence().to_owned(),
        source: method.source().to_owned(),
        used: suited
            .as_ref()
            .and_then(|suited| suited.as_ref().ok())
            .map(|suited| suited.when.as_str().to_owned()),
        unsuited: suited.and_then(Result::err).map(|fault| fault.to_string()),
    }
}

fn text(problem: Option<&Problem>, reports: &[MethodReport]) -> String {
    let Some(problem) = problem else {
        let row =
            |report: &MethodReport| vec![report.word.clone(), report.sentence.clone(), report.source.clone()];
        let table = draw::words(&["method", "what it does", "source"], reports.iter().map(row).collect());
        let papers = PAPERS.lines().map(|line| folded(line, columns(), 4) + "\n");
        return papers.fold(table, |text, line| text + &line);
    };
    let row = |report: &MethodReport, last: Option<&String>| {
        last.map(|last| vec![report.word.clone(), last.clone()])
    };
    let suited = reports.iter().filter_map(|report| {
        let mut row = row(report, report.used.as_ref())?;
        row.push(report.sentence.clone());
        Some(row)
    });
    let unsuited = reports.iter().filter_map(|report| row(report, report.unsuited.as_ref()));
    let mut text = describe(problem.document(), problem).render();
    text.push_str("\nMethods that suit this task:\n");
    text.push_str(&draw::words(&["method", "used", "what it does"], suited.collect()));
    text.push_str("The others, and why not:\n");
    text.push_str(&draw::words(&["method", "why not"], unsuited.collect()));
    text
}
