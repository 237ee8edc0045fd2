//! The delay model of a task and a horizon in integers, with the 0–1 variables and named rows of
//! models/formats/programs.md.

use super::ways::{DelayWays, DetourCapacity, delay_scope, delay_size, require_nodes, shorter};
use crate::model::{Coloring, Dimension, IsotropicTask, OffsetClass, Way, count_of, wide};
use crate::program::error::ProgramError;
use crate::program::form::{Delayed, Formulation, NamedProgram, NamedRow};
use crate::program::size::{Model, ModelSize};
use crate::route::{Directions, Run, task_matrix};
use crate::wire::{DelayRow, DelayVariable, Scope};

/// Most variables of a program for the slots alone: packets × links × slots.
pub const MAX_SLOT_VARIABLES: u64 = 20_000;

/// The rows of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DelayRows {
    /// The rows that are needed for the least delay.
    Needed,
    /// The implied rows as well: `row`, `nest`, and `entry` where all its needs are constant.
    All,
    /// The rows without needs, for a program without objective: every packet makes its moves, at most one in
    /// a slot, within the capacity of links and ports.
    Slots,
}

/// A link that a packet uses or may use.
#[derive(Debug, Clone, Copy)]
struct Lane {
    link: u32,
    /// Uses of the link if the packet goes in this direction.
    moves: i64,
    /// The choice that decides, and whether this is direction +.
    choice: Option<(usize, bool)>,
}

/// A packet with the indices of its variables.
#[derive(Debug)]
struct Packet {
    /// By increasing link.
    lanes: Vec<Lane>,
    /// The dimensions with a choice between two directions, with their variables.
    choices: Vec<(usize, usize)>,
    /// The row sum `r_i` of the shortest route.
    least: usize,
    /// The row sum of the longest route in the model.
    moves: usize,
    first_use: usize,
    first_need: usize,
}

/// A move of a packet of node 0, whose translates all other nodes make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayMove {
    /// The row of the task.
    pub packet: usize,
    /// The link type.
    pub link: u32,
    /// The slot.
    pub slot: usize,
}

/// A schedule with its total delay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelaySchedule {
    /// The directions of every packet.
    pub directions: Directions,
    /// A slot for every unit of the task matrix of these directions; replayed.
    pub coloring: Coloring,
    /// `ΣC_i`, counted from the colouring.
    pub total_delay: u64,
}

impl DelaySchedule {
    /// Replays a colouring and counts its total delay.
    ///
    /// # Errors
    /// [`ProgramError::ForeignDirections`] and [`ProgramError::NotReplayed`].
    ///
    /// # Complexity
    /// That of [`Coloring::replay`].
    ///
    /// # Panics
    /// If the task has more packets than the address space.
    pub fn new(
        task: &IsotropicTask,
        directions: Directions,
        coloring: Coloring,
    ) -> Result<Self, ProgramError> {
        let matrix = task_matrix(task, &directions).map_err(|_| ProgramError::ForeignDirections)?;
        let slots = coloring.length();
        coloring.replay(&matrix, task.ports()).map_err(|fault| ProgramError::NotReplayed { slots, fault })?;
        let mut units = coloring.slots.iter();
        let mut total_delay = 0;
        for row in 0..matrix.rows() {
            let moves: u64 = matrix.row(row).map(|(_, moves)| moves).sum();
            let mine = (0..moves).map(|_| units.next().expect("the replay counted the units"));
            total_delay += mine.max().map_or(0, |&last| u64::from(last) + 1);
        }
        Ok(Self { directions, coloring, total_delay })
    }
}

/// The delay model of a task, as models/formats/programs.md has it, or its part for the slots alone.
#[derive(Debug)]
pub struct DelayModel {
    task: IsotropicTask,
    /// The directions of all packets, if they are given.
    directions: Option<Directions>,
    detours: bool,
    scope: Option<Scope>,
    rows: DelayRows,
    packets: Vec<Packet>,
    slots: usize,
    program: NamedProgram,
}

impl DelayModel {
    /// Writes the model. It has V ≤ `most` variables, and O(V) rows of O(V·T) entries for T slots.
    ///
    /// # Errors
    /// [`ProgramError::TooManyNodes`] and [`ProgramError::TooLarge`] before memory is touched,
    /// [`ProgramError::HorizonTooShort`], [`ProgramError::ForeignDirections`].
    pub fn new(
        task: &IsotropicTask,
        ways: DelayWays<'_>,
        horizon: u64,
        most: u64,
        rows: DelayRows,
    ) -> Result<Self, ProgramError> {
        require_nodes(task)?;
        let slots = delay_size(task, ways, horizon).require(most)?;
        let model = Self::build(task, ways, slots, rows)?;
        match model.packets.iter().find(|packet| packet.least > slots) {
            Some(packet) => Err(ProgramError::HorizonTooShort { horizon, moves: count_of(packet.least) }),
            None => Ok(model),
        }
    }

