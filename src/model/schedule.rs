//! Schedules in all their forms, as one type.

use super::{
    Coloring, ExplicitSchedule, ImpliedRows, IntervalForm, MultinodeSchedule, MultinodeSend, Network, Node,
    Packet, Problem, Sent, TaskMatrix, WordSchedule, count_of,
};
use crate::wire::{
    Interval, Move, MultinodeMove, NodeRef, Per, Route, ScheduleBody, ScheduleDocument, Transfer,
};

/// A schedule of a problem.
///
/// It says what one node does, every other node doing the translate, or what every node does; slot by slot,
/// or in intervals, whose size does not grow with the packets.
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
pub(crate) enum ScheduleForm {
    /// A slot for every unit of a task matrix.
    Units(TaskMatrix, Coloring),
    /// Intervals of the rows of a task matrix, with the rows that do not take their default route.
    Intervals(IntervalRows, IntervalForm, Vec<Route>),
    /// Words of links.
    Words(WordSchedule),
    /// What becomes of the packets of one node that are copied or combined.
    Multinode(MultinodeSchedule),
    /// What every node sends.
    Explicit(ExplicitSchedule),
}

/// The rows of a schedule in intervals.
#[derive(Debug, Clone)]
pub(crate) enum IntervalRows {
    /// In memory.
    Stored(TaskMatrix),
    /// Made when they are wanted.
    Implied(ImpliedRows),
}

impl Schedule {
    /// A schedule that is written so.
    pub(crate) fn of(form: ScheduleForm) -> Self {
        Self { form }
    }

    /// The slots of the units of a task matrix.
    #[must_use]
    pub fn of_units(matrix: TaskMatrix, coloring: Coloring) -> Self {
        Self { form: ScheduleForm::Units(matrix, coloring) }
    }

    /// Intervals of the rows of a task matrix.
    pub(crate) fn of_intervals(rows: IntervalRows, form: IntervalForm, routes: Vec<Route>) -> Self {
        Self { form: ScheduleForm::Intervals(rows, form, routes) }
    }

    /// How it is written.
    pub(crate) fn form(&self) -> &ScheduleForm {
        &self.form
    }

    /// The same, to be taken apart.
    pub(crate) fn into_form(self) -> ScheduleForm {
        self.form
    }

