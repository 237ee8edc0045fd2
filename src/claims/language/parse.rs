//! From text to formulas.
//!
//! ```text
//! formula   = "if" formula "then" formula "else" formula | either
//! either    = both { "or" both }          both = negation { "and" negation }
//! negation  = "not" negation | comparison comparison = sum { ("=" | "!=" | "<" | "<=" | ">" | ">=" | "in") sum }
//! sum       = product { ("+" | "-") product }
//! product   = sign { ("*" | "/" | "mod") sign }
//! sign      = "-" sign | power            power = suffixed [ "^" sign ]
//! suffixed  = atom { "!" | "[" formula "]" }
//! atom      = number | "'" text "'" | "(" formula ")" | "[" [ formula { "," formula } ] "]"
//!           | name [ "(" arguments ")" ]
//! arguments = formula { "," formula } | binders [ "where" formula ] "," formula
//! binders   = binder { "," binder }
//! binder    = name "=" formula [ ".." formula [ "by" formula ] ] | name "in" formula
//! ```

use super::data::Datum;
use super::fault::FormulaFault;
use num_bigint::BigInt;

/// Brackets in brackets.
const LEVELS: usize = 64;

/// Operators on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::claims) enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    In,
    Plus,
    Minus,
    Times,
    Over,
    Mod,
    Power,
    At,
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) enum Expression {
    Constant(Datum),
    Name(String),
    Call(String, Vec<Expression>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Factorial(Box<Expression>),
    Pair(Operator, Box<Expression>, Box<Expression>),
    /// `a < b <= c`.
    Chain(Vec<Expression>, Vec<Operator>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    List(Vec<Expression>),
    /// A sum, a list, … over what names stand for.
    Over(String, Binders, Box<Expression>),
}

/// Names with what they go through, `n = 2..9, k = n + 1, m in [1, 2 * k] where m < n`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::claims) struct Binders {
    pub(in crate::claims) names: Vec<(String, Range)>,
    pub(in crate::claims) condition: Option<Box<Expression>>,
}

/// From a value to another, the items of a list, or a value alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) enum Range {
    FromTo(Expression, Expression, Option<Expression>),
    Items(Expression),
    Value(Expression),
}

/// A definition: a name, its arguments, and what it stands for.
#[derive(Debug, Clone)]
pub(in crate::claims) struct Definition {
    pub(in crate::claims) name: String,
    pub(in crate::claims) arguments: Vec<String>,
    pub(in crate::claims) body: Expression,
}

/// A text with formulas in braces.
#[derive(Debug, Clone, Default)]
pub(in crate::claims) struct Template(pub(in crate::claims) Vec<(String, Option<Expression>)>);

impl Expression {
    pub(in crate::claims) fn parse(text: &str) -> Result<Self, FormulaFault> {
        let mut parser = Parser { text, at: 0, levels: 0 };
        let formula = parser.formula()?;
        parser.end(formula)
    }

    /// Whether a name may stand in the formula.
    pub(in crate::claims) fn mentions(&self, name: &str) -> bool {
        let mention = |of: &Self| of.mentions(name);
        match self {
            Self::Constant(_) => false,
            Self::Name(of) => of == name,
            Self::Not(of) | Self::Negative(of) | Self::Factorial(of) => mention(of),
            Self::Pair(_, left, right) => mention(left) || mention(right),
            Self::Call(_, items) | Self::List(items) | Self::Chain(items, _) => items.iter().any(mention),
            Self::If(a, b, c) => mention(a) || mention(b) || mention(c),
            Self::Over(..) => true,
        }
    }
}

impl Binders {
    pub(in crate::claims) fn parse(text: &str) -> Result<Self, FormulaFault> {
        let mut parser = Parser { text, at: 0, levels: 0 };
        if parser.peek().is_none() {
            return Ok(Self::default());
        }
        let mut binders = Self::default();
        if !parser.next_is("where") {
            loop {
                let name = parser.name().ok_or_else(|| parser.fault("a name"))?;
                let range = parser.range()?.ok_or_else(|| parser.fault("= or in"))?;
                binders.names.push((name, range));
                if !parser.take(",") {
                    break;
                }
            }
        }
        binders.condition = parser.condition()?;
        parser.end(binders)
    }
}

impl Definition {
    /// `name = formula` or `name(a, b) = formula`.
    pub(in crate::claims) fn parse(text: &str) -> Result<Self, FormulaFault> {
        let mut parser = Parser { text, at: 0, levels: 0 };
        let name = parser.name().ok_or_else(|| parser.fault("a name"))?;
        let mut arguments = Vec::new();
        if parser.take("(") {
            loop {
                arguments.push(parser.name().ok_or_else(|| parser.fault("a name"))?);
                if !parser.take(",") {
                    break;
                }
            }
            parser.expect(")")?;
        }
        parser.expect("=")?;
        let body = parser.formula()?;
        parser.end(Self { name, arguments, body })
    }
}

