//! Least weights of routes with a limit on their links, on Cayley graphs.

use crate::bound::routes::directions::Budget;
use crate::network::cayley::Cayley;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;

/// Returns for every node the least weight of a route of at most `hops` links from node 0; none where there
/// is no such route.
///
/// Every round allows one link more, until nothing changes (Bellman 1958).
///
/// # Complexity
/// Time O(nodes · links · rounds), at most `hops` rounds and one more than the longest route, within a fixed
/// limit; space O(nodes).
pub(crate) fn limited_distances(
    cayley: &Cayley,
    weights: &[u64],
    hops: u64,
    budget: &mut Budget,
) -> Result<Vec<Option<i128>>, Rejection> {
    let mut least = vec![None; cayley.nodes()];
    least[0] = Some(0);
    for _ in 0..hops {
        budget.spend(wide(least.len()) * wide(weights.len()), cayley.steps_of_a_step())?;
        let mut next = least.clone();
        for (node, here) in (0..).zip(&least) {
            let Some(here) = *here else { continue };
            for (link, &weight) in weights.iter().enumerate() {
                // The budget allows at most 2²⁶ rounds, each of weights below 2⁶⁴.
                let sum: i128 = here + i128::from(weight);
                let Some(to) = narrow(cayley.step(node, link), next.len()) else { continue };
                if next[to].is_none_or(|known| sum < known) {
                    next[to] = Some(sum);
                }
            }
        }
        if next == least {
            break;
        }
        least = next;
    }
    Ok(least)
}
