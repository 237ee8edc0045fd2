//! Transmissions of a schedule of any form, slot by slot: sender, receiver and packet.

use super::conveyor::{RingMoves, TooFar};
use super::copies::copy_numbers;
use super::local::visit_crossings;
use super::orbit_transmissions::{Moved, TransmissionFilter, count_of_node, visit_slot};
use super::transmission::{LocalTransfer, Transmission};
use super::{MultinodeSend, OrbitSchedule, OwnedInterval, Packet, RingPlan, Schedule, ScheduleForm};
use crate::model::{Link, Network, Node, Problem, count_of, wide};
use std::convert::Infallible;
use std::ops::Range;

impl Schedule {
    /// Calls `visit` with the slot and every transmission in `slots`, by slot, sender and receiver, until it
    /// fails: the transmissions of the whole network, or those that `node` sends or receives.
    ///
    /// # Errors
    /// The error of `visit`.
    ///
    /// # Complexity
    /// That of [`Schedule::local_moves`] beside the visits; for an explicit schedule
    /// O(packets · log packets + moves of these slots · log moves). Of a symmetric schedule the sends of one
    /// node in a slot are stored, never those of all nodes.
    ///
    /// # Panics
    /// If the schedule is not one of the problem.
    pub fn visit<E>(
        &self,
        problem: &Problem,
        node: Option<Node>,
        slots: Range<u64>,
        mut visit: impl FnMut(u64, Transmission) -> Result<(), E>,
    ) -> Result<(), E> {
        let network = problem.network();
        match &self.form {
            ScheduleForm::Units(..)
            | ScheduleForm::Words(_)
            | ScheduleForm::Intervals(..)
            | ScheduleForm::Windows(_) => visit_crossings(problem, self, slots, |slot, crossings| {
                let steps = crossings.iter().map(|crossing| {
                    let packet = move |sender| {
                        let journey = crossing.journey(network, sender);
                        Packet::Personal { from: journey.origin, to: journey.destination }
                    };
                    Step { link: crossing.link, copy: crossing.copy, packet }
                });
                visit_translates(network, &steps.collect::<Vec<_>>(), node, |sent| visit(slot, sent))
            }),
            ScheduleForm::Multinode(schedule) => {
                for (slot, moves) in slots_in_range(&schedule.slots, &slots) {
                    let steps: Vec<_> = moves.iter().map(|step| multinode_step(problem, step)).collect();
                    visit_translates(network, &steps, node, |sent| visit(slot, sent))?;
                }
                Ok(())
            }
            ScheduleForm::Orbit(schedule) => {
                let filter = node.map_or(TransmissionFilter::All, TransmissionFilter::AtNode);
                visit_orbits(schedule, network, filter, &slots, visit)
            }
            ScheduleForm::Conveyor(plan) => {
                let filter = node.map_or(TransmissionFilter::All, TransmissionFilter::AtNode);
                visit_conveyor(plan, network, filter, &slots, visit)
            }
            ScheduleForm::Explicit(schedule) | ScheduleForm::Parcels(schedule, _) => {
                let copies = copy_numbers(&schedule.packets);
                for (slot, moves) in slots_in_range(&schedule.slots, &slots) {
                    let sent = moves.iter().map(|step| {
                        let (from, to, packet) = (step.from(), step.to(), wide(step.packet));
                        Transmission { from, to, packet: schedule.packets[packet], copy: copies[packet] }
                    });
                    let own =
                        |sent: &Transmission| node.is_none_or(|node| sent.from == node || sent.to == node);
                    let mut sent: Vec<Transmission> = sent.filter(own).collect();
                    sent.sort_unstable();
                    sent.into_iter().try_for_each(|sent| visit(slot, sent))?;
                }
                Ok(())
            }
        }
    }

    /// Calls `visit`, as [`Schedule::visit`] does, with the transmissions in `slots` of the packets that
    /// start at a node, or are to be combined there; every block of an allreduce is.
    ///
    /// # Errors
    /// The error of `visit`.
    ///
    /// # Complexity
    /// That of [`Schedule::visit`] for all nodes; where one packet of each orbit stands for all, only these
    /// are visited.
    ///
    /// # Panics
    /// If the schedule is not one of the problem.
    pub fn visit_packets<E>(
        &self,
        problem: &Problem,
        home: Node,
        slots: Range<u64>,
        mut visit: impl FnMut(u64, Transmission) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.form {
            ScheduleForm::Orbit(schedule) => {
                visit_orbits(schedule, problem.network(), TransmissionFilter::OfPackets(home), &slots, visit)
            }
            ScheduleForm::Conveyor(plan) => {
                visit_conveyor(plan, problem.network(), TransmissionFilter::OfPackets(home), &slots, visit)
            }
            _ => self.visit(problem, None, slots, |slot, sent| {
                if sent.packet.home().is_none_or(|own| own == home) { visit(slot, sent) } else { Ok(()) }
            }),
        }
    }

