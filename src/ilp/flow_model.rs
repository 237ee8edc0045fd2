//! The flow model of a task on a Cayley graph in integers: 0–1 variables and named rows, as FORMATS.md has them.

use super::named::{NamedProgram, NamedRow};
use super::{DelaySize, IlpError};
use crate::model::{CayleyTask, Link, Node, count_of, wide};
use crate::wire::{DelayRow, DelayVariable, Scope};
use std::collections::VecDeque;

/// Which moves the packets may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowWays {
    /// Any, but for those that come too early or too late.
    Free,
    /// Those that bring a packet nearer to its goal.
    Shortest,
}

impl FlowWays {
    /// Whom the bounds of the model bind.
    #[must_use]
    pub fn scope(self) -> Scope {
        match self {
            Self::Free => Scope::Isotropic,
            Self::Shortest => Scope::IsotropicShortest,
        }
    }
}

/// The flow model of a task, as FORMATS.md has it.
///
/// Every packet is moved back by its offset d, so that it starts at the inverse of d and ends at node 0. Packets at one
/// node are alike then, and one kind of variable is enough: `["x",v,g,t]` says that a packet leaves node v over link g in slot t.
#[derive(Debug)]
pub struct FlowModel {
    task: CayleyTask,
    program: NamedProgram,
    slots: usize,
    /// Packets that start at each node.
    starts: Vec<i64>,
}

impl FlowModel {
    /// Writes the model of so many slots.
    ///
    /// # Errors
    /// [`IlpError::FlowTooLarge`] before memory is touched.
    ///
    /// # Panics
    /// Never: a task has fewer than 2^63 packets.
    ///
    /// # Complexity
    /// O(n · m · T²) time and space for n nodes, m links and T slots.
    ///
    /// # Panics
    /// Never: a task has fewer than 2⁶³ packets, and fewer slots than variables.
    pub fn new(task: &CayleyTask, ways: FlowWays, horizon: u64, most: u64) -> Result<Self, IlpError> {
        let size = size(task, horizon);
        let slots = usize::try_from(horizon).ok().filter(|_| size.is_within(most));
        let slots = slots.ok_or(IlpError::FlowTooLarge { size, most })?;
        let mut starts = vec![0_i64; narrow(task.graph().nodes())];
        for class in task.classes() {
            let count = i64::try_from(class.count).expect("a task has fewer than 2^63 packets");
            starts[narrow(task.graph().inverse(class.offset).0)] += count;
        }
        let program = NamedProgram { slots, ..NamedProgram::default() };
        let mut model = Self { task: task.clone(), program, slots, starts };
        model.variables(ways);
        let (of_nodes, of_slots) = (model.node_rows(), model.slot_rows());
        model.program.rows = [of_nodes, of_slots].concat();
        Ok(model)
    }

