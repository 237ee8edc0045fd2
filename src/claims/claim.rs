//! A claim, read from its document.

use super::ClaimError;
use super::code::Judge;
use super::language::{Binders, Definitions, Expression, FormulaFault, Template, instances, mathematics};
use super::structural;
use super::task_template::TaskTemplate;
use crate::wire::{
    ClaimRule, ClaimsDocument, Counts, Measure, PartRole, PartRule, Relation, RowRule, RowRules,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A statement of a source.
#[derive(Clone)]
pub struct Claim {
    /// Its identifier: the source, then what names it there; parts separated by points.
    pub id: String,
    /// Where it stands.
    pub place: String,
    /// What it says, in words.
    pub statement: String,
    /// The formula as printed; empty where there is none.
    pub printed: String,
    pub(super) parts: Vec<Part>,
    pub(super) document: Arc<Document>,
}

impl std::fmt::Debug for Claim {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Claim").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What the claims of a document have in common.
pub(super) struct Document {
    pub(super) definitions: Definitions,
    pub(super) tasks: BTreeMap<String, TaskTemplate>,
}

/// One form of a claim.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) role: PartRole,
    pub(super) text: String,
    pub(super) derivation: String,
    pub(super) formula: Option<Expression>,
    /// What is evaluated, for people.
    pub(super) shown: String,
    pub(super) range: String,
    pub(super) values: Vec<(String, Expression)>,
    pub(super) instances: Binders,
    pub(super) judged: How,
}

/// How a part is judged.
#[derive(Clone)]
pub(super) enum How {
    /// By rules that stand in the document.
    Rows(Arc<[Row]>),
    /// By a function of this program.
    Code(Judge),
}

/// How instances are made and held against a proof.
pub(super) struct Row {
    pub(super) instances: Binders,
    pub(super) instance: Template,
    pub(super) relation: Relation,
    pub(super) formula: Option<Expression>,
    pub(super) task: Option<TaskTemplate>,
    pub(super) method: Template,
    pub(super) schedule: Option<Expression>,
    pub(super) counts: Counts,
    pub(super) measure: Measure,
    pub(super) value: Option<Expression>,
    pub(super) found: Option<Expression>,
    pub(super) lower: Option<Expression>,
    pub(super) upper: Option<Expression>,
    pub(super) how: Option<Template>,
    pub(super) because: Option<Template>,
    pub(super) certificate: bool,
}

/// The claims of a document.
///
/// # Errors
/// [`ClaimError::Formula`] with the claim and the formula that is none; [`ClaimError::Rule`] with a rule that
/// says too little.
pub fn claims(document: ClaimsDocument) -> Result<Vec<Claim>, ClaimError> {
    let definitions = Definitions::parse(&document.define)
        .map_err(|(text, fault)| ClaimError::Formula { place: format!("define: {text}"), fault })?;
    let mut tasks = BTreeMap::new();
    for (name, task) in &document.tasks {
        let task = TaskTemplate::parse(task).map_err(|fault| at(&format!("tasks, {name}"), fault))?;
        tasks.insert(name.clone(), task);
    }
    let shared = Arc::new(Document { definitions, tasks });
    let mut named = BTreeMap::new();
    for (name, rules) in &document.rows {
        named.insert(name.as_str(), rows(&format!("rows, {name}"), rules)?);
    }
    let mut claims: Vec<Claim> = Vec::new();
    for rule in document.claims {
        if claims.iter().any(|claim| claim.id == rule.id) {
            return Err(ClaimError::Rule { place: rule.id, fault: "stands twice" });
        }
        claims.push(claim(rule, &named, &shared)?);
    }
    Ok(claims)
}

fn at(place: &str, fault: FormulaFault) -> ClaimError {
    ClaimError::Formula { place: place.to_owned(), fault }
}

fn claim(
    rule: ClaimRule,
    named: &BTreeMap<&str, Arc<[Row]>>,
    document: &Arc<Document>,
) -> Result<Claim, ClaimError> {
    let fault = |fault| ClaimError::Rule { place: rule.id.clone(), fault };
    if rule.id.is_empty() || rule.id.contains(|letter: char| letter.is_whitespace() || letter == '/') {
        return Err(fault("the identifier is words separated by points"));
    }
    if !rule.parts.iter().any(|part| matches!(part.role, PartRole::Printed | PartRole::Reading)) {
        return Err(fault("neither the statement as printed nor a reading is judged"));
    }
    let mut code = structural::judges(&rule.id).iter();
    let mut parts: Vec<Part> = Vec::new();
    for part in &rule.parts {
        let rows = match (&part.rows, parts.last().map(|before| &before.judged)) {
            (Some(RowRules::Named(name)), _) => {
                let rows =
                    named.get(name.as_str()).ok_or_else(|| fault("names rows that the document has not"))?;
                How::Rows(Arc::clone(rows))
            }
            (Some(RowRules::Listed(listed)), _) => How::Rows(rows(&rule.id, listed)?),
            (None, Some(How::Rows(before))) if !part.formula.is_empty() || !part.values.is_empty() => {
                How::Rows(Arc::clone(before))
            }
            (None, _) => How::Code(*code.next().ok_or_else(|| fault("has no rows"))?),
        };
        parts.push(read_part(&rule.id, part, rows)?);
    }
    let printed = match rule.printed.as_str() {
        "" if code.len() == 0 => parts[0].formula.as_ref().map_or_else(String::new, mathematics),
        printed => printed.to_owned(),
    };
    let ClaimRule { id, place, statement, .. } = rule;
    Ok(Claim { id, place, statement, printed, parts, document: Arc::clone(document) })
}

fn read_part(id: &str, rule: &PartRule, judged: How) -> Result<Part, ClaimError> {
    let in_part = |fault| at(id, fault);
    let formula = formula(&rule.formula).map_err(in_part)?;
    let instances_of_all = Binders::parse(&rule.instances).map_err(in_part)?;
    let values = rule.values.iter().map(|text| {
        let (name, value) =
            text.split_once('=').ok_or(FormulaFault::Syntax { at: text.clone(), expected: "=" })?;
        Ok((name.trim().to_owned(), Expression::parse(value)?))
    });
    let (shown, range) = match &judged {
        How::Code(_) => (structural::file(id).to_owned(), String::new()),
        How::Rows(rows) => {
            // What a row says of the part's own formula adds nothing to it.
            let own = |row: &&Row| {
                formula.is_none() || row.formula.as_ref().is_some_and(|of| !of.mentions("claimed"))
            };
            let formulas =
                formula.iter().chain(rows.iter().filter(own).filter_map(|row| row.formula.as_ref()));
            let mut shown: Vec<String> = formulas.map(mathematics).collect();
            shown.dedup();
            let all = std::iter::once(&instances_of_all).chain(rows.iter().map(|row| &row.instances));
            let mut ranges: Vec<String> =
                all.filter(|binders| !binders.names.is_empty()).map(instances).collect();
            ranges.dedup();
            (shown.join("; "), if ranges.is_empty() { "one instance".to_owned() } else { ranges.join("; ") })
        }
    };
    Ok(Part {
        role: rule.role,
        text: rule.text.clone(),
        derivation: rule.derivation.clone(),
        formula,
        shown,
        range: if rule.range.is_empty() { range } else { rule.range.clone() },
        values: values.collect::<Result<_, FormulaFault>>().map_err(in_part)?,
        instances: instances_of_all,
        judged,
    })
}

fn formula(text: &str) -> Result<Option<Expression>, FormulaFault> {
    if text.is_empty() { Ok(None) } else { Expression::parse(text).map(Some) }
}

fn rows(place: &str, rules: &[RowRule]) -> Result<Arc<[Row]>, ClaimError> {
    rules.iter().map(|rule| row(rule).map_err(|fault| at(place, fault))).collect()
}

fn row(rule: &RowRule) -> Result<Row, FormulaFault> {
    let template = |text: &str| if text.is_empty() { Ok(None) } else { Template::parse(text).map(Some) };
    Ok(Row {
        instances: Binders::parse(&rule.instances)?,
        instance: Template::parse(&rule.instance)?,
        relation: rule.relation,
        formula: formula(&rule.formula)?,
        task: if rule.task.is_null() { None } else { Some(TaskTemplate::parse(&rule.task)?) },
        method: Template::parse(&rule.method)?,
        schedule: formula(&rule.schedule)?,
        counts: rule.counts,
        measure: rule.measure,
        value: formula(&rule.value)?,
        found: formula(&rule.found)?,
        lower: formula(&rule.lower)?,
        upper: formula(&rule.upper)?,
        how: template(&rule.how)?,
        because: template(&rule.because)?,
        certificate: rule.certificate,
    })
}
