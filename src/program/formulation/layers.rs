//! Interchangeable packets as commodities in a time-expanded network: the common part of the flow and the
//! transport model.

use crate::model::count_of;
use crate::program::form::NamedRow;
use crate::wire::DelayRow;
use std::collections::VecDeque;

/// A directed link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arc {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// A move of a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Carried {
    pub(super) packet: u32,
    pub(super) arc: usize,
}

/// Adds a move to a route, and removes the moves between two visits of one node: the packet waits there
/// instead.
pub(super) fn extend_without_loop<M, N: PartialEq>(
    way: &mut Vec<M>,
    step: M,
    from: impl Fn(&M) -> N,
    to: impl Fn(&M) -> N,
) {
    // Invariant: no two moves of a route leave one node, so a move that leads back to it ends a loop.
    match way.iter().position(|earlier| from(earlier) == to(&step)) {
        Some(first) => way.truncate(first),
        None => way.push(step),
    }
}

/// The variables of commodities on the links of a network in every slot.
#[derive(Debug)]
pub(super) struct Layers {
    slots: usize,
    arcs: Vec<Arc>,
    /// The arcs that leave every node, and those that enter it.
    leaving: Vec<Vec<usize>>,
    entering: Vec<Vec<usize>>,
    /// The variable of every move that is not the constant 0: commodities, arcs, slots.
    moves: Vec<Option<usize>>,
}

impl Layers {
    pub(super) fn new(nodes: usize, slots: usize, arcs: Vec<Arc>) -> Self {
        let (mut leaving, mut entering) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
        for (index, arc) in arcs.iter().enumerate() {
            leaving[arc.from].push(index);
            entering[arc.to].push(index);
        }
        Self { slots, arcs, leaving, entering, moves: Vec::new() }
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    pub(super) fn nodes(&self) -> usize {
        self.leaving.len()
    }

    pub(super) fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    pub(super) fn leaving(&self, node: usize) -> &[usize] {
        &self.leaving[node]
    }

    pub(super) fn entering(&self, node: usize) -> &[usize] {
        &self.entering[node]
    }

    /// Computes the least number of allowed moves from a start to every node; none where no packet comes.
    ///
    /// # Complexity
    /// O(nodes + arcs).
    pub(super) fn first_visits(&self, starts: &[i64], allowed: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut visits: Vec<Option<usize>> =
            starts.iter().map(|&packets| (packets > 0).then_some(0)).collect();
        let mut queue: VecDeque<(usize, usize)> =
            (0..visits.len()).filter(|&node| visits[node].is_some()).map(|node| (node, 0)).collect();
        while let Some((node, moves)) = queue.pop_front() {
            for &arc in self.leaving[node].iter().filter(|&&arc| allowed(arc)) {
                let to = self.arcs[arc].to;
                if visits[to].is_none() {
                    visits[to] = Some(moves + 1);
                    queue.push_back((to, moves + 1));
                }
            }
        }
        visits
    }

    /// Adds a commodity: `add` returns the variable of an arc and a slot, unless that is the constant 0.
    pub(super) fn add_commodity(&mut self, mut add: impl FnMut(usize, usize) -> Option<usize>) {
        let all = (0..self.arcs.len()).flat_map(|arc| (0..self.slots).map(move |slot| (arc, slot)));
        self.moves.extend(all.map(|(arc, slot)| add(arc, slot)));
    }

    /// Returns the variable of a move, if it is not the constant 0.
    pub(super) fn carries(&self, commodity: usize, arc: usize, slot: usize) -> Option<usize> {
        self.moves[(commodity * self.arcs.len() + arc) * self.slots + slot]
    }

    /// Returns the terms of the moves over some arcs before a slot, with a factor.
    fn before<'a>(
        &'a self,
        commodity: usize,
        arcs: &'a [usize],
        until: usize,
        factor: i64,
    ) -> impl Iterator<Item = (usize, i64)> + 'a {
        arcs.iter().flat_map(move |&arc| {
            (0..until).filter_map(move |slot| Some((self.carries(commodity, arc, slot)?, factor)))
        })
    }

    /// Returns the terms of the moves that enter a node before a slot.
    pub(super) fn came(
        &self,
        commodity: usize,
        node: usize,
        until: usize,
    ) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.before(commodity, &self.entering[node], until, 1)
    }

    /// Adds the conservation rows of a node: the packets that leave it by the end of a slot were there before
    /// the slot, where a packet may leave at all, and at the end none is left.
    pub(super) fn conserve(
        &self,
        commodity: usize,
        node: usize,
        starts: i64,
        held: impl Fn(u64) -> DelayRow,
        left: DelayRow,
        rows: &mut Vec<NamedRow>,
    ) {
        let balance = |until: usize, through: usize| -> Vec<(usize, i64)> {
            let leaving = self.before(commodity, &self.leaving[node], through, -1);
            self.came(commodity, node, until).chain(leaving).collect()
        };
        for slot in 0..self.slots {
            if self.leaving[node].iter().any(|&arc| self.carries(commodity, arc, slot).is_some()) {
                let terms = balance(slot, slot + 1);
                rows.push(NamedRow { name: held(count_of(slot)), terms, bound: -starts, equation: false });
            }
        }
        let terms = balance(self.slots, self.slots);
        rows.push(NamedRow { name: left, terms, bound: -starts, equation: true });
    }

    /// Makes the row that all commodities together make at most `most` moves over some arcs in a slot.
    pub(super) fn at_most<'a>(
        &self,
        name: DelayRow,
        arcs: impl Iterator<Item = &'a usize>,
        slot: usize,
        most: u32,
    ) -> NamedRow {
        let commodities = self.moves.len() / (self.arcs.len() * self.slots).max(1);
        let uses = |&arc: &usize| {
            (0..commodities).filter_map(move |commodity| Some((self.carries(commodity, arc, slot)?, -1)))
        };
        NamedRow { name, terms: arcs.flat_map(uses).collect(), bound: -i64::from(most), equation: false }
    }

    /// Assigns packets to the moves of a solution slot by slot: each is made by the packet that has waited
    /// longest at its node, and a copy stays there as well. `None` if no packet waits. In the end `waiting`
    /// has the packets by node.
    pub(super) fn assign_packets(
        &self,
        commodity: usize,
        values: &[bool],
        waiting: &mut [VecDeque<u32>],
        copied: bool,
    ) -> Option<Vec<Vec<Carried>>> {
        let mut slots = Vec::with_capacity(self.slots);
        for slot in 0..self.slots {
            let mut moves = Vec::new();
            for (arc, ends) in self.arcs.iter().enumerate() {
                if self.carries(commodity, arc, slot).is_some_and(|variable| values[variable]) {
                    let queue = &mut waiting[ends.from];
                    let packet = if copied { *queue.front()? } else { queue.pop_front()? };
                    moves.push(Carried { packet, arc });
                }
            }
            for &Carried { packet, arc } in &moves {
                waiting[self.arcs[arc].to].push_back(packet);
            }
            slots.push(moves);
        }
        Some(slots)
    }
}
