//! Errors in schedules of other programs.

use crate::grammar::table::TableFault;
use crate::model::ModelError;
use std::fmt::Display;
use thiserror::Error;

/// Why a file cannot be read as a schedule of a task.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScheduleFault {
    /// The file is in no format that is read.
    #[error("no schedule, expected {expected}")]
    Unknown {
        /// The formats that are read.
        expected: String,
    },
    /// The file exceeds a limit.
    #[error("{found} {what}, expected at most {most}")]
    TooMuch {
        /// The quantity that exceeds its limit.
        what: &'static str,
        /// Its value.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// The packets of the task are too many to be listed one by one.
    #[error("at task: {0}")]
    Task(ModelError),
    /// The file is for another task.
    #[error("{found}, expected {expected}")]
    OtherTask {
        /// The task of the file.
        found: String,
        /// The task that is expected.
        expected: String,
    },
    /// The file is malformed at a place, or has there something that the task cannot mean.
    #[error("{place}: {message}")]
    At {
        /// The place.
        place: String,
        /// A message with what was found and expected.
        message: String,
    },
    /// The file can be read, but its schedule is wrong.
    #[error("{message}")]
    Wrong {
        /// The place of the error.
        place: String,
        /// A description of the error.
        message: String,
    },
    /// The file is no valid document of Isotask; the message has the place.
    #[error("{0}")]
    Document(String),
    /// The file is not text.
    #[error(transparent)]
    Table(#[from] TableFault),
}

impl ScheduleFault {
    /// Returns the fault of a malformed file at a place.
    pub(super) fn at(place: impl Display, message: impl Into<String>) -> Self {
        Self::At { place: place.to_string(), message: message.into() }
    }

    /// Returns the fault of a wrong schedule at a place.
    pub(super) fn wrong(place: impl Display, message: impl Into<String>) -> Self {
        Self::Wrong { place: place.to_string(), message: message.into() }
    }
}
