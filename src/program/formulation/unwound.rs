//! Converts words of links on a product of rings to rows of its task matrix.

use super::delay::DelaySchedule;
use crate::model::{Coloring, Dimension, IsotropicTask, Way, WordSchedule, count_of, wide};
use crate::program::error::ProgramError;
use crate::route::{Directions, Run};

/// The slots of one packet on both links of one dimension, in increasing order.
#[derive(Debug, Clone, Default)]
struct Turns {
    plus: Vec<u32>,
    minus: Vec<u32>,
}

impl Turns {
    /// Removes moves that cancel each other, and whole turns of the ring, the latest first. On a product of
    /// rings moves commute, so the remaining moves lead to the packet's destination as well, no later.
    fn unwind(&mut self, ring: &Dimension) {
        let back = self.plus.len().min(self.minus.len());
        self.plus.truncate(self.plus.len() - back);
        self.minus.truncate(self.minus.len() - back);
        let radix = usize::try_from(ring.radix()).unwrap_or(usize::MAX);
        for slots in [&mut self.plus, &mut self.minus] {
            slots.truncate(slots.len() % radix);
        }
    }
}

impl DelaySchedule {
    /// Converts words of links to rows, each with the shorter or the longer way round every ring.
    ///
    /// # Errors
    /// As [`DelaySchedule::new`].
    ///
    /// # Complexity
    /// O(moves + packets · dimensions · log packets), and that of [`DelaySchedule::new`].
    ///
    /// # Panics
    /// If the words are no schedule of the task.
    pub fn of_words(task: &IsotropicTask, words: &WordSchedule) -> Result<Self, ProgramError> {
        let rings = task.network().dimensions();
        let mut turns: Vec<Vec<Turns>> = vec![vec![Turns::default(); rings.len()]; words.packets.len()];
        for (slot, moves) in (0_u32..).zip(&words.slots) {
            for &(packet, link) in moves {
                let on = |ring: &Dimension| [Way::Plus, Way::Minus].map(|way| ring.link(way).0);
                let dimension = rings.iter().position(|ring| on(ring).contains(&link));
                let dimension = dimension.expect("every link is one of a dimension");
                let turns = &mut turns[wide(packet)][dimension];
                let plus = rings[dimension].link(Way::Plus).0 == link;
                if plus { turns.plus.push(slot) } else { turns.minus.push(slot) }
            }
        }
        let mut order: Vec<usize> = (0..words.packets.len()).collect();
        order.sort_by_key(|&packet| words.packets[packet]);
        let (mut runs, mut slots, mut next) = (Vec::new(), Vec::new(), order.into_iter());
        for class in task.classes() {
            let mut ways: Vec<Run> = Vec::new();
            for _ in 0..class.count {
                let packet = next.next().expect("the packets of the task");
                let mut minus = 0;
                for (dimension, ring) in rings.iter().enumerate() {
                    let turns = &mut turns[packet][dimension];
                    turns.unwind(ring);
                    minus |= u64::from(!turns.minus.is_empty()) << dimension;
                    slots.append(&mut turns.plus);
                    slots.append(&mut turns.minus);
                }
                match ways.last_mut() {
                    Some(run) if run.minus == minus => run.count += 1,
                    _ => ways.push(Run { minus, count: 1 }),
                }
            }
            runs.push(ways);
        }
        debug_assert!(count_of(runs.len()) <= task.rows(), "a class has a packet");
        Self::new(task, Directions::PerClass { runs, alternating: 0 }, Coloring { slots })
    }
}
