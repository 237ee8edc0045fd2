//! The non-wasting method: never leaves a link idle while a packet waits for it.

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
