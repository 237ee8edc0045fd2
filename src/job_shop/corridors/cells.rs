//! Cells: a link or the ports of a node in a slot, with its occupancy and its price.

use super::find::Corridors;
use crate::model::{DemandsTask, wide};

/// No resource.
const NO_RESOURCE: u32 = u32::MAX;
/// Cost of a move where no cell is occupied.
const HOP_COST: u32 = 8;
/// Price of one overuse, in multiples of the price of the cell without it.
const CONGESTION_FACTOR: u32 = 4;
/// Greatest history cost of a cell.
const MAX_HISTORY: u16 = 4096;

/// Links that packets may take, and ports of nodes that have fewer ports than links or are half-duplex.
#[derive(Debug)]
pub(super) struct Resources {
    /// By arc of the corridors: the resources that it takes.
    takes: Vec<[u32; 3]>,
    /// By resource: its capacity in packets a slot.
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
                    return NO_RESOURCE;
                }
                capacity.push(room);
                u32::try_from(capacity.len() - 1).expect("at most the arcs and twice the nodes")
            };
            for node in 0..graph.nodes() {
                let (half, room) = (task.is_half_duplex(node), task.sends_of(node));
                sends.push(add(half || room < graph.degree(node), room));
                // A half-duplex node has one port for both directions.
                let room = task.receives_of(node);
                let own = if half { NO_RESOURCE } else { add(room < graph.degree_in(node), room) };
                receives.push(if half { sends[wide(node)] } else { own });
            }
        }
        let port = |ports: &[u32], node: u32| ports.get(wide(node)).copied().unwrap_or(NO_RESOURCE);
        let taken =
            |(&arc, link): (&u32, u32)| [link, port(&sends, graph.from(arc)), port(&receives, graph.to(arc))];
        let by_arc = corridors.arcs.iter().zip(0..).map(taken).collect();
        Self { takes: by_arc, capacity }
    }

    /// Returns the number of resources.
    pub(super) fn len(&self) -> usize {
        self.capacity.len()
    }

    /// Iterates over the resources that an arc takes.
    pub(super) fn taken_by(&self, arc: u32) -> impl Iterator<Item = u32> + Clone {
        self.takes[wide(arc)].into_iter().filter(|&resource| resource != NO_RESOURCE)
    }

    /// Returns the capacity of a resource in packets a slot.
    pub(super) fn capacity(&self, resource: u32) -> u32 {
        self.capacity[wide(resource)]
    }
}

/// The cells of all resources in a number of slots.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    resources: &'a Resources,
    slots: usize,
    /// By resource, then slot: occupancy and history cost.
    packets: Vec<u16>,
    history: Vec<u16>,
    /// The overuse: packets above capacity, summed over all cells.
    pub(super) overuse: u64,
    /// Cells that are overused, and some that were.
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
            overuse: 0,
            over: Vec::new(),
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    fn cell(&self, resource: u32, slot: usize) -> usize {
        wide(resource) * self.slots + slot
    }

    /// Returns the price of one packet more on an arc in a slot.
    pub(super) fn price(&self, arc: u32, slot: usize) -> u32 {
        let congestion_price = |resource: u32| {
            let cell = self.cell(resource, slot);
            let history = u32::from(self.history[cell]);
            let over = (u32::from(self.packets[cell]) + 1).saturating_sub(self.resources.capacity(resource));
            over.min(64) * CONGESTION_FACTOR * (HOP_COST + history) + history
        };
        HOP_COST + self.resources.taken_by(arc).map(congestion_price).sum::<u32>()
    }

    /// Adds a move to the occupancy.
    pub(super) fn enter(&mut self, arc: u32, slot: usize) {
        for resource in self.resources.taken_by(arc) {
            let cell = self.cell(resource, slot);
            self.packets[cell] = self.packets[cell].saturating_add(1);
            let over = u32::from(self.packets[cell]).saturating_sub(self.resources.capacity(resource));
            self.overuse += u64::from(over > 0);
            if over == 1 {
                self.over.push((resource, u32::try_from(slot).expect("a slot of a table")));
            }
        }
    }

    /// Removes a move from the occupancy.
    pub(super) fn leave(&mut self, arc: u32, slot: usize) {
        for resource in self.resources.taken_by(arc) {
            let cell = self.cell(resource, slot);
            self.overuse -= u64::from(u32::from(self.packets[cell]) > self.resources.capacity(resource));
            self.packets[cell] -= 1;
        }
    }

    /// Whether a move takes an overused cell.
    pub(super) fn is_overused(&self, arc: u32, slot: usize) -> bool {
        self.resources.taken_by(arc).any(|resource| self.is_over(resource, slot))
    }

    /// Returns the resources and slots that are overused, in order.
    ///
    /// # Complexity
    /// O(c log c), where c counts the cells overused at the last call, and how often one became overused
    /// since.
    pub(super) fn overused_cells(&mut self) -> Vec<(u32, u32)> {
        let mut over = std::mem::take(&mut self.over);
        over.sort_unstable();
        over.dedup();
        over.retain(|&(resource, slot)| self.is_over(resource, wide(slot)));
        self.over.clone_from(&over);
        over
    }

    fn is_over(&self, resource: u32, slot: usize) -> bool {
        u32::from(self.packets[self.cell(resource, slot)]) > self.resources.capacity(resource)
    }

    /// Increases the history cost of a cell by its overuse.
    pub(super) fn increase_history_cost(&mut self, resource: u32, slot: usize) {
        let cell = self.cell(resource, slot);
        let over = u32::from(self.packets[cell]).saturating_sub(self.resources.capacity(resource));
        let over = u16::try_from(over).unwrap_or(u16::MAX);
        self.history[cell] = self.history[cell].saturating_add(over).min(MAX_HISTORY);
    }
}
