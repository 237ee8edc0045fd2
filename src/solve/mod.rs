//! From a problem to a schedule with a checked certificate: the register of methods, the pipeline, and what
//! is asked of schedules.
//!
//! [`solve`] bounds a [`Problem`](crate::model::Problem), makes schedules by the [`METHODS`] that suit it,
//! keeps the best, goes on by an exact program while a gap is left, writes the certificate, reads it back and
//! has the checker accept it.

mod ahead;
mod beside;
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
#[doc(hidden)]
pub mod parts;
mod pipeline;
mod traffic;
mod units;
mod unsuited;

#[cfg(feature = "cli")]
pub(crate) use ahead::ahead;
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
pub use unsuited::Unsuited;

// What methods are given and hand back, what stands inside of faults and notes, and limits.
#[doc(hidden)]
pub use self::{
    beside::Beside,
    conversion_fault::ConversionFault,
    error::RefusedOption,
    method::{About, Candidate, Context},
    notes::{ModelLimit, SearchLimit},
    options::{MOST_AUTOMATIC_MOVES, MOST_ENTRIES, MOST_MOVES, MOST_ORBIT_MOVES},
    outcome::MatrixSummary,
};
#[cfg(feature = "ilp")]
#[doc(hidden)]
pub use pareto::{ParetoNote, ParetoProgram};
