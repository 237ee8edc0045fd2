//! Schedules in formulas: turns schedules into lists, and lists into schedules that the checker judges.

use crate::certify::{Measured, claims};
use crate::claims::ClaimError;
use crate::claims::language::{Datum, FormulaFault};
use crate::model::{DemandsTask, Load, Node, Packet, Problem, count_of, wide};
use crate::solve::bounds;
use crate::wire::{
    CertificateDocument, Ends, Move, MultinodeMove, NodeRef, Per, Quantity, ScheduleBody, Slots,
    TaskDocument, Transfer,
};

type Found = Result<Datum, FormulaFault>;

fn undefined(fault: &dyn std::fmt::Display) -> FormulaFault {
    FormulaFault::Undefined(fault.to_string())
}

fn list(of: impl IntoIterator<Item = u64>) -> Datum {
    Datum::list(of.into_iter().map(Datum::from).collect())
}

fn index(node: &NodeRef) -> Result<u64, FormulaFault> {
    match node {
        NodeRef::Index(node) => Ok(*node),
        NodeRef::Coordinates(_) => Err(undefined(&"a node that is not named by its index")),
    }
}

/// Returns the slots of a schedule, each a list of moves: `[packet, link]` of node 0 in a symmetric schedule,
/// `[position, link]` where packets are copied or combined, `[packet, from, to]` where the nodes differ.
pub(in crate::claims) fn slots_of(body: &ScheduleBody) -> Found {
    let slots = |of: Vec<Vec<Datum>>| Ok(Datum::list(of.into_iter().map(Datum::list).collect()));
    match body {
        ScheduleBody::Symmetric { slots: all, .. } => {
            let step = |step: &Move| list([step.packet.into(), step.link.into()]);
            slots(all.iter().map(|slot| slot.iter().map(step).collect()).collect())
        }
        ScheduleBody::Multinode { slots: all } => {
            let step = |step: &MultinodeMove| Ok(list([index(&step.position)?, step.link.into()]));
            let moves = |slot: &[MultinodeMove]| slot.iter().map(step).collect();
            slots(all.iter().map(moves).collect::<Result<_, FormulaFault>>()?)
        }
        ScheduleBody::Explicit { slots: all, .. } => {
            let step =
                |step: &Transfer| Ok(list([step.packet().into(), index(&step.from())?, index(&step.to())?]));
            let moves = |slot: &[Transfer]| slot.iter().map(step).collect();
            slots(all.iter().map(moves).collect::<Result<_, FormulaFault>>()?)
        }
        _ => Err(undefined(&"a schedule that is not written slot by slot")),
    }
}

/// Returns `[offset, slot]` for each packet of node 0 in a symmetric schedule, and `[from, to, slot]` for
/// each packet in one whose nodes differ, where `slot` is that of the packet's last move, counted from 1.
pub(super) fn arrivals(body: &ScheduleBody) -> Found {
    let last = |packets: usize, moves: &mut dyn Iterator<Item = (u32, u64)>| {
        let mut last = vec![0; packets];
        for (packet, slot) in moves {
            if let Some(last) = last.get_mut(wide(packet)) {
                *last = slot;
            }
        }
        last
    };
    let all: Result<Vec<Datum>, FormulaFault> = match body {
        ScheduleBody::Symmetric { packets, slots } => {
            let moves =
                (1..).zip(slots).flat_map(|(at, slot)| slot.iter().map(move |step| (step.packet, at)));
            let last = last(packets.len(), &mut { moves });
            packets.iter().zip(last).map(|(offset, slot)| Ok(list([index(offset)?, slot]))).collect()
        }
        ScheduleBody::Explicit { packets, slots } => {
            let moves =
                (1..).zip(slots).flat_map(|(at, slot)| slot.iter().map(move |step| (step.packet(), at)));
            let last = last(packets.len(), &mut { moves });
            let ends = |ends: &Ends| ends.nodes().iter().map(index).collect::<Result<Vec<u64>, _>>();
            packets.iter().zip(last).map(|(of, slot)| Ok(list(ends(of)?.into_iter().chain([slot])))).collect()
        }
        _ => return Err(undefined(&"arrivals are those of a schedule of packets, slot by slot")),
    };
    all.map(Datum::list)
}

