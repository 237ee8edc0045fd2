//! The transport model of listed packets in integers: 0–1 variables and named rows, as FORMATS.md has them.

use super::named::{NamedProgram, NamedRow};
use super::{DelaySize, IlpError};
use crate::model::{Graph, ListedTask, Node, Packet, PortRule, count_of, wide};
use crate::wire::{DelayRow, DelayVariable};

/// Packets that are alike: those for one node, or one that is copied.
#[derive(Debug)]
pub(super) struct Commodity {
    /// How rows and variables call it.
    name: u64,
    /// Packets that start at each node.
    pub(super) starts: Vec<i64>,
    /// Where they go; none if they are copied to all nodes.
    pub(super) goal: Option<u32>,
}

impl Commodity {
    /// Whether a packet may go over an arc: it stays where it goes, and a copy is not needed where the packet starts.
    fn may_use(&self, graph: &Graph, arc: u32) -> bool {
        self.goal.map_or(self.starts[wide(graph.to(arc))] == 0, |goal| graph.from(arc) != goal)
    }
}

/// The transport model of a task of listed packets, as FORMATS.md has it.
///
/// Packets for one node are alike: `["y",c,v,j,t]` says that one of those for node c leaves node v over link j in slot t. A packet that is
/// copied is a commodity of its own. Where fewer nodes send than receive, or packets are combined, the model has the task backwards.
#[derive(Debug)]
pub struct TransportModel {
    /// The task whose packets the program moves.
    task: ListedTask,
    backwards: bool,
    /// By increasing name.
    commodities: Vec<Commodity>,
    /// The index of every variable that is not the constant 0: commodities, arcs, slots.
    index: Vec<Option<usize>>,
    program: NamedProgram,
}

impl TransportModel {
    /// Writes the model of so many slots.
    ///
    /// # Errors
    /// [`IlpError::TransportTooLarge`] before memory is touched.
    ///
    /// # Complexity
    /// O(C · A · T²) time and space for C commodities, A directed links and T slots.
    ///
    /// # Panics
    /// Never: a task has fewer than 2⁶³ packets, and fewer slots than variables.
    pub fn new(task: &ListedTask, horizon: u64, most: u64) -> Result<Self, IlpError> {
        let size = Self::size(task, horizon);
        let slots = usize::try_from(horizon).ok().filter(|_| size.is_within(most));
        let slots = slots.ok_or(IlpError::TransportTooLarge { size, most })?;
        let backwards = is_backwards(task);
        let task = if backwards { task.reversed() } else { task.clone() };
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let commodities = list(&task);
        let mut model = Self { task, backwards, commodities, index: Vec::new(), program };
        model.variables();
        let mut rows = Vec::new();
        for commodity in 0..model.commodities.len() {
            if model.commodities[commodity].goal.is_some() {
                model.personal_rows(commodity, &mut rows);
            } else {
                model.copied_rows(commodity, &mut rows);
            }
        }
        model.slot_rows(&mut rows);
        model.program.rows = rows;
        Ok(model)
    }

    /// The size of the model from above, without building it.
    ///
    /// # Complexity
    /// O(P · log P) for P loads.
    #[must_use]
    pub fn size(task: &ListedTask, horizon: u64) -> DelaySize {
        let (nodes, arcs) = (u64::from(task.graph().nodes()), u64::from(task.graph().arcs()));
        let personal = task.is_personal();
        let commodities = if personal {
            count_of(ends(task).len().min(ends(&task.reversed()).len()))
        } else {
            task.packets()
        };
        let variables = commodities.saturating_mul(arcs).saturating_mul(horizon);
        // Each variable stands in a row of its link, two of ports, and in the rows of two nodes for half of the slots; that of a
        // copy in the rows of all links of the node where it comes.
        let degree = if personal { 1 } else { u64::from(task.network().links()) };
        let entries = variables.saturating_mul(horizon.saturating_mul(degree).saturating_add(4));
        let of_nodes = if personal { nodes } else { arcs };
        let rows = commodities.saturating_mul(of_nodes).saturating_mul(horizon.saturating_add(1));
        let rows = rows.saturating_add((arcs + 2 * nodes).saturating_mul(horizon));
        DelaySize { slots: horizon, variables, rows, entries }
    }

    /// The variables and rows.
    #[must_use]
    pub fn program(&self) -> &NamedProgram {
        &self.program
    }

