//! Claims of P3: Dimakopoulos & Dimopoulos, *Optimal Total Exchange in Cayley Graphs*.

mod networks;
mod queues;

use super::code::Code;

pub(super) use networks::{cayley, cyclic_cube, exchange, macro_star};

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] = &[queues::CLAIMS];
