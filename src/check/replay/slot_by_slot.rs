//! Replays that are given one slot after the other, from a list or while a document is read.

use crate::refusal::rejection::Rejection;
use crate::replay::replayed::{Options, Run, small_enough};
use isotask_wire::{Slots, Step, StreamedSlots};
use std::io::Read;

/// A replay that is given the slots one by one.
pub(crate) trait SlotBySlot<M> {
    /// Carries out the moves of the next slot, or refuses one.
    fn slot(&mut self, moves: &[M]) -> Result<(), Rejection>;

    /// Returns the result after the last slot.
    fn end(self) -> Result<Run, Rejection>;
}

/// Replays slots that are in memory.
pub(crate) fn replay_all<M>(mut replay: impl SlotBySlot<M>, slots: &Slots<M>) -> Result<Run, Rejection> {
    for slot in slots {
        replay.slot(slot)?;
    }
    replay.end()
}

/// Replays slots while they are read; none if they are refused or are not of this kind. The check of the
/// whole document then gives the reason.
pub(crate) fn while_coming<M: Step, R: Read>(
    mut replay: impl SlotBySlot<M>,
    coming: &mut StreamedSlots<R>,
) -> Option<Run> {
    let mut moves = Vec::new();
    while coming.slot(&mut |numbers| M::of(numbers).map(|step| moves.push(step)))? {
        replay.slot(&moves).ok()?;
        moves.clear();
    }
    replay.end().ok()
}

/// Moves, kept as long as they are few enough for a literal replay.
#[derive(Debug)]
pub(crate) struct Kept<M> {
    slots: Option<Slots<M>>,
    /// Number of copies of each move that a literal replay makes.
    copies: u64,
    /// The schedule counts as one of at least this number of moves, however few it has.
    least: u64,
    options: Options,
}

impl<M> Kept<M> {
    pub(crate) fn new(copies: u64, least: u64, options: Options) -> Self {
        Self { slots: Some(Slots::new()), copies, least, options }
    }

    /// Keeps a slot; `moves` is the number of moves up to and with it.
    pub(crate) fn slot(&mut self, slot: impl IntoIterator<Item = M>, moves: u128) {
        if !small_enough(self.copies, moves.max(self.least.into()), self.options) {
            self.slots = None;
        }
        if let Some(slots) = &mut self.slots {
            slots.push(slot);
        }
    }

    /// Returns all slots, if they are few enough.
    pub(crate) fn few(self) -> Option<Slots<M>> {
        let Self { slots, copies, least, options } = self;
        slots.filter(|_| small_enough(copies, least.into(), options))
    }
}
