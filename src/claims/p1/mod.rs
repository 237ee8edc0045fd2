//! Claims of P1: Varvarigos & Bertsekas, *Communication Algorithms for Isotropic Tasks in Hypercubes and
//! Wraparound Meshes*.

#![allow(clippy::unnecessary_wraps, reason = "all judges return the same, also those that cannot fail")]

mod auxiliary;
mod classes;
mod clearing;
mod composite;
mod cube_time;
mod exchange;
mod matrices;
mod mesh_both;
mod non_wasting;
mod phases;
mod pooled;
mod ring;
mod symmetric;
mod tags;
mod torus_mesh;
mod torus_time;
mod wasteless;

use super::code::Code;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] = &[
    symmetric::CLAIMS,
    tags::CLAIMS,
    matrices::CLAIMS,
    cube_time::CLAIMS,
    non_wasting::CLAIMS,
    pooled::CLAIMS,
    auxiliary::CLAIMS,
    exchange::CLAIMS,
    classes::CLAIMS,
    phases::CLAIMS,
    composite::CLAIMS,
    torus_mesh::CLAIMS,
    mesh_both::CLAIMS,
    torus_time::CLAIMS,
    ring::CLAIMS,
];
