//! The functions of the language, which `models/formats/claims.md` explains.

pub(super) mod draw;
mod lists;
mod matrix;

use super::MAX_LIST_ITEMS;
use super::data::Datum::{self, Integer, Truth};
use super::data::{Entry, Found};
use super::fault::FormulaFault;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::cmp::Ordering;

/// A function of the language: its table and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::claims) struct Function(u8, u8);

const TABLES: [&[Entry]; 3] = [&FUNCTIONS, &lists::FUNCTIONS, &matrix::FUNCTIONS];

/// Returns the function of this name.
pub(super) fn function(name: &str) -> Option<Function> {
    (0..).zip(TABLES).find_map(|(table, entries)| {
        (0..).zip(entries).find(|(_, entry)| entry.0 == name).map(|(place, _)| Function(table, place))
    })
}

impl Function {
    fn entry(self) -> &'static Entry {
        &TABLES[usize::from(self.0)][usize::from(self.1)]
    }

    /// Refuses a wrong number of arguments.
    pub(super) fn require(self, name: &str, found: usize) -> Result<(), FormulaFault> {
        let expected = self.entry().1;
        if expected == found || expected == 0 && found > 0 {
            return Ok(());
        }
        Err(FormulaFault::Arguments { name: name.to_owned(), expected: expected.max(1), found })
    }

    pub(super) fn of(self, arguments: &[Datum]) -> Found {
        (self.entry().2)(arguments)
    }

    /// Returns the number of additional steps for reading the values in the arguments.
    pub(super) fn steps(self, arguments: &[Datum]) -> u64 {
        let sizes = arguments.iter().map(Datum::size).sum::<u64>() - crate::model::count_of(arguments.len());
        match (self.entry().0, arguments) {
            ("length", _) => 0,
            ("choose", [Integer(n), Integer(k)]) => {
                u64::try_from((*n).min(20_000).saturating_mul((*k).min(n.saturating_sub(*k)))).unwrap_or(0)
                    / 16
            }
            ("sqrt", _) => 1_000,
            ("sorted" | "set", _) => sizes.saturating_mul(u64::from(sizes.max(1).ilog2())),
            _ => sizes,
        }
    }
}

const FUNCTIONS: [Entry; 29] = [
    ("floor", 1, |all| all[0].floor()),
    ("ceil", 1, |all| all[0].negated()?.floor()?.negated()),
    ("round", 1, |all| all[0].plus(&BigRational::new(1.into(), 2.into()).into())?.floor()),
    ("abs", 1, |all| match all[0].compared(&Integer(0))? {
        Ordering::Less => all[0].negated(),
        _ => Ok(all[0].clone()),
    }),
    ("sqrt", 1, |all| all[0].root()),
    ("log", 1, |all| match all[0].natural()? {
        power if power.is_power_of_two() => Ok(u64::from(power.ilog2()).into()),
        other => Err(FormulaFault::Undefined(format!("log {other} is no integer"))),
    }),
    ("rational", 1, |all| Ok(Truth(all[0].rational().is_ok()))),
    ("max", 0, |all| extreme(all, Ordering::Greater)),
    ("min", 0, |all| extreme(all, Ordering::Less)),
    ("choose", 2, |all| {
        let (n, k) = (all[0].natural()?, all[1].natural()?);
        if n > 20_000 {
            return Err(FormulaFault::Undefined(format!("{n} over {k}; at most 20000")));
        }
        Ok(num_integer::binomial(BigInt::from(n), BigInt::from(k)).into())
    }),
    ("gcd", 2, |all| Ok(num_integer::gcd(all[0].natural()?, all[1].natural()?).into())),
    ("length", 1, |all| Ok(crate::model::count_of(all[0].items()?.len()).into())),
    ("sorted", 1, |all| sorted(all[0].items()?.to_vec()).map(Datum::list)),
    ("set", 1, |all| set(all[0].items()?.to_vec())),
    ("reversed", 1, |all| Ok(Datum::list(all[0].items()?.iter().rev().cloned().collect()))),
    ("join", 1, |all| {
        let lists = all[0].items()?.iter().map(Datum::items).collect::<Result<Vec<_>, _>>()?;
        if lists.iter().map(|list| list.len()).sum::<usize>() > MAX_LIST_ITEMS {
            return Err(FormulaFault::Items);
        }
        Ok(Datum::list(lists.concat()))
    }),
    ("words", 2, |all| Datum::joined(all[0].items()?, all[1].words()?)),
    ("permutations", 1, |all| permutations(all[0].natural()?)),
    ("ones", 1, |all| Ok(u64::from(all[0].natural()?.count_ones()).into())),
    ("bits", 1, |all| Ok(u64::from(u64::BITS - all[0].natural()?.leading_zeros()).into())),
    // ⌈log x⌉, the digits of x − 1.
    ("ceil_log", 1, |all| match all[0].natural()? {
        0 => Err(FormulaFault::Undefined("log 0".to_owned())),
        x => Ok(u64::from(u64::BITS - (x - 1).leading_zeros()).into()),
    }),
    ("bit", 2, |all| Ok((all[0].natural()? >> place(&all[1])? & 1).into())),
    ("xor", 2, |all| Ok((all[0].natural()? ^ all[1].natural()?).into())),
    ("flip", 2, |all| Ok((all[0].natural()? ^ 1 << place(&all[1])?).into())),
    ("binary", 2, |all| {
        let (x, digits) = (all[0].natural()?, crate::model::wide(place(&all[1])?));
        Ok(Datum::text(&format!("{x:0digits$b}")))
    }),
    ("rotate", 3, |all| {
        let (x, digits, by) = (all[0].natural()?, place(&all[1])?.max(1), all[2].integer()?);
        let by = u32::try_from(by.rem_euclid(i128::from(digits))).unwrap_or(0);
        let most = (1_u64 << digits) - 1;
        let x = x & most;
        Ok(if by == 0 { x } else { (x << by | x >> (digits - by)) & most }.into())
    }),
    ("power_mod", 3, lists::power_mod),
    ("shuffled", 2, lists::shuffled),
    ("slice", 3, lists::slice),
];

