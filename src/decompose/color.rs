//! Gives slots to the units of a matrix by its interval form.

use crate::model::{Coloring, Cursors, IntervalForm, Pool, RowStream, Rows, Unchecked, count_of, wide};
use rayon::prelude::*;
use std::ops::Range;

/// Gives every unit of a matrix its slot by an interval form: the next slot of the pool of its group and
/// column.
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

/// Writes the slot of every unit into a buffer that the caller keeps: row by row, inside a row by column, the
/// units of an entry side by side. Groups are coloured in parallel, by the pool of threads it is called in;
/// the slots do not depend on the number of threads.
///
/// A row never gets a slot twice: inside a group the intervals are disjoint, and no slot of an interval is
/// given twice. A column never gets a slot twice: its intervals are disjoint over all groups.
///
/// # Complexity
/// O(E + g · m + I · m · log E) time for E units, g groups, m columns and I intervals, O(m) space for each
/// thread.
///
/// # Panics
/// If the intervals are not those of this matrix, the buffer has not the length of its units, or the schedule
/// has 2³² slots or more.
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
    if is_small(rows.total()) {
        parts.into_iter().for_each(work);
    } else {
        parts.into_par_iter().for_each(work);
    }
}

/// Returns whether one thread should do the work: there are fewer than 2¹⁶ units, or there is only one
/// thread.
pub(super) fn is_small(units: u64) -> bool {
    units < 1 << 16 || rayon::current_num_threads() == 1
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

    /// Returns the number of slots of all pools of a group.
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
    cursors: Cursors,
    pools: GroupPools<'a>,
}

/// The pools of one group.
struct GroupPools<'a> {
    pools: &'a Pools,
    group: usize,
    /// For every column the interval after the one that its cursor stands in.
    following: Vec<usize>,
}

/// Rows that are served at a time with a check for the end of an interval at every unit. With fewer rows it
/// does not pay to serve without the check.
const BOUT_ROWS: usize = 64;

impl<'a, R: Rows> Painter<'a, R> {
    fn new(rows: &'a R, pools: &'a Pools, group: usize, first: usize) -> Self {
        Self {
            stream: rows.stream(first),
            greatest: rows.greatest_entry().max(1),
            cursors: Cursors::new(rows.columns()),
            pools: GroupPools { pools, group, following: vec![0; pools.columns] },
        }
    }

    /// Serves the next rows and returns the number of their units.
    fn take(&mut self, rows: usize, slots: &mut [u32]) -> usize {
        let Self { stream, cursors, pools, .. } = self;
        let (mut left, mut at) = (rows, 0);
        while left > 0 {
            let safe = if left < BOUT_ROWS { 0 } else { pools.safe_rows(cursors, self.greatest).min(left) };
            let now = safe.max(BOUT_ROWS).min(left);
            at += if safe == now {
                stream.take(now, cursors, &mut Unchecked, &mut slots[at..])
            } else {
                stream.take(now, cursors, pools, &mut slots[at..])
            };
            left -= now;
        }
        at
    }

    /// Asserts that every pool is used up, so that no slot was taken beyond its end.
    fn finish(&self) {
        for (column, &following) in self.pools.following.iter().enumerate() {
            let slots = self.cursors.at_hand(column);
            let used = following == self.pools.of(column).len() && slots.start == slots.end;
            assert!(used, "the pools of a group hold its units");
        }
    }
}

impl GroupPools<'_> {
    fn of(&self, column: usize) -> &[Range<u32>] {
        self.pools.of(self.group, column)
    }

    /// Returns how many rows can be served without a check for the ends of intervals: each row takes at most
    /// as many slots of a column as the greatest entry. No row needs a column at the end of its last
    /// interval.
    fn safe_rows(&mut self, cursors: &mut Cursors, greatest: u64) -> usize {
        let mut least = u32::MAX;
        for column in 0..self.following.len() {
            let mut slots = cursors.at_hand(column);
            if slots.is_empty() && self.following[column] < self.of(column).len() {
                self.refill(cursors, column);
                slots = cursors.at_hand(column);
            }
            // A cursor beyond the last end counts as empty too; `finish` finds it at the end of the group.
            let left = slots.end.saturating_sub(slots.start);
            if left > 0 {
                least = least.min(left);
            }
        }
        usize::try_from(u64::from(least) / greatest).expect("u32 fits usize")
    }
}

impl Pool for GroupPools<'_> {
    const CHECKS_ENDS: bool = true;

    /// Goes to the next interval of a column.
    fn refill(&mut self, cursors: &mut Cursors, column: usize) {
        let slots = self.of(column).get(self.following[column]).expect("the pools of a group hold its units");
        cursors.set(column, slots.clone());
        self.following[column] += 1;
    }
}
