//! What each node of a task of listed packets may do in a slot: hosts have the ports of the task, switches
//! their own.

use crate::model::{DemandsTask, Node, PortRule};

impl DemandsTask {
    /// The port rule of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn ports_of(&self, node: u32) -> PortRule {
        if self.network().is_switch(Node(node.into())) { self.switch_ports() } else { self.ports() }
    }

    /// Whether a node does one thing in a slot, sends or receives.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn is_half_duplex(&self, node: u32) -> bool {
        self.ports_of(node) == PortRule::HalfDuplex
    }

    /// Whether all nodes do one thing in a slot.
    #[must_use]
    pub fn is_half_duplex_everywhere(&self) -> bool {
        (self.ports(), self.switch_ports()) == (PortRule::HalfDuplex, PortRule::HalfDuplex)
    }

    /// Most sends of a node in a slot.
    #[must_use]
    pub fn sends_of(&self, node: u32) -> u32 {
        self.ports_of(node).sends().min(self.graph().degree(node))
    }

    /// Most receives of a node in a slot.
    #[must_use]
    pub fn receives_of(&self, node: u32) -> u32 {
        self.ports_of(node).sends().min(self.graph().degree_in(node))
    }

    /// Most sends that a rule allows any node.
    #[must_use]
    pub fn most_sends(&self) -> u32 {
        self.ports().sends().max(self.switch_ports().sends())
    }

    /// Whether a node may lack ports for all its links.
    #[must_use]
    pub fn shares_ports(&self) -> bool {
        let lacks = |node| {
            self.is_half_duplex(node)
                || self.sends_of(node) < self.graph().degree(node)
                || self.receives_of(node) < self.graph().degree_in(node)
        };
        (0..self.graph().nodes()).any(lacks)
    }

    /// Most moves in a slot. Every move is a send and a receive; a node with one half-duplex port does one of
    /// the two.
    #[must_use]
    pub fn moves_of_a_slot(&self) -> u64 {
        let (mut sends, mut receives, mut done) = (0, 0, 0);
        for node in 0..self.graph().nodes() {
            let own = (u64::from(self.sends_of(node)), u64::from(self.receives_of(node)));
            sends += own.0;
            receives += own.1;
            done += if self.is_half_duplex(node) { 1 } else { own.0 + own.1 };
        }
        sends.min(receives).min(done / 2)
    }
}