/// Makes the certificate of a schedule that a formula has made, with Isotask's bound on the measured
/// quantity. The certificate is not checked yet.
pub(in crate::claims) fn certificate(
    document: &TaskDocument,
    slots: &Datum,
    measured: Quantity,
) -> Result<CertificateDocument, ClaimError> {
    let problem = Problem::new(document)?;
    let body = body(&problem, slots)?;
    let (per, slots) = match &body {
        ScheduleBody::Symmetric { slots, .. } => (Per::Node, sizes(slots)),
        ScheduleBody::Multinode { slots } => (Per::Node, sizes(slots)),
        ScheduleBody::Explicit { slots, .. } => (Per::Network, sizes(slots)),
        _ => return Err(undefined(&"a schedule that is not written slot by slot").into()),
    };
    let nodes = problem.network().nodes();
    let (completion, transmissions) =
        (count_of(slots.len()), slots.iter().map(|&moves| u128::from(moves)).sum());
    let made = Measured { completion, transmissions, per, nodes, delay: None };
    let mut claims = claims(&bounds(&problem, &|| false), &made);
    claims.retain(|claim| claim.quantity == measured);
    Ok(CertificateDocument::new(document.clone(), body, claims))
}

fn sizes<T>(slots: &Slots<T>) -> Vec<u64> {
    slots.iter().map(|slot| count_of(slot.len())).collect()
}

/// Writes slots as a document has them, the moves of each in order. Moves of three numbers list the sends of
/// all nodes; moves of two list those of node 0 or of its packets.
fn body(problem: &Problem, slots: &Datum) -> Result<ScheduleBody, ClaimError> {
    let mut all: Vec<Vec<Vec<u64>>> = Vec::new();
    for slot in slots.items()? {
        let step = |step: &Datum| step.items()?.iter().map(Datum::natural).collect();
        let mut slot = slot.items()?.iter().map(step).collect::<Result<Vec<Vec<u64>>, FormulaFault>>()?;
        slot.sort_unstable();
        all.push(slot);
    }
    let length = all.iter().flatten().map(Vec::len).next().unwrap_or(2);
    if all.iter().flatten().any(|step| step.len() != length) || !(2..=3).contains(&length) {
        let expected = "moves are [packet, link], [position, link] or [packet, from, to], all alike";
        return Err(undefined(&expected).into());
    }
    if length == 3 {
        let packets = packets(problem)?;
        let slots = moves(&all, |step| {
            Ok(Transfer::new(small(step[0])?, NodeRef::Index(step[1]), NodeRef::Index(step[2])))
        })?;
        return Ok(ScheduleBody::Explicit { packets, slots });
    }
    if problem.collective().is_some() {
        let slots = moves(&all, |step| {
            Ok(MultinodeMove { packet: None, position: NodeRef::Index(step[0]), link: small(step[1])? })
        })?;
        return Ok(ScheduleBody::Multinode { slots });
    }
    let packets = problem.offsets().map(|node| NodeRef::Index(node.0)).collect();
    let slots = moves(&all, |step| Ok(Move::from((small(step[0])?, small(step[1])?))))?;
    Ok(ScheduleBody::Symmetric { packets, slots })
}

/// Lists the packets of a task: by origin and offset in an isotropic task, else by increasing ends.
fn packets(problem: &Problem) -> Result<Vec<Ends>, ClaimError> {
    let task = DemandsTask::new(problem.document())?;
    let network = problem.network();
    let at = |node: Node| NodeRef::Index(node.0);
    if problem.is_isotropic() {
        let of = |from| problem.offsets().map(move |to| vec![at(from), at(network.translate(from, to))]);
        return Ok((0..network.nodes()).map(Node).flat_map(of).map(Ends::new).collect());
    }
    let ends = |packet: Packet| {
        let (start, goal) = packet.ends();
        start.into_iter().chain(goal).map(at).collect()
    };
    let copies = task.loads().iter().flat_map(Load::packets);
    Ok(copies.map(|packet| Ends::new(ends(packet))).collect())
}

fn moves<T>(
    slots: &[Vec<Vec<u64>>],
    of: impl Fn(&[u64]) -> Result<T, FormulaFault>,
) -> Result<Slots<T>, FormulaFault> {
    let of_slot = |slot: &Vec<Vec<u64>>| slot.iter().map(|step| of(step)).collect();
    let all: Vec<Vec<T>> = slots.iter().map(of_slot).collect::<Result<_, _>>()?;
    Ok(all.into())
}

fn small(number: u64) -> Result<u32, FormulaFault> {
    u32::try_from(number).map_err(|_| undefined(&format!("packet or link {number}")))
}
