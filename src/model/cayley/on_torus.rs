//! Cayley graphs that are tori under other names.

use crate::model::{CayleyGraph, CayleyTask, IsotropicTask, Link, ModelError, Node, count_of};
use crate::wire::{Network, NodeRef, PacketCount, Task, TaskDocument};

/// A task on the torus that its Cayley graph is.
///
/// An isomorphism of groups that takes generators to generators keeps translations and the types of links, so
/// symmetric schedules of one task are those of the other.
#[derive(Debug, Clone)]
pub(crate) struct OnTorus {
    /// The task on the torus.
    pub(crate) task: IsotropicTask,
    /// For each link of the torus that of the Cayley graph.
    pub(crate) links: Vec<Link>,
}

/// A generator that stands before its inverse, and its order.
struct Axis {
    link: Link,
    radix: u64,
}

/// Returns the axes of a torus, if the graph is one: its generators commute, and the product of their orders
/// is the number of nodes.
fn axes(graph: &CayleyGraph) -> Option<Vec<Axis>> {
    let mut product = 1_u64;
    let mut axes = Vec::new();
    for link in (0..graph.links()).map(Link).filter(|&link| graph.opposite(link) >= link) {
        let ring = std::iter::successors(Some(Node(0)), |&node| {
            Some(graph.neighbor(node, link)).filter(|&next| next != Node(0))
        });
        let radix = count_of(ring.count());
        product = product.checked_mul(radix).filter(|&product| product <= graph.nodes())?;
        axes.push(Axis { link, radix });
    }
    (graph.is_abelian() && product == graph.nodes()).then_some(axes)
}

impl CayleyTask {
    /// Returns the task on the torus that its Cayley graph is, if it is one: the product of the rings that
    /// its generators go round.
    ///
    /// # Errors
    /// As [`IsotropicTask::new`].
    ///
    /// # Complexity
    /// O(n · m + C log C) for n nodes, m links and C offsets.
    pub(crate) fn on_torus(&self) -> Result<Option<OnTorus>, ModelError> {
        let graph = self.graph();
        let Some(axes) = axes(graph).filter(|_| self.network().cayley().is_some()) else { return Ok(None) };
        let mut nodes = vec![Node(0)];
        for axis in &axes {
            let ring = |&first: &Node| {
                let round = std::iter::successors(Some(first), |&at| Some(graph.neighbor(at, axis.link)));
                round.zip(0..axis.radix).map(|(node, _)| node).collect::<Vec<_>>()
            };
            nodes = nodes.iter().flat_map(ring).collect();
        }
        // By node of the Cayley graph: the node of the torus.
        let mut places: Vec<(Node, u64)> = nodes.into_iter().zip(0..).collect();
        places.sort_unstable();
        let packets = self.classes().iter().filter_map(|class| {
            let place = places.binary_search_by_key(&class.offset, |&(node, _)| node).ok()?;
            Some(PacketCount { offset: NodeRef::Index(places[place].1).into(), count: class.count })
        });
        let document = TaskDocument::new(
            None,
            Network::Torus { radices: axes.iter().map(|axis| axis.radix).collect() },
            Task::Isotropic { packets: packets.collect(), count: 1 },
            self.document().ports,
            self.document().objective,
        );
        let both = |axis: &Axis| {
            let back = graph.opposite(axis.link);
            std::iter::once(axis.link).chain((back != axis.link).then_some(back))
        };
        let links = axes.iter().flat_map(both).collect();
        Ok(Some(OnTorus { task: IsotropicTask::new(&document)?, links }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn radices(network: &str) -> Option<Vec<u64>> {
        let network: Network = serde_json::from_str(network).expect("a network");
        let network = crate::model::Network::new(&network).expect("a network");
        let axes = axes(network.cayley().expect("a Cayley graph"));
        axes.map(|axes| axes.into_iter().map(|axis| axis.radix).collect())
    }

    #[test]
    fn a_circulant_is_a_torus_if_the_orders_of_its_steps_multiply_to_its_nodes() {
        let circulant = |steps: &str| {
            radices(&format!(r#"{{"kind":"cayley","family":"circulant","n":12,"steps":{steps}}}"#))
        };
        assert_eq!(circulant("[3,4]"), Some(vec![4, 3]));
        assert_eq!(circulant("[1]"), Some(vec![12]));
        assert_eq!(circulant("[1,5]"), None);
        assert_eq!(radices(r#"{"kind":"cayley","family":"star","n":3}"#), None);
    }
}
