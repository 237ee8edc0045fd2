//! The formula that is satisfiable if a task has a schedule of some number of slots; it is defined in
//! `models/formats/certificate.md`.

use super::clauses::{Clauses, Derivation};
use crate::network::topology::{Flow, Network};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use crate::task::packets::Ends;
use crate::task::parcels::Parcel;
use crate::task::ports::Ports;
use crate::task::problem::Problem;
use std::collections::BTreeMap;

/// Most literals of a formula.
const LITERAL_LIMIT: usize = 1 << 25;
/// Most pairs of a slot and a packet or directed link.
const SLOT_ROW_LIMIT: usize = 1 << 22;
/// Most literals for which "at most one" is stated by pairs.
const MAX_LITERALS_BY_PAIRS: usize = 5;

/// Packets with equal ends, lengths and starts.
struct Load {
    home: u64,
    /// The one receiver; none where all hosts are receivers.
    to: Option<u64>,
    count: u64,
    /// Slots for which a move holds its link.
    length: u64,
    /// Slots that are over before it is there.
    release: u64,
}

/// Returns the packets of a task, in the order of their ends, and the direction in which they spread.
fn loads(problem: &Problem) -> Option<(Vec<Load>, [Flow; 2])> {
    let forward = [Flow::Out, Flow::In];
    match problem {
        Problem::Isotropic(_) | Problem::Allreduce(_) => None,
        Problem::Demands(task) => {
            let load = |demand: &crate::task::demands::Demand| Load {
                home: demand.from,
                to: Some(demand.to),
                count: demand.count,
                length: 1,
                release: 0,
            };
            Some((task.packets.iter().map(load).collect(), forward))
        }
        Problem::Parcels { task, .. } => {
            let load = |parcel: Parcel| Load {
                home: parcel.from,
                to: Some(parcel.to),
                count: parcel.count,
                length: parcel.length,
                release: parcel.release,
            };
            Some((task.merged().into_iter().map(load).collect(), forward))
        }
        Problem::Collective(task) => {
            let (count, length, release) = (task.count, 1, 0);
            let load = |ends: Ends| match ends {
                Ends { from: Some(home), to } => Some(Load { home, to, count, length, release }),
                Ends { from: None, to: Some(home) } => Some(Load { home, to: None, count, length, release }),
                Ends { from: None, to: None } => None,
            };
            let is_combined = task.ends().any(|ends| ends.from.is_none());
            let ways = if is_combined { [Flow::In, Flow::Out] } else { forward };
            Some((task.ends().filter_map(load).collect(), ways))
        }
    }
}

/// All links from one node to another.
#[derive(Clone, Copy)]
struct Bundle {
    from: u64,
    to: u64,
    links: u64,
}

/// For every node the first and the last slot after which it may hold the packet; it never may if the first
/// is greater.
struct Windows {
    since: Vec<u64>,
    until: Vec<u64>,
}

/// A formula under construction: variables from 1, and clauses.
pub(super) struct Formula<'a> {
    network: &'a Network,
    ports: Ports,
    slots: usize,
    claim: usize,
    /// In order of senders, then receivers.
    bundles: Vec<Bundle>,
    /// For every node the places in `bundles` of those that lead to it.
    entering: Vec<Vec<usize>>,
    variables: i32,
    clauses: Clauses,
    /// For every slot and bundle the variables of the sends over it.
    over: Vec<Vec<Vec<i32>>>,
    /// Number of entries of `over`.
    held: usize,
}

impl<'a> Formula<'a> {
    /// Builds the formula of `slots` slots; none for an isotropic task.
    pub(super) fn of(problem: &'a Problem, slots: u64, claim: usize) -> Result<Option<Self>, Rejection> {
        let Some((loads, ways)) = loads(problem) else { return Ok(None) };
        let network = problem.network();
        let too_large = || Rejection::FormulaTooLarge { claim, limit: LITERAL_LIMIT };
        let nodes = narrow(network.nodes, SLOT_ROW_LIMIT).ok_or_else(too_large)?;
        // There are tables of packets and slots, and of links and slots.
        let packets = loads.iter().fold(0, |sum: u64, load| sum.saturating_add(load.count));
        let rows = packets.saturating_add(network.links_of_all()).saturating_add(1);
        narrow(slots.saturating_add(1).saturating_mul(rows), SLOT_ROW_LIMIT).ok_or_else(too_large)?;
        let slots = narrow(slots, SLOT_ROW_LIMIT).ok_or_else(too_large)?;
        network.spend_looks(1)?;
        let bundles = bundles(network, ways[0]);
        let mut entering = vec![Vec::new(); nodes];
        for (place, bundle) in bundles.iter().enumerate() {
            entering[at(bundle.to)].push(place);
        }
        let over = vec![vec![Vec::new(); bundles.len()]; slots];
        let (ports, clauses) = (problem.ports(), Clauses::default());
        let mut formula =
            Self { network, ports, slots, claim, bundles, entering, variables: 0, clauses, over, held: 0 };
        let mut leaving = Vec::new();
        for load in &loads {
            network.spend_looks(2)?;
            let windows = formula.windows(load, ways);
            network
                .effort
                .spend_times(load.count, network.nodes.saturating_add(wide(formula.bundles.len())))?;
            let packets = (0..load.count).map(|_| formula.add_packet(load, &windows));
            leaving.push(packets.collect::<Result<Vec<_>, _>>()?);
        }
        formula.add_limits()?;
        leaving.iter().try_for_each(|packets| formula.add_order(packets))?;
        network.effort.spend(wide(formula.clauses.literals()))?;
        Ok(Some(formula))
    }

