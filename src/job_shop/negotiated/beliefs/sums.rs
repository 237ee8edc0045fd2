//! What the ways of one packet weigh together, and through every step.

use super::passage::Passage;
use super::weight::Weight;
use crate::model::wide;

/// Odds have so many binary digits behind the point.
pub(super) const BEHIND: i32 = 24;
/// Odds are at most this; those of a decided way are.
pub(super) const CERTAIN: u64 = 1 << 50;
/// What more than so much is claimed counts as so much.
const MOST_CLAIMS: u64 = 1 << 60;
/// Probabilities are parts of this.
pub(super) const ALWAYS: u64 = 1 << 32;

/// Sums over the ways of a packet, of which each weighs the product of what its steps weigh: a move
/// 1 / (1 + c), where c is what all others claim of its cell, waiting 1.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// By step.
    factor: Vec<Weight>,
    /// By place: all ways from the first place to it, the best of them and the step that ends that, and all
    /// ways from it to the last place.
    forward: Vec<Weight>,
    best: Vec<(Weight, u32)>,
    backward: Vec<Weight>,
}

impl Sums {
    /// Weighs all ways, where packets claim so much of every cell, these packets among them.
    pub(super) fn weigh(&mut self, passage: &Passage, claims: &[u64]) {
        self.factor.clear();
        self.forward.clear();
        self.forward.resize(passage.places, Weight::ZERO);
        self.forward[0] = Weight::ONE;
        for step in &passage.steps {
            let factor = step.cell().map_or(Weight::ONE, |cell| {
                // 2^-39 · 2^63 / (2^24 + c · 2^24)
                let others = claims[cell].saturating_sub(step.odds).min(MOST_CLAIMS);
                Weight::new((1 << 63) / ((1 << BEHIND) + others), BEHIND - 63)
            });
            self.factor.push(factor);
            let (from, to) = (wide(step.from), wide(step.to));
            self.forward[to] = self.forward[to] + self.forward[from] * factor;
        }
    }

    /// Looks for the best way, once all are weighed.
    pub(super) fn choose(&mut self, passage: &Passage) {
        self.best.clear();
        self.best.resize(passage.places, (Weight::ZERO, u32::MAX));
        self.best[0].0 = Weight::ONE;
        for (at, (step, &factor)) in (0..).zip(passage.steps.iter().zip(&self.factor)) {
            let best = self.best[wide(step.from)].0 * factor;
            let there = &mut self.best[wide(step.to)];
            if best > there.0 {
                *there = (best, at);
            }
        }
    }

    /// Adds what ways weigh from every place to the last.
    pub(super) fn weigh_back(&mut self, passage: &Passage) {
        self.backward.clear();
        self.backward.resize(passage.places, Weight::ZERO);
        self.backward[wide(passage.end)] = Weight::ONE;
        for (step, &factor) in passage.steps.iter().zip(&self.factor).rev() {
            let (from, to) = (wide(step.from), wide(step.to));
            self.backward[from] = self.backward[from] + self.backward[to] * factor;
        }
    }

    /// What all ways weigh.
    fn total(&self, passage: &Passage) -> Weight {
        self.forward[wide(passage.end)]
    }

    /// How probable the best way is that was chosen.
    pub(super) fn of_best(&self, passage: &Passage) -> u64 {
        self.best[wide(passage.end)].0.over(self.total(passage), 32, ALWAYS)
    }

    /// How probable the way is that was decided.
    pub(super) fn of_decided(&self, passage: &Passage) -> u64 {
        let steps = passage.decided.iter().flatten();
        let way = steps.fold(Weight::ONE, |way, &step| way * self.factor[wide(step)]);
        way.over(self.total(passage), 32, ALWAYS)
    }

    /// The steps of the way that was chosen.
    pub(super) fn best(&self, passage: &Passage) -> Vec<u32> {
        let (mut way, mut place) = (Vec::new(), passage.end);
        while place != 0 {
            let step = self.best[wide(place)].1;
            way.push(step);
            place = passage.steps[wide(step)].from;
        }
        way.reverse();
        way
    }

    /// How probable a step is, once ways are weighed in both directions.
    pub(super) fn of_step(&self, passage: &Passage, at: usize) -> u64 {
        let step = &passage.steps[at];
        let through = self.forward[wide(step.from)] * self.factor[at] * self.backward[wide(step.to)];
        through.over(self.total(passage), 32, ALWAYS)
    }

    /// The odds of a step if nobody else wants its cell: its ways without what that factor takes, to all
    /// others.
    pub(super) fn odds(&self, passage: &Passage, at: usize) -> u64 {
        let step = &passage.steps[at];
        let free = self.forward[wide(step.from)] * self.backward[wide(step.to)];
        let others = self.total(passage).minus(free * self.factor[at]);
        free.over(others, BEHIND, CERTAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::super::passage::tests::{some_passage, ways};
    use super::*;
    use crate::graph::Random;

    const FINE: u128 = 1 << 60;

    /// Whether two numbers differ by at most one of a million parts, or hardly at all.
    fn is_near(one: u128, two: u128) -> bool {
        one.abs_diff(two) <= two / 1_000_000 + 8
    }

    /// What ways weigh together, through each step and at best, is what their list says.
    #[test]
    fn sums_are_those_over_all_ways() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut passage = some_passage(5, &mut random);
            let claims: Vec<u64> = (0..6).map(|_| random.bits(27)).collect();
            let factor = |at: usize| {
                let claim = passage.steps[at].cell().map_or(0, |cell| u128::from(claims[cell]));
                (FINE << BEHIND) / ((1 << BEHIND) + claim)
            };
            let ways = ways(&passage);
            let weight = |way: &[usize], without: Option<usize>| {
                let others = way.iter().filter(|&&at| Some(at) != without);
                others.fold(FINE, |weight, &at| (weight * (factor(at) >> 30)) >> 30)
            };
            let all: u128 = ways.iter().map(|way| weight(way, None)).sum();
            let mut sums = Sums::default();
            sums.weigh(&passage, &claims);
            sums.weigh_back(&passage);
            sums.choose(&passage);
            let best = ways.iter().map(|way| weight(way, None)).max().expect("waiting is a way");
            assert!(is_near(sums.of_best(&passage).into(), (best << 32) / all));
            for at in 0..passage.steps.len() {
                let through = || ways.iter().filter(|way| way.contains(&at));
                let weight_of = |without| through().map(|way| weight(way, without)).sum::<u128>();
                let (with, free) = (weight_of(None), weight_of(Some(at)));
                assert!(is_near(sums.of_step(&passage, at).into(), (with << 32) / all));
                let odds = (free << BEHIND).checked_div(all - with);
                let odds = odds.unwrap_or(CERTAIN.into()).min(CERTAIN.into());
                assert!(is_near(sums.odds(&passage, at).into(), odds), "{odds}");
            }
            passage.decided = Some(sums.best(&passage));
            assert_eq!(sums.of_decided(&passage).abs_diff(sums.of_best(&passage)) >> 8, 0);
        }
    }
}
