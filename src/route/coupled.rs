//! Directions when the length of a row limits its detours: a tree search whose failure is a proof.

use super::SearchBudget;
use super::directions::Run;
use crate::linear::{self, Choices, Column, Fractional, Mixture};
use crate::model::{IsotropicTask, Network, Node, OffsetClass, Way, wide};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// Most distinct offsets that the search looks at.
pub(super) const MOST_CLASSES: u64 = 4096;
/// Most routes over all offsets.
const MOST_ROUTES: usize = 1 << 18;
/// Most dimensions in which one packet may have a choice.
const MOST_CHOICES: usize = 12;
/// Most columns that one linear program may generate.
const MOST_COLUMNS: usize = 5_000;

/// A proof that no directions allow a number of slots: the nodes of a tree in preorder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectionTree {
    /// The nodes; a branch is followed by its two subtrees.
    pub nodes: Vec<DirectionTreeNode>,
}

/// A node of a [`DirectionTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectionTreeNode {
    /// Either at least `plus` packets of the class go + in the dimension, or at least n − `plus` + 1 of its n packets go −.
    Branch {
        /// Index of the class; a branch makes one new class, numbered after all others.
        class: usize,
        /// Index of the dimension.
        dimension: usize,
        /// The threshold, from 1 to n.
        plus: u64,
    },
    /// Link weights that refute all choices left open.
    Leaf {
        /// A weight for every link.
        weights: Vec<u64>,
    },
}

/// Why a number of slots is too small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// Weights that already refute it without a branch; they bind schedules of every kind.
    Weights(Vec<u64>),
    /// A tree with branches; it binds symmetric schedules.
    Tree(DirectionTree),
}

/// The answer to whether directions exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// Directions for every class.
    Found(Vec<Vec<Run>>),
    /// There are none.
    Refuted(Refutation),
    /// The budget did not suffice.
    Unknown,
}

/// One route of an offset.
#[derive(Debug, Clone)]
struct Route {
    minus: u64,
    hops: u64,
    /// `(link, hops)` for the links that it uses.
    uses: Vec<(usize, u64)>,
}

/// Packets of one offset with some directions fixed.
#[derive(Debug, Clone, Copy)]
struct Class {
    /// Index of the offset.
    offset: usize,
    count: u64,
    fixed_plus: u64,
    fixed_minus: u64,
}

impl Class {
    fn allows(&self, route: &Route) -> bool {
        route.minus & self.fixed_plus == 0 && route.minus & self.fixed_minus == self.fixed_minus
    }
}

/// All routes of at most `limit` hops for every offset; `None` if they are too many to list.
struct RouteTable {
    links: usize,
    ports: u32,
    limit: u64,
    /// For every offset its routes, by increasing mask.
    routes: Vec<Vec<Route>>,
    /// Whether the limit excludes a route of some offset.
    excludes: bool,
}

impl RouteTable {
    fn new(task: &IsotropicTask, classes: &[OffsetClass], limit: u64) -> Option<Self> {
        if u64::try_from(classes.len()).ok()? > MOST_CLASSES {
            return None;
        }
        let mut table = Self {
            links: usize::try_from(task.network().links()).ok()?,
            ports: task.ports(),
            limit,
            routes: Vec::with_capacity(classes.len()),
            excludes: false,
        };
        let mut listed = 0;
        for class in classes {
            let all = routes(task.network(), class.offset)?;
            let before = all.len();
            let short: Vec<Route> = all.into_iter().filter(|route| route.hops <= limit).collect();
            table.excludes |= short.len() < before;
            listed += short.len();
            table.routes.push(short);
            if listed > MOST_ROUTES {
                return None;
            }
        }
        Some(table)
    }
}

/// The routes of an offset: + or − in every dimension of two links in which it has a coordinate.
fn routes(network: &Network, offset: Node) -> Option<Vec<Route>> {
    let mut routes = vec![Route { minus: 0, hops: 0, uses: Vec::new() }];
    let mut choices = 0;
    for (index, ring) in network.dimensions().iter().enumerate() {
        let x = ring.coordinate(offset);
        if x == 0 {
            continue;
        }
        let extend = |route: &Route, way: Way| {
            let mut route = route.clone();
            let hops = ring.hops(x, way);
            route.hops += hops;
            route.minus |= u64::from(way == Way::Minus) << index;
            route.uses.push((wide(ring.link(way).0), hops));
            route
        };
        if ring.is_single_link() {
            routes = routes.iter().map(|route| extend(route, Way::Plus)).collect();
            continue;
        }
        choices += 1;
        if choices > MOST_CHOICES {
            return None;
        }
        let plus = routes.iter().map(|route| extend(route, Way::Plus));
        let minus = routes.iter().map(|route| extend(route, Way::Minus));
        routes = plus.chain(minus).collect();
    }
    routes.sort_by_key(|route| route.minus);
    Some(routes)
}

