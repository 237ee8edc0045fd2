//! A schedule that was read, with the place of each move in the file.

use super::fault::ScheduleFault;
use super::packets::{Key, Packets};
use crate::model::Problem;
use crate::wire::{NodeRef, ScheduleBody, ScheduleDocument, Slots, Transfer};
use std::fmt::{self, Display, Formatter};

/// Most moves of a schedule that is read.
const MAX_MOVES: usize = 1 << 22;
/// Most slots of a schedule that is read.
const MAX_SLOTS: usize = 1 << 20;

/// The place of a move in the file of another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MovePlace {
    /// On a line, from 1.
    Line(usize),
    /// In the list of a slot.
    Listed(usize, usize),
    /// In the list of sends of a step.
    Send(usize, usize),
    /// In the pairs of a round of a slot.
    Pair(usize, usize, usize),
    /// A step of a thread block of a device.
    Step([u64; 3]),
}

impl Display for MovePlace {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(out, "line {line}"),
            Self::Listed(slot, index) => write!(out, "[{slot}][{index}]"),
            Self::Send(step, index) => write!(out, "steps[{step}].sends[{index}]"),
            Self::Pair(slot, round, index) => write!(out, "slots[{slot}][{round}].pairs[{index}]"),
            Self::Step([gpu, block, step]) => write!(out, "gpu {gpu} tb {block} step {step}"),
        }
    }
}

/// A schedule of another program as a schedule of Isotask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadSchedule {
    /// The schedule.
    pub document: ScheduleDocument,
    /// The places of its moves in the file, by slot.
    pub places: Vec<Vec<MovePlace>>,
    /// Assumptions and observations of the reader that the schedule cannot express.
    pub notes: Vec<String>,
}

/// The moves of a schedule, gathered slot by slot.
#[derive(Debug)]
pub(super) struct Moves<'a> {
    packets: &'a Packets,
    slots: Vec<Vec<Transfer>>,
    places: Vec<Vec<MovePlace>>,
    total: usize,
}

impl<'a> Moves<'a> {
    pub(super) fn new(packets: &'a Packets) -> Self {
        Self { packets, slots: Vec::new(), places: Vec::new(), total: 0 }
    }

    /// Adds the transmission of a packet from one node to another in a slot.
    ///
    /// # Errors
    /// [`ScheduleFault::At`] if the task has no such packet; [`ScheduleFault::TooMuch`].
    pub(super) fn push(
        &mut self,
        slot: usize,
        ends: [u64; 2],
        key: Key,
        place: MovePlace,
    ) -> Result<(), ScheduleFault> {
        let [from, to] = ends;
        for node in ends {
            if node >= self.packets.nodes {
                let message = format!("node {node}, expected one below {}", self.packets.nodes);
                return Err(ScheduleFault::at(place, message));
            }
        }
        let Some(packet) = self.packets.index(key) else {
            return Err(ScheduleFault::wrong(place, format!("{}, which the task does not have", words(key))));
        };
        self.total += 1;
        if self.total > MAX_MOVES {
            return Err(too_much("moves", self.total, MAX_MOVES));
        }
        self.extend_to(slot.saturating_add(1))?;
        self.slots[slot].push(Transfer::new(packet, NodeRef::Index(from), NodeRef::Index(to)));
        self.places[slot].push(place);
        Ok(())
    }

    /// Extends the schedule to at least `slots` slots.
    ///
    /// # Errors
    /// [`ScheduleFault::TooMuch`].
    pub(super) fn extend_to(&mut self, slots: usize) -> Result<(), ScheduleFault> {
        if slots > MAX_SLOTS {
            return Err(too_much("slots", slots, MAX_SLOTS));
        }
        if self.slots.len() < slots {
            self.slots.resize_with(slots, Vec::new);
            self.places.resize_with(slots, Vec::new);
        }
        Ok(())
    }

    /// Returns these moves as a schedule of the problem.
    pub(super) fn schedule(self, problem: &Problem) -> ReadSchedule {
        let slots = self.slots.into_iter().collect::<Slots<Transfer>>();
        let body = ScheduleBody::Explicit { packets: self.packets.ends(), slots };
        ReadSchedule {
            document: ScheduleDocument::new(problem.document().clone(), body),
            places: self.places,
            notes: Vec::new(),
        }
    }
}

fn too_much(what: &'static str, found: usize, most: usize) -> ScheduleFault {
    let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    ScheduleFault::TooMuch { what, found: wide(found), most: wide(most) }
}

/// Describes a packet in words.
pub(super) fn words((packet, copy): Key) -> String {
    let ends = match packet.ends() {
        (Some(from), Some(to)) => format!("a packet from node {} to node {}", from.0, to.0),
        (Some(node), None) => format!("the packet of node {}", node.0),
        (None, Some(node)) => format!("a part of the sum for node {}", node.0),
        (None, None) => "a packet".to_owned(),
    };
    if copy == 0 { ends } else { format!("{ends}, number {copy}") }
}
