//! From a problem to a schedule with a checked certificate: the register of methods, the pipeline, and what
//! is asked of schedules.
//!
//! [`solve`] bounds a [`Problem`](crate::model::Problem), makes schedules by the [`METHODS`] that suit it,
//! keeps the best, goes on by an exact program while a gap is left, writes the certificate, reads it back and
//! has the checker accept it.

mod conversion_fault;
mod error;
mod hand_out;
mod method;
mod methods;
mod notes;
mod options;
mod outcome;
#[cfg(feature = "ilp")]
mod pareto;
#[cfg(feature = "ilp")]
pub mod parts;
mod pipeline;
mod suits;
mod traffic;
mod units;
mod unsuited;

pub use conversion_fault::ConversionFault;
pub use error::{MethodError, RefusedOption, SolveError};
pub use method::{About, Candidate, Context, Method, SolveOptions, Suited, When};
pub use methods::{METHODS, method};
#[cfg(feature = "claims")]
pub(crate) use methods::{SBT, TCBT};
pub use notes::{Explanation, ModelSize, Note, SearchEnd};
pub use options::{Form, MOST_AUTOMATIC_MOVES, MOST_ENTRIES, MOST_MOVES, MOST_ORBIT_MOVES, Phase};
pub use outcome::{MatrixSummary, Outcome, Solution, Unfinished};
#[cfg(feature = "ilp")]
pub use pareto::{ParetoFront, ParetoNote, ParetoPoint, pareto};
pub use pipeline::{bounds, solve};
pub use unsuited::Unsuited;
