//! Negotiated routes: all packets take their cheapest routes through links and slots at once; those that
//! share a link and slot beyond its capacity make it dearer until they part.
//!
//! This is rip-up and reroute as in `McMurchie` & Ebeling, *`PathFinder`: a negotiation-based
//! performance-driven router for FPGAs* (1995), on the time-expanded network (Ford & Fulkerson 1958):
//! 1. [`space`] says which resources, links and ports, an arc takes for a slot;
//! 2. [`cells`] counts the occupancy of every resource and slot, and prices it by present congestion and
//!    history;
//! 3. [`region`] and [`router`] find the cheapest route of one of the [`trips`], [`ways`] keeps the routes of
//!    all;
//! 4. [`negotiation`] reroutes the packets in overused cells, in a fixed number of slots; where conflicts
//!    stay, routes may be longer, and the present-congestion factor is reset to a small value and grows
//!    again;
//! 5. where many conflicts stay, a [`guide`] finds static routes that share the network evenly without slots
//!    ([`sharing`]), and packets begin there;
//! 6. the search first tries a number of slots one tenth above the lower bound, where conflicts are usually
//!    resolved quickly, and then fewer slots, each at a small budget. Next it tries the bound itself. If
//!    conflicts remain there, it bisects between the bound and the shortest known schedule. It may ask the
//!    caller to raise the bound, or for prices of links and slots, which packets then pay from the start.

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

use super::listed::{Conflicts, CutShort, ListFound, ListSearch, ListTry, Refutation};
use super::slots::in_slots;
use super::watch::{Effort, SearchState, SearchWork};
use crate::model::{
    DemandsTask, ExplicitSchedule, Load, Node, OrbitSchedule, OrbitStep, Sent, Subgroup, count_of, wide,
};
use guide::StaticRoutes;
use negotiation::{Budget, InitialState, Negotiation};
use space::Space;
use trips::{MAX_ROUTE_HOPS, MAX_STATE_DESTINATION_PAIRS, Trips, destinations};
use ways::{Hop, Ways};

/// Most arcs times slots of the tables.
const MAX_ARCS_TIMES_SLOTS: u64 = 1 << 26;
/// Most slots times hops: the first routes of all packets look at as many prices.
const MAX_SLOTS_TIMES_HOPS: u64 = 1 << 32;
/// The work budget of a search without a time limit, in prices read or changed. It excludes the first routes.
/// It is a constant per task plus an amount per move and slot, up to a limit.
const WORK_PER_TASK: u64 = 1 << 33;
const WORK_PER_MOVE_AND_SLOT: u64 = 1 << 5;
const MAX_WORK_OF_MOVES: u64 = 1 << 35;
/// Sweeps without progress that are allowed when the overuse is 1; one more is allowed for every packet.
const SWEEPS_WITHOUT_PROGRESS: u64 = 2_000;

/// The round from which on packets pay the prices of links and slots that the caller has found; the last by
/// default.
const FIRST_PRICED_ROUND: u64 = 2;
/// The first number of slots that is tried exceeds the bound by this fraction of it, 1/10.
const FIRST_ABOVE_BOUND_DIVISOR: u64 = 10;
/// Work of one attempt on the way down from there.
const WORK_PER_DESCENT_STEP: u64 = 1 << 27;

/// Static routes are asked for when the overuse is more than this fraction of the packets, 1/16.
const ASK_GUIDE_OVERUSE_DIVISOR: u64 = 16;
/// Static routes are kept if at most 1/3 of the overuse remains. Otherwise packets may use any arc that
/// carried flow to their destination (the open arcs); these are kept if they remove at least 1/5 of it.
const GUIDED_OVERUSE_DIVISOR: u64 = 3;
const OPEN_ARCS_GAIN_DIVISOR: u64 = 5;
/// If the overuse is at most 1/256 of the packets, an attempt goes on before other numbers of slots are
/// tried.
const FEW_CONFLICTS_OVERUSE_DIVISOR: u64 = 256;

/// How a schedule of this search came about.
const HOW: &str = "negotiated routing (rip-up and reroute) through links and slots";

/// The task in tables.
struct Tables {
    space: Space,
    trips: Trips,
}

