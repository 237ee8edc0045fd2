//! Slots for the units of a matrix, out of its intervals.

use crate::model::{Coloring, Cursors, IntervalForm, RowStream, Rows, count_of, wide};
use rayon::prelude::*;
use std::ops::Range;

/// Gives every unit of a matrix its slot by an interval form: the next slot of the pool of its group and column.
///
/// # Complexity
/// As [`color_into`]; E numbers of space for the result.
///
/// # Panics
/// As [`color_into`].
#[must_use]
pub fn color(rows: &impl Rows, form: &IntervalForm) -> Coloring {
    let mut slots = vec![0; usize::try_from(rows.total()).expect("the units fit memory")];
    color_into(rows, form, &mut slots);
    Coloring { slots }
}

/// Writes the slot of every unit into a buffer that the caller keeps: row by row, inside a row by column, the units of an entry side
/// by side. Groups are coloured in parallel, by the pool of threads it is called in; the slots do not depend on it.
///
/// A row never gets a slot twice: inside a group the intervals are disjoint, and no slot of an interval is given twice. A column
/// never gets a slot twice: its intervals are disjoint over all groups.
///
/// # Complexity
/// O(E + g · m + I · m · log E) time for E units, g groups, m columns and I intervals, O(m) space for each thread.
///
/// # Panics
/// If the intervals are not those of this matrix, the buffer has not the length of its units, or the schedule has 2³² slots or
/// more.
pub fn color_into(rows: &impl Rows, form: &IntervalForm, slots: &mut [u32]) {
    assert_eq!(count_of(slots.len()), rows.total(), "a slot for every unit");
    let pools = Pools::new(form, rows.columns());
    let mut rest = slots;
    let mut parts = Vec::with_capacity(form.groups.len());
    for group in 0..form.groups.len() {
        let units = usize::try_from(pools.units(group)).expect("the units fit memory");
        let (part, behind) = rest.split_at_mut(units);
        parts.push((group, part));
        rest = behind;
    }
    assert!(rest.is_empty(), "the pools hold the units of the matrix");
    let work = |(group, part): (usize, &mut [u32])| {
        let range = form.rows_of(group, rows.rows());
        let mut painter = Painter::new(rows, &pools, group, range.start);
        let taken = painter.take(range.len(), part);
        assert_eq!(taken, part.len(), "the pools of a group hold its units");
        painter.finish();
    };
    if rows.total() < SMALL {
        parts.into_iter().for_each(work);
    } else {
        parts.into_par_iter().for_each(work);
    }
}

/// Fewer units are not worth several threads.
pub(super) const SMALL: u64 = 1 << 16;

/// A unit with its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Served {
    /// Index of the row.
    pub row: usize,
    /// Index of the column.
    pub column: u32,
    /// The slot.
    pub slot: u32,
}

/// Goes through all units with their slots, in the order of [`color_into`], without storing them.
///
/// # Complexity
/// The time of [`color_into`] on one thread; O(m) space.
///
/// # Panics
/// As [`color_into`].
pub fn visit_slots(rows: &impl Rows, form: &IntervalForm, mut f: impl FnMut(Served)) {
    let pools = Pools::new(form, rows.columns());
    // Some rows at a time, as many as have room in the buffer whatever they hold.
    let widest = usize::try_from(rows.greatest_row_sum()).expect("a row fits memory");
    let mut buffer = vec![0; (1 << 14).max(widest)];
    let step = (buffer.len() / widest.max(1)).max(1);
    for group in 0..form.groups.len() {
        let range = form.rows_of(group, rows.rows());
        let mut painter = Painter::new(rows, &pools, group, range.start);
        for first in range.clone().step_by(step) {
            let part = first..(first + step).min(range.end);
            painter.take(part.len(), &mut buffer);
            let mut slots = buffer.iter();
            rows.visit(part, |row, column, units| {
                for &slot in slots.by_ref().take(usize::try_from(units).expect("a row fits memory")) {
                    f(Served { row, column, slot });
                }
            });
        }
        painter.finish();
    }
}

/// The intervals of every (group, column), by increasing start.
struct Pools {
    columns: usize,
    /// For every (group, column) where its intervals begin in `intervals`, and the end.
    first: Vec<u32>,
    intervals: Vec<Range<u32>>,
}

