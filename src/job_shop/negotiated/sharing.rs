//! The loads of resources in all slots together, and their prices.

use super::space::Space;
use super::trips::{MAX_ROUTE_HOPS, Trip, Trips};
use super::ways::{Hop, Ways};
use crate::graph::{Arc, CheapestWays, Random, dijkstra};
use crate::model::wide;

/// Fractional bits of loads and prices; `ONE` is a packet, or a move.
const FRACTION_BITS: u32 = 20;
const ONE: i64 = 1 << FRACTION_BITS;
/// Overload of this many packets costs one move; half of it becomes permanent each round.
const OVERLOAD_PER_MOVE: i64 = 2;
/// The last 1/16 of the capacity is priced up, linearly, by up to half the price.
const MARGIN_DIVISOR: i64 = 16;
const MARGIN_PRICE_DIVISOR: i64 = 2;
/// A sweep raises the price of a resource by 1/50 for every overuse and one, and lowers it by 1/200 for every
/// packet below capacity, up to 5 packets.
const OVERUSE_GROWTH_DIVISOR: i64 = 50;
const UNUSED_DECAY_DIVISOR: i64 = 200;
const MAX_UNUSED_PACKETS: i64 = 5;
/// Relative noise on prices: up to 15/2¹⁴, so that packets break ties differently.
const NOISE_LEVELS: usize = 16;
const NOISE_DIVISOR: i64 = 1 << 14;
/// The greatest price, and the overuse in packets above which it does not rise.
const MAX_PRICE: i64 = 1 << 32;
const MAX_OVERUSE: i64 = 1 << 10;

/// The loads of resources and their prices, for a flow of the fewest moves within the capacity of all slots.
///
/// While packets may be divided, a load is the mean over some rounds, and a resource costs its overload, now
/// and in all rounds: the method of multipliers (Hestenes 1969, Powell 1969) on a multicommodity flow. When
/// packets are whole, an overuse makes the resource dearer, as in [`super::cells`].
#[derive(Debug)]
pub(super) struct FlowPrices<'a> {
    space: &'a Space,
    /// Most moves of a route, unless the shortest has more.
    longest: usize,
    /// By resource, in units of 1/[`ONE`]: its capacity in all slots together, its load, its permanent price,
    /// and its whole price.
    capacity: Vec<i64>,
    load: Vec<i64>,
    permanent: Vec<i64>,
    price: Vec<i64>,
    /// The number of rounds over which a load is the mean.
    memory: i64,
    random: Random,
}

impl<'a> FlowPrices<'a> {
    /// Returns prices for routes that are to arrive within `slots` slots; all loads are 0.
    pub(super) fn new(space: &'a Space, slots: u64) -> Self {
        let slots_of_table = i64::try_from(slots).expect("few slots");
        let capacity = |resource| i64::from(space.capacity(resource)) * slots_of_table * ONE;
        let capacity: Vec<i64> = (0..).take(space.resources()).map(capacity).collect();
        let none = vec![0; capacity.len()];
        // Packets get in each other's way: one with the farthest to go needs slots to wait.
        let longest = usize::try_from(slots - slots / 8).expect("slots of a table").min(MAX_ROUTE_HOPS);
        let (load, permanent) = (none.clone(), none.clone());
        Self { space, longest, capacity, load, permanent, price: none, memory: 1, random: Random::new(slots) }
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        self.random.shuffle(list);
    }

    /// Begins a round. The first routes are those of an empty network: their weight falls.
    pub(super) fn begin_round(&mut self, round: u64) {
        self.memory = i64::try_from(round / 2 + 1).expect("few rounds");
        for resource in 0..self.load.len() {
            self.load[resource] -= self.load[resource] / self.memory;
            self.price[resource] = self.price_of_load(resource);
        }
    }

    /// Sends packets from `starts` to one destination, as a part of the mean; calls `take` with each arc they
    /// use.
    pub(super) fn send_flow(
        &mut self,
        to: u32,
        starts: impl Iterator<Item = u32>,
        mut take: impl FnMut(u32),
    ) {
        let tree = self.tree(to, 0);
        let mut through = vec![0; self.space.states()];
        starts.for_each(|from| through[wide(from)] += 1);
        // From the farthest to the nearest state: all flow through a state came over arcs to it.
        for &state in tree.order.iter().rev() {
            let count: i64 = through[wide(state)];
            if let Some(arc) = tree.last[wide(state)].filter(|_| count > 0) {
                take(arc);
                through[wide(self.space.to(arc))] += count;
                for resource in self.space.taken_by(arc).map(wide) {
                    self.load[resource] += count * ONE / self.memory;
                    self.price[resource] = self.price_of_load(resource);
                }
            }
        }
    }

