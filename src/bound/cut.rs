//! Searches for cuts: the packets of a set of nodes for the other nodes must leave the set.

use super::nodes::orders::{below_an_edge, orders};
use super::nodes::{at, node_index};
use crate::model::{DemandsTask, ExplicitGraph, Node, Packet, count_of, wide};
use crate::wire::Lower;
use num_rational::Ratio;
use std::cmp::Reverse;

/// Most steps along links and loads in a search, and most on large networks: those on which one set costs
/// more than `LARGE_SET_STEPS` steps.
const MAX_CUT_STEPS: u64 = 1 << 27;
const MAX_CUT_STEPS_OF_LARGE: u64 = 1 << 25;
const LARGE_SET_STEPS: u64 = 1 << 16;
/// Most sets from which the local search starts, the best ones.
const MAX_LOCAL_SEARCH_STARTS: usize = 4;

/// Returns the best cut that is found; none for a task without packets.
///
/// Candidates are all beginnings of some orders of the nodes: by index, by each bit or coordinate (of a ring
/// from each of its values on), and by the distance from a node. Single nodes, balls, subcubes and slabs are
/// among them, with their complements. The last candidates are the nodes below an edge of a spanning
/// tree, for a single link may be all that joins two parts. From the best candidates on, one node after the
/// other is moved to the other side while the ratio of packets to capacity grows.
///
/// # Complexity
/// O(P + n · m) for each order and O(n · m + P / n) for each node moved, P loads on n nodes with m links,
/// within a fixed limit.
pub(super) fn cut(task: &DemandsTask) -> Option<Lower> {
    let mut side = Side::new(task);
    let mut left = if side.cost > LARGE_SET_STEPS { MAX_CUT_STEPS_OF_LARGE } else { MAX_CUT_STEPS };
    let mut starts: Vec<Found> = Vec::new();
    for order in orders(task) {
        if left < side.cost {
            break;
        }
        left -= side.cost;
        keep_best(&mut starts, side.best_beginning(&order)?);
    }
    if let Some(order) = below_an_edge(task) {
        keep_best(&mut starts, side.best_beginning(&order)?);
    }
    for start in &mut starts {
        side.clear();
        start.inside.iter().for_each(|&node| side.flip(node));
        side.improve(&mut left);
        *start = Found { score: side.score(), inside: side.nodes(true) };
    }
    let best = starts.into_iter().reduce(|a, b| if b.score.slots > a.score.slots { b } else { a })?;
    side.clear();
    best.inside.iter().for_each(|&node| side.flip(node));
    let value = best.score.slots.ceil().to_integer();
    let nodes = side.nodes(!best.score.enters).into_iter().map(|node| at(Node(node.into()))).collect();
    (value > 0).then_some(Lower::Cut { value, nodes })
}

/// Adds a set, and keeps the best ones.
fn keep_best(starts: &mut Vec<Found>, found: Found) {
    starts.push(found);
    // The sort is stable.
    starts.sort_by_key(|start| Reverse(start.score.slots));
    starts.dedup_by(|later, earlier| later.inside == earlier.inside);
    starts.truncate(MAX_LOCAL_SEARCH_STARTS);
}

/// A set of nodes, listed in some order, with its score.
#[derive(Debug)]
struct Found {
    score: Score,
    inside: Vec<u32>,
}

/// The ratio of packets to capacity of a border, in the direction in which it is greater.
#[derive(Debug, Clone, Copy)]
struct Score {
    /// Packets that must cross, over packets that can cross in a slot.
    slots: Ratio<u64>,
    /// Whether they go from outside to inside.
    enters: bool,
}

impl Score {
    /// Computes the score from the packets that must leave and enter, and the capacity in a slot; a set
    /// without a border has score 0.
    fn new([leaving, entering]: [u64; 2], capacity: BorderCapacity) -> Self {
        // The ratios are only compared, so that they need not be in lowest terms.
        let slots = |packets, capacity| match capacity {
            0 => Ratio::new_raw(0, 1),
            capacity => Ratio::new_raw(packets, capacity),
        };
        let (out, into) = (slots(leaving, capacity.leaving()), slots(entering, capacity.entering()));
        Self { slots: out.max(into), enters: into > out }
    }
}

/// Packets that the nodes outside and inside can send over the border in a slot, and that they can receive.
#[derive(Debug, Clone, Copy, Default)]
struct BorderCapacity {
    sends: [u64; 2],
    receives: [u64; 2],
}

