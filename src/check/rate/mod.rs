//! A plan that carries a task again and again, and the bound on what any plan can carry.
//!
//! A period has P slots, and every packet of the task is carried C times on ways that are listed. No link
//! carries more than P times its capacity, and no node sends or receives more than P times its ports. Then
//! the moves of a period can be divided into P slots: they are a bipartite multigraph of senders and
//! receivers, and the constraints are totally unimodular, so that a P-th of an integral point is a sum of P
//! integral ones (Baum and Trotter 1978; for equal limits König 1916). In each period every packet makes the
//! next move of its way, so that L periods of packets are over after L + D − 1 periods if no way has more
//! than D moves in a chain. Hence T(L·C) ≤ (L + D − 1)·P slots, and P/C slots a task in the limit.
//!
//! Prices of links and ports bound all schedules: a packet pays at least for its cheapest way, or cheapest
//! tree to all nodes, and a slot has no more than the price of all links and ports. Time reversed, combined
//! packets are copied ones.

pub(crate) mod fault;
mod least_tree;
mod packets;
mod plan;

use crate::bound::prices::{NodePrices, Prices};
use crate::effort::{Effort, Part};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::replay::replayed::Options;
use crate::task::packets::{Ends, Mode};
use crate::task::problem::Problem;
use fault::RateFault;
use isotask_wire::RateDocument;
use least_tree::{Priced, least_tree};
use std::fmt;

/// Steps of looking at a link, beside finding the node to which it leads.
const STEPS_OF_A_LOOK: u64 = 64;

/// A rate that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedRate {
    /// The slots of a period.
    pub slots: u64,
    /// How many times the plan carries the task in a period.
    pub times: u64,
    /// The bound in lowest terms: slots, and the number of tasks that take them.
    pub bound: (u64, u64),
    /// The most moves of a way that must be made one after the other.
    pub hops: u64,
}

impl VerifiedRate {
    /// Returns whether no plan carries more.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        let Self { slots, times, bound, .. } = *self;
        u128::from(slots) * u128::from(bound.1) == u128::from(bound.0) * u128::from(times)
    }
}

impl fmt::Display for VerifiedRate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rate, bound) = (fraction(self.slots, self.times), fraction(self.bound.0, self.bound.1));
        write!(
            out,
            "{rate} slots a task in the limit of many tasks, lower bound {bound} by prices, scope all: "
        )?;
        out.write_str(if self.is_optimal() { "optimal" } else { "upper-bound" })
    }
}

