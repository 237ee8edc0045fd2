//! Dimension-ordered routing on hypercubes and tori, with or without a dateline on every ring.

use super::channels::{Channel, Routing};
use crate::model::{Network, Node, Way};

/// Corrects one coordinate after another, each the shorter way round its ring, in a tie upwards.
///
/// With a dateline every ring has two lanes: lane 0 as long as a message has yet to pass from the last node
/// of the ring to the first, or back, and lane 1 from then on, or always if it never does (Dally and Seitz,
/// 1987, §3). A message changes lanes at most once, so the channels of a ring can be numbered.
///
/// # Examples
/// ```
/// use isotask::model::{Network, Node};
/// use isotask::deadlock::{ChannelGraph, ChannelOrder, DimensionOrder};
/// use isotask::wire;
/// let ring = Network::new(&wire::Network::Ring { nodes: 5 })?;
/// let order = |dateline| {
///     let routing = DimensionOrder::new(&ring, dateline).expect("a ring");
///     ChannelGraph::new(&routing).map(|graph| graph.order())
/// };
/// assert!(matches!(order(false)?, ChannelOrder::Cyclic(_)));
/// assert!(matches!(order(true)?, ChannelOrder::Acyclic(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DimensionOrder<'a> {
    network: &'a Network,
    dateline: bool,
}

impl<'a> DimensionOrder<'a> {
    /// Creates the routing on a product of rings; `None` if the network is not one.
    #[must_use]
    pub fn new(network: &'a Network, dateline: bool) -> Option<Self> {
        (!network.dimensions().is_empty()).then_some(Self { network, dateline })
    }
}

impl Routing for DimensionOrder<'_> {
    fn nodes(&self) -> u64 {
        self.network.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        let mut rings = self.network.dimensions().iter();
        let ring = rings.find(|ring| ring.coordinate(at) != ring.coordinate(to))?;
        let (here, there) = (ring.coordinate(at), ring.coordinate(to));
        let up = (there + ring.radix() - here) % ring.radix();
        let way = if ring.distance(up) == up { Way::Plus } else { Way::Minus };
        // A message that need not cross the dateline any more has its destination ahead in the order of the
        // coordinates.
        let ahead = match way {
            Way::Plus => here < there,
            Way::Minus => here > there,
        };
        let next = self.network.neighbor(at, ring.link(way));
        Some(Channel { from: at, to: next, lane: u32::from(self.dateline && ahead) })
    }
}
