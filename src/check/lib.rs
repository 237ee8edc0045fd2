//! The independent checker: accepts a certificate only if every number in it can be recomputed.
//!
//! It reads [`isotask_wire`] and shares no other code with the solver: network, task, replay
//! and bounds are rebuilt here in checked integers, after `models/formats`. No input makes it panic;
//! where a document would ask for too much work it is refused with the limit named.
//!
//! # How a certificate is checked
//!
//! [`check_certificate`] rebuilds the task (`task`, on its `network`), replays the schedule (`replay`) and
//! holds every claim against what was found (`claims`), its bound recomputed last (`bound`, and `program` for
//! the models whose rows have multipliers). The first fault is the verdict: a [`Rejection`] with its reason
//! and its place (`refusal`). [`check_schedule`] stops after the replay; [`check_channels`] checks the
//! channels of a routing rule, [`check_matrix_certificate`] the decomposition of a matrix, `check_rate` a
//! plan that repeats, `check_groups` the schedules of several groups at once. [`check_document`] takes bytes
//! of any of these kinds, and its [`Answer`] is what both the program `isotask-check` and the command
//! `isotask check` print; [`check_streamed`] reads a document slot by slot without holding it, and replays it
//! in the same way. If it cannot accept the document, [`check_document`] must be asked.

#![forbid(unsafe_code)]

mod answer;
mod bound;
mod certificate;
mod channels;
mod claims;
mod digest;
mod effort;
mod groups;
mod matrix;
mod network;
mod number;
mod program;
mod rate;
mod refusal;
mod replay;
mod report;
mod streamed;
mod task;

pub use answer::{Answer, Unreadable, check_document};
pub use certificate::{Verdict, check_certificate, check_schedule};
#[doc(hidden)]
pub use channels::check_routes;
pub use channels::{VerifiedChannels, check_channels};
pub use claims::VerifiedClaim;
pub use refusal::rejection::Rejection;
pub use replay::replayed::{Options, Replayed};

// These are used by the two programs that check documents, and are no part of the public interface.
#[doc(hidden)]
pub use self::{
    answer::{FORMATS, STREAMED_FROM, check_streamed, form_faults, together},
    certificate::check_certificate_with_tree,
    digest::{Digested, sha256},
    groups::fault::GroupsFault,
    groups::{VerifiedGroups, check_groups},
    matrix::fault::MatrixFault,
    matrix::sums::MatrixSums,
    matrix::{VerifiedMatrix, VerifiedMatrixClaim, check_matrix, check_matrix_certificate},
    network::symmetry::generator_fault::GeneratorFault,
    rate::fault::RateFault,
    rate::{VerifiedRate, check_rate},
    refusal::rejection::EveryNodeFault,
    replay::{
        replayed::{Extent, Form},
        windows::fault::PlanFault,
    },
    streamed::{NodeTaker, StreamedTree, TreeNodes},
};
