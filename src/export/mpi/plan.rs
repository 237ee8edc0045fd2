//! What the rank of one node does, slot by slot, and where it keeps what it forwards.

use crate::export::pool::Pool;
use crate::export::source_error::SourceError;
use crate::model::{Network, Node, NodeClasses, Packet, Problem, Schedule, Transmission, count_of};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Most messages in the tables.
const MOST_MESSAGES: u64 = 1 << 20;
/// Most ranks, and most slots in the tables.
const MOST_RANKS: u64 = 1 << 20;

/// Where a rank finds what it sends, or puts what it receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A cell of the pool.
    Cell(u32),
    /// The block of a node: of the input where it is sent, of the output where it is received; where packets
    /// are copied always of the output, where they are combined the input if it is sent.
    Block(Node),
}

/// A message of a rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message {
    /// The node at the other end.
    pub(super) peer: Node,
    /// Where it is.
    pub(super) place: Place,
    /// Which part of its block it is, from 0.
    pub(super) part: u64,
    /// Of a message that is combined, what it goes into: a cell or, at the node that has the sum, the output.
    /// What comes first of others gets the part of the input for the node of this block.
    pub(super) into: Place,
}

/// What one node of a class does.
#[derive(Debug, Default)]
pub(super) struct Role {
    /// Receptions and sends of each slot.
    pub(super) counts: Vec<(u64, u64)>,
    /// Slot by slot, receptions first.
    pub(super) messages: Vec<Message>,
    /// How many packets it has for each node.
    gives: BTreeMap<Node, u64>,
    /// How many packets each node has for it.
    takes: BTreeMap<Node, u64>,
    /// Cells of its pool.
    pub(super) cells: u32,
}

/// What every node does.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) network: &'a Network,
    pub(super) classes: NodeClasses<'a>,
    pub(super) slots: u64,
    /// What the representative of each class does.
    pub(super) roles: Vec<Role>,
}

impl<'a> Plan<'a> {
    /// Goes through what one node of each class sends and receives.
    ///
    /// # Errors
    /// [`SourceError`] when the tables would be too large, or some nodes run no program.
    ///
    /// # Complexity
    /// That of [`Schedule::visit`] for a node of each class, and O(M log M) for M messages.
    pub(super) fn new(problem: &'a Problem, schedule: &Schedule) -> Result<Self, SourceError> {
        let (network, slots) = (problem.network(), schedule.length());
        if network.switches().is_some() {
            return Err(SourceError::Switches);
        }
        if network.nodes() > MOST_RANKS {
            return Err(SourceError::TooManyRanks { found: network.nodes(), most: MOST_RANKS });
        }
        let classes = schedule.classes(network);
        let count = classes.count();
        if slots.checked_mul(count).is_none_or(|all| all > MOST_RANKS) {
            return Err(SourceError::TooManySlots { slots, classes: count, most: MOST_RANKS });
        }
        let whose = (!classes.are_single()).then(|| classes.representative(0));
        // What one node sends and receives, as often as there are classes; without translations what all send
        // is received as well.
        let found = schedule.count_transmissions(network, whose, &(0..slots));
        let found = found.and_then(|found| found.checked_mul(if whose.is_some() { count } else { 2 }));
        if found.is_none_or(|found| found > MOST_MESSAGES) {
            return Err(SourceError::TooManyMessages { found, most: MOST_MESSAGES });
        }
        let events = events(problem, schedule, &classes);
        let roles = (0..count)
            .zip(&events)
            .map(|(class, events)| Role::new(classes.representative(class), slots, events))
            .collect();
        Ok(Self { network, classes, slots, roles })
    }

    /// Cells of the pool that every rank has.
    pub(super) fn cells(&self) -> u32 {
        self.roles.iter().map(|role| role.cells).max().unwrap_or(0)
    }

    /// Most messages of a rank in a slot.
    pub(super) fn most(&self) -> u64 {
        let counts = self.roles.iter().flat_map(|role| &role.counts);
        counts.map(|&(received, sent)| received + sent).max().unwrap_or(0)
    }

    /// How many messages all ranks send.
    pub(super) fn transmissions(&self) -> u64 {
        let sent = |role: &Role| role.counts.iter().map(|counts| counts.1).sum::<u64>();
        let nodes = self.network.nodes() / count_of(self.roles.len());
        self.roles.iter().map(sent).sum::<u64>() * nodes
    }
}

/// A message of a node: the slot, the transmission and whether the node receives it.
struct Event {
    slot: u64,
    sent: Transmission,
    receives: bool,
}

/// What the representative of each class sends and receives, by slot, receptions first.
fn events(problem: &Problem, schedule: &Schedule, classes: &NodeClasses<'_>) -> Vec<Vec<Event>> {
    let mut found: Vec<Vec<Event>> = (0..classes.count()).map(|_| Vec::new()).collect();
    let place = |class| usize::try_from(class).expect("a class of those that were counted");
    let slots = 0..schedule.length();
    let visited: Result<(), Infallible> = if classes.are_single() {
        schedule.visit(problem, None, slots, |slot, sent| {
            for (node, receives) in [(sent.from, false), (sent.to, true)] {
                found[place(classes.class(node))].push(Event { slot, sent, receives });
            }
            Ok(())
        })
    } else {
        (0..classes.count()).try_for_each(|class| {
            let node = classes.representative(class);
            schedule.visit(problem, Some(node), slots.clone(), |slot, sent| {
                found[place(class)].push(Event { slot, sent, receives: sent.to == node });
                Ok(())
            })
        })
    };
    match visited {
        Ok(()) => {}
        Err(never) => match never {},
    }
    for events in &mut found {
        events.sort_by_key(|event| (event.slot, !event.receives));
        for messages in events.chunk_by_mut(|a, b| (a.slot, a.receives) == (b.slot, b.receives)) {
            sort_parallel(problem.network(), messages);
        }
    }
    found
}

