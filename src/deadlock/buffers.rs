//! Simulates messages in channels with one or more buffers each (P4 §IV, Algorithm 3), slot by slot, until
//! all arrive or some wait for each other for ever.

use super::channels::{ChannelCycle, CycleStep, Routing, RoutingFault};
use super::copies::{Copies, Copy, index};
use super::message::{Message, MessagesEnd};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::num::NonZeroU32;

/// Moves messages by P4 Algorithm 3 until all arrive or there is a deadlock.
///
/// Every channel has K buffers: it holds up to K messages, and the first that came is the first to leave it
/// (P4 §IV: the sender does not block until k messages are sent that have not been read). In every slot each
/// channel that held fewer than K messages before the slot takes one of those that want it: the earliest, by
/// the slot in which it could start, then by its place in the list. The first message of a channel is read if
/// it is at a destination, and wants its next channel. Messages that have not started wait at their sources,
/// where there is room for all.
///
/// A broadcast goes over the routes to all of its destinations, the common beginnings once; on incomplete
/// hypercubes under the highest links these are the copies of P4 Algorithm 6. When it is the first of a
/// channel, it is read and wants all channels to which it is passed on, each of which takes its copy when it
/// can. It stays in its buffer until the last copy has gone. The paper does not say when it leaves; a node
/// that takes it out earlier needs room of its own.
///
/// If the channels can be numbered ([`super::ChannelNumbering`]), there is no deadlock, whatever K is, and
/// broadcasts and messages for one node may be mixed (P4 Theorem 2 and §V, end). *Proof.* A copy takes its
/// channels one after another as a message for one of its destinations does, so their numbers increase. Of
/// all first messages in channels, let m be the one in the channel of the greatest number. Either it is read
/// in this slot, or a channel that it wants has a greater number, is empty and so takes a message. If all
/// channels are empty, each that is wanted takes a message. So in every slot with something to send a copy
/// moves or is read, and all arrive within Σ(copies + destinations) such slots.
///
/// If they cannot be numbered, [`super::deadlocking_messages`] of the cycle deadlock, whatever K is.
///
/// # Errors
/// [`RoutingFault`] if the path of some message does not end at its destination.
///
/// # Complexity
/// O((M + H) log (M + H)) time and O(M + C) space, for M messages with H hops on all their routes and C
/// copies, which are the hops if none is a broadcast.
///
/// # Examples
/// On a ring of three nodes every node sends two hops onwards, which is not a shortest path and deadlocks.
/// ```
/// use isotask::model::Node;
/// use isotask::deadlock::{Channel, Message, Routing, RoutingFault, MessagesEnd, send_buffered};
/// use std::num::NonZeroU32;
/// struct Around;
/// impl Routing for Around {
///     fn nodes(&self) -> u64 { 3 }
///     fn next(&self, at: Node, to: Node) -> Option<Channel> {
///         (at != to).then(|| Channel { from: at, to: Node((at.0 + 1) % 3), lane: 0 })
///     }
/// }
/// let two_on = |v| Message::new(Node(v), Node((v + 2) % 3));
/// let one = NonZeroU32::MIN;
/// let MessagesEnd::Deadlocked { slot: 1, cycle, .. } = send_buffered(&Around, &[0, 1, 2].map(two_on), one)? else {
///     unreachable!("all three buffers are full")
/// };
/// assert_eq!(cycle.steps().len(), 3);
/// assert!(matches!(send_buffered(&Around, &[0, 1].map(two_on), one)?, MessagesEnd::Delivered { .. }));
/// # Ok::<(), RoutingFault>(())
/// ```
pub fn send_buffered(
    routing: &impl Routing,
    messages: &[Message],
    buffers: NonZeroU32,
) -> Result<MessagesEnd, RoutingFault> {
    let mut buffers = Buffers::new(Copies::new(routing, messages)?, index(buffers.get()));
    let mut started = 0;
    let mut slot = 0;
    while buffers.unread > 0 {
        let due = |rank: &&usize| messages[**rank].slot <= slot;
        let starting = buffers.copies.order[started..].iter().take_while(due).count();
        for rank in started..started + starting {
            buffers.want_next(buffers.copies.sources[rank]);
        }
        started += starting;
        let moved = buffers.move_messages(slot);
        match buffers.copies.order.get(started) {
            _ if moved => slot += 1,
            Some(&next) => slot = messages[next].slot,
            None if buffers.unread > 0 => return Ok(buffers.deadlock(slot)),
            None => {}
        }
    }
    Ok(MessagesEnd::Delivered { read: buffers.read })
}

/// The buffers of all channels that are needed. Copies and channels are places of their lists in `copies`.
#[derive(Debug)]
struct Buffers {
    copies: Copies,
    /// Buffers of a channel.
    capacity: usize,
    /// For every channel the copies in its buffers; the first leaves first.
    held: Vec<VecDeque<u32>>,
    /// For every channel the copies that wait for it; the earliest has the least place.
    waiting: Vec<BinaryHeap<Reverse<u32>>>,
    /// The channels that may have room or be wanted since the last slot.
    changed: Vec<usize>,
    /// The copies at destinations of their messages, to be read in the next slot.
    arrived: Vec<u32>,
    /// For every copy whether it has taken its channel.
    taken: Vec<bool>,
    /// For every copy how many copies are still to be made from it, and one more until it is read.
    left: Vec<u32>,
    /// How many destinations have not read the message, by rank.
    readers: Vec<usize>,
    /// The last slot in which a message is read, by its place in the list.
    read: Vec<u64>,
    unread: usize,
}

