//! Appendix: customers that wait for servers, those of least residual time first.

/// Lists all non-decreasing lists of `customers` services from 1 to `most`.
pub(super) fn services(customers: u32, most: u64) -> Vec<Vec<u64>> {
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..customers {
        let longer = lists.iter().flat_map(|list| {
            (list.last().copied().unwrap_or(1)..=most)
                .map(|time| [&list[..], &[time]].concat())
                .collect::<Vec<_>>()
        });
        lists = longer.collect();
    }
    lists
}

/// Serves the `used` customers of least residual time for a slot and returns the customers left.
fn nearest(left: &[u64], used: usize) -> Vec<u64> {
    let mut left = left.to_vec();
    left.sort_unstable();
    left.iter_mut().take(used).for_each(|time| *time -= 1);
    left.retain(|&time| time > 0);
    left.sort_unstable();
    left
}

/// Returns the sum of waits if every slot serves as many customers as possible, those of least residual time.
pub(super) fn after_slots(left: &[u64], servers: usize) -> u64 {
    if left.is_empty() {
        return 0;
    }
    let waiting = u64::try_from(left.len()).unwrap_or(0);
    waiting + after_slots(&nearest(left, servers.min(left.len())), servers)
}