    /// The task as the model has it.
    #[must_use]
    pub fn task(&self) -> &ListedTask {
        &self.task
    }

    /// Whether that is the task backwards, so that its last slot is the first.
    #[must_use]
    pub fn is_backwards(&self) -> bool {
        self.backwards
    }

    #[cfg(feature = "ilp")]
    pub(super) fn commodities(&self) -> &[Commodity] {
        &self.commodities
    }

    /// The variable of a move, if it is not the constant 0.
    pub(super) fn carries(&self, commodity: usize, arc: u32, slot: usize) -> Option<usize> {
        self.index[(commodity * wide(self.graph().arcs()) + wide(arc)) * self.program.slots + slot]
    }

    fn graph(&self) -> &Graph {
        self.task.graph()
    }

    /// The moves that a packet can make in time.
    fn variables(&mut self) {
        let (task, slots) = (&self.task, self.program.slots);
        let graph = task.graph();
        let mut index = Vec::with_capacity(self.commodities.len() * wide(graph.arcs()) * slots);
        for commodity in &self.commodities {
            let starts = (0..graph.nodes()).filter(|&node| commodity.starts[wide(node)] > 0);
            let since = graph.distances_to_nearest(starts.collect());
            let left = commodity.goal.map(|goal| graph.distances_to(goal));
            for arc in 0..graph.arcs() {
                let (from, to) = (graph.from(arc), graph.to(arc));
                let (since, left) =
                    (wide(since[wide(from)]), left.as_ref().map_or(0, |left| wide(left[wide(to)])));
                for slot in 0..slots {
                    let possible = commodity.may_use(graph, arc) && since <= slot && left < slots - slot;
                    index.push(possible.then_some(self.program.variables.len()));
                    if possible {
                        let name = DelayVariable::Carry {
                            commodity: commodity.name,
                            node: from.into(),
                            link: graph.link(arc).0.into(),
                            slot: count_of(slot),
                        };
                        self.program.add(name, None);
                    }
                }
            }
        }
        self.index = index;
    }

    /// What comes to a node before a slot.
    fn came(&self, commodity: usize, node: u32, until: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let arcs = self.graph().leaving(node).map(|arc| self.graph().opposite(arc));
        arcs.flat_map(move |arc| {
            (0..until).filter_map(move |slot| Some((self.carries(commodity, arc, slot)?, 1)))
        })
    }

    /// What leaves a node before a slot, as −1.
    fn left(&self, commodity: usize, node: u32, through: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        self.graph().leaving(node).flat_map(move |arc| {
            (0..through).filter_map(move |slot| Some((self.carries(commodity, arc, slot)?, -1)))
        })
    }

    /// `stock` where a packet may leave, `clear` at the end.
    fn personal_rows(&self, index: usize, rows: &mut Vec<NamedRow>) {
        let Commodity { name: commodity, ref starts, goal } = self.commodities[index];
        for node in (0..self.graph().nodes()).filter(|&node| Some(node) != goal) {
            let bound = -starts[wide(node)];
            for slot in 0..self.program.slots {
                let mut leaving = self.graph().leaving(node);
                if leaving.any(|arc| self.carries(index, arc, slot).is_some()) {
                    let name = DelayRow::Stock { commodity, node: node.into(), slot: count_of(slot) };
                    let terms =
                        self.came(index, node, slot).chain(self.left(index, node, slot + 1)).collect();
                    rows.push(NamedRow { name, terms, bound, equation: false });
                }
            }
            let slots = self.program.slots;
            let terms: Vec<_> = self.came(index, node, slots).chain(self.left(index, node, slots)).collect();
            if !terms.is_empty() || bound != 0 {
                let name = DelayRow::Clear { commodity, node: node.into() };
                rows.push(NamedRow { name, terms, bound, equation: true });
            }
        }
    }

