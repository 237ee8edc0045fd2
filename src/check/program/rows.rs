//! A program in 0–1 variables whose rows have names.

use crate::network::topology::Network;
use crate::refusal::rejection::Rejection;
use isotask_wire::{DelayRow, DelayVariable};

/// At most this many variables.
pub(crate) const VARIABLE_LIMIT: u64 = 1 << 22;

/// Steps of a variable that is made.
const STEPS_OF_A_VARIABLE: u64 = 16;

/// Takes the steps of rebuilding a model of so many variables, for which so many links are looked at.
pub(crate) fn spend_model(network: &Network, variables: u64, looks: u64) -> Result<(), Rejection> {
    network.effort.spend_times(variables, STEPS_OF_A_VARIABLE)?;
    network.effort.spend_times(looks, 8 + network.steps_of_a_look())
}

/// A row, term by term.
#[derive(Debug)]
pub(crate) struct Terms {
    pub(crate) list: Vec<(usize, i128)>,
    pub(crate) bound: i128,
    pub(crate) equation: bool,
}

/// A program in 0–1 variables, rebuilt from a task: variables by index, rows by name.
pub(crate) trait ProgramRows {
    /// Value of each variable that is fixed from the start.
    fn fixed(&self) -> &[Option<bool>];

    /// Variable and cost.
    fn objective(&self) -> &[(usize, i128)];

    /// The index of a variable; none when there is no such variable.
    fn variable(&self, name: DelayVariable) -> Option<usize>;

    /// The terms of a row; none when there is no such row.
    fn row(&self, name: DelayRow) -> Option<Terms>;
}
