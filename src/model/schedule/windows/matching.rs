//! The matchings of a block, in the order that the specification of documents gives them.

use crate::model::LinkTurn;

/// Removes `count` perfect matchings, one after the other, from rows whose lines have equal sums; returns for
/// each the column of every row.
///
/// Each is found by augmenting paths: for every row in turn a depth-first search over its links in increasing
/// order takes a link that is free or that its row can exchange for another.
///
/// # Panics
/// If the sums of lines differ or are less than `count` (König's theorem).
pub(super) fn matchings(turn: &LinkTurn, mut rows: Vec<Vec<u64>>, count: u64) -> Vec<Vec<usize>> {
    let columns: Vec<usize> =
        (0..turn.columns()).map(|link| turn.column(u32::try_from(link).expect("a link"))).collect();
    (0..count).map(|_| matching(&columns, &mut rows)).collect()
}

fn matching(columns: &[usize], rows: &mut [Vec<u64>]) -> Vec<usize> {
    let mut search = Search { columns, rows, owner: vec![None; columns.len()], visited: Vec::new() };
    for row in 0..search.rows.len() {
        search.visited = vec![false; columns.len()];
        assert!(search.augment(row), "lines of equal sums have a perfect matching");
    }
    let owner = search.owner;
    let mut matched = vec![0; rows.len()];
    for (column, row) in owner.into_iter().enumerate() {
        let Some(row) = row else { continue };
        matched[row] = column;
        rows[row][column] -= 1;
    }
    matched
}

struct Search<'a> {
    /// By increasing link.
    columns: &'a [usize],
    rows: &'a [Vec<u64>],
    owner: Vec<Option<usize>>,
    visited: Vec<bool>,
}

impl Search<'_> {
    fn augment(&mut self, row: usize) -> bool {
        for at in 0..self.columns.len() {
            let column = self.columns[at];
            if self.rows[row][column] == 0 || std::mem::replace(&mut self.visited[column], true) {
                continue;
            }
            let free = self.owner[column].is_none_or(|other| self.augment(other));
            if free {
                self.owner[column] = Some(row);
                return true;
            }
        }
        false
    }
}

/// Returns the matchings of a whole orbit, or of as many short ones as make a block, in closed form: row (i,
/// t), the i-th orbit turned by t, has in matching (q, a) the column ((t + β) mod p) + p·((q + i) mod m/p), β
/// being the column of its a-th unit below p.
pub(super) fn cyclic(orbits: &[Vec<u64>], period: usize) -> Vec<Vec<usize>> {
    let copies = orbits.len();
    let units = |row: &Vec<u64>| -> Vec<usize> {
        let of = |(column, &units): (usize, &u64)| (0..units).map(move |_| column);
        row[..period].iter().enumerate().flat_map(of).collect()
    };
    let units: Vec<Vec<usize>> = orbits.iter().map(units).collect();
    let column =
        |q: usize, a: usize, i: usize, t: usize| (t + units[i][a]) % period + period * ((q + i) % copies);
    let rows = |q, a| (0..copies).flat_map(move |i| (0..period).map(move |t| (q, a, i, t)));
    let matching = |(q, a)| rows(q, a).map(|(q, a, i, t)| column(q, a, i, t)).collect();
    (0..copies).flat_map(|q| (0..units[0].len()).map(move |a| (q, a))).map(matching).collect()
}
