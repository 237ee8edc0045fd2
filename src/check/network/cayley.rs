//! Groups by their own multiplication, and the Cayley graphs of generators in them.

use crate::effort::Effort;
use crate::network::limits::{GROUP_NODE_LIMIT, require_links};
use crate::network::vectors::{Stepped, Vectors};
use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire::{self as wire, Family};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

/// Most symbols of all listed permutations together.
const SYMBOL_LIMIT: u64 = 1 << 24;

/// The elements of a group, numbered from 0, the identity.
#[derive(Debug)]
enum Elements {
    /// The permutations of this number of symbols in lexicographic order.
    Symmetric(u64),
    /// The integers modulo n.
    Cyclic(u64),
    /// Pairs (x, p) at x · n + p, x having n bits: (x, p)(y, q) = (x ⊕ y rotated up by p places, p + q).
    Wreath(u64),
    /// Integer vectors modulo a lattice.
    Vectors(Vectors),
    /// Listed permutations.
    Listed { elements: Vec<Vec<u32>>, numbers: HashMap<Vec<u32>, u64> },
}

/// A group with generators, and the distances of its Cayley graph.
#[derive(Debug)]
pub(crate) struct Cayley {
    elements: Elements,
    /// Number of nodes.
    pub(crate) nodes: u64,
    generators: Vec<u64>,
    /// Distance from node 0.
    distances: Vec<u64>,
    /// Number of nodes at each distance or beyond it.
    beyond: Vec<u64>,
    /// Greatest distance.
    pub(crate) diameter: u64,
    /// Whether the generators commute.
    pub(crate) abelian: bool,
    /// Whether the generators are all different, so that there are no parallel links.
    distinct: bool,
}

impl Elements {
    /// Estimates the steps of a product.
    fn steps_of_a_product(&self) -> u64 {
        match self {
            Self::Symmetric(symbols) => 2 * symbols * symbols,
            Self::Cyclic(_) => 8,
            Self::Wreath(_) => 16,
            Self::Vectors(vectors) => 32 * (vectors.dimensions() + 2),
            Self::Listed { elements, .. } => steps_of_listed(elements.first().map_or(0, Vec::len)),
        }
    }
}

impl Cayley {
    /// Builds the graph of a group.
    ///
    /// # Complexity
    /// Time O(nodes · links · s²) for permutations of s symbols, O(nodes · links) for numbers; space O(nodes
    /// + links), for listed permutations O(nodes · s).
    pub(super) fn new(group: &wire::Group, effort: &Effort) -> Result<Self, Rejection> {
        match group {
            wire::Group::Family { family, n } => Self::family(*family, *n, effort),
            wire::Group::Circulant { n, steps, .. } => Self::circulant(*n, steps, effort),
            wire::Group::Permutations { permutations } => Self::listed(permutations, effort),
        }
    }

    /// Builds the graph of a group of vectors.
    pub(super) fn of_vectors(stepped: Stepped, effort: &Effort) -> Result<Self, Rejection> {
        let Stepped { vectors, nodes, generators } = stepped;
        Self::of(Elements::Vectors(vectors), nodes, generators, effort)
    }

