//! Prices of single links and ports: the dual of the fractional flow of all packets.

pub(super) mod climb;
mod copies;
pub(super) mod flow;
mod projection;

pub(super) use copies::copy_prices;

use crate::linear::{self, Choices, Column};
use crate::model::{DemandsTask, Subgroup};
use crate::wire::{Lower, NodeRef};
use climb::{Best, Limits, climb, simplest};
use flow::{FlowRows, Rows};
use num_integer::Integer;
use projection::project;

/// Most rows of an exact linear program, and most columns that it may ask for.
const MOST_EXACT_ROWS: usize = 24;
const MOST_COLUMNS: usize = 100;
/// Most that rows are scaled to.
const MOST_SCALE: u64 = 1 << 12;
/// Most links that the search looks at, and most times that it sends all packets.
const MOST_STEPS: u64 = 1 << 26;
const MOST_ROUNDS: u64 = 2_000;
/// Most times where it may take longer: on small networks the last thousandth of a slot counts.
const MOST_FURTHER: u64 = 1 << 15;
/// Most links that the checker looks at.
const MOST_CHECKED: u64 = 1 << 26;
/// With fewer rounds than this the search would only find what weights find.
const LEAST_ROUNDS: u64 = 12;
/// How many loads of rows are tried as the least that has a price.
const MOST_LEVELS: usize = 8;
/// Of loads so much is one.
const UNIT: u64 = 1 << 40;

/// Prices whose bound T ≥ ⌈Σ `dist_p` / P⌉ is above `known`; none if none are found.
///
/// On small networks the linear program is solved exactly ([`crate::linear`]). Otherwise, or if it takes too
/// long, they climb along what is asked of each link and port ([`climb`]). All is done in integers; whatever
/// prices come out are rounded to the smallest numbers that prove as much, and hold by themselves. On a lift
/// that is too large for this they are sought for one link of those that its group takes to one another.
///
/// # Complexity
/// O(s · A log A) for each round, s senders and A directed links, within a fixed limit.
pub(super) fn prices(task: &DemandsTask, known: u64) -> Option<Lower> {
    if !task.is_personal() || task.loads().is_empty() {
        return None;
    }
    let rounds = |rows: &FlowRows<'_>| (MOST_STEPS / rows.cost().max(1)).min(MOST_ROUNDS);
    let (mut rows, mut is_large) = (FlowRows::new(task, None), false);
    if rows.cost() > MOST_CHECKED {
        return None;
    }
    if rounds(&rows) < LEAST_ROUNDS
        && let Some(group) = Subgroup::of_lift(task.network()).filter(|group| task.orbits(group).is_some())
    {
        rows = FlowRows::new(task, Some(&group));
        is_large = true;
    }
    let mut best = Best::new(&rows);
    if is_large {
        busiest(&mut best);
    }
    let rounds = rounds(&rows);
    if rounds < LEAST_ROUNDS && !is_large {
        return None;
    }
    let is_found = is_large && best.value() > known;
    if !is_found && rounds >= LEAST_ROUNDS && (rows.room.len() > MOST_EXACT_ROWS || !exact(&mut best)) {
        climb(&mut best, Limits { rounds, known, enough: u64::MAX, cancel: &|| false });
    }
    lower(&best, known)
}

/// What prices equal in all slots come to.
#[derive(Debug, Default)]
pub(super) struct Lasting {
    /// A bound above what is known.
    pub(super) lower: Option<Lower>,
    /// The best prices of all rows; empty if none were tried.
    pub(super) prices: Vec<u64>,
}

/// How prices are sought with more work than every bound gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// They climb for all packets at once ([`climb()`]), which finds the more of them soon.
    Climb,
    /// Packets go over to cheapest ways part by part ([`project`]), which takes longer and finds the best.
    Project,
}

/// Links that searches for prices may still look at, those that climb and the others.
#[derive(Debug)]
pub(super) struct Left {
    pub(super) climb: u64,
    pub(super) project: u64,
}

