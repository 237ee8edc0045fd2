//! Personalised communication in packets that hold the messages of several destinations (P5 §4.2, B > M).

use crate::model::{Node, count_of};
use crate::tree::broadcast::pipeline::{moves, require};
use crate::tree::scatter::merged_replay::{MergedError, MergedPacket, MergedTime, replay_merged};
use crate::tree::{CubeTree, CubeTreeError, Rule};
use num_rational::BigRational;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// In which order a node serves its children, and which messages go into a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeOrder {
    /// All packets for a subtree one after the other, the subtree with most to do first (P5 §4.2.1).
    SubtreeBySubtree,
    /// The farthest destination that a node has data for, whichever subtree it is in (P5 §4.2.2).
    FarthestFirst,
    /// As farthest first, with destinations of one level alone in a packet (P5 Lemma 4.2).
    LevelByLevel,
}

impl MergeOrder {
    /// All three.
    pub const EVERY: [Self; 3] = [Self::SubtreeBySubtree, Self::FarthestFirst, Self::LevelByLevel];

    /// Its words in reports and documents.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::SubtreeBySubtree => "subtree by subtree",
            Self::FarthestFirst => "farthest first",
            Self::LevelByLevel => "level by level",
        }
    }
}

/// A schedule of personalised communication along a tree, with at most b messages in a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedScatter {
    tree: CubeTree,
    capacity: u64,
    rule: Rule,
    order: MergeOrder,
    eager: bool,
    steps: Vec<Vec<MergedPacket>>,
}

impl MergedScatter {
    /// The tree along which the packets go.
    #[must_use]
    pub fn tree(&self) -> &CubeTree {
        &self.tree
    }

    /// Most messages in a packet, b = ⌊B/M⌋.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The rule of the ports.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The order in which nodes send.
    #[must_use]
    pub fn order(&self) -> MergeOrder {
        self.order
    }

    /// Whether a node sends what it has at once; else it waits until a packet is full or nothing more is to
    /// come for it.
    #[must_use]
    pub fn eager(&self) -> bool {
        self.eager
    }

    /// The packets of every step; those of a step go side by side.
    #[must_use]
    pub fn steps(&self) -> &[Vec<MergedPacket>] {
        &self.steps
    }

    /// Replays the schedule from its packets alone.
    ///
    /// # Errors
    /// [`MergedError`] if a packet is larger than b, does not follow an edge of the tree, holds what its
    /// sender does not have, or breaks the rule of the ports, or if a node misses its message.
    ///
    /// # Complexity
    /// O(h log N) time for h messages in all packets.
    pub fn replay(&self) -> Result<MergedTime, MergedError> {
        replay_merged(&self.tree, self.capacity, self.rule, &self.steps)
    }
}

/// Makes personalised communication along a tree, one message of the root for every other node and at most
/// `capacity` whole messages in a packet.
///
/// In every step the nodes are served from the root downwards. With `eager` a node sends the messages that it
/// has for a child, up to `capacity` of them; otherwise it waits until it has `capacity` of them, or all that
/// are left. Then every edge into a subtree of s nodes carries ⌈s/capacity⌉ packets, the least, except level
/// by level.
///
/// # Errors
/// [`CubeTreeError`] if the capacity is 0, or for more than 2²⁴ moves of messages.
///
/// # Panics
/// Never: the nodes are fewer than moves, which are few enough to be indices.
///
/// # Complexity
/// O(n · (N + h) · log N) time for N nodes and h moves of messages.
///
/// # Source
/// P5 §4.2: the orders; the rules of ties are ours.
///
/// # Examples
/// ```
/// use isotask::model::Node;
/// use isotask::tree::{CubeTree, MergeOrder, Rule, TreeKind, merged_scatter};
/// use num_rational::BigRational;
/// let tree = CubeTree::new(TreeKind::Sbt, 4, Node(0))?;
/// // P5 prints NM/B + log(B/M) - 1 start-ups, here with B = 4M: 16/4 + 2 - 1 = 5.
/// let found = merged_scatter(&tree, 4, Rule::One, MergeOrder::SubtreeBySubtree, false)?;
/// let times = found.replay()?;
/// assert_eq!((found.steps().len(), times.startups, times.transfers), (5, 5, 15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merged_scatter(
    tree: &CubeTree,
    capacity: u64,
    rule: Rule,
    order: MergeOrder,
    eager: bool,
) -> Result<MergedScatter, CubeTreeError> {
    if capacity == 0 {
        return Err(CubeTreeError::NoPackets);
    }
    require(1, moves(tree, 1), rule.ports(tree.dimension()))?;
    let hops: u128 = (0..tree.nodes()).map(|node| u128::from(tree.level(Node(node)))).sum();
    require(1, hops, rule.ports(tree.dimension()))?;
    let mut serving = Serving::new(tree, capacity, rule, order, eager);
    let mut steps = Vec::new();
    while let Some(step) = serving.step() {
        steps.push(step);
    }
    Ok(MergedScatter { tree: *tree, capacity, rule, order, eager, steps })
}

