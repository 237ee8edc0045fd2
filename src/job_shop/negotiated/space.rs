//! The network through which packets are routed: states, arcs between them, and the resources of arcs.

use crate::model::{ArcOrbits, DemandsTask, Node, Subgroup, wide};

/// No resource.
const NO_RESOURCE: u32 = u32::MAX;

/// States and arcs, and the resources that an arc takes for the slot in which a packet goes over it.
///
/// A state is a position of a packet, a resource is a link or the ports of a node. Arcs may share a link:
/// those that a group takes into each other do.
#[derive(Debug)]
pub(super) struct Space {
    /// The first arc of each state, and their number at the end.
    first: Vec<u32>,
    to: Vec<u32>,
    from: Vec<u32>,
    /// The arcs that enter each state, and where those of a state begin.
    entering: Vec<u32>,
    entering_from: Vec<u32>,
    /// By arc: the resources it takes.
    takes: Vec<[u32; 3]>,
    /// By resource: its capacity in packets a slot, and the arcs that take it.
    capacity: Vec<u32>,
    users_from: Vec<u32>,
    users: Vec<u32>,
    /// Sorts of arcs that take equal resources, if there are such arcs.
    alike: Option<Alike>,
}

/// Sorts of arcs: those of one sort take equal resources and have equal prices.
#[derive(Debug)]
struct Alike {
    /// By arc: the number of its sort.
    sort: Vec<u32>,
    sorts: usize,
    /// By resource: the sorts of arcs that take it.
    users_from: Vec<u32>,
    users: Vec<u32>,
}

impl Space {
    /// Returns the network of packets of a task: nodes, directed links, of which those side by side are one
    /// of greater capacity, and ports of nodes that have fewer ports than links or are half-duplex.
    pub(super) fn of_task(task: &DemandsTask) -> Self {
        Self::of_classes(task, None)
    }

    /// Returns the network of one packet of each orbit under a group of automorphisms: nodes of a class share
    /// their ports, and links that the group takes to one another are one.
    pub(super) fn of_orbits(task: &DemandsTask, group: &Subgroup) -> Self {
        Self::of_classes(task, Some(group))
    }

    fn of_classes(task: &DemandsTask, group: Option<&Subgroup>) -> Self {
        let graph = task.graph();
        let mut capacity: Vec<u32> = Vec::new();
        let mut add = |room: u32| {
            capacity.push(room);
            u32::try_from(capacity.len() - 1).expect("at most the arcs and twice the nodes")
        };
        let half = |node: u32| task.is_half_duplex(node);
        let sends_short = |node: u32| half(node) || task.sends_of(node) < graph.degree(node);
        let receives_short = |node: u32| half(node) || task.receives_of(node) < graph.degree_in(node);
        let least =
            |node: u32| group.map_or(node, |group| group.least(group.class(Node(node.into()))).narrow());
        // The node of least number of a class comes first.
        let mut sends: Vec<u32> = Vec::with_capacity(wide(graph.nodes()));
        for node in 0..graph.nodes() {
            sends.push(match least(node) {
                least if least < node => sends[wide(least)],
                _ if sends_short(node) => add(task.sends_of(node)),
                _ => NO_RESOURCE,
            });
        }
        let mut receives: Vec<u32> = Vec::with_capacity(wide(graph.nodes()));
        for node in 0..graph.nodes() {
            receives.push(match least(node) {
                least if least < node => receives[wide(least)],
                // A half-duplex node has one port for both directions.
                _ if half(node) => sends[wide(node)],
                _ if receives_short(node) => add(task.receives_of(node)),
                _ => NO_RESOURCE,
            });
        }
        let alike = group.map(|group| ArcOrbits::new(task.network(), graph, group));
        let same_ends = |one: u32, other: u32| {
            group.is_none() && (graph.from(one), graph.to(one)) == (graph.from(other), graph.to(other))
        };
        let each: Vec<u32> = (0..graph.arcs()).collect();
        let bundles: Vec<&[u32]> = each.chunk_by(|&one, &other| same_ends(one, other)).collect();
        let mut takes: Vec<[u32; 3]> = Vec::with_capacity(bundles.len());
        let mut known: Vec<Option<[u32; 3]>> = vec![None; alike.as_ref().map_or(0, ArcOrbits::count)];
        for bundle in &bundles {
            let arc = bundle[0];
            let sort = alike.as_ref().map(|orbits| wide(orbits.of[wide(arc)]));
            if let Some(resources) = sort.and_then(|sort| known[sort]) {
                takes.push(resources);
                continue;
            }
            let (from, to) = (graph.from(arc), graph.to(arc));
            // One port at either end allows one packet a slot anyway.
            let sends_one = sends_short(from) && task.sends_of(from) == 1;
            let receives_one = receives_short(to) && task.receives_of(to) == 1;
            let room = u32::try_from(bundle.len()).expect("at most 2^25 arcs");
            let link = if sends_one || receives_one { NO_RESOURCE } else { add(room) };
            let resources = [sends[wide(from)], receives[wide(to)], link];
            takes.push(resources);
            if let Some(sort) = sort {
                known[sort] = Some(resources);
            }
        }
        let (from, to): (Vec<u32>, Vec<u32>) =
            bundles.iter().map(|bundle| (graph.from(bundle[0]), graph.to(bundle[0]))).unzip();
        let of_state = |state: u32| from.partition_point(|&begin| begin < state);
        let first = (0..=graph.nodes()).map(|state| of_state(state).try_into().expect("fewer than arcs"));
        let mut space = Self::new(first.collect(), from.clone(), to, takes, capacity);
        space.alike = alike.map(|orbits| space.alike(orbits));
        space
    }

