//! Formulas as they are read: trees of operators, functions and names.

use super::data::Datum;
use super::library::Function;
use super::names::Name;
use std::ops::ControlFlow;

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

/// Operators on a formula over all values of its bound names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::claims) enum Over {
    Sum,
    Product,
    Max,
    Min,
    Count,
    All,
    Any,
    List,
    Set,
    First,
    Let,
    Fold,
}

impl Over {
    pub(super) const EVERY: [(&str, Self); 12] = [
        ("sum", Self::Sum),
        ("product", Self::Product),
        ("max", Self::Max),
        ("min", Self::Min),
        ("count", Self::Count),
        ("all", Self::All),
        ("any", Self::Any),
        ("list", Self::List),
        ("set", Self::Set),
        ("first", Self::First),
        ("let", Self::Let),
        ("fold", Self::Fold),
    ];
}

/// A formula, and the byte of its text at which its faults are reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) struct Expression {
    pub(in crate::claims) kind: Kind,
    pub(super) at: u32,
    /// The depth of nested formulas, which is bounded so that functions on them may recurse.
    pub(super) levels: u16,
}

/// The kind of a formula with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) enum Kind {
    Constant(Datum),
    Name(Name),
    /// A definition, or a function of the tasks and networks of a document.
    Call(Name, Vec<Expression>),
    /// A function of the language.
    Function(Name, Function, Vec<Expression>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Factorial(Box<Expression>),
    Pair(Operator, Box<Expression>, Box<Expression>),
    /// `a < b <= c`.
    Chain(Vec<Expression>, Vec<Operator>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    List(Vec<Expression>),
    /// A sum, list or other operator over all values of bound names.
    Over(Over, Binders, Box<Expression>),
}

/// Bound names with their ranges, `n = 2..9, k = n + 1, m in [1, 2 * k] where m < n`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::claims) struct Binders {
    pub(in crate::claims) names: Vec<(Name, Range)>,
    pub(in crate::claims) condition: Option<Box<Expression>>,
}

/// The range of a name: from one value to another, the items of a list, or a single value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::claims) enum Range {
    FromTo(Expression, Expression, Option<Expression>),
    Items(Expression),
    Value(Expression),
}

/// A definition: a name, its arguments, and the formula for which it stands.
#[derive(Debug, Clone)]
pub(in crate::claims) struct Definition {
    pub(in crate::claims) name: Name,
    pub(in crate::claims) arguments: Vec<Name>,
    pub(in crate::claims) body: Expression,
}

/// A text with formulas in braces.
#[derive(Debug, Clone, Default)]
pub(in crate::claims) struct Template(pub(in crate::claims) Vec<(String, Option<Expression>)>);

impl Expression {
    /// Returns the direct parts of this formula, and the binders of names in them.
    pub(in crate::claims) fn parts(&self) -> (Vec<&Self>, Option<&Binders>) {
        match &self.kind {
            Kind::Constant(_) | Kind::Name(_) => (Vec::new(), None),
            Kind::Not(of) | Kind::Negative(of) | Kind::Factorial(of) => (vec![of], None),
            Kind::Pair(_, left, right) => (vec![left, right], None),
            Kind::Call(_, items)
            | Kind::Function(_, _, items)
            | Kind::List(items)
            | Kind::Chain(items, _) => (items.iter().collect(), None),
            Kind::If(a, b, c) => (vec![a, b, c], None),
            Kind::Over(_, binders, body) => (vec![body], Some(binders)),
        }
    }

    /// Shows every formula in this one, itself first and those of binders included, until `show` breaks.
    pub(in crate::claims) fn each<'e, B>(
        &'e self,
        show: &mut dyn FnMut(&'e Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        show(self)?;
        let (parts, binders) = self.parts();
        if let Some(binders) = binders {
            binders.each(show)?;
        }
        parts.into_iter().try_for_each(|part| part.each(show))
    }

    /// Whether the formula contains a name.
    pub(in crate::claims) fn mentions(&self, name: Name) -> bool {
        let mut find = |of: &Self| match of.kind {
            Kind::Name(found) if found == name => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        self.each(&mut find).is_break()
    }
}

impl Binders {
    /// Returns the formulas of the ranges and the condition.
    pub(in crate::claims) fn formulas(&self) -> impl Iterator<Item = &Expression> {
        self.names.iter().flat_map(|(_, range)| range.formulas()).chain(self.condition.as_deref())
    }

    /// Shows every formula in the ranges and the condition, as [`Expression::each`] does.
    pub(in crate::claims) fn each<'e, B>(
        &'e self,
        show: &mut dyn FnMut(&'e Expression) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.formulas().try_for_each(|formula| formula.each(show))
    }
}

impl Range {
    pub(in crate::claims) fn formulas(&self) -> impl Iterator<Item = &Expression> {
        let all = match self {
            Self::FromTo(first, last, step) => [Some(first), Some(last), step.as_ref()],
            Self::Items(of) | Self::Value(of) => [Some(of), None, None],
        };
        all.into_iter().flatten()
    }
}
