//! Exact values of formulas, in a bounded number of steps.

use super::data::Datum::{self, Integer, Truth};
use super::fault::FormulaFault;
use super::known::{Key, Known, KnownOfLists, ListKey, Named};
use super::library;
use super::parse::{Binders, Definition, Expression, Operator, Range, Template};
use crate::model::count_of;
use std::cmp::Ordering;

/// Steps of one evaluation: minutes.
const STEPS: u64 = 1_000_000_000;
/// Formulas in formulas and definitions in definitions.
const LEVELS: usize = 1_500;

/// Definitions by name, and functions that come from outside the language.
pub(in crate::claims) struct Definitions {
    all: Named<Definition>,
}

impl Definitions {
    pub(in crate::claims) fn parse(texts: &[String]) -> Result<Self, (String, FormulaFault)> {
        let mut all = Named::default();
        for text in texts {
            let definition = Definition::parse(text).map_err(|fault| (text.clone(), fault))?;
            all.insert(definition.name.clone(), definition);
        }
        Ok(Self { all })
    }

    /// What a name without arguments abbreviates.
    pub(super) fn of(&self, name: &str) -> Option<&Definition> {
        self.all.get(name)
    }
}

/// Functions that the language takes from where it is used.
pub(in crate::claims) trait Outside<'a> {
    /// The value of a function; none if it is unknown.
    fn call(
        &self,
        scope: &mut Scope<'a>,
        name: &str,
        arguments: &[Datum],
    ) -> Option<Result<Datum, FormulaFault>>;
}

/// What names stand for while a formula is evaluated.
pub(in crate::claims) struct Scope<'a> {
    definitions: &'a Definitions,
    outside: &'a dyn Outside<'a>,
    values: Vec<(&'a str, Datum)>,
    /// Where the names begin that a definition sees: its arguments.
    frame: usize,
    steps: u64,
    levels: usize,
    known: Known,
    known_of_lists: KnownOfLists,
    /// What the name `claimed` stands for: the formula of the part.
    claimed: Option<&'a Expression>,
}

type Found = Result<Datum, FormulaFault>;

impl<'a> Scope<'a> {
    pub(in crate::claims) fn new(definitions: &'a Definitions, outside: &'a dyn Outside<'a>) -> Self {
        Self {
            definitions,
            outside,
            values: Vec::new(),
            frame: 0,
            steps: 0,
            levels: 0,
            known: Known::default(),
            known_of_lists: KnownOfLists::default(),
            claimed: None,
        }
    }

    /// Lets `claimed` stand for a formula.
    pub(in crate::claims) fn claim(&mut self, formula: Option<&'a Expression>) {
        self.claimed = formula;
    }

    /// Lets a name stand for a value from now on.
    pub(in crate::claims) fn bind(&mut self, name: &'a str, value: Datum) {
        self.values.push((name, value));
    }

    /// How many names stand for something.
    pub(in crate::claims) fn depth(&self) -> usize {
        self.values.len()
    }

    /// Forgets the names bound after there were so many.
    pub(in crate::claims) fn forget(&mut self, depth: usize) {
        self.values.truncate(depth);
    }

    /// A text with the values of its formulas.
    pub(in crate::claims) fn filled(&mut self, template: &'a Template) -> Result<String, FormulaFault> {
        let mut text = String::new();
        for (words, formula) in &template.0 {
            text.push_str(words);
            if let Some(formula) = formula {
                text.push_str(&self.value(formula)?.to_string());
            }
        }
        Ok(text)
    }

    /// The value of a formula, in steps of its own.
    pub(in crate::claims) fn evaluate(&mut self, formula: &'a Expression) -> Found {
        self.steps = 0;
        self.value(formula)
    }

