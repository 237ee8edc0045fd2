//! Computes where the packets of a sender can be if they arrive in time, and their least cost there, slot by
//! slot.

use crate::bound::prices::flow::FlowRows;
use crate::model::wide;

/// Hops to a node that no route reaches, and the place of a node outside a region; and the cost of a node
/// that is not reached, to which the cost of an arc can be added without overflow.
const UNREACHED: u32 = u32::MAX;
const UNREACHED_COST: u64 = u64::MAX / 2;

/// The nodes on routes of a sender's packets that are short enough.
#[derive(Debug)]
pub(super) struct Region<'a> {
    /// Destinations, each with its number of packets.
    pub(super) demands: &'a [(u32, u64)],
    /// Nodes by increasing distance from the sender; none if no packet can arrive in time.
    pub(super) nodes: Vec<u32>,
    /// By place in `nodes`: hops from the sender, and to the nearest destination.
    hops: Vec<usize>,
    hops_left: Vec<usize>,
}

impl<'a> Region<'a> {
    pub(super) fn new(flow: &FlowRows<'_>, from: u32, demands: &'a [(u32, u64)], slots: usize) -> Self {
        let graph = flow.task.graph();
        let hops = graph.distances_from(from);
        let hops_left = graph.distances_to_nearest(demands.iter().map(|&(to, _)| to).collect());
        let is_near = |&node: &u32| {
            let (before, after) = (hops[wide(node)], hops_left[wide(node)]);
            before != UNREACHED && after != UNREACHED && wide(before) + wide(after) <= slots
        };
        let mut nodes: Vec<u32> = (0..graph.nodes()).filter(is_near).collect();
        nodes.sort_by_key(|&node| hops[wide(node)]);
        let by_place = |of: &[u32]| nodes.iter().map(|&node| wide(of[wide(node)])).collect();
        Self { demands, hops: by_place(&hops), hops_left: by_place(&hops_left), nodes }
    }
}

/// The least costs from one node to the nodes of its region, slot by slot.
#[derive(Debug)]
pub(super) struct Cheapest {
    slots: usize,
    /// The least cost before each slot and after the last, by slot, then place in the region.
    costs: Vec<u64>,
    /// By node: its place in the region.
    place: Vec<u32>,
    /// By place: the start of its entering arcs in `steps`, and at the end their number; then each entering
    /// arc with the place that it comes from.
    first: Vec<usize>,
    steps: Vec<(u32, u32)>,
}

impl Cheapest {
    pub(super) fn new(nodes: usize, slots: usize) -> Self {
        Self { slots, costs: Vec::new(), place: vec![UNREACHED; nodes], first: Vec::new(), steps: Vec::new() }
    }

    /// Computes the table of a region; `costs` has the cost of each move, slot by slot, then by arc.
    ///
    /// # Complexity
    /// O(A · T) for A arcs and T slots.
    pub(super) fn fill(&mut self, flow: &FlowRows<'_>, costs: &[u64], region: &Region<'_>) {
        self.set_region(flow, region);
        let width = region.nodes.len();
        self.costs.clear();
        self.costs.resize(width * (self.slots + 1), UNREACHED_COST);
        if width > 0 {
            // The sender has place 0.
            self.costs[0] = 0;
        }
        let arcs = costs.len() / self.slots;
        for slot in 0..self.slots {
            let (before, after) = self.costs[slot * width..].split_at_mut(width);
            let of_slot = &costs[slot * arcs..][..arcs];
            let reached = region.hops.partition_point(|&hops| hops <= slot + 1);
            for here in 0..reached {
                let mut least = before[here];
                if region.hops_left[here] < self.slots - slot {
                    for &(arc, from) in &self.steps[self.first[here]..self.first[here + 1]] {
                        least = least.min(before[wide(from)] + of_slot[wide(arc)]);
                    }
                }
                after[here] = least;
            }
        }
    }

    /// Sets the places and arcs of a region.
    fn set_region(&mut self, flow: &FlowRows<'_>, region: &Region<'_>) {
        let graph = flow.task.graph();
        self.place.fill(UNREACHED);
        for (place, &node) in (0..).zip(&region.nodes) {
            self.place[wide(node)] = place;
        }
        self.first.clear();
        self.steps.clear();
        for &node in &region.nodes {
            self.first.push(self.steps.len());
            let steps = graph.entering(node).iter().map(|&arc| (arc, self.place[wide(graph.from(arc))]));
            self.steps.extend(steps.filter(|&(_, from)| from != UNREACHED));
        }
        self.first.push(self.steps.len());
    }

    /// Returns the cost of the cheapest route to a node, if one is in time.
    pub(super) fn cost(&self, to: u32) -> Option<u64> {
        let place = Some(self.place[wide(to)]).filter(|&place| place != UNREACHED)?;
        let last = self.costs.len() - (self.first.len() - 1);
        Some(self.costs[last + wide(place)]).filter(|&cost| cost < UNREACHED_COST)
    }

    /// Calls `take` with the moves of the cheapest route to a node that has one, the last move first.
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

    /// Compares with a table of all nodes after every slot (Bellman 1957) for random costs; the moves of each
    /// route follow each other, and their costs add up to its cost.
    #[test]
    fn routes_in_a_region_are_as_cheap_as_routes_through_all_nodes() {
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
                let mut all = vec![UNREACHED_COST; nodes];
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
                    assert_eq!(
                        cost,
                        Some(all[wide(to)]).filter(|&cost| cost < UNREACHED_COST),
                        "{to} in {slots}"
                    );
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
