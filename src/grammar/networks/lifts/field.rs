//! Arithmetic in finite fields.

/// Order of the largest field whose slim fly is within the limits of a graph.
pub(super) const MAX_FIELD: u64 = 223;

/// A finite field. An element is a polynomial in ξ, encoded as the number whose digits are its coefficients.
pub(super) struct Field {
    pub(super) prime: u64,
    degree: usize,
    /// ξ⁰, ξ¹, … of a primitive element ξ: all elements but 0.
    powers: Vec<u64>,
}

impl Field {
    /// Makes the field of q elements, for q from 3 on; none if q is too large or no prime power.
    pub(super) fn new(q: u64) -> Option<Self> {
        if !(3..=MAX_FIELD).contains(&q) {
            return None;
        }
        let prime = (2..=q).find(|&divisor| q.is_multiple_of(divisor))?;
        let degree =
            (1..8).find(|&degree| prime.pow(degree) >= q).filter(|&degree| prime.pow(degree) == q)?;
        // ξ to the power of the degree is a polynomial of lower degree; for a primitive polynomial, ξ has
        // order q − 1.
        let powers = (1..q).find_map(|lead| powers(q, prime, lead))?;
        Some(Self { prime, degree: index(degree.into())?, powers })
    }

    /// Returns the coefficients, the highest first.
    pub(super) fn digits(&self, element: u64) -> Vec<u64> {
        let mut rest = element;
        let mut digits = vec![0; self.degree];
        for digit in digits.iter_mut().rev() {
            *digit = rest % self.prime;
            rest /= self.prime;
        }
        digits
    }

    pub(super) fn negative(&self, element: u64) -> u64 {
        let digits = self.digits(element).into_iter().map(|digit| (self.prime - digit) % self.prime);
        digits.fold(0, |number, digit| number * self.prime + digit)
    }

    pub(super) fn product(&self, a: u64, b: u64) -> u64 {
        let power = |of| self.powers.iter().position(|&element| element == of);
        let (Some(i), Some(j)) = (power(a), power(b)) else { return 0 };
        self.powers[(i + j) % self.powers.len()]
    }

    /// Returns ξ to the power `by` times the generator set X of slim flies; X′ is the set for `by` = 1. X has
    /// the powers 0, 2, …, 2w − 2 and then 2w − 1, 2w + 1, …, 4w − 3 if q = 4w − 1, else all even powers.
    pub(super) fn steps(&self, by: usize) -> Vec<u64> {
        let all = self.powers.len();
        let half = all / 2;
        let is_in = |power: usize| power % 2 == usize::from(all % 4 == 2 && power >= half);
        (0..all).filter(|&power| is_in(power)).map(|power| self.powers[(power + by) % all]).collect()
    }
}

/// Returns the powers of ξ if there are q − 1 of them; `lead` is ξ to the power of the degree.
fn powers(q: u64, prime: u64, lead: u64) -> Option<Vec<u64>> {
    let (high, most) = (q / prime, index(q - 1)?);
    let sum = |mut a: u64, mut b: u64| {
        let (mut sum, mut unit) = (0, 1);
        while a + b > 0 {
            sum += (a + b) % prime * unit;
            (a, b, unit) = (a / prime, b / prime, unit * prime);
        }
        sum
    };
    let times = |element: u64| {
        let (top, rest) = (element / high, element % high * prime);
        (0..top).fold(rest, |found, _| sum(found, lead))
    };
    let mut found = vec![1];
    let mut next = times(1);
    while next > 1 && found.len() < most {
        found.push(next);
        next = times(next);
    }
    (next == 1 && found.len() == most).then_some(found)
}

fn index(number: u64) -> Option<usize> {
    usize::try_from(number).ok()
}
