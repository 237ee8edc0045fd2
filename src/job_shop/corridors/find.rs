//! Corridors: the arcs on some shortest routes of every packet.

use crate::graph::Random;
use crate::model::{DemandsTask, Graph, Node, Packet, count_of, wide};
use rayon::prelude::*;

/// Most nodes of a corridor at the same distance from its start, and most arcs from one of them.
const MAX_WIDTH: u64 = 8;
/// Most arcs of all corridors together, about; with more moves than this corridors are one node wide.
const MAX_STEPS: u64 = 1 << 23;
/// With at most this many arcs for each move, packets may take all arcs; with more, those of some corridor.
const MAX_ARCS_PER_MOVE_FOR_ALL: u64 = 4;
/// Packets between two checks whether to stop.
const PACKETS_BETWEEN_STOP_CHECKS: u64 = 256;
/// Packets that one thread takes one after the other.
const PACKETS_PER_CHUNK: usize = 1 << 13;

/// An arc of a corridor between two of its places, which are its nodes in the order of the distance from the
/// start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The arc, as one of those that packets may take.
    pub(super) arc: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The corridors of all packets: the arcs on some shortest routes of each.
#[derive(Debug)]
pub(super) struct Corridors {
    /// By packet: where its steps begin, and their number at the end.
    first: Vec<usize>,
    /// The steps of each packet, by increasing beginning.
    steps: Vec<Step>,
    hops: Vec<u32>,
    /// The arcs that packets may take: all, or those that some corridor has.
    pub(super) arcs: Vec<u32>,
}

impl Corridors {
    /// Returns the corridors of the packets in the order of the loads; none if it was stopped.
    ///
    /// Distances come from a formula where the network has one, else from a search from both ends.
    ///
    /// # Complexity
    /// O(t · n + A + S) space for t threads, n nodes, A arcs and S steps. On a graph of degree m a packet of
    /// distance d takes about O(m^(d/2)) time, at most O(A).
    pub(super) fn new(
        task: &DemandsTask,
        packets: &[Packet],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let graph = task.graph();
        let width = (MAX_STEPS / task.least_moves().max(1)).clamp(1, MAX_WIDTH);
        let width = usize::try_from(width).expect("at most 8");
        // Each packet is independent, so that the result does not depend on the threads.
        let few = packets.par_chunks(PACKETS_PER_CHUNK).enumerate();
        let found: Option<Vec<Chunk>> = few
            .map(|(number, few)| Chunk::new(task, few, count_of(number * PACKETS_PER_CHUNK), width, stop))
            .collect();
        let (mut first, mut steps, mut hops) = (vec![0], Vec::new(), Vec::new());
        for few in found? {
            first.extend(few.ends.iter().map(|end| steps.len() + end));
            steps.extend(few.steps);
            hops.extend(few.hops);
        }
        let mut arcs: Vec<u32> = if u64::from(graph.arcs()) <= MAX_ARCS_PER_MOVE_FOR_ALL * task.least_moves()
        {
            // Detours use the other arcs.
            (0..graph.arcs()).collect()
        } else {
            steps.iter().map(|step| step.arc).collect()
        };
        arcs.sort_unstable();
        arcs.dedup();
        let mut place = vec![0; wide(graph.arcs())];
        for (&arc, at) in arcs.iter().zip(0..) {
            place[wide(arc)] = at;
        }
        for step in &mut steps {
            step.arc = place[wide(step.arc)];
        }
        Some(Self { first, steps, hops, arcs })
    }

    /// Returns the number of an arc among those that packets may take, if it is one.
    pub(super) fn place(&self, arc: u32) -> Option<u32> {
        self.arcs.binary_search(&arc).ok().map(|at| u32::try_from(at).expect("at most 2^25 arcs"))
    }

    /// Returns the number of packets.
    pub(super) fn len(&self) -> usize {
        self.hops.len()
    }

    /// Returns the hops of a packet.
    pub(super) fn hops(&self, packet: u32) -> usize {
        wide(self.hops[wide(packet)])
    }

