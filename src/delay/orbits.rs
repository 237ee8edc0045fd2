//! Orbits of offsets under a symmetry that turns the links of a node cyclically.

use crate::model::{Dimension, IsotropicTask, Network, Node, Way};
use crate::wire;

/// A symmetry of the network that fixes node 0 and turns its m links in one cycle.
///
/// On a hypercube it rotates the bits: link j becomes link j + 1. On a torus of equal odd radices it is
/// (x₁, …, x_D) → (−x_D, x₁, …, x_{D−1}), which turns the links 1⁺, 2⁺, …, D⁺, 1⁻, …, D⁻.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    network: &'a Network,
    /// For every link the one that it turns into.
    next_link: Vec<u32>,
}

impl<'a> Turn<'a> {
    /// The turn of a network; `None` if it is neither a hypercube nor a torus of equal odd radices.
    pub(super) fn new(network: &'a Network) -> Option<Self> {
        let rings = network.dimensions();
        let last = rings.len() - 1;
        let mut next_link = vec![0; usize::try_from(network.links()).ok()?];
        let mut set = |from: crate::model::Link, to: crate::model::Link| -> Option<()> {
            next_link[usize::try_from(from.0).ok()?] = to.0;
            Some(())
        };
        if matches!(network.kind(), wire::Network::Hypercube { .. }) {
            for (index, ring) in rings.iter().enumerate() {
                let next = &rings[if index == last { 0 } else { index + 1 }];
                set(ring.link(Way::Plus), next.link(Way::Plus))?;
            }
            return Some(Self { network, next_link });
        }
        let radix = rings[0].radix();
        if radix.is_multiple_of(2) || rings.iter().any(|ring| ring.radix() != radix) {
            return None;
        }
        for pair in rings.windows(2) {
            set(pair[0].link(Way::Plus), pair[1].link(Way::Plus))?;
            set(pair[0].link(Way::Minus), pair[1].link(Way::Minus))?;
        }
        set(rings[last].link(Way::Plus), rings[0].link(Way::Minus))?;
        set(rings[last].link(Way::Minus), rings[0].link(Way::Plus))?;
        Some(Self { network, next_link })
    }

    /// The link that a link turns into.
    pub(super) fn link(&self, link: u32) -> u32 {
        self.next_link[usize::try_from(link).expect("u32 fits usize")]
    }

    /// The node that a node turns into.
    pub(super) fn node(&self, node: Node) -> Node {
        let rings = self.network.dimensions();
        let last = rings.len() - 1;
        let turned = |from: &Dimension, to: &Dimension, negated: bool| {
            let x = from.coordinate(node);
            let x = if negated && x > 0 { from.radix() - x } else { x };
            x * to.stride()
        };
        let negated = !rings[0].is_single_link();
        let mut index = turned(&rings[last], &rings[0], negated);
        for pair in rings.windows(2) {
            index += turned(&pair[0], &pair[1], false);
        }
        Node(index)
    }

    /// The orbit of a node, beginning with it.
    pub(super) fn orbit(&self, node: Node) -> Vec<Node> {
        let mut orbit = vec![node];
        let mut turned = self.node(node);
        while turned != node {
            orbit.push(turned);
            turned = self.node(turned);
        }
        orbit
    }
}

/// An orbit of rows: the rows of one offset each, turned one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowOrbit {
    /// Distance of its packets: the sum of each row.
    pub(super) distance: u64,
    /// Rows of the task matrix, each the turn of the one before.
    pub(super) rows: Vec<usize>,
}

/// The orbits of a task's rows by increasing distance, then by least row; `None` if the task is not invariant
/// under the turn.
pub(super) fn row_orbits(task: &IsotropicTask, turn: &Turn<'_>) -> Option<Vec<RowOrbit>> {
    let mut offsets = Vec::new();
    let mut counts = Vec::new();
    let mut first_row = Vec::new();
    let mut row = 0;
    for class in task.classes() {
        let count = usize::try_from(class.count).ok()?;
        offsets.push(class.offset);
        counts.push(count);
        first_row.push(row);
        row += count;
    }
    let mut seen = vec![false; offsets.len()];
    let mut orbits = Vec::new();
    for class in 0..offsets.len() {
        if seen[class] {
            continue;
        }
        let members: Vec<usize> = turn
            .orbit(offsets[class])
            .iter()
            .map(|node| offsets.binary_search(node).ok())
            .collect::<Option<_>>()?;
        if members.iter().any(|&member| counts[member] != counts[class]) {
            return None;
        }
        let distance = task.network().distance(offsets[class]);
        for &member in &members {
            seen[member] = true;
        }
        for copy in 0..counts[class] {
            let rows = members.iter().map(|&member| first_row[member] + copy).collect();
            orbits.push(RowOrbit { distance, rows });
        }
    }
    orbits.sort_by_key(|orbit| (orbit.distance, orbit.rows[0]));
    Some(orbits)
}