    fn family(family: Family, n: u64, effort: &Effort) -> Result<Self, Rejection> {
        let (least, most) = match family {
            Family::Star | Family::Pancake | Family::BubbleSort => (2, 10),
            Family::Complete => (2, 8192),
            Family::CubeConnectedCycles | Family::Butterfly => (3, 17),
        };
        if !(least..=most).contains(&n) {
            return Err(Rejection::FamilySize { found: n, least, most });
        }
        let symmetric = |generators: Vec<Vec<u64>>| {
            let generators = generators.iter().map(|generator| rank(generator)).collect();
            Self::of(Elements::Symmetric(n), (1..=n).product(), generators, effort)
        };
        let swapped = |a: u64, b: u64| {
            let image = |i| match i {
                _ if i == a => b,
                _ if i == b => a,
                _ => i,
            };
            (0..n).map(image).collect::<Vec<_>>()
        };
        // Every number is below n · 2ⁿ for n up to 17.
        let one_up = 1_u64;
        let one_down = n - 1;
        match family {
            Family::Star => symmetric((1..n).map(|i| swapped(0, i)).collect()),
            Family::BubbleSort => symmetric((1..n).map(|i| swapped(i - 1, i)).collect()),
            Family::Pancake => symmetric(
                (2..=n).map(|k| (0..n).map(|i| if i < k { k - 1 - i } else { i }).collect()).collect(),
            ),
            Family::Complete => Self::of(Elements::Cyclic(n), n, (1..n).collect(), effort),
            Family::CubeConnectedCycles => {
                Self::of(Elements::Wreath(n), n << n, vec![one_up, one_down, n], effort)
            }
            Family::Butterfly => {
                let cross_down = (1 << one_down) * n + one_down;
                Self::of(Elements::Wreath(n), n << n, vec![one_up, one_down, n + one_up, cross_down], effort)
            }
        }
    }

    fn circulant(n: u64, steps: &[u64], effort: &Effort) -> Result<Self, Rejection> {
        if !(2..=GROUP_NODE_LIMIT).contains(&n) {
            return Err(Rejection::FamilySize { found: n, least: 2, most: GROUP_NODE_LIMIT });
        }
        if steps.is_empty() {
            return Err(Rejection::NoGenerators);
        }
        let mut generators = Vec::new();
        let mut known = HashMap::new();
        for (index, &step) in steps.iter().enumerate() {
            let place = || format!("task.network.steps[{index}]");
            if step == 0 || step >= n {
                return Err(Rejection::StepOutOfRange { place: place(), found: step, nodes: n });
            }
            // A step and its opposite give the same links.
            if let Some(first) = known.insert(step.min(n - step), index) {
                return Err(Rejection::RepeatedGenerator { place: place(), first });
            }
            generators.push(step);
            if step != n - step {
                generators.push(n - step);
            }
            require_links(n, generators.len())?;
        }
        Self::of(Elements::Cyclic(n), n, generators, effort)
    }

    /// Generates a group, numbering its elements in breadth-first order, generators in their order.
    fn listed(permutations: &[Vec<u64>], effort: &Effort) -> Result<Self, Rejection> {
        let generators = require_permutations(permutations)?;
        let symbols = generators[0].len();
        let identity: Vec<u32> = (0..).take(symbols).collect();
        let mut numbers = HashMap::from([(identity.clone(), 0)]);
        let mut elements = vec![identity];
        let mut next = 0;
        while next < elements.len() {
            effort.spend_times(wide(generators.len()), steps_of_listed(symbols))?;
            for generator in &generators {
                let product = composed(&elements[next], generator);
                if !numbers.contains_key(&product) {
                    numbers.insert(product.clone(), wide(elements.len()));
                    elements.push(product);
                }
            }
            let nodes = wide(elements.len());
            require_links(nodes, generators.len())?;
            if nodes.saturating_mul(wide(symbols)) > SYMBOL_LIMIT {
                return Err(Rejection::TooManySymbols { limit: SYMBOL_LIMIT });
            }
            next += 1;
        }
        let nodes = wide(elements.len());
        let generators = generators.iter().filter_map(|generator| numbers.get(generator).copied()).collect();
        Self::of(Elements::Listed { elements, numbers }, nodes, generators, effort)
    }

