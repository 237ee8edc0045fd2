//! Scatter: the tree of compatible classes of P2 §3, balanced trees of shortest paths on tori, and the
//! fastest schedule of all constructions.

pub(super) mod farthest;
pub(super) mod flow;
pub(super) mod merged;
pub(super) mod merged_replay;
pub(super) mod personalized;

use super::broadcast::rotation_classes::{class, representatives, rotate};
use super::construction::{ConstructionError, at, limit, nodes};
use super::spanning::rooted::RootedTree;
use crate::model::{ExplicitSchedule, Link, Network, Node, PortRule, count_of, wide};
use crate::wire;
use farthest::farthest_first;
use flow::scatter_by_flow;

/// Most nodes of a network for which a tree is built.
const MAX_NODES: u64 = 1 << 22;

/// Builds the tree of compatible classes of P2 §3: a tree of shortest paths on the d-cube whose subtrees at
/// node 0 have at most ⌈(2^d − 1)/d⌉ nodes.
///
/// Every class of rotations hangs on a class with one 1 less and d elements, which arises when the 1 right of
/// a longest run of zeros becomes a 0. The parent of an element t is the rotation that has the value m(t) as
/// well, so subtree i holds the nodes with m(t) = i.
///
/// # Errors
/// [`ConstructionError::Dimension`] for dimension 0 or beyond 24 (or 22 where the limit of nodes is reached);
/// [`ConstructionError::OutOfOrder`] if the paper's argument failed (it does not, d ≤ 16).
///
/// # Complexity
/// O(d · 2^d) time, O(2^d) space.
///
/// # Examples
/// ```
/// use isotask::{model::Node, tree::compatible_tree};
/// let tree = compatible_tree(4)?;
/// let subtree = |link: u64| (1..16).filter(|&t| tree.path(Node(t))[1] == Node(1 << link)).count();
/// assert_eq!([0, 1, 2, 3].map(subtree), [4, 4, 4, 3]);
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn compatible_tree(dimension: u32) -> Result<RootedTree, ConstructionError> {
    let least_elements = representatives(dimension)?;
    limit("nodes", Some(1 << dimension), MAX_NODES)?;
    let mut turn = vec![0; 1 << dimension];
    let mut reached = vec![None; 1 << dimension];
    let mut next = 0;
    for least in least_elements {
        let own_turn = next % dimension;
        // An element of the class, and its parent, in which one of its ones is a zero.
        let (element, parent) = if least.is_power_of_two() {
            (rotate(least, own_turn, dimension), 0)
        } else {
            let parent = compatible(least);
            let by = (own_turn + dimension - turn[at(Node(parent))]) % dimension;
            (rotate(least, by, dimension), rotate(parent, by, dimension))
        };
        for (by, t) in (0..).zip(class(element, dimension)) {
            let link = Link((t ^ rotate(parent, by, dimension)).trailing_zeros());
            turn[at(Node(t))] = next % dimension;
            reached[at(Node(t))] = Some(link);
            next += 1;
            if parent != 0 && turn[at(Node(t ^ 1 << link.0))] != turn[at(Node(t))] {
                return Err(ConstructionError::OutOfOrder { slot: 0, node: t });
            }
        }
    }
    let network = hypercube(dimension)?;
    RootedTree::new(&network, reached).ok_or(ConstructionError::NotDelivered { packet: 0, node: 0 })
}

fn hypercube(dimension: u32) -> Result<Network, ConstructionError> {
    let refused = |_| ConstructionError::Dimension { found: dimension, most: 62 };
    Network::new(&wire::Network::Hypercube { dimension: dimension.into() }).map_err(refused)
}

/// Clears the 1 right of a longest run of zeros. The least element of a class begins with such a run, so it
/// is the first 1.
///
/// The string of all ones has no zeros; its parent is the class of d − 1 ones.
fn compatible(least: u64) -> u64 {
    least ^ 1 << least.ilog2()
}

