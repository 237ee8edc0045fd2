//! The formula that is satisfiable exactly if a task has a schedule of T slots.
//!
//! `held(p, v, t)`: node v has packet p after slot t. `sent(p, l, t)`: p goes over l in slot t, where l
//! stands for all links that lead from one node to another. There are variables only where distances allow
//! them: p is not at v before it can have come there, nor when it is too late to go on from there to a
//! receiver.
//!
//! * A send needs the packet one slot earlier; a node has what it had, or what it was sent.
//! * Links carry at most their number, nodes send and receive at most what their ports allow.
//! * At the end every receiver has its packets. A switch need not have any.
//! * A packet of length l holds its link and ports for l slots, and is at the next node after the last; it is
//!   at its origin from its start on.
//! * Packets with equal ends, lengths and starts leave in the order of their numbers, as any schedule may
//!   exchange them.
//!
//! A refutation names clauses and variables by their numbers, so that their order is fixed by
//! `models/formats/certificate.md`; the checker writes the formula anew.

use super::clauses::{Answer, Clauses, Solution};
use super::freight::{Equal, Freight};
use crate::bound::RefutedFormula;
use crate::model::{DemandsTask, ExplicitSchedule, Graph, Node, Packet, PortRule, Sent, count_of, wide};
use batsat::Lit;

/// All links from one node to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ParallelLinks {
    from: u32,
    to: u32,
    links: u32,
}

/// Returns the links of a graph, those between one pair of nodes together, by increasing sender and receiver.
fn parallels(graph: &Graph) -> Vec<ParallelLinks> {
    let mut ends: Vec<(u32, u32)> = (0..graph.arcs()).map(|arc| (graph.from(arc), graph.to(arc))).collect();
    ends.sort_unstable();
    let parallel =
        |same: &[(u32, u32)]| ParallelLinks { from: same[0].0, to: same[0].1, links: narrow(same.len()) };
    ends.chunk_by(|a, b| a == b).map(parallel).collect()
}

/// A packet may be at a node after the slots `since` to `until`; never, if `since` is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    since: u64,
    until: u64,
}

/// The origin of a packet, its receiver, and its window at every node.
struct Trip {
    home: u32,
    /// The one receiver; none where all hosts are.
    to: Option<u32>,
    /// Slots for which a move holds its link.
    length: u64,
    windows: Vec<Window>,
}

impl Trip {
    /// None if a receiver cannot be reached within `slots`.
    fn new(task: &DemandsTask, equal: &Equal, slots: u64) -> Option<Self> {
        let &Equal { packet, length, release, .. } = equal;
        let to = packet.ends().1.filter(|_| packet.is_personal()).map(Node::narrow);
        let home = packet.home().expect("no packet is summed").narrow();
        let receivers: Vec<u32> = to.map_or_else(|| hosts(task), |to| vec![to]);
        let graph = task.graph();
        let (here, left) = (graph.distances_from(home), graph.distances_to_nearest(receivers.clone()));
        let after = |hops: u32| length.checked_mul(hops.into());
        let window = |(&here, &left): (&u32, &u32)| {
            let since = after(here).and_then(|slots| slots.checked_add(release));
            let until = after(left).and_then(|left| slots.checked_sub(left));
            let never = Window { since: u64::MAX, until: 0 };
            since.zip(until).map_or(never, |(since, until)| Window { since, until })
        };
        let windows: Vec<Window> = here.iter().zip(&left).map(window).collect();
        let is_near = |&node: &u32| windows[wide(node)].since <= slots;
        receivers.iter().all(is_near).then_some(Self { home, to, length, windows })
    }

    fn window(&self, node: u32) -> Window {
        self.windows[wide(node)]
    }

    /// The slots in which a move over links between two nodes may end, first and last, if any.
    fn slots_of(&self, parallel: ParallelLinks) -> Option<(u64, u64)> {
        if parallel.to == self.home || self.to == Some(parallel.from) {
            return None;
        }
        let (from, to) = (self.window(parallel.from), self.window(parallel.to));
        let first = from.since.saturating_add(self.length).max(to.since);
        let last = from.until.saturating_add(self.length).min(to.until);
        (from.since <= from.until && first <= last).then_some((first, last))
    }
}

fn hosts(task: &DemandsTask) -> Vec<u32> {
    (0..task.graph().nodes()).filter(|&node| !task.network().is_switch(Node(node.into()))).collect()
}

