//! What resources carry in all slots together, and what they cost for that.

use super::space::Space;
use super::trips::{MOST_HOPS, Trip, Trips};
use super::ways::{Hop, Ways};
use crate::graph::{Arc, CheapestWays, Random, dijkstra};
use crate::model::wide;

/// Loads and prices have so many binary digits behind the point; 1 is a packet, or a move.
const FRACTION: u32 = 20;
const ONE: i64 = 1 << FRACTION;
/// So many packets above its room cost a resource a move, and in a round for good half as much.
const STEP: i64 = 2;
/// The last of so many parts of the room is dearer: at last by one of so many parts of the price.
const MARGIN: i64 = 16;
const NEARLY_FULL: i64 = 2;
/// By one of so many parts of the price a resource gets dearer for every packet too many, or cheaper for
/// every packet that is missing, up to so many.
const DEARER: i64 = 50;
const CHEAPER: i64 = 200;
const MOST_MISSING: i64 = 5;
/// Prices differ from search to search by fewer than so many of so many parts, so that packets do not all
/// choose alike.
const NOISES: usize = 16;
const NOISE: i64 = 1 << 14;
/// The greatest price, and for how many packets too many it rises.
const MOST: i64 = 1 << 32;
const MOST_OVER: i64 = 1 << 10;

/// The loads of resources and their prices, for the least number of moves within the room of all slots.
///
/// While packets may be divided, a load is the mean of some rounds, and a resource costs what it has above
/// its room, now and in all rounds: the method of multipliers (Hestenes 1969, Powell 1969) on the flow of
/// many commodities. Where they are not, a packet too many makes it dearer, as in [`super::cells`].
#[derive(Debug)]
pub(super) struct Sharing<'a> {
    space: &'a Space,
    /// Most moves of a way that could be shorter.
    longest: usize,
    /// By resource, with digits behind the point: for how many packets there is room in all slots, how many
    /// go there, what that costs for good, and all that it costs.
    room: Vec<i64>,
    load: Vec<i64>,
    lasting: Vec<i64>,
    price: Vec<i64>,
    /// Of so many rounds a load is the mean.
    memory: i64,
    random: Random,
}

impl<'a> Sharing<'a> {
    /// Of no packets that are to be over in so many slots.
    pub(super) fn new(space: &'a Space, slots: u64) -> Self {
        let slots_of_table = i64::try_from(slots).expect("few slots");
        let room = |resource| i64::from(space.capacity(resource)) * slots_of_table * ONE;
        let room: Vec<i64> = (0..).take(space.resources()).map(room).collect();
        let none = vec![0; room.len()];
        // Others are in the way: who has farthest to go needs slots to wait.
        let longest = usize::try_from(slots - slots / 8).expect("slots of a table").min(MOST_HOPS);
        let (load, lasting) = (none.clone(), none.clone());
        Self { space, longest, room, load, lasting, price: none, memory: 1, random: Random::new(slots) }
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        self.random.shuffle(list);
    }

    /// Begins a round. The first ways are those of an empty network: they count less and less.
    pub(super) fn begin(&mut self, round: u64) {
        self.memory = i64::try_from(round / 2 + 1).expect("few rounds");
        for resource in 0..self.load.len() {
            self.load[resource] -= self.load[resource] / self.memory;
            self.price[resource] = self.price_of_load(resource);
        }
    }

