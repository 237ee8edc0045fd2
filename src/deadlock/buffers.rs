//! Simulates messages in channels with one buffer each (P4 Algorithm 3), slot by slot, until all arrive or
//! some wait for each other for ever.

use super::channels::{Channel, ChannelCycle, CycleStep, Routing, RoutingFault, channels_between};
use crate::model::Node;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A message that a node wants to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message {
    /// Where it starts.
    pub source: Node,
    /// Where it goes.
    pub destination: Node,
    /// The first slot in which it may start.
    pub slot: u64,
}

/// The outcome of sending messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessagesEnd {
    /// All arrive.
    Delivered {
        /// For every message the slot in which it is read at its destination.
        read: Vec<u64>,
    },
    /// From some slot on no message moves.
    Deadlocked {
        /// The first slot, once every message could start, in which no message moves; none moves later.
        slot: u64,
        /// How many messages have been read by then.
        read: usize,
        /// Channels whose messages wait for each other.
        cycle: ChannelCycle,
        /// The messages in these channels.
        messages: Vec<usize>,
    },
}

/// Returns messages that deadlock on a cycle of channels: sent in one slot, each takes its channel and waits
/// for the next.
///
/// So a routing is free of deadlock if and only if its channels can be numbered (Dally and Seitz, 1987,
/// Theorem 1).
#[must_use]
pub fn deadlocking_messages(cycle: &ChannelCycle) -> Vec<Message> {
    let message =
        |step: &CycleStep| Message { source: step.channel.from, destination: step.destination, slot: 0 };
    cycle.steps().iter().map(message).collect()
}

/// Moves messages by P4 Algorithm 3 until all arrive or there is a deadlock.
///
/// Every channel has a buffer for one message. In every slot a message at its destination is read, and
/// another moves on if the buffer of its next channel was empty before the slot; if several messages want one
/// buffer, the earliest gets it, by the slot in which it could start, then by its place in the list. Messages
/// that have not started wait at their sources, where there is room for all.
///
/// If the channels can be numbered ([`super::ChannelNumbering`]), some message moves in every slot in which
/// any is on the way, so all arrive within Σ(hops + 1) slots in which there is something to send. If they
/// cannot, [`deadlocking_messages`] of the cycle deadlock.
///
/// # Errors
/// [`RoutingFault`] if the path of some message does not end at its destination.
///
/// # Complexity
/// O((M + H) log (M + H)) time and O(M + H) space, for M messages with H hops in total.
///
/// # Examples
/// On a ring of three nodes every node sends two hops onwards, which is not a shortest path and deadlocks.
/// ```
/// use isotask::model::Node;
/// use isotask::deadlock::{Channel, Message, Routing, RoutingFault, MessagesEnd, send_buffered};
/// struct Around;
/// impl Routing for Around {
///     fn nodes(&self) -> u64 { 3 }
///     fn next(&self, at: Node, to: Node) -> Option<Channel> {
///         (at != to).then(|| Channel { from: at, to: Node((at.0 + 1) % 3), lane: 0 })
///     }
/// }
/// let two_on = |v| Message { source: Node(v), destination: Node((v + 2) % 3), slot: 0 };
/// let MessagesEnd::Deadlocked { slot: 1, cycle, .. } = send_buffered(&Around, &[0, 1, 2].map(two_on))? else {
///     unreachable!("all three buffers are full")
/// };
/// assert_eq!(cycle.steps().len(), 3);
/// assert!(matches!(send_buffered(&Around, &[0, 1].map(two_on))?, MessagesEnd::Delivered { .. }));
/// # Ok::<(), RoutingFault>(())
/// ```
pub fn send_buffered(routing: &impl Routing, messages: &[Message]) -> Result<MessagesEnd, RoutingFault> {
    let mut buffers = Buffers::new(routing, messages)?;
    let mut started = 0;
    let mut slot = 0;
    while buffers.unread > 0 {
        let due = |rank: &&usize| messages[**rank].slot <= slot;
        let starting = buffers.order[started..].iter().take_while(due).count();
        for rank in started..started + starting {
            buffers.enqueue(rank);
        }
        started += starting;
        let moved = buffers.move_messages(slot);
        match buffers.order.get(started) {
            _ if moved => slot += 1,
            Some(&next) => slot = messages[next].slot,
            None if buffers.unread > 0 => return Ok(buffers.deadlock(messages, slot)),
            None => {}
        }
    }
    Ok(MessagesEnd::Delivered { read: buffers.read })
}

