//! Checks the rules of a document, so that no formula counts as judged that is not.

use super::facts::is_function;
use super::language::{Binders, Definitions, Expression, Formula, FromText, Kind, Name, mathematics};
use super::part::{How, Part, Row};
use super::{ClaimError, RuleFault};
use crate::wire::{Counts, Measure, Relation, RowRule};
use std::ops::ControlFlow;

/// A fault with its path.
type At = (String, RuleFault);

/// Reads the definitions of a document. A definition must not have the name of a function or of another
/// definition, and no name in it may have two meanings.
pub(super) fn definitions(texts: &[String]) -> Result<Definitions, ClaimError> {
    let mut all = Definitions::default();
    for (number, text) in texts.iter().enumerate() {
        let place = format!("define[{number}]");
        let definition = FromText::definition(&place, text)?;
        let name = definition.of.name;
        if name.is_reserved() || name.is_function() || is_function(name.text()) {
            return Err(ClaimError::rule(&place, RuleFault::Shadows(name.text().to_owned())));
        }
        let twice = definition.of.arguments.iter().enumerate();
        if let Some((_, twice)) =
            twice.into_iter().find(|&(at, of)| definition.of.arguments[..at].contains(of))
        {
            return Err(ClaimError::rule(&place, RuleFault::Twice(twice.text().to_owned())));
        }
        if !all.add(definition) {
            return Err(ClaimError::rule(&place, RuleFault::Twice(name.text().to_owned())));
        }
    }
    for definition in all.iter() {
        let mut bound = Vec::new();
        for &argument in &definition.of.arguments {
            bind(&mut bound, argument, &all).map_err(|fault| ClaimError::rule(&definition.place, fault))?;
        }
        require_new(&definition.of.body, &mut bound, &all)
            .map_err(|fault| ClaimError::rule(&definition.place, fault))?;
    }
    Ok(all)
}

