//! How methods suit a problem.

use super::method::{Method, Suited, When};
use super::methods::METHODS;
use super::traffic;
use super::unsuited::Unsuited;
use crate::model::Problem;

impl dyn Method {
    /// Whether it makes schedules of the problem, and whether it does so without being asked for.
    ///
    /// # Errors
    /// [`Unsuited`] with the reason why not.
    pub fn suits<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        traffic::of(problem.view()).suits(self, problem)
    }
}

/// The methods that suit a problem, those of the least turn first, then in the order of the register.
pub(super) fn suiting(problem: &Problem) -> Vec<Suited<'_>> {
    let mut all: Vec<_> = METHODS.iter().filter_map(|method| method.suits(problem).ok()).collect();
    all.sort_by_key(|suited| suited.when.turn());
    all
}

impl When {
    /// Whether it is used without being asked for, before others have made a schedule or where none has.
    pub(super) fn is_tried(self, last: bool) -> bool {
        match self {
            Self::Tried { .. } => !last,
            Self::LastResort => last,
            Self::BeyondSymmetry { .. } | Self::GoesOn | Self::OnRequest => false,
        }
    }
}
