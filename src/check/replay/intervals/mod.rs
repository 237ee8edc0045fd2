//! The replay of a schedule in intervals, without writing out its slots.

mod delay;
mod pools;
pub(super) mod rows;

use crate::network::offsets::census::Census;
use crate::network::topology::Topology;
use crate::number::wide;
use crate::refusal::rejection::Rejection;

use crate::replay::every_node::{self, Expected, Step};
use crate::replay::intervals::pools::{Pools, last_slot};
use crate::replay::intervals::rows::{Parts, RoutedRows};
use crate::replay::replayed::{Counts, Detour, Extent, Form, Options, Run, Shape, small_enough};
use crate::task::isotropic::{self, Isotropic};
use isotask_wire::{Interval, NodeRef};

/// Replays a schedule in intervals by counting the units of every pool, going through the rows once more
/// when their delay is wanted, and every node literally when that is small enough.
///
/// # Complexity
/// Time O(task + rows · dimensions + n log n), n being the number of intervals; where the rows are implied
/// and only slots are claimed, O(dimensions² · radix²) for each group instead of the rows. Space O(document).
pub(crate) fn replay(
    task: &Isotropic,
    packets: Option<&[NodeRef]>,
    parts: &Parts<'_>,
    options: Options,
    delay_wanted: bool,
) -> Result<Run, Rejection> {
    if matches!(&task.network.topology, Topology::Group(cayley) if !cayley.abelian) {
        let expected =
            "a symmetric one: the order of the links of a route matters where generators do not commute";
        return Err(Rejection::ScheduleDoesNotFit { expected });
    }
    let listed =
        packets.map(|packets| task.listed(packets.iter()).collect::<Result<Vec<_>, _>>()).transpose()?;
    if let Some(offsets) = &listed {
        let mut sorted: Vec<_> = offsets.iter().map(|&offset| (offset, 1)).collect();
        sorted.sort_unstable();
        // The sum of the ones is the length of the list and cannot overflow.
        task.require_packets(isotropic::merge(sorted).unwrap_or_default().into_iter())?;
    }
    let is_implied = listed.is_none() && parts.routes.is_empty();
    let counted = task.census().filter(|census| is_implied && census.counts_uses());
    if counted.is_some() {
        let groups = wide(parts.groups.len()).saturating_add(1);
        task.network.effort.spend_times(groups, Census::steps_of_uses(&task.network))?;
    } else {
        isotropic::require_rows(task.rows, "schedule")?;
    }
    require_groups(parts.groups, task.rows)?;
    let links = task.network.links();
    let pools = Pools::new(parts.intervals, parts.groups.len(), links, task.ports)?;
    let rows = RoutedRows { task, listed: listed.as_deref(), parts: *parts };
    let mut counts = match counted {
        Some(census) => count_by(census, &rows, &pools)?,
        None => count(&rows, &pools)?,
    };
    if delay_wanted {
        counts.delay = Some(delay::total(&rows, &pools)?);
    }
    let mut extent = Extent::NodeZero;
    if small_enough(task.network.nodes, counts.transmissions, options) {
        let explicit = expand(&rows, &pools)?;
        let expected = Expected { ports: task.ports, delay: counts.delay };
        every_node::replay(&task.network, &explicit.offsets, &explicit.steps, expected)?;
        extent = Extent::EveryNode;
    }
    let shape = Shape { form: Form::Intervals, replay: extent, packets: task.rows };
    Ok(Run::new(&task.network, task.ports, shape, &counts))
}

fn require_groups(groups: &[u64], rows: u64) -> Result<(), Rejection> {
    match groups.first() {
        None if rows > 0 => return Err(Rejection::NoGroups { rows }),
        Some(&found) if found > 0 => return Err(Rejection::FirstGroup { found }),
        _ => {}
    }
    for (group, pair) in groups.windows(2).enumerate() {
        if pair[1] <= pair[0] {
            let (found, previous) = (pair[1], pair[0]);
            return Err(Rejection::GroupsNotIncreasing { group: group + 1, found, previous });
        }
    }
    match groups.iter().position(|&first| first >= rows) {
        Some(group) => Err(Rejection::GroupBeyondRows { group, found: groups[group], rows }),
        None => Ok(()),
    }
}

