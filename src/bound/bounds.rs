//! Collects the lower bounds of a problem.

use super::pooled::pooled_bound;
use super::scoped_bound::ScopedBound;
use super::transmissions::TransmissionBound;
use crate::model::Problem;
use crate::wire::{Horizon, Lower, Per, Quantity, ReportedClaim, Scope};
use std::cmp::Reverse;

/// The lower bounds of a problem, each with its witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// Bounds on the completion time, in slots, of every schedule, the greatest first. There is at least one
    /// once a schedule is compared with them.
    pub completion: Vec<Lower>,
    /// A bound on symmetric schedules, greater than those on every schedule.
    pub symmetric: Option<ScopedBound>,
    /// The bound on the number of moves.
    pub transmissions: TransmissionBound,
    /// Bounds on the total delay, if the problem asks for delay, the greatest first. They count the packets
    /// of one node, or of all nodes, as the bound on transmissions does.
    pub delay: Vec<ScopedBound>,
    /// A completion time that some symmetric schedule is known to attain, before one has been built.
    pub attainable: Option<Attainable>,
}

/// A completion time that is attained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attainable {
    /// The slots.
    pub slots: u64,
    /// The source of the proof.
    pub source: &'static str,
}

impl Bounds {
    /// Returns the greatest bound on the completion time of every schedule.
    ///
    /// # Panics
    /// If there is none yet.
    #[must_use]
    pub fn best(&self) -> &Lower {
        &self.completion[0]
    }

    /// Returns the slots of the greatest bound on the completion time that is known so far; 0 if none is.
    #[must_use]
    pub fn known_slots(&self) -> u64 {
        self.completion.first().map_or(0, Lower::slots)
    }

    /// Returns the greatest bound on the completion time, that on symmetric schedules if there is one.
    ///
    /// # Panics
    /// If there is none yet.
    #[must_use]
    pub fn greatest(&self) -> u64 {
        self.symmetric.as_ref().map_or_else(|| self.best(), |bound| &bound.lower).slots()
    }

    /// Returns the greatest bound on the total delay of every scope, the greatest first. If a schedule lists
    /// the moves of all nodes (`per`), these are the bounds on the packets of all nodes that bind it.
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

    /// Returns all bounds on the completion time with their scopes, the greatest first.
    #[must_use]
    pub fn times(&self) -> Vec<(Scope, &Lower)> {
        let mut times: Vec<_> = self.completion.iter().map(|lower| (Scope::All, lower)).collect();
        times.extend(self.symmetric.iter().map(|bound| (bound.scope, &bound.lower)));
        times.sort_by_key(|(scope, lower)| (Reverse(lower.value()), Reverse(*scope)));
        times
    }

    /// Returns the bounds on the completion time that are claimed of a schedule: the bound on symmetric
    /// schedules if it is one (`per`), and the best bound on every schedule.
    pub(crate) fn claimed(&self, per: Per) -> Vec<ScopedBound> {
        let symmetric = self.symmetric.iter().filter(|_| per == Per::Node).cloned();
        symmetric.chain([ScopedBound::of_all(self.best().clone())]).collect()
    }

    /// Returns the bound on the transmissions, of a node or of the network; none where it is only the sum of
    /// the distances of the packets of a node.
    #[must_use]
    pub fn moves(&self, problem: &Problem) -> Option<(Per, Lower)> {
        let per = self.transmissions.per;
        let lower = || self.transmissions.of(per, problem.network().nodes());
        problem.packets_of_a_node().is_none().then(|| (per, lower()))
    }

    /// Returns the bounds of a problem as claims without a value: on the completion time, the greatest first,
    /// on the transmissions and on the delay.
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
