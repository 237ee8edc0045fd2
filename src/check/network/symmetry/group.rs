//! A group of automorphisms, and the classes of nodes that it moves into one another.

use crate::network::graph::Rule;
use crate::network::symmetry::automorphisms::{Automorphisms, Classes, automorphism, automorphism_steps};
use crate::network::symmetry::generator_fault::GeneratorFault;
use crate::network::topology::{Network, Topology};
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::task::ports::require_few_nodes;
use isotask_wire::NodeRef;

/// Most generators of a group: each at least doubles it, and there are at most 2²⁴ nodes.
const MAX_GENERATORS: usize = 24;

/// Steps of adding two coordinates.
const STEPS_OF_AN_ADDITION: u64 = 8;

/// A group H of automorphisms v ↦ h·v. No element but the identity fixes a node; every element keeps the
/// capacities of links, and their types where they have any.
#[derive(Debug)]
pub(crate) struct Group {
    /// Number of elements |H|.
    pub(crate) order: u64,
    classes: Classes,
    /// The images of nodes under its elements; none if they are translations of the network.
    listed: Option<Automorphisms>,
}

/// A generator of a document.
enum Generator {
    /// The translation that takes node 0 to a node.
    Translation(u64),
    /// The images of all nodes.
    Listed(Vec<u32>),
}

impl Group {
    /// Builds the group that automorphisms generate.
    ///
    /// On a network that looks the same from every node these are the translations of its group, each named
    /// by the node that it takes node 0 to; on an incomplete hypercube of n nodes v ↦ h ⊕ v is one that keeps
    /// to the nodes if 2^(bits of h) divides n. On a graph they are permutations of the nodes, on a lift
    /// elements of its group as well.
    ///
    /// # Complexity
    /// Time O(nodes · generators), space O(nodes); of permutations O(|H| · nodes · generators) and O(|H| ·
    /// nodes).
    pub(crate) fn new(network: &Network, generators: &[NodeRef]) -> Result<Self, Rejection> {
        require_few_nodes(network)?;
        let found = generators.len();
        if found > MAX_GENERATORS {
            return Err(Rejection::TooManyGenerators { found, most: MAX_GENERATORS });
        }
        let one = |(index, generator)| read(network, index, generator);
        let generators: Vec<_> = generators.iter().enumerate().map(one).collect::<Result<_, _>>()?;
        let shift = |generator: &Generator| match generator {
            Generator::Translation(shift) => Some(*shift),
            Generator::Listed(_) => None,
        };
        let each = (wide(found) + 1).saturating_mul(8 + steps_of_a_shift(network));
        network.effort.spend_times(network.nodes, each)?;
        if let Some(shifts) = generators.iter().map(shift).collect::<Option<Vec<_>>>() {
            return Ok(Self::of(translation_classes(network, &shifts), None));
        }
        let images = generators.into_iter().map(|generator| match generator {
            Generator::Listed(images) => images,
            Generator::Translation(shift) => translated(network, shift),
        });
        let nodes = node_index(network.nodes);
        let (listed, classes) =
            Automorphisms::generated(nodes, &images.collect::<Vec<_>>(), &network.effort)?;
        Ok(Self::of(classes, Some(listed)))
    }

    fn of(classes: Classes, listed: Option<Automorphisms>) -> Self {
        let order = wide(classes.class.iter().filter(|&&number| number == 0).count());
        Self { order, classes, listed }
    }

    /// Returns the number of classes r.
    pub(crate) fn classes(&self) -> u64 {
        wide(self.classes.least.len())
    }

    /// Returns the number of the class of a node.
    pub(crate) fn class(&self, node: u64) -> u64 {
        self.classes.class[node_index(node)].into()
    }

    /// Returns the least node of a class.
    pub(crate) fn least(&self, class: u64) -> u64 {
        self.classes.least[node_index(class)]
    }

    /// Returns the least node of the class of a node, which stands for the others.
    pub(crate) fn representative(&self, node: u64) -> u64 {
        self.least(self.class(node))
    }