    /// `copy` where a copy may leave another node than the first, `reach` for all others.
    fn copied_rows(&self, index: usize, rows: &mut Vec<NamedRow>) {
        let Commodity { name: commodity, ref starts, .. } = self.commodities[index];
        for node in (0..self.graph().nodes()).filter(|&node| starts[wide(node)] == 0) {
            for arc in self.graph().leaving(node) {
                for slot in 0..self.program.slots {
                    let Some(sent) = self.carries(index, arc, slot) else { continue };
                    let link = self.graph().link(arc).0.into();
                    let name = DelayRow::Copy { commodity, node: node.into(), link, slot: count_of(slot) };
                    let terms = self.came(index, node, slot).chain([(sent, -1)]).collect();
                    rows.push(NamedRow { name, terms, bound: 0, equation: false });
                }
            }
            let name = DelayRow::Reach { commodity, node: node.into() };
            let terms = self.came(index, node, self.program.slots).collect();
            rows.push(NamedRow { name, terms, bound: 1, equation: true });
        }
    }

    /// What the links carry and the ports allow in a slot, where it limits anything.
    fn slot_rows(&self, rows: &mut Vec<NamedRow>) {
        let graph = self.graph();
        let mut add = |name, terms: Vec<(usize, i64)>, bound: i64| {
            if terms.len() > usize::try_from(-bound).unwrap_or(0) {
                rows.push(NamedRow { name, terms, bound, equation: false });
            }
        };
        for slot in 0..self.program.slots {
            let time = count_of(slot);
            let uses = |arc: u32| {
                let here = move |commodity| Some((self.carries(commodity, arc, slot)?, -1));
                (0..self.commodities.len()).filter_map(here)
            };
            for arc in 0..graph.arcs() {
                let (node, link) = (graph.from(arc).into(), graph.link(arc).0.into());
                add(DelayRow::Arc { node, link, slot: time }, uses(arc).collect(), -1);
            }
            if self.task.ports() == PortRule::HalfDuplex && graph.nodes() % 2 == 1 {
                // Of an even number of nodes the rows `either` say as much together.
                let all = (0..graph.arcs()).flat_map(uses).collect();
                add(DelayRow::Pairs { slot: time }, all, -i64::from(graph.nodes() / 2));
            }
            for at in 0..graph.nodes() {
                let sends = || graph.leaving(at).flat_map(uses);
                let receives = || graph.leaving(at).flat_map(|arc| uses(graph.opposite(arc)));
                let node = u64::from(at);
                match self.task.ports() {
                    PortRule::HalfDuplex => {
                        let both = sends().chain(receives()).collect();
                        add(DelayRow::Either { node, slot: time }, both, -1);
                    }
                    PortRule::FullDuplex(ports) if ports < graph.degree(at) => {
                        let bound = -i64::from(ports);
                        add(DelayRow::Sends { node, slot: time }, sends().collect(), bound);
                        add(DelayRow::Receives { node, slot: time }, receives().collect(), bound);
                    }
                    PortRule::FullDuplex(_) => {}
                }
            }
        }
    }
}

/// Whether the model has the task backwards.
fn is_backwards(task: &ListedTask) -> bool {
    task.is_combined() || (task.is_personal() && ends(&task.reversed()).len() < ends(task).len())
}

/// The nodes that personal packets go to.
fn ends(task: &ListedTask) -> Vec<Node> {
    let end = |packet: Packet| match packet {
        Packet::Personal { to, .. } => Some(to),
        Packet::Copied { .. } | Packet::Combined { .. } => None,
    };
    let mut ends: Vec<Node> = task.loads().iter().filter_map(|load| end(load.packet)).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// One commodity for each node that packets go to, or for each packet that is copied.
fn list(task: &ListedTask) -> Vec<Commodity> {
    let nodes = wide(task.graph().nodes());
    let at = |node: Node| usize::try_from(node.0).expect("a node of a table");
    let goals = ends(task);
    let personal = |&goal: &Node| Commodity {
        name: goal.0,
        starts: vec![0; nodes],
        goal: Some(u32::try_from(goal.0).expect("a node of a table")),
    };
    let mut commodities: Vec<Commodity> = goals.iter().map(personal).collect();
    for load in task.loads() {
        let count = i64::try_from(load.count).expect("at most 2^22 packets");
        match load.packet {
            Packet::Personal { from, to } => {
                let commodity = goals.binary_search(&to).expect("it is among them");
                commodities[commodity].starts[at(from)] += count;
            }
            Packet::Copied { from } | Packet::Combined { to: from } => {
                for _ in 0..load.count {
                    let mut starts = vec![0; nodes];
                    starts[at(from)] = 1;
                    commodities.push(Commodity { name: count_of(commodities.len()), starts, goal: None });
                }
            }
        }
    }
    commodities
}
