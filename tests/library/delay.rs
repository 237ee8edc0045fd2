//! Total delay: constructions against the pooled bound, and the corpus of `models/delay` through the
//! pipeline.

use isotask::delay::{BlocksError, blocks, pooled, total_delay};
use isotask::model::IsotropicTask;
use isotask::solve::{Form, Outcome, Solution, SolveOptions, method, solve};
use isotask::wire::{
    Horizon, Network, Objective, Per, Ports, Quantity, Scope, Status, Task, TaskDocument, parse,
};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn task(network: Network, task: Task) -> IsotropicTask {
    let document = TaskDocument::new(None, network, task, Ports::All, Objective::AverageDelay);
    IsotropicTask::new(&document).expect("a good task")
}

fn total_exchange(network: Network) -> IsotropicTask {
    task(network, Task::TotalExchange { count: 1 })
}

fn cube(dimension: u64) -> Network {
    Network::Hypercube { dimension }
}

/// Builds the blocks, replays them, and returns completion time, critical sum and total delay.
fn built(task: &IsotropicTask) -> (u64, u64, u64) {
    let built = blocks(task).expect("the task has blocks");
    built.coloring.replay(&built.matrix, task.ports()).expect("a proper schedule");
    let delay = total_delay(&built.matrix, &built.coloring);
    (built.coloring.length(), built.matrix.critical_sum(), delay)
}

#[test]
fn blocks_attain_the_pooled_bound_on_cubes_of_prime_dimension() {
    for dimension in [2, 3, 5, 7, 11, 13, 17, 19] {
        let task = total_exchange(cube(dimension));
        let (completion, critical, delay) = built(&task);
        assert_eq!(completion, critical, "P1 §6: both optima at once, d = {dimension}");
        assert_eq!(Some(u128::from(delay)), pooled(&task), "P1 §6, d = {dimension}");
    }
}

#[test]
fn blocks_come_close_to_the_pooled_bound_on_cubes_of_composite_dimension() {
    // Reference values of the construction by an independent prototype: the short orbits cost the difference.
    for (dimension, delay, bound) in
        [(4, 65, 64), (6, 898, 892), (8, 13_693, 13_684), (9, 54_546, 54_540), (12, 3_530_606, 3_530_564)]
    {
        let task = total_exchange(cube(dimension));
        let half = 1 << (dimension - 1);
        assert_eq!(built(&task), (half, half, delay), "d = {dimension}");
        assert_eq!(pooled(&task), Some(bound), "d = {dimension}");
    }
}

#[test]
fn blocks_keep_the_critical_sum_on_neighbourhood_exchanges() {
    for dimension in 1..=8 {
        for min in 1..=dimension {
            for max in min..=dimension {
                let task = task(cube(dimension), Task::NeighbourhoodExchange { min, max, count: 1 });
                let (completion, critical, delay) = built(&task);
                assert!(completion >= critical, "König");
                assert!(Some(u128::from(delay)) >= pooled(&task), "the pooled bound binds every schedule");
                if max < dimension && min == 1 {
                    assert_eq!(completion, critical, "({min}, {max}) on the {dimension}-cube");
                }
            }
        }
    }
}

#[test]
fn blocks_attain_the_pooled_bound_on_odd_tori_of_one_two_and_four_dimensions() {
    // P1 §8 for one and two dimensions; all orbits are full when their number is a power of two.
    for radices in [vec![3], vec![9], vec![3, 3], vec![5, 5], vec![7, 7], vec![3, 3, 3, 3], vec![5, 5, 5, 5]]
    {
        let task = total_exchange(Network::Torus { radices: radices.clone() });
        let (completion, critical, delay) = built(&task);
        assert_eq!((completion, Some(u128::from(delay))), (critical, pooled(&task)), "{radices:?}");
    }
    let task = total_exchange(Network::Torus { radices: vec![3, 3, 3] });
    assert_eq!(built(&task), (9, 9, 124));
}

