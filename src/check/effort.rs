//! The limit on the work that a document may ask for.

use crate::refusal::rejection::Rejection;
use std::cell::Cell;
use std::rc::Rc;

/// The part of a document whose check takes the steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Task,
    Schedule,
    Claim(usize),
    Network,
    Numbering,
    Cycle,
    Ways,
    RateBound,
}

impl Part {
    fn place(self) -> String {
        match self {
            Self::Task => "task".to_owned(),
            Self::Schedule => "schedule".to_owned(),
            Self::Claim(claim) => format!("claims[{claim}].lower"),
            Self::Network => "network".to_owned(),
            Self::Numbering => "numbering".to_owned(),
            Self::Cycle => "cycle".to_owned(),
            Self::Ways => "ways".to_owned(),
            Self::RateBound => "lower".to_owned(),
        }
    }
}

/// The steps that remain of a limit; clones share them.
///
/// A step is about the cost of an addition and a memory access. Work linear in the length of the document is
/// not counted. The steps of all other work, such as going through all nodes of a network or all packets that
/// a word stands for, are taken before it or while it is done.
#[derive(Debug, Clone)]
pub(crate) struct Effort(Rc<StepBudget>);

#[derive(Debug)]
struct StepBudget {
    limit: u64,
    steps: Cell<u64>,
    part: Cell<Part>,
}

impl Effort {
    pub(crate) fn new(limit: u64) -> Self {
        Self(Rc::new(StepBudget { limit, steps: Cell::new(limit), part: Cell::new(Part::Task) }))
    }

    /// Attributes the steps that are taken from now on to a part of the document.
    pub(crate) fn charge_to(&self, part: Part) {
        self.0.part.set(part);
    }

    /// Takes this number of steps; refuses more than are left.
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Rejection> {
        match self.0.steps.get().checked_sub(steps) {
            Some(left) => {
                self.0.steps.set(left);
                Ok(())
            }
            None => Err(Rejection::LimitReached { place: self.0.part.get().place(), limit: self.0.limit }),
        }
    }

    /// Returns the steps that were taken so far.
    pub(crate) fn spent(&self) -> u64 {
        self.0.limit - self.0.steps.get()
    }

    /// Takes `times` · `steps` steps; refuses more than are left.
    pub(crate) fn spend_times(&self, times: u64, steps: u64) -> Result<(), Rejection> {
        self.spend(times.saturating_mul(steps))
    }
}
