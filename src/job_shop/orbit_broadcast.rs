//! Broadcasts under a group of automorphisms: one packet of each class of nodes for all.

use super::listed::ListSearch;
use super::negotiated::OrbitFound;
use crate::graph::{Cover, hopcroft_karp, mix64};
use crate::model::{
    ArcOrbits, DemandsTask, Graph, Load, Node, OrbitSchedule, OrbitStep, Packet, Subgroup, count_of, wide,
};

/// Most packets times nodes of the table, and how many orders of equals are tried.
const MAX_PACKETS_TIMES_NODES: usize = 1 << 24;
const ORDERS_OF_EQUALS: u64 = 8;

/// A schedule shorter than `known` of packets that are copied to all nodes, or combined from all, one of each
/// orbit under a group; none if none was found, the group does not keep the task, or some nodes are switches.
///
/// Slot by slot: links that the group takes to one another are one machine, which brings one packet to one
/// node that lacks it; as many machines as can are matched with such pairs, packets that few nodes have going
/// first. Every pair is served once, by any of as many machines as links lead to the node, so that mostly
/// none is idle.
///
/// # Complexity
/// O(P · n) space for P packets, one of each orbit, and n nodes; O(A · P) time for a slot at worst, for A
/// directed links, beside the matching.
#[must_use]
pub fn orbit_broadcast(
    task: &DemandsTask,
    group: &Subgroup,
    known: u64,
    search: ListSearch<'_>,
) -> Option<OrbitFound> {
    if !task.is_combined() {
        return copied(task, group, known, search);
    }
    let found = copied(&task.reversed(), group, known, search)?;
    // Time is turned round, and with it every move and what becomes of a packet.
    let network = task.network().reversed();
    let turned = |&OrbitStep { packet, node, link }: &OrbitStep| {
        let there = network.adjacent(node, link).expect("a link of the reversed network");
        let link = task.network().link_between(there, node).expect("the same link");
        OrbitStep { packet, node: there, link }
    };
    let slots = found.schedule.slots.iter().rev();
    let slots = slots.map(|slot| slot.iter().map(turned).collect()).collect();
    let packets = found.schedule.packets.iter().map(|packet| packet.reversed()).collect();
    Some(OrbitFound { schedule: OrbitSchedule { packets, slots, ..found.schedule }, ..found })
}

fn copied(task: &DemandsTask, group: &Subgroup, known: u64, search: ListSearch<'_>) -> Option<OrbitFound> {
    let loads = task.orbits(group)?;
    let packets: Vec<Packet> = loads.iter().flat_map(Load::packets).collect();
    let is_large =
        packets.len().checked_mul(wide(task.graph().nodes())).is_none_or(|all| all > MAX_PACKETS_TIMES_NODES);
    if is_large || task.network().switches().is_some() || task.has_lost_links(group) {
        return None;
    }
    let spread = Spread { task, group, orbits: ArcOrbits::new(task.network(), task.graph(), group), packets };
    let mut best: Option<Vec<Vec<OrbitStep>>> = None;
    for seed in 0..ORDERS_OF_EQUALS {
        let limit = best.as_ref().map_or(known, |slots| count_of(slots.len()));
        let stop = if best.is_some() { search.stop } else { search.cancel };
        if limit <= search.lower || stop() {
            break;
        }
        best = spread.attempt(seed, limit, stop).or(best);
    }
    let slots = best?;
    let cut_short = search.cut_short(count_of(slots.len()) <= search.lower);
    let schedule = OrbitSchedule { group: group.clone(), packets: spread.packets, slots };
    Some(OrbitFound { schedule, cut_short })
}

/// The packets to be spread, and the machines over which they are spread.
struct Spread<'a> {
    task: &'a DemandsTask,
    group: &'a Subgroup,
    orbits: ArcOrbits,
    packets: Vec<Packet>,
}

/// Which nodes have which packets.
struct Held {
    nodes: usize,
    /// By packet, then node: whether the node has it.
    places: Vec<bool>,
    /// By packet: how many nodes have it.
    holders: Vec<u32>,
    /// Number of pairs of a node and a packet that it lacks.
    lacking: usize,
}

impl Held {
    fn has(&self, packet: u32, node: u32) -> bool {
        self.places[self.place(packet, node)]
    }

    fn place(&self, packet: u32, node: u32) -> usize {
        wide(packet) * self.nodes + wide(node)
    }

    fn take(&mut self, packet: u32, node: u32) {
        let place = self.place(packet, node);
        self.places[place] = true;
        self.holders[wide(packet)] += 1;
        self.lacking -= 1;
    }
}

/// A move that a machine could make.
#[derive(Clone, Copy)]
struct Choice {
    packet: u32,
    arc: u32,
}