#[test]
fn blocks_are_refused_where_the_symmetry_is_missing() {
    let refused = |task: &IsotropicTask| blocks(task).expect_err("no blocks");
    assert_eq!(refused(&total_exchange(Network::Torus { radices: vec![4, 4] })), BlocksError::NoTurn);
    assert_eq!(refused(&total_exchange(Network::Torus { radices: vec![3, 5] })), BlocksError::NoTurn);
    let one = parse::<TaskDocument>(
        br#"{"format":"isotask.task/1","network":{"kind":"hypercube","dimension":3},"task":{"kind":"isotropic",
        "packets":[{"offset":1}]},"ports":"all","objective":"average-delay"}"#,
    );
    let one = IsotropicTask::new(&one.expect("a document")).expect("a task");
    assert_eq!(refused(&one), BlocksError::NotInvariant);
    let ports = TaskDocument::new(
        None,
        cube(3),
        Task::TotalExchange { count: 1 },
        Ports::AtMost(2),
        Objective::AverageDelay,
    );
    assert_eq!(refused(&IsotropicTask::new(&ports).expect("a task")), BlocksError::Ports);
}

#[test]
fn the_pooled_bound_is_that_of_list_scheduling() {
    for (network, count) in
        [(cube(6), 3), (Network::Torus { radices: vec![4, 3, 2] }, 2), (Network::Ring { nodes: 9 }, 5)]
    {
        for ports in 1..=6 {
            let document = TaskDocument::new(
                None,
                network.clone(),
                Task::TotalExchange { count },
                Ports::AtMost(ports),
                Objective::AverageDelay,
            );
            let task = IsotropicTask::new(&document).expect("a good task");
            let mut distances: Vec<u64> = (1..task.network().nodes())
                .flat_map(|node| (0..count).map(move |_| node))
                .map(|node| task.network().distance(isotask::model::Node(node)))
                .collect();
            distances.sort_unstable();
            let servers = usize::try_from(task.ports()).expect("few ports");
            let mut ends = vec![0; servers];
            for (index, distance) in distances.iter().enumerate() {
                ends.push(distance + ends[index]);
            }
            assert_eq!(
                pooled(&task),
                Some(ends[servers..].iter().map(|&end| u128::from(end)).sum()),
                "{network:?}, {ports} ports"
            );
        }
    }
}

/// Returns the slots, if they are an objective, and the delay of all packets of the network.
fn objective_of(solution: &Solution) -> (u64, u128) {
    let claim = solution.certificate.claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay);
    let claim = claim.expect("a claim of delay");
    let nodes = if claim.per == Some(Per::Node) { solution.problem.network().nodes() } else { 1 };
    let counts = solution.problem.objective() != Objective::AverageDelay;
    (if counts { solution.completion_time() } else { 0 }, claim.value * u128::from(nodes))
}

/// Solves every task of the corpus as expected by symmetric schedules and with the given slots; "optimal" is
/// claimed exactly when the bound is met.
#[test]
fn the_corpus_of_delay_is_solved_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/delay");
    let expected = fs::read(folder.join("expected.json")).expect("the expected values");
    let expected: Value = serde_json::from_slice(&expected).expect("JSON");
    let expected = expected.as_object().expect("an object");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name != "expected.json")
        .collect();
    files.sort();
    assert_eq!(files, expected.keys().cloned().collect::<Vec<_>>(), "each file has its values");
    for (file, values) in expected {
        let document: TaskDocument =
            parse(&fs::read(folder.join(file)).expect("a file")).expect("a document");
        let task = IsotropicTask::new(&document).expect("a task");
        let solved = |symmetric| {
            let options = SolveOptions { symmetric, ..SolveOptions::default() };
            match solve(&task.clone().into(), &options).expect("a solution") {
                Outcome::Optimal(solution) => (solution, true),
                Outcome::Feasible(solution) => (solution, false),
                other => unreachable!("{file}: {other:?}"),
            }
        };
        let (solution, optimal) = solved(true);
        // Asymmetric schedules are made only where they are better.
        let (free, in_all) = solved(false);
        assert!(objective_of(&free) <= objective_of(&solution), "{file}");
        let least_of_all = |quantity| {
            let mut claims = free.certificate.claims.iter().filter(|claim| claim.quantity == quantity);
            claims.any(|claim| (claim.scope, claim.status) == (Scope::All, Status::Optimal))
        };
        match document.objective {
            Objective::CompletionTimeThenAverageDelay => {
                let both = least_of_all(Quantity::CompletionTime) && least_of_all(Quantity::TotalDelay);
                assert_eq!(in_all, both, "{file}: the second objective is one of all schedules");
            }
            _ => assert!(in_all || !optimal, "{file}"),
        }
        let claims = solution.certificate.claims.iter().filter(|c| c.quantity == Quantity::TotalDelay);
        let claims: Vec<_> = claims.collect();
        let (best, pooled) = (claims.first().expect("a claim"), claims.last().expect("a claim"));
        let horizon = match document.objective {
            Objective::AverageDelay => Horizon::Any,
            _ => Horizon::Critical,
        };
        assert_eq!(best.horizon, Some(horizon), "{file}");
        assert_eq!(Some(pooled.lower.slots()), values["pooled"].as_u64(), "{file}");
        assert_eq!(Some(solution.completion_time()), values["slots"].as_u64(), "{file}");
        // Where the constructions leave a gap, the program closes it on its own.
        let program = Some(&values["program"]).filter(|program| cfg!(feature = "ilp") && program.is_object());
        let alone = values["optimal"].as_bool().expect("a flag");
        assert!(!(alone && values["program"].is_object()), "{file}: nothing is left for the program");
        assert_eq!(optimal, alone || program.is_some(), "{file}");
        if let Some(program) = program {
            let scope = serde_json::to_value(best.scope).expect("a word");
            assert_eq!(
                (Some(best.value), &scope),
                (program["delay"].as_u64().map(u128::from), &program["scope"]),
                "{file}"
            );
        }
        if optimal {
            assert_eq!((best.status, best.value), (Status::Optimal, best.lower.value()), "{file}");
        } else {
            assert!(best.value > best.lower.value(), "{file}");
        }
    }
}

