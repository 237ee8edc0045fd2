//! The delay model of a task and a horizon in integers: 0–1 variables and named rows, as FORMATS.md has them.

use super::{IlpError, MOST_NODES};
use crate::model::{Dimension, IsotropicTask, Packets, Way, count_of, wide};
#[cfg(feature = "ilp")]
use crate::route::Run;
use crate::route::{Directions, task_matrix};
use crate::wire::{DelayRow, DelayVariable, Scope};

/// Most entries of the rows of a delay model; with a horizon up to σ no model that the search for the least delay takes has more.
pub const MOST_DELAY_ENTRIES: u64 = 1 << 24;

/// Whose delay is made least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DelayWays<'a> {
    /// Packets take shortest paths; where both ways are equal, the better one.
    TiesFree,
    /// Packets take these directions. Nothing can be claimed of other directions then.
    Fixed(&'a Directions),
}

/// A link that a packet uses, or may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    pub(super) link: u32,
    /// Uses of the link, if the packet goes this way.
    pub(super) moves: i64,
    /// The tie that decides, and whether + is this way.
    pub(super) tie: Option<(usize, bool)>,
}

/// A packet with the places of its variables.
#[derive(Debug)]
pub(super) struct Packet {
    /// By increasing link.
    pub(super) lanes: Vec<Lane>,
    /// The dimensions in which both ways are equal, with their variables.
    pub(super) ties: Vec<(usize, usize)>,
    /// The row sum `r_i`.
    pub(super) moves: usize,
    first_use: usize,
    first_need: usize,
}

/// A row of the delay model: Σ factor · variable ≥ bound, or = bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DelayModelRow {
    /// Its name.
    pub name: DelayRow,
    /// Variable, by its index, and factor.
    pub terms: Vec<(usize, i64)>,
    /// The right side.
    pub bound: i64,
    /// Whether it is an equation.
    pub equation: bool,
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
    pub(super) rows: Vec<DelayModelRow>,
    pub(super) variables: Vec<DelayVariable>,
    /// The value of every variable that the horizon and the row sums fix.
    pub(super) fixed: Vec<Option<bool>>,
    pub(super) objective: Vec<usize>,
}

impl DelayModel {
    /// The variables by index.
    #[must_use]
    pub fn variables(&self) -> &[DelayVariable] {
        &self.variables
    }

