//! Simulates messages on channels without buffers (P4 §IV), slot by slot, until all arrive or some wait for
//! each other for ever.

use super::channels::{ChannelCycle, CycleStep, Routing, RoutingFault};
use super::copies::{Copies, index};
use super::message::{Message, MessagesEnd};
use crate::model::Node;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Moves messages over channels without buffers until all arrive or there is a deadlock.
///
/// A node that sends a message is blocked until the receiving node reads it, and a node that is blocked reads
/// nothing (P4 §IV). A node sends from the slot on in which a message of its own may start, or behind the
/// slot in which it has read one that goes further; it sends over all of its channels at once, over each the
/// earliest message, by the slot in which it could start, then by its place in the list. In every slot each
/// node that sent nothing before the slot reads one message from each channel to it. A broadcast is passed on
/// over several channels (P4 Algorithm 6). The paper sends over all links at once in its example, and leaves
/// open how many messages a node reads at a time.
///
/// Let D be the directed graph of nodes, with an arc for every channel that some message takes. If D has no
/// cycle, all arrive: of the nodes that send, take the last in a topological order; no node to which it sends
/// is blocked, so a message is read in every slot with something to send. If D has a cycle, one message for
/// each of its arcs, which takes the arc first, deadlock if they are sent in one slot: each node of the cycle
/// sends to another that reads nothing. So two nodes that send to each other deadlock, and *some buffering is
/// necessary* on every network with a link in both directions (P4 §IV).
///
/// In a deadlock the message over each channel of the cycle waits for the node that sends over the next; it
/// need not go there itself, so this is no cycle of the routing ([`ChannelCycle::is_of`]).
///
/// # Errors
/// [`RoutingFault`] if the path of some message does not end at its destination.
///
/// # Complexity
/// O((M + H) log (M + H)) time and O(M + C) space, as with buffers.
///
/// # Examples
/// Two neighbours send to each other; then one sends, and the other passes nothing on.
/// ```
/// use isotask::model::{IncompleteHypercube, Node};
/// use isotask::deadlock::{HighestLink, Message, MessagesEnd, RoutingFault, send_unbuffered};
/// let routing = HighestLink::new(IncompleteHypercube::new(2).expect("at least one node"));
/// let message = |from, to| Message::new(Node(from), Node(to));
/// let end = send_unbuffered(&routing, &[message(0, 1), message(1, 0)])?;
/// assert!(matches!(end, MessagesEnd::Deadlocked { slot: 0, read: 0, .. }));
/// let end = send_unbuffered(&routing, &[message(0, 1)])?;
/// assert_eq!(end, MessagesEnd::Delivered { read: vec![0] });
/// # Ok::<(), RoutingFault>(())
/// ```
pub fn send_unbuffered(routing: &impl Routing, messages: &[Message]) -> Result<MessagesEnd, RoutingFault> {
    let mut nodes = Nodes::new(Copies::new(routing, messages)?);
    let mut started = 0;
    let mut slot = 0;
    while nodes.unread > 0 {
        let due = |rank: &&usize| messages[**rank].slot <= slot;
        let starting = nodes.copies.order[started..].iter().take_while(due).count();
        for rank in started..started + starting {
            nodes.arrive(nodes.copies.sources[rank], slot);
        }
        started += starting;
        let moved = nodes.move_messages(slot);
        match nodes.copies.order.get(started) {
            _ if moved => slot += 1,
            Some(&next) => slot = messages[next].slot,
            None if nodes.unread > 0 => return Ok(nodes.deadlock(slot)),
            None => {}
        }
    }
    Ok(MessagesEnd::Delivered { read: nodes.read })
}

/// The nodes and what they send. Copies and channels are places of their lists in `copies`.
#[derive(Debug)]
struct Nodes {
    copies: Copies,
    /// For every channel the copies that are sent over it; the earliest has the least place.
    sent: Vec<BinaryHeap<Reverse<u32>>>,
    /// The channels to every node.
    into: BTreeMap<Node, Vec<usize>>,
    /// How many copies a node has still to send, if any.
    sending: BTreeMap<Node, usize>,
    /// The channels whose copies may be read since the last slot.
    changed: Vec<usize>,
    /// For every copy whether it has been read.
    taken: Vec<bool>,
    /// How many destinations have not read the message, by rank.
    readers: Vec<usize>,
    /// The last slot in which a message is read, by its place in the list.
    read: Vec<u64>,
    unread: usize,
}

