//! The slots of planned words: list scheduling, slot by slot.

use super::plan::Plan;
use super::slots::Slots;
use super::walk::Walk;
use crate::graph::{Assignment, Random, augment};
use crate::model::{count_of, wide};
use std::cmp::Reverse;

/// Most residuals that are considered for one link in one slot.
const MAX_CANDIDATES: usize = 16;
/// A link is critical when it has work for all slots left but at most this number.
const CRITICAL_MARGIN_SLOTS: u64 = 1;

/// Carries out a plan. In every slot the critical links choose first, then those for which the packets with
/// most hops left wait; each chooses such a packet. A link whose candidates are all taken sends the others to
/// their next choice ([`augment`]).
///
/// Packets with equal residuals are interchangeable, so the plan counts only how many make each move; moves
/// in circles that no packet needs are left out. With `noise` above 0 choices vary at random as if that many
/// bits of the hops were unknown.
///
/// # Complexity
/// O(n · m + σ · m · c²) time for c ≤ min(m, 16) candidates of a link, far less where links seldom compete;
/// O(n · m + σ) space.
pub(super) fn list_schedule(
    walk: &Walk,
    plan: &Plan,
    target: u64,
    ports: usize,
    noise: u32,
    random: &mut Random,
) -> Slots {
    let mut floor = Floor::new(walk, plan);
    let mut slots = Slots::new();
    while floor.waiting[0].len() < walk.starts.len() {
        let left = target.saturating_sub(count_of(slots.len()));
        let moves = floor.slot(left, ports, noise, random);
        slots.push(floor.carry_out(&moves));
    }
    slots
}

/// A residual from which a packet may take a link.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    v: usize,
    /// Hops left, and chance; greater is sooner.
    urgency: u64,
}

/// A link for which packets wait.
#[derive(Debug)]
struct Wanted {
    link: usize,
    /// Its planned uses where it is critical, else 0; then the urgency of its first candidate; then its
    /// planned uses. Greater is sooner.
    urgency: [u64; 3],
    /// The most urgent first.
    candidates: Vec<Candidate>,
}

/// The packets that wait for each link.
#[derive(Debug)]
struct Floor<'a> {
    walk: &'a Walk,
    /// Planned moves not yet made, at [`Walk::at`].
    moves: Vec<u32>,
    loads: Vec<u64>,
    /// The packets at each residual.
    waiting: Vec<Vec<u32>>,
    /// For every link, by hops, the residuals where a packet may wait for it; entries without such a packet
    /// are removed when they are met.
    ready: Vec<Vec<Vec<u32>>>,
    listed: Vec<bool>,
}

impl<'a> Floor<'a> {
    fn new(walk: &'a Walk, plan: &Plan) -> Self {
        let levels = (0..walk.nodes).map(|v| walk.hops(v)).max().unwrap_or(0) + 1;
        let mut floor = Self {
            walk,
            moves: vec![0; walk.nodes * walk.degree()],
            loads: plan.loads.clone(),
            waiting: vec![Vec::new(); walk.nodes],
            ready: vec![vec![Vec::new(); levels]; walk.links],
            listed: vec![false; walk.nodes * walk.degree()],
        };
        for (word, &start) in plan.words.iter().zip(&walk.starts) {
            let mut v = wide(start);
            for g in word.iter().map(|&g| wide(g)) {
                floor.moves[walk.at(v, g)] += 1;
                v = walk.to(v, g);
            }
        }
        for (packet, &start) in (0..).zip(&walk.starts) {
            floor.arrive(packet, wide(start));
        }
        floor
    }

    fn arrive(&mut self, packet: u32, v: usize) {
        self.waiting[v].push(packet);
        if v > 0 && self.waiting[v].len() == 1 {
            for g in self.walk.machines(v) {
                let at = self.walk.at(v, g);
                if self.moves[at] > 0 && !self.listed[at] {
                    self.listed[at] = true;
                    self.ready[g][self.walk.hops(v)].push(narrow(v));
                }
            }
        }
    }