/// Returns a schedule shorter than `known` slots of packets from node to node. The first number of slots that
/// is tried is near the bound. Returns none if no schedule was found, some packet is copied or combined, or
/// the task is too large for tables.
///
/// Packets take shortest routes unless conflicts stay on them. First a schedule is sought that is a tenth
/// longer than the bound, and shorter ones from its routes, as long as each costs little. Then packets begin
/// at the bound. Where conflicts stay there, the search bisects between the bound and the shortest known
/// schedule. An attempt may spend half of the remaining work, and a quarter more if only a few conflicts
/// stay. Attempts on static routes are not charged to this budget. An attempt in as many slots as the one
/// before goes on from its routes. Others begin anew or, if the search is endless, go on from routes without
/// conflicts in every other round.
///
/// # Complexity
/// O(A · T + D · n + M) space for A directed links, T slots, D destinations, n nodes and M moves. A route of
/// h hops takes O(a · T) time for the a arcs on shortest routes between its ends, on detours O(h · a · T) at
/// worst.
#[must_use]
pub fn negotiated(task: &DemandsTask, known: u64, search: ListSearch<'_>) -> Option<ListFound> {
    if !can_negotiate(task, search.lower) {
        return None;
    }
    let tables = Tables::new(task, task.loads(), Space::of_task(task))?;
    // The memory that the search frees is reused for the schedule, on the thread of the search.
    rayon::scope(|_| {
        let Settled { slots, ways, cut_short } = tables.settle(known, search)?;
        let how = ListTry { how: HOW, reversed: false, slots };
        Some(ListFound { schedule: tables.schedule(ways, slots), tries: vec![how], cut_short })
    })
}

/// A schedule under a group, and the reason why its search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrbitFound {
    /// The schedule.
    pub schedule: OrbitSchedule,
    /// The reason why the search ended before its bound, where it could have gone on.
    pub cut_short: Option<CutShort>,
}

/// Returns a schedule as [`negotiated()`] does, under a group of automorphisms that takes packets to packets:
/// one packet of each orbit moves, and links and ports of a class of nodes are shared by all. Returns none
/// also if the group does not keep the task, or a half-duplex node has a link to one of its class, which
/// would send and receive in one slot.
///
/// # Complexity
/// That of [`negotiated()`] with 1/|H| of the packets, 1/|H| of the arcs times slots, and at most r
/// destinations, where H is the group and r the number of classes of nodes.
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

/// Whether the tables for `slots` slots and the work of the first routes are within the limits, and all
/// packets go from node to node.
#[must_use]
pub fn can_negotiate(task: &DemandsTask, slots: u64) -> bool {
    let arcs = u64::from(task.graph().arcs());
    let pairs = |destinations: Vec<u32>| destinations.len() * wide(task.graph().nodes());
    arcs * slots.min(MAX_ARCS_TIMES_SLOTS) <= MAX_ARCS_TIMES_SLOTS
        && slots.saturating_mul(task.least_moves()) <= MAX_SLOTS_TIMES_HOPS
        && destinations(task.loads()).map(pairs).is_some_and(|pairs| pairs <= MAX_STATE_DESTINATION_PAIRS)
}

impl Tables {
    /// Returns the tables of some packets of a task; none if they would be too large, or some packet is
    /// copied or combined.
    fn new(task: &DemandsTask, loads: &[Load], space: Space) -> Option<Self> {
        let trips = Trips::new(task, loads, space.states())?;
        Some(Self { space, trips })
    }

    /// Returns routes without conflicts in the fewest slots that are found, below `known`.
    fn settle(&self, known: u64, search: ListSearch<'_>) -> Option<Settled> {
        let farthest = self.trips.iter().map(|trip| trip.shortest()).max()?;
        let lower = search.lower.max(count_of(farthest));
        let most = MAX_ARCS_TIMES_SLOTS / count_of(self.space.arcs()).max(1);
        let (attained, known) = (Some(known).filter(|known| *known <= most), known.min(most + 1));
        if farthest > MAX_ROUTE_HOPS || lower >= known {
            return None;
        }
        let mut slot_search = SlotSearch {
            space: &self.space,
            trips: &self.trips,
            search,
            attained,
            known,
            lower,
            worst_asked: None,
            round: 0,
            guide: None,
            prices: None,
            ways: None,
            overuse: 0,
            steps: 0,
            found: None,
        };
        slot_search.descend();
        while slot_search.is_unfinished() {
            slot_search.search_from_bound();
            // A search for routes costs less than a refutation.
            while slot_search.round > 0 && slot_search.is_unfinished() && slot_search.raise_bound() {
                slot_search.search_from_bound();
            }
            slot_search.round += 1;
        }
        let (slots, ways) = slot_search.found?;
        Some(Settled { slots, ways, cut_short: search.cut_short(slots <= slot_search.lower) })
    }