    /// Finds the distances; refuses generators that do not reach every element.
    fn of(elements: Elements, nodes: u64, generators: Vec<u64>, effort: &Effort) -> Result<Self, Rejection> {
        // Every node takes a step over every link.
        let product = elements.steps_of_a_product();
        effort.spend_times(nodes.saturating_mul(wide(generators.len())), product)?;
        let length = usize::try_from(nodes).unwrap_or(usize::MAX);
        let mut cayley = Self {
            elements,
            nodes,
            generators,
            distances: vec![u64::MAX; length],
            beyond: Vec::new(),
            diameter: 0,
            abelian: false,
            distinct: false,
        };
        let mut queue = VecDeque::from([0]);
        let mut reached = 1;
        cayley.distances[0] = 0;
        while let Some(node) = queue.pop_front() {
            let beyond = cayley.distance(node) + 1;
            for link in 0..cayley.generators.len() {
                let to = cayley.step(node, link);
                let Some(at) = narrow(to, length) else { continue };
                if cayley.distances[at] == u64::MAX {
                    cayley.distances[at] = beyond;
                    cayley.diameter = beyond;
                    reached += 1;
                    queue.push_back(to);
                }
            }
        }
        if reached < nodes {
            // The reached elements are a subgroup: its order divides the number of elements.
            return Err(Rejection::Disconnected { pieces: nodes / reached });
        }
        cayley.beyond = vec![0; usize::try_from(cayley.diameter).unwrap_or(usize::MAX) + 1];
        for &hops in &cayley.distances {
            if let Some(at) = narrow(hops, cayley.beyond.len()) {
                cayley.beyond[at] += 1;
            }
        }
        for at in (1..cayley.beyond.len()).rev() {
            cayley.beyond[at - 1] += cayley.beyond[at];
        }
        let mut steps = cayley.generators.clone();
        steps.sort_unstable();
        steps.dedup();
        cayley.distinct = steps.len() == cayley.generators.len();
        // Every two generators are compared.
        effort.spend_times(wide(steps.len()).saturating_mul(wide(steps.len())), product)?;
        let commute =
            |(i, &a): (usize, &u64)| steps[..i].iter().all(|&b| cayley.product(a, b) == cayley.product(b, a));
        cayley.abelian = steps.iter().enumerate().all(commute);
        Ok(cayley)
    }

    /// Estimates the steps of going over a link.
    pub(crate) fn steps_of_a_step(&self) -> u64 {
        self.elements.steps_of_a_product()
    }

    /// Returns the radices of the torus that the graph is, if its group is the direct product of the cyclic
    /// groups of its generators: these commute, and the product of their orders, taken once for each
    /// generator and its inverse, is the number of nodes. The radices are in the order of the generators. A
    /// torus has no parallel links.
    ///
    /// # Complexity
    /// Time O(links² + the sum of the radices) products.
    pub(crate) fn radices(&self) -> Option<Vec<u64>> {
        if !self.distinct {
            return None;
        }
        let mut product = 1_u64;
        let mut radices = Vec::new();
        for generator in self.axes() {
            let (mut order, mut at) = (1, generator);
            while at != 0 {
                (order, at) = (order + 1, self.product(at, generator));
            }
            product = product.checked_mul(order).filter(|&product| product <= self.nodes)?;
            radices.push(order);
        }
        (self.abelian && product == self.nodes).then_some(radices)
    }

