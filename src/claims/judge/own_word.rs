//! What a document that is not of this program says on its own word: shown as such, and held against what is
//! proved.

use crate::claims::language::{Datum, Formula, Name, Scope};
use crate::claims::part::Row;
use crate::claims::{ClaimError, Proved, RuleFault, Value};
use crate::wire::{Relation, TaskDocument};
use num_rational::BigRational;

impl Row {
    /// Whether a verdict rests on what the document argues or computes itself.
    pub(super) fn is_argued(&self) -> bool {
        !self.own && (self.task.is_none() || self.lower.is_some() || self.upper.is_some())
    }
}

/// How a value is known that the document computes, no task being solved.
pub(in crate::claims) fn computed(how: Option<&str>) -> String {
    let says = how.map(|how| format!("; it says: {how}"));
    format!("computed by the document, no task was solved{}", says.unwrap_or_default())
}

/// How a value is known of a task that was solved, with the words of the document beside the proof.
pub(in crate::claims) fn beside(proof: &str, task: &TaskDocument, row: &Row, how: Option<&str>) -> String {
    let of = format!("{proof} ({}; {})", task.network_words(), task.task_words());
    let how = how.or_else(|| row.is_argued().then_some("a bound"));
    with_words(of, if row.is_argued() { "argues" } else { "says" }, how)
}

/// Words on a proof, and beside them those of the document.
pub(super) fn with_words(proof: String, verb: &str, how: Option<&str>) -> String {
    match how {
        None => proof,
        Some(how) => format!("{proof}; the document {verb}: {how}"),
    }
}

/// The better ones of bounds that are proved and bounds that the document argues.
pub(in crate::claims) fn better(proved: Proved, lower: Option<Value>, upper: Option<Value>) -> Proved {
    let upper = [upper, proved.upper].into_iter().flatten().min();
    Proved { lower: lower.max(proved.lower), upper, ..proved }
}

/// Refuses a value that is the same for the measured x, for one more, and for one less.
pub(super) fn require_telling<'a>(
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
        // What is divided by x has no value at 0.
        let less = if *x > one { Some(of(&(x - &one))?) } else { None };
        if of(&(x + &one))? == value && less.is_none_or(|less| less == value) {
            return Err(ClaimError::rule(&formula.place, RuleFault::Constant));
        }
    }
    Ok(())
}

/// Refuses a condition on a task in which nothing is said of what was measured.
pub(super) fn require_subject(row: &Row, formula: &Formula) -> Result<(), ClaimError> {
    let speaks = formula.of.mentions(Name::X) || formula.of.mentions(Name::PROOF);
    if speaks || row.task.is_none() {
        Ok(())
    } else {
        Err(ClaimError::rule(&formula.place, RuleFault::Vacuous))
    }
}

/// Refuses a condition on x that is true whatever x is.
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
    // That something takes time says nothing of how much.
    if others.iter().filter(|other| **other > whole(0)).any(is_false) {
        Ok(())
    } else {
        Err(ClaimError::rule(&formula.place, RuleFault::Vacuous))
    }
}

/// Refuses a formula that speaks of the claimed one, a number or a condition, and is the same whatever that
/// is.
pub(super) fn require_weight<'a>(
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

/// The formula as a row claims it: `≤ n`, or `x − 1 = n` where the value of the measured x is meant.
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
