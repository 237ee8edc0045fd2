//! Packets of some length on their way: each is at a node, or holds a link.

use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::hop::Hop;
use crate::task::packets::Ends;
use crate::task::parcels::Parcels;

/// A packet, and the node where it is, or to which it is on its way.
#[derive(Debug)]
struct Place {
    node: u64,
    to: u64,
    length: u64,
    /// Slots that are over when it is there as a whole.
    since: u64,
}

/// All packets of a schedule.
#[derive(Debug)]
pub(crate) struct Underway {
    places: Vec<Place>,
    /// The moves that still hold a link, each with the slots that are over when it ends.
    running: Vec<(u64, Hop)>,
    /// Slots up to the end of the last move.
    pub(crate) last: u64,
}

impl Underway {
    /// Places the packets before the first slot; refuses a list that is not the task's in its order.
    pub(crate) fn new(
        task: &Parcels,
        packets: impl ExactSizeIterator<Item = Ends>,
    ) -> Result<Self, Rejection> {
        let (found, mut places) = (packets.len(), Vec::new());
        let mut wanted = task.each();
        for (packet, ends) in packets.enumerate() {
            let Some(parcel) = wanted.next().filter(|parcel| parcel.ends() == ends) else {
                let place = format!("schedule.packets[{packet}]");
                return Err(Rejection::ParcelOrder { place, packet, found });
            };
            let &(node, to) = &(parcel.from, parcel.to);
            places.push(Place { node, to, length: parcel.length, since: parcel.release });
        }
        match wanted.next() {
            Some(_) => {
                let place = "schedule.packets".to_owned();
                Err(Rejection::ParcelOrder { place, packet: found, found })
            }
            None => Ok(Self { places, running: Vec::new(), last: 0 }),
        }
    }

    /// Begins the moves of a slot, or refuses one; `hops` gets those that began earlier and still hold a
    /// link.
    pub(crate) fn cross(&mut self, slot: usize, hops: &mut Vec<Hop>) -> Result<(), Rejection> {
        let now = wide(slot);
        self.running.retain(|&(until, _)| until > now);
        let begun = hops.len();
        hops.extend(self.running.iter().map(|&(_, hop)| hop));
        for hop in &hops[..begun] {
            let &Hop { index, packet, from, to } = hop;
            let place = &mut self.places[packet];
            if place.since > now {
                return Err(Rejection::NotThereYet { slot, index, packet, since: place.since });
            }
            if place.node != from {
                return Err(Rejection::NotHeld { slot, index, packet, node: from });
            }
            // A slot of a list, and a length below 2³².
            (place.node, place.since) = (to, now + place.length);
            self.last = self.last.max(place.since);
            // Later slots look at the new moves first.
            self.running.push((place.since, Hop { index: 0, ..*hop }));
        }
        Ok(())
    }

    /// Refuses packets that are not at their destinations in the end.
    pub(crate) fn require_delivery(&self) -> Result<(), Rejection> {
        match self.places.iter().enumerate().find(|(_, place)| place.node != place.to) {
            Some((packet, place)) => {
                Err(Rejection::NotDelivered { packet, found: place.node, expected: place.to })
            }
            None => Ok(()),
        }
    }
}
