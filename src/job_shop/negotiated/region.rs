//! The states on routes of a packet that are not too long.

use super::space::Space;
use super::trips::Trip;
use crate::model::{count_of, wide};

/// The place of a state that is not in the region.
const NO_PLACE: u32 = u32::MAX;

/// An arc between places of a region.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) arc: u32,
    /// The places that it joins.
    pub(super) from: u32,
    pub(super) to: u32,
    /// Fewest hops in the region from the start to its beginning, and at most the fewest in the region from
    /// its end to the destination.
    pub(super) before: u32,
    pub(super) after: u32,
}

/// The states v of d(start, v) + d(v, destination) ≤ h hops, in the order of the distance from the start, and
/// the arcs on routes of at most h hops; a state's number here is its *place*.
#[derive(Debug)]
pub(super) struct Region {
    /// By state.
    place: Vec<u32>,
    /// By place.
    states: Vec<u32>,
    hops: Vec<u32>,
    /// By place: where its steps begin, and their number at the end.
    first: Vec<u32>,
    steps: Vec<Step>,
}

impl Region {
    /// Returns an empty region of a network with `states` states.
    pub(super) fn new(states: usize) -> Self {
        Self {
            place: vec![NO_PLACE; states],
            states: Vec::new(),
            hops: Vec::new(),
            first: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Sets the region to routes of a packet of at most `most` hops, all of them over open arcs.
    pub(super) fn explore(
        &mut self,
        space: &Space,
        trip: Trip<'_>,
        most: usize,
        is_open: impl Fn(u32) -> bool,
    ) {
        self.clear();
        self.reach(trip.from, 0);
        let mut from = 0;
        while let Some(&state) = self.states.get(wide(from)) {
            self.first.push(narrow(self.steps.len()));
            let before = self.hops[wide(from)];
            let arcs = if state == trip.to { 0..0 } else { space.leaving(state) };
            for arc in arcs {
                let there = space.to(arc);
                let after = trip.left[wide(there)];
                if wide(before) + 1 + usize::from(after) <= most && is_open(arc) {
                    let known = self.place[wide(there)];
                    let to = if known == NO_PLACE { self.reach(there, before + 1) } else { known };
                    self.steps.push(Step { arc, from, to, before, after: after.into() });
                }
            }
            from += 1;
        }
        self.first.push(narrow(self.steps.len()));
    }

    /// Sets the region to a single route from a state.
    pub(super) fn set_route(&mut self, space: &Space, from: u32, route: impl ExactSizeIterator<Item = u32>) {
        self.clear();
        self.reach(from, 0);
        let mut after = narrow(route.len());
        for (from, arc) in (0..).zip(route) {
            after -= 1;
            self.first.push(from);
            self.steps.push(Step { arc, from, to: from + 1, before: from, after });
            self.reach(space.to(arc), from + 1);
        }
        self.first.extend([narrow(self.steps.len()); 2]);
    }

    fn clear(&mut self) {
        for &state in &self.states {
            self.place[wide(state)] = NO_PLACE;
        }
        self.states.clear();
        self.hops.clear();
        self.first.clear();
        self.steps.clear();
    }

    fn reach(&mut self, state: u32, hops: u32) -> u32 {
        let place = narrow(self.states.len());
        self.place[wide(state)] = place;
        self.states.push(state);
        self.hops.push(hops);
        place
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the place of a state, if it is in the region.
    pub(super) fn place(&self, state: u32) -> Option<usize> {
        Some(self.place[wide(state)]).filter(|&place| place != NO_PLACE).map(wide)
    }

    /// Returns the hops from the start to a place.
    pub(super) fn hops(&self, place: usize) -> usize {
        wide(self.hops[place])
    }

    /// Returns the steps from a place, by arc.
    pub(super) fn steps(&self, place: usize) -> &[Step] {
        &self.steps[wide(self.first[place])..wide(self.first[place + 1])]
    }

    /// Iterates over the steps to the state of a place.
    pub(super) fn steps_to(&self, space: &Space, place: usize) -> impl Iterator<Item = &Step> {
        let entering = space.entering(self.states[place]).iter();
        entering.filter_map(|&arc| {
            let steps = self.steps(self.place(space.from(arc))?);
            steps.binary_search_by_key(&arc, |step| step.arc).ok().map(|at| &steps[at])
        })
    }
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count_of(count)).expect("at most the arcs")
}
