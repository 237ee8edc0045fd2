//! The guide: what Isotask does, by subject.
//!
//! Pages cite the papers as P1 to P5:
//!
//! * P1: Varvarigos & Bertsekas, *Communication Algorithms for Isotropic Tasks in Hypercubes and Wraparound
//!   Meshes*;
//! * P2: Bertsekas, Özveren, Stamoulis, Tseng & Tsitsiklis, *Optimal Communication Algorithms for
//!   Hypercubes*;
//! * P3: Dimakopoulos & Dimopoulos, *Optimal Total Exchange in Cayley Graphs*;
//! * P4: Katseff, *Incomplete Hypercubes*;
//! * P5: Ho & Johnsson, *Distributed Routing Algorithms for Broadcasting and Personalized Communication in
//!   Hypercubes*.
//!
//! Commands that a page shows are run one after the other by a test, and a text that follows them is what the
//! last of them prints.

#[doc = include_str!("words.md")]
pub mod words {}

#[doc = include_str!("decompose.md")]
pub mod decompose {}

#[doc = include_str!("rounds.md")]
pub mod rounds {}

#[doc = include_str!("messages.md")]
pub mod messages {}

#[doc = include_str!("rate.md")]
pub mod rate {}

#[doc = include_str!("collectives.md")]
pub mod collectives {}

#[doc = include_str!("allreduce.md")]
pub mod allreduce {}

#[doc = include_str!("cayley.md")]
pub mod cayley {}

#[doc = include_str!("demands.md")]
pub mod demands {}

#[doc = include_str!("machines.md")]
pub mod machines {}

#[doc = include_str!("orbits.md")]
pub mod orbits {}

#[doc = include_str!("delay.md")]
pub mod delay {}

#[doc = include_str!("deadlock.md")]
pub mod deadlock {}

#[doc = include_str!("papers.md")]
pub mod papers {}

#[doc = include_str!("mpi.md")]
pub mod mpi {}

#[doc = include_str!("python.md")]
pub mod python {}

#[doc = include_str!("methods.md")]
pub mod methods {}

#[doc = include_str!("claims.md")]
pub mod claims {}

#[doc = include_str!("crosscheck.md")]
pub mod crosscheck {}

#[doc = include_str!("consumers.md")]
pub mod consumers {}

#[doc = include_str!("proof.md")]
pub mod proof {}

#[doc = include_str!("parts.md")]
pub mod parts {}

#[doc = include_str!("limits.md")]
pub mod limits {}

#[doc = include_str!("testing.md")]
pub mod testing {}

#[doc = include_str!("design.md")]
pub mod design {}

#[doc = include_str!("extending.md")]
pub mod extending {}
