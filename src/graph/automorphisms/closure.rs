//! Groups that act freely, element by element.

use super::colored::{narrow, place};

/// Why [`free_elements`] lists no group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAFreeGroup {
    /// Two elements agree on node 0 and differ elsewhere.
    FixesNode0,
    /// The group has too many elements.
    TooLarge,
}

/// Marks a node to which no element takes node 0.
const UNSET: u32 = u32::MAX;

/// Returns the images of all nodes under the elements of the group that permutations generate, element by
/// element, the identity first.
///
/// In a group that acts freely elements that agree on node 0 are equal. Whether an element fixes another node
/// is not asked.
///
/// # Errors
/// [`NotAFreeGroup`]; the group is too large if its elements have more than `most_images` images together.
///
/// # Panics
/// If an image is no node.
///
/// # Complexity
/// O(|H| · n · g) time and O(|H| · n) space for g generators.
///
/// # Examples
/// ```
/// use isotask::graph::free_elements;
/// let rotation = vec![1, 2, 0];
/// assert_eq!(free_elements(3, &[rotation], 9), Ok(vec![0, 1, 2, 1, 2, 0, 2, 0, 1]));
/// ```
pub fn free_elements(
    nodes: usize,
    generators: &[Vec<u32>],
    most_images: usize,
) -> Result<Vec<u32>, NotAFreeGroup> {
    let mut images: Vec<u32> = (0..nodes).map(narrow).collect();
    let mut known = vec![UNSET; nodes];
    known[0] = 0;
    let mut done = 0;
    while done < images.len() {
        for generator in generators {
            let next: Vec<u32> = images[done..][..nodes].iter().map(|&node| generator[place(node)]).collect();
            let element = &mut known[place(next[0])];
            if *element == UNSET {
                *element = narrow(images.len() / nodes);
                if images.len() + nodes > most_images {
                    return Err(NotAFreeGroup::TooLarge);
                }
                images.extend(next);
            } else if images[place(*element) * nodes..][..nodes] != next {
                return Err(NotAFreeGroup::FixesNode0);
            }
        }
        done += nodes;
    }
    Ok(images)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_of_a_ring_act_freely_and_mirrors_do_not() {
        let turn = |by: u32| (0..6).map(|node| (node + by) % 6).collect::<Vec<u32>>();
        let images = free_elements(6, &[turn(2), turn(3)], 36).expect("a group that acts freely");
        let mut found: Vec<&[u32]> = images.chunks(6).collect();
        found.sort_unstable();
        assert_eq!(found, (0..6).map(turn).collect::<Vec<_>>());
        assert_eq!(free_elements(6, &[turn(1)], 35), Err(NotAFreeGroup::TooLarge));
        // Two mirrors of the ring take node 0 to node 1, and the others elsewhere.
        let mirror = (0..6).map(|node| (7 - node) % 6).collect();
        assert_eq!(free_elements(6, &[turn(1), mirror], 36), Err(NotAFreeGroup::FixesNode0));
    }
}
