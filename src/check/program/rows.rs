//! A program in 0–1 variables whose rows have names.

use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use isotask_wire::{DelayRow, DelayVariable};

/// Most variables of a program.
pub(crate) const VARIABLE_LIMIT: u64 = 1 << 22;

/// Steps of adding a variable.
const STEPS_OF_A_VARIABLE: u64 = 16;

/// Takes the steps of rebuilding a model with this number of variables, for which this number of links is
/// looked at.
pub(crate) fn spend_model(network: &Network, variables: u64, looks: u64) -> Result<(), Rejection> {
    network.effort.spend_times(variables, STEPS_OF_A_VARIABLE)?;
    network.effort.spend_times(looks, 8 + network.steps_of_a_look())
}

/// A row: its terms as pairs of a variable and a factor, their lower bound, and whether they must equal it.
#[derive(Debug)]
pub(crate) struct Terms {
    pub(crate) list: Vec<(usize, i128)>,
    pub(crate) bound: i128,
    pub(crate) equation: bool,
}

/// A program in 0–1 variables, rebuilt from a task: variables by index, rows by name.
pub(crate) trait ProgramRows {
    /// Returns for each variable the value to which it is fixed from the start, if it is.
    fn fixed(&self) -> &[Option<bool>];

    /// Returns the objective as pairs of a variable and its cost.
    fn objective(&self) -> &[(usize, i128)];

    /// Returns the index of a variable; none when there is no such variable.
    fn variable(&self, name: DelayVariable) -> Option<usize>;

    /// Returns the terms of a row; none when there is no such row.
    fn row(&self, name: DelayRow) -> Option<Terms>;
}
