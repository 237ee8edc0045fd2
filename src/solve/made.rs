//! A schedule on its way from a method to its certificate.

use super::Method;
use crate::certify::ScopedBound;
use crate::decompose::{Decomposition, color};
use crate::delay::total_delay;
use crate::model::{Coloring, ImpliedRows, IntervalForm, Rows, TaskMatrix};
use crate::route::Directions;

/// A schedule as a method makes it, before it is certified.
pub(super) struct Made {
    pub(super) method: Method,
    pub(super) directions: Directions,
    pub(super) matrix: Matrix,
    pub(super) scheduled: Scheduled,
    pub(super) notes: Vec<String>,
    /// A bound on the total delay that the method has proved beside the pooled one.
    pub(super) delay_bound: Option<ScopedBound>,
}

/// A task matrix.
pub(super) enum Matrix {
    Stored(TaskMatrix),
    /// Only with a schedule in intervals that is handed out as such, and without critical rows.
    Implied(ImpliedRows),
}

impl Matrix {
    pub(super) fn total(&self) -> u64 {
        match self {
            Self::Stored(matrix) => matrix.total(),
            Self::Implied(rows) => rows.total(),
        }
    }

    pub(super) fn critical_sum(&self) -> u64 {
        match self {
            Self::Stored(matrix) => matrix.critical_sum(),
            Self::Implied(rows) => rows.critical_sum(),
        }
    }

    pub(super) fn decomposition(&self) -> Decomposition {
        match self {
            Self::Stored(matrix) => Decomposition::choose(matrix),
            Self::Implied(rows) => Decomposition::choose(rows),
        }
    }

    /// A slot for every unit, by intervals.
    pub(super) fn color(&self, form: &IntervalForm) -> Coloring {
        match self {
            Self::Stored(matrix) => color(matrix, form),
            Self::Implied(rows) => color(rows, form),
        }
    }

    /// The moves of every slot.
    pub(super) fn slots(&self, coloring: &Coloring) -> Vec<Vec<(u32, u32)>> {
        match self {
            Self::Stored(matrix) => coloring.to_slots(matrix),
            Self::Implied(_) => unreachable!("schedules of implied rows stay in intervals"),
        }
    }

    pub(super) fn total_delay(&self, coloring: &Coloring) -> u64 {
        match self {
            Self::Stored(matrix) => total_delay(matrix, coloring),
            Self::Implied(_) => unreachable!("rows are implied for the completion time alone"),
        }
    }
}

/// The schedule of a task matrix.
pub(super) enum Scheduled {
    Intervals(IntervalForm),
    Units(Coloring),
}

impl Made {
    pub(super) fn completion(&self) -> u64 {
        match &self.scheduled {
            Scheduled::Intervals(form) => form.length,
            Scheduled::Units(coloring) => coloring.length(),
        }
    }

    #[cfg(feature = "ilp")]
    pub(super) fn coloring(&self) -> Coloring {
        match &self.scheduled {
            Scheduled::Intervals(form) => self.matrix.color(form),
            Scheduled::Units(coloring) => coloring.clone(),
        }
    }

    pub(super) fn total_delay(&self) -> u64 {
        match &self.scheduled {
            Scheduled::Intervals(form) => self.matrix.total_delay(&self.matrix.color(form)),
            Scheduled::Units(coloring) => self.matrix.total_delay(coloring),
        }
    }
}
