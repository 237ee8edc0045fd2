//! Rounds shares to whole packets, then repairs the result by a local search.

use super::relaxation::ONE;
use super::table::{Case, Route, RouteTable};
use crate::model::count_of;
use num_traits::ToPrimitive;

/// Most moves of single packets whose pairs are tried.
const MAX_PAIRED_MOVES: usize = 1_200;
/// Most rounds in which pairs of moves are tried.
const MAX_PAIR_ROUNDS: usize = 12;

/// The number of packets on every route of every class.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    /// For every class, for every route of its offset, the number of packets.
    pub(super) counts: Vec<Vec<u64>>,
    loads: Vec<i128>,
}

/// A move of one packet of a class to another route.
struct Shift {
    class: usize,
    from: usize,
    to: usize,
    /// For every link the change of its load.
    change: Vec<i128>,
}

impl Counts {
    /// Returns how far the loads exceed the limit: summed over all links, plus the excess of all hops; 0 if
    /// the directions fit.
    pub(super) fn excess(&self, table: &RouteTable) -> i128 {
        excess(table, &self.loads)
    }
}

fn excess(table: &RouteTable, loads: &[i128]) -> i128 {
    let limit = i128::from(table.limit);
    let sum: i128 = loads.iter().sum();
    let links: i128 = loads.iter().map(|load| (load - limit).max(0)).sum();
    links + (sum - limit * i128::from(table.ports)).max(0)
}

fn shift(loads: &mut [i128], route: &Route, by: i128) {
    for &(link, hops) in &route.uses {
        loads[link] += by * i128::from(hops);
    }
}

/// Rounds the shares down and adds the remaining packets where the excess grows least. Then moves packets,
/// one by one and with `pairs` also two at a time, as long as that lowers the excess.
pub(super) fn round(
    table: &RouteTable,
    case: &Case,
    shares: &[Vec<(usize, i64)>],
    pairs: bool,
    work: &mut u64,
) -> Counts {
    let mut found = Counts { counts: Vec::with_capacity(case.classes.len()), loads: vec![0; table.links] };
    for (class, shares) in case.classes.iter().zip(shares) {
        let routes = &table.routes[class.offset];
        let mut counts = vec![0; routes.len()];
        for &(route, share) in shares {
            let whole = (i128::from(class.count) * i128::from(share) / i128::from(ONE)).to_u64();
            counts[route] = whole.unwrap_or(0);
            shift(&mut found.loads, &routes[route], i128::from(counts[route]));
        }
        found.counts.push(counts);
    }
    for (index, class) in case.classes.iter().enumerate() {
        let routes = &table.routes[class.offset];
        let mut left = class.count.saturating_sub(found.counts[index].iter().sum());
        while left > 0 {
            let best = table
                .allowed(class)
                .map(|(route, _)| route)
                .min_by_key(|&route| {
                    *work += 1;
                    let mut loads = found.loads.clone();
                    shift(&mut loads, &routes[route], 1);
                    (excess(table, &loads), routes[route].hops, route)
                })
                .expect("no class with packets is stuck");
            // Rounding leaves fewer packets than routes; a numeric failure may leave more, which are placed
            // together.
            let here = if left > count_of(routes.len()) { left } else { 1 };
            left -= here;
            found.counts[index][best] += here;
            shift(&mut found.loads, &routes[best], i128::from(here));
        }
    }
    repair(table, case, &mut found, pairs, work);
    found
}

fn repair(table: &RouteTable, case: &Case, found: &mut Counts, pairs: bool, work: &mut u64) {
    for round in 0.. {
        repair_by_single_moves(table, case, found, work);
        if !pairs
            || round == MAX_PAIR_ROUNDS
            || found.excess(table) == 0
            || !repair_by_a_pair(table, case, found, work)
        {
            return;
        }
    }
}

fn repair_by_single_moves(table: &RouteTable, case: &Case, found: &mut Counts, work: &mut u64) {
    let mut best = found.excess(table);
    let mut improved = true;
    while improved && best > 0 {
        improved = false;
        for (index, class) in case.classes.iter().enumerate() {
            let routes = &table.routes[class.offset];
            for from in 0..routes.len() {
                for to in 0..routes.len() {
                    if from == to || found.counts[index][from] == 0 || !class.allows(&routes[to]) {
                        continue;
                    }
                    *work += 1;
                    shift(&mut found.loads, &routes[from], -1);
                    shift(&mut found.loads, &routes[to], 1);
                    let now = found.excess(table);
                    if now < best {
                        (best, improved) = (now, true);
                        found.counts[index][from] -= 1;
                        found.counts[index][to] += 1;
                    } else {
                        shift(&mut found.loads, &routes[from], 1);
                        shift(&mut found.loads, &routes[to], -1);
                    }
                }
            }
        }
    }
}

fn shifts(table: &RouteTable, case: &Case, found: &Counts) -> Vec<Shift> {
    let mut shifts = Vec::new();
    for (index, class) in case.classes.iter().enumerate() {
        let routes = &table.routes[class.offset];
        for from in (0..routes.len()).filter(|&from| found.counts[index][from] > 0) {
            for (to, _) in table.allowed(class).filter(|&(to, _)| to != from) {
                let mut change = vec![0; table.links];
                shift(&mut change, &routes[from], -1);
                shift(&mut change, &routes[to], 1);
                shifts.push(Shift { class: index, from, to, change });
            }
        }
    }
    shifts
}

/// Makes the best pair of moves if it lowers the excess; returns whether it did.
fn repair_by_a_pair(table: &RouteTable, case: &Case, found: &mut Counts, work: &mut u64) -> bool {
    let shifts = shifts(table, case, found);
    if shifts.len() > MAX_PAIRED_MOVES {
        return false;
    }
    let mut best = found.excess(table);
    let mut pair = None;
    let mut loads = vec![0; table.links];
    for (index, first) in shifts.iter().enumerate() {
        let base: Vec<i128> = found.loads.iter().zip(&first.change).map(|(load, by)| load + by).collect();
        for second in &shifts[..index] {
            if second.class == first.class {
                continue;
            }
            for ((sum, load), by) in loads.iter_mut().zip(&base).zip(&second.change) {
                *sum = load + by;
            }
            let now = excess(table, &loads);
            if now < best {
                (best, pair) = (now, Some((first, second)));
            }
        }
        *work += count_of(index) / 8;
    }
    let Some((first, second)) = pair else {
        return false;
    };
    for moved in [first, second] {
        found.counts[moved.class][moved.from] -= 1;
        found.counts[moved.class][moved.to] += 1;
        for (load, by) in found.loads.iter_mut().zip(&moved.change) {
            *load += by;
        }
    }
    true
}
