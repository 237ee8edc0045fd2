//! The sparsest cut: what must leave some nodes, against the links and ports by which it leaves.

use super::choices::Ways;
use super::fault::RateFault;
use crate::graph::{FlowNetwork, dinic};
use crate::model::{Node, Packet, Subgroup, count_of, wide};

/// Most links of all maximum flows together.
const MAX_FLOW_LOOKS: u64 = 1 << 22;
/// The capacity of what is not limited.
const UNLIMITED: u64 = 1 << 60;

/// Returns prices of rows, 1 for each link and port of the sparsest cut: nodes X and others of which one, v,
/// must get what X has. Returns none for personal packets that do not all come from one node, nor all go to
/// one, and where numbers become too large.
///
/// For packets that are copied from one root the cut bounds the rate exactly if nodes have no port limits and
/// there are no switches (Edmonds 1973), and for those of all roots too (Zhao et al., `ForestColl`, 2024);
/// for scatter and gather it always does, as their packets are one flow (Ford and Fulkerson 1956). The
/// greatest ratio is found by Dinkelbach's method (1967): a maximum flow to each v says whether any cut has a
/// greater one.
///
/// # Complexity
/// A maximum flow for each v and each improvement; v is one node of each class.
pub(super) fn cut_prices(ways: &Ways<'_>, group: Option<&Subgroup>) -> Option<Vec<u64>> {
    let sides = Sides::of(ways, group)?;
    let arcs = u64::from(ways.task.graph().arcs());
    if count_of(sides.ends.len()).saturating_mul(arcs) > MAX_FLOW_LOOKS {
        return None;
    }
    let mut best: Option<(u64, u64, Vec<u64>)> = None;
    for &end in &sides.ends {
        let (mut over, mut under) = best.as_ref().map_or((0, 1), |best| (best.0, best.1));
        while let Some(reached) = sides.denser(ways, end, (over, under)).ok()? {
            let prices = crossed(ways, &reached);
            let weight = sides.weight(&reached);
            let capacity: u64 = capacity(ways, &reached)?;
            if capacity == 0 {
                return None;
            }
            (over, under) = (weight, capacity);
            best = Some((over, under, prices));
        }
    }
    best.map(|best| best.2)
}

/// What nodes have for an end. For scatter all links are taken backwards.
struct Sides {
    /// By node: the packets that must go to an end.
    weights: Vec<u64>,
    /// The nodes where packets must arrive, one for each class.
    ends: Vec<u32>,
    backwards: bool,
}

/// The three stages of a node: before it receives, where it holds packets, after it has sent.
const BEFORE: usize = 0;
const HELD: usize = 1;
const AFTER: usize = 2;

impl Sides {
    fn of(ways: &Ways<'_>, group: Option<&Subgroup>) -> Option<Self> {
        let task = ways.task;
        let nodes = task.graph().nodes();
        let mut weights = vec![0; wide(nodes)];
        let (mut from_nodes, mut to_nodes) = (Vec::new(), Vec::new());
        for load in task.loads() {
            match load.packet() {
                Packet::Copied { from } => weights[wide(from.narrow())] += load.count(),
                Packet::Personal { from, to } => {
                    from_nodes.push((from.narrow(), load.count()));
                    to_nodes.push((to.narrow(), load.count()));
                }
                _ => return None,
            }
        }
        if from_nodes.is_empty() {
            let is_end = |&node: &u32| {
                let is_host = !task.network().is_switch(Node(node.into()));
                let is_least =
                    group.is_none_or(|group| group.least(group.class(Node(node.into()))).narrow() == node);
                is_host && is_least
            };
            return Some(Self { weights, ends: (0..nodes).filter(is_end).collect(), backwards: false });
        }
        let one = |list: &[(u32, u64)]| list.iter().all(|end| end.0 == list[0].0).then(|| list[0].0);
        let (end, others, backwards) = match (one(&to_nodes), one(&from_nodes)) {
            (Some(end), _) => (end, from_nodes, false),
            (None, Some(end)) => (end, to_nodes, true),
            (None, None) => return None,
        };
        for (node, count) in others {
            weights[wide(node)] += count;
        }
        Some(Self { weights, ends: vec![end], backwards })
    }