    /// Returns the sorts of arcs that take each resource.
    fn alike(&self, orbits: ArcOrbits) -> Alike {
        let (sorts, sort) = (orbits.count(), orbits.of);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for resource in (0..).take(self.resources()) {
            pairs.extend(self.users(resource).iter().map(|&arc| (resource, sort[wide(arc)])));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let (users_from, users) = grouped(self.resources(), &pairs);
        Alike { sort, sorts, users_from, users }
    }

    fn new(first: Vec<u32>, from: Vec<u32>, to: Vec<u32>, takes: Vec<[u32; 3]>, capacity: Vec<u32>) -> Self {
        let mut pairs = Vec::new();
        for (arc, resources) in (0..).zip(&takes) {
            pairs.extend(
                resources
                    .iter()
                    .filter(|&&resource| resource != NO_RESOURCE)
                    .map(|&resource| (resource, arc)),
            );
        }
        let (users_from, users) = grouped(capacity.len(), &pairs);
        let ends: Vec<(u32, u32)> = to.iter().copied().zip(0..).collect();
        let (entering_from, entering) = grouped(first.len() - 1, &ends);
        Self { first, to, from, entering, entering_from, takes, capacity, users_from, users, alike: None }
    }

    pub(super) fn states(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn arcs(&self) -> usize {
        self.to.len()
    }

    /// Returns the number of sorts of arcs.
    pub(super) fn sorts(&self) -> usize {
        self.alike.as_ref().map_or(self.arcs(), |alike| alike.sorts)
    }

    /// Returns the sort of an arc.
    pub(super) fn sort(&self, arc: u32) -> u32 {
        self.alike.as_ref().map_or(arc, |alike| alike.sort[wide(arc)])
    }

    /// Returns the sorts of arcs that take a resource.
    pub(super) fn sorts_of(&self, resource: u32) -> &[u32] {
        match &self.alike {
            Some(alike) => group(&alike.users_from, &alike.users, resource),
            None => self.users(resource),
        }
    }

    pub(super) fn leaving(&self, state: u32) -> std::ops::Range<u32> {
        self.first[wide(state)]..self.first[wide(state) + 1]
    }

    pub(super) fn entering(&self, state: u32) -> &[u32] {
        group(&self.entering_from, &self.entering, state)
    }

    pub(super) fn to(&self, arc: u32) -> u32 {
        self.to[wide(arc)]
    }

    pub(super) fn from(&self, arc: u32) -> u32 {
        self.from[wide(arc)]
    }

    pub(super) fn resources(&self) -> usize {
        self.capacity.len()
    }

    /// Iterates over the resources that an arc takes.
    pub(super) fn taken_by(&self, arc: u32) -> impl Iterator<Item = u32> {
        self.takes[wide(arc)].into_iter().filter(|&resource| resource != NO_RESOURCE)
    }

    /// Returns the arcs that take a resource.
    pub(super) fn users(&self, resource: u32) -> &[u32] {
        group(&self.users_from, &self.users, resource)
    }

    pub(super) fn capacity(&self, resource: u32) -> u32 {
        self.capacity[wide(resource)]
    }
}

/// Groups items by their keys: returns where the items of each key begin, and the items.
fn grouped(keys: usize, pairs: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut begin = vec![0_u32; keys + 1];
    for &(key, _) in pairs {
        begin[wide(key) + 1] += 1;
    }
    for key in 0..keys {
        begin[key + 1] += begin[key];
    }
    let (mut items, mut place) = (vec![0; pairs.len()], begin.clone());
    for &(key, item) in pairs {
        items[wide(place[wide(key)])] = item;
        place[wide(key)] += 1;
    }
    (begin, items)
}

fn group<'a>(begin: &[u32], items: &'a [u32], key: u32) -> &'a [u32] {
    &items[wide(begin[wide(key)])..wide(begin[wide(key) + 1])]
}

#[cfg(test)]
mod tests {
    use crate::job_shop::negotiated::tests::tables;

    /// Links side by side are one arc of greater capacity, and each arc stands by its state.
    #[test]
    fn links_side_by_side_are_one_arc() {
        let network = r#"{"kind":"graph","nodes":3,"links":[[0,1,2],[1,2],[0,2,3]]}"#;
        let space = tables(network, r#"{"from":0,"to":2,"count":9}"#, "all").space;
        assert_eq!((space.arcs(), space.resources()), (6, 6));
        for (from, to, room) in [(0, 1, 2), (0, 2, 3), (1, 0, 2), (1, 2, 1), (2, 0, 3), (2, 1, 1)] {
            let arc = space.leaving(from).find(|&arc| space.to(arc) == to).expect("a link");
            assert_eq!(space.from(arc), from);
            assert!(space.entering(to).contains(&arc));
            let taken: Vec<u32> = space.taken_by(arc).map(|resource| space.capacity(resource)).collect();
            assert_eq!(taken, [room]);
        }
    }
}
