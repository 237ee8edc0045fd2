//! Instances by the rules of a document.

use super::claim::{Claim, Part, Row};
use super::facts::{Facts, Trend, trend};
use super::language::{Datum, Expression, Scope};
use super::prove::{Least, accepted, solved};
use super::stored::stored;
use super::task_template::task;
use super::{ClaimError, Docket, Proved, Value};
use crate::solve::{Method, method};
use crate::wire::{CertificateDocument, Measure, Relation, TaskDocument};

/// Judges the rows of a part.
pub(super) fn judge(claim: &Claim, part: &Part, rows: &[Row], docket: &mut Docket) -> Result<(), ClaimError> {
    let facts = Facts::new(&claim.document.tasks);
    let mut scope = Scope::new(&claim.document.definitions, &facts);
    for (name, value) in &part.values {
        let value = scope.evaluate(value)?;
        scope.bind(name, value);
    }
    scope.claim(part.formula.as_ref());
    let mut judge = Rows { claim, part, docket, last: None };
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
    /// The last task that was solved, how, and its certificate.
    last: Option<(TaskDocument, String, CertificateDocument)>,
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
        let proved = self.proved(scope, row, how)?;
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
            let found = self.proved(scope, row, None)?;
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
                let method = scope.filled(&row.method)?;
                let mut proved = accepted(&self.certificate(document, method)?, least(row.measure))?;
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

    fn certificate(&mut self, document: TaskDocument, by: String) -> Result<CertificateDocument, ClaimError> {
        if let Some((known, method, certificate)) = &self.last
            && (known, method) == (&document, &by)
        {
            return Ok(certificate.clone());
        }
        let certificate = made(&document, &by)?;
        self.last = Some((document, by, certificate.clone()));
        Ok(certificate)
    }
}

/// The certificate of a task by the method of a name; `stored` is one that the program holds, where it does.
fn made(document: &TaskDocument, by: &str) -> Result<CertificateDocument, ClaimError> {
    let found: Option<&'static dyn Method> = match by {
        "" => None,
        "stored" => match stored(document)? {
            Some(certificate) => return Ok(certificate),
            None => None,
        },
        word => Some(method(word).ok_or_else(|| ClaimError::Method(word.to_owned()))?),
    };
    solved(document, found)
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
