//! The delay model of a task and a horizon in integers: 0–1 variables and named rows, as FORMATS.md has them.

use super::IlpError;
use super::delay_size::{DelaySize, Room, require_nodes};
use super::named::{NamedProgram, NamedRow};
use crate::model::{Dimension, IsotropicTask, Way, count_of, wide};
#[cfg(feature = "ilp")]
use crate::route::Run;
use crate::route::{Directions, task_matrix};
use crate::wire::{DelayRow, DelayVariable};

/// Whose delay is made least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DelayWays<'a> {
    /// Packets take shortest paths; where both ways are equal, the better one.
    TiesFree,
    /// Packets take the better way in every dimension. Longer ways that no schedule of so many slots has room for
    /// are left out, so the least delay is that of all symmetric schedules within the horizon.
    DetoursFree,
    /// Packets take these directions. Nothing can be claimed of other directions then.
    Fixed(&'a Directions),
}

/// A link that a packet uses, or may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    pub(super) link: u32,
    /// Uses of the link, if the packet goes this way.
    pub(super) moves: i64,
    /// The choice that decides, and whether + is this way.
    pub(super) choice: Option<(usize, bool)>,
}

/// A packet with the places of its variables.
#[derive(Debug)]
pub(super) struct Packet {
    /// By increasing link.
    pub(super) lanes: Vec<Lane>,
    /// The dimensions with a choice between two ways, with their variables.
    pub(super) choices: Vec<(usize, usize)>,
    /// The row sum `r_i` of the shortest ways.
    pub(super) least: usize,
    /// The row sum of the longest ways in the model.
    pub(super) moves: usize,
    first_use: usize,
    first_need: usize,
}

/// A move of node 0's packet, which every node makes with its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayMove {
    /// The row of the task.
    pub packet: usize,
    /// The link type.
    pub link: u32,
    /// The slot.
    pub slot: usize,
}

/// The delay model of a task, as FORMATS.md has it.
#[derive(Debug)]
pub struct DelayModel {
    pub(super) packets: Vec<Packet>,
    pub(super) slots: usize,
    pub(super) program: NamedProgram,
}

impl DelayModel {
    /// The variables and rows.
    #[must_use]
    pub fn program(&self) -> &NamedProgram {
        &self.program
    }

    /// Writes the model. Rows that follow from others (`row`, `nest`, and `entry` where all its needs are constant) come in
    /// only with `implied`.
    ///
    /// # Errors
    /// [`IlpError::TooManyNodes`] and [`IlpError::DelayTooLarge`] before memory is touched, [`IlpError::HorizonTooShort`].
    pub fn new(
        task: &IsotropicTask,
        ways: DelayWays<'_>,
        horizon: u64,
        most: u64,
        implied: bool,
    ) -> Result<Self, IlpError> {
        require_nodes(task)?;
        let size = DelaySize::new(task, ways, horizon);
        size.require(most)?;
        let slots = usize::try_from(horizon).map_err(|_| IlpError::DelayTooLarge { size, most })?;
        let mut model =
            Self { packets: Vec::new(), slots, program: NamedProgram { slots, ..NamedProgram::default() } };
        match ways {
            DelayWays::TiesFree => model.free_packets(task, &|_, _, _| false),
            DelayWays::DetoursFree => {
                let room = Room::new(task, horizon);
                model.free_packets(task, &|distance, dimension, extra| room.fits(distance, dimension, extra));
            }
            DelayWays::Fixed(directions) => {
                let matrix = task_matrix(task, directions).map_err(|_| IlpError::ForeignDirections)?;
                for row in 0..matrix.rows() {
                    let lane = |(link, units)| Lane { link, moves: signed(units), choice: None };
                    let lanes = matrix.row(row).map(lane).collect();
                    model.add_packet(lanes, &[]);
                }
            }
        }
        if let Some(packet) = model.packets.iter().find(|packet| packet.least > slots) {
            return Err(IlpError::HorizonTooShort { horizon, moves: count_of(packet.least) });
        }
        model.packet_rows(implied);
        model.slot_rows(task);
        Ok(model)
    }

