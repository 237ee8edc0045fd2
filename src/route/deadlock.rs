//! Messages in channels with one buffer each (P4 Algorithm 3), slot by slot: they arrive, or they wait for each other for ever.

use super::channels::{Channel, ChannelCycle, CycleStep, Routing, RoutingFault, channels_between};
use crate::model::Node;
use std::collections::{BTreeMap, VecDeque};

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

/// What becomes of messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Traffic {
    /// All arrive.
    Delivered {
        /// For every message the slot in which it is read at its destination.
        read: Vec<u64>,
    },
    /// From some slot on nobody moves.
    Deadlocked {
        /// The first slot in which nobody moves and nobody will.
        slot: u64,
        /// How many messages have been read by then.
        read: usize,
        /// Channels whose messages wait for each other.
        cycle: ChannelCycle,
        /// The messages in these channels.
        messages: Vec<usize>,
    },
}

/// The messages that make a cycle of channels a deadlock: sent in the same slot, each takes its channel and waits for the next.
///
/// So a routing is free of deadlock if and only if its channels can be numbered (Dally and Seitz, 1987, Theorem 1).
#[must_use]
pub fn deadlocking_messages(cycle: &ChannelCycle) -> Vec<Message> {
    let message =
        |step: &CycleStep| Message { source: step.channel.from, destination: step.destination, slot: 0 };
    cycle.steps().iter().map(message).collect()
}

/// A message on its way.
#[derive(Debug)]
struct Traveler {
    message: usize,
    /// Its channels, as places of the list of channels.
    path: Vec<usize>,
    /// How many of them it has taken; it is in the buffer of the last of these.
    taken: usize,
}

/// Lets messages move under P4 Algorithm 3.
///
/// Every channel has a buffer for one message. In every slot a message at its destination is read, and another moves on if the
/// buffer of its next channel was empty before the slot; of several that want the same buffer the earliest gets it, by the slot in which it
/// could start, then by its place in the list. Messages that have not started wait at their sources, where there is room for all.
///
/// If the channels can be numbered ([`super::ChannelNumbering`]), somebody moves in every slot in which anybody is on the way, so all arrive
/// within Σ(hops + 1) slots in which there is anything to send. If they cannot, [`deadlocking_messages`] of the cycle deadlock.
///
/// # Errors
/// [`RoutingFault`] if the way of some message does not end at its destination.
///
/// # Complexity
/// O(M log M + H log H + S · M) time and O(M + H) space, for M messages with H hops in total and S slots in which somebody moves.
///
/// # Examples
/// Around a ring of three nodes, everybody two hops on: no shortest way, and a deadlock.
/// ```
/// use isotask::model::Node;
/// use isotask::route::{Channel, Message, Routing, RoutingFault, Traffic, send_buffered};
/// struct Around;
/// impl Routing for Around {
///     fn nodes(&self) -> u64 { 3 }
///     fn next(&self, at: Node, to: Node) -> Option<Channel> {
///         (at != to).then(|| Channel { from: at, to: Node((at.0 + 1) % 3), lane: 0 })
///     }
/// }
/// let two_on = |v| Message { source: Node(v), destination: Node((v + 2) % 3), slot: 0 };
/// let Traffic::Deadlocked { slot: 1, cycle, .. } = send_buffered(&Around, &[0, 1, 2].map(two_on))? else {
///     unreachable!("all three buffers are full")
/// };
/// assert_eq!(cycle.steps().len(), 3);
/// assert!(matches!(send_buffered(&Around, &[0, 1].map(two_on))?, Traffic::Delivered { .. }));
/// # Ok::<(), RoutingFault>(())
/// ```
pub fn send_buffered(routing: &impl Routing, messages: &[Message]) -> Result<Traffic, RoutingFault> {
    let (channels, mut waiting) = arrivals(routing, messages)?;
    let mut held: Vec<Option<usize>> = vec![None; channels.len()];
    let mut read = vec![0; messages.len()];
    // All that may start or are on the way, earliest first.
    let mut active: Vec<Traveler> = Vec::new();
    let mut slot = 0;
    while !(active.is_empty() && waiting.is_empty()) {
        let due = waiting.partition_point(|next| messages[next.message].slot <= slot);
        active.extend(waiting.drain(..due));
        let moved = one_slot(&mut active, &mut held, slot, &mut read);
        match waiting.front() {
            _ if moved => slot += 1,
            Some(next) => slot = messages[next.message].slot,
            None => return Ok(deadlock(&channels, &held, &active, messages, slot)),
        }
    }
    Ok(Traffic::Delivered { read })
}

