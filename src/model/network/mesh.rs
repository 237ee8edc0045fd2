//! Meshes without wraparound: products of paths.

use super::explicit_graph::{ExplicitGraph, MAX_GRAPH_LINKS, MAX_GRAPH_NODES};
use super::mixed_radix::digit;
use crate::model::{ModelError, Node};
#[cfg(feature = "cli")]
use crate::wire;

/// Builds the mesh.
///
/// # Complexity
/// O(n · D) time and space for n nodes and D dimensions.
pub(in crate::model) fn graph(radices: &[u64]) -> Result<ExplicitGraph, ModelError> {
    if radices.is_empty() {
        return Err(ModelError::NoRadices);
    }
    if let Some(i) = radices.iter().position(|&radix| radix < 2) {
        return Err(ModelError::RadixTooSmall { place: format!("radices[{i}]"), found: radices[i] });
    }
    let product = radices.iter().try_fold(1_u64, |nodes, &radix| nodes.checked_mul(radix));
    let too_large = || ModelError::GraphTooLarge { nodes: MAX_GRAPH_NODES, links: MAX_GRAPH_LINKS };
    let nodes = product.filter(|&nodes| nodes <= MAX_GRAPH_NODES).ok_or_else(too_large)?;
    let nodes = u32::try_from(nodes).expect("at most 2^20 nodes");
    let (mut links, mut stride) = (Vec::new(), 1);
    for &radix in radices.iter().rev() {
        let radix = u32::try_from(radix).expect("it divides the number of nodes");
        let is_inside = |node: &u32| node / stride % radix + 1 < radix;
        links.extend((0..nodes).filter(is_inside).map(|node| (node, node + stride, 1)));
        stride *= radix;
    }
    Ok(ExplicitGraph::of_links(nodes, &links, None))
}

/// Returns the number of nodes of a mesh and its diameter without building it; none for other networks and
/// for meshes that are too large.
#[cfg(feature = "cli")]
pub(crate) fn extent_of_mesh(network: &wire::Network) -> Option<(u64, u64)> {
    let wire::Network::Mesh { radices } = network else { return None };
    let product = radices.iter().try_fold(1_u64, |nodes, &radix| nodes.checked_mul(radix))?;
    let is_built = radices.iter().all(|&radix| radix >= 2) && product <= MAX_GRAPH_NODES;
    is_built.then(|| (product, diameter(radices)))
}

/// Returns the distance from one node to another: the sum of the differences of their coordinates.
pub(in crate::model) fn distance(radices: &[u64], from: Node, to: Node) -> u64 {
    let (Node(mut a), Node(mut b)) = (from, to);
    radices.iter().rev().map(|&radix| digit(&mut a, radix).abs_diff(digit(&mut b, radix))).sum()
}

/// Returns the greatest distance, from corner to corner.
pub(in crate::model) fn diameter(radices: &[u64]) -> u64 {
    radices.iter().map(|radix| radix - 1).sum()
}
