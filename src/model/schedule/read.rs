//! Reads schedules from documents.

use super::{
    ExplicitSchedule, IntervalForm, IntervalRows, MultinodeSchedule, MultinodeSend, OrbitSchedule, OrbitStep,
    OwnedInterval, Packet, RingPlan, Schedule, ScheduleForm, Sent, WindowsPlan, WordSchedule, Written,
};
use crate::model::{
    ImpliedRows, IsotropicTask, Link, MatrixError, Network, Node, Problem, Subgroup, TaskMatrix, Ways,
    count_of, wide,
};
use crate::wire::{
    Ends, Interval, Move, MultinodeMove, NodeRef, OrbitMove, Route, ScheduleBody, Slots, Transfer,
};

impl Schedule {
    /// Reads a schedule that the checker has accepted.
    ///
    /// # Complexity
    /// That of the document; for intervals of packets that are listed, or take routes of their own, O(N · D)
    /// time and space for N packets and D dimensions.
    ///
    /// # Panics
    /// If the checker refuses the schedule as one of the problem.
    #[must_use]
    pub fn accepted(problem: &Problem, body: &ScheduleBody) -> Self {
        let network = problem.network();
        match body {
            ScheduleBody::Symmetric { packets, slots } => {
                let step = |step: &Move| (step.packet, step.link);
                let slots = slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                WordSchedule { packets: nodes(network, packets), slots }.into()
            }
            ScheduleBody::Multinode { slots } => {
                let step = |step: &MultinodeMove| MultinodeSend {
                    packet: step.packet.unwrap_or(0),
                    position: node(network, &step.position),
                    link: Link(step.link),
                };
                let slots = slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                MultinodeSchedule { slots }.into()
            }
            ScheduleBody::Explicit { packets, slots } => {
                let packet = |ends: &Ends| packet(network, problem.is_combining(), ends);
                let step = |step: &Transfer| {
                    Sent::new(step.packet(), node(network, &step.from()), node(network, &step.to()))
                };
                let slots = slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                let schedule = ExplicitSchedule { packets: packets.iter().map(packet).collect(), slots };
                match problem.parcels() {
                    Some(task) => Self::of_parcels(task, schedule),
                    None => schedule.into(),
                }
            }
            ScheduleBody::Orbit { subgroup, packets, slots } => {
                let packets = orbit_packets(problem, packets);
                let slots = carried(network, &packets, slots);
                OrbitSchedule { group: group(network, subgroup), packets, slots }.into()
            }
            ScheduleBody::OrbitMultinode { subgroup, packets, slots } => {
                let step = |step: &OrbitMove| OrbitStep {
                    packet: step.packet,
                    node: node(network, &step.node),
                    link: Link(step.link),
                };
                let slots = slots.iter().map(|slot| slot.iter().map(step).collect()).collect();
                let packets = orbit_packets(problem, packets);
                OrbitSchedule { group: group(network, subgroup), packets, slots }.into()
            }
            &ScheduleBody::Conveyor { minus } => {
                let task = problem.rows().expect("the checker has accepted a ring");
                RingPlan::with_minus(task, minus).into()
            }
            ScheduleBody::Windows { plan } => WindowsPlan::accepted(network, plan.clone()).into(),
            ScheduleBody::Intervals { packets, groups, intervals, routes } => {
                let packets = packets.as_ref().map(|packets| nodes(network, packets));
                let written = Written { packets, routes: routes.clone() };
                let (rows, form) = (interval_rows(problem, &written), interval_form(groups, intervals));
                Self::of(ScheduleForm::Intervals(rows, form, written))
            }
        }
    }
}

fn node(network: &Network, node: &NodeRef) -> Node {
    network.node(node, String::new).expect("the checker has accepted the schedule")
}

fn nodes(network: &Network, list: &[NodeRef]) -> Vec<Node> {
    list.iter().map(|packet| node(network, packet)).collect()
}

/// Returns the packet with these ends.
fn packet(network: &Network, combining: bool, ends: &Ends) -> Packet {
    match (ends.nodes().as_slice(), combining) {
        ([from, to], _) => Packet::Personal { from: node(network, from), to: node(network, to) },
        ([to], true) => Packet::Combined { to: node(network, to) },
        ([from], false) => Packet::Copied { from: node(network, from) },
        ([], _) => Packet::Summed { apart: ends.is_apart() },
        _ => unreachable!("a packet has at most two ends"),
    }
}

