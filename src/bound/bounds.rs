//! What is known of a problem from below.

use super::pooled::pooled_bound;
use super::scoped_bound::ScopedBound;
use super::transmissions::TransmissionBound;
use crate::model::Problem;
use crate::wire::{Horizon, Lower, Per, Quantity, ReportedClaim, Scope};
use std::cmp::Reverse;

/// The lower bounds of a problem, each with its witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// On the completion time, in slots; they bind every schedule. The greatest first, at least one once
    /// there is a schedule that they are held against.
    pub completion: Vec<Lower>,
    /// It binds symmetric schedules, and exceeds the others.
    pub symmetric: Option<ScopedBound>,
    /// On the number of moves.
    pub transmissions: TransmissionBound,
    /// On the total delay of the packets of a node, or of all as the transmissions are counted, if the
    /// problem asks for delay; the greatest first.
    pub delay: Vec<ScopedBound>,
    /// Slots that a symmetric schedule attains, where that is known without one.
    pub attainable: Option<Attainable>,
}

/// A completion time that is attained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attainable {
    /// The slots.
    pub slots: u64,
    /// Where the proof stands.
    pub source: &'static str,
}

impl Bounds {
    /// The greatest bound on the completion time of every schedule.
    ///
    /// # Panics
    /// If there is none yet.
    #[must_use]
    pub fn best(&self) -> &Lower {
        &self.completion[0]
    }

    /// The slots of the greatest bound on the completion time that is known so far; 0 where none is.
    #[must_use]
    pub fn known_slots(&self) -> u64 {
        self.completion.first().map_or(0, Lower::slots)
    }

    /// The greatest bound on the completion time of the schedules that are made.
    ///
    /// # Panics
    /// If there is none yet.
    #[must_use]
    pub fn greatest(&self) -> u64 {
        self.symmetric.as_ref().map_or_else(|| self.best(), |bound| &bound.lower).slots()
    }

    /// The bounds on the total delay, the greatest first and of every scope the greatest, of the packets of
    /// all nodes if a schedule says what each does: those that bind such schedules.
    #[must_use]
    pub fn delays(&self, per: Per, nodes: u64) -> Vec<ScopedBound> {
        let in_all = |bound: &ScopedBound| match (per, self.transmissions.per, bound.scope, &bound.lower) {
            (Per::Node, ..) | (Per::Network, Per::Network, ..) => Some(bound.clone()),
            (Per::Network, Per::Node, Scope::All, Lower::Pooled { value }) => {
                Some(pooled_bound(value.checked_mul(nodes.into())?))
            }
            (Per::Network, Per::Node, ..) => None,
        };
        let mut delays: Vec<ScopedBound> = Vec::new();
        for bound in self.delay.iter().filter_map(in_all) {
            if delays.iter().all(|greater| greater.scope != bound.scope) {
                delays.push(bound);
            }
        }
        delays
    }

    /// All bounds on the completion time with their scopes, the greatest first.
    #[must_use]
    pub fn times(&self) -> Vec<(Scope, &Lower)> {
        let mut times: Vec<_> = self.completion.iter().map(|lower| (Scope::All, lower)).collect();
        times.extend(self.symmetric.iter().map(|bound| (bound.scope, &bound.lower)));
        times.sort_by_key(|(scope, lower)| (Reverse(lower.value()), Reverse(*scope)));
        times
    }

    /// The bounds on the completion time that are claimed of a schedule: that on schedules in which every
    /// node does the same, if it is one, and the best on all.
    pub(crate) fn claimed(&self, per: Per) -> Vec<ScopedBound> {
        let symmetric = self.symmetric.iter().filter(|_| per == Per::Node).cloned();
        symmetric.chain([ScopedBound::of_all(self.best().clone())]).collect()
    }

    /// The bound on the transmissions with whose they are, where it is not just the sum of the distances of
    /// the packets of a node.
    #[must_use]
    pub fn moves(&self, problem: &Problem) -> Option<(Per, Lower)> {
        let per = self.transmissions.per;
        let lower = || self.transmissions.of(per, problem.network().nodes());
        problem.packets_of_a_node().is_none().then(|| (per, lower()))
    }

    /// The bounds of a problem as claims without a value: on the completion time, the greatest first, on the
    /// transmissions and on the delay.
    #[must_use]
    pub fn claims(&self, problem: &Problem) -> Vec<ReportedClaim> {
        let claim = |quantity, per, scope, lower: &Lower| ReportedClaim {
            quantity,
            value: None,
            per,
            scope,
            horizon: (quantity == Quantity::TotalDelay).then_some(Horizon::Any),
            lower: lower.clone(),
            status: None,
        };
        let times = self.times().into_iter();
        let mut claims: Vec<_> =
            times.map(|(scope, lower)| claim(Quantity::CompletionTime, None, scope, lower)).collect();
        let moves = self.moves(problem);
        claims
            .extend(moves.map(|(per, lower)| claim(Quantity::Transmissions, Some(per), Scope::All, &lower)));
        let (delays, per) = (self.delay.iter(), Some(self.transmissions.per));
        claims.extend(delays.map(|bound| claim(Quantity::TotalDelay, per, bound.scope, &bound.lower)));
        claims
    }
}