    /// Number of slots up to the last one with a move.
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
        }
    }

    /// Number of moves: of one node or of all, as [`Schedule::per`] says.
    #[must_use]
    pub fn moves(&self) -> u64 {
        fn all<M>(slots: &[Vec<M>]) -> u64 {
            count_of(slots.iter().map(Vec::len).sum())
        }
        match &self.form {
            ScheduleForm::Units(matrix, _) => matrix.total(),
            ScheduleForm::Intervals(rows, ..) => rows.total(),
            ScheduleForm::Words(schedule) => all(&schedule.slots),
            ScheduleForm::Multinode(schedule) => all(&schedule.slots),
            ScheduleForm::Explicit(schedule) => all(&schedule.slots),
        }
    }

    /// Whether it says what one node does or what every node does.
    #[must_use]
    pub fn per(&self) -> Per {
        match &self.form {
            ScheduleForm::Explicit(_) => Per::Network,
            _ => Per::Node,
        }
    }

    /// ΣC over the packets of a node, C being the number of slots up to and including the last move of a
    /// packet; none where packets are copied, combined or listed, and of a schedule in intervals, which does
    /// not say it.
    ///
    /// # Complexity
    /// O(moves + packets).
    #[must_use]
    pub fn total_delay(&self) -> Option<u64> {
        match &self.form {
            ScheduleForm::Units(matrix, coloring) => Some(coloring.total_delay(matrix)),
            ScheduleForm::Words(schedule) => Some(schedule.total_delay()),
            ScheduleForm::Intervals(..) | ScheduleForm::Multinode(_) | ScheduleForm::Explicit(_) => None,
        }
    }

    /// The schedule of the reversed problem, of packets that are copied or combined, or of every node (P2
    /// §1).
    #[must_use]
    pub fn reversed(&self, network: &Network) -> Option<Self> {
        match &self.form {
            ScheduleForm::Multinode(schedule) => Some(schedule.reversed(network).into()),
            ScheduleForm::Explicit(schedule) => Some(schedule.reversed().into()),
            ScheduleForm::Units(..) | ScheduleForm::Intervals(..) | ScheduleForm::Words(_) => None,
        }
    }

    /// The same without the slots in which nothing moves, where whatever waits may move earlier; of packets
    /// that are copied or combined, or of every node.
    #[must_use]
    pub fn without_pauses(mut self) -> Self {
        match &mut self.form {
            ScheduleForm::Multinode(schedule) => schedule.slots.retain(|slot| !slot.is_empty()),
            ScheduleForm::Explicit(schedule) => schedule.slots.retain(|slot| !slot.is_empty()),
            ScheduleForm::Units(..) | ScheduleForm::Intervals(..) | ScheduleForm::Words(_) => {}
        }
        self
    }

    /// The schedule as it stands in a document.
    ///
    /// # Panics
    /// If it is not one of the problem.
    #[must_use]
    pub fn body(&self, problem: &Problem) -> ScheduleBody {
        match &self.form {
            ScheduleForm::Units(matrix, coloring) => {
                let task = problem.rows().expect("units belong to the rows of a matrix");
                let classes = task.classes();
                let packets = classes.flat_map(|class| (0..class.count).map(move |_| at(class.offset)));
                symmetric_body(packets.collect(), coloring.to_slots(matrix))
            }
            ScheduleForm::Intervals(_, form, routes) => interval_body(form, routes.clone()),
            ScheduleForm::Words(schedule) => {
                symmetric_body(schedule.packets.iter().copied().map(at).collect(), schedule.slots.clone())
            }
            ScheduleForm::Multinode(schedule) => {
                let numbered = problem.collective().is_some_and(|task| task.count() > 1);
                multinode_body(schedule, numbered)
            }
            ScheduleForm::Explicit(schedule) => explicit_body(schedule),
        }
    }

    /// The document of the schedule.
    ///
    /// # Panics
    /// If it is not one of the problem.
    #[must_use]
    pub fn document(&self, problem: &Problem) -> ScheduleDocument {
        ScheduleDocument::new(problem.document().clone(), self.body(problem))
    }
}

impl IntervalRows {
    /// The sum of all entries.
    pub(crate) fn total(&self) -> u64 {
        use super::Rows;
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

impl From<ExplicitSchedule> for Schedule {
    fn from(schedule: ExplicitSchedule) -> Self {
        Self { form: ScheduleForm::Explicit(schedule) }
    }
}

fn at(node: Node) -> NodeRef {
    NodeRef::Index(node.0)
}

fn symmetric_body(packets: Vec<NodeRef>, slots: Vec<Vec<(u32, u32)>>) -> ScheduleBody {
    let slots = slots.into_iter().map(|slot| slot.into_iter().map(Move::from).collect()).collect();
    ScheduleBody::Symmetric { packets, slots }
}

fn interval_body(form: &IntervalForm, routes: Vec<Route>) -> ScheduleBody {
    let interval = |owned: &super::OwnedInterval| Interval {
        start: owned.start,
        width: owned.width,
        group: owned.group.into(),
        link: owned.link.into(),
    };
    ScheduleBody::Intervals {
        packets: None,
        groups: form.groups.iter().map(|&row| count_of(row)).collect(),
        intervals: form.intervals.iter().map(interval).collect(),
        routes,
    }
}

fn multinode_body(schedule: &MultinodeSchedule, numbered: bool) -> ScheduleBody {
    let step = |step: &MultinodeSend| MultinodeMove {
        packet: numbered.then_some(step.packet),
        position: at(step.position),
        link: step.link.0,
    };
    ScheduleBody::Multinode {
        slots: schedule.slots.iter().map(|slot| slot.iter().map(step).collect()).collect(),
    }
}

fn explicit_body(schedule: &ExplicitSchedule) -> ScheduleBody {
    let ends = |packet: &Packet| match *packet {
        Packet::Personal { from, to } => vec![at(from), at(to)],
        Packet::Copied { from: node } | Packet::Combined { to: node } => vec![at(node)],
    };
    let step = |step: &Sent| Transfer { packet: step.packet, from: at(step.from), to: at(step.to) };
    ScheduleBody::Explicit {
        packets: schedule.packets.iter().map(ends).collect(),
        slots: schedule.slots.iter().map(|slot| slot.iter().map(step).collect()).collect(),
    }
}
