//! Reads rounds of devices with cells, `isotask.rounds/1`.

use super::buffers::Buffers;
use super::cells::{Cells, Content, Expected};
use super::fault::ScheduleFault;
use super::packets::{Key, Packets};
use super::read::{MovePlace, Moves, ReadSchedule};
use super::reader::Reader;
use crate::model::{Node, Packet, Problem, count_of};
use crate::wire::{Collective, Document, Round, RoundsDocument, TaskDocument, parse};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const READER: Reader = Reader {
    name: RoundsDocument::FORMAT,
    recognizes: |text| {
        text.trim_start().starts_with('{') && text.contains(&format!("\"{}\"", RoundsDocument::FORMAT))
    },
    read,
};

/// Most cells of all devices, and most parts of all sums.
const MAX_CELLS: u64 = 1 << 22;
const MAX_PARTS: u64 = 1 << 26;

/// Runs the rounds, cell by cell, and records which packets move.
fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    let document: RoundsDocument =
        parse(text.as_bytes()).map_err(|fault| ScheduleFault::Document(fault.to_string()))?;
    let buffers = buffers(&document, problem)?;
    let gather = document.then.as_ref().map(|then| completing_allgather(problem, then)).transpose()?;
    let (first, second) = (Packets::of(problem)?, gather.as_ref().map(Packets::of).transpose()?);
    let mut moves = Moves::new(&first);
    let mut copies = second.as_ref().map(Moves::new);
    let adds = |slot: &Vec<Round>| slot.iter().any(|round| round.add);
    // The allgather of an all-reduce begins after the last slot in which something is added.
    let sums = document.slots.iter().rposition(adds).map_or(0, |last| last + 1);
    let mut cells = initial_cells(&document, &buffers)?;
    for (slot, rounds) in document.slots.iter().enumerate() {
        let come = sent(&document, &cells, slot, rounds)?;
        for Sent { ends, content, place, .. } in &come {
            let of_copies = copies.as_mut().filter(|_| slot >= sums);
            match (of_copies, content) {
                (Some(copies), Content::Sum((Packet::Combined { to }, copy), parts)) => {
                    if count_of(parts.len()) < document.devices {
                        return Err(ScheduleFault::wrong(
                            place,
                            "a sum that is not complete is sent as a result",
                        ));
                    }
                    copies.push(slot - sums, *ends, (Packet::Copied { from: *to }, *copy), *place)?;
                }
                _ => moves.push(slot, *ends, content.key(), *place)?,
            }
        }
        for Sent { ends: [_, to], content, place, receive, add } in come {
            if add {
                cells.add(to, receive, content).map_err(|message| ScheduleFault::wrong(place, message))?;
            } else {
                cells.set(to, receive, content);
            }
        }
    }
    require_results(&document, &buffers, &cells)?;
    moves.extend_to(if copies.is_some() { sums } else { document.slots.len() })?;
    let mut read = vec![moves.schedule(problem)];
    read.extend(copies.zip(gather).map(|(copies, gather)| copies.schedule(&gather)));
    Ok(read)
}

/// Returns the allgather that completes an all-reduce, with the ports of its document.
fn completing_allgather(problem: &Problem, then: &TaskDocument) -> Result<Problem, ScheduleFault> {
    let other = || ScheduleFault::at("then", "not the allgather that completes the task to an all-reduce");
    let gather = problem.allgather().and_then(Result::ok).ok_or_else(other)?;
    if gather.document().network != then.network || gather.document().task != then.task {
        return Err(other());
    }
    Problem::new(then).map_err(ScheduleFault::Task)
}

