//! The delay model of models/formats/programs.md, rebuilt from the task: variables by index, rows by name.

use crate::network::rings::Dimension;
use crate::number::{narrow, wide};
use crate::program::rows::{ProgramRows, Terms, VARIABLE_LIMIT, spend_model};
use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;
use isotask_wire::{DelayRow, DelayVariable};

/// A link that a packet uses or may use.
#[derive(Debug)]
struct Lane {
    link: usize,
    uses: u64,
    /// The variable of the direction, and whether this is the way +, if the model has two ways.
    choice: Option<(usize, bool)>,
}

/// A packet with the first of its variables.
#[derive(Debug)]
struct Packet {
    lanes: Vec<Lane>,
    /// Pairs of a dimension and the variable of its direction.
    choices: Vec<(usize, usize)>,
    /// The number of moves along its longest ways in the model.
    moves: usize,
    uses_from: usize,
    needs_from: usize,
}

/// The model.
#[derive(Debug)]
pub(crate) struct DelayModel {
    packets: Vec<Packet>,
    /// For each link the packets and lanes that use it.
    on_link: Vec<Vec<(usize, usize)>>,
    slots: usize,
    /// The ports, if they are fewer than the links.
    ports: Option<u64>,
    /// Value of each variable that is fixed from the start.
    fixed: Vec<Option<bool>>,
    /// The variables whose sum is the objective, each at the cost 1.
    objective: Vec<(usize, i128)>,
}

/// The ways that the model has beside the shortest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ways {
    /// None: its bounds bind schedules along shortest paths.
    Shortest,
    /// Every detour that fits into a schedule of the model's slots: its bounds bind all symmetric schedules.
    Detours,
}

/// The capacity that the shortest ways of all packets leave free within the slots; none where they do not
/// fit.
#[derive(Debug)]
struct Room {
    slots: u128,
    /// The capacity of the two links of each dimension together.
    dimensions: Vec<Option<u128>>,
    /// The capacity of the ports.
    ports: Option<u128>,
}

impl Room {
    fn new(task: &Isotropic, slots: u64) -> Result<Self, Rejection> {
        let slots = u128::from(slots);
        let mut hops = vec![0_u128; task.network.dimensions().len()];
        task.visit(|offset| {
            for ((sum, d), &x) in hops.iter_mut().zip(task.network.dimensions()).zip(offset.coordinates) {
                // The task keeps such sums below 2⁶⁸.
                *sum += u128::from(d.shorter(x)) * u128::from(offset.count);
            }
            Ok(())
        })?;
        let total: u128 = hops.iter().sum();
        let dimensions = hops.iter().map(|&hops| (2 * slots).checked_sub(hops)).collect();
        let ports = (slots * u128::from(task.ports)).checked_sub(total);
        Ok(Self { slots, dimensions, ports })
    }

    /// Returns whether a packet of `moves` moves may make `extra` more in a dimension.
    fn fits(&self, moves: u64, dimension: usize, extra: u64) -> bool {
        let extra = u128::from(extra);
        let within = |free: Option<u128>| free.is_some_and(|free| extra <= free);
        u128::from(moves) + extra <= self.slots && within(self.dimensions[dimension]) && within(self.ports)
    }
}

impl DelayModel {
    /// Rebuilds the model for `horizon` slots, at least the distance of every packet.
    ///
    /// # Complexity
    /// Time and space O(variables) within a fixed limit.
    pub(crate) fn new(task: &Isotropic, claim: usize, horizon: u64, ways: Ways) -> Result<Self, Rejection> {
        let too_large = || Rejection::DelayModelTooLarge { claim, limit: VARIABLE_LIMIT };
        // Every packet has at least one lane and one need, each with a variable for every slot.
        let least = task.distances.max(task.rows.into()).checked_mul(horizon.max(1).into());
        least.filter(|&least| least <= VARIABLE_LIMIT.into()).ok_or_else(too_large)?;
        let slots = usize::try_from(horizon).map_err(|_| too_large())?;
        let mut model = Self {
            packets: Vec::new(),
            on_link: (0..task.network.links()).map(|_| Vec::new()).collect(),
            slots,
            ports: (task.ports < wide(task.network.links())).then_some(task.ports),
            fixed: Vec::new(),
            objective: Vec::new(),
        };
        let room = match ways {
            Ways::Shortest => None,
            Ways::Detours => Some(Room::new(task, horizon)?),
        };
        task.visit(|offset| {
            for _ in 0..offset.count {
                let made = model.fixed.len();
                model.add(task, offset.coordinates, room.as_ref()).ok_or_else(too_large)?;
                spend_model(&task.network, wide(model.fixed.len() - made), 0)?;
            }
            Ok(())
        })?;
        Ok(model)
    }