    fn value(&mut self, formula: &'a Expression) -> Found {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(FormulaFault::Steps(STEPS));
        }
        if self.levels > LEVELS {
            return Err(FormulaFault::Levels(LEVELS));
        }
        self.levels += 1;
        let found = self.of(formula);
        self.levels -= 1;
        found
    }

    fn of(&mut self, formula: &'a Expression) -> Found {
        match formula {
            Expression::Constant(value) => Ok(value.clone()),
            Expression::Name(name) => self.name(name),
            Expression::Not(of) => Ok(Truth(!self.value(of)?.truth()?)),
            Expression::Negative(of) => self.value(of)?.negated(),
            Expression::Factorial(of) => library::factorial(&self.value(of)?),
            Expression::Pair(operator, left, right) => self.pair(*operator, left, right),
            Expression::Chain(terms, operators) => {
                let mut before = self.value(&terms[0])?;
                for (operator, term) in operators.iter().zip(&terms[1..]) {
                    let next = self.value(term)?;
                    if !applied(*operator, &before, &next)?.truth()? {
                        return Ok(Truth(false));
                    }
                    before = next;
                }
                Ok(Truth(true))
            }
            Expression::If(condition, yes, no) => {
                let branch = if self.value(condition)?.truth()? { yes } else { no };
                self.value(branch)
            }
            Expression::List(items) => self.all(items).map(Datum::list),
            Expression::Call(name, arguments) => self.call(name, arguments),
            Expression::Over(name, binders, body) => self.over(name, binders, body),
        }
    }

    fn all(&mut self, formulas: &'a [Expression]) -> Result<Vec<Datum>, FormulaFault> {
        formulas.iter().map(|formula| self.value(formula)).collect()
    }

    fn name(&mut self, name: &'a str) -> Found {
        let own = &self.values[self.frame..];
        if let Some((_, value)) = own.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(value.clone());
        }
        match (self.definitions.of(name), self.claimed) {
            (None, Some(claimed)) if name == "claimed" => self.value(claimed),
            (Some(definition), _) if definition.arguments.is_empty() => self.value(&definition.body),
            _ => Err(FormulaFault::Unknown(name.to_owned())),
        }
    }

    fn call(&mut self, name: &'a str, arguments: &'a [Expression]) -> Found {
        let Some(definition) = self.definitions.of(name) else {
            // Most functions take one value or two, which need no list.
            return match arguments {
                [of] => {
                    let values = [self.value(of)?];
                    self.function(name, &values)
                }
                [left, right] => {
                    let values = [self.value(left)?, self.value(right)?];
                    self.function(name, &values)
                }
                _ => {
                    let values = self.all(arguments)?;
                    self.function(name, &values)
                }
            };
        };
        if definition.arguments.len() != arguments.len() {
            return Err(FormulaFault::Arguments {
                name: name.to_owned(),
                expected: definition.arguments.len(),
                found: arguments.len(),
            });
        }
        let depth = self.values.len();
        let found = self.defined(definition, arguments);
        self.values.truncate(depth);
        found
    }

    /// The value of a definition; its arguments remain bound.
    fn defined(&mut self, definition: &'a Definition, arguments: &'a [Expression]) -> Found {
        let depth = self.values.len();
        for argument in arguments {
            let value = self.value(argument)?;
            // Those after it are not to see it, so it gets its name only when all are known.
            self.values.push(("", value));
        }
        let values = || self.values[depth..].iter().map(|(_, value)| value);
        let key = Key::new(&definition.name, values());
        let of_lists = if key.is_none() { ListKey::new(&definition.name, values()) } else { None };
        let known = key.as_ref().and_then(|key| self.known.get(key));
        if let Some(known) = known.or_else(|| self.known_of_lists.get(of_lists.as_ref()?)) {
            return Ok(known.clone());
        }
        for (bound, argument) in self.values[depth..].iter_mut().zip(&definition.arguments) {
            bound.0 = argument;
        }
        let frame = std::mem::replace(&mut self.frame, depth);
        let found = self.value(&definition.body);
        self.frame = frame;
        match (key, of_lists, &found) {
            (Some(key), _, Ok(value)) => self.known.keep(key, value),
            (None, Some(key), Ok(value)) => self.known_of_lists.keep(key, value),
            _ => {}
        }
        found
    }

    /// A function of the language, or one from outside.
    fn function(&mut self, name: &'a str, values: &[Datum]) -> Found {
        let outside = self.outside;
        let found = library::call(name, values)
            .or_else(|| outside.call(self, name, values))
            .unwrap_or_else(|| Err(FormulaFault::Unknown(name.to_owned())))?;
        if let Datum::List(items) = &found {
            self.steps += count_of(items.len());
        }
        Ok(found)
    }

    fn pair(&mut self, operator: Operator, left: &'a Expression, right: &'a Expression) -> Found {
        let left = self.value(left)?;
        match operator {
            Operator::And if !left.truth()? => Ok(left),
            Operator::Or if left.truth()? => Ok(left),
            Operator::And | Operator::Or => {
                let right = self.value(right)?;
                right.truth()?;
                Ok(right)
            }
            _ => applied(operator, &left, &self.value(right)?),
        }
    }

    /// Goes through everything that the binders say; `each` says whether to go on.
    pub(in crate::claims) fn through<E: From<FormulaFault>>(
        &mut self,
        binders: &'a Binders,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<(), E> {
        let depth = self.values.len();
        let ended = self.through_rest(binders, 0, each).map(|_| ());
        self.values.truncate(depth);
        ended
    }

    fn through_rest<E: From<FormulaFault>>(
        &mut self,
        binders: &'a Binders,
        place: usize,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let Some((name, range)) = binders.names.get(place) else {
            if let Some(condition) = &binders.condition
                && !self.value(condition)?.truth()?
            {
                return Ok(true);
            }
            return each(self);
        };
        let depth = self.values.len();
        let mut next = |scope: &mut Self, value: Datum| {
            scope.values.push((name.as_str(), value));
            let go_on = scope.through_rest(binders, place + 1, each);
            scope.values.truncate(depth);
            go_on
        };
        match range {
            Range::Items(list) => {
                let list = self.value(list)?;
                for item in list.items()?.iter() {
                    if !next(self, item.clone())? {
                        return Ok(false);
                    }
                }
            }
            Range::Value(value) => {
                let value = self.value(value)?;
                return next(self, value);
            }
            Range::FromTo(first, last, step) => {
                let (mut at, last) = (self.value(first)?.integer()?, self.value(last)?.integer()?);
                let step = step.as_ref().map_or(Ok(Integer(1)), |step| self.value(step))?.integer()?;
                if step < 1 {
                    return Err(FormulaFault::Undefined(format!("steps of {step}")).into());
                }
                while at <= last {
                    if !next(self, Integer(at))? {
                        return Ok(false);
                    }
                    at += step;
                }
            }
        }
        Ok(true)
    }

    fn over(&mut self, name: &'a str, binders: &'a Binders, body: &'a Expression) -> Found {
        let mut found: Option<Datum> = None;
        let mut listed = Vec::new();
        let mut each = |scope: &mut Self| -> Result<bool, FormulaFault> {
            let value = scope.value(body)?;
            let before = found.take();
            match name {
                "sum" => found = Some(before.map_or(Ok(value.clone()), |sum| sum.plus(&value))?),
                "product" => found = Some(before.map_or(Ok(value.clone()), |all| all.times(&value))?),
                "max" | "min" => {
                    let wanted = if name == "max" { Ordering::Greater } else { Ordering::Less };
                    found = Some(match before {
                        Some(best) if value.compared(&best)? != wanted => best,
                        _ => value,
                    });
                }
                "count" => {
                    let more = i128::from(value.truth()?);
                    found = Some(before.unwrap_or(Integer(0)).plus(&Integer(more))?);
                }
                "all" | "any" => {
                    let decided = value.truth()? == (name == "any");
                    found = Some(value);
                    return Ok(!decided);
                }
                "list" | "set" => listed.push(value),
                "first" if value.truth()? => {
                    let bound = scope.values.last().map(|bound| bound.1.clone());
                    found = bound;
                    return Ok(false);
                }
                "first" => {}
                "let" => found = Some(value),
                _ => return Err(FormulaFault::Unknown(name.to_owned())),
            }
            Ok(true)
        };
        match name {
            "let" => return self.bound(binders, body),
            "fold" => return self.folded(binders, body),
            _ => {}
        }
        self.through(binders, &mut each)?;
        match (name, found) {
            ("list", _) => Ok(Datum::list(listed)),
            ("set", _) => library::set(listed),
            (_, Some(found)) => Ok(found),
            ("sum" | "count", None) => Ok(Integer(0)),
            ("product", None) => Ok(Integer(1)),
            ("all" | "any", None) => Ok(Truth(name == "all")),
            ("first", None) => Ok(Integer(-1)),
            _ => Err(FormulaFault::Undefined(format!("{name} over nothing"))),
        }
    }

    /// `fold(x = first, i = 1..n, body)`: x begins with the first formula and becomes the body again and again.
    fn folded(&mut self, binders: &'a Binders, body: &'a Expression) -> Found {
        let Some((name, Range::Value(first))) = binders.names.first() else {
            return Err(FormulaFault::Undefined("fold begins with a name and its first value".to_owned()));
        };
        let depth = self.values.len();
        let first = self.value(first)?;
        self.values.push((name.as_str(), first));
        let mut each = |scope: &mut Self| -> Result<bool, FormulaFault> {
            scope.values[depth].1 = scope.value(body)?;
            Ok(true)
        };
        let ended = self.through_rest(binders, 1, &mut each);
        let last = self.values[depth].1.clone();
        self.values.truncate(depth);
        ended.map(|_| last)
    }

    /// `let(x = formula, body)`: the names stand for the values themselves.
    fn bound(&mut self, binders: &'a Binders, body: &'a Expression) -> Found {
        let depth = self.values.len();
        for (name, range) in &binders.names {
            let (Range::Value(of) | Range::Items(of) | Range::FromTo(of, ..)) = range;
            let value = self.value(of)?;
            self.values.push((name.as_str(), value));
        }
        let found = self.value(body);
        self.values.truncate(depth);
        found
    }
}

