//! How much work a document may ask for.

use crate::refusal::rejection::Rejection;
use std::cell::Cell;
use std::rc::Rc;

/// What of a document is being checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Task,
    Schedule,
    Claim(usize),
    Numbering,
}

impl Part {
    fn place(self) -> String {
        match self {
            Self::Task => "task".to_owned(),
            Self::Schedule => "schedule".to_owned(),
            Self::Claim(claim) => format!("claims[{claim}].lower"),
            Self::Numbering => "numbering".to_owned(),
        }
    }
}

/// The steps that are left of a limit; copies share them.
///
/// A step is about what an addition and a look into memory take. What is linear in the length of the document
/// is not counted: of everything else, such as going through all nodes of a network, or all packets that a
/// word stands for, the steps are taken beforehand, or while it is done.
#[derive(Debug, Clone)]
pub(crate) struct Effort(Rc<Left>);

#[derive(Debug)]
struct Left {
    limit: u64,
    steps: Cell<u64>,
    part: Cell<Part>,
}

impl Effort {
    pub(crate) fn new(limit: u64) -> Self {
        Self(Rc::new(Left { limit, steps: Cell::new(limit), part: Cell::new(Part::Task) }))
    }

    /// From now on steps are taken for this.
    pub(crate) fn turn_to(&self, part: Part) {
        self.0.part.set(part);
    }

    /// Takes so many steps; refuses more than are left.
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Rejection> {
        match self.0.steps.get().checked_sub(steps) {
            Some(left) => {
                self.0.steps.set(left);
                Ok(())
            }
            None => Err(Rejection::LimitReached { place: self.0.part.get().place(), limit: self.0.limit }),
        }
    }

    /// The steps that were taken so far.
    pub(crate) fn spent(&self) -> u64 {
        self.0.limit - self.0.steps.get()
    }

    /// The same of so many times so many steps.
    pub(crate) fn spend_times(&self, times: u64, steps: u64) -> Result<(), Rejection> {
        self.spend(times.saturating_mul(steps))
    }
}