impl BorderCapacity {
    fn leaving(self) -> u64 {
        self.sends[1].min(self.receives[0])
    }

    fn entering(self) -> u64 {
        self.sends[0].min(self.receives[1])
    }
}

/// For each node its packets to, or from, each of its partners.
#[derive(Debug)]
struct Partners {
    first: Vec<usize>,
    list: Vec<(u32, u64)>,
}

impl Partners {
    /// Lists pairs that come in increasing order of their first node.
    fn new(nodes: usize, pairs: &[(u32, u32, u64)]) -> Self {
        let mut first = vec![0; nodes + 1];
        for &(node, _, _) in pairs {
            first[wide(node) + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        Self { first, list: pairs.iter().map(|&(_, other, count)| (other, count)).collect() }
    }

    fn of(&self, node: u32) -> &[(u32, u64)] {
        &self.list[self.first[wide(node)]..self.first[wide(node) + 1]]
    }

    fn sum(&self, node: u32) -> u64 {
        self.of(node).iter().map(|&(_, count)| count).sum()
    }
}

/// The packets of a task, as a cut counts them.
#[derive(Debug)]
enum CutTraffic {
    /// Packets from node to node.
    Personal { to: Partners, from: Partners },
    /// Packets that start at each node, by number, and are needed everywhere; or, combined, the other way
    /// round.
    Everywhere { own: Vec<u64>, combined: bool },
}

/// A set of nodes, the packets that must cross its border, and the capacity of the border.
#[derive(Debug)]
struct Side<'a> {
    task: &'a DemandsTask,
    traffic: CutTraffic,
    /// Steps to build a set from the empty set.
    cost: u64,
    inside: Vec<bool>,
    /// Whether links may lead one way only.
    is_directed: bool,
    /// By node: links to nodes on the other side, and, if links may lead one way only, links from them.
    across: Vec<u32>,
    across_in: Vec<u32>,
    capacity: BorderCapacity,
    /// Packets that must leave, and enter, the set; copied or combined ones count only if there are hosts on
    /// both sides.
    crossing: [u64; 2],
    /// Hosts outside and inside.
    hosts: [u64; 2],
    /// By node: packets that it sends to, and receives from, nodes inside and all nodes.
    sends: Vec<[u64; 2]>,
    receives: Vec<[u64; 2]>,
}

impl<'a> Side<'a> {
    fn new(task: &'a DemandsTask) -> Self {
        let graph = task.graph();
        let nodes = wide(graph.nodes());
        let traffic = traffic(task, nodes);
        let (sends, receives) = match &traffic {
            CutTraffic::Personal { to, from } => {
                let sums = |of: &Partners| (0..graph.nodes()).map(|node| [0, of.sum(node)]).collect();
                (sums(to), sums(from))
            }
            CutTraffic::Everywhere { .. } => (Vec::new(), Vec::new()),
        };
        let cost = 2 * count_of(task.loads().len()) + u64::from(graph.arcs()) + u64::from(graph.nodes());
        let is_directed = task.network().link_list().is_some_and(ExplicitGraph::is_directed);
        let mut side = Self {
            task,
            traffic,
            cost,
            inside: vec![false; nodes],
            is_directed,
            across: vec![0; nodes],
            across_in: vec![0; if is_directed { nodes } else { 0 }],
            capacity: BorderCapacity::default(),
            crossing: [0; 2],
            hosts: [0; 2],
            sends,
            receives,
        };
        side.clear();
        side
    }

    /// Takes all nodes out.
    fn clear(&mut self) {
        self.inside.fill(false);
        self.hosts = [self.task.network().hosts(), 0];
        self.across.fill(0);
        self.across_in.fill(0);
        self.capacity = BorderCapacity::default();
        self.sends.iter_mut().chain(&mut self.receives).for_each(|[inside, _]| *inside = 0);
        self.crossing = match &self.traffic {
            CutTraffic::Personal { .. } => [0; 2],
            CutTraffic::Everywhere { own, combined } => {
                let mut crossing = [0; 2];
                crossing[usize::from(!combined)] = own.iter().sum();
                crossing
            }
        };
    }

