//! Which links and ports are free in which slot.

use crate::model::{DemandsTask, Graph, Node, Sent, wide};

/// Most slots of a table times the links and ports that a slot has.
const MAX_CELLS: usize = 1 << 26;
/// Most slots that are looked through backwards for room.
const MAX_LOOK_BACK: usize = 1 << 8;

/// The moves of every slot, counted by link, sender and receiver.
#[derive(Debug, Clone)]
pub(crate) struct Timetable<'a> {
    frame: &'a DemandsTask,
    graph: &'a Graph,
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
    /// Creates a table without moves, for the network and ports of a task whose packets do not count.
    ///
    /// # Complexity
    /// O(A) for A arcs.
    pub(crate) fn new(frame: &'a DemandsTask) -> Self {
        let graph = frame.graph();
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
        Self { frame, graph, capacity, used: Vec::new(), first_free, moves: Vec::new() }
    }

    /// Returns the tables of the network.
    pub(crate) fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Returns the nodes that have parts, in increasing order.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = u32> + 'a {
        let network = self.frame.network();
        (0..self.graph.nodes()).filter(|&node| !network.is_switch(Node(node.into())))
    }

    /// Returns whether a node either sends or receives in a slot.
    pub(crate) fn is_half_duplex(&self, node: u32) -> bool {
        self.frame.is_half_duplex(node)
    }

    /// Returns whether an arc stands for all those between its nodes.
    pub(crate) fn is_first(&self, arc: u32) -> bool {
        self.capacity[wide(arc)] > 0
    }

    /// Returns whether a table of this number of slots would be too large.
    pub(crate) fn is_too_long(&self, slots: usize) -> bool {
        slots.checked_mul(self.width()).is_none_or(|cells| cells > MAX_CELLS)
    }

    fn width(&self) -> usize {
        self.first_free.len()
    }

    /// Returns the places of an arc, its sender and its receiver among the counts of a slot.
    fn places(&self, arc: u32) -> impl Iterator<Item = usize> + use<> {
        let (arcs, nodes) = (self.capacity.len(), wide(self.graph.nodes()));
        let (from, to) = (self.graph.from(arc), self.graph.to(arc));
        let received = self.is_half_duplex(from).then_some(arcs + nodes + wide(from));
        let sent = self.is_half_duplex(to).then_some(arcs + wide(to));
        let own = [wide(arc), arcs + wide(from), arcs + nodes + wide(to)];
        own.into_iter().chain(received).chain(sent)
    }

    /// Returns the most that a count of a slot can be.
    fn most(&self, place: usize) -> u32 {
        let of_port = || {
            let nodes = self.graph.nodes();
            let port = u32::try_from(place - self.capacity.len()).expect("two counts for each of 2^20 nodes");
            self.frame.ports_of(port % nodes).sends()
        };
        self.capacity.get(place).copied().unwrap_or_else(of_port)
    }

    /// Returns whether one more move goes over an arc in a slot; the arc stands for all between its nodes.
    pub(crate) fn fits(&self, slot: usize, arc: u32) -> bool {
        let Some(used) = self.used.get(slot) else { return true };
        self.places(arc).all(|place| used[place] < self.most(place))
    }

    /// Returns the earliest slot from `slot` on with room for a move over an arc.
    pub(crate) fn earliest(&self, slot: usize, arc: u32) -> usize {
        let first = self.places(arc).map(|place| self.first_free[place]).fold(slot, usize::max);
        // The slot behind all that are used has room.
        (first..self.used.len()).find(|&slot| self.fits(slot, arc)).unwrap_or(first.max(self.used.len()))
    }

    /// Returns the latest slot up to `slot`, and not long before it, with room for a move over an arc.
    pub(crate) fn latest(&self, slot: usize, arc: u32) -> Option<usize> {
        (slot.saturating_sub(MAX_LOOK_BACK)..=slot).rev().find(|&slot| self.fits(slot, arc))
    }

    /// Adds a move of a packet, or a block, over an arc.
    pub(crate) fn take(&mut self, block: u32, (slot, arc): (usize, u32)) {
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
        let ends = [self.graph.from(arc), self.graph.to(arc)].map(|node| Node(node.into()));
        self.moves[slot].push(Sent::new(block, ends[0], ends[1]));
    }

    /// Returns whether moves over all these arcs fit a slot together; each stands for all between its nodes.
    pub(crate) fn fits_all(&mut self, slot: usize, arcs: &[u32]) -> bool {
        let mut taken = Vec::with_capacity(arcs.len());
        while let Some(&arc) = arcs.get(taken.len())
            && self.fits(slot, arc)
        {
            self.take(0, (slot, arc));
            taken.push((slot, arc));
        }
        self.release_all(0, &taken);
        taken.len() == arcs.len()
    }

    /// Adds moves of a block.
    pub(crate) fn take_all(&mut self, block: u32, moves: &[(usize, u32)]) {
        for &step in moves {
            self.take(block, step);
        }
    }

    /// Removes moves that were added.
    pub(crate) fn release_all(&mut self, block: u32, moves: &[(usize, u32)]) {
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
    pub(crate) fn length(&self) -> usize {
        self.moves.iter().rposition(|slot| !slot.is_empty()).map_or(0, |last| last + 1)
    }

    /// Returns the number of moves in a slot.
    pub(crate) fn moves_in(&self, slot: usize) -> usize {
        self.moves.get(slot).map_or(0, Vec::len)
    }

    /// Returns the moves by slot.
    pub(crate) fn into_slots(mut self) -> Vec<Vec<Sent>> {
        self.moves.truncate(self.length());
        self.moves
    }
}
