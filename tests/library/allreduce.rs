//! Allreduce by every method, on networks of all kinds. What `solve` hands out has been replayed by the
//! checker.

use isotask::job_shop::Effort;
use isotask::model::Problem;
use isotask::solve::{Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{TaskDocument, parse};

fn problem(network: &str, task: &str, ports: &str) -> Problem {
    let text = format!(
        r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
    );
    Problem::new(&parse::<TaskDocument>(text.as_bytes()).expect("a document")).expect("a task")
}

/// Solves by one method, or by all that suit; none if the method does not suit.
fn solved(problem: &Problem, word: Option<&str>) -> Option<Box<Solution>> {
    let options = SolveOptions {
        method: word.and_then(method),
        effort: Some(Effort::Quick),
        ..SolveOptions::default()
    };
    match solve(problem, &options) {
        Ok(Outcome::Optimal(solution) | Outcome::Feasible(solution)) => Some(solution),
        Ok(other) => unreachable!("{other:?}"),
        Err(fault) => {
            assert!(word == Some("dimension-exchange"), "{word:?} on {problem}: {fault}");
            None
        }
    }
}

/// Networks of seven kinds: nodes that are alike or not, links that lead one way, and with capacities.
const NETWORKS: [&str; 11] = [
    r#"{"kind":"ring","nodes":2}"#,
    r#"{"kind":"ring","nodes":6}"#,
    r#"{"kind":"hypercube","dimension":3}"#,
    r#"{"kind":"torus","radices":[4,3]}"#,
    r#"{"kind":"mesh","radices":[2,3]}"#,
    r#"{"kind":"hyperx","radices":[3,3]}"#,
    r#"{"kind":"cayley","family":"star","n":3}"#,
    r#"{"kind":"cayley","family":"complete","n":5}"#,
    r#"{"kind":"incomplete-hypercube","nodes":5}"#,
    r#"{"kind":"graph","nodes":5,"links":[[0,1,2],[1,2],[2,3,3],[3,4],[4,0],[0,2]]}"#,
    r#"{"kind":"graph","nodes":4,"directed":true,"links":[[0,1],[1,2,2],[2,3],[3,0],[2,0]]}"#,
];

const PORTS: [&str; 4] = [r#""all""#, r#""one""#, r#"{"at-most":2}"#, r#""one-half-duplex""#];

#[test]
fn every_method_makes_schedules_that_the_checker_accepts_and_no_bound_exceeds_them() {
    for (network, ports) in NETWORKS.iter().flat_map(|network| PORTS.map(|ports| (network, ports))) {
        for count in [1, 3, 6] {
            let problem = problem(network, &format!(r#"{{"kind":"allreduce","count":{count}}}"#), ports);
            let best = solved(&problem, None).expect("some method suits");
            for word in ["dimension-exchange", "halves", "reduce-broadcast"] {
                let Some(solution) = solved(&problem, Some(word)) else { continue };
                let time = solution.completion_time();
                assert!(best.completion_time() <= time, "{word} on {problem}");
                assert!(best.bounds.best().slots() <= time, "{word} on {problem}");
                // Trees make the fewest moves that there can be.
                let moves = solution.verdict.replayed.transmissions;
                let least = u128::from(problem.least_moves());
                assert!(moves >= least, "{word} on {problem}");
                assert!(word != "reduce-broadcast" || moves == least, "{problem}");
            }
        }
    }
}

#[test]
fn an_allreduce_takes_no_longer_than_a_reduce_scatter_and_an_allgather_of_its_blocks() {
    for (network, ports) in NETWORKS.iter().flat_map(|network| PORTS.map(|ports| (network, ports))) {
        let half = |kind: &str| {
            let problem = problem(network, &format!(r#"{{"kind":"{kind}"}}"#), ports);
            (solved(&problem, None).expect("a schedule").completion_time(), problem.network().nodes())
        };
        let (combined, nodes) = half("multinode-accumulation");
        let (spread, _) = half("multinode-broadcast");
        let task = format!(r#"{{"kind":"allreduce","count":{nodes}}}"#);
        let whole = solved(&problem(network, &task, ports), None).expect("a schedule");
        assert!(whole.completion_time() <= combined + spread, "{network} {ports}");
    }
}

/// On grids of rings, lines, cliques and cycles whose links lead one way a block takes as many slots as it is
/// to the farthest node, and as many blocks as there are equal axes take no more.
#[test]
fn a_block_takes_the_diameter_of_a_grid() {
    let ring = |nodes: u64| format!(r#"{{"kind":"ring","nodes":{nodes}}}"#);
    let grid = |kind: &str, radices: &str| format!(r#"{{"kind":"{kind}","radices":[{radices}]}}"#);
    let cycle = |nodes: u64| {
        let links: Vec<_> = (0..nodes).map(|node| format!("[{node},{}]", (node + 1) % nodes)).collect();
        format!(r#"{{"kind":"graph","nodes":{nodes},"directed":true,"links":[{}]}}"#, links.join(","))
    };
    let mut all: Vec<_> = (3..14).map(|nodes| (ring(nodes), 1, nodes / 2)).collect();
    all.extend((3..8).map(|nodes| (cycle(nodes), 1, nodes - 1)));
    all.extend((2..9).map(|nodes| (grid("mesh", &nodes.to_string()), 1, nodes - 1)));
    for (kind, radices, blocks, slots) in [
        ("torus", "5,5", 2, 4),
        ("torus", "3,4,6", 1, 6),
        ("torus", "6,6,6", 3, 9),
        ("mesh", "4,4", 2, 6),
        ("mesh", "2,3,4", 1, 6),
        ("hyperx", "4,3", 2, 2),
    ] {
        all.push((grid(kind, radices), blocks, slots));
    }
    for (network, count, slots) in all {
        let task = format!(r#"{{"kind":"allreduce","count":{count}}}"#);
        let problem = problem(&network, &task, r#""all""#);
        let found = solved(&problem, Some("dimension-exchange")).expect("a grid");
        assert_eq!((found.completion_time(), found.bounds.best().slots()), (slots, slots), "{network}");
    }
}

/// Sums for every link take more room than one for every node; where they would be too many for the checker,
/// other methods solve the task.
#[test]
fn too_many_sums_for_the_checker_are_not_kept_apart() {
    let is_kept = |count: u64| {
        let task = format!(r#"{{"kind":"allreduce","count":{count}}}"#);
        let problem = problem(r#"{"kind":"torus","radices":[16,16,16]}"#, &task, r#""all""#);
        solved(&problem, Some("dimension-exchange")).is_some()
    };
    let nodes = 1 << 12;
    let most = (1 << 24) / ((nodes + 6 * nodes) * (nodes / 64));
    assert_eq!((is_kept(most), is_kept(most + 1)), (true, false));
}
