//! Chooses directions when the length of a row limits its detours, by a tree search whose failure is a proof.

use super::directions::Run;
use super::relaxation::{Multipliers, ONE, Relaxed, refutes, relax};
use super::rounding::round;
pub(super) use super::table::MAX_CLASSES;
use super::table::{Case, Class, Route, RouteTable, Window};
use crate::linear::{self, Choices, Column, Fractional};
use crate::model::{IsotropicTask, OffsetClass, count_of};
use crate::wire::DirectionNode;
use num_traits::ToPrimitive;

/// Most columns that one exact linear program may generate.
const MAX_ROOT_COLUMNS: usize = 5_000;
/// Most search nodes of a tree.
const MAX_TREE_NODES: usize = 100_000;
/// Most choices, summed over all leaves of a tree, that a checker must weigh.
const MAX_CHECKED_CHOICES: u64 = 1 << 26;
/// Most numbers in a window of packets going + that is narrowed to one number before the search branches on
/// classes.
const NARROW_WINDOW: u64 = 16;
/// Pairs of moves are tried at the first search nodes, then at every node whose number is divisible by this.
const PAIRS_PERIOD: usize = 16;

/// A proof that no directions allow a number of slots: the nodes of a tree in preorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectionTree {
    /// The nodes; a branch or division is followed by its two subtrees.
    pub nodes: Vec<DirectionTreeNode>,
}

/// A node of a [`DirectionTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectionTreeNode {
    /// Either at least `plus` packets of the class go + in the dimension, or at least n − `plus` + 1 of its n
    /// packets go −.
    Branch {
        /// Index of the class; a branch makes one new class, numbered after all others.
        class: usize,
        /// Index of the dimension.
        dimension: usize,
        /// The threshold, from 1 to n.
        plus: u64,
    },
    /// Either at least `plus` of all packets go + in the dimension, or at most `plus` − 1 do.
    Divide {
        /// Index of the dimension.
        dimension: usize,
        /// The threshold, above the least number that is open and at most the greatest.
        plus: u64,
    },
    /// Multipliers that refute all choices left open.
    Leaf {
        /// A weight for every link.
        weights: Vec<u64>,
        /// A multiplier for every dimension of the number of packets that go + in it; empty if all are 0.
        plus: Vec<i64>,
    },
}

impl DirectionTree {
    /// Returns the nodes as documents have them.
    #[must_use]
    pub fn to_wire(&self) -> Vec<DirectionNode> {
        let node = |node: &DirectionTreeNode| match node {
            DirectionTreeNode::Branch { class, dimension, plus } => DirectionNode::Branch {
                class: count_of(*class),
                dimension: count_of(*dimension),
                plus: *plus,
            },
            DirectionTreeNode::Divide { dimension, plus } => {
                DirectionNode::Divide { dimension: count_of(*dimension), plus: *plus }
            }
            DirectionTreeNode::Leaf { weights, plus } => {
                DirectionNode::Leaf { weights: weights.clone(), plus: plus.clone() }
            }
        };
        self.nodes.iter().map(node).collect()
    }
}

/// A refutation of a number of slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// Weights that refute it without a branch, for schedules of every kind.
    Weights(Vec<u64>),
    /// A tree with branches, which refutes it for symmetric schedules.
    Tree(DirectionTree),
}

/// The answer to the question whether directions exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// Directions for every class.
    Found(Vec<Vec<Run>>),
    /// No directions exist.
    Refuted(Refutation),
    /// The budget did not suffice.
    Unknown,
}

/// The choice problem without a branch, for [`linear`].
struct Open<'a> {
    table: &'a RouteTable,
    classes: &'a [Class],
}

impl Choices for Open<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let mut uses = vec![0; self.table.links];
        for class in self.classes.iter().filter(|class| class.count > 0) {
            let weight = |route: &Route| -> u128 {
                route.uses.iter().map(|&(link, hops)| u128::from(hops) * u128::from(weights[link])).sum()
            };
            let best = self.table.allowed(class).map(|(_, route)| route).min_by_key(|route| weight(route));
            for &(link, hops) in &best.expect("no class is stuck").uses {
                uses[link] += hops * class.count;
            }
        }
        Column { uses }
    }
}

