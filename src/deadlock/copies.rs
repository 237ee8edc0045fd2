//! The copies of messages: one for every channel on their way.
//!
//! A message for one node has a copy for each hop. The copies of a broadcast form a tree: its routes from the
//! source, with their common beginnings taken once.

use super::channels::{Channel, Routing, RoutingFault, checked_next};
use super::message::Message;
use crate::model::Node;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// In place of a channel or a copy: there is none.
const NONE: u32 = u32::MAX;

/// What of a message goes over one channel, or stands at its source.
#[derive(Debug)]
pub(super) struct Copy {
    /// The place of its channel in the list of channels; [`NONE`] at the source.
    channel: u32,
    /// The copy from which it is made, or what stands at the source; [`NONE`] there.
    parent: u32,
    /// The first of the copies that are made from it; they stand side by side.
    first_child: u32,
    /// How many copies are made from it, each for another channel.
    children: u32,
    /// Whether the node at which its channel ends, or the source, is one that the message is for.
    is_read: bool,
}

impl Copy {
    fn new(channel: u32, parent: u32) -> Self {
        Self { channel, parent, first_child: 0, children: 0, is_read: false }
    }

    pub(super) fn channel(&self) -> Option<usize> {
        (self.channel != NONE).then(|| index(self.channel))
    }

    pub(super) fn parent(&self) -> u32 {
        self.parent
    }

    pub(super) fn children(&self) -> Range<u32> {
        self.first_child..self.first_child + self.children
    }

    pub(super) fn is_read(&self) -> bool {
        self.is_read
    }

    /// Returns how often it is copied or read.
    pub(super) fn uses(&self) -> u32 {
        self.children + u32::from(self.is_read)
    }
}

/// All copies of all messages.
#[derive(Debug)]
pub(super) struct Copies {
    pub(super) channels: Vec<Channel>,
    /// By the slots in which their messages may start, then by the places of these in the list; those of a
    /// message side by side, what stands at its source first.
    pub(super) list: Vec<Copy>,
    /// What stands at the source of every message, as places of `list`, by rank.
    pub(super) sources: Vec<u32>,
    /// The place of every message in the list, by rank: the earliest message has rank 0.
    pub(super) order: Vec<usize>,
    /// How many nodes each message is for, by rank.
    pub(super) readers: Vec<usize>,
}

impl Copies {
    /// Follows all routes of all messages.
    ///
    /// At every node the destinations of a copy are divided by their next channels, and each of these gets a
    /// copy. On incomplete hypercubes under the highest links these are the copies of P4 Algorithm 6 (P4
    /// Theorems 3 and 4).
    ///
    /// # Errors
    /// [`RoutingFault`] if some route does not end at its destination.
    ///
    /// # Complexity
    /// O(H log H) time for the H hops of all routes, and O(M + C) space, for M messages and C copies.
    pub(super) fn new(routing: &impl Routing, messages: &[Message]) -> Result<Self, RoutingFault> {
        let mut order: Vec<usize> = (0..messages.len()).collect();
        order.sort_by_key(|&message| messages[message].slot);
        let mut all = Self {
            channels: Vec::new(),
            list: Vec::new(),
            sources: Vec::with_capacity(messages.len()),
            readers: Vec::with_capacity(messages.len()),
            order,
        };
        let mut places = BTreeMap::new();
        for rank in 0..messages.len() {
            all.follow(routing, &messages[all.order[rank]], &mut places)?;
        }
        Ok(all)
    }

    /// Adds the copies of a message, those that are made from one copy side by side.
    fn follow(
        &mut self,
        routing: &impl Routing,
        message: &Message,
        places: &mut BTreeMap<Channel, u32>,
    ) -> Result<(), RoutingFault> {
        let from = message.source;
        let destinations: Vec<Node> = message.destination.reached_from(from).collect();
        let nodes = routing.nodes();
        if let Some(&found) = [from].iter().chain(&destinations).find(|node| node.0 >= nodes) {
            return Err(RoutingFault::NoSuchNode { found, nodes });
        }
        let source = self.list.len();
        self.sources.push(narrow(source));
        self.readers.push(destinations.len());
        self.list.push(Copy::new(NONE, NONE));
        // The destinations of every copy from `source` on that are not divided yet, with the hops made.
        let mut open = VecDeque::from([(from, destinations, 0_u64)]);
        let mut parent = source;
        while let Some((at, destinations, hops)) = open.pop_front() {
            let mut nexts = Vec::with_capacity(destinations.len());
            for to in destinations {
                match checked_next(routing, at, to)? {
                    None => self.list[parent].is_read = true,
                    // The next channel depends on the node alone, so after as many hops as there are nodes
                    // one is seen twice, and for ever.
                    Some(_) if hops == nodes => return Err(RoutingFault::NeverArrives { from, to }),
                    Some(channel) => nexts.push((channel, to)),
                }
            }
            nexts.sort_by_key(|&(channel, _)| channel);
            let first = self.list.len();
            for group in nexts.chunk_by(|a, b| a.0 == b.0) {
                let channel = group[0].0;
                let place = *places.entry(channel).or_insert_with(|| {
                    self.channels.push(channel);
                    narrow(self.channels.len() - 1)
                });
                self.list.push(Copy::new(place, narrow(parent)));
                open.push_back((channel.to, group.iter().map(|&(_, to)| to).collect(), hops + 1));
            }
            self.list[parent].first_child = narrow(first);
            self.list[parent].children = narrow(self.list.len() - first);
            parent += 1;
        }
        Ok(())
    }

    pub(super) fn copy(&self, place: u32) -> &Copy {
        &self.list[index(place)]
    }

    /// Returns the place of the channel of a copy that does not stand at a source.
    pub(super) fn channel_of(&self, copy: u32) -> usize {
        self.copy(copy).channel().expect("what is made goes over a channel")
    }

    /// Returns the rank of the message of a copy.
    pub(super) fn rank(&self, copy: u32) -> usize {
        self.sources.partition_point(|&source| source <= copy) - 1
    }

    /// Returns the place of the message of a copy in the list of messages.
    pub(super) fn message(&self, copy: u32) -> usize {
        self.order[self.rank(copy)]
    }

    /// Returns a node that a copy, or one that is made from it, is for.
    pub(super) fn destination(&self, copy: u32) -> Node {
        let mut last = copy;
        while !self.copy(last).is_read {
            last = self.copy(last).first_child;
        }
        self.channels[self.channel_of(last)].to
    }

    /// Returns all copies but what stands at sources, one message after another as they stand in the list.
    pub(super) fn in_list_order(&self) -> impl Iterator<Item = u32> {
        let mut ranks: Vec<usize> = (0..self.order.len()).collect();
        ranks.sort_by_key(|&rank| self.order[rank]);
        ranks.into_iter().flat_map(|rank| {
            let end = self.sources.get(rank + 1).copied().unwrap_or(narrow(self.list.len()));
            self.sources[rank] + 1..end
        })
    }
}

/// Returns a place or a number as an index of a list.
pub(super) fn index(place: u32) -> usize {
    usize::try_from(place).expect("a place of a list")
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("fewer copies than fit into memory")
}
