//! Returns orders of nodes whose beginnings are likely to be good cuts.

use crate::graph::BreadthFirst;
use crate::model::{DemandsTask, Network, Packet, count_of, wide};
use num_integer::Integer;
use num_rational::Ratio;

/// Most steps from the ends of packets and links up to their lowest common ancestors in a spanning tree.
const MAX_TREE_CLIMB_STEPS: u64 = 1 << 27;

/// Returns orders of the nodes, those with the most likely cuts first.
pub(in crate::bound) fn orders(task: &DemandsTask) -> impl Iterator<Item = Vec<u32>> + '_ {
    let graph = task.graph();
    let nodes = graph.nodes();
    let sorted = move |key: &dyn Fn(u32) -> u64| {
        let mut order: Vec<u32> = (0..nodes).collect();
        order.sort_by_key(|&node| (key(node), node));
        order
    };
    let by_coordinate = digits(task.network())
        .into_iter()
        .flat_map(move |(stride, radix)| {
            (0..if radix == 2 { 1 } else { radix }).map(move |shift| (stride, radix, shift))
        })
        .map(move |(stride, radix, shift)| {
            sorted(&|node| (u64::from(node) / stride + radix - shift) % radix)
        });
    let around = (0..nodes).map(move |turn| {
        // If there is no time for each centre, those tried lie all over the network.
        let distances = graph.distances_to(scattered_node(turn, nodes));
        sorted(&|node| distances[wide(node)].into())
    });
    std::iter::once((0..nodes).collect()).chain(by_coordinate).chain(around)
}

/// Returns stride and radix of each bit or coordinate of a node; none on Cayley graphs.
fn digits(network: &Network) -> Vec<(u64, u64)> {
    match network.incomplete() {
        Some(cube) => (0..cube.dimension()).rev().map(|bit| (1 << bit, 2)).collect(),
        None => network.dimensions().iter().map(|ring| (ring.stride(), ring.radix())).collect(),
    }
}

/// Returns the node of a turn: all turns give all nodes, consecutive ones far apart in index.
fn scattered_node(turn: u32, nodes: u32) -> u32 {
    let (turn, nodes) = (u64::from(turn), u64::from(nodes));
    let step = (1..=(nodes * 5).div_ceil(8)).rev().find(|step| step.gcd(&nodes) == 1).unwrap_or(1);
    u32::try_from(turn * step % nodes).expect("below the number of nodes")
}

/// Returns an order that begins with all nodes below an edge of a spanning tree. Of all edges it has the
/// greatest ratio of packets from or to these nodes to packets that their links to others carry in a slot. A
/// single link that joins two parts of the network is an edge of every spanning tree, so that all such links
/// are tried. None if packets are copied or combined, or the tree is too deep.
///
/// # Complexity
/// O(n + (A + P) · d) for n nodes, A directed links, P loads and depth d, within a fixed limit.
pub(in crate::bound) fn below_an_edge(task: &DemandsTask) -> Option<Vec<u32>> {
    if !task.is_personal() {
        return None;
    }
    let (graph, tree) = (task.graph(), SpanningTree::new(task));
    let looks = count_of(task.loads().len()) + u64::from(graph.arcs());
    if looks.saturating_mul(tree.deepest()) > MAX_TREE_CLIMB_STEPS {
        return None;
    }
    let (mut packets, mut links) = (TreeCrossing::new(&tree), TreeCrossing::new(&tree));
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            packets.add(from.narrow(), to.narrow(), load.count());
        }
    }
    (0..graph.arcs()).for_each(|arc| links.add(graph.from(arc), graph.to(arc), 1));
    let (packets, links) = (packets.below_all(), links.below_all());
    let slots = |node: u32| {
        let both = packets[wide(node)].iter().zip(links[wide(node)]);
        // The ratios are only compared. The whole network has no links to other nodes.
        both.filter(|&(_, links)| links > 0).map(|(&packets, links)| Ratio::new_raw(packets, links)).max()
    };
    let best =
        tree.order.iter().copied().reduce(|best, node| if slots(node) > slots(best) { node } else { best });
    let mut is_below = vec![false; tree.order.len()];
    for &node in &tree.order {
        is_below[wide(node)] = Some(node) == best || is_below[wide(tree.parent[wide(node)])];
    }
    let (mut order, others): (Vec<u32>, Vec<u32>) =
        tree.order.iter().partition(|&&node| is_below[wide(node)]);
    order.extend(others);
    Some(order)
}

/// A spanning tree of each part of a network, regardless of the direction of links.
struct SpanningTree {
    /// The nodes, each after its parent.
    order: Vec<u32>,
    /// By node: its parent; a root is its own parent.
    parent: Vec<u32>,
    depth: Vec<u32>,
}