/// The choice problem of one node of the tree; it remembers which route each class took in which column.
struct Open<'a> {
    table: &'a RouteTable,
    classes: &'a [Class],
    /// For every generated column, for every class, the index of its route.
    chosen: Vec<Vec<usize>>,
    evaluations: u64,
}

impl Choices for Open<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let mut uses = vec![0; self.table.links];
        let mut chosen = Vec::with_capacity(self.classes.len());
        for class in self.classes {
            let routes = &self.table.routes[class.offset];
            let mut best: Option<(u128, usize)> = None;
            for (index, route) in routes.iter().enumerate().filter(|(_, route)| class.allows(route)) {
                let weight: u128 =
                    route.uses.iter().map(|&(link, hops)| u128::from(hops) * u128::from(weights[link])).sum();
                if best.is_none_or(|(least, _)| weight < least) {
                    best = Some((weight, index));
                }
                self.evaluations += 1;
            }
            let index = best.map_or(0, |(_, index)| index);
            chosen.push(index);
            if class.count > 0 {
                for &(link, hops) in &routes[index].uses {
                    uses[link] += hops * class.count;
                }
            }
        }
        self.chosen.push(chosen);
        Column { uses }
    }
}

/// Whether a class with packets has no route left.
fn is_stuck(table: &RouteTable, classes: &[Class]) -> bool {
    classes
        .iter()
        .any(|class| class.count > 0 && !table.routes[class.offset].iter().any(|route| class.allows(route)))
}

/// Classes without any route left but without packets either are left out of the choice problem by giving them no
/// weight; a class that is stuck refutes the node.
fn solve_node(table: &RouteTable, classes: &[Class], evaluations: &mut u64) -> (Fractional, Vec<Vec<usize>>) {
    if is_stuck(table, classes) {
        return (Fractional::Refuted { weights: vec![1; table.links] }, Vec::new());
    }
    let mut open = Open { table, classes, chosen: Vec::new(), evaluations: 0 };
    let answer = linear::refute_or_mix(table.links, table.ports, table.limit, &mut open, MOST_COLUMNS);
    *evaluations += open.evaluations;
    (answer, open.chosen)
}

fn whole_classes(classes: &[OffsetClass]) -> Vec<Class> {
    classes
        .iter()
        .enumerate()
        .map(|(offset, class)| Class { offset, count: class.count, fixed_plus: 0, fixed_minus: 0 })
        .collect()
}

/// Weights that refute `limit` slots without a branch, if the limit on hops excludes any route.
pub(super) fn refute_at_root(task: &IsotropicTask, classes: &[OffsetClass], limit: u64) -> Option<Vec<u64>> {
    let table = RouteTable::new(task, classes, limit)?;
    if !table.excludes {
        return None;
    }
    match solve_node(&table, &whole_classes(classes), &mut 0).0 {
        Fractional::Refuted { weights } => Some(weights),
        _ => None,
    }
}