#[test]
fn no_method_beats_the_pooled_bound() {
    let document = TaskDocument::new(
        None,
        cube(4),
        Task::TotalExchange { count: 1 },
        Ports::All,
        Objective::CompletionTimeThenAverageDelay,
    );
    let task = IsotropicTask::new(&document).expect("a task");
    for (word, form) in [
        ("quotient", Form::Slots),
        ("quotient", Form::Intervals),
        ("hall", Form::Slots),
        ("blocks", Form::Slots),
    ] {
        let options = SolveOptions { method: method(word), form, ..SolveOptions::default() };
        let Outcome::Feasible(solution) = solve(&task.clone().into(), &options).expect("a solution") else {
            unreachable!("{word} misses the bound of 64 by a little")
        };
        let claims = &solution.certificate.claims;
        let delay = claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay).expect("a claim");
        assert_eq!((delay.lower.slots(), delay.status), (64, Status::UpperBound), "{word}");
        assert!(delay.value > 64 && solution.completion_time() == 8, "{word}");
    }
}

#[cfg(feature = "ilp")]
#[test]
fn the_integer_program_proves_the_least_delay_within_the_critical_sum() {
    use isotask::wire::Lower;

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/delay");
    for (name, delay, slots, scope) in [
        ("hypercube-3-custom", 20, 5, Scope::Isotropic),
        // Here the pooled bound is met, which binds every schedule.
        ("torus-4x4", 64, 8, Scope::All),
        ("torus-3x5", 58, 9, Scope::Isotropic),
        ("torus-3x7", 148, 18, Scope::Isotropic),
    ] {
        let document: TaskDocument =
            parse(&fs::read(folder.join(format!("{name}.json"))).expect("a file")).expect("a document");
        let task = IsotropicTask::new(&document).expect("a task");
        let options = SolveOptions { method: method("ilp"), symmetric: true, ..SolveOptions::default() };
        let outcome = solve(&task.clone().into(), &options).expect("a solution");
        let Outcome::Optimal(solution) = outcome else { unreachable!("{name}: {outcome:?}") };
        assert_eq!(solution.completion_time(), slots, "{name}");
        let claims = &solution.certificate.claims;
        let proved = |quantity| {
            let optimal = claims.iter().filter(|c| c.quantity == quantity && c.status == Status::Optimal);
            optimal.max_by_key(|claim| claim.scope).expect("a claim with status optimal")
        };
        assert_eq!(proved(Quantity::CompletionTime).value, slots.into(), "{name}");
        let claim = proved(Quantity::TotalDelay);
        assert_eq!((claim.value, claim.lower.slots()), (u128::from(delay), delay), "{name}");
        assert_eq!((claim.scope, claim.horizon), (scope, Some(Horizon::Critical)), "{name}");
        let by_tree = matches!(claim.lower, Lower::DualTree { .. });
        assert_eq!(by_tree, scope != Scope::All, "{name}: the pooled bound is enough, or a tree proves it");
    }
}
