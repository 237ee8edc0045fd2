//! Evaluates formulas exactly, in a bounded number of steps and a bounded memory.

use super::data::Datum::{self, Integer, List, Truth};
use super::definitions::Definitions;
use super::fault::{FaultAt, FormulaFault};
use super::formula::{Binders, Definition, Expression, Kind, Operator, Over, Range};
use super::from_text::{Formula, FromText, Sweep, Words};
use super::held::{Reservation, held_values};
use super::known::{Key, Known, ListKey};
use super::library::{self, Function};
use super::names::Name;
use super::operate::{applied, item, steps};
use super::{MAX_EVALUATION_DEPTH, MAX_HELD_PLACES, MAX_LIST_DEPTH, MAX_LIST_ITEMS, MAX_STEPS};

/// Functions that the caller adds to the language.
pub(in crate::claims) trait ExternalFunctions<'a> {
    /// Returns the value of a function; none if it is unknown.
    fn call(
        &self,
        scope: &mut Scope<'a>,
        name: &str,
        arguments: &[Datum],
    ) -> Option<Result<Datum, FormulaFault>>;
}

/// The values of names while a formula is evaluated.
pub(in crate::claims) struct Scope<'a> {
    definitions: &'a Definitions,
    outside: &'a dyn ExternalFunctions<'a>,
    values: Vec<(Name, Datum)>,
    /// The place of the first name that the current definition sees, its first argument.
    frame: usize,
    /// The path in the document of the text that is evaluated.
    place: &'a str,
    steps: u64,
    levels: usize,
    known: Known,
    /// The formula of the part, for which the name `claimed` stands.
    claimed: Option<&'a Formula>,
}

type Found<T = Datum> = Result<T, Box<FaultAt>>;

impl<'a> Scope<'a> {
    pub(in crate::claims) fn new(
        definitions: &'a Definitions,
        outside: &'a dyn ExternalFunctions<'a>,
    ) -> Self {
        Self {
            definitions,
            outside,
            values: Vec::new(),
            frame: 0,
            place: "",
            steps: 0,
            levels: 0,
            known: Known::default(),
            claimed: None,
        }
    }

    /// Lets `claimed` stand for a formula.
    pub(in crate::claims) fn claim(&mut self, formula: Option<&'a Formula>) {
        self.claimed = formula;
    }

    /// Lets a name stand for a value from now on.
    pub(in crate::claims) fn bind(&mut self, name: Name, value: Datum) {
        self.values.push((name, value));
    }

    /// Lets names stand for the values of formulas, each of which may use those before it.
    pub(in crate::claims) fn bind_all(&mut self, values: &'a [(Name, Formula)]) -> Found<()> {
        for (name, formula) in values {
            let value = self.evaluate(formula)?;
            self.bind(*name, value);
        }
        Ok(())
    }

    /// Returns the number of bound names.
    pub(in crate::claims) fn depth(&self) -> usize {
        self.values.len()
    }

    /// Unbinds all names but the first `depth`.
    pub(in crate::claims) fn forget(&mut self, depth: usize) {
        self.values.truncate(depth);
    }

    /// Fills the values of its formulas into a text.
    pub(in crate::claims) fn filled(&mut self, template: &'a Words) -> Found<String> {
        self.begin();
        self.at_place(&template.place, |scope| {
            let mut pieces = Vec::new();
            for (words, formula) in &template.of.0 {
                pieces.push(Datum::text(words));
                if let Some(formula) = formula {
                    pieces.push(scope.value(formula)?);
                }
            }
            let text = Datum::joined(&pieces, "");
            text.and_then(|text| text.words().map(str::to_owned)).map_err(Box::from)
        })
    }

    /// Evaluates a formula with its own budget of steps.
    pub(in crate::claims) fn evaluate(&mut self, formula: &'a Formula) -> Found {
        self.begin();
        self.at_place(&formula.place, |scope| scope.value(&formula.of))
    }

    /// Evaluates a formula to a rational number.
    pub(in crate::claims) fn rational(&mut self, formula: &'a Formula) -> Found<num_rational::BigRational> {
        let found = self.evaluate(formula)?.rational();
        found.map_err(|fault| Box::<FaultAt>::from(fault).at(&formula.place, 1))
    }

