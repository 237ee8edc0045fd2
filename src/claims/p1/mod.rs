//! Claims of P1: Varvarigos & Bertsekas, *Communication Algorithms for Isotropic Tasks in Hypercubes and Wraparound
//! Meshes*.

mod cube_delay;
mod cube_ports;
mod cube_time;
mod ring;
mod torus_time;

use super::Claim;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Claim]] =
    &[cube_time::CLAIMS, cube_delay::CLAIMS, cube_ports::CLAIMS, torus_time::CLAIMS, ring::CLAIMS];
