//! Finds slots of single units, and units of single slots, in a schedule in intervals.

use super::{IntervalForm, OwnedInterval};
use crate::model::{Ranked, count_of, wide};

/// Answers which slot a unit takes, and which unit takes a slot, without colouring the matrix.
///
/// # Examples
/// Packet 11 of the 2-cube's total exchange:
/// ```
/// use isotask::decompose::quotient;
/// use isotask::model::{Query, TaskMatrix};
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]])?;
/// let form = quotient(&matrix, 2);
/// let query = Query::new(&matrix, &form);
/// let slot = query.slot(2, 0, 0).expect("row 2 uses column 0 once");
/// assert_eq!(query.entry(slot, 0).map(|unit| unit.row), Some(2));
/// assert_eq!(query.slot(0, 1, 0), None);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[derive(Debug)]
pub struct Query<'a, R> {
    rows: &'a R,
    form: &'a IntervalForm,
    /// The intervals by link, group and start, each with the slots of its pool before it.
    pools: Vec<Pooled>,
    /// Indices into `pools` by link and start.
    by_start: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Pooled {
    owned: OwnedInterval,
    before: u64,
}

/// A unit of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Index of the row.
    pub row: usize,
    /// Which unit of the entry it is, from 0.
    pub unit: u64,
}

impl<'a, R: Ranked> Query<'a, R> {
    /// Sorts the intervals.
    ///
    /// # Complexity
    /// O(I log I) time and O(I) space for I intervals.
    #[must_use]
    pub fn new(rows: &'a R, form: &'a IntervalForm) -> Self {
        let mut pools: Vec<Pooled> =
            form.intervals.iter().map(|&owned| Pooled { owned, before: 0 }).collect();
        pools.sort_unstable_by_key(|i| (i.owned.link, i.owned.group, i.owned.start));
        for at in 1..pools.len() {
            let last = pools[at - 1];
            if (last.owned.link, last.owned.group) == (pools[at].owned.link, pools[at].owned.group) {
                pools[at].before = last.before + last.owned.width;
            }
        }
        let mut by_start: Vec<usize> = (0..pools.len()).collect();
        by_start.sort_unstable_by_key(|&at| (pools[at].owned.link, pools[at].owned.start));
        Self { rows, form, pools, by_start }
    }

    /// Returns the slot of a unit of an entry; `None` if the entry has no such unit.
    ///
    /// # Complexity
    /// A rank of the column and O(log I).
    ///
    /// # Panics
    /// If there is no such row, or the form is not one of these rows.
    #[must_use]
    pub fn slot(&self, row: usize, column: u32, unit: u64) -> Option<u64> {
        if unit >= self.rows.entry(row, column) {
            return None;
        }
        let group = self.form.groups.partition_point(|&first| first <= row) - 1;
        let first = self.rows.rank(self.form.groups[group], column);
        let rank = self.rows.rank(row, column) - first + unit;
        let key = (column, count_of(group), rank);
        let after = self.pools.partition_point(|i| (i.owned.link, u64::from(i.owned.group), i.before) <= key);
        let Pooled { owned, before } = self.pools[after - 1];
        assert!(wide(owned.group) == group && rank - before < owned.width, "the form is one of these rows");
        Some(owned.start + (rank - before))
    }

    /// Returns the unit that takes a slot of a column; `None` if the column is idle then.
    ///
    /// # Complexity
    /// A rank and a selection of the column, and O(log I).
    ///
    /// # Panics
    /// If the form is not one of these rows.
    #[must_use]
    pub fn entry(&self, slot: u64, column: u32) -> Option<Unit> {
        let after = self.by_start.partition_point(|&at| {
            let owned = self.pools[at].owned;
            (owned.link, owned.start) <= (column, slot)
        });
        let Pooled { owned, before } = self.pools[self.by_start[after.checked_sub(1)?]];
        if owned.link != column || slot - owned.start >= owned.width {
            return None;
        }
        let group = self.form.rows_of(wide(owned.group), self.rows.rows());
        let rank = self.rows.rank(group.start, column) + before + (slot - owned.start);
        // A pool may have more slots than its group needs; the last of them are idle.
        if rank >= self.rows.rank(group.end, column) {
            return None;
        }
        let row = self.rows.select(column, rank).expect("the form is one of these rows");
        Some(Unit { row, unit: rank - self.rows.rank(row, column) })
    }

    /// Counts how often a row has used each column before a slot, which tells where its packet is then.
    ///
    /// # Complexity
    /// O(log units) slots for each column.
    ///
    /// # Panics
    /// If there is no such row, or the form is not one of these rows.
    #[must_use]
    pub fn used_before(&self, row: usize, slot: u64) -> Vec<u64> {
        let mut used = vec![0; wide(self.rows.columns())];
        self.rows.visit(row..row + 1, |_, column, units| {
            // The units of an entry take increasing slots.
            let (mut low, mut high) = (0, units);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.slot(row, column, middle).is_some_and(|taken| taken < slot) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            used[wide(column)] = low;
        });
        used
    }
}
