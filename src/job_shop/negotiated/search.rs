//! The cheapest way of one packet through cells of any cost.

use super::region::Region;
use super::space::Space;
use super::trips::Trip;
use super::ways::Hop;
use crate::model::wide;

/// Finds ways one after the other.
#[derive(Debug)]
pub(super) struct Search {
    region: Region,
    /// By slot, then place: how it is cheapest to be there.
    best: Vec<There>,
    steps: u64,
}

/// How a packet is at a place after some slots.
#[derive(Debug, Clone, Copy)]
struct There {
    cost: u64,
    /// Where it was before, and the arc over which it went; none if it waited.
    from: u32,
    arc: u32,
}

/// No arc, and a cost that is not reached.
const NONE: u32 = u32::MAX;
const FAR: u64 = u64::MAX;

impl Search {
    pub(super) fn new(space: &Space) -> Self {
        Self { region: Region::new(space.states()), best: Vec::new(), steps: 0 }
    }

    /// A cheapest way, the last move first, with at most so many hops more than the shortest, and over in so
    /// many slots. A move costs what `toll` says each time that it is asked; a way costs less than 2⁶⁴.
    ///
    /// # Complexity
    /// O(a T) time for a arcs on such ways in T slots.
    pub(super) fn cheapest(
        &mut self,
        space: &Space,
        trip: Trip<'_>,
        slots: usize,
        detour: usize,
        mut toll: impl FnMut(Hop) -> u64,
    ) -> Vec<Hop> {
        self.region.explore(space, trip, trip.shortest() + detour, |_| true);
        let places = self.region.len();
        self.best.clear();
        self.best.resize(places * (slots + 1), There { cost: FAR, from: 0, arc: NONE });
        self.best[0].cost = 0;
        for (slot, now) in (0..slots).zip(0..) {
            let (before, after) = self.best[slot * places..].split_at_mut(places);
            for (from, &There { cost, .. }) in (0..).zip(&*before) {
                if cost == FAR {
                    continue;
                }
                let here = &mut after[wide(from)];
                if cost < here.cost {
                    *here = There { cost, from, arc: NONE };
                }
                for step in self.region.steps(wide(from)) {
                    if slot + 1 + wide(step.after) <= slots {
                        self.steps += 1;
                        let hop = Hop { arc: step.arc, slot: now };
                        let (cost, there) = (cost + toll(hop), &mut after[wide(step.to)]);
                        if cost < there.cost {
                            *there = There { cost, from, arc: step.arc };
                        }
                    }
                }
            }
        }
        self.trace(trip, places, slots)
    }

    /// The moves on the way to where a packet goes.
    fn trace(&self, trip: Trip<'_>, places: usize, slots: usize) -> Vec<Hop> {
        let (mut way, mut place) = (Vec::new(), self.region.place(trip.to).expect("there is a way"));
        for slot in (0..u32::try_from(slots).expect("slots of a table")).rev() {
            let There { from, arc, .. } = self.best[(wide(slot) + 1) * places + place];
            way.extend(Some(Hop { arc, slot }).filter(|_| arc != NONE));
            place = wide(from);
        }
        way
    }

    /// How many steps were looked at.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use crate::job_shop::negotiated::tests::tables;
    use crate::model::count_of;

    /// By a table of all nodes after every slot (Bellman 1957), whatever the costs are.
    #[test]
    fn ways_are_as_cheap_as_by_a_table() {
        let network = r#"{"kind":"graph","nodes":6,"links":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,0],[1,4]]}"#;
        let tables = tables(network, r#"{"from":0,"to":3},{"from":5,"to":2}"#, "all");
        let (space, mut random) = (&tables.space, Random::new(1));
        let mut search = Search::new(space);
        for turn in 0..200 {
            let (packet, slots) = (turn % 2, 3 + usize::try_from(turn % 5).expect("small"));
            let trip = tables.trips.of(packet);
            let costs: Vec<u64> = (0..space.arcs() * slots).map(|_| count_of(random.below(9))).collect();
            let toll = |Hop { arc, slot }: Hop| costs[wide(arc) * slots + wide(slot)];
            let mut least = vec![FAR; space.states()];
            least[wide(trip.from)] = 0;
            for slot in (0..).take(slots) {
                let before = least.clone();
                for arc in (0..).take(space.arcs()) {
                    let there = &mut least[wide(space.to(arc))];
                    *there =
                        (*there).min(before[wide(space.from(arc))].saturating_add(toll(Hop { arc, slot })));
                }
            }
            let way = search.cheapest(space, trip, slots, slots, toll);
            assert_eq!(way.iter().map(|&hop| toll(hop)).sum::<u64>(), least[wide(trip.to)], "{turn}");
            let (mut here, mut until) = (trip.to, u32::MAX);
            for &Hop { arc, slot } in &way {
                assert!(space.to(arc) == here && slot < until, "{turn}");
                (here, until) = (space.from(arc), slot);
            }
            assert_eq!(here, trip.from);
        }
    }
}
