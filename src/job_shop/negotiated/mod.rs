//! Negotiated ways: all packets take their cheapest ways through links and slots at once, and those that meet
//! in a link and slot with room for fewer make it dearer until they part.
//!
//! `McMurchie` & Ebeling, *`PathFinder`: a negotiation-based performance-driven router for FPGAs* (1995), on
//! the network expanded in time (Ford & Fulkerson 1958):
//! 1. [`space`] says which resources, links and ports, an arc takes for a slot;
//! 2. [`cells`] counts the packets of every resource and slot, and prices them;
//! 3. [`region`] and [`router`] find the cheapest way of one of the [`trips`], [`ways`] keeps those of all;
//! 4. [`negotiation`] sweeps over the packets that have too little room, in a fixed number of slots; where
//!    they do not settle, ways may be longer, and packets may meet for little again, then for more and more;
//! 5. where many have, a [`guide`] finds ways that share the network evenly without slots ([`sharing`]), and
//!    packets begin there;
//! 6. here that number begins a tenth above the bound, where packets settle at once, and comes down as long
//!    as that is cheap; then it is the bound, and is sought between it and what is known where the packets do
//!    not settle; who calls is asked whether the bound can be raised, and for prices of links and slots,
//!    which packets then pay from the beginning.

mod cells;
mod guide;
mod negotiation;
mod region;
mod router;
mod sharing;
mod space;
mod trips;
mod ways;

#[cfg(test)]
mod tests;

use super::listed::{CutShort, ListFound, ListSearch, ListTry, Refutation, Unsettled};
use super::slots::in_slots;
use super::watch::{Effort, SearchState, SearchWork};
use crate::model::{
    DemandsTask, ExplicitSchedule, Load, Node, OrbitSchedule, OrbitStep, Sent, Subgroup, count_of, wide,
};
use guide::Guide;
use negotiation::{Beginning, Budget, Negotiation};
use space::Space;
use trips::{MOST_HOPS, MOST_PAIRS, Trips, destinations};
use ways::{Hop, Ways};

/// Most arcs times slots.
const MOST_PLACES: u64 = 1 << 26;
/// Most slots times hops: first ways of all packets look at as many prices.
const MOST_FIRST: u64 = 1 << 32;
/// What a search without a time limit may cost beside a first way for every packet, in prices looked at or
/// changed: of every task, and of every move and slot, up to a limit.
const WORK: u64 = 1 << 33;
const WORK_OF_MOVE: u64 = 1 << 5;
const MOST_OF_MOVES: u64 = 1 << 35;
/// Sweeps without progress, one packet being too many, of every task, and one of every packet.
const PATIENCE: u64 = 2_000;

/// The round in which packets pay what others have found out of links and slots; the last by default.
const PRICED: u64 = 2;
/// By what share of the bound the first schedule that is sought is longer.
const FIRST_ABOVE: u64 = 10;
/// What one step down from it may cost.
const WORK_OF_STEP: u64 = 1 << 27;

/// Of so many packets one is too many where a guide is asked; of so many too many its ways may leave one, and
/// its open arcs all but one.
const FEW: u64 = 16;
const MUCH_BETTER: u64 = 3;
const BETTER: u64 = 5;
/// Where fewer are too many, an attempt goes on before other numbers of slots are tried.
const NEARLY: u64 = 256;

/// How a schedule of this search came about.
const HOW: &str = "negotiated ways through links and slots";

/// What is asked, in tables.
struct Tables {
    space: Space,
    trips: Trips,
}

/// A schedule shorter than `known` slots of packets from node to node, beginning with the bound; none if none
/// was found, some packet is copied or combined, or the task is too large for tables.
///
/// Packets take shortest ways unless they do not settle on them. First a schedule is sought that is a tenth
/// longer than the bound, and shorter ones from its ways, as long as each costs little. Then packets begin at
/// the bound; where they do not settle there, halves of what lies between the bound and what is known are
/// tried, and every attempt may cost half of what is left. In as many slots as before packets go on from the
/// ways that did not settle. In others they begin anew, or, if the search is endless, go on from ways that
/// settled in every other round.
///
/// # Complexity
/// O(A · T + D · n + M) space for A directed links, T slots, D destinations, n nodes and M moves. A way of
/// h hops takes O(a · T) time for the a arcs on shortest paths between its ends, on detours O(h · a · T) at
/// worst.
#[must_use]
pub fn negotiated(task: &DemandsTask, known: u64, search: ListSearch<'_>) -> Option<ListFound> {
    if !can_negotiate(task, search.lower) {
        return None;
    }
    let tables = Tables::new(task, task.loads(), Space::of_task(task))?;
    // What the search has freed is at hand for the schedule on the thread of the search.
    rayon::scope(|_| {
        let Settled { slots, ways, cut_short } = tables.settle(known, search)?;
        let how = ListTry { how: HOW, reversed: false, slots };
        Some(ListFound { schedule: tables.schedule(ways, slots), tries: vec![how], cut_short })
    })
}

