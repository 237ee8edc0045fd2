//! The end of a schedule in windows so far, and its changes by groups and blocks.

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::windows::fault::PlanFault;
use crate::replay::windows::orbits::{Row, Turning};
use crate::replay::windows::rows::{refused, sums};
use isotask_wire::RowEnds;

/// The links that are late are free from slot `end` on, the others from the slot before.
#[derive(Debug, Clone)]
pub(super) struct Front {
    pub(super) end: u64,
    pub(super) late: Vec<bool>,
    /// ΣC of all rows so far.
    pub(super) total: u128,
}

/// A group that is joined to a front: its moves in the slot before, between, and after.
#[derive(Debug)]
pub(super) struct Joined {
    /// The slots in which every row is served and every link serves.
    pub(super) between: u64,
    /// The units of each row that remain for these slots.
    pub(super) middle: Vec<Row>,
    /// The column of each row in the slot before and in the slot after.
    pub(super) ends: Vec<[Option<usize>; 2]>,
}

impl Front {
    pub(super) fn new(columns: usize) -> Self {
        Self { end: 0, late: vec![true; columns], total: 0 }
    }

    /// Checks a group of rows with its links at the ends, and moves on behind it.
    ///
    /// The sums of the columns, with 1 for the links that are late before, must be b + 1 or b + 2. In the
    /// slot before b others exactly the links that are not late serve, in the slot after exactly those of the
    /// sums b + 2, no row twice; what is left has b in every line, and b slots clear it (König).
    pub(super) fn join(
        &mut self,
        turning: &Turning<'_>,
        group: &[Row],
        ends: &[RowEnds],
        place: &str,
    ) -> Result<Option<Joined>, Rejection> {
        let refused = |fault| refused(format!("{place}.ends"), fault);
        if ends.len() != group.len() {
            return Err(refused(PlanFault::Ends { found: ends.len(), expected: group.len() }));
        }
        if group.is_empty() {
            return Ok(None);
        }
        let columns = self.late.len();
        let used = sums(group, columns);
        let sums: Vec<u64> =
            used.iter().zip(&self.late).map(|(sum, &late)| sum.saturating_add(late.into())).collect();
        let (least, most) = sums.iter().fold((u64::MAX, 0), |(a, b), &sum| (a.min(sum), b.max(sum)));
        let Some(between) = least.checked_sub(1).filter(|_| most - least <= 1) else {
            return Err(refused(PlanFault::Uneven { found: most - least.min(1) }));
        };
        let needed =
            [self.late.iter().map(|late| !late).collect(), sums.iter().map(|&sum| sum > least).collect()];
        let mut left: [Vec<bool>; 2] = needed.clone();
        let mut joined = Joined { between, middle: group.to_vec(), ends: Vec::with_capacity(group.len()) };
        for (index, (row, ends)) in joined.middle.iter_mut().zip(ends).enumerate() {
            let place = format!("{place}.ends[{index}]");
            joined.ends.push(take(turning, row, *ends, &mut left, &place)?);
            let found = row.iter().sum();
            if found != between {
                return Err(super::rows::refused(place, PlanFault::RowSum { found, expected: between }));
            }
        }
        for (left, (needed, when)) in left.iter().zip(needed.iter().zip(["before", "after"])) {
            let expected = needed.iter().filter(|&&needed| needed).count();
            let missing = left.iter().filter(|&&left| left).count();
            if missing > 0 {
                return Err(refused(PlanFault::LinksLeft { found: expected - missing, expected, when }));
            }
        }
        self.pass(joined, &needed[1])
    }

    /// Moves on behind a group.
    fn pass(&mut self, joined: Joined, late: &[bool]) -> Result<Option<Joined>, Rejection> {
        let end = self.end.checked_add(joined.between).ok_or_else(overflow)?;
        for [_, late] in &joined.ends {
            self.total =
                self.total.checked_add(u128::from(end) + u128::from(late.is_some())).ok_or_else(overflow)?;
        }
        if late.contains(&true) {
            self.end = end.checked_add(1).ok_or_else(overflow)?;
            self.late = late.to_vec();
        } else {
            self.end = end;
            self.late = vec![true; late.len()];
        }
        Ok(Some(joined))
    }