    /// Adds all packets. `fits` says whether a packet of some distance may make so many moves more in some dimension.
    fn free_packets(&mut self, task: &IsotropicTask, fits: &dyn Fn(u64, usize, u64) -> bool) {
        for class in task.classes() {
            let distance = task.network().distance(class.offset);
            for _ in 0..class.count {
                self.free_packet(task.network().dimensions(), class.offset, &|dimension, extra| {
                    fits(distance, dimension, extra)
                });
            }
        }
    }

    fn free_packet(
        &mut self,
        rings: &[Dimension],
        offset: crate::model::Node,
        fits: &dyn Fn(usize, u64) -> bool,
    ) {
        let mut lanes = Vec::new();
        let mut choices = Vec::new();
        for (dimension, ring) in rings.iter().enumerate() {
            let x = ring.coordinate(offset);
            let lane =
                |way, choice| Lane { link: ring.link(way).0, moves: signed(ring.hops(x, way)), choice };
            if x == 0 {
                continue;
            }
            let extra = ring.radix() - 2 * ring.distance(x);
            if !ring.is_single_link() && (extra == 0 || fits(dimension, extra)) {
                lanes.push(lane(Way::Plus, Some((choices.len(), true))));
                lanes.push(lane(Way::Minus, Some((choices.len(), false))));
                choices.push(dimension);
            } else {
                lanes.push(lane(shorter(ring, x), None));
            }
        }
        self.add_packet(lanes, &choices);
    }

    fn add_packet(&mut self, lanes: Vec<Lane>, choices: &[usize]) {
        let packet = count_of(self.packets.len());
        let slots = self.slots;
        let total = |better: fn(i64, i64) -> i64| -> usize {
            let of_choice = |choice| {
                let here = lanes.iter().filter(|lane: &&Lane| lane.choice.is_some_and(|at| at.0 == choice));
                here.map(|lane| lane.moves).reduce(better).expect("two ways for every choice")
            };
            let sure = lanes.iter().filter(|lane| lane.choice.is_none()).map(|lane| lane.moves);
            let sum: i64 = sure.chain((0..choices.len()).map(of_choice)).sum();
            usize::try_from(sum).expect("hops are not negative")
        };
        let (least, moves) = (total(i64::min), total(i64::max));
        let first_use = self.program.variables.len();
        for lane in &lanes {
            for slot in 0..slots {
                let link = u64::from(lane.link);
                self.program.add(DelayVariable::Use { packet, link, slot: count_of(slot) }, None);
            }
        }
        let first_need = self.program.variables.len();
        for k in 1..=moves {
            for time in 0..=slots {
                let fixed = match time + k {
                    sum if sum <= least => Some(true),
                    sum if sum > slots => Some(false),
                    _ => None,
                };
                if k == 1 && time < slots {
                    self.program.objective.push((self.program.variables.len(), 1));
                }
                let name = DelayVariable::Needs { packet, moves: count_of(k), time: count_of(time) };
                self.program.add(name, fixed);
            }
        }
        let mut directions = Vec::new();
        for &dimension in choices {
            directions.push((dimension, self.program.variables.len()));
            self.program.add(DelayVariable::Plus { packet, dimension: count_of(dimension) }, None);
        }
        self.packets.push(Packet { lanes, choices: directions, least, moves, first_use, first_need });
    }

    /// The variable x\[packet\]\[link of the lane\]\[slot\].
    pub(super) fn uses(&self, packet: usize, lane: usize, slot: usize) -> usize {
        self.packets[packet].first_use + lane * self.slots + slot
    }

    /// The variable q\[packet\]\[moves\]\[time\], moves from 1.
    fn needs(&self, packet: usize, moves: usize, time: usize) -> usize {
        self.packets[packet].first_need + (moves - 1) * (self.slots + 1) + time
    }

