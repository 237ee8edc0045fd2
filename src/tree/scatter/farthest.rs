//! The farthest-first rule of P2 §3: scatter along a spanning tree.

use crate::model::{ExplicitSchedule, Network, Node, Packet, PortRule, Sent, count_of};
use crate::tree::construction::{ConstructionError, at, limit, nodes, put, require, short, tidy};
use crate::tree::spanning::rooted::RootedTree;
use std::cmp::Reverse;

/// Most sends of an explicit schedule that is built.
pub(in crate::tree) const MAX_SENDS: u64 = 1 << 24;

/// Lists the packets of a scatter: `count` for each node but the root, by increasing offset from it.
pub(in crate::tree) fn scatter_packets(network: &Network, root: Node, count: u64) -> Vec<Packet> {
    let translation = network.translation(root);
    let packet = |offset| Packet::Personal { from: root, to: translation.of(offset) };
    let of = |offset| {
        let packet = packet(offset);
        (0..count).map(move |_| packet)
    };
    nodes(network).skip(1).flat_map(of).collect()
}

/// The packets that the root still has to send over one of its tree links.
struct Queue {
    /// The packets with their destinations, farthest first.
    packets: Vec<(Node, u32)>,
    /// By packet, the time when it and all behind it have arrived, if the queue's first packet leaves in slot
    /// 0.
    arrival: Vec<u64>,
    sent: usize,
}

impl Queue {
    fn new(mut packets: Vec<(Node, u32)>, depth: impl Fn(Node) -> u32) -> Self {
        packets.sort_by_key(|&(node, packet)| (Reverse(depth(node)), packet));
        let mut latest = 0;
        let times = packets.iter().enumerate().rev().map(|(place, &(node, _))| {
            latest = latest.max(count_of(place) + u64::from(depth(node)));
            latest
        });
        let mut arrival: Vec<u64> = times.collect();
        arrival.reverse();
        Self { packets, arrival, sent: 0 }
    }

    fn head(&self) -> Option<(Node, u32)> {
        self.packets.get(self.sent).copied()
    }

    /// Returns the slots until all packets have arrived if the queue is served without a pause.
    fn urgency(&self) -> u64 {
        self.arrival.get(self.sent).map_or(0, |&time| time - count_of(self.sent))
    }
}

/// Makes a scatter of `count` packets per node from a root along the translate of a spanning tree. The root
/// sends the packet that goes farthest first, and the other nodes pass packets on at once (P2 §3).
///
/// With all ports the time is the greatest over the root's subtrees of maxδ (c · #{nodes of the subtree at
/// depth ≥ δ} + δ − 1), which is the number of nodes N of the subtree where P2 says so (c = 1: every depth
/// below the greatest has a node). With fewer ports the subtrees whose packets go farthest, or whose last
/// packet would arrive last, come first, whichever takes less time. With one half-duplex port the root does
/// not send into a subtree whose first node has to send on (after Saad & Schultz 1985, whose nodes also never
/// send and receive at once). Sends are fewest when the tree is one of shortest paths.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^24 sends.
///
/// # Complexity
/// O(S log S + T · m) for S sends, T slots and m links.
///
/// # Examples
/// ```
/// use isotask::{model::{Node, PortRule}, tree::{compatible_tree, farthest_first}};
/// let scatter = farthest_first(&compatible_tree(4)?, Node(9), PortRule::FullDuplex(4), 1)?;
/// assert_eq!(scatter.slots.len(), 4); // ⌈15/4⌉
/// assert_eq!(scatter.slots.iter().flatten().count(), 32); // 4 · 2³
/// # Ok::<(), isotask::tree::ConstructionError>(())
/// ```
pub fn farthest_first(
    tree: &RootedTree,
    root: Node,
    ports: PortRule,
    count: u64,
) -> Result<ExplicitSchedule, ConstructionError> {
    require(count, ports.sends())?;
    let network = tree.network();
    let hops = nodes(network).try_fold(0_u64, |sum, node| sum.checked_add(u64::from(tree.depth(node))));
    limit("sends", hops.and_then(|hops| hops.checked_mul(count)), MAX_SENDS)?;
    let best = branches(tree, count).sends(ports, count);
    let mut slots = Vec::new();
    let translation = network.translation(root);
    for RootSend { slot, to, packet } in best {
        let path: Vec<Node> = tree.path(to).iter().map(|&node| translation.of(node)).collect();
        for (slot, hop) in (slot..).zip(path.windows(2)) {
            put(&mut slots, slot, Sent::new(packet, hop[0], hop[1]));
        }
    }
    Ok(ExplicitSchedule { packets: scatter_packets(network, root, count), slots: tidy(slots) })
}

/// A send of the root: the packet, its destination, and the slot.
#[derive(Clone, Copy)]
pub(in crate::tree) struct RootSend {
    pub(in crate::tree) slot: usize,
    pub(in crate::tree) to: Node,
    pub(in crate::tree) packet: u32,
}