fn orbit_packets(problem: &Problem, packets: &[Ends]) -> Vec<Packet> {
    packets.iter().map(|ends| packet(problem.network(), problem.is_combining(), ends)).collect()
}

fn group(network: &Network, generators: &[NodeRef]) -> Subgroup {
    Subgroup::read(network, generators).expect("the checker has accepted the group")
}

/// Returns the moves of packets that are carried, each with the node that the packet leaves.
fn carried(network: &Network, packets: &[Packet], slots: &Slots<Move>) -> Vec<Vec<OrbitStep>> {
    let start = |packet: &Packet| match *packet {
        Packet::Personal { from: node, .. }
        | Packet::Copied { from: node }
        | Packet::Combined { to: node } => node,
        Packet::Summed { .. } => unreachable!("orbits are of packets that have a home"),
    };
    let mut at: Vec<Node> = packets.iter().map(start).collect();
    let mut step = |step: &Move| {
        let (here, link) = (&mut at[wide(step.packet)], Link(step.link));
        let there = network.adjacent(*here, link).expect("the checker has accepted the moves");
        OrbitStep { packet: step.packet, node: std::mem::replace(here, there), link }
    };
    slots.iter().map(|slot| slot.iter().map(&mut step).collect()).collect()
}

fn interval_form(groups: &[u64], intervals: &[Interval]) -> IntervalForm {
    let narrow = |index: u64| u32::try_from(index).expect("an index of a list or of a link");
    let owned = |interval: &Interval| OwnedInterval {
        start: interval.start,
        width: interval.width,
        group: narrow(interval.group),
        link: narrow(interval.link),
    };
    IntervalForm {
        groups: groups.iter().map(|&row| usize::try_from(row).expect("a row of the task")).collect(),
        intervals: intervals.iter().map(owned).collect(),
        length: intervals.iter().map(|interval| interval.start + interval.width).max().unwrap_or(0),
    }
}

/// Returns the rows of a schedule in intervals.
fn interval_rows(problem: &Problem, written: &Written) -> IntervalRows {
    let Some(task) = problem.rows() else {
        // Without rings there is no default route: all routes are listed.
        let rows = matrix_of_uses(problem.network().links(), &written.routes);
        return IntervalRows::Stored(rows.expect("the checker has accepted the rows"));
    };
    let implied = || ImpliedRows::new(task).filter(|_| written.routes.is_empty());
    let rows = match &written.packets {
        Some(packets) => matrix_of_routes(task, packets, &written.routes),
        None => match implied() {
            Some(rows) => return IntervalRows::Implied(rows),
            None => matrix_of_routes(task, &problem.offsets().collect::<Vec<_>>(), &written.routes),
        },
    };
    IntervalRows::Stored(rows.expect("the checker has accepted the rows"))
}

/// Builds the matrix of rows that all have a route of their own.
fn matrix_of_uses(links: u32, routes: &[Route]) -> Result<TaskMatrix, MatrixError> {
    let mut matrix = TaskMatrix::new(links);
    for route in routes {
        matrix.push_row((0..).zip(route.uses.iter().copied()).filter(|entry| entry.1 > 0))?;
    }
    Ok(matrix)
}

/// Builds the matrix of rows in an order of their own, as a schedule in intervals lists them: rows named in
/// `routes`, increasing, use the links as these say, all others take the default route.
///
/// # Errors
/// [`MatrixError`] only if a route has more links than the network.
///
/// # Complexity
/// O(N · D) time and O(entries) space for N packets and D dimensions.
fn matrix_of_routes(
    task: &IsotropicTask,
    offsets: &[Node],
    routes: &[Route],
) -> Result<TaskMatrix, MatrixError> {
    let rings = task.network().dimensions();
    let mut matrix = TaskMatrix::new(task.network().links());
    let mut ways = Ways::new(rings.len(), u64::MAX);
    let mut routes = routes.iter().peekable();
    let mut uses = vec![0; wide(task.network().links())];
    for (row, offset) in offsets.iter().enumerate() {
        uses.fill(0);
        // Ties alternate over all rows, those with a route of their own included.
        for (dimension, ring) in rings.iter().enumerate() {
            let x = ring.coordinate(*offset);
            if x > 0 {
                let way = ways.next(ring, dimension, x, None);
                uses[wide(ring.link(way).0)] = ring.hops(x, way);
            }
        }
        let own = routes.next_if(|route| route.row == count_of(row));
        let uses = own.map_or(&uses, |route| &route.uses);
        matrix.push_row((0..).zip(uses.iter().copied()).filter(|entry| entry.1 > 0))?;
    }
    Ok(matrix)
}
