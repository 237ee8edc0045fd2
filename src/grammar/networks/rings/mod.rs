//! Words for products of rings, of any size.

pub(super) mod hypercube;
pub(super) mod ring;
pub(super) mod torus;