impl Nodes {
    fn new(copies: Copies) -> Self {
        let mut into: BTreeMap<Node, Vec<usize>> = BTreeMap::new();
        for (place, channel) in copies.channels.iter().enumerate() {
            into.entry(channel.to).or_default().push(place);
        }
        Self {
            sent: vec![BinaryHeap::new(); copies.channels.len()],
            into,
            sending: BTreeMap::new(),
            changed: Vec::new(),
            taken: vec![false; copies.list.len()],
            readers: copies.readers.clone(),
            read: vec![0; copies.order.len()],
            unread: copies.readers.iter().filter(|&&readers| readers > 0).count(),
            copies,
        }
    }

    /// Has a node take a message that it has read or that starts there, and send what goes further.
    fn arrive(&mut self, copy: u32, slot: u64) {
        if self.copies.copy(copy).is_read() {
            let rank = self.copies.rank(copy);
            self.readers[rank] -= 1;
            if self.readers[rank] == 0 {
                self.read[self.copies.order[rank]] = slot;
                self.unread -= 1;
            }
        }
        for child in self.copies.copy(copy).children() {
            let channel = self.copies.channel_of(child);
            self.sent[channel].push(Reverse(child));
            self.changed.push(channel);
            *self.sending.entry(self.copies.channels[channel].from).or_default() += 1;
        }
    }

    /// Has every node that sends nothing read; returns whether any read something.
    fn move_messages(&mut self, slot: u64) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        // Who has sent its last copy in this slot reads in the next, so all that are read are found first.
        let mut moving = Vec::new();
        for channel in changed {
            let is_free = !self.sending.contains_key(&self.copies.channels[channel].to);
            if is_free && let Some(Reverse(copy)) = self.sent[channel].pop() {
                moving.push(copy);
                self.changed.push(channel);
            }
        }
        for &copy in &moving {
            self.taken[index(copy)] = true;
            let from = self.copies.channels[self.copies.channel_of(copy)].from;
            let left = self.sending.get_mut(&from).expect("it sends");
            *left -= 1;
            if *left == 0 {
                self.sending.remove(&from);
                self.changed.extend(self.into.get(&from).into_iter().flatten());
            }
        }
        for &copy in &moving {
            self.arrive(copy, slot);
        }
        !moving.is_empty()
    }

    /// Finds the cycle of a deadlock: nothing is read, so every node that sends, sends to nodes that send,
    /// and following the first channel of each closes a cycle.
    fn deadlock(&self, slot: u64) -> MessagesEnd {
        let mut over: BTreeMap<Node, usize> = BTreeMap::new();
        for (place, channel) in self.copies.channels.iter().enumerate() {
            if !self.sent[place].is_empty() {
                over.entry(channel.from).or_insert(place);
            }
        }
        let after = |channel: usize| over[&self.copies.channels[channel].to];
        let is_sent = |&copy: &u32| {
            let parent = self.copies.copy(copy).parent();
            !self.taken[index(copy)]
                && (self.copies.copy(parent).channel().is_none() || self.taken[index(parent)])
        };
        let first = self.copies.in_list_order().find(is_sent).expect("some node sends");
        let first = self.copies.channel_of(first);
        let start = (0..over.len()).fold(first, |channel, _| after(channel));
        let mut around = vec![start];
        around.extend(
            std::iter::successors(Some(after(start)), |&channel| Some(after(channel)))
                .take_while(|&channel| channel != start),
        );
        let earliest = |&channel: &usize| self.sent[channel].peek().expect("a node sends over it").0;
        let copies: Vec<u32> = around.iter().map(earliest).collect();
        let step = |&copy: &u32| CycleStep {
            channel: self.copies.channels[self.copies.channel_of(copy)],
            destination: self.copies.destination(copy),
        };
        MessagesEnd::Deadlocked {
            slot,
            read: self.read.len() - self.unread,
            cycle: ChannelCycle::new(copies.iter().map(step).collect()),
            messages: copies.iter().map(|&copy| self.copies.message(copy)).collect(),
        }
    }
}
