//! Lower bounds on schedules, each with its witness. Most hold for every schedule; a [`ScopedBound`] names
//! the schedules for which it holds, for instance the symmetric ones.

mod arrivals;
mod bounds;
mod cut;
mod cut_node;
mod departures;
mod directions;
mod distance;
mod dual_tree;
mod emission;
mod last_packet;
mod nodes;
mod pooled;
mod prices;
mod reception;
mod resolution;
mod scoped_bound;
mod timed_prices;
mod traffic;
mod transmissions;
mod volume;
mod weights;

pub use bounds::Bounds;
pub(crate) use directions::{direction_tree, split};
#[cfg(feature = "ilp")]
pub(crate) use dual_tree::dual_tree;
pub(crate) use pooled::pooled_bound;
pub(crate) use prices::flow::{FlowRows, PricedFlow, Rows};
pub(crate) use prices::{climbed_prices, simple_prices};
pub(crate) use resolution::{ClauseList, RefutedFormula};
pub use scoped_bound::ScopedBound;
pub use transmissions::TransmissionBound;

// The bounds one by one; `solve::bounds` asks for all that fit a problem.
#[doc(hidden)]
pub use self::{
    bounds::Attainable,
    distance::{DistanceBound, cayley_distance, distance},
    pooled::{cayley_pooled, cayley_pooled_but_one, pooled},
    timed_prices::{Refuted, TimedPrices, timed_prices},
    traffic::{
        allreduce::allreduce,
        collective::collective,
        demands::of_demands,
        exchange::{ExchangeError, of_exchange, require_few_distances},
        parcels::of_parcels,
    },
    weights::{
        WeightBound, cayley_weighted, isotropic_packets, least_weight, refute_by_limited_routes, weigh,
        weighted,
    },
};
