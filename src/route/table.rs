//! The routes of every offset under a limit on hops, and the cases of the search, in which some directions
//! are fixed.

use crate::model::{IsotropicTask, Network, Node, OffsetClass, Way, wide};

/// Most distinct offsets of a task that the search accepts.
pub(super) const MAX_CLASSES: u64 = 4096;
/// Most routes over all offsets.
const MAX_ROUTES_IN_TABLE: usize = 1 << 18;
/// Most dimensions in which one packet may have a choice.
const MAX_CHOICE_DIMENSIONS: usize = 12;

/// One route of an offset.
#[derive(Debug, Clone)]
pub(super) struct Route {
    /// Bit i: the route goes − in dimension i.
    pub(super) minus: u64,
    /// Bit i: the route goes + in dimension i, in which it could have gone −.
    pub(super) plus: u64,
    /// All hops.
    pub(super) hops: u64,
    /// `(link, hops)` for the links that it uses.
    pub(super) uses: Vec<(usize, u64)>,
}

/// Packets of one offset with some directions fixed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class {
    /// Index of the offset.
    pub(super) offset: usize,
    pub(super) count: u64,
    pub(super) fixed_plus: u64,
    pub(super) fixed_minus: u64,
}

impl Class {
    pub(super) fn allows(&self, route: &Route) -> bool {
        route.minus & self.fixed_plus == 0 && route.minus & self.fixed_minus == self.fixed_minus
    }
}

/// All routes of at most `limit` hops for every offset.
#[derive(Debug)]
pub(super) struct RouteTable {
    pub(super) links: usize,
    pub(super) ports: u32,
    pub(super) limit: u64,
    /// For every offset its routes, by increasing mask.
    pub(super) routes: Vec<Vec<Route>>,
    /// For every dimension how many packets choose between + and −.
    pub(super) choosing: Vec<u64>,
    /// Whether the limit excludes a route of some offset.
    pub(super) excludes: bool,
}

impl RouteTable {
    /// Lists the routes; `None` if they are too many.
    pub(super) fn new(task: &IsotropicTask, classes: &[OffsetClass], limit: u64) -> Option<Self> {
        if u64::try_from(classes.len()).ok()? > MAX_CLASSES {
            return None;
        }
        let rings = task.network().dimensions();
        let mut table = Self {
            links: usize::try_from(task.network().links()).ok()?,
            ports: task.ports(),
            limit,
            routes: Vec::with_capacity(classes.len()),
            choosing: vec![0; rings.len()],
            excludes: false,
        };
        let mut listed = 0;
        for class in classes {
            for (choosing, ring) in table.choosing.iter_mut().zip(rings) {
                if !ring.is_single_link() && ring.coordinate(class.offset) != 0 {
                    *choosing += class.count;
                }
            }
            let all = routes(task.network(), class.offset)?;
            let before = all.len();
            let short: Vec<Route> = all.into_iter().filter(|route| route.hops <= limit).collect();
            table.excludes |= short.len() < before;
            listed += short.len();
            table.routes.push(short);
            if listed > MAX_ROUTES_IN_TABLE {
                return None;
            }
        }
        Some(table)
    }

    /// Returns the routes that a class may take, with their indices.
    pub(super) fn allowed<'a>(&'a self, class: &'a Class) -> impl Iterator<Item = (usize, &'a Route)> {
        self.routes[class.offset].iter().enumerate().filter(|(_, route)| class.allows(route))
    }
}

/// Returns the routes of an offset: + or − in every dimension of two links in which it has a coordinate.
fn routes(network: &Network, offset: Node) -> Option<Vec<Route>> {
    let mut routes = vec![Route { minus: 0, plus: 0, hops: 0, uses: Vec::new() }];
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
            route.plus |= u64::from(way == Way::Plus && !ring.is_single_link()) << index;
            route.uses.push((wide(ring.link(way).0), hops));
            route
        };
        if ring.is_single_link() {
            routes = routes.iter().map(|route| extend(route, Way::Plus)).collect();
            continue;
        }
        choices += 1;
        if choices > MAX_CHOICE_DIMENSIONS {
            return None;
        }
        let plus = routes.iter().map(|route| extend(route, Way::Plus));
        let minus = routes.iter().map(|route| extend(route, Way::Minus));
        routes = plus.chain(minus).collect();
    }
    routes.sort_by_key(|route| route.minus);
    Some(routes)
}

/// Bounds on how many of the packets that choose in one dimension go +.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) least: u64,
    pub(super) most: u64,
}

/// A case of the search: classes with some directions fixed, and bounds on how many packets go + in every
/// dimension.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) classes: Vec<Class>,
    /// For every dimension the bounds on the packets that go +.
    pub(super) windows: Vec<Window>,
    /// For every class a route to start with; it need not be allowed.
    pub(super) hints: Vec<usize>,
}

impl Case {
    /// Returns the case in which nothing is fixed.
    pub(super) fn whole(table: &RouteTable, classes: &[OffsetClass]) -> Self {
        let class = |(offset, class): (usize, &OffsetClass)| Class {
            offset,
            count: class.count,
            fixed_plus: 0,
            fixed_minus: 0,
        };
        let windows = table.choosing.iter().map(|&most| Window { least: 0, most }).collect();
        let shortest = |routes: &Vec<Route>| {
            (0..routes.len()).min_by_key(|&route| routes[route].hops).unwrap_or_default()
        };
        Self {
            classes: classes.iter().enumerate().map(class).collect(),
            windows,
            hints: table.routes.iter().map(shortest).collect(),
        }
    }

    /// Returns whether some class with packets has no route left.
    pub(super) fn is_stuck(&self, table: &RouteTable) -> bool {
        self.classes.iter().any(|class| class.count > 0 && table.allowed(class).next().is_none())
    }
}
