//! The cheapest route of a packet through its corridor and slots.

use super::cells::Cells;
use super::find::Step;
use crate::graph::Random;
use crate::model::{count_of, wide};

/// The cost of a place and slot that are not reached.
const UNREACHED: u32 = u32::MAX;

/// An arc in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) arc: u32,
    pub(super) slot: u32,
}

/// A dynamic program over places and slots (Ford & Fulkerson 1958); waiting is free.
#[derive(Debug)]
pub(super) struct Router {
    /// By place, then slots waited so far.
    cost: Vec<u32>,
    /// By place: hops from the start.
    hops: Vec<usize>,
    random: Random,
    /// The number of prices read.
    pub(super) work: u64,
}

impl Router {
    pub(super) fn new(seed: u64) -> Self {
        Self { cost: Vec::new(), hops: Vec::new(), random: Random::new(seed), work: 0 }
    }

    /// Puts a cheapest route into `way`, the last hop first. The route must not have more hops than there are
    /// slots.
    pub(super) fn route(&mut self, cells: &Cells<'_>, corridor: &[Step], hops: usize, way: &mut Vec<Hop>) {
        way.clear();
        let Some(last) = corridor.last() else { return };
        let (width, end) = (cells.slots() - hops + 1, wide(last.to));
        self.cost.clear();
        self.cost.resize((end + 1) * width, UNREACHED);
        self.cost[..width].fill(0);
        self.hops.clear();
        self.hops.resize(end + 1, 0);
        self.work += count_of(corridor.len() * width);
        let mut settled = None;
        for step in corridor {
            let (from, to) = (wide(step.from), wide(step.to));
            if settled != Some(from) {
                wait(&mut self.cost[from * width..][..width]);
                settled = Some(from);
            }
            let before = self.hops[from];
            self.hops[to] = before + 1;
            let (costs, there) = self.cost.split_at_mut(to * width);
            let row = costs[from * width..][..width].iter().zip(&mut there[..width]);
            for (slot, (&cost, there)) in row.enumerate() {
                if cost < *there {
                    *there = (*there).min(cost.saturating_add(cells.price(step.arc, before + slot)));
                }
            }
        }
        wait(&mut self.cost[end * width..][..width]);
        self.trace(cells, corridor, end, width, way);
    }

    /// Follows the cheapest route back; of equally cheap ones it takes a random one.
    fn trace(&mut self, cells: &Cells<'_>, corridor: &[Step], end: usize, width: usize, way: &mut Vec<Hop>) {
        let (mut here, mut waited) = (end, width - 1);
        let mut steps = corridor;
        while here > 0 {
            let cost = self.cost[here * width + waited];
            // The earliest slot in which the packet may have been here.
            waited = self.cost[here * width..][..=waited].partition_point(|&before| before > cost);
            let (mut chosen, mut others) = (None, 0);
            for (at, step) in steps.iter().enumerate() {
                let from = wide(step.from);
                if wide(step.to) != here || self.cost[from * width + waited] >= cost {
                    continue;
                }
                let slot = self.hops[from] + waited;
                if self.cost[from * width + waited] + cells.price(step.arc, slot) == cost {
                    others += 1;
                    if self.random.below(others) == 0 {
                        chosen = Some((at, from, slot, step.arc));
                    }
                }
            }
            let (at, from, slot, arc) = chosen.expect("a cost comes from somewhere");
            way.push(Hop { arc, slot: u32::try_from(slot).expect("a slot of a table") });
            (here, steps) = (from, &steps[..at]);
        }
    }
}

/// Lets packets wait: replaces every cost by the minimum over the slots so far.
fn wait(row: &mut [u32]) {
    let mut least = UNREACHED;
    for cost in row {
        least = least.min(*cost);
        *cost = least;
    }
}
