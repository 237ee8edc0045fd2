//! Judges instances by the rows of a document.

use super::own_word;
use super::prove::{Least, accepted};
use crate::check::Rejection;
use crate::claims::claim::Claim;
use crate::claims::facts::scheduled::certificate;
use crate::claims::facts::task_template::task;
use crate::claims::facts::{Facts, SYMMETRICALLY, Trend, trend};
use crate::claims::language::{Account, Datum, Formula, Name, Scope};
use crate::claims::part::{Part, Row};
use crate::claims::{ClaimError, Docket, Proved, RuleFault, Value};
use crate::model::Problem;
use crate::wire::{Counts, Measure, Relation, TaskDocument};

/// Most instances of a part.
const MAX_INSTANCES: usize = 1 << 17;

/// Judges the rows of a part.
pub(in crate::claims) fn judge(
    claim: &Claim,
    part: &Part,
    rows: &[Row],
    docket: &mut Docket,
) -> Result<(), ClaimError> {
    let _account = Account::open();
    let facts = Facts::new(&claim.document.tasks);
    let mut scope = Scope::new(&claim.document.definitions, &facts);
    scope.bind_all(&part.values)?;
    scope.claim(part.formula.as_ref());
    let mut judge = RowJudge { part, docket, facts: &facts, instances: 0 };
    let mut idle: Vec<&Row> = rows.iter().filter(|row| !row.own).collect();
    scope.sweep(&part.instances, &mut |scope| {
        for row in rows {
            let before = judge.instances;
            scope.sweep(&row.instances, &mut |scope| judge.instance(scope, row))?;
            if judge.instances > before {
                idle.retain(|other| other.place != row.place);
            }
        }
        Ok::<_, ClaimError>(true)
    })?;
    if let Some(row) = idle.first() {
        return Err(ClaimError::rule(&row.place, RuleFault::NoInstance));
    }
    if judge.instances == 0 {
        return Err(ClaimError::rule(&part.place, RuleFault::NoInstance));
    }
    Ok(())
}

struct RowJudge<'a, 'd> {
    part: &'a Part,
    docket: &'d mut Docket,
    facts: &'d Facts<'a>,
    instances: usize,
}

