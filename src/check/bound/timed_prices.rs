//! The bound by dual prices that change from slot to slot: the least price that the packets must pay, against
//! the price of all links and ports in these slots.

use crate::bound::kind::{Asked, Bound};
use crate::bound::prices::{NodePrices, Prices};
use crate::bound::reception::node_of;
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::refusal::value::overflow;
use crate::replay::replayed::Form;
use crate::task::collective::Collective;
use crate::task::demands::{Demand, Demands};
use crate::task::packets::Mode;
use crate::task::ports::{Ports, require_few_nodes};
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope, SlotPrices};

/// At most this many looks: (links + nodes) × slots × senders.
const LOOK_LIMIT: u64 = 1 << 30;
/// At most this many cells of the table of prices: (links + nodes) × slots.
const PRICE_LIMIT: u64 = 1 << 22;
/// Steps of looking at a link.
const STEPS_OF_A_LOOK: u64 = 4;
/// Steps of a price in the table.
const STEPS_OF_A_PRICE: u64 = 64;

/// A move over a link: its ends, as places in tables of nodes.
type Arc = (usize, usize);

/// The witness: prices slot by slot, and, if packets are copied or combined, the only node whose packets pay.
pub(crate) struct TimedPrices<'a> {
    pub(crate) node: Option<&'a NodeRef>,
    pub(crate) slots: &'a [SlotPrices],
}

impl Bound for TimedPrices<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let defined = match problem {
            Problem::Isotropic(_) | Problem::Allreduce(_) | Problem::Parcels { .. } => false,
            // For a single node a copied or combined packet goes along one path.
            Problem::Collective(_) => self.node.is_some() && problem.mode() != Mode::Personal,
            Problem::Demands(_) => self.node.is_none(),
        };
        (Quantity::CompletionTime, defined.then_some(Scope::All))
    }

    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        match (asked.problem, self.node) {
            (Problem::Demands(task), None) => demands(task, asked.claim, self.slots),
            (Problem::Collective(task), Some(node)) => collective(task, asked.claim, node, self.slots),
            _ => Err(asked.not_for_task()),
        }
        .map(u128::from)
    }
}

/// Returns one slot more than prices are given for, if all packets on their cheapest paths through these
/// slots pay more than the price of the slots. A packet that cannot arrive in them pays more than that by
/// itself.
///
/// # Complexity
/// Time O(s · (A + n) · T) for s senders, A directed links, n nodes and T slots, in at most 2³⁰ looks. Space
/// O((A + n) · T).
fn demands(task: &Demands, claim: usize, slots: &[SlotPrices]) -> Result<u64, Rejection> {
    of_packets(&task.network, (&task.packets, task.ports), claim, slots)
}

/// Recomputes the bound on a broadcast or accumulation. Only packets of one node pay: those that it receives,
/// on the path by which each first comes there, or those of which it has parts, on the paths of these parts
/// to the root.
///
/// # Complexity
/// That of [`demands`].
fn collective(
    task: &Collective,
    claim: usize,
    node: &NodeRef,
    slots: &[SlotPrices],
) -> Result<u64, Rejection> {
    let network = &task.network;
    require_few_nodes(network)?;
    let node = node_of(network, claim, node)?;
    let is_other = |root: &u64| *root != node && task.kind.root().is_none_or(|own| own == *root);
    let of_root = |root: u64| {
        let (from, to) = if task.kind.is_collecting() { (node, root) } else { (root, node) };
        Demand { from, to, count: task.count }
    };
    let packets: Vec<Demand> = network.hosts().filter(is_other).map(of_root).collect();
    of_packets(network, (&packets, task.ports), claim, slots)
}

/// Recomputes the bound on packets that are sorted by origin.
fn of_packets(
    network: &Network,
    (packets, ports): (&[Demand], Ports),
    claim: usize,
    slots: &[SlotPrices],
) -> Result<u64, Rejection> {
    require_few_nodes(network)?;
    let arcs = arcs(network, packets, claim, wide(slots.len()))?;
    let mut capacity = 0_u128;
    let mut table: Vec<Vec<u128>> = Vec::with_capacity(slots.len());
    for (slot, SlotPrices { links, sends, receives }) in slots.iter().enumerate() {
        let place = format!("claims[{claim}].lower.slots[{slot}]");
        let prices = NodePrices::new(network, &place, Prices { links, sends, receives })?;
        let of_slot = prices.capacity(network, ports).and_then(|of_slot| capacity.checked_add(of_slot));
        capacity = of_slot.ok_or_else(|| overflow(claim))?;
        table.push(arcs.iter().map(|&(from, to)| prices.of_move(wide(from), wide(to))).collect());
    }
    let nodes = usize::try_from(network.nodes).unwrap_or(0);
    let mut sum = 0_u128;
    for demands in packets.chunk_by(|a, b| a.from == b.from) {
        let cheapest = from(demands[0].from, nodes, &arcs, &table);
        for demand in demands {
            let in_time = narrow(demand.to, nodes).and_then(|at| cheapest[at]);
            let price = in_time.or_else(|| capacity.checked_add(1)).ok_or_else(|| overflow(claim))?;
            let all = price.checked_mul(demand.count.into()).ok_or_else(|| overflow(claim))?;
            sum = sum.checked_add(all).ok_or_else(|| overflow(claim))?;
        }
    }
    if sum > capacity {
        return wide(slots.len()).checked_add(1).ok_or_else(|| overflow(claim));
    }
    let stated = |number: u128| i128::try_from(number).map_err(|_| overflow(claim));
    Err(Rejection::NotProved { claim, sum: stated(sum)?, capacity: stated(capacity)? })
}

/// Returns all moves over links; refuses too much work. A table of no slots counts as one of a slot, because
/// the moves are listed for it.
fn arcs(network: &Network, packets: &[Demand], claim: usize, slots: u64) -> Result<Vec<Arc>, Rejection> {
    let senders = wide(packets.chunk_by(|a, b| a.from == b.from).count());
    let cells = network.links_of_all().saturating_add(network.nodes).saturating_mul(slots.max(1));
    let looks = cells.saturating_mul(senders);
    for (work, limit) in [(cells, PRICE_LIMIT), (looks, LOOK_LIMIT)] {
        if work > limit {
            return Err(Rejection::TooMuchWork { claim, limit });
        }
    }
    network.effort.spend_times(looks, STEPS_OF_A_LOOK)?;
    network.effort.spend_times(cells, STEPS_OF_A_PRICE)?;
    Ok((0..network.nodes).flat_map(|node| leaving(network, node)).collect())
}

fn leaving(network: &Network, node: u64) -> impl Iterator<Item = Arc> + '_ {
    let place = |node: u64| usize::try_from(node).ok();
    network.lines(node, Flow::Out).filter_map(move |line| Some((place(node)?, place(line.node)?)))
}

/// Returns the price of the cheapest path from a node to every other within the slots; none if no path ends
/// in time.
fn from(node: u64, nodes: usize, arcs: &[Arc], table: &[Vec<u128>]) -> Vec<Option<u128>> {
    let mut cheapest = vec![None; nodes];
    if let Some(at) = narrow(node, nodes) {
        cheapest[at] = Some(0);
    }
    for prices in table {
        let before = cheapest.clone();
        for (&(from, to), &price) in arcs.iter().zip(prices) {
            // Fewer than 2²² slots of three prices below 2⁶⁴.
            let Some(sum) = before[from].map(|paid: u128| paid + price) else { continue };
            if cheapest[to].is_none_or(|known| sum < known) {
                cheapest[to] = Some(sum);
            }
        }
    }
    cheapest
}
