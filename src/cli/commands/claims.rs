//! `isotask claims`.

use crate::claims::{Claim, Judged, claims, judge, named, nearest};
use crate::cli::arguments::args::ClaimsArguments;
use crate::cli::report::claim_tables::{markdown, text};
use crate::cli::report::lines::counted;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure, name_of};
use crate::cli::terminal::input::read;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::memory;
use crate::cli::terminal::output::{Output, OutputFolder, is_stdout, written, wrote};
use crate::cli::terminal::progress::Progress;
use crate::model::count_of;
use crate::wire::{ClaimVerdict, ClaimsDocument, ResultDocument, ResultStatus, to_bytes};
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) fn run(arguments: &ClaimsArguments) -> Result<Exit, Failure> {
    let own = arguments.file.as_deref().map(read_claims).transpose()?;
    let all: Vec<&Claim> = match &own {
        Some(own) => own.iter().collect(),
        None => crate::claims::all(),
    };
    let claims = selected(&all, &arguments.claims)?;
    if arguments.output.as_deref().is_some_and(is_stdout) {
        return Err(Failure::usage(
            "claims writes several certificates; expected a folder, found -".to_owned(),
        ));
    }
    let folder = arguments.output.as_deref().map(OutputFolder::open).transpose()?;
    interrupt::listen("interrupted: ending; interrupt again to end at once");
    let mut judged = judge_all(&claims)?;
    // Whoever names claims, or a file of them, asks whether they hold; the list of all is a record.
    let refuted = judged.iter().any(|judged| judged.report.verdict == ClaimVerdict::Refuted);
    let refuted = refuted && (own.is_some() || !arguments.claims.is_empty());
    let exit = if refuted { Exit::Negative } else { Exit::Success };
    if !arguments.verdict.is_empty() {
        judged.retain(|judged| arguments.verdict.iter().any(|&wanted| wanted.is(judged.report.verdict)));
    }
    let files = judged.iter().flat_map(|judged| &judged.certificates);
    let files: Vec<_> = files.map(|kept| (kept.name.clone(), kept.bytes.clone())).collect();
    let report = if arguments.json {
        let mut document = document(&judged, exit);
        document.written =
            arguments.output.iter().filter_map(|folder| written("certificates", folder)).collect();
        to_bytes(&document)
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
    Ok(exit)
}

/// The claims of a file.
fn read_claims(path: &Path) -> Result<Vec<Claim>, Failure> {
    let (bytes, file) = (read(path)?, name_of(path));
    let document: ClaimsDocument = parsed(&file, &bytes)?;
    claims(document).map_err(|fault| Failure::rule(&file, &fault))
}

/// The claims that the names select, in the order of the papers, each once.
fn selected<'a>(all: &[&'a Claim], names: &[String]) -> Result<Vec<&'a Claim>, Failure> {
    if names.is_empty() {
        return Ok(all.to_vec());
    }
    let mut chosen = Vec::new();
    for name in names {
        let found = named(all, name);
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

/// What judging takes at least, in bytes.
const LEAST_MEMORY: u64 = 32 << 20;

fn judge_all(claims: &[&Claim]) -> Result<Vec<Judged>, Failure> {
    memory::require(LEAST_MEMORY, "judging claims")?;
    let progress = Progress::start();
    let done = AtomicUsize::new(0);
    let judged: Result<Vec<_>, _> = claims
        .par_iter()
        .map(|claim| {
            if interrupt::is_interrupted() {
                return Err(Failure::interrupted("interrupted: nothing was written"));
            }
            let judged = judge(claim).map_err(|fault| Failure::claim(&claim.id, &fault));
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            let all = claims.len();
            progress.counted(format!("{count} of {all} claims judged"), count_of(count), count_of(all));
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