    /// Returns an upper bound on the moves that [`Schedule::visit_packets`] examines in `slots`; none above
    /// 2⁶⁴ − 1.
    #[must_use]
    pub fn count_packets(&self, network: &Network, slots: &Range<u64>) -> Option<u64> {
        match &self.form {
            ScheduleForm::Orbit(schedule) => {
                Some(slots_in_range(&schedule.slots, slots).map(|(_, moves)| count_of(moves.len())).sum())
            }
            ScheduleForm::Conveyor(plan) => {
                slots.end.min(plan.slots).saturating_sub(slots.start).checked_mul(2 * plan.classes())
            }
            _ => self.count_transmissions(network, None, slots),
        }
    }

    /// Refuses slots that take too long to simulate: the moves of a slot of a conveyor follow from the slots
    /// before while long packets are on their way.
    ///
    /// # Errors
    /// [`TooFar`] if there are more than 2²² classes of nodes, or if classes × slots to simulate are more
    /// than 2³⁰; of windows on tori of more than 2²⁰ nodes.
    pub fn require_near(&self, slots: &Range<u64>) -> Result<(), TooFar> {
        match &self.form {
            ScheduleForm::Conveyor(plan) => plan.require_near(slots),
            ScheduleForm::Windows(plan) => plan.require_listed(),
            _ => Ok(()),
        }
    }

    /// Returns how many transmissions [`Schedule::visit`] will visit; an upper bound for a schedule in
    /// intervals or windows and for a node of a conveyor, as slots of a pool or a link may stay idle. None
    /// above 2⁶⁴ − 1.
    ///
    /// # Complexity
    /// O(slots + intervals), for a node of an explicit schedule O(moves).
    #[must_use]
    pub fn count_transmissions(
        &self,
        network: &Network,
        node: Option<Node>,
        slots: &Range<u64>,
    ) -> Option<u64> {
        fn moves<M>(all: &[Vec<M>], slots: &Range<u64>) -> u64 {
            slots_in_range(all, slots).map(|(_, moves)| count_of(moves.len())).sum()
        }
        let of_node_0 = match &self.form {
            ScheduleForm::Units(_, coloring) => {
                count_of(coloring.slots.iter().filter(|&&slot| slots.contains(&slot.into())).count())
            }
            ScheduleForm::Words(schedule) => moves(&schedule.slots, slots),
            ScheduleForm::Windows(plan) => plan.moves_within(slots)?,
            ScheduleForm::Multinode(schedule) => moves(&schedule.slots, slots),
            ScheduleForm::Intervals(_, form, _) => {
                let owned = |interval: &OwnedInterval| {
                    let end = (interval.start + interval.width).min(slots.end);
                    end.saturating_sub(interval.start.max(slots.start))
                };
                form.intervals.iter().map(owned).try_fold(0_u64, u64::checked_add)?
            }
            ScheduleForm::Orbit(schedule) => {
                let Some(node) = node else {
                    return moves(&schedule.slots, slots).checked_mul(schedule.group.order());
                };
                let own = slots_in_range(&schedule.slots, slots)
                    .map(|(_, moves)| count_of_node(&schedule.group, network, moves, node));
                return Some(count_of(own.sum()));
            }
            ScheduleForm::Conveyor(plan) => {
                let end = slots.end.min(plan.slots);
                if node.is_some() {
                    // Each of two links is used once to send and once to receive.
                    return end.saturating_sub(slots.start).checked_mul(4);
                }
                if slots.start == 0 && end == plan.slots {
                    return u64::try_from(plan.transmissions()).ok();
                }
                let mut moves = RingMoves::new(network, plan);
                let before = moves.hops_before(slots.start.min(end));
                let found = moves.hops_before(end) - before;
                return u64::try_from(found * u128::from(network.nodes() / plan.classes())).ok();
            }
            ScheduleForm::Explicit(schedule) | ScheduleForm::Parcels(schedule, _) => {
                let Some(node) = node else { return Some(moves(&schedule.slots, slots)) };
                let steps = slots_in_range(&schedule.slots, slots).flat_map(|(_, moves)| moves);
                return Some(count_of(steps.filter(|step| step.from() == node || step.to() == node).count()));
            }
        };
        of_node_0.checked_mul(if node.is_some() { 2 } else { network.nodes() })
    }

    /// Returns the sends and receptions of a node in each of `slots`: receptions after sends, each by
    /// increasing neighbour.
    ///
    /// # Complexity
    /// That of [`Schedule::visit`].
    ///
    /// # Panics
    /// If the schedule is not one of the problem, or the slots are not its own.
    #[must_use]
    pub fn local_transfers(
        &self,
        problem: &Problem,
        node: Node,
        slots: Range<u64>,
    ) -> Vec<Vec<LocalTransfer>> {
        let first = slots.start;
        let mut found: Vec<Vec<LocalTransfer>> = slots.clone().map(|_| Vec::new()).collect();
        let collect = |slot, Transmission { from, to, packet, copy }| -> Result<(), Infallible> {
            let receives = from != node;
            let neighbor = if receives { from } else { to };
            let own = &mut found[usize::try_from(slot - first).expect("an index of a list")];
            own.push(LocalTransfer { receives, neighbor, packet, copy });
            Ok(())
        };
        match self.visit(problem, Some(node), slots, collect) {
            Ok(()) => {}
            Err(never) => match never {},
        }
        for own in &mut found {
            own.sort_unstable();
        }
        found
    }
}