/// The size of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FormulaSize {
    /// Moves of a packet over links in a slot, each a variable.
    pub(super) sends: u64,
    /// An upper bound on the number of clauses.
    pub(super) clauses: u64,
}

/// The size of the formula of `slots` slots, from above, without writing it.
///
/// # Complexity
/// O(P · A) for P different packets and A directed links.
pub(super) fn formula_size(freight: &Freight<'_>, slots: u64) -> FormulaSize {
    let task = freight.frame;
    let parallels = parallels(task.graph());
    let packets = freight.packets();
    // The clauses that a literal adds in the counters of its links and of ports.
    let counted = |most: u32| 2 * u64::from(most).min(packets) + 1;
    let clauses_of = |parallel: &ParallelLinks| {
        let (sends, receives) = (task.sends_of(parallel.from), task.receives_of(parallel.to));
        let limits = |most, degree| if most < degree { counted(most) } else { 0 };
        let (out, into) = (task.graph().degree(parallel.from), task.graph().degree_in(parallel.to));
        counted(parallel.links) + limits(sends, out) + limits(receives, into)
    };
    let costs: Vec<(ParallelLinks, u64)> =
        parallels.iter().map(|parallel| (*parallel, clauses_of(parallel))).collect();
    let (mut sends, mut clauses) = (0_u64, 0_u64);
    for equal in &freight.packets {
        let Some(trip) = Trip::new(task, equal, slots) else { continue };
        // Equal packets are in order.
        clauses = clauses.saturating_add(slots.saturating_mul(3).saturating_mul(equal.count));
        for &(parallel, cost) in &costs {
            let Some((first, last)) = trip.slots_of(parallel) else { continue };
            let found = (last - first + 1).saturating_mul(equal.count);
            sends = sends.saturating_add(found);
            // The limits count a move in each slot for which it holds its link.
            let held = cost.saturating_mul(equal.length).saturating_add(6);
            clauses = clauses.saturating_add(found.saturating_mul(held));
        }
    }
    FormulaSize { sends, clauses }
}

/// A variable: a move of a packet over links.
struct SendVariable {
    packet: u32,
    parallel: ParallelLinks,
    /// Slots that are over when the move begins.
    start: u64,
    /// The slot in which it ends.
    slot: u64,
    literal: Lit,
}

/// The result for a number of slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// A schedule.
    Schedule(ExplicitSchedule),
    /// There is none; with the learned clauses, unless they exceed the limit or a receiver is too far away.
    Refuted(Option<RefutedFormula>),
    /// The budget of conflicts was spent.
    Spent,
    /// The caller stopped the search.
    Stopped,
}

/// Looks for a schedule of `slots` slots of packets that are personal or copied, for `conflicts` conflicts.
pub(super) fn schedule_of(
    freight: &Freight<'_>,
    slots: u64,
    conflicts: u64,
    stop: &dyn Fn() -> bool,
) -> Found {
    let Written { formula, clauses } = match written(freight, slots, conflicts, stop) {
        Ok(written) => written,
        Err(found) => return found,
    };
    match clauses.solve() {
        Answer::Satisfied(solution) => Found::Schedule(formula.read(&solution)),
        Answer::Refuted(refuted) => Found::Refuted(refuted),
        Answer::Spent => Found::Spent,
        Answer::Stopped => Found::Stopped,
    }
}

/// A formula, and the meaning of its variables.
pub(super) struct Written<'a, 'b> {
    formula: Formula<'a>,
    pub(super) clauses: Clauses<'b>,
}

/// Returns the formula of `slots` slots, or else the result that is found without it.
pub(super) fn written<'a, 'b>(
    freight: &Freight<'a>,
    slots: u64,
    conflicts: u64,
    stop: &'b dyn Fn() -> bool,
) -> Result<Written<'a, 'b>, Found> {
    let mut clauses = Clauses::new(conflicts, stop);
    let mut formula = Formula::new(freight, slots);
    for (number, equal) in freight.packets.iter().enumerate() {
        let trip = Trip::new(freight.frame, equal, slots).ok_or(Found::Refuted(None))?;
        for _ in 0..equal.count {
            if clauses.is_stopped() {
                return Err(Found::Stopped);
            }
            formula.add_packet(&mut clauses, (number, equal.packet), &trip);
        }
    }
    if !formula.add_limits(&mut clauses) {
        return Err(Found::Stopped);
    }
    formula.add_order(&mut clauses);
    Ok(Written { formula, clauses })
}

