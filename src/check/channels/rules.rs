//! The routing rules of `models/formats/channels.md`: the next channel of a packet.

use super::table::Table;
use super::up_down::{Heights, Order};
use crate::effort::{Effort, Part};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{self as wire, ChannelsDocument, ListedChannel, RoutingRule};

/// Most nodes of a network whose routes between all pairs of nodes are walked.
pub(super) const ROUTED_NODE_LIMIT: u64 = 1 << 12;

/// A rule on a network on which it is defined.
pub(super) struct Rules {
    pub(super) network: Network,
    pub(super) lanes: u64,
    pub(super) effort: Effort,
    rule: RoutingRule,
    radices: Vec<u64>,
    order: Option<Order>,
    table: Option<Table>,
}

/// A destination, and what the rule has to know of it before it tells the next channels of packets.
pub(super) struct Toward {
    goal: u64,
    /// The hops from every node to it, for `shortest`.
    hops: Vec<u64>,
    /// For `up-down`.
    heights: Option<Heights>,
}

impl Rules {
    pub(super) fn new(document: &ChannelsDocument, effort: Effort) -> Result<Self, Rejection> {
        let rule = document.rule;
        // The kinds are compared before a Cayley graph is built.
        require_kind(&document.network, rule)?;
        effort.charge_to(Part::Network);
        let network = Network::new(&document.network, &effort)?;
        let is_table = rule == RoutingRule::Table;
        if is_table != document.routes.is_some() {
            return Err(Rejection::RoutesOfRule { rule, found: document.routes.is_some() });
        }
        if (is_table || rule == RoutingRule::Shortest) && network.switch_ports().is_some() {
            return Err(Rejection::RuleNotForNetwork { rule, expected: "networks without switches" });
        }
        if is_searched(rule) && network.nodes > ROUTED_NODE_LIMIT {
            return Err(Rejection::TooManyRoutes { nodes: network.nodes, limit: ROUTED_NODE_LIMIT });
        }
        let radices =
            if let wire::Network::Mesh { radices } = &document.network { &radices[..] } else { &[] };
        let order = if rule == RoutingRule::UpDown { Some(Order::new(&network)?) } else { None };
        let table = document.routes.as_ref().map(|routes| Table::new(&network, routes)).transpose()?;
        let lanes = match &table {
            Some(table) => table.lanes,
            None if rule == RoutingRule::Dateline => 2,
            None => 1,
        };
        Ok(Self { lanes, effort, rule, radices: radices.to_vec(), order, table, network })
    }

    /// Takes the steps for `times` destinations.
    pub(super) fn spend_toward(&self, times: u64) -> Result<(), Rejection> {
        let steps = self.network.nodes.saturating_mul(wide(self.network.links()));
        self.effort.spend_times(times, if is_searched(self.rule) { steps } else { 1 })
    }

    /// Returns the destination with what the rule has to know of it.
    ///
    /// # Complexity
    /// O(1) by formula; O(nodes · links) for `shortest` and `up-down`.
    pub(super) fn toward(&self, goal: u64) -> Toward {
        let is_shortest = self.rule == RoutingRule::Shortest;
        let hops = if is_shortest { self.network.hops_from([goal], Flow::In) } else { Vec::new() };
        let heights = self.order.as_ref().map(|order| order.heights(&self.network, goal));
        Toward { goal, hops, heights }
    }

    /// Returns the next channel of a packet at `from`; none if it has arrived, or no way leads there.
    pub(super) fn step(&self, from: u64, toward: &Toward) -> Option<ListedChannel> {
        let goal = toward.goal;
        let lowest = match self.rule {
            RoutingRule::DimensionOrder if !self.radices.is_empty() => return self.along_path(from, goal),
            RoutingRule::DimensionOrder | RoutingRule::Dateline => return self.along(from, goal),
            RoutingRule::Shortest => return self.nearer(from, toward),
            RoutingRule::UpDown => {
                let (order, heights) = (self.order.as_ref()?, toward.heights.as_ref()?);
                return order.next(&self.network, from, goal, heights).map(|to| direct(from, to));
            }
            RoutingRule::Table => return self.table.as_ref()?.next(from, goal),
            RoutingRule::HighestLink => false,
            RoutingRule::LowestLink => true,
            RoutingRule::ParityOrder => from.count_ones().is_multiple_of(2),
        };
        // The links that exist and in whose bit the nodes differ.
        let nearer = |&link: &usize| {
            (from ^ goal) >> link & 1 == 1 && self.network.adjacent(from, link, Flow::Out).is_some()
        };
        let mut links = (0..self.network.links()).filter(nearer);
        let link = if lowest { links.next() } else { links.next_back() };
        self.over(from, link?, 0)
    }

