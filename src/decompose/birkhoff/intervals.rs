//! Computes the terms of a matrix from its interval form.

use super::error::BirkhoffError;
use super::gathered::Gathered;
use crate::model::{IntervalForm, TaskMatrix, count_of, wide};
use crate::wire::{MatrixEntry, MatrixTerm};
use std::collections::{BTreeSet, VecDeque};

/// Gives every entry the next slots of the pool of its group and column, and goes through the slots at which
/// some entry begins or ends: between two of them the same entries are served.
pub(super) fn terms(matrix: &TaskMatrix, form: &IntervalForm) -> Result<Vec<MatrixTerm>, BirkhoffError> {
    let mut events = events(matrix, form);
    // In one slot, ends come before beginnings.
    events.sort_unstable();
    let mut gathered = Gathered::default();
    let mut running = BTreeSet::new();
    let mut since = 0;
    for Event { slot, begins, entry } in events {
        if slot > since {
            gathered.add(slot - since, running.iter().copied().collect())?;
            since = slot;
        }
        if begins {
            running.insert(entry);
        } else {
            running.remove(&entry);
        }
    }
    Ok(gathered.finish())
}

/// The begin or the end of the service of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    slot: u64,
    begins: bool,
    entry: MatrixEntry,
}

fn events(matrix: &TaskMatrix, form: &IntervalForm) -> Vec<Event> {
    let columns = wide(matrix.columns());
    // For every group and column its intervals, as first slot and width.
    let mut pools = vec![VecDeque::new(); form.groups.len() * columns];
    for owned in &form.intervals {
        pools[wide(owned.group) * columns + wide(owned.link)].push_back((owned.start, owned.width));
    }
    let mut events = Vec::new();
    for group in 0..form.groups.len() {
        for row in form.rows_of(group, matrix.rows()) {
            for (column, units) in matrix.row(row) {
                let entry = MatrixEntry { row: count_of(row), column: column.into() };
                take(&mut pools[group * columns + wide(column)], units, |start, width| {
                    events.push(Event { slot: start, begins: true, entry });
                    events.push(Event { slot: start + width, begins: false, entry });
                });
            }
        }
    }
    events
}

/// Takes the next slots of a pool and calls `taken(start, width)` for each piece of an interval.
fn take(pool: &mut VecDeque<(u64, u64)>, mut units: u64, mut taken: impl FnMut(u64, u64)) {
    while units > 0 {
        let (start, width) = pool.pop_front().expect("the pools hold the units of the matrix");
        let some = width.min(units);
        if some > 0 {
            taken(start, some);
        }
        if width > some {
            pool.push_front((start + some, width - some));
        }
        units -= some;
    }
}