    /// Returns the best of the sets that are beginnings of an order.
    fn best_beginning(&mut self, order: &[u32]) -> Option<Found> {
        self.clear();
        let mut best: Option<(Score, usize)> = None;
        for (index, &node) in order.iter().enumerate() {
            self.flip(node);
            let score = self.score();
            if best.is_none_or(|(known, _)| score.slots > known.slots) {
                best = Some((score, index));
            }
        }
        let (score, last) = best?;
        Some(Found { score, inside: order[..=last].to_vec() })
    }

    fn nodes(&self, inside: bool) -> Vec<u32> {
        (0..self.task.graph().nodes()).filter(|&node| self.inside[wide(node)] == inside).collect()
    }

    fn score(&self) -> Score {
        Score::new(self.required(self.crossing, self.hosts), self.capacity)
    }

    /// Returns the packets that must cross: copied or combined packets only where both sides have hosts.
    fn required(&self, crossing: [u64; 2], hosts: [u64; 2]) -> [u64; 2] {
        match self.traffic {
            CutTraffic::Everywhere { .. } if hosts.contains(&0) => [0; 2],
            _ => crossing,
        }
    }

    /// Returns the hosts on both sides once the node has changed sides.
    fn hosts_after(&self, node: u32) -> [u64; 2] {
        let mut hosts = self.hosts;
        if !self.task.network().is_switch(Node(node.into())) {
            let to = usize::from(!self.inside[wide(node)]);
            hosts[to] += 1;
            hosts[1 - to] -= 1;
        }
        hosts
    }

    /// Returns the personal packets that must cross once the node has changed sides.
    fn personal_crossing_after(&self, node: u32) -> [u64; 2] {
        let [to, all_to] = self.sends[wide(node)];
        let [from, all_from] = self.receives[wide(node)];
        if self.inside[wide(node)] {
            // Its own packets to the outside cross no more, but packets to it from inside do.
            return [self.crossing[0] - (all_to - to) + from, self.crossing[1] - (all_from - from) + to];
        }
        [self.crossing[0] - from + (all_to - to), self.crossing[1] - to + (all_from - from)]
    }

    /// Returns the packets that must cross once the node has changed sides.
    fn crossing_after(&self, node: u32) -> [u64; 2] {
        match &self.traffic {
            CutTraffic::Personal { .. } => self.personal_crossing_after(node),
            CutTraffic::Everywhere { own, combined } => {
                let mut crossing = self.crossing;
                let to = usize::from(self.inside[wide(node)] != *combined);
                crossing[to] += own[wide(node)];
                crossing[1 - to] -= own[wide(node)];
                crossing
            }
        }
    }

    /// Returns the capacity of the border once the node has changed sides.
    fn capacity_after(&self, node: u32) -> BorderCapacity {
        let graph = self.task.graph();
        let before = graph.entering(node).iter().map(|&arc| graph.from(arc));
        let sends = self.one_way_after(node, self.capacity.sends, &self.across, graph.degree(node), before);
        if !self.is_directed {
            // As many links lead one way as the other, and a port rule allows as many receives as sends.
            return BorderCapacity { sends, receives: sends };
        }
        let behind = graph.leaving(node).map(|arc| graph.to(arc));
        let (capacity, across) = (self.capacity.receives, &self.across_in);
        BorderCapacity {
            sends,
            receives: self.one_way_after(node, capacity, across, graph.degree_in(node), behind),
        }
    }

    /// Returns the sends, or receives, over the border that both sides can make once the node has changed
    /// sides. `across` has the links of each node to the other side, `degree` the links of the node, and
    /// `others` the other end of each link to it.
    fn one_way_after(
        &self,
        node: u32,
        mut capacity: [u64; 2],
        across: &[u32],
        degree: u32,
        others: impl Iterator<Item = u32>,
    ) -> [u64; 2] {
        let part = |node: u32, across: u32| u64::from(across.min(self.task.ports_of(node).sends()));
        let (here, own) = (self.inside[wide(node)], across[wide(node)]);
        capacity[usize::from(here)] -= part(node, own);
        capacity[usize::from(!here)] += part(node, degree - own);
        let mut others = others.peekable();
        while let Some(there) = others.next() {
            let mut links = 1;
            // Parallel links follow each other.
            while others.next_if_eq(&there).is_some() {
                links += 1;
            }
            let (side, across) = (self.inside[wide(there)], across[wide(there)]);
            capacity[usize::from(side)] +=
                part(there, if side == here { across + links } else { across - links });
            capacity[usize::from(side)] -= part(there, across);
        }
        capacity
    }