impl Left {
    /// Looks for prices of rows whose bound is more than `limits` know, where one round looks at `cost`
    /// links, in as many rounds as there are links left, up to those of `limits`. Whether there was time for
    /// it.
    pub(super) fn seek(
        &mut self,
        search: Search,
        best: &mut Best<'_, impl Rows>,
        cost: u64,
        limits: Limits<'_>,
    ) -> bool {
        let left = if search == Search::Climb { &mut self.climb } else { &mut self.project };
        let rounds = (*left / cost.max(1)).min(limits.rounds);
        if rounds < LEAST_ROUNDS {
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

/// Prices that prove more than `known` slots, sought with more work than every bound gets: at most `left`
/// links, from which those that are looked at are taken; `cancel` ends it. They are not worse than those of
/// `before`.
pub(super) fn further_prices(
    rows: &FlowRows<'_>,
    known: u64,
    (search, before): (Search, &[u64]),
    left: &mut Left,
    cancel: &dyn Fn() -> bool,
) -> Lasting {
    let mut best = Best::new(rows);
    if before.len() == rows.room.len() {
        best.try_out(before);
    }
    let limits = Limits { rounds: MOST_FURTHER, known, enough: known.saturating_add(1), cancel };
    if rows.cost() > MOST_CHECKED || !left.seek(search, &mut best, rows.cost(), limits) {
        return Lasting { lower: None, prices: before.to_vec() };
    }
    Lasting { lower: lower(&best, known), prices: best.prices }
}

/// The bound of the best prices, as simple as they can be, if it is above `known`.
fn lower(best: &Best<'_, FlowRows<'_>>, known: u64) -> Option<Lower> {
    let (rows, value) = (best.rows, best.value());
    if value <= known {
        return None;
    }
    let simple = simplest(rows, &best.prices, value);
    // Rounded ones may prove more.
    let value = rows.cheapest(&simple).sum.div_ceil(rows.capacity(&simple));
    let value = u64::try_from(value).expect("no bound exceeds the sum of the distances");
    let named = rows.named(&simple);
    let at = |node: u32| NodeRef::Index(node.into());
    Some(Lower::Prices {
        value,
        links: named.links.into_iter().map(|(from, to, price)| (at(from), at(to), price)).collect(),
        sends: named.sends.into_iter().map(|(node, price)| (at(node), price)).collect(),
        receives: named.receives.into_iter().map(|(node, price)| (at(node), price)).collect(),
    })
}

/// Solves the linear program, unless rows carry too different numbers; whether it came to its end.
fn exact<'a>(best: &mut Best<'a, FlowRows<'a>>) -> bool {
    let rows = best.rows;
    let common = |scale: u64, room: &u64| {
        (scale / scale.gcd(room)).checked_mul(*room).filter(|&scale| scale <= MOST_SCALE)
    };
    let Some(scale) = rows.room.iter().try_fold(1, common) else { return false };
    let mut choices = Scaled { best, scale };
    let links = rows.room.len();
    let ports = u32::try_from(links).expect("few rows");
    // No limit: the weights of the optimum are the last that it asks for.
    let found = linear::refute_or_mix(links, ports, u64::MAX, &mut choices, MOST_COLUMNS);
    matches!(found, linear::Fractional::Possible(_))
}

/// The rows with their uses brought to one scale, so that every one carries as much in a slot.
struct Scaled<'a, 'b> {
    best: &'a mut Best<'b, FlowRows<'b>>,
    scale: u64,
}

impl Choices for Scaled<'_, '_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let factors: Vec<u64> = self.best.rows.room.iter().map(|room| self.scale / room).collect();
        let prices: Vec<u64> = weights.iter().zip(&factors).map(|(w, factor)| w * factor).collect();
        let paid = self.best.try_out(&prices);
        Column { uses: paid.uses.iter().zip(&factors).map(|(uses, factor)| uses * factor).collect() }
    }
}

/// Price 1 for all rows that shortest ways fill most, or nearly so, and none for the others: what must be
/// where shortest ways leave no choice.
fn busiest<'a>(best: &mut Best<'a, FlowRows<'a>>) {
    let rows = best.rows;
    let paid = best.try_out(&vec![1; rows.room.len()]);
    let load = |row: usize| u128::from(paid.uses[row]) * u128::from(UNIT) / u128::from(rows.room[row]);
    let loads: Vec<u128> = (0..rows.room.len()).map(load).collect();
    let mut levels = loads.clone();
    levels.sort_unstable();
    levels.dedup();
    for level in levels.into_iter().rev().take(MOST_LEVELS) {
        let prices: Vec<u64> = loads.iter().map(|&load| u64::from(load >= level)).collect();
        best.try_out(&prices);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

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
                num_rational::Ratio::new(rows.cheapest(&best.prices).sum, rows.capacity(&best.prices))
            };
            let (mut solved, mut climbed) = (Best::new(&rows), Best::new(&rows));
            assert!(exact(&mut solved), "{links}");
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
        busiest(&mut best);
        assert_eq!(rows.named(&best.prices).links, [(1, 2, 1)]);
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