    /// Returns the elements: translations as the images of node 0, others as their numbers.
    pub(crate) fn elements(&self) -> impl Iterator<Item = u64> + '_ {
        let of_first = |(node, &number): (u64, &u32)| (number == 0).then_some(node);
        let translations = (0_u64..).zip(&self.classes.class).filter_map(of_first);
        (0..self.order)
            .filter(|_| self.listed.is_some())
            .chain(translations.filter(|_| self.listed.is_none()))
    }

    /// Returns the image of a node under an element.
    pub(crate) fn moved(&self, network: &Network, element: u64, node: u64) -> u64 {
        match &self.listed {
            Some(listed) => listed.moved(element, node),
            None => network.shifted(element, node).unwrap_or_default(),
        }
    }

    /// Returns the position of `to` relative to `from`, which no element changes; together with the class of
    /// `from` it determines the orbit of the pair.
    pub(crate) fn seen_from(&self, network: &Network, from: u64, to: u64) -> u64 {
        match &self.listed {
            Some(listed) => listed.seen_from(from, to),
            None => network.seen_from(from, to),
        }
    }
}

/// Reads a generator of a document.
fn read(network: &Network, index: usize, generator: &NodeRef) -> Result<Generator, Rejection> {
    let refused = |fault| Rejection::Generator { index, fault };
    let Topology::Graph(graph) = &network.topology else {
        let node = network.node(generator, &|| format!("schedule.subgroup[{index}]"))?;
        return match network.shifted(node, 0) {
            Some(_) => Ok(Generator::Translation(node)),
            None => Err(Rejection::NotATranslation { index, node }),
        };
    };
    match (generator, &graph.rule) {
        (NodeRef::Coordinates(list), Rule::Lift(sheets)) if list.len() == sheets.parts() => {
            sheets.shift(list).map(Generator::Translation).map_err(refused)
        }
        (NodeRef::Coordinates(list), _) if wide(list.len()) == network.nodes => {
            network.effort.spend(automorphism_steps(network))?;
            automorphism(network, list).map(Generator::Listed).map_err(refused)
        }
        (other, rule) => {
            let found = match other {
                NodeRef::Index(_) => "a number".to_owned(),
                NodeRef::Coordinates(list) => format!("a list of {} numbers", list.len()),
            };
            let element = match rule {
                Rule::Lift(sheets) => format!("an element of the group, a list of {}, or", sheets.parts()),
                Rule::Listed | Rule::Mesh(_) => "a list of".to_owned(),
            };
            let expected = format!("{element} where each of the {} nodes goes", network.nodes);
            Err(refused(GeneratorFault::Form { found, expected }))
        }
    }
}

/// Returns the images of all nodes under a translation.
fn translated(network: &Network, shift: u64) -> Vec<u32> {
    let image = |node| network.shifted(shift, node).and_then(|there| u32::try_from(there).ok());
    (0..network.nodes).map(|node| image(node).unwrap_or(u32::MAX)).collect()
}

/// Returns the classes under translations.
fn translation_classes(network: &Network, shifts: &[u64]) -> Classes {
    let (mut class, mut least) = (vec![u32::MAX; node_index(network.nodes)], Vec::new());
    for first in 0..network.nodes {
        if class[node_index(first)] != u32::MAX {
            continue;
        }
        let number = u32::try_from(least.len()).unwrap_or(u32::MAX);
        least.push(first);
        class[node_index(first)] = number;
        let mut open = vec![first];
        while let Some(node) = open.pop() {
            for there in shifts.iter().filter_map(|&shift| network.shifted(shift, node)) {
                if class[node_index(there)] == u32::MAX {
                    class[node_index(there)] = number;
                    open.push(there);
                }
            }
        }
    }
    Classes { class, least }
}

/// Estimates the steps of applying a translation to a node: on a product of rings coordinates are added one
/// by one.
fn steps_of_a_shift(network: &Network) -> u64 {
    network.steps_of_a_look().max(STEPS_OF_AN_ADDITION * wide(network.dimensions().len()))
}

/// Converts a node of a network that is small enough to be listed.
fn node_index(node: u64) -> usize {
    usize::try_from(node).unwrap_or(usize::MAX)
}
