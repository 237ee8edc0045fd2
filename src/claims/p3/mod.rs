//! Claims of P3: Dimakopoulos & Dimopoulos, *Optimal Total Exchange in Cayley Graphs*.

mod automorphisms;
mod bounds;
mod multiport;
mod networks;
mod printed;
mod queues;

use super::code::Code;

/// All of them, in the order of the paper.
pub(super) const LISTS: &[&[Code]] =
    &[automorphisms::CLAIMS, bounds::CLAIMS, queues::CLAIMS, printed::CLAIMS, multiport::CLAIMS];
