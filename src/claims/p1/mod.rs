//! Claims of P1: Varvarigos & Bertsekas, *Communication Algorithms for Isotropic Tasks in Hypercubes and
//! Wraparound Meshes*.

#![allow(clippy::unnecessary_wraps, reason = "all judges return the same, also those that cannot fail")]

mod auxiliary;
mod exchange;
mod pooled;
mod wasteless;

use super::code::Code;

/// The claims of P1 that are judged by a search over all algorithms, or over all pairs of customers.
pub(super) const LISTS: &[&[Code]] = &[wasteless::CLAIMS, auxiliary::CLAIMS, exchange::CLAIMS];
