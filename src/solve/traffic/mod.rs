//! The part of the pipeline that depends on the kind of traffic: bounds, limits on sizes, and the explanation
//! of a result.

mod allreduce;
mod collective;
mod demands;
mod hop_limited;
mod kind;
mod parcels;
mod rows;
mod words;

pub(super) use kind::{Start, Trials};
#[cfg(feature = "ilp")]
pub(super) use rows::{bounds_beside, choose_route, start_along};

use crate::model::View;
use kind::TrafficKind;

/// The one place where kinds of traffic are told apart.
pub(super) fn of(view: View) -> &'static dyn TrafficKind {
    match view {
        View::Rows => &rows::OfRows,
        View::Words => &words::OfWords,
        View::Collective => &collective::OfCollective,
        View::Demands => &demands::OfDemands,
        View::Allreduce => &allreduce::OfAllreduce,
        View::Parcels => &parcels::OfParcels,
    }
}
