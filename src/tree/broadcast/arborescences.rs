//! Spanning arborescences that share no unit of capacity, and packets pipelined along them.

use crate::graph::{FlowNetwork, dinic};
use crate::model::{ExplicitSchedule, Graph, Node, Packet, Sent, count_of, wide};

/// Most work of a packing, counted as arborescences · links², about the arcs that its flows visit.
const MAX_WORK: u64 = 1 << 26;

/// An arborescence that spans all nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arborescence {
    /// Its directed links in the order of growth, each with the hops from the root to the node where it
    /// starts.
    pub arcs: Vec<(u32, u64)>,
    /// The most hops from the root to a node.
    pub depth: u64,
}

/// Finds the greatest number of arborescences from a root, no two with a directed link in common. Nodes near
/// the root come first, so that they are shallow. Returns none if that takes too long, or `stop` says so.
///
/// Their number is λ, the least over all nodes of the maximum flow from the root to the node (Edmonds 1973).
/// Each grows link by link. A link may be added if the flow from the root to its head, over links that no
/// arborescence has, is at least the number of those that are still to grow. Some link can always be added
/// (L. Lovász, *On two minimax theorems in graph*, 1976), and a link that is refused once stays refused.
///
/// # Complexity
/// O(λ · A) flows of at most λ units over A directed links.
#[must_use]
pub fn arborescences(graph: &Graph, root: u32, stop: &dyn Fn() -> bool) -> Option<Vec<Arborescence>> {
    let mut free = vec![true; wide(graph.arcs())];
    let others = (0..graph.nodes()).filter(|&node| node != root);
    let degree = u64::from(graph.degree(root));
    let arcs = u64::from(graph.arcs());
    if degree.saturating_mul(arcs).saturating_mul(arcs) > MAX_WORK {
        return None;
    }
    let number = others.map(|node| flow(graph, &free, (root, node), degree)).min()?;
    let mut all = Vec::new();
    for left in (0..number).rev() {
        all.push(grow(graph, root, &mut free, left, stop)?);
    }
    Some(all)
}

