//! Builds dual trees: trees of 0–1 choices whose leaves are bounded by multipliers of the rows of a model.
//!
//! The searches of [`crate::program`] leave them behind; their models say which schedules a tree binds. This
//! module finds trees of a single leaf, by windows of slots: packets that hosts send early or receive late,
//! or that go through a switch, can use only some of the slots.

use crate::model::{DemandsTask, Node, Packet, count_of, wide};
use crate::wire::{DelayRow, DualNode, Lower, RowMultiplier, TreeModel};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Most variables of the model, as its checkers allow, and most visits of its links.
const MAX_MODEL_VARIABLES: u64 = 1 << 20;
const MAX_WINDOW_LINK_STEPS: u64 = 1 << 26;

/// Returns the bound of a tree, given as its nodes in preorder, over a model of `horizon_slots` slots.
pub(crate) fn dual_tree(
    value: u64,
    horizon_slots: u64,
    model: Option<TreeModel>,
    tree: Vec<DualNode>,
) -> Lower {
    Lower::DualTree { value, horizon_slots, model, tree }
}

/// Returns a bound above `known` for personal packets that pass switches; none if windows prove none.
///
/// All moves out of some nodes in some slots, and into some nodes in some slots, have the price 1. A packet
/// pays the least price at which it can arrive within T slots, by any route and with any waits. If all
/// packets pay more than the priced links and ports can carry, there is no schedule of T slots. Two kinds of
/// windows are tried:
///
/// * the sends of all hosts up to slot T − δ and their receives from slot δ − 1 on (slots from 0). A packet
///   over δ hops or more pays twice, every other once: packets that leave late arrive late. With F and N
///   packets of these kinds and R sends, and receives, of all hosts in a slot, T ≥ δ − 1 + (2F + N) / 2R;
/// * the sends of one switch from the first slot in which a packet can have reached it.
///
/// The witness is a leaf of multipliers over the transport model. The potential of a commodity at a
/// node and slot is the least price of its packets there.
///
/// # Complexity
/// O(C · A · T) for C commodities and A links, for each window, within a fixed limit.
pub(in crate::bound) fn windows(task: &DemandsTask, known: u64) -> Option<Lower> {
    task.network().switches()?;
    if !task.is_personal() {
        return None;
    }
    let model = Model::new(task)?;
    let mut best = None;
    for horizon in known.. {
        let Some(found) = model.refute(horizon) else { break };
        let leaf = DualNode::Leaf { denominator: 0, rows: found };
        best = Some(dual_tree(horizon + 1, horizon, None, vec![leaf]));
    }
    best
}

/// Nodes whose moves have the price 1 in some slots.
struct Window {
    nodes: Vec<u32>,
    slots: Range<u64>,
}

/// The transport model of a task; a commodity is the packets for one destination.
struct Model<'a> {
    task: &'a DemandsTask,
    /// By destination: the origins of its packets, with their numbers.
    starts: BTreeMap<u32, Vec<(u32, u64)>>,
    hosts: Vec<u32>,
    /// Switches with fewer ports than links.
    switches: Vec<u32>,
    /// Visits of links that the search may still make.
    steps_left: Cell<u64>,
}

impl<'a> Model<'a> {
    /// Builds the model; none if the transport model is that of the reversed task.
    fn new(task: &'a DemandsTask) -> Option<Self> {
        let mut starts: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
        let mut senders = Vec::new();
        for load in task.loads() {
            let (packet, count) = (load.packet(), load.count());
            let Packet::Personal { from, to } = packet else { return None };
            let (from, to) = (u32::try_from(from.0).ok()?, u32::try_from(to.0).ok()?);
            starts.entry(to).or_default().push((from, count));
            senders.push(from);
        }
        senders.sort_unstable();
        senders.dedup();
        let is_switch = |&node: &u32| task.network().is_switch(Node(node.into()));
        let (mut switches, hosts): (Vec<u32>, _) = (0..task.graph().nodes()).partition(is_switch);
        switches.retain(|&switch| task.sends_of(switch) < task.graph().degree(switch));
        let steps_left = Cell::new(MAX_WINDOW_LINK_STEPS);
        (senders.len() >= starts.len()).then_some(Self { task, starts, hosts, switches, steps_left })
    }

    /// Takes `steps` visits from those left; none if they are too few.
    fn spend(&self, steps: u64) -> Option<()> {
        self.steps_left.set(self.steps_left.get().checked_sub(steps)?);
        Some(())
    }

    /// Returns rows and multipliers that prove that `horizon` slots are not enough.
    fn refute(&self, horizon: u64) -> Option<Vec<RowMultiplier>> {
        let graph = self.task.graph();
        let links = u64::from(graph.nodes()) * u64::from(self.task.network().links());
        let variables = links.checked_mul(count_of(self.starts.len()))?.checked_mul(horizon)?;
        if variables > MAX_MODEL_VARIABLES {
            return None;
        }
        let hops: BTreeMap<u32, Vec<u32>> =
            self.starts.keys().map(|&to| (to, graph.distances_to(to))).collect();
        let all = self.hosts.iter().flat_map(|&from| hops.values().map(move |hops| hops[wide(from)]));
        // The greatest number stands for an unreachable node.
        let farthest = all.filter(|&hops| hops != u32::MAX).max();
        let of_hosts = (2..=u64::from(farthest?).min(horizon)).rev().map(|far| {
            let window = |slots| Window { nodes: self.hosts.clone(), slots };
            [window(0..horizon - far + 1), window(far - 1..horizon)]
        });
        let of_switches = self.switches.iter().filter_map(|&switch| {
            self.spend(links.max(1))?;
            let near = graph.distances_to(switch);
            let first = self.hosts.iter().map(|&host| near[wide(host)]).min()?;
            // A switch that no host reaches has nothing to send.
            let first = Some(first).filter(|&first| first != u32::MAX)?;
            let out = Window { nodes: vec![switch], slots: first.into()..horizon };
            Some([out, Window { nodes: Vec::new(), slots: 0..0 }])
        });
        of_hosts.chain(of_switches).find_map(|[out, into]| {
            self.spend(variables.max(1))?;
            self.proof(horizon, &hops, &out, &into)
        })
    }

