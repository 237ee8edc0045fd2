//! Least weights of routes, and the greatest weight that ports let through.

pub(super) mod directions;
pub(super) mod limited;
pub(super) mod scale;
