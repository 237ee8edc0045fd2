//! Searches for link weights on Cayley graphs, for routes that few slots leave time for.

use super::MAX_COLUMNS;
use super::cayley::{MAX_CAYLEY_LINKS, MAX_COLUMN_LINK_STEPS, MIN_COLUMNS};
use crate::linear::{self, Choices, Column, Fractional};
use crate::model::{CayleyGraph, CayleyTask, Link, Node, wide};

/// The greatest limit on hops, in diameters: a higher one excludes few routes.
const MAX_ROUTE_DIAMETERS: u64 = 4;

/// Returns weights that prove that no schedule has `limit` slots: along routes of at most `limit` hops, the
/// only ones that `limit` slots leave time for, packets weigh more than `limit` slots can move. None if there
/// are no such weights, none were found, or limit or network are too large.
///
/// It solves the dual of the fractional routing problem along such routes by column generation.
///
/// # Complexity
/// O(n · m · r) for every weighting that is tried, n nodes, m links, r the lesser of the limit and the hops
/// of the longest route of least weight.
///
/// # Examples
/// Nine nodes with steps 1 and 2, four packets a node that go 4 far, two of them over two links: in two slots
/// each takes the links + twice.
/// ```
/// use isotask::bound::refute_by_limited_routes;
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":9,"steps":[1,2]},
///   "task":{"kind":"isotropic","packets":[{"offset":4,"count":2}]},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// assert!(refute_by_limited_routes(&task, 2).is_some());
/// assert!(refute_by_limited_routes(&task, 3).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn refute_by_limited_routes(task: &CayleyTask, limit: u64) -> Option<Vec<u64>> {
    let (graph, links) = (task.graph(), wide(task.graph().links()));
    let farthest = graph.distance(task.farthest()?);
    if limit < farthest {
        return Some(vec![1; links]);
    }
    if links > MAX_CAYLEY_LINKS || limit > MAX_ROUTE_DIAMETERS * graph.diameter() {
        return None;
    }
    let steps = graph.nodes() * u64::from(graph.links()) * limit;
    // The table has a link for every node and hop.
    if steps > MAX_COLUMN_LINK_STEPS {
        return None;
    }
    let columns = usize::try_from(MAX_COLUMN_LINK_STEPS / steps).unwrap_or(MAX_COLUMNS);
    let budget = columns.clamp(MIN_COLUMNS, MAX_COLUMNS);
    match linear::refute_or_mix(links, task.ports(), limit, &mut Limited { task, limit }, budget) {
        Fractional::Refuted { weights } => Some(weights),
        Fractional::Possible(_) | Fractional::Unknown => None,
    }
}

/// The routing problem in which every packet chooses a word of at most `limit` links.
struct Limited<'a> {
    task: &'a CayleyTask,
    limit: u64,
}

impl Choices for Limited<'_> {
    fn cheapest(&mut self, weights: &[u64]) -> Column {
        let graph = self.task.graph();
        let rounds = last_links(graph, weights, self.limit);
        let mut packets = vec![0_u64; place(Node(graph.nodes()))];
        for class in self.task.classes() {
            packets[place(class.offset)] += class.count;
        }
        let mut uses = vec![0; weights.len()];
        // Words are traced from their last link back to the first.
        for last in rounds.iter().rev() {
            let mut before = vec![0; packets.len()];
            for (node, &here) in (0..).map(Node).zip(&packets) {
                match last[place(node)] {
                    Some(link) => {
                        uses[wide(link.0)] += here;
                        before[place(graph.neighbor(node, graph.opposite(link)))] += here;
                    }
                    None => before[place(node)] += here,
                }
            }
            packets = before;
        }
        Column { uses }
    }
}

/// Returns, for words of up to 1, 2, … links and every node, the last link of a word of least weight; none
/// where such a word has fewer links.
fn last_links(graph: &CayleyGraph, weights: &[u64], limit: u64) -> Vec<Vec<Option<Link>>> {
    let mut least = vec![None; place(Node(graph.nodes()))];
    least[0] = Some(0_u128);
    let mut rounds = Vec::new();
    for _ in 0..limit {
        let (mut next, mut ends) = (least.clone(), vec![None; least.len()]);
        for (node, here) in (0..).map(Node).zip(&least) {
            let Some(here) = *here else { continue };
            for (link, &weight) in (0..).map(Link).zip(weights) {
                let (to, sum) = (place(graph.neighbor(node, link)), here + u128::from(weight));
                if next[to].is_none_or(|known| sum < known) {
                    next[to] = Some(sum);
                    ends[to] = Some(link);
                }
            }
        }
        if next == least {
            break;
        }
        least = next;
        rounds.push(ends);
    }
    rounds
}

fn place(node: Node) -> usize {
    usize::try_from(node.0).expect("a graph in tables fits the address space")
}
