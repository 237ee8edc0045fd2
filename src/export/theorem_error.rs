//! Why a certificate is not written as a theorem.

use thiserror::Error;

/// Why a certificate is not written as a theorem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TheoremError {
    /// The proofs know nothing of it.
    #[error("not covered by the proof: {what}")]
    NotCovered {
        /// Which kind of network, schedule or bound.
        what: &'static str,
    },
    /// More moves than Coq reads in reasonable time.
    #[error("{found} moves, expected at most {most}; isotask-verify proves larger ones")]
    TooManyMoves {
        /// How many there are.
        found: u64,
        /// How many are written.
        most: u64,
    },
}
