//! Computes prices of single links and ports: the dual of the fractional flow of all packets.

pub(super) mod climb;
mod copies;
pub(crate) mod flow;
mod projection;

pub(super) use copies::copy_prices;

use crate::linear::{self, Choices, Column};
use crate::model::{DemandsTask, Subgroup};
use crate::wire::{Lower, SlotPrices};
use climb::{Best, Limits, climb, simplest_prices};
use flow::{FlowRows, Routes, Rows};
use num_integer::Integer;
use projection::project;

/// Most rows of an exact linear program, and most columns that it may ask for.
const MAX_EXACT_ROWS: usize = 24;
const MAX_EXACT_COLUMNS: usize = 100;
/// The greatest common capacity to which rows are scaled.
const MAX_ROW_SCALE: u64 = 1 << 12;
/// Most links that the search for every bound looks at, and most rounds; each sends all packets.
const MAX_LINK_STEPS: u64 = 1 << 26;
const MAX_ROUNDS: u64 = 2_000;
/// Most rounds of a search with more work: on small networks the last thousandth of a slot counts.
const MAX_FURTHER_ROUNDS: u64 = 1 << 15;
/// Most climbs for the rate of many tasks.
const MAX_CLIMBS: usize = 2;
/// Most links that the checker looks at.
const MAX_CHECKED_LINKS: u64 = 1 << 26;
/// With fewer rounds than this the search would only find what weights find.
const MIN_ROUNDS: u64 = 12;
/// How many of the greatest loads are tried as the least load of a row with a price.
const MAX_LOAD_LEVELS: usize = 8;
/// The load of a row that is full in one slot.
const LOAD_UNIT: u64 = 1 << 40;

/// Returns prices whose bound T ≥ ⌈Σ `dist_p` / P⌉ is above `known`; none if none are found.
///
/// On small networks the linear program is solved exactly ([`crate::linear`]). Otherwise, or if it takes too
/// long, prices climb along the use of each link and port ([`climb`]). All arithmetic is in integers; the
/// prices found are rounded to the smallest numbers that prove as much, and hold by themselves. On a lift too
/// large for this, one price is sought for all links that its group takes to one another.
///
/// # Complexity
/// O(s · A log A) for each round, s senders and A directed links, within a fixed limit.
pub(super) fn prices(task: &DemandsTask, known: u64) -> Option<Lower> {
    if !task.is_personal() || task.loads().is_empty() {
        return None;
    }
    let rounds = |rows: &FlowRows<'_>| (MAX_LINK_STEPS / rows.cost().max(1)).min(MAX_ROUNDS);
    let (mut rows, mut is_large) = (FlowRows::new(task, None), false);
    if rows.cost() > MAX_CHECKED_LINKS {
        return None;
    }
    if rounds(&rows) < MIN_ROUNDS
        && let Some(group) = Subgroup::of_lift(task.network()).filter(|group| task.orbits(group).is_some())
    {
        rows = FlowRows::new(task, Some(&group));
        is_large = true;
    }
    let mut best = Best::new(&rows);
    if is_large {
        try_busiest_rows(&mut best);
    }
    let rounds = rounds(&rows);
    if rounds < MIN_ROUNDS && !is_large {
        return None;
    }
    let is_found = is_large && best.value() > known;
    if !is_found
        && rounds >= MIN_ROUNDS
        && (rows.capacities.len() > MAX_EXACT_ROWS || !solve_exactly(&mut best))
    {
        climb(&mut best, Limits { rounds, known, enough: u64::MAX, cancel: &|| false });
    }
    lower(&best, known)
}

/// Returns prices of all rows that climb as far as they can, without regard to whole slots.
///
/// # Complexity
/// As a search for every bound, up to twice.
pub(crate) fn climbed_prices(rows: &FlowRows<'_>) -> Vec<u64> {
    let mut best = Best::new(rows);
    climb_twice(&mut best, rows.cost());
    best.prices
}

/// Returns prices of all rows, as simple as they can be, and their bound if it is above `known`; a round
/// looks at `cost` links. Rows that the schedules at hand use most, of which `uses` says how often, are tried
/// first. None also if a round looks at too many links.
///
/// # Complexity
/// As a search for every bound, up to twice.
pub(crate) fn simple_prices(
    rows: &impl Rows,
    cost: u64,
    known: u64,
    uses: &[u64],
) -> Option<(u64, Vec<u64>)> {
    if cost > MAX_CHECKED_LINKS {
        return None;
    }
    let mut best = Best::new(rows);
    try_most_used(&mut best, uses);
    climb_twice(&mut best, cost);
    simplified(&best, known)
}

/// Climbs as far as prices can, without regard to whole slots; a round looks at `cost` links.
fn climb_twice(best: &mut Best<'_, impl Rows>, cost: u64) {
    let rounds = (MAX_LINK_STEPS / cost.max(1)).min(MAX_ROUNDS);
    try_busiest_rows(best);
    for _ in 0..MAX_CLIMBS {
        let known = best.value();
        climb(best, Limits { rounds, known, enough: u64::MAX, cancel: &|| false });
        if best.value() <= known {
            break;
        }
    }
}

