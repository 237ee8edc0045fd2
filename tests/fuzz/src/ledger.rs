//! Results proved by accepted documents: no two of them may contradict each other.

use isotask_check::{Answer, Verdict};
use isotask_wire::{Horizon, Objective, Per, Quantity, ReportedClaim, Scope, TaskDocument, to_bytes};
use std::collections::HashMap;

/// Most tasks that are remembered.
const MAX_TASKS: usize = 100_000;

/// The greatest lower bound on all schedules, and the least value that a schedule has, of every task.
#[derive(Default)]
pub struct Ledger {
    slots: HashMap<Vec<u8>, Known>,
    delay: HashMap<Vec<u8>, Known>,
}

struct Known {
    lower: u128,
    value: u128,
}

impl Default for Known {
    fn default() -> Self {
        Self { lower: 0, value: u128::MAX }
    }
}

impl Known {
    fn note(&mut self, lower: u128, value: u128, what: &str, task: &[u8]) {
        self.lower = self.lower.max(lower);
        self.value = self.value.min(value);
        assert!(
            self.lower <= self.value,
            "accepted: at least {} {what}, and a schedule with {}: {}",
            self.lower,
            self.value,
            String::from_utf8_lossy(task)
        );
    }
}

impl Ledger {
    /// Records the results of an accepted document.
    ///
    /// # Panics
    /// If an earlier accepted document contradicts this one.
    pub fn note(&mut self, answer: &Answer) {
        if self.slots.len() > MAX_TASKS {
            *self = Self::default();
        }
        match answer {
            Answer::Certificate { task, verdict, claims } => self.note_claims(task, verdict, claims),
            Answer::Schedule { task, replayed } => {
                let key = key(task);
                let slots = u128::from(replayed.completion_time);
                self.slots.entry(key.clone()).or_default().note(0, slots, "slots", &key);
            }
            Answer::Rate { task, verdict } => {
                let (slots, tasks) = verdict.bound;
                let key = key(task);
                let lower = u128::from(slots.div_ceil(tasks));
                self.slots.entry(key.clone()).or_default().note(lower, u128::MAX, "slots", &key);
            }
            Answer::Groups { .. }
            | Answer::Channels(_)
            | Answer::MatrixCertificate { .. }
            | Answer::Matrix(_)
            | Answer::Refused { .. } => {}
        }
    }

    fn note_claims(&mut self, task: &TaskDocument, verdict: &Verdict, claims: &[ReportedClaim]) {
        let (key, nodes) = (key(task), u128::from(verdict.replayed.nodes));
        let slots = u128::from(verdict.replayed.completion_time);
        for claim in claims {
            let Some(value) = claim.value else { continue };
            let lower = if claim.scope == Scope::All { claim.lower.value() } else { 0 };
            match claim.quantity {
                Quantity::CompletionTime => {
                    assert_eq!(value, slots, "a completion time that is not replayed");
                    self.slots.entry(key.clone()).or_default().note(lower, value, "slots", &key);
                }
                Quantity::TotalDelay => {
                    let times = if claim.per == Some(Per::Node) { nodes } else { 1 };
                    let lower = if claim.horizon == Some(Horizon::Any) { lower } else { 0 };
                    let known = self.delay.entry(key.clone()).or_default();
                    known.note(lower * times, value * times, "total delay", &key);
                }
                Quantity::Transmissions => {}
            }
        }
    }
}

/// Returns the task without the keys that do not affect its schedules.
fn key(task: &TaskDocument) -> Vec<u8> {
    let mut plain = task.clone();
    (plain.name, plain.objective) = (None, Objective::CompletionTime);
    to_bytes(&plain)
}