/// Returns weights that refute `limit` slots without a branch, if the limit on hops excludes any route.
pub(super) fn refute_at_root(task: &IsotropicTask, classes: &[OffsetClass], limit: u64) -> Option<Vec<u64>> {
    let table = RouteTable::new(task, classes, limit)?;
    if !table.excludes {
        return None;
    }
    let whole = Case::whole(&table, classes);
    if whole.is_stuck(&table) {
        return Some(vec![1; table.links]);
    }
    let mut open = Open { table: &table, classes: &whole.classes };
    match linear::refute_or_mix(table.links, table.ports, limit, &mut open, MAX_ROOT_COLUMNS) {
        Fractional::Refuted { weights } => Some(weights),
        _ => None,
    }
}

/// A search node; nodes stand in the order of their creation.
enum SearchNode {
    Open,
    Leaf(Multipliers),
    /// The nodes of the two children.
    Inner(Split, [usize; 2]),
}

/// How a case is divided in two.
#[derive(Debug, Clone, Copy)]
struct Split {
    /// The class whose packets are divided; `None` for the packets of all classes.
    class: Option<usize>,
    dimension: usize,
    plus: u64,
    /// Whether the second child is looked at first.
    second_first: bool,
}

/// Decides whether directions exist with no row and no column above `limit` and all hops within k · `limit`.
///
/// At every node the fractional problem is solved. Multipliers close the node. Otherwise its shares are
/// rounded to directions, which end the search if they fit; if not, the shares tell where to branch: on the
/// number of packets that go + in a dimension, which fixes the difference of its two sums, then on single
/// classes. Of two children the one nearer to the shares is searched first. Work is taken from `left`.
pub(super) fn decide(
    task: &IsotropicTask,
    classes: &[OffsetClass],
    limit: u64,
    stop: &dyn Fn() -> bool,
    left: &mut u64,
) -> Decision {
    let Some(table) = RouteTable::new(task, classes, limit) else {
        return Decision::Unknown;
    };
    let mut nodes = vec![SearchNode::Open];
    let mut open = vec![(0, Case::whole(&table, classes))];
    let mut weighed = 0;
    while let Some((place, mut case)) = open.pop() {
        if *left == 0 || nodes.len() > MAX_TREE_NODES || weighed > MAX_CHECKED_CHOICES || stop() {
            return Decision::Unknown;
        }
        let mut work = 1;
        let shares = match close(&table, &mut case, &mut work) {
            Relaxed::Refuted(multipliers) => {
                *left = left.saturating_sub(work);
                weighed += choices(&table, &case);
                nodes[place] = SearchNode::Leaf(multipliers);
                continue;
            }
            Relaxed::Shares(shares) => shares,
        };
        let pairs = nodes.len() < 4 * PAIRS_PERIOD || (nodes.len() / 2).is_multiple_of(PAIRS_PERIOD);
        let rounded = round(&table, &case, &shares, pairs, &mut work);
        *left = left.saturating_sub(work);
        if rounded.excess(&table) == 0 {
            return Decision::Found(runs(&table, &case, &rounded.counts));
        }
        let Some(split) = divide(&table, &case, &shares) else {
            return Decision::Unknown;
        };
        let children = [nodes.len(), nodes.len() + 1];
        nodes.extend([SearchNode::Open, SearchNode::Open]);
        nodes[place] = SearchNode::Inner(split, children);
        let [first, second] = halves(case, split);
        let (first, second) = ((children[0], first), (children[1], second));
        open.extend(if split.second_first { [first, second] } else { [second, first] });
    }
    Decision::Refuted(refutation(&nodes))
}