    fn packet_rows(&mut self, implied: bool) {
        let mut rows = Vec::new();
        for packet in 0..self.packets.len() {
            for lane in 0..self.packets[packet].lanes.len() {
                self.entry_rows(packet, lane, implied, &mut rows);
            }
            self.need_rows(packet, implied, &mut rows);
        }
        self.program.rows.append(&mut rows);
    }

    /// Entry rows. At t = 0 the uses are as many as the way asks for. Later, with u uses left, the packet still needs moves
    /// at times t, …, t + u − 1, so there are at most Σ q uses left.
    fn entry_rows(&self, packet: usize, lane: usize, implied: bool, rows: &mut Vec<NamedRow>) {
        let Packet { lanes, choices, least, .. } = &self.packets[packet];
        let Lane { link, moves, choice } = lanes[lane];
        let most = usize::try_from(moves).expect("hops are not negative");
        for time in 0..self.slots {
            let until = self.slots.min(time + most);
            if !implied && time > 0 && until <= *least {
                continue;
            }
            let mut terms: Vec<(usize, i64)> =
                (time..self.slots).map(|slot| (self.uses(packet, lane, slot), -1)).collect();
            let mut bound = 0;
            match choice {
                _ if time > 0 => terms.extend((time..until).map(|later| (self.needs(packet, 1, later), 1))),
                Some((choice, true)) => terms.push((choices[choice].1, moves)),
                Some((choice, false)) => {
                    terms.push((choices[choice].1, -moves));
                    bound = -moves;
                }
                None => bound = -moves,
            }
            let (packet, link, time) = (count_of(packet), u64::from(link), count_of(time));
            let name = DelayRow::Entry { packet, link, time };
            rows.push(NamedRow { name, terms, bound, equation: time == 0 });
        }
    }

    fn need_rows(&self, packet: usize, implied: bool, rows: &mut Vec<NamedRow>) {
        let Packet { lanes, moves, .. } = &self.packets[packet];
        let index = count_of(packet);
        let less = |name, greater, lesser| NamedRow {
            name,
            terms: vec![(greater, 1), (lesser, -1)],
            bound: 0,
            equation: false,
        };
        for time in 0..self.slots {
            let slot = count_of(time);
            let used = (0..lanes.len()).map(|lane| (self.uses(packet, lane, time), -1));
            if implied {
                let name = DelayRow::Row { packet: index, slot };
                rows.push(NamedRow { name, terms: used.clone().collect(), bound: -1, equation: false });
            }
            let change = (1..=*moves)
                .flat_map(|k| [(self.needs(packet, k, time), 1), (self.needs(packet, k, time + 1), -1)]);
            let name = DelayRow::Balance { packet: index, slot };
            rows.push(NamedRow { name, terms: change.chain(used).collect(), bound: 0, equation: true });
            for k in 1..=*moves {
                let (at, next) = (self.needs(packet, k, time), self.needs(packet, k, time + 1));
                let name = DelayRow::Fall { packet: index, moves: count_of(k), time: slot };
                rows.push(less(name, at, next));
                if k < *moves {
                    let more = self.needs(packet, k + 1, time);
                    let name = DelayRow::Link { packet: index, moves: count_of(k), time: slot };
                    rows.push(less(name, next, more));
                    if implied {
                        let name = DelayRow::Nest { packet: index, moves: count_of(k), time: slot };
                        rows.push(less(name, at, more));
                    }
                }
            }
        }
    }

    fn slot_rows(&mut self, task: &IsotropicTask) {
        let mut on_link: Vec<Vec<(usize, usize)>> = vec![Vec::new(); wide(task.network().links())];
        for (index, packet) in self.packets.iter().enumerate() {
            for (lane, here) in packet.lanes.iter().enumerate() {
                on_link[wide(here.link)].push((index, lane));
            }
        }
        let mut rows = Vec::new();
        for slot in 0..self.slots {
            let used = |lanes: &[(usize, usize)]| -> Vec<(usize, i64)> {
                lanes.iter().map(|&(packet, lane)| (self.uses(packet, lane, slot), -1)).collect()
            };
            for (link, lanes) in on_link.iter().enumerate().filter(|(_, lanes)| !lanes.is_empty()) {
                let name = DelayRow::Column { link: count_of(link), slot: count_of(slot) };
                rows.push(NamedRow { name, terms: used(lanes), bound: -1, equation: false });
            }
            if task.ports() < task.network().links() {
                let name = DelayRow::Ports { slot: count_of(slot) };
                let bound = -i64::from(task.ports());
                rows.push(NamedRow { name, terms: used(&on_link.concat()), bound, equation: false });
            }
        }
        self.program.rows.append(&mut rows);
    }

