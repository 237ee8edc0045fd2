//! Reads the options of a task: ports and objective.

use super::error::GrammarError;
use crate::wire::{Objective, Ports};

/// The rules of ports, each with its word. A number of links is a rule as well.
pub const PORTS: [(&str, Ports); 3] =
    [("all", Ports::All), ("one", Ports::One), ("one-half-duplex", Ports::OneHalfDuplex)];

/// The objectives, each with its word.
pub const OBJECTIVES: [(&str, Objective); 3] = [
    ("completion-time", Objective::CompletionTime),
    ("average-delay", Objective::AverageDelay),
    ("completion-time-then-average-delay", Objective::CompletionTimeThenAverageDelay),
];

/// Reads the rule of ports that a word names, or a number of links.
///
/// # Errors
/// [`GrammarError::Ports`].
pub fn ports(word: &str) -> Result<Ports, GrammarError> {
    match PORTS.iter().find(|(known, _)| *known == word) {
        Some((_, ports)) => Ok(*ports),
        None => word.parse().map(Ports::AtMost).map_err(|_| GrammarError::Ports),
    }
}

/// Reads the objective that a word names.
///
/// # Errors
/// [`GrammarError::Objective`].
pub fn objective(word: &str) -> Result<Objective, GrammarError> {
    let found = OBJECTIVES.iter().find(|(known, _)| *known == word);
    found.map(|(_, objective)| *objective).ok_or(GrammarError::Objective)
}
