//! Statements that a foreign document, not part of this program, makes without proof: they are marked as such
//! and compared with proved bounds.

use crate::claims::language::{Datum, Formula, Name, Scope};
use crate::claims::part::Row;
use crate::claims::{ClaimError, Proved, RuleFault, Value};
use crate::wire::{Relation, TaskDocument};
use num_rational::BigRational;

impl Row {
    /// Whether a verdict rests on values that the document argues or computes itself.
    pub(super) fn is_argued(&self) -> bool {
        !self.own && (self.task.is_none() || self.lower.is_some() || self.upper.is_some())
    }
}

/// Describes the proof of a value that the document computes without solving a task.
pub(in crate::claims) fn computed_words(how: Option<&str>) -> String {
    let says = how.map(|how| format!("; it says: {how}"));
    format!("computed by the document, no task was solved{}", says.unwrap_or_default())
}

/// Describes the proof of a value of a solved task, followed by the words of the document.
pub(in crate::claims) fn proof_with_words(
    proof: &str,
    task: &TaskDocument,
    row: &Row,
    how: Option<&str>,
) -> String {
    let of = format!("{proof} ({}; {})", task.network_words(), task.task_words());
    let how = how.or_else(|| row.is_argued().then_some("a bound"));
    with_words(of, if row.is_argued() { "argues" } else { "says" }, how)
}

/// Appends the words of the document to the description of a proof.
pub(super) fn with_words(proof: String, verb: &str, how: Option<&str>) -> String {
    match how {
        None => proof,
        Some(how) => format!("{proof}; the document {verb}: {how}"),
    }
}

/// Returns the tighter of the proved bounds and the bounds that the document argues.
pub(in crate::claims) fn tighter(proved: Proved, lower: Option<Value>, upper: Option<Value>) -> Proved {
    let upper = [upper, proved.upper].into_iter().flatten().min();
    Proved { lower: lower.max(proved.lower), upper, ..proved }
}

/// Refuses a value formula that gives one value for the measured x, for x + 1 and for x − 1.
pub(super) fn require_dependence_on_x<'a>(
    formula: &'a Formula,
    scope: &mut Scope<'a>,
    measured: &Proved,
) -> Result<(), ClaimError> {
    let mut of = |x: &BigRational| -> Result<BigRational, ClaimError> {
        let depth = scope.depth();
        scope.bind(Name::X, Datum::from(x.clone()));
        let value = scope.rational(formula);
        scope.forget(depth);
        Ok(value?)
    };
    for Value(x) in [&measured.lower, &measured.upper].into_iter().flatten() {
        let value = of(x)?;
        let one = BigRational::from_integer(1.into());
        // A quotient by x has no value at 0.
        let less = if *x > one { Some(of(&(x - &one))?) } else { None };
        if of(&(x + &one))? == value && less.is_none_or(|less| less == value) {
            return Err(ClaimError::rule(&formula.place, RuleFault::Constant));
        }
    }
    Ok(())
}

/// Refuses a condition on a task that mentions neither the measured x nor the proof.
pub(super) fn require_mention_of_x_or_proof(row: &Row, formula: &Formula) -> Result<(), ClaimError> {
    let speaks = formula.of.mentions(Name::X) || formula.of.mentions(Name::PROOF);
    if speaks || row.task.is_none() {
        Ok(())
    } else {
        Err(ClaimError::rule(&formula.place, RuleFault::Vacuous))
    }
}

/// Refuses a condition on x that holds for all values of x that are tried.
pub(super) fn require_falsifiable<'a>(
    formula: &'a Formula,
    scope: &mut Scope<'a>,
    x: &BigRational,
    proof: &str,
) -> Result<(), ClaimError> {
    if !formula.of.mentions(Name::X) {
        return Ok(());
    }
    let whole = |number: i64| BigRational::from_integer(number.into());
    let others = [x + whole(1), x - whole(1), x * whole(2) + whole(1), (x + whole(1)) * whole(1000)];
    let is_false = |other: &BigRational| {
        let depth = scope.depth();
        scope.bind(Name::X, other.clone().into());
        scope.bind(Name::PROOF, Datum::text(proof));
        let truth = scope.truth(formula);
        scope.forget(depth);
        matches!(truth, Ok(false))
    };
    // A condition that fails only at x ≤ 0 says merely that something takes time.
    if others.iter().filter(|other| **other > whole(0)).any(is_false) {
        Ok(())
    } else {
        Err(ClaimError::rule(&formula.place, RuleFault::Vacuous))
    }
}

/// Refuses a formula that mentions `claimed`, a number or a condition, but has one value for all values of it
/// that are tried.
pub(super) fn require_dependence_on_claimed<'a>(
    formula: &'a Formula,
    claimed: &'a Formula,
    scope: &mut Scope<'a>,
    is_condition: bool,
) -> Result<(), ClaimError> {
    let whole = |number: i64| BigRational::from_integer(number.into());
    let value = scope.evaluate(claimed)?;
    let others: Vec<Datum> = match (&value, value.rational()) {
        (Datum::Truth(truth), _) => vec![Datum::Truth(!truth)],
        (Datum::Text(_) | Datum::List(_), _) => return Ok(()),
        (_, Ok(of)) => {
            let larger = (&of + whole(1)) * whole(1000);
            [&of + whole(1), &of - whole(1), &of * whole(2) + whole(1), larger].map(Datum::from).into()
        }
        (_, Err(_)) => [0, 1, 1_000_000_u64].map(Datum::from).into(),
    };
    let mut of = |other: Datum| {
        let depth = scope.depth();
        scope.claim(None);
        scope.bind(Name::CLAIMED, other);
        let found = if is_condition {
            scope.truth(formula).map(|truth| whole(truth.into()))
        } else {
            scope.rational(formula)
        };
        scope.forget(depth);
        scope.claim(Some(claimed));
        found.ok()
    };
    let known = of(value);
    if others.into_iter().any(|other| of(other) != known) {
        Ok(())
    } else {
        Err(ClaimError::rule(&formula.place, RuleFault::Weightless))
    }
}

/// Returns the formula as a row claims it: `≤ n`, or `x − 1 = n` where a value formula of x is compared.
pub(in crate::claims) fn claimed_words(formula: &str, value: Option<&str>, relation: Relation) -> String {
    let sign = match relation {
        Relation::AtMost => "≤ ",
        Relation::AtLeast => "≥ ",
        Relation::Equal if value.is_some() => "= ",
        Relation::Equal | Relation::Is => "",
    };
    match value {
        Some(value) if relation != Relation::Is => format!("{value} {sign}{formula}"),
        _ => format!("{sign}{formula}"),
    }
}