impl<'a> RowJudge<'a, '_> {
    fn instance(&mut self, scope: &mut Scope<'a>, row: &'a Row) -> Result<bool, ClaimError> {
        self.instances += 1;
        if self.instances > MAX_INSTANCES {
            return Err(ClaimError::rule(&self.part.place, RuleFault::Instances(MAX_INSTANCES)));
        }
        let instance = scope.filled(&row.instance)?;
        let formula = row.formula.as_ref().or(self.part.formula.as_ref());
        let formula = formula.ok_or_else(|| ClaimError::rule(&row.place, RuleFault::NoFormula))?;
        if row.relation != Relation::Is {
            self.require_dependence_on_claimed(scope, row, formula)?;
        }
        if row.relation == Relation::Is {
            self.condition(scope, row, instance, formula)?;
            return Ok(true);
        }
        let printed = Value(scope.rational(formula)?);
        let how = row.how.as_ref().map(|how| scope.filled(how)).transpose()?;
        let proved = match self.proved(scope, row, how) {
            Err(ClaimError::Refused(fault)) if row.schedule.is_some() => {
                self.refused(row, instance, &fault);
                return Ok(true);
            }
            proved => consistent(proved?, &instance, row)?,
        };
        match row.relation {
            Relation::Equal => self.docket.equal(instance, printed, proved),
            Relation::AtMost => self.docket.at_most(instance, printed, proved),
            Relation::AtLeast => self.docket.at_least(instance, printed, proved),
            Relation::Is => {}
        }
        Ok(true)
    }

    /// Refuses a formula of a foreign document that mentions `claimed` but does not depend on it.
    fn require_dependence_on_claimed(
        &self,
        scope: &mut Scope<'a>,
        row: &Row,
        formula: &'a Formula,
    ) -> Result<(), ClaimError> {
        match &self.part.formula {
            Some(claimed) if !row.own && formula.of.mentions(Name::CLAIMED) => {
                own_word::require_dependence_on_claimed(formula, claimed, scope, row.relation == Relation::Is)
            }
            _ => Ok(()),
        }
    }

    /// Judges a condition. Where a task is measured, it may use the value `x` and the words `proof` on its
    /// proof.
    fn condition(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        instance: String,
        formula: &'a Formula,
    ) -> Result<(), ClaimError> {
        let depth = scope.depth();
        if !row.own {
            own_word::require_mention_of_x_or_proof(row, formula)?;
        }
        let mut proof = None;
        if row.task.is_some() {
            let Some(found) = self.exactly(scope, row, &instance, formula)? else { return Ok(()) };
            proof = Some(found);
        }
        self.require_dependence_on_claimed(scope, row, formula)?;
        let holds = scope.truth(formula)?;
        let how = row.how.as_ref().map(|how| scope.filled(how)).transpose()?;
        scope.forget(depth);
        let how = match (row.own, proof) {
            (true, _) => how.unwrap_or_else(|| "computed".to_owned()),
            (false, None) => own_word::computed_words(how.as_deref()),
            (false, Some(proof)) => own_word::with_words(proof, "says", how.as_deref()),
        };
        self.docket.is(instance, holds, how);
        Ok(())
    }

    /// Measures a task and binds the value and the words on its proof. Where the bounds do not meet or the
    /// schedule is refused, adds that row to the docket and returns none.
    fn exactly(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        instance: &str,
        formula: &'a Formula,
    ) -> Result<Option<String>, ClaimError> {
        let found = match self.proved(scope, row, None) {
            Err(ClaimError::Refused(fault)) if row.schedule.is_some() => {
                self.refused(row, instance.to_owned(), &fault);
                return Ok(None);
            }
            found => consistent(found?, instance, row)?,
        };
        match (found.lower, found.upper) {
            (Some(lower), Some(upper)) if lower == upper => {
                if !row.own {
                    own_word::require_falsifiable(formula, scope, &upper.0, &found.how)?;
                }
                scope.bind(Name::X, upper.0.into());
                scope.bind(Name::PROOF, Datum::text(&found.how));
                Ok(Some(found.how))
            }
            _ => {
                self.docket.open(instance.to_owned(), format!("bounds do not meet; {}", found.how));
                Ok(None)
            }
        }
    }

    /// Adds a row for a schedule of the document that the checker refuses: it refutes a claim on this
    /// schedule, and leaves a claim on a least value open.
    fn refused(&mut self, row: &Row, instance: String, fault: &Rejection) {
        let how = format!("the checker refuses the schedule: {fault}");
        if row.counts == Counts::Schedule {
            self.docket.is(instance, false, how);
        } else {
            self.docket.open(instance, how);
        }
    }

    /// Returns the proved bounds on the value, with the words on the proof.
    fn proved(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        how: Option<String>,
    ) -> Result<Proved, ClaimError> {
        // The proof must not use the claimed formula.
        scope.claim(None);
        let proved = self.measured(scope, row, how);
        scope.claim(self.part.formula.as_ref());
        let mut proved = proved?;
        if let Some(because) = &row.because {
            let because = scope.filled(because)?;
            proved = proved.because(&if row.own { because } else { format!("the document says: {because}") });
        }
        if !row.certificate {
            proved.certificate = None;
        }
        Ok(proved)
    }

    fn measured(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        how: Option<String>,
    ) -> Result<Proved, ClaimError> {
        let mut number = |formula: &'a Option<Formula>| -> Result<Option<Value>, ClaimError> {
            formula.as_ref().map(|of| Ok(Value(scope.rational(of)?))).transpose()
        };
        let (found, lower, upper) = (number(&row.found)?, number(&row.lower)?, number(&row.upper)?);
        let Some(template) = &row.task else {
            let how = if row.own {
                how.unwrap_or_else(|| "computed".to_owned())
            } else {
                own_word::computed_words(how.as_deref())
            };
            return Ok(match found {
                Some(found) => Proved::exact(found, how),
                None => Proved::between(lower, upper, how),
            });
        };
        let document = task(template, self.facts.tasks, row.measure, scope)?;
        let mut proved = self.certified(scope, row, document.clone())?;
        if row.own {
            proved.lower = lower.or(proved.lower);
            proved.upper = upper.or(proved.upper);
            proved.how = how.unwrap_or(proved.how);
        } else {
            let words = own_word::proof_with_words(&proved.how, &document, row, how.as_deref());
            if lower.is_some() || upper.is_some() {
                self.require_consistent(scope, row, document, &proved, [lower.as_ref(), upper.as_ref()])?;
            }
            proved = Proved { how: words, ..own_word::tighter(proved, lower, upper) };
        }
        mapped(proved, scope, row)
    }

    /// Refuses argued bounds that contradict the certificate, or that of the best method.
    fn require_consistent(
        &self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        document: TaskDocument,
        proved: &Proved,
        [lower, upper]: [Option<&Value>; 2],
    ) -> Result<(), ClaimError> {
        let instance = scope.filled(&row.instance)?;
        let mut known = vec![proved.clone()];
        // The value of an algorithm may well be above the least one.
        if row.counts != Counts::Schedule {
            let best = if is_symmetric(row.measure) { SYMMETRICALLY } else { "" };
            known.push(accepted(
                &*self.facts.solved_or_converted(scope, document, best)?,
                least(row.measure),
            )?);
        }
        for of in known {
            require_uncrossed(lower, of.upper.as_ref(), &instance, row)?;
            require_uncrossed(of.lower.as_ref(), upper, &instance, row)?;
        }
        Ok(())
    }

    /// Measures the schedule that a method or a formula makes, and bounds all schedules.
    fn certified(
        &self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        document: TaskDocument,
    ) -> Result<Proved, ClaimError> {
        let least = least(row.measure);
        let symmetric = is_symmetric(row.measure);
        if symmetric && !has_symmetric(&document)? {
            return Err(ClaimError::rule(&row.place, RuleFault::NotSymmetric));
        }
        let found = if let Some(slots) = &row.schedule {
            accepted(&certificate(&document, &scope.evaluate(slots)?, least.quantity)?, least)?
        } else {
            let named = scope.filled(&row.method)?;
            let method = if named.is_empty() && symmetric { SYMMETRICALLY.to_owned() } else { named };
            accepted(&*self.facts.solved_or_converted(scope, document, &method)?, least)?
        };
        Ok(match row.counts {
            Counts::Both => found,
            Counts::Bound => Proved { upper: None, ..found },
            Counts::Schedule => {
                let how = "the schedule, replayed by the checker".to_owned();
                Proved { lower: found.upper.clone(), how, ..found }
            }
        })
    }
}

