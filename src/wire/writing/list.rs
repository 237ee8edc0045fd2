//! Lists of which there may be millions of items, as text: packets, and slots of moves.

use super::numerals::put_number;
use crate::schedule::Ends;
use crate::schedule::moves::{Move, MultinodeMove, OrbitMove, Transfer};
use crate::schedule::slots::Slots;
use crate::task::NodeRef;
use serde::Serialize;
use std::fmt::Debug;

/// A list whose items are written one by one.
pub(crate) trait List: Debug + Sync {
    /// Number of items.
    fn count(&self) -> usize;

    /// Number of packets or moves in them.
    fn size(&self) -> usize {
        self.count()
    }

    /// Appends an item and a comma.
    fn put(&self, item: usize, text: &mut Vec<u8>);
}

impl List for Vec<NodeRef> {
    fn count(&self) -> usize {
        self.len()
    }

    fn put(&self, item: usize, text: &mut Vec<u8>) {
        match &self[item] {
            NodeRef::Index(index) => put_number(*index, b',', text),
            coordinates @ NodeRef::Coordinates(_) => {
                put_any(coordinates, text);
                text.push(b',');
            }
        }
    }
}

impl List for Vec<Ends> {
    fn count(&self) -> usize {
        self.len()
    }

    fn put(&self, item: usize, text: &mut Vec<u8>) {
        if let Some((first, second)) = self[item].indices() {
            text.push(b'[');
            put_number(first.into(), if second.is_some() { b',' } else { b']' }, text);
            if let Some(second) = second {
                put_number(second.into(), b']', text);
            }
        } else {
            put_any(&self[item], text);
        }
        text.push(b',');
    }
}

impl<M: Put + Debug + Sync> List for Slots<M> {
    fn count(&self) -> usize {
        self.len()
    }

    fn size(&self) -> usize {
        self.moves().len()
    }

    fn put(&self, slot: usize, text: &mut Vec<u8>) {
        let moves = &self[slot];
        text.push(b'[');
        for step in moves {
            step.put(text);
            text.push(b',');
        }
        if !moves.is_empty() {
            text.pop();
        }
        text.extend_from_slice(b"],");
    }
}

/// A move as text.
pub(super) trait Put {
    /// Appends it.
    fn put(&self, text: &mut Vec<u8>);
}

impl Put for Move {
    #[inline]
    fn put(&self, text: &mut Vec<u8>) {
        text.push(b'[');
        put_number(self.packet.into(), b',', text);
        put_number(self.link.into(), b']', text);
    }
}

impl Put for Transfer {
    #[inline]
    fn put(&self, text: &mut Vec<u8>) {
        let Some([packet, from, to]) = self.indices() else { return put_any(self, text) };
        text.push(b'[');
        put_number(packet.into(), b',', text);
        put_number(from.into(), b',', text);
        put_number(to.into(), b']', text);
    }
}

impl Put for OrbitMove {
    fn put(&self, text: &mut Vec<u8>) {
        put_placed(Some(self.packet), &self.node, self.link, text);
    }
}

impl Put for MultinodeMove {
    fn put(&self, text: &mut Vec<u8>) {
        put_placed(self.packet, &self.position, self.link, text);
    }
}

/// Appends a packet, if there is one, a node and a link as a list.
fn put_placed(packet: Option<u32>, node: &NodeRef, link: u32, text: &mut Vec<u8>) {
    text.push(b'[');
    if let Some(packet) = packet {
        put_number(packet.into(), b',', text);
    }
    match node {
        NodeRef::Index(index) => put_number(*index, b',', text),
        NodeRef::Coordinates(_) => {
            put_any(node, text);
            text.push(b',');
        }
    }
    put_number(link.into(), b']', text);
}

/// Appends what is written in any other way.
fn put_any(item: &impl Serialize, text: &mut Vec<u8>) {
    serde_json::to_writer(text, item).expect("nodes and moves have a JSON form and a buffer takes it");
}
