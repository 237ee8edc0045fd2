//! An exhaustive search on small tasks: over all states of packets, and all moves of a slot. It shares only
//! the documents with Isotask.

use isotask_wire::{Group, Network, NodeRef, Offset, Ports, Task, TaskDocument};
use std::collections::VecDeque;

/// Most states of packets that a search may have.
const MAX_STATES: usize = 1300;

/// The optima over all schedules, with any routes.
#[derive(Debug)]
pub struct Truth {
    /// Number of nodes.
    pub nodes: u128,
    /// Completion time.
    pub slots: u128,
    /// Sum of the slots until each packet has arrived, over all nodes.
    pub delay: u128,
}

/// The neighbours of each node, and how many packets a link carries in a slot.
type Links = Vec<Vec<(usize, u32)>>;

/// The links of a network, if it is one that is known here.
pub fn neighbours(network: &Network) -> Option<Links> {
    let index = |number: u64| usize::try_from(number).ok();
    let around = |nodes: usize, steps: &[usize]| -> Links {
        (0..nodes)
            .map(|node| {
                let both = steps.iter().flat_map(|step| [step % nodes, (nodes - step % nodes) % nodes]);
                let mut ends: Vec<_> = both.map(|step| ((node + step) % nodes, 1)).collect();
                ends.sort_unstable();
                ends.dedup();
                ends
            })
            .collect()
    };
    Some(match network {
        Network::Ring { nodes } => around(index(*nodes)?, &[1]),
        Network::Cayley(Group::Circulant { n, steps, .. }) => {
            around(index(*n)?, &steps.iter().map(|&step| index(step)).collect::<Option<Vec<_>>>()?)
        }
        Network::Hypercube { dimension } => (0..1_usize << dimension)
            .map(|node| (0..*dimension).map(|bit| (node ^ (1 << bit), 1)).collect())
            .collect(),
        Network::IncompleteHypercube { nodes } => {
            let nodes = index(*nodes)?;
            let ends = |node: usize| (0..8).map(move |bit| (node ^ (1 << bit), 1));
            (0..nodes).map(|node| ends(node).filter(|&(end, _)| end < nodes).collect()).collect()
        }
        Network::Torus { radices } => {
            let [high, low] = radices[..] else { return None };
            let (high, low) = (around(index(high)?, &[1]), around(index(low)?, &[1]));
            let width = low.len();
            let ends = |node: usize| {
                let (x, y) = (node / width, node % width);
                let along = high[x].iter().map(|&(end, one)| (end * width + y, one));
                along.chain(low[y].iter().map(|&(end, one)| (x * width + end, one))).collect()
            };
            (0..high.len() * width).map(ends).collect()
        }
        Network::Graph(graph) => {
            let mut links = vec![Vec::new(); index(graph.nodes)?];
            for link in &*graph.links {
                let (from, to) = (index(link.from.into())?, index(link.to.into())?);
                links[from].push((to, link.capacity));
                if !graph.directed {
                    links[to].push((from, link.capacity));
                }
            }
            links
        }
        _ => return None,
    })
}

/// Origin and destination of every packet.
fn packets(task: &TaskDocument, nodes: usize) -> Option<Vec<(usize, usize)>> {
    let index = |node: &NodeRef| match node {
        NodeRef::Index(index) => usize::try_from(*index).ok().filter(|&index| index < nodes),
        NodeRef::Coordinates(_) => None,
    };
    match &task.task {
        Task::Demands { packets, .. } => {
            packets.iter().map(|demand| Some((index(&demand.from)?, index(&demand.to)?))).collect()
        }
        Task::Isotropic { packets, .. } => {
            let mut all = Vec::new();
            for packet in packets {
                let Offset::Node(node) = &packet.offset else { return None };
                let offset = index(node)?;
                all.extend((0..nodes).map(|node| (node, translate(&task.network, node, offset, nodes))));
            }
            Some(all)
        }
        _ => None,
    }
}

/// The node that lies to a node as an offset to node 0.
fn translate(network: &Network, node: usize, offset: usize, nodes: usize) -> usize {
    match network {
        Network::Hypercube { .. } => node ^ offset,
        Network::Torus { radices } => {
            let low = usize::try_from(radices[1]).expect("small");
            let high = nodes / low;
            (node / low + offset / low) % high * low + (node % low + offset % low) % low
        }
        _ => (node + offset) % nodes,
    }
}

