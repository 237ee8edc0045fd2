//! The bound by a cut node: a packet that is copied to parts that only this node connects to the rest leaves
//! the node once for every part. For packets that are combined the time is reversed.

use crate::bound::cut::Side;
use crate::bound::kind::{Asked, Bound};
use crate::network::topology::Flow;
use crate::number::narrow;
use crate::refusal::rejection::Rejection;
use crate::refusal::value::value;
use crate::replay::replayed::Form;
use crate::task::collective::Collective;
use crate::task::packets::Mode;
use crate::task::problem::Problem;
use isotask_wire::{NodeRef, Quantity, Scope};

/// The witness: the node, and the nodes of the parts.
pub(crate) struct CutNode<'a> {
    pub(crate) node: &'a NodeRef,
    pub(crate) nodes: &'a [NodeRef],
}

impl Bound for CutNode<'_> {
    fn binds(&self, problem: &Problem, _form: Form) -> (Quantity, Option<Scope>) {
        let is_collective = matches!(problem, Problem::Collective(_));
        let defined = is_collective && problem.mode() != Mode::Personal;
        (Quantity::CompletionTime, defined.then_some(Scope::All))
    }

    /// Recomputes the bound on a broadcast or accumulation from one node or all.
    ///
    /// # Complexity
    /// Time O(nodes · links).
    fn recompute(&self, asked: Asked<'_, '_>) -> Result<u128, Rejection> {
        let Problem::Collective(task) = asked.problem else {
            return Err(asked.not_for_task());
        };
        if task.kind.mode() == Mode::Personal {
            return Err(asked.not_for_task());
        }
        let claim = asked.claim;
        let inside = Side::new(&task.network, claim, self.nodes)?;
        let node = task.network.node(self.node, &|| format!("claims[{claim}].lower.node"))?;
        if inside.has(node) {
            return Err(Rejection::CutNodes { claim });
        }
        task.network.spend_looks(8)?;
        let parts = Parts { task, node, inside, ways: ways(task) };
        parts.require_closed(claim)?;
        value(claim, parts.bound()).map(u128::from)
    }
}

/// Returns the direction in which packets spread, and the opposite one.
fn ways(task: &Collective) -> [Flow; 2] {
    if task.kind.is_collecting() { [Flow::In, Flow::Out] } else { [Flow::Out, Flow::In] }
}

/// A node, and a set of others.
struct Parts<'a> {
    task: &'a Collective,
    node: u64,
    inside: Side,
    ways: [Flow; 2],
}

/// A part of the set: no link joins it to the other nodes of the set.
#[derive(Default)]
struct Part {
    /// Number of packets that start in it.
    own: u128,
    /// The greatest distance of a host from the node.
    farthest: u64,
}

impl Parts<'_> {
    /// Refuses a set that is entered from another node.
    fn require_closed(&self, claim: usize) -> Result<(), Rejection> {
        let network = &self.task.network;
        for to in (0..network.nodes).filter(|&node| self.inside.has(node)) {
            let mut before = network.lines(to, self.ways[1]).map(|line| line.node);
            if let Some(from) = before.find(|&from| from != self.node && !self.inside.has(from)) {
                return Err(Rejection::PassedBy { claim, outside: from, inside: to });
            }
        }
        Ok(())
    }

    /// Returns the number of packets that start at a node.
    fn own(&self, node: u64) -> u128 {
        let starts = match self.task.kind.root() {
            Some(root) => node == root,
            None => !self.task.network.is_switch(node),
        };
        u128::from(starts) * u128::from(self.task.count)
    }

    /// Returns the connected components of the set, without regard to directions.
    fn parts(&self, distances: &[u64]) -> Vec<Part> {
        let network = &self.task.network;
        let mut is_seen = vec![false; distances.len()];
        let mut parts = Vec::new();
        for first in (0..network.nodes).filter(|&node| self.inside.has(node)) {
            let (mut part, mut open) = (Part::default(), vec![first]);
            while let Some(node) = open.pop() {
                let at = place_of(node, &is_seen);
                if std::mem::replace(&mut is_seen[at], true) {
                    continue;
                }
                part.own += self.own(node);
                if !network.is_switch(node) && distances[at] != u64::MAX {
                    part.farthest = part.farthest.max(distances[at]);
                }
                let beside = self.ways.into_iter().flat_map(|way| network.lines(node, way));
                open.extend(beside.map(|line| line.node).filter(|&node| self.inside.has(node)));
            }
            parts.push(part);
        }
        parts
    }

    /// Returns the least slot at whose end the node can have sent every packet into every part where it does
    /// not start, and the packet of the last of these sends can have reached the farthest host of its part:
    /// at best that is the part whose farthest host is nearest.
    fn bound(&self) -> u128 {
        let network = &self.task.network;
        let [away, towards] = self.ways.map(|way| network.hops_from([self.node], way));
        let all: u128 = network.hosts().map(|node| self.own(node)).sum();
        let mut parts = self.parts(&away);
        parts.retain(|part| part.farthest > 0 && part.own < all);
        let sends: u128 = parts.iter().map(|part| all - part.own).sum();
        let Some(nearest) = parts.iter().map(|part| part.farthest).min() else { return 0 };
        let starts = network.hosts().filter(|&node| self.own(node) > 0);
        let first = starts.map(|node| towards[place_of(node, &towards)]).min().unwrap_or(0);
        let rule = self.task.ports.of(network, self.node);
        let (waits, actions) = if rule.half_duplex {
            // The node receives a packet that does not start there before it sends it.
            let spared = if parts.len() == 1 { parts[0].own } else { 0 };
            (first.saturating_sub(1), sends + all - self.own(self.node) - spared)
        } else {
            (first, sends)
        };
        let lines = network.lines(self.node, self.ways[0]).filter(|line| self.inside.has(line.node));
        let at_once = lines.map(|line| line.capacity).sum::<u64>().min(rule.each).max(1);
        u128::from(waits) + actions.div_ceil(at_once.into()) + u128::from(nearest) - 1
    }
}

/// Returns the place of a node in a list over all nodes.
fn place_of<T>(node: u64, list: &[T]) -> usize {
    narrow(node, list.len()).unwrap_or(0)
}
