//! Which links and ports are free in which slot.

use crate::model::{AllreduceTask, Graph, PortRule, Sent, wide};

/// Most slots of a table times the links and ports that a slot has.
const MAX_CELLS: usize = 1 << 26;
/// Most slots that are looked through backwards for room.
const MAX_LOOK_BACK: usize = 1 << 8;

/// The moves of every slot, counted by link, sender and receiver.
#[derive(Debug, Clone)]
pub(super) struct Timetable<'a> {
    graph: &'a Graph,
    ports: PortRule,
    /// By the first arc between two nodes: how many moves it carries in a slot, together with those beside
    /// it; 0 for these others.
    capacity: Vec<u32>,
    /// By slot: the moves over each arc, then the sends of each node, then the receives of each; a node with
    /// a half-duplex port that does one has done both.
    used: Vec<Vec<u32>>,
    /// For each of these counts the first slot in which it may grow.
    first_free: Vec<usize>,
    /// By slot, the moves.
    moves: Vec<Vec<Sent>>,
}

impl<'a> Timetable<'a> {
    /// Creates a table without moves.
    ///
    /// # Complexity
    /// O(A) for A arcs.
    pub(super) fn new(task: &'a AllreduceTask) -> Self {
        let graph = task.graph();
        let mut capacity = vec![0; wide(graph.arcs())];
        for node in 0..graph.nodes() {
            let mut first = None;
            for arc in graph.leaving(node) {
                match first {
                    Some(first) if graph.to(first) == graph.to(arc) => capacity[wide(first)] += 1,
                    _ => {
                        first = Some(arc);
                        capacity[wide(arc)] = 1;
                    }
                }
            }
        }
        let first_free = vec![0; capacity.len() + 2 * wide(graph.nodes())];
        Self { graph, ports: task.ports(), capacity, used: Vec::new(), first_free, moves: Vec::new() }
    }

    /// Returns the tables of the network.
    pub(super) fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Returns whether the node can send and receive in one slot.
    pub(super) fn is_full_duplex(&self) -> bool {
        self.ports != PortRule::HalfDuplex
    }

    /// Returns whether an arc stands for all those between its nodes.
    pub(super) fn is_first(&self, arc: u32) -> bool {
        self.capacity[wide(arc)] > 0
    }

    /// Returns whether a table of this number of slots would be too large.
    pub(super) fn is_too_long(&self, slots: usize) -> bool {
        slots.checked_mul(self.width()).is_none_or(|cells| cells > MAX_CELLS)
    }

    fn width(&self) -> usize {
        self.first_free.len()
    }

    /// Returns the places of an arc, its sender and its receiver among the counts of a slot.
    fn places(&self, arc: u32) -> impl Iterator<Item = usize> + use<> {
        let (arcs, nodes) = (self.capacity.len(), wide(self.graph.nodes()));
        let (from, to) = (wide(self.graph.from(arc)), wide(self.graph.to(arc)));
        let other = (!self.is_full_duplex()).then_some([arcs + to, arcs + nodes + from]);
        [wide(arc), arcs + from, arcs + nodes + to].into_iter().chain(other.into_iter().flatten())
    }

    /// Returns the most that a count of a slot can be.
    fn most(&self, place: usize) -> u32 {
        self.capacity.get(place).copied().unwrap_or_else(|| self.ports.sends())
    }

    /// Returns whether one more move goes over an arc in a slot; the arc stands for all between its nodes.
    pub(super) fn fits(&self, slot: usize, arc: u32) -> bool {
        let Some(used) = self.used.get(slot) else { return true };
        self.places(arc).all(|place| used[place] < self.most(place))
    }

    /// Returns the earliest slot from `slot` on with room for a move over an arc.
    pub(super) fn earliest(&self, slot: usize, arc: u32) -> usize {
        let first = self.places(arc).map(|place| self.first_free[place]).fold(slot, usize::max);
        // The slot behind all that are used has room.
        (first..self.used.len()).find(|&slot| self.fits(slot, arc)).unwrap_or(first.max(self.used.len()))
    }

    /// Returns the latest slot up to `slot`, and not long before it, with room for a move over an arc.
    pub(super) fn latest(&self, slot: usize, arc: u32) -> Option<usize> {
        (slot.saturating_sub(MAX_LOOK_BACK)..=slot).rev().find(|&slot| self.fits(slot, arc))
    }

    /// Adds a move of a block over an arc.
    pub(super) fn take(&mut self, block: u32, (slot, arc): (usize, u32)) {
        if self.used.len() <= slot {
            self.used.resize(slot + 1, vec![0; self.width()]);
            self.moves.resize(slot + 1, Vec::new());
        }
        for place in self.places(arc) {
            self.used[slot][place] += 1;
            let (most, first) = (self.most(place), &mut self.first_free[place]);
            while self.used.get(*first).is_some_and(|used| used[place] >= most) {
                *first += 1;
            }
        }
        let ends = [self.graph.from(arc), self.graph.to(arc)].map(|node| crate::model::Node(node.into()));
        self.moves[slot].push(Sent::new(block, ends[0], ends[1]));
    }

    /// Adds moves of a block.
    pub(super) fn take_all(&mut self, block: u32, moves: &[(usize, u32)]) {
        for &step in moves {
            self.take(block, step);
        }
    }

    /// Removes moves that were added.
    pub(super) fn release_all(&mut self, block: u32, moves: &[(usize, u32)]) {
        for &step in moves {
            self.release(block, step);
        }
    }

    fn release(&mut self, block: u32, (slot, arc): (usize, u32)) {
        for place in self.places(arc) {
            self.used[slot][place] -= 1;
            self.first_free[place] = self.first_free[place].min(slot);
        }
        let ends = (u64::from(self.graph.from(arc)), u64::from(self.graph.to(arc)));
        let is_it = |sent: &Sent| sent.packet == block && (sent.from().0, sent.to().0) == ends;
        if let Some(place) = self.moves[slot].iter().rposition(is_it) {
            self.moves[slot].swap_remove(place);
        }
    }

    /// Returns the number of slots up to the last with a move.
    pub(super) fn length(&self) -> usize {
        self.moves.iter().rposition(|slot| !slot.is_empty()).map_or(0, |last| last + 1)
    }

    /// Returns the number of moves in a slot.
    pub(super) fn moves_in(&self, slot: usize) -> usize {
        self.moves.get(slot).map_or(0, Vec::len)
    }

    /// Returns the moves by slot.
    pub(super) fn into_slots(mut self) -> Vec<Vec<Sent>> {
        self.moves.truncate(self.length());
        self.moves
    }
}
