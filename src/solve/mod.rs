//! From a problem to a schedule with a checked certificate: the register of methods, the pipeline that runs
//! them, and the options of a caller.
//!
//! [`solve`] bounds a [`Problem`](crate::model::Problem), makes schedules by the [`METHODS`] that suit it,
//! keeps the best, goes on by an exact program while a gap is left, writes the certificate, reads it back and
//! has the checker accept it.

mod certify;
mod comparison;
mod conversion_fault;
mod error;
mod method;
mod methods;
mod notes;
mod options;
mod outcome;
#[cfg(feature = "ilp")]
mod pareto;
#[cfg(feature = "ilp")]
#[doc(hidden)]
pub mod parts;
mod pipeline;
mod prefetch;
mod traffic;
mod units;
mod unsuited;

pub use error::{MethodError, SolveError};
pub use method::{Method, SolveOptions, Suited, When};
pub use methods::{METHODS, method};
#[cfg(feature = "claims")]
pub(crate) use methods::{SBT, TCBT};
pub use notes::{Called, Explanation, Note};
pub use options::{Form, Phase, TextTaker};
pub use outcome::{Outcome, Solution, Unfinished};
#[cfg(feature = "ilp")]
pub use pareto::{ParetoFront, ParetoPoint, pareto};
pub use pipeline::{bounds, solve};
#[cfg(feature = "cli")]
pub(crate) use prefetch::prefetch;
pub use unsuited::Unsuited;

// The inputs and results of methods, the details of errors and notes, and the size limits.
#[doc(hidden)]
pub use self::{
    comparison::BoundGap,
    conversion_fault::ConversionFault,
    error::RefusedOption,
    method::{About, Candidate, Context},
    notes::{ModelLimit, SearchLimit},
    options::{MAX_AUTOMATIC_MOVES, MAX_ENTRIES, MAX_MOVES, MAX_ORBIT_MOVES},
    outcome::MatrixSummary,
};
#[cfg(feature = "ilp")]
#[doc(hidden)]
pub use pareto::{ParetoNote, ParetoProgram};
