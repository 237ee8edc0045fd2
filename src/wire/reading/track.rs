//! Tracks the path of the value that is being read, and the recoveries from the faults before it.

use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// A key, or a place in a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Key(String),
    Place(usize),
}

/// The steps from the document to a value in it.
pub(crate) type Path = Vec<Step>;

/// A path as people read it, such as `task.packets[3].count`.
pub(crate) struct Written<'a>(pub(crate) &'a [Step]);

impl fmt::Display for Written<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Place(place) => write!(formatter, "[{place}]")?,
                Step::Key(key) if i == 0 => formatter.write_str(key)?,
                Step::Key(key) => write!(formatter, ".{key}")?,
            }
        }
        Ok(())
    }
}

/// How reading goes on behind a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recovery {
    /// One of [`STAND_INS`] is read in place of the value, or of a missing key.
    StandIn(usize),
    /// The key is skipped.
    Skip,
    /// The key is read where it first stands, and skipped afterwards.
    Once,
}

/// The stand-ins for a value, in the order in which they are tried.
pub(super) const STAND_INS: [&str; 8] = [
    "1",
    "\"all\"",
    "[]",
    "{\"kind\":\"ring\",\"nodes\":9}",
    "{\"kind\":\"total-exchange\"}",
    "{\"offset\":1}",
    "{\"from\":0,\"to\":1}",
    "{\"kind\":\"symmetric\",\"packets\":[],\"slots\":[]}",
];

/// The path of the value that is being read, and the recoveries from the faults before it.
#[derive(Debug, Default)]
pub(crate) struct Track {
    path: RefCell<Path>,
    recoveries: BTreeMap<Path, Recovery>,
}

impl Track {
    /// Empties the path, before the text is read again.
    pub(crate) fn restart(&self) {
        self.path.borrow_mut().clear();
    }

    /// Returns the path of the value that is being read; after a fault, the path of the fault.
    pub(crate) fn path(&self) -> Path {
        self.path.borrow().clone()
    }

    pub(super) fn enter(&self, step: Step) {
        self.path.borrow_mut().push(step);
    }

    /// Leaves a value that was read; after a fault it is not called, so the path stays.
    pub(crate) fn leave(&self) {
        self.path.borrow_mut().pop();
    }

    /// Returns the recovery at `step` inside the value that is being read.
    pub(super) fn recovery(&self, step: &Step) -> Option<Recovery> {
        if self.recoveries.is_empty() {
            return None;
        }
        let mut path = self.path();
        path.push(step.clone());
        self.recoveries.get(&path).copied()
    }

    /// Returns the recovery at a path of the document.
    pub(super) fn recovery_at(&self, path: &[Step]) -> Option<Recovery> {
        self.recoveries.get(path).copied()
    }

    pub(super) fn set(&mut self, path: Path, recovery: Recovery) {
        self.recoveries.insert(path, recovery);
    }

    /// Returns whether there is a recovery inside the value at a path.
    pub(super) fn has_recovery_inside(&self, path: &[Step]) -> bool {
        self.recoveries.keys().any(|inner| inner.len() > path.len() && inner.starts_with(path))
    }

    /// Returns the keys of the object that is being read for which there are stand-ins.
    pub(super) fn stand_in_keys(&self) -> Vec<String> {
        if self.recoveries.is_empty() {
            return Vec::new();
        }
        let here = self.path.borrow();
        let inside =
            self.recoveries.iter().filter_map(|(path, recovery)| match (path.split_last()?, recovery) {
                ((Step::Key(key), parent), Recovery::StandIn(_)) if *parent == **here => Some(key.clone()),
                _ => None,
            });
        inside.collect()
    }

    /// Returns the keys of an object that are skipped.
    pub(super) fn skipped_keys(&self, object: &[Step]) -> Vec<String> {
        let inside =
            self.recoveries.iter().filter_map(|(path, recovery)| match (path.split_last()?, recovery) {
                ((Step::Key(key), parent), Recovery::Skip) if parent == object => Some(key.clone()),
                _ => None,
            });
        inside.collect()
    }

    /// Returns the paths of all stand-ins.
    pub(super) fn unread(&self) -> impl Iterator<Item = String> + '_ {
        let stand_ins =
            self.recoveries.iter().filter(|(_, recovery)| matches!(recovery, Recovery::StandIn(_)));
        stand_ins.map(|(path, _)| Written(path).to_string())
    }
}

/// Returns a stand-in by its index in [`STAND_INS`].
pub(super) fn stand_in(which: usize) -> Value {
    STAND_INS.get(which).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// Returns the first of the words that are expected, as a stand-in.
pub(crate) fn first_word<E: serde::de::Error>(words: &'static [&'static str]) -> StrDeserializer<'static, E> {
    words.first().copied().unwrap_or_default().into_deserializer()
}