/// Counts the units of every pool; the last of them takes the last slot.
fn count(rows: &RoutedRows<'_>, pools: &Pools) -> Result<Counts, Rejection> {
    let mut counts = Counts::default();
    let mut needed = vec![0_u64; rows.task.network.links()];
    let mut current = 0;
    rows.visit(|row| {
        if row.group != current {
            settle(pools, current, &mut needed, &mut counts)?;
            current = row.group;
        }
        let overflow = || Rejection::Overflow { place: "schedule.routes".to_owned() };
        let mut hops = 0_u64;
        for (sum, &uses) in needed.iter_mut().zip(row.uses) {
            *sum = sum.checked_add(uses).ok_or_else(overflow)?;
            hops = hops.checked_add(uses).ok_or_else(overflow)?;
        }
        counts.transmissions = counts.transmissions.checked_add(hops.into()).ok_or_else(overflow)?;
        if row.routed && counts.detour.is_none() {
            let distance = rows.task.network.distance(row.coordinates);
            if hops != distance {
                counts.detour = Some(Detour { row: row.number, hops, distance });
            }
        }
        Ok(())
    })?;
    settle(pools, current, &mut needed, &mut counts)?;
    Ok(counts)
}

/// Counts the units of every pool where all rows are implied: a group uses the difference of the uses of the
/// rows before its end and before its start.
fn count_by(census: &Census, rows: &RoutedRows<'_>, pools: &Pools) -> Result<Counts, Rejection> {
    let mut counts = Counts::default();
    let overflow = |_| Rejection::Overflow { place: "schedule.groups".to_owned() };
    let mut before = census.uses_before(&rows.task.network, 0);
    for (group, _) in rows.parts.groups.iter().enumerate() {
        let end = rows.parts.groups.get(group + 1).copied().unwrap_or(rows.task.rows);
        let through = census.uses_before(&rows.task.network, end);
        let pairs = through.iter().zip(&before).map(|(through, before)| u64::try_from(through - before));
        let mut needed = pairs.collect::<Result<Vec<_>, _>>().map_err(overflow)?;
        counts.transmissions += needed.iter().map(|&units| u128::from(units)).sum::<u128>();
        settle(pools, wide(group), &mut needed, &mut counts)?;
        before = through;
    }
    Ok(counts)
}

/// Finds the last slots of the units of one group, and sets its needs to 0.
fn settle(pools: &Pools, group: u64, needed: &mut [u64], counts: &mut Counts) -> Result<(), Rejection> {
    for (link, needed) in needed.iter_mut().enumerate().filter(|(_, needed)| **needed > 0) {
        match last_slot(pools.of(group, wide(link)), *needed) {
            // An interval ends at most at slot 2⁶⁴ − 1, so its last slot is below that.
            Ok(slot) => counts.completion_time = counts.completion_time.max(slot + 1),
            Err(owned) => {
                return Err(Rejection::PoolExhausted { group, link, needed: *needed, owned });
            }
        }
        *needed = 0;
    }
    Ok(())
}

/// A schedule written out: offsets and moves.
struct Explicit {
    offsets: Vec<u64>,
    steps: Vec<Step>,
}

/// A place in a pool: the number of intervals that are used up, and of used slots of the next one.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    intervals: usize,
    slots: u64,
}

impl Cursor {
    /// Takes the least slot that is left.
    fn take(&mut self, pool: &[Interval]) -> Option<u64> {
        let interval = pool.get(self.intervals)?;
        let slot = interval.start + self.slots;
        self.slots += 1;
        if self.slots == interval.width {
            *self = Self { intervals: self.intervals + 1, slots: 0 };
        }
        Some(slot)
    }
}

/// Writes out every move, unit by unit, as models/formats/schedule.md describes it.
fn expand(rows: &RoutedRows<'_>, pools: &Pools) -> Result<Explicit, Rejection> {
    let mut explicit = Explicit { offsets: Vec::new(), steps: Vec::new() };
    // For every link the place of the next slot in the current group's pool.
    let mut cursors = vec![Cursor::default(); rows.task.network.links()];
    let mut current = 0;
    rows.visit(|row| {
        if row.group != current {
            cursors.fill(Cursor::default());
            current = row.group;
        }
        let packet = explicit.offsets.len();
        explicit.offsets.push(row.index);
        for (link, &uses) in row.uses.iter().enumerate() {
            let pool = pools.of(row.group, wide(link));
            for _ in 0..uses {
                let slot = cursors[link].take(pool).ok_or(Rejection::PoolExhausted {
                    group: row.group,
                    link,
                    needed: uses,
                    owned: 0,
                })?;
                explicit.steps.push(Step { slot, packet, link });
            }
        }
        Ok(())
    })?;
    explicit.steps.sort_unstable();
    Ok(explicit)
}
