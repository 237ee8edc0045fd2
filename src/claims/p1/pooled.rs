//! §6 and the appendix: Theorem 6 and Proposition 1, and where both rules cannot be kept.

use super::clearing::{Matrix, critical_sum, dense, schemes, served, slots_of};
use crate::claims::code::Code;
use crate::claims::prove::{Least, hypercube, proved, ring, task, torus, with_objective};
use crate::claims::{ClaimError, Docket, Proved};
use crate::delay::{blocks, total_delay};
use crate::model::IsotropicTask;
use crate::solve::Blocks;
use crate::wire::{Objective, Task, TaskDocument};
use std::collections::HashMap;

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code { file: file!(), id: "P1.Thm6", parts: &[theorem_6] },
    Code { file: file!(), id: "P1.Prop1", parts: &[proposition_1] },
    Code {
        file: file!(),
        id: "P1.Prop1.exchange",
        parts: &[
            |docket| exchanges(docket, printed_exchange),
            |docket| {
                for list in [2, 3].into_iter().flat_map(|customers| services(customers, 3)) {
                    docket.equal(
                        named(&list),
                        0_u64,
                        Proved::exact(optimal_pairs(&list), "exhaustive: all σ of least cost"),
                    );
                }
                Ok(())
            },
            |docket| exchanges(docket, true_exchange),
        ],
    },
    Code {
        file: file!(),
        id: "P1.conflict",
        parts: &[|docket| {
            let mut rows: Matrix = [1, 2, 4].iter().flat_map(|&tag| vec![tag_row(tag); 2]).collect();
            rows.push(tag_row(7));
            let h = critical_sum(&rows);
            let long = rows.iter().flatten().sum();
            let any = least_delay(&rows, long, &mut HashMap::new()).unwrap_or(0);
            let critical = least_delay(&rows, h, &mut HashMap::new());
            let how = format!(
                "exhaustive over symmetric algorithms, {any} with more slots; and over all algorithms: in 3 slots the opposite packet of every node moves in each, so that on average \
                     a node's neighbours get 2 packets in each, 3 + 2(1 + 2 + 3)"
            );
            docket.at_least(
                "hypercube 3, least total delay in 3 slots",
                any + 1,
                Proved::between(critical.map(Into::into), critical.map(Into::into), how),
            );
            Ok(())
        }],
    },
];

fn tag_row(tag: u64) -> Vec<u64> {
    (0..3).map(|bit| tag >> bit & 1).collect()
}

/// The least sum of completion slots of a matrix within so many slots.
fn least_delay(
    matrix: &[Vec<u64>],
    slots: u64,
    known: &mut HashMap<(Matrix, u64), Option<u64>>,
) -> Option<u64> {
    let mut state: Matrix = matrix.iter().filter(|row| row.iter().any(|&units| units > 0)).cloned().collect();
    if state.is_empty() {
        return Some(0);
    }
    if critical_sum(&state) > slots {
        return None;
    }
    state.sort_unstable();
    let key = (state, slots);
    if let Some(&delay) = known.get(&key) {
        return delay;
    }
    let waiting = u64::try_from(key.0.len()).unwrap_or(u64::MAX);
    let used = schemes(&key.0).into_iter().filter(|scheme| !scheme.is_empty());
    let after: Vec<Matrix> = used.map(|scheme| served(&key.0, &scheme)).collect();
    let best = after.iter().filter_map(|left| least_delay(left, slots - 1, known)).min();
    let best = best.map(|delay| delay + waiting);
    known.insert(key, best);
    best
}