    /// Returns the first of each generator and its inverse.
    fn axes(&self) -> impl Iterator<Item = u64> + '_ {
        let is_first = |(at, &generator): (usize, &u64)| {
            let earlier = self.generators[..at].contains(&self.inverse(generator));
            (!earlier).then_some(generator)
        };
        self.generators.iter().enumerate().filter_map(is_first)
    }

    /// Returns the element for every node of the torus of [`Cayley::radices`], by its index. Every element is
    /// a sum of multiples of the generators, and there are as many such sums as elements, so each occurs
    /// once.
    pub(crate) fn on_torus(&self, radices: &[u64]) -> Vec<u64> {
        let mut elements = vec![0];
        for (&radix, generator) in radices.iter().zip(self.axes()) {
            let ring = |&first: &u64| {
                std::iter::successors(Some(first), move |&at| Some(self.product(at, generator)))
                    .take(usize::try_from(radix).unwrap_or(usize::MAX))
                    .collect::<Vec<u64>>()
            };
            elements = elements.iter().flat_map(ring).collect();
        }
        elements
    }

    /// Returns the number of links from a node to the node at this offset from it.
    pub(crate) fn parallel_links(&self, offset: u64) -> u64 {
        wide(self.generators.iter().filter(|&&generator| generator == offset).count())
    }

    /// Returns the number of link types.
    pub(crate) fn links(&self) -> usize {
        self.generators.len()
    }

    /// Returns the node at the other end of a link.
    pub(crate) fn step(&self, node: u64, link: usize) -> u64 {
        self.product(node, self.generators[link])
    }

    /// Returns the number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.distances.len()
    }

    /// Returns the distance from node 0.
    pub(crate) fn distance(&self, node: u64) -> u64 {
        narrow(node, self.distances.len()).map_or(u64::MAX, |at| self.distances[at])
    }

    /// Returns the number of nodes at this distance or a greater one.
    pub(crate) fn nodes_from(&self, distance: u64) -> u64 {
        narrow(distance, self.beyond.len()).map_or(0, |at| self.beyond[at])
    }

    /// Returns the sum of all distances from a node.
    pub(crate) fn distances(&self) -> u128 {
        self.distances.iter().map(|&hops| u128::from(hops)).sum()
    }

    /// Returns the least weight of a route from node 0 to every node, each link type having a weight; none if
    /// one overflows.
    ///
    /// # Complexity
    /// Time O(nodes · links · log nodes), space O(nodes · links) (Dijkstra 1959).
    pub(crate) fn weighted_distances(&self, weights: &[u64]) -> Option<Vec<u64>> {
        let mut least = vec![u64::MAX; self.distances.len()];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        least[0] = 0;
        while let Some(Reverse((weight, node))) = queue.pop() {
            if narrow(node, least.len()).is_none_or(|at| least[at] < weight) {
                continue;
            }
            for (link, &more) in weights.iter().enumerate().take(self.generators.len()) {
                let to = self.step(node, link);
                let sum: u64 = weight.checked_add(more)?;
                if let Some(at) = narrow(to, least.len()).filter(|&at| sum < least[at]) {
                    least[at] = sum;
                    queue.push(Reverse((sum, to)));
                }
            }
        }
        Some(least)
    }

    /// Returns whether these numbers of uses of the links, in any order, lead from node 0 to a node; the
    /// generators must commute.
    pub(crate) fn leads_to(&self, uses: &[u64], node: u64) -> bool {
        let power = |generator: u64, uses: u64| {
            let (mut result, mut square, mut left) = (0, generator, uses);
            while left > 0 {
                if left % 2 == 1 {
                    result = self.product(result, square);
                }
                square = self.product(square, square);
                left /= 2;
            }
            result
        };
        let pairs = self.generators.iter().zip(uses);
        pairs.fold(0, |at, (&generator, &uses)| self.product(at, power(generator, uses))) == node
    }

    /// Returns the product left·right of two elements.
    pub(crate) fn product(&self, left: u64, right: u64) -> u64 {
        match &self.elements {
            Elements::Symmetric(n) => rank(&composed(&unrank(left, *n), &unrank(right, *n))),
            Elements::Cyclic(n) => (left + right) % n,
            Elements::Vectors(vectors) => vectors.sum(left, right),
            Elements::Wreath(n) => {
                let (row, place) = (left / n, left % n);
                (row ^ rotated(right / n, place, *n)) * n + (place + right % n) % n
            }
            Elements::Listed { elements, numbers } => {
                let element = |number| narrow(number, elements.len()).map(|at| &elements[at]);
                let product = element(left).zip(element(right)).map(|(left, right)| composed(left, right));
                // A group holds the products of its elements.
                product.and_then(|product| numbers.get(&product).copied()).unwrap_or(0)
            }
        }
    }

    /// Returns the element by which `left` is multiplied on the right to give `right`.
    pub(super) fn difference(&self, left: u64, right: u64) -> u64 {
        self.product(self.inverse(left), right)
    }

    /// Returns the inverse of an element.
    fn inverse(&self, a: u64) -> u64 {
        match &self.elements {
            Elements::Symmetric(n) => rank(&inverted(&unrank(a, *n))),
            Elements::Cyclic(n) => (n - a) % n,
            Elements::Vectors(vectors) => vectors.negative(a),
            Elements::Wreath(n) => {
                let back = (n - a % n) % n;
                rotated(a / n, back, *n) * n + back
            }
            Elements::Listed { elements, numbers } => {
                let inverse = narrow(a, elements.len()).map(|at| inverted(&elements[at]));
                inverse.and_then(|inverse| numbers.get(&inverse).copied()).unwrap_or(0)
            }
        }
    }
}