    /// Ends a round: half of the price of an overload becomes permanent.
    pub(super) fn raise_permanent_prices(&mut self) {
        for resource in 0..self.load.len() {
            let over = self.load[resource] - self.capacity[resource];
            self.permanent[resource] =
                (self.permanent[resource] + over / (2 * OVERLOAD_PER_MOVE)).clamp(0, MAX_PRICE);
        }
    }

    fn price_of_load(&self, resource: usize) -> i64 {
        let over = self.load[resource] - self.capacity[resource];
        (self.permanent[resource] + over / OVERLOAD_PER_MOVE).clamp(0, MAX_PRICE)
    }

    /// Sets all loads to 0, and prices to those of one packet more; permanent prices stay.
    pub(super) fn clear_loads(&mut self) {
        self.load.fill(0);
        self.price = (0..self.load.len()).map(|resource| self.price_of_one_more(resource)).collect();
    }

    /// Raises the permanent prices of overused resources and lowers those of resources below capacity.
    pub(super) fn adjust_permanent_prices(&mut self) {
        for resource in 0..self.load.len() {
            let over = (self.load[resource] - self.capacity[resource]) / ONE;
            let whole = self.permanent[resource] + ONE;
            let change = match over {
                1.. => whole / OVERUSE_GROWTH_DIVISOR * (over + 1),
                _ => whole / UNUSED_DECAY_DIVISOR * over.max(-MAX_UNUSED_PACKETS),
            };
            self.permanent[resource] = (self.permanent[resource] + change).clamp(0, MAX_PRICE);
            self.price[resource] = self.price_of_one_more(resource);
        }
    }

    /// Returns the price of one packet more.
    fn price_of_one_more(&self, resource: usize) -> i64 {
        let (capacity, permanent) = (self.capacity[resource], self.permanent[resource]);
        let margin = (capacity / MARGIN_DIVISOR).max(ONE);
        let left = capacity - self.load[resource] - ONE;
        let over = (-left / ONE).clamp(0, MAX_OVERUSE);
        let near = (margin - left).clamp(0, margin) * MARGIN_DIVISOR / margin;
        let nearly_full = (permanent + ONE) / MARGIN_PRICE_DIVISOR * near / MARGIN_DIVISOR;
        (permanent + (permanent / 2 + ONE) * over + nearly_full).min(MAX_PRICE)
    }

    /// Gives packets to one destination their routes: the cheapest, or one that is not too long.
    pub(super) fn route_packets(&mut self, packets: &[u32], trips: &Trips, routes: &mut Ways) {
        let Some(&first) = packets.first() else { return };
        let tree = self.tree(trips.of(first).to, 0);
        for &packet in packets {
            let route = self.route(trips.of(packet), &tree);
            self.add_load(route.iter().map(|hop| hop.arc), ONE);
            routes.put(packet, &route);
        }
    }

    /// Takes a packet off its route.
    pub(super) fn leave(&mut self, routes: &Ways, packet: u32) {
        self.add_load(routes.way(packet).map(|hop| hop.arc), -ONE);
    }

    fn add_load(&mut self, arcs: impl Iterator<Item = u32>, packets: i64) {
        for resource in arcs.flat_map(|arc| self.space.taken_by(arc)).map(wide) {
            self.load[resource] += packets;
            self.price[resource] = self.price_of_one_more(resource);
        }
    }

    /// Whether a packet uses an overused resource.
    pub(super) fn is_over(&self, routes: &Ways, packet: u32) -> bool {
        let mut resources = routes.way(packet).flat_map(|hop| self.space.taken_by(hop.arc)).map(wide);
        resources.any(|resource| self.load[resource] > self.capacity[resource])
    }

    pub(super) fn is_settled(&self) -> bool {
        self.load.iter().zip(&self.capacity).all(|(load, capacity)| load <= capacity)
    }

