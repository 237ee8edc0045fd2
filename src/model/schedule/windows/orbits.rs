//! The orbits of a distance that a plan does not list, by their least offsets.

use super::necklaces::Necklaces;
use crate::model::{LinkTurn, Network, Node, count_of, wide};
use crate::wire;

/// Most nodes of a torus whose orbits are stored.
const MAX_STORED_NODES: u64 = 1 << 20;

/// Orbits of one period and distance, except those that a plan lists.
#[derive(Debug, Clone)]
pub(super) struct Unlisted {
    pub(super) period: usize,
    pub(super) count: u64,
    orbits: OrbitList,
}

#[derive(Debug, Clone)]
enum OrbitList {
    /// On a hypercube: words of as many bits as the period, repeated, without those of some ranks,
    /// increasing.
    Necklaces { necklaces: Necklaces, without: Vec<u64>, dimension: u32 },
    /// The least offset of each, increasing.
    Stored(Vec<Node>),
    /// On large tori: unknown.
    TooMany,
}

impl Unlisted {
    /// Returns the orbits of every period that are not listed, the shortest period first; `listed` are the
    /// least offsets of the listed ones.
    ///
    /// # Complexity
    /// On a hypercube the rank of each listed orbit; on a torus whose orbits are stored the number of these,
    /// on others O(D · diameter).
    pub(super) fn all(
        network: &Network,
        turn: &LinkTurn,
        distance: u64,
        listed: &[Node],
        stored: Option<&[(usize, Node)]>,
    ) -> Vec<Self> {
        if let Some(stored) = stored {
            return of_torus(stored, listed);
        }
        let columns = turn.columns();
        let periods = (1..=columns).filter(|period| columns.is_multiple_of(*period));
        if let wire::Network::Hypercube { .. } = network.kind() {
            return periods
                .filter_map(|period| Self::of_cube(network, turn, distance, period, listed))
                .collect();
        }
        let of = |period| {
            let own = listed.iter().filter(|&&node| turn.orbit(node).len() == period).count();
            let count = orbits_on_torus(network, period, distance) - count_of(own);
            Self { period, count, orbits: OrbitList::TooMany }
        };
        periods.map(of).filter(|orbits| orbits.count > 0).collect()
    }

    fn of_cube(
        network: &Network,
        turn: &LinkTurn,
        distance: u64,
        period: usize,
        listed: &[Node],
    ) -> Option<Self> {
        let dimension = network.links();
        let ones = u32::try_from(distance).ok()? * u32::try_from(period).ok()?;
        if !ones.is_multiple_of(dimension) {
            return None;
        }
        let necklaces = Necklaces { length: u32::try_from(period).ok()?, ones: ones / dimension };
        let own = listed.iter().filter(|&&node| turn.orbit(node).len() == period);
        let word = |node: &Node| node.0 & (u64::MAX >> (64 - necklaces.length));
        let mut without: Vec<u64> = own.map(|node| necklaces.rank(word(node))).collect();
        without.sort_unstable();
        let count = necklaces.count() - count_of(without.len());
        let orbits = OrbitList::Necklaces { necklaces, without, dimension };
        (count > 0).then_some(Self { period, count, orbits })
    }

    /// Returns the least offset of the orbit with `index` orbits before it; none if it is not known.
    pub(super) fn at(&self, index: u64) -> Option<Node> {
        match &self.orbits {
            OrbitList::Necklaces { necklaces, without, dimension } => {
                let skipped = without.iter().fold(index, |rank, &other| rank + u64::from(other <= rank));
                let word = necklaces.at(skipped)?;
                let copies = (0..dimension / necklaces.length).map(|copy| word << (copy * necklaces.length));
                Some(Node(copies.sum()))
            }
            OrbitList::Stored(nodes) => nodes.get(usize::try_from(index).ok()?).copied(),
            OrbitList::TooMany => None,
        }
    }

    /// Returns how many orbits come before the orbit of this least offset; none if that is not known.
    pub(super) fn index(&self, least: Node) -> Option<u64> {
        match &self.orbits {
            OrbitList::Necklaces { necklaces, without, .. } => {
                let rank = necklaces.rank(least.0 & (u64::MAX >> (64 - necklaces.length)));
                Some(rank - count_of(without.partition_point(|&other| other < rank)))
            }
            OrbitList::Stored(nodes) => nodes.binary_search(&least).ok().map(count_of),
            OrbitList::TooMany => None,
        }
    }

    /// Returns whether single orbits are known.
    pub(super) fn is_known(&self) -> bool {
        !matches!(self.orbits, OrbitList::TooMany)
    }
}

/// Returns the least offset of an orbit.
pub(super) fn least(turn: &LinkTurn, node: Node) -> Node {
    turn.orbit(node).into_iter().min().unwrap_or(node)
}

