//! Rows of a matrix of counts, stored or computed on demand, and the slots that they take.

use super::bits::decode;
use super::compress;
use crate::model::width::wide;
use std::ops::Range;

/// A matrix of nonnegative integers that is read row by row: stored
/// ([`crate::model::TaskMatrix`]), or never stored at all ([`crate::model::ImpliedRows`]).
///
/// Decompositions work on all of them. Units are counted row by row, inside a row by increasing column.
pub trait Rows: Sync {
    /// Returns the number of rows N.
    fn rows(&self) -> usize;

    /// Returns the number of columns m.
    fn columns(&self) -> u32;

    /// Returns the sums c_j of the columns.
    fn column_sums(&self) -> &[u64];

    /// Returns the greatest row sum h_r; 0 without rows.
    fn greatest_row_sum(&self) -> u64;

    /// Returns the greatest entry; 0 without entries.
    fn greatest_entry(&self) -> u64;

    /// Returns the end of the longest run of rows from `first` whose units are at most `most` together;
    /// `first` is a row.
    fn fit(&self, first: usize, most: u64) -> usize;

    /// Adds the units of each column in some rows to `counts`, of length m.
    fn count(&self, rows: Range<usize>, counts: &mut [u64]);

    /// The type that goes through the rows.
    type Stream<'a>: RowStream
    where
        Self: 'a;

    /// Starts before row `first`, which may be the number of rows.
    fn stream(&self, first: usize) -> Self::Stream<'_>;

    /// Calls `f(row, column, units)` for the nonzero entries of some rows, row by row, columns increasing.
    fn visit(&self, rows: Range<usize>, f: impl FnMut(usize, u32, u64)) {
        self.stream(rows.start).visit(rows.len(), f);
    }

    /// Returns the sum σ of all entries.
    fn total(&self) -> u64 {
        self.column_sums().iter().sum()
    }

    /// Returns the greatest line sum h (P1 Definition 3).
    fn critical_sum(&self) -> u64 {
        self.column_sums().iter().copied().fold(self.greatest_row_sum(), u64::max)
    }

    /// Returns the least number of slots, max(h, ⌈σ/k⌉), when at most `ports` columns may be served in a slot
    /// (P1 Theorem 7).
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

    /// Gives every unit of the next rows the next slot of its column; returns the number of units.
    ///
    /// # Panics
    /// If `slots` has no room for the units.
    fn take(&mut self, rows: usize, cursors: &mut Cursors, pool: &mut impl Pool, slots: &mut [u32]) -> usize;
}

/// Supplies a column with more slots when its cursor stands at the end and another slot is needed.
pub trait Pool {
    /// Whether ends are checked; if not, the caller knows that no cursor can get to one.
    const CHECKS_ENDS: bool;

    /// Moves the cursor of a column to slots that can be given.
    fn refill(&mut self, cursors: &mut Cursors, column: usize);
}

/// Does not check ends.
#[derive(Debug, Clone, Copy)]
pub struct Unchecked;

impl Pool for Unchecked {
    const CHECKS_ENDS: bool = false;

    fn refill(&mut self, _: &mut Cursors, _: usize) {}
}

/// For every column the next slot that it gives, and the end of the slots that it has.
#[derive(Debug, Clone)]
pub struct Cursors {
    /// Has at least 256 entries, so that a byte is always an index.
    pub(in crate::model) next: Vec<u32>,
    ends: Vec<u32>,
}

impl Cursors {
    /// Creates cursors without slots.
    #[must_use]
    pub fn new(columns: u32) -> Self {
        let width = wide(columns).max(256);
        Self { next: vec![0; width], ends: vec![0; width] }
    }

