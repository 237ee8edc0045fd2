//! Notes on a result, and explanations of how it came about.

use super::error::MethodError;
use crate::check::Options;
use crate::decompose::{Decomposition, NonWastingRange};
use crate::job_shop::{Effort, ListTry};
use crate::model::counted;
use crate::program;
use crate::wire::{Lower, LowerKind};
use std::fmt;
use std::time::Duration;

/// The caller's names of options that help.
#[derive(Debug, Clone, Copy)]
pub struct Called {
    /// The exact program.
    pub program: &'static str,
    /// The name of the option for symmetric schedules.
    pub symmetric: &'static str,
    /// That no method was asked for.
    pub unasked: &'static str,
    /// The name of the option for the effort.
    pub effort: &'static str,
    /// A check with a limit of its work, which follows.
    pub check: &'static str,
}

impl Called {
    const PLAIN: Self = Self {
        program: "the method ilp",
        symmetric: "symmetric ones",
        unasked: "without being asked for",
        effort: "the effort",
        check: "a check with the limit",
    };
}

/// A note on a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// There is nothing to send.
    NoPackets,
    /// The greatest row sum and column sum: with non-wasting schedules their sum less one is enough.
    NonWasting {
        /// h_r.
        rows: u64,
        /// h_c.
        columns: u64,
        /// The slots in random orders; none if the matrix is large.
        range: Option<NonWastingRange>,
    },
    /// Every node's queue was replayed.
    QueuesReplayed {
        /// Number of nodes.
        nodes: u64,
        /// The packets in the longest queue.
        longest: u64,
    },
    /// The schedule follows a tree that is given.
    AlongTree {
        /// The slots that it takes.
        slots: u64,
        /// The slots that every schedule along the tree takes.
        least: u64,
    },
    /// A program too large for any budget.
    BeyondProgram,
    /// A model that is not searched without being asked for.
    TooLargeUnasked {
        /// Which model.
        model: &'static str,
        /// Its size and what else there is to say.
        size: ModelLimit,
    },
    /// The exact program may do better when it is asked for.
    MayClose {
        /// The quantity that has the gap.
        gap: &'static str,
    },
    /// Nodes differ in the schedule because that takes fewer slots.
    Asymmetric {
        /// The slots of the best schedule found in which they do not.
        found: u64,
        /// The slots that such schedules take at least.
        least: u64,
    },
    /// Under a group of translations fewer slots are refuted, which says nothing of other schedules.
    RefutedUnder {
        /// The generators of the group: the images of node 0 under translations.
        generators: Vec<u64>,
        /// Classes of nodes.
        classes: u64,
        /// The number of slots that no schedule under the group has.
        slots: u64,
    },
    /// A search ended with its steps, and would go on with this effort.
    MoreEffort(Effort),
    /// A search ended early.
    Ended(SearchLimit),
    /// The certificate is accepted, but its check takes more work than the checker does unless it is told.
    CheckLimit {
        /// The steps of the check.
        steps: u64,
    },
}

/// The size of a model that is not searched.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelLimit {
    /// An upper bound on the size.
    UpTo(program::ModelSize),
    /// The most variables that the program takes.
    Most(u64),
}

/// Why a search ended without a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchLimit {
    /// A number of search nodes.
    Nodes(u64),
    /// A time limit.
    Time(Duration),
    /// The caller stopped it.
    Interrupted,
    /// The next model would be too large.
    Size,
    /// The solver gave nothing.
    Solver,
}

impl Note {
    /// Says what limit the checker needs for a certificate whose check has taken these steps; nothing where
    /// the default limit is enough.
    #[must_use]
    pub fn of_check(steps: u64) -> Option<Self> {
        (steps > Options::default().limit).then_some(Self::CheckLimit { steps })
    }

