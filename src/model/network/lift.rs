//! Lifts of graphs: derived graphs of voltage graphs over abelian groups (J. L. Gross, Voltage graphs,
//! Discrete Mathematics 9, 1974).

use super::explicit_graph::{ExplicitGraph, MAX_GRAPH_LINKS, MAX_GRAPH_NODES, require_names};
use super::mixed_radix::{difference, digits, number, sum};
use crate::model::{ModelError, Node, Switches, count_of, plain};
use crate::wire;
use std::collections::HashMap;

/// Builds the lift: above link \[u, v, s\] of the base there is one from (u, g) to (v, g + s) for every g,
/// where (u, g) is node g · b + u for a base of b nodes. A loop of a shift s = −s gives each pair one link.
///
/// # Complexity
/// O(A log A) time for A directed links, O(A) space.
pub(in crate::model) fn graph(lift: &wire::Lift) -> Result<ExplicitGraph, ModelError> {
    let order = order(lift)?;
    require_links(lift)?;
    require_names(lift.names.as_deref(), lift.nodes)?;
    let marks = lift.switches.as_deref().unwrap_or_default();
    let switches = Switches::new(marks, lift.switch_ports, lift.nodes, order)?;
    let narrow = |node: u64| u32::try_from(node).expect("at most 2^20 nodes");
    let mut links = Vec::new();
    for link in lift.links.iter() {
        let shift = number(&lift.group, &link.shift);
        let is_own_inverse = link.from == link.to && sum(&lift.group, shift, shift) == 0;
        for element in 0..order {
            let there = sum(&lift.group, element, shift);
            if !is_own_inverse || element < there {
                let at = |element: u64, node: u32| narrow(element * lift.nodes + u64::from(node));
                links.push((at(element, link.from), at(there, link.to), link.capacity));
            }
        }
    }
    Ok(ExplicitGraph::of_links(narrow(order * lift.nodes), &links, switches))
}

/// Returns the number of elements of the group; refuses invalid groups, and more nodes or links than a graph
/// may have.
fn order(lift: &wire::Lift) -> Result<u64, ModelError> {
    if lift.group.is_empty() {
        return Err(ModelError::NoGroup);
    }
    if let Some(i) = lift.group.iter().position(|&radix| radix < 2) {
        return Err(ModelError::RadixTooSmall { place: format!("group[{i}]"), found: lift.group[i] });
    }
    if lift.nodes == 0 {
        return Err(ModelError::NoNodes);
    }
    let too_large = || ModelError::GraphTooLarge { nodes: MAX_GRAPH_NODES, links: MAX_GRAPH_LINKS };
    let order = lift.group.iter().try_fold(1_u64, |order, &radix| order.checked_mul(radix));
    let order = order.filter(|&order| order <= MAX_GRAPH_NODES).ok_or_else(too_large)?;
    let nodes = lift.nodes.checked_mul(order).filter(|&nodes| nodes <= MAX_GRAPH_NODES);
    nodes.ok_or_else(too_large)?;
    let directed = |link: &wire::LiftLink| {
        let doubled = link
            .shift
            .iter()
            .zip(&lift.group)
            .map(|(&part, &radix)| u128::from(part) * 2 % u128::from(radix));
        let one_way = link.from == link.to && doubled.sum::<u128>() == 0;
        u128::from(link.capacity) * u128::from(order) * if one_way { 1 } else { 2 }
    };
    let capacity: u128 = lift.links.iter().map(directed).sum();
    if capacity > MAX_GRAPH_LINKS.into() { Err(too_large()) } else { Ok(order) }
}

/// Refuses faulty links, and two links of the base whose lifts coincide.
fn require_links(lift: &wire::Lift) -> Result<(), ModelError> {
    let mut known = HashMap::with_capacity(lift.links.len());
    for (index, link) in lift.links.iter().enumerate() {
        link_fault(lift, index).map_or(Ok(()), Err)?;
        let shift = number(&lift.group, &link.shift);
        let (there, back) =
            ((link.from, link.to, shift), (link.to, link.from, difference(&lift.group, 0, shift)));
        if let Some(first) = known.insert(there.min(back), index) {
            return Err(ModelError::RepeatedLink { index, first });
        }
    }
    Ok(())
}

