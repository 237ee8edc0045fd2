//! Bounds by routes that few slots leave time for.

use crate::bound::WeightBound;

/// Returns the greatest bound above a known one, and at most a number of slots that is attained, by the
/// weights with which `refute` shows that no schedule has this number of slots.
///
/// A number of slots below a refuted one is refuted too. The last number that is refuted is sought in strides
/// that double, then by bisection from the first number not refuted.
///
/// # Complexity
/// O(log g) refutations for a bound that is g slots above the known one.
pub(super) fn hop_limited(
    known: u64,
    attained: u64,
    refute: impl Fn(u64) -> Option<Vec<u64>>,
) -> Option<WeightBound> {
    let (mut best, mut low, mut high) = (None, known, attained);
    let mut stride = Some(1_u64);
    // Fewer than `low` slots are refuted, `high` are not or are attained.
    while low < high {
        let half = (high - low) / 2;
        let slots = low + stride.map_or(half, |stride| (stride - 1).min(high - low - 1));
        if let Some(weights) = refute(slots) {
            low = slots + 1;
            best = Some(WeightBound { value: low, weights });
            stride = stride.map(|stride| 2 * stride);
        } else {
            (high, stride) = (slots, None);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn the_last_refuted_number_is_found_after_few_refutations() {
        for (known, attained, last) in
            [(5, 5, 9), (5, 9, 4), (5, 9, 5), (5, 100, 60), (5, 100, 99), (5, u64::MAX, 900)]
        {
            let asked = RefCell::new(Vec::new());
            let refute = |slots| {
                asked.borrow_mut().push(slots);
                (slots <= last).then(|| vec![slots])
            };
            let found = hop_limited(known, attained, refute).map(|bound| (bound.value, bound.weights));
            let expected = last.min(attained - 1);
            let is_greater = known <= expected;
            assert_eq!(
                found,
                is_greater.then(|| (expected + 1, vec![expected])),
                "{known} {attained} {last}"
            );
            assert!(asked.borrow().len() <= 20, "{asked:?}");
        }
    }
}
