//! `isotask claims`.

use crate::claims::{Claim, Judged, claims, judge, named, nearest, recorded, with_words};
use crate::cli::arguments::claims::ClaimsArguments;
use crate::cli::report::claim_list::{RECORD_NOTE, papers, recorded_markdown, recorded_text};
use crate::cli::report::claim_tables::{markdown, text};
use crate::cli::report::lines::counted;
use crate::cli::report::tell_failure::{failure_document, tell_failure};
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure, name_of, say_error};
use crate::cli::terminal::input::read;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::memory;
use crate::cli::terminal::output::{Output, OutputFolder, is_stdout, written, wrote};
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::width::fold_everywhere;
use crate::model::count_of;
use crate::wire::{ClaimVerdict, ClaimsDocument, ResultDocument, ResultStatus, to_bytes};
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least bytes that the claims and their judging take.
const MIN_MEMORY_BYTES: u64 = 32 << 20;

pub(crate) fn run(arguments: &ClaimsArguments) -> Result<Exit, Failure> {
    memory::require(MIN_MEMORY_BYTES, "judging claims")?;
    let own = arguments.file.as_deref().map(ClaimsFile::read).transpose()?;
    let all: Vec<&Claim> = match &own {
        Some(own) => own.claims.iter().collect(),
        None => crate::claims::all(),
    };
    let claims = selected(&all, &arguments.claims)?;
    fold_everywhere();
    if arguments.output.as_deref().is_some_and(is_stdout) {
        return Err(Failure::usage(
            "claims writes several certificates; expected a folder, found -".to_owned(),
        ));
    }
    if own.is_none() && arguments.output.is_none() && !arguments.judge && is_by_words(&all, &arguments.claims)
    {
        return list(&claims, arguments);
    }
    let folder = arguments.output.as_deref().map(OutputFolder::open).transpose()?;
    let (mut judged, faults) = judge_all(&claims, own.as_ref(), arguments.json);
    // A refuted claim is a negative answer only if claims were named, or are those of a file; the list of all
    // is a record.
    let refuted = judged.iter().any(|judged| judged.report.verdict == ClaimVerdict::Refuted);
    let refuted = refuted && (own.is_some() || !is_by_words(&all, &arguments.claims));
    let exit = match faults.iter().map(|fault| fault.exit).max_by_key(|exit| exit.code()) {
        Some(exit) => exit,
        None if refuted => Exit::Negative,
        None => Exit::Success,
    };
    if !arguments.verdict.is_empty() {
        judged.retain(|judged| arguments.verdict.iter().any(|&wanted| wanted.is(judged.report.verdict)));
    }
    let files = judged.iter().flat_map(|judged| &judged.certificates);
    let files: Vec<_> = files.map(|kept| (kept.name.clone(), kept.bytes.clone())).collect();
    let report = if arguments.json {
        let mut document = document(&judged, exit, &faults);
        document.written =
            arguments.output.iter().filter_map(|folder| written("certificates", folder)).collect();
        to_bytes(&document)
    } else if judged.is_empty() && !faults.is_empty() {
        Vec::new()
    } else {
        let wrote = arguments.output.as_ref().map_or_else(String::new, |folder| {
            let what = counted(count_of(files.len()), "certificate");
            format!("\n{}", wrote(&what, folder))
        });
        let words = if arguments.markdown { markdown(&judged) } else { text(&judged) };
        (words + &wrote).into_bytes()
    };
    if let Some(folder) = folder {
        folder.finish(&files)?;
    }
    Output::stdout().finish(&report)?;
    if !arguments.json {
        for fault in &faults {
            say_error(&fault.message);
        }
    }
    Ok(exit)
}

/// Returns whether no claim is named: there are no arguments, or only words to search for.
fn is_by_words(all: &[&Claim], names: &[String]) -> bool {
    names.iter().all(|name| named(all, name).is_empty())
}

/// Prints verdicts from the record.
fn list(claims: &[&Claim], arguments: &ClaimsArguments) -> Result<Exit, Failure> {
    let mut found = Vec::new();
    for claim in claims {
        let Some(known) = recorded(claim) else {
            let message = format!("{} is not in the record of verdicts; --judge judges it", claim.id);
            return Err(Failure::usage(message));
        };
        found.push(known);
    }
    if !arguments.verdict.is_empty() {
        found.retain(|claim| arguments.verdict.iter().any(|&wanted| wanted.is(claim.verdict)));
    }
    let report = if arguments.json {
        let mut document = ResultDocument::new("claims", ResultStatus::Done, Exit::Success.code());
        document.notes = [RECORD_NOTE.to_owned()].into_iter().chain(papers(&found)).collect();
        document.literature = found;
        to_bytes(&document)
    } else if arguments.markdown {
        recorded_markdown(&found).into_bytes()
    } else {
        recorded_text(&found).into_bytes()
    };
    Output::stdout().finish(&report)?;
    Ok(Exit::Success)
}

