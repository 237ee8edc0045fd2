//! The least weight of a route for one offset under a limit on its hops.

use crate::effort::Effort;
use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// Most dimensions of one offset whose directions are enumerated.
const OPEN_DIMENSION_LIMIT: usize = 16;

/// Most choices of directions that are weighed for one claim.
const CHOICE_LIMIT: u64 = 1 << 26;

/// Steps of a dimension of an offset.
const STEPS_OF_A_DIMENSION: u64 = 8;

/// Directions that are fixed: a bit for every dimension.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fixed {
    /// Dimensions fixed to +.
    pub(crate) plus: u64,
    /// Dimensions fixed to −.
    pub(crate) minus: u64,
}

/// The number of choices that one claim may still weigh.
#[derive(Debug)]
pub(crate) struct Budget {
    claim: usize,
    left: u64,
    effort: Effort,
}

impl Budget {
    /// Returns a full budget.
    pub(crate) fn new(claim: usize, effort: Effort) -> Self {
        Self { claim, left: CHOICE_LIMIT, effort }
    }

    /// Takes choices from the budget, and `steps` steps for each; refuses more than are left.
    pub(crate) fn spend(&mut self, choices: u64, steps: u64) -> Result<(), Rejection> {
        let refusal = Rejection::TooMuchWork { claim: self.claim, limit: CHOICE_LIMIT };
        self.left = self.left.checked_sub(choices).ok_or(refusal)?;
        self.effort.spend_times(choices, steps)
    }
}

/// One of the two ways through a dimension.
#[derive(Debug, Clone, Copy, Default)]
struct Way {
    hops: u128,
    weight: i128,
}

impl Way {
    /// Adds a way; a sum over 62 dimensions may overflow.
    fn add(self, other: Self) -> Option<Self> {
        Some(Self {
            hops: self.hops.checked_add(other.hops)?,
            weight: self.weight.checked_add(other.weight)?,
        })
    }
}

/// The prices of a choice of directions: the weights of its hops, less a gain for every dimension in which it
/// goes + where it might go −.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinkPrices<'a> {
    /// A weight for every link.
    pub(crate) weights: &'a [u64],
    /// A gain for every dimension; empty when there are none.
    pub(crate) plus: &'a [i64],
}

/// Returns the least weight of a choice of directions that agrees with the fixed ones and has at most
/// `within` hops; none if no choice has.
///
/// A route with a hops up and b hops down in a dimension can drop full circles and hops that cancel, so only
/// x hops up, or p − x hops down, need be looked at.
///
/// # Complexity
/// Time O(2^f · f + dimensions), f being the dimensions in which neither way is both shorter and lighter.
pub(crate) fn least(
    network: &Network,
    (offset, coordinates): (u64, &[u64]),
    prices: LinkPrices<'_>,
    within: u64,
    fixed: Fixed,
    budget: &mut Budget,
) -> Result<Option<i128>, Rejection> {
    let claim = budget.claim;
    let overflow = || Rejection::Overflow { place: format!("claims[{claim}].lower") };
    let mut sure = Way::default();
    let mut open: Vec<(Way, Way)> = Vec::new();
    for (i, (d, &x)) in network.dimensions().iter().zip(coordinates).enumerate() {
        if x == 0 {
            continue;
        }
        let way = |hops: u64, link: usize, gain: i64| {
            let weight = i128::from(hops).checked_mul(i128::from(prices.weights[link]));
            let weight = weight.and_then(|weight| weight.checked_sub(i128::from(gain)));
            Ok(Way { hops: u128::from(hops), weight: weight.ok_or_else(overflow)? })
        };
        // Packets that go + count only where they could go −.
        let gain = d.minus.and_then(|_| prices.plus.get(i).copied()).unwrap_or(0);
        let plus = way(x, d.plus, gain)?;
        let minus = d.minus.map_or(Ok(plus), |link| way(d.radix - x, link, 0))?;
        let bit = 1_u64 << i;
        let only = if fixed.plus & bit != 0
            || (fixed.minus & bit == 0 && plus.hops <= minus.hops && plus.weight <= minus.weight)
        {
            plus
        } else if fixed.minus & bit != 0 || (minus.hops <= plus.hops && minus.weight <= plus.weight) {
            minus
        } else {
            open.push((plus, minus));
            continue;
        };
        sure = sure.add(only).ok_or_else(overflow)?;
    }
    if open.len() > OPEN_DIMENSION_LIMIT {
        let (free, limit) = (open.len(), OPEN_DIMENSION_LIMIT);
        return Err(Rejection::TooManyDirections { claim, offset, free, limit });
    }
    let choices = 1_u64 << open.len();
    // All dimensions were gone through, whatever the number of choices.
    budget.effort.spend_times(wide(network.dimensions().len()), STEPS_OF_A_DIMENSION)?;
    budget.spend(choices, 4 * (wide(open.len()) + 1))?;
    let mut best = None;
    for choice in 0..choices {
        let mut sum = sure;
        for (i, (plus, minus)) in open.iter().enumerate() {
            let way = if choice & (1 << i) == 0 { plus } else { minus };
            sum = sum.add(*way).ok_or_else(overflow)?;
        }
        if sum.hops <= u128::from(within) && best.is_none_or(|best| sum.weight < best) {
            best = Some(sum.weight);
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each of two dimensions of five nodes a packet makes two hops + or three −, and the hops − are
    /// lighter: the limit on hops decides in how many dimensions it goes −.
    #[test]
    fn the_lightest_choice_within_the_limit_on_hops_is_found() {
        let torus = isotask_wire::Network::Torus { radices: vec![5, 5] };
        let network = Network::new(&torus, &Effort::new(0)).expect("a torus");
        let [first, second] = network.dimensions() else { unreachable!("two dimensions") };
        let mut weights = vec![0_u64; 4];
        for (link, weight) in [(first.plus, 30), (second.plus, 20)] {
            weights[link] = weight;
        }
        for (link, weight) in [(first.minus, 10), (second.minus, 8)] {
            weights[link.expect("a link")] = weight;
        }
        let least = |within| {
            let offset = 2 * first.stride + 2 * second.stride;
            let prices = LinkPrices { weights: &weights, plus: &[] };
            let mut budget = Budget::new(0, Effort::new(1 << 20));
            least(&network, (offset, &[2, 2]), prices, within, Fixed::default(), &mut budget)
                .expect("few choices")
        };
        // 2·30 or 3·10, and 2·20 or 3·8.
        assert_eq!([3, 4, 5, 6].map(least), [None, Some(60 + 40), Some(30 + 40), Some(30 + 24)]);
    }
}
