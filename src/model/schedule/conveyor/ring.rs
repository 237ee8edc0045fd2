//! Isotropic tasks on rings in the least slots of all schedules.

use super::lemma::Belt;
use crate::model::{IsotropicTask, OffsetClass, count_of};
use std::ops::Range;
use thiserror::Error;

/// Which packets of an isotropic task on a ring go which way, so that no schedule is shorter.
///
/// Of the packets of all n nodes those of the greatest offsets go −. Their number is the sum of the offsets,
/// which makes both ways equally busy, unless a packet would take too long, whose way is forced. Only one
/// offset is divided among the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RingPlan {
    nodes: u64,
    /// The offsets by decreasing size, with the number of a node's packets and how many of those of all nodes
    /// go −.
    offsets: Vec<OffsetWays>,
    /// The least number of slots: no schedule has fewer.
    pub slots: u64,
}

/// Most classes of nodes, and most classes × slots, that are simulated to find the moves of a slot.
const MAX_SIMULATED_CLASSES: u64 = 1 << 22;
const MAX_SIMULATED_CLASS_SLOTS: u64 = 1 << 30;

/// Slots that take too long to simulate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", self.words("a choice of slots"))]
#[non_exhaustive]
pub enum TooFar {
    /// The moves of a slot of a conveyor follow from the slots before.
    Conveyor {
        /// How many slots would be simulated.
        slots: u64,
        /// The classes of nodes that take part in each.
        classes: u64,
    },
    /// The packets of a block of windows are found by listing all.
    Windows,
}

impl TooFar {
    /// Returns the reason as text; `range` is the caller's name for a choice of slots.
    #[must_use]
    pub fn words(&self, range: &str) -> String {
        match self {
            Self::Conveyor { slots, classes } => format!(
                "{slots} slots of {classes} classes of nodes to go through, expected at most 2^30 slots × classes and \
                 2^22 classes; {range} chooses earlier or fewer slots, and isotask check needs none"
            ),
            Self::Windows => {
                "the moves of windows on a torus of more than 2^20 nodes are not listed; isotask check needs none".to_owned()
            }
        }
    }
}

/// How the packets of one offset are divided between the two directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OffsetWays {
    offset: u64,
    count: u64,
    /// How many of `count` · n packets go −.
    minus: u64,
}

