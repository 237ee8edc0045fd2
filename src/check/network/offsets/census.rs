//! Counts of the packets of an exchange by distance, without going through them.

use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;

/// Most products of coefficients for which the link uses of rows are counted by tables.
const PRODUCT_LIMIT: u64 = 1 << 26;
/// Most numbers in the tables if they take more products than that.
const TABLE_ENTRY_LIMIT: u64 = 1 << 22;

/// Steps for the packets with one value of a coordinate.
const STEPS_OF_A_COORDINATE_VALUE: u64 = 8;

/// Numbers of choices of coordinates, by the distance that they add up to.
pub(super) type Ways = Vec<u128>;

/// The offsets at a distance from `min` to `max`, counted by multiplying out one polynomial for each
/// dimension.
#[derive(Debug)]
pub(crate) struct Census {
    min: u64,
    max: u64,
    count: u64,
    counts_uses: bool,
    /// Running sums of the ways for the positions (slow to fast) from p on.
    tails: Vec<Ways>,
    /// Running sums of the ways for the positions from p on without position p + q, at `[p][q]`.
    without: Vec<Vec<Ways>>,
}

/// The use of one dimension by rows: hops upwards, hops downwards, and the number of rows that are tied in
/// it.
#[derive(Debug, Clone, Default)]
struct Use {
    up: u128,
    down: u128,
    ties: u128,
}

impl Use {
    fn add(&mut self, radix: u64, x: u64, packets: u128) {
        let (near, far) = (u128::from(x), u128::from(radix - x));
        if radix == 2 || near < far {
            self.up += near * packets;
        } else if near > far {
            self.down += far * packets;
        } else {
            self.ties += packets;
        }
    }
}

impl Census {
    /// Makes the tables; none when they would take too long.
    ///
    /// # Complexity
    /// O(dimensions² · diameter) time and space.
    pub(crate) fn new(network: &Network, min: u64, max: u64, count: u64) -> Result<Option<Self>, Rejection> {
        let halves: Vec<u64> = radices(network).map(|radix| radix / 2).collect();
        let (mut work, mut room) = (Some(0_u64), 0_u64);
        let mut reach = 0_u64;
        for (behind, half) in halves.iter().rev().enumerate() {
            let tables = wide(behind) + 2;
            let here = (reach + 1).checked_mul(half + 1).and_then(|products| products.checked_mul(tables));
            work = work.zip(here).and_then(|(work, here)| work.checked_add(here));
            reach += half;
            // A network has fewer than 2⁶³ nodes and 63 dimensions.
            room = room.saturating_add((reach + 1).saturating_mul(tables));
        }
        let counts_uses = work.is_some_and(|work| work <= PRODUCT_LIMIT);
        if !counts_uses && room > TABLE_ENTRY_LIMIT {
            return Ok(None);
        }
        network.effort.spend(room)?;
        let mut tails: Vec<Ways> = vec![vec![1]];
        let mut without: Vec<Vec<Ways>> = vec![Vec::new()];
        for radix in radices(network).collect::<Vec<_>>().into_iter().rev() {
            let (tail, skipped) = (&tails[tails.len() - 1], &without[without.len() - 1]);
            let own = std::iter::once(tail.clone());
            let here: Vec<Ways> = own.chain(skipped.iter().map(|ways| times(ways, radix))).collect();
            let longer = times(tail, radix);
            tails.push(longer);
            without.push(here);
        }
        tails.reverse();
        without.reverse();
        tails.iter_mut().chain(without.iter_mut().flatten()).for_each(accumulate);
        Ok(Some(Self { min, max, count, counts_uses, tails, without }))
    }

    /// Returns whether [`Census::uses_before`] takes less time than going through the rows.
    pub(crate) fn counts_uses(&self) -> bool {
        self.counts_uses
    }

    /// Returns the number of ways whose distance, added to one already reached, is from `min` to `max`.
    fn within(&self, ways: &Ways, reached: u64) -> u128 {
        let up_to = |limit: u64| ways[usize::try_from(limit).unwrap_or(usize::MAX).min(ways.len() - 1)];
        match self.max.checked_sub(reached) {
            None => 0,
            // min ≥ 1.
            Some(room) if reached >= self.min => up_to(room),
            Some(room) => up_to(room) - up_to(self.min - 1 - reached),
        }
    }

    /// Returns the number of offsets at a distance.
    pub(crate) fn at(&self, distance: u64) -> u128 {
        let (all, nearer) = (&self.tails[0], distance.checked_sub(1));
        let up_to = |limit: u64| all[usize::try_from(limit).unwrap_or(usize::MAX).min(all.len() - 1)];
        up_to(distance) - nearer.map_or(0, up_to)
    }

