//! Groups of translations, and the classes of nodes that they move into one another.

use super::{Network, Node, count_of, wide};

/// Most nodes of a network whose groups are made: those that the checker goes through.
pub const MOST_CLASSED_NODES: u64 = 1 << 24;

/// A group H of translations v ↦ h·v of a network.
///
/// No translation but the identity fixes a node, so all classes H·v have |H| nodes. One class makes schedules
/// symmetric (P1), the trivial group explicit.
///
/// # Examples
/// The even rotations of a ring of 6 nodes.
/// ```
/// use isotask::model::{Network, Node, Subgroup};
/// let ring = Network::new(&isotask::wire::Network::Ring { nodes: 6 })?;
/// let group = Subgroup::new(&ring, vec![Node(2)]).expect("a translation");
/// assert_eq!((group.order(), group.classes()), (3, 2));
/// assert_eq!(group.class(Node(5)), 1);
/// # Ok::<(), isotask::model::ModelError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subgroup {
    generators: Vec<Node>,
    class: Vec<u32>,
    /// The least node of every class.
    least: Vec<Node>,
}

impl Subgroup {
    /// The group that some translations generate, each named by the node that it takes node 0 to; none where
    /// the network has no such translation, or more than [`MOST_CLASSED_NODES`] nodes.
    ///
    /// # Complexity
    /// O(n · g) time, O(n) space for g generators.
    ///
    /// # Panics
    /// Never: there are at most 2²⁴ classes.
    #[must_use]
    pub fn new(network: &Network, generators: Vec<Node>) -> Option<Self> {
        if network.nodes() > MOST_CLASSED_NODES || !generators.iter().all(|&by| network.has_shift(by)) {
            return None;
        }
        let (mut class, mut least) = (vec![u32::MAX; place(Node(network.nodes()))], Vec::new());
        for first in (0..network.nodes()).map(Node) {
            if class[place(first)] != u32::MAX {
                continue;
            }
            let number = u32::try_from(least.len()).expect("at most 2^24 classes");
            least.push(first);
            class[place(first)] = number;
            let mut open = vec![first];
            while let Some(node) = open.pop() {
                for there in generators.iter().map(|&by| network.shift(by, node)) {
                    if class[place(there)] == u32::MAX {
                        class[place(there)] = number;
                        open.push(there);
                    }
                }
            }
        }
        Some(Self { generators, class, least })
    }

    /// The translations that it was made of.
    #[must_use]
    pub fn generators(&self) -> &[Node] {
        &self.generators
    }

    /// Number of elements |H|.
    #[must_use]
    pub fn order(&self) -> u64 {
        count_of(self.class.len() / self.least.len())
    }

    /// Number of classes r.
    ///
    /// # Panics
    /// Never: there are at most 2²⁴.
    #[must_use]
    pub fn classes(&self) -> u32 {
        u32::try_from(self.least.len()).expect("at most 2^24 classes")
    }

    /// The number of the class of a node.
    ///
    /// # Panics
    /// If the network has no such node.
    #[must_use]
    pub fn class(&self, node: Node) -> u32 {
        self.class[place(node)]
    }

    /// The least node of a class.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn least(&self, class: u32) -> Node {
        self.least[wide(class)]
    }
}

fn place(node: Node) -> usize {
    usize::try_from(node.0).expect("at most 2^24 nodes")
}
