//! Isotropic tasks on rings in the least slots of all schedules.

mod lemma;
mod moves;
mod ring;

pub use lemma::{Ride, Rider, conveyor};
pub(super) use moves::RingMoves;
pub use moves::on_ring;
pub use ring::{RingPlan, TooFar};
