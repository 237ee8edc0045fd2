//! The appendix: d does not divide 2^d − 1.

use crate::claims::Docket;
use crate::claims::code::Code;

/// 2^e mod d.
fn power_of_two(e: u64, d: u64) -> u64 {
    let (mut power, mut square, mut rest) = (1 % d, 2 % d, e);
    while rest > 0 {
        if rest % 2 == 1 {
            power = power * square % d;
        }
        (square, rest) = (square * square % d, rest / 2);
    }
    power
}
/// Whether d does not divide 2^d − 1.
fn indivisible(d: u64) -> bool {
    power_of_two(d, d) != 1 % d
}
/// With d = pm + r: whether 2^(km) ≡ 1 for k = 1, …, p, and 2^r ≡ 2^d (mod d).
fn powers(d: u64) -> bool {
    let m = order_of_two(d);
    (1..=d / m).all(|k| power_of_two(k * m, d) == 1) && power_of_two(d % m, d) == power_of_two(d, d)
}
/// The smallest positive m with 2^m ≡ 1 (mod d), d odd.
fn order_of_two(d: u64) -> u64 {
    let (mut m, mut power) = (1, 2 % d);
    while power != 1 % d {
        (m, power) = (m + 1, 2 * power % d);
    }
    m
}

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P2.Appendix.proposition",
        parts: &[|docket| {
            for block in 0..100 {
                let (first, last) = ((1000 * block + 1).max(2), 1000 * block + 1000);
                let divisible = (first..=last).find(|&d| !indivisible(d));
                let how = match divisible {
                    Some(d) => format!("{d} divides 2^{d} − 1"),
                    None => "2^d mod d computed for each; in general, the least prime factor p of such a d would be odd, and the \
                             order of 2 modulo p would divide both d and p − 1, which have no common factor"
                        .to_owned(),
                };
                docket.is(format!("{first} ≤ d ≤ {last}"), divisible.is_none(), how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.Appendix.order",
        parts: &[|docket| {
            for block in 0..4 {
                let (first, last) = ((1000 * block + 1).max(3), 1000 * block + 999);
                let fails = (first..=last).step_by(2).find(|&d| order_of_two(d) >= d);
                let how = match fails {
                    Some(d) => format!("m = {} for d = {d}", order_of_two(d)),
                    None => "m computed for each; the powers are among d − 1 residues".to_owned(),
                };
                docket.is(format!("odd {first} ≤ d ≤ {last}"), fails.is_none(), how);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P2.Appendix.powers",
        parts: &[|docket| {
            odd(docket, 1000, 4, powers);
            Ok(())
        }],
    },
];

/// A row for every block of odd d > 1.
fn odd(docket: &mut Docket, size: u64, blocks: u64, holds: fn(u64) -> bool) {
    for block in 0..blocks {
        let (first, last) = ((size * block + 1).max(3), size * (block + 1) - 1);
        let fails = (first..=last).step_by(2).find(|&d| !holds(d));
        let how = match fails {
            Some(d) => format!("not for d = {d}"),
            None => "computed for each".to_owned(),
        };
        docket.is(format!("odd {first} ≤ d ≤ {last}"), fails.is_none(), how);
    }
}
