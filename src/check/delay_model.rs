//! The delay model of FORMATS.md, rebuilt from the task: variables by index, rows by name.

use super::task::Task;
use super::{Rejection, narrow, wide};
use crate::wire::{DelayRow, DelayVariable};

/// At most this many variables.
const VARIABLE_LIMIT: u64 = 1 << 22;

/// A link that a packet uses or may use.
#[derive(Debug)]
struct Lane {
    link: usize,
    uses: u64,
    /// With equal ways: the variable of the direction, and whether this is the way +.
    tie: Option<(usize, bool)>,
}

/// A packet with the first of its variables.
#[derive(Debug)]
struct Packet {
    lanes: Vec<Lane>,
    /// (dimension, variable).
    ties: Vec<(usize, usize)>,
    /// Its distance.
    moves: usize,
    uses_from: usize,
    needs_from: usize,
}

/// The model.
#[derive(Debug)]
pub(super) struct DelayModel {
    packets: Vec<Packet>,
    /// For each link the packets and lanes that use it.
    on_link: Vec<Vec<(usize, usize)>>,
    slots: usize,
    /// The ports, where they limit anything.
    ports: Option<u64>,
    /// Value of each variable that is fixed from the start.
    pub(super) fixed: Vec<Option<bool>>,
    /// The variables whose sum is the objective.
    pub(super) objective: Vec<usize>,
}

/// A row, term by term.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) list: Vec<(usize, i128)>,
    pub(super) bound: i128,
    pub(super) equation: bool,
}

impl DelayModel {
    /// Rebuilds the model for so many slots.
    ///
    /// # Complexity
    /// Time and space O(variables) within a fixed limit.
    pub(super) fn new(task: &Task, claim: usize, horizon: u64) -> Result<Self, Rejection> {
        let too_large = || Rejection::DelayModelTooLarge { claim, limit: VARIABLE_LIMIT };
        if horizon < task.farthest {
            return Err(Rejection::DelayHorizonTooShort { claim, horizon, farthest: task.farthest });
        }
        // Every packet has at least one lane and one need, each with a variable for every slot.
        let least = task.distances.max(task.rows).checked_mul(horizon.max(1));
        least.filter(|&least| least <= VARIABLE_LIMIT).ok_or_else(too_large)?;
        let slots = usize::try_from(horizon).map_err(|_| too_large())?;
        let mut model = Self {
            packets: Vec::new(),
            on_link: (0..task.network.links()).map(|_| Vec::new()).collect(),
            slots,
            ports: (task.ports < wide(task.network.links())).then_some(task.ports),
            fixed: Vec::new(),
            objective: Vec::new(),
        };
        task.visit(|offset| {
            for _ in 0..offset.count {
                model.add(task, offset.coordinates);
                if wide(model.fixed.len()) > VARIABLE_LIMIT {
                    return Err(too_large());
                }
            }
            Ok(())
        })?;
        Ok(model)
    }