    /// Returns the steps of a packet, from its start to its end.
    pub(super) fn of(&self, packet: u32) -> &[Step] {
        &self.steps[self.first[wide(packet)]..self.first[wide(packet) + 1]]
    }
}

/// The corridors of a chunk of the list of packets.
struct Chunk {
    hops: Vec<u32>,
    /// By packet: where its steps end.
    ends: Vec<usize>,
    steps: Vec<Step>,
}

impl Chunk {
    /// Finds the corridors of a chunk; `first` is the number of its first packet in the whole list.
    fn new(
        task: &DemandsTask,
        packets: &[Packet],
        first: u64,
        width: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut finder = Finder::new(task.graph(), width);
        let mut few = Self { hops: Vec::new(), ends: Vec::new(), steps: Vec::new() };
        for (packet, number) in packets.iter().zip(first..) {
            if number.is_multiple_of(PACKETS_BETWEEN_STOP_CHECKS) && stop() {
                return None;
            }
            let Packet::Personal { from, to } = *packet else { return None };
            finder.random = Random::new(number);
            if task.network().link_list().is_some() {
                finder.meet(from.narrow(), to.narrow());
            } else {
                finder.walk(from.narrow(), |node| task.network().distance_between(Node(node.into()), to));
            }
            few.hops.push(u32::try_from(finder.layers.len()).expect("at most the nodes"));
            finder.append(from.narrow(), &mut few.steps);
            few.ends.push(few.steps.len());
        }
        Some(few)
    }
}

/// Finds the corridor of one packet after the other.
struct Finder<'a> {
    graph: &'a Graph,
    width: usize,
    random: Random,
    /// Layer by layer, from the start to the end: the arcs on shortest routes.
    layers: Vec<Vec<u32>>,
    /// By node: the mark of the last search that reached it, which is twice the number of the search, plus
    /// one if it came from the end; and the distance from where that began.
    seen: Vec<u32>,
    far: Vec<u32>,
    searches: u32,
}

impl<'a> Finder<'a> {
    fn new(graph: &'a Graph, width: usize) -> Self {
        let nodes = wide(graph.nodes());
        let random = Random::new(0);
        Self {
            graph,
            width,
            random,
            layers: Vec::new(),
            seen: vec![0; nodes],
            far: vec![0; nodes],
            searches: 0,
        }
    }

    /// Finds the layers from the start, each one hop nearer to the end.
    fn walk(&mut self, from: u32, left: impl Fn(u32) -> u64) {
        self.layers.clear();
        let mut layer = vec![from];
        for left_here in (0..left(from)).rev() {
            let arcs = |graph: &'a Graph, node: u32| graph.leaving(node);
            let (steps, next) = self.layer(&layer, arcs, Graph::to, |there| left(there) == left_here);
            self.layers.push(steps);
            layer = next;
        }
    }

    /// Searches from both ends, in each step from the smaller front, until they meet, in at most as many
    /// nodes as a corridor is wide. Returns these and the hops of each search. Each packet searches a front
    /// in another order.
    fn middle(&mut self, marks: [u32; 2], ends: [u32; 2]) -> (Vec<u32>, [u32; 2]) {
        let mut fronts = ends.map(|end| vec![end]);
        for (mark, end) in marks.into_iter().zip(ends) {
            (self.seen[wide(end)], self.far[wide(end)]) = (mark, 0);
        }
        let (mut hops, mut middle) = ([0, 0], Vec::new());
        while middle.is_empty() {
            let turn = usize::from(fronts[0].len() > fronts[1].len());
            hops[turn] += 1;
            let front = std::mem::take(&mut fronts[turn]);
            let (behind, before) = front.split_at(self.random.below(front.len()));
            let next = &mut fronts[turn];
            for &here in before.iter().chain(behind) {
                if middle.len() >= self.width {
                    break;
                }
                let mut look = |there: u32| {
                    let seen = &mut self.seen[wide(there)];
                    if *seen == marks[1 - turn] {
                        if !middle.contains(&there) {
                            middle.push(there);
                        }
                    } else if *seen != marks[turn] {
                        (*seen, self.far[wide(there)]) = (marks[turn], hops[turn]);
                        next.push(there);
                    }
                };
                if turn == 0 {
                    self.graph.leaving(here).for_each(|arc| look(self.graph.to(arc)));
                } else {
                    self.graph.entering(here).iter().for_each(|&arc| look(self.graph.from(arc)));
                }
            }
        }
        middle.truncate(self.width);
        (middle, hops)
    }

