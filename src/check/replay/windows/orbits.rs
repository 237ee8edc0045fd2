//! Rows and their orbits under the turn of a network: the symmetry that takes its links round in one cycle.
//!
//! On a hypercube the turn takes bit b to b + 1, on a torus of d dimensions of one odd radix x₁, x₂, … to
//! the last with the other sign, x₁, x₂, …, so that the columns 1⁺, …, d⁺, 1⁻, …, d⁻ go round. A row is the
//! list of its units column by column; turned by t it has in column c + t what it had in column c.

use crate::network::rings::Dimension;
use crate::network::topology::Network;
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;

/// Units of a row, column by column.
pub(super) type Row = Vec<u64>;

/// A network with a turn.
#[derive(Debug)]
pub(super) struct Turning<'a> {
    network: &'a Network,
    /// The link of each column.
    links: Vec<usize>,
    /// For tori, divisors e of d with an odd cofactor, with the number of words of e coordinates of each
    /// weight.
    words: Vec<(u64, Vec<u128>)>,
}

impl<'a> Turning<'a> {
    /// Returns the turn of a hypercube or a torus of equal odd radices; none for other networks. `farthest`
    /// is the greatest weight for which words are counted.
    ///
    /// # Complexity
    /// Time and space O(dimensions² · `farthest`).
    pub(super) fn new(network: &'a Network, farthest: u64) -> Option<Self> {
        let dimensions = network.dimensions();
        let first = dimensions.first()?.radix;
        if network.is_hypercube() {
            let links = dimensions.iter().map(|d| d.plus).collect();
            return Some(Self { network, links, words: Vec::new() });
        }
        if first.is_multiple_of(2) || dimensions.iter().any(|d| d.radix != first) {
            return None;
        }
        let minus = dimensions.iter().map(|d| d.minus);
        let links = dimensions.iter().map(|d| Some(d.plus)).chain(minus).collect::<Option<_>>()?;
        let all = wide(dimensions.len());
        let odd = |e: &u64| all.is_multiple_of(*e) && !(all / e).is_multiple_of(2);
        let divisors: Vec<u64> = (1..=all).filter(odd).collect();
        let words = divisors.into_iter().map(|e| (e, words_of(e, first / 2, farthest))).collect();
        Some(Self { network, links, words })
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        self.links.len()
    }

    /// Returns the column of a link; none if there is no such link.
    pub(super) fn column(&self, link: u32) -> Option<usize> {
        self.links.iter().position(|&other| wide(other) == u64::from(link))
    }

    /// Returns the link of a column.
    pub(super) fn link(&self, column: usize) -> usize {
        self.links[column]
    }

    /// Returns the row of an offset.
    pub(super) fn row(&self, offset: u64) -> Row {
        let mut row = vec![0; self.columns()];
        for (index, d) in self.network.dimensions().iter().enumerate() {
            let x = d.coordinate(offset);
            if d.minus.is_some() && x > d.radix / 2 {
                row[self.network.dimensions().len() + index] = d.radix - x;
            } else {
                row[index] = x;
            }
        }
        row
    }

    /// Returns the offset of a row.
    pub(super) fn offset(&self, row: &[u64]) -> u64 {
        let dimensions = self.network.dimensions();
        let coordinate = |(index, d): (usize, &Dimension)| {
            let back = if d.minus.is_some() { row[dimensions.len() + index] } else { 0 };
            ((row[index] + d.radix - back) % d.radix) * d.stride
        };
        dimensions.iter().enumerate().map(coordinate).sum()
    }

    /// Returns the number of orbits of a period and a distance.
    ///
    /// On a hypercube a row of period p repeats a word of p bits, of which k·p/d are ones. On a torus one of
    /// period 2e repeats a word of e coordinates with alternating signs, d/e times, which is odd. Of all such
    /// words those are left whose period is not a smaller one (Möbius), and every orbit has as many as its
    /// period.
    pub(super) fn orbits(&self, period: u64, distance: u64) -> u128 {
        let columns = wide(self.columns());
        if !(distance * period).is_multiple_of(columns) || !columns.is_multiple_of(period) {
            return 0;
        }
        let weight = distance * period / columns;
        let mut words = 0_i128;
        if self.words.is_empty() {
            for g in divisors(period).filter(|g| weight.is_multiple_of(*g)) {
                words += moebius(g) * signed(binomial(period / g, weight / g));
            }
        } else {
            // The second half of a period has the coordinates of the first with opposite signs.
            if !period.is_multiple_of(2) {
                return 0;
            }
            let length = period / 2;
            for g in divisors(length).filter(|g| !g.is_multiple_of(2) && weight.is_multiple_of(*g)) {
                words += moebius(g) * signed(self.count(length / g, weight / g));
            }
        }
        u128::try_from(words).unwrap_or_default() / u128::from(period)
    }

    /// Returns the number of words of a length and a weight in the tables; 0 for others.
    fn count(&self, length: u64, weight: u64) -> u128 {
        let table = self.words.iter().find(|(e, _)| *e == length);
        let entry = |(_, table): &(u64, Vec<u128>)| narrow(weight, table.len()).map(|at| table[at]);
        table.and_then(entry).unwrap_or_default()
    }
}