    fn add(&mut self, task: &Task, coordinates: &[u64]) {
        let index = self.packets.len();
        let mut lanes = Vec::new();
        let mut free = Vec::new();
        let mut moves = 0;
        for (dimension, (d, &x)) in task.network.dimensions.iter().zip(coordinates).enumerate() {
            let uses = d.shorter(x);
            // Sums of hops are at most the horizon, which is an index.
            moves += usize::try_from(uses).unwrap_or(usize::MAX);
            match d.minus {
                _ if x == 0 => {}
                Some(minus) if x == d.radix - x => {
                    lanes.push((d.plus, uses, Some((dimension, true))));
                    lanes.push((minus, uses, Some((dimension, false))));
                    free.push(dimension);
                }
                Some(minus) if x > d.radix - x => lanes.push((minus, uses, None)),
                _ => lanes.push((d.plus, uses, None)),
            }
        }
        let (slots, uses_from) = (self.slots, self.fixed.len());
        self.fixed.resize(uses_from + lanes.len() * slots, None);
        let needs_from = self.fixed.len();
        for k in 1..=moves {
            for t in 0..=slots {
                if k == 1 && t < slots {
                    self.objective.push(self.fixed.len());
                }
                let surely = t + k <= moves;
                let never = t + k > slots;
                self.fixed.push(if surely { Some(true) } else { never.then_some(false) });
            }
        }
        let ties_from = self.fixed.len();
        self.fixed.resize(ties_from + free.len(), None);
        let ties: Vec<_> = free.into_iter().zip(ties_from..).collect();
        let direction = |dimension| ties.iter().find(|tie| tie.0 == dimension).map(|tie| tie.1);
        let lanes = lanes
            .into_iter()
            .map(|(link, uses, tie)| {
                let tie = tie.and_then(|(dimension, plus)| Some((direction(dimension)?, plus)));
                Lane { link, uses, tie }
            })
            .collect();
        self.packets.push(Packet { lanes, ties, moves, uses_from, needs_from });
        for (lane, here) in self.packets[index].lanes.iter().enumerate() {
            self.on_link[here.link].push((index, lane));
        }
    }

    fn x(&self, packet: usize, lane: usize, slot: usize) -> usize {
        self.packets[packet].uses_from + lane * self.slots + slot
    }

    fn q(&self, packet: usize, k: usize, time: usize) -> usize {
        self.packets[packet].needs_from + (k - 1) * (self.slots + 1) + time
    }

    fn packet(&self, packet: u64) -> Option<usize> {
        narrow(packet, self.packets.len())
    }

    fn slot(&self, slot: u64) -> Option<usize> {
        narrow(slot, self.slots)
    }

    fn lane(&self, packet: usize, link: u64) -> Option<usize> {
        self.packets[packet].lanes.iter().position(|lane| wide(lane.link) == link)
    }

    /// A number of moves from 1 to `most`.
    fn moves(moves: u64, most: usize) -> Option<usize> {
        usize::try_from(moves).ok().filter(|k| (1..=most).contains(k))
    }

    /// The index of a variable; none when there is no such variable.
    pub(super) fn variable(&self, name: DelayVariable) -> Option<usize> {
        match name {
            DelayVariable::Use { packet, link, slot } => {
                let packet = self.packet(packet)?;
                Some(self.x(packet, self.lane(packet, link)?, self.slot(slot)?))
            }
            DelayVariable::Needs { packet, moves, time } => {
                let packet = self.packet(packet)?;
                let k = Self::moves(moves, self.packets[packet].moves)?;
                Some(self.q(packet, k, narrow(time, self.slots + 1)?))
            }
            DelayVariable::Plus { packet, dimension } => {
                let ties = &self.packets[self.packet(packet)?].ties;
                ties.iter().find(|tie| wide(tie.0) == dimension).map(|tie| tie.1)
            }
        }
    }