/// Decides whether directions exist with no row and no column above `limit` and all hops within k · `limit`.
///
/// Depth first: at every node the fractional problem is solved exactly. Its refutation closes the node; its mixture
/// is rounded to directions, which end the search if they are good enough, and tells where to branch if not.
pub(super) fn decide(
    task: &IsotropicTask,
    classes: &[OffsetClass],
    limit: u64,
    budget: &SearchBudget<'_>,
) -> Decision {
    let Some(table) = RouteTable::new(task, classes, limit) else {
        return Decision::Unknown;
    };
    let mut tree = Vec::new();
    let mut open = vec![whole_classes(classes)];
    let mut evaluations = 0;
    while let Some(node) = open.pop() {
        if evaluations > budget.evaluations || (budget.stop)() {
            return Decision::Unknown;
        }
        let (answer, chosen) = solve_node(&table, &node, &mut evaluations);
        let mixture = match answer {
            Fractional::Unknown => return Decision::Unknown,
            Fractional::Refuted { weights } => {
                tree.push(DirectionTreeNode::Leaf { weights });
                continue;
            }
            Fractional::Possible(mixture) => mixture,
        };
        let shares = shares_of(&table, &node, &mixture, &chosen);
        let rounded = round(&table, &node, &shares, &mut evaluations);
        if makespan(&table, &load(&table, &node, &rounded)) <= limit {
            return Decision::Found(runs(&table, classes.len(), &node, &rounded));
        }
        let Some(branch) = branch(&table, &node, &shares) else {
            return Decision::Unknown;
        };
        open.push(child(&node, &branch, Way::Minus));
        open.push(child(&node, &branch, Way::Plus));
        tree.push(DirectionTreeNode::Branch {
            class: branch.class,
            dimension: branch.dimension,
            plus: branch.plus,
        });
    }
    Decision::Refuted(match tree.as_slice() {
        [DirectionTreeNode::Leaf { weights }] => Refutation::Weights(weights.clone()),
        _ => Refutation::Tree(DirectionTree { nodes: tree }),
    })
}

/// For every class how many packets, in fractions, take each route; only positive shares, by route.
fn shares_of(
    table: &RouteTable,
    classes: &[Class],
    mixture: &Mixture,
    chosen: &[Vec<usize>],
) -> Vec<Vec<(usize, BigRational)>> {
    classes
        .iter()
        .enumerate()
        .map(|(index, class)| {
            let mut shares = vec![BigRational::zero(); table.routes[class.offset].len()];
            for (column, share) in &mixture.shares {
                shares[chosen[*column][index]] += share * BigRational::from_integer(class.count.into());
            }
            shares.into_iter().enumerate().filter(|(_, share)| !share.is_zero()).collect()
        })
        .collect()
}

/// Whole numbers of packets for every route near the fractional shares: floors, then the rest where it hurts least, then single
/// packets move as long as that helps.
fn round(
    table: &RouteTable,
    classes: &[Class],
    shares: &[Vec<(usize, BigRational)>],
    evaluations: &mut u64,
) -> Vec<Vec<u64>> {
    let mut counts: Vec<Vec<u64>> = classes
        .iter()
        .zip(shares)
        .map(|(class, shares)| {
            let mut counts = vec![0; table.routes[class.offset].len()];
            for (route, share) in shares {
                counts[*route] = share.floor().to_integer().to_u64().expect("a share is at most its class");
            }
            counts
        })
        .collect();
    let mut loads = load(table, classes, &counts);
    for (index, class) in classes.iter().enumerate() {
        let placed: u64 = counts[index].iter().sum();
        for _ in placed..class.count {
            let best = best_route(table, class, &loads, evaluations);
            counts[index][best] += 1;
            shift(&mut loads, &table.routes[class.offset][best], 1);
        }
    }
    improve(table, classes, &mut counts, &mut loads, evaluations);
    counts
}

fn best_route(table: &RouteTable, class: &Class, loads: &[i128], evaluations: &mut u64) -> usize {
    let routes = &table.routes[class.offset];
    (0..routes.len())
        .filter(|&route| class.allows(&routes[route]))
        .min_by_key(|&route| {
            *evaluations += 1;
            let mut loads = loads.to_vec();
            shift(&mut loads, &routes[route], 1);
            (quality(table, &loads), routes[route].hops, route)
        })
        .expect("a class that has packets to place has a route")
}

/// Moves single packets to other routes while that lowers the makespan, or the number of links that reach it.
fn improve(
    table: &RouteTable,
    classes: &[Class],
    counts: &mut [Vec<u64>],
    loads: &mut [i128],
    evaluations: &mut u64,
) {
    let mut best = quality(table, loads);
    let mut improved = true;
    while improved {
        improved = false;
        for (index, class) in classes.iter().enumerate() {
            let routes = &table.routes[class.offset];
            for from in 0..routes.len() {
                for to in 0..routes.len() {
                    if from == to || counts[index][from] == 0 || !class.allows(&routes[to]) {
                        continue;
                    }
                    *evaluations += 1;
                    shift(loads, &routes[from], -1);
                    shift(loads, &routes[to], 1);
                    let now = quality(table, loads);
                    if now < best {
                        (best, improved) = (now, true);
                        counts[index][from] -= 1;
                        counts[index][to] += 1;
                    } else {
                        shift(loads, &routes[from], 1);
                        shift(loads, &routes[to], -1);
                    }
                }
            }
        }
    }
}

