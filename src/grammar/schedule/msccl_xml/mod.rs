//! Reads programs of the runtimes of MSCCL: thread blocks of every device, whose steps send, receive and
//! copy.
//!
//! A program is accepted only if every order in which the runtime may run its steps gives the result of the
//! collective. If it deadlocks only when steps send their chunks one by one, as the runtime does with large
//! chunks, it is accepted with a note. The rules below are those of the interpreter and the parser of
//! microsoft/msccl (`msccl_interpreter.h`, `prims_simple.h`, `topo.cc`), and of the programs that msccl-tools
//! writes (`ir.py`, `ncclize.py`):
//!
//! * A thread block runs its steps one after the other, in the order of the file. The runtime counts them
//!   itself, so that `s` must be 0, 1, 2, …
//! * A step with `depid` and `deps` begins when that step of that thread block of its device is done. Only
//!   steps with `hasdep="1"` report that they are done. A `nop` passes its wait on to the next step, and the
//!   parser accepts it only if that step waits as well.
//! * A channel leads from one device to another and has a number. One thread block sends on it and one
//!   receives, and its messages keep their order: the i-th step that sends meets the i-th that receives, with
//!   an equal number of chunks.
//! * A step of `cnt` chunks may move them in any portions, the first chunks first: all at once if they are
//!   small, one by one if they are large. A step that receives and sends on (`rcs`, `rrs`, `rrcs`) sends
//!   the first portion before it receives the second.
//! * A message carries the value at the source when the sending step runs. A channel holds two portions with
//!   the protocol Simple (`MSCCL_CHUNKSTEPS` is half of `NCCL_STEPS`) and eight with the others; a sender
//!   waits until there is space.
//! * `rrc`, `rrcs` and `rrs` add the value at the source of the receiving device, and not that at the
//!   destination, to the received value. `re` adds the source to the destination.
//! * In place (`inplace="1"`), the input of device i in an allgather is block i of its output, and its output
//!   in a reduce-scatter is block i of its input.
//! * A program that declares `outofplace="1"` as well must be right both ways.
//! * The runtime runs the program again and again over further parts of all chunks, which share no cell.
//!
//! Four stages follow each other: [`source`] reads, [`order`] finds deadlocks, and [`races`] refuses data
//! races. All orders then compute equal values, and [`player`] plays one.

mod order;
mod player;
mod program;
mod races;
mod source;
mod text;

use super::buffers::Buffers;
use super::fault::ScheduleFault;
use super::read::ReadSchedule;
use super::reader::Reader;
use crate::model::Problem;
use text::Tag;

pub(super) const READER: Reader = Reader {
    name: "a program of MSCCL in XML",
    recognizes: |text| text.trim_start().starts_with('<') && text.contains("<algo"),
    read,
};

/// Reads a program, checks all orders of its steps, and assigns slots greedily to the chunks that it sends.
fn read(text: &str, problem: &Problem) -> Result<Vec<ReadSchedule>, ScheduleFault> {
    let buffers = Buffers::of(problem);
    let document = text::parsed(text)?;
    let root = Tag::root(&document, "algo")?;
    let mut read = Vec::new();
    for in_place in source::placements(root)? {
        let program = source::program(root, problem, buffers, in_place)?;
        let order = order::order(&program)?;
        races::require_order(&program, &order.steps)?;
        let mut schedule = player::play(&program, problem, &buffers)?;
        schedule.notes.extend(order.waits_by_chunk);
        read.push(schedule);
    }
    // One schedule is enough: each placement of the buffers was checked.
    read.truncate(1);
    Ok(read)
}
