//! Tasks whose sizes are formulas.

use crate::claims::ClaimError;
use crate::claims::graph::network;
use crate::claims::language::{Datum, FaultAt, Formula, FormulaFault, Scope, Words};
use crate::wire::{Measure, TaskDocument, parse};
use num_traits::ToPrimitive;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A task with the keys of a task file, in which a string that begins with `=` is a formula.
pub(in crate::claims) enum TaskTemplate {
    Named(Words),
    Fixed(Value),
    Formula(Formula),
    List(Vec<TaskTemplate>),
    Keys(Vec<(String, TaskTemplate)>),
}

impl TaskTemplate {
    /// Reads a task, or the name of one.
    pub(in crate::claims) fn parse(place: &str, value: &Value) -> Result<Self, Box<FaultAt>> {
        match value {
            Value::String(name) => Words::parse(place, name).map(Self::Named),
            other => Self::inner(place, other),
        }
    }

    fn inner(place: &str, value: &Value) -> Result<Self, Box<FaultAt>> {
        match value {
            Value::String(text) if text.starts_with('=') => {
                Formula::parse_after(1, place, text).map(Self::Formula)
            }
            Value::Array(items) => {
                let item = |(at, item)| Self::inner(&format!("{place}[{at}]"), item);
                items.iter().enumerate().map(item).collect::<Result<_, _>>().map(Self::List)
            }
            Value::Object(keys) => {
                let key =
                    |(key, of): (&String, _)| Ok((key.clone(), Self::inner(&format!("{place}.{key}"), of)?));
                keys.iter().map(key).collect::<Result<_, _>>().map(Self::Keys)
            }
            other => Ok(Self::Fixed(other.clone())),
        }
    }

    fn filled<'a>(&'a self, key: &str, scope: &mut Scope<'a>) -> Result<Value, Box<FaultAt>> {
        match self {
            Self::Fixed(value) => Ok(value.clone()),
            Self::Formula(formula) => {
                let value = json_of(key, &scope.evaluate(formula)?);
                value.map_err(|fault| Box::<FaultAt>::from(fault).at(&formula.place, 1))
            }
            Self::List(items) => items.iter().map(|item| item.filled(key, scope)).collect(),
            Self::Keys(keys) => {
                let keys = keys.iter().map(|(key, value)| Ok((key.clone(), value.filled(key, scope)?)));
                keys.collect::<Result<Map<_, _>, _>>().map(Value::Object)
            }
            Self::Named(_) => Err(FormulaFault::Undefined("a name in a task".to_owned()).into()),
        }
    }
}

/// Tasks by name.
pub(in crate::claims) type Tasks = BTreeMap<String, TaskTemplate>;

/// Returns the task document of a template with its formulas evaluated.
pub(in crate::claims) fn task<'a>(
    template: &'a TaskTemplate,
    tasks: &'a Tasks,
    measure: Measure,
    scope: &mut Scope<'a>,
) -> Result<TaskDocument, ClaimError> {
    let template = match template {
        TaskTemplate::Named(name) => {
            let name = scope.filled(name)?;
            tasks.get(&name).ok_or_else(|| FormulaFault::Unknown(format!("task {name}")))?
        }
        template => template,
    };
    let Value::Object(mut keys) = template.filled("", scope)? else {
        return Err(FormulaFault::Undefined("a task is an object".to_owned()).into());
    };
    let of_delay = matches!(measure, Measure::TotalDelay | Measure::SymmetricTotalDelay);
    let objective = if of_delay { "average-delay" } else { "completion-time" };
    for (key, value) in [("format", "isotask.task/1"), ("ports", "all"), ("objective", objective)] {
        keys.entry(key).or_insert_with(|| json!(value));
    }
    // The text is parsed as a file would be, so that the document has its one normal form.
    parse(Value::Object(keys).to_string().as_bytes()).map_err(ClaimError::Task)
}

/// Returns a value as a document has it; packets are `[offset, count]` or `[from, to, count]`.
fn json_of(key: &str, value: &Datum) -> Result<Value, FormulaFault> {
    let packet = |items: &[Datum]| match items {
        [offset, count] => Ok(json!({ "offset": json_of("", offset)?, "count": json_of("", count)? })),
        [from, to, count] => {
            Ok(json!({ "from": json_of("", from)?, "to": json_of("", to)?, "count": json_of("", count)? }))
        }
        _ => Err(FormulaFault::Undefined("a packet is [offset, count] or [from, to, count]".to_owned())),
    };
    match value {
        Datum::Truth(holds) => Ok(json!(holds)),
        Datum::Text(name) if key == "network" => {
            let network = network(name)?;
            serde_json::to_value(network).map_err(|fault| FormulaFault::Undefined(fault.to_string()))
        }
        Datum::Text(text) => Ok(json!(text.as_str())),
        Datum::List(items) if key == "packets" => {
            // Packets with count 0 are left out.
            let sent = items.iter().map(Datum::items).collect::<Result<Vec<_>, _>>()?;
            let sent = sent.into_iter().filter(|packet| packet.last() != Some(&Datum::Integer(0)));
            sent.map(packet).collect()
        }
        Datum::List(items) => items.iter().map(|item| json_of("", item)).collect(),
        number => {
            let number = number.rational()?;
            let integer = if number.is_integer() { number.numer().to_u64() } else { None };
            integer.map(|integer| json!(integer)).ok_or_else(|| FormulaFault::Kind {
                expected: "an integer from 0 to 2^64 − 1",
                found: number.to_string(),
            })
        }
    }
}