struct Formula<'a> {
    task: &'a DemandsTask,
    slots: u64,
    parallels: Vec<ParallelLinks>,
    /// By node: the links that come to it, by their places.
    entering: Vec<Vec<usize>>,
    packets: Vec<Packet>,
    /// By packet, the place of its equals among the packets of the task.
    equals: Vec<usize>,
    /// Whether moves take several slots, or packets start late.
    is_timed: bool,
    /// By packet, then by slot: its sends from where it starts.
    leaving: Vec<Vec<Vec<Lit>>>,
    sends: Vec<SendVariable>,
    /// By slot, then by links: the sends over them.
    over: Vec<Vec<Vec<Lit>>>,
}

impl<'a> Formula<'a> {
    fn new(freight: &Freight<'a>, slots: u64) -> Self {
        let (task, is_timed) = (freight.frame, freight.is_timed());
        let parallels = parallels(task.graph());
        let mut entering = vec![Vec::new(); wide(task.graph().nodes())];
        for (place, parallel) in parallels.iter().enumerate() {
            entering[wide(parallel.to)].push(place);
        }
        let over = (0..slots).map(|_| vec![Vec::new(); parallels.len()]).collect();
        let (packets, equals, leaving, sends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { task, slots, parallels, entering, packets, equals, is_timed, leaving, sends, over }
    }

    /// Adds the variables and clauses for the moves of one packet.
    fn add_packet(&mut self, clauses: &mut Clauses<'_>, (equal, packet): (usize, Packet), trip: &Trip) {
        let number = narrow(self.packets.len());
        self.packets.push(packet);
        self.equals.push(equal);
        let mut leaving = vec![Vec::new(); index(self.slots)];
        let is_copied = trip.to.is_none();
        let mut variables = |window: &Window| {
            let slots = window.since..window.until.saturating_add(1);
            slots.map(|_| clauses.variable()).collect::<Vec<Lit>>()
        };
        let held: Vec<Vec<Lit>> = trip.windows.iter().map(&mut variables).collect();
        let at = |node: u32, slot: u64| {
            let place = usize::try_from(slot.checked_sub(trip.window(node).since)?).ok()?;
            held[wide(node)].get(place).copied()
        };
        for node in 0..self.task.graph().nodes() {
            let window = trip.window(node);
            if node == trip.home {
                held[wide(node)].iter().for_each(|&own| clauses.add([own]));
                continue;
            }
            for slot in window.since.max(1)..window.until.saturating_add(1) {
                let Some(here) = at(node, slot) else { continue };
                let mut reasons = vec![!here];
                if let Some(before) = at(node, slot - 1) {
                    reasons.push(before);
                    if is_copied {
                        clauses.add([!before, here]);
                    }
                }
                for &place in &self.entering[wide(node)] {
                    let parallel = self.parallels[place];
                    let may =
                        trip.slots_of(parallel).is_some_and(|(first, last)| first <= slot && slot <= last);
                    // The move begins when `start` slots are over.
                    let Some(start) = slot.checked_sub(trip.length) else { continue };
                    let Some(there) = at(parallel.from, start).filter(|_| may) else { continue };
                    let literal = clauses.variable();
                    clauses.add([!literal, there]);
                    clauses.add([!literal, here]);
                    reasons.push(literal);
                    self.sends.push(SendVariable { packet: number, parallel, start, slot, literal });
                    for held in &mut self.over[index(start)..index(slot)] {
                        held[place].push(literal);
                    }
                    if parallel.from == trip.home {
                        leaving[index(start)].push(literal);
                    }
                }
                clauses.add(reasons);
            }
            let must = if is_copied { self.is_host(node) } else { trip.to == Some(node) };
            if let Some(end) = at(node, self.slots).filter(|_| must) {
                clauses.add([end]);
            }
        }
        self.leaving.push(leaving);
    }

    fn is_host(&self, node: u32) -> bool {
        !self.task.network().is_switch(Node(node.into()))
    }

    /// Adds the limits of links and ports in each slot; returns false if the caller stopped it.
    fn add_limits(&self, clauses: &mut Clauses<'_>) -> bool {
        let graph = self.task.graph();
        for over in &self.over {
            if clauses.is_stopped() {
                return false;
            }
            let (mut out, mut into) =
                (vec![Vec::new(); self.entering.len()], vec![Vec::new(); self.entering.len()]);
            for (parallel, sends) in self.parallels.iter().zip(over) {
                clauses.at_most(wide(parallel.links), sends);
                out[wide(parallel.from)].extend_from_slice(sends);
                into[wide(parallel.to)].extend_from_slice(sends);
            }
            for node in 0..graph.nodes() {
                let (sends, receives) = (&mut out[wide(node)], &into[wide(node)]);
                match self.task.ports_of(node) {
                    PortRule::HalfDuplex => {
                        sends.extend_from_slice(receives);
                        clauses.at_most(1, sends);
                    }
                    PortRule::FullDuplex(ports) => {
                        if ports < graph.degree(node) {
                            clauses.at_most(wide(ports), sends);
                        }
                        if ports < graph.degree_in(node) {
                            clauses.at_most(wide(ports), receives);
                        }
                    }
                }
            }
        }
        true
    }

    /// Requires that of equal packets a later one leaves no earlier: any schedule may exchange
    /// them.
    fn add_order(&self, clauses: &mut Clauses<'_>) {
        let mut before: Option<Vec<Lit>> = None;
        for (place, equal) in self.equals.iter().enumerate() {
            let is_like =
                |other: Option<usize>| other.and_then(|other| self.equals.get(other)) == Some(equal);
            let first = before.take().filter(|_| is_like(place.checked_sub(1)));
            if first.is_none() && !is_like(Some(place + 1)) {
                continue;
            }
            // `gone[t]`: it has left by the end of slot t, from 0.
            let mut gone: Vec<Lit> = Vec::new();
            for leaving in &self.leaving[place] {
                let now = clauses.variable();
                for &send in leaving {
                    clauses.add([!send, now]);
                }
                let earlier = gone.last().copied();
                if let Some(earlier) = earlier {
                    clauses.add([!earlier, now]);
                }
                clauses.add([!now].into_iter().chain(earlier).chain(leaving.iter().copied()));
                if let Some(first) = &first {
                    clauses.add([!now, first[gone.len()]]);
                }
                gone.push(now);
            }
            before = Some(gone);
        }
    }

    /// Returns the moves of a solution, without those that no packet needs.
    fn read(self, solution: &Solution<'_>) -> ExplicitSchedule {
        let mut moves: Vec<Vec<Held>> = vec![Vec::new(); self.packets.len()];
        for send in self.sends.iter().filter(|send| solution.is_true(send.literal)) {
            let (from, to) = (Node(send.parallel.from.into()), Node(send.parallel.to.into()));
            let step = Sent::new(send.packet, from, to);
            moves[wide(send.packet)].push(Held { slot: send.slot, start: send.start, step });
        }
        let mut slots: Vec<Vec<Sent>> = vec![Vec::new(); index(self.slots)];
        for (packet, moves) in self.packets.iter().zip(&mut moves) {
            moves.sort_unstable();
            let moves = match packet.ends() {
                (Some(from), Some(to)) => way(moves, from, to),
                _ => std::mem::take(moves),
            };
            for Held { start, step, .. } in moves {
                slots[index(start)].push(step);
            }
        }
        for slot in &mut slots {
            slot.sort_unstable();
        }
        let schedule = ExplicitSchedule { packets: self.packets, slots };
        if self.is_timed {
            return schedule;
        }
        schedule.without_waste().without_idle_switches(self.task.network())
    }
}

/// A move that holds links from when `start` slots are over until the end of `slot`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Held {
    slot: u64,
    start: u64,
    step: Sent,
}

/// One way from a node to another among the moves of a packet, in the order of slots, that visits no node
/// twice.
fn way(moves: &[Held], from: Node, to: Node) -> Vec<Held> {
    // Backwards in time, the last send that brought the packet where it is needed.
    let (mut here, mut back) = (to, Vec::new());
    for held in moves.iter().rev() {
        let is_earlier = back.last().is_none_or(|later: &Held| held.slot <= later.start);
        if here != from && held.step.to() == here && is_earlier {
            here = held.step.from();
            back.push(*held);
        }
    }
    let mut way: Vec<Held> = Vec::new();
    for held in back.into_iter().rev() {
        // A move back to a node that the packet has left ends a loop: the packet waits there instead.
        match way.iter().position(|earlier| earlier.step.from() == held.step.to()) {
            Some(first) => way.truncate(first),
            None => way.push(held),
        }
    }
    way
}

fn index(slot: u64) -> usize {
    usize::try_from(slot).expect("a formula that is written fits into memory")
}

fn narrow(number: usize) -> u32 {
    u32::try_from(count_of(number)).expect("tasks in tables have at most 2^25 links and 2^22 packets")
}