/// Returns a row turned `by` times.
pub(super) fn turned(row: &[u64], by: usize) -> Row {
    let mut turned = row.to_vec();
    turned.rotate_right(by % row.len().max(1));
    turned
}

/// Returns the least number of turns that take a row to itself.
pub(super) fn period(row: &[u64]) -> usize {
    (1..=row.len()).find(|&by| turned(row, by) == row).unwrap_or(row.len())
}

/// Returns the least row of the orbit of a row, which identifies the orbit.
pub(super) fn canonical(row: &[u64]) -> Row {
    (0..row.len()).map(|by| turned(row, by)).min().unwrap_or_default()
}

/// Returns the numbers of words of `length` integers from −`half` to `half`, by the sum of their absolute
/// values.
///
/// The polynomial 1 + 2x + … + 2x^h of one more integer is (1 + x − 2x^(h+1)) / (1 − x).
fn words_of(length: u64, half: u64, most: u64) -> Vec<u128> {
    let size = usize::try_from(most.min(length.saturating_mul(half))).unwrap_or(usize::MAX);
    let half = usize::try_from(half).unwrap_or(usize::MAX);
    let mut words = vec![1_u128];
    words.resize(size + 1, 0);
    for _ in 0..length {
        let before = words.clone();
        let mut sum = 0_u128;
        for weight in 0..=size {
            // Words with up to h less weight count twice, words of equal weight once.
            words[weight] = before[weight] + 2 * sum;
            sum += before[weight];
            if weight >= half {
                sum -= before[weight - half];
            }
        }
    }
    words
}

fn divisors(number: u64) -> impl Iterator<Item = u64> {
    (1..=number).filter(move |g| number.is_multiple_of(*g))
}

/// Returns the Möbius function of a number of columns.
fn moebius(number: u64) -> i128 {
    let (mut left, mut sign) = (number, 1);
    for prime in 2..=number {
        if left.is_multiple_of(prime) {
            left /= prime;
            if left.is_multiple_of(prime) {
                return 0;
            }
            sign = -sign;
        }
    }
    sign
}

/// Returns C(n, k), n at most 62.
fn binomial(n: u64, k: u64) -> u128 {
    (1..=k).fold(1, |product, i| product * u128::from(n - k + i) / u128::from(i))
}

fn signed(number: u128) -> i128 {
    i128::try_from(number).unwrap_or(i128::MAX)
}

/// Returns the rejection where there is no turn.
pub(super) fn no_turn() -> Rejection {
    Rejection::ScheduleDoesNotFit {
        expected: "one of another kind: windows are for hypercubes and tori of equal odd radices",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::offsets::count::count_offsets;
    use isotask_wire as wire;
    use std::collections::BTreeMap;

    #[test]
    fn the_closed_form_counts_as_many_orbits_as_a_walk_through_all_offsets() {
        let cubes = (1..=12).map(|dimension| wire::Network::Hypercube { dimension });
        let tori = [vec![3; 2], vec![3; 3], vec![5; 3], vec![3; 5], vec![3; 6], vec![9; 2], vec![7; 1]];
        for document in cubes.chain(tori.map(|radices| wire::Network::Torus { radices })) {
            let network = Network::new(&document, &Effort::new(0)).expect("a network");
            let turning = Turning::new(&network, network.diameter()).expect("a turn");
            let mut found: BTreeMap<(u64, u64), u128> = BTreeMap::new();
            for offset in 1..network.nodes {
                let row = turning.row(offset);
                assert_eq!(turning.offset(&row), offset);
                if turned(&row, 0) == canonical(&row) {
                    *found.entry((wide(period(&row)), row.iter().sum())).or_default() += 1;
                }
            }
            for period in 1..=wide(turning.columns()) {
                for distance in 1..=network.diameter() {
                    let expected = found.get(&(period, distance)).copied().unwrap_or_default();
                    assert_eq!(
                        turning.orbits(period, distance),
                        expected,
                        "{document:?} {period} {distance}"
                    );
                }
            }
        }
    }

    /// The orbits of a distance, of all periods together, have all its offsets.
    #[test]
    fn orbits_of_all_periods_together_are_all_offsets() {
        let cubes = [24, 30, 36].map(|dimension| wire::Network::Hypercube { dimension });
        let tori = [vec![5; 9], vec![9; 6], vec![7; 15], vec![3; 27]];
        for document in cubes.into_iter().chain(tori.map(|radices| wire::Network::Torus { radices })) {
            let network = Network::new(&document, &Effort::new(0)).expect("a network");
            let turning = Turning::new(&network, network.diameter()).expect("a turn");
            for distance in 1..=network.diameter() {
                let sizes = (1..=wide(turning.columns()))
                    .map(|period| u128::from(period) * turning.orbits(period, distance));
                let all = count_offsets(&network, distance, distance);
                assert_eq!(sizes.sum::<u128>(), all, "{document:?} {distance}");
            }
        }
    }
}
