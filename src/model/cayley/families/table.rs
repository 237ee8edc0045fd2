//! Cayley graphs whose links are functions of the node.

use crate::model::cayley::CayleyGraph;
use crate::model::{Node, count_of};

/// Most bits of x.
pub(super) const MAX_BITS: u64 = 17;

/// Returns the name of node (x, p) at index x · n + p: the bits of x, and p.
pub(super) fn node_name(n: u64, node: Node) -> String {
    let width = usize::try_from(n).expect("at most 17 bits");
    format!("({:0width$b},{})", node.0 / n, node.0 % n)
}

/// Returns the node of a name, which may stand without its brackets.
pub(super) fn node_named(n: u64, name: &str) -> Option<Node> {
    let inner = name.strip_prefix('(').map_or(Some(name), |name| name.strip_suffix(')'))?;
    let (bits, place) = inner.split_once(',').map(|(bits, place)| (bits, place.trim()))?;
    if n > MAX_BITS || count_of(bits.len()) != n || !inner.starts_with(['0', '1']) || place.starts_with('+') {
        return None;
    }
    let (x, place) = (u64::from_str_radix(bits, 2).ok()?, place.parse::<u64>().ok()?);
    (place < n).then(|| Node(x * n + place))
}

/// Builds the graph of `nodes` nodes in which each link is a function of the node.
pub(super) fn table<F: Fn(u64) -> u64>(nodes: u64, links: impl Iterator<Item = F>) -> Option<CayleyGraph> {
    let links: Vec<F> = links.collect();
    let to = |node: u64, link: &F| u32::try_from(link(node)).expect("a node of a table is below 2^22");
    let neighbors = (0..nodes).flat_map(|node| links.iter().map(move |link| to(node, link))).collect();
    CayleyGraph::new(u32::try_from(links.len()).expect("a link is below 2^32"), neighbors)
}
