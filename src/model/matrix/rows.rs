//! Rows of a matrix of counts, wherever they are stored or made, and the slots that they take.

use super::bits::decode;
use super::compress;
use crate::model::width::wide;
use std::ops::Range;

/// A matrix of nonnegative integers that is read row by row: stored
/// ([`crate::model::TaskMatrix`]), or never stored at all ([`crate::model::ImpliedRows`]).
///
/// What decomposes one of them decomposes them all. Units are counted row by row, inside a row by increasing
/// column.
pub trait Rows: Sync {
    /// Number of rows N.
    fn rows(&self) -> usize;

    /// Number of columns m.
    fn columns(&self) -> u32;

    /// The sums c_j of the columns.
    fn column_sums(&self) -> &[u64];

    /// The greatest row sum h_r; 0 without rows.
    fn greatest_row_sum(&self) -> u64;

    /// The greatest entry; 0 without entries.
    fn greatest_entry(&self) -> u64;

    /// The end of the longest run of rows from `first` whose units are at most `most` together; `first` is a
    /// row.
    fn fit(&self, first: usize, most: u64) -> usize;

    /// Adds the units of each column in some rows to `counts`, of length m.
    fn count(&self, rows: Range<usize>, counts: &mut [u64]);

    /// What goes through the rows.
    type Stream<'a>: RowStream
    where
        Self: 'a;

    /// Starts before row `first`, which may be the number of rows.
    fn stream(&self, first: usize) -> Self::Stream<'_>;

    /// Calls `f(row, column, units)` for the nonzero entries of some rows, row by row, columns increasing.
    fn visit(&self, rows: Range<usize>, f: impl FnMut(usize, u32, u64)) {
        self.stream(rows.start).visit(rows.len(), f);
    }

    /// The sum σ of all entries.
    fn total(&self) -> u64 {
        self.column_sums().iter().sum()
    }

    /// The greatest line sum h (P1 Definition 3).
    fn critical_sum(&self) -> u64 {
        self.column_sums().iter().copied().fold(self.greatest_row_sum(), u64::max)
    }

    /// The least number of slots, max(h, ⌈σ/k⌉), when at most `ports` columns may be served in a slot (P1
    /// Theorem 7).
    ///
    /// # Panics
    /// If `ports` is 0.
    fn least_slots(&self, ports: u32) -> u64 {
        self.critical_sum().max(self.total().div_ceil(u64::from(ports)))
    }
}

/// Goes through rows in order, some at a time; callers do not ask for more rows than there are.
pub trait RowStream {
    /// Calls `f(row, column, units)` for the nonzero entries of the next rows, row by row, columns
    /// increasing.
    fn visit(&mut self, rows: usize, f: impl FnMut(usize, u32, u64));

    /// Gives every unit of the next rows the next slot of its column, and tells how many units they are.
    ///
    /// # Panics
    /// If `slots` has no room for the units.
    fn take(&mut self, rows: usize, cursors: &mut Cursors, turn: &mut impl Turn, slots: &mut [u32]) -> usize;
}

/// What is to be done when a cursor stands at its end and another slot of its column is wanted.
pub trait Turn {
    /// Whether ends are looked at; if not, the caller knows that no cursor can get to one.
    const LOOKS: bool;

    /// Moves the cursor of a column to slots that can be given.
    fn turn(&mut self, cursors: &mut Cursors, column: usize);
}

/// Does not look at ends.
#[derive(Debug, Clone, Copy)]
pub struct Straight;

impl Turn for Straight {
    const LOOKS: bool = false;

    fn turn(&mut self, _: &mut Cursors, _: usize) {}
}

/// For every column the next slot that it gives away, and the end of the slots that it has at hand.
#[derive(Debug, Clone)]
pub struct Cursors {
    /// At least 256, so that a byte is always an index.
    pub(in crate::model) next: Vec<u32>,
    ends: Vec<u32>,
}

impl Cursors {
    /// Cursors without slots.
    #[must_use]
    pub fn new(columns: u32) -> Self {
        let width = wide(columns).max(256);
        Self { next: vec![0; width], ends: vec![0; width] }
    }

