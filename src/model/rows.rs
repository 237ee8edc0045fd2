//! Rows of a matrix of counts, wherever they are stored or made, and the slots that they take.

use super::width::wide;
use std::ops::Range;

/// A matrix of nonnegative integers that is read row by row: stored ([`super::TaskMatrix`]), a bit for each entry
/// ([`super::MaskMatrix`]), or never stored at all ([`super::ImpliedRows`]).
///
/// What decomposes one of them decomposes them all. Units are counted row by row, inside a row by increasing column.
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

    /// The end of the longest run of rows from `first` whose units are at most `most` together; `first` is a row.
    fn fit(&self, first: usize, most: u64) -> usize;

    /// Adds the units of each column in some rows to `counts`, of length m.
    fn count(&self, rows: Range<usize>, counts: &mut [u64]);

    /// Calls `f(row, column, units)` for the nonzero entries of some rows, row by row, columns increasing.
    fn visit(&self, rows: Range<usize>, f: impl FnMut(usize, u32, u64));

    /// Gives every unit of some rows the next slot of its column, and tells how many units they are.
    ///
    /// Slots behind the units of these rows may be overwritten.
    ///
    /// # Panics
    /// If `slots` has no room for the units.
    fn take(&self, rows: Range<usize>, cursors: &mut Cursors, slots: &mut [u32]) -> usize;

    /// The sum σ of all entries.
    fn total(&self) -> u64 {
        self.column_sums().iter().sum()
    }

    /// The greatest line sum h (P1 Definition 3).
    fn critical_sum(&self) -> u64 {
        self.column_sums().iter().copied().fold(self.greatest_row_sum(), u64::max)
    }

    /// The least number of slots, max(h, ⌈σ/k⌉), when at most `ports` columns may be served in a slot (P1 Theorem 7).
    ///
    /// # Panics
    /// If `ports` is 0.
    fn least_slots(&self, ports: u32) -> u64 {
        self.critical_sum().max(self.total().div_ceil(u64::from(ports)))
    }
}

/// For every column the next slot that it gives away.
#[derive(Debug, Clone)]
pub struct Cursors {
    /// At least 256, so that a byte is always an index.
    next: Vec<u32>,
}

impl Cursors {
    /// Cursors at slot 0.
    #[must_use]
    pub fn new(columns: u32) -> Self {
        Self { next: vec![0; wide(columns).max(256)] }
    }

    /// The next slot of a column.
    ///
    /// # Panics
    /// If there is no such column.
    #[must_use]
    pub fn next(&self, column: usize) -> u32 {
        self.next[column]
    }

    /// Moves a cursor.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn set(&mut self, column: usize, slot: u32) {
        self.next[column] = slot;
    }

    /// One unit for every column named.
    pub(super) fn take_bytes(&mut self, columns: &[u8], slots: &mut [u32]) -> usize {
        let next: &mut [u32; 256] = self.next.first_chunk_mut().expect("at least 256 cursors");
        for (slot, &column) in slots[..columns.len()].iter_mut().zip(columns) {
            let cursor = &mut next[usize::from(column)];
            *slot = *cursor;
            *cursor = cursor.wrapping_add(1);
        }
        columns.len()
    }

    /// One unit for every column named.
    pub(super) fn take_words(&mut self, columns: &[u32], slots: &mut [u32]) -> usize {
        for (slot, &column) in slots[..columns.len()].iter_mut().zip(columns) {
            let cursor = &mut self.next[wide(column)];
            *slot = *cursor;
            *cursor = cursor.wrapping_add(1);
        }
        columns.len()
    }

    /// Some units for every column named, side by side.
    pub(super) fn take_runs<C: Copy + Into<u32>>(
        &mut self,
        columns: &[C],
        units: &[u64],
        slots: &mut [u32],
    ) -> usize {
        let mut at = 0;
        for (&column, &units) in columns.iter().zip(units) {
            at += self.take_run(column.into(), units, &mut slots[at..]);
        }
        at
    }

    /// Some units of one column, side by side.
    pub(super) fn take_run(&mut self, column: u32, units: u64, slots: &mut [u32]) -> usize {
        let cursor = &mut self.next[wide(column)];
        let length = usize::try_from(units).expect("the caller has room for them");
        let mut slot = *cursor;
        for here in &mut slots[..length] {
            *here = slot;
            slot = slot.wrapping_add(1);
        }
        *cursor = slot;
        length
    }

    /// One unit for every bit of every mask, from the least bit on; of at most `width` bits.
    pub(super) fn take_masks(
        &mut self,
        width: usize,
        masks: impl Iterator<Item = u64>,
        slots: &mut [u32],
    ) -> usize {
        let next: &mut [u32; 64] = self.next.first_chunk_mut().expect("at least 256 cursors");
        let bytes = width.div_ceil(8);
        let mut at = 0;
        for mask in masks {
            // Room for the longest row, so that each byte can write eight slots whatever its bits are.
            let Some(room) = slots[at..].first_chunk_mut::<64>() else {
                at += take_mask(next, mask, &mut slots[at..]);
                continue;
            };
            let mut here = 0;
            for (block, bits) in next.as_chunks_mut::<8>().0[..bytes].iter_mut().zip(mask.to_le_bytes()) {
                let byte = &BYTES[usize::from(bits)];
                for i in 0..8 {
                    room[(here + i) & 63] = block[usize::from(byte.places[i] & 7)];
                }
                for (cursor, bit) in block.iter_mut().zip(byte.bits) {
                    *cursor = cursor.wrapping_add(bit);
                }
                here += byte.ones;
            }
            at += here;
        }
        at
    }
}

