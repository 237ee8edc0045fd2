//! Routes of all packets with the loads of the links, and a local search that fits the loads into a number of
//! slots.

use super::SearchBudget;
use super::relations::{Relation, Uses, hops};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// Packets of one class on one route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) class: usize,
    pub(super) uses: Uses,
    pub(super) count: u64,
}

/// The limits that T slots impose on loads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    pub(super) slots: u64,
    pub(super) ports: u32,
}

impl Limit {
    fn column(self, load: i128) -> i128 {
        (load - i128::from(self.slots)).max(0)
    }

    fn total(self, total: i128) -> i128 {
        (total - i128::from(self.slots) * i128::from(self.ports)).max(0)
    }

    fn row(self, uses: &[(u32, u64)]) -> bool {
        hops(uses) <= self.slots
    }
}

/// The objective of the local search, compared lexicographically: first the overuse, then the imbalance of
/// the loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Strain {
    /// Uses beyond the limits.
    excess: i128,
    /// Σ load².
    squares: i128,
}

/// The loads of the links and their sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Loads {
    of_link: Vec<i64>,
    total: i64,
}

impl Loads {
    fn excess(&self, limit: Limit) -> i128 {
        let columns: i128 = self.of_link.iter().map(|&load| limit.column(load.into())).sum();
        columns + limit.total(self.total.into())
    }

    fn squares(&self) -> i128 {
        self.of_link.iter().map(|&load| i128::from(load) * i128::from(load)).sum()
    }

    /// Returns the change of the strain between `before` and `after` applications of a relation.
    fn change(&self, relation: &Relation, before: u64, after: u64, limit: Limit) -> Strain {
        let mut change = Strain { excess: 0, squares: 0 };
        for &(link, by) in &relation.changes {
            let load =
                |times: u64| i128::from(self.of_link[index(link)]) + i128::from(by) * i128::from(times);
            let (from, to) = (load(before), load(after));
            change.excess += limit.column(to) - limit.column(from);
            change.squares += to * to - from * from;
        }
        let total = |times: u64| i128::from(self.total) + i128::from(relation.hops()) * i128::from(times);
        change.excess += limit.total(total(after)) - limit.total(total(before));
        change
    }

    fn apply(&mut self, relation: &Relation, times: u64) {
        let times = i64::try_from(times).expect("packets have 63 bits");
        for &(link, by) in &relation.changes {
            self.of_link[index(link)] += by * times;
        }
        self.total += relation.hops() * times;
    }
}

/// Returns whether a change lessens the strain.
fn is_less(change: Strain) -> bool {
    change < Strain { excess: 0, squares: 0 }
}

/// Routes of all packets.
#[derive(Debug, Clone)]
pub(super) struct Assignment {
    pub(super) groups: Vec<Group>,
    loads: Loads,
}

/// Most cells of all states of one search; a state has one cell for each link and one more.
const MAX_STATE_CELLS: usize = 1 << 17;

impl Assignment {
    pub(super) fn new(links: usize, groups: Vec<Group>) -> Self {
        let mut of_link = vec![0; links];
        for group in &groups {
            for &(link, uses) in &group.uses {
                of_link[index(link)] += i64::try_from(uses * group.count).expect("uses have 63 bits");
            }
        }
        let total = of_link.iter().sum();
        Self { groups, loads: Loads { of_link, total } }
    }

    /// Returns max(h, ⌈σ/k⌉) of the task matrix.
    pub(super) fn critical(&self, ports: u32) -> u64 {
        let whole = |load: i64| u64::try_from(load).expect("no route has negative uses");
        let column = self.loads.of_link.iter().copied().max().map_or(0, whole);
        let served = self.groups.iter().filter(|group| group.count > 0);
        let row = served.map(|group| hops(&group.uses)).max().unwrap_or(0);
        column.max(row).max(whole(self.loads.total).div_ceil(ports.into()))
    }

    /// Tries to fit the loads into the limit, which no route exceeds.
    pub(super) fn fit(
        &mut self,
        relations: &[Relation],
        limit: Limit,
        budget: &SearchBudget<'_>,
        left: &mut u64,
    ) -> bool {
        self.descend(relations, limit, budget, left);
        self.loads.excess(limit) == 0 || self.search_best_first(relations, limit, budget, left)
    }

