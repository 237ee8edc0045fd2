//! The expansion of a small schedule in windows, slot by slot.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::windows::front::{Front, Joined};
use crate::replay::windows::orbits::{Row, Turning, canonical, period, turned};
use crate::replay::windows::rows::Listed;
use crate::task::isotropic::Isotropic;
use isotask_wire::{Move, NodeRef, Slots, Window};
use std::collections::{BTreeMap, BTreeSet};

/// The slots while they are filled.
struct Written<'a> {
    turning: &'a Turning<'a>,
    /// For every offset its packet.
    packets: BTreeMap<u64, u32>,
    slots: Vec<Vec<Move>>,
}

impl Written<'_> {
    fn send(&mut self, row: &[u64], column: usize, slot: u64) {
        let slot = usize::try_from(slot).unwrap_or(usize::MAX);
        while self.slots.len() <= slot {
            self.slots.push(Vec::new());
        }
        let link = u32::try_from(self.turning.link(column)).unwrap_or(u32::MAX);
        let packet = self.packets.get(&self.turning.offset(row)).copied().unwrap_or(u32::MAX);
        self.slots[slot].push(Move { packet, link });
    }

    /// Sends the units of a group that was joined at a front.
    fn send_group(&mut self, group: &[Row], joined: Joined, before: &Front) {
        for (row, [early, late]) in group.iter().zip(&joined.ends) {
            if let Some(column) = early {
                self.send(row, *column, before.end - 1);
            }
            if let Some(column) = late {
                self.send(row, *column, before.end + joined.between);
            }
        }
        let mut middle = joined.middle;
        for slot in before.end..before.end + joined.between {
            for (row, column) in group.iter().zip(matching(self.turning, &mut middle)) {
                self.send(row, column, slot);
            }
        }
    }

    /// Sends a block: the columns of its rows, matching by matching.
    fn send_block(&mut self, rows: &[Row], matchings: &[Vec<usize>], before: &Front) {
        let length = wide(matchings.len());
        for (matching, step) in matchings.iter().zip(0..) {
            for (row, &column) in rows.iter().zip(matching) {
                let waits = step == 0 && before.late[column];
                self.send(row, column, before.end + if waits { length } else { step } - 1);
            }
        }
    }
}

/// Returns the packets and slots of a valid plan.
pub(super) fn expand(
    task: &Isotropic,
    turning: &Turning<'_>,
    plan: &[Window],
) -> Result<(Vec<NodeRef>, Slots<Move>), Rejection> {
    let mut offsets = Vec::new();
    task.visit(|offset| {
        offsets.push(offset.index);
        Ok(())
    })?;
    let packets = offsets.iter().copied().zip(0..).collect();
    let mut all = Written { turning, packets, slots: Vec::new() };
    let mut front = Front::new(turning.columns());
    let mut held = Vec::new();
    for (window, distance) in plan.iter().zip(1..) {
        let place = format!("schedule.plan[{}]", distance - 1);
        let listed = Listed::new(&task.network, turning, distance, window, &place)?;
        let group: Vec<Row> = held.into_iter().chain(listed.first.iter().cloned()).collect();
        let before = front.clone();
        if let Some(joined) = front.join(turning, &group, &window.ends, &place)? {
            all.send_group(&group, joined, &before);
        }
        let written = listed.blocks.iter().cloned();
        let bins = listed.bins.iter().map(|bin| {
            let rows = bin.iter().map(|orbit| (0..orbit.period).map(|by| turned(&orbit.row, by)));
            rows.flatten().collect::<Vec<Row>>()
        });
        for rows in written.chain(bins) {
            let mut left = rows.clone();
            let matchings: Vec<_> = (0..distance).map(|_| matching(turning, &mut left)).collect();
            all.send_block(&rows, &matchings, &front);
            front.pass_blocks(1, distance)?;
        }
        for (rows, matchings) in unlisted(turning, &listed, &offsets) {
            all.send_block(&rows, &matchings, &front);
            front.pass_blocks(1, distance)?;
        }
        held = listed.last;
    }
    Ok((offsets.into_iter().map(NodeRef::Index).collect(), all.slots.into()))
}

