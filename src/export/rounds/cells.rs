//! Chooses the cells that every hop reads and writes.

use super::hops::{Hop, Key};
use super::layout::Layout;
use crate::export::pool::Pool;
use crate::model::Packet;
use std::collections::BTreeMap;

/// The cell that the source of a hop reads, and the one that its target writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellPair {
    pub(super) send: u64,
    pub(super) receive: u64,
}

/// Returns the cells of the hops, and the number of cells that a device needs.
///
/// A packet in transit occupies a cell from the slot in which it arrives to the slot in which it departs. A
/// packet that arrives in the latter may reuse the cell, since all reads of a slot come before its writes. A
/// packet that is copied goes to its output cell and is sent on from there. A part of a sum is added to the
/// device's own part: in its input cell, or in the output cell of the device that gets the sum.
///
/// # Complexity
/// O(H log H) for H hops.
pub(super) fn cells(hops: &[Hop], layout: &Layout) -> (Vec<CellPair>, u64) {
    let first = layout.input() + layout.output();
    let until = next_hops(hops);
    let mut pools: BTreeMap<u64, Pool> = BTreeMap::new();
    let mut kept: BTreeMap<(u64, Key), u64> = BTreeMap::new();
    let mut ends = Vec::with_capacity(hops.len());
    for slot in hops.chunk_by(|a, b| a.slot == b.slot) {
        let begin = ends.len();
        for hop in slot {
            let send = kept.remove(&(hop.from, hop.key)).unwrap_or_else(|| match hop.key.0 {
                Packet::Copied { from } if !layout.is_device(from, hop.from) => layout.goal(hop.key),
                _ => layout.own(hop.key),
            });
            ends.push(CellPair { send, receive: 0 });
        }
        for (place, hop) in (begin..).zip(slot) {
            ends[place].receive = match (hop.key.0, until[place]) {
                (Packet::Personal { .. }, Some(last)) => {
                    let pool = pools.entry(hop.to).or_default();
                    let cell = first + u64::from(pool.cell(hop.slot, last - 1));
                    kept.insert((hop.to, hop.key), cell);
                    cell
                }
                (Packet::Personal { .. } | Packet::Copied { .. }, _) => layout.goal(hop.key),
                (Packet::Combined { to }, _) if layout.is_device(to, hop.to) => layout.goal(hop.key),
                (Packet::Combined { .. } | Packet::Summed { .. }, _) => layout.own(hop.key),
            };
        }
    }
    let transit = pools.values().map(|pool| u64::from(pool.cells())).max().unwrap_or(0);
    (ends, first + transit)
}

/// Returns the slot in which the target of each hop sends the packet on.
fn next_hops(hops: &[Hop]) -> Vec<Option<u64>> {
    let mut next: BTreeMap<(u64, Key), u64> = BTreeMap::new();
    let mut found = vec![None; hops.len()];
    let mut end = hops.len();
    for slot in hops.chunk_by(|a, b| a.slot == b.slot).rev() {
        let begin = end - slot.len();
        for (found, hop) in found[begin..end].iter_mut().zip(slot) {
            *found = next.get(&(hop.to, hop.key)).copied();
        }
        next.extend(slot.iter().map(|hop| ((hop.from, hop.key), hop.slot)));
        end = begin;
    }
    found
}
