//! Lower bounds that bind every schedule, symmetric or not, each with its witness.

mod collective;
mod distance;
mod weights;

pub use collective::{CollectiveBounds, collective, collective_transmissions};
pub use distance::{DistanceBound, distance};
pub use weights::{WeightBound, least_weight, weigh, weighted};