    /// Returns the rows of one choice of windows, if they prove that `horizon` slots are not enough.
    fn proof(
        &self,
        horizon: u64,
        hops: &BTreeMap<u32, Vec<u32>>,
        out: &Window,
        into: &Window,
    ) -> Option<Vec<RowMultiplier>> {
        let mut rows = Vec::new();
        let mut capacity = 0;
        for (window, leaves) in [(out, true), (into, false)] {
            for &node in &window.nodes {
                capacity += self.push_port_rows(node, leaves, &window.slots, &mut rows)?;
            }
        }
        let mut paid = 0_u64;
        for (&goal, starts) in &self.starts {
            let potential = self.potential(horizon, &hops[&goal], goal, out, into)?;
            let (commodity, graph) = (u64::from(goal), self.task.graph());
            for &(from, count) in starts {
                paid = paid.checked_add(count.checked_mul(potential[wide(from)][0])?)?;
            }
            for node in (0..graph.nodes()).filter(|&node| node != goal) {
                let own = &potential[wide(node)];
                let name = u64::from(node);
                let last = i64::try_from(*own.last()?).ok()?;
                if last > 0 {
                    rows.push(RowMultiplier {
                        row: DelayRow::Clear { commodity, node: name },
                        multiplier: -last,
                    });
                }
                for (slot, pair) in (0..).zip(own.windows(2)) {
                    let more = i64::try_from(pair[1] - pair[0]).ok()?;
                    if more > 0 {
                        let row = DelayRow::Stock { commodity, node: name, slot };
                        rows.push(RowMultiplier { row, multiplier: more });
                    }
                }
            }
        }
        (paid > capacity).then_some(rows)
    }

    /// Adds the rows of the ports of a node, or of its links if these are no more, and returns their capacity
    /// in these slots.
    fn push_port_rows(
        &self,
        node: u32,
        leaves: bool,
        slots: &Range<u64>,
        rows: &mut Vec<RowMultiplier>,
    ) -> Option<u64> {
        let graph = self.task.graph();
        let arcs: Vec<u32> =
            if leaves { graph.leaving(node).collect() } else { graph.entering(node).to_vec() };
        let ports = self.task.ports_of(node).sends();
        let name = u64::from(node);
        for slot in slots.clone() {
            if count_of(arcs.len()) <= u64::from(ports) {
                for &arc in &arcs {
                    let row =
                        DelayRow::Arc { node: graph.from(arc).into(), link: graph.link(arc).0.into(), slot };
                    rows.push(RowMultiplier { row, multiplier: 1 });
                }
            } else if self.task.is_half_duplex(node) {
                return None;
            } else if leaves {
                rows.push(RowMultiplier { row: DelayRow::Sends { node: name, slot }, multiplier: 1 });
            } else {
                rows.push(RowMultiplier { row: DelayRow::Receives { node: name, slot }, multiplier: 1 });
            }
        }
        let carried = count_of(arcs.len()).min(ports.into());
        slots.end.saturating_sub(slots.start).checked_mul(carried)
    }

    /// Returns, for every node and slot, the least price of a packet that is there before the slot and must
    /// reach its goal in time. From the last slot on in which it can, the price stays as it is there.
    fn potential(
        &self,
        horizon: u64,
        hops: &[u32],
        goal: u32,
        out: &Window,
        into: &Window,
    ) -> Option<Vec<Vec<u64>>> {
        let graph = self.task.graph();
        let slots = usize::try_from(horizon).ok()?;
        let price = |window: &Window, node: u32, slot: usize| {
            u64::from(window.slots.contains(&count_of(slot)) && window.nodes.binary_search(&node).is_ok())
        };
        let mut prices = vec![vec![0; slots + 1]; wide(graph.nodes())];
        let in_time = |node: u32, slot: usize| wide(hops[wide(node)]) + slot <= slots;
        for slot in (0..slots).rev() {
            for node in (0..graph.nodes()).filter(|&node| node != goal && in_time(node, slot)) {
                let waits = in_time(node, slot + 1).then(|| prices[wide(node)][slot + 1]);
                let goes = graph.leaving(node).map(|arc| graph.to(arc)).filter(|&to| in_time(to, slot + 1));
                let goes = goes
                    .map(|to| price(out, node, slot) + price(into, to, slot) + prices[wide(to)][slot + 1]);
                prices[wide(node)][slot] = goes.chain(waits).min()?;
            }
        }
        // A packet at a node from which the goal cannot be reached has no moves in the model, and pays
        // nothing.
        for node in (0..graph.nodes()).filter(|&node| node != goal && hops[wide(node)] != u32::MAX) {
            let last = slots.checked_sub(wide(hops[wide(node)]))?;
            let held = prices[wide(node)][last];
            prices[wide(node)][last..].fill(held);
        }
        Some(prices)
    }
}
