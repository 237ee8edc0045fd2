//! `isotask crosscheck`.

use crate::claims::ClosedForms;
use crate::cli::arguments::claims::CrosscheckArguments;
use crate::cli::report::crosscheck::{
    CSV_COLUMNS, TABLE_COLUMNS, line, report, short_line, text, took, verdict_word,
};
use crate::cli::report::draw;
use crate::cli::terminal::failure::{Exit, Failure, remark};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::Output;
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::run::run_report;
use crate::cli::terminal::width::fold_everywhere;
use crate::crosscheck::{
    Crosscheck, CrosscheckError, CrosscheckOptions, Instance, MAX_NODES, Verdict, crosscheck, instances,
};
use crate::model::{Problem, count_of};
use crate::wire::{ResultDocument, ResultStatus, RunReport, to_bytes};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub(crate) fn run(arguments: &CrosscheckArguments) -> Result<Exit, Failure> {
    fold_everywhere();
    if arguments.all {
        return run_all(arguments);
    }
    let problem = arguments.input().problem()?;
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let name = arguments.input().name();
    let progress = Progress::start();
    let table = checked(&problem, &forms()?, arguments).map_err(|fault| failure(&name, &fault));
    drop(progress);
    let table = table?;
    let exit = exit_of(&table);
    let bytes =
        if arguments.json { to_bytes(&document(&name, &table, exit)) } else { text(&table).into_bytes() };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

fn forms() -> Result<ClosedForms, Failure> {
    ClosedForms::new(MAX_NODES).map_err(|fault| Failure::self_check(fault.to_string()))
}

fn checked(
    problem: &Problem,
    forms: &ClosedForms,
    arguments: &CrosscheckArguments,
) -> Result<Crosscheck, CrosscheckError> {
    let options = CrosscheckOptions {
        time_limit: arguments.time_limit.map(whole_seconds),
        stop: &interrupt::is_interrupted,
        ..CrosscheckOptions::default()
    };
    crosscheck(problem, forms, &options)
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

fn failure(name: &str, fault: &CrosscheckError) -> Failure {
    if interrupt::is_interrupted() {
        return Failure::interrupted("interrupted: nothing was found");
    }
    match fault {
        CrosscheckError::Claim(_) => Failure::self_check(fault.to_string()),
        CrosscheckError::Model(fault) => Failure::model(name, fault),
        _ => Failure::fault(name, "not-cross-checked", fault),
    }
}

fn exit_of(table: &Crosscheck) -> Exit {
    match table.verdict() {
        Verdict::Disagree(_) => Exit::Negative,
        _ if interrupt::is_interrupted() => Exit::Interrupted,
        Verdict::Agree => Exit::Success,
        Verdict::Open => Exit::NotProved,
    }
}

fn status_of(exit: Exit) -> ResultStatus {
    match exit {
        Exit::Success => ResultStatus::Agree,
        Exit::Negative => ResultStatus::Disagree,
        Exit::Interrupted => ResultStatus::Interrupted,
        _ => ResultStatus::UpperBound,
    }
}

fn document(name: &str, table: &Crosscheck, exit: Exit) -> ResultDocument {
    let mut document = ResultDocument::new("crosscheck", status_of(exit), exit.code());
    document.input = Some(name.to_owned());
    document.network = Some(table.problem.network().to_string());
    document.nodes = Some(table.problem.network().nodes());
    document.task = Some(table.problem.to_string());
    document.ports = Some(table.problem.ports());
    document.crosscheck = Some(report(table));
    document.run = Some(RunReport { parts: took(table), ..run_report() });
    document
}

/// Checks all small instances, or those that begin with the given words.
fn run_all(arguments: &CrosscheckArguments) -> Result<Exit, Failure> {
    if let Some(option) = arguments.options.first_given() {
        return Err(Failure::usage(format!("{option} goes with one task, not with --all")));
    }
    let all = instances().map_err(|fault| Failure::self_check(fault.to_string()))?;
    let words: Vec<String> = arguments.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let first = words.join(" ");
    let chosen: Vec<Instance> =
        all.into_iter().filter(|instance| begins_with(&instance.words, &first)).collect();
    if chosen.is_empty() {
        let message = format!("no instance of --all begins with \"{}\"", first.escape_debug());
        return Err(Failure::usage(format!("{message}, expected words such as ring or hypercube 3")));
    }
    interrupt::listen(
        "interrupted: ending with the instances that are checked; interrupt again to end at once",
    );
    let checked = check_all(&chosen, arguments)?;
    let (tables, exit) = (&checked, exit_of_all(&checked, chosen.len()));
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("crosscheck", status_of(exit), exit.code());
        document.notes.push(counts(tables));
        document.results = tables.iter().map(|(instance, table)| document_of(instance, table)).collect();
        document.run = Some(run_report());
        to_bytes(&document)
    } else if arguments.as_csv {
        csv(tables)?
    } else {
        let lines = tables.iter().map(|(instance, table)| short_line(&instance.words, table)).collect();
        (draw::words(&TABLE_COLUMNS, lines) + &counts(tables) + "\n").into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(exit)
}

/// Returns whether `words` begins with the whole words of `first`.
fn begins_with(words: &str, first: &str) -> bool {
    let is_whole = |rest: &str| first.is_empty() || rest.is_empty() || rest.starts_with(' ');
    words.strip_prefix(first).is_some_and(is_whole)
}

fn document_of(instance: &Instance, table: &Crosscheck) -> ResultDocument {
    document(&instance.words, table, exit_of(table))
}

/// An instance with its table.
type Checked<'a> = (&'a Instance, Crosscheck);

fn check_all<'a>(
    chosen: &'a [Instance],
    arguments: &CrosscheckArguments,
) -> Result<Vec<Checked<'a>>, Failure> {
    let forms = forms()?;
    let progress = Progress::start();
    let done = AtomicUsize::new(0);
    let one = |instance: &'a Instance| {
        if interrupt::is_interrupted() {
            return Ok(None);
        }
        let problem =
            Problem::new(&instance.document).map_err(|fault| Failure::model(&instance.words, &fault))?;
        let table = match checked(&problem, &forms, arguments) {
            Err(_) if interrupt::is_interrupted() => return Ok(None),
            table => table.map_err(|fault| failure(&instance.words, &fault))?,
        };
        let (count, all) = (done.fetch_add(1, Ordering::Relaxed) + 1, chosen.len());
        let text = format!("{count} of {all} instances checked");
        progress.show_count(text, count_of(count), count_of(all));
        if let Verdict::Disagree(_) = table.verdict() {
            remark(&format!("{}: {}", instance.words, verdict_word(&table)));
        }
        Ok(Some((instance, table)))
    };
    // Instances are taken one by one, since some take much longer than others.
    let found: Result<Vec<_>, Failure> = chosen.par_iter().with_max_len(1).map(one).collect();
    drop(progress);
    Ok(found?.into_iter().flatten().collect())
}