    /// Writes the part of the model that decides whether `slots` slots suffice, all directions being free. If
    /// its rows have no solution, those of the whole model have none.
    ///
    /// The constraints are those of a partial permutation matrix for each slot (P1 §2) with at most k entries
    /// (P1 §6); direction variables choose + or −. For N packets, m links, D dimensions and T slots there are
    /// at most N·m·T + N·D variables in O(N·T + m·T + N·D) rows.
    ///
    /// # Errors
    /// [`ProgramError::TooManyNodes`] and [`ProgramError::TooLarge`] before memory is touched.
    pub fn of_slots(task: &IsotropicTask, slots: u64) -> Result<Self, ProgramError> {
        require_nodes(task)?;
        let variables = task.rows().saturating_mul(task.network().links().into()).saturating_mul(slots);
        // Each variable has an entry in a row of its packet, of its link, of a slot, and of the ports.
        let (rows, entries) = (variables, variables.saturating_mul(4));
        let size = ModelSize { model: Model::Slots, slots, variables, rows, entries };
        let slots = size.require(MAX_SLOT_VARIABLES)?;
        Self::build(task, DelayWays::DetoursFree, slots, DelayRows::Slots)
    }

    fn build(
        task: &IsotropicTask,
        ways: DelayWays<'_>,
        slots: usize,
        rows: DelayRows,
    ) -> Result<Self, ProgramError> {
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let mut model = Self {
            task: task.clone(),
            directions: None,
            detours: ways == DelayWays::DetoursFree,
            scope: delay_scope(task, ways),
            rows,
            packets: Vec::new(),
            slots,
            program,
        };
        match ways {
            DelayWays::TiesFree => model.free_packets(task, &|_, _, _| false),
            DelayWays::DetoursFree => {
                let capacity = DetourCapacity::new(task, count_of(slots));
                model.free_packets(task, &|distance, dimension, extra| {
                    capacity.fits(distance, dimension, extra)
                });
            }
            DelayWays::Fixed(directions) => {
                let matrix = task_matrix(task, directions).map_err(|_| ProgramError::ForeignDirections)?;
                for row in 0..matrix.rows() {
                    let lane = |(link, units)| Lane { link, moves: signed(units), choice: None };
                    let lanes = matrix.row(row).map(lane).collect();
                    model.add_packet(lanes, &[]);
                }
                model.directions = Some(directions.clone());
            }
        }
        model.packet_rows();
        model.slot_rows(task);
        Ok(model)
    }

