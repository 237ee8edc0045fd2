//! Regular subgroups of the automorphisms of a graph: those with exactly one element from every node to every
//! other.
//!
//! A graph is a Cayley graph exactly if it has one (G. Sabidussi, *On a class of fixed-point-free graphs*,
//! 1958).

use super::closure::{NotAFreeGroup, free_elements};
use super::colored::{ColoredGraph, narrow, place};
use super::group::AutomorphismGroup;
use super::joined::orbits;
use super::partial::PartialPermutation;
use super::refine::{Partition, Refiner};
use super::sample::free_elements_of;
use super::{Budget, Spent};
use std::ops::ControlFlow;

/// Most search nodes on the path to the one that is visited.
const MAX_DEPTH: usize = 1 << 12;
/// Steps of the search for one generator of a chain of groups.
const STEPS_OF_A_GENERATOR: u64 = 1 << 20;
/// Steps of a random walk in the group, for each node.
const PRODUCT_STEPS: usize = 1 << 11;
/// Most automorphisms of a group, and most images of its generators, that are tried in a chain.
const MAX_TWISTS: usize = 32;
const MAX_IMAGES_OF_GENERATORS: usize = 1 << 12;

/// Whether a graph has a regular group of automorphisms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegularSubgroup {
    /// These generate one, each by the images of all nodes.
    Generated(Vec<Vec<u32>>),
    /// There is none, since no automorphism takes this node to node 0.
    NodesDiffer(u32),
    /// There is none: it would have an element of this prime order, but each automorphism of that order fixes
    /// a node.
    NoElementOfOrder(u64),
    /// There is none: all were tried.
    None,
    /// The steps were spent before the search ended.
    Undecided,
}

/// Searches a regular group of automorphisms, within a number of steps.
///
/// For every prime that divides the number of nodes it would have an element of this order (Cauchy), and only
/// its identity fixes a node. If there is such an element for each prime, a group is built: for the least
/// node to which the group so far does not take node 0, every automorphism that takes node 0 there is tried.
/// A partial map goes on at the end of its longest path, so that cycles close early. Before, some chains of
/// groups are tried, each normal in the next one, in which an image decides those of a whole orbit; they
/// begin with elements that a random walk of a fixed seed meets.
///
/// # Complexity
/// At most `steps` links and nodes are visited; O(n²) space.
///
/// # Examples
/// ```
/// use isotask::graph::{ColoredGraph, RegularSubgroup, automorphism_group, regular_subgroup};
/// let ring = ColoredGraph::new(&[0; 3], &[[0, 1], [1, 2], [2, 0]]);
/// let group = automorphism_group(&ring, 1 << 20);
/// let found = regular_subgroup(&ring, &group, 1 << 20);
/// assert!(matches!(found, RegularSubgroup::Generated(generators) if generators.len() == 1));
/// ```
#[must_use]
pub fn regular_subgroup(graph: &ColoredGraph, group: &AutomorphismGroup, steps: u64) -> RegularSubgroup {
    if let Some([_, other]) = group.different_nodes() {
        return RegularSubgroup::NodesDiffer(other);
    }
    if !group.is_complete() {
        return RegularSubgroup::Undecided;
    }
    let mut search = Search { graph, refiner: Refiner::new(graph), budget: Budget(steps), depth: 0 };
    search.run(group).unwrap_or(RegularSubgroup::Undecided)
}

/// Two partitions, of preimages and of images, that are refined alike.
struct Pair {
    from: Partition,
    to: Partition,
}

impl Pair {
    /// Returns the images of the nodes that are alone.
    fn images(&self) -> Vec<Option<usize>> {
        let mut images = vec![None; self.from.cells().map(|start| self.from.cell(start).len()).sum()];
        for start in self.from.cells() {
            if let (&[node], &[there]) = (self.from.cell(start), self.to.cell(start)) {
                images[node] = Some(there);
            }
        }
        images
    }
}

struct Search<'a> {
    graph: &'a ColoredGraph,
    refiner: Refiner<'a>,
    budget: Budget,
    depth: usize,
}