fn exit_of_all(tables: &[Checked<'_>], all: usize) -> Exit {
    let has = |wanted: fn(&Verdict) -> bool| tables.iter().any(|(_, table)| wanted(&table.verdict()));
    if has(|verdict| matches!(verdict, Verdict::Disagree(_))) {
        Exit::Negative
    } else if tables.len() < all {
        Exit::Interrupted
    } else if has(|verdict| *verdict == Verdict::Open) {
        Exit::NotProved
    } else {
        Exit::Success
    }
}

/// Returns how many instances agree, disagree and are open.
fn counts(tables: &[Checked<'_>]) -> String {
    let of = |word: &str| tables.iter().filter(|(_, table)| verdict_word(table) == word).count();
    let (agree, disagree, open) = (of("agree"), of("disagree"), of("open"));
    format!("{} instances: {agree} agree, {disagree} disagree, {open} open", tables.len())
}

fn csv(tables: &[Checked<'_>]) -> Result<Vec<u8>, Failure> {
    let full = |fault: csv::Error| Failure::usage(format!("the table is not written: {fault}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CSV_COLUMNS).map_err(full)?;
    for (instance, table) in tables {
        writer.write_record(line(&instance.words, table)).map_err(full)?;
    }
    writer.into_inner().map_err(|fault| full(fault.into_error().into()))
}