impl Pools {
    fn new(form: &IntervalForm, columns: u32) -> Self {
        let columns = wide(columns);
        let pool = |group: u32, link: u32| wide(group) * columns + wide(link);
        let mut first = vec![0_u32; form.groups.len() * columns + 1];
        for owned in &form.intervals {
            first[pool(owned.group, owned.link) + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut intervals = vec![0..0; form.intervals.len()];
        let slot = |slot: u64| u32::try_from(slot).expect("fewer than 2^32 slots");
        // The form is sorted by start, so every pool is.
        for owned in &form.intervals {
            let at = &mut next[pool(owned.group, owned.link)];
            intervals[wide(*at)] = slot(owned.start)..slot(owned.start + owned.width);
            *at += 1;
        }
        Self { columns, first, intervals }
    }

    fn of(&self, group: usize, column: usize) -> &[Range<u32>] {
        let at = group * self.columns + column;
        &self.intervals[wide(self.first[at])..wide(self.first[at + 1])]
    }

    /// Slots of all pools of a group.
    fn units(&self, group: usize) -> u64 {
        let at = group * self.columns;
        let here = &self.intervals[wide(self.first[at])..wide(self.first[at + self.columns])];
        here.iter().map(|slots| u64::from(slots.end - slots.start)).sum()
    }
}

/// Serves the rows of one group in order.
struct Painter<'a, R: Rows + 'a> {
    stream: R::Stream<'a>,
    greatest: u64,
    pools: &'a Pools,
    group: usize,
    cursors: Cursors,
    /// For every column the end of the interval that its cursor stands in.
    ends: Vec<u32>,
    /// For every column the interval after it.
    following: Vec<usize>,
}

/// Rows that are served with a look at every end when a pool is about to change its interval.
const CAREFUL: usize = 16;
/// Fewer rows are not worth a bout without looking.
const WORTHWHILE: usize = 8;

impl<'a, R: Rows> Painter<'a, R> {
    fn new(rows: &'a R, pools: &'a Pools, group: usize, first: usize) -> Self {
        let columns = pools.columns;
        let mut painter = Self {
            stream: rows.stream(first),
            greatest: rows.greatest_entry().max(1),
            pools,
            group,
            cursors: Cursors::new(rows.columns()),
            ends: vec![0; columns],
            following: vec![0; columns],
        };
        for column in 0..columns {
            painter.turn(column);
        }
        painter
    }

    fn turn(&mut self, column: usize) {
        let pool = self.pools.of(self.group, column);
        turn(pool, column, &mut self.cursors, &mut self.ends, &mut self.following);
    }

    /// Serves the next rows; tells how many units they are.
    fn take(&mut self, rows: usize, slots: &mut [u32]) -> usize {
        let (mut left, mut at) = (rows, 0);
        while left > 0 {
            let safe = self.safe_rows().min(left);
            if safe >= WORTHWHILE {
                at += self.stream.take(safe, &mut self.cursors, &mut slots[at..]);
                left -= safe;
            } else {
                let few = left.min(CAREFUL);
                at += self.take_carefully(few, &mut slots[at..]);
                left -= few;
            }
        }
        at
    }

    /// How many rows can be served without looking at the ends of intervals: each takes at most the greatest entry in slots of a column.
    ///
    /// A column at the end of its last interval is not wanted again.
    fn safe_rows(&mut self) -> usize {
        let mut least = u32::MAX;
        for column in 0..self.ends.len() {
            let mut left = self.ends[column] - self.cursors.next(column);
            if left == 0 {
                self.turn(column);
                left = self.ends[column] - self.cursors.next(column);
            }
            if left > 0 {
                least = least.min(left);
            }
        }
        usize::try_from(u64::from(least) / self.greatest).expect("u32 fits usize")
    }

    fn take_carefully(&mut self, rows: usize, slots: &mut [u32]) -> usize {
        let Self { stream, cursors, ends, following, pools, group, .. } = self;
        let mut at = 0;
        stream.visit(rows, |_, column, units| {
            let column = wide(column);
            for _ in 0..units {
                let slot = cursors.give(column, ends[column]).unwrap_or_else(|| {
                    turn(pools.of(*group, column), column, cursors, ends, following);
                    cursors.give(column, ends[column]).expect("the pools of a group hold its units")
                });
                slots[at] = slot;
                at += 1;
            }
        });
        at
    }

    /// Makes sure that every pool is used up, so that no slot was taken beyond its end.
    fn finish(&self) {
        for column in 0..self.ends.len() {
            let used = self.following[column] == self.pools.of(self.group, column).len();
            assert!(
                used && self.cursors.next(column) == self.ends[column],
                "the pools of a group hold its units"
            );
        }
    }
}

/// Goes to the next interval of a column, if there is one.
fn turn(
    pool: &[Range<u32>],
    column: usize,
    cursors: &mut Cursors,
    ends: &mut [u32],
    following: &mut [usize],
) {
    if let Some(slots) = pool.get(following[column]) {
        cursors.set(column, slots.start);
        ends[column] = slots.end;
        following[column] += 1;
    }
}