impl Search<'_> {
    fn run(&mut self, group: &AutomorphismGroup) -> Result<RegularSubgroup, Spent> {
        let root = self.refiner.root(&mut self.budget)?;
        let nodes = self.graph.nodes();
        let stabilizer = orbits(nodes, group.stabilizer());
        // The first base node is node 0, as all nodes stand in one cell. An element that takes it to a node
        // has a conjugate for each node of the orbit of that one under the stabilizer.
        let images = (1..nodes).filter(|&node| place(stabilizer[node]) == node);
        let images: Vec<usize> = images.collect();
        let identity = (0..nodes).map(narrow).collect::<Vec<_>>();
        let primes = primes(nodes);
        self.budget.spend(PRODUCT_STEPS * nodes)?;
        let sampled = free_elements_of(&primes, group.generators());
        for (&prime, _) in primes.iter().zip(&sampled).filter(|(_, known)| known.is_none()) {
            let mut is_found = false;
            for &there in &images {
                let mut stop = |_: &mut Self, _| Ok(ControlFlow::Break(()));
                is_found =
                    self.elements(&root, there, Wanted::of(Some(prime), &identity), &mut stop)?.is_break();
                if is_found {
                    break;
                }
            }
            if !is_found {
                let prime = u64::try_from(prime).expect("usize fits u64");
                return Ok(RegularSubgroup::NoElementOfOrder(prime));
            }
        }
        let half = self.budget.0 / 2;
        let starts = sampled.into_iter().flatten().rev().map(|images| vec![images]);
        for mut generators in starts.chain([Vec::new()]) {
            if let Some(elements) = self.closed(&generators)?
                && self.try_series(&root, &mut generators, &elements, half)?
            {
                return Ok(RegularSubgroup::Generated(without_needless(nodes, generators)));
            }
        }
        let mut found = None;
        let ended = self.extend(&root, &mut Vec::new(), &identity, &mut found)?;
        debug_assert_eq!(ended.is_break(), found.is_some());
        Ok(found.map_or(RegularSubgroup::None, |generators| {
            RegularSubgroup::Generated(without_needless(nodes, generators))
        }))
    }

    /// Tries all groups that contain a group and one more generator; stops at a regular one.
    fn extend(
        &mut self,
        root: &Partition,
        generators: &mut Vec<Vec<u32>>,
        elements: &[u32],
        found: &mut Option<Vec<Vec<u32>>>,
    ) -> Result<ControlFlow<()>, Spent> {
        let nodes = self.graph.nodes();
        let Some(there) = least_unreached(nodes, elements) else {
            *found = Some(generators.clone());
            return Ok(ControlFlow::Break(()));
        };
        let mut visit = |search: &mut Self, images: Vec<u32>| {
            generators.push(images);
            let closed = search.closed(generators)?;
            let ended = match closed {
                Some(elements) => search.extend(root, generators, &elements, found)?,
                None => ControlFlow::Continue(()),
            };
            generators.pop();
            Ok(ended)
        };
        let identity = &elements[..nodes];
        self.elements(root, there, Wanted::of(None, identity), &mut visit)
    }

    /// Extends a group by the first element that is found of some order and takes its elements to its
    /// elements by conjugation, and so on; returns whether a regular group is reached. Not all are tried, and
    /// some steps are left.
    fn try_series(
        &mut self,
        root: &Partition,
        generators: &mut Vec<Vec<u32>>,
        elements: &[u32],
        left: u64,
    ) -> Result<bool, Spent> {
        let nodes = self.graph.nodes();
        let Some(there) = least_unreached(nodes, elements) else { return Ok(true) };
        let order = elements.len() / nodes;
        let twists = twists(nodes, generators, elements);
        // In a regular Abelian group (x, g(x)) is an image of (0, g(0)), so that it is linked alike.
        let relation = [self.graph.weight(0, there), self.graph.weight(there, 0)];
        let wanted = twists.iter().map(|twist| (None, twist));
        for (relation, twist) in twists.first().map(|twist| (Some(relation), twist)).into_iter().chain(wanted)
        {
            for divisor in (2..=nodes).filter(|&divisor| nodes.is_multiple_of(divisor)) {
                // The least power of the element that is in the group has an exponent that divides its order.
                let fits =
                    |power: usize| divisor.is_multiple_of(power) && nodes.is_multiple_of(order * power);
                if self.budget.0 <= left || !(2..=divisor).any(fits) {
                    continue;
                }
                let wanted = Wanted { order: Some(divisor), relation, twist: [elements, twist] };
                let Some(images) = self.first_element(root, there, wanted) else { continue };
                generators.push(images);
                if let Some(elements) = self.closed(generators)?
                    && self.try_series(root, generators, &elements, left)?
                {
                    return Ok(true);
                }
                generators.pop();
            }
        }
        Ok(false)
    }

    /// Returns the first element that takes node 0 to a node and is as it is wanted; none if there is none or
    /// few steps do not find it.
    fn first_element(&mut self, root: &Partition, there: usize, wanted: Wanted<'_>) -> Option<Vec<u32>> {
        let rest = self.budget.0.saturating_sub(STEPS_OF_A_GENERATOR);
        self.budget.0 -= rest;
        let (depth, mut found) = (self.depth, None);
        let mut keep = |_: &mut Self, images| {
            found = Some(images);
            Ok(ControlFlow::Break(()))
        };
        let ended = self.elements(root, there, wanted, &mut keep);
        self.budget.0 += rest;
        self.depth = depth;
        found.filter(|_| ended.is_ok())
    }

    /// Returns the elements of a group, if it acts freely.
    fn closed(&mut self, generators: &[Vec<u32>]) -> Result<Option<Vec<u32>>, Spent> {
        let nodes = self.graph.nodes();
        let elements = match free_elements(nodes, generators, nodes * nodes) {
            Ok(elements) => elements,
            Err(NotAFreeGroup::FixesNode0 | NotAFreeGroup::TooLarge) => {
                self.budget.spend(nodes * generators.len())?;
                return Ok(None);
            }
        };
        self.budget.spend(elements.len() * generators.len())?;
        let fixes_none =
            |images: &[u32]| images.iter().enumerate().all(|(node, &image)| place(image) != node);
        Ok(elements.chunks_exact(nodes).skip(1).all(fixes_none).then_some(elements))
    }

    /// Visits the automorphisms that take node 0 to a node, as far as they are wanted, until a visit ends the
    /// search.
    fn elements(
        &mut self,
        root: &Partition,
        there: usize,
        wanted: Wanted<'_>,
        visit: &mut Visit<'_, Self>,
    ) -> Result<ControlFlow<()>, Spent> {
        let pair = Pair { from: root.clone(), to: root.clone() };
        match self.with_image(&pair, 0, there, wanted.twist)? {
            Some(pair) => self.choose_images(&pair, wanted, visit),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Returns the refined pair in which one node goes to another, and so do their images under elements and
    /// their conjugates; none if no automorphism does that.
    fn with_image(
        &mut self,
        pair: &Pair,
        node: usize,
        there: usize,
        twist: [&[u32]; 2],
    ) -> Result<Option<Pair>, Spent> {
        let mut last: Option<Pair> = None;
        let [own, conjugate] = twist.map(|elements| elements.chunks_exact(self.graph.nodes()));
        for (own, conjugate) in own.zip(conjugate) {
            let (node, there) = (place(own[node]), place(conjugate[there]));
            let Pair { from, to } = last.as_ref().unwrap_or(pair);
            if from.cell_of(node) != to.cell_of(there) {
                return Ok(None);
            }
            let (from, trace) = self.refiner.individualized(from, node, &mut self.budget)?;
            let (to, other) = self.refiner.individualized(to, there, &mut self.budget)?;
            if trace != other {
                return Ok(None);
            }
            last = Some(Pair { from, to });
        }
        Ok(last)
    }

    fn choose_images(
        &mut self,
        pair: &Pair,
        wanted: Wanted<'_>,
        visit: &mut Visit<'_, Self>,
    ) -> Result<ControlFlow<()>, Spent> {
        let go_on = Ok(ControlFlow::Continue(()));
        self.budget.spend(self.graph.nodes())?;
        let Some(known) = PartialPermutation::new(pair.images()) else { return go_on };
        let Wanted { order, relation, twist } = wanted;
        let is_too_long =
            |order: usize| known.longest > order || known.cycle.is_some_and(|cycle| cycle != order);
        if order.is_some_and(is_too_long) {
            return go_on;
        }
        let Some([end, start]) = known.open else {
            let images: Vec<usize> = known.image.into_iter().flatten().collect();
            self.budget.spend(self.graph.links_of_moved(&images))?;
            if self.graph.keeps(&images) {
                return visit(self, images.into_iter().map(narrow).collect());
            }
            return go_on;
        };
        let mut candidates = pair.to.cell(pair.from.cell_of(end)).to_vec();
        candidates.sort_unstable();
        if let Some(relation) = relation {
            let found = |there| [self.graph.weight(end, there), self.graph.weight(there, end)];
            candidates.retain(|&there| found(there) == relation);
        }
        // The image that closes the path is tried last; a path of full length must close.
        let length = order.or(known.cycle);
        let is_full = length == Some(known.longest);
        let may_close = candidates.contains(&start) && (is_full || length.is_none());
        candidates.retain(|&there| there != start && !is_full);
        for there in candidates.into_iter().chain(Some(start).filter(|_| may_close)) {
            let Some(next) = self.with_image(pair, end, there, twist)? else { continue };
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(Spent);
            }
            let ended = self.choose_images(&next, wanted, visit)?;
            self.depth -= 1;
            if ended.is_break() {
                return Ok(ended);
            }
        }
        go_on
    }
}

