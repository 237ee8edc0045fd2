//! A shortest alternating path.

use super::BreadthFirst;

/// Finds a shortest alternating path from `start`: every node on it can take what the next node holds, and
/// the last node is spare. Returns the path from the spare node back to the start.
///
/// # Errors
/// All nodes that were reached, the start first, if there is no such path. As long as none of them is spare,
/// no path from another start leads through them, so later searches may leave them out.
///
/// Of several shortest paths it returns the first in breadth-first order, smallest indices first.
/// [`super::augment()`] searches depth first, where every guest has a list of places; here only `could_take`
/// and `is_spare` are known.
///
/// # Complexity
/// O(n²) calls of `could_take` and O(n) space for n nodes.
///
/// # Examples
/// ```
/// use isotask::graph::alternating_path;
/// // Each can take what the one before it has; the first is spare.
/// let path = alternating_path(5, 3, |wants, gives| gives + 1 == wants, |last| last == 0);
/// assert_eq!(path, Ok(vec![0, 1, 2, 3]));
/// ```
pub fn alternating_path(
    nodes: usize,
    start: u32,
    could_take: impl Fn(u32, u32) -> bool,
    mut is_spare: impl FnMut(u32) -> bool,
) -> Result<Vec<u32>, Vec<u32>> {
    let mut search = BreadthFirst::new(nodes, [start]);
    while let Some(wants) = search.next() {
        for gives in (0..).take(nodes) {
            let is_new = !search.has_reached(gives) && could_take(wants, gives) && search.reach(wants, gives);
            if is_new && is_spare(gives) {
                return Ok(search.back(gives).collect());
            }
        }
    }
    Err(search.order().to_vec())
}
