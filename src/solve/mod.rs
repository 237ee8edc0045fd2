//! From a task to a schedule with a checked certificate: picks routes, method and bounds, and checks the result.

mod cayley;
#[cfg(feature = "ilp")]
mod cayley_exact;
mod cayley_found;
mod cayley_methods;
mod collective;
mod collective_methods;
mod construct;
mod convert;
mod error;
#[cfg(feature = "ilp")]
mod exact_delay;
mod listed;
mod listed_bounds;
#[cfg(feature = "ilp")]
mod listed_exact;
mod listed_methods;
mod listed_symmetric;
mod local;
mod made;
mod options;
mod outcome;
#[cfg(feature = "ilp")]
mod pareto;
mod pipeline;
mod recursive;
mod transmissions;

pub use cayley::{CayleySolution, cayley_bounds, solve_cayley};
pub use cayley_methods::CayleyMethod;
pub use collective::{CollectiveSolution, solve_collective};
pub use collective_methods::CollectiveMethod;
pub use convert::solve_from;
pub use error::SolveError;
pub use listed::{ListedSolution, solve_listed};
pub use listed_bounds::listed_bounds;
pub use listed_methods::ListedMethod;
pub use local::{Journey, LocalMove, LocalSchedule, local_moves};
pub use options::{Form, MOST_AUTOMATIC_MOVES, MOST_ENTRIES, MOST_MOVES, Method, Phase, SolveOptions};
pub use outcome::{MatrixSummary, Outcome, Solution, TaskBounds};
#[cfg(feature = "ilp")]
pub use pareto::{ParetoFront, ParetoPoint, pareto};
pub use pipeline::{bounds, solve};
pub use transmissions::{
    LocalTransfer, Transmission, copy_numbers, count_transmissions, local_transfers, visit_transmissions,
};