/// Returns the least offsets of all orbits of a torus by distance, with their periods; none where there are
/// too many nodes.
///
/// # Complexity
/// O(n · D²) time for n nodes and D dimensions, O(n / D) space.
pub(super) fn stored_orbits(network: &Network, turn: &LinkTurn) -> Option<Vec<Vec<(usize, Node)>>> {
    let is_cube = matches!(network.kind(), wire::Network::Hypercube { .. });
    if is_cube || network.nodes() > MAX_STORED_NODES {
        return None;
    }
    let mut all = vec![Vec::new(); wide(u32::try_from(network.diameter()).ok()?) + 1];
    for node in (0..network.nodes()).map(Node) {
        let orbit = turn.orbit(node);
        if orbit.iter().min() == Some(&node) {
            all[usize::try_from(network.distance(node)).ok()?].push((orbit.len(), node));
        }
    }
    Some(all)
}

/// Returns the stored orbits of a distance that are not listed, by period.
fn of_torus(stored: &[(usize, Node)], listed: &[Node]) -> Vec<Unlisted> {
    let mut all: Vec<Unlisted> = Vec::new();
    for &(period, node) in stored.iter().filter(|(_, node)| !listed.contains(node)) {
        let place = all.partition_point(|other| other.period < period);
        if all.get(place).is_none_or(|other| other.period != period) {
            all.insert(place, Unlisted { period, count: 0, orbits: OrbitList::Stored(Vec::new()) });
        }
        all[place].count += 1;
        if let OrbitList::Stored(nodes) = &mut all[place].orbits {
            nodes.push(node);
        }
    }
    all
}

/// Counts the orbits of a period and distance on a torus of D equal odd radices.
///
/// A row of period 2e has in dimension i + e the coordinate of i with the other sign, D/e being odd: it is a
/// word of e coordinates of the weight that is left to them. Words of shorter such periods are subtracted.
pub(super) fn orbits_on_torus(network: &Network, period: usize, distance: u64) -> u64 {
    let dimensions = network.dimensions().len();
    let half = network.dimensions()[0].radix() / 2;
    let is_period = |e: usize| dimensions.is_multiple_of(e) && !(dimensions / e).is_multiple_of(2);
    if !period.is_multiple_of(2) || !is_period(period / 2) {
        return 0;
    }
    let length = period / 2;
    let weight = |e: usize| {
        let copies = count_of(dimensions / e);
        distance.is_multiple_of(copies).then(|| distance / copies)
    };
    let Some(own) = weight(length) else { return 0 };
    let shorter = (1..length).filter(|e| length.is_multiple_of(*e) && is_period(*e));
    let taken: u64 = shorter.map(|e| 2 * count_of(e) * orbits_on_torus(network, 2 * e, distance)).sum();
    (words(length, half, own) - taken) / count_of(period)
}

/// Counts words of `length` integers from −`half` to `half` whose absolute values add up to a weight.
fn words(length: usize, half: u64, weight: u64) -> u64 {
    let size = wide(u32::try_from(weight).expect("a torus whose distances are gone through")) + 1;
    let half = usize::try_from(half).expect("a radix of a document");
    let mut ways = vec![0_u64; size];
    ways[0] = 1;
    for _ in 0..length {
        let mut sums = vec![0_u64; size + 1];
        for at in 0..size {
            sums[at + 1] = sums[at] + ways[at];
        }
        ways = (0..size).map(|at| ways[at] + 2 * (sums[at] - sums[at.saturating_sub(half)])).collect();
    }
    ways[size - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_known_on_hypercubes_and_where_they_are_stored() {
        let cube = Network::new(&wire::Network::Hypercube { dimension: 4 }).expect("a network");
        let torus = Network::new(&wire::Network::Torus { radices: vec![5, 5, 5] }).expect("a network");
        let of = |network: &Network, distance: u64, is_stored: bool| {
            let turn = LinkTurn::new(network).expect("equal rings");
            let stored = stored_orbits(network, &turn).filter(|_| is_stored);
            let stored =
                stored.as_ref().map(|stored| stored[usize::try_from(distance).expect("small")].as_slice());
            Unlisted::all(network, &turn, distance, &[], stored)
        };
        for distance in 1..=4 {
            for orbits in of(&cube, distance, false).iter().chain(&of(&torus, distance, true)) {
                assert!(orbits.is_known() && (0..orbits.count).all(|index| orbits.at(index).is_some()));
            }
            let unknown = of(&torus, distance, false);
            assert!(unknown.iter().all(|orbits| !orbits.is_known() && orbits.at(0).is_none()));
            // Their numbers agree.
            let count =
                |all: &[Unlisted]| all.iter().map(|orbits| (orbits.period, orbits.count)).collect::<Vec<_>>();
            assert_eq!(count(&unknown), count(&of(&torus, distance, true)));
        }
    }
}
