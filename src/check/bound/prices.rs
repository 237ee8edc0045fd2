//! The bound by dual prices: the least price that the packets must pay, against the price of all links and
//! ports in a slot.

use crate::bound::kind::{Asked, Bound};
use crate::network::graph::Graph;
use crate::network::topology::{Flow, Network, Topology};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::{overflow, value};
use crate::replay::replayed::Form;
use crate::task::collective::Collective;
use crate::task::demands::Demands;
use crate::task::packets::Mode;
use crate::task::ports::{Ports, require_few_nodes};
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Most links that are looked at.
pub(crate) const LOOK_LIMIT: u64 = 1 << 26;

/// Steps of looking at a link, beside finding the node to which it leads.
pub(crate) const STEPS_OF_A_LOOK: u64 = 64;
/// Steps of a node whose links are counted.
const STEPS_OF_A_NODE: u64 = 4;

/// Prices of single links and ports, as a document lists them.
#[derive(Clone, Copy)]
pub(crate) struct Prices<'a> {
    pub(crate) links: &'a [(NodeRef, NodeRef, u64)],
    pub(crate) sends: &'a [(NodeRef, u64)],
    pub(crate) receives: &'a [(NodeRef, u64)],
}

impl Bound for Prices<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let defined = match problem {
            Problem::Isotropic(_) | Problem::Allreduce(_) | Problem::Parcels { .. } => false,
            Problem::Collective(task) => !task.network.has_link_types() && problem.mode() != Mode::Personal,
            Problem::Demands(_) => true,
        };
        (Quantity::CompletionTime, defined.then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        match (asked.problem, &asked.problem.network().topology) {
            (Problem::Collective(task), Topology::Graph(graph)) => {
                collective(task, graph, asked.claim, *self)
            }
            (Problem::Demands(task), _) => demands(task, asked.claim, *self),
            _ => Err(asked.not_for_task()),
        }
        .map(u128::from)
    }
}

/// Prices of single links and ports.
pub(crate) struct NodePrices {
    links: BTreeMap<(u64, u64), u64>,
    sends: BTreeMap<u64, u64>,
    receives: BTreeMap<u64, u64>,
}

/// Returns, rounded up, the price of all packets on their cheapest routes, divided by the price of all links
/// and of all sends and receives that the ports allow in a slot.
///
/// # Complexity
/// Time O(s · A log A) for s nodes that send something and A directed links; at most 2²⁶ links are looked at.
fn demands(task: &Demands, claim: usize, listed: Prices<'_>) -> Result<u64, Rejection> {
    let prices = NodePrices::new(&task.network, &format!("claims[{claim}].lower"), listed)?;
    let capacity = prices.capacity(&task.network, task.ports).ok_or_else(|| overflow(claim))?;
    if capacity == 0 {
        return Err(Rejection::ZeroPrices { claim });
    }
    let network = &task.network;
    require_few_nodes(network)?;
    network.effort.spend_times(network.nodes, STEPS_OF_A_NODE)?;
    let senders = wide(task.packets.chunk_by(|a, b| a.from == b.from).count());
    let looks = senders.checked_mul(network.links_of_all());
    let Some(looks) = looks.filter(|&looks| looks <= LOOK_LIMIT) else {
        return Err(Rejection::TooMuchWork { claim, limit: LOOK_LIMIT });
    };
    network.effort.spend_times(looks, STEPS_OF_A_LOOK + network.steps_of_a_look())?;
    let mut sum = 0_u128;
    for demands in task.packets.chunk_by(|a, b| a.from == b.from) {
        let awaited: Vec<u64> = demands.iter().map(|demand| demand.to).collect();
        let cheapest = prices.from(network, demands[0].from, &awaited);
        for demand in demands {
            let price = narrow(demand.to, cheapest.len()).map_or(0, |at| cheapest[at]);
            let all = price.checked_mul(demand.count.into()).ok_or_else(|| overflow(claim))?;
            sum = sum.checked_add(all).ok_or_else(|| overflow(claim))?;
        }
    }
    value(claim, sum.div_ceil(capacity))
}

/// Recomputes the bound on a broadcast or accumulation. Every host pays for each packet of others the
/// cheapest move that may bring the packet, or, for a combined packet, take its part away. The bound is the
/// sum divided by the price of a slot, rounded up, plus the first slots, in which no such move is possible.
///
/// # Complexity
/// Time O(n · (n + A)) for n nodes and A directed links; at most 2²⁶ links are looked at.
fn collective(task: &Collective, graph: &Graph, claim: usize, listed: Prices<'_>) -> Result<u64, Rejection> {
    let network = &task.network;
    let prices = NodePrices::new(network, &format!("claims[{claim}].lower"), listed)?;
    let capacity = prices.capacity(network, task.ports).ok_or_else(|| overflow(claim))?;
    if capacity == 0 {
        return Err(Rejection::ZeroPrices { claim });
    }
    let way = if task.kind.is_collecting() { Flow::Out } else { Flow::In };
    let lines = (0..network.nodes).map(|node| wide(network.lines(node, way).count())).sum::<u64>();
    let looks = lines.saturating_add(network.nodes).saturating_mul(network.host_count());
    if looks > LOOK_LIMIT {
        return Err(Rejection::TooMuchWork { claim, limit: LOOK_LIMIT });
    }
    network.effort.spend_times(looks, STEPS_OF_A_LOOK + network.steps_of_a_look())?;
    let (mut sum, mut first) = (0_u128, u64::MAX);
    for node in network.hosts() {
        let cheapest = network.lines(node, way).map(|line| match way {
            Flow::In => prices.of_move(line.node, node),
            Flow::Out => prices.of_move(node, line.node),
        });
        let Some(price) = cheapest.min().filter(|&price| price > 0) else { continue };
        let roots =
            || network.hosts().filter(|&root| root != node && task.kind.root().is_none_or(|own| own == root));
        let packets = wide(roots().count());
        if packets == 0 {
            continue;
        }
        // Three prices below 2⁶⁴ times fewer than 2²⁰ nodes.
        let all = (price * u128::from(packets)).checked_mul(task.count.into());
        sum = all.and_then(|all| sum.checked_add(all)).ok_or_else(|| overflow(claim))?;
        let hops = graph.all(node, way);
        let near = roots().filter_map(|root| narrow(root, hops.len())).map(|at| hops[at]).min();
        first = first.min(near.unwrap_or(u64::MAX));
    }
    if sum == 0 {
        return Ok(0);
    }
    // A node that is `first` hops away is reached in slot `first` at the earliest, which may hold such a
    // move.
    let slots = sum.div_ceil(capacity).checked_add(u128::from(first.saturating_sub(1)));
    value(claim, slots.ok_or_else(|| overflow(claim))?)
}

