//! Where in a document reading is, and what stands in for what cannot be read.

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

/// What is done about a fault, so that reading goes on behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cure {
    /// One of [`STAND_INS`] is read in place of what stands there, or of a key that is missing.
    StandIn(usize),
    /// The key is passed over.
    Skip,
    /// The key counts once.
    Once,
}

/// What may stand in for a value; of words the first that fits.
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

/// The way to the value that is read, and the cures of the faults before it.
#[derive(Debug, Default)]
pub(crate) struct Track {
    path: RefCell<Path>,
    cures: BTreeMap<Path, Cure>,
}

impl Track {
    /// Starts to read once more.
    pub(crate) fn restart(&self) {
        self.path.borrow_mut().clear();
    }

    /// Where reading is; after a fault, where it is.
    pub(crate) fn path(&self) -> Path {
        self.path.borrow().clone()
    }

    pub(super) fn enter(&self, step: Step) {
        self.path.borrow_mut().push(step);
    }

    /// Leaves a value that was read; from a fault there is no way back.
    pub(crate) fn leave(&self) {
        self.path.borrow_mut().pop();
    }

    /// What is done about the value at `step`.
    pub(super) fn cure(&self, step: &Step) -> Option<Cure> {
        if self.cures.is_empty() {
            return None;
        }
        let mut path = self.path();
        path.push(step.clone());
        self.cures.get(&path).copied()
    }

    /// What is done about the document as a whole.
    pub(super) fn cure_at(&self, path: &[Step]) -> Option<Cure> {
        self.cures.get(path).copied()
    }

    pub(super) fn set(&mut self, path: Path, cure: Cure) {
        self.cures.insert(path, cure);
    }

    /// Whether something was done about a value inside.
    pub(super) fn is_cured_inside(&self, path: &[Step]) -> bool {
        self.cures.keys().any(|cured| cured.len() > path.len() && cured.starts_with(path))
    }

    /// The keys that stand in where the object lacks them.
    pub(super) fn stood_in(&self) -> Vec<String> {
        if self.cures.is_empty() {
            return Vec::new();
        }
        let here = self.path.borrow();
        let inside = self.cures.iter().filter_map(|(path, cure)| match (path.split_last()?, cure) {
            ((Step::Key(key), parent), Cure::StandIn(_)) if *parent == **here => Some(key.clone()),
            _ => None,
        });
        inside.collect()
    }

    /// The keys of an object that are passed over.
    pub(super) fn skipped(&self, object: &[Step]) -> Vec<String> {
        let inside = self.cures.iter().filter_map(|(path, cure)| match (path.split_last()?, cure) {
            ((Step::Key(key), parent), Cure::Skip) if parent == object => Some(key.clone()),
            _ => None,
        });
        inside.collect()
    }

    /// The places where something stands in for a value.
    pub(super) fn unread(&self) -> impl Iterator<Item = String> + '_ {
        let stand_ins = self.cures.iter().filter(|(_, cure)| matches!(cure, Cure::StandIn(_)));
        stand_ins.map(|(path, _)| Written(path).to_string())
    }
}

/// A value that stands in for another.
pub(super) fn stand_in(which: usize) -> Value {
    STAND_INS.get(which).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// A word that stands in for another.
pub(crate) fn word<E: serde::de::Error>(words: &'static [&'static str]) -> StrDeserializer<'static, E> {
    words.first().copied().unwrap_or_default().into_deserializer()
}
