//! Whole tasks from `models/` through the whole library: solved by every method, checked, and refused once
//! corrupted.

mod cayley;
#[cfg(feature = "claims")]
mod claims;
mod collective;
mod demands;
#[cfg(feature = "claims")]
mod formulas;
mod matrices;
mod models;
mod numberings;
mod round_trip;
#[cfg(feature = "claims")]
mod schedules;
