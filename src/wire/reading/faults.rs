//! All faults of one document at once.
//!
//! Reading stops at the first fault. To find those behind it, the fault is cured — a key that nobody knows is
//! passed over, a value that cannot be read is stood in for — and the text is read again. What only follows
//! from such a cure is not told.

use super::hint::nearest;
use super::track::{Cure, Path, STAND_INS, Step, Track};
use crate::document::Document;
use crate::error::{WireError, WireErrorKind, described, require_text, tracked};

/// Most faults that are told of one document.
const MOST_FAULTS: usize = 20;
/// Most bytes that are read to find them, and most times.
const MOST_BYTES: usize = 1 << 26;
const MOST_READS: usize = 400;

/// What is wrong with a text, and what could be read of it nevertheless.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Faults<T> {
    /// The faults in the order of the text, none of which follows from another; at most 20.
    pub faults: Vec<WireError>,
    /// The document, with something harmless at the places of the faults; none if the text ends before it
    /// does.
    pub rest: Option<T>,
    unread: Vec<String>,
}

impl<T> Faults<T> {
    /// Whether all that stands at a path such as `task.packets[3]` was read as it is.
    #[must_use]
    pub fn was_read(&self, path: &str) -> bool {
        !self.unread.iter().any(|unread| is_within(path, unread) || is_within(unread, path))
    }
}

/// Whether a path leads into, or to, what stands at another.
fn is_within(inner: &str, outer: &str) -> bool {
    outer.is_empty()
        || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Reads a document to its end, whatever is wrong with it.
///
/// The first of the faults is the one that [`parse`](crate::parse) tells.
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
    let reads = (MOST_BYTES / bytes.len().max(1)).clamp(2, MOST_READS);
    for _ in 0..reads {
        let fault = match tracked::<T>(bytes, &track) {
            Ok(rest) => {
                found.unread = track.unread().collect();
                found.rest = Some(rest);
                return found;
            }
            Err(fault) => fault,
        };
        let place = track.path();
        let text = fault.to_string();
        let fault = described(bytes, &fault, &place);
        match cure(&mut track, place, &fault, &text) {
            Cured::Fault => found.faults.push(fault),
            Cured::Consequence => {}
            Cured::Not => {
                found.faults.push(fault);
                return found;
            }
            Cured::Nothing => return found,
        }
        if found.faults.len() == MOST_FAULTS {
            return found;
        }
    }
    found
}

/// What a fault turned out to be.
enum Cured {
    /// One to be told, and cured.
    Fault,
    /// It follows from the cure of another.
    Consequence,
    /// One to be told, behind which nothing can be read.
    Not,
    /// It follows from the cure of another, and nothing can be read behind it.
    Nothing,
}

/// Cures a fault; `text` is what serde says of it.
fn cure(track: &mut Track, place: Path, fault: &WireError, text: &str) -> Cured {
    let key = text.split('`').nth(1).unwrap_or_default();
    match fault.kind {
        WireErrorKind::MissingKey if !text.contains("`, or `") && !["format", "kind"].contains(&key) => {
            missing(track, place, key)
        }
        WireErrorKind::UnknownKey => {
            let at_key =
                matches!(place.last(), Some(Step::Key(last)) if last == key) && !text.contains("` for ");
            let path = if at_key { place } else { inside(&place, key) };
            left_out(track, path, Cure::Skip)
        }
        WireErrorKind::RepeatedKey => left_out(track, inside(&place, key), Cure::Once),
        WireErrorKind::MissingKey | WireErrorKind::WrongValue => replaced(track, place),
        _ => Cured::Not,
    }
}

fn inside(place: &[Step], key: &str) -> Path {
    let mut path = place.to_vec();
    path.push(Step::Key(key.to_owned()));
    path
}

/// Whether it is open what the object is, and with it which keys it has.
fn is_of_open_kind(track: &Track, object: &[Step]) -> bool {
    ["kind", "family"].iter().any(|key| track.cure_at(&inside(object, key)).is_some_and(is_stand_in))
}

fn is_stand_in(cure: Cure) -> bool {
    matches!(cure, Cure::StandIn(_))
}

/// Stands in for a key that is missing; perhaps an unknown key was meant for it.
fn missing(track: &mut Track, object: Path, key: &str) -> Cured {
    let path = inside(&object, key);
    if is_of_open_kind(track, &object) || track.cure_at(&path).is_some() {
        return consequence(track, object);
    }
    let was_meant = track.skipped(&object).iter().any(|unknown| nearest(unknown, &[key]).is_some());
    track.set(path, Cure::StandIn(0));
    if was_meant { Cured::Consequence } else { Cured::Fault }
}

/// Leaves a key out that is unknown or repeated.
fn left_out(track: &mut Track, path: Path, cure: Cure) -> Cured {
    let object = path[..path.len() - 1].to_vec();
    if is_of_open_kind(track, &object) || track.cure_at(&path).is_some() {
        return consequence(track, object);
    }
    track.set(path, cure);
    Cured::Fault
}

/// Stands in for a value.
fn replaced(track: &mut Track, place: Path) -> Cured {
    if place.is_empty() {
        return Cured::Not;
    }
    if track.is_cured_inside(&place) || track.cure_at(&place).is_some() {
        return consequence(track, place);
    }
    track.set(place, Cure::StandIn(0));
    Cured::Fault
}

/// Stands in for a value, or with something else, because of what stands in already.
fn consequence(track: &mut Track, mut place: Path) -> Cured {
    while !place.is_empty() {
        let next = match track.cure_at(&place) {
            Some(Cure::StandIn(tried)) => tried + 1,
            _ => 0,
        };
        if next < STAND_INS.len() {
            track.set(place, Cure::StandIn(next));
            return Cured::Consequence;
        }
        // Nothing fits here, so something is to stand in for what is around.
        place.pop();
    }
    Cured::Nothing
}
