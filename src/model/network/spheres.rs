//! Counts nodes by distance: how many come before a given one, and how often these use each link.

use crate::model::{Network, Node};

/// The quantity that is summed over nodes; places are dimensions by decreasing stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::model) enum Measure {
    /// Hops + at a place where that is strictly the shorter way, or the only link.
    Plus(usize),
    /// Hops − at a place where that is strictly the shorter way.
    Minus(usize),
    /// 1 where both ways of a place are equally long and use different links.
    Ties(usize),
    /// Hops at all places.
    Hops,
}

impl Measure {
    /// Returns the index of the measure's table, for `places` places.
    fn index(self, places: usize) -> usize {
        match self {
            Self::Plus(place) => 3 * place,
            Self::Minus(place) => 3 * place + 1,
            Self::Ties(place) => 3 * place + 2,
            Self::Hops => 3 * places,
        }
    }

    /// Returns the contribution of coordinate x at a place.
    fn of(self, at: usize, radix: u64, x: u64) -> u64 {
        match self {
            Self::Plus(place) if place == at && (x * 2 < radix || radix == 2) => x,
            Self::Minus(place) if place == at && x * 2 > radix => radix - x,
            Self::Ties(place) if place == at && x * 2 == radix && radix > 2 => 1,
            Self::Hops => x.min(radix - x),
            _ => 0,
        }
    }
}

/// Tables over the places from each one on: `[place][t]` sums over the ways to fill them with distance at
/// most t.
type Table = Vec<Vec<u64>>;

/// The nodes at a distance from `min` to `max` by increasing index.
#[derive(Debug, Clone)]
pub(in crate::model) struct Spheres {
    /// Radices and strides, by decreasing stride.
    rings: Vec<(u64, u64)>,
    min: u64,
    max: u64,
    /// The number of ways.
    ways: Table,
    /// For every measure its sum.
    sums: Vec<Table>,
}

/// Most steps that the tables may take.
const MAX_TABLE_STEPS: u64 = 1 << 26;

impl Spheres {
    /// Makes the tables; `None` when they are too large, or a sum leaves 64 bits.
    pub(in crate::model) fn new(network: &Network, min: u64, max: u64) -> Option<Self> {
        let mut rings: Vec<(u64, u64)> =
            network.dimensions().iter().map(|ring| (ring.radix(), ring.stride())).collect();
        rings.sort_by_key(|ring| std::cmp::Reverse(ring.1));
        let places = u64::try_from(rings.len()).ok()?;
        let mut work = 0_u64;
        let mut reach = 0;
        for &(radix, _) in rings.iter().rev() {
            work = work.checked_add((reach + 1_u64).checked_mul(radix)?.checked_mul(3 * places)?)?;
            reach += radix / 2;
        }
        if work > MAX_TABLE_STEPS {
            return None;
        }
        let mut spheres = Self { rings, min, max, ways: Vec::new(), sums: Vec::new() };
        let ways = spheres.ways_exactly()?;
        let places = 0..spheres.rings.len();
        let of_place = |place| [Measure::Plus(place), Measure::Minus(place), Measure::Ties(place)];
        for measure in places.flat_map(of_place).chain([Measure::Hops]) {
            let sums = spheres.sums_exactly(measure, &ways)?;
            spheres.sums.push(summed(sums)?);
        }
        spheres.ways = summed(ways)?;
        Some(spheres)
    }

    fn distance(&self, place: usize, x: u64) -> u64 {
        x.min(self.rings[place].0 - x)
    }

    /// Counts the ways to fill the places from each one on, by their distance.
    fn ways_exactly(&self) -> Option<Table> {
        let mut table = vec![vec![1]];
        for place in (0..self.rings.len()).rev() {
            let mut row = self.zero_row(place, &table[table.len() - 1])?;
            self.extend(&mut row, place, &table[table.len() - 1], |_| 1)?;
            table.push(row);
        }
        table.reverse();
        Some(table)
    }

    /// Returns the sum of a measure over these ways: the contributions of the coordinate at the place and of
    /// the later places.
    fn sums_exactly(&self, measure: Measure, ways: &Table) -> Option<Table> {
        let mut table = vec![vec![0]];
        for place in (0..self.rings.len()).rev() {
            let radix = self.rings[place].0;
            let mut row = self.zero_row(place, &table[table.len() - 1])?;
            self.extend(&mut row, place, &ways[place + 1], |x| measure.of(place, radix, x))?;
            self.extend(&mut row, place, &table[table.len() - 1], |_| 1)?;
            table.push(row);
        }
        table.reverse();
        Some(table)
    }

    /// Returns a row of zeros for one place more.
    fn zero_row(&self, place: usize, rest: &[u64]) -> Option<Vec<u64>> {
        let reach = rest.len() - 1 + usize::try_from(self.rings[place].0 / 2).ok()?;
        Some(vec![0; reach.min(usize::try_from(self.max).ok()?) + 1])
    }

