//! Schedules of few slots as satisfiability: a formula says that there is one, a solver of propositional
//! formulas finds it.
//!
//! 1. `encoding` writes the formula: who has which packet when, what goes over which link when, and how
//!    much links and ports take.
//! 2. `clauses` hands its clauses to the solver, within a budget of conflicts: results depend on no clock.
//! 3. `search` bisects the number of slots between the bound and the best known schedule.
//! 4. If the solver refutes a formula, `bound::RefutedFormula` makes a proof of its learned clauses, unless
//!    it is too long. The checker follows the proof.

mod clauses;
mod encoding;
mod freight;
mod search;

pub use search::{
    ClausesLimit, SatSearchResult, fits_limits, require_few_pairs, search_by_sat, search_parcels_by_sat,
};

#[cfg(test)]
mod tests;