/// The sends and receives that a node has left in a slot.
#[derive(Clone)]
struct Slot<'a> {
    links: &'a Links,
    /// Packets on each pair of nodes.
    used: Vec<u32>,
    sends: Vec<u32>,
    receives: Vec<u32>,
    ports: Ports,
}

impl Slot<'_> {
    fn allows(&self, from: usize, to: usize, capacity: u32) -> bool {
        let nodes = self.links.len();
        let most = match self.ports {
            Ports::All => u32::MAX,
            Ports::AtMost(most) => u32::try_from(most).unwrap_or(u32::MAX),
            Ports::One | Ports::OneHalfDuplex => 1,
        };
        let busy = |node: usize| self.sends[node] + self.receives[node];
        self.used[from * nodes + to] < capacity
            && self.sends[from] < most
            && self.receives[to] < most
            && (self.ports != Ports::OneHalfDuplex || busy(from) + busy(to) == 0)
    }

    fn count(&mut self, from: usize, to: usize, by: i32) {
        let nodes = self.links.len();
        for place in [&mut self.used[from * nodes + to], &mut self.sends[from], &mut self.receives[to]] {
            *place = place.checked_add_signed(by).expect("what was added is taken");
        }
    }
}

impl Truth {
    /// Computes the optima; none if there are too many states, or this search does not know the kind of task.
    pub fn of(task: &TaskDocument) -> Option<Self> {
        let links = neighbours(&task.network)?;
        let (nodes, packets) = (links.len(), packets(task, links.len())?);
        let states =
            nodes.checked_pow(u32::try_from(packets.len()).ok()?).filter(|&states| states <= MAX_STATES)?;
        let at = |state: usize, packet: usize| state / nodes.pow(u32::try_from(packet).expect("few")) % nodes;
        let missing =
            |state| (0..packets.len()).filter(|&packet| at(state, packet) != packets[packet].1).count();
        let encode = |places: &[usize]| places.iter().rev().fold(0, |state, place| state * nodes + place);
        let start = encode(&packets.iter().map(|&(from, _)| from).collect::<Vec<_>>());
        let end = encode(&packets.iter().map(|&(_, to)| to).collect::<Vec<_>>());
        let mut best = vec![(u128::MAX, u128::MAX); states];
        best[start] = (0, 0);
        // Both values grow along every way, so that states are looked at again whenever one of theirs is less.
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let (slots, delay) = best[state];
            let cost = u128::try_from(missing(state)).expect("few");
            let mut places: Vec<usize> = (0..packets.len()).map(|packet| at(state, packet)).collect();
            let mut slot = Slot {
                links: &links,
                used: vec![0; nodes * nodes],
                sends: vec![0; nodes],
                receives: vec![0; nodes],
                ports: task.ports,
            };
            let mut reached = Vec::new();
            each_slot(&mut slot, &mut places, &packets, 0, &mut |places| reached.push(encode(places)));
            for next in reached {
                let found = (slots + 1, delay + cost);
                let old = best[next];
                let new = (old.0.min(found.0), old.1.min(found.1));
                if new != old {
                    best[next] = new;
                    queue.push_back(next);
                }
            }
        }
        let (slots, delay) = best[end];
        (slots < u128::MAX).then(|| Self { nodes: u128::try_from(nodes).expect("few"), slots, delay })
    }
}

/// Visits all moves of a slot, from a packet on. Packets that have arrived stay.
fn each_slot(
    slot: &mut Slot<'_>,
    places: &mut [usize],
    packets: &[(usize, usize)],
    packet: usize,
    f: &mut impl FnMut(&[usize]),
) {
    if packet == packets.len() {
        return f(places);
    }
    each_slot(slot, places, packets, packet + 1, f);
    let from = places[packet];
    if from == packets[packet].1 {
        return;
    }
    for index in 0..slot.links[from].len() {
        let (to, capacity) = slot.links[from][index];
        if slot.allows(from, to, capacity) {
            slot.count(from, to, 1);
            places[packet] = to;
            each_slot(slot, places, packets, packet + 1, f);
            places[packet] = from;
            slot.count(from, to, -1);
        }
    }
}
