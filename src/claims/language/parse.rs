//! Parses formulas by this grammar.
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
use super::formula::{Binders, Definition, Expression, Kind, Operator, Over, Range, Template};
use super::from_text::Read;
use super::library::function;
use super::names::Name;
use super::{MAX_BRACKET_DEPTH, MAX_FORMULA_DEPTH, MAX_NUMBER_BITS, MAX_OPERATORS_IN_ROW, MAX_TEXT_BYTES};
use crate::model::count_of;
use num_bigint::BigInt;

impl Expression {
    /// Reads the formula that follows the first `before` bytes of a text.
    pub(super) fn parse(text: &str, before: usize) -> Read<Self> {
        whole(text, before, Parser::formula)
    }
}

impl Binders {
    pub(super) fn parse(text: &str) -> Read<Self> {
        whole(text, 0, |parser| {
            let mut binders = Self::default();
            if parser.peek().is_none() {
                return Ok(binders);
            }
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
            Ok(binders)
        })
    }
}

impl Definition {
    /// Reads `name = formula` or `name(a, b) = formula`.
    pub(super) fn parse(text: &str) -> Read<Self> {
        whole(text, 0, |parser| {
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
            Ok(Self { name, arguments, body: parser.formula()? })
        })
    }
}

impl Name {
    /// Reads a text that is a name and nothing else.
    pub(in crate::claims) fn parse(text: &str) -> Option<Self> {
        whole(text, 0, |parser| parser.name().ok_or_else(|| parser.fault("a name"))).ok()
    }

    /// Whether it is `x`, `proof` or `claimed`.
    pub(in crate::claims) fn is_reserved(self) -> bool {
        [Self::X, Self::PROOF, Self::CLAIMED].contains(&self)
    }

    /// Whether it is a function of the language.
    pub(in crate::claims) fn is_function(self) -> bool {
        function(self.text()).is_some() || Over::EVERY.iter().any(|(word, _)| *word == self.text())
    }
}

impl Template {
    pub(super) fn parse(text: &str) -> Read<Self> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(length) = text[at..].find('{') {
            let begin = at + length + 1;
            let end = text[begin..].find('}').map(|length| begin + length);
            let end = end.ok_or((FormulaFault::Syntax { at: String::new(), expected: "}" }, text.len()))?;
            pieces.push((text[at..begin - 1].to_owned(), Some(Expression::parse(&text[..end], begin)?)));
            at = end + 1;
        }
        pieces.push((text[at..].to_owned(), None));
        Ok(Self(pieces))
    }
}

/// Reads a text to its end.
fn whole<'a, T>(
    text: &'a str,
    before: usize,
    read: impl FnOnce(&mut Parser<'a>) -> Result<T, FormulaFault>,
) -> Read<T> {
    let mut parser = Parser { text, at: before, brackets: 0 };
    if text.len() - before > MAX_TEXT_BYTES {
        return Err((FormulaFault::Length, before + MAX_TEXT_BYTES));
    }
    let found = read(&mut parser).and_then(|found| parser.end(found));
    found.map_err(|fault| (fault, text.len() - parser.rest().len()))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    brackets: usize,
}

/// Words that cannot be names.
const RESERVED_WORDS: [&str; 10] = ["if", "then", "else", "or", "and", "not", "mod", "in", "where", "by"];

impl<'a> Parser<'a> {
    /// Makes a formula whose text begins, or has its operator, at a byte.
    fn made(at: usize, kind: Kind) -> Result<Expression, FormulaFault> {
        let mut made = Expression { kind, at: u32::try_from(at).unwrap_or(u32::MAX), levels: 0 };
        let (parts, binders) = made.parts();
        let inside = parts.into_iter().chain(binders.into_iter().flat_map(Binders::formulas));
        made.levels = inside.map(|part| part.levels).max().unwrap_or(0) + 1;
        if usize::from(made.levels) > MAX_FORMULA_DEPTH {
            Err(FormulaFault::Levels(MAX_FORMULA_DEPTH))
        } else {
            Ok(made)
        }
    }

    /// Reads a formula inside one more bracket, sign or keyword.
    fn deeper(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Expression, FormulaFault>,
    ) -> Result<Expression, FormulaFault> {
        self.brackets += 1;
        if self.brackets > MAX_BRACKET_DEPTH {
            return Err(FormulaFault::Levels(MAX_BRACKET_DEPTH));
        }
        let found = read(self);
        self.brackets -= 1;
        found
    }

    /// Returns the byte at which the next sign or word begins.
    fn here(&self) -> usize {
        self.text.len() - self.rest().len()
    }