/// Which automorphisms are wanted.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    /// The length of their cycles, if any is given; else these are equally long.
    order: Option<usize>,
    /// The weights of the links from each node to its image and back, if they are given.
    relation: Option<[Option<u64>; 2]>,
    /// Elements of a group, each by the images of all nodes, and those to which conjugation takes them.
    twist: [&'w [u32]; 2],
}

impl<'w> Wanted<'w> {
    /// Wants cycles of one length, the given one if any.
    fn of(order: Option<usize>, identity: &'w [u32]) -> Self {
        Self { order, relation: None, twist: [identity, identity] }
    }
}

/// Returns automorphisms of a group that acts freely, the identity first, each by the elements to which the
/// elements go; only the identity if the generators have many images.
fn twists(nodes: usize, generators: &[Vec<u32>], elements: &[u32]) -> Vec<Vec<u32>> {
    let element = |index: usize| &elements[index * nodes..][..nodes];
    let order = elements.len() / nodes;
    let mut index_of = vec![usize::MAX; nodes];
    for index in 0..order {
        index_of[place(element(index)[0])] = index;
    }
    let mut found = vec![elements.to_vec()];
    let power = u32::try_from(generators.len()).ok().and_then(|power| order.checked_pow(power));
    for number in 0..power.filter(|&images| images <= MAX_IMAGES_OF_GENERATORS).unwrap_or(0) {
        let mut rest = number;
        let mut images = Vec::new();
        for _ in generators {
            images.push(rest % order);
            rest /= order;
        }
        // The elements come in the order in which generators make them of earlier ones.
        let mut goes_to = vec![usize::MAX; order];
        goes_to[0] = 0;
        let is_automorphism = (0..order).all(|index| {
            generators.iter().zip(&images).all(|(by, &image)| {
                let next = index_of[place(by[place(element(index)[0])])];
                let there = index_of[place(element(image)[place(element(goes_to[index])[0])])];
                let known = std::mem::replace(&mut goes_to[next], there);
                known == usize::MAX || known == there
            })
        });
        let mut sorted = goes_to.clone();
        sorted.sort_unstable();
        let is_permutation = (0..order).eq(sorted);
        let is_identity = (0..order).eq(goes_to.iter().copied());
        if is_automorphism && is_permutation && !is_identity && found.len() < MAX_TWISTS {
            found.push(goes_to.iter().flat_map(|&there| element(there)).copied().collect());
        }
    }
    found
}