    /// The residuals whose packets a link may take, the most urgent first.
    fn candidates(&mut self, g: usize, noise: u32, random: &mut Random) -> Vec<Candidate> {
        let most = MAX_CANDIDATES.min(self.walk.links);
        let mut found = Vec::new();
        for level in (1..self.ready[g].len()).rev() {
            let mut i = self.ready[g][level].len();
            while i > 0 && found.len() < most {
                i -= 1;
                let v = wide(self.ready[g][level][i]);
                let at = self.walk.at(v, g);
                if self.moves[at] == 0 || self.waiting[v].is_empty() {
                    self.listed[at] = false;
                    self.ready[g][level].swap_remove(i);
                    continue;
                }
                let urgency = (count_of(level) << 8) + random.bits(8 + noise);
                found.push(Candidate { v, urgency });
            }
            if found.len() == most {
                break;
            }
        }
        found.sort_by_key(|candidate| Reverse(candidate.urgency));
        found
    }

    /// Chooses the moves (residual, link) of one slot.
    fn slot(&mut self, left: u64, ports: usize, noise: u32, random: &mut Random) -> Vec<(usize, usize)> {
        let mut wanted = Vec::new();
        for link in 0..self.walk.links {
            let load = self.loads[link];
            if load > 0 {
                let candidates = self.candidates(link, noise, random);
                if let Some(first) = candidates.first() {
                    let critical = if load + CRITICAL_MARGIN_SLOTS >= left { load } else { 0 };
                    wanted.push(Wanted { link, urgency: [critical, first.urgency, load], candidates });
                }
            }
        }
        wanted.sort_by_key(|wanted| Reverse(wanted.urgency));
        let (chosen, asked) = (vec![None; wanted.len()], vec![false; wanted.len()]);
        let mut matching = Matching { wanted: &wanted, chosen, waiting: &self.waiting, asked };
        let classes = self.walk.classes();
        let (mut sends, mut receives) = (vec![0; classes], vec![0; classes]);
        for (i, wanted) in wanted.iter().enumerate() {
            let (from, to) = self.walk.ends(wanted.link);
            if sends[from] == ports || receives[to] == ports {
                continue;
            }
            matching.asked.fill(false);
            if augment(&mut matching, i) {
                sends[from] += 1;
                receives[to] += 1;
            }
        }
        let chosen = matching.chosen.iter().zip(&wanted);
        chosen.filter_map(|(v, wanted)| v.map(|v| (v, wanted.link))).collect()
    }

    /// Makes the moves; which packet takes which link.
    fn carry_out(&mut self, moves: &[(usize, usize)]) -> Vec<(u32, u32)> {
        let mut made: Vec<(u32, u32)> = Vec::with_capacity(moves.len());
        for &(v, g) in moves {
            let at = self.walk.at(v, g);
            self.moves[at] -= 1;
            self.loads[g] -= 1;
            let packet = self.waiting[v].pop().expect("no more packets are chosen than wait");
            made.push((packet, narrow(g)));
        }
        for (&(v, g), &(packet, _)) in moves.iter().zip(&made) {
            self.arrive(packet, self.walk.to(v, g));
        }
        made.sort_unstable_by_key(|&(_, link)| link);
        made
    }
}

/// Links on one side, residuals with as many places as packets wait there on the other.
struct Matching<'a> {
    wanted: &'a [Wanted],
    /// The residual that each link has.
    chosen: Vec<Option<usize>>,
    waiting: &'a [Vec<u32>],
    /// The links that the search has asked to change theirs.
    asked: Vec<bool>,
}

impl Assignment for Matching<'_> {
    /// A link, by its place among those that are wanted.
    type Guest = usize;
    /// A residual.
    type Place = usize;

    fn next_place(&mut self, i: usize, step: &mut usize) -> Option<usize> {
        let candidate = self.wanted[i].candidates.get(*step)?;
        *step += 1;
        Some(candidate.v)
    }

    fn has_room(&self, v: usize) -> bool {
        self.chosen.iter().filter(|&&chosen| chosen == Some(v)).count() < self.waiting[v].len()
    }

    fn next_holder(&mut self, v: usize, step: &mut usize) -> Option<usize> {
        let holder = (*step..self.chosen.len()).find(|&j| self.chosen[j] == Some(v) && !self.asked[j])?;
        *step = holder + 1;
        self.asked[holder] = true;
        Some(holder)
    }

    fn give(&mut self, i: usize, v: usize) {
        self.chosen[i] = Some(v);
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("residuals and links are below 2^32")
}