    /// Evaluates a condition.
    pub(in crate::claims) fn truth(&mut self, formula: &'a Formula) -> Found<bool> {
        let found = self.evaluate(formula)?.truth();
        found.map_err(|fault| Box::<FaultAt>::from(fault).at(&formula.place, 1))
    }

    /// Resets the steps, unless the formula is part of another one.
    fn begin(&mut self) {
        if self.levels == 0 {
            self.steps = 0;
        }
    }

    /// Evaluates a part of a formula.
    pub(in crate::claims) fn part(&mut self, formula: &'a Expression) -> Found {
        self.begin();
        self.value(formula)
    }

    /// Evaluates a text at another place of the document.
    pub(in crate::claims) fn at_place<T>(
        &mut self,
        place: &'a str,
        evaluate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let found = evaluate(self);
        self.place = before;
        found
    }

    fn value(&mut self, formula: &'a Expression) -> Found {
        self.steps += 1;
        // Most formulas are constants and names, which are neither deeper nor longer than they were.
        match &formula.kind {
            Kind::Constant(value) => return Ok(value.clone()),
            Kind::Name(name) => {
                if let Some(place) = self.place_of(*name) {
                    return Ok(self.values[place].1.clone());
                }
            }
            _ => {}
        }
        if self.steps > MAX_STEPS {
            return Err(self.fault(FormulaFault::Steps(MAX_STEPS), formula));
        }
        if self.levels > MAX_EVALUATION_DEPTH {
            return Err(self.fault(FormulaFault::Levels(MAX_EVALUATION_DEPTH), formula));
        }
        self.levels += 1;
        let found = self.of(formula);
        self.levels -= 1;
        match found {
            Ok(Integer(_) | Truth(_)) => found,
            Ok(value) => match self.require_bounded(&value) {
                Ok(()) => Ok(value),
                Err(fault) => Err(self.fault(fault, formula)),
            },
            Err(fault) => Err(fault.at(self.place, crate::model::wide(formula.at) + 1)),
        }
    }

    #[expect(clippy::unnecessary_box_returns, reason = "results are small so")]
    fn fault(&self, fault: impl Into<Box<FaultAt>>, formula: &Expression) -> Box<FaultAt> {
        fault.into().at(self.place, crate::model::wide(formula.at) + 1)
    }

    /// Refuses a value that is too deep or too long, and any value if all together take too much memory.
    fn require_bounded(&mut self, value: &Datum) -> Result<(), FormulaFault> {
        if let List(items) = value {
            if value.depth() > MAX_LIST_DEPTH {
                return Err(FormulaFault::Depth);
            }
            if items.len() > MAX_LIST_ITEMS {
                return Err(FormulaFault::Items);
            }
        }
        self.require_memory()
    }

    fn require_memory(&mut self) -> Result<(), FormulaFault> {
        if held_values() > MAX_HELD_PLACES {
            self.known.forget();
        }
        if held_values() > MAX_HELD_PLACES { Err(FormulaFault::Memory) } else { Ok(()) }
    }

    fn of(&mut self, formula: &'a Expression) -> Found {
        match &formula.kind {
            Kind::Constant(value) => Ok(value.clone()),
            Kind::Name(name) => self.name(*name),
            Kind::Not(of) => Ok(Truth(!self.value(of)?.truth()?)),
            Kind::Negative(of) => Ok(self.value(of)?.negated()?),
            Kind::Factorial(of) => {
                let of = self.value(of)?;
                self.steps += of.natural()?.pow(2) / 64;
                Ok(library::factorial(&of)?)
            }
            Kind::Pair(operator, left, right) => self.pair(*operator, left, right),
            Kind::Chain(terms, operators) => {
                let mut before = self.value(&terms[0])?;
                for (operator, term) in operators.iter().zip(&terms[1..]) {
                    let next = self.value(term)?;
                    if !self.applied(*operator, &before, &next)?.truth()? {
                        return Ok(Truth(false));
                    }
                    before = next;
                }
                Ok(Truth(true))
            }
            Kind::If(condition, yes, no) => {
                let branch = if self.value(condition)?.truth()? { yes } else { no };
                self.value(branch)
            }
            Kind::List(items) => self.all(items).map(Datum::list),
            Kind::Call(name, arguments) => self.call(*name, arguments),
            Kind::Function(_, function, arguments) => match &arguments[..] {
                // Most functions take one value or two, which need no list.
                [of] => {
                    let values = [self.value(of)?];
                    self.function(*function, &values)
                }
                [left, right] => {
                    let values = [self.value(left)?, self.value(right)?];
                    self.function(*function, &values)
                }
                _ => {
                    let values = self.all(arguments)?;
                    self.function(*function, &values)
                }
            },
            Kind::Over(over, binders, body) => self.over(*over, binders, body),
        }
    }

