//! Finds data races: two uses of a cell, at least one a write, of which neither happens before the other.

use super::program::Program;
use crate::grammar::schedule::fault::ScheduleFault;
use crate::model::count_of;
use std::collections::BTreeMap;

/// Most entries of all clocks that are computed, and most that are held at a time.
const MAX_CLOCK_ENTRIES: u64 = 1 << 31;
const MAX_CLOCK_ENTRIES_HELD: u64 = 1 << 26;

/// Refuses data races between the steps of a device. Without races, every read has one value in all orders.
///
/// A step happens before another if a chain of steps leads there: by the order in a thread block, by waits,
/// or by messages. `order` is one order of all steps. A chain of messages alone orders only portions: the
/// first portions of the one step happen before the first ones of the other.
///
/// # Errors
/// [`ScheduleFault::Wrong`] with both steps and the cell; [`ScheduleFault::TooMuch`].
///
/// # Complexity
/// O(S B + C log C) for S steps, B thread blocks and C chunks.
pub(super) fn require_order(program: &Program, order: &[usize]) -> Result<(), ScheduleFault> {
    let steps = count_of(order.len());
    let widest = program.gpus.iter().map(|blocks| count_of(blocks.len())).max().unwrap_or(0);
    let size = |blocks: u64| steps.saturating_mul(blocks);
    for (what, found, most) in [
        ("steps times thread blocks", size(count_of(program.blocks.len())), MAX_CLOCK_ENTRIES),
        ("steps times thread blocks of a gpu", size(widest), MAX_CLOCK_ENTRIES_HELD),
    ] {
        if found > most {
            return Err(ScheduleFault::TooMuch { what, found, most });
        }
    }
    let chains = chains(program, order);
    for gpu in 0..program.gpus.len() {
        Clocks::of(program, order, gpu).require_order(order, &chains)?;
    }
    Ok(())
}

/// Returns, for each step, the first step of its chain of messages: a message, the message that passes it on,
/// and so on.
fn chains(program: &Program, order: &[usize]) -> Vec<usize> {
    let mut chains: Vec<usize> = (0..program.steps.len()).collect();
    for &step in order {
        if let Some(sender) = program.steps[step].sender {
            chains[step] = chains[sender];
        }
    }
    chains
}

/// Vector clocks (Fidge; Mattern, 1988) over the thread blocks of one device: for a step of any device, the
/// number of steps of each block that happen before it or are that step.
struct Clocks<'a> {
    program: &'a Program,
    gpu: usize,
    /// For each step the number of steps of each thread block of the device.
    done: Vec<u32>,
}

/// A use of a cell by a chunk of a step.
#[derive(Clone, Copy)]
struct Use {
    step: usize,
    chunk: u64,
}

/// The last write to a cell, and the reads since then.
#[derive(Default)]
struct Cell {
    write: Option<Use>,
    reads: Vec<Use>,
}

impl<'a> Clocks<'a> {
    fn of(program: &'a Program, order: &[usize], gpu: usize) -> Self {
        let blocks = program.gpus[gpu].clone();
        let width = blocks.len();
        let mut done = vec![0_u32; program.steps.len() * width];
        for &step in order {
            let here = &program.steps[step];
            let own = &program.blocks[here.block];
            let before = step.checked_sub(1).filter(|_| step > own.steps.start);
            for earlier in [before, here.after, here.sender].into_iter().flatten() {
                for block in 0..width {
                    let known = done[earlier * width + block];
                    let found = &mut done[step * width + block];
                    *found = known.max(*found);
                }
            }
            if blocks.contains(&here.block) {
                let number = u32::try_from(step - own.steps.start + 1).expect("at most 2^20 steps");
                done[step * width + here.block - blocks.start] = number;
            }
        }
        Self { program, gpu, done }
    }

    /// Returns whether a use precedes another one of a later step in all orders.
    fn is_before(&self, earlier: Use, later: Use, chains: &[usize]) -> bool {
        if earlier.step == later.step {
            // The chunks of a step may be moved all at once; each chunk is read before it is written.
            return earlier.chunk == later.chunk;
        }
        let blocks = &self.program.gpus[self.gpu];
        let block = self.program.steps[earlier.step].block;
        let number = earlier.step - self.program.blocks[block].steps.start;
        let done = self.done[later.step * blocks.len() + block - blocks.start];
        let is_chained = chains[earlier.step] == chains[later.step] && earlier.chunk > later.chunk;
        usize::try_from(done).is_ok_and(|done| done > number) && !is_chained
    }

    /// Refuses uses of the cells of the device that are not ordered.
    fn require_order(&self, order: &[usize], chains: &[usize]) -> Result<(), ScheduleFault> {
        let blocks = &self.program.gpus[self.gpu];
        let mut cells: BTreeMap<usize, Cell> = BTreeMap::new();
        for &step in order.iter().filter(|&&step| blocks.contains(&self.program.steps[step].block)) {
            let here = &self.program.steps[step];
            for (number, chunk) in (0..).zip(0..here.chunks) {
                let used = Use { step, chunk };
                let reads =
                    [(here.operation.reads(), here.from), (here.operation.adds_at_destination(), here.to)];
                for at in reads.into_iter().filter(|(is_read, _)| *is_read).map(|(_, first)| first + number) {
                    let cell = cells.entry(at).or_default();
                    if let Some(write) = cell.write.filter(|&write| !self.is_before(write, used, chains)) {
                        return Err(self.race(write, used, at));
                    }
                    cell.reads.push(used);
                }
                if here.operation.writes() {
                    let at = here.to + number;
                    let cell = cells.entry(at).or_default();
                    let earlier: Vec<Use> = cell.reads.drain(..).chain(cell.write.replace(used)).collect();
                    if let Some(&earlier) =
                        earlier.iter().find(|&&earlier| !self.is_before(earlier, used, chains))
                    {
                        return Err(self.race(earlier, used, at));
                    }
                }
            }
        }
        Ok(())
    }

    fn race(&self, earlier: Use, later: Use, cell: usize) -> ScheduleFault {
        let cell = self.program.layout.name(cell);
        let message = if earlier.step == later.step {
            format!("it reads and writes {cell} for different chunks of its cnt, which it may move at once")
        } else {
            format!(
                "it uses {cell}, as {} does, one of them writes, and no wait says which comes first",
                self.program.place(earlier.step)
            )
        };
        ScheduleFault::wrong(self.program.place(later.step), message)
    }
}