    /// The value of every variable that is a constant.
    #[must_use]
    pub fn constants(&self) -> &[Option<bool>] {
        &self.fixed
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[DelayModelRow] {
        &self.rows
    }

    /// The variables whose sum is to be least.
    #[must_use]
    pub fn objective(&self) -> &[usize] {
        &self.objective
    }

    /// Writes the model. Rows that follow from others (`row`, `nest`, and `entry` before slot `r_i` except 0) come in only
    /// with `implied`.
    ///
    /// # Errors
    /// [`IlpError::TooManyNodes`], [`IlpError::DelayTooLarge`] and [`IlpError::DelayTooDense`] before memory is touched,
    /// [`IlpError::HorizonTooShort`].
    pub fn new(
        task: &IsotropicTask,
        ways: DelayWays<'_>,
        horizon: u64,
        most: u64,
        implied: bool,
    ) -> Result<Self, IlpError> {
        let slots = require_size(task, horizon, most)?;
        let mut model = Self {
            packets: Vec::new(),
            slots,
            rows: Vec::new(),
            variables: Vec::new(),
            fixed: Vec::new(),
            objective: Vec::new(),
        };
        match ways {
            DelayWays::TiesFree => {
                for class in task.classes() {
                    for _ in 0..class.count {
                        model.free_packet(task.network().dimensions(), class.offset);
                    }
                }
            }
            DelayWays::Fixed(directions) => {
                let matrix = task_matrix(task, directions).map_err(|_| IlpError::ForeignDirections)?;
                for row in 0..matrix.rows() {
                    let lane = |(link, units)| Lane { link, moves: signed(units), tie: None };
                    let lanes = matrix.row(row).map(lane).collect();
                    model.add_packet(lanes, &[]);
                }
            }
        }
        if let Some(packet) = model.packets.iter().find(|packet| packet.moves > slots) {
            return Err(IlpError::HorizonTooShort { horizon, moves: count_of(packet.moves) });
        }
        model.packet_rows(implied);
        model.slot_rows(task);
        Ok(model)
    }

    fn free_packet(&mut self, rings: &[Dimension], offset: crate::model::Node) {
        let mut lanes = Vec::new();
        let mut ties = Vec::new();
        for (dimension, ring) in rings.iter().enumerate() {
            let x = ring.coordinate(offset);
            let lane = |way, tie| Lane { link: ring.link(way).0, moves: signed(ring.hops(x, way)), tie };
            if x == 0 {
                continue;
            }
            if ring.is_tie(x) {
                lanes.push(lane(Way::Plus, Some((ties.len(), true))));
                lanes.push(lane(Way::Minus, Some((ties.len(), false))));
                ties.push(dimension);
            } else if ring.is_single_link() || x * 2 < ring.radix() {
                lanes.push(lane(Way::Plus, None));
            } else {
                lanes.push(lane(Way::Minus, None));
            }
        }
        self.add_packet(lanes, &ties);
    }

    fn add_packet(&mut self, lanes: Vec<Lane>, ties: &[usize]) {
        let packet = count_of(self.packets.len());
        let slots = self.slots;
        let here = lanes.iter().filter(|lane| lane.tie.is_none_or(|(_, plus)| plus));
        let sum: i64 = here.map(|lane| lane.moves).sum();
        let moves = usize::try_from(sum).expect("hops are not negative");
        let first_use = self.variables.len();
        for lane in &lanes {
            for slot in 0..slots {
                let link = u64::from(lane.link);
                self.add(DelayVariable::Use { packet, link, slot: count_of(slot) }, None);
            }
        }
        let first_need = self.variables.len();
        for k in 1..=moves {
            for time in 0..=slots {
                let fixed = match time + k {
                    sum if sum <= moves => Some(true),
                    sum if sum > slots => Some(false),
                    _ => None,
                };
                if k == 1 && time < slots {
                    self.objective.push(self.variables.len());
                }
                let name = DelayVariable::Needs { packet, moves: count_of(k), time: count_of(time) };
                self.add(name, fixed);
            }
        }
        let mut directions = Vec::new();
        for &dimension in ties {
            directions.push((dimension, self.variables.len()));
            self.add(DelayVariable::Plus { packet, dimension: count_of(dimension) }, None);
        }
        self.packets.push(Packet { lanes, ties: directions, moves, first_use, first_need });
    }

    fn add(&mut self, name: DelayVariable, fixed: Option<bool>) {
        self.variables.push(name);
        self.fixed.push(fixed);
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
        self.rows.append(&mut rows);
    }

    /// Entry rows: min(p, T − t) · q ≥ the uses from slot t on; at t = 0 the direction takes the place of q.
    fn entry_rows(&self, packet: usize, lane: usize, implied: bool, rows: &mut Vec<DelayModelRow>) {
        let Packet { lanes, ties, moves, .. } = &self.packets[packet];
        let Lane { link, moves: uses, tie } = lanes[lane];
        for time in 0..self.slots {
            if !implied && time > 0 && time < *moves {
                continue;
            }
            let mut terms: Vec<(usize, i64)> =
                (time..self.slots).map(|slot| (self.uses(packet, lane, slot), -1)).collect();
            let mut bound = 0;
            match tie {
                Some((tie, true)) if time == 0 => terms.push((ties[tie].1, uses)),
                Some((tie, false)) if time == 0 => {
                    terms.push((ties[tie].1, -uses));
                    bound = -uses;
                }
                _ => {
                    let left = signed(count_of(self.slots - time));
                    terms.push((self.needs(packet, 1, time), uses.min(left)));
                }
            }
            let (packet, link, time) = (count_of(packet), u64::from(link), count_of(time));
            rows.push(DelayModelRow {
                name: DelayRow::Entry { packet, link, time },
                terms,
                bound,
                equation: false,
            });
        }
    }

    fn need_rows(&self, packet: usize, implied: bool, rows: &mut Vec<DelayModelRow>) {
        let Packet { lanes, moves, .. } = &self.packets[packet];
        let index = count_of(packet);
        let less = |name, greater, lesser| DelayModelRow {
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
                rows.push(DelayModelRow { name, terms: used.clone().collect(), bound: -1, equation: false });
            }
            let change = (1..=*moves)
                .flat_map(|k| [(self.needs(packet, k, time), 1), (self.needs(packet, k, time + 1), -1)]);
            let name = DelayRow::Balance { packet: index, slot };
            rows.push(DelayModelRow { name, terms: change.chain(used).collect(), bound: 0, equation: true });
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
                rows.push(DelayModelRow { name, terms: used(lanes), bound: -1, equation: false });
            }
            if task.ports() < task.network().links() {
                let name = DelayRow::Ports { slot: count_of(slot) };
                let bound = -i64::from(task.ports());
                rows.push(DelayModelRow { name, terms: used(&on_link.concat()), bound, equation: false });
            }
        }
        self.rows.append(&mut rows);
    }

    /// The values that a schedule gives to the variables, from its moves in any order; `None` if it is none of the model.
    ///
    /// # Complexity
    /// O(variables + moves · slots) time, O(variables) space.
    #[must_use]
    pub fn assignment(&self, moves: impl IntoIterator<Item = DelayMove>) -> Option<Vec<bool>> {
        let mut values: Vec<bool> = self.fixed.iter().map(|value| *value == Some(true)).collect();
        let mut left: Vec<Vec<usize>> =
            self.packets.iter().map(|packet| vec![packet.moves; self.slots + 1]).collect();
        for DelayMove { packet, link, slot } in moves {
            let Packet { lanes, ties, .. } = self.packets.get(packet)?;
            let lane = lanes.iter().position(|lane| lane.link == link)?;
            if let Some((tie, true)) = lanes[lane].tie {
                values[ties[tie].1] = true;
            }
            *values.get_mut(self.uses(packet, lane, slot)).filter(|_| slot < self.slots)? = true;
            for after in &mut left[packet][slot + 1..] {
                *after = after.checked_sub(1)?;
            }
        }
        for (index, left) in left.iter().enumerate() {
            if left.last() != Some(&0) {
                return None;
            }
            for (time, &left) in left.iter().enumerate() {
                for k in 1..=self.packets[index].moves {
                    values[self.needs(index, k, time)] = k <= left;
                }
            }
        }
        Some(values)
    }

    /// The directions that the ties of a solution give, class by class.
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
                    let tie = packet.ties.iter().find(|tie| tie.0 == dimension);
                    let shorter = ring.coordinate(class.offset) * 2 > ring.radix();
                    let minus = tie.map_or(shorter, |tie| !values[tie.1]);
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