impl RingPlan {
    /// Plans the ways of packets, given as increasing pairs of an offset and its packets of a node; a node
    /// needs two ports.
    ///
    /// The plan has the least T for which the loads of the two directions, along routes of at most T hops,
    /// are at most T: the fractional routing problem, whose dual is the bound by weights. The number that
    /// goes − balances the loads, clamped where routes would be too long.
    ///
    /// # Complexity
    /// O(X · log T) for X offsets.
    #[must_use]
    pub fn new(nodes: u64, offsets: &[(u64, u64)]) -> Self {
        let divided = |slots: u64| {
            let mut left = to_minus(nodes, offsets, slots);
            let ways = |&(offset, count): &(u64, u64)| {
                let minus = left.min(count * nodes);
                left -= minus;
                OffsetWays { offset, count, minus }
            };
            offsets.iter().rev().map(ways).collect::<Vec<_>>()
        };
        let farthest = offsets.iter().map(|&(offset, _)| offset.min(nodes - offset)).max().unwrap_or(0);
        let alone: u64 = offsets.iter().map(|&(offset, count)| offset.min(nodes - offset) * count).sum();
        // Every packet along its shorter way, one after the other, is enough.
        let (mut low, mut high) = (farthest, alone.max(farthest));
        while low < high {
            let middle = low + (high - low) / 2;
            if fits(nodes, &divided(middle), middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Self { nodes, offsets: divided(low), slots: low }
    }

    /// Returns the plan of a task on a ring in which `minus` packets of all nodes go −, those of the greatest
    /// offsets.
    ///
    /// # Complexity
    /// O(X + r) for X offsets and r classes.
    pub(crate) fn with_minus(task: &IsotropicTask, minus: u64) -> Self {
        let nodes = task.network().nodes();
        let mut classes: Vec<_> = task.classes().collect();
        classes.reverse();
        let mut left = minus;
        let ways = |class: OffsetClass| {
            let minus = left.min(class.count * nodes);
            left -= minus;
            OffsetWays { offset: class.offset.0, count: class.count, minus }
        };
        let mut plan = Self { nodes, offsets: classes.into_iter().map(ways).collect(), slots: 0 };
        plan.slots = [false, true].map(|minus| plan.way(minus).belt().slots()).into_iter().max().unwrap_or(0);
        plan
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns how many packets of all nodes go −.
    pub(crate) fn minus(&self) -> u64 {
        self.offsets.iter().map(|ways| ways.minus).sum()
    }

    /// Returns the number of classes of nodes: the least in which the divided offset is divided evenly.
    #[must_use]
    pub fn classes(&self) -> u64 {
        let divided = self.offsets.iter().map(|ways| ways.minus % self.nodes).find(|&rest| rest > 0);
        divided.map_or(1, |rest| self.nodes / num_integer::gcd(self.nodes, rest))
    }

    /// Refuses slots that take too long to simulate.
    pub(in crate::model::schedule) fn require_near(&self, slots: &Range<u64>) -> Result<(), TooFar> {
        let (classes, end) = (self.classes(), slots.end.min(self.slots));
        let divided = self.offsets.iter().filter(|ways| !ways.minus.is_multiple_of(self.nodes));
        let long = divided.map(|ways| ways.offset.max(self.nodes - ways.offset)).max().unwrap_or(0);
        // Slots after the last long packet are skipped.
        let through = end.min(long) + (end - slots.start.clamp(long.min(end), end));
        let steps = u128::from(classes) * u128::from(through);
        if classes <= MAX_SIMULATED_CLASSES && steps <= MAX_SIMULATED_CLASS_SLOTS.into() {
            return Ok(());
        }
        Err(TooFar::Conveyor { slots: through, classes })
    }

    /// Returns the number of moves that the schedule lists: those of one packet of each orbit.
    #[must_use]
    pub fn moves(&self) -> u128 {
        self.transmissions() / u128::from(self.nodes / self.classes())
    }

    /// Returns the number of moves of all packets of all nodes.
    pub(crate) fn transmissions(&self) -> u128 {
        let hops = |ways: &OffsetWays| {
            let plus = u128::from(ways.count * self.nodes - ways.minus);
            plus * u128::from(ways.offset) + u128::from(ways.minus) * u128::from(self.nodes - ways.offset)
        };
        self.offsets.iter().map(hops).sum()
    }

    /// Returns the packets of one way: fillers, which every node sends, by the hops that they make, and the
    /// classes that send one long packet more.
    pub(super) fn way(&self, minus: bool) -> OneWay {
        let classes = usize::try_from(self.classes()).expect("classes of nodes in memory");
        let mut way = OneWay { fillers: Vec::new(), starts: vec![false; classes], length: 0, last: None };
        for ways in &self.offsets {
            let hops = if minus { self.nodes - ways.offset } else { ways.offset };
            let (whole, rest) = (ways.minus / self.nodes, ways.minus % self.nodes);
            let kept = ways.count - whole - u64::from(rest > 0);
            let (count, first) = if minus { (whole, kept) } else { (kept, 0) };
            // A packet that is alone has no number.
            let copy = |number| (ways.count > 1).then_some(number);
            if count > 0 {
                way.fillers.push(FillerGroup { hops, count, first: copy(first) });
            }
            if rest > 0 {
                (way.length, way.last) = (hops, copy(ways.count - 1));
                way.starts = balanced(rest, self.nodes, classes).map(|starts| starts == minus).collect();
            }
        }
        way
    }
}

/// Returns how many of the packets of all nodes go −.
fn to_minus(nodes: u64, offsets: &[(u64, u64)], slots: u64) -> u64 {
    let number = |chosen: &dyn Fn(u64) -> bool| -> u64 {
        offsets.iter().filter(|(offset, _)| chosen(*offset)).map(|&(_, count)| count * nodes).sum()
    };
    let balance = offsets.iter().map(|&(offset, count)| offset * count).sum::<u64>();
    let (forced, allowed) = (number(&|offset| offset > slots), number(&|offset| nodes - offset <= slots));
    balance.max(forced).min(allowed)
}

/// Returns whether both directions carry their packets in `slots` slots, and no packet makes more hops than
/// that.
fn fits(nodes: u64, offsets: &[OffsetWays], slots: u64) -> bool {
    let (mut plus, mut minus) = (0_u128, 0_u128);
    for ways in offsets {
        let up = ways.count * nodes - ways.minus;
        if (up > 0 && ways.offset > slots) || (ways.minus > 0 && nodes - ways.offset > slots) {
            return false;
        }
        plus += u128::from(up) * u128::from(ways.offset);
        minus += u128::from(ways.minus) * u128::from(nodes - ways.offset);
    }
    plus.max(minus) <= u128::from(slots) * u128::from(nodes)
}

/// Returns the balanced word of slope a/n: letter v says whether ⌊(v + 1)·a/n⌋ exceeds ⌊v·a/n⌋. A window of
/// any length has its share of letters, rounded down or up.
fn balanced(a: u64, n: u64, letters: usize) -> impl Iterator<Item = bool> {
    let floor = move |v: u64| u128::from(v) * u128::from(a) / u128::from(n);
    (0..count_of(letters)).map(move |v| floor(v + 1) > floor(v))
}

/// Packets of one offset that every node sends in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct FillerGroup {
    /// How far they go.
    pub(super) hops: u64,
    /// How many there are of a node.
    pub(super) count: u64,
    /// The number of the first of them among the packets of a node with this offset; none if it is alone.
    pub(super) first: Option<u64>,
}

/// The packets of one direction.
pub(super) struct OneWay {
    /// The packets that every node sends.
    pub(super) fillers: Vec<FillerGroup>,
    /// Whether each class sends one more packet, of `length` hops.
    pub(super) starts: Vec<bool>,
    pub(super) length: u64,
    /// The number of that packet among those of its node with its offset; none if it is alone.
    pub(super) last: Option<u64>,
}

impl OneWay {
    /// Starts the conveyor of the direction; the fillers of a class go one after the other.
    pub(super) fn belt(&self) -> Belt {
        Belt::new(
            self.starts.clone(),
            self.length,
            self.fillers.iter().map(|alike| alike.hops * alike.count).sum(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether `minus` packets, those of the greatest offsets, can go −: no way is longer than the
    /// slots, and neither direction is overloaded.
    fn is_possible(nodes: u64, offsets: &[(u64, u64)], minus: u64, slots: u64) -> bool {
        let (mut left, mut loads) = (minus, [0, 0]);
        offsets.iter().rev().all(|&(offset, count)| {
            let down = left.min(count * nodes);
            let up = count * nodes - down;
            left -= down;
            loads[0] += up * offset;
            loads[1] += down * (nodes - offset);
            (up == 0 || offset <= slots) && (down == 0 || nodes - offset <= slots)
        }) && loads.iter().all(|&load| load <= slots * nodes)
    }

    #[test]
    fn no_division_between_the_directions_gives_a_shorter_plan() {
        for offsets in [
            vec![(1, 1)],
            vec![(6, 1)],
            vec![(2, 2)],
            vec![(2, 5), (3, 1)],
            vec![(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)],
            vec![(3, 2), (4, 3)],
            vec![(1, 9), (6, 1)],
            vec![(2, 1), (5, 4)],
            vec![(1, 1), (5, 1)],
        ] {
            let plan = RingPlan::new(7, &offsets);
            let all = 7 * offsets.iter().map(|&(_, count)| count).sum::<u64>();
            let least =
                (0..1_000).find(|&slots| (0..=all).any(|minus| is_possible(7, &offsets, minus, slots)));
            assert_eq!(Some(plan.slots), least, "{offsets:?}");
            assert!(is_possible(7, &offsets, plan.minus(), plan.slots), "{offsets:?}");
        }
    }

    #[test]
    fn packets_have_numbers_unless_they_are_alone() {
        let plan = RingPlan::new(7, &[(1, 1), (2, 2), (6, 1)]);
        for way in [plan.way(false), plan.way(true)] {
            for alike in &way.fillers {
                assert_eq!(alike.first.is_some(), [2, 5].contains(&alike.hops), "{alike:?}");
            }
        }
        // Half of the packets of one offset go each way; a packet that is the only one of its node has no
        // number.
        for (count, last) in [(1, None), (3, Some(2))] {
            let plan = RingPlan::new(8, &[(4, count)]);
            assert_eq!([false, true].map(|minus| plan.way(minus).last), [last; 2]);
        }
    }
}
