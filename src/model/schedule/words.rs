//! Symmetric schedules in which every packet goes along a word of links.

use super::Coloring;
use crate::model::{CayleyTask, Link, Node, TaskMatrix, count_of, wide};
use thiserror::Error;

/// Slot by slot the moves of node 0's packets; every other node does the translate (P3 Lemma 1).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordSchedule {
    /// The offset of every packet, equal ones side by side.
    pub packets: Vec<Node>,
    /// For every slot the moves `(packet, link)`: the packet moves over that link from where it is.
    pub slots: Vec<Vec<(u32, u32)>>,
}

/// Why moves are no schedule of a task.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordFault {
    /// The packets are not those of the task.
    #[error("the packets are not those of the task")]
    Packets,
    /// A packet moves twice in a slot.
    #[error("slot {slot}: packet {packet} moves twice")]
    PacketTwice {
        /// The slot.
        slot: usize,
        /// The packet.
        packet: u32,
    },
    /// A link is used twice in a slot.
    #[error("slot {slot}: link {link} is used twice")]
    LinkTwice {
        /// The slot.
        slot: usize,
        /// The link.
        link: u32,
    },
    /// More moves in a slot than ports.
    #[error("slot {slot}: {found} moves, expected at most {ports}")]
    TooManyMoves {
        /// The slot.
        slot: usize,
        /// The moves in it.
        found: usize,
        /// The number of ports.
        ports: u32,
    },
    /// A packet ends elsewhere than at its offset.
    #[error("packet {packet} ends at node {}, expected {}", .found.0, .expected.0)]
    NotDelivered {
        /// The packet.
        packet: usize,
        /// Where it ends.
        found: Node,
        /// Its offset.
        expected: Node,
    },
}

impl WordSchedule {
    /// Takes the slots of the units of a task matrix, whose rows are the packets in this order, as moves.
    ///
    /// On an Abelian network a packet may use its links in any order, so a colouring of the matrix is a
    /// schedule.
    ///
    /// # Panics
    /// If there is not a slot for every unit, or there are 2³² packets.
    ///
    /// # Complexity
    /// O(units + slots) time and space.
    #[must_use]
    pub fn from_coloring(packets: Vec<Node>, matrix: &TaskMatrix, coloring: &Coloring) -> Self {
        let mut slots = vec![Vec::new(); usize::try_from(coloring.length()).expect("slots fit memory")];
        let mut next = coloring.slots.iter();
        for (packet, row) in (0..).zip(0..matrix.rows()) {
            for (link, units) in matrix.row(row) {
                for _ in 0..units {
                    let slot = *next.next().expect("a slot for every unit");
                    slots[wide(slot)].push((packet, link));
                }
            }
        }
        assert!(next.next().is_none(), "a slot for every unit");
        Self { packets, slots }
    }

    /// Returns the number of slots until the last move.
    #[must_use]
    pub fn length(&self) -> u64 {
        count_of(self.slots.iter().rposition(|moves| !moves.is_empty()).map_or(0, |last| last + 1))
    }

    /// Returns the number of moves of one node's packets.
    #[must_use]
    pub fn moves(&self) -> u64 {
        count_of(self.slots.iter().map(Vec::len).sum())
    }

    /// Returns ΣC, C being the number of slots up to and including the last move of a packet.
    ///
    /// # Panics
    /// If a move names no packet.
    #[must_use]
    pub fn total_delay(&self) -> u64 {
        let mut last = vec![0; self.packets.len()];
        for (slot, moves) in (1..).zip(&self.slots) {
            for &(packet, _) in moves {
                last[wide(packet)] = slot;
            }
        }
        last.iter().sum()
    }

    /// Replays the moves of node 0's packets.
    ///
    /// # Errors
    /// [`WordFault`] with the first fault.
    ///
    /// # Panics
    /// If a move names no packet or no link.
    ///
    /// # Complexity
    /// O(moves + slots + packets + m) time and space.
    pub fn replay(&self, task: &CayleyTask) -> Result<(), WordFault> {
        let expected = task.classes().iter().flat_map(|class| (0..class.count).map(move |_| class.offset));
        let mut sorted = self.packets.clone();
        sorted.sort_unstable();
        if !expected.eq(sorted) {
            return Err(WordFault::Packets);
        }
        let mut at = vec![Node(0); self.packets.len()];
        let mut moved = vec![usize::MAX; self.packets.len()];
        let mut used = vec![usize::MAX; wide(task.graph().links())];
        for (slot, moves) in self.slots.iter().enumerate() {
            if count_of(moves.len()) > task.ports().into() {
                return Err(WordFault::TooManyMoves { slot, found: moves.len(), ports: task.ports() });
            }
            for &(packet, link) in moves {
                if std::mem::replace(&mut moved[wide(packet)], slot) == slot {
                    return Err(WordFault::PacketTwice { slot, packet });
                }
                if std::mem::replace(&mut used[wide(link)], slot) == slot {
                    return Err(WordFault::LinkTwice { slot, link });
                }
                at[wide(packet)] = task.graph().neighbor(at[wide(packet)], Link(link));
            }
        }
        match at.iter().zip(&self.packets).position(|(found, expected)| found != expected) {
            Some(packet) => {
                let (found, expected) = (at[packet], self.packets[packet]);
                Err(WordFault::NotDelivered { packet, found, expected })
            }
            None => Ok(()),
        }
    }
}