    /// Returns the slots that a column still has.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn at_hand(&self, column: usize) -> Range<u32> {
        self.next[column]..self.ends[column]
    }

    /// Replaces the slots of a column.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn set(&mut self, column: usize, slots: Range<u32>) {
        self.next[column] = slots.start;
        self.ends[column] = slots.end;
    }

    /// Gives one unit to every column in the list.
    pub(super) fn take_bytes<T: Pool>(&mut self, columns: &[u8], pool: &mut T, slots: &mut [u32]) -> usize {
        let slots = &mut slots[..columns.len()];
        let mut at = 0;
        while let Some(ended) = self.take_bytes_to_an_end::<T>(&columns[at..], &mut slots[at..]) {
            at += ended;
            pool.refill(self, usize::from(columns[at]));
        }
        columns.len()
    }

    /// Gives slots up to the first column that stands at its end, and returns the place of that column.
    fn take_bytes_to_an_end<T: Pool>(&mut self, columns: &[u8], slots: &mut [u32]) -> Option<usize> {
        let next: &mut [u32; 256] = self.next.first_chunk_mut().expect("at least 256 cursors");
        let ends: &[u32; 256] = self.ends.first_chunk().expect("at least 256 ends");
        let mut ended = |slot: &mut u32, column: u8| {
            let cursor = &mut next[usize::from(column)];
            if T::CHECKS_ENDS && *cursor == ends[usize::from(column)] {
                return true;
            }
            *slot = *cursor;
            *cursor = cursor.wrapping_add(1);
            false
        };
        if T::CHECKS_ENDS {
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

    /// Gives one unit to every column in the list.
    pub(super) fn take_words(&mut self, columns: &[u32], pool: &mut impl Pool, slots: &mut [u32]) -> usize {
        for (slot, &column) in slots[..columns.len()].iter_mut().zip(columns) {
            *slot = self.take_one(wide(column), pool);
        }
        columns.len()
    }

    fn take_one<T: Pool>(&mut self, column: usize, pool: &mut T) -> u32 {
        if T::CHECKS_ENDS && self.next[column] == self.ends[column] {
            pool.refill(self, column);
        }
        let cursor = &mut self.next[column];
        let slot = *cursor;
        *cursor = slot.wrapping_add(1);
        slot
    }

    /// Gives each column in the list its units, side by side.
    pub(super) fn take_runs<C: Copy + Into<u32>>(
        &mut self,
        columns: &[C],
        units: &[u64],
        pool: &mut impl Pool,
        slots: &mut [u32],
    ) -> usize {
        let mut at = 0;
        for (&column, &units) in columns.iter().zip(units) {
            at += self.take_run(column.into(), units, pool, &mut slots[at..]);
        }
        at
    }

    /// Gives one column its units, side by side.
    pub(super) fn take_run<T: Pool>(
        &mut self,
        column: u32,
        units: u64,
        pool: &mut T,
        slots: &mut [u32],
    ) -> usize {
        let length = usize::try_from(units).expect("the caller has room for them");
        let column = wide(column);
        if T::CHECKS_ENDS && u64::from(self.ends[column] - self.next[column]) < units {
            slots[..length].iter_mut().for_each(|slot| *slot = self.take_one(column, pool));
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

    /// Gives one unit for every bit of every mask, from the least bit on, of at most `width` bits.
    pub(super) fn take_masks(
        &mut self,
        width: usize,
        masks: impl Iterator<Item = u64>,
        pool: &mut impl Pool,
        slots: &mut [u32],
    ) -> usize {
        match width.div_ceil(8) {
            0 | 1 => self.take_masks_of::<_, 1>(masks, pool, slots),
            2 => self.take_masks_of::<_, 2>(masks, pool, slots),
            3 => self.take_masks_of::<_, 3>(masks, pool, slots),
            4 => self.take_masks_of::<_, 4>(masks, pool, slots),
            _ => self.take_masks_of::<_, 8>(masks, pool, slots),
        }
    }

    /// Uses vectors where no end is checked and the processor has them.
    fn take_masks_of<T: Pool, const BYTES: usize>(
        &mut self,
        masks: impl Iterator<Item = u64>,
        pool: &mut T,
        slots: &mut [u32],
    ) -> usize {
        if T::CHECKS_ENDS {
            return self.take_decoded::<BYTES>(masks, pool, slots);
        }
        match compress::take::<BYTES, _>(&mut self.next, masks, slots) {
            Ok(taken) => taken,
            Err(masks) => self.take_decoded::<BYTES>(masks, pool, slots),
        }
    }

    /// Writes the bits as bytes, then gives them their slots.
    fn take_decoded<const BYTES: usize>(
        &mut self,
        masks: impl Iterator<Item = u64>,
        pool: &mut impl Pool,
        slots: &mut [u32],
    ) -> usize {
        let mut columns = [0_u8; DECODE_BATCH + 72];
        let (mut decoded, mut at) = (0, 0);
        for mask in masks {
            let room = columns[decoded..].first_chunk_mut().expect("room for a mask");
            decoded += decode::<BYTES>(mask, room);
            if decoded >= DECODE_BATCH {
                at += self.take_bytes(&columns[..decoded], pool, &mut slots[at..]);
                decoded = 0;
            }
        }
        at + self.take_bytes(&columns[..decoded], pool, &mut slots[at..])
    }
}

/// Bits of masks that are written as bytes before they get their slots.
const DECODE_BATCH: usize = 1024;

/// Counts every byte. From 2048 bytes on four tables are used, so that equal bytes in a row do not wait for
/// each other.
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