    /// Returns the moves along the routes, each with its packet.
    fn moves<'a>(&self, ways: &'a Ways) -> impl Iterator<Item = (u32, Hop)> + Clone + 'a {
        (0..).take(self.trips.len()).flat_map(|packet| ways.way(packet).map(move |hop| (packet, hop)))
    }

    /// Turns the routes into the moves that every node sends.
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

    /// Turns the routes into the moves of one packet of each orbit.
    fn orbit_schedule(&self, task: &DemandsTask, group: &Subgroup, ways: &Ways, slots: u64) -> OrbitSchedule {
        let step = |(packet, Hop { arc, slot })| {
            let (node, link) = (Node(self.space.from(arc).into()), task.graph().link(arc));
            (slot, OrbitStep { packet, node, link })
        };
        let slots = in_slots(usize::try_from(slots).expect("slots of a table"), self.moves(ways).map(step));
        OrbitSchedule { group: group.clone(), packets: self.trips.packets(), slots }
    }
}

/// Routes without conflicts.
struct Settled {
    slots: u64,
    ways: Ways,
    /// The reason why no fewer slots were sought.
    cut_short: Option<CutShort>,
}

/// The search for the least number of slots in which routes without conflicts exist.
struct SlotSearch<'a> {
    space: &'a Space,
    trips: &'a Trips,
    search: ListSearch<'a>,
    /// The slots of a known schedule, and the number below which others count.
    attained: Option<u64>,
    known: u64,
    /// The lower bound on the number of slots.
    lower: u64,
    /// The outcome of the worst attempt after which the caller was asked to raise the bound.
    worst_asked: Option<Conflicts>,
    /// The number of rounds so far.
    round: u64,
    /// The static routes on which packets begin; none if they begin on shortest routes.
    guide: Option<StaticRoutes>,
    /// A number of slots, and the price of every arc in each of them, where the caller has found prices.
    prices: Option<(u64, Vec<Vec<u64>>)>,
    /// The number of slots and the routes of the last attempt if conflicts stayed, and their overuse.
    ways: Option<(u64, Ways)>,
    overuse: u64,
    /// Prices read or changed so far.
    steps: u64,
    /// The fewest slots with routes without conflicts, and these routes.
    found: Option<(u64, Ways)>,
}

