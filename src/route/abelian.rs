//! Routes on Abelian Cayley graphs: for every packet how often it uses each link.

use super::SearchBudget;
use super::loads::{Assignment, Group, Limit};
use super::relations::{Relation, WordUses, relations, sorted, width};
use super::shares::RouteMixture;
use crate::model::{CayleyTask, MatrixError, OffsetClass, TaskMatrix};

/// Packets of one offset that go the same way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RouteRun {
    /// How often they use each link, `(link, uses)`: links increasing, uses positive.
    pub uses: Vec<(u32, u64)>,
    /// The number of these packets.
    pub count: u64,
}

/// Routes for all packets of a task on an Abelian network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbelianRoutes {
    /// For every class of the task its packets in runs of equal routes.
    pub runs: Vec<Vec<RouteRun>>,
    /// max(h, ⌈σ/k⌉) of their task matrix, in slots: attained by a symmetric schedule, which may be shorter
    /// with other routes.
    pub critical: u64,
}

impl AbelianRoutes {
    /// Builds the task matrix: a row for every packet in the order of the classes, a column for every link.
    ///
    /// # Errors
    /// [`MatrixError`] only if the routes are not those of a task with this number of links.
    ///
    /// # Complexity
    /// O(entries) time and space.
    pub fn matrix(&self, links: u32) -> Result<TaskMatrix, MatrixError> {
        let mut matrix = TaskMatrix::new(links);
        for run in self.runs.iter().flatten() {
            for _ in 0..run.count {
                matrix.push_row(run.uses.iter().copied())?;
            }
        }
        Ok(matrix)
    }
}

/// Most links of a node for which the fractional problem is solved.
const MAX_LP_LINKS: usize = 32;
/// Most links of all nodes together for which the fractional problem is solved.
const MAX_LP_ARCS: u64 = 1 << 23;
/// Most relations that a search uses.
const MAX_RELATIONS: usize = 600;
/// Most nodes times links among which relations are sought.
const MAX_RELATION_ARCS: usize = 1 << 24;
/// Most numbers of slots that are tried one after the other.
const MAX_TRIED_SLOT_NUMBERS: usize = 12;

/// Chooses routes such that max(h, ⌈σ/k⌉) is `target`, or as little above it as the search finds.
///
/// On an Abelian network a route is a vector of uses of the links, the order of its links being free; so
/// max(h, ⌈σ/k⌉) of the task matrix is the length of a symmetric schedule (König), and any two routes to one
/// node differ by a *relation* of the generators, a vector that leads from node 0 to node 0. First all
/// packets take shortest words; if that does not reach the target, an optimal mixture of the fractional
/// problem ([`crate::linear`]), at most m + 2 choices of a word for every packet, is rounded to whole
/// packets. From there relations are applied to packets, which changes the loads of the links by the
/// relation, independently of the packet: so the search needs the loads alone.
///
/// It is a heuristic: the routes are valid, but they are proved optimal only where `critical` meets a lower
/// bound.
///
/// # Complexity
/// O(n · m · log n) for each column of the mixture, then `budget.evaluations` changes of loads.
///
/// # Panics
/// If the network is not Abelian.
///
/// # Examples
/// The circulant of 8 nodes with steps 1 and 3: seven packets, distances 1, 2, 1, 2, 1, 2, 1 over four links.
/// ```
/// use isotask::route::{SearchBudget, abelian_routes};
/// use isotask::{model::CayleyTask, wire};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"cayley","family":"circulant","n":8,"steps":[1,3]},
///   "task":{"kind":"total-exchange"},"ports":"all","objective":"completion-time"}"#;
/// let task = CayleyTask::new(&wire::parse(text)?)?;
/// let budget = SearchBudget { evaluations: 100_000, stop: &|| false };
/// let routes = abelian_routes(&task, 3, &budget);
/// assert_eq!(routes.critical, 3);
/// assert_eq!(routes.matrix(4)?.least_slots(4), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn abelian_routes(task: &CayleyTask, target: u64, budget: &SearchBudget<'_>) -> AbelianRoutes {
    let graph = task.graph();
    assert!(graph.is_abelian(), "routes are counts of links on Abelian networks only");
    let links = width(graph);
    let paths = graph.weighted(&vec![1; links]);
    let words = WordUses::new(graph, &paths, usize::MAX);
    let farthest = task.farthest().map_or(0, |offset| graph.distance(offset));
    let target = target.max(farthest);
    let shortest = |(class, packets): (usize, &OffsetClass)| {
        let uses = words.of(packets.offset).expect("all words were taken").to_vec();
        Group { class, uses, count: packets.count }
    };
    let groups = task.classes().iter().enumerate().map(shortest).collect();
    let mut best = Assignment::new(links, groups);
    if best.critical(task.ports()) <= target {
        return finished(task, best);
    }
    let near = WordUses::new(graph, &paths, MAX_RELATION_ARCS / links);
    let plain = relations(graph, &paths, &near, MAX_RELATIONS);
    let mut search = Search { task, budget, left: budget.evaluations, relations: plain };
    best.descend(&search.relations, search.limit(target), budget, &mut search.left);
    if best.critical(task.ports()) <= target {
        return finished(task, best);
    }
    let steps = graph.nodes() * u64::from(graph.links());
    let mixed = (links <= MAX_LP_LINKS && steps <= MAX_LP_ARCS).then(|| RouteMixture::new(task)).flatten();
    let mut trial = best.clone();
    if let Some(mixed) = mixed {
        let mut found = mixed.relations(task, target, MAX_RELATIONS);
        found.extend(search.relations);
        search.relations = sorted(found, MAX_RELATIONS);
        trial = Assignment::new(links, mixed.rounded(task, target, &words));
    }
    search.approach(trial, &mut best, target);
    finished(task, best)
}

/// The data of a search.
struct Search<'a> {
    task: &'a CayleyTask,
    budget: &'a SearchBudget<'a>,
    left: u64,
    relations: Vec<Relation>,
}

impl Search<'_> {
    fn limit(&self, slots: u64) -> Limit {
        Limit { slots, ports: self.task.ports() }
    }

    /// Lowers the best assignment towards a number of slots, in trials that each may spend a quarter of the
    /// remaining work.
    fn approach(&mut self, mut trial: Assignment, best: &mut Assignment, target: u64) {
        let ports = self.task.ports();
        for slots in (target..best.critical(ports)).take(MAX_TRIED_SLOT_NUMBERS) {
            let mut share = self.left.div_ceil(4);
            self.left -= share;
            let fits = trial.fit(&self.relations, self.limit(slots), self.budget, &mut share);
            self.left += share;
            if fits {
                break;
            }
        }
        if trial.critical(ports) < best.critical(ports) {
            *best = trial;
        }
    }
}

/// Returns the routes of an assignment, with equal routes of a class merged.
fn finished(task: &CayleyTask, assignment: Assignment) -> AbelianRoutes {
    let critical = assignment.critical(task.ports());
    let mut runs: Vec<Vec<RouteRun>> = vec![Vec::new(); task.classes().len()];
    for Group { class, uses, count } in assignment.groups {
        if count > 0 {
            runs[class].push(RouteRun { uses, count });
        }
    }
    for runs in &mut runs {
        runs.sort_unstable();
        runs.dedup_by(|later, earlier| {
            let equal = later.uses == earlier.uses;
            earlier.count += if equal { later.count } else { 0 };
            equal
        });
    }
    AbelianRoutes { runs, critical }
}