/// Returns the step of every node for a move of the packets of node 0 that are copied or combined.
fn multinode_step<'a>(problem: &'a Problem, step: &MultinodeSend) -> Step<impl Fn(Node) -> Packet + 'a> {
    let (network, combining) = (problem.network(), problem.is_combining());
    let back = network.offset(step.position, Node(0));
    // The node that the packet belongs to lies to the sender as node 0 lies to the position.
    let packet = move |sender| {
        let home = network.translate(sender, back);
        if combining { Packet::Combined { to: home } } else { Packet::Copied { from: home } }
    };
    let is_numbered = problem.collective().is_some_and(|task| task.count() > 1);
    Step { link: step.link, copy: is_numbered.then_some(step.packet.into()), packet }
}

/// The moves over one link of every node; `packet` says which packet a node sends.
struct Step<F> {
    link: Link,
    copy: Option<u64>,
    packet: F,
}

/// Visits the translates of the moves of a slot, by sender and receiver: those of all nodes, or those that
/// `node` sends or receives.
fn visit_translates<E, F: Fn(Node) -> Packet>(
    network: &Network,
    steps: &[Step<F>],
    node: Option<Node>,
    mut visit: impl FnMut(Transmission) -> Result<(), E>,
) -> Result<(), E> {
    let sent = |sender: Node, step: &Step<F>| Transmission {
        from: sender,
        to: network.neighbor(sender, step.link),
        packet: (step.packet)(sender),
        copy: step.copy,
    };
    let mut found = Vec::new();
    if let Some(node) = node {
        for step in steps {
            let before = network.neighbor(node, network.opposite(step.link));
            found.extend([sent(node, step), sent(before, step)]);
        }
        found.sort_unstable();
        return found.into_iter().try_for_each(visit);
    }
    if steps.is_empty() {
        return Ok(());
    }
    for sender in (0..network.nodes()).map(Node) {
        found.extend(steps.iter().map(|step| sent(sender, step)));
        found.sort_unstable();
        found.drain(..).try_for_each(&mut visit)?;
    }
    Ok(())
}

/// Visits the transmissions of a schedule under a group.
fn visit_orbits<E>(
    schedule: &OrbitSchedule,
    network: &Network,
    filter: TransmissionFilter,
    slots: &Range<u64>,
    mut visit: impl FnMut(u64, Transmission) -> Result<(), E>,
) -> Result<(), E> {
    let copies = schedule.copies(network);
    for (slot, moves) in slots_in_range(&schedule.slots, slots) {
        let moves = Moved::of(schedule, moves, &copies);
        visit_slot(&schedule.group, network, &moves, filter, |sent| visit(slot, sent))?;
    }
    Ok(())
}

/// Visits the transmissions on a ring that is cleared by a plan.
fn visit_conveyor<E>(
    plan: &RingPlan,
    network: &Network,
    filter: TransmissionFilter,
    slots: &Range<u64>,
    mut visit: impl FnMut(u64, Transmission) -> Result<(), E>,
) -> Result<(), E> {
    let mut moves = RingMoves::new(network, plan);
    let group = moves.group(network);
    for slot in slots.start..slots.end.min(plan.slots) {
        let steps: Vec<Moved> = moves.slot(slot).into_iter().map(|(_, step)| step).collect();
        visit_slot(&group, network, &steps, filter, |sent| visit(slot, sent))?;
    }
    Ok(())
}

/// Returns the slots of a range that a schedule has, with their numbers.
fn slots_in_range<'a, M>(all: &'a [Vec<M>], slots: &Range<u64>) -> impl Iterator<Item = (u64, &'a Vec<M>)> {
    let slots = slots.clone();
    (0..slots.end).zip(all).filter(move |(slot, _)| slots.contains(slot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{ScheduleDocument, parse};

    #[test]
    fn a_node_sends_what_leaves_it_and_receives_the_rest() {
        let text = br#"{"format":"isotask.schedule/1","task":{"format":"isotask.task/1",
          "network":{"kind":"graph","nodes":3,"links":[[0,1],[1,2]]},"task":{"kind":"gather","root":0},
          "ports":"all","objective":"completion-time"},"kind":"explicit","packets":[[1,0],[2,0]],
          "slots":[[[0,1,0],[1,2,1]],[[1,1,0]]]}"#;
        let document: ScheduleDocument = parse(text).expect("a document");
        let problem = Problem::new(&document.task).expect("a task");
        let schedule = Schedule::accepted(&problem, &document.body);
        let all = schedule.local_transfers(&problem, Node(1), 0..2);
        let moves: Vec<Vec<(bool, u64)>> =
            all.iter().map(|own| own.iter().map(|it| (it.receives, it.neighbor.0)).collect()).collect();
        assert_eq!(moves, [vec![(false, 0), (true, 2)], vec![(false, 0)]]);
    }
}