/// Refuses keys of a row that would have no effect, and a row that compares nothing.
pub(super) fn require_keys(rule: &RowRule) -> Result<(), RuleFault> {
    let has_task = !rule.task.is_null();
    let is = rule.relation == Relation::Is;
    let (found, lower, upper) = (!rule.found.is_empty(), !rule.lower.is_empty(), !rule.upper.is_empty());
    let of_tasks = [
        ("method", !rule.method.is_empty()),
        ("schedule", !rule.schedule.is_empty()),
        ("counts", rule.counts != Counts::Both),
        ("measure", rule.measure != Measure::CompletionTime),
        ("value", !rule.value.is_empty()),
    ];
    let idle = |keys: &[(&'static str, bool)], why| {
        let found = keys.iter().find(|(_, stands)| *stands);
        found.map_or(Ok(()), |(key, _)| Err(RuleFault::Idle(key, why)))
    };
    if !has_task {
        idle(&of_tasks, "without a task")?;
        if is {
            idle(&[("found", found), ("lower", lower), ("upper", upper)], "beside a condition")?;
        } else if !found && !lower && !upper {
            return Err(RuleFault::Nothing);
        }
    }
    idle(&[("found", found && has_task)], "beside a task")?;
    idle(&[("lower", lower && found), ("upper", upper && found)], "beside found")?;
    idle(&[("method", !rule.method.is_empty() && !rule.schedule.is_empty())], "beside a schedule")
}

/// Refuses a part whose formula no row judges, or in which a name has two meanings.
pub(super) fn require(part: &Part, definitions: &Definitions) -> Result<(), At> {
    let How::Rows(rows) = &part.judged else { return Ok(()) };
    let uses =
        |formula: &Option<Formula>| formula.as_ref().is_none_or(|of| mentions_claimed(&of.of, definitions));
    let judges = |row: &Row| uses(&row.formula);
    if part.formula.is_some() && !rows.iter().any(judges) {
        return Err((part.place.clone(), RuleFault::NotJudged));
    }
    let mut bound = Vec::new();
    let at = |place: &str| {
        let place = place.to_owned();
        move |fault| (place, fault)
    };
    for (name, value) in &part.values {
        require_new(&value.of, &mut bound, definitions).map_err(at(&value.place))?;
        bind(&mut bound, *name, definitions).map_err(at(&value.place))?;
    }
    bind_all(&part.instances.of, &mut bound, definitions).map_err(at(&part.instances.place))?;
    for row in rows.iter() {
        let depth = bound.len();
        bind_all(&row.instances.of, &mut bound, definitions).map_err(at(&row.instances.place))?;
        let formula = row.formula.as_ref().or(part.formula.as_ref());
        let formula = formula.ok_or_else(|| (row.place.clone(), RuleFault::NoFormula))?;
        for of in [&row.schedule, &row.found, &row.lower, &row.upper].into_iter().flatten() {
            require_new(&of.of, &mut bound, definitions).map_err(at(&of.place))?;
        }
        let measured = if row.task.is_some() { &[Name::X, Name::PROOF][..] } else { &[] };
        for &name in measured {
            if bound.contains(&name) {
                return Err((row.place.clone(), RuleFault::Shadows(name.text().to_owned())));
            }
            bound.push(name);
        }
        for of in [Some(formula), row.value.as_ref()].into_iter().flatten() {
            require_new(&of.of, &mut bound, definitions).map_err(at(&of.place))?;
        }
        require_computed(row, formula, part)?;
        bound.truncate(depth);
    }
    Ok(())
}

/// Refuses to compare a formula with itself, or with a constant.
fn require_computed(row: &Row, formula: &Formula, part: &Part) -> Result<(), At> {
    if row.relation == Relation::Is || row.task.is_some() {
        return Ok(());
    }
    let claimed = [Some(formula), part.formula.as_ref()];
    let claimed: Vec<String> = claimed.into_iter().flatten().map(|of| mathematics(&of.of)).collect();
    let against = match (&row.found, &row.lower, &row.upper) {
        (Some(found), ..) => [Some(found), None],
        (None, Some(lower), Some(upper)) => [Some(lower), Some(upper)],
        _ => return Ok(()),
    };
    let all = |holds: &dyn Fn(&Formula) -> bool| against.into_iter().flatten().all(holds);
    if all(&|of| claimed.contains(&mathematics(&of.of))) {
        return Err((row.place.clone(), RuleFault::Itself));
    }
    if all(&|of| is_number(&of.of)) {
        return Err((row.place.clone(), RuleFault::Bare));
    }
    Ok(())
}

fn is_number(formula: &Expression) -> bool {
    match &formula.kind {
        Kind::Constant(_) => true,
        Kind::Negative(of) => is_number(of),
        _ => false,
    }
}

/// Whether a formula, or a definition that it uses, contains `claimed`.
fn mentions_claimed(formula: &Expression, definitions: &Definitions) -> bool {
    let (mut seen, mut waiting) = (Vec::new(), vec![formula]);
    while let Some(formula) = waiting.pop() {
        if formula.mentions(Name::CLAIMED) {
            return true;
        }
        let mut used = |of: &Expression| {
            if let Kind::Name(name) | Kind::Call(name, _) = of.kind
                && !seen.contains(&name)
            {
                seen.push(name);
                waiting.extend(definitions.of(name).map(|definition| &definition.body));
            }
            ControlFlow::<()>::Continue(())
        };
        let _all = formula.each(&mut used);
    }
    false
}

/// Binds a name, unless it has a meaning already.
fn bind(bound: &mut Vec<Name>, name: Name, definitions: &Definitions) -> Result<(), RuleFault> {
    let abbreviates = definitions.of(name).is_some_and(|definition| definition.arguments.is_empty());
    if bound.contains(&name) || abbreviates || name == Name::CLAIMED {
        return Err(RuleFault::Shadows(name.text().to_owned()));
    }
    bound.push(name);
    Ok(())
}

fn bind_all(binders: &Binders, bound: &mut Vec<Name>, definitions: &Definitions) -> Result<(), RuleFault> {
    for (name, range) in &binders.names {
        for formula in range.formulas() {
            require_new(formula, bound, definitions)?;
        }
        bind(bound, *name, definitions)?;
    }
    binders.condition.as_ref().map_or(Ok(()), |condition| require_new(condition, bound, definitions))
}

/// Refuses a formula that gives a bound name another meaning.
fn require_new(
    formula: &Expression,
    bound: &mut Vec<Name>,
    definitions: &Definitions,
) -> Result<(), RuleFault> {
    let depth = bound.len();
    let (parts, binders) = formula.parts();
    if let Some(binders) = binders {
        bind_all(binders, bound, definitions)?;
    }
    for part in parts {
        require_new(part, bound, definitions)?;
    }
    bound.truncate(depth);
    Ok(())
}
