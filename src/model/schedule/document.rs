//! A schedule as it stands in a document.

use super::{
    IntervalForm, MultinodeSchedule, MultinodeSend, OrbitSchedule, OrbitStep, OwnedInterval, Packet,
    Schedule, ScheduleForm, Sent, Written,
};
use crate::model::{Network, Node, Problem, count_of};
use crate::wire::{
    Ends, Interval, Move, MultinodeMove, NodeRef, OrbitMove, ScheduleBody, ScheduleDocument, Transfer,
};

impl Schedule {
    /// Returns the schedule as it stands in a document.
    ///
    /// # Panics
    /// If it is not one of the problem.
    #[must_use]
    pub fn body(&self, problem: &Problem) -> ScheduleBody {
        match &self.form {
            ScheduleForm::Units(matrix, coloring) => {
                let packets = problem.offsets().map(at).collect();
                let link = |packet, link| Move { packet, link };
                ScheduleBody::Symmetric { packets, slots: coloring.sorted(matrix, link) }
            }
            ScheduleForm::Intervals(_, form, written) => interval_body(form, written),
            ScheduleForm::Words(schedule) => {
                let slots = schedule.slots.iter().map(|slot| slot.iter().copied().map(Move::from)).collect();
                ScheduleBody::Symmetric { packets: schedule.packets.iter().copied().map(at).collect(), slots }
            }
            ScheduleForm::Multinode(schedule) => {
                let numbered = problem.collective().is_some_and(|task| task.count() > 1);
                multinode_body(schedule, numbered)
            }
            ScheduleForm::Explicit(schedule) | ScheduleForm::Parcels(schedule, _) => {
                let slots = schedule.slots.iter().map(|slot| slot.iter().copied());
                explicit_body(schedule.packets.iter().copied(), slots)
            }
            ScheduleForm::Orbit(schedule) => orbit_body(schedule, problem.network()),
            ScheduleForm::Conveyor(plan) => ScheduleBody::Conveyor { minus: plan.minus() },
            ScheduleForm::Windows(plan) => ScheduleBody::Windows { plan: plan.windows().to_vec() },
        }
    }

    /// Turns the schedule into its form in a document; a long schedule is freed slot by slot meanwhile.
    pub(crate) fn into_body(self, problem: &Problem) -> ScheduleBody {
        match self.form {
            ScheduleForm::Explicit(schedule) | ScheduleForm::Parcels(schedule, _) => {
                explicit_body(schedule.packets, schedule.slots)
            }
            form => Self { form }.body(problem),
        }
    }

    /// Returns the document of the schedule.
    ///
    /// # Panics
    /// If it is not one of the problem.
    #[must_use]
    pub fn document(&self, problem: &Problem) -> ScheduleDocument {
        ScheduleDocument::new(problem.document().clone(), self.body(problem))
    }
}

fn at(node: Node) -> NodeRef {
    NodeRef::Index(node.0)
}

fn interval_body(form: &IntervalForm, written: &Written) -> ScheduleBody {
    let interval = |owned: &OwnedInterval| Interval {
        start: owned.start,
        width: owned.width,
        group: owned.group.into(),
        link: owned.link.into(),
    };
    ScheduleBody::Intervals {
        packets: written.packets.as_ref().map(|packets| packets.iter().copied().map(at).collect()),
        groups: form.groups.iter().map(|&row| count_of(row)).collect(),
        intervals: form.intervals.iter().map(interval).collect(),
        routes: written.routes.clone(),
    }
}

fn multinode_body(schedule: &MultinodeSchedule, numbered: bool) -> ScheduleBody {
    let step = |step: &MultinodeSend| MultinodeMove {
        packet: numbered.then_some(step.packet),
        position: at(step.position),
        link: step.link.0,
    };
    ScheduleBody::Multinode { slots: schedule.slots.iter().map(|slot| slot.iter().map(step)).collect() }
}

fn ends(packet: Packet) -> Ends {
    Ends::new(match packet {
        Packet::Personal { from, to } => vec![at(from), at(to)],
        Packet::Copied { from: node } | Packet::Combined { to: node } => vec![at(node)],
        Packet::Summed { apart: true } => return Ends::apart(),
        Packet::Summed { apart: false } => Vec::new(),
    })
}

fn explicit_body<S: IntoIterator<Item = Sent>>(
    packets: impl IntoIterator<Item = Packet>,
    slots: impl IntoIterator<Item = S>,
) -> ScheduleBody {
    let step = |step: Sent| Transfer::new(step.packet, at(step.from()), at(step.to()));
    ScheduleBody::Explicit {
        packets: packets.into_iter().map(ends).collect(),
        slots: slots.into_iter().map(|slot| slot.into_iter().map(step)).collect(),
    }
}

fn orbit_body(schedule: &OrbitSchedule, network: &Network) -> ScheduleBody {
    let subgroup = schedule.group.written(network);
    let packets = schedule.packets.iter().copied().map(ends).collect();
    let slots = schedule.slots.iter();
    if let None | Some(Packet::Personal { .. }) = schedule.packets.first() {
        let step = |step: &OrbitStep| Move { packet: step.packet, link: step.link.0 };
        let slots = slots.map(|slot| slot.iter().map(step)).collect();
        return ScheduleBody::Orbit { subgroup, packets, slots };
    }
    let step = |step: &OrbitStep| OrbitMove { packet: step.packet, node: at(step.node), link: step.link.0 };
    let slots = slots.map(|slot| slot.iter().map(step)).collect();
    ScheduleBody::OrbitMultinode { subgroup, packets, slots }
}
