//! Lower bounds that bind every schedule, symmetric or not, each with its witness.

mod bounds;
mod cayley;
mod collective;
mod demands;
mod distance;
mod growth;
mod limited;
mod weights;

pub use bounds::{Bounds, ScopedBound, TransmissionBound};

// The bounds one by one; `solve::bounds` asks for all that fit a problem.
#[doc(hidden)]
pub use self::{
    bounds::Attainable,
    cayley::{cayley_distance, cayley_weigh, cayley_weighted},
    collective::collective,
    demands::{isotropic_packets, of_demands},
    distance::{DistanceBound, distance},
    limited::refute_by_limited_routes,
    weights::{WeightBound, least_weight, weigh, weighted},
};
