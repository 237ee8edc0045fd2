//! The flow model of models/formats/programs.md, rebuilt from a task on a Cayley graph: variables by index,
//! rows by name.

use crate::number::{narrow, wide};
use crate::program::rows::{ProgramRows, Terms, VARIABLE_LIMIT, spend_model};
use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;
use isotask_wire::{DelayRow, DelayVariable, Scope};

/// The moves that the model has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    /// All: its bounds bind all symmetric schedules.
    All,
    /// Those to a node nearer to node 0: its bounds bind schedules along shortest paths.
    Nearer,
}

/// The model.
#[derive(Debug)]
pub(crate) struct FlowModel {
    /// Number of packets that start at each node, each packet translated so that it goes to node 0.
    starts: Vec<i128>,
    /// For every node and link the node to which it leads.
    next: Vec<usize>,
    /// For every node the links that lead to it, each with its sender.
    into: Vec<Vec<(usize, usize)>>,
    links: usize,
    slots: usize,
    /// The ports, if they are fewer than the links.
    ports: Option<u64>,
    fixed: Vec<Option<bool>>,
    objective: Vec<(usize, i128)>,
}

impl FlowModel {
    /// Rebuilds the model for `horizon` slots.
    ///
    /// # Complexity
    /// Time and space O(n · m · slots) within a fixed limit, and O(offsets · diameter).
    pub(crate) fn new(task: &Isotropic, claim: usize, horizon: u64, moves: Moves) -> Result<Self, Rejection> {
        let too_large = || Rejection::DelayModelTooLarge { claim, limit: VARIABLE_LIMIT };
        let network = &task.network;
        let each = network.nodes.checked_mul(wide(network.links()));
        let size = each.and_then(|moves| moves.checked_mul(horizon.max(1)));
        let size = size.filter(|&size| size <= VARIABLE_LIMIT).ok_or_else(too_large)?;
        // The distance of every node is looked up, too.
        spend_model(network, size, network.nodes.saturating_mul(wide(network.links()) + 2))?;
        let small = |number| usize::try_from(number).map_err(|_| too_large());
        let (nodes, links, slots) = (small(network.nodes)?, network.links(), small(horizon)?);
        let mut next = Vec::with_capacity(nodes * links);
        for node in 0..network.nodes {
            for link in 0..links {
                next.push(small(network.step(node, link))?);
            }
        }
        let mut into = vec![Vec::new(); nodes];
        // No packet leaves node 0.
        for node in 1..nodes {
            for link in 0..links {
                into[next[node * links + link]].push((node, link));
            }
        }
        let mut starts = vec![0; nodes];
        task.visit(|offset| {
            starts[small(network.seen_from(offset.index, 0))?] += i128::from(offset.count);
            Ok(())
        })?;
        let ports = (task.ports < wide(links)).then_some(task.ports);
        let (fixed, objective) = (Vec::new(), Vec::new());
        let mut model = Self { starts, next, into, links, slots, ports, fixed, objective };
        let hops = (0..network.nodes).map(|node| small(network.between(node, 0)));
        model.variables(&hops.collect::<Result<Vec<_>, _>>()?, moves);
        Ok(model)
    }

    /// Adds the variables of all moves of all slots, and fixes those to 0 that no schedule makes in time.
    fn variables(&mut self, hops: &[usize], moves: Moves) {
        let allowed = |from: usize, to: usize| moves == Moves::All || hops[to] < hops[from];
        // The least number of moves after which a packet can be at each node, found in rounds.
        let mut since: Vec<Option<usize>> =
            self.starts.iter().map(|&packets| (packets > 0).then_some(0)).collect();
        let mut front: Vec<usize> = (1..since.len()).filter(|&node| since[node].is_some()).collect();
        let mut round = 0;
        while !front.is_empty() {
            round += 1;
            let mut reached = Vec::new();
            for from in front {
                for &to in &self.next[from * self.links..][..self.links] {
                    if to != 0 && allowed(from, to) && since[to].is_none() {
                        since[to] = Some(round);
                        reached.push(to);
                    }
                }
            }
            front = reached;
        }
        for (node, since) in since.iter().enumerate().skip(1) {
            for link in 0..self.links {
                let to = self.next[node * self.links + link];
                for slot in 0..self.slots {
                    let begun = since.is_some_and(|since| since <= slot);
                    let in_time = hops[to] < self.slots - slot;
                    if to == 0 {
                        // Fewer than 2⁶⁴ slots.
                        self.objective.push((self.fixed.len(), i128::from(wide(slot)) + 1));
                    }
                    let possible = begun && in_time && allowed(node, to);
                    self.fixed.push((!possible).then_some(false));
                }
            }
        }
    }

