//! The lift of a base graph: it has a copy of every base node for each element of a group, and a link that
//! carries an element leads from one sheet of copies to another.

use crate::effort::Effort;
use crate::network::graph::lines::Line;
use crate::network::graph::switches::Switches;
use crate::network::graph::{Graph, Rule, require_names};
use crate::network::limits::{GRAPH_CAPACITY_LIMIT, GRAPH_NODE_LIMIT, too_large};
use crate::network::symmetry::sheets::Sheets;
use crate::network::vectors::product_of;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;
use std::collections::BTreeMap;

/// A directed link out of a node of the base: the node to which it leads, and the group element that it adds.
type Dart = (u64, Vec<u64>);

/// The lift of a document.
#[derive(Debug)]
pub(crate) struct Lift {
    group: Vec<u64>,
    /// Number of nodes of the base.
    base: u64,
    /// Number of elements of the group.
    order: u64,
    /// The darts out of every node of the base, each with its capacity and the index of its link.
    darts: Vec<BTreeMap<Dart, (u64, usize)>>,
}

impl Lift {
    /// Checks group and base.
    pub(crate) fn new(document: &wire::Lift) -> Result<Self, Rejection> {
        let order = order(&document.group)?;
        if document.nodes == 0 {
            return Err(Rejection::NoNodes);
        }
        if document.nodes.saturating_mul(order) > GRAPH_NODE_LIMIT {
            return Err(too_large());
        }
        require_names(document.names.as_deref(), document.nodes)?;
        let size = narrow(document.nodes, usize::MAX).ok_or_else(too_large)?;
        let darts = vec![BTreeMap::new(); size];
        let mut lift = Self { group: document.group.clone(), base: document.nodes, order, darts };
        let mut whole = 0_u128;
        for (index, link) in document.links.iter().enumerate() {
            whole += lift.add(index, link)?;
            if whole * u128::from(order) > GRAPH_CAPACITY_LIMIT.into() {
                return Err(too_large());
            }
        }
        Ok(lift)
    }

    /// Adds both directions of a link; returns their capacity together.
    fn add(&mut self, index: usize, link: &wire::LiftLink) -> Result<u128, Rejection> {
        let (from, to, capacity) = (u64::from(link.from), u64::from(link.to), u64::from(link.capacity));
        let end = |node: u64, end| {
            let size = self.darts.len();
            narrow(node, size).ok_or(Rejection::LinkOutOfRange { index, end, found: node, nodes: wide(size) })
        };
        let (at, there) = (end(from, 0)?, end(to, 1)?);
        let (found, expected) = (link.shift.len(), self.group.len());
        if found != expected {
            return Err(Rejection::ShiftLength { index, found, expected });
        }
        for (part, (&found, &radix)) in link.shift.iter().zip(&self.group).enumerate() {
            if found >= radix {
                return Err(Rejection::ShiftOutOfRange { index, part, found, radix });
            }
        }
        if from == to && link.shift.iter().all(|&x| x == 0) {
            return Err(Rejection::LinkToItself { index, node: from });
        }
        if capacity == 0 {
            return Err(Rejection::ZeroCapacity { index, at: 3 });
        }
        let back = link.shift.iter().zip(&self.group).map(|(&x, radix)| if x == 0 { 0 } else { radix - x });
        let ways = [(at, (to, link.shift.clone())), (there, (from, back.collect()))];
        let mut carried = 0;
        for (node, dart) in ways {
            match self.darts[node].get(&dart) {
                None => {
                    self.darts[node].insert(dart, (capacity, index));
                    carried += u128::from(capacity);
                }
                // A loop that adds an element that is its own inverse is both directions at once.
                Some(&(_, first)) if first == index => {}
                Some(&(_, first)) => return Err(Rejection::RepeatedLink { index, first }),
            }
        }
        Ok(carried)
    }

    /// Builds the graph of the lift and takes the steps for it; node (u, g) has index g · b + u for a base of
    /// b nodes.
    ///
    /// # Complexity
    /// Time O(links · (parts of the group + log links)), space O(nodes + links).
    pub(crate) fn graph(&self, document: &wire::Lift, effort: &Effort) -> Result<Graph, Rejection> {
        let darts = self.darts.iter().map(|darts| wide(darts.len())).sum::<u64>();
        effort.spend_times(self.order.saturating_mul(self.base + darts), 8 * (wide(self.group.len()) + 8))?;
        let (marks, ports) = (document.switches.as_deref(), document.switch_ports);
        let switches = Switches::new(marks, ports, self.base, self.order)?;
        let sheet = |number: u64| {
            let element = self.element(number);
            self.darts.iter().map(move |ways| {
                let line = |((to, shift), &(capacity, _)): (&Dart, &(u64, usize))| Line {
                    node: self.moved(&element, shift) * self.base + to,
                    capacity,
                };
                ways.iter().map(line).collect()
            })
        };
        let graph = Graph::of_each((0..self.order).flat_map(sheet), switches);
        Ok(Graph { rule: Rule::Lift(Sheets { group: self.group.clone(), base: self.base }), ..graph })
    }

    /// Returns the number of the sum of two elements.
    fn moved(&self, element: &[u64], shift: &[u64]) -> u64 {
        let parts = self.group.iter().zip(element.iter().zip(shift));
        parts.fold(0, |number, (radix, (x, y))| {
            let sum = x + y;
            number * radix + if sum >= *radix { sum - radix } else { sum }
        })
    }

    /// Returns the element with a number, the last part varying fastest.
    fn element(&self, number: u64) -> Vec<u64> {
        let mut rest = number;
        let parts = self.group.iter().rev().map(|radix| {
            let part = rest % radix;
            rest /= radix;
            part
        });
        let mut element: Vec<u64> = parts.collect();
        element.reverse();
        element
    }
}

/// Returns the number of elements of a product of cyclic groups.
fn order(group: &[u64]) -> Result<u64, Rejection> {
    if group.is_empty() {
        return Err(Rejection::NoGroup);
    }
    product_of(group, "group")
}
