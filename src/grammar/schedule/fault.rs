//! Why a schedule of others is not read.

use crate::grammar::table::TableFault;
use crate::model::ModelError;
use std::fmt::Display;
use thiserror::Error;

/// Why a file is not read as a schedule of a task.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScheduleFault {
    /// It is in no format that is read.
    #[error("no schedule, expected {expected}")]
    Unknown {
        /// The formats that are read.
        expected: String,
    },
    /// It is too long.
    #[error("{found} {what}, expected at most {most}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: u64,
        /// The most that is read.
        most: u64,
    },
    /// The packets of the task are too many to be told apart one by one.
    #[error("at task: {0}")]
    Task(ModelError),
    /// It is not the schedule of such a task.
    #[error("{found}, expected {expected}")]
    OtherTask {
        /// What the file is for.
        found: String,
        /// What the task needs.
        expected: String,
    },
    /// The file is malformed at a place, or says there what the task cannot mean.
    #[error("{place}: {message}")]
    At {
        /// Where it stands.
        place: String,
        /// What was found, and expected.
        message: String,
    },
    /// It can be read, but the schedule is wrong.
    #[error("{message}")]
    Wrong {
        /// Where it goes wrong.
        place: String,
        /// What goes wrong.
        message: String,
    },
    /// It is no document of ours, with the place.
    #[error("{0}")]
    Document(String),
    /// It is not text.
    #[error(transparent)]
    Table(#[from] TableFault),
}

impl ScheduleFault {
    /// A fault at a place.
    pub(super) fn at(place: impl Display, message: impl Into<String>) -> Self {
        Self::At { place: place.to_string(), message: message.into() }
    }

    /// That the schedule goes wrong at a place.
    pub(super) fn wrong(place: impl Display, message: impl Into<String>) -> Self {
        Self::Wrong { place: place.to_string(), message: message.into() }
    }
}
