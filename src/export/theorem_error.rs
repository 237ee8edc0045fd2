//! Why a certificate is not written as a theorem.

use thiserror::Error;

/// Why a certificate is not written as a theorem.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TheoremError {
    /// The certificate has a part that the proofs do not cover.
    #[error("not covered by the proof: {what}")]
    NotCovered {
        /// The kind of network, schedule or bound.
        what: &'static str,
    },
    /// There are more moves than Coq reads in reasonable time.
    #[error("{found} moves, expected at most {most}; isotask-verify proves larger ones")]
    TooManyMoves {
        /// The number of moves.
        found: u64,
        /// The limit.
        most: u64,
    },
}