/// Makes the schedules of every order and returns the one of least time; of equal ones the first with fewest
/// steps.
///
/// `message` is the time M·`t_c` of a message, `startup` is τ. Every schedule is replayed before its time is
/// compared.
///
/// # Errors
/// [`CubeTreeError`] as [`merged_scatter`].
///
/// # Panics
/// If a schedule breaks its own rules, which the replay would find.
pub fn best_merged_scatter(
    tree: &CubeTree,
    capacity: u64,
    rule: Rule,
    startup: &BigRational,
    message: &BigRational,
) -> Result<MergedScatter, CubeTreeError> {
    let mut best: Option<(BigRational, usize, MergedScatter)> = None;
    for order in MergeOrder::EVERY {
        for eager in [false, true] {
            let found = merged_scatter(tree, capacity, rule, order, eager)?;
            let replayed = found.replay().expect("a schedule that this module makes is proper");
            let time = replayed.at(startup, message);
            let steps = found.steps.len();
            if best.as_ref().is_none_or(|(least, fewest, _)| (&time, steps) < (least, *fewest)) {
                best = Some((time, steps, found));
            }
        }
    }
    let (.., best) = best.expect("there are three orders");
    Ok(best)
}

/// Messages that a node has to pass on to one child.
#[derive(Debug, Default)]
struct Waiting {
    /// Those that have arrived, as (level, node), the next one last.
    here: BTreeSet<(u64, Reverse<u64>)>,
    /// How many are not sent yet, by level, whether they have arrived or not.
    left: Vec<u64>,
}

impl Waiting {
    /// The farthest level of which a message is not sent yet.
    fn farthest(&self) -> Option<usize> {
        self.left.iter().rposition(|&count| count > 0)
    }
}

/// A schedule while it is made.
struct Serving<'a> {
    tree: &'a CubeTree,
    capacity: u64,
    rule: Rule,
    order: MergeOrder,
    eager: bool,
    levels: Vec<u64>,
    /// The children of every node, those with most rounds to come first.
    children: Vec<Vec<Node>>,
    /// For every node what its parent has to pass on to it.
    waiting: Vec<Waiting>,
    /// The nodes that have something to pass on, as (level, node).
    active: BTreeSet<(u64, u64)>,
}

impl<'a> Serving<'a> {
    fn new(tree: &'a CubeTree, capacity: u64, rule: Rule, order: MergeOrder, eager: bool) -> Self {
        let levels: Vec<u64> = (0..tree.nodes()).map(|node| tree.level(Node(node))).collect();
        let mut outward: Vec<u64> = (0..tree.nodes()).collect();
        outward.sort_by_key(|&node| levels[index(Node(node))]);
        let mut waiting: Vec<Waiting> = levels.iter().map(|_| Waiting::default()).collect();
        let mut children: Vec<Vec<Node>> = vec![Vec::new(); levels.len()];
        let mut rounds = vec![0_u64; levels.len()];
        for &node in outward.iter().rev() {
            let mut below = tree.children(Node(node));
            below.sort_by_key(|&child| (Reverse(rounds[index(child)]), child));
            let mut sent = 0;
            let mut left = vec![0; index(Node(levels[index(Node(node))])) + 1];
            for &child in &below {
                let of_child = &waiting[index(child)].left;
                sent += of_child.iter().sum::<u64>().div_ceil(capacity);
                rounds[index(Node(node))] = rounds[index(Node(node))].max(sent + rounds[index(child)]);
                left.resize(left.len().max(of_child.len()), 0);
                for (sum, &count) in left.iter_mut().zip(of_child) {
                    *sum += count;
                }
            }
            left[index(Node(levels[index(Node(node))]))] += 1;
            waiting[index(Node(node))].left = left;
            children[index(Node(node))] = below;
        }
        let mut serving =
            Self { tree, capacity, rule, order, eager, levels, children, waiting, active: BTreeSet::new() };
        for node in (0..tree.nodes()).map(Node).filter(|&node| node != tree.root()) {
            serving.arrives(tree.root(), node);
        }
        serving
    }

