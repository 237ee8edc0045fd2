//! The join of sums in which no part may be added twice.

/// Returns the union of sums, if they may be joined: no two have a part in common, or one contains all the
/// others.
pub(super) fn joined<'a>(sums: impl Iterator<Item = &'a [u64]>) -> Option<Vec<u64>> {
    let mut union: Vec<u64> = Vec::new();
    let (mut all, mut most) = (0, 0);
    for sum in sums {
        all += size(sum);
        most = most.max(size(sum));
        union.resize(sum.len(), 0);
        union.iter_mut().zip(sum).for_each(|(word, more)| *word |= more);
    }
    let joined = size(&union);
    (all == joined || most == joined).then_some(union)
}

/// Returns the number of parts in a sum.
fn size(sum: &[u64]) -> u64 {
    sum.iter().map(|word| u64::from(word.count_ones())).sum()
}
