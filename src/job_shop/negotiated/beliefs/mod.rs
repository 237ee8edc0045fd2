//! Beliefs: how probable it is for every packet that it goes over an arc in a slot, if all schedules in
//! so many slots are equally probable, and a schedule that is decided by them.
//!
//! Belief propagation (Pearl 1982; Mézard & Montanari, *Information, Physics, and Computation*, 2009,
//! chapter 14) on packets and cells, each cell with room for one packet: a packet tells every cell the odds
//! that it wants it as far as other cells go, and a cell tells every packet how probable it is that no other
//! takes it. Where negotiation leaves packets too many because many small decisions had to be right
//! together, ways are decided here one after the other, those that are nearly certain first, and what is
//! decided is taken back where it has become improbable (decimation with backtracking; Parisi 2003):
//! 1. [`passage`] is the network of all ways of a packet in time, [`sums`] what they weigh together, as
//!    [`weight`]s;
//! 2. equal packets go as one until beliefs settle; then each is [`parted`] from the others: it starts in
//!    slots of its own;
//! 3. here beliefs are told from packet to packet, and ways are decided;
//! 4. the [`rest`] that is still too many is parted one after the other.
//!
//! Nothing is proved by beliefs: that the ways fit is seen from them.

mod parted;
mod passage;
mod sums;
mod weight;

use super::rest::Rest;
use super::space::Space;
use super::trips::Trips;
use super::ways::Ways;
use crate::graph::Random;
use crate::model::{count_of, wide};
use passage::Passage;
use rayon::prelude::*;
use sums::{ALWAYS, CERTAIN, Sums};

/// Packets that are told what is claimed at one time: as many for any number of threads.
const SIDE_BY_SIDE: usize = 64;
/// Hops that ways may have more than the shortest, at first; twice as many where beliefs do not fit.
const FIRST_DETOUR: usize = 2;
/// Most steps that are looked at in all sweeps for a task.
pub(super) const MOST_WORK: u64 = 5 << 30;
/// Sweeps before packets are parted, before the first ways are decided, and before others are.
const SHARED_SWEEPS: usize = 40;
const FIRST_SWEEPS: usize = 120;
const SWEEPS: usize = 4;
/// Of so many packets one is decided at a time, and half as many decided ones may be taken back, if the
/// probability of their ways has fallen below one of so many.
const DECIDED: usize = 120;
const UNLIKELY: u64 = 5;
/// Of so many packets one may be too many before packets are parted, and where ways are decided; where
/// the rest is parted, one of so many and some more cells may be crowded, in so many attempts.
const HOPE: u64 = 4;
const FEW: u64 = 50;
const VERY_FEW: usize = 500;
const A_FEW: usize = 8;
const ATTEMPTS: u64 = 3;

