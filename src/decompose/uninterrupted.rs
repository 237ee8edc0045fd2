//! A matrix of messages whose entries are lengths, each message sent without an interruption: an open shop
//! without preemption.

use crate::graph::Random;
use crate::model::{TaskMatrix, count_of, wide};
use crate::wire::{
    MatrixCertificateDocument, MatrixClaim, MatrixDocument, MatrixEntry, MatrixLower, MatrixQuantity,
    MatrixTerm, Ports, Status,
};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Work of all trials: messages that are taken from the queue, or put back.
const MAX_STEPS: u64 = 1 << 24;
/// Most entries that all terms have together.
const MAX_TERM_ENTRIES: u64 = 1 << 22;
/// One trial in this number is a list schedule; the others move messages of the best schedule.
const TRIALS_PER_LIST: u64 = 4;
/// Most messages that a trial moves.
const MAX_MOVED: usize = 3;
/// The seed of the trials.
const SEED: u64 = 1;

/// A schedule of messages without preemption.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Uninterrupted {
    /// The slots until the last message ends.
    pub length: u64,
    /// A line whose messages take that long.
    pub lower: MatrixLower,
    /// Between two beginnings or ends all messages that are under way, and how long.
    pub terms: Vec<MatrixTerm>,
}

impl Uninterrupted {
    /// Builds the certificate for the matrix with its names.
    #[must_use]
    pub fn certificate(&self, matrix: MatrixDocument) -> MatrixCertificateDocument {
        let status = if self.lower.value() == self.length { Status::Optimal } else { Status::UpperBound };
        let quantity = MatrixQuantity::CompletionTime;
        let claim = MatrixClaim { quantity, value: self.length, lower: self.lower.clone(), status };
        MatrixCertificateDocument::new(matrix, Ports::All, self.terms.clone(), vec![claim])
    }
}

/// Schedules messages of different lengths without preemption: entry (i, j) is a message of that length, in
/// slots, from row i to column j; a row sends one message at a time and a column receives one.
///
/// Whenever a row and a column are idle that still have a message between them, one begins: that with the
/// longest remaining work of a line. Such a schedule takes less than twice the greatest line sum, as the
/// message that ends last could not begin while its row or its column was busy. It is a heuristic: the least
/// length is NP-hard to find (T. Gonzalez, S. Sahni, Open Shop Scheduling to Minimize Finish Time, 1976), and
/// proved here only where it is a line sum. Further trials change the order by up to an eighth at random, or
/// move some messages of the best schedule and give each the first gap that is long enough.
///
/// None if the terms would become too many.
///
/// # Complexity
/// O(E · (rows + columns) · log E) for a trial with E messages in the worst case; 2²⁴ steps for all trials
/// but the first.
///
/// # Examples
/// ```
/// use isotask::decompose::uninterrupted;
/// use isotask::model::TaskMatrix;
/// // Two senders, two receivers: the two long messages are sent at once.
/// let matrix = TaskMatrix::from_dense(&[vec![3, 1], vec![1, 3]])?;
/// let found = uninterrupted(&matrix).expect("few messages");
/// assert_eq!((found.length, found.lower.value()), (4, 4));
/// # Ok::<(), isotask::model::MatrixError>(())
/// ```
#[must_use]
pub fn uninterrupted(matrix: &TaskMatrix) -> Option<Uninterrupted> {
    let messages: Vec<Message> = messages(matrix);
    let least = matrix.critical_sum();
    let mut random = Random::new(SEED);
    let mut steps = 0;
    let mut bonus = vec![0; matrix.rows() + wide(matrix.columns())];
    let mut best = list_schedule(matrix, &messages, &bonus, &mut steps);
    // Other orders have about as many terms.
    terms(&messages, &best.begins)?;
    let mut trials = 1;
    let eighth = usize::try_from(least / 8 + 2).unwrap_or(usize::MAX);
    while best.length > least && steps < MAX_STEPS {
        let found = if trials % TRIALS_PER_LIST == 0 {
            for bonus in &mut bonus {
                *bonus = count_of(random.below(eighth));
            }
            list_schedule(matrix, &messages, &bonus, &mut steps)
        } else {
            let order = moved(&best.begins, &mut random);
            insert(matrix, &messages, &order, &mut steps)
        };
        trials += 1;
        // Schedules of equal length replace each other, so that the search does not stay in one place.
        if found.length <= best.length {
            best = found;
        }
    }
    let terms = terms(&messages, &best.begins)?;
    Some(Uninterrupted { length: best.length, lower: lower(matrix), terms })
}