/// Returns multipliers that refute a case, or else shares. A case in which everything is fixed is refuted by
/// one link, by all hops or by one number of packets going +, so every branch of the search ends.
fn close(table: &RouteTable, case: &mut Case, work: &mut u64) -> Relaxed {
    let (links, dimensions) = (table.links, case.windows.len());
    if case.is_stuck(table) {
        return Relaxed::Refuted(Multipliers { weights: vec![1; links], plus: vec![0; dimensions] });
    }
    let relaxed = relax(table, case, work);
    let is_fixed = |class: &Class| class.count == 0 || table.allowed(class).nth(1).is_none();
    if matches!(relaxed, Relaxed::Refuted(_)) || !case.classes.iter().all(is_fixed) {
        return relaxed;
    }
    let unit = |length: usize, place: usize| (0..length).map(move |i| u64::from(i == place));
    let plain = (0..links).map(|link| unit(links, link).collect()).chain([vec![1; links]]);
    let by_weights = plain.map(|weights| Multipliers { weights, plus: vec![0; dimensions] });
    let by_plus = (0..dimensions).flat_map(|i| [1, -1].map(|sign| (i, sign))).map(|(i, sign)| Multipliers {
        weights: vec![0; links],
        plus: unit(dimensions, i).map(|one| if one == 1 { sign } else { 0 }).collect(),
    });
    by_weights.chain(by_plus).find(|plain| refutes(table, case, plain)).map_or(relaxed, Relaxed::Refuted)
}

/// Returns an upper bound on the choices that a leaf weighs.
fn choices(table: &RouteTable, case: &Case) -> u64 {
    let with_packets = case.classes.iter().filter(|class| class.count > 0);
    with_packets
        .map(|class| {
            let fixed = class.fixed_plus | class.fixed_minus;
            let routes = &table.routes[class.offset];
            let choosing = routes.first().map_or(0, |route| route.plus | route.minus);
            1 << (choosing & !fixed).count_ones()
        })
        .sum()
}

/// Returns the tree in preorder, or the weights of its only leaf.
fn refutation(nodes: &[SearchNode]) -> Refutation {
    if let [SearchNode::Leaf(Multipliers { weights, .. })] = nodes {
        return Refutation::Weights(weights.clone());
    }
    let mut tree = Vec::with_capacity(nodes.len());
    let mut next = vec![0];
    while let Some(place) = next.pop() {
        match &nodes[place] {
            SearchNode::Open => unreachable!("all cases are closed"),
            SearchNode::Leaf(Multipliers { weights, plus }) => {
                let plus = if plus.iter().all(|&u| u == 0) { Vec::new() } else { plus.clone() };
                tree.push(DirectionTreeNode::Leaf { weights: weights.clone(), plus });
            }
            SearchNode::Inner(split, [first, second]) => {
                let Split { dimension, plus, .. } = *split;
                tree.push(match split.class {
                    Some(class) => DirectionTreeNode::Branch { class, dimension, plus },
                    None => DirectionTreeNode::Divide { dimension, plus },
                });
                next.extend([*second, *first]);
            }
        }
    }
    Refutation::Tree(DirectionTree { nodes: tree })
}

/// Returns the directions of the original classes, gathered from all parts into which they were divided.
fn runs(table: &RouteTable, case: &Case, counts: &[Vec<u64>]) -> Vec<Vec<Run>> {
    let mut totals: Vec<Vec<u64>> = table.routes.iter().map(|routes| vec![0; routes.len()]).collect();
    for (class, counts) in case.classes.iter().zip(counts) {
        for (total, count) in totals[class.offset].iter_mut().zip(counts) {
            *total += count;
        }
    }
    let runs = |(routes, counts): (&Vec<Route>, &Vec<u64>)| {
        let taken = routes.iter().zip(counts).filter(|(_, count)| **count > 0);
        taken.map(|(route, &count)| Run { minus: route.minus, count }).collect()
    };
    table.routes.iter().zip(&totals).map(runs).collect()
}

/// A number of packets in units of 1 / [`ONE`], split into whole part and fraction.
struct SplitNumber {
    floor: u64,
    above: i128,
}

impl SplitNumber {
    fn new(sum: i128) -> Self {
        // A number within 2⁻¹⁶ of a whole number counts as whole.
        let one = i128::from(ONE);
        let floor = (sum + (one >> 16)).div_euclid(one);
        Self { floor: floor.to_u64().unwrap_or(0), above: (sum - floor * one).max(0) }
    }

    fn is_whole(&self) -> bool {
        self.above <= i128::from(ONE >> 16)
    }

    fn distance(&self) -> i128 {
        self.above.min(i128::from(ONE) - self.above)
    }

    fn is_below_half(&self) -> bool {
        self.above * 2 < i128::from(ONE)
    }
}