/// A value of two values.
fn applied(operator: Operator, left: &Datum, right: &Datum) -> Found {
    let order = |wanted: &[Ordering]| Ok(Truth(wanted.contains(&left.compared(right)?)));
    match operator {
        Operator::Equal => Ok(Truth(left == right)),
        Operator::Unequal => Ok(Truth(left != right)),
        Operator::Less => order(&[Ordering::Less]),
        Operator::AtMost => order(&[Ordering::Less, Ordering::Equal]),
        Operator::Greater => order(&[Ordering::Greater]),
        Operator::AtLeast => order(&[Ordering::Greater, Ordering::Equal]),
        Operator::In => Ok(Truth(right.items()?.contains(left))),
        Operator::Plus => match (left, right) {
            (Datum::List(a), Datum::List(b)) => Ok(Datum::list([&a[..], &b[..]].concat())),
            (Datum::Text(a), _) => Ok(Datum::text(&format!("{a}{right}"))),
            _ => left.plus(right),
        },
        Operator::Minus => left.plus(&right.negated()?),
        Operator::Times => left.times(right),
        Operator::Over => left.over(right),
        Operator::Power => left.to_the(right),
        Operator::Mod => match (left, right) {
            (Integer(a), Integer(b)) if *b > 0 => Ok(Integer(a.rem_euclid(*b))),
            _ => left.plus(&right.times(&left.over(right)?.floor()?)?.negated()?),
        },
        Operator::At => {
            let items = left.items()?;
            let place = usize::try_from(right.integer()?).ok().and_then(|place| items.get(place));
            place.cloned().ok_or_else(|| {
                FormulaFault::Undefined(format!("item {right} of a list of {}, counted from 0", items.len()))
            })
        }
        Operator::And | Operator::Or => Err(FormulaFault::Unknown("and, or".to_owned())),
    }
}
