//! Multinode broadcast on any network: every slot matches link types with positions that are not reached yet.

use crate::graph::{Assignment, augment, scattered};
use crate::model::{Link, MultinodeSchedule, MultinodeSend, Network, Node, count_of, wide};
use crate::tree::construction::{ConstructionError, at, limit, nodes, require, short};
use crate::tree::scatter::farthest::MAX_SENDS;

/// Most positions, over all packets of a batch.
const MAX_POSITIONS: u64 = 1 << 16;

/// The positions of a batch, approximately, where a task has more: the work of a batch grows with their
/// square.
const BATCH_POSITIONS: u64 = 1 << 12;

/// Most greedy schedules of a batch that are made; the first that meets the bound ends the tries.
const MAX_SCHEDULES_PER_BATCH: u64 = 48;

/// A position that a packet has not reached.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Position {
    packet: u32,
    node: Node,
}

/// The state of a broadcast from node 0 after some slots.
struct State<'a> {
    network: &'a Network,
    /// By packet and position, whether it is reached.
    reached: Vec<bool>,
    /// By packet and position, the set of links over which it can be reached, 64 to a word.
    links: Vec<u64>,
    /// The number of words of a set of links.
    words: usize,
    /// The positions that can be reached in the next slot.
    frontier: Vec<Position>,
}

impl<'a> State<'a> {
    fn new(network: &'a Network, count: u64) -> Self {
        let places = at(Node(network.nodes() * count));
        let words = wide(network.links()).div_ceil(64);
        let (reached, links) = (vec![false; places], vec![0; places * words]);
        let mut state = Self { network, reached, links, words, frontier: Vec::new() };
        for packet in 0..count {
            state.reach(Position { packet: short(at(Node(packet))), node: Node(0) });
        }
        state
    }

    fn index(&self, place: Position) -> usize {
        wide(place.packet) * at(Node(self.network.nodes())) + at(place.node)
    }

    /// Marks a position as reached and updates the frontier.
    fn reach(&mut self, place: Position) {
        let index = self.index(place);
        self.reached[index] = true;
        for link in 0..self.network.links() {
            let next = Position { node: self.network.neighbor(place.node, Link(link)), ..place };
            let index = self.index(next);
            if !self.reached[index] {
                if self.links_to(index).iter().all(|&word| word == 0) {
                    self.frontier.push(next);
                }
                self.links[index * self.words + wide(link) / 64] |= 1 << (link % 64);
            }
        }
    }

    /// Returns the links over which an unreached position can be reached.
    fn links_to(&self, index: usize) -> &[u64] {
        &self.links[index * self.words..][..self.words]
    }

    /// Makes one slot: the heaviest matching of at most `ports` links with positions, those of least key
    /// being heaviest.
    ///
    /// The matchable sets of positions are the independent sets of a transversal matroid (Edmonds & Fulkerson
    /// 1965), so the greedy choice, each position that can still be matched in the order of weight, is
    /// optimal.
    fn slot(&mut self, ports: u32, key: impl Fn(&Self, Position) -> (u64, u64, u64)) -> Vec<MultinodeSend> {
        let mut order: Vec<Position> = self.frontier.clone();
        order.sort_by_cached_key(|&place| (key(self, place), place.packet, place.node));
        let owner = vec![None; wide(self.network.links())];
        let mut links = Links { state: self, owner, seen: vec![0; self.words] };
        let mut left = ports;
        for place in order {
            if left == 0 {
                break;
            }
            links.seen.fill(0);
            left -= u32::from(augment(&mut links, place));
        }
        let owner = links.owner;
        let mut sends = Vec::new();
        for (link, place) in (0..).map(Link).zip(owner) {
            if let Some(place) = place {
                self.reach(place);
                let position = self.network.neighbor(place.node, self.network.opposite(link));
                sends.push(MultinodeSend { packet: place.packet, position, link });
            }
        }
        let frontier = std::mem::take(&mut self.frontier);
        self.frontier = frontier.into_iter().filter(|&place| !self.reached[self.index(place)]).collect();
        sends.sort_unstable();
        sends
    }

    /// Counts the neighbours of a position that its packet has not reached and could not reach before.
    fn opens(&self, place: Position) -> u64 {
        let neighbor = |link| Position { node: self.network.neighbor(place.node, Link(link)), ..place };
        let closed = |&link: &u32| {
            let index = self.index(neighbor(link));
            !self.reached[index] && self.links_to(index).iter().all(|&word| word == 0)
        };
        count_of((0..self.network.links()).filter(closed).count())
    }
}

/// The matching of links with positions in a slot.
struct Links<'a> {
    state: &'a State<'a>,
    owner: Vec<Option<Position>>,
    /// The links that the search has visited, 64 to a word.
    seen: Vec<u64>,
}

impl Assignment for Links<'_> {
    type Guest = Position;
    type Place = usize;

    fn next_place(&mut self, place: Position, word: &mut usize) -> Option<usize> {
        let links = self.state.links_to(self.state.index(place));
        while let (Some(links), Some(seen)) = (links.get(*word), self.seen.get_mut(*word)) {
            let untried = links & !*seen;
            if untried != 0 {
                *seen |= untried & untried.wrapping_neg();
                return Some(*word * 64 + wide(untried.trailing_zeros()));
            }
            *word += 1;
        }
        None
    }

    fn has_room(&self, link: usize) -> bool {
        self.owner[link].is_none()
    }

    fn next_holder(&mut self, link: usize, step: &mut usize) -> Option<Position> {
        *step += 1;
        self.owner[link].filter(|_| *step == 1)
    }

    fn give(&mut self, place: Position, link: usize) {
        // On an augmenting path, the former link of a position already belongs to another one.
        self.owner[link] = Some(place);
    }
}