fn theorem_6(docket: &mut Docket) -> Result<(), ClaimError> {
    let exchange = || Task::TotalExchange { count: 1 };
    let mut tasks: Vec<(String, TaskDocument)> = Vec::new();
    for d in [2, 3, 5, 7] {
        for (k, l) in (1..d).flat_map(|k| (k..d).map(move |l| (k, l))) {
            let near = Task::NeighbourhoodExchange { min: k, max: l, count: 1 };
            tasks.push((format!("hypercube {d} K {k} L {l}"), task(hypercube(d), near)));
        }
    }
    tasks.extend((3..=13).step_by(2).map(|n| (format!("ring {n}"), task(ring(n), exchange()))));
    tasks.extend([3, 5, 7].map(|p| (format!("torus {p}x{p}"), task(torus(&[p, p]), exchange()))));
    for (name, document) in tasks {
        let document = with_objective(document, Objective::AverageDelay);
        let packets = IsotropicTask::new(&document)?;
        let built = blocks(&packets).map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        let slots = slots_of(&dense(&built.matrix), |_| built.coloring.clone())
            .map_err(|fault| ClaimError::Broken(fault.to_string()))?;
        if built.matrix.total() != packets.total_distance()
            || !keeps_both_rules(&dense(&built.matrix), &slots)
        {
            return Err(ClaimError::Broken(format!("{name}: the schedule has not the three properties")));
        }
        let found = proved(&document, Some(&Blocks), Least::DELAY)?;
        docket.equal(name, total_delay(&built.matrix, &built.coloring), found);
    }
    Ok(())
}

/// Whether every slot uses all columns and serves no row before one of less residual.
fn keeps_both_rules(matrix: &[Vec<u64>], slots: &[Vec<(usize, usize)>]) -> bool {
    let mut left = matrix.to_vec();
    slots.iter().all(|slot| {
        let residual = |row: usize| left[row].iter().sum::<u64>();
        let greatest = slot.iter().map(|served| residual(served.0)).max();
        let passed = (0..left.len()).filter(|&row| residual(row) > 0 && slot.iter().all(|s| s.0 != row));
        let least = passed.map(residual).min();
        let keeps = slot.len() == left[0].len() && least.is_none_or(|least| Some(least) >= greatest);
        left = served(&left, slot);
        keeps
    })
}

/// All lists of so many services from 1 to `most`, in increasing order.
pub(super) fn services(customers: u32, most: u64) -> Vec<Vec<u64>> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..customers {
        let longer = lists.iter().flat_map(|list| {
            (list.last().copied().unwrap_or(1)..=most)
                .map(|time| [&list[..], &[time]].concat())
                .collect::<Vec<_>>()
        });
        lists = longer.collect();
    }
    lists
}

fn proposition_1(docket: &mut Docket) -> Result<(), ClaimError> {
    for servers in 1..=3 {
        for customers in 1..=5 {
            let lists = services(customers, 4);
            let mut known = HashMap::new();
            let mut unequal = 0;
            let (mut least, mut printed) = (0, 0);
            for list in &lists {
                let best = least_waits(list, servers, &mut known);
                let nearest_first = after_slots(list, servers);
                unequal += u64::from(best != nearest_first);
                least += best;
                printed += nearest_first;
            }
            let how =
                format!("exhaustive: all schedules for {} lists of services, {unequal} unequal", lists.len());
            docket.equal(
                format!("{servers} servers, {customers} customers"),
                printed,
                Proved::exact(least, how),
            );
        }
    }
    Ok(())
}

/// The least sum of waits over all schedules.
fn least_waits(left: &[u64], servers: usize, known: &mut HashMap<Vec<u64>, u64>) -> u64 {
    let mut state: Vec<u64> = left.iter().copied().filter(|&time| time > 0).collect();
    if state.is_empty() {
        return 0;
    }
    state.sort_unstable();
    if let Some(&least) = known.get(&state) {
        return least;
    }
    let mut best = u64::MAX;
    for chosen in 1_u32..1 << state.len() {
        if chosen.count_ones() <= u32::try_from(servers).unwrap_or(u32::MAX) {
            let after: Vec<u64> =
                (0_u32..).zip(&state).map(|(index, &time)| time - u64::from(chosen >> index & 1)).collect();
            best = best.min(least_waits(&after, servers, known));
        }
    }
    let least = best + u64::try_from(state.len()).unwrap_or(0);
    known.insert(state, least);
    least
}

