//! The delays of a schedule in intervals, computed without writing out its slots.

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::intervals::pools::{Pools, Rest};
use crate::replay::intervals::rows::RoutedRows;

/// Adds up `C_i` over the packets of node 0, `C_i` being the slots up to and including packet i's last move.
///
/// The units of a row take the next slots of the pools of its group, link by link; the last of all these
/// slots is the row's last. Groups follow one another in the order of the rows, so one cursor for each
/// link is enough.
///
/// # Complexity
/// Time O(rows · (dimensions + links) + intervals + pools · log intervals), space O(links), whatever the
/// number of rows.
pub(crate) fn total(rows: &RoutedRows<'_>, pools: &Pools) -> Result<u128, Rejection> {
    // None until a row of the current group uses the link.
    let mut rests: Vec<Option<Rest<'_>>> = vec![None; rows.task.network.links()];
    let (mut current, mut sum) = (0, 0_u128);
    rows.visit(|row| {
        if row.group != current {
            rests.fill(None);
            current = row.group;
        }
        let mut delay = 0;
        for (link, (rest, &uses)) in rests.iter_mut().zip(row.uses).enumerate() {
            if uses == 0 {
                continue;
            }
            let rest = rest.get_or_insert_with(|| Rest::new(pools.of(current, wide(link))));
            // The sizes of the pools were checked before, so that none runs out here.
            let slot = rest.take(uses).ok_or(Rejection::PoolExhausted {
                group: current,
                link,
                needed: uses,
                owned: 0,
            })?;
            // An interval ends at most at slot 2⁶⁴ − 1, so its last slot is below that.
            delay = delay.max(slot + 1);
        }
        // Fewer than 2⁶⁴ rows.
        sum += u128::from(delay);
        Ok(())
    })?;
    Ok(sum)
}
