//! Short orbits that fill no block with others of their period.

use super::necklaces::Necklaces;
use super::orbits::orbits_on_torus;
use crate::model::{LinkTurn, Network, Node, count_of};
use crate::wire;

/// Returns an offset of each orbit that fills no block: m/p orbits of period p < m at one distance make a
/// block, m being the number of links, and of each period the remainder is returned.
///
/// # Complexity
/// On hypercubes O(d⁵) for each; on tori a search through words of p/2 coordinates.
pub(crate) fn leftover_orbits(network: &Network, turn: &LinkTurn, distance: u64) -> Vec<Node> {
    let columns = turn.columns();
    let periods = (1..columns).filter(|period| columns.is_multiple_of(*period));
    let of = |period: usize| match network.kind() {
        wire::Network::Hypercube { .. } => of_cube(columns, period, distance),
        _ => of_torus(network, turn, period, distance),
    };
    periods.flat_map(of).collect()
}

fn of_cube(dimension: usize, period: usize, distance: u64) -> Vec<Node> {
    let (all, length) = (count_of(dimension), count_of(period));
    if !(distance * length).is_multiple_of(all) {
        return Vec::new();
    }
    let narrow = |number: u64| u32::try_from(number).expect("at most 62 bits");
    let necklaces = Necklaces { length: narrow(length), ones: narrow(distance * length / all) };
    let copies = dimension / period;
    let repeated = |word: u64| Node((0..copies).map(|copy| word << (copy * period)).sum());
    (0..necklaces.count() % count_of(copies)).filter_map(|rank| necklaces.at(rank)).map(repeated).collect()
}

fn of_torus(network: &Network, turn: &LinkTurn, period: usize, distance: u64) -> Vec<Node> {
    let rings = network.dimensions();
    let wanted = orbits_on_torus(network, period, distance) % count_of(turn.columns() / period);
    if wanted == 0 {
        return Vec::new();
    }
    let length = period / 2;
    let mut search = WordSearch {
        half: rings[0].radix() / 2,
        word: Vec::new(),
        length,
        found: Vec::new(),
        wanted: usize::try_from(wanted).expect("fewer than links"),
        turn,
    };
    search.extend(distance / count_of(rings.len() / length));
    search.found
}

/// A search through words of coordinates until `wanted` orbits are found.
struct WordSearch<'a> {
    half: u64,
    /// Coordinates as hops and whether they are negative.
    word: Vec<(u64, bool)>,
    length: usize,
    found: Vec<Node>,
    wanted: usize,
    turn: &'a LinkTurn,
}

impl WordSearch<'_> {
    fn extend(&mut self, weight: u64) {
        let left = count_of(self.length - self.word.len());
        if self.found.len() == self.wanted || weight > left * self.half {
            return;
        }
        if left == 0 {
            self.keep_word();
            return;
        }
        for hops in 0..=weight.min(self.half) {
            for negative in [false, true] {
                if hops > 0 || !negative {
                    self.word.push((hops, negative));
                    self.extend(weight - hops);
                    self.word.pop();
                }
            }
        }
    }

    /// Keeps the word, repeated with alternating signs, if it has no shorter period and its orbit is new.
    fn keep_word(&mut self) {
        let dimensions = self.turn.columns() / 2;
        let mut row = vec![0; 2 * dimensions];
        for place in 0..dimensions {
            let (hops, negative) = self.word[place % self.length];
            let back = negative != ((place / self.length) % 2 == 1);
            row[if back { dimensions + place } else { place }] = hops;
        }
        let orbit = self.turn.orbit(self.turn.reached(&row));
        if orbit.len() == 2 * self.length && !orbit.iter().any(|node| self.found.contains(node)) {
            self.found.push(orbit[0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftover_orbits_are_those_of_a_distance_that_fill_no_block() {
        let cubes = (2..=12).map(|dimension| wire::Network::Hypercube { dimension });
        let tori =
            [vec![3; 3], vec![5; 3], vec![3; 5], vec![3; 6]].map(|radices| wire::Network::Torus { radices });
        for kind in cubes.chain(tori) {
            let network = Network::new(&kind).expect("a network");
            let turn = LinkTurn::new(&network).expect("a turn");
            let mut firsts: Vec<Node> = (1..network.nodes())
                .map(Node)
                .filter(|&node| turn.orbit(node).iter().min() == Some(&node))
                .collect();
            for distance in 1..=network.diameter() {
                let left = leftover_orbits(&network, &turn, distance);
                for period in (1..turn.columns()).filter(|period| turn.columns().is_multiple_of(*period)) {
                    let of = |node: &Node| {
                        network.distance(*node) == distance && turn.orbit(*node).len() == period
                    };
                    let (all, own) =
                        (firsts.iter().filter(|node| of(node)).count(), left.iter().filter(|node| of(node)));
                    assert_eq!(own.count(), all % (turn.columns() / period), "{kind:?} {distance} {period}");
                }
                let mut orbits: Vec<Node> =
                    left.iter().filter_map(|&node| turn.orbit(node).into_iter().min()).collect();
                orbits.sort_unstable();
                orbits.dedup();
                assert_eq!(orbits.len(), left.len());
            }
            firsts.clear();
        }
    }
}