/// The channels that are needed, and all messages with their ways, earliest first.
fn arrivals(
    routing: &impl Routing,
    messages: &[Message],
) -> Result<(Vec<Channel>, VecDeque<Traveler>), RoutingFault> {
    let mut order: Vec<usize> = (0..messages.len()).collect();
    order.sort_by_key(|&message| messages[message].slot);
    let path =
        |&message: &usize| channels_between(routing, messages[message].source, messages[message].destination);
    let paths: Vec<Vec<Channel>> = order.iter().map(path).collect::<Result<_, _>>()?;
    let mut channels: Vec<Channel> = paths.iter().flatten().copied().collect();
    channels.sort_unstable();
    channels.dedup();
    let place = |channel: &Channel| channels.binary_search(channel).expect("it is one of them");
    let traveler = |(message, path): (usize, Vec<Channel>)| Traveler {
        message,
        path: path.iter().map(place).collect(),
        taken: 0,
    };
    let waiting = order.into_iter().zip(paths).map(traveler).collect();
    Ok((channels, waiting))
}

/// Moves everybody who can; whether anybody could.
fn one_slot(active: &mut Vec<Traveler>, held: &mut [Option<usize>], slot: u64, read: &mut [u64]) -> bool {
    // A buffer that is left in this slot can be taken in the next.
    let mut left = Vec::new();
    let mut moved = false;
    for traveler in active.iter_mut() {
        match traveler.path.get(traveler.taken) {
            Some(&next) if held[next].is_some() => continue,
            Some(&next) => held[next] = Some(traveler.message),
            None => read[traveler.message] = slot,
        }
        left.extend(traveler.taken.checked_sub(1).map(|last| traveler.path[last]));
        traveler.taken += 1;
        moved = true;
    }
    for channel in left {
        held[channel] = None;
    }
    active.retain(|traveler| traveler.taken <= traveler.path.len());
    moved
}

/// Nobody moves, so every message in a buffer waits for a buffer that is held: who follows them comes round.
fn deadlock(
    channels: &[Channel],
    held: &[Option<usize>],
    active: &[Traveler],
    messages: &[Message],
    slot: u64,
) -> Traffic {
    let wants: BTreeMap<usize, usize> =
        active.iter().map(|traveler| (traveler.message, traveler.path[traveler.taken])).collect();
    let holder = |channel: usize| held[channel].expect("a buffer that is waited for is held");
    let next = |channel: usize| wants[&holder(channel)];
    let first = *wants.values().next().expect("somebody waits");
    let start = (0..channels.len()).fold(first, |channel, _| next(channel));
    let mut around = vec![start];
    around.extend(
        std::iter::successors(Some(next(start)), |&channel| Some(next(channel))).take_while(|&c| c != start),
    );
    let messages_in: Vec<usize> = around.iter().map(|&channel| holder(channel)).collect();
    let step = |(&channel, &message): (&usize, &usize)| CycleStep {
        channel: channels[channel],
        destination: messages[message].destination,
    };
    Traffic::Deadlocked {
        slot,
        read: messages.len() - active.len(),
        cycle: ChannelCycle::new(around.iter().zip(&messages_in).map(step).collect()),
        messages: messages_in,
    }
}