/// Writes a fraction in lowest terms.
fn fraction(over: u64, under: u64) -> String {
    let common = gcd(over.into(), under.into()).max(1);
    match (u128::from(over) / common, u128::from(under) / common) {
        (over, 1) => over.to_string(),
        (over, under) => format!("{over}/{under}"),
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Checks a rate: its task, its plan, its bound.
///
/// # Errors
/// The first [`Rejection`] met, in the order task, group, ways, loads, numbers of packets, bound.
///
/// # Complexity
/// Time O(P log P + M log M) for P packets of different ends and M moves of the ways, and for the bound one
/// search of cheapest ways from each node that sends, or of a cheapest tree from each root; each within the
/// limit of the options.
pub fn check_rate(document: &RateDocument, options: &Options) -> Result<VerifiedRate, Rejection> {
    let effort = Effort::new(options.limit);
    let problem = Problem::new(&document.task, &effort)?;
    if matches!(problem, Problem::Allreduce(_) | Problem::Parcels { .. }) {
        return Err(Rejection::rate(RateFault::NoRate));
    }
    let (network, ports) = (problem.network(), problem.ports());
    let half = ports.half_duplex || ports.of_switches().is_some_and(|rule| rule.half_duplex);
    if half {
        return Err(Rejection::rate(RateFault::HalfDuplexPort));
    }
    crate::task::ports::require_few_nodes(network)?;
    effort.charge_to(Part::Task);
    let packets = packets::packets(&problem)?;
    effort.charge_to(Part::Ways);
    let hops = plan::check(document, &problem, &packets)?;
    let lower = &document.lower;
    let listed = Prices { links: &lower.links, sends: &lower.sends, receives: &lower.receives };
    let prices = NodePrices::new(network, "lower", listed)?;
    let too_large = || Rejection::Overflow { place: "lower".to_owned() };
    let capacity = prices.capacity(network, ports).ok_or_else(too_large)?;
    if capacity == 0 {
        return Err(Rejection::rate(RateFault::NoPrices));
    }
    effort.charge_to(Part::RateBound);
    let paid = least_price(&problem, &packets, &prices)?.ok_or_else(too_large)?;
    require_value((lower.slots, lower.times), paid, capacity)?;
    let bound = (lower.slots, lower.times);
    Ok(VerifiedRate { slots: document.slots, times: document.times, bound, hops })
}

/// Refuses a bound that is not the price of all packets divided by that of a slot, in lowest terms.
fn require_value(claimed: (u64, u64), paid: u128, capacity: u128) -> Result<(), Rejection> {
    let common = gcd(paid, capacity);
    let recomputed = (paid / common, capacity / common);
    if (u128::from(claimed.0), u128::from(claimed.1)) == recomputed {
        return Ok(());
    }
    let words = |over: u128, under: u128| format!("{over} slots for {under} tasks");
    Err(Rejection::rate(RateFault::BoundDiffers {
        found: words(claimed.0.into(), claimed.1.into()),
        recomputed: words(recomputed.0, recomputed.1),
    }))
}

/// Returns the least price of all packets of a task; none if it is too large to count.
fn least_price(
    problem: &Problem,
    packets: &[(Ends, u64)],
    prices: &NodePrices,
) -> Result<Option<u128>, Rejection> {
    let network = problem.network();
    let mut sum = Some(0_u128);
    let mut add = |price: u128, count: u64| {
        let all = price.checked_mul(count.into());
        sum = sum.zip(all).and_then(|(sum, all)| sum.checked_add(all));
    };
    match problem.mode() {
        Mode::Personal => {
            for own in packets.chunk_by(|a, b| a.0.from == b.0.from) {
                spend_search(network)?;
                let to: Vec<u64> = own.iter().filter_map(|packet| packet.0.to).collect();
                let cheapest = prices.from(network, own[0].0.from.unwrap_or_default(), &to);
                for (to, &(_, count)) in to.iter().zip(own) {
                    add(narrow(*to, cheapest.len()).map_or(0, |at| cheapest[at]), count);
                }
            }
        }
        Mode::Copied | Mode::Combined | Mode::Summed => {
            let way = if problem.mode() == Mode::Copied { Flow::Out } else { Flow::In };
            for (ends, count) in packets {
                let root = ends.from.or(ends.to).unwrap_or_default();
                add(least_price_of_copies(network, prices, root, way)?, *count);
            }
        }
    }
    Ok(sum)
}

fn spend_search(network: &Network) -> Result<(), Rejection> {
    let looks = network.links_of_all().saturating_add(network.nodes);
    network.effort.spend_times(looks, STEPS_OF_A_LOOK + network.steps_of_a_look())
}

/// Returns the least price of a packet that goes to all hosts from a root, or with [`Flow::In`] comes from
/// all. Where there are switches, which need not be reached, it is at least that of the dearest host alone.
fn least_price_of_copies(
    network: &Network,
    prices: &NodePrices,
    root: u64,
    way: Flow,
) -> Result<u128, Rejection> {
    spend_search(network)?;
    // At most 2²⁴ nodes.
    let nodes = usize::try_from(network.nodes).unwrap_or(0);
    let at = |node: u64| narrow(node, nodes).unwrap_or_default();
    let lines = (0..network.nodes).flat_map(|node| {
        let ends = network.lines(node, Flow::Out).map(move |line| (node, line.node));
        ends.map(|(from, to)| {
            let cost = prices.of_move(from, to);
            let (from, to) = if way == Flow::Out { (from, to) } else { (to, from) };
            Priced { from: at(from), to: at(to), cost }
        })
    });
    if network.host_count() == network.nodes {
        let least = least_tree(nodes, at(root), lines.collect(), &network.effort)?;
        return Ok(least.unwrap_or(0));
    }
    let costs = dearest(nodes, at(root), &lines.collect::<Vec<_>>());
    Ok(network.hosts().filter_map(|host| costs[at(host)]).max().unwrap_or(0))
}

/// Returns the least cost of a way from the root to every node (Dijkstra 1959).
fn dearest(nodes: usize, root: usize, arcs: &[Priced]) -> Vec<Option<u128>> {
    use std::cmp::Reverse;
    let mut leaving: Vec<Vec<Priced>> = vec![Vec::new(); nodes];
    for arc in arcs {
        leaving[arc.from].push(*arc);
    }
    let mut costs: Vec<Option<u128>> = vec![None; nodes];
    let mut open = std::collections::BinaryHeap::from([Reverse((0_u128, wide(root)))]);
    while let Some(Reverse((cost, node))) = open.pop() {
        let Some(node) = narrow(node, nodes).filter(|&node| costs[node].is_none()) else { continue };
        costs[node] = Some(cost);
        // Fewer than 2²⁴ hops of three prices below 2⁶⁴.
        open.extend(leaving[node].iter().map(|arc| Reverse((cost + arc.cost, wide(arc.to)))));
    }
    costs
}
