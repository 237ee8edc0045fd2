//! Finds all faults of one document at once, by error recovery.
//!
//! Reading stops at the first fault. To find the faults behind it, a recovery is noted — an unknown key is
//! skipped, a stand-in replaces a value that cannot be read — and the text is read again. A fault that only
//! follows from a recovery is not reported.

use super::hint::nearest;
use super::track::{Path, Recovery, STAND_INS, Step, Track};
use crate::document::Document;
use crate::error::{WireError, WireErrorKind, describe_at, read_tracked, require_text};

/// Most faults that are reported for one document.
const MAX_FAULTS: usize = 20;
/// Limits of reading again: bytes over all readings of a document, and number of readings.
const MAX_BYTES_READ: usize = 1 << 26;
const MAX_READS: usize = 400;

/// The faults of a text, and what could be read of it nevertheless.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Faults<T> {
    /// The faults in the order of the text, none of which follows from another; at most 20.
    pub faults: Vec<WireError>,
    /// The document, with stand-ins at the places of the faults; none if the text ends before the document
    /// does.
    pub rest: Option<T>,
    unread: Vec<String>,
}

impl<T> Faults<T> {
    /// Returns whether everything at a path such as `task.packets[3]` was read as it stands in the text.
    #[must_use]
    pub fn was_read(&self, path: &str) -> bool {
        !self.unread.iter().any(|unread| is_within(path, unread) || is_within(unread, path))
    }
}

/// Returns whether the path `inner` leads to the value at `outer` or into it.
fn is_within(inner: &str, outer: &str) -> bool {
    outer.is_empty()
        || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Reads a document to its end, whatever is wrong with it.
///
/// The first of the faults is the one that [`parse`](crate::parse) reports.
///
/// # Complexity
/// Up to 400 times that of reading, and 2²⁶ bytes unless one reading takes more.
///
/// # Examples
/// ```
/// use isotask_wire::{TaskDocument, faults};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":"5"},
///   "task":{"kind":"total-exchange"},"port":"all","objective":"completion-time"}"#;
/// let found = faults::<TaskDocument>(text);
/// let places: Vec<&str> = found.faults.iter().map(|fault| fault.path.as_str()).collect();
/// assert_eq!(places, ["network.nodes", "port"]);
/// assert!(found.was_read("task") && !found.was_read("network"));
/// ```
#[must_use]
pub fn faults<T: Document>(bytes: &[u8]) -> Faults<T> {
    let mut found = Faults { faults: Vec::new(), rest: None, unread: Vec::new() };
    if let Err(fault) = require_text(bytes) {
        found.faults.push(fault);
        return found;
    }
    let mut track = Track::default();
    let reads = (MAX_BYTES_READ / bytes.len().max(1)).clamp(2, MAX_READS);
    for _ in 0..reads {
        let fault = match read_tracked::<T>(bytes, &track) {
            Ok(rest) => {
                found.unread = track.unread().collect();
                found.rest = Some(rest);
                return found;
            }
            Err(fault) => fault,
        };
        let place = track.path();
        let text = fault.to_string();
        let fault = describe_at(bytes, &fault, &place);
        match recover(&mut track, place, &fault, &text) {
            Outcome::Reported => found.faults.push(fault),
            Outcome::Consequence => {}
            Outcome::LastReported => {
                found.faults.push(fault);
                return found;
            }
            Outcome::LastConsequence => return found,
        }
        if found.faults.len() == MAX_FAULTS {
            return found;
        }
    }
    found
}

/// How a fault is dealt with.
enum Outcome {
    /// The fault is reported, and reading goes on behind it.
    Reported,
    /// The fault follows from an earlier recovery: it is not reported, and reading goes on behind it.
    Consequence,
    /// The fault is reported, and nothing can be read behind it.
    LastReported,
    /// The fault follows from an earlier recovery, and nothing can be read behind it.
    LastConsequence,
}

/// Notes how reading recovers from a fault; `text` is the message of serde.
fn recover(track: &mut Track, place: Path, fault: &WireError, text: &str) -> Outcome {
    let key = text.split('`').nth(1).unwrap_or_default();
    match fault.kind {
        WireErrorKind::MissingKey if !text.contains("`, or `") && !["format", "kind"].contains(&key) => {
            supply_missing_key(track, place, key)
        }
        WireErrorKind::UnknownKey => {
            let at_key =
                matches!(place.last(), Some(Step::Key(last)) if last == key) && !text.contains("` for ");
            let path = if at_key { place } else { child_path(&place, key) };
            ignore_key(track, path, Recovery::Skip)
        }
        WireErrorKind::RepeatedKey => ignore_key(track, child_path(&place, key), Recovery::Once),
        WireErrorKind::MissingKey | WireErrorKind::WrongValue => replace_value(track, place),
        _ => Outcome::LastReported,
    }
}

fn child_path(place: &[Step], key: &str) -> Path {
    let mut path = place.to_vec();
    path.push(Step::Key(key.to_owned()));
    path
}

/// Returns whether the kind of the object is a stand-in, so that its keys are not known.
fn has_replaced_kind(track: &Track, object: &[Step]) -> bool {
    ["kind", "family"].iter().any(|key| track.recovery_at(&child_path(object, key)).is_some_and(is_stand_in))
}

fn is_stand_in(recovery: Recovery) -> bool {
    matches!(recovery, Recovery::StandIn(_))
}

/// Notes a stand-in for a missing key; the fault is a consequence if a skipped key was probably meant for it.
fn supply_missing_key(track: &mut Track, object: Path, key: &str) -> Outcome {
    let path = child_path(&object, key);
    if has_replaced_kind(track, &object) || track.recovery_at(&path).is_some() {
        return try_next_stand_in(track, object);
    }
    let was_meant = track.skipped_keys(&object).iter().any(|unknown| nearest(unknown, &[key]).is_some());
    track.set(path, Recovery::StandIn(0));
    if was_meant { Outcome::Consequence } else { Outcome::Reported }
}

/// Notes that an unknown or repeated key is ignored.
fn ignore_key(track: &mut Track, path: Path, recovery: Recovery) -> Outcome {
    let object = path[..path.len() - 1].to_vec();
    if has_replaced_kind(track, &object) || track.recovery_at(&path).is_some() {
        return try_next_stand_in(track, object);
    }
    track.set(path, recovery);
    Outcome::Reported
}

/// Notes a stand-in for a value that cannot be read.
fn replace_value(track: &mut Track, place: Path) -> Outcome {
    if place.is_empty() {
        return Outcome::LastReported;
    }
    if track.has_recovery_inside(&place) || track.recovery_at(&place).is_some() {
        return try_next_stand_in(track, place);
    }
    track.set(place, Recovery::StandIn(0));
    Outcome::Reported
}

/// Notes the next stand-in for a value, or for a value around it, because an earlier recovery did not fit.
fn try_next_stand_in(track: &mut Track, mut place: Path) -> Outcome {
    while !place.is_empty() {
        let next = match track.recovery_at(&place) {
            Some(Recovery::StandIn(tried)) => tried + 1,
            _ => 0,
        };
        if next < STAND_INS.len() {
            track.set(place, Recovery::StandIn(next));
            return Outcome::Consequence;
        }
        // No stand-in fits here, so the value around this one is replaced.
        place.pop();
    }
    Outcome::LastConsequence
}