/// Whether only symmetric schedules are measured.
fn is_symmetric(measure: Measure) -> bool {
    matches!(measure, Measure::SymmetricCompletionTime | Measure::SymmetricTotalDelay)
}

/// Whether symmetric schedules exist: the task and the network look alike from every node.
fn has_symmetric(document: &TaskDocument) -> Result<bool, ClaimError> {
    let problem = Problem::new(document)?;
    let everywhere = problem.collective().is_some_and(|task| task.collective().root().is_none());
    Ok(problem.is_isotropic() || everywhere && problem.network().is_symmetric())
}

fn consistent(proved: Proved, instance: &str, row: &Row) -> Result<Proved, ClaimError> {
    require_uncrossed(proved.lower.as_ref(), proved.upper.as_ref(), instance, row)?;
    Ok(proved)
}

/// Refuses a lower bound above the upper bound, since one of them is wrong and so would be every proof from
/// it.
fn require_uncrossed(
    lower: Option<&Value>,
    upper: Option<&Value>,
    instance: &str,
    row: &Row,
) -> Result<(), ClaimError> {
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower > upper => {
            let (instance, lower, upper) = (instance.to_owned(), lower.to_string(), upper.to_string());
            Err(ClaimError::rule(&row.place, RuleFault::Crossed { instance, lower, upper }))
        }
        _ => Ok(()),
    }
}

fn least(measure: Measure) -> Least {
    match measure {
        Measure::CompletionTime => Least::TIME,
        Measure::SymmetricCompletionTime => Least::SYMMETRIC_TIME,
        Measure::TotalDelay => Least::DELAY,
        Measure::SymmetricTotalDelay => Least::SYMMETRIC_DELAY,
        Measure::Transmissions => Least::TRANSMISSIONS,
    }
}

/// Maps the bounds through the monotone value formula of the row.
fn mapped<'a>(mut proved: Proved, scope: &mut Scope<'a>, row: &'a Row) -> Result<Proved, ClaimError> {
    let Some(formula) = &row.value else { return Ok(proved) };
    let falls = match trend(formula, scope)? {
        Trend::Constant => return Err(ClaimError::rule(&formula.place, RuleFault::Constant)),
        trend => trend == Trend::Falls,
    };
    if !row.own {
        own_word::require_dependence_on_x(formula, scope, &proved)?;
    }
    let mut of = |x: Option<Value>| -> Result<Option<Value>, ClaimError> {
        let Some(Value(x)) = x else { return Ok(None) };
        let depth = scope.depth();
        scope.bind(Name::X, Datum::from(x));
        let value = scope.rational(formula)?;
        scope.forget(depth);
        Ok(Some(Value(value)))
    };
    (proved.lower, proved.upper) = (of(proved.lower)?, of(proved.upper)?);
    if falls {
        (proved.lower, proved.upper) = (proved.upper, proved.lower);
    }
    Ok(proved)
}
