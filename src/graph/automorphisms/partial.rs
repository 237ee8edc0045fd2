//! Permutations that are known in part.

/// A permutation of which some images are known, and which may belong to a group that acts freely: in such a
/// group all cycles of every element but the identity are equally long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialPermutation {
    /// By node.
    pub image: Vec<Option<usize>>,
    /// The end and the start of the longest path whose end has no image yet; none if all images are known.
    pub open: Option<[usize; 2]>,
    /// The nodes of that path.
    pub longest: usize,
    /// The length of the cycles that are closed, if any is.
    pub cycle: Option<usize>,
}

impl PartialPermutation {
    /// Reads known images; none if a node is fixed or cycles differ in length, so that no group acts freely.
    ///
    /// # Panics
    /// If an image is no node.
    ///
    /// # Complexity
    /// O(n).
    ///
    /// # Examples
    /// ```
    /// use isotask::graph::PartialPermutation;
    /// let known = PartialPermutation::new(vec![Some(1), Some(2), None, None]).expect("a path");
    /// assert_eq!((known.open, known.longest), (Some([2, 0]), 3));
    /// // A cycle of two nodes beside a path of three.
    /// assert!(PartialPermutation::new(vec![Some(1), Some(0), Some(3), Some(4), None, None]).is_none());
    /// ```
    #[must_use]
    pub fn new(image: Vec<Option<usize>>) -> Option<Self> {
        let nodes = image.len();
        let mut has_source = vec![false; nodes];
        for &to in image.iter().flatten() {
            has_source[to] = true;
        }
        let mut seen = vec![false; nodes];
        let (mut open, mut longest) = (None, 0);
        for start in (0..nodes).filter(|&node| !has_source[node]) {
            let (mut here, mut length) = (start, 1_usize);
            seen[start] = true;
            while let Some(next) = image[here] {
                here = next;
                seen[here] = true;
                length += 1;
            }
            if length > longest {
                (open, longest) = (Some([here, start]), length);
            }
        }
        let mut cycle = None;
        for start in 0..nodes {
            if seen[start] {
                continue;
            }
            let (mut here, mut length) = (start, 0_usize);
            while !seen[here] {
                seen[here] = true;
                length += 1;
                here = image[here].unwrap_or(start);
            }
            if length < 2 || cycle.is_some_and(|cycle| cycle != length) {
                return None;
            }
            cycle = Some(length);
        }
        let fits = |cycle: usize| longest <= cycle && nodes.is_multiple_of(cycle);
        cycle.is_none_or(fits).then_some(Self { image, open, longest, cycle })
    }
}
