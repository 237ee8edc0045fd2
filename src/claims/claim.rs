//! A claim, read from its document.

use super::ClaimError;
use super::code::Judge;
use super::facts::task_template::TaskTemplate;
use super::judge::own_word::claimed_words;
use super::language::{
    Definitions, FaultAt, Formula, FormulaFault, Name, Sweep, Words, instances, mathematics,
};
use super::part::{How, Part, Row};
use super::{RuleFault, rules, structural};
use crate::wire::{ClaimRule, ClaimsDocument, PartRole, PartRule, RowRule, RowRules};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A statement of a source.
#[derive(Clone)]
pub struct Claim {
    /// Its identifier: the source, then what names it there; parts separated by points.
    pub id: String,
    /// Its place in the source.
    pub place: String,
    /// Its statement in words.
    pub statement: String,
    /// The formula as printed; empty where there is none.
    pub printed: String,
    /// Its parts, or what is wrong with them.
    pub(super) parts: Result<Vec<Part>, Misread>,
    pub(super) document: Arc<Document>,
}

impl std::fmt::Debug for Claim {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Claim").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The definitions and tasks that all claims of a document share.
pub(super) struct Document {
    pub(super) definitions: Definitions,
    pub(super) tasks: BTreeMap<String, TaskTemplate>,
    /// Whether the document is part of this program.
    pub(super) own: bool,
}

/// A fault of a claim as it is written in its document.
#[derive(Debug, Clone)]
pub(super) enum Misread {
    Formula(Box<FaultAt>),
    Rule(String, RuleFault),
}

impl From<Box<FaultAt>> for Misread {
    fn from(fault: Box<FaultAt>) -> Self {
        Self::Formula(fault)
    }
}

impl From<Misread> for ClaimError {
    fn from(misread: Misread) -> Self {
        match misread {
            Misread::Formula(fault) => fault.into(),
            Misread::Rule(place, fault) => Self::Rule { place, fault },
        }
    }
}

/// Reads the claims of a document. A fault of a single claim is reported when that claim is judged.
///
/// # Errors
/// [`ClaimError::Formula`] for a malformed definition or task; [`ClaimError::Rule`] for names that are given
/// twice or have a meaning already.
pub fn claims(document: ClaimsDocument) -> Result<Vec<Claim>, ClaimError> {
    read(document, false)
}

/// Reads the claims of a document; in one of this program (`own`), functions may judge claims.
pub(super) fn read(document: ClaimsDocument, own: bool) -> Result<Vec<Claim>, ClaimError> {
    let definitions = rules::definitions(&document.define)?;
    let mut tasks = BTreeMap::new();
    for (name, task) in &document.tasks {
        let task = TaskTemplate::parse(&format!("tasks.{name}"), task)?;
        tasks.insert(name.clone(), task);
    }
    let shared = Arc::new(Document { definitions, tasks, own });
    let mut named = BTreeMap::new();
    for (name, rules) in &document.rows {
        named.insert(name.as_str(), rows(&format!("rows.{name}"), rules, own));
    }
    let mut claims: Vec<Claim> = Vec::new();
    for (number, rule) in document.claims.into_iter().enumerate() {
        let place = format!("claims[{number}]");
        if claims.iter().any(|claim| claim.id == rule.id) {
            return Err(ClaimError::Rule { place: format!("{place}.id"), fault: RuleFault::Twice(rule.id) });
        }
        claims.push(claim(&place, rule, &named, &shared));
    }
    Ok(claims)
}

/// Lists of rows by name. A fault of a list is reported for every claim that the list judges.
type Named<'n> = BTreeMap<&'n str, Result<Arc<[Row]>, Misread>>;

fn claim(place: &str, rule: ClaimRule, named: &Named<'_>, document: &Arc<Document>) -> Claim {
    let code = if document.own { structural::judges(&rule.id) } else { &[] };
    let parts = parts(place, &rule, named, document, code);
    let own = document.own;
    let printed = match (rule.printed.as_str(), &parts) {
        ("", Ok(parts))
            if code.is_empty() || !matches!(parts.last(), Some(Part { judged: How::Code(_), .. })) =>
        {
            printed(parts, own)
        }
        (printed, _) => printed.to_owned(),
    };
    let ClaimRule { id, place, statement, .. } = rule;
    Claim { id, place, statement, printed, parts, document: Arc::clone(document) }
}

/// Returns the formulas of all parts with the role `printed`, since all have to hold; without any, the
/// formula of the first reading. A part of a foreign document is shown as it is judged.
fn printed(parts: &[Part], own: bool) -> String {
    let all = parts.iter().filter(|part| part.role == PartRole::Printed);
    let of = |part: &Part| match &part.formula {
        Some(formula) if own => Some(mathematics(&formula.of)),
        formula => formula.as_ref().map(|_| part.shown.clone()),
    };
    let mut formulas: Vec<String> = all.filter_map(of).collect();
    formulas.dedup();
    match formulas.as_slice() {
        // Until the claim is judged, it is unknown which of several readings holds.
        [] if !own && parts.len() > 1 => String::new(),
        [] => of(&parts[0]).unwrap_or_default(),
        formulas => formulas.join("; "),
    }
}

fn parts(
    place: &str,
    rule: &ClaimRule,
    named: &Named<'_>,
    document: &Document,
    code: &'static [Judge],
) -> Result<Vec<Part>, Misread> {
    if rule.id.is_empty() || rule.id.contains(|letter: char| letter.is_whitespace() || letter == '/') {
        return Err(Misread::Rule(format!("{place}.id"), RuleFault::Identifier));
    }
    if !rule.parts.iter().any(|part| matches!(part.role, PartRole::Printed | PartRole::Reading)) {
        return Err(Misread::Rule(format!("{place}.parts"), RuleFault::NoReading));
    }
    let mut code = code.iter();
    let mut parts: Vec<Part> = Vec::new();
    for (number, part) in rule.parts.iter().enumerate() {
        let place = format!("{place}.parts[{number}]");
        let judged = match (&part.rows, parts.last().map(|before| &before.judged)) {
            (Some(RowRules::Named(name)), _) => match named.get(name.as_str()) {
                Some(rows) => How::Rows(Arc::clone(rows.as_ref().map_err(Misread::clone)?)),
                None => {
                    return Err(Misread::Rule(format!("{place}.rows"), RuleFault::NoSuchRows(name.clone())));
                }
            },
            (Some(RowRules::Listed(listed)), _) => {
                How::Rows(rows(&format!("{place}.rows"), listed, document.own)?)
            }
            (None, Some(How::Rows(before))) if !part.formula.is_empty() || !part.values.is_empty() => {
                How::Rows(Arc::clone(before))
            }
            (None, _) => match code.next() {
                Some(&judge) => How::Code(judge),
                None => return Err(Misread::Rule(place, RuleFault::NoRows)),
            },
        };
        let part = read_part(place, &rule.id, part, judged)?;
        rules::require(&part, &document.definitions).map_err(|(place, fault)| Misread::Rule(place, fault))?;
        parts.push(part);
    }
    Ok(parts)
}

fn read_part(place: String, id: &str, rule: &PartRule, judged: How) -> Result<Part, Misread> {
    let formula = Formula::parse_any(&format!("{place}.formula"), &rule.formula)?;
    let sweep = Sweep::parse(&format!("{place}.for"), &rule.instances)?;
    let value = |(number, text): (usize, &String)| -> Result<(Name, Formula), Box<FaultAt>> {
        let place = format!("{place}.let[{number}]");
        let equals = text.find('=').unwrap_or(text.len());
        let name = Name::parse(&text[..equals]).filter(|_| equals < text.len());
        let name = name.ok_or_else(|| {
            let fault =
                FormulaFault::Syntax { at: text.chars().take(20).collect(), expected: "name = formula" };
            Box::new(FaultAt { fault, place: place.clone(), column: 1 })
        })?;
        Ok((name, Formula::parse_after(equals + 1, &place, text)?))
    };
    let values = rule.values.iter().enumerate().map(value).collect::<Result<_, _>>()?;
    let (shown, range) = match &judged {
        How::Code(_) => (structural::file(id).to_owned(), rule.range.clone()),
        How::Rows(rows) => {
            let all = range(&sweep, rows);
            let range = match rule.range.as_str() {
                "" => all,
                said if rows.iter().all(|row| row.own) => said.to_owned(),
                said => format!("{said}: {all}"),
            };
            (shown(formula.as_ref(), rows), range)
        }
    };
    Ok(Part {
        place,
        role: rule.role,
        text: rule.text.clone(),
        derivation: rule.derivation.clone(),
        formula,
        shown,
        range,
        values,
        instances: sweep,
        judged,
    })
}

/// Returns the formulas that are judged, as the rows claim them. A row on the formula of the part itself adds
/// nothing.
fn shown(formula: Option<&Formula>, rows: &[Row]) -> String {
    let of_rows = rows.iter().filter_map(|row| Some((row.formula.as_ref().or(formula)?, row)));
    // A row of a foreign document is always shown, for it may say anything.
    let own = |(of, row): &(&Formula, &Row)| formula.is_none() || !row.own || !of.of.mentions(Name::CLAIMED);
    let words = |(of, row): (&Formula, &Row)| {
        let value = row.value.as_ref().map(|value| mathematics(&value.of));
        claimed_words(&mathematics(&of.of), value.as_deref(), row.relation)
    };
    let mut shown: Vec<String> = Vec::new();
    let mut add = |words: String| {
        if !shown.contains(&words) {
            shown.push(words);
        }
    };
    for (of, row) in of_rows.filter(own) {
        if let Some(formula) = formula.filter(|_| of.of.mentions(Name::CLAIMED)) {
            add(mathematics(&formula.of));
        }
        add(words((of, row)));
    }
    if shown.is_empty() {
        shown.extend(formula.map(|of| mathematics(&of.of)));
    }
    shown.join("; ")
}

fn range(all: &Sweep, rows: &[Row]) -> String {
    let sweeps = std::iter::once(all).chain(rows.iter().map(|row| &row.instances));
    let named = sweeps.filter(|sweep| !sweep.of.names.is_empty());
    let mut ranges: Vec<String> = named.map(|sweep| instances(&sweep.of)).collect();
    ranges.dedup();
    if ranges.is_empty() { "one instance".to_owned() } else { ranges.join("; ") }
}

fn rows(place: &str, rules: &[RowRule], own: bool) -> Result<Arc<[Row]>, Misread> {
    if rules.is_empty() {
        return Err(Misread::Rule(place.to_owned(), RuleFault::NoRows));
    }
    rules.iter().enumerate().map(|(number, rule)| row(format!("{place}[{number}]"), rule, own)).collect()
}

fn row(place: String, rule: &RowRule, own: bool) -> Result<Row, Misread> {
    rules::require_keys(rule).map_err(|fault| Misread::Rule(place.clone(), fault))?;
    let at = |key: &str| format!("{place}.{key}");
    let formula = |key, text: &String| Formula::parse_any(&at(key), text);
    let words = |key, text: &String| Words::parse_any(&at(key), text);
    Ok(Row {
        instances: Sweep::parse(&at("for"), &rule.instances)?,
        instance: Words::parse(&at("instance"), &rule.instance)?,
        relation: rule.relation,
        formula: formula("formula", &rule.formula)?,
        task: if rule.task.is_null() { None } else { Some(TaskTemplate::parse(&at("task"), &rule.task)?) },
        method: Words::parse(&at("method"), &rule.method)?,
        schedule: formula("schedule", &rule.schedule)?,
        counts: rule.counts,
        measure: rule.measure,
        value: formula("value", &rule.value)?,
        found: formula("found", &rule.found)?,
        lower: formula("lower", &rule.lower)?,
        upper: formula("upper", &rule.upper)?,
        how: words("how", &rule.how)?,
        because: words("because", &rule.because)?,
        certificate: rule.certificate,
        own,
        place,
    })
}