    /// Sends packets from where they start to a destination, as a part of the mean, and says over which arcs.
    pub(super) fn send(&mut self, to: u32, starts: impl Iterator<Item = u32>, mut take: impl FnMut(u32)) {
        let tree = self.tree(to, 0);
        let mut through = vec![0; self.space.states()];
        starts.for_each(|from| through[wide(from)] += 1);
        // From the farthest to the nearest: what goes through a state came over arcs to it.
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

    /// Ends a round: what is too much now costs half as much for good.
    pub(super) fn raise(&mut self) {
        for resource in 0..self.load.len() {
            let over = self.load[resource] - self.room[resource];
            self.lasting[resource] = (self.lasting[resource] + over / (2 * STEP)).clamp(0, MOST);
        }
    }

    fn price_of_load(&self, resource: usize) -> i64 {
        let over = self.load[resource] - self.room[resource];
        (self.lasting[resource] + over / STEP).clamp(0, MOST)
    }

    /// Forgets who is there, not the prices.
    pub(super) fn empty(&mut self) {
        self.load.fill(0);
        self.price = (0..self.load.len()).map(|resource| self.price_of_one_more(resource)).collect();
    }

    /// Packets that are too many have made their resources dearer, those that are missing cheaper.
    pub(super) fn remember(&mut self) {
        for resource in 0..self.load.len() {
            let over = (self.load[resource] - self.room[resource]) / ONE;
            let whole = self.lasting[resource] + ONE;
            let change = match over {
                1.. => whole / DEARER * (over + 1),
                _ => whole / CHEAPER * over.max(-MOST_MISSING),
            };
            self.lasting[resource] = (self.lasting[resource] + change).clamp(0, MOST);
            self.price[resource] = self.price_of_one_more(resource);
        }
    }

    /// What one packet more costs.
    fn price_of_one_more(&self, resource: usize) -> i64 {
        let (room, lasting) = (self.room[resource], self.lasting[resource]);
        let margin = (room / MARGIN).max(ONE);
        let left = room - self.load[resource] - ONE;
        let over = (-left / ONE).clamp(0, MOST_OVER);
        let near = (margin - left).clamp(0, margin) * MARGIN / margin;
        let nearly_full = (lasting + ONE) / NEARLY_FULL * near / MARGIN;
        (lasting + (lasting / 2 + ONE) * over + nearly_full).min(MOST)
    }

    /// Gives packets to one destination their ways, the cheapest or one that is not too long.
    pub(super) fn place(&mut self, packets: &[u32], trips: &Trips, routes: &mut Ways) {
        let Some(&first) = packets.first() else { return };
        let tree = self.tree(trips.of(first).to, 0);
        for &packet in packets {
            let route = self.route(trips.of(packet), &tree);
            self.count(route.iter().map(|hop| hop.arc), ONE);
            routes.put(packet, &route);
        }
    }

    /// Takes a packet off its way.
    pub(super) fn leave(&mut self, routes: &Ways, packet: u32) {
        self.count(routes.way(packet).map(|hop| hop.arc), -ONE);
    }

    fn count(&mut self, arcs: impl Iterator<Item = u32>, packets: i64) {
        for resource in arcs.flat_map(|arc| self.space.taken_by(arc)).map(wide) {
            self.load[resource] += packets;
            self.price[resource] = self.price_of_one_more(resource);
        }
    }

    /// Whether a packet goes through a resource with too many.
    pub(super) fn is_over(&self, routes: &Ways, packet: u32) -> bool {
        let mut resources = routes.way(packet).flat_map(|hop| self.space.taken_by(hop.arc)).map(wide);
        resources.any(|resource| self.load[resource] > self.room[resource])
    }

    pub(super) fn is_settled(&self) -> bool {
        self.load.iter().zip(&self.room).all(|(load, room)| load <= room)
    }

    /// What an arc costs for good beside a move, in thousandths of one.
    pub(super) fn thousandths(&self, arc: u32) -> u64 {
        let sum: i64 = self.space.taken_by(arc).map(|resource| self.lasting[wide(resource)]).sum();
        u64::try_from(sum.saturating_mul(1000) >> FRACTION).expect("no price is negative")
    }

    /// The way of a packet in a tree, or where moves cost so much more that it is not too long; the last move
    /// first.
    fn route(&mut self, trip: Trip<'_>, tree: &CheapestWays<i64>) -> Vec<Hop> {
        let mut route = self.follow(trip, tree);
        let mut more = ONE;
        while route.len() > self.longest.max(trip.shortest()) {
            let tree = self.tree(trip.to, more);
            route = self.follow(trip, &tree);
            more *= 2;
        }
        route
    }

    fn follow(&self, trip: Trip<'_>, tree: &CheapestWays<i64>) -> Vec<Hop> {
        let (mut route, mut state) = (Vec::new(), trip.from);
        while state != trip.to {
            let arc = tree.last[wide(state)].expect("there is a way");
            route.push(Hop { arc, slot: 0 });
            state = self.space.to(arc);
        }
        route.reverse();
        route
    }

    /// The cheapest ways from all states to one, where moves cost so much more.
    fn tree(&mut self, to: u32, more: i64) -> CheapestWays<i64> {
        let (space, price, random) = (self.space, &self.price, &mut self.random);
        let cost = |arc: u32| {
            let sum: i64 = space.taken_by(arc).map(|resource| price[wide(resource)]).sum();
            let (cost, noise) = (ONE + more + sum, i64::try_from(random.below(NOISES)).expect("small"));
            cost + cost / NOISE * noise
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
    use super::super::guide::Guide;
    use super::*;
    use crate::model::DemandsTask;
    use crate::wire::parse;

    /// The hops of packets from 0 to 1 on ways of one hop, of two, and of so many; none if it was stopped.
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
        let guide = Guide::new(&space, &trips, slots, &|| is_stopped)?;
        (0..).take(packets).map(|packet| guide.route(packet).map(|route| route.len())).collect()
    }

    /// Ways of 1, 2 and 5 hops have room for eight packets each in eight slots, and 24 fill all.
    #[test]
    fn ways_get_no_more_packets_than_there_is_room_for() {
        for packets in [8, 12, 16, 20, 24] {
            let routes = routes(packets, 8, 5, false).expect("a small network");
            let of = |hops: usize| routes.iter().filter(|&&route| route == hops).count();
            assert_eq!(of(1) + of(2) + of(5), packets, "{routes:?}");
            assert!([1, 2, 5].into_iter().all(|hops| of(hops) <= 8), "{routes:?}");
        }
    }

    /// Who takes nine hops is not there in eight slots: there is room for sixteen packets only.
    #[test]
    fn no_way_is_too_long_for_its_slots() {
        let routes = routes(20, 8, 9, false).expect("a small network");
        assert!(routes.iter().all(|&hops| hops <= 2), "{routes:?}");
    }

    #[test]
    fn who_is_stopped_has_no_ways() {
        assert_eq!(routes(20, 8, 5, true), None);
    }
}