/// Returns a lower bound on the slots of a scatter with k sends of the root per slot: maxδ ⌈c · #{nodes at
/// distance ≥ δ}/k⌉ + δ − 1. `None` beyond `u64`.
///
/// Packets for nodes at distance δ or more leave the root one per port and slot, and the last of them has at
/// least δ − 1 hops to go after its first.
///
/// # Complexity
/// O(n · D) time for n nodes and D dimensions.
#[must_use]
pub fn scatter_bound(network: &Network, ports: u32, count: u64) -> Option<u64> {
    let mut spheres = vec![0_u64; at(Node(network.diameter())) + 1];
    for node in nodes(network) {
        spheres[at(Node(network.distance(node)))] += 1;
    }
    let mut beyond = 0;
    let mut bound = 0;
    for (before, sphere) in spheres[1..].iter().enumerate().rev() {
        beyond += sphere;
        bound = bound
            .max(count.checked_mul(beyond)?.div_ceil(ports.max(1).into()).checked_add(count_of(before))?);
    }
    Some(bound)
}

/// Builds a tree of shortest paths whose subtrees at node 0 are about equally large. It is greedy: sphere by
/// sphere each node joins the smallest subtree that it can, nodes with the fewest choices first.
fn balanced_tree(network: &Network) -> Option<RootedTree> {
    let mut order: Vec<Node> = nodes(network).skip(1).collect();
    order.sort_by_key(|&node| network.distance(node));
    let mut reached = vec![None; at(Node(network.nodes()))];
    let mut first: Vec<usize> = vec![0; reached.len()];
    let mut size = vec![0_u64; wide(network.links())];
    for sphere in order.chunk_by(|&a, &b| network.distance(a) == network.distance(b)) {
        let choices = |&node: &Node| {
            let nearer = |link: &Link| {
                network.distance(network.neighbor(node, network.opposite(*link))) < network.distance(node)
            };
            let links = (0..network.links()).map(Link).filter(nearer).map(|link| {
                let parent = network.neighbor(node, network.opposite(link));
                (if parent == Node(0) { wide(link.0) } else { first[at(parent)] }, link)
            });
            (node, links.collect::<Vec<_>>())
        };
        let mut sphere: Vec<(Node, Vec<(usize, Link)>)> = sphere.iter().map(choices).collect();
        sphere.sort_by_key(|(_, choices)| choices.len());
        for (node, choices) in sphere {
            let (subtree, link) = choices.into_iter().min_by_key(|&(subtree, _)| size[subtree])?;
            size[subtree] += 1;
            first[at(node)] = subtree;
            reached[at(node)] = Some(link);
        }
    }
    RootedTree::new(network, reached)
}

/// Makes a scatter of `count` packets per node from a root: the fastest of the constructions that apply.
///
/// The first construction is [`farthest_first`] along [`compatible_tree`] on a hypercube (P2 §3), elsewhere
/// along a balanced tree of shortest paths. Where it misses [`scatter_bound`] and the ports are full-duplex,
/// flows find the least number of slots: along shortest paths first, and along any paths if those miss the
/// bound too. For one port farthest first always meets the bound.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^22 nodes or 2^24 sends.
///
/// # Complexity
/// That of [`farthest_first`], and where it misses the bound that of [`scatter_by_flow`] for each number of
/// slots tried.
///
/// # Examples
/// ```
/// use isotask::{model::{Network, Node, PortRule}, tree::{scatter, scatter_bound}, wire};
/// let torus = Network::new(&wire::Network::Torus { radices: vec![5, 2] })?;
/// let schedule = scatter(&torus, Node(3), PortRule::FullDuplex(3), 1)?;
/// assert_eq!(Some(schedule.slots.len() as u64), scatter_bound(&torus, 3, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn scatter(
    network: &Network,
    root: Node,
    ports: PortRule,
    count: u64,
) -> Result<ExplicitSchedule, ConstructionError> {
    limit("nodes", Some(network.nodes()), MAX_NODES)?;
    let none = ConstructionError::NotDelivered { packet: 0, node: 0 };
    let tree = if network.is_hypercube() {
        compatible_tree(network.links())?
    } else {
        balanced_tree(network).ok_or(none)?
    };
    let mut best = farthest_first(&tree, root, ports, count)?;
    let PortRule::FullDuplex(sends) = ports else { return Ok(best) };
    let Some(bound) = scatter_bound(network, sends, count).and_then(|slots| usize::try_from(slots).ok())
    else {
        return Ok(best);
    };
    for shortest in [true, false] {
        for slots in bound..best.slots.len() {
            match scatter_by_flow(network, root, sends, count, slots, shortest) {
                Ok(Some(found)) => {
                    best = found;
                    break;
                }
                Ok(None) => {}
                Err(_) => return Ok(best),
            }
        }
    }
    Ok(best)
}
