//! The names of a network, its nodes and its links in texts for people.

use super::lift;
use crate::model::cayley::families::{element_name, step_name};
use crate::model::{Link, Network, Node, Switches, plain, wide};
use crate::wire;
use std::fmt;

impl Network {
    /// Returns the name of a link for people: its bit on a hypercube, else dimension (from 1) and way; on a
    /// graph its number.
    ///
    /// # Panics
    /// If the network has no such link.
    #[must_use]
    pub fn link_name(&self, link: Link) -> String {
        if let Some(graph) = self.cayley() {
            return step_name(self.kind(), graph, link);
        }
        if self.incomplete().is_some() {
            return format!("bit {}", link.0);
        }
        if self.link_list().is_some() {
            return format!("link {}", link.0);
        }
        let (index, dimension) = self
            .dimensions()
            .iter()
            .enumerate()
            .rfind(|(_, d)| d.first_link() <= link.0)
            .expect("the first link of the first dimension is 0");
        assert!(link.0 < self.links(), "no link {} in a network with {} links", link.0, self.links());
        match self.kind() {
            wire::Network::Hypercube { .. } => format!("bit {index}"),
            _ if dimension.is_single_link() => format!("{}±", index + 1),
            _ if link.0 == dimension.first_link() => format!("{}+", index + 1),
            _ => format!("{}-", index + 1),
        }
    }

    /// Returns the name of a node for people: its identity number, its coordinates, or the user's name for it
    /// without control characters, line separators and marks of writing direction.
    #[must_use]
    pub fn node_name(&self, node: Node) -> String {
        match self.kind() {
            wire::Network::Hypercube { .. } | wire::Network::IncompleteHypercube { .. } => {
                format!("{:0width$b}", node.0, width = wide(self.links()))
            }
            wire::Network::Ring { .. } => node.0.to_string(),
            wire::Network::Torus { .. }
            | wire::Network::Mesh { .. }
            | wire::Network::Hyperx { .. }
            | wire::Network::Lattice { .. } => {
                let words: Vec<_> = self.coordinates(node).iter().map(u64::to_string).collect();
                format!("({})", words.join(","))
            }
            wire::Network::Cayley(group) => element_name(group, node),
            wire::Network::Lift(base) => lift::node_name(base, node),
            wire::Network::Graph(_) => {
                let name = self.link_list().and_then(|graph| graph.name(node));
                name.map_or_else(|| node.0.to_string(), |name| name.chars().map(plain).collect())
            }
        }
    }

    /// Returns index and name of a node, `5 = 000101`, for readers who know either; only one of them if both
    /// are equal.
    #[must_use]
    pub fn node_words(&self, node: Node) -> String {
        let name = self.node_name(node);
        if name == node.0.to_string() { name } else { format!("{} = {name}", node.0) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.links() == 1 { "" } else { "s" };
        let uneven = self.incomplete().is_some() || self.link_list().is_some_and(|graph| !graph.is_regular());
        let most = if uneven { "up to " } else { "" };
        let switches = match self.switches().map(Switches::number) {
            None => String::new(),
            Some(1) => "1 of them a switch, ".to_owned(),
            Some(number) => format!("{number} of them switches, "),
        };
        write!(
            formatter,
            "{}, {} nodes, {switches}{most}{} link{plural} each",
            self.title(),
            self.nodes(),
            self.links()
        )
    }
}
