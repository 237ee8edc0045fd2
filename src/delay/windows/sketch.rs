//! Lists the rows that a plan must decide about: all others form blocks.

use crate::delay::orbits::RowOrbit;
use crate::model::{IsotropicTask, LinkTurn, Network, Node, TaskMatrix, count_of, leftover_orbits, wide};

/// A few whole orbits of each distance, and those short ones that fill no block with others of their period.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) matrix: TaskMatrix,
    /// By increasing distance.
    pub(super) orbits: Vec<RowOrbit>,
    /// An offset of each orbit.
    pub(super) offsets: Vec<Node>,
    /// For every row its orbit, and how often that is turned.
    pub(super) origins: Vec<(usize, u32)>,
}

/// Most whole orbits of one distance that a plan may cut.
const MAX_CUT_CANDIDATES: usize = 3;

impl Sketch {
    /// Lists the rows of an exchange with all nodes up to some distance.
    ///
    /// # Complexity
    /// O(diameter · D⁴) on hypercubes.
    pub(super) fn new(task: &IsotropicTask, turn: &LinkTurn) -> Self {
        let network = task.network();
        let farthest = task.farthest().map_or(0, |offset| network.distance(offset));
        let matrix = TaskMatrix::new(network.links());
        let mut sketch = Self { matrix, orbits: Vec::new(), offsets: Vec::new(), origins: Vec::new() };
        for distance in 1..=farthest {
            let mut seen: Vec<Node> = Vec::new();
            for row in patterns(network, turn, distance) {
                let offset = turn.reached(&row);
                let orbit = turn.orbit(offset);
                if seen.len() < MAX_CUT_CANDIDATES
                    && orbit.len() == turn.columns()
                    && !orbit.iter().any(|node| seen.contains(node))
                {
                    seen.push(offset);
                    sketch.push(turn, offset, distance);
                }
            }
            for offset in leftover_orbits(network, turn, distance) {
                sketch.push(turn, offset, distance);
            }
        }
        sketch
    }

    fn push(&mut self, turn: &LinkTurn, offset: Node, distance: u64) {
        let mut rows = Vec::new();
        for (node, by) in turn.orbit(offset).into_iter().zip(0..) {
            let units = turn.row(node);
            let mut entries: Vec<(u32, u64)> = (0..)
                .zip(units)
                .filter(|entry| entry.1 > 0)
                .map(|(column, units)| (turn.at(column).0, units))
                .collect();
            entries.sort_unstable();
            self.matrix.push_row(entries).expect("a row of the network");
            rows.push(self.matrix.rows() - 1);
            self.origins.push((self.offsets.len(), by));
        }
        self.offsets.push(offset);
        self.orbits.push(RowOrbit { distance, rows });
    }
}

/// Returns rows of a distance that are as even as possible, in several orders of the dimensions: on a
/// hypercube bits in arithmetic progression, on a torus a ⌊k/D⌋-th of the way in every dimension and one step
/// more in some.
fn patterns(network: &Network, turn: &LinkTurn, distance: u64) -> impl Iterator<Item = Vec<u64>> {
    let dimensions = network.dimensions().len();
    let (columns, all) = (turn.columns(), count_of(dimensions));
    let (each, more) = if network.is_hypercube() { (0, distance) } else { (distance / all, distance % all) };
    let steps =
        (1..=dimensions).filter(move |&step| dimensions == 1 || num_integer::gcd(step, dimensions) == 1);
    steps.map(move |step| {
        let mut row = vec![0; columns];
        row[..dimensions].fill(each);
        for place in 0..wide(u32::try_from(more).expect("at most the dimensions")) {
            row[place * step % dimensions] += 1;
        }
        row
    })
}