/// Returns the fault of a link by itself, if it has one; the group is valid.
pub(in crate::model) fn link_fault(lift: &wire::Lift, index: usize) -> Option<ModelError> {
    let link = &lift.links[index];
    for (end, node) in [link.from, link.to].into_iter().enumerate() {
        if u64::from(node) >= lift.nodes {
            let (found, greatest) = (node.into(), lift.nodes.saturating_sub(1));
            return Some(ModelError::LinkOutOfRange { index, end, found, greatest });
        }
    }
    let (found, expected) = (link.shift.len(), lift.group.len());
    if found != expected {
        return Some(ModelError::ShiftLength { index, found, expected });
    }
    for (part, (&found, &radix)) in link.shift.iter().zip(&lift.group).enumerate() {
        if found >= radix {
            return Some(ModelError::ShiftOutOfRange {
                index,
                part,
                found,
                greatest: radix.saturating_sub(1),
            });
        }
    }
    if link.from == link.to && link.shift.iter().all(|&part| part == 0) {
        return Some(ModelError::LinkToItself { index, node: link.from.into() });
    }
    (link.capacity == 0).then_some(ModelError::CapacityZero { index, at: 3 })
}

/// Returns the image of a node under the translation that takes node 0 to `by`: (u, g) ↦ (u, g + h).
pub(in crate::model) fn shift(lift: &wire::Lift, by: Node, node: Node) -> Node {
    let element = sum(&lift.group, node.0 / lift.nodes, by.0 / lift.nodes);
    Node(element * lift.nodes + node.0 % lift.nodes)
}

/// Returns the image of `to` under the translation that takes `from` above the identity.
pub(in crate::model) fn seen_from(lift: &wire::Lift, from: Node, to: Node) -> Node {
    let element = difference(&lift.group, to.0 / lift.nodes, from.0 / lift.nodes);
    Node(element * lift.nodes + to.0 % lift.nodes)
}

/// Returns the distance from one node to another, none if no way leads there. Translations (u, g) ↦ (u, g +
/// h) keep all links, so it is the distance after the one that takes `from` above the identity.
pub(in crate::model) fn distance(
    lift: &wire::Lift,
    graph: &ExplicitGraph,
    from: Node,
    to: Node,
) -> Option<u64> {
    graph.distance(Node(from.0 % lift.nodes), seen_from(lift, from, to))
}

/// Returns the greatest distance, which some node above the identity has to another.
///
/// # Complexity
/// O(b · A) for a base of b nodes and A directed links.
pub(in crate::model) fn diameter(lift: &wire::Lift, graph: &ExplicitGraph) -> u64 {
    (0..lift.nodes).map(|node| graph.eccentricity(Node(node))).max().unwrap_or(0)
}

/// Returns the name of a node, `2.1,3` or `a.1,3`: the node of the base and the element of the group.
pub(in crate::model) fn node_name(lift: &wire::Lift, node: Node) -> String {
    let base = usize::try_from(node.0 % lift.nodes).expect("a node of a graph is below 2^20");
    let base = lift
        .names
        .as_ref()
        .map_or_else(|| base.to_string(), |names| names[base].chars().map(plain).collect());
    let element = digits(&lift.group, node.0 / lift.nodes);
    let element: Vec<String> = element.iter().map(u64::to_string).collect();
    format!("{base}.{}", element.join(","))
}

/// Returns the node that a name means.
#[must_use]
pub fn lift_node(lift: &wire::Lift, word: &str) -> Option<Node> {
    let (base, element) = word.rsplit_once('.')?;
    let base = match lift.names.as_deref() {
        Some(names) => count_of(names.iter().position(|name| name == base)?),
        None => base.parse().ok().filter(|node| *node < lift.nodes)?,
    };
    let element: Vec<u64> = element.split(',').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let fits = element.len() == lift.group.len()
        && element.iter().zip(&lift.group).all(|(part, radix)| part < radix);
    if !fits {
        return None;
    }
    let order = lift.group.iter().try_fold(lift.nodes, |nodes, &radix| nodes.checked_mul(radix));
    order.map(|_| Node(number(&lift.group, &element) * lift.nodes + base))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Above a loop with a shift of half the group each pair of nodes has one link; above one of a quarter
    /// each node has two.
    #[test]
    fn the_link_limit_of_graphs_holds_for_lifts() {
        let of = |shift: u64, capacity: u64| {
            let text =
                format!(r#"{{"kind":"lift","group":[4],"nodes":1,"links":[[0,0,[{shift}],{capacity}]]}}"#);
            match serde_json::from_str(&text).expect("a network") {
                wire::Network::Lift(lift) => order(&lift),
                other => panic!("{other:?} is no lift"),
            }
        };
        for (shift, most) in [(2, MAX_GRAPH_LINKS / 4), (1, MAX_GRAPH_LINKS / 8)] {
            assert_eq!(of(shift, most), Ok(4));
            assert!(matches!(of(shift, most + 1), Err(ModelError::GraphTooLarge { .. })));
        }
    }
}