/// Refuses a task whose packets would have to be looked for among too many nodes.
fn require_nodes(task: &IsotropicTask) -> Result<(), IlpError> {
    let nodes = task.network().nodes();
    if matches!(task.packets(), Packets::ByDistance { .. }) && nodes > MOST_NODES {
        return Err(IlpError::TooManyNodes { found: nodes, most: MOST_NODES });
    }
    Ok(())
}

/// The slots of a model, if it is small enough to be built.
pub(super) fn require_size(task: &IsotropicTask, horizon: u64, most: u64) -> Result<usize, IlpError> {
    require_nodes(task)?;
    let Size { variables: found, entries } = size(task, horizon);
    let slots = usize::try_from(horizon).ok().filter(|_| found <= most);
    let slots = slots.ok_or(IlpError::DelayTooLarge { found, most })?;
    if entries > MOST_DELAY_ENTRIES {
        return Err(IlpError::DelayTooDense { found: entries, most: MOST_DELAY_ENTRIES });
    }
    Ok(slots)
}

/// At least as many as the model has.
struct Size {
    variables: u64,
    entries: u64,
}

fn size(task: &IsotropicTask, horizon: u64) -> Size {
    let dimensions = count_of(task.network().dimensions().len());
    let rings = task.network().dimensions().iter();
    let longest = rings.fold(0_u64, |sum, ring| sum.saturating_add(ring.radix() - 1));
    // A packet has at most two lanes in a dimension, and at most this many moves.
    let lanes = dimensions.saturating_mul(3).min(u64::from(task.network().links()) + dimensions);
    let moves = longest.min(horizon);
    let variables = task.rows().saturating_mul(lanes.saturating_add(moves));
    let variables = variables.saturating_mul(horizon.saturating_add(1));
    // An entry row has the uses of a lane from its slot on; beyond these a lane has 5 entries for a slot, a need has 8.
    let half = horizon / 2 + 6;
    let wide = lanes.saturating_mul(half).saturating_add(moves.saturating_mul(8));
    let entries = task.rows().saturating_mul(horizon).saturating_mul(wide);
    Size { variables, entries }
}

