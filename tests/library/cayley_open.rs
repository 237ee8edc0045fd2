//! Known slots of total exchange with all ports on non-Abelian Cayley graphs (P3 §7): every row of the table
//! in `shop`.

#![expect(clippy::unwrap_used, reason = "a row that cannot be solved is wrong")]

use isotask::model::CayleyTask;
use isotask::solve::{Outcome, SolveOptions, solve};
use isotask::wire::{
    self, Family, Group, LowerKind, Network, Objective, Ports, Quantity, Scope, Status, Task, TaskDocument,
};

/// The rows of the table: family, the values of n, the slots.
fn rows() -> Vec<(Family, Vec<u64>, Vec<u64>)> {
    let table = include_str!("../../src/job_shop/mod.rs");
    let numbers = |text: &str| -> Vec<u64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let rows = table.lines().filter(|line| line.starts_with("//! | ") && !line.contains("| network |"));
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        let family = match cells[1].trim() {
            name if name.starts_with("star") => Family::Star,
            name if name.starts_with("pancake") => Family::Pancake,
            name if name.starts_with("bubble-sort") => Family::BubbleSort,
            name if name.starts_with("cube-connected") => Family::CubeConnectedCycles,
            name if name.starts_with("wrapped butterfly") => Family::Butterfly,
            name => unreachable!("no family {name}"),
        };
        (family, numbers(cells[1]), numbers(cells[2]))
    })
    .collect()
}

fn total_exchange(family: Family, n: u64) -> CayleyTask {
    let network = Network::Cayley(Group::Family { family, n });
    let (task, objective) = (Task::TotalExchange { count: 1 }, Objective::CompletionTime);
    CayleyTask::new(&TaskDocument::new(None, network, task, Ports::All, objective)).unwrap()
}

#[test]
fn every_row_of_the_table_is_proved_for_all_schedules() {
    let mut instances = 0;
    for (family, sizes, slots) in rows() {
        assert_eq!(sizes.len(), slots.len(), "{family:?}");
        for (n, expected) in sizes.into_iter().zip(slots) {
            let task = total_exchange(family, n);
            let outcome = solve(&task.into(), &SolveOptions::default()).unwrap();
            let Outcome::Optimal(solution) = outcome else { unreachable!("{family:?} {n}: {outcome:?}") };
            assert_eq!(solution.completion_time(), expected, "{family:?} {n}");
            let proof = |claim: &&wire::Claim| {
                claim.quantity == Quantity::CompletionTime
                    && claim.scope == Scope::All
                    && claim.status == Status::Optimal
                    && claim.lower.kind() == LowerKind::Weights
            };
            assert_eq!(solution.certificate.claims.iter().filter(proof).count(), 1, "{family:?} {n}");
            instances += 1;
        }
    }
    assert_eq!(instances, 20);
}