    fn x(&self, node: usize, link: usize, slot: usize) -> usize {
        ((node - 1) * self.links + link) * self.slots + slot
    }

    fn node(&self, node: u64) -> Option<usize> {
        narrow(node, self.starts.len()).filter(|&node| node > 0)
    }

    fn slot(&self, slot: u64) -> Option<usize> {
        narrow(slot, self.slots)
    }

    /// Returns the packets that came to a node before slot `until`, less those that left it before slot
    /// `through`.
    fn balance(&self, node: usize, until: usize, through: usize) -> Vec<(usize, i128)> {
        let came = self.into[node].iter();
        let came = came.flat_map(|&(from, link)| (0..until).map(move |slot| (self.x(from, link, slot), 1)));
        let left =
            (0..self.links).flat_map(|link| (0..through).map(move |slot| (self.x(node, link, slot), -1)));
        came.chain(left).collect()
    }

    /// Returns all moves over a link in a slot, each with the factor −1.
    fn uses(&self, link: usize, slot: usize) -> impl Iterator<Item = (usize, i128)> + '_ {
        (1..self.starts.len()).map(move |node| (self.x(node, link, slot), -1))
    }
}

impl ProgramRows for FlowModel {
    fn fixed(&self) -> &[Option<bool>] {
        &self.fixed
    }

    fn objective(&self) -> &[(usize, i128)] {
        &self.objective
    }

    fn variable(&self, name: DelayVariable) -> Option<usize> {
        let DelayVariable::Use { packet: node, link, slot } = name else { return None };
        Some(self.x(self.node(node)?, narrow(link, self.links)?, self.slot(slot)?))
    }

    fn row(&self, name: DelayRow) -> Option<Terms> {
        match name {
            DelayRow::Hold { node, slot } => {
                let (node, slot) = (self.node(node)?, self.slot(slot)?);
                let list = self.balance(node, slot, slot + 1);
                Some(Terms { list, bound: -self.starts[node], equation: false })
            }
            DelayRow::Empty { node } => {
                let node = self.node(node)?;
                let list = self.balance(node, self.slots, self.slots);
                Some(Terms { list, bound: -self.starts[node], equation: true })
            }
            DelayRow::Column { link, slot } => {
                let (link, slot) = (narrow(link, self.links)?, self.slot(slot)?);
                Some(Terms { list: self.uses(link, slot).collect(), bound: -1, equation: false })
            }
            DelayRow::Ports { slot } => {
                let (ports, slot) = (self.ports?, self.slot(slot)?);
                let list = (0..self.links).flat_map(|link| self.uses(link, slot)).collect();
                Some(Terms { list, bound: -i128::from(ports), equation: false })
            }
            _ => None,
        }
    }
}

/// Returns a number of slots beyond which no schedule of the scope gains anything.
///
/// If a packet comes to a node twice, the moves between can be left out, and a slot without moves can be left
/// out: no `C_i` rises. So as many slots are enough as all packets together make moves, each packet no more
/// than there are nodes.
pub(crate) fn sufficient(task: &Isotropic, scope: Scope) -> u128 {
    if scope == Scope::IsotropicShortest { task.distances } else { task.longest }
}