    /// The terms of a row; none when there is no such row.
    pub(super) fn row(&self, name: DelayRow) -> Option<Terms> {
        match name {
            DelayRow::Entry { packet, link, time } => {
                let packet = self.packet(packet)?;
                Some(self.entry(packet, self.lane(packet, link)?, self.slot(time)?))
            }
            DelayRow::Row { packet, slot } => {
                let (packet, slot) = (self.packet(packet)?, self.slot(slot)?);
                let lanes = 0..self.packets[packet].lanes.len();
                let terms = lanes.map(|lane| (self.x(packet, lane, slot), -1)).collect();
                Some(Terms { list: terms, bound: -1, equation: false })
            }
            DelayRow::Column { link, slot } => {
                let users = &self.on_link[narrow(link, self.on_link.len())?];
                let slot = self.slot(slot)?;
                let terms = users.iter().map(|&(packet, lane)| (self.x(packet, lane, slot), -1)).collect();
                Some(Terms { list: terms, bound: -1, equation: false })
            }
            DelayRow::Ports { slot } => {
                let (ports, slot) = (self.ports?, self.slot(slot)?);
                let users = self.on_link.iter().flatten();
                let terms = users.map(|&(packet, lane)| (self.x(packet, lane, slot), -1)).collect();
                Some(Terms { list: terms, bound: -i128::from(ports), equation: false })
            }
            DelayRow::Balance { packet, slot } => Some(self.balance(self.packet(packet)?, self.slot(slot)?)),
            DelayRow::Fall { packet, moves, time } => {
                let (packet, time) = (self.packet(packet)?, self.slot(time)?);
                let k = Self::moves(moves, self.packets[packet].moves)?;
                Some(at_least(self.q(packet, k, time), self.q(packet, k, time + 1)))
            }
            DelayRow::Nest { packet, moves, time } => {
                let (packet, time) = (self.packet(packet)?, self.slot(time)?);
                let k = Self::moves(moves, self.packets[packet].moves.checked_sub(1)?)?;
                Some(at_least(self.q(packet, k, time), self.q(packet, k + 1, time)))
            }
            DelayRow::Link { packet, moves, time } => {
                let (packet, time) = (self.packet(packet)?, self.slot(time)?);
                let k = Self::moves(moves, self.packets[packet].moves.checked_sub(1)?)?;
                Some(at_least(self.q(packet, k, time + 1), self.q(packet, k + 1, time)))
            }
        }
    }

    fn entry(&self, packet: usize, lane: usize, time: usize) -> Terms {
        let Lane { uses, tie, .. } = self.packets[packet].lanes[lane];
        let mut terms: Vec<_> = (time..self.slots).map(|slot| (self.x(packet, lane, slot), -1)).collect();
        let mut bound = 0;
        let most = i128::from(uses.min(wide(self.slots - time)));
        match tie {
            Some((direction, true)) if time == 0 => terms.push((direction, most)),
            Some((direction, false)) if time == 0 => {
                terms.push((direction, -most));
                bound = -most;
            }
            _ => terms.push((self.q(packet, 1, time), most)),
        }
        Terms { list: terms, bound, equation: false }
    }

    fn balance(&self, packet: usize, slot: usize) -> Terms {
        let Packet { lanes, moves, .. } = &self.packets[packet];
        let mut terms: Vec<_> = (0..lanes.len()).map(|lane| (self.x(packet, lane, slot), -1)).collect();
        for k in 1..=*moves {
            terms.push((self.q(packet, k, slot), 1));
            terms.push((self.q(packet, k, slot + 1), -1));
        }
        Terms { list: terms, bound: 0, equation: true }
    }

    /// A number of slots beyond which no schedule along these ways gains anything; the ways of ties may be any.
    ///
    /// A unit can be moved into an earlier slot in which its packet, its link and a port are free, and in all but
    /// `r_i` − 1 + `c_j` − 1 + ⌊(σ − 1)/k⌋ slots they are.
    pub(super) fn sufficient(&self, task: &Task) -> u128 {
        let column = |users: &Vec<(usize, usize)>| -> u128 {
            users.iter().map(|&(packet, lane)| u128::from(self.packets[packet].lanes[lane].uses)).sum()
        };
        let columns: Vec<u128> = self.on_link.iter().map(column).collect();
        let total = u128::from(task.distances);
        let busy = self.ports.map_or(0, |k| total.saturating_sub(1) / u128::from(k));
        let longest = self.packets.iter().flat_map(|packet| {
            packet.lanes.iter().map(|lane| u128::from(wide(packet.moves)) + columns[lane.link] - 1 + busy)
        });
        longest.max().unwrap_or(0).min(total)
    }
}

/// One variable is at least another.
fn at_least(greater: usize, lesser: usize) -> Terms {
    Terms { list: vec![(greater, 1), (lesser, -1)], bound: 0, equation: false }
}