    /// The variables and rows.
    #[must_use]
    pub fn program(&self) -> &NamedProgram {
        &self.program
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &CayleyTask {
        &self.task
    }

    fn nodes(&self) -> usize {
        self.starts.len()
    }

    fn links(&self) -> usize {
        wide(self.task.graph().links())
    }

    /// Where a link leads.
    fn next(&self, node: usize, link: usize) -> usize {
        let link = u32::try_from(link).expect("a link is below 2^32");
        narrow(self.task.graph().neighbor(Node(count_of(node)), Link(link)).0)
    }

    fn distance(&self, node: usize) -> usize {
        narrow(self.task.graph().distance(Node(count_of(node))))
    }

    /// The variable x\[node\]\[link\]\[slot\], node from 1.
    pub(super) fn leaves(&self, node: usize, link: usize, slot: usize) -> usize {
        ((node - 1) * self.links() + link) * self.slots + slot
    }

    /// Every move of every slot; constant 0 where no packet can be there yet, or could reach node 0 in time.
    fn variables(&mut self, ways: FlowWays) {
        let allowed = |model: &Self, node: usize, link: usize| {
            ways == FlowWays::Free || model.distance(model.next(node, link)) < model.distance(node)
        };
        let earliest = self.earliest(&|model, node, link| allowed(model, node, link));
        for (node, earliest) in earliest.into_iter().enumerate().skip(1) {
            for link in 0..self.links() {
                let (to, allowed) = (self.next(node, link), allowed(self, node, link));
                let left = self.distance(to);
                for slot in 0..self.slots {
                    let possible = allowed
                        && earliest.is_some_and(|earliest| earliest <= slot)
                        && slot + 1 + left <= self.slots;
                    if to == 0 {
                        let cost = i64::try_from(slot + 1).expect("slots are fewer than the variables");
                        self.program.objective.push((self.program.variables.len(), cost));
                    }
                    let (packet, link, slot) = (count_of(node), count_of(link), count_of(slot));
                    let name = DelayVariable::Use { packet, link, slot };
                    self.program.add(name, (!possible).then_some(false));
                }
            }
        }
    }

    /// The least number of moves from a start to every node without passing node 0; none where no packet comes.
    fn earliest(&self, allowed: &dyn Fn(&Self, usize, usize) -> bool) -> Vec<Option<usize>> {
        let mut earliest: Vec<Option<usize>> =
            self.starts.iter().map(|&packets| (packets > 0).then_some(0)).collect();
        let mut queue: VecDeque<(usize, usize)> =
            (0..self.nodes()).filter(|&node| self.starts[node] > 0).map(|node| (node, 0)).collect();
        while let Some((node, moves)) = queue.pop_front() {
            for link in (0..self.links()).filter(|&link| allowed(self, node, link)) {
                let to = self.next(node, link);
                if to != 0 && earliest[to].is_none() {
                    earliest[to] = Some(moves + 1);
                    queue.push_back((to, moves + 1));
                }
            }
        }
        earliest
    }

    /// What comes to a node and what leaves it: `hold` where a packet may leave, `empty` at the end.
    fn node_rows(&self) -> Vec<NamedRow> {
        let mut into: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.nodes()];
        for node in 1..self.nodes() {
            for link in 0..self.links() {
                into[self.next(node, link)].push((node, link));
            }
        }
        let mut rows = Vec::new();
        for (node, into) in into.iter().enumerate().skip(1) {
            let balance = |until: usize, through: usize| -> Vec<(usize, i64)> {
                let came = into
                    .iter()
                    .flat_map(|&(from, link)| (0..until).map(move |slot| (self.leaves(from, link, slot), 1)));
                let left = (0..self.links())
                    .flat_map(|link| (0..through).map(move |slot| (self.leaves(node, link, slot), -1)));
                let free = |term: &(usize, i64)| self.program.fixed[term.0].is_none();
                came.chain(left).filter(free).collect()
            };
            let (packet, bound) = (count_of(node), -self.starts[node]);
            for slot in 0..self.slots {
                let leaves = |link| self.program.fixed[self.leaves(node, link, slot)].is_none();
                if (0..self.links()).any(leaves) {
                    let name = DelayRow::Hold { node: packet, slot: count_of(slot) };
                    rows.push(NamedRow { name, terms: balance(slot, slot + 1), bound, equation: false });
                }
            }
            let name = DelayRow::Empty { node: packet };
            rows.push(NamedRow { name, terms: balance(self.slots, self.slots), bound, equation: true });
        }
        rows
    }

    fn slot_rows(&self) -> Vec<NamedRow> {
        let ports = self.task.ports();
        let mut rows = Vec::new();
        for slot in 0..self.slots {
            let used = |link: usize| {
                let here = (1..self.nodes()).map(move |node| (self.leaves(node, link, slot), -1));
                here.filter(|term| self.program.fixed[term.0].is_none())
            };
            for link in 0..self.links() {
                let name = DelayRow::Column { link: count_of(link), slot: count_of(slot) };
                rows.push(NamedRow { name, terms: used(link).collect(), bound: -1, equation: false });
            }
            if ports < self.task.graph().links() {
                let name = DelayRow::Ports { slot: count_of(slot) };
                let terms = (0..self.links()).flat_map(used).collect();
                rows.push(NamedRow { name, terms, bound: -i64::from(ports), equation: false });
            }
        }
        rows
    }

    /// Packets that start at a node.
    #[cfg(feature = "ilp")]
    pub(super) fn starts(&self) -> &[i64] {
        &self.starts
    }
}

/// The size of a model from above, without building it.
fn size(task: &CayleyTask, horizon: u64) -> DelaySize {
    let (nodes, links) = (task.graph().nodes(), u64::from(task.graph().links()));
    let variables = (nodes - 1).saturating_mul(links).saturating_mul(horizon);
    // Each variable stands in a row of its link, perhaps of the ports, and in the rows of two nodes for half of the slots.
    let entries = variables.saturating_mul(horizon.saturating_add(4));
    let rows = (nodes + links).saturating_mul(horizon.saturating_add(1));
    DelaySize { slots: horizon, variables, rows, entries }
}

fn narrow(value: u64) -> usize {
    usize::try_from(value).expect("what a table holds fits the address space")
}
