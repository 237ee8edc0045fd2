//! The packets of one group, and what goes where in each slot.

use crate::model::{
    AllreduceTask, DemandsTask, ExplicitGraph, ExplicitSchedule, Node, Packet, Problem, Schedule, Sent,
    count_of, wide,
};
use crate::solve::{SolveError, SolveOptions, solve};
use crate::wire::{
    Claim, Graph, GraphLink, Lower, Network, NodeRef, Ports, Quantity, ScheduleBody, Scope, TaskDocument,
};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// A schedule of one group, slot by slot.
#[derive(Debug, Clone)]
pub(super) struct Freight {
    pub(super) packets: Vec<Packet>,
    pub(super) slots: Vec<Vec<Sent>>,
}

/// A group that has been solved alone, over all links of the network.
#[derive(Debug)]
pub(super) struct Solved {
    pub(super) freight: Freight,
    /// Bounds on the slots of every schedule, the greatest first.
    pub(super) lowers: Vec<Lower>,
}

/// Returns the nodes that take part in a task.
pub(super) fn hosts(problem: &Problem) -> impl Iterator<Item = u32> + '_ {
    let network = problem.network();
    (0..network.nodes()).map(Node).filter(|&node| !network.is_switch(node)).map(Node::narrow)
}

/// Solves the task of a group as if there were no other; none if the search ends without a schedule.
pub(super) fn alone(problem: &Problem, options: &SolveOptions<'_>) -> Result<Option<Solved>, SolveError> {
    let Ok(solution) = solve(problem, options)?.solution() else { return Ok(None) };
    let certificate = solution.certificate;
    let is_bound = |claim: &&Claim| claim.quantity == Quantity::CompletionTime && claim.scope == Scope::All;
    let mut lowers: Vec<Lower> =
        certificate.claims.iter().filter(is_bound).map(|claim| claim.lower.clone()).collect();
    lowers.sort_by_key(|lower| std::cmp::Reverse(lower.value()));
    Ok(Some(Solved { freight: Freight::of(problem, &certificate.schedule), lowers }))
}

/// Solves the task of a group over the links among its own nodes alone; none if these do not join them, or no
/// node is left out.
pub(super) fn among_hosts(problem: &Problem, options: &SolveOptions<'_>) -> Option<Freight> {
    let (document, network) = (problem.document(), problem.network());
    network.switches()?;
    let demands = problem.demands().map(DemandsTask::graph);
    let graph = demands.or_else(|| problem.allreduce().map(AllreduceTask::graph))?;
    let is_switch = |node: u32| network.is_switch(Node(node.into()));
    let hosts: Vec<u32> = (0..graph.nodes()).filter(|&node| !is_switch(node)).collect();
    let place = |node: u32| hosts.binary_search(&node).ok().and_then(|place| u32::try_from(place).ok());
    let is_directed = network.link_list().is_some_and(ExplicitGraph::is_directed);
    let mut capacities: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for arc in 0..graph.arcs() {
        let ends = place(graph.from(arc)).zip(place(graph.to(arc)));
        if let Some(ends) = ends.filter(|(from, to)| is_directed || from < to) {
            *capacities.entry(ends).or_default() += 1;
        }
    }
    let link = |(&(from, to), &capacity): (&(u32, u32), &u32)| GraphLink { from, to, capacity };
    let inside = Graph {
        nodes: count_of(hosts.len()),
        directed: is_directed,
        names: None,
        switch_ports: Ports::All,
        switches: None,
        links: capacities.iter().map(link).collect::<Vec<_>>().into(),
    };
    let mut task = document.task.clone();
    for node in task.named_nodes_mut() {
        let known = network.node(node, String::new).ok()?;
        *node = NodeRef::Index(place(known.narrow())?.into());
    }
    let (ports, objective) = (document.ports, document.objective);
    let inside = TaskDocument::new(None, Network::Graph(inside), task, ports, objective);
    let inside = Problem::new(&inside).ok()?;
    let solution = solve(&inside, options).ok()?.solution().ok()?;
    let found = Freight::of(&inside, &solution.certificate.schedule);
    Some(found.renamed(|node| Node(hosts[wide(node.narrow())].into())))
}

impl Freight {
    /// Takes the moves of a schedule that the checker has accepted.
    pub(super) fn of(problem: &Problem, body: &ScheduleBody) -> Self {
        let schedule = Schedule::accepted(problem, body);
        let (mut packets, mut slots) = (Vec::new(), Vec::<Vec<Sent>>::new());
        let mut numbers: BTreeMap<(Packet, Option<u64>), u32> = BTreeMap::new();
        let visited: Result<(), Infallible> =
            schedule.visit(problem, None, 0..schedule.length(), |slot, sent| {
                let number = *numbers.entry((sent.packet, sent.copy)).or_insert_with(|| {
                    packets.push(sent.packet);
                    u32::try_from(packets.len() - 1).expect("tasks in tables have at most 2^22 packets")
                });
                let slot = usize::try_from(slot).expect("a slot with a move");
                slots.resize(slots.len().max(slot + 1), Vec::new());
                slots[slot].push(Sent::new(number, sent.from, sent.to));
                Ok(())
            });
        let Ok(()) = visited;
        Self { packets, slots }
    }

    /// Gives nodes other numbers.
    fn renamed(mut self, node: impl Fn(Node) -> Node) -> Self {
        for packet in &mut self.packets {
            *packet = match *packet {
                Packet::Personal { from, to } => Packet::Personal { from: node(from), to: node(to) },
                Packet::Copied { from } => Packet::Copied { from: node(from) },
                Packet::Combined { to } => Packet::Combined { to: node(to) },
                summed @ Packet::Summed { .. } => summed,
            };
        }
        for sent in self.slots.iter_mut().flatten() {
            *sent = Sent::new(sent.packet, node(sent.from()), node(sent.to()));
        }
        self
    }

    /// Writes it as the schedule of a document.
    pub(super) fn written(self, problem: &Problem) -> ScheduleBody {
        let Self { packets, mut slots } = self;
        for slot in &mut slots {
            slot.sort_unstable();
        }
        Schedule::from(ExplicitSchedule { packets, slots }).body(problem)
    }
}