impl Buffers {
    fn new(copies: Copies, capacity: usize) -> Self {
        let unread = copies.readers.iter().filter(|&&readers| readers > 0).count();
        Self {
            capacity,
            held: vec![VecDeque::new(); copies.channels.len()],
            waiting: vec![BinaryHeap::new(); copies.channels.len()],
            changed: Vec::new(),
            arrived: Vec::new(),
            taken: vec![false; copies.list.len()],
            left: copies.list.iter().map(Copy::uses).collect(),
            readers: copies.readers.clone(),
            read: vec![0; copies.order.len()],
            unread,
            copies,
        }
    }

    /// Has the first copy of a channel, or what stands at a source, be read if it is at a destination, and
    /// queues the copies that are made from it for their channels.
    fn want_next(&mut self, copy: u32) {
        if self.copies.copy(copy).is_read() {
            self.arrived.push(copy);
        }
        for child in self.copies.copy(copy).children() {
            let channel = self.copies.channel_of(child);
            self.waiting[channel].push(Reverse(child));
            self.changed.push(channel);
        }
    }

    /// Moves every copy that can move; returns whether any did or was read.
    fn move_messages(&mut self, slot: u64) -> bool {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        let reading = std::mem::take(&mut self.arrived);
        // Room that is made in this slot can be taken in the next, so all that move are found first.
        let has_room = |channel: &usize| self.held[*channel].len() < self.capacity;
        let mut moving = Vec::new();
        for channel in changed.into_iter().filter(has_room) {
            if let Some(Reverse(copy)) = self.waiting[channel].pop() {
                moving.push(copy);
                self.changed.push(channel);
            }
        }
        for &copy in &reading {
            let rank = self.copies.rank(copy);
            self.readers[rank] -= 1;
            if self.readers[rank] == 0 {
                self.read[self.copies.order[rank]] = slot;
                self.unread -= 1;
            }
        }
        for &copy in &moving {
            let channel = self.copies.channel_of(copy);
            self.taken[index(copy)] = true;
            self.held[channel].push_back(copy);
            if self.held[channel].len() == 1 {
                self.want_next(copy);
            }
        }
        let moved = !(moving.is_empty() && reading.is_empty());
        let parents = moving.iter().map(|&copy| self.copies.copy(copy).parent());
        for copy in parents.collect::<Vec<_>>().into_iter().chain(reading) {
            self.do_once(copy);
        }
        moved
    }

    /// Counts a copy made from another, or its reading; after the last it leaves its buffer.
    fn do_once(&mut self, copy: u32) {
        self.left[index(copy)] -= 1;
        let Some(channel) = self.copies.copy(copy).channel().filter(|_| self.left[index(copy)] == 0) else {
            return;
        };
        self.held[channel].pop_front();
        self.changed.push(channel);
        if let Some(&next) = self.held[channel].front() {
            self.want_next(next);
        }
    }

    /// Returns the copy that is to be made from the first of a channel and waits for its own channel.
    fn next(&self, channel: usize) -> u32 {
        let first = *self.held[channel].front().expect("a channel that is waited for is full");
        let mut children = self.copies.copy(first).children();
        children.find(|&child| !self.taken[index(child)]).expect("what all have read leaves its buffer")
    }

    /// Finds the cycle of a deadlock: no message moves, so every channel that is waited for is full, and its
    /// first message waits for another; following these waits closes a cycle.
    fn deadlock(&self, slot: u64) -> MessagesEnd {
        let is_first = |&copy: &u32| {
            self.copies.copy(copy).channel().is_none_or(|channel| self.held[channel].front() == Some(&copy))
        };
        // Start at the first waiting message of the list.
        let waits = |&copy: &u32| !self.taken[index(copy)] && is_first(&self.copies.copy(copy).parent());
        let first = self.copies.in_list_order().find(waits).expect("some message waits");
        let after = |channel: usize| self.copies.channel_of(self.next(channel));
        let first = self.copies.channel_of(first);
        let start = (0..self.held.len()).fold(first, |channel, _| after(channel));
        let mut around = vec![start];
        around.extend(
            std::iter::successors(Some(after(start)), |&channel| Some(after(channel)))
                .take_while(|&channel| channel != start),
        );
        let step = |&channel: &usize| CycleStep {
            channel: self.copies.channels[channel],
            destination: self.copies.destination(self.next(channel)),
        };
        let message = |&channel: &usize| self.copies.message(self.next(channel));
        MessagesEnd::Deadlocked {
            slot,
            read: self.read.len() - self.unread,
            cycle: ChannelCycle::new(around.iter().map(step).collect()),
            messages: around.iter().map(message).collect(),
        }
    }
}