    /// The slots that a column has at hand.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn at_hand(&self, column: usize) -> Range<u32> {
        self.next[column]..self.ends[column]
    }

    /// Gives a column other slots.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn set(&mut self, column: usize, slots: Range<u32>) {
        self.next[column] = slots.start;
        self.ends[column] = slots.end;
    }

    /// One unit for every column named.
    pub(super) fn take_bytes<T: Turn>(&mut self, columns: &[u8], turn: &mut T, slots: &mut [u32]) -> usize {
        let slots = &mut slots[..columns.len()];
        let mut at = 0;
        while let Some(ended) = self.take_bytes_to_an_end::<T>(&columns[at..], &mut slots[at..]) {
            at += ended;
            turn.turn(self, usize::from(columns[at]));
        }
        columns.len()
    }

    /// Stops before a column at its end, and tells its place.
    fn take_bytes_to_an_end<T: Turn>(&mut self, columns: &[u8], slots: &mut [u32]) -> Option<usize> {
        let next: &mut [u32; 256] = self.next.first_chunk_mut().expect("at least 256 cursors");
        let ends: &[u32; 256] = self.ends.first_chunk().expect("at least 256 ends");
        let mut ended = |slot: &mut u32, column: u8| {
            let cursor = &mut next[usize::from(column)];
            if T::LOOKS && *cursor == ends[usize::from(column)] {
                return true;
            }
            *slot = *cursor;
            *cursor = cursor.wrapping_add(1);
            false
        };
        if T::LOOKS {
            return slots.iter_mut().zip(columns).position(|(slot, &column)| ended(slot, column));
        }
        // Eight at a time, which the compiler unrolls.
        let (eights, rest) = columns.as_chunks::<8>();
        let (slot_eights, slot_rest) = slots.as_chunks_mut::<8>();
        for (slots, columns) in slot_eights.iter_mut().zip(eights) {
            for (slot, &column) in slots.iter_mut().zip(columns) {
                ended(slot, column);
            }
        }
        for (slot, &column) in slot_rest.iter_mut().zip(rest) {
            ended(slot, column);
        }
        None
    }

    /// One unit for every column named.
    pub(super) fn take_words(&mut self, columns: &[u32], turn: &mut impl Turn, slots: &mut [u32]) -> usize {
        for (slot, &column) in slots[..columns.len()].iter_mut().zip(columns) {
            *slot = self.take_one(wide(column), turn);
        }
        columns.len()
    }

    fn take_one<T: Turn>(&mut self, column: usize, turn: &mut T) -> u32 {
        if T::LOOKS && self.next[column] == self.ends[column] {
            turn.turn(self, column);
        }
        let cursor = &mut self.next[column];
        let slot = *cursor;
        *cursor = slot.wrapping_add(1);
        slot
    }

    /// Some units for every column named, side by side.
    pub(super) fn take_runs<C: Copy + Into<u32>>(
        &mut self,
        columns: &[C],
        units: &[u64],
        turn: &mut impl Turn,
        slots: &mut [u32],
    ) -> usize {
        let mut at = 0;
        for (&column, &units) in columns.iter().zip(units) {
            at += self.take_run(column.into(), units, turn, &mut slots[at..]);
        }
        at
    }

    /// Some units of one column, side by side.
    pub(super) fn take_run<T: Turn>(
        &mut self,
        column: u32,
        units: u64,
        turn: &mut T,
        slots: &mut [u32],
    ) -> usize {
        let length = usize::try_from(units).expect("the caller has room for them");
        let column = wide(column);
        if T::LOOKS && u64::from(self.ends[column] - self.next[column]) < units {
            slots[..length].iter_mut().for_each(|slot| *slot = self.take_one(column, turn));
            return length;
        }
        let cursor = &mut self.next[column];
        let mut slot = *cursor;
        for here in &mut slots[..length] {
            *here = slot;
            slot = slot.wrapping_add(1);
        }
        *cursor = slot;
        length
    }

    /// One unit for every bit of every mask, from the least bit on, of at most `width` bits.
    pub(super) fn take_masks(
        &mut self,
        width: usize,
        masks: impl Iterator<Item = u64>,
        turn: &mut impl Turn,
        slots: &mut [u32],
    ) -> usize {
        match width.div_ceil(8) {
            0 | 1 => self.take_masks_of::<_, 1>(masks, turn, slots),
            2 => self.take_masks_of::<_, 2>(masks, turn, slots),
            3 => self.take_masks_of::<_, 3>(masks, turn, slots),
            4 => self.take_masks_of::<_, 4>(masks, turn, slots),
            _ => self.take_masks_of::<_, 8>(masks, turn, slots),
        }
    }

    /// By vectors where no end is looked at and the processor has them.
    fn take_masks_of<T: Turn, const BYTES: usize>(
        &mut self,
        masks: impl Iterator<Item = u64>,
        turn: &mut T,
        slots: &mut [u32],
    ) -> usize {
        if T::LOOKS {
            return self.take_decoded::<BYTES>(masks, turn, slots);
        }
        match compress::take::<BYTES, _>(&mut self.next, masks, slots) {
            Ok(taken) => taken,
            Err(masks) => self.take_decoded::<BYTES>(masks, turn, slots),
        }
    }

    /// The bits are written as bytes, then taken.
    fn take_decoded<const BYTES: usize>(
        &mut self,
        masks: impl Iterator<Item = u64>,
        turn: &mut impl Turn,
        slots: &mut [u32],
    ) -> usize {
        let mut columns = [0_u8; DECODED + 72];
        let (mut decoded, mut at) = (0, 0);
        for mask in masks {
            let room = columns[decoded..].first_chunk_mut().expect("room for a mask");
            decoded += decode::<BYTES>(mask, room);
            if decoded >= DECODED {
                at += self.take_bytes(&columns[..decoded], turn, &mut slots[at..]);
                decoded = 0;
            }
        }
        at + self.take_bytes(&columns[..decoded], turn, &mut slots[at..])
    }
}

/// Bits of masks that are written as bytes before they are taken.
const DECODED: usize = 1024;

/// Counts every byte; four tables, so that equal bytes in a row do not wait for each other, unless the bytes
/// are few.
pub(super) fn count_bytes(columns: &[u8], counts: &mut [u64]) {
    if columns.len() < 2048 {
        for &column in columns {
            counts[usize::from(column)] += 1;
        }
        return;
    }
    // No table can count beyond u32 in a part.
    for part in columns.chunks(1 << 30) {
        let mut tables = [[0_u32; 256]; 4];
        let (fours, rest) = part.as_chunks::<4>();
        for four in fours {
            for (table, &column) in tables.iter_mut().zip(four) {
                let count = &mut table[usize::from(column)];
                *count = count.wrapping_add(1);
            }
        }
        for &column in rest {
            tables[0][usize::from(column)] += 1;
        }
        for (column, count) in counts.iter_mut().enumerate().take(256) {
            *count += tables.iter().map(|table| u64::from(table[column])).sum::<u64>();
        }
    }
}
