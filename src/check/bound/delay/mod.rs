//! Bounds on the total delay of packets by their distances, each in a file.

pub(in crate::bound) mod arrivals;
pub(in crate::bound) mod departures;
mod ends;
pub(in crate::bound) mod pooled;
