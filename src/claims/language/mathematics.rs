//! Shows formulas in mathematical notation.

use super::data::Datum;
use super::formula::{Binders, Expression, Kind, Operator, Over, Range};
use super::names::Name;

/// The precedence of a formula; a part of lower precedence is put into brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Loose,
    Condition,
    Sum,
    Product,
    Power,
    Whole,
}

/// Returns a formula as mathematics: `ceil((2^d - 1)/d)` is ⌈(2^d − 1)/d⌉.
pub(in crate::claims) fn mathematics(formula: &Expression) -> String {
    shown(formula).0
}

/// Describes the ranges of bound names in words: `n from 2 to 9`.
pub(in crate::claims) fn instances(binders: &Binders) -> String {
    let mut words: Vec<String> =
        binders.names.iter().map(|(name, range)| range_words(*name, range)).collect();
    words.extend(binders.condition.as_ref().map(|condition| format!("where {}", mathematics(condition))));
    words.join(", ")
}

fn range_words(name: Name, range: &Range) -> String {
    let name = letter(name.text());
    match range {
        Range::Items(of) => match &of.kind {
            Kind::List(items) => format!("{name} = {}", listed(items)),
            _ => format!("{name} ∈ {}", mathematics(of)),
        },
        Range::Value(of) => format!("{name} = {}", mathematics(of)),
        Range::FromTo(first, last, None) => {
            format!("{name} from {} to {}", mathematics(first), mathematics(last))
        }
        Range::FromTo(first, last, Some(step)) => {
            let [first, last, step] = [first, last, step].map(mathematics);
            format!("{name} from {first} to {last} by {step}")
        }
    }
}

fn bracketed(bond: Bond, formula: &Expression) -> String {
    let (text, found) = shown(formula);
    if found < bond { format!("({text})") } else { text }
}

fn shown(formula: &Expression) -> (String, Bond) {
    match &formula.kind {
        Kind::Constant(Datum::Text(text)) => (text.to_string(), Bond::Whole),
        Kind::Constant(value) => (value.to_string(), Bond::Whole),
        Kind::Name(name) => (letter(name.text()), Bond::Whole),
        Kind::Call(name, arguments) | Kind::Function(name, _, arguments) => call(name.text(), arguments),
        Kind::Not(of) => (format!("not {}", bracketed(Bond::Whole, of)), Bond::Condition),
        Kind::Negative(of) => (format!("−{}", bracketed(Bond::Product, of)), Bond::Sum),
        Kind::Factorial(of) => (format!("{}!", bracketed(Bond::Whole, of)), Bond::Whole),
        Kind::Pair(operator, left, right) => pair(*operator, left, right),
        Kind::Chain(terms, operators) => {
            let mut text = bracketed(Bond::Sum, &terms[0]);
            for (operator, term) in operators.iter().zip(&terms[1..]) {
                text.extend([" ", sign(*operator), " ", &bracketed(Bond::Sum, term)]);
            }
            (text, Bond::Condition)
        }
        Kind::If(condition, yes, no) => {
            let [condition, yes, no] = [condition, yes, no].map(|of| mathematics(of));
            (format!("{yes} if {condition}, else {no}"), Bond::Loose)
        }
        Kind::List(items) => (format!("[{}]", listed(items)), Bond::Whole),
        Kind::Over(over, binders, body) => over_all(*over, binders, body),
    }
}

fn listed(items: &[Expression]) -> String {
    items.iter().map(mathematics).collect::<Vec<_>>().join(", ")
}

fn sign(operator: Operator) -> &'static str {
    match operator {
        Operator::Or => "or",
        Operator::And => "and",
        Operator::Equal => "=",
        Operator::Unequal => "≠",
        Operator::Less => "<",
        Operator::AtMost => "≤",
        Operator::Greater => ">",
        Operator::AtLeast => "≥",
        Operator::In => "∈",
        Operator::Plus => "+",
        Operator::Minus => "−",
        Operator::Times => "·",
        Operator::Over => "/",
        Operator::Mod => "mod",
        Operator::Power => "^",
        Operator::At => "_",
    }
}

fn pair(operator: Operator, left: &Expression, right: &Expression) -> (String, Bond) {
    let spaced = |bond, left: String, right: String| (format!("{left} {} {right}", sign(operator)), bond);
    match operator {
        Operator::Or | Operator::And => {
            let [left, right] = [left, right].map(|of| bracketed(Bond::Condition, of));
            spaced(Bond::Loose, left, right)
        }
        Operator::Plus => spaced(Bond::Sum, bracketed(Bond::Sum, left), bracketed(Bond::Sum, right)),
        Operator::Minus => spaced(Bond::Sum, bracketed(Bond::Sum, left), bracketed(Bond::Product, right)),
        Operator::Mod => spaced(Bond::Product, bracketed(Bond::Product, left), bracketed(Bond::Power, right)),
        Operator::Times => (product(left, right), Bond::Product),
        Operator::Over => {
            (format!("{}/{}", bracketed(Bond::Product, left), bracketed(Bond::Power, right)), Bond::Product)
        }
        Operator::Power => (power(left, right), Bond::Power),
        Operator::At => {
            // An index that is itself indexed is put into brackets: s_(m_x) is not (s_m)_x.
            let place = match &right.kind {
                Kind::Pair(Operator::At, ..) => format!("({})", mathematics(right)),
                _ => bracketed(Bond::Whole, right),
            };
            (format!("{}_{place}", bracketed(Bond::Whole, left)), Bond::Whole)
        }
        _ => spaced(Bond::Condition, bracketed(Bond::Sum, left), bracketed(Bond::Sum, right)),
    }
}

