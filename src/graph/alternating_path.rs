//! A shortest alternating path.

use super::BreadthFirst;

/// Finds a shortest path along which one that has nothing is served: it takes what the next one has, that
/// takes what the one after it has, and so on to one that can do without. From that one back to the start,
/// with both. If there is no such path, all that were reached, the start first: as long as none of them can
/// do without, no path of another start leads through them, so that later searches may leave them out.
///
/// # Errors
/// Those reached in vain.
///
/// Among several the first in breadth-first order, smallest indices first. Where those asked have a list of
/// all that they could take, [`super::augment()`] does the same depth first; here it is known only who could
/// take over from whom, and who is spare.
///
/// # Complexity
/// O(n²) questions and O(n) space for n that have something.
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
