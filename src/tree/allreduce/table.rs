//! Which links and ports are free in which slot.

use crate::model::{AllreduceTask, Graph, PortRule, Sent, wide};

/// Most slots of a table times the links and ports that a slot has.
const MAX_CELLS: usize = 1 << 26;

/// The moves of every slot, counted by link, sender and receiver.
#[derive(Debug, Clone)]
pub(super) struct Timetable<'a> {
    graph: &'a Graph,
    ports: PortRule,
    /// By the first arc between two nodes: how many moves it carries in a slot, together with those beside
    /// it; 0 for these others.
    capacity: Vec<u32>,
    /// By slot: the moves over each arc, then the sends of each node, then the receives of each.
    used: Vec<Vec<u32>>,
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
        Self { graph, ports: task.ports(), capacity, used: Vec::new(), moves: Vec::new() }
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

    /// Returns whether a table of so many slots would be too large.
    pub(super) fn is_too_long(&self, slots: usize) -> bool {
        slots.checked_mul(self.width()).is_none_or(|cells| cells > MAX_CELLS)
    }

    fn width(&self) -> usize {
        self.capacity.len() + 2 * wide(self.graph.nodes())
    }

    /// Returns the places of an arc, its sender and its receiver among the counts of a slot.
    fn places(&self, arc: u32) -> [usize; 3] {
        let (arcs, nodes) = (self.capacity.len(), wide(self.graph.nodes()));
        let (from, to) = (wide(self.graph.from(arc)), wide(self.graph.to(arc)));
        [wide(arc), arcs + from, arcs + nodes + to]
    }

    /// Returns whether one more move goes over an arc in a slot; the arc stands for all between its nodes.
    pub(super) fn fits(&self, slot: usize, arc: u32) -> bool {
        let Some(used) = self.used.get(slot) else { return true };
        let [at, sends, receives] = self.places(arc);
        let ports = self.ports.sends();
        let duplex = self.is_full_duplex() || {
            let nodes = wide(self.graph.nodes());
            used[sends + nodes] == 0 && used[receives - nodes] == 0
        };
        used[at] < self.capacity[at] && used[sends] < ports && used[receives] < ports && duplex
    }

    /// Returns the earliest slot from `slot` on with room for a move over an arc.
    pub(super) fn earliest(&self, slot: usize, arc: u32) -> usize {
        // The slot behind all that are used has room.
        (slot..self.used.len()).find(|&slot| self.fits(slot, arc)).unwrap_or(slot.max(self.used.len()))
    }

    /// Returns the latest slot up to `slot` with room for a move over an arc.
    pub(super) fn latest(&self, slot: usize, arc: u32) -> Option<usize> {
        (0..=slot).rev().find(|&slot| self.fits(slot, arc))
    }

    /// Adds a move of a block over an arc.
    pub(super) fn take(&mut self, block: u32, (slot, arc): (usize, u32)) {
        if self.used.len() <= slot {
            self.used.resize(slot + 1, vec![0; self.width()]);
            self.moves.resize(slot + 1, Vec::new());
        }
        for place in self.places(arc) {
            self.used[slot][place] += 1;
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
