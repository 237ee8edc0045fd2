//! Copies that come to switches and go no farther.

use super::{ExplicitSchedule, Packet};
use crate::model::{Network, Node, wide};
use std::collections::HashSet;

impl ExplicitSchedule {
    /// Removes copies that come to a switch which does not send them on, and slots without a move. With time
    /// reversed such a switch would send a packet that it never had.
    ///
    /// # Complexity
    /// O(M) time for M moves.
    #[must_use]
    pub fn without_idle_switches(mut self, network: &Network) -> Self {
        if network.switches().is_none() {
            return self;
        }
        let is_copied = |packet: u32| matches!(self.packets.get(wide(packet)), Some(Packet::Copied { .. }));
        // The sends of later slots, by packet and sender.
        let mut sent_on: HashSet<(u32, Node)> = HashSet::new();
        for slot in self.slots.iter_mut().rev() {
            slot.retain(|step| {
                let goes_on = || sent_on.contains(&(step.packet, step.to()));
                !is_copied(step.packet) || !network.is_switch(step.to()) || goes_on()
            });
            sent_on.extend(slot.iter().map(|step| (step.packet, step.from())));
        }
        self.slots.retain(|slot| !slot.is_empty());
        self
    }
}