/// Returns how many packets of a class go + in a dimension, in units of 1 / [`ONE`].
fn going_plus(routes: &[Route], class: &Class, shares: &[(usize, i64)], dimension: usize) -> i128 {
    let plus = shares.iter().filter(|(route, _)| routes[*route].plus >> dimension & 1 == 1);
    plus.map(|&(_, share)| i128::from(share) * i128::from(class.count)).sum()
}

/// Returns where to divide a case; `None` if everything is fixed.
fn divide(table: &RouteTable, case: &Case, shares: &[Vec<(usize, i64)>]) -> Option<Split> {
    split_by_dimension(table, case, shares).or_else(|| split_by_class(table, case, shares))
}

/// Divides by the number of packets that go + in a dimension, if that is fractional, or open within a narrow
/// window.
fn split_by_dimension(table: &RouteTable, case: &Case, shares: &[Vec<(usize, i64)>]) -> Option<Split> {
    let mut best: Option<(i128, Split)> = None;
    for (dimension, &Window { least, most }) in case.windows.iter().enumerate() {
        if least == most {
            continue;
        }
        let parts = case.classes.iter().zip(shares).filter(|(class, _)| class.count > 0);
        let sum = parts
            .map(|(class, shares)| going_plus(&table.routes[class.offset], class, shares, dimension))
            .sum();
        let mixed = SplitNumber::new(sum);
        let split = |plus, second_first| Split { class: None, dimension, plus, second_first };
        let candidate = if !mixed.is_whole() && (least..most).contains(&mixed.floor) {
            (mixed.distance(), split(mixed.floor + 1, mixed.is_below_half()))
        } else if most - least < NARROW_WINDOW {
            let near = mixed.floor.clamp(least, most);
            (0, if near > least { split(near, false) } else { split(near + 1, true) })
        } else {
            continue;
        };
        if best.as_ref().is_none_or(|(distance, _)| candidate.0 > *distance) {
            best = Some(candidate);
        }
    }
    best.map(|(_, split)| split)
}

/// Divides by the packets of the class that is most fractional, or else of any class that has a choice.
fn split_by_class(table: &RouteTable, case: &Case, shares: &[Vec<(usize, i64)>]) -> Option<Split> {
    let mut best: Option<(i128, Split)> = None;
    for (index, (class, shares)) in case.classes.iter().zip(shares).enumerate() {
        let routes = &table.routes[class.offset];
        let open = |dimension: &usize| {
            let (mut plus, mut minus) = (false, false);
            for (_, route) in table.allowed(class) {
                plus |= route.plus >> dimension & 1 == 1;
                minus |= route.minus >> dimension & 1 == 1;
            }
            plus && minus
        };
        if class.count == 0 {
            continue;
        }
        for dimension in (0..case.windows.len()).filter(open) {
            let mixed = SplitNumber::new(going_plus(routes, class, shares, dimension));
            let split = |plus, second_first| Split { class: Some(index), dimension, plus, second_first };
            let candidate = if !mixed.is_whole() && mixed.floor < class.count {
                (mixed.distance(), split(mixed.floor + 1, mixed.is_below_half()))
            } else if mixed.floor == 0 {
                (0, split(1, true))
            } else {
                (0, split(mixed.floor.min(class.count), false))
            };
            if best.as_ref().is_none_or(|(distance, _)| candidate.0 > *distance) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(_, split)| split)
}

/// Returns the cases of both sides.
fn halves(case: Case, split: Split) -> [Case; 2] {
    let Split { dimension, plus, .. } = split;
    let (mut first, mut second) = (case.clone(), case);
    let Some(index) = split.class else {
        first.windows[dimension].least = plus;
        second.windows[dimension].most = plus - 1;
        return [first, second];
    };
    let class = first.classes[index];
    let bit = 1 << dimension;
    let forward = Class { count: plus, fixed_plus: class.fixed_plus | bit, ..class };
    let backward = Class { count: class.count - plus + 1, fixed_minus: class.fixed_minus | bit, ..class };
    for (case, part) in [(&mut first, forward), (&mut second, backward)] {
        case.classes[index] = part;
        case.classes.push(Class { count: class.count - part.count, ..class });
        case.hints.push(case.hints[index]);
    }
    [first, second]
}
