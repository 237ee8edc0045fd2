//! Exact schedules for communication tasks on symmetric networks, lower bounds on them, and certificates that
//! anybody can check without trusting Isotask.
//!
//! A task that looks alike from every node of a hypercube, ring or torus (an *isotropic* task) is a
//! matrix: a row for every packet of node 0, a column for every link, an entry for how often the packet must
//! use the link. A slot of a symmetric schedule is a partial permutation matrix, so a schedule is a
//! decomposition of the task matrix, and the least number of slots is its critical sum (König; Varvarigos &
//! Bertsekas, *Communication Algorithms for Isotropic Tasks in Hypercubes and Wraparound Meshes*, cited as
//! P1).
//!
//! # Data flow
//!
//! ```text
//! task.json ─ wire ─► Problem: network, traffic, ports, objective
//!                        │
//!                        ├─► bounds    every kind that fits
//!                        ├─► methods   every entry of the register that suits, best first ─► Schedule
//!                        └─► exact     while a gap is left and the effort lasts                  │
//!                                                                                                │
//!                certificate.json ◄─ certify ─ read back ─► check (alone) ◄──────────────────────┘
//! ```
//!
//! [`solve::solve`] takes every problem through these steps; the methods are [`solve::METHODS`].
//!
//! On a Cayley graph whose links do not commute, words of links take the place of rows of a matrix
//! ([`job_shop`]).
//!
//! Broadcasts, accumulations, scatter and gather, in which packets are copied or combined or which have a
//! root, are solved by other means ([`tree`]): constructions on spanning trees, matchings and flows, and
//! bounds that count what a node or all nodes must send.
//!
//! # Example
//!
//! ```
//! use isotask::solve::{Outcome, SolveOptions, solve};
//! use isotask::wire::{Scope, TaskDocument, parse};
//! use isotask::model::Problem;
//!
//! let text = br#"{ "format": "isotask.task/1",
//!   "network": { "kind": "ring", "nodes": 4 }, "task": { "kind": "total-exchange" },
//!   "ports": "all", "objective": "completion-time" }"#;
//! let problem = Problem::new(&parse::<TaskDocument>(text)?)?;
//! let Outcome::Optimal(solution) = solve(&problem, &SolveOptions::default())? else {
//!     unreachable!("rings are solved exactly")
//! };
//! // No schedule is shorter. If every node does the translate of what node 0 does, three slots are least.
//! let claims = &solution.certificate.claims;
//! assert_eq!((claims[0].value, claims[0].scope), (2, Scope::All));
//! let symmetric = SolveOptions { symmetric: true, ..SolveOptions::default() };
//! let claims = solve(&problem, &symmetric)?.solution()?.certificate.claims;
//! assert_eq!((claims[0].value, claims[0].scope), (3, Scope::Isotropic));
//! assert_eq!((claims[1].lower.value(), claims[1].scope), (2, Scope::All));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! * **Documents.** [`wire`] has every document as plain structs: [`TaskDocument`](wire::TaskDocument),
//!   [`ScheduleDocument`](wire::ScheduleDocument), [`CertificateDocument`](wire::CertificateDocument) and
//!   others, with [`parse`](wire::parse) and [`to_bytes`](wire::to_bytes). [`grammar`] makes a task of words,
//!   such as `hypercube 5 scatter 3`.
//! * **Problems.** [`Problem::new`](model::Problem::new) is the one place that judges a task document; a
//!   [`Network`](model::Network) answers for distances, links and neighbours.
//! * **Schedules.** [`solve::solve`] ends in an [`Outcome`](solve::Outcome); [`METHODS`](solve::METHODS) are
//!   the ways to make schedules, each with its word, its sentence and its source. `solve::pareto` gives the
//!   least delay for every number of slots.
//! * **Bounds.** [`solve::bounds`] finds every lower bound that fits, as [`Bounds`](bound::Bounds), without a
//!   schedule.
//! * **Queries of a schedule.** A [`Schedule`](model::Schedule) is read from a document once,
//!   in any of its forms; it lists its [`Transmission`](model::Transmission)s slot by slot, the
//!   [`Journey`](model::Journey) of a packet, its [`Profile`](model::Profile), and what one node does, as a
//!   [`LocalSchedule`](model::LocalSchedule). A [`Query`](model::Query) answers for one unit of a long
//!   schedule without writing it out.
//! * **Bare matrices.** [`decompose`] divides a [`TaskMatrix`](model::TaskMatrix) into slots, for switches
//!   and other problems that are matrices with line sums.
//! * **Proofs.** [`check`] accepts a certificate only if it can recompute every number in it; it shares no
//!   code with the rest but [`wire`].
//! * **Formats of others.** [`export::FORMATS`] writes schedules, programs and proofs for other programs.
//! * **Claims.** `claims` judges what papers print.
//!
//! The [`guide`] describes everything by subject.
//!
//! Enums that will grow are `#[non_exhaustive]`, except those of [`wire`] and [`check`]: a program that
//! matches on a kind of task, network, bound or schedule should learn from the compiler that there is a new
//! one, as Isotask itself does.
//!
//! # Features
//!
//! * `cli` (default): the command `isotask`.
//! * `claims` (default): the papers' claims with their judge, and claims of your own.
//! * `ilp` (default): the method `ilp` through good_lp and HiGHS; needs cmake, a C++ compiler and libclang.
//!
//! Without features the library and the checker `isotask-check` need none of these tools; the delay model and
//! its export are still there.

pub mod bound;
#[cfg(feature = "claims")]
pub mod claims;
pub mod decompose;
pub mod export;
pub mod grammar;
pub mod guide;
pub mod model;
pub mod solve;

// The modules below carry those above. The command and the tests use them, so they are public to the
// compiler; they are no part of the API and change without notice.
#[doc(hidden)]
pub mod certify;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(all(feature = "claims", feature = "ilp"))]
#[doc(hidden)]
pub mod crosscheck;
#[doc(hidden)]
pub mod deadlock;
#[doc(hidden)]
pub mod delay;
#[doc(hidden)]
pub mod draw;
#[doc(hidden)]
pub mod graph;
#[doc(hidden)]
pub mod groups;
#[doc(hidden)]
pub mod job_shop;
#[doc(hidden)]
pub mod linear;
#[doc(hidden)]
pub mod orbit;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod rate;
#[doc(hidden)]
pub mod route;
#[doc(hidden)]
pub mod sat;
#[doc(hidden)]
pub mod tree;

pub use isotask_check as check;
pub use isotask_wire as wire;