/// Ways of all packets in so many slots on which no cell has more than one packet; none if they are not
/// found, the tables would be too large, it was stopped, or so much work is left no more.
///
/// # Complexity
/// O(S) time for each of about a thousand sweeps, and 24 S bytes, for the S steps of all packets in time
/// that are not improbable: at most 5 · 2²⁰.
pub(super) fn believed(
    space: &Space,
    trips: &Trips,
    slots: usize,
    work: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Option<Ways> {
    if space.arcs() * slots > parted::MOST_STEPS || !space.has_a_cell_for_every_arc() {
        return None;
    }
    let (mut beliefs, detour) = Beliefs::that_fit(space, trips, slots, work, stop)?;
    beliefs.decide_all(work, stop)?;
    let decided: Vec<Vec<usize>> = beliefs.passages.iter().map(|passage| passage.cells().collect()).collect();
    let rest = Rest::new(space, trips, slots, detour, beliefs.random);
    rest.part(&decided, A_FEW + trips.len() / VERY_FEW, ATTEMPTS, stop)
}

/// What all packets believe.
struct Beliefs {
    passages: Vec<Passage>,
    /// The steps of all of them.
    steps: u64,
    /// By arc, then slot: the odds that packets have told, together.
    claims: Vec<u64>,
    random: Random,
}

impl Beliefs {
    /// The beliefs of all packets, each for itself, on ways with so many hops more than the shortest that
    /// they fit, and these hops.
    fn that_fit(
        space: &Space,
        trips: &Trips,
        slots: usize,
        work: &mut u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Self, usize)> {
        let cells = space.arcs() * slots;
        let (mut detour, mut longest) = (FIRST_DETOUR, 0);
        loop {
            let shared = parted::shared(space, trips, slots, detour)?;
            let mut shared = Self::new(shared, cells, Random::new(count_of(slots)));
            if shared.steps <= longest {
                return None;
            }
            longest = shared.steps;
            shared.sweeps(SHARED_SWEEPS, work, stop)?;
            if shared.excess() <= count_of(trips.len()) / HOPE {
                let parted = parted::parted(&shared.passages, &shared.claims)?;
                let mut beliefs = Self::new(parted, cells, shared.random);
                beliefs.sweeps(FIRST_SWEEPS, work, stop)?;
                if beliefs.excess() <= count_of(trips.len()) / FEW {
                    return Some((beliefs, detour));
                }
            }
            detour *= 2;
        }
    }

    fn new(passages: Vec<Passage>, cells: usize, random: Random) -> Self {
        let mut claims: Vec<u64> = vec![0; cells];
        for passage in &passages {
            for step in &passage.steps {
                if let Some(cell) = step.cell() {
                    let claim = step.odds.saturating_mul(passage.packets.into());
                    claims[cell] = claims[cell].saturating_add(claim);
                }
            }
        }
        let steps = passages.iter().map(|passage| count_of(passage.steps.len())).sum();
        Self { passages, steps, claims, random }
    }

    /// So many sweeps; none if it was stopped, or not so much work is left.
    fn sweeps(&mut self, count: usize, work: &mut u64, stop: &dyn Fn() -> bool) -> Option<()> {
        (0..count).try_for_each(|_| self.sweep(work, stop))
    }

    /// Tells every packet without a decided way what others claim, in an order of chance.
    fn sweep(&mut self, work: &mut u64, stop: &dyn Fn() -> bool) -> Option<()> {
        let is_open = |&packet: &u32| self.passages[wide(packet)].decided.is_none();
        let mut order: Vec<u32> = (0..).take(self.passages.len()).filter(is_open).collect();
        let steps = order.iter().map(|&packet| count_of(self.passages[wide(packet)].steps.len()));
        *work = work.checked_sub(steps.sum())?;
        self.random.shuffle(&mut order);
        for some in order.chunks(SIDE_BY_SIDE) {
            if stop() {
                return None;
            }
            let tell =
                |sums: &mut Sums, &packet: &u32| told(sums, &self.passages[wide(packet)], &self.claims);
            let told: Vec<Vec<u64>> = some.par_iter().map_init(Sums::default, tell).collect();
            for (&packet, odds) in some.iter().zip(told) {
                self.claim(wide(packet), &odds);
            }
        }
        Some(())
    }

    /// By packet: how probable its decided way is, or else its best.
    fn sure(&self) -> Vec<u64> {
        let judge = |sums: &mut Sums, passage: &Passage| {
            sums.weigh(passage, &self.claims);
            if passage.decided.is_some() {
                return sums.of_decided(passage);
            }
            sums.choose(passage);
            sums.of_best(passage)
        };
        self.passages.par_iter().map_init(Sums::default, judge).collect()
    }

    /// A packet claims its cells by these odds.
    fn claim(&mut self, packet: usize, odds: &[u64]) {
        let passage = &mut self.passages[packet];
        let packets = u64::from(passage.packets);
        for (step, &odds) in passage.steps.iter_mut().zip(odds) {
            if let Some(cell) = step.cell() {
                let others = self.claims[cell].saturating_sub(step.odds.saturating_mul(packets));
                self.claims[cell] = others.saturating_add(odds.saturating_mul(packets));
                step.odds = odds;
            }
        }
    }

    /// Decides for the best way of a packet as things are now.
    fn decide(&mut self, packet: usize, sums: &mut Sums) {
        let passage = &self.passages[packet];
        sums.weigh(passage, &self.claims);
        sums.choose(passage);
        let way = sums.best(passage);
        let mut odds = vec![0; passage.steps.len()];
        for &step in &way {
            odds[wide(step)] = CERTAIN;
        }
        self.claim(packet, &odds);
        self.passages[packet].decided = Some(way);
    }

    /// Takes that back.
    fn take_back(&mut self, packet: usize, sums: &mut Sums) {
        self.passages[packet].decided = None;
        let odds = told(sums, &self.passages[packet], &self.claims);
        self.claim(packet, &odds);
    }

    /// Decides for all packets, sweep by sweep.
    fn decide_all(&mut self, work: &mut u64, stop: &dyn Fn() -> bool) -> Option<()> {
        let mut sums = Sums::default();
        let some = self.passages.len().div_ceil(DECIDED);
        loop {
            let (mut open, mut doubtful) = (Vec::new(), Vec::new());
            *work = work.checked_sub(self.steps)?;
            for (packet, sure) in self.sure().into_iter().enumerate() {
                if self.passages[packet].decided.is_none() {
                    open.push((sure, packet));
                } else if sure < ALWAYS / UNLIKELY {
                    doubtful.push((sure, packet));
                }
            }
            open.sort_unstable_by_key(|&(sure, packet)| (std::cmp::Reverse(sure), packet));
            open.truncate(some);
            doubtful.sort_unstable();
            doubtful.truncate(open.len() / 2);
            if open.is_empty() {
                return Some(());
            }
            for (_, packet) in open {
                self.decide(packet, &mut sums);
            }
            for (_, packet) in doubtful {
                self.take_back(packet, &mut sums);
            }
            self.sweeps(SWEEPS, work, stop)?;
        }
    }

    /// How many packets are expected too many, over all cells.
    fn excess(&self) -> u64 {
        let (mut sums, mut expected) = (Sums::default(), vec![0_u64; self.claims.len()]);
        for passage in &self.passages {
            sums.weigh(passage, &self.claims);
            sums.weigh_back(passage);
            for (at, step) in passage.steps.iter().enumerate() {
                if let Some(cell) = step.cell() {
                    expected[cell] += sums.of_step(passage, at) * u64::from(passage.packets);
                }
            }
        }
        expected.iter().map(|&packets| packets.saturating_sub(ALWAYS)).sum::<u64>() / ALWAYS
    }
}

/// The odds of a packet's steps where so much is claimed. Equal packets that go as one go half as far as
/// they would, as all of them change at once.
fn told(sums: &mut Sums, passage: &Passage, claims: &[u64]) -> Vec<u64> {
    sums.weigh(passage, claims);
    sums.weigh_back(passage);
    let odds = passage.steps.iter().enumerate().map(|(at, step)| {
        let odds = if step.cell().is_some() { sums.odds(passage, at) } else { 0 };
        if passage.packets > 1 { odds.midpoint(step.odds) } else { odds }
    });
    odds.collect()
}

#[cfg(test)]
mod tests {
    use super::passage::Step;
    use super::*;
    use crate::job_shop::negotiated::tests::{assert_full_cube_settles, tables};

    /// A packet that chooses one of some cells in one slot, or nothing.
    fn choice(cells: &[u32]) -> Passage {
        let mut steps = vec![Step::some(0, 1, None)];
        steps.extend(cells.iter().map(|&cell| Step::some(0, 1, Some(cell))));
        Passage { places: 2, end: 1, steps, packets: 1, decided: None }
    }

    /// Where packets and cells are joined as a tree, the beliefs are the shares of all schedules (Pearl
    /// 1982).
    #[test]
    fn beliefs_are_exact_on_trees() {
        let chosen: [&[u32]; 5] = [&[0, 1], &[1, 2], &[1, 3], &[3], &[2, 4]];
        let passages: Vec<Passage> = chosen.iter().map(|cells| choice(cells)).collect();
        let mut beliefs = Beliefs::new(passages, 5, Random::new(1));
        beliefs.sweeps(60, &mut 2000, &|| false).expect("nobody stops it");
        // All choices in which no cell is taken twice, each a step of every packet.
        let mut schedules: Vec<Vec<usize>> = vec![Vec::new()];
        for cells in chosen {
            let mut longer = Vec::new();
            for schedule in &schedules {
                for step in 0..=cells.len() {
                    let taken = |packet: usize, step: usize| step.checked_sub(1).map(|at| chosen[packet][at]);
                    let own = taken(schedule.len(), step);
                    let is_free = own.is_none()
                        || schedule.iter().enumerate().all(|(packet, &step)| taken(packet, step) != own);
                    if is_free {
                        longer.push([&schedule[..], &[step]].concat());
                    }
                }
            }
            schedules = longer;
        }
        let mut sums = Sums::default();
        for (packet, passage) in beliefs.passages.iter().enumerate() {
            sums.weigh(passage, &beliefs.claims);
            sums.weigh_back(passage);
            for step in 0..passage.steps.len() {
                let with = schedules.iter().filter(|schedule| schedule[packet] == step).count();
                let share = (count_of(with) << 32) / count_of(schedules.len());
                assert!(sums.of_step(passage, step).abs_diff(share) <= ALWAYS >> 20, "{packet} {step}");
            }
        }
    }

    #[test]
    fn ways_that_are_decided_are_a_schedule() {
        assert_full_cube_settles(|tables, slots| {
            believed(&tables.space, &tables.trips, slots, &mut MOST_WORK.clone(), &|| false)
        });
    }

    /// Beliefs are asked only where every arc has a cell of its own, and nothing is found where nothing is.
    #[test]
    fn what_beliefs_cannot_do_is_left() {
        let packets = r#"{"from":0,"to":2,"count":3}"#;
        let ring = r#"{"kind":"ring","nodes":4}"#;
        let find = |ports, slots, stopped| {
            let tables = tables(ring, packets, ports);
            believed(&tables.space, &tables.trips, slots, &mut MOST_WORK.clone(), &|| stopped).is_some()
        };
        // Two ways of two hops: in two slots two packets, in three four.
        assert!(find("all", 3, false));
        assert!(!find("all", 2, false));
        assert!(!find("all", 3, true));
        assert!(!find("one", 9, false));
    }
}