    /// Applies relations as long as they lessen the strain, until none does or all loads fit.
    pub(super) fn descend(
        &mut self,
        relations: &[Relation],
        limit: Limit,
        budget: &SearchBudget<'_>,
        left: &mut u64,
    ) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for relation in relations {
                if *left == 0 || (budget.stop)() || self.loads.excess(limit) == 0 {
                    return;
                }
                *left -= 1;
                if is_less(self.loads.change(relation, 0, 1, limit)) {
                    again |= self.apply_all(relation, limit, left);
                }
            }
        }
    }

    /// Applies a relation to packet after packet as long as the strain becomes less.
    fn apply_all(&mut self, relation: &Relation, limit: Limit, left: &mut u64) -> bool {
        let mut applied = false;
        for at in 0..self.groups.len() {
            if !is_less(self.loads.change(relation, 0, 1, limit)) {
                break;
            }
            *left = left.saturating_sub(1);
            let group = &self.groups[at];
            if group.count == 0 {
                continue;
            }
            let Some(uses) = relation.applied(&group.uses).filter(|uses| limit.row(uses)) else { continue };
            // The excess and the sum of squares are convex in the number of applications, so applications
            // lessen the strain up to some number, found by bisection.
            let (mut low, mut high) = (1, group.count);
            while low < high {
                let middle = low + (high - low) / 2;
                if is_less(self.loads.change(relation, middle, middle + 1, limit)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            self.move_packets(at, uses, low);
            self.loads.apply(relation, low);
            applied = true;
        }
        applied
    }

    fn move_packets(&mut self, at: usize, uses: Uses, count: u64) {
        let group = &mut self.groups[at];
        if group.count == count {
            group.uses = uses;
        } else {
            group.count -= count;
            let class = group.class;
            self.groups.push(Group { class, uses, count });
        }
    }

    /// Searches the loads that sequences of relations lead to, those of least strain first, for loads that
    /// fit, and moves the packets accordingly. Strain does not add up along a path, so this is a best-first
    /// search and not [`crate::graph::dijkstra`].
    fn search_best_first(
        &mut self,
        relations: &[Relation],
        limit: Limit,
        budget: &SearchBudget<'_>,
        left: &mut u64,
    ) -> bool {
        let strain = Strain { excess: self.loads.excess(limit), squares: self.loads.squares() };
        let mut states = vec![State { loads: self.loads.clone(), strain, from: None }];
        let mut seen = HashSet::from([self.loads.clone()]);
        let mut heap = BinaryHeap::from([Reverse((strain, 0_usize))]);
        let most = MAX_STATE_CELLS / (self.loads.of_link.len() + 1);
        while let Some(Reverse((strain, at))) = heap.pop() {
            if (budget.stop)() {
                return false;
            }
            for (which, relation) in relations.iter().enumerate() {
                if *left == 0 || states.len() > most {
                    return false;
                }
                *left -= 1;
                let change = states[at].loads.change(relation, 0, 1, limit);
                let mut loads = states[at].loads.clone();
                loads.apply(relation, 1);
                if !seen.insert(loads.clone()) {
                    continue;
                }
                let excess = strain.excess + change.excess;
                let strain = Strain { excess, squares: strain.squares + change.squares };
                states.push(State { loads, strain, from: Some((at, which)) });
                let last = states.len() - 1;
                if excess == 0 && self.apply_path(relations, &states, last, limit) {
                    return true;
                }
                heap.push(Reverse((states[last].strain, last)));
            }
        }
        false
    }

    /// Applies the relations that led to a state, each to some packet; if a relation fits no packet, undoes
    /// the others.
    fn apply_path(&mut self, relations: &[Relation], states: &[State], last: usize, limit: Limit) -> bool {
        let mut at = last;
        let mut moved: Vec<usize> = Vec::new();
        let groups = self.groups.len();
        while let Some((before, which)) = states[at].from {
            at = before;
            let found = (0..self.groups.len()).filter(|&g| self.groups[g].count > 0).find_map(|g| {
                let uses = relations[which].applied(&self.groups[g].uses)?;
                limit.row(&uses).then_some((g, uses))
            });
            let Some((from, uses)) = found else {
                self.groups.truncate(groups);
                for from in moved.into_iter().filter(|&from| from < groups) {
                    self.groups[from].count += 1;
                }
                return false;
            };
            self.groups[from].count -= 1;
            let class = self.groups[from].class;
            self.groups.push(Group { class, uses, count: 1 });
            moved.push(from);
        }
        self.loads = states[last].loads.clone();
        true
    }
}

/// A state of the search: loads that it has reached.
#[derive(Debug)]
struct State {
    loads: Loads,
    strain: Strain,
    /// The state before, and the relation between.
    from: Option<(usize, usize)>,
}

fn index(link: u32) -> usize {
    crate::model::wide(link)
}
