//! Dimension-ordered routing on hypercubes, tori and meshes, with or without a dateline on every ring.

use super::channels::{Channel, Routing};
use crate::model::{Network, Node};

/// Corrects one coordinate after another, each the shorter way round its ring, in a tie upwards. On a mesh
/// there is one way.
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
    axes: Vec<Axis>,
    dateline: bool,
}

/// A dimension: a ring, or on a mesh a path.
#[derive(Debug, Clone, Copy)]
struct Axis {
    radix: u64,
    stride: u64,
    is_ring: bool,
}

/// The next hop of a message in its first dimension that is not corrected.
#[derive(Debug, Clone, Copy)]
pub(super) struct AxisStep {
    /// The dimension, from 0.
    pub(super) dimension: usize,
    /// The coordinates of the message and of its destination.
    pub(super) ends: [u64; 2],
    /// The number of hops along the way + and along the way −; on a mesh one of them leads there.
    pub(super) hops: [Option<u64>; 2],
    /// Whether it takes the way +.
    pub(super) goes_up: bool,
    channel: Channel,
}

impl<'a> DimensionOrder<'a> {
    /// Creates the routing on a product of rings, or without datelines on a mesh; `None` on another network.
    #[must_use]
    pub fn new(network: &'a Network, dateline: bool) -> Option<Self> {
        let rings = network.dimensions().iter();
        let mut axes: Vec<Axis> =
            rings.map(|ring| Axis { radix: ring.radix(), stride: ring.stride(), is_ring: true }).collect();
        if let Some(radices) = network.mesh_radices().filter(|_| !dateline) {
            let mut stride = network.nodes();
            axes.extend(radices.iter().map(|&radix| {
                stride /= radix;
                Axis { radix, stride, is_ring: false }
            }));
        }
        (!axes.is_empty()).then_some(Self { network, axes, dateline })
    }

    /// Returns whether channels have two lanes.
    pub(super) fn has_dateline(&self) -> bool {
        self.dateline
    }

    /// Returns the next hop of a message; `None` if it has arrived.
    pub(super) fn step(&self, at: Node, to: Node) -> Option<AxisStep> {
        let coordinate = |axis: &Axis, node: Node| node.0 / axis.stride % axis.radix;
        let mut all = self.axes.iter().enumerate();
        let (dimension, axis) = all.find(|(_, axis)| coordinate(axis, at) != coordinate(axis, to))?;
        let (here, there) = (coordinate(axis, at), coordinate(axis, to));
        let up = (there + axis.radix - here) % axis.radix;
        let down = axis.radix - up;
        let leads = |is_up: bool| axis.is_ring || is_up == (here < there);
        let hops = [Some(up).filter(|_| leads(true)), Some(down).filter(|_| leads(false))];
        let goes_up = leads(true) && (up <= down || !leads(false));
        let next = (here + if goes_up { 1 } else { axis.radix - 1 }) % axis.radix;
        // A message that need not cross the dateline any more has its destination ahead in the order of the
        // coordinates.
        let ahead = goes_up == (here < there);
        let to = Node(at.0 - here * axis.stride + next * axis.stride);
        let channel = Channel { from: at, to, lane: u32::from(self.dateline && ahead) };
        Some(AxisStep { dimension, ends: [here, there], hops, goes_up, channel })
    }
}

impl Routing for DimensionOrder<'_> {
    fn nodes(&self) -> u64 {
        self.network.nodes()
    }

    fn next(&self, at: Node, to: Node) -> Option<Channel> {
        Some(self.step(at, to)?.channel)
    }
}