impl SlotSearch<'_> {
    /// Returns the fewest slots that are known or found.
    fn fewest_slots(&self) -> u64 {
        self.found.as_ref().map_or(self.known, |(slots, _)| *slots)
    }

    /// Whether a gap is left, and rounds to close it.
    fn is_unfinished(&self) -> bool {
        let rounds = match self.search.effort {
            Effort::Quick => 0,
            Effort::Standard | Effort::Thorough => FIRST_PRICED_ROUND + 1,
            Effort::Exhaustive => u64::MAX,
        };
        self.fewest_slots() > self.lower && self.round < rounds && !(self.search.stop)()
    }

    /// Finds a schedule slightly longer than the bound, and from its routes shorter ones, by bisection above
    /// the last number of slots in which conflicts stayed, each at little cost. Where none is found, more
    /// slots are tried.
    fn descend(&mut self) {
        let (mut low, mut slots) =
            (self.lower - 1, self.lower + self.lower.div_ceil(FIRST_ABOVE_BOUND_DIVISOR));
        loop {
            let high = self.fewest_slots();
            if slots >= high {
                slots = low + (high - low) / 2;
            }
            if slots == low || self.attempt(slots, WORK_PER_DESCENT_STEP, InitialRoutes::Settled).is_none() {
                break;
            }
            if self.fewest_slots() > slots {
                low = slots;
            }
            slots = match self.found {
                Some((found, _)) => low + (found - low) / 2,
                None => slots + 2 * (slots - self.lower),
            };
        }
        self.ways = None;
    }

    /// Looks for fewer slots than are known: first the bound, then by bisection.
    fn search_from_bound(&mut self) {
        let moves: usize = self.trips.iter().map(|trip| trip.shortest()).sum();
        let mut work = self.work_of_round(
            WORK_PER_TASK + MAX_WORK_OF_MOVES.min(WORK_PER_MOVE_AND_SLOT * self.lower * count_of(moves)),
        );
        // To begin anew finds more; to go on from known routes finds a schedule sooner.
        let is_improving = self.round.is_multiple_of(2);
        let begin = if is_improving && self.round > FIRST_PRICED_ROUND {
            InitialRoutes::Settled
        } else {
            InitialRoutes::Anew
        };
        let (mut low, mut is_first) = (self.lower, true);
        loop {
            let high = self.fewest_slots();
            if low >= high || work == 0 {
                return;
            }
            // Conflicts may vanish at the bound; otherwise bisect between it and the shortest known schedule.
            let slots = if is_first { low } else { low + (high - low) / 2 };
            let Some(spent) = self.attempt(slots, work / 2, begin) else { return };
            work = work.saturating_sub(spent);
            let needs_static_routes = self.overuse > count_of(self.trips.len()) / ASK_GUIDE_OVERUSE_DIVISOR;
            if is_first && self.round == 0 && needs_static_routes && self.guide.is_none() {
                self.ask_guide(slots, work / 2);
            }
            if self.fewest_slots() > slots {
                low = slots + 1;
            }
            is_first = false;
        }
    }

    /// Classifies how the last attempt ended, if conflicts stayed.
    fn conflicts(&self) -> Conflicts {
        let are_few = self.overuse <= count_of(self.trips.len()) / FEW_CONFLICTS_OVERUSE_DIVISOR;
        if are_few { Conflicts::Few } else { Conflicts::Many }
    }

    /// Raises the bound slot by slot while the caller refutes it, below the slots of the best schedule;
    /// returns whether it is higher. The caller is asked anew for each worse outcome, `Few`, `Many` and
    /// `Still`; only the last may cost as much as the search.
    fn raise_bound(&mut self) -> bool {
        let attained = self.fewest_slots();
        let how = if self.round >= FIRST_PRICED_ROUND { Conflicts::BudgetSpent } else { self.conflicts() };
        let before = self.lower;
        if self.worst_asked >= Some(how) {
            return false;
        }
        self.worst_asked = Some(how);
        while self.lower < attained {
            match (self.search.refute)(self.lower, how) {
                Refutation::Proved => self.lower += 1,
                Refutation::Prices(prices) => {
                    // Links side by side are one arc here, but have a price each: such prices are not used.
                    if prices.iter().all(|of_slot| of_slot.len() == self.space.arcs()) {
                        // Packets that pay them begin anew, not on the routes of the last attempt.
                        (self.prices, self.ways) = (Some((self.lower, prices)), None);
                    }
                    break;
                }
                Refutation::Unknown => break,
            }
        }
        self.lower > before
    }

    /// Tries `slots` slots once more on static routes and, if these do not reduce the overuse enough, on
    /// their open arcs. The static routes are kept if they do.
    fn ask_guide(&mut self, slots: u64, work: u64) {
        let Some(guide) = StaticRoutes::new(self.space, self.trips, slots, self.search.stop) else { return };
        let (ways, overuse) = (self.ways.take(), self.overuse);
        self.guide = Some(guide);
        for most in [overuse / GUIDED_OVERUSE_DIVISOR, overuse - overuse / OPEN_ARCS_GAIN_DIVISOR] {
            self.attempt(slots, work, InitialRoutes::Anew);
            if self.found.is_some() || (self.ways.is_some() && self.overuse <= most) {
                return;
            }
            self.ways = None;
            self.guide.iter_mut().for_each(StaticRoutes::begin_on_open_arcs);
        }
        (self.guide, self.ways, self.overuse) = (None, ways, overuse);
    }

    /// Returns the work of this round: 1/16 in the first, which is to find some schedule; by default 1/4 in
    /// the others; with more effort it doubles from round to round.
    fn work_of_round(&self, whole: u64) -> u64 {
        match (self.round, self.search.effort) {
            (0, _) => whole / 16,
            (_, Effort::Standard) => whole / 4,
            (round, _) => whole.saturating_mul(1 << (round - 1).min(16)),
        }
    }

    /// Tries a number of slots; returns its cost, or none if it was stopped.
    fn attempt(&mut self, slots: u64, work: u64, begin: InitialRoutes) -> Option<u64> {
        let (search, stop) = (self.search, self.search.stop);
        let best = self.found.as_ref().map(|(slots, _)| *slots).or(self.attained);
        let tries = SearchWork::Slots { tries: Some(slots), steps: self.steps };
        search.watch.see(SearchState { best, lower: self.lower, work: tries });
        let seed = self.round << 32 | slots;
        let count = usize::try_from(slots).expect("slots of a table");
        let settled =
            || self.found.as_ref().filter(|_| begin == InitialRoutes::Settled).map(|(_, ways)| ways.clone());
        // In another number of slots the detours of the last attempt would be a hindrance.
        let unsettled = self.ways.take().filter(|(last, _)| *last == slots);
        let known = unsettled.map(|(_, ways)| ways).or_else(settled);
        let begin = InitialState {
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
        let all = SWEEPS_WITHOUT_PROGRESS + count_of(self.trips.len());
        let patience = if self.round == 0 { all / 16 } else { all << (self.round - 1).min(16) };
        state.reroute_until_settled(Budget { work, patience, is_patient: self.round > 0, stop });
        self.overuse = state.overuse();
        if self.round > 0 && self.overuse > 0 && self.conflicts() == Conflicts::Few {
            state.reroute_until_settled(Budget { work: work / 2, patience, is_patient: true, stop });
            self.overuse = state.overuse();
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

/// The routes with which an attempt begins if none are known for its number of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InitialRoutes {
    /// Every packet takes its cheapest route.
    Anew,
    /// The shortest known routes without conflicts, if there are some.
    Settled,
}