    fn rest(&self) -> &'a str {
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
            self.at = self.here() + wanted.len();
        }
        found
    }

    fn expect(&mut self, wanted: &'static str) -> Result<(), FormulaFault> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(wanted)) }
    }

    fn name(&mut self) -> Option<Name> {
        let rest = self.rest();
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let name = &rest[..length];
        if !name.starts_with(char::is_alphabetic) || RESERVED_WORDS.contains(&name) {
            return None;
        }
        self.at = self.here() + length;
        Some(Name::of(name))
    }

    fn formula(&mut self) -> Result<Expression, FormulaFault> {
        self.deeper(|parser| {
            let at = parser.here();
            if !parser.take("if") {
                return parser.either();
            }
            let condition = parser.formula()?;
            parser.expect("then")?;
            let yes = parser.formula()?;
            parser.expect("else")?;
            let no = parser.formula()?;
            Self::made(at, Kind::If(Box::new(condition), Box::new(yes), Box::new(no)))
        })
    }

    fn either(&mut self) -> Result<Expression, FormulaFault> {
        self.left_to_right(&[("or", Operator::Or)], |parser| {
            parser.left_to_right(&[("and", Operator::And)], Self::negation)
        })
    }

    fn negation(&mut self) -> Result<Expression, FormulaFault> {
        let at = self.here();
        if self.take("not") {
            let of = self.deeper(Self::negation)?;
            return Self::made(at, Kind::Not(Box::new(of)));
        }
        let first = self.sum()?;
        let (mut terms, mut operators) = (vec![first], Vec::new());
        let mut sign = self.here();
        while let Some(operator) = self.comparison() {
            operators.push(operator);
            terms.push(self.sum()?);
            Self::require_few_operators(operators.len())?;
            if operators.len() == 1 {
                sign = sign.max(at);
            }
        }
        match (terms.len(), operators.first()) {
            (2, Some(&operator)) => {
                let right = terms.pop().expect("there are two");
                let left = terms.pop().expect("there are two");
                Self::made(sign, Kind::Pair(operator, Box::new(left), Box::new(right)))
            }
            (_, Some(_)) => Self::made(sign, Kind::Chain(terms, operators)),
            _ => Ok(terms.pop().expect("there is one")),
        }
    }

    /// Refuses too many operators in a row.
    fn require_few_operators(operators: usize) -> Result<(), FormulaFault> {
        if operators > MAX_OPERATORS_IN_ROW { Err(FormulaFault::Terms) } else { Ok(()) }
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
        for number in 1.. {
            let at = self.here();
            let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.take(sign)) else { break };
            Self::require_few_operators(number)?;
            left = Self::made(at, Kind::Pair(operator, Box::new(left), Box::new(of(self)?)))?;
        }
        Ok(left)
    }

    fn sign(&mut self) -> Result<Expression, FormulaFault> {
        let at = self.here();
        if self.take("-") {
            let of = self.deeper(Self::sign)?;
            return Self::made(at, Kind::Negative(Box::new(of)));
        }
        let base = self.suffixed()?;
        let at = self.here();
        if self.take("^") {
            let power = self.deeper(Self::sign)?;
            return Self::made(at, Kind::Pair(Operator::Power, Box::new(base), Box::new(power)));
        }
        Ok(base)
    }

    fn suffixed(&mut self) -> Result<Expression, FormulaFault> {
        let mut base = self.atom()?;
        for number in 1.. {
            let at = self.here();
            let kind = if self.take("!") {
                Kind::Factorial(Box::new(base))
            } else if self.take("[") {
                let place = self.formula()?;
                self.expect("]")?;
                Kind::Pair(Operator::At, Box::new(base), Box::new(place))
            } else {
                break;
            };
            Self::require_few_operators(number)?;
            base = Self::made(at, kind)?;
        }
        Ok(base)
    }

    fn atom(&mut self) -> Result<Expression, FormulaFault> {
        let at = self.here();
        if self.take("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.take("[") {
            return Self::made(at, Kind::List(self.listed("]")?));
        }
        if self.take("'") {
            let rest = &self.text[self.at..];
            let length = rest.find('\'').ok_or_else(|| self.fault("'"))?;
            let text = rest[..length].to_owned();
            self.at += length + 1;
            return Self::made(at, Kind::Constant(Datum::text(&text)));
        }
        let rest = self.rest();
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        if digits > 0 {
            // A decimal digit has less than four binary ones.
            let number = if 3 * count_of(digits) > MAX_NUMBER_BITS {
                None
            } else {
                rest[..digits].parse::<BigInt>().ok()
            };
            let number =
                number.filter(|number| number.bits() <= MAX_NUMBER_BITS).ok_or(FormulaFault::Digits)?;
            self.at = self.here() + digits;
            return Self::made(at, Kind::Constant(number.into()));
        }
        let name = self.name().ok_or_else(|| self.fault("a number, a name or a bracket"))?;
        if self.take("(") { self.arguments(at, name) } else { Self::made(at, Kind::Name(name)) }
    }

    /// Reads the brackets after a name.
    fn arguments(&mut self, at: usize, name: Name) -> Result<Expression, FormulaFault> {
        let mut binders = Binders::default();
        loop {
            let before = self.at;
            // The last item is the body and no binder, as `x = 1` in `all(x in l, x = 1)`.
            let name = if self.another_follows() { self.name() } else { None };
            let range = if name.is_some() { self.range()? } else { None };
            let (Some(name), Some(range)) = (name, range) else {
                self.at = before;
                break;
            };
            binders.names.push((name, range));
            binders.condition = self.condition()?;
            self.expect(",")?;
            if binders.condition.is_some() {
                break;
            }
        }
        if binders.names.is_empty() {
            let arguments = self.listed(")")?;
            let kind = match function(name.text()) {
                Some(function) => {
                    function.require(name.text(), arguments.len())?;
                    Kind::Function(name, function, arguments)
                }
                None => Kind::Call(name, arguments),
            };
            return Self::made(at, kind);
        }
        let known = Over::EVERY.iter().find(|(word, _)| *word == name.text());
        let &(_, over) = known.ok_or_else(|| FormulaFault::Unknown(name.text().to_owned()))?;
        let body = self.formula()?;
        self.expect(")")?;
        if over == Over::Fold && !matches!(binders.names[0].1, Range::Value(_)) {
            return Err(FormulaFault::Undefined("fold begins with a name and its first value".to_owned()));
        }
        if over == Over::Let {
            let value = |(_, range): &(Name, Range)| matches!(range, Range::Value(_));
            if binders.condition.is_some() || !binders.names.iter().all(value) {
                return Err(FormulaFault::Undefined("let gives names to values, x = 1, y = 2".to_owned()));
            }
        }
        Self::made(at, Kind::Over(over, binders, Box::new(body)))
    }

    /// Whether a comma follows before the current bracket closes.
    fn another_follows(&self) -> bool {
        let (mut open, mut in_text) = (0_usize, false);
        for byte in self.rest().bytes() {
            match byte {
                b'\'' => in_text = !in_text,
                _ if in_text => {}
                b'(' | b'[' => open += 1,
                b')' | b']' if open == 0 => return false,
                b')' | b']' => open -= 1,
                b',' if open == 0 => return true,
                _ => {}
            }
        }
        false
    }

    fn condition(&mut self) -> Result<Option<Box<Expression>>, FormulaFault> {
        if self.take("where") { Ok(Some(Box::new(self.formula()?))) } else { Ok(None) }
    }

    /// Reads the range after a name; returns none if no range follows.
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
    fn a_text_that_is_no_formula_is_refused_at_the_fault() {
        for (text, at) in
            [("1 +", ""), ("(1", ""), ("1 2", "2"), ("sum(i = 1..3)", "..3)"), ("if 1 then 2", "")]
        {
            match Expression::parse(text, 0) {
                Err((FormulaFault::Syntax { at: found, .. }, column)) => {
                    assert_eq!((found.as_str(), &text[column..]), (at, at), "{text}");
                }
                other => assert!(other.is_err(), "{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_formula_that_is_too_deep_or_too_long_is_refused_without_overflow() {
        let many = |text: &str| text.repeat(16_000);
        for (text, fault) in [
            (many("(") + "1" + &many(")"), FormulaFault::Levels(64)),
            (many("not ") + "1", FormulaFault::Levels(64)),
            (many("-") + "1", FormulaFault::Levels(64)),
            (many("2^") + "1", FormulaFault::Levels(64)),
            (many("[") + "1", FormulaFault::Levels(64)),
            (many("f(") + "1", FormulaFault::Levels(64)),
            ("1".to_owned() + &many("+1"), FormulaFault::Terms),
            ("1".to_owned() + &many("<1"), FormulaFault::Terms),
            ("1".to_owned() + &many("!"), FormulaFault::Terms),
            ("l".to_owned() + &many("[0]"), FormulaFault::Terms),
            ("1".to_owned() + &"+1".repeat(300_000), FormulaFault::Length),
            ("9".repeat(60_000), FormulaFault::Digits),
            (
                format!("{}{}1{}{}", "(1+".repeat(60), "1+".repeat(250), ")".repeat(60), "+1".repeat(256)),
                FormulaFault::Levels(512),
            ),
        ] {
            assert_eq!(Expression::parse(&text, 0).map_err(|(fault, _)| fault), Err(fault), "{text:.9}");
        }
    }
}
