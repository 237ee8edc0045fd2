//! Schedules in all their forms, as one type.

mod coloring;
mod conveyor;
mod copies;
mod document;
mod explicit;
mod idle_switches;
mod local;
mod orbit;
mod orbit_transmissions;
mod profile;
mod query;
mod read;
mod symmetry;
mod transmission;
mod transmissions;
mod windows;
mod words;

pub use coloring::{Coloring, IntervalForm, OwnedInterval, ReplayError};
pub use conveyor::{Ride, Rider, RingPlan, TooFar, conveyor, on_ring};
pub use copies::copy_numbers;
pub use explicit::{ExplicitSchedule, MultinodeSchedule, MultinodeSend, Packet, Sent, reversed};
pub use local::{Journey, LocalMove, LocalSchedule};
pub use orbit::{OrbitSchedule, OrbitStep};
pub use profile::Profile;
pub use query::{Query, Unit};
pub use symmetry::NodeClasses;
pub use transmission::{LocalTransfer, Transmission};
pub use windows::WindowsPlan;
pub(crate) use windows::leftover_orbits;
pub use words::{WordFault, WordSchedule};

use super::{ImpliedRows, Network, ParcelsTask, Rows, TaskMatrix, count_of, wide};
use crate::model::Node;
use crate::wire::{Per, Route};

/// A schedule of a problem.
///
/// It lists the moves of one node, every other node doing the translate, or of every node; slot by slot, or
/// in intervals, whose size does not grow with the packets.
///
/// # Examples
/// Two packets from node 0 round the ring of 4 nodes.
/// ```
/// use isotask::model::{Node, Schedule, WordSchedule};
/// use isotask::wire::Per;
/// let words = WordSchedule { packets: vec![Node(1), Node(2)], slots: vec![vec![(1, 0)], vec![(0, 0)], vec![(1, 0)]] };
/// let schedule = Schedule::from(words);
/// assert_eq!((schedule.length(), schedule.moves(), schedule.per()), (3, 3, Per::Node));
/// // The first packet is there after two slots, the second after three.
/// assert_eq!(schedule.total_delay(), Some(5));
/// ```
#[derive(Debug, Clone)]
pub struct Schedule {
    form: ScheduleForm,
}

/// How a schedule is written.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one for a whole schedule")]
pub(crate) enum ScheduleForm {
    /// A slot for every unit of a task matrix.
    Units(TaskMatrix, Coloring),
    /// Intervals of the rows of a task matrix, with the rows that do not take their default route.
    Intervals(IntervalRows, IntervalForm, Written),
    /// Words of links.
    Words(WordSchedule),
    /// The moves of the packets of one node that are copied or combined.
    Multinode(MultinodeSchedule),
    /// The sends of every node.
    Explicit(ExplicitSchedule),
    /// The sends of every node, each in the slot in which it begins, and the slots until the last has ended.
    Parcels(ExplicitSchedule, u64),
    /// The moves of one packet of each orbit under a group.
    Orbit(OrbitSchedule),
    /// Which packets go which way round a ring; the conveyor lemma says when.
    Conveyor(RingPlan),
    /// How the packets of each distance are joined to those before.
    Windows(WindowsPlan),
}

/// The rows of a schedule in intervals.
#[derive(Debug, Clone)]
pub(crate) enum IntervalRows {
    /// In memory.
    Stored(TaskMatrix),
    /// Computed on demand.
    Implied(ImpliedRows),
}

/// The fields of a document that describe the rows, beside the intervals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Written {
    /// The offset of every row; none if they are the packets of the task in their order.
    pub(crate) packets: Option<Vec<Node>>,
    /// The rows that do not take their default route.
    pub(crate) routes: Vec<Route>,
}

impl Schedule {
    /// Creates the schedule of a form.
    pub(crate) fn of(form: ScheduleForm) -> Self {
        Self { form }
    }

    /// Creates a schedule of packets that differ in length; each move stands in the slot in which it begins.
    #[must_use]
    pub fn of_parcels(task: &ParcelsTask, schedule: ExplicitSchedule) -> Self {
        let ends = (0..)
            .zip(&schedule.slots)
            .flat_map(|(slot, moves)| moves.iter().map(move |step| slot + task.length(wide(step.packet))));
        let slots = ends.max().unwrap_or(0);
        Self::of(ScheduleForm::Parcels(schedule, slots))
    }

    /// Creates a schedule from the slots of the units of a task matrix.
    #[must_use]
    pub fn of_units(matrix: TaskMatrix, coloring: Coloring) -> Self {
        Self { form: ScheduleForm::Units(matrix, coloring) }
    }

    /// Creates a schedule from intervals of the rows of a task matrix.
    pub(crate) fn of_intervals(rows: IntervalRows, form: IntervalForm, routes: Vec<Route>) -> Self {
        Self::of(ScheduleForm::Intervals(rows, form, Written { packets: None, routes }))
    }

