//! Keeps the end of the schedule so far and joins the next group to it.

use super::joint::{Ends, ends};
use crate::delay::layout::{ColoredRow, Entries, decompose};
use crate::model::{count_of, wide};

/// The end of the schedule so far: the late links are used in all slots before `end`, the others in all but
/// the last of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Front {
    /// Slots up to the last in which a late link is used.
    pub(super) end: u64,
    /// For every link whether it is late; if all links end together, all are late.
    pub(super) late: Vec<bool>,
}

/// A group with its place in the schedule.
#[derive(Debug)]
pub(super) struct Joined {
    /// For every row its units as `(link, slot)`.
    pub(super) placed: Vec<ColoredRow>,
    /// The links of the rows in the slots before and after those in which all are served.
    pub(super) ends: Vec<Ends>,
    /// The front after the group.
    pub(super) front: Front,
}

impl Front {
    /// Returns the front before the first slot.
    pub(super) fn new(links: usize) -> Self {
        Self { end: 0, late: vec![true; links] }
    }

    /// Returns the slot of a link's unit of step s in a block of line sum k: units of step 0 on late links
    /// wait until after the last step.
    pub(super) fn slot(&self, link: u32, step: u64, sum: u64) -> u64 {
        let wait = if step == 0 && self.late[wide(link)] { sum } else { step };
        self.end + wait - 1
    }

    /// Returns the front after all links are used up to `end` and the late links in one slot more; if no link
    /// is late, all end together.
    pub(super) fn after(end: u64, late: Vec<bool>) -> Self {
        if late.contains(&true) {
            Self { end: end + 1, late }
        } else {
            Self { end, late: vec![true; late.len()] }
        }
    }

    /// Joins a group whose row sums differ by at most two; `None` if no way was found.
    ///
    /// The columns so far, with this group, must differ by at most one. Every row is served in every slot
    /// between two: the slot in which the previous late links are still busy, and the slot that only the
    /// group's own late links use.
    pub(super) fn join(&self, group: &[Entries]) -> Option<Joined> {
        let links = self.late.len();
        let before: Vec<u64> = self.late.iter().map(|&late| u64::from(late)).collect();
        let (least, late) = level(before, group)?;
        let between = least.checked_sub(1)?;
        let degrees = group
            .iter()
            .map(|row| row.iter().map(|entry| entry.1).sum::<u64>().checked_sub(between))
            .collect::<Option<Vec<u64>>>()?;
        let early: Vec<bool> = self.late.iter().map(|&late| !late).collect();
        let ends = ends(group, &degrees, &early, &late)?;
        let middle: Vec<Entries> =
            group.iter().zip(&ends).map(|(row, ends)| without(row, &ends.links())).collect();
        let (mut placed, length) = decompose(&middle, u32::try_from(links).ok()?);
        if length != between {
            return None;
        }
        for (placed, ends) in placed.iter_mut().zip(&ends) {
            for unit in placed.iter_mut() {
                unit.1 += self.end;
            }
            placed.extend(ends.early.map(|link| (link, self.end - 1)));
            placed.extend(ends.late.map(|link| (link, self.end + between)));
        }
        let front = Self::after(self.end + between, late);
        Some(Joined { placed, ends, front })
    }
}

/// Adds a group to column sums; returns the least sum and for every column whether its sum is greater; `None`
/// if one is greater by more than one.
pub(super) fn level(mut sums: Vec<u64>, group: &[Entries]) -> Option<(u64, Vec<bool>)> {
    for &(link, units) in group.iter().flatten() {
        sums[wide(link)] += units;
    }
    let least = *sums.iter().min()?;
    let late = sums.iter().map(|&sum| sum > least).collect();
    sums.iter().all(|&sum| sum <= least + 1).then_some((least, late))
}

/// Returns a row less one unit on each of the links.
pub(super) fn without(row: &Entries, links: &[u32]) -> Entries {
    row.iter()
        .map(|&(link, units)| (link, units - count_of(links.iter().filter(|&&used| used == link).count())))
        .filter(|entry| entry.1 > 0)
        .collect()
}