/// Puts messages of one slot that have the same ends, over parallel links, into an order that both ends know:
/// MPI hands over in the order in which they are sent. The packet is told as it lies to the sender, since a
/// class of nodes knows no other names.
fn sort_parallel(network: &Network, messages: &mut [Event]) {
    let mut ends: Vec<_> = messages.iter().map(|event| (event.sent.from, event.sent.to)).collect();
    ends.sort_unstable();
    if ends.windows(2).all(|pair| pair[0] != pair[1]) {
        return;
    }
    messages.sort_by_key(|event| {
        let lies = |node| network.seen_from(event.sent.from, node);
        let packet = match event.sent.packet {
            Packet::Personal { from, to } => (lies(from), lies(to)),
            Packet::Copied { from: node } | Packet::Combined { to: node } => (lies(node), lies(node)),
        };
        (packet, event.sent.copy)
    });
}

impl Role {
    fn new(node: Node, slots: u64, events: &[Event]) -> Self {
        let mut role = Self::default();
        role.count(slots, events);
        let mut memory = Memory { node, pool: Pool::new(), kept: BTreeMap::new() };
        for (event, until) in events.iter().zip(next_sends(events)) {
            let (peer, place, into) = if event.receives {
                let (place, into) = memory.receive(event, until);
                (event.sent.from, place, into)
            } else {
                let place = memory.send(event);
                (event.sent.to, place, place)
            };
            role.messages.push(Message { peer, place, part: event.sent.copy.unwrap_or(0), into });
        }
        role.cells = memory.pool.cells();
        role.list(node, events);
        role
    }

    /// Counts the messages of each slot.
    fn count(&mut self, slots: u64, events: &[Event]) {
        let mut rest = events;
        for slot in 0..slots {
            let (now, after) = rest.split_at(rest.partition_point(|event| event.slot == slot));
            let (received, sent) = now.split_at(now.partition_point(|event| event.receives));
            self.counts.push((count_of(received.len()), count_of(sent.len())));
            rest = after;
        }
    }

    /// For whom it has packets, and how many.
    pub(super) fn gives(&self) -> Vec<(u64, u64)> {
        self.gives.iter().map(|(node, &count)| (node.0, count)).collect()
    }

    /// Who has packets for it, and how many.
    pub(super) fn takes(&self) -> Vec<(u64, u64)> {
        self.takes.iter().map(|(node, &count)| (node.0, count)).collect()
    }

    /// Lists for whom the node has packets, and who has packets for it.
    fn list(&mut self, node: Node, events: &[Event]) {
        let mut packets: Vec<(Node, Node, u64)> = events
            .iter()
            .filter_map(|event| match event.sent.packet {
                Packet::Personal { from, to } if from == node || to == node => {
                    Some((from, to, event.sent.copy.unwrap_or(0)))
                }
                _ => None,
            })
            .collect();
        packets.sort_unstable();
        packets.dedup();
        for (from, to, _) in packets {
            let list = if from == node { self.gives.entry(to) } else { self.takes.entry(from) };
            *list.or_default() += 1;
        }
    }
}

/// What tells a packet from the others.
type Key = (Packet, Option<u64>);

fn key(event: &Event) -> Key {
    (event.sent.packet, event.sent.copy)
}

/// When a node next sends what it receives, for every reception.
fn next_sends(events: &[Event]) -> Vec<Option<u64>> {
    let mut next: BTreeMap<Key, u64> = BTreeMap::new();
    let mut sends = vec![None; events.len()];
    for (event, found) in events.iter().zip(&mut sends).rev() {
        if event.receives {
            *found = next.get(&key(event)).copied();
        } else {
            next.insert(key(event), event.slot);
        }
    }
    sends
}

/// Where a node has what it has received.
struct Memory {
    node: Node,
    pool: Pool,
    /// The packets that it has received and not sent on since.
    kept: BTreeMap<Key, Place>,
}

impl Memory {
    /// Where a packet goes that comes, and what it goes into if it is combined; `until` is the slot in which
    /// it is sent on.
    fn receive(&mut self, event: &Event, until: Option<u64>) -> (Place, Place) {
        let (slot, key) = (event.slot, key(event));
        let has = self.kept.contains_key(&key);
        let mut cell = |until| Place::Cell(self.pool.cell(slot, until));
        let (place, into) = match event.sent.packet {
            Packet::Personal { from, .. } => {
                let place = until.map_or(Place::Block(from), cell);
                (place, place)
            }
            Packet::Copied { from } => {
                // A copy that the node has already goes to waste.
                let place = if from == self.node || has { cell(slot) } else { Place::Block(from) };
                (place, place)
            }
            Packet::Combined { to } => {
                let is_sum = to == self.node || has;
                let place =
                    cell(if is_sum { slot } else { until.expect("every node but the home sends it on") });
                (place, self.kept.get(&key).copied().unwrap_or(Place::Block(to)))
            }
        };
        if !matches!(event.sent.packet, Packet::Combined { to } if to == self.node) {
            self.kept.entry(key).or_insert(place);
        }
        (place, into)
    }

    /// Where a packet is that goes.
    fn send(&mut self, event: &Event) -> Place {
        match event.sent.packet {
            // It stays where it is.
            Packet::Copied { from } => Place::Block(from),
            Packet::Personal { to, .. } | Packet::Combined { to } => {
                self.kept.remove(&key(event)).unwrap_or(Place::Block(to))
            }
        }
    }
}