    fn stage(node: u32, stage: usize) -> usize {
        3 * wide(node) + stage
    }

    /// Returns a side with packets of more than `over / under` times the capacity of its cut, if there is one
    /// for this end.
    fn denser(
        &self,
        ways: &Ways<'_>,
        end: u32,
        (over, under): (u64, u64),
    ) -> Result<Option<Vec<bool>>, RateFault> {
        let few = |units: Option<u64>| units.filter(|&units| units < UNLIMITED).ok_or(RateFault::TooLarge);
        let graph = ways.task.graph();
        let source = 3 * wide(graph.nodes());
        let mut network = FlowNetwork::new(source + 1);
        let mut wanted = 0_u64;
        for (node, &weight) in (0..).zip(&self.weights).filter(|&(node, &weight)| node != end && weight > 0) {
            let units = few(weight.checked_mul(under))?;
            wanted = few(wanted.checked_add(units))?;
            network.add_arc(source, Self::stage(node, HELD), units);
        }
        for (from, to, row) in stages(ways) {
            let units = match row {
                Some(row) => few(ways.rows.capacities[row].checked_mul(over))?,
                None => UNLIMITED,
            };
            let (from, to) = if self.backwards { (to, from) } else { (from, to) };
            network.add_arc(from, to, units);
        }
        let flow = dinic(&mut network, source, Self::stage(end, HELD), || false);
        if flow == Some(wanted) {
            return Ok(None);
        }
        // Backwards, the links of the network lead into the side, so that what is outside is reached along
        // them.
        let reached = network.reached(source);
        Ok(Some(reached.into_iter().map(|reached| reached != self.backwards).collect()))
    }

    fn weight(&self, reached: &[bool]) -> u64 {
        let has = |node: u32| reached[Self::stage(node, HELD)] != self.backwards;
        (0..).zip(&self.weights).filter(|&(node, _)| has(node)).map(|(_, &weight)| weight).sum()
    }
}

/// Returns what the links and ports that cross from the side to the others carry in a slot.
fn capacity(ways: &Ways<'_>, reached: &[bool]) -> Option<u64> {
    let crossing = stages(ways).filter(|&(from, to, _)| reached[from] && !reached[to]);
    crossing.map(|(_, _, row)| row.map(|row| ways.rows.capacities[row])).sum()
}

/// Lists the ports and links of the network with the stages that they join and their rows; parallel links
/// have one row together, and stand once.
fn stages<'a>(ways: &'a Ways<'_>) -> impl Iterator<Item = (usize, usize, Option<usize>)> + 'a {
    let graph = ways.task.graph();
    let ports = (0..graph.nodes()).flat_map(|node| {
        let [sends, receives] = ways.rows.port_rows(node);
        [
            (Sides::stage(node, BEFORE), Sides::stage(node, HELD), receives),
            (Sides::stage(node, HELD), Sides::stage(node, AFTER), sends),
        ]
    });
    let arcs = (0..graph.arcs()).filter(|&arc| ways.rows.is_first(arc));
    let links = arcs.map(|arc| {
        let [_, _, link] = ways.rows.rows(arc);
        (Sides::stage(graph.from(arc), AFTER), Sides::stage(graph.to(arc), BEFORE), link)
    });
    ports.chain(links)
}

/// Returns for each row how many of its links or ports cross from the side to the others.
fn crossed(ways: &Ways<'_>, reached: &[bool]) -> Vec<u64> {
    let mut prices = vec![0; ways.rows.capacities.len()];
    for (from, to, row) in stages(ways) {
        if let Some(row) = row.filter(|_| reached[from] && !reached[to]) {
            prices[row] += 1;
        }
    }
    prices
}
