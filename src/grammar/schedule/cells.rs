//! The contents of the devices' cells while a schedule runs.

use super::fault::ScheduleFault;
use super::packets::Key;
use crate::model::{Node, Packet};
use std::collections::{BTreeMap, BTreeSet};

/// The content of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    /// An original block, or a copy of it.
    Block(Key),
    /// A partial sum: which sum it is, and the devices whose parts it has.
    Sum(Key, BTreeSet<u64>),
}

impl Content {
    /// Returns the packet that moves when this is sent.
    pub(super) fn key(&self) -> Key {
        match self {
            Self::Block(key) | Self::Sum(key, _) => *key,
        }
    }

    /// Returns the sum of this and another content.
    ///
    /// # Errors
    /// Returns a message with the reason why it cannot be added.
    pub(super) fn plus(self, other: Self) -> Result<Self, String> {
        let (Self::Sum(ours, mut parts), Self::Sum(theirs, more)) = (self, other) else {
            return Err("a block is added that is no part of a sum".to_owned());
        };
        if ours != theirs {
            return Err("parts of different sums are added".to_owned());
        }
        for part in more {
            if !parts.insert(part) {
                return Err(format!("the part of device {part} is added a second time"));
            }
        }
        Ok(Self::Sum(ours, parts))
    }
}

/// The cells of all devices, by device and cell.
#[derive(Debug, Default)]
pub(super) struct Cells<C> {
    content: BTreeMap<(u64, C), Content>,
}

impl<C: Copy + Ord> Cells<C> {
    pub(super) fn new() -> Self {
        Self { content: BTreeMap::new() }
    }

    /// Returns the content of a cell.
    pub(super) fn get(&self, device: u64, cell: C) -> Option<&Content> {
        self.content.get(&(device, cell))
    }

    /// Sets the content of a cell.
    pub(super) fn set(&mut self, device: u64, cell: C, content: Content) {
        self.content.insert((device, cell), content);
    }

    /// Adds a content to that of a cell.
    ///
    /// # Errors
    /// Returns a message with the reason why it cannot be added.
    pub(super) fn add(&mut self, device: u64, cell: C, content: Content) -> Result<(), String> {
        let held = self.content.remove(&(device, cell)).ok_or("something is added to an empty cell")?;
        self.set(device, cell, held.plus(content)?);
        Ok(())
    }

    /// Refuses a cell whose final content is not the expected one.
    ///
    /// # Errors
    /// [`ScheduleFault::Wrong`].
    pub(super) fn require(
        &self,
        device: u64,
        cell: C,
        expected: &Expected,
        named: impl Fn(C) -> String,
    ) -> Result<(), ScheduleFault> {
        let found = self.get(device, cell);
        if found.is_some_and(|content| expected.is(content)) {
            return Ok(());
        }
        let found = found.map_or_else(|| "nothing".to_owned(), describe);
        let place = format!("the end, device {device}");
        let message = format!("{} holds {found}, expected {}", named(cell), describe(&expected.content()));
        Err(ScheduleFault::wrong(place, message))
    }
}

/// The required final content of a cell.
#[derive(Debug, Clone)]
pub(super) enum Expected {
    /// A block.
    Block(Key),
    /// A sum of the parts of this number of devices.
    Sum(Key, u64),
}

impl Expected {
    fn is(&self, content: &Content) -> bool {
        match (self, content) {
            (Self::Block(expected), Content::Block(found)) => expected == found,
            (Self::Sum(expected, devices), Content::Sum(found, parts)) => {
                expected == found && u64::try_from(parts.len()).is_ok_and(|parts| parts == *devices)
            }
            _ => false,
        }
    }

    fn content(&self) -> Content {
        match *self {
            Self::Block(key) => Content::Block(key),
            Self::Sum(key, devices) => Content::Sum(key, (0..devices).collect()),
        }
    }
}

/// Describes the content of a cell in words.
fn describe(content: &Content) -> String {
    let (packet, copy) = content.key();
    let block = match packet {
        Packet::Personal { from: Node(from), to: Node(to) } => format!("the block of {from} for {to}"),
        Packet::Copied { from: Node(from) } => format!("the block of {from}"),
        Packet::Combined { to: Node(to) } => format!("the sum for {to}"),
        Packet::Summed { .. } => "the sum of all".to_owned(),
    };
    let block = if copy == 0 { block } else { format!("{block}, number {copy}") };
    match content {
        Content::Block(_) => block,
        Content::Sum(_, parts) => {
            let most = 8;
            let listed: Vec<String> = parts.iter().take(most).map(u64::to_string).collect();
            let more = if parts.len() > most { ", …" } else { "" };
            format!("{block} with the parts of {}{more}", listed.join(", "))
        }
    }
}