    fn all(&mut self, formulas: &'a [Expression]) -> Found<Vec<Datum>> {
        formulas.iter().map(|formula| self.value(formula)).collect()
    }

    /// Returns the place of a bound name's value.
    fn place_of(&self, name: Name) -> Option<usize> {
        let own = self.values[self.frame..].iter().rposition(|(bound, _)| *bound == name)?;
        Some(self.frame + own)
    }

    /// Evaluates a name that is not bound.
    fn name(&mut self, name: Name) -> Found {
        if let (Name::CLAIMED, Some(claimed)) = (name, self.claimed) {
            return self.at_place(&claimed.place, |scope| scope.value(&claimed.of));
        }
        match self.definitions.numbered(name) {
            Some((_, placed)) if placed.of.arguments.is_empty() => {
                self.at_place(&placed.place, |scope| scope.value(&placed.of.body))
            }
            _ => Err(FormulaFault::Unknown(name.text().to_owned()).into()),
        }
    }

    fn call(&mut self, name: Name, arguments: &'a [Expression]) -> Found {
        let Some((number, placed)) = self.definitions.numbered(name) else {
            let values = self.all(arguments)?;
            let outside = self.outside;
            let found = outside.call(self, name.text(), &values);
            let found = found.ok_or_else(|| FormulaFault::Unknown(name.text().to_owned()))??;
            self.steps += found.size();
            return Ok(found);
        };
        let definition = &placed.of;
        if definition.arguments.len() != arguments.len() {
            return Err(Box::from(FormulaFault::Arguments {
                name: name.text().to_owned(),
                expected: definition.arguments.len(),
                found: arguments.len(),
            }));
        }
        let depth = self.values.len();
        let found = self.defined(number, placed, arguments);
        self.values.truncate(depth);
        found
    }

    /// Evaluates a definition; its arguments remain bound.
    fn defined(
        &mut self,
        number: u32,
        definition: &'a FromText<Definition>,
        arguments: &'a [Expression],
    ) -> Found {
        let depth = self.values.len();
        for argument in arguments {
            let value = self.value(argument)?;
            // Later arguments must not see it, so it gets its name only when all are known.
            self.values.push((Name::NONE, value));
        }
        let values = || self.values[depth..].iter().map(|(_, value)| value);
        let key = Key::new(number, values());
        let of_lists = if key.is_none() { ListKey::new(number, values()) } else { None };
        let known = key.as_ref().and_then(|key| self.known.get(key));
        if let Some(known) = known.or_else(|| self.known.get_of_lists(of_lists.as_ref()?)) {
            return Ok(known.clone());
        }
        for (bound, argument) in self.values[depth..].iter_mut().zip(&definition.of.arguments) {
            bound.0 = *argument;
        }
        let frame = std::mem::replace(&mut self.frame, depth);
        let found = self.at_place(&definition.place, |scope| scope.value(&definition.of.body));
        self.frame = frame;
        match (key, of_lists, &found) {
            (Some(key), _, Ok(value)) => self.known.keep(key, value),
            (None, Some(key), Ok(value)) => self.known.keep_of_lists(key, value),
            _ => {}
        }
        found
    }

