//! The graph of states: the ways home of least weight.

use crate::graph::{Arc, PriceThenHops, Random, dijkstra};
use crate::model::{CayleyTask, Link, Node, Subgroup, wide};

/// The states of all packets, and the moves between them.
///
/// A state is the residual of a packet and the class of the node that it is at; with one class, that of
/// symmetric schedules, the residual alone. The machines are the links of the classes, m for each. Home is
/// state 0, whatever the class.
///
/// A move is *tight* when it lies on a way home of least weight; where the link weighs nothing it must bring
/// the packet nearer in hops as well. So tight moves form no cycle, and every state but home has one.
#[derive(Debug)]
pub(super) struct Walk {
    /// Number of machines r · m.
    pub(super) links: usize,
    /// Number of states r · n.
    pub(super) nodes: usize,
    /// Links of a node m.
    degree: usize,
    /// The state after a move over link g from state v, at v · m + g.
    to: Vec<u32>,
    /// For every machine the class that it leads to.
    leads: Vec<u32>,
    /// From which states machines lead to each, state by state, with the first of each state.
    into: Vec<(u32, u32)>,
    first: Vec<usize>,
    /// For every machine.
    pub(super) weights: Vec<u64>,
    tight: Vec<bool>,
    /// Hops of the shortest of the ways of least weight.
    hops: Vec<u32>,
    /// All states from which packets come, tight moves leading to earlier ones.
    pub(super) order: Vec<u32>,
    /// The class in which every packet starts, and its offset.
    pub(super) packets: Vec<(u32, Node)>,
    /// The state in which every packet starts.
    pub(super) starts: Vec<u32>,
}

impl Walk {
    /// Returns the residuals of a task for weights of the links, in one class of nodes.
    ///
    /// # Complexity
    /// O(n · m · log(n · m)) time, O(n · m + N) space.
    pub(super) fn new(task: &CayleyTask, weights: &[u64]) -> Self {
        Self::of_classes(task, weights, 1, &|_, _| 0)
    }

    /// The states of a task under a group of translations.
    ///
    /// # Complexity
    /// O(r · n · m · log(r · n · m)) time, O(r · (n · m + N)) space for r classes.
    pub(super) fn under(task: &CayleyTask, weights: &[u64], group: &Subgroup) -> Self {
        let leads = |class: u32, link: Link| group.class(task.graph().neighbor(group.least(class), link));
        Self::of_classes(task, weights, group.classes(), &leads)
    }

    fn of_classes(
        task: &CayleyTask,
        weights: &[u64],
        classes: u32,
        leads: &dyn Fn(u32, Link) -> u32,
    ) -> Self {
        let graph = task.graph();
        let degree = wide(graph.links());
        assert_eq!(weights.len(), degree, "a weight for every link");
        let links = || (0..graph.links()).map(Link);
        let leads: Vec<u32> =
            (0..classes).flat_map(|class| links().map(move |link| leads(class, link))).collect();
        let state = |residual: Node, class: u32| match residual {
            Node(0) => 0,
            Node(residual) => narrow(residual * u64::from(classes) + u64::from(class)),
        };
        let mut to = Vec::with_capacity(wide(classes) * wide(narrow(graph.nodes())) * degree);
        let mut arcs = Vec::with_capacity(to.capacity());
        for residual in (0..graph.nodes()).map(Node) {
            for class in 0..classes {
                for link in links() {
                    let machine = class * graph.links() + link.0;
                    let there = state(graph.neighbor(residual, link), leads[wide(machine)]);
                    to.push(there);
                    if residual != Node(0) {
                        arcs.push((there, machine, state(residual, class)));
                    }
                }
            }
        }
        let nodes = to.len() / degree;
        arcs.sort_unstable();
        let first = (0..=nodes).map(|v| arcs.partition_point(|arc| wide(arc.0) < v)).collect();
        let into = arcs.into_iter().map(|(_, machine, from)| (machine, from)).collect();
        let weights = (0..classes).flat_map(|_| weights.iter().copied()).collect();
        let (packets, starts) = starts(task, classes, &state);
        let mut walk = Self {
            links: leads.len(),
            nodes,
            degree,
            to,
            leads,
            into,
            first,
            weights,
            tight: Vec::new(),
            hops: Vec::new(),
            order: Vec::new(),
            packets,
            starts,
        };
        walk.measure();
        walk
    }

