//! The replay of a schedule in intervals, without writing out its slots.

use super::census::Census;
use super::delay;
use super::every_node::{self, Expected, Step};
use super::pools::{Pools, last_slot};
use super::task::{self, Task};
use super::{Counts, Detour, Extent, Form, Options, Rejection, Run, Shape, small_enough, wide};
use isotask_wire::{Interval, NodeRef, Route};

/// The lists of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) groups: &'a [u64],
    pub(super) intervals: &'a [Interval],
    pub(super) routes: &'a [Route],
}

/// Replays a schedule in intervals by counting the units of every pool, going through the rows once more
/// when their delay is wanted, and every node literally when that is small enough.
///
/// # Complexity
/// Time O(task + rows · dimensions + n log n), n being the number of intervals; where the rows are implied and only slots are
/// claimed, O(dimensions² · radix²) for each group instead of the rows. Space O(document).
pub(super) fn replay(
    task: &Task,
    packets: Option<&[NodeRef]>,
    parts: &Parts<'_>,
    options: Options,
    delay_wanted: bool,
) -> Result<Run, Rejection> {
    if task.network.cayley().is_some_and(|cayley| !cayley.abelian) {
        let expected =
            "a symmetric one: the order of the links of a route matters where generators do not commute";
        return Err(Rejection::ScheduleDoesNotFit { expected });
    }
    let listed = packets.map(|packets| task.listed(packets)).transpose()?;
    if let Some(offsets) = &listed {
        let mut sorted: Vec<_> = offsets.iter().map(|&offset| (offset, 1)).collect();
        sorted.sort_unstable();
        // As many ones as the list is long cannot overflow.
        task.require_packets(&task::merge(sorted).unwrap_or_default())?;
    }
    let counted = task.census().filter(|_| listed.is_none() && parts.routes.is_empty());
    if counted.is_none() {
        task::require_rows(task.rows, "schedule")?;
    }
    require_groups(parts.groups, task.rows)?;
    let links = task.network.links();
    let pools = Pools::new(parts.intervals, parts.groups.len(), links, task.ports)?;
    let rows = Rows { task, listed: listed.as_deref(), parts: *parts };
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
fn count(rows: &Rows<'_>, pools: &Pools) -> Result<Counts, Rejection> {
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
        counts.transmissions = counts.transmissions.checked_add(hops).ok_or_else(overflow)?;
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

/// The same where all rows are implied: what a group uses is what the rows before its end use and those before it do not.
fn count_by(census: &Census, rows: &Rows<'_>, pools: &Pools) -> Result<Counts, Rejection> {
    let mut counts = Counts::default();
    let overflow = |_| Rejection::Overflow { place: "schedule.groups".to_owned() };
    let mut before = census.uses_before(&rows.task.network, 0);
    for (group, _) in rows.parts.groups.iter().enumerate() {
        let end = rows.parts.groups.get(group + 1).copied().unwrap_or(rows.task.rows);
        let through = census.uses_before(&rows.task.network, end);
        let pairs = through.iter().zip(&before).map(|(through, before)| u64::try_from(through - before));
        let mut needed = pairs.collect::<Result<Vec<_>, _>>().map_err(overflow)?;
        // All units together are at most the longest routes, which stay below 2⁶³.
        counts.transmissions += needed.iter().sum::<u64>();
        settle(pools, wide(group), &mut needed, &mut counts)?;
        before = through;
    }
    Ok(counts)
}

/// Takes the slots of one group's units and forgets them.
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

/// Offsets and moves written out.
struct Explicit {
    offsets: Vec<u64>,
    steps: Vec<Step>,
}

/// A place in a pool: so many intervals are used up, and so many slots of the next one.
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

/// Writes out every move, unit by unit, as FORMATS.md describes it.
fn expand(rows: &Rows<'_>, pools: &Pools) -> Result<Explicit, Rejection> {
    let mut explicit = Explicit { offsets: Vec::new(), steps: Vec::new() };
    // For every link, where in the current group's pool the next unit finds its slot.
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

/// One packet with its group and route.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    number: u64,
    /// Index of the group.
    pub(super) group: u64,
    index: u64,
    coordinates: &'a [u64],
    /// Uses of each link.
    pub(super) uses: &'a [u64],
    /// Whether the document lists the route; default routes are shortest paths.
    routed: bool,
}

/// The rows of the schedule in their order.
pub(super) struct Rows<'a> {
    /// The task.
    pub(super) task: &'a Task,
    listed: Option<&'a [u64]>,
    parts: Parts<'a>,
}

impl Rows<'_> {
    /// Goes through all rows; the first fault of their routes is refused.
    pub(super) fn visit(&self, mut f: impl FnMut(Row<'_>) -> Result<(), Rejection>) -> Result<(), Rejection> {
        let mut router = Router::new(self.task, self.parts);
        if let Some(offsets) = self.listed {
            let mut coordinates = Vec::new();
            for &index in offsets {
                self.task.network.coordinates_into(index, &mut coordinates);
                f(router.next(index, &coordinates)?)?;
            }
        } else {
            self.task.visit(|offset| {
                for _ in 0..offset.count {
                    f(router.next(offset.index, offset.coordinates)?)?;
                }
                Ok(())
            })?;
        }
        router.finish()
    }
}

/// Gives every row its group and its route, in the order of the rows.
struct Router<'a> {
    task: &'a Task,
    parts: Parts<'a>,
    row: u64,
    /// How many groups have begun.
    begun: usize,
    /// How many routes are behind.
    route: usize,
    /// For every dimension, how many ties there were.
    ties: Vec<u64>,
    uses: Vec<u64>,
}

