//! Exports of schedules, integer programs and proofs to foreign formats: a file for each, registered in
//! [`FORMATS`].

mod bibtex;
mod coq;
mod csv;
mod format;
mod graph;
mod mpi;
mod msccl;
mod plan;
mod pool;
mod program;
mod register;
mod rights;
mod rounds;
mod source_error;
mod terms;
mod theorem_error;

pub use format::{Format, Proof, Proves, Transmissions, Writer};
pub use graph::NetworkGraph;
pub use plan::Plan;
pub use plan::error::PlanError;
pub use register::{FORMATS, format};

// Errors inside of errors, and the parts of which formats are put together.
#[doc(hidden)]
pub use self::{
    bibtex::{Citation, bibtex},
    plan::PlannedSend,
    program::{
        proof_error::ProofError,
        solution::{SolutionError, flow_solution, solution},
    },
    rounds::rounds,
    source_error::SourceError,
    terms::terms_csv,
    theorem_error::TheoremError,
};