/// Prices equal in all slots, and their bound.
#[derive(Debug, Default)]
pub(super) struct StaticPrices {
    /// A bound above the known one; none if none was found.
    pub(super) lower: Option<Lower>,
    /// The best prices of all rows; empty if none were tried.
    pub(super) prices: Vec<u64>,
}

/// The method of a search with more work than every bound gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// Prices climb for all packets at once ([`climb()`]), which soon finds most prices that prove more.
    Climb,
    /// Packets shift to cheapest routes part by part ([`project`]), which takes longer and finds the best.
    Project,
}

/// Links that searches for prices may still look at, one budget for each method.
#[derive(Debug)]
pub(super) struct WorkLeft {
    pub(super) climb: u64,
    pub(super) project: u64,
}

impl WorkLeft {
    /// Searches for prices whose bound is above `limits.known`, in as many rounds as the links left permit,
    /// up to `limits.rounds`; one round looks at `cost` links. Returns whether there was time for it.
    pub(super) fn search_prices(
        &mut self,
        search: Search,
        best: &mut Best<'_, impl Routes>,
        cost: u64,
        limits: Limits<'_>,
    ) -> bool {
        let left = if search == Search::Climb { &mut self.climb } else { &mut self.project };
        let rounds = (*left / cost.max(1)).min(limits.rounds);
        if rounds < MIN_ROUNDS {
            return false;
        }
        let limits = Limits { rounds, ..limits };
        let spent = match search {
            Search::Climb => climb(best, limits),
            Search::Project => project(best, limits),
        };
        *left = left.saturating_sub(cost * spent);
        true
    }
}

/// Searches for prices that prove more than `known` slots, with more work than every bound gets: at most the
/// links of `left`, from which those looked at are taken; `cancel` ends it. The prices are not worse than
/// those of `before`.
pub(super) fn search_static_prices(
    rows: &FlowRows<'_>,
    known: u64,
    (search, before): (Search, &[u64]),
    left: &mut WorkLeft,
    cancel: &dyn Fn() -> bool,
) -> StaticPrices {
    let mut best = Best::new(rows);
    if before.len() == rows.capacities.len() {
        best.try_out(before);
    }
    let limits = Limits { rounds: MAX_FURTHER_ROUNDS, known, enough: known.saturating_add(1), cancel };
    if rows.cost() > MAX_CHECKED_LINKS || !left.search_prices(search, &mut best, rows.cost(), limits) {
        return StaticPrices { lower: None, prices: before.to_vec() };
    }
    StaticPrices { lower: lower(&best, known), prices: best.prices }
}

/// Returns the bound of the best prices, as simple as they can be, if it is above `known`.
fn lower(best: &Best<'_, FlowRows<'_>>, known: u64) -> Option<Lower> {
    let (value, simple) = simplified(best, known)?;
    let SlotPrices { links, sends, receives } = best.rows.nonzero_prices(&simple);
    Some(Lower::Prices { value, links, sends, receives })
}

/// Returns the best prices, as simple as they can be, with their bound, if it is above `known`.
fn simplified(best: &Best<'_, impl Rows>, known: u64) -> Option<(u64, Vec<u64>)> {
    let (rows, value) = (best.rows, best.value());
    if value <= known {
        return None;
    }
    let simple = simplest_prices(rows, &best.prices, value);
    // Rounded prices may prove more.
    let value = rows.cheapest(&simple).sum.div_ceil(rows.priced_capacity(&simple));
    Some((u64::try_from(value).expect("no bound exceeds the sum of the distances"), simple))
}

/// Solves the linear program, unless the capacities of rows differ too much; returns whether it came to its
/// end.
fn solve_exactly<'a>(best: &mut Best<'a, FlowRows<'a>>) -> bool {
    let rows = best.rows;
    let common = |scale: u64, capacity: &u64| {
        (scale / scale.gcd(capacity)).checked_mul(*capacity).filter(|&scale| scale <= MAX_ROW_SCALE)
    };
    let Some(scale) = rows.capacities.iter().try_fold(1, common) else { return false };
    let mut choices = ScaledRows { best, scale };
    let links = rows.capacities.len();
    let ports = u32::try_from(links).expect("few rows");
    // No limit: the weights of the optimum are the last that it asks for.
    let found = linear::refute_or_mix(links, ports, u64::MAX, &mut choices, MAX_EXACT_COLUMNS);
    matches!(found, linear::Fractional::Possible(_))
}

/// The rows with their uses scaled so that all have the same capacity in a slot.
struct ScaledRows<'a, 'b> {
    best: &'a mut Best<'b, FlowRows<'b>>,
    scale: u64,
}

impl Choices for ScaledRows<'_, '_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let factors: Vec<u64> =
            self.best.rows.capacities.iter().map(|capacity| self.scale / capacity).collect();
        let prices: Vec<u64> = weights.iter().zip(&factors).map(|(w, factor)| w * factor).collect();
        let paid = self.best.try_out(&prices);
        Column { uses: paid.uses.iter().zip(&factors).map(|(uses, factor)| uses * factor).collect() }
    }
}

