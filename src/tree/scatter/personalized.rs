//! Personalised communication along a spanning tree: the root has packets of its own for every other node (P5
//! §4.2).

use crate::model::{ExplicitSchedule, Node, Packet, PortRule, Sent};
use crate::tree::broadcast::pipeline::{Slots, moves, require};
use crate::tree::{CubeTree, CubeTreeError};
use std::cmp::Reverse;

/// The packets that the root still has to send into one of its subtrees.
#[derive(Debug)]
struct Subtree {
    child: Node,
    /// Packets with their destination, the farthest last.
    waiting: Vec<(u32, Node)>,
    /// The first slot in which the child may receive again.
    free: usize,
}

/// Makes personalised communication along a tree: `count` packets of the root for every other node.
///
/// A node receives over one link only, at most one packet in a slot, and passes it on in the next slot; so no
/// packet ever waits after it has left the root, and the order in which the root sends decides everything. In
/// every slot the root serves the subtrees with most packets to come (cyclically, where they are balanced)
/// and takes the farthest destination of each. Where nodes do one thing at a time it sends into a subtree in
/// two slots running only if the first packet ends at the child, so that nodes further down are never asked
/// to send and receive together.
///
/// On the trees SBT, TCBT and BST this takes (N - 1) · count slots with one port, under either rule, the
/// least for any schedule since the root sends that many packets, and with all ports as many as the largest
/// subtree has packets, the least on that tree.
///
/// Packets are listed by increasing destination, those of one destination side by side.
///
/// # Errors
/// [`CubeTreeError`] if there is nothing to send, no port, or more than 2²⁴ moves.
///
/// # Panics
/// Never: packets and nodes are fewer than moves, which are few enough to be indices.
///
/// # Complexity
/// O(n² · N + moves + n log n · slots) time, N nodes, moves the sum of the levels of all packets.
///
/// # Examples
/// ```
/// use isotask::model::{Node, PortRule};
/// use isotask::tree::{CubeTree, TreeKind, personalized};
/// let tree = CubeTree::new(TreeKind::Bst, 5, Node(0))?;
/// let slots = |ports| Ok::<_, isotask::tree::CubeTreeError>(personalized(&tree, 2, ports)?.slots.len());
/// // 2·31 packets leave the root; the largest of the five subtrees has seven nodes.
/// assert_eq!((slots(PortRule::HalfDuplex)?, slots(PortRule::FullDuplex(5))?), (62, 14));
/// # Ok::<(), isotask::tree::CubeTreeError>(())
/// ```
pub fn personalized(tree: &CubeTree, count: u32, ports: PortRule) -> Result<ExplicitSchedule, CubeTreeError> {
    // Every packet has at least one hop, so this limits the nodes before their levels are summed.
    require(count, moves(tree, count), ports)?;
    let hops: u128 = (0..tree.nodes()).map(|node| u128::from(tree.level(Node(node)))).sum();
    require(count, hops * u128::from(count), ports)?;
    let root = tree.root();
    let mut packets = Vec::new();
    let mut first = Vec::new();
    for node in (0..tree.nodes()).map(Node) {
        first.push(u32::try_from(packets.len()).expect("fewer packets than moves"));
        if node != root {
            packets.extend((0..count).map(|_| Packet::Personal { from: root, to: node }));
        }
    }
    let mut subtrees: Vec<Subtree> = tree
        .children(root)
        .into_iter()
        .map(|child| {
            let of = |to: Node| first[usize::try_from(to.0).expect("a listed node")];
            let waiting = members(tree, child)
                .into_iter()
                .flat_map(|to| (0..count).rev().map(move |copy| (of(to) + copy, to)))
                .collect();
            Subtree { child, waiting, free: 0 }
        })
        .collect();
    let mut slots = Slots::default();
    let mut slot = 0;
    while subtrees.iter().any(|subtree| !subtree.waiting.is_empty()) {
        for (packet, to) in served(&mut subtrees, slot, ports) {
            let way: Vec<Node> = std::iter::successors(Some(to), |&node| tree.parent(node)).collect();
            for (hop, pair) in way.windows(2).rev().enumerate() {
                slots.put(slot + hop, Sent::new(packet, pair[1], pair[0]));
            }
        }
        slot += 1;
    }
    Ok(slots.into_schedule(packets))
}

/// Lists the nodes of a subtree, by increasing level.
fn members(tree: &CubeTree, top: Node) -> Vec<Node> {
    let mut nodes = vec![top];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        nodes.extend(tree.children(node));
        next += 1;
    }
    nodes
}

/// Returns the packets that the root sends in a slot: the farthest of each subtree with most packets to come.
fn served(subtrees: &mut [Subtree], slot: usize, ports: PortRule) -> Vec<(u32, Node)> {
    let ready = |subtree: &&mut Subtree| subtree.free <= slot && !subtree.waiting.is_empty();
    let mut ready: Vec<&mut Subtree> = subtrees.iter_mut().filter(ready).collect();
    ready.sort_by_key(|subtree| Reverse(subtree.waiting.len()));
    let most = usize::try_from(ports.sends()).unwrap_or(usize::MAX);
    let send = |subtree: &mut Subtree| {
        let sent = subtree.waiting.pop()?;
        let passes_on = ports == PortRule::HalfDuplex && sent.1 != subtree.child;
        subtree.free = slot + 1 + usize::from(passes_on);
        Some(sent)
    };
    ready.into_iter().take(most).filter_map(send).collect()
}