    /// The note, in the words of a caller.
    #[must_use]
    pub fn words(&self, called: &Called) -> String {
        let program = called.program;
        match self {
            Self::NoPackets => "without packets there are no slots".to_owned(),
            Self::NonWasting { rows, columns, range } => {
                let tried = range.map(|NonWastingRange { orders, fewest, most }| {
                    format!("; in {orders} random orders of packets and links {fewest} to {most}")
                });
                format!(
                    "non-wasting schedules take at most h_r + h_c - 1 = {rows} + {columns} - 1 = {} slots (P1 §5){}",
                    rows + columns - 1,
                    tried.unwrap_or_default()
                )
            }
            Self::QueuesReplayed { nodes, longest } => format!(
                "slot by slot the queues of all {nodes} nodes were replayed: alike up to translation (P3 Lemma 2); \
                 the longest held {}",
                counted(*longest, "packet")
            ),
            Self::AlongTree { slots, least } if slots == least => {
                format!("no schedule along the given tree takes fewer slots than {least}")
            }
            Self::AlongTree { least, .. } => {
                format!("every schedule along the given tree takes at least {}", counted(*least, "slot"))
            }
            Self::BeyondProgram => format!("the delay model is too large for {program}"),
            Self::TooLargeUnasked { model, size: ModelLimit::UpTo(size) } => format!(
                "the {model} model is too large to be searched without being asked for (up to {size}); \
                 {program} may close the gap of the delay"
            ),
            Self::TooLargeUnasked { model, size: ModelLimit::Most(most) } => format!(
                "the {model} model is too large to be searched without being asked for; \
                 {program} takes up to {most} variables"
            ),
            Self::Asymmetric { found, least } => {
                let slots = counted(*found, "slot");
                let all = format!("schedules in which every node does the same ({})", called.symmetric);
                if found == least {
                    format!("{all} take {slots} or more")
                } else {
                    format!("of {all} the best found takes {slots}, their bound is {least}")
                }
            }
            Self::RefutedUnder { generators, classes, slots } => {
                let generators: Vec<String> = generators.iter().map(u64::to_string).collect();
                format!(
                    "the program refutes {} under the group generated by {} ({classes} classes of nodes); \
                     that binds the schedules under this group alone",
                    counted(*slots, "slot"),
                    generators.join(", ")
                )
            }
            Self::MoreEffort(effort) => {
                let how = match effort {
                    Effort::Quick | Effort::Standard => "for up to about a minute",
                    Effort::Thorough => "for minutes",
                    Effort::Exhaustive => "to the end of a time limit, or an interrupt",
                };
                format!("{} {} goes on {how}, and may close the gap", called.effort, effort.as_str())
            }
            Self::MayClose { gap } => format!("{program} may close {gap}"),
            Self::Ended(end) => end.to_string(),
            Self::CheckLimit { steps } => format!(
                "the check of this certificate takes {steps} steps of work, more than the default limit of {}; \
                 {} {steps} accepts it",
                Options::default().limit,
                called.check
            ),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words(&Called::PLAIN))
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(formatter, "the search ended at its limit of {nodes} nodes"),
            Self::Time(limit) => {
                let (number, unit) = match limit.subsec_nanos() {
                    0 => (u128::from(limit.as_secs()), "s"),
                    _ => (limit.as_millis(), "ms"),
                };
                write!(
                    formatter,
                    "the search ended at the time limit of {number} {unit}; a longer one may close the gap"
                )
            }
            Self::Interrupted => formatter.write_str("the search was interrupted"),
            Self::Size => {
                formatter.write_str("the search ended where the program of one slot more would be too large")
            }
            Self::Solver => formatter.write_str("the search ended where HiGHS gave nothing to go on with"),
        }
    }
}

