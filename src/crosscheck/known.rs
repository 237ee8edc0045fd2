//! Collects results on a task without the program: closed forms, constructions, bounds.

use super::error::CrosscheckError;
use super::options::CrosscheckOptions;
use super::row::{Least, Row, Says, Source};
use crate::claims::{ClosedForm, ClosedForms};
use crate::model::Problem;
use crate::solve::{METHODS, Method, SolveOptions, bounds, solve};
use crate::wire::{ClaimVerdict, Measure, Objective, PartRole, Per, Quantity, Scope};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The method that solves the program; it gets rows of its own.
const PROGRAM_METHOD: &str = "ilp";

/// Converts a whole number to a rational.
pub(super) fn whole(number: impl Into<BigInt>) -> BigRational {
    BigRational::from_integer(number.into())
}

/// Returns the rows of the papers' closed forms.
pub(super) fn stated(problem: &Problem, forms: &ClosedForms) -> Result<Vec<Row>, CrosscheckError> {
    let nodes = whole(problem.network().nodes());
    Ok(forms.of(problem)?.iter().map(|form| stated_row(form, &nodes)).collect())
}

fn stated_row(form: &ClosedForm, nodes: &BigRational) -> Row {
    let verdict = match form.verdict {
        ClaimVerdict::Confirmed => "confirmed",
        ClaimVerdict::Narrower => "narrower",
        ClaimVerdict::Refuted => "refuted",
        ClaimVerdict::Open => "open",
    };
    let role = match form.role {
        PartRole::Printed => "",
        PartRole::Reading => ", a reading",
        PartRole::Restriction => ", restricted",
        PartRole::Correction => ", corrected",
    };
    let mut row = Row::new(Source::ClosedForm, form.claim, format!("{verdict}{role}: {}", form.formula));
    let (least, value) = match form.measure {
        Measure::SymmetricCompletionTime => (Least::SymmetricSlots, form.value.clone()),
        Measure::TotalDelay => (Least::Delay, form.value.clone()),
        Measure::SymmetricTotalDelay => (Least::SymmetricDelay, &form.value * nodes),
        _ => (Least::Slots, form.value.clone()),
    };
    let place = if least.is_of_slots() { &mut row.slots } else { &mut row.delay };
    *place = Some(value.clone());
    if form.verdict == ClaimVerdict::Confirmed {
        row.says.push(Says::exactly(least, value));
    }
    row
}

/// A schedule by a method, which the checker has accepted.
#[derive(Debug)]
pub(super) struct Construction {
    method: &'static dyn Method,
    /// Its slots.
    pub(super) slots: u64,
    /// The delay of all packets of the network, where packets are carried.
    delay: Option<u128>,
    /// Whether the schedule is symmetric.
    pub(super) symmetric: bool,
    /// Whether the schedule is symmetric, in words.
    how: &'static str,
}

impl Construction {
    /// Returns the row; `within` is the number of slots within which the delay is in question.
    pub(super) fn row(&self, within: u64) -> Row {
        let mut row = Row::new(Source::Construction, self.method.word(), self.how);
        row.slots = Some(whole(self.slots));
        row.delay = self.delay.map(whole);
        let (slots, delay) = match (self.symmetric, self.slots <= within) {
            (true, true) => (Least::SymmetricSlots, Least::DelayWithin),
            (true, false) => (Least::SymmetricSlots, Least::SymmetricDelay),
            (false, _) => (Least::Slots, Least::Delay),
        };
        row.says.push(Says::at_most(slots, whole(self.slots)));
        row.says.extend(self.delay.map(|total| Says::at_most(delay, whole(total))));
        row
    }
}

/// Returns the task with both objectives, if its packets have a delay; copied or combined packets have none.
pub(super) fn with_both(problem: &Problem) -> Result<Problem, CrosscheckError> {
    let both = problem.with_objective(Objective::CompletionTimeThenAverageDelay);
    Ok(both.or_else(|_| problem.with_objective(Objective::CompletionTime))?)
}

/// Builds a schedule by every method that suits the task; a method that refuses it gets no row.
pub(super) fn constructions(
    problem: &Problem,
    options: &CrosscheckOptions<'_>,
) -> Result<Vec<Construction>, CrosscheckError> {
    let (both, in_time) = (with_both(problem)?, problem.with_objective(Objective::CompletionTime)?);
    let mut made = Vec::new();
    for &method in METHODS.iter().filter(|method| method.word() != PROGRAM_METHOD) {
        let suiting = [&both, &in_time].into_iter().find(|problem| method.suits(problem).is_ok());
        if (options.stop)() {
            break;
        }
        made.extend(suiting.and_then(|problem| construction(problem, method, options)));
    }
    if made.is_empty() { Err(CrosscheckError::NoSchedule) } else { Ok(made) }
}

fn construction(
    problem: &Problem,
    method: &'static dyn Method,
    options: &CrosscheckOptions<'_>,
) -> Option<Construction> {
    let (threads, stop) = (options.threads, options.stop);
    let solving =
        SolveOptions { method: Some(method), threads, stop, cancel: stop, ..SolveOptions::default() };
    let solution = solve(problem, &solving).ok()?.solution().ok()?;
    let replayed = &solution.verdict.replayed;
    let symmetric = replayed.form.per() == Per::Node && problem.is_isotropic();
    let copies = if replayed.form.per() == Per::Node { u128::from(replayed.nodes) } else { 1 };
    let delay = replayed.total_delay.map(|total| total * copies);
    let how = match (problem.is_isotropic(), symmetric) {
        (true, true) => "symmetric",
        (true, false) => "nodes differ",
        (false, _) => "",
    };
    // A method that improves another method's schedule may have left it unchanged.
    let made = Construction { method, slots: replayed.completion_time, delay, symmetric, how };
    (solution.method == method).then_some(made)
}

/// Returns the rows of the lower bounds.
pub(super) fn bounded(
    problem: &Problem,
    options: &CrosscheckOptions<'_>,
) -> Result<Vec<Row>, CrosscheckError> {
    let problem = with_both(problem)?;
    let nodes = whole(problem.network().nodes());
    let mut rows = Vec::new();
    for claim in bounds(&problem, options.stop).claims(&problem) {
        let least = match (claim.quantity, claim.scope) {
            (Quantity::CompletionTime, Scope::All) => Least::Slots,
            (Quantity::CompletionTime, Scope::Isotropic) => Least::SymmetricSlots,
            (Quantity::TotalDelay, Scope::All) => Least::Delay,
            (Quantity::TotalDelay, Scope::Isotropic) => Least::SymmetricDelay,
            _ => continue,
        };
        let copies = if claim.per == Some(Per::Node) { nodes.clone() } else { whole(1) };
        let value = whole(claim.lower.value()) * copies;
        let binds = match claim.scope {
            Scope::All => "of all schedules",
            _ => "of symmetric schedules",
        };
        let mut row = Row::new(Source::Bound, claim.lower.kind().as_str(), binds);
        let place = if least.is_of_slots() { &mut row.slots } else { &mut row.delay };
        *place = Some(value.clone());
        row.says.push(Says::at_least(least, value));
        rows.push(row);
    }
    Ok(rows)
}