/// A message of a row to a column.
#[derive(Debug, Clone, Copy)]
struct Message {
    row: usize,
    column: usize,
    length: u64,
}

impl Message {
    fn entry(self) -> MatrixEntry {
        MatrixEntry { row: count_of(self.row), column: count_of(self.column) }
    }
}

fn messages(matrix: &TaskMatrix) -> Vec<Message> {
    let of_row =
        |row| matrix.row(row).map(move |(column, length)| Message { row, column: wide(column), length });
    (0..matrix.rows()).flat_map(of_row).collect()
}

/// When each message begins, and when the last ends.
struct Begins {
    begins: Vec<u64>,
    length: u64,
}

/// Lets each message begin as soon as both its ends are idle; among those that can, that with the longest
/// remaining work of a line, to which its bonus is added.
///
/// The queue is by the earliest beginning and the remaining work. A message at its head whose values are no
/// longer these goes back: the beginning only grows, and the work only falls.
fn list_schedule(matrix: &TaskMatrix, messages: &[Message], bonus: &[u64], steps: &mut u64) -> Begins {
    let rows = matrix.rows();
    let mut left: Vec<u64> =
        (0..rows).map(|row| matrix.row_sum(row)).chain(matrix.column_sums().iter().copied()).collect();
    let mut free = vec![0_u64; left.len()];
    let mut begins = vec![0; messages.len()];
    let key = |message: &Message, free: &[u64], left: &[u64]| {
        let (row, column) = (message.row, rows + message.column);
        let work = (left[row] + bonus[row]).max(left[column] + bonus[column]);
        (free[row].max(free[column]), Reverse((work, message.length)))
    };
    let mut queue: BinaryHeap<_> =
        messages.iter().enumerate().map(|(at, message)| Reverse((key(message, &free, &left), at))).collect();
    while let Some(Reverse((known, at))) = queue.pop() {
        *steps += 1;
        let message = &messages[at];
        let now = key(message, &free, &left);
        if now != known {
            queue.push(Reverse((now, at)));
            continue;
        }
        begins[at] = now.0;
        for line in [message.row, rows + message.column] {
            free[line] = now.0 + message.length;
            left[line] -= message.length;
        }
    }
    Begins { begins, length: free.into_iter().max().unwrap_or(0) }
}

/// Returns the messages by their beginnings, up to three of them moved to other places.
fn moved(begins: &[u64], random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..begins.len()).collect();
    order.sort_by_key(|&at| (begins[at], at));
    for _ in 0..=random.below(MAX_MOVED) {
        let message = order.remove(random.below(order.len()));
        order.insert(random.below(order.len() + 1), message);
    }
    order
}

/// Gives each message, in this order, the first time at which both its lines are idle for its whole length,
/// before messages that stand in the schedule already or after them. Some order leads to a least length.
fn insert(matrix: &TaskMatrix, messages: &[Message], order: &[usize], steps: &mut u64) -> Begins {
    let rows = matrix.rows();
    let mut busy: Vec<Vec<(u64, u64)>> = vec![Vec::new(); rows + wide(matrix.columns())];
    let mut begins = vec![0; messages.len()];
    let mut length = 0;
    for &at in order {
        let lines = [messages[at].row, rows + messages[at].column];
        let mut begin = 0;
        // The first interval of each line that ends after the beginning.
        let mut next = [0, 0];
        let mut is_moved = true;
        while std::mem::take(&mut is_moved) {
            for (line, next) in lines.iter().zip(&mut next) {
                while let Some(&(_, to)) =
                    busy[*line].get(*next).filter(|span| span.0 < begin + messages[at].length)
                {
                    *steps += 1;
                    *next += 1;
                    is_moved |= to > begin;
                    begin = begin.max(to);
                }
            }
        }
        begins[at] = begin;
        let span = (begin, begin + messages[at].length);
        length = length.max(span.1);
        for line in lines {
            let place = busy[line].partition_point(|known| known.0 < begin);
            busy[line].insert(place, span);
        }
        *steps += 1;
    }
    Begins { begins, length }
}

