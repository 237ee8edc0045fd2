//! The appendix: d does not divide 2^d − 1.

use super::made::index;
use crate::claims::code::formula;
use crate::claims::{Claim, Docket, Part};
use std::collections::BTreeSet;

formula! {
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
    /// (A.1): equal remainders of a and b modulo d leave equal ones of ta and tb.
    fn multiplied(a: u64, b: u64, d: u64, t: u64) -> bool {
        a % d != b % d || t * a % d == t * b % d
    }
    /// Whether 2, 2^2, …, 2^d leave remainders of 1, …, d − 1 only, some of them twice.
    fn repeated(d: u64) -> bool {
        let remainders: BTreeSet<u64> = (1..=d).map(|e| power_of_two(e, d)).collect();
        !remainders.contains(&0) && remainders.len() < index(d)
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
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P2.Appendix.proposition",
        place: "Appendix",
        statement: "For any integer d ≥ 2, 2^d − 1 is not divisible by d.",
        printed: "d ∤ 2^d − 1 for d ≥ 2",
        parts: &[Part::printed(indivisible::CODE, "d from 2 to 100 000, a thousand to a row", |docket| {
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
        })],
    },
    Claim {
        id: "P2.Appendix.A1",
        place: "Appendix, Eq. (A.1)",
        statement: "For all positive integers a, b, d and t, a ≡ b (mod d) implies ta ≡ tb (mod d).",
        printed: "a ≡ b (mod d) ⇒ ta ≡ tb (mod d)",
        parts: &[Part::printed(multiplied::CODE, "a, b and d from 1 to 40, t from 1 to 20", |docket| {
            for d in 1..=40 {
                let mut all = (1..=40).flat_map(|a| (1..=40).map(move |b| (a, b)));
                let holds = all.all(|(a, b)| (1..=20).all(|t| multiplied(a, b, d, t)));
                docket.is(format!("d = {d}"), holds, "all a, b and t");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P2.Appendix.repetition",
        place: "Appendix, after Eq. (A.3)",
        statement: "2 mod d, 2^2 mod d, …, 2^d mod d belong to {1, …, d − 1}, so some of them repeat, for odd d > 1.",
        printed: "2^r ≡ 2^s (mod d) for some 1 ≤ r < s ≤ d",
        parts: &[Part::printed(repeated::CODE, "odd d from 3 to 999, a hundred to a row", |docket| {
            odd(docket, 100, 10, repeated);
            Ok(())
        })],
    },
    Claim {
        id: "P2.Appendix.order",
        place: "Appendix, the step from Eq. (A.3)",
        statement: "The smallest positive m with 2^m ≡ 1 (mod d) is less than d, for odd d > 1.",
        printed: "m < d",
        parts: &[Part::printed(order_of_two::CODE, "odd d from 3 to 3999, a thousand to a row", |docket| {
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
        })],
    },
    Claim {
        id: "P2.Appendix.powers",
        place: "Appendix, from d = pm + r on",
        statement: "With m the smallest positive integer for which 2^m ≡ 1 and d = pm + r, r < m: 2^(2m), 2^(3m), …, 2^(pm) ≡ 1 and 2^r ≡ 2^d \
                    (mod d), for odd d > 1.",
        printed: "2^(pm) ≡ 1, 2^r ≡ 2^(pm+r) ≡ 2^d (mod d)",
        parts: &[Part::printed(powers::CODE, "odd d from 3 to 3999, a thousand to a row", |docket| {
            odd(docket, 1000, 4, powers);
            Ok(())
        })],
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