    /// Finds the layers from the middle back to both ends.
    fn meet(&mut self, from: u32, to: u32) {
        self.searches += 1;
        let marks = [2 * self.searches, 2 * self.searches + 1];
        let (middle, hops) = self.middle(marks, [from, to]);
        self.layers.clear();
        let mut layer = middle.clone();
        for far in (0..hops[0]).rev() {
            let entering = |graph: &'a Graph, node: u32| graph.entering(node).iter().copied();
            let is_before = |finder: &Self, there: u32| {
                finder.seen[wide(there)] == marks[0] && finder.far[wide(there)] == far
            };
            let (steps, next) = self.layer_of(&layer, entering, Graph::from, is_before);
            self.layers.push(steps);
            layer = next;
        }
        self.layers.reverse();
        let mut layer = middle;
        for far in (0..hops[1]).rev() {
            let leaving = |graph: &'a Graph, node: u32| graph.leaving(node);
            let is_behind = |finder: &Self, there: u32| {
                finder.seen[wide(there)] == marks[1] && finder.far[wide(there)] == far
            };
            let (steps, next) = self.layer_of(&layer, leaving, Graph::to, is_behind);
            self.layers.push(steps);
            layer = next;
        }
    }

    fn layer<I: Iterator<Item = u32>>(
        &mut self,
        layer: &[u32],
        arcs: impl Fn(&'a Graph, u32) -> I,
        end: impl Fn(&Graph, u32) -> u32,
        is_next: impl Fn(u32) -> bool,
    ) -> (Vec<u32>, Vec<u32>) {
        self.layer_of(layer, arcs, end, |_, there| is_next(there))
    }

    /// Returns the arcs from the nodes of a layer to the next layer, and the next layer: at most `width`
    /// nodes, one of them next to the first node of the layer. Each packet chooses others at random.
    fn layer_of<I: Iterator<Item = u32>>(
        &mut self,
        layer: &[u32],
        arcs: impl Fn(&'a Graph, u32) -> I,
        end: impl Fn(&Graph, u32) -> u32,
        is_next: impl Fn(&Self, u32) -> bool,
    ) -> (Vec<u32>, Vec<u32>) {
        let (graph, mut steps, mut next) = (self.graph, Vec::new(), Vec::new());
        for &here in layer {
            let mut found: Vec<u32> =
                arcs(graph, here).filter(|&arc| is_next(self, end(graph, arc))).collect();
            if found.len() > 1 {
                let turn = self.random.below(found.len());
                found.rotate_left(turn);
            }
            for &arc in found.iter().take(self.width) {
                let there = end(graph, arc);
                let is_known = next.contains(&there);
                if is_known || next.len() < self.width {
                    steps.push(arc);
                    if !is_known {
                        next.push(there);
                    }
                }
            }
        }
        (steps, next)
    }

    /// Appends the steps of this packet to those of other packets.
    fn append(&self, from: u32, steps: &mut Vec<Step>) {
        let (mut here, mut base) = (vec![from], 0);
        for arcs in &self.layers {
            let mut next: Vec<u32> = Vec::new();
            let begin = steps.len();
            for &arc in arcs {
                // Arcs that no route from the start reaches are left out.
                let Some(place) = here.iter().position(|&node| node == self.graph.from(arc)) else {
                    continue;
                };
                let there = self.graph.to(arc);
                let to = next.iter().position(|&node| node == there).unwrap_or_else(|| {
                    next.push(there);
                    next.len() - 1
                });
                let number = |place: usize| u32::try_from(count_of(place)).expect("at most the nodes");
                steps.push(Step { arc, from: number(base + place), to: number(base + here.len() + to) });
            }
            steps[begin..].sort_by_key(|step| step.from);
            base += here.len();
            here = next;
        }
    }
}
