//! The functions of the language.
//!
//! | function | value |
//! |---|---|
//! | `floor(x)`, `ceil(x)`, `round(x)`, `abs(x)`, `sqrt(x)` | of a number |
//! | `log(x)` | the logarithm to base 2 of a power of 2; `ceil_log(x)` of any number, rounded up; `bits(x)`: the binary digits of x |
//! | `max(a, b, …)`, `min(a, b, …)`, or of one list | the greatest and the least |
//! | `choose(n, k)`, `gcd(a, b)` | binomial coefficient, greatest common divisor |
//! | `ones(x)`, `bit(x, j)`, `xor(a, b)`, `flip(x, j)`, `binary(x, d)` | on binary digits, bit 0 the last |
//! | `rotate(x, d, k)` | the last d binary digits, rotated to the left by k |
//! | `length(l)`, `sorted(l)`, `set(l)`, `reversed(l)`, `join(l)` | of a list: items, in order, without repetition, from the end, lists one after the other |
//! | `words(l, t)` | the items with a text between them |
//! | `permutations(n)` | the lists of 0 … n − 1 in all orders, by their order, n up to 8 |

use super::data::Datum::{self, Integer, Truth};
use super::fault::FormulaFault;
use super::{lists, matrix};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use std::cmp::Ordering;

type Found = Result<Datum, FormulaFault>;

/// The value of a function; none if the language has none of this name.
pub(super) fn call(name: &str, arguments: &[Datum]) -> Option<Found> {
    let arity = match name {
        "max" | "min" => arguments.len().max(1),
        "choose" | "gcd" | "bit" | "xor" | "flip" | "binary" | "words" => 2,
        "rotate" => 3,
        "floor" | "ceil" | "ceil_log" | "round" | "abs" | "sqrt" | "log" | "bits" | "ones" | "length"
        | "sorted" | "set" | "reversed" | "join" | "rational" | "permutations" => 1,
        _ => return lists::call(name, arguments).or_else(|| matrix::call(name, arguments)),
    };
    if arity != arguments.len() {
        return Some(Err(FormulaFault::Arguments {
            name: name.to_owned(),
            expected: arity,
            found: arguments.len(),
        }));
    }
    Some(of(name, arguments))
}

fn of(name: &str, arguments: &[Datum]) -> Found {
    let first = &arguments[0];
    match name {
        "floor" => first.floor(),
        "ceil" => first.negated()?.floor()?.negated(),
        "round" => first.plus(&BigRational::new(1.into(), 2.into()).into())?.floor(),
        "abs" => {
            if first.compared(&Integer(0))? == Ordering::Less {
                first.negated()
            } else {
                Ok(first.clone())
            }
        }
        "sqrt" => first.root(),
        "log" => match first.natural()? {
            power if power.is_power_of_two() => Ok(u64::from(power.ilog2()).into()),
            other => Err(FormulaFault::Undefined(format!("log {other} is no integer"))),
        },
        "rational" => Ok(Truth(first.rational().is_ok())),
        "max" => extreme(arguments, Ordering::Greater),
        "min" => extreme(arguments, Ordering::Less),
        "choose" => {
            let (n, k) = (first.natural()?, arguments[1].natural()?);
            if n > 20_000 {
                return Err(FormulaFault::Digits);
            }
            Ok(num_integer::binomial(BigInt::from(n), BigInt::from(k)).into())
        }
        "gcd" => Ok(num_integer::gcd(first.natural()?, arguments[1].natural()?).into()),
        "length" => Ok(crate::model::count_of(first.items()?.len()).into()),
        "sorted" => sorted(first.items()?.to_vec()).map(Datum::list),
        "set" => set(first.items()?.to_vec()),
        "reversed" => Ok(Datum::list(first.items()?.iter().rev().cloned().collect())),
        "join" => {
            let mut all = Vec::new();
            for list in first.items()?.iter() {
                all.extend_from_slice(list.items()?);
            }
            Ok(Datum::list(all))
        }
        "permutations" => permutations(first.natural()?),
        "words" => {
            let words: Vec<String> = first.items()?.iter().map(Datum::to_string).collect();
            Ok(Datum::text(&words.join(arguments[1].words()?)))
        }
        _ => on_digits(name, first.natural()?, &arguments[1..]),
    }
}

/// Functions of binary digits.
fn on_digits(name: &str, x: u64, more: &[Datum]) -> Found {
    let small = |place: usize| -> Result<u32, FormulaFault> {
        let number = more[place].natural()?;
        u32::try_from(number)
            .ok()
            .filter(|number| *number < 64)
            .ok_or_else(|| FormulaFault::Undefined(format!("bit {number} of a number of 64 bits")))
    };
    match name {
        "ones" => Ok(u64::from(x.count_ones()).into()),
        "bits" => Ok(u64::from(u64::BITS - x.leading_zeros()).into()),
        // ⌈log x⌉, the digits of x − 1.
        "ceil_log" if x == 0 => Err(FormulaFault::Undefined("log 0".to_owned())),
        "ceil_log" => Ok(u64::from(u64::BITS - (x - 1).leading_zeros()).into()),
        "bit" => Ok((x >> small(0)? & 1).into()),
        "xor" => Ok((x ^ more[0].natural()?).into()),
        "flip" => Ok((x ^ 1 << small(0)?).into()),
        "binary" => Ok(Datum::text(&format!("{x:00$b}", usize::try_from(small(0)?).unwrap_or(0)))),
        _ => {
            let (digits, by) = (small(0)?.max(1), more[1].integer()?);
            let by = u32::try_from(by.rem_euclid(i128::from(digits))).unwrap_or(0);
            let all = (1_u64 << digits) - 1;
            let x = x & all;
            Ok(if by == 0 { x } else { (x << by | x >> (digits - by)) & all }.into())
        }
    }
}

/// The greatest or least of the arguments, or of the items of one list.
fn extreme(arguments: &[Datum], wanted: Ordering) -> Found {
    let items = match arguments {
        [Datum::List(items)] => items,
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

/// All lists of the numbers below n, by their order.
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

/// The different items in order.
pub(super) fn set(items: Vec<Datum>) -> Found {
    let mut items = sorted(items)?;
    items.dedup();
    Ok(Datum::list(items))
}

/// n!
pub(super) fn factorial(of: &Datum) -> Found {
    let n = of.natural()?;
    if n > 5_000 {
        return Err(FormulaFault::Digits);
    }
    Ok((1..=n).fold(BigInt::one(), |product, factor| product * factor).into())
}