impl NodePrices {
    /// Returns the price of a move from a node to a neighbour.
    pub(crate) fn of_move(&self, from: u64, to: u64) -> u128 {
        let of = |price: Option<&u64>| price.map_or(0, |&price| u128::from(price));
        of(self.sends.get(&from)) + of(self.receives.get(&to)) + of(self.links.get(&(from, to)))
    }

    /// Reads the prices at a place of the document; prices of one link or port add up.
    pub(crate) fn new(network: &Network, at: &str, listed: Prices<'_>) -> Result<Self, Rejection> {
        let Prices { links, sends, receives } = listed;
        let place = |key: &str, index: usize| format!("{at}.{key}[{index}]");
        let mut prices = Self { links: BTreeMap::new(), sends: BTreeMap::new(), receives: BTreeMap::new() };
        for (index, (from, to, price)) in links.iter().enumerate() {
            let at = || place("links", index);
            let (from, to) = (network.node(from, &at)?, network.node(to, &at)?);
            if !network.are_neighbors(from, to) {
                return Err(Rejection::PriceOfNoLink { place: at(), from, to });
            }
            add(&mut prices.links, (from, to), *price).ok_or_else(|| Rejection::Overflow { place: at() })?;
        }
        let ports = |list: &[(NodeRef, u64)], key: &str, of: &mut BTreeMap<u64, u64>| {
            for (index, (node, price)) in list.iter().enumerate() {
                let at = || place(key, index);
                let node = network.node(node, &at)?;
                add(of, node, *price).ok_or_else(|| Rejection::Overflow { place: at() })?;
            }
            Ok(())
        };
        ports(sends, "sends", &mut prices.sends)?;
        ports(receives, "receives", &mut prices.receives)?;
        Ok(prices)
    }

    /// Returns the price of all links, and of as many sends and receives of each node as its ports and links
    /// allow in a slot; with a half-duplex port, of a send or a receive.
    pub(crate) fn capacity(&self, network: &Network, ports: Ports) -> Option<u128> {
        let mut sum = 0_u128;
        for (&(from, to), &price) in &self.links {
            // Two factors below 2⁶⁴.
            sum = sum.checked_add(u128::from(price) * u128::from(network.capacity(from, to)))?;
        }
        let each = |node, way| u128::from(ports.each_of(network, node, way));
        let of = |prices: &BTreeMap<u64, u64>, node| prices.get(node).map_or(0, |&price| u128::from(price));
        for node in self.sends.keys() {
            let (send, receive) = (of(&self.sends, node), of(&self.receives, node));
            let slot = if ports.of(network, *node).half_duplex {
                send.max(receive)
            } else {
                let out = send.checked_mul(each(*node, Flow::Out))?;
                out.checked_add(receive.checked_mul(each(*node, Flow::In))?)?
            };
            sum = sum.checked_add(slot)?;
        }
        for node in self.receives.keys().filter(|node| !self.sends.contains_key(node)) {
            sum = sum.checked_add(of(&self.receives, node).checked_mul(each(*node, Flow::In))?)?;
        }
        Some(sum)
    }

    /// Returns the price of the cheapest routes from a node to others, which are listed once each by
    /// increasing index; for nodes that are not in the list, an upper bound.
    pub(crate) fn from(&self, network: &Network, node: u64, others: &[u64]) -> Vec<u128> {
        // At most 2²⁴ nodes.
        let nodes = usize::try_from(network.nodes).unwrap_or(0);
        let mut cheapest = vec![u128::MAX; nodes];
        let mut queue = BinaryHeap::new();
        let mut awaited = others.len();
        if let Some(at) = narrow(node, nodes) {
            cheapest[at] = 0;
            queue.push(Reverse((0, node)));
        }
        while let Some(Reverse((paid, here))) = queue.pop() {
            if narrow(here, nodes).is_none_or(|at| cheapest[at] < paid) {
                continue;
            }
            awaited -= usize::from(others.binary_search(&here).is_ok());
            if awaited == 0 {
                break;
            }
            for there in network.lines(here, Flow::Out).map(|line| line.node) {
                // Fewer than 2²⁴ hops of three prices below 2⁶⁴.
                let sum = paid + self.of_move(here, there);
                if let Some(at) = narrow(there, nodes).filter(|&at| sum < cheapest[at]) {
                    cheapest[at] = sum;
                    queue.push(Reverse((sum, there)));
                }
            }
        }
        cheapest
    }
}

/// Adds a price to an entry; none on overflow.
fn add<K: Ord>(prices: &mut BTreeMap<K, u64>, key: K, price: u64) -> Option<()> {
    let entry = prices.entry(key).or_insert(0);
    *entry = entry.checked_add(price)?;
    Some(())
}
