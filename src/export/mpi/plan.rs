//! The messages of the rank of one node, slot by slot, and where it keeps the packets that it forwards.

use crate::export::pool::Pool;
use crate::export::source_error::SourceError;
use crate::model::{Network, Node, NodeClasses, Packet, Problem, Schedule, Transmission, count_of};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Most messages in the tables.
const MAX_MESSAGES: u64 = 1 << 20;
/// Most ranks, and most slots in the tables of all classes.
const MAX_RANKS: u64 = 1 << 20;

/// Where a message is taken from when it is sent, or put when it is received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A cell of the pool.
    Cell(u32),
    /// The block of a node. A message is sent from the input and received into the output. Where packets are
    /// copied, both are the output; where they are combined, a message that is sent is in the input.
    Block(Node),
}

/// A message of a rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct Message {
    /// The node at the other end.
    pub(super) peer: Node,
    /// Where the message is taken from or put.
    pub(super) place: Place,
    /// The index of the part in its block.
    pub(super) part: u64,
    /// Of a message that is combined, the place of the partial sum: a cell or, at the node that gets the sum,
    /// the output. At other nodes, the first part to arrive is added to the part of the input for the node of
    /// this block.
    pub(super) into: Place,
}

/// The messages of one node of a class.
#[derive(Debug, Default)]
pub(super) struct Role {
    /// The numbers of receptions and sends of each slot.
    pub(super) counts: Vec<(u64, u64)>,
    /// The messages by slot, receptions first.
    pub(super) messages: Vec<Message>,
    /// The number of packets that it has for each node.
    gives: BTreeMap<Node, u64>,
    /// The number of packets that each node has for it.
    takes: BTreeMap<Node, u64>,
    /// The number of cells of its pool.
    pub(super) cells: u32,
}

/// The messages of every node.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) network: &'a Network,
    pub(super) classes: NodeClasses<'a>,
    pub(super) slots: u64,
    /// The role of the representative of each class.
    pub(super) roles: Vec<Role>,
}

impl<'a> Plan<'a> {
    /// Collects the messages that one node of each class sends and receives.
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
        if problem.allreduce().is_some() {
            return Err(SourceError::Sums);
        }
        if problem.parcels().is_some() {
            return Err(SourceError::Parcels);
        }
        if network.nodes() > MAX_RANKS {
            return Err(SourceError::TooManyRanks { found: network.nodes(), most: MAX_RANKS });
        }
        let classes = schedule.classes(network);
        let count = classes.count();
        if slots.checked_mul(count).is_none_or(|all| all > MAX_RANKS) {
            return Err(SourceError::TooManySlots { slots, classes: count, most: MAX_RANKS });
        }
        let whose = (!classes.are_single()).then(|| classes.representative(0));
        // Messages of one node times the number of classes. Without translations all transmissions are
        // listed, and each counts twice: at its sender and at its receiver.
        let found = schedule.count_transmissions(network, whose, &(0..slots));
        let found = found.and_then(|found| found.checked_mul(if whose.is_some() { count } else { 2 }));
        if found.is_none_or(|found| found > MAX_MESSAGES) {
            return Err(SourceError::TooManyMessages { found, most: MAX_MESSAGES });
        }
        let events = events(problem, schedule, &classes);
        let roles = (0..count)
            .zip(&events)
            .map(|(class, events)| Role::new(classes.representative(class), slots, events))
            .collect();
        Ok(Self { network, classes, slots, roles })
    }

    /// Returns the number of cells of the pool that every rank has.
    pub(super) fn cells(&self) -> u32 {
        self.roles.iter().map(|role| role.cells).max().unwrap_or(0)
    }

    /// Returns whether every packet goes straight from its origin to its destination. Each that is forwarded
    /// lies in a cell in between.
    pub(super) fn moves_once(&self) -> bool {
        self.cells() == 0
    }

    /// Returns the greatest number of messages of a rank in a slot.
    pub(super) fn most_in_slot(&self) -> u64 {
        let counts = self.roles.iter().flat_map(|role| &role.counts);
        counts.map(|&(received, sent)| received + sent).max().unwrap_or(0)
    }

    /// Returns the number of messages that all ranks send.
    pub(super) fn transmissions(&self) -> u64 {
        let sent = |role: &Role| role.counts.iter().map(|counts| counts.1).sum::<u64>();
        let nodes = self.network.nodes() / count_of(self.roles.len());
        self.roles.iter().map(sent).sum::<u64>() * nodes
    }
}

/// A message of a node, with its slot, its transmission, and whether the node receives it.
struct Event {
    slot: u64,
    sent: Transmission,
    receives: bool,
}

/// Lists the messages of the representative of each class by slot, receptions first.
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

/// Sorts messages of one slot with equal ends, over parallel links, into an order that both ends know: MPI
/// delivers them in the order of sending. The key is the packet as seen from the sender, since nodes of a
/// class differ in absolute names.
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
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
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

    /// Returns the destinations of its packets, with the number of packets for each.
    pub(super) fn gives(&self) -> Vec<(u64, u64)> {
        self.gives.iter().map(|(node, &count)| (node.0, count)).collect()
    }

    /// Returns the origins of the packets for it, with the number of packets from each.
    pub(super) fn takes(&self) -> Vec<(u64, u64)> {
        self.takes.iter().map(|(node, &count)| (node.0, count)).collect()
    }

    /// Fills in the nodes for which this node has packets, and those that have packets for it.
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

/// The identity of a packet: its ends and its copy number.
type Key = (Packet, Option<u64>);

fn key(event: &Event) -> Key {
    (event.sent.packet, event.sent.copy)
}

/// Returns, for every reception, the slot in which the node next sends the packet on.
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

/// Where a node keeps the packets that it has received.
struct Memory {
    node: Node,
    pool: Pool,
    /// The packets that it has received and not yet sent on.
    kept: BTreeMap<Key, Place>,
}

impl Memory {
    /// Chooses the place of an arriving packet, and the place of the partial sum it is added to if it is
    /// combined; `until` is the slot in which it is sent on.
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
                // A second copy is received into a cell and ignored.
                let place = if from == self.node || has { cell(slot) } else { Place::Block(from) };
                (place, place)
            }
            Packet::Combined { to } => {
                let is_sum = to == self.node || has;
                let place =
                    cell(if is_sum { slot } else { until.expect("every node but the home sends it on") });
                (place, self.kept.get(&key).copied().unwrap_or(Place::Block(to)))
            }
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
        };
        if !matches!(event.sent.packet, Packet::Combined { to } if to == self.node) {
            self.kept.entry(key).or_insert(place);
        }
        (place, into)
    }

    /// Returns the place of a packet that is sent.
    fn send(&mut self, event: &Event) -> Place {
        match event.sent.packet {
            // A copied packet stays in the output and may be sent again.
            Packet::Copied { from } => Place::Block(from),
            Packet::Personal { to, .. } | Packet::Combined { to } => {
                self.kept.remove(&key(event)).unwrap_or(Place::Block(to))
            }
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
        }
    }
}