    /// Returns the form in which the schedule is written.
    pub(crate) fn form(&self) -> &ScheduleForm {
        &self.form
    }

    /// Returns the task matrix of its rows, if that is in memory.
    pub(crate) fn matrix(&self) -> Option<&TaskMatrix> {
        match &self.form {
            ScheduleForm::Units(matrix, _) | ScheduleForm::Intervals(IntervalRows::Stored(matrix), ..) => {
                Some(matrix)
            }
            _ => None,
        }
    }

    /// Returns its rows, if they are computed on demand.
    pub(crate) fn implied_rows(&self) -> Option<&ImpliedRows> {
        if let ScheduleForm::Intervals(IntervalRows::Implied(rows), ..) = &self.form {
            Some(rows)
        } else {
            None
        }
    }

    /// Returns the slots of the units of its task matrix, if it lists them one by one.
    #[cfg(feature = "ilp")]
    pub(crate) fn coloring(&self) -> Option<&Coloring> {
        if let ScheduleForm::Units(_, coloring) = &self.form { Some(coloring) } else { None }
    }

    /// Returns the intervals, if the schedule is written in intervals.
    pub(crate) fn intervals(&self) -> Option<&IntervalForm> {
        if let ScheduleForm::Intervals(_, form, _) = &self.form { Some(form) } else { None }
    }

    /// Returns the words of links, if the schedule is written in words.
    pub(crate) fn words(&self) -> Option<&WordSchedule> {
        if let ScheduleForm::Words(words) = &self.form { Some(words) } else { None }
    }

    /// Returns the moves of the packets of one node that are copied or combined, if the schedule lists them.
    pub(crate) fn multinode(&self) -> Option<&MultinodeSchedule> {
        if let ScheduleForm::Multinode(schedule) = &self.form { Some(schedule) } else { None }
    }

    /// Returns whether one move of each orbit stands for all, under a group.
    pub(crate) fn is_of_orbits(&self) -> bool {
        matches!(self.form, ScheduleForm::Orbit(_))
    }

    /// Returns the sends of every node, if the schedule lists them.
    pub(crate) fn explicit(&self) -> Option<&ExplicitSchedule> {
        if let ScheduleForm::Explicit(schedule) = &self.form { Some(schedule) } else { None }
    }

    /// Returns the schedule with other slots for the units of its task matrix.
    ///
    /// # Panics
    /// If that is not in memory.
    pub(crate) fn recolored(self, coloring: Coloring) -> Self {
        match self.form {
            ScheduleForm::Units(matrix, _) | ScheduleForm::Intervals(IntervalRows::Stored(matrix), ..) => {
                Self::of_units(matrix, coloring)
            }
            _ => unreachable!("a schedule of a matrix in memory"),
        }
    }

    /// Returns a schedule in intervals with these rows that do not take their default route; others are
    /// unchanged.
    pub(crate) fn with_routes(self, routes: Vec<Route>) -> Self {
        match self.form {
            ScheduleForm::Intervals(rows, form, _) => Self::of_intervals(rows, form, routes),
            form => Self { form },
        }
    }

    /// Returns the number of slots up to the last one with a move.
    #[must_use]
    pub fn length(&self) -> u64 {
        fn used<M>(slots: &[Vec<M>]) -> u64 {
            count_of(slots.iter().rposition(|slot| !slot.is_empty()).map_or(0, |last| last + 1))
        }
        match &self.form {
            ScheduleForm::Units(_, coloring) => coloring.length(),
            ScheduleForm::Intervals(_, form, _) => form.length,
            ScheduleForm::Words(schedule) => used(&schedule.slots),
            ScheduleForm::Multinode(schedule) => used(&schedule.slots),
            ScheduleForm::Explicit(schedule) => used(&schedule.slots),
            ScheduleForm::Parcels(_, slots) => *slots,
            ScheduleForm::Orbit(schedule) => used(&schedule.slots),
            ScheduleForm::Conveyor(plan) => plan.slots,
            ScheduleForm::Windows(plan) => plan.slots,
        }
    }

    /// Returns the number of moves: of one node or of all, as [`Schedule::per`] says.
    #[must_use]
    pub fn moves(&self) -> u128 {
        fn all<M>(slots: &[Vec<M>]) -> u128 {
            slots.iter().map(|slot| u128::from(count_of(slot.len()))).sum()
        }
        match &self.form {
            ScheduleForm::Units(matrix, _) => matrix.total().into(),
            ScheduleForm::Intervals(rows, ..) => rows.total().into(),
            ScheduleForm::Words(schedule) => all(&schedule.slots),
            ScheduleForm::Multinode(schedule) => all(&schedule.slots),
            ScheduleForm::Explicit(schedule) | ScheduleForm::Parcels(schedule, _) => all(&schedule.slots),
            ScheduleForm::Orbit(schedule) => all(&schedule.slots) * u128::from(schedule.group.order()),
            ScheduleForm::Conveyor(plan) => plan.transmissions(),
            ScheduleForm::Windows(plan) => plan.moves(),
        }
    }