/// Returns the low n bits of y, rotated up by p < n places.
fn rotated(y: u64, p: u64, n: u64) -> u64 {
    // n is at most 17.
    ((y << p) | (y >> (n - p))) & ((1 << n) - 1)
}

/// Estimates the steps of a product of permutations of this number of symbols and of finding its number.
fn steps_of_listed(symbols: usize) -> u64 {
    16 * (wide(symbols) + 8)
}

/// A symbol of a permutation, which is an index of it.
trait Symbol: Copy {
    fn at(self) -> usize;
    fn of(index: usize) -> Self;
}

impl Symbol for u64 {
    fn at(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }

    fn of(index: usize) -> Self {
        wide(index)
    }
}

impl Symbol for u32 {
    fn at(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }

    fn of(index: usize) -> Self {
        Self::try_from(index).unwrap_or(Self::MAX)
    }
}

/// Returns the product of permutations: (a·b)\[i\] = a[b[i]].
fn composed<S: Symbol>(a: &[S], b: &[S]) -> Vec<S> {
    b.iter().map(|&i| a[i.at()]).collect()
}

fn inverted<S: Symbol>(a: &[S]) -> Vec<S> {
    let mut inverse = a.to_vec();
    for (index, symbol) in a.iter().enumerate() {
        inverse[symbol.at()] = S::of(index);
    }
    inverse
}

/// Returns the rank of a permutation in lexicographic order: by its first symbol, then by the rest among the
/// symbols left.
fn rank(permutation: &[u64]) -> u64 {
    let mut rank = 0;
    let mut left: Vec<u64> = (0..wide(permutation.len())).collect();
    for symbol in permutation {
        let before = left.iter().take_while(|&other| other < symbol).count();
        // Below 10!.
        rank = rank * wide(left.len()) + wide(before);
        left.retain(|other| other != symbol);
    }
    rank
}

/// Returns the permutation of n symbols with this rank.
fn unrank(mut index: u64, n: u64) -> Vec<u64> {
    // Digits of the factorial number system, the last symbol first.
    let mut digits: Vec<u64> = (1..=n)
        .map(|base| {
            let digit = index % base;
            index /= base;
            digit
        })
        .collect();
    digits.reverse();
    let mut left: Vec<u64> = (0..n).collect();
    digits.into_iter().filter_map(|digit| narrow(digit, left.len()).map(|at| left.remove(at))).collect()
}