    /// Returns the number of offsets.
    pub(crate) fn offsets(&self) -> u128 {
        self.within(&self.tails[0], 0)
    }

    /// Returns the number of offsets at a distance or farther.
    pub(crate) fn offsets_from(&self, distance: u64) -> u128 {
        let all = &self.tails[0];
        let up_to = |limit: u64| all[usize::try_from(limit).unwrap_or(usize::MAX).min(all.len() - 1)];
        // min ≥ 1.
        up_to(self.max) - up_to((distance.max(self.min) - 1).min(self.max))
    }

    /// Takes the steps of going through the coordinates of a dimension.
    pub(crate) fn spend_coordinates(network: &Network, dimension: usize) -> Result<(), Rejection> {
        network.effort.spend_times(network.dimensions()[dimension].radix, STEPS_OF_A_COORDINATE_VALUE)
    }

    /// Returns the coordinates x > 0 of one dimension, each with the number of packets that have it.
    pub(crate) fn coordinates<'a>(
        &'a self,
        network: &'a Network,
        dimension: usize,
    ) -> impl Iterator<Item = (u64, u128)> + 'a {
        let position = network.rings().slow_to_fast.iter().position(|&i| i == dimension).unwrap_or_default();
        let (d, ways) = (&network.dimensions()[dimension], &self.without[0][position]);
        (1..d.radix).filter_map(move |x| {
            let packets = self.within(ways, d.shorter(x)) * u128::from(self.count);
            (packets > 0).then_some((x, packets))
        })
    }

    /// Returns the most steps that [`Census::uses_before`] takes.
    pub(crate) fn steps_of_uses(network: &Network) -> u64 {
        let radices: Vec<u64> = radices(network).collect();
        let behind =
            |p: usize| radices[p + 1..].iter().fold(wide(p) + 1, |sum, radix| sum.saturating_add(*radix));
        let steps = |(p, radix): (usize, &u64)| {
            radix.saturating_mul(behind(p)).saturating_mul(STEPS_OF_A_COORDINATE_VALUE)
        };
        radices.iter().enumerate().map(steps).fold(0, u64::saturating_add)
    }

    /// Returns how often the rows before a row use each link when ties take + and − in turn; `row` is at most
    /// the number of rows.
    ///
    /// # Complexity
    /// Time O(dimensions² · radix²).
    ///
    /// The offsets before one agree with it up to some position, are smaller there and free behind it.
    pub(crate) fn uses_before(&self, network: &Network, row: u64) -> Vec<u128> {
        let (mut rank, copies) = (u128::from(row / self.count), row % self.count);
        let radices: Vec<u64> = radices(network).collect();
        let mut uses = vec![Use::default(); radices.len()];
        let mut prefix: Vec<u64> = Vec::with_capacity(radices.len());
        let mut reached = 0;
        if rank >= self.offsets() {
            self.add_free(&mut uses, &radices, 0, 0);
        } else {
            for (p, &radix) in radices.iter().enumerate() {
                for x in 0..radix {
                    let further = reached + x.min(radix - x);
                    let here = self.within(&self.tails[p + 1], further);
                    if rank < here {
                        prefix.push(x);
                        reached = further;
                        break;
                    }
                    rank -= here;
                    for (q, &digit) in prefix.iter().chain([&x]).enumerate() {
                        uses[q].add(radices[q], digit, here);
                    }
                    self.add_free(&mut uses, &radices, p + 1, further);
                }
            }
        }
        for (q, &radix) in radices.iter().enumerate() {
            let all = u128::from(self.count);
            uses[q] = Use { up: uses[q].up * all, down: uses[q].down * all, ties: uses[q].ties * all };
            if let Some(&digit) = prefix.get(q) {
                uses[q].add(radix, digit, u128::from(copies));
            }
        }
        let mut links = vec![0; network.links()];
        for ((&i, used), &radix) in network.rings().slow_to_fast.iter().zip(uses).zip(&radices) {
            let (d, tied) = (&network.dimensions()[i], u128::from(radix / 2));
            links[d.plus] = used.up + used.ties.div_ceil(2) * tied;
            if let Some(minus) = d.minus {
                links[minus] = used.down + used.ties / 2 * tied;
            }
        }
        links
    }

    /// Adds the uses at the positions from p on by all offsets with a prefix of the distance `reached`.
    fn add_free(&self, uses: &mut [Use], radices: &[u64], p: usize, reached: u64) {
        let Some(skipped) = self.without.get(p) else { return };
        for (q, ways) in skipped.iter().enumerate() {
            let radix = radices[p + q];
            for x in 1..radix {
                uses[p + q].add(radix, x, self.within(ways, reached + x.min(radix - x)));
            }
        }
    }
}