    /// Moves on behind a number of blocks, each of as many rows as links, of one distance k.
    ///
    /// A block is k perfect matchings M₀, M₁, … (König). That of number q ≥ 1 has slot e + q − 1; the links
    /// of M₀ that are late wait until slot e + k − 1, the others serve it in slot e − 1.
    pub(super) fn pass_blocks(&mut self, blocks: u128, distance: u64) -> Result<(), Rejection> {
        let columns = u128::from(wide(self.late.len()));
        let in_time = u128::from(wide(self.late.iter().filter(|late| !*late).count()));
        let step = blocks.checked_mul(distance.into());
        let sum = || {
            // A late row of block i ends with slot e + (i + 1)k, the others one slot sooner.
            let starts = columns.checked_mul(blocks)?.checked_mul(self.end.into())?;
            let pairs = blocks.checked_mul(blocks.checked_add(1)?)? / 2;
            let steps = columns.checked_mul(distance.into())?.checked_mul(pairs)?;
            let all = self.total.checked_add(starts)?.checked_add(steps)?;
            all.checked_sub(in_time.checked_mul(blocks)?)
        };
        self.total = sum().ok_or_else(overflow)?;
        let end = step.and_then(|step| u64::try_from(step).ok()).and_then(|step| self.end.checked_add(step));
        self.end = end.ok_or_else(overflow)?;
        Ok(())
    }
}

fn overflow() -> Rejection {
    Rejection::Overflow { place: "schedule.plan".to_owned() }
}

/// Removes the units of a row at the two ends from the row and from the links that remain at these ends.
fn take(
    turning: &Turning<'_>,
    row: &mut Row,
    ends: RowEnds,
    left: &mut [Vec<bool>; 2],
    place: &str,
) -> Result<[Option<usize>; 2], Rejection> {
    let mut taken = [None, None];
    let uses = row.clone();
    for (end, link) in [ends.early, ends.late].into_iter().enumerate() {
        let Some(found) = link else { continue };
        let refused = |fault| refused(format!("{place}[{end}]"), fault);
        let column = turning.column(found);
        let Some(column) = column.filter(|&column| row[column] > 0) else {
            let uses = column.map_or(0, |column| uses[column]);
            return Err(refused(PlanFault::NotUsed { found, uses }));
        };
        if !std::mem::take(&mut left[end][column]) {
            return Err(refused(PlanFault::LinkTaken { found }));
        }
        row[column] -= 1;
        taken[end] = Some(column);
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::topology::Network;

    /// Joins rows of the 3-cube to a front at which all links are late.
    fn joined(rows: &[[u64; 3]], ends: &[[Option<u32>; 2]]) -> Result<Option<Joined>, Rejection> {
        let cube = isotask_wire::Network::Hypercube { dimension: 3 };
        let network = Network::new(&cube, &Effort::new(0)).expect("a cube");
        let turning = Turning::new(&network, 3).expect("a turn");
        let rows: Vec<Row> = rows.iter().map(|row| row.to_vec()).collect();
        let ends: Vec<RowEnds> = ends.iter().map(|&[early, late]| RowEnds { early, late }).collect();
        Front::new(3).join(&turning, &rows, &ends, "plan")
    }

    fn fault(found: Result<Option<Joined>, Rejection>) -> PlanFault {
        match found {
            Err(Rejection::Plan { fault, .. }) => fault,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn columns_of_a_group_differ_by_one_at_most() {
        let none = [None; 2];
        let late = |link| [None, Some(link)];
        // The columns have 1, 1, 2; the second unit of the last is late.
        assert!(joined(&[[1, 0, 1], [0, 1, 1]], &[late(2), none]).is_err(), "the second row has two units");
        let group = joined(&[[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]], &[none, none, none, late(2)]);
        assert!(matches!(fault(group), PlanFault::RowSum { found: 0, expected: 1 }));
        let group = joined(&[[1, 0, 1], [0, 1, 0], [0, 0, 1]], &[late(2), none, none]);
        let group = group.expect("a good group").expect("rows");
        assert_eq!((group.between, group.middle), (1, vec![vec![1, 0, 0], vec![0, 1, 0], vec![0, 0, 1]]));
        assert_eq!(group.ends, [[None, Some(2)], [None; 2], [None; 2]]);
        // Every row has two units for the slots between, but two columns have three.
        let rows = [[1, 1, 1], [1, 1, 1], [0, 1, 1], [0, 1, 1]];
        assert!(matches!(
            fault(joined(&rows, &[late(1), late(2), none, none])),
            PlanFault::Uneven { found: 4 }
        ));
    }

    /// The second unit of column 0 would have to be late, but every row has its one unit for the slot
    /// between.
    #[test]
    fn a_link_that_no_row_takes_is_counted() {
        let rows = [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let found = fault(joined(&rows, &[[None; 2]; 4]));
        assert!(matches!(found, PlanFault::LinksLeft { found: 0, expected: 1, when: "after" }), "{found:?}");
    }
}