/// The same for one mask and little room.
fn take_mask(next: &mut [u32; 64], mut mask: u64, slots: &mut [u32]) -> usize {
    let mut here = 0;
    while mask != 0 {
        let cursor = &mut next[wide(mask.trailing_zeros()) & 63];
        slots[here] = *cursor;
        *cursor = cursor.wrapping_add(1);
        mask &= mask - 1;
        here += 1;
    }
    here
}

/// What a byte of a mask holds.
#[derive(Clone, Copy)]
struct Byte {
    /// The bits as numbers.
    bits: [u32; 8],
    /// The places of the ones, increasing, then anything.
    places: [u8; 8],
    /// How many ones.
    ones: usize,
}

static BYTES: [Byte; 256] = bytes();

const fn bytes() -> [Byte; 256] {
    let mut table = [Byte { bits: [0; 8], places: [0; 8], ones: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0_u8;
        let mut column = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                let entry = &mut table[byte];
                entry.bits[column] = 1;
                entry.places[entry.ones] = place;
                entry.ones += 1;
            }
            place += 1;
            column += 1;
        }
        byte += 1;
    }
    table
}

/// Counts every byte; four tables, so that equal bytes in a row do not wait for each other.
pub(super) fn count_bytes(columns: &[u8], counts: &mut [u64]) {
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

/// Counts every bit of every mask in `counts`, by carry-save addition: bit j of plane i is bit i of the count of column j.
pub(super) fn count_masks(masks: impl Iterator<Item = u64>, counts: &mut [u64]) {
    const PLANES: usize = 16;
    let mut planes = [0_u64; PLANES];
    let mut counted = 0_u64;
    let mut buffer = [0_u64; 8];
    let mut filled = 0;
    let mut flush = |planes: &mut [u64; PLANES]| {
        for (column, count) in counts.iter_mut().enumerate().take(64) {
            for (weight, plane) in planes.iter().enumerate() {
                *count += (plane >> column & 1) << weight;
            }
        }
        *planes = [0; PLANES];
    };
    for mask in masks {
        buffer[filled] = mask;
        filled += 1;
        if filled == 8 {
            add_eight(&mut planes, &buffer);
            (filled, counted) = (0, counted + 8);
            if counted == (1 << PLANES) - 8 {
                flush(&mut planes);
                counted = 0;
            }
        }
    }
    buffer[filled..].fill(0);
    add_eight(&mut planes, &buffer);
    flush(&mut planes);
}

fn add_eight(planes: &mut [u64], masks: &[u64; 8]) {
    let full = |a: u64, b: u64, c: u64| (a ^ b ^ c, (a & b) | ((a ^ b) & c));
    let [a, b, c, d, e, f, g, h] = *masks;
    let (ones, t1) = full(planes[0], a, b);
    let (ones, t2) = full(ones, c, d);
    let (ones, t3) = full(ones, e, f);
    let (ones, t4) = full(ones, g, h);
    let (twos, f1) = full(planes[1], t1, t2);
    let (twos, f2) = full(twos, t3, t4);
    let (fours, mut carry) = full(planes[2], f1, f2);
    (planes[0], planes[1], planes[2]) = (ones, twos, fours);
    for plane in &mut planes[3..] {
        if carry == 0 {
            break;
        }
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// The units of a mask.
pub(super) fn ones(mask: u64) -> u64 {
    u64::from(mask.count_ones())
}