    /// Finds the ways home of least weight.
    fn measure(&mut self) {
        let arcs = |v: u32| {
            let arc = |(machine, from)| Arc {
                to: from,
                cost: PriceThenHops::one(u128::from(self.weights[wide(machine)])),
                name: machine,
            };
            self.leading_to(wide(v)).map(arc)
        };
        let ways = dijkstra(self.nodes, 0, arcs);
        // No packet is in another state without hops to go, so that its cost does not matter.
        let homes: Vec<PriceThenHops<u128>> = ways.costs.into_iter().map(Option::unwrap_or_default).collect();
        let is_tight = |v: usize, g: usize| {
            let (from, next) = (homes[v], homes[self.to(v, g)]);
            let weight = self.weights[g];
            from.price == next.price + u128::from(weight) && (weight > 0 || next.hops < from.hops)
        };
        self.tight = (0..self.nodes)
            .flat_map(|v| self.machines(v).map(move |g| (v, g)))
            .map(|(v, g)| is_tight(v, g))
            .collect();
        self.hops = homes.iter().map(|home| home.hops).collect();
        self.order = ways.order;
    }

    /// The machines at a state.
    pub(super) fn machines(&self, v: usize) -> std::ops::Range<usize> {
        let first = v % (self.links / self.degree) * self.degree;
        first..first + self.degree
    }

    /// The place of a machine at a state in a table of all such pairs.
    pub(super) fn at(&self, v: usize, g: usize) -> usize {
        v * self.degree + g % self.degree
    }

    /// The machines that lead to a state, each with the state from where it does.
    pub(super) fn leading_to(&self, v: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.into[self.first[v]..self.first[v + 1]].iter().copied()
    }

    /// The classes that a machine sends from and leads to.
    pub(super) fn ends(&self, g: usize) -> (usize, usize) {
        (g / self.degree, wide(self.leads[g]))
    }

    /// Links of a node m.
    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    /// Number of classes r.
    pub(super) fn classes(&self) -> usize {
        self.links / self.degree
    }

    /// The link type of a machine.
    pub(super) fn link(&self, g: u32) -> Link {
        Link(g % narrow(u64::try_from(self.degree).unwrap_or(0)))
    }

    /// Returns the state after a move over a machine.
    pub(super) fn to(&self, v: usize, g: usize) -> usize {
        wide(self.to[self.at(v, g)])
    }

    /// The machines of the tight moves from a state.
    pub(super) fn tight(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.machines(v).filter(move |&g| self.is_tight(v, g))
    }

    /// The machine of some move from a state, by chance.
    pub(super) fn some_move(&self, v: usize, random: &mut Random) -> usize {
        self.machines(v).start + random.below(self.degree)
    }

    /// The machine of a tight move from a state that is not home, by chance.
    pub(super) fn some_tight(&self, v: usize, random: &mut Random) -> usize {
        let chosen = random.below(self.tight(v).count());
        let mut tight = self.tight(v);
        tight.nth(chosen).expect("one of the tight moves")
    }

    /// Whether a move is tight.
    pub(super) fn is_tight(&self, v: usize, g: usize) -> bool {
        self.tight[self.at(v, g)]
    }

    /// Hops home, by the shortest of the ways of least weight.
    pub(super) fn hops(&self, v: usize) -> usize {
        wide(self.hops[v])
    }
}

/// The packets by offset, copy and class, with the states in which they start.
fn starts(task: &CayleyTask, classes: u32, state: &dyn Fn(Node, u32) -> u32) -> (Vec<(u32, Node)>, Vec<u32>) {
    assert!(u32::try_from(task.rows() * u64::from(classes)).is_ok(), "fewer than 2^32 packets");
    let (mut packets, mut starts) = (Vec::new(), Vec::new());
    for offsets in task.classes() {
        let residual = task.graph().inverse(offsets.offset);
        for _ in 0..offsets.count {
            for class in 0..classes {
                packets.push((class, offsets.offset));
                starts.push(state(residual, class));
            }
        }
    }
    (packets, starts)
}

fn narrow(node: u64) -> u32 {
    u32::try_from(node).expect("states and machines are below 2^32")
}