/// The claims of a file, with its name and text.
struct ClaimsFile {
    name: String,
    text: Vec<u8>,
    claims: Vec<Claim>,
}

impl ClaimsFile {
    fn read(path: &Path) -> Result<Self, Failure> {
        let (text, name) = (read(path)?, name_of(path));
        let document: ClaimsDocument = parsed(&name, &text)?;
        let claims = claims(document).map_err(|fault| Failure::claim(Some((&name, &text)), None, &fault))?;
        Ok(Self { name, text, claims })
    }
}

/// Returns the claims that the names select, in the order of the papers, each once.
fn selected<'a>(all: &[&'a Claim], names: &[String]) -> Result<Vec<&'a Claim>, Failure> {
    if names.is_empty() {
        return Ok(all.to_vec());
    }
    let mut chosen = Vec::new();
    for name in names {
        let found = Some(named(all, name)).filter(|found| !found.is_empty());
        let found = found.unwrap_or_else(|| if is_text(name) { with_words(all, name) } else { Vec::new() });
        if found.is_empty() {
            let mut sources: Vec<&str> = all.iter().filter_map(|claim| claim.id.split('.').next()).collect();
            sources.dedup();
            return Err(Failure::usage(format!(
                "\"{}\" is no claim; the nearest are {}, the sources {} (isotask claims lists all)",
                name.escape_debug(),
                nearest(all, name).join(", "),
                sources.join(", ")
            )));
        }
        chosen.extend(found.iter().map(|claim| claim.id.as_str()));
    }
    Ok(all.iter().copied().filter(|claim| chosen.contains(&claim.id.as_str())).collect())
}

/// Returns whether an argument is words to search for rather than a mistyped name of a claim.
fn is_text(name: &str) -> bool {
    let is_word = name.chars().count() > 2 && name.chars().all(char::is_alphabetic);
    is_word || (name.trim() == name && name.contains(' '))
}

/// Judges claims; returns those that could be judged, and the failures of the others. Nothing is written
/// before all are judged, so an interrupt may end the process at any moment.
fn judge_all(claims: &[&Claim], own: Option<&ClaimsFile>, as_json: bool) -> (Vec<Judged>, Vec<Failure>) {
    let ending = interrupt::end_at_once(move || {
        let failure = Failure::interrupted("interrupted: nothing was written");
        tell_failure(&failure, "claims", as_json, false)
    });
    let progress = Progress::start();
    let done = AtomicUsize::new(0);
    let judged: Vec<Result<Judged, Failure>> = claims
        .par_iter()
        // Claims are taken one by one, since some take much longer than others.
        .with_max_len(1)
        .map(|claim| {
            let file = own.map(|own| (own.name.as_str(), own.text.as_slice()));
            let judged = judge(claim).map_err(|fault| Failure::claim(file, Some(&claim.id), &fault));
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            let all = claims.len();
            progress.show_count(format!("{count} of {all} claims judged"), count_of(count), count_of(all));
            judged
        })
        .collect();
    drop(ending);
    let (mut good, mut faults) = (Vec::new(), Vec::new());
    for judged in judged {
        match judged {
            Ok(judged) => good.push(judged),
            Err(fault) => faults.push(fault),
        }
    }
    (good, faults)
}

/// Returns the report for programs; all rows of a claim are in it only if there is just one claim.
fn document(judged: &[Judged], exit: Exit, faults: &[Failure]) -> ResultDocument {
    let status = if exit == Exit::Negative { ResultStatus::Refuted } else { ResultStatus::Done };
    let mut document = match faults.first() {
        Some(first) => failure_document(first, "claims"),
        None => ResultDocument::new("claims", status, exit.code()),
    };
    document.exit = exit.code();
    document.notes = faults.iter().skip(1).map(|fault| fault.message.clone()).collect();
    document.notes.extend(papers(judged.iter().map(|judged| &judged.report)));
    document.literature = match judged {
        [only] => vec![only.report.clone()],
        several => several.iter().map(Judged::digest).collect(),
    };
    document
}
