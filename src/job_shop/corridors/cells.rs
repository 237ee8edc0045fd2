//! Cells: a link or the ports of a node in a slot, with the number of packets in it and what they cost.

use super::find::Corridors;
use crate::model::{DemandsTask, wide};

/// No resource.
const NONE: u32 = u32::MAX;
/// What a move costs where nobody is in the way.
const HOP: u32 = 8;
/// What a packet too many costs, in multiples of what the cell costs without.
const CROWDING: u32 = 4;
/// The most that is remembered of a cell.
const MOST_HISTORY: u16 = 4096;

/// Links that packets may take, and the ports that nodes may lack.
#[derive(Debug)]
pub(super) struct Resources {
    /// By arc of the corridors: what it takes.
    takes: Vec<[u32; 3]>,
    /// By resource: how many packets a slot it serves.
    capacity: Vec<u32>,
}

impl Resources {
    pub(super) fn new(task: &DemandsTask, corridors: &Corridors) -> Self {
        let graph = task.graph();
        let mut capacity = vec![1; corridors.arcs.len()];
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        if task.shares_ports() {
            let mut add = |wanted: bool, room: u32| {
                if !wanted {
                    return NONE;
                }
                capacity.push(room);
                u32::try_from(capacity.len() - 1).expect("at most the arcs and twice the nodes")
            };
            for node in 0..graph.nodes() {
                let (half, room) = (task.is_half_duplex(node), task.sends_of(node));
                sends.push(add(half || room < graph.degree(node), room));
                // One port for both.
                let room = task.receives_of(node);
                let own = if half { NONE } else { add(room < graph.degree_in(node), room) };
                receives.push(if half { sends[wide(node)] } else { own });
            }
        }
        let port = |ports: &[u32], node: u32| ports.get(wide(node)).copied().unwrap_or(NONE);
        let taken =
            |(&arc, link): (&u32, u32)| [link, port(&sends, graph.from(arc)), port(&receives, graph.to(arc))];
        let by_arc = corridors.arcs.iter().zip(0..).map(taken).collect();
        Self { takes: by_arc, capacity }
    }

    /// Number of resources.
    pub(super) fn len(&self) -> usize {
        self.capacity.len()
    }

    /// What an arc takes.
    pub(super) fn taken_by(&self, arc: u32) -> impl Iterator<Item = u32> + Clone {
        self.takes[wide(arc)].into_iter().filter(|&resource| resource != NONE)
    }

    /// How many packets a slot a resource serves.
    pub(super) fn capacity(&self, resource: u32) -> u32 {
        self.capacity[wide(resource)]
    }
}

/// The cells of a number of slots.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    resources: &'a Resources,
    slots: usize,
    /// By resource, then slot.
    packets: Vec<u16>,
    history: Vec<u16>,
    /// Packets too many, over all cells.
    pub(super) excess: u64,
    /// Cells that have too many packets, and some that had.
    over: Vec<(u32, u32)>,
}

impl<'a> Cells<'a> {
    pub(super) fn new(resources: &'a Resources, slots: usize) -> Self {
        let cells = resources.len() * slots;
        Self {
            resources,
            slots,
            packets: vec![0; cells],
            history: vec![0; cells],
            excess: 0,
            over: Vec::new(),
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    fn cell(&self, resource: u32, slot: usize) -> usize {
        wide(resource) * self.slots + slot
    }

    /// What one packet more costs on an arc in a slot.
    pub(super) fn price(&self, arc: u32, slot: usize) -> u32 {
        let toll = |resource: u32| {
            let cell = self.cell(resource, slot);
            let history = u32::from(self.history[cell]);
            let over = (u32::from(self.packets[cell]) + 1).saturating_sub(self.resources.capacity(resource));
            over.min(64) * CROWDING * (HOP + history) + history
        };
        HOP + self.resources.taken_by(arc).map(toll).sum::<u32>()
    }

    /// A packet more goes over an arc in a slot.
    pub(super) fn enter(&mut self, arc: u32, slot: usize) {
        for resource in self.resources.taken_by(arc) {
            let cell = self.cell(resource, slot);
            self.packets[cell] = self.packets[cell].saturating_add(1);
            let over = u32::from(self.packets[cell]).saturating_sub(self.resources.capacity(resource));
            self.excess += u64::from(over > 0);
            if over == 1 {
                self.over.push((resource, u32::try_from(slot).expect("a slot of a table")));
            }
        }
    }

    /// A packet less.
    pub(super) fn leave(&mut self, arc: u32, slot: usize) {
        for resource in self.resources.taken_by(arc) {
            let cell = self.cell(resource, slot);
            self.excess -= u64::from(u32::from(self.packets[cell]) > self.resources.capacity(resource));
            self.packets[cell] -= 1;
        }
    }

    /// Whether some resource of an arc has too many packets in a slot.
    pub(super) fn is_crowded(&self, arc: u32, slot: usize) -> bool {
        self.resources.taken_by(arc).any(|resource| self.has_too_many(resource, slot))
    }

    /// The resources and slots that have too many packets, in order.
    ///
    /// # Complexity
    /// O(c log c) for c times that some had one too many since it was asked last, or have still.
    pub(super) fn crowded_cells(&mut self) -> Vec<(u32, u32)> {
        let mut over = std::mem::take(&mut self.over);
        over.sort_unstable();
        over.dedup();
        over.retain(|&(resource, slot)| self.has_too_many(resource, wide(slot)));
        self.over.clone_from(&over);
        over
    }

    fn has_too_many(&self, resource: u32, slot: usize) -> bool {
        u32::from(self.packets[self.cell(resource, slot)]) > self.resources.capacity(resource)
    }

    /// Makes a cell dearer for good.
    pub(super) fn remember(&mut self, resource: u32, slot: usize) {
        let cell = self.cell(resource, slot);
        let over = u32::from(self.packets[cell]).saturating_sub(self.resources.capacity(resource));
        let over = u16::try_from(over).unwrap_or(u16::MAX);
        self.history[cell] = self.history[cell].saturating_add(over).min(MOST_HISTORY);
    }
}