    /// Gives a node the message of a destination below it.
    fn arrives(&mut self, node: Node, destination: Node) {
        let mut child = destination;
        while let Some(parent) = self.tree.parent(child).filter(|&parent| parent != node) {
            child = parent;
        }
        let level = self.levels[index(destination)];
        self.waiting[index(child)].here.insert((level, Reverse(destination.0)));
        self.active.insert((self.levels[index(node)], node.0));
    }

    /// Makes the packets of the next step; none if every message has arrived.
    fn step(&mut self) -> Option<Vec<MergedPacket>> {
        if self.active.is_empty() {
            return None;
        }
        let mut packets = Vec::new();
        let mut receives = BTreeSet::new();
        for (_, sender) in self.active.clone() {
            let sender = Node(sender);
            if self.rule == Rule::HalfDuplex && receives.contains(&sender) {
                continue;
            }
            let ready = self.children[index(sender)].iter().copied().filter(|&child| self.is_ready(child));
            let chosen: Vec<Node> = match (self.rule, self.order) {
                (Rule::All, _) => ready.collect(),
                (_, MergeOrder::SubtreeBySubtree) => ready.take(1).collect(),
                (_, MergeOrder::FarthestFirst | MergeOrder::LevelByLevel) => {
                    ready.min_by_key(|&child| Reverse(self.urgency(child))).into_iter().collect()
                }
            };
            for child in chosen {
                receives.insert(child);
                let destinations = self.taken(child);
                packets.push(MergedPacket { from: sender, to: child, destinations });
            }
            if self.children[index(sender)].iter().all(|&child| self.waiting[index(child)].here.is_empty()) {
                self.active.remove(&(self.levels[index(sender)], sender.0));
            }
        }
        for packet in &packets {
            for &destination in packet.destinations.iter().filter(|&&destination| destination != packet.to) {
                self.arrives(packet.to, destination);
            }
        }
        Some(packets)
    }

    /// The farthest level that a node still has to be sent, and how many messages.
    fn urgency(&self, child: Node) -> (Option<usize>, u64) {
        let waiting = &self.waiting[index(child)];
        (waiting.farthest(), waiting.left.iter().sum())
    }

    /// How many messages for a child are here, and how many are left, of those that may be in the next
    /// packet.
    fn next(&self, child: Node) -> (u64, u64) {
        let waiting = &self.waiting[index(child)];
        if self.order != MergeOrder::LevelByLevel {
            return (count_of(waiting.here.len()), waiting.left.iter().sum());
        }
        let Some(level) = waiting.farthest() else { return (0, 0) };
        let here = waiting.here.range((count_of(level), Reverse(u64::MAX))..).count();
        (count_of(here), waiting.left[level])
    }

    fn is_ready(&self, child: Node) -> bool {
        let (here, left) = self.next(child);
        here > 0 && (self.eager || here >= self.capacity || here == left)
    }

    /// Takes the messages of the next packet for a child.
    fn taken(&mut self, child: Node) -> Vec<Node> {
        let count = self.next(child).0.min(self.capacity);
        let waiting = &mut self.waiting[index(child)];
        let mut destinations = Vec::new();
        for _ in 0..count {
            let Some((level, Reverse(node))) = waiting.here.pop_last() else { break };
            waiting.left[index(Node(level))] -= 1;
            destinations.push(Node(node));
        }
        destinations.sort_unstable();
        destinations
    }
}

/// A node, or a level, as an index; both are less than the number of moves, which is limited.
fn index(node: Node) -> usize {
    usize::try_from(node.0).expect("a number below 2^24")
}
