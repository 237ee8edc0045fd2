//! Places networks of switches layer by layer: the hosts at the bottom, above them the switches by their
//! distance from a host.

use super::canvas::{Point, at, whole};
use crate::model::{Link, Network, Node, count_of, wide};

/// The most nodes of a layer.
const MAX_LAYER_NODES: u64 = 32;
/// The distance between nodes of the widest layer, and between layers, in pixels.
const NODE_SPACING: i64 = 40;
const LAYER_SPACING: i64 = 96;

/// Places all nodes if there are switches and every link leads from one layer to another, so that no link
/// crosses nodes.
pub(super) fn layers(network: &Network) -> Option<Vec<Point>> {
    network.switches()?;
    if network.nodes() > MAX_LAYER_NODES * MAX_LAYER_NODES {
        return None;
    }
    let layers = layers_of(network);
    let layer_of = |node: Node| layers[wide(node.narrow())];
    let mut sizes: Vec<u64> = Vec::new();
    let mut ranks: Vec<u64> = Vec::new();
    for &layer in &layers {
        sizes.resize(sizes.len().max(layer + 1), 0);
        ranks.push(sizes[layer]);
        sizes[layer] += 1;
    }
    let widest = sizes.iter().copied().max().filter(|&widest| widest <= MAX_LAYER_NODES)?;
    let is_level = |node| {
        let mut ends = (0..network.links()).filter_map(move |link| network.adjacent(node, Link(link)));
        ends.any(|end| layer_of(end) == layer_of(node))
    };
    if (0..network.nodes()).map(Node).any(is_level) {
        return None;
    }
    // Every layer fills the width, each node in the middle of its part.
    let width = whole(widest) * NODE_SPACING;
    let place = |(&layer, &rank): (&usize, &u64)| {
        let size = whole(sizes[layer]);
        at(width * (2 * whole(rank) + 1) / (2 * size), -LAYER_SPACING * whole(count_of(layer)))
    };
    Some(layers.iter().zip(&ranks).map(place).collect())
}

/// Returns the hops of every node from the nearest host.
fn layers_of(network: &Network) -> Vec<usize> {
    let is_switch = |node: &usize| network.is_switch(Node(count_of(*node)));
    let nodes = 0..usize::try_from(network.nodes()).expect("few nodes");
    let mut layers: Vec<usize> =
        nodes.clone().map(|node| if is_switch(&node) { usize::MAX } else { 0 }).collect();
    let mut front: Vec<usize> = nodes.filter(|node| !is_switch(node)).collect();
    for layer in 1.. {
        let mut next = Vec::new();
        for &node in &front {
            let ends =
                (0..network.links()).filter_map(|link| network.adjacent(Node(count_of(node)), Link(link)));
            for end in ends.map(|end| usize::try_from(end.0).expect("few nodes")) {
                if layers[end] == usize::MAX {
                    layers[end] = layer;
                    next.push(end);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        front = next;
    }
    layers
}
