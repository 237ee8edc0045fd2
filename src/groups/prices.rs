//! Prices of links and ports at which all groups together pay more than the slots can cost.

use super::freight::{Freight, hosts};
use super::merged::of_all;
use crate::bound::{FlowRows, PricedFlow, Rows, simple_prices};
use crate::graph::{Arc, CheapestWays, PriceThenHops, dijkstra};
use crate::model::{DemandsTask, Graph, Load, Packet, Problem, count_of, wide};
use crate::wire::{GroupsLower, SlotPrices};
use rayon::prelude::*;
use std::iter::successors;

/// Returns a bound of all groups by prices that is above `known`, if one is found; the links that the
/// schedules at hand use most are tried first.
///
/// Packets from node to node pay for their cheapest ways. One that is copied or added pays for the dearest
/// way that it must go, or to enter or leave all places, which are nodes joined without a price, if that is
/// more.
///
/// # Complexity
/// O(s · A log A) for each round, s nodes from which packets go and A arcs, within a fixed limit.
pub(super) fn priced(problems: &[Problem], schedules: &[Freight], known: u64) -> Option<GroupsLower> {
    let personal = DemandsTask::new(&of_all(problems)?).ok()?;
    let rows = GroupRows { flow: FlowRows::new(&personal, None), spread: spread(problems) };
    let (value, prices) = simple_prices(&rows, rows.cost(), known, &rows.uses_in(schedules))?;
    let SlotPrices { links, sends, receives } = rows.flow.nonzero_prices(&prices);
    Some(GroupsLower::Prices { value, links, sends, receives })
}

/// What is copied or added in one group.
struct Spread {
    hosts: Vec<u32>,
    packets: Vec<(Packet, u64)>,
}

fn spread(problems: &[Problem]) -> Vec<Spread> {
    let of = |problem: &Problem| {
        let hosts = hosts(problem).collect();
        let packets = if let Some(task) = problem.allreduce() {
            vec![(Packet::Summed { apart: false }, task.count())]
        } else {
            let loads = problem.demands().map(DemandsTask::loads).unwrap_or_default();
            let is_spread = |load: &&Load| !matches!(load.packet(), Packet::Personal { .. });
            loads.iter().filter(is_spread).map(|load| (load.packet(), load.count())).collect()
        };
        Spread { hosts, packets }
    };
    problems.iter().map(of).filter(|spread| !spread.packets.is_empty()).collect()
}

/// The links and ports of the network, and the packets of all groups.
struct GroupRows<'a> {
    /// The packets from node to node.
    flow: FlowRows<'a>,
    spread: Vec<Spread>,
}

/// The ways from, or to, a node.
type Ways = CheapestWays<PriceThenHops<u64>>;

/// What is paid, and how often each arc is used for it.
struct Paid {
    sum: u128,
    arcs: Vec<u32>,
}

impl Rows for GroupRows<'_> {
    fn capacities(&self) -> &[u64] {
        &self.flow.capacities
    }

    fn greatest(&self) -> u64 {
        self.flow.greatest()
    }

    fn cheapest(&self, prices: &[u64]) -> PricedFlow {
        let arcs = self.flow.arc_costs(prices);
        let places = Places::new(self.graph(), &arcs);
        let of = |spread: &Spread| self.of_group(spread, &places, &arcs);
        // Sums of integers do not depend on their order.
        let paid = self.spread.par_iter().map(of).reduce_with(PricedFlow::merged_with);
        let personal = self.flow.cheapest(prices);
        match paid {
            Some(paid) => personal.merged_with(PricedFlow { uses: self.flow.row_uses(&paid.uses), ..paid }),
            None => personal,
        }
    }
}

