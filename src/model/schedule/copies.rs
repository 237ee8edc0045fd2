//! Numbers that tell equal packets apart.

use std::collections::BTreeMap;

/// Returns the number of each item among those equal to it, from 0; none for an item that is alone.
pub fn copy_numbers<T: Ord>(items: &[T]) -> Vec<Option<u64>> {
    let mut count: BTreeMap<&T, u64> = BTreeMap::new();
    for item in items {
        *count.entry(item).or_default() += 1;
    }
    let mut next: BTreeMap<&T, u64> = BTreeMap::new();
    let number = |item| {
        let next = next.entry(item).or_default();
        *next += 1;
        (count[item] > 1).then_some(*next - 1)
    };
    items.iter().map(number).collect()
}
