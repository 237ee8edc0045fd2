//! Static routes: one for every packet, without slots, on which all share the network evenly.

use super::sharing::FlowPrices;
use super::space::Space;
use super::trips::Trips;
use super::ways::Ways;
use crate::model::{count_of, wide};
use std::collections::BTreeMap;

/// Most arcs that are looked at, and most rounds; if the limit allows fewer than `MIN_ROUNDS`, none are
/// sought.
const MAX_ARCS_LOOKED_AT: u64 = 1 << 29;
const MAX_ROUNDS: u64 = 120;
const MIN_ROUNDS: u64 = 8;
/// Most sweeps of rip-up and reroute over the packets in conflict.
const MAX_SWEEPS: u64 = 100;

/// One route for each packet, without slots, and the prices of arcs.
///
/// First all packets are sent to one destination after the other as a flow that may be divided, over arcs
/// whose prices grow with their overload. Then every packet gets a route of its own at these prices, and
/// packets on overused resources are rerouted: the negotiation of [`super::negotiation`] without time. If
/// packets are many, hardly more than slots is left to be found on such routes; if few, they do better on
/// open arcs, over which some flow went to their destination.
#[derive(Debug)]
pub(super) struct StaticRoutes {
    /// All moves are in slot 0.
    routes: Ways,
    /// By arc: its price, in thousandths of a move.
    prices: Vec<u64>,
    /// Whether packets begin on the static routes, not on open arcs.
    is_strict: bool,
    /// By state: its index if it is a destination.
    places: BTreeMap<u32, usize>,
    /// By destination, then arc: a bit, 1 if the arc is open to packets that go there. The arcs of their
    /// static routes are open.
    open: Vec<u64>,
    words: usize,
}

impl StaticRoutes {
    /// Returns static routes for packets that are to arrive within `slots` slots; none on networks that are
    /// too large, or if it was stopped.
    ///
    /// # Complexity
    /// O(D · A log A) for each of at most 120 rounds and O(A log A) for each route of a packet, within a
    /// fixed limit, and D · A / 8 bytes, for D destinations and A arcs.
    pub(super) fn new(space: &Space, trips: &Trips, slots: u64, stop: &dyn Fn() -> bool) -> Option<Self> {
        let mut packets: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (packet, trip) in (0..).zip(trips.iter()) {
            packets.entry(trip.to).or_default().push(packet);
        }
        let arcs = count_of(space.arcs()).max(1);
        let rounds = (MAX_ARCS_LOOKED_AT / (count_of(packets.len()) * arcs).max(1)).min(MAX_ROUNDS);
        if rounds < MIN_ROUNDS {
            return None;
        }
        let places: BTreeMap<u32, usize> = packets.keys().copied().zip(0..).collect();
        let words = space.arcs().div_ceil(64);
        let mut open = vec![0; words * packets.len()];
        let mut sharing = FlowPrices::new(space, slots);
        let mut order: Vec<u32> = packets.keys().copied().collect();
        for round in 0..rounds {
            sharing.shuffle(&mut order);
            sharing.begin_round(round);
            for to in &order {
                if stop() {
                    return None;
                }
                let starts = packets[to].iter().map(|&packet| trips.of(packet).from);
                let open = &mut open[places[to] * words..][..words];
                sharing.send_flow(*to, starts, |arc| {
                    // The first routes are those of an empty network: the first half of rounds opens no arcs.
                    open[wide(arc) / 64] |= u64::from(2 * round >= rounds) << (arc % 64);
                });
            }
            sharing.raise_permanent_prices();
        }
        let groups = packets.into_values().collect();
        let routes = reroute_until_settled(&mut sharing, trips, groups, MAX_ARCS_LOOKED_AT / arcs, stop)?;
        for (packet, trip) in (0..).zip(trips.iter()) {
            let open = &mut open[places[&trip.to] * words..][..words];
            routes.way(packet).for_each(|hop| open[wide(hop.arc) / 64] |= 1 << (hop.arc % 64));
        }
        let prices = (0..).take(space.arcs()).map(|arc| sharing.thousandths(arc)).collect();
        Some(Self { routes, prices, is_strict: true, places, open, words })
    }

    /// Lets packets begin on open arcs.
    pub(super) fn begin_on_open_arcs(&mut self) {
        self.is_strict = false;
    }

    /// Whether packets begin on their static routes.
    pub(super) fn is_strict(&self) -> bool {
        self.is_strict
    }

    /// Returns the arcs of a packet's static route, if it is to begin there.
    pub(super) fn route(&self, packet: u32) -> Option<impl ExactSizeIterator<Item = u32>> {
        self.is_strict.then(|| self.routes.way(packet).map(|hop| hop.arc))
    }

    /// Returns whether an arc is open to the packets of a destination.
    pub(super) fn arcs(&self, to: u32) -> impl Fn(u32) -> bool {
        let open = &self.open[self.places[&to] * self.words..][..self.words];
        move |arc| open[wide(arc) / 64] >> (arc % 64) & 1 == 1
    }

    /// Returns the price of an arc beside a move, where a move costs `hop`.
    pub(super) fn price(&self, arc: u32, hop: i16) -> i16 {
        let price = self.prices[wide(arc)].saturating_mul(u64::from(hop.unsigned_abs())) / 1000;
        i16::try_from(price).unwrap_or(i16::MAX)
    }
}

/// Gives every packet a route of its own, and reroutes packets on overused resources until there are none, or
/// the searches for routes are spent. Where packets are many, those to one destination take their routes
/// together. Returns none if it was stopped.
fn reroute_until_settled(
    sharing: &mut FlowPrices<'_>,
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
    sharing.clear_loads();
    let mut routes = Ways::new(1, trips.iter().map(|trip| trip.shortest()));
    for packets in some {
        if stop() {
            return None;
        }
        sharing.route_packets(packets, trips, &mut routes);
    }
    let mut packets: Vec<u32> = (0..).take(trips.len()).collect();
    let mut left = searches / 2;
    for _ in 0..MAX_SWEEPS {
        if sharing.is_settled() || left == 0 {
            break;
        }
        sharing.shuffle(&mut packets);
        sharing.adjust_permanent_prices();
        for &packet in &packets {
            if left > 0 && sharing.is_over(&routes, packet) {
                if stop() {
                    return None;
                }
                sharing.leave(&routes, packet);
                sharing.route_packets(&[packet], trips, &mut routes);
                left -= 1;
            }
        }
    }
    Some(routes.into_compact())
}
