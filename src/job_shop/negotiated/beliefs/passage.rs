//! Where a packet may be slot by slot.

use super::super::region::Region;
use super::super::trips::Trip;
use crate::model::{count_of, wide};

/// Not there.
const NONE: u32 = u32::MAX;

/// A move, or waiting, in one slot, between two places of a packet in time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The arc and the slot as one number, unless the packet waits.
    cell: u32,
    /// For how much it counts there: the odds that the packet takes it if nobody else does.
    pub(super) odds: u64,
}

impl Step {
    /// The cell that is taken, unless the packet waits.
    pub(super) fn cell(&self) -> Option<usize> {
        (self.cell != NONE).then(|| wide(self.cell))
    }
}

/// All ways of a packet in time, as a network of places: it begins at the first, ends at `end`, and each way
/// has a step in every slot. Steps are in the order of their slots.
#[derive(Debug, Clone)]
pub(super) struct Passage {
    pub(super) places: usize,
    pub(super) end: u32,
    pub(super) steps: Vec<Step>,
    /// How many packets go so: equal ones, none of them known from the others.
    pub(super) packets: u32,
    /// The steps of its way, once that is decided.
    pub(super) decided: Option<Vec<u32>>,
}

impl Passage {
    /// Of some packets, over the arcs of a region, in so many slots; none if it has more than `most` steps.
    /// Nobody comes back to the start.
    pub(super) fn new(
        region: &Region,
        trip: Trip<'_>,
        slots: usize,
        packets: u32,
        most: usize,
    ) -> Option<Self> {
        let mut steps = Vec::new();
        let mut here = vec![NONE; region.len()];
        let mut there = here.clone();
        here[0] = 0;
        let mut places = 1;
        for slot in 0..slots {
            for (at, &from) in here.iter().enumerate().filter(|(_, from)| **from != NONE) {
                let mut step = |to: usize, cell| {
                    if there[to] == NONE {
                        there[to] = places;
                        places += 1;
                    }
                    steps.push(Step { from, to: there[to], cell, odds: 0 });
                };
                if slot + 1 + trip.left(region.state(at)) <= slots {
                    step(at, NONE);
                }
                for way in region.steps(at).iter().filter(|way| way.to != 0) {
                    if slot + 1 + wide(way.after) <= slots {
                        let cell = wide(way.arc) * slots + slot;
                        step(wide(way.to), narrow(cell));
                    }
                }
            }
            if steps.len() > most {
                return None;
            }
            std::mem::swap(&mut here, &mut there);
            there.fill(NONE);
        }
        let end = here[region.place(trip.to).expect("there is a way")];
        steps.shrink_to_fit();
        Some(Self { places: wide(places), end, steps, packets, decided: None })
    }

    /// The steps that are kept, with those only that lie on ways from the first to the last place of them;
    /// none if there is no such way.
    pub(super) fn pruned(&self, is_kept: impl Fn(usize) -> bool) -> Option<Self> {
        let (mut begins, mut ends) = (vec![false; self.places], vec![false; self.places]);
        begins[0] = true;
        ends[wide(self.end)] = true;
        let steps = || self.steps.iter().enumerate().filter(|(at, _)| is_kept(*at));
        for (_, step) in steps() {
            begins[wide(step.to)] |= begins[wide(step.from)];
        }
        for (_, step) in steps().rev() {
            ends[wide(step.from)] |= ends[wide(step.to)];
        }
        let mut number = vec![NONE; self.places];
        let mut places = 0;
        let mut named = |place: u32| {
            let number = &mut number[wide(place)];
            if *number == NONE {
                *number = places;
                places += 1;
            }
            *number
        };
        named(0);
        let mut kept = Vec::new();
        for (_, step) in steps() {
            if begins[wide(step.from)] && ends[wide(step.to)] {
                kept.push(Step { from: named(step.from), to: named(step.to), ..*step });
            }
        }
        let end = named(self.end);
        kept.shrink_to_fit();
        let pruned = Self {
            places: wide(places),
            end,
            steps: kept,
            packets: self.packets,
            decided: self.decided.clone(),
        };
        begins[wide(self.end)].then_some(pruned)
    }

    /// The cells of the steps of a way, in the order of time.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        let decided = self.decided.iter().flatten();
        decided.filter_map(|&step| self.steps[wide(step)].cell())
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count_of(count)).expect("places of a table")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::graph::Random;

    impl Step {
        pub(in super::super) fn some(from: u32, to: u32, cell: Option<u32>) -> Self {
            Self { from, to, cell: cell.unwrap_or(NONE), odds: 0 }
        }
    }

    /// A passage of chance: two places a slot, one at the end.
    pub(in super::super) fn some_passage(slots: u32, random: &mut Random) -> Passage {
        let mut steps = Vec::new();
        for slot in 0..slots {
            for from in 0..2 {
                for to in 0..2 {
                    let is_there = (slot > 0 || from == 0) && (slot + 1 < slots || to == 0);
                    if is_there && (from == to || random.below(3) > 0) {
                        let cell = (from != to).then(|| narrow(random.below(6)));
                        let place = |slot: u32, at: u32| if slot == 0 { 0 } else { 2 * slot - 1 + at };
                        steps.push(Step::some(place(slot, from), place(slot + 1, to), cell));
                    }
                }
            }
        }
        let end = 2 * slots - 1;
        Passage { places: wide(end) + 1, end, steps, packets: 1, decided: None }
    }

    /// All ways, as lists of steps.
    pub(in super::super) fn ways(passage: &Passage) -> Vec<Vec<usize>> {
        let (mut open, mut ways) = (vec![(0, Vec::new())], Vec::new());
        while let Some((place, way)) = open.pop() {
            if place == passage.end {
                ways.push(way);
                continue;
            }
            for (at, step) in passage.steps.iter().enumerate().filter(|(_, step)| step.from == place) {
                open.push((step.to, [&way[..], &[at]].concat()));
            }
        }
        ways
    }

    /// Without some steps exactly the ways are left that take none of them, by their cells, and no step that
    /// is on none of these ways.
    #[test]
    fn what_is_pruned_are_the_ways_over_other_steps() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let passage = some_passage(5, &mut random);
            let kept: Vec<bool> = passage.steps.iter().map(|_| random.below(4) > 0).collect();
            let cells = |passage: &Passage, way: &[usize]| -> Vec<Option<usize>> {
                way.iter().map(|&at| passage.steps[at].cell()).collect()
            };
            let mut wanted: Vec<_> = ways(&passage)
                .into_iter()
                .filter(|way| way.iter().all(|&at| kept[at]))
                .map(|way| cells(&passage, &way))
                .collect();
            let Some(pruned) = passage.pruned(|at| kept[at]) else {
                assert!(wanted.is_empty());
                continue;
            };
            let left = ways(&pruned);
            let mut found: Vec<_> = left.iter().map(|way| cells(&pruned, way)).collect();
            wanted.sort();
            found.sort();
            assert_eq!(found, wanted);
            assert!((0..pruned.steps.len()).all(|at| left.iter().any(|way| way.contains(&at))));
        }
    }
}