    /// Moves a node to the other side.
    fn flip(&mut self, node: u32) {
        (self.crossing, self.capacity) = (self.crossing_after(node), self.capacity_after(node));
        self.hosts = self.hosts_after(node);
        let graph = self.task.graph();
        let here = self.inside[wide(node)];
        let turn = |across: &mut [u32], degree: u32, others: &mut dyn Iterator<Item = u32>| {
            across[wide(node)] = degree - across[wide(node)];
            for there in others.map(wide) {
                if self.inside[there] == here {
                    across[there] += 1;
                } else {
                    across[there] -= 1;
                }
            }
        };
        let mut before = graph.entering(node).iter().map(|&arc| graph.from(arc));
        turn(&mut self.across, graph.degree(node), &mut before);
        if self.is_directed {
            let mut behind = graph.leaving(node).map(|arc| graph.to(arc));
            turn(&mut self.across_in, graph.degree_in(node), &mut behind);
        }
        self.inside[wide(node)] = !here;
        if let CutTraffic::Personal { to, from } = &self.traffic {
            for (partners, sums) in [(to, &mut self.receives), (from, &mut self.sends)] {
                for &(other, count) in partners.of(node) {
                    let sum = &mut sums[wide(other)][0];
                    *sum = if here { *sum - count } else { *sum + count };
                }
            }
        }
    }