/// Makes a multinode broadcast of `count` packets per node with at most k ports on any network: the shortest
/// of some greedy schedules, each of which takes in every slot a maximum matching of link types with
/// positions that they can newly reach.
///
/// Reception and distance give the lower bound max(⌈c(n − 1)/k⌉, diameter); the first schedule that meets it
/// ends the tries. They differ in which positions come first: the farthest, those with the fewest links,
/// those that open most, and mixtures of these. The schedule is always proper, but need not be optimal.
///
/// Many packets go in batches, one after the other by the same schedule: b packets, b the multiple of k with
/// bn ≤ 2^12, or k. A batch of b(n − 1)/k slots wastes no port, and k divides b(n − 1); the packets left over
/// are a batch of their own.
///
/// # Errors
/// [`ConstructionError::NoPacket`], [`ConstructionError::NoPort`], [`ConstructionError::TooLarge`] beyond
/// 2^16 positions of a batch or 2^24 sends.
///
/// # Complexity
/// O(P · T · (F log F + F m²)) time for P tries of a batch, its T slots, at most F positions that can be
/// reached at a time and m links; O(cn) time and space beside.
///
/// # Examples
/// ```
/// use isotask::{model::Network, tree::multinode_broadcast_matching, wire};
/// let torus = Network::new(&wire::Network::Torus { radices: vec![5, 4] })?;
/// assert_eq!(multinode_broadcast_matching(&torus, 4, 1)?.slots.len(), 5); // ⌈19/4⌉
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn multinode_broadcast_matching(
    network: &Network,
    ports: u32,
    count: u64,
) -> Result<MultinodeSchedule, ConstructionError> {
    require(count, ports)?;
    limit("sends", (network.nodes() - 1).checked_mul(count), MAX_SENDS)?;
    let ports = ports.min(network.links());
    let multiples = BATCH_POSITIONS / network.nodes() / u64::from(ports);
    let batch = count.min(multiples.max(1) * u64::from(ports));
    limit("positions", network.nodes().checked_mul(batch), MAX_POSITIONS)?;
    let mut schedule = one_batch(network, ports, batch)?.repeated(count / batch, batch);
    let rest = count % batch;
    if rest > 0 {
        let last = one_batch(network, ports, rest)?.shifted(count - rest);
        schedule.slots.extend(last.slots);
    }
    Ok(schedule)
}

/// Returns the shortest of some greedy schedules of a batch of `count` packets.
fn one_batch(network: &Network, ports: u32, count: u64) -> Result<MultinodeSchedule, ConstructionError> {
    let total = (network.nodes() - 1) * count;
    let bound = total.div_ceil(ports.into()).max(network.diameter());
    let mut best: Option<Vec<Vec<MultinodeSend>>> = None;
    for attempt in 0..tries(total) {
        let limit = best.as_ref().map_or(usize::MAX, Vec::len);
        if let Some(slots) = attempt_order(network, ports, count, attempt, limit) {
            let met = Ok(slots.len()) == usize::try_from(bound);
            best = Some(slots);
            if met {
                break;
            }
        }
    }
    let slots = best.ok_or(ConstructionError::NotDelivered { packet: 0, node: 0 })?;
    Ok(MultinodeSchedule { slots })
}

/// Returns the number of greedy schedules that are tried for a batch with this number of sends.
fn tries(sends: u64) -> u64 {
    match sends {
        0..=0x0FFF => MAX_SCHEDULES_PER_BATCH,
        0x1000..=0x1FFF => 6,
        _ => 1,
    }
}

/// Makes one greedy schedule; none unless it is shorter than `limit` slots.
fn attempt_order(
    network: &Network,
    ports: u32,
    count: u64,
    attempt: u64,
    limit: usize,
) -> Option<Vec<Vec<MultinodeSend>>> {
    let mut state = State::new(network, count);
    let farthest: Vec<u64> = nodes(network).map(|node| network.diameter() - network.distance(node)).collect();
    let mut slots = Vec::new();
    while !state.frontier.is_empty() {
        if slots.len() + 1 >= limit {
            return None;
        }
        let arbitrary = |place: Position| {
            if attempt < 6 { 0 } else { scattered(attempt / 6, u64::from(place.packet) << 32 | place.node.0) }
        };
        slots.push(state.slot(ports, |state, place| {
            let far = farthest[at(place.node)];
            let choice = state.links_to(state.index(place)).iter().map(|word| word.count_ones()).sum::<u32>();
            let choice = u64::from(choice);
            let opens = u64::MAX - state.opens(place);
            match attempt % 6 {
                0 => (far, choice, arbitrary(place)),
                1 => (choice, far, arbitrary(place)),
                2 => (opens, far, arbitrary(place)),
                3 => (opens, choice, arbitrary(place)),
                4 => (far / 2, opens, arbitrary(place)),
                _ => (choice, opens, arbitrary(place)),
            }
        }));
    }
    Some(slots)
}
