//! Functions on lists.

use super::draw::Congruence;
use crate::claims::language::MAX_LIST_ITEMS;
use crate::claims::language::data::{Datum, Entry, Found};
use crate::claims::language::fault::FormulaFault;

pub(super) const FUNCTIONS: [Entry; 3] = [
    ("tuples", 2, |all| chosen(all, false)),
    ("multisets", 2, |all| chosen(all, true)),
    ("grouped", 2, grouped),
];

/// Lists all choices of k items by their places in the list; with `rising`, only non-decreasing places.
fn chosen(arguments: &[Datum], rising: bool) -> Found {
    let (items, length) = (arguments[0].items()?, arguments[1].natural()?);
    let mut places: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..length {
        let mut longer = Vec::new();
        for list in places {
            let first = if rising { list.last().copied().unwrap_or(0) } else { 0 };
            for place in first..items.len() {
                longer.push([&list[..], &[place]].concat());
            }
            if longer.len().saturating_mul(list.len() + 1) > MAX_LIST_ITEMS {
                return Err(FormulaFault::Items);
            }
        }
        places = longer;
    }
    let list = |places: Vec<usize>| Datum::list(places.into_iter().map(|at| items[at].clone()).collect());
    Ok(Datum::list(places.into_iter().map(list).collect()))
}

/// Groups items by the number with which they begin, and removes that number.
fn grouped(arguments: &[Datum]) -> Found {
    let groups = usize::try_from(arguments[1].natural()?).unwrap_or(usize::MAX);
    if groups > MAX_LIST_ITEMS {
        return Err(FormulaFault::Items);
    }
    let mut all: Vec<Vec<Datum>> = vec![Vec::new(); groups];
    for item in arguments[0].items()? {
        let missing =
            || FormulaFault::Undefined(format!("{item} does not begin with a number below {groups}"));
        let (first, rest) = item.items()?.split_first().ok_or_else(missing)?;
        let group = all.get_mut(usize::try_from(first.natural()?).unwrap_or(usize::MAX));
        group.ok_or_else(missing)?.push(Datum::list(rest.to_vec()));
    }
    Ok(Datum::list(all.into_iter().map(Datum::list).collect()))
}

pub(super) fn slice(arguments: &[Datum]) -> Found {
    let items = arguments[0].items()?;
    let bound = |at: &Datum| at.natural().map(|at| usize::try_from(at).unwrap_or(usize::MAX));
    let (first, end) = (bound(&arguments[1])?, bound(&arguments[2])?);
    let part = items.get(first..end.max(first)).ok_or_else(|| {
        FormulaFault::Undefined(format!("items {first} to {end} of a list of {}", items.len()))
    })?;
    Ok(Datum::list(part.to_vec()))
}

pub(super) fn shuffled(arguments: &[Datum]) -> Found {
    let mut items = arguments[0].items()?.to_vec();
    Congruence(arguments[1].natural()?).shuffle(&mut items);
    Ok(Datum::list(items))
}

pub(super) fn power_mod(arguments: &[Datum]) -> Found {
    let [base, exponent, modulus] = [0, 1, 2].map(|place| arguments[place].natural());
    let (base, mut exponent, modulus) = (u128::from(base?), exponent?, u128::from(modulus?));
    if modulus == 0 {
        return Err(FormulaFault::Undefined("a remainder by 0".to_owned()));
    }
    let (mut power, mut square) = (1 % modulus, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % modulus;
        }
        (square, exponent) = (square * square % modulus, exponent / 2);
    }
    Ok(u64::try_from(power).map_or(Datum::Integer(0), Datum::from))
}