/// What the rule of the root asks of a tree.
pub(in crate::tree) struct Branches {
    /// Hops of every node from the root.
    pub(in crate::tree) depth: Vec<u32>,
    /// The subtree of the root that every node but the root is in.
    pub(in crate::tree) queue: Vec<Option<usize>>,
    /// How many subtrees there are, some perhaps empty.
    pub(in crate::tree) queues: usize,
    /// The first packet of every node; the others of it follow.
    pub(in crate::tree) first: Vec<u64>,
}

/// Sorts the nodes by the link over which the root reaches them.
fn branches(tree: &RootedTree, count: u64) -> Branches {
    let mut order: Vec<Node> = nodes(tree.network()).skip(1).collect();
    order.sort_by_key(|&node| (tree.depth(node), node));
    let mut queue = vec![None; order.len() + 1];
    for &node in &order {
        let (Some(parent), Some(link)) = (tree.parent(node), tree.link(node)) else { continue };
        queue[at(node)] = if parent == Node(0) { Some(at(Node(link.0.into()))) } else { queue[at(parent)] };
    }
    Branches {
        depth: nodes(tree.network()).map(|node| tree.depth(node)).collect(),
        queue,
        queues: at(Node(tree.network().links().into())),
        first: nodes(tree.network()).map(|node| node.0.saturating_sub(1) * count).collect(),
    }
}

impl Branches {
    /// The sends of the root in which the packets that go farthest come first, or those that would arrive
    /// last, whichever takes less time.
    pub(in crate::tree) fn sends(&self, ports: PortRule, count: u64) -> Vec<RootSend> {
        let depth = |node: Node| u64::from(self.depth[at(node)]);
        let far =
            self.sends_by(ports, count, |queue| queue.head().map(|(node, _)| (depth(node), queue.urgency())));
        let late =
            self.sends_by(ports, count, |queue| queue.head().map(|(node, _)| (queue.urgency(), depth(node))));
        let length = |sends: &[RootSend]| sends.iter().map(|send| send.slot + at(Node(depth(send.to)))).max();
        if length(&late) < length(&far) { late } else { far }
    }

    /// The slots that every schedule along the tree takes.
    ///
    /// Of the packets for nodes at depth δ or more the root sends one per port and slot, and one per slot
    /// into a subtree; the last of them has δ − 1 hops to go.
    pub(in crate::tree) fn least(&self, ports: PortRule, count: u64) -> u64 {
        let mut by_depth: Vec<(u32, usize)> = self
            .depth
            .iter()
            .zip(&self.queue)
            .filter_map(|(&depth, queue)| Some((depth, (*queue)?)))
            .collect();
        by_depth.sort_unstable_by_key(|&(depth, queue)| (Reverse(depth), queue));
        let mut of_queue = vec![0_u64; self.queues];
        let mut least = 0;
        for (&(depth, queue), all) in by_depth.iter().zip(1_u64..) {
            of_queue[queue] += count;
            let packets = of_queue[queue].max((all * count).div_ceil(ports.sends().max(1).into()));
            least = least.max(packets + u64::from(depth) - 1);
        }
        least
    }

    /// Serves in each slot as many queues as the root has ports: those of the greatest key, of equals the
    /// first.
    fn sends_by(
        &self,
        ports: PortRule,
        count: u64,
        key: impl Fn(&Queue) -> Option<(u64, u64)>,
    ) -> Vec<RootSend> {
        let mut packets: Vec<Vec<(Node, u32)>> = vec![Vec::new(); self.queues];
        for ((node, queue), &start) in (0..).map(Node).zip(&self.queue).zip(&self.first) {
            let of_node = (start..start + count).map(|packet| (node, short(at(Node(packet)))));
            if let Some(queue) = *queue {
                packets[queue].extend(of_node);
            }
        }
        let mut queues: Vec<Queue> =
            packets.into_iter().map(|packets| Queue::new(packets, |node| self.depth[at(node)])).collect();
        let most = at(Node(ports.sends().into()));
        let mut sends = Vec::new();
        let mut busy: Option<usize> = None;
        for slot in 0.. {
            let mut ready: Vec<_> =
                (0..self.queues).filter_map(|link| Some((Reverse(key(&queues[link])?), link))).collect();
            if ready.is_empty() {
                break;
            }
            ready.retain(|&(_, link)| busy != Some(link));
            ready.sort_unstable();
            busy = None;
            for (_, link) in ready.into_iter().take(most) {
                let Some((to, packet)) = queues[link].head() else { continue };
                queues[link].sent += 1;
                sends.push(RootSend { slot, to, packet });
                busy = (ports == PortRule::HalfDuplex && self.depth[at(to)] > 1).then_some(link);
            }
        }
        sends
    }
}