/// Grows one arborescence such that `left` more remain possible; none if `stop` says so.
fn grow(
    graph: &Graph,
    root: u32,
    free: &mut [bool],
    left: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Arborescence> {
    let mut hops: Vec<Option<u64>> = vec![None; wide(graph.nodes())];
    hops[wide(root)] = Some(0);
    let (mut arcs, mut queue, mut done) = (Vec::new(), vec![root], 0);
    // Invariant: the queue is sorted by hops from the root.
    while let Some(&node) = queue.get(done) {
        done += 1;
        if stop() {
            return None;
        }
        let here = hops[wide(node)]?;
        for arc in graph.leaving(node) {
            let to = graph.to(arc);
            if !free[wide(arc)] || hops[wide(to)].is_some() {
                continue;
            }
            free[wide(arc)] = false;
            if flow(graph, free, (root, to), left) < left {
                free[wide(arc)] = true;
                continue;
            }
            hops[wide(to)] = Some(here + 1);
            arcs.push((arc, here));
            queue.push(to);
        }
    }
    let depth = hops.into_iter().collect::<Option<Vec<u64>>>()?.into_iter().max()?;
    Some(Arborescence { arcs, depth })
}

/// Computes the maximum flow between two nodes over free links, counted up to `most`.
fn flow(graph: &Graph, free: &[bool], (from, to): (u32, u32), most: u64) -> u64 {
    if most == 0 {
        return 0;
    }
    let source = wide(graph.nodes());
    let mut network = FlowNetwork::new(source + 1);
    network.add_arc(source, wide(from), most);
    for arc in (0..graph.arcs()).filter(|&arc| free[wide(arc)]) {
        network.add_arc(wide(graph.from(arc)), wide(graph.to(arc)), 1);
    }
    dinic(&mut network, source, wide(to), || false).unwrap_or(0)
}

/// Schedules `packets` packets of the root that are copied along arborescences, in the fewest slots that fit
/// them all. Along each arborescence a packet starts in every slot from which it still reaches all nodes in
/// time.
///
/// With T slots an arborescence of depth D carries T − D + 1 packets, so T is the least number with Σ max(0,
/// T − D + 1) ≥ packets.
///
/// # Complexity
/// O(P · n + n · λ) for P packets on n nodes, λ arborescences.
///
/// # Panics
/// If there is no arborescence.
#[must_use]
pub fn pipelined(graph: &Graph, root: u32, trees: &[Arborescence], packets: u64) -> ExplicitSchedule {
    let begun = |slots: u64| -> u64 { trees.iter().map(|tree| (slots + 1).saturating_sub(tree.depth)).sum() };
    let shallow = trees.iter().map(|tree| tree.depth).min().expect("at least one arborescence");
    let (mut first, mut slots) = (0, shallow + packets);
    while first < slots {
        let middle = first + (slots - first) / 2;
        if begun(middle) < packets { first = middle + 1 } else { slots = middle }
    }
    let mut schedule = ExplicitSchedule::default();
    schedule.slots.resize(usize::try_from(slots).expect("fewer slots than packets and nodes"), Vec::new());
    for tree in trees {
        for start in 0..(slots + 1).saturating_sub(tree.depth) {
            let packet = count_of(schedule.packets.len());
            if packet == packets {
                break;
            }
            schedule.packets.push(Packet::Copied { from: Node(root.into()) });
            let number = u32::try_from(packet).expect("at most 2^22 packets");
            for &(arc, hops) in &tree.arcs {
                let step = Sent::new(number, Node(graph.from(arc).into()), Node(graph.to(arc).into()));
                schedule.slots[usize::try_from(start + hops).expect("a slot of the schedule")].push(step);
            }
        }
    }
    for slot in &mut schedule.slots {
        slot.sort_unstable();
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Network;
    use crate::wire;

    fn graph(text: &str) -> Graph {
        let network: wire::Network = serde_json::from_str(text).expect("JSON");
        Graph::new(&Network::new(&network).expect("a network")).expect("small")
    }

    /// Graphs with λ: undirected ones, some links carrying two packets, and a directed one.
    const GRAPHS: [(&str, u64); 4] = [
        (r#"{"kind":"graph","nodes":4,"links":[[0,1,2],[1,2],[2,3,2],[3,0],[0,2]]}"#, 3),
        (
            r#"{"kind":"graph","nodes":5,"directed":true,"links":[[0,1,2],[1,2],[0,2],[2,3,2],[1,4],[3,4,3],[4,3]]}"#,
            2,
        ),
        (r#"{"kind":"graph","nodes":3,"links":[[0,1],[1,2]]}"#, 1),
        (r#"{"kind":"hypercube","dimension":4}"#, 4),
    ];

    #[test]
    fn there_are_as_many_disjoint_arborescences_as_the_least_maximum_flow() {
        for (text, number) in GRAPHS {
            let graph = graph(text);
            let trees = arborescences(&graph, 0, &|| false).expect("a small graph");
            assert_eq!(count_of(trees.len()), number, "{text}");
            let mut used = vec![false; wide(graph.arcs())];
            for tree in &trees {
                let mut hops = vec![None; wide(graph.nodes())];
                hops[0] = Some(0);
                for &(arc, here) in &tree.arcs {
                    assert!(!std::mem::replace(&mut used[wide(arc)], true), "{text}: shared");
                    assert_eq!(hops[wide(graph.from(arc))], Some(here));
                    let to = &mut hops[wide(graph.to(arc))];
                    assert_eq!(*to, None, "{text}: reached twice");
                    *to = Some(here + 1);
                }
                assert_eq!(hops.iter().copied().max().flatten(), Some(tree.depth));
                assert!(hops.iter().all(Option::is_some), "{text}: not everywhere");
            }
        }
        assert_eq!(arborescences(&graph(GRAPHS[0].0), 0, &|| true), None);
    }

    #[test]
    fn pipelined_packets_take_the_fewest_slots_that_fit_them_all() {
        for (text, _) in GRAPHS {
            let graph = graph(text);
            let trees = arborescences(&graph, 0, &|| false).expect("a small graph");
            for packets in 1..40 {
                let schedule = pipelined(&graph, 0, &trees, packets);
                assert_eq!(count_of(schedule.packets.len()), packets);
                let slots = count_of(schedule.slots.len());
                let packets_in = |slots: u64| -> u64 {
                    trees.iter().map(|tree| (slots + 1).saturating_sub(tree.depth)).sum()
                };
                assert!(packets_in(slots) >= packets && packets_in(slots - 1) < packets, "{text}: {packets}");
                let moves: usize = schedule.slots.iter().map(Vec::len).sum();
                assert_eq!(count_of(moves), packets * (u64::from(graph.nodes()) - 1));
            }
        }
    }
}