impl<'a> Router<'a> {
    fn new(task: &'a Task, parts: Parts<'a>) -> Self {
        let ties = vec![0; task.network.dimensions.len()];
        let uses = vec![0; task.network.links()];
        Self { task, parts, row: 0, begun: 0, route: 0, ties, uses }
    }

    fn next<'b>(&'b mut self, index: u64, coordinates: &'b [u64]) -> Result<Row<'b>, Rejection> {
        let number = self.row;
        // Rows are at most as many as the limit on them.
        self.row += 1;
        if self.parts.groups.get(self.begun) == Some(&number) {
            self.begun += 1;
        }
        self.take_default(coordinates);
        let listed = self.parts.routes.get(self.route).filter(|route| route.row <= number);
        if listed.is_none() && self.task.network.cayley().is_some() {
            return Err(Rejection::RouteMissing { row: number });
        }
        if let Some(route) = listed {
            self.take_listed(route, number, coordinates)?;
            self.route += 1;
        }
        let group = wide(self.begun) - 1;
        let routed = listed.is_some();
        Ok(Row { number, group, index, coordinates, uses: &self.uses, routed })
    }

    /// In every dimension the shorter way, ties taking + and − in turn.
    fn take_default(&mut self, coordinates: &[u64]) {
        for ((d, &x), ties) in self.task.network.dimensions.iter().zip(coordinates).zip(&mut self.ties) {
            let Some(minus) = d.minus else {
                self.uses[d.plus] = x;
                continue;
            };
            let rest = d.radix - x;
            let mut up = x <= rest;
            if x == rest {
                up = *ties % 2 == 0;
                *ties += 1;
            }
            let (plus, down) = if x == 0 {
                (0, 0)
            } else if up {
                (x, 0)
            } else {
                (0, rest)
            };
            self.uses[d.plus] = plus;
            self.uses[minus] = down;
        }
    }

    fn take_listed(&mut self, listed: &Route, row: u64, coordinates: &[u64]) -> Result<(), Rejection> {
        let route = self.route;
        if listed.row < row {
            // Every earlier route met its row, so this one stands behind a greater or equal one.
            let previous = self.parts.routes[..route].last().map_or(0, |route| route.row);
            return Err(Rejection::RoutesNotIncreasing { route, row: listed.row, previous });
        }
        let (found, expected) = (listed.uses.len(), self.uses.len());
        if found != expected {
            return Err(Rejection::RouteLength { route, found, expected });
        }
        let elsewhere =
            |node| self.task.network.cayley().is_some_and(|cayley| !cayley.leads_to(&listed.uses, node));
        if coordinates.iter().any(|&node| elsewhere(node)) {
            return Err(Rejection::RouteMisses { route, row, dimension: None });
        }
        for (dimension, (d, &x)) in self.task.network.dimensions.iter().zip(coordinates).enumerate() {
            let up = u128::from(listed.uses[d.plus]);
            let down = d.minus.map_or(0, |minus| u128::from(listed.uses[minus]));
            let radix = u128::from(d.radix);
            if up % radix != (u128::from(x) + down) % radix {
                return Err(Rejection::RouteMisses { route, row, dimension: Some(dimension) });
            }
        }
        self.uses.copy_from_slice(&listed.uses);
        Ok(())
    }

    /// Refuses routes that no row took.
    fn finish(&self) -> Result<(), Rejection> {
        let (route, rows) = (self.route, self.row);
        let Some(listed) = self.parts.routes.get(route) else {
            return Ok(());
        };
        let previous = self.parts.routes[..route].last().map(|route| route.row);
        match previous {
            Some(previous) if listed.row <= previous => {
                Err(Rejection::RoutesNotIncreasing { route, row: listed.row, previous })
            }
            _ => Err(Rejection::RouteBeyondRows { route, row: listed.row, rows }),
        }
    }
}