/// The buffers of all channels that are needed, and the messages, each identified by its rank: the earliest
/// has rank 0.
#[derive(Debug)]
struct Buffers {
    channels: Vec<Channel>,
    /// The place of every message in the list, by rank.
    order: Vec<usize>,
    /// The channels of every message, as places of the list of channels, by rank.
    paths: Vec<Vec<u32>>,
    /// How many of its channels each message has taken, by rank; the message is in the buffer of the last of
    /// these.
    taken: Vec<usize>,
    /// For every channel the rank of the message in its buffer.
    held: Vec<Option<usize>>,
    /// For every channel the ranks of the messages that wait for it.
    waiting: Vec<BinaryHeap<Reverse<usize>>>,
    /// The channels that may have become free or requested since the last slot.
    changed: Vec<usize>,
    /// The ranks of the messages at their destinations.
    arrived: Vec<usize>,
    /// The slot in which a message is read, by its place in the list.
    read: Vec<u64>,
    unread: usize,
}

impl Buffers {
    fn new(routing: &impl Routing, messages: &[Message]) -> Result<Self, RoutingFault> {
        let mut order: Vec<usize> = (0..messages.len()).collect();
        order.sort_by_key(|&message| messages[message].slot);
        let mut places: BTreeMap<Channel, u32> = BTreeMap::new();
        let mut channels = Vec::new();
        let mut paths = Vec::with_capacity(messages.len());
        for &message in &order {
            let path = channels_between(routing, messages[message].source, messages[message].destination)?;
            let place = |channel: Channel| {
                *places.entry(channel).or_insert_with(|| {
                    channels.push(channel);
                    u32::try_from(channels.len() - 1).expect("fewer channels than fit into memory")
                })
            };
            paths.push(path.into_iter().map(place).collect());
        }
        Ok(Self {
            held: vec![None; channels.len()],
            waiting: vec![BinaryHeap::new(); channels.len()],
            channels,
            order,
            paths,
            taken: vec![0; messages.len()],
            changed: Vec::new(),
            arrived: Vec::new(),
            read: vec![0; messages.len()],
            unread: messages.len(),
        })
    }

    /// Returns the place of the channel that a message needs next; `None` at its destination.
    fn next(&self, rank: usize) -> Option<usize> {
        self.paths[rank].get(self.taken[rank]).map(|&place| index(place))
    }

    /// Queues a message for its next channel, or to be read at its destination.
    fn enqueue(&mut self, rank: usize) {
        if let Some(channel) = self.next(rank) {
            self.waiting[channel].push(Reverse(rank));
            self.changed.push(channel);
        } else {
            self.arrived.push(rank);
        }
    }

    /// Moves every message that can move; returns whether any did.
    fn move_messages(&mut self, slot: u64) -> bool {
        // A buffer that is emptied in this slot can be taken in the next.
        let mut left = Vec::new();
        let mut moving = Vec::new();
        for channel in std::mem::take(&mut self.changed) {
            if self.held[channel].is_none()
                && let Some(Reverse(rank)) = self.waiting[channel].pop()
            {
                self.held[channel] = Some(rank);
                moving.push(rank);
            }
        }
        let reading = std::mem::take(&mut self.arrived);
        for &rank in moving.iter().chain(&reading) {
            left.extend(self.taken[rank].checked_sub(1).map(|last| index(self.paths[rank][last])));
        }
        let moved = !(moving.is_empty() && reading.is_empty());
        for rank in reading {
            self.read[self.order[rank]] = slot;
            self.unread -= 1;
        }
        for rank in moving {
            self.taken[rank] += 1;
            self.enqueue(rank);
        }
        for channel in left {
            self.held[channel] = None;
            self.changed.push(channel);
        }
        moved
    }

    /// Finds the cycle of a deadlock: no message moves, so every message in a buffer waits for a buffer that
    /// is held, and following these waits closes a cycle.
    fn deadlock(&self, messages: &[Message], slot: u64) -> MessagesEnd {
        let holder = |channel: usize| self.held[channel].expect("a buffer that is waited for is held");
        let next = |channel: usize| self.next(holder(channel)).expect("whoever has arrived is read");
        // Start at the first waiting message of the list.
        let stuck = (0..self.order.len()).filter(|&rank| self.taken[rank] < self.paths[rank].len());
        let first = stuck.min_by_key(|&rank| self.order[rank]).expect("somebody waits");
        let first = self.next(first).expect("it has not arrived");
        let start = (0..self.channels.len()).fold(first, |channel, _| next(channel));
        let mut around = vec![start];
        around.extend(
            std::iter::successors(Some(next(start)), |&channel| Some(next(channel)))
                .take_while(|&channel| channel != start),
        );
        let messages_in: Vec<usize> = around.iter().map(|&channel| self.order[holder(channel)]).collect();
        let step = |(&channel, &message): (&usize, &usize)| CycleStep {
            channel: self.channels[channel],
            destination: messages[message].destination,
        };
        MessagesEnd::Deadlocked {
            slot,
            read: messages.len() - self.unread,
            cycle: ChannelCycle::new(around.iter().zip(&messages_in).map(step).collect()),
            messages: messages_in,
        }
    }
}

fn index(place: u32) -> usize {
    usize::try_from(place).expect("a place of a list")
}
