//! Pipelined broadcasts: many packets of one source, sent along a spanning tree or along all trees of the
//! MSBT graph (P5 §3.3).

use crate::model::{ExplicitSchedule, Node, Packet, PortRule, Sent};
use crate::tree::spanning::msbt;
use crate::tree::spanning::msbt_label::label;
use crate::tree::{CubeTree, CubeTreeError, TreeKind};

/// Most moves of an explicit schedule.
const MAX_MOVES: u128 = 1 << 24;

/// Refuses a schedule that is empty or too long.
pub(in crate::tree) fn require(packets: u32, moves: u128, ports: PortRule) -> Result<(), CubeTreeError> {
    if packets == 0 {
        return Err(CubeTreeError::NoPackets);
    }
    if ports.sends() == 0 {
        return Err(CubeTreeError::NoPorts);
    }
    if moves > MAX_MOVES {
        return Err(CubeTreeError::TooLarge { moves, most: MAX_MOVES });
    }
    Ok(())
}

/// Moves by slot.
#[derive(Debug, Default)]
pub(in crate::tree) struct Slots(Vec<Vec<Sent>>);

impl Slots {
    pub(in crate::tree) fn put(&mut self, slot: usize, sent: Sent) {
        if self.0.len() <= slot {
            self.0.resize(slot + 1, Vec::new());
        }
        self.0[slot].push(sent);
    }

    /// Returns the schedule; slots without a move are left out, which delays nothing.
    pub(in crate::tree) fn into_schedule(mut self, packets: Vec<Packet>) -> ExplicitSchedule {
        self.0.retain(|slot| !slot.is_empty());
        self.0.iter_mut().for_each(|slot| slot.sort_unstable());
        ExplicitSchedule { packets, slots: self.0 }
    }
}

/// Returns the number of moves of a broadcast: each packet reaches every node but the root over one edge.
pub(in crate::tree) fn moves(tree: &CubeTree, count: u32) -> u128 {
    u128::from(tree.nodes() - 1) * u128::from(count)
}

/// Converts a number of children or slots to an index.
fn index(number: u32) -> usize {
    usize::try_from(number).expect("a 32-bit number fits into an address")
}

/// Makes a broadcast of `count` packets along a tree, in a pipeline.
///
/// A node passes a packet on to its children in their order, as many in a slot as it may send, beginning in
/// the slot after the one in which it received it. The next packet follows after a period in which the
/// busiest node is done: p = max ⌈children / k⌉, and one slot more for receiving where nodes do one thing at
/// a time. So no two packets meet, and with h the slot in which the first packet is everywhere it takes `h +
/// (count - 1) · p` slots: P5 Table 3 (for the Hamiltonian path with one send and one receive that is one
/// slot more than printed there, and what Table 1 says).
///
/// # Errors
/// [`CubeTreeError`] if there is nothing to send, no port, or more than 2²⁴ moves.
///
/// # Complexity
/// O(n² · N + moves) time, N nodes, moves = (N - 1) · count.
///
/// # Examples
/// ```
/// use isotask::model::{Node, PortRule};
/// use isotask::tree::{CubeTree, TreeKind, tree_broadcast};
/// let tree = CubeTree::new(TreeKind::Tcbt, 4, Node(0))?;
/// let slots = |ports| Ok::<_, isotask::tree::CubeTreeError>(tree_broadcast(&tree, 10, ports)?.slots.len());
/// // P5 Table 3 for ten packets, log N = 4: 3·10 + 2·4 - 5, 2·(10 + 4 - 2), 10 + 4 - 1.
/// assert_eq!((slots(PortRule::HalfDuplex)?, slots(PortRule::FullDuplex(1))?), (33, 24));
/// assert_eq!(slots(PortRule::FullDuplex(4))?, 13);
/// # Ok::<(), isotask::tree::CubeTreeError>(())
/// ```
pub fn tree_broadcast(
    tree: &CubeTree,
    count: u32,
    ports: PortRule,
) -> Result<ExplicitSchedule, CubeTreeError> {
    require(count, moves(tree, count), ports)?;
    let at_once = index(ports.sends());
    // The sends of the first packet, each with its slot; the receiver may send from the next slot on.
    let mut reached: Vec<(Sent, usize)> = Vec::new();
    let mut frontier = vec![(tree.root(), 0)];
    let mut period = 1;
    while let Some((from, free)) = frontier.pop() {
        let children = tree.children(from);
        let receives = ports == PortRule::HalfDuplex && from != tree.root();
        period = period.max(children.len().div_ceil(at_once) + usize::from(receives));
        for (rank, to) in children.into_iter().enumerate() {
            let slot = free + rank / at_once;
            reached.push((Sent::new(0, from, to), slot));
            frontier.push((to, slot + 1));
        }
    }
    let mut slots = Slots::default();
    for packet in 0..count {
        let start = index(packet) * period;
        for &(sent, slot) in &reached {
            slots.put(start + slot, Sent::new(packet, sent.from(), sent.to()));
        }
    }
    Ok(slots.into_schedule(vec![Packet::Copied { from: tree.root() }; index(count)]))
}

