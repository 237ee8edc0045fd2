//! The ports of each node in a task of listed packets: hosts have the ports of the task, switches their own.

use crate::model::{DemandsTask, Node, PortRule};

impl DemandsTask {
    /// Returns the port rule of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn ports_of(&self, node: u32) -> PortRule {
        if self.network().is_switch(Node(node.into())) { self.switch_ports() } else { self.ports() }
    }

    /// Returns whether a node either sends or receives in a slot.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn is_half_duplex(&self, node: u32) -> bool {
        self.ports_of(node) == PortRule::HalfDuplex
    }

    /// Returns whether every node either sends or receives in a slot.
    #[must_use]
    pub fn is_half_duplex_everywhere(&self) -> bool {
        (self.ports(), self.switch_ports()) == (PortRule::HalfDuplex, PortRule::HalfDuplex)
    }

    /// Returns the most sends of a node in a slot; 1 for a node that no link leaves, so that loads can be
    /// divided by it.
    #[must_use]
    pub fn sends_of(&self, node: u32) -> u32 {
        self.ports_of(node).sends().min(self.graph().degree(node)).max(1)
    }

    /// Returns the most receives of a node in a slot; 1 for a node that no link enters.
    #[must_use]
    pub fn receives_of(&self, node: u32) -> u32 {
        self.ports_of(node).sends().min(self.graph().degree_in(node)).max(1)
    }

    /// Returns the most sends that a rule allows any node.
    #[must_use]
    pub fn most_sends(&self) -> u32 {
        self.ports().sends().max(self.switch_ports().sends())
    }

    /// Returns whether some node has fewer ports than links, or one half-duplex port.
    #[must_use]
    pub fn shares_ports(&self) -> bool {
        let lacks = |node| {
            self.is_half_duplex(node)
                || self.sends_of(node) < self.graph().degree(node)
                || self.receives_of(node) < self.graph().degree_in(node)
        };
        (0..self.graph().nodes()).any(lacks)
    }

    /// Returns an upper bound on the moves in a slot. Every move is a send and a receive. A node with one
    /// half-duplex port does one of the two; where all nodes have such a port, at most half of them send.
    #[must_use]
    pub fn moves_of_a_slot(&self) -> u64 {
        if self.is_half_duplex_everywhere() {
            return u64::from(self.graph().nodes() / 2);
        }
        let (mut sends, mut receives, mut done) = (0, 0, 0);
        for node in 0..self.graph().nodes() {
            let most = |links: u32| u64::from(self.ports_of(node).sends().min(links));
            let own = (most(self.graph().degree(node)), most(self.graph().degree_in(node)));
            sends += own.0;
            receives += own.1;
            done += if self.is_half_duplex(node) { own.0.max(own.1) } else { own.0 + own.1 };
        }
        sends.min(receives).min(done / 2)
    }
}