    /// Adds a packet; none, before anything is added, if the model would become too large.
    fn add(&mut self, task: &Isotropic, coordinates: &[u64], room: Option<&Room>) -> Option<()> {
        let index = self.packets.len();
        let distance = task.network.distance(coordinates);
        // Sums of hops are at most the size of the task, and those of a packet at most a few horizons.
        let small = |hops: u64| usize::try_from(hops).unwrap_or(usize::MAX);
        let (least, mut moves) = (small(distance), 0);
        let mut lanes = Vec::new();
        let mut free = Vec::new();
        for (dimension, (d, &x)) in task.network.dimensions().iter().zip(coordinates).enumerate() {
            if x == 0 {
                continue;
            }
            let back = d.radix - x;
            let extra = x.abs_diff(back);
            let both = extra == 0 || room.is_some_and(|room| room.fits(distance, dimension, extra));
            match d.minus {
                Some(minus) if both => {
                    lanes.push((d.plus, x, Some((dimension, true))));
                    lanes.push((minus, back, Some((dimension, false))));
                    free.push(dimension);
                    moves += small(x.max(back));
                }
                Some(minus) if back < x => {
                    lanes.push((minus, back, None));
                    moves += small(back);
                }
                // The way + of a single link is one hop.
                _ => {
                    lanes.push((d.plus, x, None));
                    moves += small(x);
                }
            }
        }
        let (slots, uses_from) = (self.slots, self.fixed.len());
        let needs = moves.checked_mul(slots + 1)?;
        let size = needs.checked_add(lanes.len().checked_mul(slots)?)?.checked_add(uses_from + free.len())?;
        if wide(size) > VARIABLE_LIMIT {
            return None;
        }
        self.fixed.resize(uses_from + lanes.len() * slots, None);
        let needs_from = self.fixed.len();
        for k in 1..=moves {
            for t in 0..=slots {
                if k == 1 && t < slots {
                    self.objective.push((self.fixed.len(), 1));
                }
                let surely = t + k <= least;
                let never = t + k > slots;
                self.fixed.push(if surely { Some(true) } else { never.then_some(false) });
            }
        }
        let choices_from = self.fixed.len();
        self.fixed.resize(choices_from + free.len(), None);
        let choices: Vec<_> = free.into_iter().zip(choices_from..).collect();
        let direction =
            |dimension| choices.iter().find(|choice| choice.0 == dimension).map(|choice| choice.1);
        let lanes = lanes
            .into_iter()
            .map(|(link, uses, choice)| {
                let choice = choice.and_then(|(dimension, plus)| Some((direction(dimension)?, plus)));
                Lane { link, uses, choice }
            })
            .collect();
        self.packets.push(Packet { lanes, choices, moves, uses_from, needs_from });
        for (lane, here) in self.packets[index].lanes.iter().enumerate() {
            self.on_link[here.link].push((index, lane));
        }
        Some(())
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

    /// Returns a number of moves if it is from 1 to `most`.
    fn moves(moves: u64, most: usize) -> Option<usize> {
        usize::try_from(moves).ok().filter(|k| (1..=most).contains(k))
    }

    /// Returns the row `entry`. At t = 0 it demands all uses of the way. Later at most as many uses are left
    /// as there are times from t on at which the packet still needs a move: u uses left mean that it needs
    /// one at the times t, …, t + u − 1.
    fn entry(&self, packet: usize, lane: usize, time: usize) -> Terms {
        let Lane { uses, choice, .. } = self.packets[packet].lanes[lane];
        let mut terms: Vec<_> = (time..self.slots).map(|slot| (self.x(packet, lane, slot), -1)).collect();
        let all = i128::from(uses);
        let mut bound = 0;
        match choice {
            _ if time > 0 => {
                let until =
                    usize::try_from(uses).map_or(self.slots, |u| self.slots.min(time.saturating_add(u)));
                terms.extend((time..until).map(|later| (self.q(packet, 1, later), 1)));
            }
            Some((direction, true)) => terms.push((direction, all)),
            Some((direction, false)) => {
                terms.push((direction, -all));
                bound = -all;
            }
            None => bound = -all,
        }
        Terms { list: terms, bound, equation: time == 0 }
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
}

impl ProgramRows for DelayModel {
    fn fixed(&self) -> &[Option<bool>] {
        &self.fixed
    }

    fn objective(&self) -> &[(usize, i128)] {
        &self.objective
    }

    fn variable(&self, name: DelayVariable) -> Option<usize> {
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
                let choices = &self.packets[self.packet(packet)?].choices;
                choices.iter().find(|choice| wide(choice.0) == dimension).map(|choice| choice.1)
            }
            DelayVariable::Carry { .. } => None,
        }
    }

