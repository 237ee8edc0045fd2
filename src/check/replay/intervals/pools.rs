//! The intervals of a schedule: the links and slots that groups own, none of them owned twice.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::Interval;

/// The pools of all (group, link): the intervals sorted by group, link and start.
#[derive(Debug)]
pub(crate) struct Pools {
    sorted: Vec<Interval>,
}

impl Pools {
    /// Sorts the intervals; refuses those that are empty, beyond 64 bits, of no group or link, or in
    /// conflict.
    ///
    /// # Complexity
    /// Time O(n log n), space O(n), n being the number of intervals.
    pub(crate) fn new(
        intervals: &[Interval],
        groups: usize,
        links: usize,
        ports: u64,
    ) -> Result<Self, Rejection> {
        for (interval, &Interval { start, width, group, link }) in intervals.iter().enumerate() {
            if width == 0 {
                return Err(Rejection::IntervalEmpty { interval });
            }
            if start.checked_add(width).is_none() {
                return Err(Rejection::IntervalOverflow { interval });
            }
            if narrow(group, groups).is_none() {
                return Err(Rejection::NoSuchGroup { interval, group, groups });
            }
            if narrow(link, links).is_none() {
                let place = format!("schedule.intervals[{interval}]");
                return Err(Rejection::NoSuchLink { place, link, links });
            }
        }
        require_disjoint(intervals)?;
        require_ports(intervals, ports)?;
        let mut sorted = intervals.to_vec();
        sorted.sort_unstable_by_key(|i| (i.group, i.link, i.start));
        Ok(Self { sorted })
    }

    /// Returns the intervals of one pool, by increasing start.
    pub(crate) fn of(&self, group: u64, link: u64) -> &[Interval] {
        let from = self.sorted.partition_point(|i| (i.group, i.link) < (group, link));
        let to = self.sorted.partition_point(|i| (i.group, i.link) <= (group, link));
        &self.sorted[from..to]
    }
}

/// Returns the slot of the last of `needed` units, which take the least slots of the pool in turn; or, as an
/// error, the number of slots that the pool has.
pub(crate) fn last_slot(pool: &[Interval], needed: u64) -> Result<u64, u64> {
    let mut owned = 0_u64;
    for interval in pool {
        // Disjoint intervals below 2⁶⁴ own fewer than 2⁶⁴ slots.
        if needed - owned <= interval.width {
            return Ok(interval.start + (needed - owned - 1));
        }
        owned += interval.width;
    }
    Err(owned)
}

/// The slots of a pool that are not taken yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest<'a> {
    intervals: &'a [Interval],
    /// Slots of the first interval that are taken, at most its width.
    taken: u64,
}

impl<'a> Rest<'a> {
    /// Returns the whole pool.
    pub(crate) fn new(pool: &'a [Interval]) -> Self {
        Self { intervals: pool, taken: 0 }
    }

    /// Takes the least `units` ≥ 1 remaining slots and returns the last of them; none if fewer remain.
    pub(crate) fn take(&mut self, mut units: u64) -> Option<u64> {
        loop {
            let (first, later) = self.intervals.split_first()?;
            let left = first.width - self.taken;
            if units <= left {
                self.taken += units;
                return Some(first.start + (self.taken - 1));
            }
            units -= left;
            *self = Self::new(later);
        }
    }
}

/// Refuses two intervals of one group, or of one link, with a slot in common.
fn require_disjoint(intervals: &[Interval]) -> Result<(), Rejection> {
    let meeting = |key: fn(&Interval) -> u64| {
        let mut order: Vec<usize> = (0..intervals.len()).collect();
        order.sort_unstable_by_key(|&i| (key(&intervals[i]), intervals[i].start, i));
        let pair = order.windows(2).find(|pair| {
            let (a, b) = (&intervals[pair[0]], &intervals[pair[1]]);
            key(a) == key(b) && b.start < a.start + a.width
        });
        pair.map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]), intervals[pair[1]].start))
    };
    if let Some((other, interval, slot)) = meeting(|i| i.group) {
        let group = intervals[interval].group;
        return Err(Rejection::GroupOverlap { interval, other, group, slot });
    }
    if let Some((other, interval, slot)) = meeting(|i| i.link) {
        let link = intervals[interval].link;
        return Err(Rejection::LinkOverlap { interval, other, link, slot });
    }
    Ok(())
}

/// Refuses more intervals at once than the ports allow.
fn require_ports(intervals: &[Interval], ports: u64) -> Result<(), Rejection> {
    let mut starts: Vec<u64> = intervals.iter().map(|i| i.start).collect();
    let mut ends: Vec<u64> = intervals.iter().map(|i| i.start + i.width).collect();
    starts.sort_unstable();
    ends.sort_unstable();
    let mut ended = 0;
    for (started, &slot) in starts.iter().enumerate() {
        while ends[ended] <= slot {
            ended += 1;
        }
        let found = wide(started + 1 - ended);
        if found > ports {
            return Err(Rejection::TooManyIntervals { slot, found, ports });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_take_the_slots_of_a_pool_one_after_the_other() {
        let interval = |start, width| Interval { start, width, group: 0, link: 0 };
        let pool = [interval(2, 1), interval(5, 2), interval(9, 3), interval(20, 4)];
        let slots: Vec<u64> = pool.iter().flat_map(|i| i.start..i.start + i.width).collect();
        let all = wide(slots.len());
        // Units are taken in three steps.
        for (first, second) in (1..=all).flat_map(|first| (1..=all).map(move |second| (first, second))) {
            for third in 1..=all {
                let mut rest = Rest::new(&pool);
                let mut taken = 0;
                for units in [first, second, third] {
                    taken += units;
                    let last = usize::try_from(taken - 1).ok().and_then(|at| slots.get(at)).copied();
                    assert_eq!(rest.take(units), last);
                    if last.is_none() {
                        break;
                    }
                }
            }
        }
    }
}