/// One slot that serves so many customers, those of least residual time; the customers left.
fn nearest(left: &[u64], used: usize) -> Vec<u64> {
    let mut left = left.to_vec();
    left.sort_unstable();
    left.iter_mut().take(used).for_each(|time| *time -= 1);
    left.retain(|&time| time > 0);
    left.sort_unstable();
    left
}

/// The sum of waits if every slot serves as many customers as possible, those of least residual time.
pub(super) fn after_slots(left: &[u64], servers: usize) -> u64 {
    if left.is_empty() {
        return 0;
    }
    let waiting = u64::try_from(left.len()).unwrap_or(0);
    waiting + after_slots(&nearest(left, servers.min(left.len())), servers)
}

/// The sum of waits of a schedule that serves the least residuals, so many in each slot; `None` if that is
/// not possible.
fn waits(left: &[u64], used: &[usize]) -> Option<u64> {
    let Some((&now, later)) = used.split_first() else { return left.is_empty().then_some(0) };
    if now > left.len() {
        return None;
    }
    let waiting = u64::try_from(left.len()).unwrap_or(0);
    waits(&nearest(left, now), later).map(|waits| waits + waiting)
}

/// Every sequence of positive numbers of servers that clears the customers.
fn sequences(left: &[u64], servers: usize) -> Vec<Vec<usize>> {
    if left.is_empty() {
        return vec![Vec::new()];
    }
    let first = 1..=servers.min(left.len());
    let rest = |used| {
        sequences(&nearest(left, used), servers).into_iter().map(move |rest| [&[used], &rest[..]].concat())
    };
    first.flat_map(rest).collect()
}

/// How much more ρ costs than σ at most, for these services; `None` where there is no such pair.
type Excess = fn(&[u64]) -> Option<i128>;

fn exchanges(docket: &mut Docket, excess: Excess) -> Result<(), ClaimError> {
    for customers in [2, 3] {
        for list in services(customers, 3) {
            if let Some(excess) = excess(&list) {
                docket.at_most(named(&list), 0_u64, Proved::exact(excess, "exhaustive: all pairs π and σ"));
            }
        }
    }
    Ok(())
}

fn named(list: &[u64]) -> String {
    let words: Vec<String> = list.iter().map(u64::to_string).collect();
    format!("2 servers, services {}", words.join(" "))
}

/// How many slots of schedules of least cost leave a server idle that could serve somebody.
fn optimal_pairs(list: &[u64]) -> u64 {
    let least = after_slots(list, 2);
    let mut pairs = 0;
    for used in sequences(list, 2).into_iter().filter(|used| waits(list, used) == Some(least)) {
        let mut left = list.to_vec();
        for now in used {
            pairs += u64::from(now < 2.min(left.len()));
            left = nearest(&left, now);
        }
    }
    pairs
}

fn printed_exchange(list: &[u64]) -> Option<i128> {
    let mut worst = None;
    for used in sequences(list, 2) {
        let cost = i128::from(waits(list, &used)?);
        for t in (0..used.len() - 1).filter(|&t| used[t] < 2) {
            let mut other = used.clone();
            other[t] += 1;
            other[t + 1] -= 1;
            worst = worst.max(waits(list, &other).map(|waits| i128::from(waits) - cost));
        }
    }
    worst
}

fn true_exchange(list: &[u64]) -> Option<i128> {
    let mut worst = None;
    for used in sequences(list, 2) {
        let mut left = list.to_vec();
        for &now in &used {
            if now < 2.min(left.len()) {
                let best = |used| i128::from(after_slots(&nearest(&left, used), 2));
                worst = worst.max(Some(best(now + 1) - best(now)));
            }
            left = nearest(&left, now);
        }
    }
    worst
}