impl Template {
    pub(in crate::claims) fn parse(text: &str) -> Result<Self, FormulaFault> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (formula, left) = after.split_once('}').ok_or_else(|| FormulaFault::Syntax {
                at: after.chars().take(20).collect(),
                expected: "}",
            })?;
            pieces.push((before.to_owned(), Some(Expression::parse(formula)?)));
            rest = left;
        }
        pieces.push((rest.to_owned(), None));
        Ok(Self(pieces))
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    levels: usize,
}

/// Words that are no names.
const WORDS: [&str; 10] = ["if", "then", "else", "or", "and", "not", "mod", "in", "where", "by"];

impl Parser<'_> {
    fn rest(&self) -> &str {
        self.text[self.at..].trim_start()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, expected: &'static str) -> FormulaFault {
        FormulaFault::Syntax { at: self.rest().chars().take(20).collect(), expected }
    }

    fn end<T>(&self, found: T) -> Result<T, FormulaFault> {
        if self.peek().is_none() { Ok(found) } else { Err(self.fault("the end")) }
    }

    /// Whether the next sign or word is this one.
    fn next_is(&self, wanted: &str) -> bool {
        let Some(after) = self.rest().strip_prefix(wanted) else { return false };
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let next = after.chars().next();
        match wanted {
            "<" | ">" | "!" => next != Some('='),
            _ if wanted.starts_with(char::is_alphabetic) => !next.is_some_and(is_word),
            _ => true,
        }
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.next_is(wanted);
        if found {
            self.at = self.text.len() - self.rest().len() + wanted.len();
        }
        found
    }

    fn expect(&mut self, wanted: &'static str) -> Result<(), FormulaFault> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(wanted)) }
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let name = rest[..length].to_owned();
        if !name.starts_with(char::is_alphabetic) || WORDS.contains(&name.as_str()) {
            return None;
        }
        self.at = self.text.len() - rest.len() + length;
        Some(name)
    }

    fn formula(&mut self) -> Result<Expression, FormulaFault> {
        self.levels += 1;
        if self.levels > LEVELS {
            return Err(FormulaFault::Levels(LEVELS));
        }
        let found = if self.take("if") {
            let condition = self.formula()?;
            self.expect("then")?;
            let yes = self.formula()?;
            self.expect("else")?;
            Expression::If(Box::new(condition), Box::new(yes), Box::new(self.formula()?))
        } else {
            self.either()?
        };
        self.levels -= 1;
        Ok(found)
    }

    fn either(&mut self) -> Result<Expression, FormulaFault> {
        self.left_to_right(&[("or", Operator::Or)], |parser| {
            parser.left_to_right(&[("and", Operator::And)], Self::negation)
        })
    }

    fn negation(&mut self) -> Result<Expression, FormulaFault> {
        if self.take("not") {
            return Ok(Expression::Not(Box::new(self.negation()?)));
        }
        let first = self.sum()?;
        let (mut terms, mut operators) = (vec![first], Vec::new());
        while let Some(operator) = self.comparison() {
            operators.push(operator);
            terms.push(self.sum()?);
        }
        Ok(match (terms.len(), operators.first()) {
            (2, Some(&operator)) => {
                let right = terms.pop().expect("there are two");
                let left = terms.pop().expect("there are two");
                Expression::Pair(operator, Box::new(left), Box::new(right))
            }
            (_, Some(_)) => Expression::Chain(terms, operators),
            _ => terms.pop().expect("there is one"),
        })
    }

    fn comparison(&mut self) -> Option<Operator> {
        const SIGNS: [(&str, Operator); 7] = [
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            ("!=", Operator::Unequal),
            ("<", Operator::Less),
            (">", Operator::Greater),
            ("=", Operator::Equal),
            ("in", Operator::In),
        ];
        SIGNS.into_iter().find(|(sign, _)| self.take(sign)).map(|(_, operator)| operator)
    }

    fn sum(&mut self) -> Result<Expression, FormulaFault> {
        self.left_to_right(&[("+", Operator::Plus), ("-", Operator::Minus)], |parser| {
            let products = [("*", Operator::Times), ("/", Operator::Over), ("mod", Operator::Mod)];
            parser.left_to_right(&products, Self::sign)
        })
    }

    fn left_to_right(
        &mut self,
        operators: &[(&str, Operator)],
        mut of: impl FnMut(&mut Self) -> Result<Expression, FormulaFault>,
    ) -> Result<Expression, FormulaFault> {
        let mut left = of(self)?;
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.take(sign)) {
            left = Expression::Pair(operator, Box::new(left), Box::new(of(self)?));
        }
        Ok(left)
    }

    fn sign(&mut self) -> Result<Expression, FormulaFault> {
        self.levels += 1;
        if self.levels > LEVELS {
            return Err(FormulaFault::Levels(LEVELS));
        }
        let found = if self.take("-") {
            Expression::Negative(Box::new(self.sign()?))
        } else {
            let base = self.suffixed()?;
            if self.take("^") {
                Expression::Pair(Operator::Power, Box::new(base), Box::new(self.sign()?))
            } else {
                base
            }
        };
        self.levels -= 1;
        Ok(found)
    }

    fn suffixed(&mut self) -> Result<Expression, FormulaFault> {
        let mut base = self.atom()?;
        loop {
            if self.take("!") {
                base = Expression::Factorial(Box::new(base));
            } else if self.take("[") {
                let place = self.formula()?;
                self.expect("]")?;
                base = Expression::Pair(Operator::At, Box::new(base), Box::new(place));
            } else {
                return Ok(base);
            }
        }
    }

    fn atom(&mut self) -> Result<Expression, FormulaFault> {
        if self.take("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("[") {
            return Ok(Expression::List(self.listed("]")?));
        }
        if self.take("'") {
            let rest = &self.text[self.at..];
            let length = rest.find('\'').ok_or_else(|| self.fault("'"))?;
            let text = rest[..length].to_owned();
            self.at += length + 1;
            return Ok(Expression::Constant(Datum::text(&text)));
        }
        let rest = self.rest();
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            let number = rest[..digits].parse::<BigInt>().map_err(|_| self.fault("a number"))?;
            self.at = self.text.len() - rest.len() + digits;
            return Ok(Expression::Constant(number.into()));
        }
        let name = self.name().ok_or_else(|| self.fault("a number, a name or a bracket"))?;
        if self.take("(") { self.arguments(name) } else { Ok(Expression::Name(name)) }
    }

    /// What stands in the brackets after a name.
    fn arguments(&mut self, name: String) -> Result<Expression, FormulaFault> {
        let mut binders = Binders::default();
        loop {
            let before = self.at;
            let bound = match self.name() {
                Some(bound) => self.range()?.map(|range| (bound, range)),
                None => None,
            };
            match bound {
                // What stands last is no binder but a condition, as in `all(x in l, x = 1)`.
                Some(bound) if !self.next_is(")") => binders.names.push(bound),
                _ => {
                    self.at = before;
                    break;
                }
            }
            binders.condition = self.condition()?;
            self.expect(",")?;
            if binders.condition.is_some() {
                break;
            }
        }
        if binders.names.is_empty() {
            return Ok(Expression::Call(name, self.listed(")")?));
        }
        let body = self.formula()?;
        self.expect(")")?;
        Ok(Expression::Over(name, binders, Box::new(body)))
    }

    fn condition(&mut self) -> Result<Option<Box<Expression>>, FormulaFault> {
        if self.take("where") { Ok(Some(Box::new(self.formula()?))) } else { Ok(None) }
    }

    /// What follows a name that is bound; none if it is not.
    fn range(&mut self) -> Result<Option<Range>, FormulaFault> {
        if self.take("in") {
            return self.formula().map(|list| Some(Range::Items(list)));
        }
        if !self.take("=") {
            return Ok(None);
        }
        let first = self.formula()?;
        if !self.take("..") {
            return Ok(Some(Range::Value(first)));
        }
        let last = self.formula()?;
        let step = if self.take("by") { Some(self.formula()?) } else { None };
        Ok(Some(Range::FromTo(first, last, step)))
    }

    fn listed(&mut self, end: &'static str) -> Result<Vec<Expression>, FormulaFault> {
        let mut items = Vec::new();
        if self.take(end) {
            return Ok(items);
        }
        loop {
            items.push(self.formula()?);
            if self.take(end) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, FormulaFault};

    #[test]
    fn what_is_no_formula_is_refused_where_it_goes_wrong() {
        for (text, at) in
            [("1 +", ""), ("(1", ""), ("1 2", "2"), ("sum(i = 1..3)", "..3)"), ("if 1 then 2", "")]
        {
            match Expression::parse(text) {
                Err(FormulaFault::Syntax { at: found, .. }) => assert_eq!(found, at, "{text}"),
                other => assert!(other.is_err(), "{text}: {other:?}"),
            }
        }
        assert_eq!(Expression::parse(&"(".repeat(100)), Err(FormulaFault::Levels(64)));
    }
}