/// Returns the buffers of the document's collective, which must be that of the task.
fn buffers(document: &RoundsDocument, problem: &Problem) -> Result<Buffers, ScheduleFault> {
    let mut buffers = Buffers::of(problem);
    if document.then.is_some() && buffers.collective == Collective::ReduceScatter {
        buffers.collective = Collective::AllReduce;
    }
    if problem.network().switches().is_some() || document.nodes.is_some() {
        return Err(ScheduleFault::OtherTask {
            found: "a network of switches, through which rounds do not say the ways".to_owned(),
            expected: "the certificate, schedule or CSV from which the rounds were made".to_owned(),
        });
    }
    let fits = document.collective == buffers.collective && document.devices == buffers.devices;
    let sizes = buffers.sizes().unwrap_or([document.input, document.output]);
    if !fits || [document.input, document.output] != sizes {
        let words = |collective: Collective, devices: u64, [input, output]: [u64; 2]| {
            format!(
                "{} of {devices} devices with {input} input and {output} output cells",
                collective.as_str()
            )
        };
        return Err(ScheduleFault::OtherTask {
            found: words(document.collective, document.devices, [document.input, document.output]),
            expected: words(buffers.collective, buffers.devices, sizes),
        });
    }
    let product = document.mesh.iter().flatten().try_fold(1_u64, |product, &side| product.checked_mul(side));
    if document.mesh.is_some() && product != Some(document.devices) {
        return Err(ScheduleFault::at("mesh", "lengths whose product is not the number of devices"));
    }
    if document.root != buffers.root() {
        return Err(ScheduleFault::at("root", "not the device of the root of the task"));
    }
    let held = document.input.checked_add(document.output).filter(|&held| held <= document.cells);
    let all = document.cells.checked_mul(document.devices).filter(|&all| all <= MAX_CELLS);
    let (Some(_), Some(all)) = (held, all) else {
        let message = format!(
            "{}, expected input and output cells at least and {MAX_CELLS} of all devices at most",
            document.cells
        );
        return Err(ScheduleFault::at("cells", message));
    };
    if buffers.collective.is_sum() && all.saturating_mul(document.devices) > MAX_PARTS {
        let found = all.saturating_mul(document.devices);
        return Err(ScheduleFault::TooMuch { what: "parts of sums in cells", found, most: MAX_PARTS });
    }
    Ok(buffers)
}

/// Returns the contents of the cells before the first slot.
fn initial_cells(document: &RoundsDocument, buffers: &Buffers) -> Result<Cells<u64>, ScheduleFault> {
    let mut cells = Cells::new();
    if buffers.collective == Collective::Exchange {
        for Listed { key, row: [from, given, ..] } in listed(document)? {
            cells.set(from, given, Content::Block(key));
        }
    } else {
        for device in 0..document.devices {
            for cell in 0..document.input {
                if let Some(content) = buffers.given(device, cell) {
                    cells.set(device, cell, content);
                }
            }
        }
    }
    let mut targets = BTreeSet::new();
    let mut copied = Vec::new();
    for (index, &[device, from, to]) in document.copies.iter().enumerate() {
        let place = format_args!("copies[{index}]").to_string();
        if device >= document.devices || to >= document.cells || !targets.insert((device, to)) {
            let message = "not a device, not a cell of it, or a cell that is copied to twice";
            return Err(ScheduleFault::at(place, message));
        }
        let content = cells.get(device, from).cloned();
        let content = content.ok_or_else(|| {
            ScheduleFault::wrong(&place, format!("device {device} copies cell {from}, in which nothing lies"))
        })?;
        copied.push((device, to, content));
    }
    let is_chained = |&&[device, from, _]: &&[u64; 3]| targets.contains(&(device, from));
    if let Some([device, from, _]) = document.copies.iter().find(is_chained) {
        let message = format!("cell {from} of device {device} is copied from and to");
        return Err(ScheduleFault::at("copies", message));
    }
    for (device, to, content) in copied {
        cells.set(device, to, content);
    }
    Ok(cells)
}

/// A packet of an exchange with its row: device and input cell, device and output cell.
struct Listed {
    key: Key,
    row: [u64; 4],
}

/// Returns the packets of an exchange; packets with equal ends are numbered in their order.
fn listed(document: &RoundsDocument) -> Result<Vec<Listed>, ScheduleFault> {
    let missing = || ScheduleFault::at("packets", "missing, expected those of the exchange");
    let rows = document.packets.as_deref().ok_or_else(missing)?;
    let outputs = document.input..document.input + document.output;
    let mut copies: BTreeMap<Packet, u64> = BTreeMap::new();
    let mut taken = [BTreeSet::new(), BTreeSet::new()];
    let mut found = Vec::with_capacity(rows.len());
    for (index, &row) in rows.iter().enumerate() {
        let [from, given, to, goal] = row;
        let is_there = from.max(to) < document.devices && given < document.input && outputs.contains(&goal);
        if !is_there || !taken[0].insert((from, given)) || !taken[1].insert((to, goal)) {
            let message = "not devices, not cells of input and output, or a cell that another packet has";
            return Err(ScheduleFault::at(format_args!("packets[{index}]"), message));
        }
        let packet = Packet::Personal { from: Node(from), to: Node(to) };
        let copy = copies.entry(packet).or_default();
        found.push(Listed { key: (packet, *copy), row });
        *copy += 1;
    }
    Ok(found)
}