/// Tries price 1 for all rows that shortest routes fill most, or nearly so, and 0 for the others: the packets
/// that must be there where shortest routes leave no choice.
fn try_busiest_rows(best: &mut Best<'_, impl Rows>) {
    let paid = best.try_out(&vec![1; best.rows.capacities().len()]);
    try_most_used(best, &paid.uses);
}

/// Tries price 1 for all rows that are used most, or nearly so, and 0 for the others.
fn try_most_used(best: &mut Best<'_, impl Rows>, uses: &[u64]) {
    let rows = best.rows;
    let load =
        |row: usize| u128::from(uses[row]) * u128::from(LOAD_UNIT) / u128::from(rows.capacities()[row]);
    let loads: Vec<u128> = (0..rows.capacities().len()).map(load).collect();
    let mut levels = loads.clone();
    levels.sort_unstable();
    levels.dedup();
    for level in levels.into_iter().rev().take(MAX_LOAD_LEVELS) {
        let prices: Vec<u64> = loads.iter().map(|&load| u64::from(load >= level)).collect();
        best.try_out(&prices);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{NodeRef, TaskDocument, parse};

    /// The links carry one, two or three packets, so that the rows are scaled.
    #[test]
    fn no_prices_that_are_sought_are_better_than_those_of_the_linear_program() {
        for (links, ports) in [
            ("[0,1],[1,2,2],[2,3],[3,4,3],[4,0],[1,3]", r#""all""#),
            ("[0,1,3],[1,2],[2,3,2],[3,4],[4,0,2]", r#""all""#),
            ("[0,1],[0,2],[0,3],[0,4],[1,2],[3,4]", r#"{"at-most":3}"#),
        ] {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":5,"links":[{links}]}},
                  "task":{{"kind":"demands","packets":[{{"from":0,"to":2,"count":7}},{{"from":1,"to":4,"count":5}},
                  {{"from":3,"to":1,"count":6}},{{"from":2,"to":0,"count":4}}]}},
                  "ports":{ports},"objective":"completion-time"}}"#
            );
            let document: TaskDocument = parse(text.as_bytes()).expect("a document");
            let task = DemandsTask::new(&document).expect("a task");
            let rows = FlowRows::new(&task, None);
            let ratio = |best: &Best<'_, FlowRows<'_>>| {
                num_rational::Ratio::new(rows.cheapest(&best.prices).sum, rows.priced_capacity(&best.prices))
            };
            let (mut solved, mut climbed) = (Best::new(&rows), Best::new(&rows));
            assert!(solve_exactly(&mut solved), "{links}");
            let limits = Limits { rounds: 200, known: 1, enough: u64::MAX, cancel: &|| false };
            climb(&mut climbed, limits);
            assert!(ratio(&solved) >= ratio(&climbed), "{links}");
            let mut projected = Best::new(&rows);
            // No flow fits into fewer slots.
            let below = u64::try_from(ratio(&solved).ceil().to_integer()).expect("small") - 1;
            project(&mut projected, Limits { rounds: 400, known: below, ..limits });
            let (least, most) = (ratio(&solved) * 99 / 100, ratio(&solved));
            assert!((least..=most).contains(&ratio(&projected)), "{links}");
        }
    }

    /// On a path two packets take the second link, and one the first.
    #[test]
    fn the_busiest_links_alone_have_a_price() {
        let text =
            br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":4,"links":[[0,1],[1,2],[2,3]]},
            "task":{"kind":"demands","packets":[{"from":0,"to":2},{"from":1,"to":2}]},
            "ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let rows = FlowRows::new(&task, None);
        let mut best = Best::new(&rows);
        try_busiest_rows(&mut best);
        assert_eq!(rows.nonzero_prices(&best.prices).links, [(NodeRef::Index(1), NodeRef::Index(2), 1)]);
    }

    /// A packet that goes round the other way takes all links, so that the link ahead may have nearly the
    /// whole price: ten packets take ten slots. Of equal prices only 11/2 follows.
    #[test]
    fn prices_of_a_large_lift_are_sought_if_equal_ones_say_no_more_than_is_known() {
        let nodes = 1700;
        let packets = (0..nodes).map(|node| {
            let (next, last) = ((node + 1) % nodes, (node + nodes - 1) % nodes);
            format!(r#"{{"from":{node},"to":{next},"count":10}},{{"from":{node},"to":{last}}}"#)
        });
        let packets: Vec<String> = packets.collect();
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"lift","group":[{nodes}],"nodes":1,"links":[[0,0,[1]]]}},
              "task":{{"kind":"demands","packets":[{}]}},"ports":"all","objective":"completion-time"}}"#,
            packets.join(",")
        );
        let document: TaskDocument = parse(text.as_bytes()).expect("a document");
        let task = DemandsTask::new(&document).expect("a task");
        let value = |known| prices(&task, known).map(|lower| lower.value());
        assert_eq!([5, 6, 10].map(value), [Some(6), Some(10), None]);
    }
}