    fn function(&mut self, function: Function, values: &[Datum]) -> Found {
        if values.iter().any(|value| !matches!(value, Integer(_))) {
            self.count_steps(function.steps(values))?;
        }
        let found = function.of(values)?;
        if let List(items) = &found {
            self.steps += crate::model::count_of(items.len());
        }
        Ok(found)
    }

    /// Counts the steps of an operation before it is computed.
    fn count_steps(&mut self, steps: u64) -> Found<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS { Err(FormulaFault::Steps(MAX_STEPS).into()) } else { Ok(()) }
    }

    fn pair(&mut self, operator: Operator, left: &'a Expression, right: &'a Expression) -> Found {
        if let (Operator::At, Kind::Name(name)) = (operator, &left.kind)
            && let Some(list) = self.place_of(*name)
        {
            // The list stays where it is.
            let place = self.value(right)?;
            return Ok(item(&self.values[list].1, &place)?);
        }
        let left = self.value(left)?;
        match operator {
            Operator::And if !left.truth()? => Ok(left),
            Operator::Or if left.truth()? => Ok(left),
            Operator::And | Operator::Or => {
                let right = self.value(right)?;
                right.truth()?;
                Ok(right)
            }
            _ => {
                let right = self.value(right)?;
                self.applied(operator, &left, &right)
            }
        }
    }

    /// Applies an operator to two values.
    fn applied(&mut self, operator: Operator, left: &Datum, right: &Datum) -> Found {
        if let (Integer(a), Integer(b)) = (left, right) {
            let quick = match operator {
                Operator::Equal => Some(Truth(a == b)),
                Operator::Unequal => Some(Truth(a != b)),
                Operator::Less => Some(Truth(a < b)),
                Operator::Plus => a.checked_add(*b).map(Integer),
                Operator::Minus => a.checked_sub(*b).map(Integer),
                _ => None,
            };
            if let Some(quick) = quick {
                return Ok(quick);
            }
        } else {
            self.count_steps(steps(operator, left, right))?;
        }
        Ok(applied(operator, left, right)?)
    }

    /// Goes through all instances of a part or row; `each` says whether to go on.
    pub(in crate::claims) fn sweep<E: From<Box<FaultAt>>>(
        &mut self,
        sweep: &'a Sweep,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<(), E> {
        self.begin();
        self.at_place(&sweep.place, |scope| scope.each_binding(&sweep.of, each))
    }

    /// Goes through all values of the binders' names; `each` says whether to go on.
    fn each_binding<E: From<Box<FaultAt>>>(
        &mut self,
        binders: &'a Binders,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<(), E> {
        let depth = self.values.len();
        let ended = self.each_binding_from(binders, 0, each).map(|_| ());
        self.values.truncate(depth);
        ended
    }

    fn each_binding_from<E: From<Box<FaultAt>>>(
        &mut self,
        binders: &'a Binders,
        place: usize,
        each: &mut dyn FnMut(&mut Self) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let Some((name, range)) = binders.names.get(place) else {
            if let Some(condition) = &binders.condition
                && !self.holds(condition)?
            {
                return Ok(true);
            }
            return each(self);
        };
        let depth = self.values.len();
        let mut next = |scope: &mut Self, value: Datum| {
            scope.values.push((*name, value));
            let go_on = scope.each_binding_from(binders, place + 1, each);
            scope.values.truncate(depth);
            go_on
        };
        match range {
            Range::Items(of) => {
                let list = self.value(of)?;
                let items = list.items().map_err(|fault| self.fault(fault, of))?;
                for item in items {
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
                let (mut at, last) = (self.integer(first)?, self.integer(last)?);
                let step = step.as_ref().map_or(Ok(1), |step| self.integer(step))?;
                if step < 1 {
                    return Err(self
                        .fault(FormulaFault::Undefined(format!("steps of {step}")), first)
                        .into());
                }
                while at <= last {
                    if !next(self, Integer(at))? {
                        return Ok(false);
                    }
                    // Nothing comes after the greatest number.
                    let Some(following) = at.checked_add(step) else { break };
                    at = following;
                }
            }
        }
        Ok(true)
    }

    fn integer(&mut self, formula: &'a Expression) -> Found<i128> {
        let value = self.value(formula)?;
        value.integer().map_err(|fault| self.fault(fault, formula))
    }

    fn holds(&mut self, formula: &'a Expression) -> Found<bool> {
        let value = self.value(formula)?;
        value.truth().map_err(|fault| self.fault(fault, formula))
    }

    fn over(&mut self, over: Over, binders: &'a Binders, body: &'a Expression) -> Found {
        match over {
            Over::Let => return self.bound(binders, body),
            Over::Fold => return self.folded(binders, body),
            _ => {}
        }
        let mut found: Option<Datum> = None;
        let (mut listed, mut hold) = (Vec::new(), Reservation::default());
        let mut each = |scope: &mut Self| -> Found<bool> {
            if let Over::Count | Over::All | Over::Any | Over::First = over {
                let holds = scope.holds(body)?;
                match over {
                    Over::Count => {
                        let counted = found.take().unwrap_or(Integer(0));
                        found = Some(counted.plus(&Integer(i128::from(holds)))?);
                    }
                    Over::First if holds => found = scope.values.last().map(|bound| bound.1.clone()),
                    Over::First => {}
                    _ => found = Some(Truth(holds)),
                }
                return Ok(match over {
                    Over::All => holds,
                    Over::Any | Over::First => !holds,
                    _ => true,
                });
            }
            let value = scope.value(body)?;
            if let Over::List | Over::Set = over {
                listed.push(value);
                hold.reserve(1);
                if listed.len() > MAX_LIST_ITEMS {
                    return Err(FormulaFault::Items.into());
                }
                scope.require_memory()?;
                return Ok(true);
            }
            let Some(before) = found.take() else {
                found = Some(value);
                return Ok(true);
            };
            found = Some(match over {
                Over::Sum => scope.applied(Operator::Plus, &before, &value)?,
                Over::Product => scope.applied(Operator::Times, &before, &value)?,
                _ => {
                    let better = if over == Over::Max { Operator::Greater } else { Operator::Less };
                    if scope.applied(better, &value, &before)?.truth()? { value } else { before }
                }
            });
            Ok(true)
        };
        self.each_binding(binders, &mut each)?;
        let length = crate::model::count_of(listed.len());
        match (over, found) {
            (Over::List, _) => Ok(Datum::list(listed)),
            (Over::Set, _) => {
                self.count_steps(length * u64::from(length.max(1).ilog2()))?;
                Ok(library::set(listed)?)
            }
            (_, Some(found)) => Ok(found),
            (Over::Sum | Over::Count, None) => Ok(Integer(0)),
            (Over::Product, None) => Ok(Integer(1)),
            (Over::All | Over::Any, None) => Ok(Truth(over == Over::All)),
            (Over::First, None) => Ok(Integer(-1)),
            _ => Err(FormulaFault::Undefined("the greatest or least of nothing".to_owned()).into()),
        }
    }

    /// Evaluates `fold(x = first, i = 1..n, body)`: x starts with the first formula and is replaced by the
    /// body for each i.
    fn folded(&mut self, binders: &'a Binders, body: &'a Expression) -> Found {
        let depth = self.values.len();
        let (name, Range::Value(first)) = &binders.names[0] else {
            unreachable!("the parser lets fold begin with a value")
        };
        let first = self.value(first)?;
        self.values.push((*name, first));
        let mut each = |scope: &mut Self| -> Found<bool> {
            scope.values[depth].1 = scope.value(body)?;
            Ok(true)
        };
        let ended = self.each_binding_from(binders, 1, &mut each);
        let last = self.values[depth].1.clone();
        self.values.truncate(depth);
        ended.map(|_| last)
    }

    /// Evaluates `let(x = formula, body)`: each name stands for its whole value.
    fn bound(&mut self, binders: &'a Binders, body: &'a Expression) -> Found {
        let depth = self.values.len();
        for (name, range) in &binders.names {
            let (Range::Value(of) | Range::Items(of) | Range::FromTo(of, ..)) = range;
            let value = self.value(of)?;
            self.values.push((*name, value));
        }
        let found = self.value(body);
        self.values.truncate(depth);
        found
    }
}
