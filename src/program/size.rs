//! The size of a program, counted before it is built.

use std::fmt;
use thiserror::Error;

/// Most variables of a program that is solved.
pub const MAX_VARIABLES: u64 = 100_000;
/// Most entries in the rows of a program for each variable that is allowed.
const MAX_ENTRIES_PER_VARIABLE: u64 = 100;

/// The formulations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Slots of the links of hypercubes and tori, without residuals.
    Slots,
    /// The delay model: hypercubes and tori.
    Delay,
    /// The flow model: Cayley graphs.
    Flow,
    /// The flow model under a group of translations.
    Orbit,
    /// The transport model: listed packets.
    Transport,
}

impl Model {
    /// Returns the word in `--json` for a refusal of this model.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Slots => "ilp-too-large",
            Self::Delay => "ilp-delay-too-large",
            Self::Flow => "ilp-flow-too-large",
            Self::Orbit => "ilp-orbit-too-large",
            Self::Transport => "ilp-transport-too-large",
        }
    }
}

/// Upper bounds on the size of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelSize {
    /// Its formulation.
    pub model: Model,
    /// Its slots.
    pub slots: u64,
    /// Its variables.
    pub variables: u64,
    /// Its rows.
    pub rows: u64,
    /// The entries of its rows, approximately.
    pub entries: u64,
}

impl fmt::Display for ModelSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slots, variables, rows, entries, .. } = self;
        write!(formatter, "{variables} variables in {rows} rows with {entries} entries for {slots} slots")
    }
}

impl ModelSize {
    /// Refuses a program of more variables than `most`, or of more than a hundred times as many entries; else
    /// gives its slots as an index.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn require(self, most: u64) -> Result<usize, TooLarge> {
        let fits = self.variables <= most && self.entries <= most.saturating_mul(MAX_ENTRIES_PER_VARIABLE);
        usize::try_from(self.slots).ok().filter(|_| fits).ok_or(TooLarge { size: self, most })
    }
}

/// The refusal of a program that would be too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", self.words())]
pub struct TooLarge {
    /// Its size.
    pub size: ModelSize,
    /// The most variables that are allowed.
    pub most: u64,
}

impl TooLarge {
    fn words(&self) -> String {
        let Self { size, most } = self;
        let (word, remedy) = match size.model {
            Model::Slots => {
                return format!(
                    "packets × links × slots = {} variables, expected at most {most}; \
                     the methods quotient and hall make schedules of this task, quotient without such a limit",
                    size.variables
                );
            }
            Model::Delay => (
                "delay",
                "; constructions make a schedule of this task without a program, and the pooled bound, which often proves it, \
                 has no such limit",
            ),
            Model::Flow => ("flow", ""),
            Model::Orbit => ("orbit", "; the method orbits has no such limit"),
            Model::Transport => ("transport", "; the method list-scheduling has no such limit"),
        };
        format!(
            "the {word} model has up to {size}, expected at most {most} variables and a hundred times as many entries{remedy}"
        )
    }
}