/// A block that is being sent.
struct Sent {
    ends: [u64; 2],
    content: Content,
    place: MovePlace,
    receive: u64,
    add: bool,
}

/// Returns the blocks that are sent in a slot, which are all read before anything is written.
fn sent(
    document: &RoundsDocument,
    cells: &Cells<u64>,
    slot: usize,
    rounds: &[Round],
) -> Result<Vec<Sent>, ScheduleFault> {
    let mut come = Vec::new();
    for (number, round) in rounds.iter().enumerate() {
        let lengths = [round.send.len(), round.receive.len()];
        if lengths != [round.pairs.len(); 2] {
            let message =
                format!("{} pairs, expected as many cells that are sent and received", round.pairs.len());
            return Err(ScheduleFault::at(format_args!("slots[{slot}][{number}]"), message));
        }
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        for (index, &ends) in round.pairs.iter().enumerate() {
            let place = MovePlace::Pair(slot, number, index);
            let fault = |message: String| ScheduleFault::at(place, message);
            let wrong = |message: String| ScheduleFault::wrong(place, message);
            for (side, device) in ends.into_iter().enumerate() {
                if device >= document.devices {
                    return Err(fault(format!("device {device}, expected one below {}", document.devices)));
                }
                if !sides[side].insert(device) {
                    let does = ["sends", "receives"][side];
                    return Err(wrong(format!(
                        "device {device} {does} twice in one round, expected once at most"
                    )));
                }
            }
            if !is_along(document, round, ends) {
                return Err(fault(format!("{} to {} is not the step that the round says", ends[0], ends[1])));
            }
            let (send, receive) = (round.send[index], round.receive[index]);
            if receive >= document.cells {
                return Err(fault(format!("cell {receive}, expected one below {}", document.cells)));
            }
            let content = cells.get(ends[0], send).cloned();
            let content = content.ok_or_else(|| {
                wrong(format!("in slot {slot} device {} sends cell {send}, in which nothing lies", ends[0]))
            })?;
            come.push(Sent { ends, content, place, receive, add: round.add });
        }
    }
    Ok(come)
}

/// Returns whether a pair is the step along the grid that its round declares, if it declares one.
fn is_along(document: &RoundsDocument, round: &Round, [from, to]: [u64; 2]) -> bool {
    let Some(along) = round.along else { return true };
    let sides = document.mesh.as_deref().unwrap_or_default();
    let Some(axis) = usize::try_from(along.axis).ok().filter(|&axis| axis < sides.len()) else {
        return false;
    };
    let stride = sides[axis + 1..].iter().try_fold(1_u64, |stride, &side| stride.checked_mul(side));
    let (Some(stride), side, 1 | -1) = (stride, sides[axis], along.step) else { return false };
    if stride == 0 || side == 0 {
        return false;
    }
    let at = from / stride % side;
    let next = if along.step == 1 { (at + 1) % side } else { (at + side - 1) % side };
    from - at * stride + next * stride == to
}

/// Refuses outputs that differ from those of the collective.
fn require_results(
    document: &RoundsDocument,
    buffers: &Buffers,
    cells: &Cells<u64>,
) -> Result<(), ScheduleFault> {
    let named = |cell: u64| format!("cell {cell}");
    if buffers.collective == Collective::Exchange {
        for Listed { key, row: [_, _, to, goal] } in listed(document)? {
            cells.require(to, goal, &Expected::Block(key), named)?;
        }
        return Ok(());
    }
    for device in 0..document.devices {
        for cell in 0..document.output {
            if let Some(expected) = buffers.wanted(device, cell) {
                cells.require(device, document.input + cell, &expected, named)?;
            }
        }
    }
    Ok(())
}