impl Spread<'_> {
    fn graph(&self) -> &Graph {
        self.task.graph()
    }

    /// A schedule of fewer than `limit` slots.
    fn attempt(&self, seed: u64, limit: u64, stop: &dyn Fn() -> bool) -> Option<Vec<Vec<OrbitStep>>> {
        let mut held = self.start();
        let (mut cover, mut slots) = (Cover::default(), Vec::new());
        while held.lacking > 0 {
            if count_of(slots.len()) + 1 >= limit || stop() {
                return None;
            }
            let mixed = mix64(seed ^ (count_of(slots.len()) << 32));
            let mut choices = self.choices(&held, mixed);
            if self.task.shares_ports() {
                self.keep_ports(&mut choices, &mut cover, mixed);
            }
            let moves = self.matched(&held, &choices);
            if moves.is_empty() {
                return None;
            }
            for &Choice { packet, arc } in &moves {
                held.take(packet, self.graph().to(arc));
            }
            slots.push(moves.into_iter().map(|choice| self.step(choice)).collect());
        }
        Some(slots)
    }

    fn start(&self) -> Held {
        let nodes = wide(self.graph().nodes());
        let lacking = self.packets.len() * nodes;
        let (places, holders) = (vec![false; lacking], vec![0; self.packets.len()]);
        let mut held = Held { nodes, places, holders, lacking };
        for (packet, ends) in (0..).zip(&self.packets) {
            let Packet::Copied { from } = *ends else { continue };
            held.take(packet, from.narrow());
        }
        held
    }

    /// Returns for every machine some moves that it could make, rare packets first: as many as there are
    /// machines that compete for their packets, so that more would not help.
    fn choices(&self, held: &Held, mixed: u64) -> Vec<Vec<Choice>> {
        let mut order: Vec<u32> = (0..).take(self.packets.len()).collect();
        let key = |&packet: &u32| (held.holders[wide(packet)], mix64(mixed ^ u64::from(packet)));
        order.sort_by_cached_key(key);
        let graph = self.graph();
        let of_machine = |arcs: &Vec<u32>| {
            let enough = wide(graph.degree_in(graph.to(arcs[0])));
            let first = usize::try_from(mixed % count_of(arcs.len())).expect("an index of a list");
            let arcs = || arcs[first..].iter().chain(&arcs[..first]).copied();
            let useful = |packet, arc| held.has(packet, graph.from(arc)) && !held.has(packet, graph.to(arc));
            let all = order.iter().flat_map(|&packet| arcs().map(move |arc| Choice { packet, arc }));
            all.filter(|choice| useful(choice.packet, choice.arc)).take(enough).collect()
        };
        self.orbits.arcs.iter().map(of_machine).collect()
    }

    /// Keeps the choices of as many machines as the ports of the classes allow.
    fn keep_ports(&self, choices: &mut [Vec<Choice>], cover: &mut Cover, mixed: u64) {
        let (task, graph, classes) = (self.task, self.graph(), self.group.classes());
        let half = |node: u32| task.is_half_duplex(node);
        let class = |node: u32| self.group.class(Node(node.into()));
        cover.clear(2 * wide(classes));
        let mut order: Vec<u32> = (0..).take(choices.len()).collect();
        order.sort_by_cached_key(|&machine| mix64(mixed ^ u64::from(machine)));
        for machine in order.into_iter().filter(|&machine| !choices[wide(machine)].is_empty()) {
            let arc = self.orbits.arcs[wide(machine)][0];
            let (from, to) = (graph.from(arc), graph.to(arc));
            let receives = if half(to) { class(to) } else { classes + class(to) };
            cover.push([class(from), receives], machine);
        }
        let least = |vertex: u32| self.group.least(vertex % classes).narrow();
        let capacity = |vertex: u32| match least(vertex) {
            node if vertex < classes => task.sends_of(node),
            node => task.receives_of(node),
        };
        let mut vertices: Vec<u32> = (0..2 * classes).collect();
        vertices.sort_by_cached_key(|&vertex| mix64(mixed ^ (u64::from(vertex) << 32)));
        let capacities: Vec<u32> = (0..2 * classes).map(capacity).collect();
        let mut kept = vec![false; choices.len()];
        for machine in cover.heaviest(&vertices, &capacities) {
            kept[wide(machine)] = true;
        }
        for (choices, kept) in choices.iter_mut().zip(kept) {
            if !kept {
                choices.clear();
            }
        }
    }

    /// A move of as many machines as can bring different packets, or to different nodes.
    fn matched(&self, held: &Held, choices: &[Vec<Choice>]) -> Vec<Choice> {
        let place = |choice: &Choice| held.place(choice.packet, self.graph().to(choice.arc));
        let adjacent: Vec<Vec<usize>> =
            choices.iter().map(|choices| choices.iter().map(place).collect()).collect();
        let found = hopcroft_karp(&adjacent, held.places.len());
        let chosen = |(choices, found): (&Vec<Choice>, &Option<usize>)| {
            choices.iter().find(|choice| Some(place(choice)) == *found).copied()
        };
        choices.iter().zip(&found).filter_map(chosen).collect()
    }

    fn step(&self, Choice { packet, arc }: Choice) -> OrbitStep {
        OrbitStep { packet, node: Node(self.graph().from(arc).into()), link: self.graph().link(arc) }
    }
}
