//! Equal packets: one passage for all of them, and then one for each.

use super::super::region::Region;
use super::super::space::Space;
use super::super::trips::Trips;
use super::passage::Passage;
use super::sums::{ALWAYS, Sums};
use crate::model::wide;

/// Most steps of all passages together, and most cells.
pub(super) const MOST_STEPS: usize = 5 << 20;
/// Steps that are less probable than one of so many are left away when equal packets are parted.
const IMPROBABLE: u64 = 1000;

/// A passage for all packets of a start and a destination, on ways of so many hops more than the shortest;
/// none if they have too many steps.
pub(super) fn shared(space: &Space, trips: &Trips, slots: usize, detour: usize) -> Option<Vec<Passage>> {
    let mut region = Region::new(space.states());
    let (mut passages, mut steps) = (Vec::new(), 0);
    let all: Vec<_> = trips.iter().collect();
    for equal in all.chunk_by(|one, two| (one.from, one.to) == (two.from, two.to)) {
        region.explore(space, equal[0], equal[0].shortest() + detour, |_| true);
        let packets = u32::try_from(equal.len()).ok()?;
        let passage = Passage::new(&region, equal[0], slots, packets, MOST_STEPS - steps)?;
        steps += passage.steps.len();
        passages.push(passage);
    }
    Some(passages)
}

/// A passage for each packet, in their order, without steps that are improbable; none if they have too many
/// steps.
///
/// Of k equal packets each leaves the start in a part of its own of the first moves, in the order of their
/// slots: the i-th where the expected number of packets that have left goes from i − 1 to i. So each takes
/// a way, and all together take what they took before.
pub(super) fn parted(shared: &[Passage], claims: &[u64]) -> Option<Vec<Passage>> {
    let (mut sums, mut parted, mut steps) = (Sums::default(), Vec::new(), 0);
    for passage in shared {
        sums.weigh(passage, claims);
        sums.weigh_back(passage);
        let firsts = Firsts::new(passage, &sums);
        for packet in 0..passage.packets {
            let mut own = passage.pruned(|at| firsts.is_open(packet, at))?;
            own.packets = 1;
            sums.weigh(&own, claims);
            sums.weigh_back(&own);
            for at in 0..own.steps.len() {
                own.steps[at].odds = sums.odds(&own, at);
            }
            let own = probable(&own, &sums);
            steps += own.steps.len();
            if steps > MOST_STEPS {
                return None;
            }
            parted.push(own);
        }
    }
    Some(parted)
}

/// The passage without improbable steps, or without those that are still less probable if no way is left.
fn probable(passage: &Passage, sums: &Sums) -> Passage {
    let mut parts = IMPROBABLE;
    loop {
        let is_kept = |at| sums.of_step(passage, at) >= ALWAYS / parts;
        if let Some(pruned) = passage.pruned(is_kept) {
            return pruned;
        }
        parts = parts.saturating_mul(IMPROBABLE);
    }
}

/// Through which first moves equal packets leave.
struct Firsts {
    packets: u64,
    /// By step: how many have left before it and after it, in parts of a packet; none if it is no first move.
    left: Vec<Option<(u64, u64)>>,
    all: u64,
}

impl Firsts {
    fn new(passage: &Passage, sums: &Sums) -> Self {
        let mut is_start = vec![false; passage.places];
        is_start[0] = true;
        let (mut left, mut all) = (Vec::with_capacity(passage.steps.len()), 0);
        for (at, step) in passage.steps.iter().enumerate() {
            let is_first = is_start[wide(step.from)];
            is_start[wide(step.to)] |= is_first && step.cell().is_none();
            left.push((is_first && step.cell().is_some()).then(|| {
                let before = all;
                all += sums.of_step(passage, at);
                (before, all)
            }));
        }
        Self { packets: passage.packets.into(), left, all }
    }

    /// Whether a packet may take a step, or somebody if it is alone.
    fn is_open(&self, packet: u32, at: usize) -> bool {
        let (begin, end) = (u64::from(packet) * self.all, (u64::from(packet) + 1) * self.all);
        let is_own = |(before, after)| before * self.packets < end && after * self.packets > begin;
        self.packets == 1 || self.left[at].is_none_or(is_own)
    }
}
