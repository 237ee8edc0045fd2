//! Where the packets of a sender may be that come in time, and what is cheapest there, slot by slot.

use crate::bound::prices::flow::FlowRows;
use crate::model::wide;

/// Not in a region; a cost of what is not reached, to which that of an arc can be added.
const NONE: u32 = u32::MAX;
const FAR: u64 = u64::MAX / 2;

/// The nodes on ways of a sender's packets that are short enough.
#[derive(Debug)]
pub(super) struct Region<'a> {
    /// Where packets go, and how many.
    pub(super) demands: &'a [(u32, u64)],
    /// From the nearest on; none if no packet is in time.
    pub(super) nodes: Vec<u32>,
    /// By place among them: hops from the sender, and to the nearest destination.
    hops: Vec<usize>,
    left: Vec<usize>,
}

impl<'a> Region<'a> {
    pub(super) fn new(flow: &FlowRows<'_>, from: u32, demands: &'a [(u32, u64)], slots: usize) -> Self {
        let graph = flow.task.graph();
        let hops = graph.distances_from(from);
        let left = graph.distances_to_nearest(demands.iter().map(|&(to, _)| to).collect());
        let is_near = |&node: &u32| {
            let (before, after) = (hops[wide(node)], left[wide(node)]);
            before != NONE && after != NONE && wide(before) + wide(after) <= slots
        };
        let mut nodes: Vec<u32> = (0..graph.nodes()).filter(is_near).collect();
        nodes.sort_by_key(|&node| hops[wide(node)]);
        let by_place = |of: &[u32]| nodes.iter().map(|&node| wide(of[wide(node)])).collect();
        Self { demands, hops: by_place(&hops), left: by_place(&left), nodes }
    }
}

/// What is cheapest from one node, slot by slot, in its region.
#[derive(Debug)]
pub(super) struct Cheapest {
    slots: usize,
    /// By slot, then place in the region: the cost after it.
    costs: Vec<u64>,
    /// The place of a node.
    place: Vec<u32>,
    /// By place: where the arcs that come to it begin, and their number at the end; and the places they come
    /// from.
    first: Vec<usize>,
    steps: Vec<(u32, u32)>,
}

impl Cheapest {
    pub(super) fn new(nodes: usize, slots: usize) -> Self {
        Self { slots, costs: Vec::new(), place: vec![NONE; nodes], first: Vec::new(), steps: Vec::new() }
    }

    /// Goes over to another region; `costs` slot by slot, then by arc.
    ///
    /// # Complexity
    /// O(A · T) for A arcs and T slots.
    pub(super) fn fill(&mut self, flow: &FlowRows<'_>, costs: &[u64], region: &Region<'_>) {
        self.enter(flow, region);
        let width = region.nodes.len();
        self.costs.clear();
        self.costs.resize(width * (self.slots + 1), FAR);
        if width > 0 {
            // The sender is the nearest.
            self.costs[0] = 0;
        }
        let arcs = costs.len() / self.slots;
        for slot in 0..self.slots {
            let (before, after) = self.costs[slot * width..].split_at_mut(width);
            let of_slot = &costs[slot * arcs..][..arcs];
            let reached = region.hops.partition_point(|&hops| hops <= slot + 1);
            for here in 0..reached {
                let mut least = before[here];
                if region.left[here] < self.slots - slot {
                    for &(arc, from) in &self.steps[self.first[here]..self.first[here + 1]] {
                        least = least.min(before[wide(from)] + of_slot[wide(arc)]);
                    }
                }
                after[here] = least;
            }
        }
    }

    /// Looks up the places and arcs of a region.
    fn enter(&mut self, flow: &FlowRows<'_>, region: &Region<'_>) {
        let graph = flow.task.graph();
        self.place.fill(NONE);
        for (place, &node) in (0..).zip(&region.nodes) {
            self.place[wide(node)] = place;
        }
        self.first.clear();
        self.steps.clear();
        for &node in &region.nodes {
            self.first.push(self.steps.len());
            let steps = graph.entering(node).iter().map(|&arc| (arc, self.place[wide(graph.from(arc))]));
            self.steps.extend(steps.filter(|&(_, from)| from != NONE));
        }
        self.first.push(self.steps.len());
    }

    /// What the cheapest way to a node costs, if one is in time.
    pub(super) fn cost(&self, to: u32) -> Option<u64> {
        let place = Some(self.place[wide(to)]).filter(|&place| place != NONE)?;
        let last = self.costs.len() - (self.first.len() - 1);
        Some(self.costs[last + wide(place)]).filter(|&cost| cost < FAR)
    }

    /// The moves of the cheapest way to a node that has one, the last first.
    pub(super) fn trace(&self, costs: &[u64], to: u32, mut take: impl FnMut(usize, u32)) {
        let (width, arcs) = (self.first.len() - 1, costs.len() / self.slots);
        let mut here = wide(self.place[wide(to)]);
        for slot in (0..self.slots).rev() {
            let before = &self.costs[slot * width..][..width];
            let cost = self.costs[(slot + 1) * width + here];
            if before[here] == cost {
                continue;
            }
            let mut steps = self.steps[self.first[here]..self.first[here + 1]].iter();
            let is_cheapest =
                |&&(arc, from): &&(u32, u32)| before[wide(from)] + costs[slot * arcs + wide(arc)] == cost;
            let &(arc, from) = steps.find(is_cheapest).expect("a cost comes from somewhere");
            take(slot, arc);
            here = wide(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use crate::model::DemandsTask;
    use crate::wire::{TaskDocument, parse};

    /// By a table of all nodes after every slot (Bellman 1957), whatever the costs are; the moves of the way
    /// follow each other and cost as much.
    #[test]
    fn ways_are_as_cheap_as_without_a_region() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":7,
            "links":[[0,1],[1,2],[2,3],[3,4],[4,0],[1,3],[4,5],[5,6],[6,0]]},
            "task":{"kind":"demands","packets":[{"from":0,"to":2},{"from":0,"to":5},{"from":0,"to":6}]},
            "ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let (flow, mut random) = (FlowRows::new(&task, None), Random::new(1));
        let (graph, nodes) = (task.graph(), wide(task.graph().nodes()));
        let arcs = wide(graph.arcs());
        for slots in 1..9 {
            let region = Region::new(&flow, 0, &flow.demands[0], slots);
            let mut cheapest = Cheapest::new(nodes, slots);
            for _ in 0..20 {
                let costs: Vec<u64> =
                    (0..arcs * slots).map(|_| u64::try_from(random.below(9)).expect("small")).collect();
                cheapest.fill(&flow, &costs, &region);
                let mut all = vec![FAR; nodes];
                all[0] = 0;
                for of_slot in costs.chunks(arcs) {
                    let before = all.clone();
                    for (arc, cost) in (0..graph.arcs()).zip(of_slot) {
                        let to = &mut all[wide(graph.to(arc))];
                        *to = (*to).min(before[wide(graph.from(arc))] + cost);
                    }
                }
                for to in [2, 5, 6] {
                    let cost = cheapest.cost(to);
                    assert_eq!(cost, Some(all[wide(to)]).filter(|&cost| cost < FAR), "{to} in {slots}");
                    let (mut paid, mut here, mut until) = (0, to, slots);
                    if cost.is_some() {
                        cheapest.trace(&costs, to, |slot, arc| {
                            assert!(slot < until && graph.to(arc) == here, "{to} in {slots}");
                            paid += costs[slot * arcs + wide(arc)];
                            (here, until) = (graph.from(arc), slot);
                        });
                        assert_eq!((here, Some(paid)), (0, cost));
                    }
                }
            }
        }
    }
}