    fn row(&self, name: DelayRow) -> Option<Terms> {
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
            _ => None,
        }
    }
}

/// Returns a number of slots beyond which no schedule along these ways gains anything, however long its
/// detours.
///
/// A move can be shifted to an earlier slot in which its packet, its link and a port are free. They are free
/// in all but `r_i` − 1 + `c_j` − 1 + ⌊(σ − 1)/k⌋ slots, each term at its greatest over all ways; and σ slots
/// are enough.
///
/// # Complexity
/// Time O(offsets · dimensions), space O(links).
pub(crate) fn sufficient(task: &Isotropic, ways: Ways) -> Result<u128, Rejection> {
    let mut columns = vec![0_u128; task.network.links()];
    let mut total = 0_u128;
    // All sums stay below 2⁶⁴ times the number of dimensions.
    task.visit(|offset| {
        let count = u128::from(offset.count);
        for (d, &x) in task.network.dimensions().iter().zip(offset.coordinates).filter(|&(_, &x)| x > 0) {
            let mut longest = 0;
            for (link, hops) in taken(d, x, ways) {
                columns[link] += u128::from(hops) * count;
                longest = longest.max(hops);
            }
            total += u128::from(longest) * count;
        }
        Ok(())
    })?;
    let few = task.ports < wide(task.network.links());
    let busy = if few { total.saturating_sub(1) / u128::from(task.ports) } else { 0 };
    let mut slots = 0;
    task.visit(|offset| {
        let ways = || {
            let here = task.network.dimensions().iter().zip(offset.coordinates).filter(|&(_, &x)| x > 0);
            here.map(|(d, &x)| taken(d, x, ways))
        };
        let moves: u128 = ways().filter_map(|ways| ways.map(|way| u128::from(way.1)).max()).sum();
        for (link, _) in ways().flatten() {
            slots = slots.max(moves + columns[link] - 1 + busy);
        }
        Ok(())
    })?;
    Ok(slots.min(total))
}

/// Returns the ways to a coordinate that is not 0, each as its link and hops.
fn taken(d: &Dimension, x: u64, ways: Ways) -> impl Iterator<Item = (usize, u64)> {
    let back = d.radix - x;
    let both = d.minus.is_some() && (x == back || ways == Ways::Detours);
    let plus = (both || d.minus.is_none() || x < back).then_some((d.plus, x));
    let minus = d.minus.filter(|_| both || back < x).map(|link| (link, back));
    plus.into_iter().chain(minus)
}

/// Returns the row that one variable is at least another.
fn at_least(greater: usize, lesser: usize) -> Terms {
    Terms { list: vec![(greater, 1), (lesser, -1)], bound: 0, equation: false }
}