    pub(super) fn into_derivation(self) -> Derivation {
        Derivation::new(self.clauses, usize::try_from(self.variables).unwrap_or(0))
    }

    fn variable(&mut self) -> Result<i32, Rejection> {
        let limit = LITERAL_LIMIT;
        if usize::try_from(self.variables).is_ok_and(|variables| variables >= limit) {
            return Err(Rejection::FormulaTooLarge { claim: self.claim, limit });
        }
        self.variables += 1;
        Ok(self.variables)
    }

    fn add(&mut self, clause: &[i32]) -> Result<(), Rejection> {
        self.clauses.push(clause);
        let (claim, limit) = (self.claim, LITERAL_LIMIT);
        if self.clauses.literals() > limit {
            Err(Rejection::FormulaTooLarge { claim, limit })
        } else {
            Ok(())
        }
    }

    /// Counts a move over as many slots as it is long; refuses more of them than a formula has literals.
    fn require_room(&mut self, length: u64) -> Result<(), Rejection> {
        self.held = self.held.saturating_add(at(length));
        let (claim, limit) = (self.claim, LITERAL_LIMIT);
        if self.held > limit { Err(Rejection::FormulaTooLarge { claim, limit }) } else { Ok(()) }
    }

    /// Returns the slot from which on a packet can be at each node, and the slot until which it can still
    /// reach a receiver from there.
    fn windows(&self, load: &Load, [away, towards]: [Flow; 2]) -> Windows {
        let since = self.network.hops_from([load.home], away);
        let left = match load.to {
            Some(to) => self.network.hops_from([to], towards),
            None => self.network.hops_from(self.network.hosts(), towards),
        };
        let slots = wide(self.slots);
        // The window is empty where no receiver can be reached in time.
        let after = |hops: u64| hops.checked_mul(load.length);
        let ends = since.iter().zip(&left).map(|(&since, &left)| {
            let since = after(since).and_then(|slots| slots.checked_add(load.release));
            let until = after(left).and_then(|left| slots.checked_sub(left));
            since.zip(until).unwrap_or((u64::MAX, 0))
        });
        let (since, until) = ends.unzip();
        Windows { since, until }
    }

    /// Adds the variables and clauses of one packet; returns its sends from its start, slot by slot.
    fn add_packet(&mut self, load: &Load, windows: &Windows) -> Result<Vec<Vec<i32>>, Rejection> {
        let held = self.held(windows)?;
        let here = |node: u64, slot: u64| {
            held[at(node)].get(at(slot.checked_sub(windows.since[at(node)])?)).copied()
        };
        let mut leaving = vec![Vec::new(); self.slots];
        for node in 0..self.network.nodes {
            if node == load.home {
                held[at(node)].iter().try_for_each(|&own| self.add(&[own]))?;
                continue;
            }
            for slot in windows.since[at(node)].max(1)..windows.until[at(node)].saturating_add(1) {
                let Some(now) = here(node, slot) else { continue };
                let mut reasons = vec![-now];
                if let Some(before) = here(node, slot - 1) {
                    reasons.push(before);
                    if load.to.is_none() {
                        self.add(&[-before, now])?;
                    }
                }
                for place in self.entering[at(node)].clone() {
                    let Bundle { from, .. } = self.bundles[place];
                    // The move begins when `start` slots are over.
                    let Some(start) = slot.checked_sub(load.length) else { continue };
                    let Some(there) = here(from, start).filter(|_| load.to != Some(from)) else {
                        continue;
                    };
                    let sent = self.variable()?;
                    self.add(&[-sent, there])?;
                    self.add(&[-sent, now])?;
                    reasons.push(sent);
                    self.require_room(load.length)?;
                    for held in &mut self.over[at(start)..at(slot)] {
                        held[place].push(sent);
                    }
                    if from == load.home {
                        leaving[at(start)].push(sent);
                    }
                }
                self.add(&reasons)?;
            }
            let must = load.to.map_or(!self.network.is_switch(node), |to| to == node);
            if let Some(end) = here(node, wide(self.slots)).filter(|_| must) {
                self.add(&[end])?;
            }
        }
        Ok(leaving)
    }