fn shift(loads: &mut [i128], route: &Route, by: i128) {
    for &(link, hops) in &route.uses {
        loads[link] += by * i128::from(hops);
    }
}

/// The makespan, then how much stands in its way: the links that reach it, and all hops where the ports set it. Less is better.
fn quality(table: &RouteTable, loads: &[i128]) -> (i128, usize, i128) {
    let sum: i128 = loads.iter().sum();
    let greatest = loads.iter().copied().max().unwrap_or(0);
    let ports = i128::from(table.ports);
    let by_ports = (sum + ports - 1) / ports;
    let tight = loads.iter().filter(|&&load| load >= by_ports.max(greatest)).count();
    (greatest.max(by_ports), tight, if by_ports >= greatest { sum } else { 0 })
}

fn load(table: &RouteTable, classes: &[Class], counts: &[Vec<u64>]) -> Vec<i128> {
    let mut loads = vec![0_i128; table.links];
    for (class, counts) in classes.iter().zip(counts) {
        for (route, &count) in table.routes[class.offset].iter().zip(counts) {
            shift(&mut loads, route, i128::from(count));
        }
    }
    loads
}

fn makespan(table: &RouteTable, loads: &[i128]) -> u64 {
    u64::try_from(quality(table, loads).0).expect("hops are counted in 63 bits")
}

/// The directions of the original classes: those of all parts that they were divided into.
fn runs(table: &RouteTable, originals: usize, classes: &[Class], counts: &[Vec<u64>]) -> Vec<Vec<Run>> {
    let mut totals: Vec<Vec<u64>> = table.routes.iter().map(|routes| vec![0; routes.len()]).collect();
    for (class, counts) in classes.iter().zip(counts) {
        for (total, count) in totals[class.offset].iter_mut().zip(counts) {
            *total += count;
        }
    }
    (0..originals)
        .map(|offset| {
            table.routes[offset]
                .iter()
                .zip(&totals[offset])
                .filter(|(_, count)| **count > 0)
                .map(|(route, &count)| Run { minus: route.minus, count })
                .collect()
        })
        .collect()
}

struct Branch {
    class: usize,
    dimension: usize,
    plus: u64,
}

/// Where to branch: a class and dimension whose packets go + in a fractional number, else any class that still mixes routes.
fn branch(table: &RouteTable, classes: &[Class], shares: &[Vec<(usize, BigRational)>]) -> Option<Branch> {
    let mut mixed = None;
    for (index, (class, shares)) in classes.iter().zip(shares).enumerate() {
        if shares.len() < 2 {
            continue;
        }
        let routes = &table.routes[class.offset];
        let differing = shares
            .iter()
            .fold(0, |mask, (route, _)| mask | (routes[*route].minus ^ routes[shares[0].0].minus));
        for dimension in (0..64).filter(|bit| differing >> bit & 1 == 1) {
            let going_plus: BigRational = shares
                .iter()
                .filter(|(route, _)| routes[*route].minus >> dimension & 1 == 0)
                .map(|(_, share)| share)
                .sum();
            let up = going_plus.ceil().to_integer();
            let plus = up.max(BigInt::from(1)).to_u64().expect("a share is at most its class");
            let candidate = Branch { class: index, dimension, plus };
            if !going_plus.is_integer() {
                return Some(candidate);
            }
            mixed.get_or_insert(candidate);
        }
    }
    mixed
}

/// The classes of one side of a branch.
fn child(classes: &[Class], branch: &Branch, way: Way) -> Vec<Class> {
    let mut classes = classes.to_vec();
    let class = classes[branch.class];
    let bit = 1 << branch.dimension;
    let (count, fixed_plus, fixed_minus) = match way {
        Way::Plus => (branch.plus, class.fixed_plus | bit, class.fixed_minus),
        Way::Minus => (class.count - branch.plus + 1, class.fixed_plus, class.fixed_minus | bit),
    };
    classes[branch.class] = Class { count, fixed_plus, fixed_minus, ..class };
    classes.push(Class { count: class.count - count, ..class });
    classes
}