/// Returns the radices from the slowest position to the fastest.
fn radices(network: &Network) -> impl Iterator<Item = u64> + '_ {
    network.rings().slow_to_fast.iter().map(|&i| network.dimensions()[i].radix)
}

/// Multiplies the ways by the polynomial of one more dimension: one of its coordinates has distance r if r is
/// 0 or half of an even radix, else two have.
pub(in crate::network) fn times(ways: &Ways, radix: u64) -> Ways {
    let half = usize::try_from(radix / 2).unwrap_or_default();
    let one = |distance: Option<usize>| distance.and_then(|at| ways.get(at)).copied().unwrap_or(0);
    let mut longer = Vec::with_capacity(ways.len() + half);
    // The number of ways for the distances within half the radix up to this one.
    let mut within = 0;
    for distance in 0..ways.len() + half {
        within += one(Some(distance));
        let at_half = if radix.is_multiple_of(2) { one(distance.checked_sub(half)) } else { 0 };
        longer.push(2 * within - one(Some(distance)) - at_half);
        within -= one(distance.checked_sub(half));
    }
    longer
}

fn accumulate(ways: &mut Ways) {
    let mut sum = 0;
    for n in ways {
        sum += *n;
        *n = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::Effort;
    use crate::network::offsets::Offsets;
    use isotask_wire as wire;

    /// Returns the coordinates of all offsets at a distance from `min` to `max`, in the order of the rows.
    fn walked(network: &Network, min: u64, max: u64) -> Vec<Vec<u64>> {
        let mut offsets = Offsets::new(network, min, max);
        let mut all = Vec::new();
        let mut more = offsets.first();
        while more {
            all.push(offsets.coordinates().to_vec());
            more = offsets.advance();
        }
        all
    }

    fn few(number: u128) -> usize {
        usize::try_from(number).expect("few packets")
    }

    #[test]
    fn the_census_counts_as_a_walk_through_all_packets_does() {
        for radices in [&[7][..], &[8], &[2, 3], &[4, 2, 5], &[3, 8], &[6, 4], &[2, 2, 2]] {
            let document = wire::Network::Torus { radices: radices.to_vec() };
            let network = Network::new(&document, &Effort::new(u64::MAX)).expect("a torus");
            let most = network.diameter();
            for (min, max) in (1..=most).flat_map(|min| (min..=most).map(move |max| (min, max))) {
                let rows = walked(&network, min, max);
                for count in [1, 3] {
                    let census =
                        Census::new(&network, min, max, count).expect("steps").expect("a small torus");
                    assert_eq!(few(census.offsets()), rows.len());
                    for (i, &radix) in radices.iter().enumerate() {
                        let own = (1..radix).map(|x| (x, rows.iter().filter(|row| row[i] == x).count()));
                        let own: Vec<_> = own.filter(|&(_, rows)| rows > 0).collect();
                        let found = census.coordinates(&network, i);
                        let found: Vec<_> =
                            found.map(|(x, packets)| (x, few(packets / u128::from(count)))).collect();
                        assert_eq!(found, own, "{radices:?} {min} {max}");
                    }
                    require_uses(&network, &census, &rows, count);
                }
            }
            let all = Census::new(&network, 1, most, 1).expect("steps").expect("a small torus");
            for distance in 0..=most + 2 {
                let rows = walked(&network, distance.max(1), distance);
                assert_eq!(few(all.at(distance)), if distance == 0 { 1 } else { rows.len() }, "{radices:?}");
            }
        }
    }

    /// Compares the uses with a count row by row, ties going + and − in turn.
    fn require_uses(network: &Network, census: &Census, rows: &[Vec<u64>], count: u64) {
        let mut uses = vec![0_u128; network.links()];
        let mut ties = vec![0_u64; network.dimensions().len()];
        let mut row = 0;
        assert_eq!(census.uses_before(network, row), uses);
        for coordinates in rows {
            for _ in 0..count {
                for ((d, &x), ties) in network.dimensions().iter().zip(coordinates).zip(&mut ties) {
                    let back = d.radix - x;
                    let is_tied = d.minus.is_some() && x == back;
                    *ties += u64::from(is_tied);
                    match d.minus {
                        Some(minus) if back < x || is_tied && ties.is_multiple_of(2) => {
                            uses[minus] += u128::from(back);
                        }
                        _ => uses[d.plus] += u128::from(x),
                    }
                }
                row += 1;
                assert_eq!(census.uses_before(network, row), uses, "row {row}");
            }
        }
    }
}
