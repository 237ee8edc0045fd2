//! Lists the moves of every slot from the intervals of a matrix.

use super::color::is_small;
use crate::model::{IntervalForm, RowStream, Rows, TaskMatrix, wide};
use crate::wire::{Move, Slots};
use rayon::prelude::*;

/// Returns the moves of every slot of an interval form, rows increasing: the schedule that [`super::color()`]
/// gives row by row.
///
/// First the rows of every (group, column) are listed, one for each unit. Then, slot by slot, each group with
/// a column takes the next row of its list. So memory is read and written from front to back; writing the
/// moves of a row into their slots would jump through it.
///
/// # Complexity
/// O(E + I · m) time for E units, I intervals and m columns; E numbers and moves of space.
///
/// # Panics
/// If the intervals are not those of this matrix, or it has 2³² rows or more.
pub(crate) fn by_slot(rows: &TaskMatrix, form: &IntervalForm) -> Slots<Move> {
    let columns = wide(rows.columns());
    let pool = |group: u32, link: u32| wide(group) * columns + wide(link);
    let mut lengths = vec![0; form.groups.len() * columns];
    for owned in &form.intervals {
        lengths[pool(owned.group, owned.link)] += place(owned.width);
    }
    // The place in the lists of the next unit of every (group, column).
    let mut next = starts(&lengths);
    let lists = lists(rows, form, &lengths);
    let units = place(rows.total());
    let mut slots = Slots::with_capacity(place(form.length), units);
    let mut coming = form.intervals.iter().peekable();
    let mut running: Vec<Running> = Vec::new();
    let mut slot = 0;
    while slot < form.length {
        running.retain(|group| group.end > slot);
        while let Some(owned) = coming.next_if(|owned| owned.start == slot) {
            let (group, link, end) = (owned.group, owned.link, slot + owned.width);
            let list = &mut next[pool(group, link)];
            let at = running.partition_point(|other| other.group < group);
            running.insert(at, Running { group, link, end, unit: *list });
            *list += place(owned.width);
        }
        // The slot in which some group next gets or loses a column.
        let ends = running.iter().map(|group| group.end);
        let until = ends.chain(coming.peek().map(|owned| owned.start)).min().unwrap_or(form.length);
        for _ in slot..until {
            slots.push(running.iter_mut().map(|group| group.next(&lists)));
        }
        slot = until;
    }
    assert_eq!(slots.moves().len(), units, "the intervals hold the units of the matrix");
    slots
}

/// A group that has a column in the current slot.
struct Running {
    group: u32,
    link: u32,
    /// The first slot in which the group no longer has the column.
    end: u64,
    /// Its next unit in the lists.
    unit: usize,
}

impl Running {
    fn next(&mut self, rows: &[u32]) -> Move {
        let packet = rows[self.unit];
        self.unit += 1;
        Move { packet, link: self.link }
    }
}

/// Lists the rows of every (group, column), one for each unit; the lists have the given lengths and lie one
/// behind the other.
fn lists(rows: &TaskMatrix, form: &IntervalForm, lengths: &[usize]) -> Vec<u32> {
    let mut lists = vec![0; place(rows.total())];
    let mut rest = lists.as_mut_slice();
    let mut parts = Vec::with_capacity(form.groups.len());
    for (group, lengths) in lengths.chunks_exact(wide(rows.columns()).max(1)).enumerate() {
        let (part, behind) = rest.split_at_mut(lengths.iter().sum());
        parts.push((group, lengths, part));
        rest = behind;
    }
    assert!(rest.is_empty(), "the intervals hold the units of the matrix");
    let work = |(group, lengths, part): (usize, &[usize], &mut [u32])| {
        let range = form.rows_of(group, rows.rows());
        let mut next = starts(lengths);
        rows.stream(range.start).visit(range.len(), |row, column, units| {
            let row = u32::try_from(row).expect("a written schedule has fewer than 2^32 rows");
            let start = &mut next[wide(column)];
            let end = *start + place(units);
            part[*start..end].fill(row);
            *start = end;
        });
        assert!(next.into_iter().eq(ends(lengths)), "the intervals of a group hold its units");
    };
    if is_small(rows.total()) {
        parts.into_iter().for_each(work);
    } else {
        parts.into_par_iter().for_each(work);
    }
    lists
}

/// Returns the ends of lists of these lengths that lie one behind the other.
fn ends(lengths: &[usize]) -> impl Iterator<Item = usize> {
    lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    })
}

/// Returns the starts of lists of these lengths that lie one behind the other.
fn starts(lengths: &[usize]) -> Vec<usize> {
    ends(lengths).zip(lengths).map(|(end, length)| end - length).collect()
}

fn place(number: u64) -> usize {
    usize::try_from(number).expect("the units fit memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decompose::{color, quotient};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_listed_slot_by_slot_are_those_coloured_row_by_row(
            rows in prop::collection::vec(prop::collection::vec(0_u64..4, 5), 0..40),
            ports in 1_u32..7,
        ) {
            let matrix = TaskMatrix::from_dense(&rows).expect("rows of one length");
            let form = quotient(&matrix, ports);
            let row_by_row = color(&matrix, &form).to_slots(&matrix).map(|&step| Move::from(step));
            prop_assert_eq!(by_slot(&matrix, &form), row_by_row);
        }
    }
}