    /// Adds to a row the ways with one place more: each of its coordinates, with its weight, before each way
    /// to fill the rest.
    fn extend(&self, row: &mut [u64], place: usize, rest: &[u64], weight: impl Fn(u64) -> u64) -> Option<()> {
        if rest.iter().all(|&ways| ways == 0) {
            return Some(());
        }
        for x in 0..self.rings[place].0 {
            let (near, weight) = (usize::try_from(self.distance(place, x)).ok()?, weight(x));
            if weight == 0 || near >= row.len() {
                continue;
            }
            for (cell, &ways) in row[near..].iter_mut().zip(rest) {
                *cell = cell.checked_add(ways.checked_mul(weight)?)?;
            }
        }
        Some(())
    }

    /// Returns a sum over the ways to fill the places of a table row so that the whole distance is from `min`
    /// to `max`.
    fn window(&self, row: &[u64], distance: u64) -> u64 {
        let Some(room) = self.max.checked_sub(distance) else { return 0 };
        let last = row.len() - 1;
        let upto = |t: u64| row[usize::try_from(t).map_or(last, |t| t.min(last))];
        upto(room) - self.min.checked_sub(distance + 1).map_or(0, upto)
    }

    /// Returns the sum of a measure over all nodes.
    pub(in crate::model) fn all(&self, measure: Measure) -> u64 {
        self.window(&self.sums[measure.index(self.rings.len())][0], 0)
    }

    /// Returns the measure of one node.
    pub(in crate::model) fn value(&self, measure: Measure, coordinates: &[u64]) -> u64 {
        let places = self.rings.iter().zip(coordinates).enumerate();
        places.map(|(place, (ring, &x))| measure.of(place, ring.0, x)).sum()
    }

    /// Returns the sum of a measure over the nodes before one: those that agree with it up to some place and
    /// are smaller there.
    ///
    /// # Complexity
    /// O(sum of the radices).
    pub(in crate::model) fn before(&self, measure: Measure, coordinates: &[u64]) -> u64 {
        let sums = &self.sums[measure.index(self.rings.len())];
        let (mut sum, mut distance, mut value) = (0, 0, 0);
        for (place, &digit) in coordinates.iter().enumerate() {
            let radix = self.rings[place].0;
            for x in 0..digit {
                let reached = distance + self.distance(place, x);
                let weight = value + measure.of(place, radix, x);
                if weight > 0 {
                    sum += weight * self.window(&self.ways[place + 1], reached);
                }
                sum += self.window(&sums[place + 1], reached);
            }
            distance += self.distance(place, digit);
            value += measure.of(place, radix, digit);
        }
        sum
    }

    /// Returns how many nodes come before one.
    pub(in crate::model) fn classes_before(&self, coordinates: &[u64]) -> u64 {
        let (mut sum, mut distance) = (0, 0);
        for (place, &digit) in coordinates.iter().enumerate() {
            let smaller = (0..digit).map(|x| distance + self.distance(place, x));
            sum += smaller.map(|reached| self.window(&self.ways[place + 1], reached)).sum::<u64>();
            distance += self.distance(place, digit);
        }
        sum
    }

    /// Returns the coordinates of the node with `rank` nodes before it; it must exist.
    pub(in crate::model) fn class(&self, mut rank: u64) -> Vec<u64> {
        let mut distance = 0;
        let mut coordinates = Vec::with_capacity(self.rings.len());
        for (place, &(radix, _)) in self.rings.iter().enumerate() {
            let found = (0..radix).find(|&x| {
                let ways = self.window(&self.ways[place + 1], distance + self.distance(place, x));
                let here = rank < ways;
                if !here {
                    rank -= ways;
                }
                here
            });
            let x = found.expect("the rank is less than the number of nodes");
            distance += self.distance(place, x);
            coordinates.push(x);
        }
        coordinates
    }

    /// Returns the node with these coordinates.
    pub(in crate::model) fn node(&self, coordinates: &[u64]) -> Node {
        Node(self.rings.iter().zip(coordinates).map(|((_, stride), x)| stride * x).sum())
    }

    /// Returns the coordinates of a node.
    pub(in crate::model) fn coordinates_of(&self, node: Node) -> Vec<u64> {
        self.rings.iter().map(|&(radix, stride)| node.0 / stride % radix).collect()
    }
}

/// Returns the running sums of each row.
fn summed(mut table: Table) -> Option<Table> {
    for row in &mut table {
        let mut sum = 0_u64;
        for cell in row {
            sum = sum.checked_add(*cell)?;
            *cell = sum;
        }
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn sums_over_the_nodes_before_one_equal_direct_counts() {
        for (radices, min, max) in [(vec![3, 5, 4, 2], 1, 7), (vec![5, 4], 2, 3), (vec![6], 1, 3)] {
            let network = Network::new(&wire::Network::Torus { radices }).expect("a network");
            let spheres = Spheres::new(&network, min, max).expect("small tables");
            let places = 0..spheres.rings.len();
            let of_place = |place| [Measure::Plus(place), Measure::Minus(place), Measure::Ties(place)];
            for measure in places.flat_map(of_place).chain([Measure::Hops]) {
                let mut sum = 0;
                for node in (0..network.nodes()).map(Node) {
                    let coordinates = spheres.coordinates_of(node);
                    assert_eq!(spheres.before(measure, &coordinates), sum, "{measure:?} before {node:?}");
                    if (min..=max).contains(&network.distance(node)) {
                        sum += spheres.value(measure, &coordinates);
                    }
                }
                assert_eq!(spheres.all(measure), sum, "{measure:?}");
            }
        }
    }
}