/// What is done with the images of all nodes under an automorphism.
type Visit<'v, S> = dyn FnMut(&mut S, Vec<u32>) -> Result<ControlFlow<()>, Spent> + 'v;

/// Leaves out generators of a regular group without which the others generate it.
fn without_needless(nodes: usize, mut generators: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for index in (0..generators.len()).rev() {
        let mut rest = generators.clone();
        rest.remove(index);
        let elements = free_elements(nodes, &rest, nodes * nodes);
        if elements.is_ok_and(|elements| elements.len() == nodes * nodes) {
            generators = rest;
        }
    }
    generators
}

/// Returns the least node to which no element of a group takes node 0.
fn least_unreached(nodes: usize, elements: &[u32]) -> Option<usize> {
    let mut is_reached = vec![false; nodes];
    for images in elements.chunks_exact(nodes) {
        is_reached[place(images[0])] = true;
    }
    is_reached.iter().position(|&is_reached| !is_reached)
}

/// Returns the primes that divide a number, the least first.
fn primes(number: usize) -> Vec<usize> {
    let (mut left, mut primes) = (number, Vec::new());
    for divisor in 2..=number {
        if left.is_multiple_of(divisor) {
            primes.push(divisor);
            while left.is_multiple_of(divisor) {
                left /= divisor;
            }
        }
    }
    primes
}
