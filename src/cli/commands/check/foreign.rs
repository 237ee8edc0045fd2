//! Reads rounds and schedules of other programs as schedules of a task, and has the checker judge them.

use super::checked::Checked;
use crate::check::{Answer, Options, Rejection, check_schedule, sha256};
use crate::cli::arguments::args::CheckArguments;
use crate::cli::arguments::input::Input;
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::Failure;
use crate::grammar::{ReadSchedule, ScheduleFault, is_schedule, schedule};
use crate::model::Problem;
use crate::wire::{
    Collective, Document, Ends, ErrorReport, NodeRef, RoundsDocument, ScheduleBody, ScheduleDocument,
    peek_format,
};
use std::ffi::OsString;
use std::path::Path;

/// Returns the task that `--task` names, as a file or in words.
pub(super) fn task(arguments: &CheckArguments) -> Result<Option<Problem>, Failure> {
    let Some(named) = &arguments.task else {
        return match arguments.options.first_given() {
            Some(option) => Err(Failure::usage(format!("{option} goes with --task \"NETWORK TASK\""))),
            None => Ok(None),
        };
    };
    let words: Vec<OsString> = match named.to_str() {
        Some(text) if !Path::new(named).exists() => text.split_whitespace().map(OsString::from).collect(),
        _ => vec![named.clone()],
    };
    if let Some(option) = words.iter().find(|word| word.to_string_lossy().starts_with("--")) {
        let message = format!("{} inside --task, expected options behind it", option.display());
        return Err(Failure::usage(message));
    }
    Input::new(&words, &arguments.options).problem().map(Some)
}

/// Returns the task that rounds name themselves.
pub(super) fn task_of_rounds(file: &str, bytes: &[u8]) -> Result<Problem, Failure> {
    let document: RoundsDocument = parsed(file, bytes)?;
    Problem::new(&document.task).map_err(|fault| Failure::model(file, &fault))
}

/// Judges a file as a schedule of a task; an all-reduce has two halves, which are judged one after the other.
pub(super) fn judge(
    file: &str,
    bytes: &[u8],
    problem: &Problem,
    options: &Options,
) -> Result<Vec<Checked>, Failure> {
    let digest = sha256(bytes);
    match schedule(bytes, problem) {
        Ok(halves) => {
            let several = halves.len() > 1;
            let judged = halves.into_iter().map(|half| {
                let name = if several {
                    format!("{file} ({})", half.document.task.task_words())
                } else {
                    file.to_owned()
                };
                half_judged(name, digest.clone(), half, options)
            });
            Ok(judged.collect())
        }
        Err(ScheduleFault::Wrong { place, message }) => {
            let error = ErrorReport {
                reason: "wrong-schedule".to_owned(),
                file: Some(file.to_owned()),
                place: Some(place),
                message,
                faults: Vec::new(),
            };
            Ok(vec![Checked::wrong(file.to_owned(), digest, error)])
        }
        Err(fault) => Err(Failure::fault(file, "unreadable-schedule", fault)),
    }
}

fn half_judged(name: String, digest: String, read: ReadSchedule, options: &Options) -> Checked {
    let (answer, mut told) = match check_schedule(&read.document, options) {
        Ok(replayed) => (Answer::Schedule { task: read.document.task, replayed }, Vec::new()),
        Err(rejection) => {
            let (place, told) = (place(&read, &rejection), details(&read.document, &rejection));
            (Answer::Refused { rejection, place }, told)
        }
    };
    told.extend(read.notes);
    Checked { details: told, ..Checked::new(name, digest, answer) }
}

/// Returns the place in the foreign file of the move that a rejection names in the schedule read from it.
fn place(read: &ReadSchedule, rejection: &Rejection) -> String {
    let place = rejection.place();
    let place = place.strip_prefix("schedule.").unwrap_or(&place);
    if place == "slots" || place.starts_with("packets") {
        return "the end".to_owned();
    }
    let numbers = place.strip_prefix("slots[").and_then(|rest| rest.strip_suffix(']'));
    let Some(numbers) = numbers else { return place.to_owned() };
    let mut numbers = numbers.split("][").map(str::parse::<usize>);
    let (slot, index) = (numbers.next().and_then(Result::ok), numbers.next().and_then(Result::ok));
    let moves = slot.and_then(|slot| read.places.get(slot));
    match moves.and_then(|moves| moves.get(index?)) {
        Some(found) => format!("{found} (slot {})", slot.unwrap_or_default()),
        None => slot.map_or_else(|| place.to_owned(), |slot| format!("slot {slot}")),
    }
}

/// Describes the packet of a rejection by its ends; if a node lacks it, also when it comes there.
fn details(document: &ScheduleDocument, rejection: &Rejection) -> Vec<String> {
    let (packet, missed) = match *rejection {
        Rejection::NotHeld { packet, node, .. } => (packet, Some(node)),
        Rejection::RootSends { packet, .. }
        | Rejection::SentTwice { packet, .. }
        | Rejection::ReceivedLate { packet, .. }
        | Rejection::NotReached { packet, .. }
        | Rejection::NeverSent { packet, .. }
        | Rejection::NotDelivered { packet, .. } => (packet, None),
        _ => return Vec::new(),
    };
    let ScheduleBody::Explicit { packets, slots } = &document.body else { return Vec::new() };
    let Some(ends) = packets.get(packet) else { return Vec::new() };
    let mut told = vec![format!("packet {packet} is {}", ends_words(ends, document))];
    if let Some(node) = missed {
        let index = u32::try_from(packet).ok();
        let comes = slots.iter().position(|moves| {
            moves.iter().any(|step| Some(step.packet()) == index && step.to() == NodeRef::Index(node))
        });
        told.push(match comes {
            Some(slot) => {
                format!("it comes to node {node} in slot {slot}, and can go on in slot {}", slot + 1)
            }
            None => format!("it never comes to node {node}"),
        });
    }
    told
}

/// Returns the ends of a packet in words.
fn ends_words(ends: &Ends, document: &ScheduleDocument) -> String {
    let is_sum = Collective::of(&document.task.task).0.is_sum();
    match (ends.nodes().first(), ends.nodes().get(1)) {
        (Some(NodeRef::Index(from)), Some(NodeRef::Index(to))) => {
            format!("the one of node {from} for node {to}")
        }
        (Some(NodeRef::Index(node)), _) if is_sum => format!("the sum for node {node}"),
        (Some(NodeRef::Index(node)), _) => format!("the block of node {node}"),
        _ => "not known".to_owned(),
    }
}

/// Returns whether bytes are rounds, which name their task.
pub(super) fn is_rounds(bytes: &[u8]) -> bool {
    peek_format(bytes).is_ok_and(|format| format == RoundsDocument::FORMAT)
}

/// Returns whether bytes look like a schedule of another program.
pub(super) fn is_foreign(bytes: &[u8]) -> bool {
    is_schedule(bytes)
}
