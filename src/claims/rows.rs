//! Instances by the rules of a document.

use super::claim::{Claim, Part, Row};
use super::facts::{Facts, SYMMETRICALLY, Trend, trend};
use super::language::{Datum, Expression, Scope};
use super::prove::{Least, accepted};
use super::scheduled::certificate;
use super::task_template::task;
use super::{ClaimError, Docket, Proved, Value};
use crate::check::Rejection;
use crate::wire::{Counts, Measure, Relation, TaskDocument};

/// Judges the rows of a part.
pub(super) fn judge(claim: &Claim, part: &Part, rows: &[Row], docket: &mut Docket) -> Result<(), ClaimError> {
    let facts = Facts::new(&claim.document.tasks);
    let mut scope = Scope::new(&claim.document.definitions, &facts);
    for (name, value) in &part.values {
        let value = scope.evaluate(value)?;
        scope.bind(name, value);
    }
    scope.claim(part.formula.as_ref());
    let mut judge = Rows { claim, part, docket, facts: &facts };
    scope.through(&part.instances, &mut |scope| {
        for row in rows {
            scope.through(&row.instances, &mut |scope| judge.instance(scope, row))?;
        }
        Ok::<_, ClaimError>(true)
    })
}

struct Rows<'a, 'd> {
    claim: &'a Claim,
    part: &'a Part,
    docket: &'d mut Docket,
    facts: &'d Facts<'a>,
}

impl<'a> Rows<'a, '_> {
    fn instance(&mut self, scope: &mut Scope<'a>, row: &'a Row) -> Result<bool, ClaimError> {
        let instance = scope.filled(&row.instance)?;
        let formula = row.formula.as_ref().or(self.part.formula.as_ref());
        let formula = formula
            .ok_or_else(|| ClaimError::Rule { place: self.claim.id.clone(), fault: "has no formula" })?;
        if row.relation == Relation::Is {
            self.condition(scope, row, instance, formula)?;
            return Ok(true);
        }
        let printed = Value(scope.evaluate(formula)?.rational()?);
        let how = row.how.as_ref().map(|how| scope.filled(how)).transpose()?;
        let proved = match self.proved(scope, row, how) {
            Err(ClaimError::Refused(fault)) if row.schedule.is_some() => {
                self.refused(row, instance, &fault);
                return Ok(true);
            }
            proved => proved?,
        };
        match row.relation {
            Relation::Equal => self.docket.equal(instance, printed, proved),
            Relation::AtMost => self.docket.at_most(instance, printed, proved),
            Relation::AtLeast => self.docket.at_least(instance, printed, proved),
            Relation::Is => {}
        }
        Ok(true)
    }

    /// A condition; where a task is measured, on the value `x`, with the words `proof` of how it is known.
    fn condition(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        instance: String,
        formula: &'a Expression,
    ) -> Result<(), ClaimError> {
        let depth = scope.depth();
        if row.task.is_some() {
            let found = match self.proved(scope, row, None) {
                Err(ClaimError::Refused(fault)) if row.schedule.is_some() => {
                    self.refused(row, instance, &fault);
                    return Ok(());
                }
                found => found?,
            };
            match (found.lower, found.upper) {
                (Some(lower), Some(upper)) if lower == upper => {
                    scope.bind("x", upper.0.into());
                    scope.bind("proof", Datum::text(&found.how));
                }
                _ => {
                    self.docket.open(instance, format!("bounds do not meet; {}", found.how));
                    return Ok(());
                }
            }
        }
        let holds = scope.evaluate(formula)?.truth()?;
        let how = row.how.as_ref().map_or_else(|| Ok("computed".to_owned()), |how| scope.filled(how))?;
        scope.forget(depth);
        self.docket.is(instance, holds, how);
        Ok(())
    }

    /// A schedule of the document that is none: it refutes what is said of this schedule, and proves nothing of
    /// a least value.
    fn refused(&mut self, row: &Row, instance: String, fault: &Rejection) {
        let how = format!("the checker refuses the schedule: {fault}");
        if row.counts == Counts::Schedule {
            self.docket.is(instance, false, how);
        } else {
            self.docket.open(instance, how);
        }
    }

    fn proved(
        &mut self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        how: Option<String>,
    ) -> Result<Proved, ClaimError> {
        let mut number = |formula: &'a Option<Expression>| -> Result<Option<Value>, ClaimError> {
            formula.as_ref().map(|of| Ok(Value(scope.evaluate(of)?.rational()?))).transpose()
        };
        let (found, lower, upper) = (number(&row.found)?, number(&row.lower)?, number(&row.upper)?);
        let mut proved = match &row.task {
            Some(template) => {
                let document = task(template, &self.claim.document.tasks, row.measure, scope)?;
                let mut proved = self.certified(scope, row, document)?;
                proved.lower = lower.or(proved.lower);
                proved.upper = upper.or(proved.upper);
                proved.how = how.unwrap_or(proved.how);
                mapped(proved, scope, row)?
            }
            None => match found {
                Some(found) => Proved::exact(found, how.unwrap_or_else(|| "computed".to_owned())),
                None => Proved::between(lower, upper, how.unwrap_or_else(|| "computed".to_owned())),
            },
        };
        if let Some(because) = &row.because {
            proved = proved.because(&scope.filled(because)?);
        }
        if !row.certificate {
            proved.certificate = None;
        }
        Ok(proved)
    }
}

impl<'a> Rows<'a, '_> {
    /// What is measured of a schedule that a method or a formula makes, and of all.
    fn certified(
        &self,
        scope: &mut Scope<'a>,
        row: &'a Row,
        document: TaskDocument,
    ) -> Result<Proved, ClaimError> {
        let least = least(row.measure);
        let found = if let Some(slots) = &row.schedule {
            accepted(&certificate(&document, &scope.evaluate(slots)?, least.quantity)?, least)?
        } else {
            let named = scope.filled(&row.method)?;
            let best = named.is_empty() && row.measure == Measure::SymmetricCompletionTime;
            let method = if best { SYMMETRICALLY.to_owned() } else { named };
            accepted(&*self.facts.made(scope, document, &method)?, least)?
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

fn least(measure: Measure) -> Least {
    match measure {
        Measure::CompletionTime => Least::TIME,
        Measure::SymmetricCompletionTime => Least::SYMMETRIC_TIME,
        Measure::TotalDelay => Least::DELAY,
        Measure::Transmissions => Least::TRANSMISSIONS,
    }
}

/// The bounds of a monotone formula of the value.
fn mapped<'a>(mut proved: Proved, scope: &mut Scope<'a>, row: &'a Row) -> Result<Proved, ClaimError> {
    let Some(formula) = &row.value else { return Ok(proved) };
    let falls = trend(formula, scope)? == Trend::Falls;
    let mut of = |x: Option<Value>| -> Result<Option<Value>, ClaimError> {
        let Some(Value(x)) = x else { return Ok(None) };
        let depth = scope.depth();
        scope.bind("x", Datum::from(x));
        let value = scope.evaluate(formula)?.rational()?;
        scope.forget(depth);
        Ok(Some(Value(value)))
    };
    (proved.lower, proved.upper) = (of(proved.lower)?, of(proved.upper)?);
    if falls {
        (proved.lower, proved.upper) = (proved.upper, proved.lower);
    }
    Ok(proved)
}