/// Returns the blocks of the orbits that are not listed, by period and least offset, with their matchings.
///
/// With d/p orbits of period p in a block, row (i, t), the i-th orbit turned by t, has in matching (q, a) the
/// column ((t + β) mod p) + p·((q + i) mod d/p), β being the column of the a-th unit of the i-th orbit below
/// p.
fn unlisted(turning: &Turning<'_>, listed: &Listed, offsets: &[u64]) -> Vec<(Vec<Row>, Vec<Vec<usize>>)> {
    let columns = turning.columns();
    let mut seen: BTreeSet<Row> = listed.all().map(|orbit| canonical(&orbit.row)).collect();
    let mut by_period: BTreeMap<usize, Vec<Row>> = BTreeMap::new();
    for &offset in offsets {
        let row = turning.row(offset);
        if row.iter().sum::<u64>() == listed.distance && seen.insert(canonical(&row)) {
            by_period.entry(period(&row)).or_default().push(row);
        }
    }
    let mut blocks = Vec::new();
    for (period, orbits) in by_period {
        let copies = columns / period;
        for orbits in orbits.chunks(copies) {
            let rows = orbits.iter().flat_map(|orbit| (0..period).map(|by| turned(orbit, by))).collect();
            let units: Vec<Vec<usize>> = orbits.iter().map(|orbit| units(&orbit[..period])).collect();
            let mut matchings = Vec::new();
            for q in 0..copies {
                let uses = units.first().map_or(0, Vec::len);
                matchings.extend((0..uses).map(|a| {
                    let column =
                        |(i, t): (usize, usize)| (t + units[i][a]) % period + period * ((q + i) % copies);
                    let rows = (0..orbits.len()).flat_map(|i| (0..period).map(move |t| (i, t)));
                    rows.map(column).collect()
                }));
            }
            blocks.push((rows, matchings));
        }
    }
    blocks
}

/// Returns the columns of the units of a row, in increasing order.
fn units(row: &[u64]) -> Vec<usize> {
    let of = |(column, &units): (usize, &u64)| (0..units).map(move |_| column);
    row.iter().enumerate().flat_map(of).collect()
}

/// Takes a perfect matching out of rows, whose rows and columns must all have one sum of at least 1; returns
/// the column of each row.
///
/// It is found by augmenting paths: for each row in turn a depth-first search over its links in increasing
/// order takes a link that is free, or whose row can take another.
fn matching(turning: &Turning<'_>, rows: &mut [Row]) -> Vec<usize> {
    let columns = turning.columns();
    let mut by_link: Vec<usize> = (0..columns).collect();
    by_link.sort_unstable_by_key(|&column| turning.link(column));
    let mut owner: Vec<Option<usize>> = vec![None; columns];
    for row in 0..rows.len() {
        augment(rows, &by_link, row, &mut vec![false; columns], &mut owner);
    }
    let mut matched = vec![0; rows.len()];
    for (column, row) in owner.into_iter().enumerate() {
        let Some(row) = row.and_then(|row| narrow(wide(row), rows.len())) else { continue };
        matched[row] = column;
        rows[row][column] = rows[row][column].saturating_sub(1);
    }
    matched
}

fn augment(
    rows: &[Row],
    by_link: &[usize],
    row: usize,
    visited: &mut [bool],
    owner: &mut [Option<usize>],
) -> bool {
    for &column in by_link {
        if rows[row][column] == 0 || std::mem::replace(&mut visited[column], true) {
            continue;
        }
        let is_free = match owner[column] {
            None => true,
            Some(other) => augment(rows, by_link, other, visited, owner),
        };
        if is_free {
            owner[column] = Some(row);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::topology::Network;

    /// Two orbits of period 5 of the 10-cube fill a block together: each of its four matchings has one unit
    /// of every row, and all matchings together have each unit once.
    #[test]
    fn orbits_of_half_the_columns_fill_a_block_in_pairs() {
        let cube = isotask_wire::Network::Hypercube { dimension: 10 };
        let network = Network::new(&cube, &Effort::new(0)).expect("a cube");
        let turning = Turning::new(&network, 10).expect("a turn");
        let listed = Listed::none(4);
        // The words 11000 and 10100, twice each, and a turn of the first.
        let offsets = [0b00011_00011, 0b00101_00101, 0b00110_00110];
        let blocks = unlisted(&turning, &listed, &offsets);
        let [(rows, matchings)] = &blocks[..] else { unreachable!("{blocks:?}") };
        assert_eq!((rows.len(), matchings.len()), (10, 4));
        let mut used: Vec<Row> = vec![vec![0; 10]; 10];
        for matching in matchings {
            assert_eq!(
                matching.iter().collect::<BTreeSet<_>>().len(),
                10,
                "a column of its own for every row"
            );
            for (row, &column) in used.iter_mut().zip(matching) {
                row[column] += 1;
            }
        }
        assert_eq!(&used, rows);
    }
}
