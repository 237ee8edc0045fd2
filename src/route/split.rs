//! Computes the least completion time if every dimension is divided independently.

use crate::model::{CoordinateCount, Dimension, IsotropicTask};

/// How one dimension is divided into its two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// The number of packets that go +: those with the smallest coordinates. The others with a coordinate go
    /// −.
    pub plus: u64,
    /// Sum of the hops in both ways.
    pub hops: u64,
}

/// The least T for which every dimension alone can be divided, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The bound T, in slots.
    pub value: u64,
    /// A division of least hops for every dimension, both ways within T.
    pub divisions: Vec<Division>,
}

/// Finds the least T such that no packet is farther than T, every dimension can be divided with both ways
/// within T, and the least total hops of such divisions are at most k·T.
///
/// It bounds every symmetric schedule: a route with a uses of + and b of − for coordinate x has a − b ≡ x
/// (mod p), so a ≥ x or b ≥ p − x. With s packets going +, the difference of the two sums is Σx − p(N − s)
/// independently of which packets they are; so both sums are least together when the s smallest coordinates
/// go +, and s alone remains to be chosen.
///
/// # Complexity
/// O(X log σ) for X distinct coordinates over all dimensions.
///
/// # Panics
/// Never: all packets on their shorter ways fit the total distance.
///
/// # Examples
/// The ring of 4: the packets 1, 2, 3 split into 1 + 2 against 1 hops, so 3 slots.
/// ```
/// use isotask::{model::IsotropicTask, route::split, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":4},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = IsotropicTask::new(&wire::parse(text)?)?;
/// assert_eq!(split(&task).value, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn split(task: &IsotropicTask) -> Split {
    let farthest = task.farthest().map_or(0, |offset| task.network().distance(offset));
    let (mut low, mut high) =
        (farthest, farthest.max(u64::try_from(task.total_distance()).unwrap_or(u64::MAX)));
    // At `high` every packet fits its shortest way; below `low` nothing fits.
    while low < high {
        let middle = low + (high - low) / 2;
        if divisions_within(task, middle).is_some() {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let divisions =
        divisions_within(task, low).expect("all packets on their shorter ways fit the total distance");
    Split { value: low, divisions }
}

/// Returns divisions of least hops with both ways at most `limit` and all hops together at most k · `limit`,
/// if there are any.
pub(super) fn divisions_within(task: &IsotropicTask, limit: u64) -> Option<Vec<Division>> {
    let mut divisions = Vec::with_capacity(task.network().dimensions().len());
    let mut hops = 0_u128;
    for (index, ring) in task.network().dimensions().iter().enumerate() {
        let division = divide(ring, task.coordinate_counts(index), limit)?;
        hops += u128::from(division.hops);
        divisions.push(division);
    }
    let room = u128::from(task.ports()) * u128::from(limit);
    (hops <= room).then_some(divisions)
}

/// Returns a division of least hops with both ways at most `limit`; in a tie the most even one.
pub(super) fn divide(ring: &Dimension, counts: &[CoordinateCount], limit: u64) -> Option<Division> {
    let packets: u64 = counts.iter().map(|c| c.packets).sum();
    if ring.is_single_link() {
        return (packets <= limit).then_some(Division { plus: packets, hops: packets });
    }
    let most = fill(counts.iter().map(|c| (c.x, c.packets)), limit);
    let most_minus = fill(counts.iter().rev().map(|c| (ring.radix() - c.x, c.packets)), limit);
    let least = packets - most_minus;
    if least > most {
        return None;
    }
    // The hops as a function of the number going + fall up to the packets nearer by +, are level over the
    // ties, then rise.
    let nearer: u64 = counts.iter().filter(|c| c.x * 2 < ring.radix()).map(|c| c.packets).sum();
    let ties: u64 = counts.iter().filter(|c| c.x * 2 == ring.radix()).map(|c| c.packets).sum();
    let plus = (nearer + ties.div_ceil(2)).clamp(least, most);
    let mut left = plus;
    let mut hops = 0;
    for c in counts {
        let here = left.min(c.packets);
        left -= here;
        hops += here * c.x + (c.packets - here) * (ring.radix() - c.x);
    }
    Some(Division { plus, hops })
}

/// Returns how many packets fit a limit, taken in order of nondecreasing costs.
fn fill(costs: impl Iterator<Item = (u64, u64)>, limit: u64) -> u64 {
    let mut room = limit;
    let mut fitted = 0;
    for (cost, packets) in costs {
        let here = packets.min(room / cost);
        fitted += here;
        room -= here * cost;
        if here < packets {
            break;
        }
    }
    fitted
}