    /// Returns the channel over a link.
    fn over(&self, from: u64, link: usize, lane: u64) -> Option<ListedChannel> {
        let to = self.network.adjacent(from, link, Flow::Out)?;
        Some(ListedChannel { from, to, lane })
    }

    /// Returns the channel along the first dimension in which two nodes differ, the shorter way round, in a
    /// tie upwards. With a dateline its lane is 0 as long as the packet has yet to pass between the last
    /// coordinate and 0, else 1.
    fn along(&self, from: u64, goal: u64) -> Option<ListedChannel> {
        let (link, past) = self.network.dimensions().iter().find_map(|ring| {
            let (x, y) = (ring.coordinate(from), ring.coordinate(goal));
            let up = (y + ring.radix - x) % ring.radix;
            match ring.minus {
                _ if up == 0 => None,
                Some(minus) if up > ring.radix - up => Some((minus, x > y)),
                _ => Some((ring.plus, x < y)),
            }
        })?;
        self.over(from, link, u64::from(self.rule == RoutingRule::Dateline && past))
    }

    /// Returns the channel along the first dimension of a mesh in which two nodes differ.
    fn along_path(&self, from: u64, goal: u64) -> Option<ListedChannel> {
        let (mut stride, mut to) = (1, None);
        // The last dimension has stride 1; the first that differs is met last.
        for &radix in self.radices.iter().rev() {
            let (x, y) = (from / stride % radix, goal / stride % radix);
            if x != y {
                to = Some(if x < y { from + stride } else { from - stride });
            }
            stride *= radix;
        }
        to.map(|to| direct(from, to))
    }

    /// Returns the channel to the first neighbour from which the way is shorter.
    fn nearer(&self, from: u64, toward: &Toward) -> Option<ListedChannel> {
        let hops = |node: u64| narrow(node, toward.hops.len()).map_or(u64::MAX, |at| toward.hops[at]);
        let here = hops(from);
        let mut lines = self.network.lines(from, Flow::Out);
        let line = lines.find(|line| here != u64::MAX && hops(line.node) < here)?;
        Some(direct(from, line.node))
    }
}

/// Returns whether the rule searches for ways to a destination.
fn is_searched(rule: RoutingRule) -> bool {
    matches!(rule, RoutingRule::Shortest | RoutingRule::UpDown)
}

/// Returns the only channel from a node to a neighbour.
fn direct(from: u64, to: u64) -> ListedChannel {
    ListedChannel { from, to, lane: 0 }
}

/// Refuses a network of a kind on which the rule is not defined.
fn require_kind(network: &wire::Network, rule: RoutingRule) -> Result<(), Rejection> {
    use wire::Network as N;
    let (fits, expected) = match rule {
        RoutingRule::HighestLink | RoutingRule::LowestLink | RoutingRule::ParityOrder => (
            matches!(network, N::Hypercube { .. } | N::IncompleteHypercube { .. }),
            "a hypercube or incomplete hypercube",
        ),
        RoutingRule::DimensionOrder => {
            (matches!(network, N::Torus { .. } | N::Ring { .. } | N::Mesh { .. }), "a torus, ring or mesh")
        }
        RoutingRule::Dateline => (matches!(network, N::Torus { .. } | N::Ring { .. }), "a torus or ring"),
        RoutingRule::Shortest | RoutingRule::Table => (true, "networks without switches"),
        RoutingRule::UpDown => {
            (!matches!(network, N::Graph(graph) if graph.directed), "networks whose links lead both ways")
        }
    };
    if fits { Ok(()) } else { Err(Rejection::RuleNotForNetwork { rule, expected }) }
}
