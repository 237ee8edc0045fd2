//! A group of translations, and the classes of nodes that it moves into one another.

use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::task::ports::require_few_nodes;
use isotask_wire::NodeRef;

/// Most generators of a group: each at least doubles it, and there are at most 2²⁴ nodes.
const MOST_GENERATORS: usize = 24;

/// A group H of translations v ↦ h·v. None but the identity fixes a node, and links keep their types.
#[derive(Debug)]
pub(crate) struct Group {
    /// Number of elements |H|.
    pub(crate) order: u64,
    /// For every node the number of its class H·v.
    class: Vec<u32>,
    /// The least node of every class.
    least: Vec<u64>,
}

impl Group {
    /// The group that translations generate, each named by the node that it takes node 0 to.
    ///
    /// On a network that looks the same from every node these are the translations of its group; on an
    /// incomplete hypercube of n nodes v ↦ h ⊕ v is one that keeps to the nodes if 2^(bits of h) divides n.
    ///
    /// # Complexity
    /// Time O(nodes · generators), space O(nodes).
    pub(crate) fn new(network: &Network, generators: &[NodeRef]) -> Result<Self, Rejection> {
        require_few_nodes(network)?;
        let found = generators.len();
        if found > MOST_GENERATORS {
            return Err(Rejection::TooManyGenerators { found, most: MOST_GENERATORS });
        }
        let place = |index: usize| format!("schedule.subgroup[{index}]");
        let mut shifts = Vec::with_capacity(found);
        for (index, node) in generators.iter().enumerate() {
            let shift = network.node(node, &|| place(index))?;
            if network.shifted(shift, 0).is_none() {
                return Err(Rejection::NotATranslation { index, node: shift });
            }
            shifts.push(shift);
        }
        network.effort.spend_times(network.nodes, 8 * (wide(found) + 1))?;
        let (mut class, mut least) = (vec![u32::MAX; few(network.nodes)], Vec::new());
        for first in 0..network.nodes {
            if class[few(first)] != u32::MAX {
                continue;
            }
            let number = u32::try_from(least.len()).unwrap_or(u32::MAX);
            least.push(first);
            class[few(first)] = number;
            let mut open = vec![first];
            while let Some(node) = open.pop() {
                for there in shifts.iter().filter_map(|&shift| network.shifted(shift, node)) {
                    if class[few(there)] == u32::MAX {
                        class[few(there)] = number;
                        open.push(there);
                    }
                }
            }
        }
        let order = wide(class.iter().filter(|&&number| number == 0).count());
        Ok(Self { order, class, least })
    }

    /// Number of classes r.
    pub(crate) fn classes(&self) -> u64 {
        wide(self.least.len())
    }

    /// The number of the class of a node.
    pub(crate) fn class(&self, node: u64) -> u64 {
        self.class[few(node)].into()
    }

    /// The least node of a class.
    pub(crate) fn least(&self, class: u64) -> u64 {
        self.least[few(class)]
    }

    /// The least node of the class of a node, which stands for the others.
    pub(crate) fn standing_for(&self, node: u64) -> u64 {
        self.least(self.class(node))
    }

    /// The elements: where they take node 0.
    pub(crate) fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        (0_u64..).zip(&self.class).filter(|&(_, &number)| number == 0).map(|(node, _)| node)
    }
}

/// A node of a network whose nodes are few.
fn few(node: u64) -> usize {
    usize::try_from(node).unwrap_or(usize::MAX)
}