/// A step of the explanation of a result.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Explanation {
    /// The choice of routes.
    Routes(&'static str),
    /// The least slots of a task matrix (P1 Theorem 7).
    MatrixSlots {
        /// The critical sum.
        critical: u64,
        /// The sum of all entries.
        total: u64,
        /// Ports of a node.
        ports: u32,
    },
    /// The least slots over all directions.
    DirectionSlots {
        /// The lower bound.
        lower: u64,
        /// The attained value.
        attained: u64,
    },
    /// A lower bound on the completion time.
    Bound {
        /// The text before the value.
        of: &'static str,
        /// The slots.
        value: u128,
        /// The text behind the value.
        unit: &'static str,
        /// The kind of proof.
        by: LowerKind,
        /// The remark on the schedules that it binds.
        binds: &'static str,
    },
    /// The pooled bound on the total delay.
    Pooled {
        /// Its value.
        value: u128,
        /// Ports of a node.
        ports: u32,
    },
    /// The way in which the method works.
    Method {
        /// Its word.
        word: &'static str,
        /// The way in which the schedule is made.
        how: &'static str,
    },
    /// A method with the value that it attains.
    Attained {
        /// Its word.
        word: &'static str,
        /// The way in which the schedule is made.
        how: &'static str,
        /// Slots of the schedule.
        slots: u64,
        /// Moves of all nodes.
        moves: u128,
    },
    /// The exact program of the delay, with the most variables of a model that is searched without being
    /// asked for.
    DelayProgram {
        /// The most variables.
        most: u64,
    },
    /// The decomposition of the small matrix.
    Decomposition(Decomposition),
    /// The result of a method.
    Tried {
        /// Its word.
        word: &'static str,
        /// Slots of its schedule.
        slots: u64,
        /// Moves that it says, where they matter.
        moves: Option<u128>,
        /// Its total delay, where it has one.
        delay: Option<u128>,
    },
    /// A method came too late.
    NotTried {
        /// Its word.
        word: &'static str,
    },
    /// A method made nothing.
    Failed {
        /// Its word.
        word: &'static str,
        /// Why.
        fault: MethodError,
    },
    /// A try of list scheduling.
    List(ListTry),
    /// A part of the exact program.
    Program(&'static str),
    /// A note that stands among the explanations.
    Note(Note),
    /// The schedule is one of the dual problem.
    Reversed,
    /// The schedule is converted from one with this number of slots.
    Converted {
        /// The slots of that schedule.
        slots: u64,
    },
}

impl Explanation {
    /// Returns the explanation of a bound, between the texts `of` and `unit`.
    pub(super) fn bound(of: &'static str, lower: &Lower, unit: &'static str, binds: &'static str) -> Self {
        Self::Bound { of, value: lower.value(), unit, by: lower.kind(), binds }
    }

    /// The explanation, in the words of a caller.
    #[must_use]
    pub fn words(&self, called: &Called) -> String {
        match self {
            Self::Routes(how) => format!("routes: {how}"),
            Self::MatrixSlots { critical: h, total, ports } => format!(
                "least slots of the matrix: max(h, ⌈σ/k⌉) = max({h}, ⌈{total}/{ports}⌉) = {} (P1 Theorem 7); with all ports it is \
                 h, for which the fewest ports that are enough are k = ⌈σ/h⌉ = {}",
                (*h).max(total.div_ceil(u64::from(*ports))),
                total.div_ceil((*h).max(1))
            ),
            Self::DirectionSlots { lower, attained } => {
                format!("least slots over all directions: at least {lower}, {attained} attained")
            }
            Self::Bound { of, value, unit, by, binds } => {
                format!("{of}: {value}{unit} by {}{binds}", by.as_str())
            }
            Self::Pooled { value, ports } => format!(
                "pooled bound on the total delay: {value} for every schedule of any length: the links as k = {ports} \
                 identical servers only relax the task, and serve the nearest packets first"
            ),
            Self::Method { word, how } => format!("method {word}: {how}"),
            Self::Attained { word, how, slots, moves } => {
                format!("method {word}: {how}: {slots} slots, {moves} moves")
            }
            Self::DelayProgram { most } => format!(
                "method ilp: a program of the delay, solved by HiGHS; multipliers in integers prove the bound; {} it is used where the constructions leave a gap and the model has at most {most} \
                 variables",
                called.unasked
            ),
            Self::Decomposition(decomposition) => format!("decomposition by {decomposition}"),
            Self::Tried { word, slots, moves, delay } => {
                let moves = moves.map_or_else(String::new, |moves| format!(", {moves} moves"));
                let delay = delay.map_or_else(String::new, |delay| format!(", total delay {delay}"));
                format!("{word}: {slots} slots{moves}{delay}")
            }
            Self::NotTried { word } => format!("{word}: not tried, the time was up"),
            Self::Failed { word, fault } => fault.of(word),
            Self::List(ListTry { how, reversed, slots }) => {
                let back = if *reversed { ", time reversed" } else { "" };
                format!("{how}{back}: {slots} slots")
            }
            Self::Program(what) => format!("ilp: {what}"),
            Self::Note(note) => note.words(called),
            Self::Reversed => "the schedule is one of the dual task with time reversed (P2 §1)".to_owned(),
            Self::Converted { slots } => format!(
                "method conversion: what the given schedule of {slots} slots does for this task; \
                 copies in vain and slots without a move dropped (P2 Fig. 3)"
            ),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.words(&Called::PLAIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_whose_check_needs_a_greater_limit_says_which() {
        let limit = Options::default().limit;
        assert_eq!(Note::of_check(limit), None);
        let note = Note::of_check(limit + 1).expect("more than the default limit");
        assert_eq!(
            note.to_string(),
            "the check of this certificate takes 17179869185 steps of work, more than the default limit of \
             17179869184; a check with the limit 17179869185 accepts it"
        );
    }
}