fn signed(units: u64) -> i64 {
    i64::try_from(units).expect("a task has fewer than 2^63 hops")
}

/// Whom the least delay of the model binds: all symmetric schedules where detours gain nothing, which is where every dimension has one
/// link; else those along shortest paths.
#[must_use]
pub fn delay_scope(task: &IsotropicTask) -> Scope {
    let single = task.network().dimensions().iter().all(Dimension::is_single_link);
    if single { Scope::Isotropic } else { Scope::IsotropicShortest }
}

/// A number of slots beyond which no symmetric schedule along shortest paths has less delay.
///
/// A unit can be moved into an earlier slot in which its packet, its link and a port are free: that raises no `C_i`, and in all but
/// `r_i` − 1 + `c_j` − 1 slots packet and link are, in all but ⌊(σ − 1)/k⌋ a port. Links count every packet that may use them. With all
/// hops one after the other σ slots suffice as well.
///
/// # Complexity
/// O(C · D) for C offsets and D dimensions.
///
/// # Errors
/// [`IlpError::TooManyNodes`].
pub fn sufficient_horizon(task: &IsotropicTask) -> Result<u64, IlpError> {
    require_nodes(task)?;
    let rings = task.network().dimensions();
    let ways = |ring: &Dimension, x: u64| -> Vec<Way> {
        if x == 0 {
            Vec::new()
        } else if ring.is_tie(x) {
            vec![Way::Plus, Way::Minus]
        } else if ring.is_single_link() || x * 2 < ring.radix() {
            vec![Way::Plus]
        } else {
            vec![Way::Minus]
        }
    };
    let mut columns = vec![0_u64; wide(task.network().links())];
    for class in task.classes() {
        for ring in rings {
            let x = ring.coordinate(class.offset);
            for way in ways(ring, x) {
                columns[wide(ring.link(way).0)] += ring.hops(x, way) * class.count;
            }
        }
    }
    let total = task.total_distance();
    let few = task.ports() < task.network().links();
    let busy = if few { total.saturating_sub(1) / u64::from(task.ports()) } else { 0 };
    let mut longest = 0;
    for class in task.classes() {
        let distance = task.network().distance(class.offset);
        for ring in rings {
            for way in ways(ring, ring.coordinate(class.offset)) {
                longest = longest.max(distance + columns[wide(ring.link(way).0)] - 1 + busy);
            }
        }
    }
    Ok(longest.min(total))
}