/// A schedule under a group, and why its search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrbitFound {
    /// The schedule.
    pub schedule: OrbitSchedule,
    /// Why the search ended before its bound, where it could have gone on.
    pub cut_short: Option<CutShort>,
}

/// The same under a group of automorphisms that takes packets to packets: one packet of each orbit moves, and
/// links and ports of a class of nodes are shared by all. None also if the group does not keep the task, or a
/// half-duplex node has a link to one of its class, which would send and receive in one slot.
///
/// # Complexity
/// As [`negotiated()`] for 1/|H| of the packets and places, r destinations for r classes of nodes.
#[must_use]
pub fn negotiated_orbits(
    task: &DemandsTask,
    group: &Subgroup,
    known: u64,
    search: ListSearch<'_>,
) -> Option<OrbitFound> {
    let loads = task.orbits(group)?;
    if task.has_lost_links(group) {
        return None;
    }
    let tables = Tables::new(task, &loads, Space::of_orbits(task, group))?;
    rayon::scope(|_| {
        let Settled { slots, ways, cut_short } = tables.settle(known, search)?;
        Some(OrbitFound { schedule: tables.orbit_schedule(task, group, &ways, slots), cut_short })
    })
}

/// Whether the tables for so many slots are not too large, nor first ways too dear, and all packets go from
/// node to node.
#[must_use]
pub fn can_negotiate(task: &DemandsTask, slots: u64) -> bool {
    let arcs = u64::from(task.graph().arcs());
    let pairs = |destinations: Vec<u32>| destinations.len() * wide(task.graph().nodes());
    arcs * slots.min(MOST_PLACES) <= MOST_PLACES
        && slots.saturating_mul(task.least_moves()) <= MOST_FIRST
        && destinations(task.loads()).map(pairs).is_some_and(|pairs| pairs <= MOST_PAIRS)
}

impl Tables {
    /// The tables of some packets of a task in a space; none if they would be too large, or some packet is
    /// copied or combined.
    fn new(task: &DemandsTask, loads: &[Load], space: Space) -> Option<Self> {
        let trips = Trips::new(task, loads, space.states())?;
        Some(Self { space, trips })
    }

    /// Ways that settle in as few slots as are found, below `known`.
    fn settle(&self, known: u64, search: ListSearch<'_>) -> Option<Settled> {
        let farthest = self.trips.iter().map(|trip| trip.shortest()).max()?;
        let lower = search.lower.max(count_of(farthest));
        let most = MOST_PLACES / count_of(self.space.arcs()).max(1);
        let (attained, known) = (Some(known).filter(|known| *known <= most), known.min(most + 1));
        if farthest > MOST_HOPS || lower >= known {
            return None;
        }
        let mut rise = Rise {
            space: &self.space,
            trips: &self.trips,
            search,
            attained,
            known,
            lower,
            asked: None,
            round: 0,
            guide: None,
            prices: None,
            ways: None,
            excess: 0,
            steps: 0,
            found: None,
        };
        rise.descend();
        while rise.is_left() {
            rise.rise();
            // To find costs less than to refute.
            while rise.round > 0 && rise.is_left() && rise.raise() {
                rise.rise();
            }
            rise.round += 1;
        }
        let (slots, ways) = rise.found?;
        Some(Settled { slots, ways, cut_short: search.cut_short(slots <= rise.lower) })
    }

    /// The moves along the ways, each with its packet.
    fn moves<'a>(&self, ways: &'a Ways) -> impl Iterator<Item = (u32, Hop)> + Clone + 'a {
        (0..).take(self.trips.len()).flat_map(|packet| ways.way(packet).map(move |hop| (packet, hop)))
    }

    /// What every node sends along the ways, which end here.
    fn schedule(&self, ways: Ways, slots: u64) -> ExplicitSchedule {
        let node = |state: u32| Node(state.into());
        let sent = |(packet, Hop { arc, slot })| {
            (slot, Sent::new(packet, node(self.space.from(arc)), node(self.space.to(arc))))
        };
        let slots = usize::try_from(slots).expect("slots of a table");
        let slots = in_slots(slots, self.moves(&ways).map(sent));
        drop(ways);
        ExplicitSchedule { packets: self.trips.packets(), slots }
    }

    /// What one packet of each orbit does along the ways.
    fn orbit_schedule(&self, task: &DemandsTask, group: &Subgroup, ways: &Ways, slots: u64) -> OrbitSchedule {
        let step = |(packet, Hop { arc, slot })| {
            let (node, link) = (Node(self.space.from(arc).into()), task.graph().link(arc));
            (slot, OrbitStep { packet, node, link })
        };
        let slots = in_slots(usize::try_from(slots).expect("slots of a table"), self.moves(ways).map(step));
        OrbitSchedule { group: group.clone(), packets: self.trips.packets(), slots }
    }
}