/// Reads the place of a bit in a number of 64 bits.
fn place(of: &Datum) -> Result<u32, FormulaFault> {
    let number = of.natural()?;
    let place = u32::try_from(number).ok().filter(|number| *number < 64);
    place.ok_or_else(|| FormulaFault::Undefined(format!("bit {number} of a number of 64 bits")))
}

/// Returns the greatest or least of the arguments, or of the items of one list.
fn extreme(arguments: &[Datum], wanted: Ordering) -> Found {
    let items = match arguments {
        [of @ Datum::List(_)] => of.items()?,
        _ => arguments,
    };
    let (first, others) =
        items.split_first().ok_or_else(|| FormulaFault::Undefined("the greatest of nothing".to_owned()))?;
    let mut best = first;
    for item in others {
        if item.compared(best)? == wanted {
            best = item;
        }
    }
    Ok(best.clone())
}

fn sorted(mut items: Vec<Datum>) -> Result<Vec<Datum>, FormulaFault> {
    let mut fault = None;
    items.sort_by(|a, b| {
        a.compared(b).unwrap_or_else(|found| {
            fault = Some(found);
            Ordering::Equal
        })
    });
    fault.map_or(Ok(items), Err)
}

/// Lists all permutations of the numbers below n in lexicographic order.
fn permutations(n: u64) -> Found {
    if n > 8 {
        return Err(FormulaFault::Undefined(format!("the permutations of {n} symbols; at most 8")));
    }
    let mut all: Vec<Vec<Datum>> = vec![Vec::new()];
    for _ in 0..n {
        let longer = |list: Vec<Datum>| {
            let left: Vec<Datum> = (0..n).map(Datum::from).filter(|symbol| !list.contains(symbol)).collect();
            left.into_iter().map(move |symbol| [&list[..], &[symbol]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    Ok(Datum::list(all.into_iter().map(Datum::list).collect()))
}

/// Returns the different items in order.
pub(super) fn set(items: Vec<Datum>) -> Found {
    let mut items = sorted(items)?;
    items.dedup();
    Ok(Datum::list(items))
}

/// Computes n!
pub(super) fn factorial(of: &Datum) -> Found {
    let n = of.natural()?;
    if n > 5_000 {
        return Err(FormulaFault::Undefined(format!("{n}!; at most 5000!")));
    }
    Ok((1..=n).fold(BigInt::one(), |product, factor| product * factor).into())
}
