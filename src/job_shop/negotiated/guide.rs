//! A way for every packet on which all share the network evenly, whatever the slots.

use super::sharing::Sharing;
use super::space::Space;
use super::trips::Trips;
use super::ways::Ways;
use crate::model::{count_of, wide};
use std::collections::BTreeMap;

/// Most arcs that are looked at, most rounds, and with fewer it is not tried.
const MOST_STEPS: u64 = 1 << 29;
const MOST_ROUNDS: u64 = 120;
const LEAST_ROUNDS: u64 = 8;
/// Most sweeps over the packets that are too many.
const MOST_SWEEPS: u64 = 100;

/// One way for each packet, without slots, and what arcs cost.
///
/// First all packets go to one destination after the other, divided as they like, over arcs that cost more
/// and more where too many go. Then every packet gets a way of its own at these prices, and those that are
/// too many for a resource in all slots together look for others: the negotiation of
/// [`super::negotiation`] without time. If packets are many, hardly more than slots is left to be found
/// on such ways; if few, they do better where all arcs are open over which some went to their destination.
#[derive(Debug)]
pub(super) struct Guide {
    /// All in slot 0.
    routes: Ways,
    /// By arc: what it costs, in thousandths of a move.
    prices: Vec<u64>,
    /// Whether packets begin on the ways, not on open arcs.
    is_strict: bool,
    /// By state: the place of a destination.
    places: BTreeMap<u32, usize>,
    /// By destination, then arc: a bit, 1 if the arc is open to packets that go there, as those of their
    /// ways are.
    open: Vec<u64>,
    words: usize,
}

impl Guide {
    /// Ways for packets that are to be over in so many slots; none on networks that are too large, or if it
    /// was stopped.
    ///
    /// # Complexity
    /// O(D · A log A) for each of at most 120 rounds and O(A log A) for each way of a packet, within a fixed
    /// limit, and D · A / 8 bytes, for D destinations and A arcs.
    pub(super) fn new(space: &Space, trips: &Trips, slots: u64, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut packets: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (packet, trip) in (0..).zip(trips.iter()) {
            packets.entry(trip.to).or_default().push(packet);
        }
        let arcs = count_of(space.arcs()).max(1);
        let rounds = (MOST_STEPS / (count_of(packets.len()) * arcs).max(1)).min(MOST_ROUNDS);
        if rounds < LEAST_ROUNDS {
            return None;
        }
        let places: BTreeMap<u32, usize> = packets.keys().copied().zip(0..).collect();
        let words = space.arcs().div_ceil(64);
        let mut open = vec![0; words * packets.len()];
        let mut sharing = Sharing::new(space, slots);
        let mut order: Vec<u32> = packets.keys().copied().collect();
        for round in 0..rounds {
            sharing.shuffle(&mut order);
            sharing.begin(round);
            for to in &order {
                if stop() {
                    return None;
                }
                let starts = packets[to].iter().map(|&packet| trips.of(packet).from);
                let open = &mut open[places[to] * words..][..words];
                sharing.send(*to, starts, |arc| {
                    // The first ways are those of an empty network.
                    open[wide(arc) / 64] |= u64::from(2 * round >= rounds) << (arc % 64);
                });
            }
            sharing.raise();
        }
        let groups = packets.into_values().collect();
        let routes = settle(&mut sharing, trips, groups, MOST_STEPS / arcs, stop)?;
        for (packet, trip) in (0..).zip(trips.iter()) {
            let open = &mut open[places[&trip.to] * words..][..words];
            routes.way(packet).for_each(|hop| open[wide(hop.arc) / 64] |= 1 << (hop.arc % 64));
        }
        let prices = (0..).take(space.arcs()).map(|arc| sharing.thousandths(arc)).collect();
        Some(Self { routes, prices, is_strict: true, places, open, words })
    }

    /// Lets packets begin on open arcs.
    pub(super) fn loosen(&mut self) {
        self.is_strict = false;
    }

    /// Whether packets begin on ways of their own.
    pub(super) fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// The arcs of a packet's way, if it is to begin there.
    pub(super) fn route(&self, packet: u32) -> Option<impl ExactSizeIterator<Item = u32>> {
        self.is_strict.then(|| self.routes.way(packet).map(|hop| hop.arc))
    }

    /// Whether an arc is open to the packets of a destination.
    pub(super) fn arcs(&self, to: u32) -> impl Fn(u32) -> bool {
        let open = &self.open[self.places[&to] * self.words..][..self.words];
        move |arc| open[wide(arc) / 64] >> (arc % 64) & 1 == 1
    }

    /// What an arc costs beside a move, where a move costs so much.
    pub(super) fn price(&self, arc: u32, hop: i16) -> i16 {
        let price = self.prices[wide(arc)].saturating_mul(u64::from(hop.unsigned_abs())) / 1000;
        i16::try_from(price).unwrap_or(i16::MAX)
    }
}

/// Gives every packet a way of its own, and others to those that are too many, until none is, or so many
/// searches for ways are spent. Where packets are many, those to one destination take their ways together.
/// None if it was stopped.
fn settle(
    sharing: &mut Sharing<'_>,
    trips: &Trips,
    mut groups: Vec<Vec<u32>>,
    searches: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Ways> {
    let together = (2 * count_of(trips.len())).div_ceil(searches.max(1));
    let together = usize::try_from(together).expect("at most the packets").max(1);
    for group in &mut groups {
        sharing.shuffle(group);
    }
    let mut some: Vec<&[u32]> = groups.iter().flat_map(|group| group.chunks(together)).collect();
    sharing.shuffle(&mut some);
    sharing.empty();
    let mut routes = Ways::new(1, trips.iter().map(|trip| trip.shortest()));
    for packets in some {
        if stop() {
            return None;
        }
        sharing.place(packets, trips, &mut routes);
    }
    let mut packets: Vec<u32> = (0..).take(trips.len()).collect();
    let mut left = searches / 2;
    for _ in 0..MOST_SWEEPS {
        if sharing.is_settled() || left == 0 {
            break;
        }
        sharing.shuffle(&mut packets);
        sharing.remember();
        for &packet in &packets {
            if left > 0 && sharing.is_over(&routes, packet) {
                if stop() {
                    return None;
                }
                sharing.leave(&routes, packet);
                sharing.place(&[packet], trips, &mut routes);
                left -= 1;
            }
        }
    }
    Some(routes.close())
}