    /// Adds for every node the variables that it holds the packet, one for every slot of its window.
    fn held(&mut self, windows: &Windows) -> Result<Vec<Vec<i32>>, Rejection> {
        let ends = windows.since.iter().zip(&windows.until);
        ends.map(|(&since, &until)| (since..until.saturating_add(1)).map(|_| self.variable()).collect())
            .collect()
    }

    /// Adds the limits of links and ports in each slot.
    fn add_limits(&mut self) -> Result<(), Rejection> {
        let (mut leave, mut enter) = (vec![0_u64; self.entering.len()], vec![0_u64; self.entering.len()]);
        for &Bundle { from, to, links } in &self.bundles {
            leave[at(from)] += links;
            enter[at(to)] += links;
        }
        for over in std::mem::take(&mut self.over) {
            let mut out = vec![Vec::new(); self.entering.len()];
            let mut into = out.clone();
            for (place, sends) in over.iter().enumerate() {
                let Bundle { from, to, links } = self.bundles[place];
                self.add_at_most(links, sends)?;
                out[at(from)].extend_from_slice(sends);
                into[at(to)].extend_from_slice(sends);
            }
            for node in 0..self.network.nodes {
                let rule = self.ports.of(self.network, node);
                if rule.half_duplex {
                    out[at(node)].extend_from_slice(&into[at(node)]);
                    self.add_at_most(1, &out[at(node)])?;
                    continue;
                }
                if rule.each < leave[at(node)] {
                    self.add_at_most(rule.each, &out[at(node)])?;
                }
                if rule.each < enter[at(node)] {
                    self.add_at_most(rule.each, &into[at(node)])?;
                }
            }
        }
        Ok(())
    }

    /// Adds clauses for at most `most` true literals among some: by pairs, or by a sequential counter.
    fn add_at_most(&mut self, most: u64, literals: &[i32]) -> Result<(), Rejection> {
        let most = at(most);
        if literals.len() <= most {
            return Ok(());
        }
        if most == 1 && literals.len() <= MAX_LITERALS_BY_PAIRS {
            for (place, &first) in literals.iter().enumerate() {
                for &second in &literals[place + 1..] {
                    self.add(&[-first, -second])?;
                }
            }
            return Ok(());
        }
        // `counted[j]` is true if more than j of the literals so far are true.
        let mut counted: Vec<i32> = Vec::new();
        for &literal in literals {
            if let Some(&full) = most.checked_sub(1).and_then(|last| counted.get(last)) {
                self.add(&[-literal, -full])?;
            }
            let width = most.min(counted.len() + 1);
            let next = (0..width).map(|_| self.variable()).collect::<Result<Vec<i32>, _>>()?;
            for (place, &now) in next.iter().enumerate() {
                if let Some(&before) = counted.get(place) {
                    self.add(&[-before, now])?;
                }
                match place.checked_sub(1) {
                    None => self.add(&[-literal, now])?,
                    Some(fewer) => self.add(&[-literal, -counted[fewer], now])?,
                }
            }
            counted = next;
        }
        Ok(())
    }

    /// Breaks the symmetry of packets with equal ends: they leave their start in order. `packets` has for
    /// each packet and slot the sends from its start.
    fn add_order(&mut self, packets: &[Vec<Vec<i32>>]) -> Result<(), Rejection> {
        if packets.len() < 2 {
            return Ok(());
        }
        let mut first: Vec<i32> = Vec::new();
        for leaving in packets {
            let mut gone: Vec<i32> = Vec::new();
            for sends in leaving {
                let now = self.variable()?;
                sends.iter().try_for_each(|&sent| self.add(&[-sent, now]))?;
                let mut reasons = vec![-now];
                if let Some(&earlier) = gone.last() {
                    self.add(&[-earlier, now])?;
                    reasons.push(earlier);
                }
                reasons.extend_from_slice(sends);
                self.add(&reasons)?;
                if let Some(&before) = first.get(gone.len()) {
                    self.add(&[-now, before])?;
                }
                gone.push(now);
            }
            first = gone;
        }
        Ok(())
    }
}

/// Returns the links of a network, parallel ones bundled.
fn bundles(network: &Network, way: Flow) -> Vec<Bundle> {
    let mut all: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for from in 0..network.nodes {
        for line in network.lines(from, way) {
            *all.entry((from, line.node)).or_default() += line.capacity;
        }
    }
    all.into_iter().map(|((from, to), links)| Bundle { from, to, links }).collect()
}

/// Converts a number below a limit that was checked to an index.
fn at(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
