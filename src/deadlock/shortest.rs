//! Routing on shortest ways of any network.

use super::channels::{Channel, Routing};
use crate::model::{Link, Network, Node};

/// Takes, of the links that begin a shortest way to the destination, the first.
///
/// A network whose links lead one way, or that falls into parts, may have no way from one node to another; no
/// message goes there.
///
/// # Examples
/// ```
/// use isotask::deadlock::{Shortest, channels_between};
/// use isotask::model::{Network, Node};
/// use isotask::wire;
/// let star = Network::new(&wire::Network::Cayley(wire::Group::Family { family: wire::Family::Star, n: 4 }))?;
/// let way = channels_between(&Shortest::new(&star).expect("it has no switches"), Node(0), Node(23))?;
/// assert_eq!(u64::try_from(way.len())?, star.distance(Node(23)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shortest<'a> {
    network: &'a Network,
}

impl<'a> Shortest<'a> {
    /// Creates the routing; `None` on a network with switches, which send and receive no messages of their
    /// own, so that a circle of channels would not show that messages deadlock.
    #[must_use]
    pub fn new(network: &'a Network) -> Option<Self> {
        network.switches().is_none().then_some(Self { network })
    }

    /// Returns the links of a node that lead nearer to the destination, with the nodes to which they lead.
    pub(super) fn nearer(&self, at: Node, to: Node) -> impl Iterator<Item = (Link, Node)> {
        let hops = self.network.hops_between(at, to).filter(|&hops| hops > 0);
        let is_nearer =
            move |there| hops.is_some() && self.network.hops_between(there, to) == hops.map(|h| h - 1);
        (0..self.network.links())
            .map(Link)
            .filter_map(move |link| Some((link, self.network.adjacent(at, link)?)))
            .filter(move |&(_, there)| is_nearer(there))
    }
}

impl Routing for Shortest<'_> {
    fn nodes(&self) -> u64 {
        self.network.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        self.nearer(at, to).next().map(|(_, there)| Channel { from: at, to: there, lane: 0 })
    }

    fn has_way(&self, from: Node, to: Node) -> bool {
        self.network.hops_between(from, to).is_some()
    }
}
