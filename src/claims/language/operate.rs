//! Operators on two values, and their cost in steps.

use super::MAX_LIST_ITEMS;
use super::data::Datum::{self, Fraction, Integer, Irrational, List, Text, Truth};
use super::data::Found;
use super::fault::FormulaFault;
use super::formula::Operator;
use std::cmp::Ordering;

/// Returns the steps of an operation: the items of lists that are compared or copied, and the square of the
/// digits of long numbers, for their greatest common divisor.
pub(super) fn steps(operator: Operator, left: &Datum, right: &Datum) -> u64 {
    match (left, right) {
        (List(_), _) if operator == Operator::At => 0,
        (List(a), List(b)) if operator == Operator::Plus => crate::model::count_of(a.len() + b.len()),
        (_, List(_)) if operator == Operator::In => right.size(),
        (List(_), List(_)) => left.size().min(right.size()),
        (Irrational(_) | Fraction(_), _) | (_, Irrational(_) | Fraction(_)) => {
            left.size().max(right.size()).saturating_pow(2).saturating_mul(64)
        }
        (Text(_), _) => left.size().saturating_add(right.size()),
        _ => 0,
    }
}

/// Applies an operator to two values.
pub(super) fn applied(operator: Operator, left: &Datum, right: &Datum) -> Found {
    let order = |wanted: &[Ordering]| Ok(Truth(wanted.contains(&left.compared(right)?)));
    match operator {
        Operator::Equal | Operator::Unequal => {
            left.require_like(right)?;
            Ok(Truth((left == right) == (operator == Operator::Equal)))
        }
        Operator::Less => order(&[Ordering::Less]),
        Operator::AtMost => order(&[Ordering::Less, Ordering::Equal]),
        Operator::Greater => order(&[Ordering::Greater]),
        Operator::AtLeast => order(&[Ordering::Greater, Ordering::Equal]),
        Operator::In => Ok(Truth(right.items()?.contains(left))),
        Operator::Plus => match (left, right) {
            (List(a), List(b)) if a.len() + b.len() > MAX_LIST_ITEMS => Err(FormulaFault::Items),
            (List(a), List(b)) => Ok(Datum::list([&a[..], &b[..]].concat())),
            (Text(_), _) => Datum::joined([left, right], ""),
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
        Operator::At => item(left, right),
        Operator::And | Operator::Or => Err(FormulaFault::Unknown("and, or".to_owned())),
    }
}

/// Returns the item of a list at a place, counted from 0.
pub(super) fn item(list: &Datum, place: &Datum) -> Found {
    let items = list.items()?;
    let found = usize::try_from(place.integer()?).ok().and_then(|place| items.get(place));
    found.cloned().ok_or_else(|| {
        FormulaFault::Undefined(format!("item {place} of a list of {}, counted from 0", items.len()))
    })
}
