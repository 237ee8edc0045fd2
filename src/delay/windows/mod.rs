//! Builds schedules that reach both the pooled bound and the critical sum although orbits are short.

mod cuts;
mod document;
mod error;
mod free;
mod front;
mod joint;
mod opening;
mod plan;
mod sketch;

pub use document::windows_plan;
pub use error::WindowsError;

use super::blocks::{BlockSchedule, require_turn, symmetry};
use super::layout::Layout;
use super::orbits::RowOrbit;
use crate::model::{Coloring, IsotropicTask, LinkTurn};
use crate::route::{Directions, task_matrix};
use plan::{Planner, Woven};

/// Schedules a task such that ΣC is the pooled bound and, if all columns of the task matrix have equal sums,
/// the completion time is the critical sum.
///
/// # What a schedule at the pooled bound looks like
/// Let there be m links. Put packets of distance 0 in front of the others until m divides their number, and
/// take the packets in order of completion in *groups* of m. The proof of the pooled bound
/// ([`crate::delay::pooled()`]) compares the work of the first g groups with the m completion times of group
/// g. Both are equal, for every g, exactly if the groups are in order of distance, all links serve the groups
/// up to g until the first packet of group g is done, and from then on each packet of group g that is left is
/// served in every slot. With groups whose distances differ by at most one this can be had such that the
/// packets of every group are done in two consecutive slots: all links are used up to some slot, in the slot
/// after it only the set U of *late* links serves the group, and the other links serve the next group
/// already. Hence the rule that the construction keeps:
///
/// > **After every group the sums of the columns so far differ by at most one**; U holds the columns with the
/// > greater sum.
///
/// If it is kept, ΣC of every group equals the work of the groups up to it, so ΣC is the pooled bound; and if
/// all columns have equal sums at the end, as on the hypercube, the completion time is that sum, which is the
/// critical sum.
///
/// # Blocks keep the rule
/// m rows of one distance k whose columns all sum to k leave U as it is. They are k permutation matrices
/// (König); the units of the first that use links of U wait until the slot after the last, in which exactly
/// these links are theirs.
///
/// # Where the distance changes
/// Of the rows of distance k the first p fill the group that the distance before has left open, q are left
/// for the next distance, and the rest must be blocks; both parts must have columns that differ by at most
/// one. Short orbits combine into blocks, as in [`crate::delay::blocks()`], but for r < m rows, whose columns
/// are all equal. On the d-cube take the orbit of the row whose k bits are neighbours: row t has its ones in
/// the cyclic interval from t on. *Lemma.* Let P be the p places ⌊i·d/p⌋, 0 ≤ i < p, of a circle of d. Every
/// interval of k places holds ⌊pk/d⌋ or ⌈pk/d⌉ of them. (The number of ⌊i·d/p⌋ in an interval is that of the
/// multiples of d/p in a half-open interval of length k.) So the rows t ∈ P of this orbit have columns that
/// differ by at most one.
/// * If p ≥ r: the r rows and p − r rows of the orbit come first; the others of the orbit are left.
/// * If p < r: let P′ be the r places ⌊i·d/r⌋. Every interval holds exactly rk/d of them, which is an integer
///   because the columns of the r short rows sum to it. Take the p places of index ⌊i·r/p⌋ of these r: an
///   interval holds rk/d successive ones of P′, so p of them are balanced again. They come first, the other r
///   − p are left, and the other d − r rows of the orbit make a block with the r short rows.
///
/// In the group that joins two distances every row is served in all slots between, and needs 0, 1 or 2 units
/// in the two slots at the ends, where the links outside of the old U and those in the new U are to be had.
/// This is a matching; what remains is regular and decomposes. The matching is sought for every turn of the
/// orbit, then for other orbits and other places in them that keep the rule, if need be with other cuts of
/// the distances before.
///
/// # How far it is proved
/// *Theorem.* For every d from 1 to 62 the total exchange on the d-cube has a schedule of 2^(d−1) slots, the
/// least completion time, whose ΣC is the pooled bound, the least of all schedules. The steps above are
/// general; that the joining matchings exist, and that short orbits combine, is found by computation for each
/// of these d; for d = 30 and 56 the rows that are cut are placed freely, by a search. The tests repeat that:
/// they have the plan of each d checked ([`windows_plan`]), and build and replay the whole schedule up to d
/// = 16. P1 §6 has this for prime d and says that otherwise strict optimality is not guaranteed. The search
/// also joins distances on other tasks: neighbourhood exchanges on cubes, several packets for each node, tori
/// of equal odd radices. Where it fails it returns an error; no claim rests on it, for every schedule is
/// checked like any other.
///
/// A neighbourhood exchange from distance K ≥ 2 on *opens* with p rows that take the first K slots, while the
/// other m − p links serve the next group.
///
/// # Errors
/// [`WindowsError`] when the network or the task lacks the symmetry, or the parts of two distances do not fit
/// together.
///
/// # Complexity
/// O(units · log units) time, O(units) space; and a matching and a small decomposition for each distance and
/// try.
///
/// # Panics
/// If the task has more units than memory; callers ask for the size before.
///
/// # Examples
/// ```
/// use isotask::delay::{pooled, total_delay, windows};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":6},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let schedule = windows(&task)?;
/// assert_eq!(schedule.coloring.length(), 32);
/// assert_eq!(Some(total_delay(&schedule.matrix, &schedule.coloring).into()), pooled(&task));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn windows(task: &IsotropicTask) -> Result<BlockSchedule, WindowsError> {
    let (turn, orbits) = symmetry(task)?;
    let matrix = task_matrix(task, &Directions::Default).expect("default directions fit any task");
    let plan = Planner::new(&matrix).plan(&orbits)?;
    let mut layout = Layout::new(&matrix);
    for (orbits, woven) in orbits.chunk_by(|a, b| a.distance == b.distance).zip(plan) {
        lay(&mut layout, &turn, orbits, woven);
    }
    let coloring = Coloring { slots: layout.into_slots() };
    Ok(BlockSchedule { matrix, coloring })
}

/// Lays the groups of one distance by the plan.
fn lay(layout: &mut Layout<'_>, turn: &LinkTurn, orbits: &[RowOrbit], woven: Woven) {
    let sum = orbits[0].distance;
    let Woven { joined, mut front, cut_orbit, blocks, .. } = woven;
    for (rows, placed) in joined {
        for (row, mut placed) in rows.into_iter().zip(placed) {
            layout.place(row, &mut placed);
        }
    }
    let whole = orbits.iter().filter(|orbit| orbit.rows.len() == front.late.len());
    for (_, orbit) in whole.enumerate().filter(|(index, _)| !cut_orbit.contains(index)) {
        layout.lay_orbit(turn, &orbit.rows, |link, step| front.slot(link, step, sum));
        front.end += sum;
    }
    for rows in blocks {
        let length = layout.lay_rows(&rows, |link, step| front.slot(link, step, sum));
        assert_eq!(length, sum, "a block of line sum k takes k steps");
        front.end += sum;
    }
}

#[cfg(test)]
mod range_tests;
