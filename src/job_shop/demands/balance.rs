//! Routes with balanced loads: for every destination a flow of whole packets, chosen before anything is
//! scheduled.

use super::demand::Demand;
use crate::graph::Random;
use crate::model::wide;

/// The number of packets for each destination over each arc, and their sums by arc and by node.
#[derive(Debug, Clone, Default)]
pub(super) struct Flows {
    /// By arc, then destination.
    pub(super) quota: Vec<u32>,
    /// Packets on each arc.
    pub(super) arc: Vec<u64>,
    /// Packets that each node sends, and receives.
    pub(super) sent: Vec<u64>,
    pub(super) received: Vec<u64>,
}

/// Steps of the price scale: at the last a resource has the load of the busiest.
const PRICE_STEPS: u64 = 24;

struct Router<'a> {
    demand: &'a Demand<'a>,
    flows: Flows,
    /// Greatest load in slots that prices are scaled to.
    most: u64,
    /// The price of one more packet on each arc.
    price: Vec<u64>,
}

impl Flows {
    /// Slots that the busiest arc, or the busiest ports of a node, need.
    pub(super) fn slots(&self, demand: &Demand) -> u64 {
        let arcs = self.arc.iter().copied().max().unwrap_or(0);
        let nodes = (0..demand.graph.nodes()).map(|node| {
            let (sent, received) = (self.sent[wide(node)], self.received[wide(node)]);
            if demand.is_half_duplex(node) {
                return sent + received;
            }
            let sending = sent.div_ceil(demand.sends_of(node).into());
            sending.max(received.div_ceil(demand.receives_of(node).into()))
        });
        arcs.max(nodes.max().unwrap_or(0))
    }
}

/// Routes along which the busiest arc or port has little to do.
///
/// Destination by destination all packets are taken up and routed anew, each along the cheapest way; the
/// price of an arc grows exponentially with its load and that of the ports at its ends (as in the
/// approximation of multicommodity flows by Plotkin, Shmoys & Tardos 1991, with whole packets).
pub(super) fn balanced(demand: &Demand, sweeps: u32, seed: u64, stop: &dyn Fn() -> bool) -> Flows {
    let graph = demand.graph;
    let (arcs, nodes) = (wide(graph.arcs()), wide(graph.nodes()));
    let width = demand.to.len();
    let flows = Flows {
        quota: vec![0; arcs * width],
        arc: vec![0; arcs],
        sent: vec![0; nodes],
        received: vec![0; nodes],
    };
    let mut router = Router { demand, flows, most: demand.average_slots().max(1), price: vec![0; arcs] };
    let mut random = Random::new(seed);
    let mut order: Vec<usize> = (0..width).collect();
    let mut best: Option<(u64, Flows)> = None;
    for sweep in 0..sweeps {
        random.shuffle(&mut order);
        (0..graph.arcs()).for_each(|arc| router.reprice(arc));
        for &to in &order {
            let stopped = stop();
            if let Some((_, flows)) = best.take_if(|_| stopped) {
                return flows;
            }
            if sweep > 0 {
                router.take_up(to);
            }
            router.route(to, stopped);
        }
        let slots = router.flows.slots(demand);
        router.most = slots.max(1);
        if best.as_ref().is_none_or(|(least, _)| slots < *least) {
            best = (sweeps > 1).then(|| (slots, router.flows.clone()));
        }
        if slots <= demand.lower || stop() {
            break;
        }
    }
    best.map_or(router.flows, |(_, flows)| flows)
}