/// Makes a broadcast of `count` packets along the n trees of the MSBT graph, packet i along tree i mod n.
///
/// All ports: the trees have no edge in common, so each is a pipeline of its own and ⌈count/n⌉ + n slots
/// suffice. One send and one receive: in the slots of the labelling f ([`CubeTree::label`]), a
/// round of n packets every n slots, `count` + n slots. One send or one receive: in a slot of f all packets
/// cross the same dimension, so the slot is replaced by two, one for each direction; in the first n slots and
/// in the last one only one direction is used, so 2 · `count` + n - 1 slots suffice (P5 §3.3.2). For k < n
/// ports the labelling f serves too. On the 1-cube, which has a single tree of height 1, `count` slots
/// suffice.
///
/// # Errors
/// [`CubeTreeError`] if there is no such cube or root, nothing to send, no port, or more than 2²⁴ moves.
///
/// # Complexity
/// O(n · moves) time, moves = (N - 1) · count for N nodes.
///
/// # Examples
/// ```
/// use isotask::model::{Node, PortRule};
/// use isotask::tree::msbt_broadcast;
/// let slots = |ports| Ok::<_, isotask::tree::CubeTreeError>(msbt_broadcast(4, Node(3), 10, ports)?.slots.len());
/// assert_eq!((slots(PortRule::HalfDuplex)?, slots(PortRule::FullDuplex(1))?), (23, 14));
/// assert_eq!(slots(PortRule::FullDuplex(4))?, 7);
/// # Ok::<(), isotask::tree::CubeTreeError>(())
/// ```
pub fn msbt_broadcast(
    dimension: u32,
    root: Node,
    count: u32,
    ports: PortRule,
) -> Result<ExplicitSchedule, CubeTreeError> {
    let n = dimension;
    let trees = (0..n).map(|index| CubeTree::new(TreeKind::Msbt { index }, n, root));
    let trees = trees.collect::<Result<Vec<_>, _>>()?;
    let first = CubeTree::new(TreeKind::Msbt { index: 0 }, n, root)?;
    require(count, moves(&first, count), ports)?;
    let mut slots = Slots::default();
    for packet in 0..count {
        let (j, round) = (packet % n, packet / n);
        let tree = &trees[index(j)];
        for c in 1..tree.nodes() {
            let to = Node(c ^ root.0);
            let (Some(from), Some(label)) = (tree.parent(to), label(n, j, c)) else { continue };
            let slot = match ports {
                PortRule::FullDuplex(k) if k >= n => index(round + msbt::level(j, c) - 1),
                PortRule::FullDuplex(_) => index(round * n + label),
                PortRule::HalfDuplex => {
                    let upwards = c & (from.0 ^ to.0) != 0;
                    2 * index(round * n + label) + usize::from(!upwards)
                }
            };
            slots.put(slot, Sent::new(packet, from, to));
        }
    }
    Ok(slots.into_schedule(vec![Packet::Copied { from: root }; index(count)]))
}