    /// Adds all packets. `fits` decides whether a packet of a distance may make a number of extra moves in a
    /// dimension.
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
        let needs = if self.rows == DelayRows::Slots { 0 } else { moves };
        for k in 1..=needs {
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

    /// Returns the variable x\[packet\]\[link of the lane\]\[slot\].
    fn uses(&self, packet: usize, lane: usize, slot: usize) -> usize {
        self.packets[packet].first_use + lane * self.slots + slot
    }

    /// Returns the variable q\[packet\]\[moves\]\[time\], moves from 1.
    fn needs(&self, packet: usize, moves: usize, time: usize) -> usize {
        self.packets[packet].first_need + (moves - 1) * (self.slots + 1) + time
    }

    fn packet_rows(&mut self) {
        let mut rows = Vec::new();
        for packet in 0..self.packets.len() {
            for lane in 0..self.packets[packet].lanes.len() {
                self.entry_rows(packet, lane, &mut rows);
            }
            self.need_rows(packet, &mut rows);
        }
        self.program.rows.append(&mut rows);
    }

    /// Adds the entry rows. At t = 0 the uses are as many as the direction needs. Later, with u uses left,
    /// the packet still needs moves at times t, …, t + u − 1, so there are at most Σ q uses left.
    fn entry_rows(&self, packet: usize, lane: usize, rows: &mut Vec<NamedRow>) {
        let Packet { lanes, choices, least, .. } = &self.packets[packet];
        let Lane { link, moves, choice } = lanes[lane];
        let most = usize::try_from(moves).expect("hops are not negative");
        for time in 0..self.slots.max(1) {
            let until = self.slots.min(time + most);
            let wanted = match self.rows {
                DelayRows::All => true,
                DelayRows::Needed => until > *least,
                DelayRows::Slots => false,
            };
            if !wanted && time > 0 {
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

    fn need_rows(&self, packet: usize, rows: &mut Vec<NamedRow>) {
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
            if self.rows != DelayRows::Needed {
                let name = DelayRow::Row { packet: index, slot };
                rows.push(NamedRow { name, terms: used.clone().collect(), bound: -1, equation: false });
            }
            if self.rows == DelayRows::Slots {
                continue;
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
                    if self.rows == DelayRows::All {
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

    /// Returns the values that a schedule gives to the variables, from its moves in any order; `None` if it
    /// is no solution of the model.
    ///
    /// # Complexity
    /// O(variables + entries of the rows) time, O(variables) space.
    #[must_use]
    pub fn assignment(&self, moves: impl IntoIterator<Item = DelayMove>) -> Option<Vec<bool>> {
        let mut values: Vec<bool> = self.program.fixed.iter().map(|value| *value == Some(true)).collect();
        // By packet and slot, the moves made; the moves left are the total less those made so far.
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

    /// Reads the route of a packet of a class from a solution.
    fn way(&self, index: usize, class: OffsetClass, values: &[bool]) -> PacketWay {
        let packet = &self.packets[index];
        let rings = self.task.network().dimensions().iter().enumerate();
        let minus = rings.fold(0, |mask, (dimension, ring)| {
            let choice = packet.choices.iter().find(|choice| choice.0 == dimension);
            let shorter = ring.coordinate(class.offset) * 2 > ring.radix();
            let minus = choice.map_or(shorter, |choice| !values[choice.1]);
            mask | u64::from(minus) << dimension
        });
        let uses = (0..packet.lanes.len()).flat_map(|lane| (0..self.slots).map(move |slot| (lane, slot)));
        let made = uses.filter(|&(lane, slot)| values[self.uses(index, lane, slot)]);
        let slots =
            made.map(|(_, slot)| u32::try_from(slot).expect("slots are fewer than the variables")).collect();
        PacketWay { minus, slots }
    }
}

/// The dimensions in which a packet goes −, and the slots of its moves in the order of the task matrix.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PacketWay {
    minus: u64,
    slots: Vec<u32>,
}

impl Formulation for DelayModel {
    type Schedule = DelaySchedule;

    fn program(&self) -> &NamedProgram {
        &self.program
    }

    fn scope(&self) -> Option<Scope> {
        self.scope
    }

    fn read(&self, values: &[bool]) -> Result<DelaySchedule, ProgramError> {
        let (mut runs, mut slots, mut first) = (Vec::new(), Vec::new(), 0);
        for class in self.task.classes() {
            let next = first + usize::try_from(class.count).expect("the packets are in memory");
            let mut ways: Vec<PacketWay> =
                (first..next).map(|index| self.way(index, class, values)).collect();
            if self.rows == DelayRows::Slots {
                // The packets of a class are interchangeable, so equal directions may stand side by side.
                ways.sort_unstable();
            }
            let equal = ways.chunk_by(|one, next| one.minus == next.minus);
            runs.push(equal.map(|run| Run { minus: run[0].minus, count: count_of(run.len()) }).collect());
            slots.extend(ways.into_iter().flat_map(|way| way.slots));
            first = next;
        }
        let directions = self.directions.clone();
        let directions = directions.unwrap_or(Directions::PerClass { runs, alternating: 0 });
        DelaySchedule::new(&self.task, directions, Coloring { slots })
    }
}

impl Delayed for DelayModel {
    fn total_delay(schedule: &DelaySchedule) -> u64 {
        schedule.total_delay
    }

    fn admit(&self, first: DelaySchedule) -> Result<DelaySchedule, ProgramError> {
        let horizon = count_of(self.slots);
        let refusal = |fault| ProgramError::Incumbent { horizon, fault };
        let replayed = DelaySchedule::new(&self.task, first.directions, first.coloring);
        let replayed = replayed.map_err(|error| match error {
            ProgramError::NotReplayed { fault, .. } => refusal(Some(fault)),
            other => other,
        })?;
        let allowed = match &self.directions {
            Some(directions) => *directions == replayed.directions,
            // With free detours, every detour that fits into the horizon is in the model.
            None => {
                self.detours
                    || u128::from(count_of(replayed.coloring.slots.len())) == self.task.total_distance()
            }
        };
        if allowed && replayed.coloring.length() <= horizon { Ok(replayed) } else { Err(refusal(None)) }
    }
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("a task has fewer than 2^63 hops")
}