impl GroupRows<'_> {
    fn graph(&self) -> &Graph {
        self.flow.task.graph()
    }

    /// Returns the links that a round looks at.
    fn cost(&self) -> u64 {
        let origins: usize = self.spread.iter().map(|spread| spread.hosts.len()).sum();
        self.flow.cost() + count_of(origins + 1) * u64::from(self.graph().arcs())
    }

    /// Returns how often schedules use each row.
    fn uses_in(&self, schedules: &[Freight]) -> Vec<u64> {
        let graph = self.graph();
        let mut arcs = vec![0; wide(graph.arcs())];
        for sent in schedules.iter().flat_map(|freight| freight.slots.iter().flatten()) {
            if let Some(arc) = graph.arc_between(sent.from().narrow(), sent.to().narrow()) {
                arcs[wide(arc)] += 1;
            }
        }
        self.flow.row_uses(&arcs)
    }

    /// Sends what is copied or added in a group; the uses are those of arcs.
    fn of_group(&self, spread: &Spread, places: &Places, arcs: &[u64]) -> PricedFlow {
        let mut sent = PricedFlow { sum: 0, uses: vec![0; arcs.len()] };
        let crossings = places.crossings(&spread.hosts, arcs);
        for &(packet, count) in &spread.packets {
            let way = self.dearest_way(packet, &spread.hosts, arcs);
            let entered = places.paid(packet, &crossings);
            let paid = if entered.sum > way.sum { entered } else { way };
            sent.sum += paid.sum * u128::from(count);
            for arc in paid.arcs {
                sent.uses[wide(arc)] += count;
            }
        }
        sent
    }

    /// Returns the dearest of the cheapest ways that a packet must go.
    fn dearest_way(&self, packet: Packet, hosts: &[u32], arcs: &[u64]) -> Paid {
        let farthest = |ways: &Ways| {
            let to = hosts.iter().max_by_key(|&&host| ways.costs[wide(host)]).copied();
            to.map(|to| (ways.costs[wide(to)].unwrap_or_default(), to))
        };
        let from = |node: u32| {
            let ways = self.ways(node, arcs, true);
            farthest(&ways).map(|(cost, to)| (cost, self.back(&ways, to, true)))
        };
        let found = match packet {
            Packet::Copied { from: node } => from(node.narrow()),
            Packet::Combined { to } => {
                let ways = self.ways(to.narrow(), arcs, false);
                farthest(&ways).map(|(cost, from)| (cost, self.back(&ways, from, false)))
            }
            Packet::Summed { .. } => {
                hosts.iter().filter_map(|&host| from(host)).max_by_key(|(cost, _)| *cost)
            }
            Packet::Personal { .. } => None,
        };
        let (cost, arcs) = found.unwrap_or_default();
        Paid { sum: cost.price.into(), arcs }
    }

    /// Returns the cheapest ways from a node, or to it.
    fn ways(&self, node: u32, arcs: &[u64], forth: bool) -> Ways {
        let graph = self.graph();
        let step = |arc: u32| {
            let to = if forth { graph.to(arc) } else { graph.from(arc) };
            Arc { to, cost: PriceThenHops::one(arcs[wide(arc)]), name: arc }
        };
        let next = |node: u32| -> Vec<_> {
            if forth {
                graph.leaving(node).map(step).collect()
            } else {
                graph.entering(node).iter().map(|&arc| step(arc)).collect()
            }
        };
        dijkstra(wide(graph.nodes()), node, next)
    }

    /// Returns the arcs of a way.
    fn back(&self, ways: &Ways, end: u32, forth: bool) -> Vec<u32> {
        let graph = self.graph();
        let last = |node: u32| ways.last[wide(node)];
        let before = |&arc: &u32| last(if forth { graph.from(arc) } else { graph.to(arc) });
        successors(last(end), before).collect()
    }
}

/// Sets of nodes that are joined by links without a price, both ways.
struct Places {
    /// The place of every node.
    of: Vec<usize>,
    /// By place, a cheapest arc into it and out of it.
    into: Vec<Option<u32>>,
    out: Vec<Option<u32>>,
}

/// The arcs over which a place with a host is entered and left.
struct Crossing {
    place: usize,
    into: (u64, Option<u32>),
    out: (u64, Option<u32>),
}

impl Places {
    fn new(graph: &Graph, arcs: &[u64]) -> Self {
        let nodes = wide(graph.nodes());
        let is_free = |arc: u32| {
            let back = graph.arc_between(graph.to(arc), graph.from(arc));
            arcs[wide(arc)] == 0 && back.is_some_and(|back| arcs[wide(back)] == 0)
        };
        let (mut of, mut count) = (vec![usize::MAX; nodes], 0);
        for first in 0..graph.nodes() {
            let place = count;
            let mut open = vec![first];
            while let Some(node) = open.pop() {
                if of[wide(node)] == usize::MAX {
                    of[wide(node)] = place;
                    count = place + 1;
                    open.extend(graph.leaving(node).filter(|&arc| is_free(arc)).map(|arc| graph.to(arc)));
                }
            }
        }
        let (mut into, mut out) = (vec![None; count], vec![None; count]);
        for arc in 0..graph.arcs() {
            let (from, to) = (of[wide(graph.from(arc))], of[wide(graph.to(arc))]);
            if from != to {
                for least in [&mut out[from], &mut into[to]] {
                    if least.is_none_or(|known: u32| arcs[wide(arc)] < arcs[wide(known)]) {
                        *least = Some(arc);
                    }
                }
            }
        }
        Self { of, into, out }
    }

    /// Returns the crossings of all places that have some of the hosts; where no link leads there is nothing
    /// to pay.
    fn crossings(&self, hosts: &[u32], arcs: &[u64]) -> Vec<Crossing> {
        let mut places: Vec<usize> = hosts.iter().map(|&host| self.of[wide(host)]).collect();
        places.sort_unstable();
        places.dedup();
        let priced = |arc: Option<u32>| (arc.map_or(0, |arc| arcs[wide(arc)]), arc);
        let crossing =
            |place: usize| Crossing { place, into: priced(self.into[place]), out: priced(self.out[place]) };
        places.into_iter().map(crossing).collect()
    }

    /// Returns what a packet pays to enter or leave all places but one.
    fn paid(&self, packet: Packet, crossings: &[Crossing]) -> Paid {
        let both = |crossing: &Crossing| crossing.into.0 + crossing.out.0;
        let (but, enters, leaves) = match packet {
            Packet::Copied { from } => (Some(self.of[wide(from.narrow())]), true, false),
            Packet::Combined { to } => (Some(self.of[wide(to.narrow())]), false, true),
            Packet::Summed { .. } => {
                (crossings.iter().max_by_key(|&crossing| both(crossing)).map(|most| most.place), true, true)
            }
            Packet::Personal { .. } => (None, false, false),
        };
        let mut paid = Paid { sum: 0, arcs: Vec::new() };
        for crossing in crossings.iter().filter(|crossing| Some(crossing.place) != but) {
            let ways = [(enters, crossing.into), (leaves, crossing.out)];
            for (_, (price, arc)) in ways.into_iter().filter(|(is_taken, _)| *is_taken) {
                paid.sum += u128::from(price);
                paid.arcs.extend(arc);
            }
        }
        paid
    }
}