    /// Moves the node that gains most while the ratio of packets to capacity grows.
    fn improve(&mut self, left: &mut u64) {
        let graph = self.task.graph();
        let step = u64::from(graph.arcs()) + self.cost / u64::from(graph.nodes());
        while *left >= step {
            *left -= step;
            let mut best: Option<(Score, u32)> = None;
            for node in 0..graph.nodes() {
                let crossing = self.required(self.crossing_after(node), self.hosts_after(node));
                let score = Score::new(crossing, self.capacity_after(node));
                let known = best.map_or_else(|| self.score(), |(score, _)| score);
                if score.slots > known.slots {
                    best = Some((score, node));
                }
            }
            let Some((_, node)) = best else { break };
            self.flip(node);
        }
    }
}

fn traffic(task: &DemandsTask, nodes: usize) -> CutTraffic {
    if !task.is_personal() {
        let mut own = vec![0; nodes];
        for load in task.loads() {
            if let Packet::Copied { from: root } | Packet::Combined { to: root } = load.packet() {
                own[node_index(root)] += load.count();
            }
        }
        return CutTraffic::Everywhere { own, combined: task.is_combined() };
    }
    let mut pairs: Vec<(u32, u32, u64)> = Vec::with_capacity(task.loads().len());
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            pairs.push((from.narrow(), to.narrow(), load.count()));
        }
    }
    let to = Partners::new(nodes, &pairs);
    for (from, to, _) in &mut pairs {
        std::mem::swap(from, to);
    }
    pairs.sort_unstable();
    CutTraffic::Personal { to, from: Partners::new(nodes, &pairs) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Random;
    use crate::wire::{TaskDocument, parse};

    fn task(network: &str, task: &str, ports: &str) -> DemandsTask {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
        );
        DemandsTask::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
    }

    /// Returns tasks on networks that are directed and not, with parallel links, few ports and switches.
    fn tasks() -> Vec<DemandsTask> {
        let networks = [
            r#"{"kind":"graph","nodes":6,"directed":true,"switches":[3],"switch_ports":{"at-most":2},
              "links":[[0,1,3],[1,2],[2,3,2],[3,4],[4,5,2],[5,0],[0,4],[3,1,2],[1,0]]}"#,
            r#"{"kind":"graph","nodes":6,"switches":[1,3],"switch_ports":"all",
              "links":[[0,1,3],[1,2],[2,3,2],[3,4],[4,5,2],[0,2],[1,4]]}"#,
            r#"{"kind":"incomplete-hypercube","nodes":6}"#,
        ];
        let kinds = [
            r#"{"kind":"demands","packets":[{"from":0,"to":5,"count":4},{"from":5,"to":2},{"from":4,"to":0,"count":2},
              {"from":2,"to":4,"count":3},{"from":2,"to":0}]}"#,
            r#"{"kind":"single-node-broadcast","root":2,"count":3}"#,
            r#"{"kind":"single-node-accumulation","root":0,"count":3}"#,
            r#"{"kind":"total-exchange"}"#,
        ];
        let ports = [r#""all""#, r#"{"at-most":2}"#, r#""one-half-duplex""#];
        let of = |network| kinds.iter().flat_map(move |kind| ports.map(|ports| task(network, kind, ports)));
        networks.into_iter().flat_map(of).collect()
    }

    /// Asserts that all sums of a set of nodes are those of a recount by definition.
    fn assert_sums_match_recount(side: &Side<'_>) {
        let (task, graph) = (side.task, side.task.graph());
        let is_in = |node: u32| usize::from(side.inside[wide(node)]);
        let mut crossing = [0; 2];
        for load in task.loads() {
            match load.packet() {
                Packet::Personal { from, to } => match (is_in(from.narrow()), is_in(to.narrow())) {
                    (1, 0) => crossing[0] += load.count(),
                    (0, 1) => crossing[1] += load.count(),
                    _ => {}
                },
                Packet::Copied { from } => crossing[1 - is_in(from.narrow())] += load.count(),
                Packet::Combined { to } => crossing[is_in(to.narrow())] += load.count(),
                Packet::Summed { .. } => unreachable!("an allreduce has no list of packets"),
            }
        }
        let (mut capacity, mut hosts) = (BorderCapacity::default(), [0; 2]);
        for node in 0..graph.nodes() {
            let here = is_in(node);
            hosts[here] += u64::from(!task.network().is_switch(Node(node.into())));
            let out = graph.leaving(node).filter(|&arc| is_in(graph.to(arc)) != here).count();
            let into = graph.entering(node).iter().filter(|&&arc| is_in(graph.from(arc)) != here).count();
            capacity.sends[here] += count_of(out).min(task.sends_of(node).into());
            capacity.receives[here] += count_of(into).min(task.receives_of(node).into());
        }
        assert_eq!((side.crossing, side.hosts), (crossing, hosts));
        assert_eq!((side.capacity.sends, side.capacity.receives), (capacity.sends, capacity.receives));
        let is_copied = !task.is_personal();
        let slots = |packets, capacity| {
            if capacity == 0 || (is_copied && hosts.contains(&0)) {
                Ratio::from(0)
            } else {
                Ratio::new(packets, capacity)
            }
        };
        let leave = slots(crossing[0], capacity.sends[1].min(capacity.receives[0]));
        let enter = slots(crossing[1], capacity.sends[0].min(capacity.receives[1]));
        let score = side.score();
        assert_eq!((score.slots, score.enters), (leave.max(enter), enter > leave));
    }

    #[test]
    fn sums_of_a_set_match_a_recount_while_nodes_change_sides() {
        let mut random = Random::new(1);
        for task in &tasks() {
            let mut side = Side::new(task);
            assert_sums_match_recount(&side);
            for _ in 0..30 {
                side.flip(u32::try_from(random.below(6)).expect("few"));
                assert_sums_match_recount(&side);
            }
            side.clear();
            assert_sums_match_recount(&side);
        }
    }

    #[test]
    fn a_set_is_improved_until_no_single_node_gains() {
        let mut random = Random::new(2);
        for task in &tasks() {
            let mut side = Side::new(task);
            let nodes = task.graph().nodes();
            for _ in 0..4 {
                (0..nodes).filter(|_| random.bits(1) == 1).for_each(|node| side.flip(node));
                let before = side.score().slots;
                let mut left = MAX_CUT_STEPS;
                side.improve(&mut left);
                let best = side.score().slots;
                assert!(best >= before, "{best} after {before}");
                for node in 0..nodes {
                    side.flip(node);
                    assert!(side.score().slots <= best, "node {node} gains");
                    side.flip(node);
                }
            }
        }
    }

    #[test]
    fn every_slab_of_a_torus_is_the_beginning_of_an_order() {
        let torus = task(r#"{"kind":"torus","radices":[3,4]}"#, r#"{"kind":"total-exchange"}"#, r#""all""#);
        let orders: Vec<Vec<u32>> = orders(&torus).collect();
        for (stride, radix) in [(4, 3), (1, 4)] {
            for (first, width) in (0..radix).flat_map(|first| (1..radix).map(move |width| (first, width))) {
                let is_in = |node: &u32| (node / stride + radix - first) % radix < width;
                let slab: Vec<u32> = (0..12).filter(is_in).collect();
                let begins = |order: &Vec<u32>| order[..slab.len()].iter().all(is_in);
                assert!(orders.iter().any(begins), "no order begins with {slab:?}");
            }
        }
    }
}