impl SpanningTree {
    fn new(task: &DemandsTask) -> Self {
        let graph = task.graph();
        let mut search = BreadthFirst::new(wide(graph.nodes()), []);
        for root in 0..graph.nodes() {
            search.reach(root, root);
            while let Some(node) = search.next() {
                graph.leaving(node).for_each(|arc| _ = search.reach(node, graph.to(arc)));
                graph.entering(node).iter().for_each(|&arc| _ = search.reach(node, graph.from(arc)));
            }
        }
        let parent = |node| search.from(node).expect("each node was reached");
        let parent: Vec<u32> = (0..graph.nodes()).map(parent).collect();
        let mut depth = vec![0; parent.len()];
        for &node in search.order() {
            let above = parent[wide(node)];
            depth[wide(node)] = if above == node { 0 } else { depth[wide(above)] + 1 };
        }
        Self { order: search.order().to_vec(), parent, depth }
    }

    fn deepest(&self) -> u64 {
        self.depth.iter().copied().max().unwrap_or(0).into()
    }

    /// Returns the lowest common ancestor of two nodes of a part.
    fn lowest_common_ancestor(&self, mut one: u32, mut other: u32) -> u32 {
        while one != other {
            if self.depth[wide(one)] < self.depth[wide(other)] {
                std::mem::swap(&mut one, &mut other);
            }
            one = self.parent[wide(one)];
        }
        one
    }
}

/// Packets, or links, from the nodes below each node of a spanning tree to all others, and from these to
/// them.
struct TreeCrossing<'a> {
    tree: &'a SpanningTree,
    /// By node: how many begin there, and how many end there.
    ends: Vec<[u64; 2]>,
    /// By node: how many have it as the lowest common ancestor of both ends.
    joined: Vec<u64>,
}

impl<'a> TreeCrossing<'a> {
    fn new(tree: &'a SpanningTree) -> Self {
        let nodes = tree.order.len();
        Self { tree, ends: vec![[0; 2]; nodes], joined: vec![0; nodes] }
    }

    fn add(&mut self, from: u32, to: u32, count: u64) {
        self.ends[wide(from)][0] += count;
        self.ends[wide(to)][1] += count;
        self.joined[wide(self.tree.lowest_common_ancestor(from, to))] += count;
    }

    /// Returns how many leave, and how many enter, the nodes below each node, itself among them.
    fn below_all(mut self) -> Vec<[u64; 2]> {
        for &node in self.tree.order.iter().rev() {
            let [begins, ends] = self.ends[wide(node)];
            let crossing = [begins - self.joined[wide(node)], ends - self.joined[wide(node)]];
            self.ends[wide(node)] = crossing;
            let above = self.tree.parent[wide(node)];
            if above != node {
                let sums = &mut self.ends[wide(above)];
                *sums = [sums[0] + crossing[0], sums[1] + crossing[1]];
            }
        }
        self.ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TaskDocument, parse};

    /// Two triangles are joined by one link: nine packets go over it, and no other link has as many.
    #[test]
    fn the_order_begins_with_one_side_of_a_single_joining_link() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":6,
            "links":[[0,3],[3,5],[5,0],[1,2],[2,4],[4,1],[5,2]]},"task":{"kind":"demands","packets":[
            {"from":0,"to":1,"count":5},{"from":3,"to":4,"count":4},{"from":0,"to":5,"count":3}]},
            "ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let mut first = below_an_edge(&task).expect("a small task")[..3].to_vec();
        first.sort_unstable();
        assert_eq!(first, [1, 2, 4]);
    }

    /// Compares with a count of all links for every node.
    #[test]
    fn links_that_leave_and_enter_subtrees_are_counted_right() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"graph","nodes":9,"directed":true,
            "links":[[0,3],[3,5],[5,0],[1,2],[2,4],[4,1],[5,2],[4,6],[6,7],[7,8],[8,6],[8,0]]},
            "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
        let task = DemandsTask::new(&parse::<TaskDocument>(text).expect("a document")).expect("a task");
        let (graph, tree) = (task.graph(), SpanningTree::new(&task));
        let mut links = TreeCrossing::new(&tree);
        (0..graph.arcs()).for_each(|arc| links.add(graph.from(arc), graph.to(arc), 1));
        let counted = links.below_all();
        for &root in &tree.order {
            let mut below = [false; 9];
            for &node in &tree.order {
                below[wide(node)] =
                    node == root || (tree.parent[wide(node)] != node && below[wide(tree.parent[wide(node)])]);
            }
            let is_below = |node: u32| below[wide(node)];
            let leave =
                (0..graph.arcs()).filter(|&arc| is_below(graph.from(arc)) && !is_below(graph.to(arc)));
            let enter =
                (0..graph.arcs()).filter(|&arc| !is_below(graph.from(arc)) && is_below(graph.to(arc)));
            assert_eq!(
                counted[wide(root)],
                [count_of(leave.count()), count_of(enter.count())],
                "below {root}"
            );
        }
    }
}