    /// The values that a schedule gives to the variables, from its moves in any order; `None` if it is none of the model.
    ///
    /// # Complexity
    /// O(variables + entries of the rows) time, O(variables) space.
    #[must_use]
    pub fn assignment(&self, moves: impl IntoIterator<Item = DelayMove>) -> Option<Vec<bool>> {
        let mut values: Vec<bool> = self.program.fixed.iter().map(|value| *value == Some(true)).collect();
        // What a packet has left after every slot, counted down from the moves that it makes in all.
        let mut made: Vec<Vec<usize>> = self.packets.iter().map(|_| vec![0; self.slots]).collect();
        for DelayMove { packet, link, slot } in moves {
            let Packet { lanes, choices, .. } = self.packets.get(packet)?;
            let lane = lanes.iter().position(|lane| lane.link == link)?;
            if let Some((choice, true)) = lanes[lane].choice {
                values[choices[choice].1] = true;
            }
            *made[packet].get_mut(slot)? += 1;
            *values.get_mut(self.uses(packet, lane, slot))? = true;
        }
        for (index, made) in made.iter().enumerate() {
            let mut left: usize = made.iter().sum();
            for time in 0..=self.slots {
                for k in 1..=self.packets[index].moves {
                    values[self.needs(index, k, time)] = k <= left;
                }
                left -= made.get(time).copied().unwrap_or(0);
            }
        }
        self.program.admits(&values).then_some(values)
    }

    /// The directions that the choices of a solution give, class by class.
    #[cfg(feature = "ilp")]
    pub(super) fn directions(&self, task: &IsotropicTask, values: &[bool]) -> Directions {
        let mut packets = self.packets.iter();
        let mut runs = Vec::new();
        for class in task.classes() {
            let mut here: Vec<Run> = Vec::new();
            for _ in 0..class.count {
                let packet = packets.next().expect("a packet for every row of the task");
                let rings = task.network().dimensions().iter().enumerate();
                let minus = rings.fold(0, |mask, (dimension, ring)| {
                    let choice = packet.choices.iter().find(|choice| choice.0 == dimension);
                    let shorter = ring.coordinate(class.offset) * 2 > ring.radix();
                    let minus = choice.map_or(shorter, |choice| !values[choice.1]);
                    mask | u64::from(minus) << dimension
                });
                match here.last_mut() {
                    Some(run) if run.minus == minus => run.count += 1,
                    _ => here.push(Run { minus, count: 1 }),
                }
            }
            runs.push(here);
        }
        Directions::PerClass { runs, alternating: 0 }
    }

    /// The slot of every unit of a solution, in the order of the task matrix.
    #[cfg(feature = "ilp")]
    pub(super) fn unit_slots(&self, values: &[bool]) -> Vec<u32> {
        let mut units = Vec::new();
        for (index, packet) in self.packets.iter().enumerate() {
            for lane in 0..packet.lanes.len() {
                let used = (0..self.slots).filter(|&slot| values[self.uses(index, lane, slot)]);
                units.extend(
                    used.map(|slot| u32::try_from(slot).expect("slots are fewer than the variables")),
                );
            }
        }
        units
    }
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("a task has fewer than 2^63 hops")
}

/// The shorter way to a coordinate, + where both are equal.
pub(super) fn shorter(ring: &Dimension, x: u64) -> Way {
    if ring.is_single_link() || x * 2 <= ring.radix() { Way::Plus } else { Way::Minus }
}
