//! The linear program of all choices of ways: the least slots of a task, in fractions.

use super::choices::{Priced, Ways};
use crate::linear::{Fractional, Mixture, refute_or_mix};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

/// Most rows: links and ports that no symmetry takes to one another.
const MAX_ROWS: usize = 24;
/// Most choices of ways that are asked for.
const MAX_CHOICES: usize = 400;
/// Most choices times the rows squared: numbers grow with the rows.
const MAX_ENTRIES: usize = 20_000;
/// Most looks at links in all choices together.
const MAX_LOOKS: u64 = 1 << 30;
/// The greatest common multiple of the capacities.
const MAX_SCALE: u64 = 1 << 24;

/// A mixture of choices, each by the prices for which it is cheapest, with whole shares.
pub(super) struct Mixed {
    /// The prices of a choice and its share.
    pub(super) choices: Vec<(Vec<u64>, u64)>,
    /// The sum of the shares.
    pub(super) shares: u64,
}

impl Mixed {
    /// Returns the one choice that is cheapest at these prices.
    pub(super) fn of(prices: Vec<u64>) -> Self {
        Self { choices: vec![(prices, 1)], shares: 1 }
    }
}

/// The outcome of the linear program.
pub(super) struct Outcome {
    /// The optimal mixture; none if the program did not come to its end, or the shares are too large.
    pub(super) mixed: Option<Mixed>,
    /// The best prices that were met: those of the optimum, unless the program did not come to its end.
    pub(super) priced: Option<Priced>,
}

/// Solves the linear program within its limits; the outcome is empty where it is too large.
pub(super) fn mix(ways: &Ways<'_>) -> Outcome {
    let capacities = &ways.rows.capacities;
    let rows = capacities.len();
    let common = |scale: u64, capacity: &u64| {
        (scale / scale.gcd(capacity)).checked_mul(*capacity).filter(|&scale| scale <= MAX_SCALE)
    };
    let scale = capacities.iter().try_fold(1, common).filter(|_| rows <= MAX_ROWS);
    let Some((scale, ports)) = scale.zip(u32::try_from(rows).ok()) else {
        return Outcome { mixed: None, priced: None };
    };
    let mut asked = ways.scaled(scale);
    let budget = MAX_CHOICES.min(usize::try_from(MAX_LOOKS / ways.looks().max(1)).unwrap_or(MAX_CHOICES));
    let budget = budget.min(MAX_ENTRIES / (rows * rows).max(1));
    let found = refute_or_mix(rows, ports, u64::MAX, &mut asked, budget);
    let priced = asked.best.clone().and_then(|prices| ways.priced(prices));
    match found {
        Fractional::Possible(mixture) => Outcome { mixed: whole(&mixture, &asked.asked), priced },
        _ => Outcome { mixed: None, priced },
    }
}

/// Returns a mixture with whole shares; none if they are too large.
fn whole(mixture: &Mixture, asked: &[Vec<u64>]) -> Option<Mixed> {
    let shares = mixture.shares.iter().fold(BigInt::one(), |all, share| all.lcm(share.1.denom()));
    let choice = |(choice, share): &(usize, BigRational)| {
        Some((asked[*choice].clone(), (share * &shares).to_integer().to_u64()?))
    };
    let choices = mixture.shares.iter().map(choice).collect::<Option<_>>()?;
    Some(Mixed { choices, shares: shares.to_u64()? })
}