impl Router<'_> {
    fn resource(&self, load: u64, capacity: u64) -> u64 {
        let scaled = load * (PRICE_STEPS << 10) / (self.most * capacity);
        let (step, part) = (scaled >> 10, scaled & 1023);
        (1 << step.min(32)) * (1024 + part)
    }

    /// The price of one more packet on an arc.
    fn reprice(&mut self, arc: u32) {
        let demand = self.demand;
        let (from, to) = (demand.graph.from(arc), demand.graph.to(arc));
        let flows = &self.flows;
        let mut price = self.resource(flows.arc[wide(arc)] + 1, 1);
        let either = |node| self.resource(flows.sent[wide(node)] + flows.received[wide(node)] + 1, 1);
        let (sends, receives) = (demand.sends_of(from), demand.receives_of(to));
        if demand.is_half_duplex(from) {
            price += either(from);
        } else if sends < demand.graph.degree(from) {
            price += self.resource(flows.sent[wide(from)] + 1, sends.into());
        }
        if demand.is_half_duplex(to) {
            price += either(to);
        } else if receives < demand.graph.degree_in(to) {
            price += self.resource(flows.received[wide(to)] + 1, receives.into());
        }
        self.price[wide(arc)] = price;
    }

    fn load(&mut self, arc: u32, to: usize, units: u32, add: bool) {
        let (tail, head) = (wide(self.demand.graph.from(arc)), wide(self.demand.graph.to(arc)));
        let flows = &mut self.flows;
        let quota = &mut flows.quota[wide(arc) * self.demand.to.len() + to];
        let all = [&mut flows.arc[wide(arc)], &mut flows.sent[tail], &mut flows.received[head]];
        if add {
            *quota += units;
            for load in all {
                *load += u64::from(units);
            }
        } else {
            *quota -= units;
            for load in all {
                *load -= u64::from(units);
            }
        }
    }

    fn take_up(&mut self, to: usize) {
        for arc in 0..self.demand.graph.arcs() {
            let units = self.flows.quota[wide(arc) * self.demand.to.len() + to];
            if units > 0 {
                self.load(arc, to, units, false);
            }
        }
        // Ports are shared, so the prices of other arcs have changed too.
        (0..self.demand.graph.arcs()).for_each(|arc| self.reprice(arc));
    }

    /// Puts the prices of the arcs at both ends of an arc right.
    fn reprice_about(&mut self, arc: u32) {
        self.reprice(arc);
        if self.demand.shares_ports {
            let graph = self.demand.graph;
            for node in [graph.from(arc), graph.to(arc)] {
                graph.leaving(node).for_each(|arc| self.reprice(arc));
                graph.entering(node).iter().for_each(|&arc| self.reprice(arc));
            }
        }
    }

    /// Routes all packets of a destination: those at the farthest nodes first, one hop at a time. On large
    /// tasks a packet looks no farther than that. Where there is no time the prices stay as they are.
    fn route(&mut self, to: usize, in_haste: bool) {
        let demand = self.demand;
        let graph = demand.graph;
        let by_distance = demand.nodes_by_distance(to);
        let mut waiting: Vec<u32> = (0..graph.nodes()).map(|node| demand.waiting(node, to)).collect();
        let mut left = vec![0_u64; wide(graph.nodes())];
        let mut ways = Vec::new();
        for &node in by_distance.iter().rev() {
            let distance = demand.distance(node, to);
            if waiting[wide(node)] == 0 || distance == 0 {
                continue;
            }
            if demand.is_small() {
                self.cheapest(to, by_distance, distance, &mut left);
            }
            let nearer = |&arc: &u32| demand.distance(graph.to(arc), to) < distance;
            ways.clear();
            ways.extend(graph.leaving(node).filter(nearer));
            for _ in 0..waiting[wide(node)] {
                let cost = |&&arc: &&u32| self.price[wide(arc)] + left[wide(graph.to(arc))];
                let &arc = ways.iter().min_by_key(cost).expect("a shortest path goes on");
                waiting[wide(graph.to(arc))] += 1;
                self.load(arc, to, 1, true);
                if !in_haste {
                    self.reprice_about(arc);
                }
            }
        }
    }

    /// The cheapest shortest way from every node nearer than `below` to the destination.
    fn cheapest(&self, to: usize, by_distance: &[u32], below: u32, left: &mut [u64]) {
        let demand = self.demand;
        for &node in by_distance {
            let distance = demand.distance(node, to);
            if distance >= below {
                break;
            }
            let ways = demand
                .graph
                .leaving(node)
                .filter(|&arc| demand.distance(demand.graph.to(arc), to) < distance);
            let cost = |arc: u32| self.price[wide(arc)] + left[wide(demand.graph.to(arc))];
            left[wide(node)] = ways.map(cost).min().unwrap_or(0);
        }
    }
}