/// Shows a product: 2n, (n + 1)(n + 2), d·2^d. The dot separates names or numbers that would run together.
fn product(left: &Expression, right: &Expression) -> String {
    let (first, second) = (bracketed(Bond::Product, left), bracketed(Bond::Power, right));
    let opens = second.starts_with(['(', '⌈', '⌊', '√']);
    let number = matches!(left.kind, Kind::Constant(_)) && second.starts_with(char::is_alphabetic);
    let dot = match () {
        () if second.starts_with("log ") || first.ends_with("log N") => " ",
        () if number || opens && !first.contains('/') => "",
        () => "·",
    };
    format!("{first}{dot}{second}")
}

/// Shows a power: n², 2^d, 2^(d − 1).
fn power(base: &Expression, exponent: &Expression) -> String {
    let base = bracketed(Bond::Whole, base);
    match &exponent.kind {
        Kind::Constant(value) => {
            let raised = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(usize::try_from(digit.to_digit(10)?).ok()?);
            match value.to_string().chars().map(raised).collect::<Option<String>>() {
                Some(raised) => base + &raised,
                None => format!("{base}^({value})"),
            }
        }
        _ => format!("{base}^{}", bracketed(Bond::Whole, exponent)),
    }
}

fn call(name: &str, arguments: &[Expression]) -> (String, Bond) {
    let text = match (name, arguments) {
        ("ceil", [of]) => format!("⌈{}⌉", mathematics(of)),
        ("ceil_log", [of]) => format!("⌈log {}⌉", bracketed(Bond::Whole, of)),
        ("floor", [of]) => format!("⌊{}⌋", mathematics(of)),
        ("sqrt", [of]) => format!("√{}", bracketed(Bond::Whole, of)),
        ("abs", [of]) => format!("|{}|", mathematics(of)),
        ("log", [of]) => return (format!("log {}", bracketed(Bond::Whole, of)), Bond::Product),
        ("choose", [n, k]) => format!("({} over {})", mathematics(n), mathematics(k)),
        ("xor", [a, b]) => {
            return (format!("{} ⊕ {}", bracketed(Bond::Whole, a), bracketed(Bond::Whole, b)), Bond::Sum);
        }
        _ => format!("{}({})", letter(name), listed(arguments)),
    };
    (text, Bond::Whole)
}

fn over_all(over: Over, binders: &Binders, body: &Expression) -> (String, Bond) {
    let sign = match over {
        Over::Sum => "Σ",
        Over::Product => "Π",
        other => {
            let text = match other {
                Over::All => format!("for all {}: {}", instances(binders), mathematics(body)),
                Over::Any => format!("for some {}: {}", instances(binders), mathematics(body)),
                Over::Count => format!("the number of {}: {}", instances(binders), mathematics(body)),
                Over::Let => format!("{}, where {}", mathematics(body), instances(binders)),
                Over::Max => format!("the greatest over {} of {}", instances(binders), mathematics(body)),
                Over::Min => format!("the least over {} of {}", instances(binders), mathematics(body)),
                Over::First => format!("the first {} with {}", instances(binders), mathematics(body)),
                Over::Fold => repeated(binders, body),
                _ => format!("{{{}: {}}}", mathematics(body), instances(binders)),
            };
            return (text, Bond::Loose);
        }
    };
    let text = match (binders.names.as_slice(), &binders.condition) {
        ([(name, Range::FromTo(first, last, None))], None) => {
            let [first, last] = [first, last].map(mathematics);
            format!(
                "{sign}_{{{}={first}}}^{{{last}}} {}",
                letter(name.text()),
                bracketed(Bond::Product, body)
            )
        }
        _ => format!("{sign}_{{{}}} {}", instances(binders), bracketed(Bond::Product, body)),
    };
    (text, Bond::Sum)
}

/// Shows a fold: x, at first 0, then x + i for i from 1 to n.
fn repeated(binders: &Binders, body: &Expression) -> String {
    let (first, others) = binders.names.split_at(binders.names.len().min(1));
    let words: Vec<String> = others.iter().map(|(name, range)| range_words(*name, range)).collect();
    let first: Vec<String> = first
        .iter()
        .map(|(name, range)| match range {
            Range::Value(of) => format!("{}, at first {}", letter(name.text()), mathematics(of)),
            _ => range_words(*name, range),
        })
        .collect();
    let where_ =
        binders.condition.as_ref().map_or_else(String::new, |of| format!(" where {}", mathematics(of)));
    format!("{}, then {} for {}{where_}", first.concat(), mathematics(body), words.join(", "))
}

/// Returns a name as shown: Greek letters, and `tc` with an index.
fn letter(name: &str) -> String {
    match name {
        "tau" => "τ".to_owned(),
        "sigma" => "σ".to_owned(),
        "tc" => "t_c".to_owned(),
        other => other.to_owned(),
    }
}