/// Returns the generators as permutations of equally many symbols; refuses the identity, a repeated one, and
/// one without its inverse.
fn require_permutations(permutations: &[Vec<u64>]) -> Result<Vec<Vec<u32>>, Rejection> {
    let symbols = permutations.first().ok_or(Rejection::NoGenerators)?.len();
    let mut list: Vec<Vec<u32>> = Vec::with_capacity(permutations.len());
    let mut known = HashMap::new();
    for (index, permutation) in permutations.iter().enumerate() {
        let mut seen = vec![false; symbols];
        let mut images = Vec::with_capacity(symbols);
        for &symbol in permutation {
            let new = narrow(symbol, symbols).is_some_and(|at| !std::mem::replace(&mut seen[at], true));
            let image = u32::try_from(symbol).ok().filter(|_| new);
            images.push(image.ok_or(Rejection::NotAPermutation { index, symbols })?);
        }
        if images.len() != symbols {
            return Err(Rejection::NotAPermutation { index, symbols });
        }
        if images.iter().zip(0..).all(|(&image, i)| image == i) {
            return Err(Rejection::TrivialGenerator { index });
        }
        if let Some(first) = known.insert(images.clone(), index) {
            let place = format!("task.network.permutations[{index}]");
            return Err(Rejection::RepeatedGenerator { place, first });
        }
        list.push(images);
    }
    let all: HashSet<&Vec<u32>> = list.iter().collect();
    match list.iter().position(|images| !all.contains(&inverted(images))) {
        Some(index) => Err(Rejection::InverseMissing { index }),
        None => Ok(list),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::topology::{Network, Topology};

    fn families() -> Vec<wire::Network> {
        let family = |family, n| wire::Group::Family { family, n };
        let circulant = |n, steps: &[u64]| wire::Group::Circulant {
            family: wire::CirculantWord::Circulant,
            n,
            steps: steps.to_vec(),
        };
        let groups = vec![
            family(Family::Star, 4),
            family(Family::Pancake, 4),
            family(Family::BubbleSort, 4),
            family(Family::Complete, 6),
            family(Family::CubeConnectedCycles, 3),
            family(Family::CubeConnectedCycles, 4),
            family(Family::Butterfly, 3),
            circulant(12, &[1, 5]),
            circulant(8, &[4, 3]),
            wire::Group::Permutations { permutations: vec![vec![1, 2, 0], vec![2, 0, 1], vec![1, 0, 2]] },
        ];
        let lattice = |rows: &[&[u64]]| wire::Network::Lattice {
            matrix: rows.iter().map(|row| row.to_vec()).collect(),
        };
        let vectors = [
            wire::Network::hyperx(vec![4, 2, 3], None),
            wire::Network::hyperx(vec![2, 3], Some(vec![3, 2])),
            lattice(&[&[4, 0, 2], &[0, 2, 1], &[0, 0, 4]]),
            lattice(&[&[6, 2], &[0, 3]]),
            lattice(&[&[13, 8], &[0, 1]]),
        ];
        groups.into_iter().map(wire::Network::Cayley).chain(vectors).collect()
    }

    fn built(network: &wire::Network) -> Cayley {
        match Network::new(network, &Effort::new(u64::MAX)).expect("a good network").topology {
            Topology::Group(cayley) => cayley,
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn products_make_a_group_and_inverses_belong_to_them() {
        for group in families() {
            let cayley = built(&group);
            for a in 0..cayley.nodes {
                assert_eq!(cayley.product(0, a), a);
                assert_eq!(cayley.product(a, 0), a);
                assert_eq!(cayley.product(a, cayley.inverse(a)), 0, "{group:?}");
                for b in 0..cayley.nodes {
                    let c = (7 * a + 3 * b + 1) % cayley.nodes;
                    let (left, right) = (cayley.product(a, b), cayley.product(b, c));
                    assert!(left < cayley.nodes);
                    assert_eq!(cayley.product(left, c), cayley.product(a, right), "{group:?}");
                }
            }
        }
    }

    #[test]
    fn every_link_leads_back() {
        for group in families() {
            let cayley = built(&group);
            for node in 0..cayley.nodes {
                for link in 0..cayley.links() {
                    let there = cayley.step(node, link);
                    assert!((0..cayley.links()).any(|back| cayley.step(there, back) == node), "{group:?}");
                }
            }
        }
    }

    #[test]
    fn a_graph_with_parallel_links_is_no_torus() {
        let graph = |links| {
            let network = wire::Network::hyperx(vec![2, 3], Some(vec![links, 1]));
            built(&network)
        };
        let (plain, double) = (graph(1), graph(2));
        assert_eq!(plain.radices(), Some(vec![2, 3]));
        assert_eq!(double.radices(), None);
        assert_eq!((plain.parallel_links(3), double.parallel_links(3), double.parallel_links(4)), (1, 2, 0));
    }

    /// The permutations of three symbols, by a turn and an exchange: 3 · 2 elements as a torus has, whose
    /// generators do not commute.
    #[test]
    fn a_group_that_does_not_commute_is_no_torus() {
        let permutations = vec![vec![1, 2, 0], vec![2, 0, 1], vec![1, 0, 2]];
        let network = wire::Network::Cayley(wire::Group::Permutations { permutations });
        let cayley = built(&network);
        assert_eq!((cayley.nodes, cayley.radices()), (6, None));
    }
}