/// Returns the messages under way between two beginnings or ends.
fn terms(messages: &[Message], begins: &[u64]) -> Option<Vec<MatrixTerm>> {
    let spans: Vec<(u64, u64)> =
        begins.iter().zip(messages).map(|(&begin, message)| (begin, begin + message.length)).collect();
    let times: BTreeSet<u64> = spans.iter().flat_map(|&(begin, end)| [begin, end]).collect();
    let times: Vec<u64> = times.into_iter().collect();
    let mut starting: Vec<Vec<usize>> = vec![Vec::new(); times.len()];
    for (at, (begin, _)) in spans.iter().enumerate() {
        starting[times.partition_point(|time| time < begin)].push(at);
    }
    let (mut terms, mut under_way, mut entries) = (Vec::new(), BTreeSet::new(), 0);
    for (pair, starting) in times.windows(2).zip(starting) {
        under_way.retain(|&at: &usize| spans[at].1 > pair[0]);
        under_way.extend(starting);
        entries += count_of(under_way.len());
        if entries > MAX_TERM_ENTRIES {
            return None;
        }
        let entries = under_way.iter().map(|&at| messages[at].entry()).collect();
        terms.push(MatrixTerm { times: pair[1] - pair[0], entries });
    }
    Some(terms)
}

/// Returns a line of the greatest sum.
fn lower(matrix: &TaskMatrix) -> MatrixLower {
    let value = matrix.critical_sum();
    match (matrix.critical_columns().next(), matrix.critical_rows().next()) {
        (Some(column), _) => MatrixLower::Column { value, column: column.into() },
        (None, Some(row)) => MatrixLower::Row { value, row: count_of(row) },
        (None, None) => MatrixLower::Total { value },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A message takes as many slots as it is long, one after the other; lines carry one at a time; and
        /// the length is less than twice the greatest line sum.
        #[test]
        fn no_message_is_interrupted(rows in proptest::collection::vec(proptest::collection::vec(0_u64..9, 4), 1..6)) {
            let matrix = TaskMatrix::from_dense(&rows).unwrap();
            let found = uninterrupted(&matrix).unwrap();
            let mut now = 0;
            let mut seen = vec![vec![Vec::new(); 4]; rows.len()];
            for term in &found.terms {
                let of = |line: fn(&MatrixEntry) -> u64| term.entries.iter().map(line).collect::<BTreeSet<_>>().len();
                prop_assert_eq!(of(|entry| entry.row), term.entries.len());
                prop_assert_eq!(of(|entry| entry.column), term.entries.len());
                for entry in &term.entries {
                    seen[usize::try_from(entry.row).unwrap()][usize::try_from(entry.column).unwrap()].extend(now..now + term.times);
                }
                now += term.times;
            }
            prop_assert_eq!(now, found.length);
            prop_assert!(found.length >= matrix.critical_sum());
            prop_assert!(found.length < 2 * matrix.critical_sum() || found.length == 0);
            for (row, lengths) in rows.iter().enumerate() {
                for (column, &length) in lengths.iter().enumerate() {
                    let slots: &Vec<u64> = &seen[row][column];
                    prop_assert_eq!(count_of(slots.len()), length);
                    prop_assert!(slots.windows(2).all(|two| two[1] == two[0] + 1));
                }
            }
        }
    }
}
