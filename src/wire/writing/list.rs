//! Writes lists that may have millions of items: packets, and slots of moves.

use super::numerals::{ReservedText, put_number};
use crate::schedule::Ends;
use crate::schedule::moves::{Move, MultinodeMove, OrbitMove, Transfer};
use crate::schedule::slots::Slots;
use crate::task::NodeRef;
use serde::Serialize;
use std::fmt::Debug;

/// A list whose items are written one by one.
pub(crate) trait List: Debug + Sync {
    /// Returns the number of items.
    fn count(&self) -> usize;

    /// Returns the number of packets or moves in all items.
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

impl<M: WriteMoves + Debug + Sync> List for Slots<M> {
    fn count(&self) -> usize {
        self.len()
    }

    fn size(&self) -> usize {
        self.moves().len()
    }

    fn put(&self, slot: usize, text: &mut Vec<u8>) {
        let moves = &self[slot];
        text.push(b'[');
        M::put_all(moves, text);
        if !moves.is_empty() {
            text.pop();
        }
        text.extend_from_slice(b"],");
    }
}

/// Moves that are written by hand, faster than by serde.
pub(super) trait WriteMoves: Sized {
    /// Appends moves with a comma behind each.
    fn put_all(moves: &[Self], text: &mut Vec<u8>);
}

impl WriteMoves for Move {
    fn put_all(moves: &[Self], text: &mut Vec<u8>) {
        let mut reserved = ReservedText::after(text, moves.len() * "[4294967295,4294967295],".len());
        for &Self { packet, link } in moves {
            reserved.put_byte(b'[');
            reserved.put_number(packet);
            reserved.put_byte(b',');
            reserved.put_number(link);
            reserved.put_bytes(*b"],");
        }
        let end = reserved.end();
        text.truncate(end);
    }
}

impl WriteMoves for Transfer {
    fn put_all(moves: &[Self], text: &mut Vec<u8>) {
        for step in moves {
            if let Some([packet, from, to]) = step.indices() {
                text.push(b'[');
                put_number(packet.into(), b',', text);
                put_number(from.into(), b',', text);
                put_number(to.into(), b']', text);
            } else {
                put_any(step, text);
            }
            text.push(b',');
        }
    }
}

impl WriteMoves for OrbitMove {
    fn put_all(moves: &[Self], text: &mut Vec<u8>) {
        for step in moves {
            put_placed(Some(step.packet), &step.node, step.link, text);
        }
    }
}

impl WriteMoves for MultinodeMove {
    fn put_all(moves: &[Self], text: &mut Vec<u8>) {
        for step in moves {
            put_placed(step.packet, &step.position, step.link, text);
        }
    }
}

/// Appends a packet, if there is one, a node and a link as a list, and a comma.
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
    text.push(b',');
}

/// Appends an item as serde writes it.
fn put_any(item: &impl Serialize, text: &mut Vec<u8>) {
    serde_json::to_writer(text, item).expect("nodes and moves have a JSON form and a buffer takes it");
}
