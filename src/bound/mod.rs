//! Lower bounds that bind every schedule, symmetric or not, each with its witness.

mod cayley;
mod collective;
mod distance;
mod growth;
mod listed;
mod weights;

pub use cayley::{cayley_distance, cayley_weigh, cayley_weighted};
pub use collective::{CollectiveBounds, collective, collective_transmissions};
pub use distance::{DistanceBound, distance};
pub use listed::{ListedBounds, isotropic_packets, listed};
pub use weights::{WeightBound, least_weight, weigh, weighted};