    /// Returns the permanent price of an arc beside a move, in thousandths of a move.
    pub(super) fn thousandths(&self, arc: u32) -> u64 {
        let sum: i64 = self.space.taken_by(arc).map(|resource| self.permanent[wide(resource)]).sum();
        u64::try_from(sum.saturating_mul(1000) >> FRACTION_BITS).expect("no price is negative")
    }

    /// Returns the route of a packet in a tree, or if that is too long, in a tree for which moves cost more;
    /// the last move first.
    fn route(&mut self, trip: Trip<'_>, tree: &CheapestWays<i64>) -> Vec<Hop> {
        let mut route = self.trace(trip, tree);
        let mut more = ONE;
        while route.len() > self.longest.max(trip.shortest()) {
            let tree = self.tree(trip.to, more);
            route = self.trace(trip, &tree);
            more *= 2;
        }
        route
    }

    fn trace(&self, trip: Trip<'_>, tree: &CheapestWays<i64>) -> Vec<Hop> {
        let (mut route, mut state) = (Vec::new(), trip.from);
        while state != trip.to {
            let arc = tree.last[wide(state)].expect("there is a way");
            route.push(Hop { arc, slot: 0 });
            state = self.space.to(arc);
        }
        route.reverse();
        route
    }

    /// Returns the cheapest routes from all states to one, where a move costs `more` more.
    fn tree(&mut self, to: u32, more: i64) -> CheapestWays<i64> {
        let (space, price, random) = (self.space, &self.price, &mut self.random);
        let cost = |arc: u32| {
            let sum: i64 = space.taken_by(arc).map(|resource| price[wide(resource)]).sum();
            let (cost, noise) = (ONE + more + sum, i64::try_from(random.below(NOISE_LEVELS)).expect("small"));
            cost + cost / NOISE_DIVISOR * noise
        };
        let costs: Vec<i64> = (0..).take(space.arcs()).map(cost).collect();
        let arcs = |state: u32| {
            let back = |&arc: &u32| Arc { to: space.from(arc), cost: costs[wide(arc)], name: arc };
            space.entering(state).iter().map(back)
        };
        dijkstra(space.states(), to, arcs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::guide::StaticRoutes;
    use super::*;
    use crate::model::DemandsTask;
    use crate::wire::parse;

    /// Returns the hops of packets from 0 to 1 on routes of 1, 2 and `longest` hops; none if it was stopped.
    fn routes(packets: usize, slots: u64, longest: usize, is_stopped: bool) -> Option<Vec<usize>> {
        let last = longest + 1;
        let links: Vec<String> = (3..last).map(|node| format!("[{node},{}]", node + 1)).collect();
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{{"kind":"graph","nodes":{},
              "links":[[0,1],[0,2],[2,1],[0,3],[{last},1],{}]}},
              "task":{{"kind":"demands","packets":[{{"from":0,"to":1,"count":{packets}}}]}},
              "ports":"all","objective":"completion-time"}}"#,
            last + 1,
            links.join(",")
        );
        let task = DemandsTask::new(&parse(text.as_bytes()).expect("a document")).expect("a task");
        let space = Space::of_task(&task);
        let trips = Trips::new(&task, task.loads(), space.states()).expect("few packets");
        let guide = StaticRoutes::new(&space, &trips, slots, &|| is_stopped)?;
        (0..).take(packets).map(|packet| guide.route(packet).map(|route| route.len())).collect()
    }

    /// Routes of 1, 2 and 5 hops have a capacity of eight packets each in eight slots, and 24 packets fill
    /// all.
    #[test]
    fn routes_get_no_more_packets_than_their_capacity() {
        for packets in [8, 12, 16, 20, 24] {
            let routes = routes(packets, 8, 5, false).expect("a small network");
            let of = |hops: usize| routes.iter().filter(|&&route| route == hops).count();
            assert_eq!(of(1) + of(2) + of(5), packets, "{routes:?}");
            assert!([1, 2, 5].into_iter().all(|hops| of(hops) <= 8), "{routes:?}");
        }
    }

    /// A packet on nine hops cannot arrive in eight slots, so that the others have a capacity of sixteen
    /// packets.
    #[test]
    fn no_route_is_too_long_for_its_slots() {
        let routes = routes(20, 8, 9, false).expect("a small network");
        assert!(routes.iter().all(|&hops| hops <= 2), "{routes:?}");
    }

    #[test]
    fn a_stopped_search_returns_no_routes() {
        assert_eq!(routes(20, 8, 5, true), None);
    }
}
