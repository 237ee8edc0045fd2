//! Breadth-first search.

/// A breadth-first search over the nodes 0 … n−1. Its caller takes the nodes in turn ([`Self::next`]) and
/// names the nodes that each of them reaches ([`Self::reach`]).
///
/// Every node keeps the node from which it was reached first, so the order of the calls decides which of the
/// shortest ways is found. petgraph's `Bfs` keeps neither ways nor distances.
///
/// # Complexity
/// O(n) space; O(1) time for every call, [`BreadthFirst::back`] for every step.
///
/// # Examples
/// ```
/// use isotask::graph::BreadthFirst;
/// // A ring of five nodes.
/// let mut search = BreadthFirst::new(5, [0]);
/// while let Some(node) = search.next() {
///     search.reach(node, (node + 1) % 5);
///     search.reach(node, (node + 4) % 5);
/// }
/// assert_eq!(search.order(), [0, 1, 4, 2, 3]);
/// assert_eq!(search.back(2).collect::<Vec<_>>(), [2, 1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct BreadthFirst {
    /// By node: from where it was reached, itself for a start.
    from: Vec<u32>,
    /// The nodes that were reached, in this order, and how many of them have been taken.
    order: Vec<u32>,
    taken: usize,
}

/// Marks a node that has not been reached.
const UNREACHED: u32 = u32::MAX;

impl BreadthFirst {
    /// Starts with some nodes.
    ///
    /// # Panics
    /// If there are 2³² − 1 nodes or more, or one of the starts is none of them.
    pub fn new(nodes: usize, starts: impl IntoIterator<Item = u32>) -> Self {
        assert!(u32::try_from(nodes).is_ok_and(|nodes| nodes < UNREACHED), "a node has 32 bits");
        let mut search = Self { from: vec![UNREACHED; nodes], order: Vec::new(), taken: 0 };
        for start in starts {
            search.reach(start, start);
        }
        search
    }

    /// Marks a node as reached from another; returns whether it is the first time.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn reach(&mut self, from: u32, node: u32) -> bool {
        let known = &mut self.from[place(node)];
        let is_new = *known == UNREACHED;
        if is_new {
            *known = from;
            self.order.push(node);
        }
        is_new
    }

    /// Returns whether a node has been reached.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn has_reached(&self, node: u32) -> bool {
        self.from[place(node)] != UNREACHED
    }

    /// Returns the node from which a node was reached; itself for a start, none if it was not reached.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn from(&self, node: u32) -> Option<u32> {
        Some(self.from[place(node)]).filter(|&from| from != UNREACHED)
    }

    /// Takes the next node: of those reached the first that was not taken.
    #[expect(clippy::should_implement_trait, reason = "nodes are reached between two calls")]
    pub fn next(&mut self) -> Option<u32> {
        let node = self.order.get(self.taken).copied()?;
        self.taken += 1;
        Some(node)
    }

    /// Returns the nodes that have been reached, in this order.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the way to a node, from its end back to a start; only the node itself if it was not reached.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn back(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(node), |&node| self.from(node).filter(|&from| from != node))
    }
}

fn place(node: u32) -> usize {
    usize::try_from(node).expect("a node is an index")
}