/// Ways that settled.
struct Settled {
    slots: u64,
    ways: Ways,
    /// Why no fewer slots were sought.
    cut_short: Option<CutShort>,
}

/// The search for the least number of slots in which packets settle.
struct Rise<'a> {
    space: &'a Space,
    trips: &'a Trips,
    search: ListSearch<'a>,
    /// The slots of a schedule that is known, and those below which others count.
    attained: Option<u64>,
    known: u64,
    /// No schedule has fewer slots.
    lower: u64,
    /// After how bad an attempt others were asked to raise that.
    asked: Option<Unsettled>,
    /// How often all was tried.
    round: u64,
    /// Where packets begin, if not on shortest ways.
    guide: Option<Guide>,
    /// What arcs cost in each of so many slots, where somebody has looked into it.
    prices: Option<(u64, Vec<Vec<u64>>)>,
    /// Those of the last attempt if they did not settle, in so many slots, and the packets too many on them.
    ways: Option<(u64, Ways)>,
    excess: u64,
    /// Prices that were looked at or changed so far.
    steps: u64,
    /// The shortest settled ways, and their slots.
    found: Option<(u64, Ways)>,
}

impl Rise<'_> {
    /// The fewest slots that are known or found.
    fn high(&self) -> u64 {
        self.found.as_ref().map_or(self.known, |(slots, _)| *slots)
    }

    /// Whether a gap is left, and work to close it.
    fn is_left(&self) -> bool {
        let rounds = match self.search.effort {
            Effort::Quick => 0,
            Effort::Standard | Effort::Thorough => PRICED + 1,
            Effort::Exhaustive => u64::MAX,
        };
        self.high() > self.lower && self.round < rounds && !(self.search.stop)()
    }

    /// Soon finds a schedule that is hardly longer than the bound, and from its ways shorter ones, by halves
    /// of what lies above what did not settle, each at little cost; where none settles, longer ones are
    /// tried.
    fn descend(&mut self) {
        let (mut low, mut slots) = (self.lower - 1, self.lower + self.lower.div_ceil(FIRST_ABOVE));
        loop {
            let high = self.high();
            if slots >= high {
                slots = low + (high - low) / 2;
            }
            if slots == low || self.attempt(slots, WORK_OF_STEP, Begin::Settled).is_none() {
                break;
            }
            if self.high() > slots {
                low = slots;
            }
            slots = match self.found {
                Some((found, _)) => low + (found - low) / 2,
                None => slots + 2 * (slots - self.lower),
            };
        }
        self.ways = None;
    }

    /// Looks for fewer slots than are known: as few as the bound says, then between.
    fn rise(&mut self) {
        let moves: usize = self.trips.iter().map(|trip| trip.shortest()).sum();
        let mut work = self.effort(WORK + MOST_OF_MOVES.min(WORK_OF_MOVE * self.lower * count_of(moves)));
        // Beginning anew finds more, going on from what was found finds it sooner.
        let goes_on = self.round.is_multiple_of(2);
        let begin = if goes_on && self.round > PRICED { Begin::Settled } else { Begin::Anew };
        let (mut low, mut is_first) = (self.lower, true);
        loop {
            let high = self.high();
            if low >= high || work == 0 {
                return;
            }
            // Packets may well settle at the bound; where they do not, somewhere on the way to what is known.
            let slots = if is_first { low } else { low + (high - low) / 2 };
            let Some(spent) = self.attempt(slots, work / 2, begin) else { return };
            work = work.saturating_sub(spent);
            let is_crowded = self.excess > count_of(self.trips.len()) / FEW;
            if is_first && self.round == 0 && is_crowded && self.guide.is_none() {
                self.ask_guide(slots, work / 2);
            }
            if self.high() > slots {
                low = slots + 1;
            }
            is_first = false;
        }
    }

    /// How the last attempt ended, if not with a schedule.
    fn unsettled(&self) -> Unsettled {
        let nearly = self.excess <= count_of(self.trips.len()) / NEARLY;
        if nearly { Unsettled::Nearly } else { Unsettled::Hardly }
    }

    /// Raises the bound as far as others refute what it leaves, below what is attained; whether it is higher.
    /// They are asked once, and once more, in full, where packets still do not settle.
    fn raise(&mut self) -> bool {
        let attained = self.high();
        let how = if self.round >= PRICED { Unsettled::Still } else { self.unsettled() };
        let before = self.lower;
        if self.asked >= Some(how) {
            return false;
        }
        self.asked = Some(how);
        while self.lower < attained {
            match (self.search.refute)(self.lower, how) {
                Refutation::Proved => self.lower += 1,
                Refutation::Prices(prices) => {
                    // Links side by side, which are one here, have a price each: these are not followed.
                    if prices.iter().all(|of_slot| of_slot.len() == self.space.arcs()) {
                        // Packets that pay them begin anew, not on the ways of the last attempt.
                        (self.prices, self.ways) = (Some((self.lower, prices)), None);
                    }
                    break;
                }
                Refutation::Unknown => break,
            }
        }
        self.lower > before
    }

    /// Tries so many slots once more with a guide, on its ways, and if that is not much better than shortest
    /// ways were, on its open arcs. It is kept if it leaves fewer packets too many.
    fn ask_guide(&mut self, slots: u64, work: u64) {
        let Some(guide) = Guide::new(self.space, self.trips, slots, self.search.stop) else { return };
        let (ways, excess) = (self.ways.take(), self.excess);
        self.guide = Some(guide);
        for most in [excess / MUCH_BETTER, excess - excess / BETTER] {
            self.attempt(slots, work, Begin::Anew);
            if self.found.is_some() || (self.ways.is_some() && self.excess <= most) {
                return;
            }
            self.ways = None;
            self.guide.iter_mut().for_each(Guide::loosen);
        }
        (self.guide, self.ways, self.excess) = (None, ways, excess);
    }

    /// What is meant of an effort in this round: little in the first, which is to find something, and more
    /// from round to round.
    fn effort(&self, whole: u64) -> u64 {
        match (self.round, self.search.effort) {
            (0, _) => whole / 16,
            (_, Effort::Standard) => whole / 4,
            (round, _) => whole.saturating_mul(1 << (round - 1).min(16)),
        }
    }

    /// Tries a number of slots; what it cost, none if it was stopped.
    fn attempt(&mut self, slots: u64, work: u64, begin: Begin) -> Option<u64> {
        let (search, stop) = (self.search, self.search.stop);
        let best = self.found.as_ref().map(|(slots, _)| *slots).or(self.attained);
        let tries = SearchWork::Slots { tries: Some(slots), steps: self.steps };
        search.watch.see(SearchState { best, lower: self.lower, work: tries });
        let seed = self.round << 32 | slots;
        let count = usize::try_from(slots).expect("slots of a table");
        let settled =
            || self.found.as_ref().filter(|_| begin == Begin::Settled).map(|(_, ways)| ways.clone());
        // In another number of slots the detours of the last attempt would be in the way.
        let unsettled = self.ways.take().filter(|(last, _)| *last == slots);
        let known = unsettled.map(|(_, ways)| ways).or_else(settled);
        let begin = Beginning {
            guide: self.guide.as_ref(),
            prices: self
                .prices
                .as_ref()
                .filter(|(priced, _)| *priced == slots)
                .map(|(_, prices)| &prices[..]),
            seed,
        };
        let mut state = Negotiation::new(self.space, self.trips, count, known, begin, stop)?;
        let before = state.work();
        let all = PATIENCE + count_of(self.trips.len());
        let patience = if self.round == 0 { all / 16 } else { all << (self.round - 1).min(16) };
        state.settle_all(Budget { work, patience, is_patient: self.round > 0, stop });
        self.excess = state.excess();
        if self.round > 0 && self.excess > 0 && self.unsettled() == Unsettled::Nearly {
            state.settle_all(Budget { work: work / 2, patience, is_patient: true, stop });
            self.excess = state.excess();
        }
        let spent = state.work() - before;
        self.steps += state.work();
        if state.is_settled() {
            let work = SearchWork::Slots { tries: None, steps: self.steps };
            search.watch.see(SearchState { best: Some(slots), lower: self.lower, work });
            self.found = Some((slots, state.into_ways()));
        } else {
            self.ways = Some((slots, state.into_ways()));
        }
        (!stop()).then_some(spent)
    }
}

/// Where packets begin that have no ways in a number of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// On their cheapest ways.
    Anew,
    /// On the shortest ways that settled, if some did.
    Settled,
}
