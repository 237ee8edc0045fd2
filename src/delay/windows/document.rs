//! Writes a plan as documents have it.

use super::joint::Ends;
use super::plan::{Planner, Woven};
use super::sketch::Sketch;
use super::{WindowsError, require_turn};
use crate::model::{IsotropicTask, LinkTurn, WindowsPlan};
use crate::wire::{NodeRef, RowEnds, TurnedRow, Window};

/// Returns the plan by which an exchange with all nodes, or all within some distance, reaches the pooled
/// bound, and the critical sum too if all columns have equal sums. It builds nothing of the size of the task.
///
/// It is the search of [`super::windows`] on the rows that are not blocks in any case: a few orbits of each
/// distance.
///
/// # Errors
/// [`WindowsError`] if [`WindowsPlan::fits`] is false, or the parts of two distances do not fit together.
///
/// # Complexity
/// A matching and a small decomposition for each distance and try.
///
/// # Panics
/// Never.
///
/// # Examples
/// ```
/// use isotask::delay::{pooled, windows_plan};
/// use isotask::{model::IsotropicTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":48},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"average-delay"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// let plan = windows_plan(&task)?;
/// assert_eq!((plan.slots, Some(plan.total_delay())), (1 << 47, pooled(&task)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn windows_plan(task: &IsotropicTask) -> Result<WindowsPlan, WindowsError> {
    require_turn(task)?;
    if !WindowsPlan::fits(task) {
        return Err(WindowsError::NotAnExchange);
    }
    let turn = LinkTurn::new(task.network()).expect("the network has a turn");
    let sketch = Sketch::new(task, &turn);
    let woven = Planner::new(&sketch.matrix).plan(&sketch.orbits)?;
    let shells = sketch.orbits.chunk_by(|a, b| a.distance == b.distance);
    let mut first = 0;
    let mut windows = Vec::new();
    for (shell, woven) in shells.zip(woven) {
        let orbits = first..first + shell.len();
        first = orbits.end;
        windows.push(sketch.window(orbits.collect(), turn.columns(), &woven));
    }
    Ok(WindowsPlan::accepted(task.network(), windows))
}

impl Sketch {
    /// Returns the decisions on the orbits of one distance.
    fn window(&self, shell: Vec<usize>, columns: usize, woven: &Woven) -> Window {
        let whole: Vec<usize> =
            shell.iter().copied().filter(|&orbit| self.orbits[orbit].rows.len() == columns).collect();
        let cut: Vec<usize> = woven.cut_orbit.iter().map(|&index| whole[index]).collect();
        let mut bins = Vec::new();
        for bin in &woven.bins {
            let mut orbits: Vec<usize> = bin.iter().map(|&row| self.origins[row].0).collect();
            orbits.dedup();
            bins.push(orbits);
        }
        let in_bin = |orbit: &usize| bins.iter().flatten().any(|other| other == orbit);
        let rest: Vec<usize> =
            shell.into_iter().filter(|orbit| !whole.contains(orbit) && !in_bin(orbit)).collect();
        let listed: Vec<usize> = cut.iter().chain(&rest).copied().collect();
        let row = |&row: &usize| {
            let (orbit, turn) = self.origins[row];
            let place = listed.iter().position(|&other| other == orbit).expect("an orbit that is divided");
            TurnedRow { orbit: u32::try_from(place).expect("few orbits"), turn }
        };
        let rows = |list: &[usize]| list.iter().map(row).collect();
        let offsets =
            |orbits: &[usize]| orbits.iter().map(|&orbit| NodeRef::Index(self.offsets[orbit].0)).collect();
        let ends = |ends: &Ends| RowEnds { early: ends.early, late: ends.late };
        Window {
            cut: offsets(&cut),
            rest: offsets(&rest),
            bins: bins.iter().map(|bin| offsets(bin)).collect(),
            first: rows(&woven.parts.first),
            last: rows(&woven.parts.last),
            blocks: woven.parts.block.iter().map(|block| rows(block)).collect(),
            ends: woven.ends.iter().map(ends).collect(),
        }
    }
}
