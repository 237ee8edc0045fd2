//! `isotask check`.

use super::args::CheckArguments;
use super::failure::{Exit, Failure, name_of};
use super::input::read;
use super::output::Output;
use super::report::{counted, horizon_part, quantity_words, scope_word, self_check, status_word};
use super::tell_failure::tell_failure;
use crate::check::{
    Options, Rejection, Replayed, VerifiedChannels, VerifiedClaim, check_certificate, check_channels,
    check_schedule,
};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Document, ErrorReport, Quantity, ReportedClaim, ResultDocument,
    ResultStatus, ScheduleDocument, parse, peek_format, to_bytes,
};
use std::path::Path;

/// What the checker said of one file.
struct Answer {
    file: String,
    claims: Vec<ReportedClaim>,
    result: Result<Accepted, Refused>,
}

/// What the checker found in a file that holds.
enum Accepted {
    Schedule(Replayed, Vec<VerifiedClaim>),
    Channels(VerifiedChannels),
}

/// Why a file was refused, and where in it.
struct Refused {
    rejection: Rejection,
    place: String,
}

pub(super) fn run(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let files = &arguments.certificates;
    if files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input (-) can be read only once".to_owned()));
    }
    if arguments.json && files.len() > 1 {
        return Err(Failure::usage("--json prints one document, expected one file".to_owned()));
    }
    let (mut refused, mut failed) = (false, false);
    for file in files {
        let answer = match check(file) {
            Ok(answer) => answer,
            Err(failure) if files.len() > 1 => {
                failed = true;
                tell_failure(&failure, "check", false, false);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        refused |= answer.result.is_err();
        let bytes = if arguments.json { to_bytes(&document(&answer)) } else { text(&answer).into_bytes() };
        Output::stdout().finish(&bytes)?;
    }
    Ok(match (failed, refused) {
        (true, _) => Exit::BadInput,
        (false, true) => Exit::Negative,
        (false, false) => Exit::Success,
    })
}

fn check(path: &Path) -> Result<Answer, Failure> {
    let file = name_of(path);
    let bytes = read(path)?;
    let options = Options::default();
    let wire = |fault| Failure::wire(&file, &fault);
    let format = peek_format(&bytes).map_err(wire)?;
    if format == ScheduleDocument::FORMAT {
        let document: ScheduleDocument = parse(&bytes).map_err(wire)?;
        let result =
            check_schedule(&document, &options).map(|replayed| Accepted::Schedule(replayed, Vec::new()));
        let result =
            result.map_err(|rejection| Refused { place: rejection.place_at_top("schedule"), rejection });
        return Ok(Answer { file, claims: Vec::new(), result });
    }
    if format == ChannelsDocument::FORMAT {
        let document: ChannelsDocument = parse(&bytes).map_err(wire)?;
        let result = check_channels(&document).map(Accepted::Channels);
        let result = result.map_err(|rejection| Refused { place: rejection.place_at_top("task"), rejection });
        return Ok(Answer { file, claims: Vec::new(), result });
    }
    if format != CertificateDocument::FORMAT {
        return Err(Failure::unknown_format(
            &file,
            &format,
            &[CertificateDocument::FORMAT, ScheduleDocument::FORMAT, ChannelsDocument::FORMAT],
        ));
    }
    let document: CertificateDocument = parse(&bytes).map_err(wire)?;
    let result = check_certificate(&document, &options)
        .map(|verdict| Accepted::Schedule(verdict.replayed, verdict.claims))
        .map_err(|rejection| Refused { place: rejection.place(), rejection });
    let claims = document.claims.iter().map(ReportedClaim::from).collect();
    Ok(Answer { file, claims, result })
}

fn text(answer: &Answer) -> String {
    let file = &answer.file;
    match &answer.result {
        Err(Refused { rejection, place }) => {
            format!("{file}: refused: {rejection} [{}] at {place}\n", rejection.reason())
        }
        Ok(Accepted::Channels(channels)) => format!("{file}: verified\n  {}\n", channels_note(channels)),
        Ok(Accepted::Schedule(replayed, claims)) => {
            let what = if claims.is_empty() { "valid schedule, no claim" } else { "verified" };
            let mut text = format!(
                "{file}: {what}\n  schedule of {} in {} form, replayed at {}\n",
                counted(replayed.completion_time, "slot"),
                replayed.form.as_str(),
                replayed.replay.as_str()
            );
            for claim in claims {
                let line = format!(
                    "  {} {}, lower bound {} ({}), scope {}{}: {}\n",
                    quantity_words(claim.quantity, claim.per),
                    claim.value,
                    claim.lower,
                    claim.kind.as_str(),
                    scope_word(claim.scope),
                    horizon_part(claim.horizon),
                    status_word(claim.status)
                );
                text.push_str(&line);
            }
            if let Some(average) = average_delay(replayed, claims) {
                text.extend(["  average delay ", average.as_str(), " slots\n"]);
            }
            text
        }
    }
}

/// What a channels document proves.
fn channels_note(found: &VerifiedChannels) -> String {
    let channels = counted(found.channels, "channel");
    if found.acyclic {
        format!(
            "acyclic: {channels} numbered, increasing on every route among {} nodes; no deadlock",
            found.nodes
        )
    } else {
        format!("cyclic: the packets of {channels} wait for each other; deadlock")
    }
}

/// The average delay where a claim speaks of it, or nothing is claimed of a schedule that was counted.
fn average_delay(replayed: &Replayed, claims: &[VerifiedClaim]) -> Option<String> {
    let asked = claims.is_empty() || claims.iter().any(|claim| claim.quantity == Quantity::TotalDelay);
    replayed.average_delay().filter(|_| asked).map(|average| average.to_string())
}

fn document(answer: &Answer) -> ResultDocument {
    let (status, exit) = match &answer.result {
        Ok(_) => (ResultStatus::Verified, Exit::Success),
        Err(_) => (ResultStatus::Refused, Exit::Negative),
    };
    let mut document = ResultDocument::new("check", status, exit.code());
    document.input = Some(answer.file.clone());
    match &answer.result {
        Ok(Accepted::Channels(found)) => document.notes.push(channels_note(found)),
        Ok(Accepted::Schedule(replayed, claims)) => {
            document.claims.clone_from(&answer.claims);
            document.set_transmissions(replayed.transmissions, replayed.form.per());
            document.average_delay = average_delay(replayed, claims);
            document.self_check = Some(self_check(replayed));
        }
        Err(Refused { rejection, place }) => {
            document.error = Some(ErrorReport {
                reason: rejection.reason().to_owned(),
                file: Some(answer.file.clone()),
                place: Some(place.clone()),
                message: rejection.to_string(),
            });
        }
    }
    document
}
