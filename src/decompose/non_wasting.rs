//! The non-wasting method: never leaves a link idle while a packet waits for it.

use crate::graph::Random;
use crate::model::{Coloring, TaskMatrix, wide};

/// Clears a matrix greedily, all ports at once: in every slot each column in turn serves its first row that
/// is not yet served.
///
/// The scheme is non-wasting (P1 §5): an entry that is not served has its row or its column served. So entry
/// (i, j) is cleared within r_i + c_j − 1 slots and all within h_r + h_c − 1, h_r and h_c being the greatest
/// row and column sums. It need not be shortest.
///
/// # Complexity
/// O(E · m) time and O(E) space for E units and m columns.
///
/// # Panics
/// If the schedule would have 2³² slots or more.
///
/// # Examples
/// ```
/// use isotask::decompose::non_wasting;
/// use isotask::model::TaskMatrix;
/// let matrix = TaskMatrix::from_dense(&[vec![1, 0], vec![0, 1], vec![1, 1]])?;
/// let coloring = non_wasting(&matrix);
/// assert!(coloring.length() <= matrix.greatest_row_sum() + matrix.greatest_column_sum() - 1);
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn non_wasting(matrix: &TaskMatrix) -> Coloring {
    let columns = wide(matrix.columns());
    // For every column a linked list of the entries that wait for it, in the order of the rows.
    let mut waiting: Vec<Entry> = Vec::with_capacity(matrix.nonzeros());
    let mut first: Vec<usize> = vec![END_OF_LIST; columns];
    let mut last: Vec<usize> = vec![END_OF_LIST; columns];
    let mut unit = 0;
    for row in 0..matrix.rows() {
        for (column, units) in matrix.row(row) {
            let units = usize::try_from(units).expect("the units fit memory");
            let column = wide(column);
            let index = waiting.len();
            match last[column] {
                END_OF_LIST => first[column] = index,
                before => waiting[before].next = index,
            }
            last[column] = index;
            waiting.push(Entry { row, unit, left: units, next: END_OF_LIST });
            unit += units;
        }
    }
    let mut slots = vec![0_u32; unit];
    let mut served_at = vec![u32::MAX; matrix.rows()];
    let mut left = unit;
    let mut slot = 0_u32;
    while left > 0 {
        assert!(slot < u32::MAX, "fewer than 2^32 slots");
        for head in &mut first {
            left -= usize::from(serve(&mut waiting, head, slot, &mut served_at, &mut slots));
        }
        slot += 1;
    }
    Coloring { slots }
}

/// The slots of non-wasting schemes in random orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NonWastingRange {
    /// The orders that were tried.
    pub orders: u64,
    /// The fewest slots.
    pub fewest: u64,
    /// The most slots.
    pub most: u64,
}

/// Clears a matrix by [`non_wasting`] in a number of random orders of the rows and columns: how far the
/// scheme depends on whom a link serves first (P1 §5 leaves that open). Equal numbers of orders give equal
/// results.
///
/// # Complexity
/// That of [`non_wasting`] for each order.
///
/// # Panics
/// As [`non_wasting`].
#[must_use]
pub fn non_wasting_range(matrix: &TaskMatrix, orders: u64) -> NonWastingRange {
    let mut random = Random::new(SEED);
    let mut range = NonWastingRange { orders, fewest: u64::MAX, most: 0 };
    let mut rows: Vec<usize> = (0..matrix.rows()).collect();
    let mut places: Vec<u32> = (0..matrix.columns()).collect();
    for _ in 0..orders {
        random.shuffle(&mut rows);
        random.shuffle(&mut places);
        let mut turned = TaskMatrix::new(matrix.columns());
        for &row in &rows {
            let mut entries: Vec<_> =
                matrix.row(row).map(|(column, units)| (places[wide(column)], units)).collect();
            entries.sort_unstable();
            turned.push_row(entries).expect("the entries of the matrix, in increasing order");
        }
        let slots = non_wasting(&turned).length();
        range.fewest = range.fewest.min(slots);
        range.most = range.most.max(slots);
    }
    range
}

/// The seed of the orders.
const SEED: u64 = 1;

/// Marks the end of a linked list.
const END_OF_LIST: usize = usize::MAX;

struct Entry {
    row: usize,
    /// The next unit of the entry, counted over the whole matrix.
    unit: usize,
    left: usize,
    next: usize,
}

/// Serves the first entry of a column whose row is not yet served in this slot, and returns whether there is
/// one; at most m − 1 entries are passed over.
fn serve(
    waiting: &mut [Entry],
    head: &mut usize,
    slot: u32,
    served_at: &mut [u32],
    slots: &mut [u32],
) -> bool {
    let mut before = END_OF_LIST;
    let mut at = *head;
    while at != END_OF_LIST {
        let entry = &mut waiting[at];
        if served_at[entry.row] == slot {
            (before, at) = (at, entry.next);
            continue;
        }
        served_at[entry.row] = slot;
        slots[entry.unit] = slot;
        entry.unit += 1;
        entry.left -= 1;
        if entry.left == 0 {
            let next = entry.next;
            match before {
                END_OF_LIST => *head = next,
                _ => waiting[before].next = next,
            }
        }
        return true;
    }
    false
}