    /// Returns whether the schedule lists the moves of one node or of every node.
    #[must_use]
    pub fn per(&self) -> Per {
        match &self.form {
            ScheduleForm::Explicit(_)
            | ScheduleForm::Parcels(..)
            | ScheduleForm::Orbit(_)
            | ScheduleForm::Conveyor(_) => Per::Network,
            _ => Per::Node,
        }
    }

    /// Returns ΣC over the packets of a node, or of all nodes if the schedule lists the moves of all or is
    /// one under a group. C is the number of slots up to and including the last move of a packet. Returns
    /// none for intervals, conveyors, the sends of every node, and explicit schedules that copy or combine
    /// packets.
    ///
    /// # Complexity
    /// O(moves + packets).
    #[must_use]
    pub fn total_delay(&self) -> Option<u128> {
        match &self.form {
            ScheduleForm::Units(matrix, coloring) => Some(coloring.total_delay(matrix).into()),
            ScheduleForm::Words(schedule) => Some(schedule.total_delay().into()),
            ScheduleForm::Orbit(schedule) => Some(schedule.total_delay().into()),
            ScheduleForm::Windows(plan) => Some(plan.total_delay()),
            ScheduleForm::Explicit(schedule) => schedule.total_delay(),
            ScheduleForm::Intervals(..)
            | ScheduleForm::Multinode(_)
            | ScheduleForm::Parcels(..)
            | ScheduleForm::Conveyor(_) => None,
        }
    }

    /// Returns the schedule of the reversed problem (P2 §1), if this one is of packets that are copied or
    /// combined, or lists the sends of every node.
    #[must_use]
    pub fn reversed(&self, network: &Network) -> Option<Self> {
        match &self.form {
            ScheduleForm::Multinode(schedule) => Some(schedule.reversed(network).into()),
            ScheduleForm::Explicit(schedule) => Some(schedule.reversed().into()),
            ScheduleForm::Units(..)
            | ScheduleForm::Intervals(..)
            | ScheduleForm::Words(_)
            | ScheduleForm::Orbit(_)
            | ScheduleForm::Parcels(..)
            | ScheduleForm::Conveyor(_)
            | ScheduleForm::Windows(_) => None,
        }
    }

    /// Removes the slots without a move, if the schedule lists the sends of every node, or is one of packets
    /// that are copied or combined, or under a group.
    #[must_use]
    pub fn without_pauses(mut self) -> Self {
        match &mut self.form {
            ScheduleForm::Multinode(schedule) => schedule.slots.retain(|slot| !slot.is_empty()),
            ScheduleForm::Explicit(schedule) => schedule.slots.retain(|slot| !slot.is_empty()),
            ScheduleForm::Orbit(schedule) => schedule.slots.retain(|slot| !slot.is_empty()),
            ScheduleForm::Units(..)
            | ScheduleForm::Intervals(..)
            | ScheduleForm::Words(_)
            | ScheduleForm::Parcels(..)
            | ScheduleForm::Conveyor(_)
            | ScheduleForm::Windows(_) => {}
        }
        self
    }
}

impl IntervalRows {
    /// Returns the sum of all entries.
    pub(crate) fn total(&self) -> u64 {
        match self {
            Self::Stored(matrix) => matrix.total(),
            Self::Implied(rows) => rows.total(),
        }
    }
}

impl From<WordSchedule> for Schedule {
    fn from(schedule: WordSchedule) -> Self {
        Self { form: ScheduleForm::Words(schedule) }
    }
}

impl From<MultinodeSchedule> for Schedule {
    fn from(schedule: MultinodeSchedule) -> Self {
        Self { form: ScheduleForm::Multinode(schedule) }
    }
}

impl From<OrbitSchedule> for Schedule {
    fn from(schedule: OrbitSchedule) -> Self {
        Self { form: ScheduleForm::Orbit(schedule) }
    }
}

impl From<ExplicitSchedule> for Schedule {
    fn from(schedule: ExplicitSchedule) -> Self {
        Self { form: ScheduleForm::Explicit(schedule) }
    }
}

impl From<RingPlan> for Schedule {
    fn from(plan: RingPlan) -> Self {
        Self { form: ScheduleForm::Conveyor(plan) }
    }
}

impl From<WindowsPlan> for Schedule {
    fn from(plan: WindowsPlan) -> Self {
        Self { form: ScheduleForm::Windows(plan) }
    }
}
