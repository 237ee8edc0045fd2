//! Tests for which networks the construction succeeds.

use super::windows_plan;
use crate::check::{Options, check_schedule};
use crate::delay::pooled;
use crate::model::{IsotropicTask, Schedule};
use crate::wire::{Network, Objective, Ports, ScheduleDocument, Task, TaskDocument};

/// Plans total exchange, asserts that the checker finds the pooled bound as its delay, and returns its slots.
fn planned(network: &Network) -> u64 {
    let exchange = Task::TotalExchange { count: 1 };
    let document = TaskDocument::new(None, network.clone(), exchange, Ports::All, Objective::AverageDelay);
    let task = IsotropicTask::new(&document).expect("a task");
    let plan = windows_plan(&task).unwrap_or_else(|fault| panic!("{network:?}: {fault}"));
    let (slots, delay) = (plan.slots, plan.total_delay());
    let body = Schedule::from(plan).body(&task.into());
    let replayed = check_schedule(&ScheduleDocument::new(document.clone(), body), &Options::default());
    let replayed = replayed.unwrap_or_else(|fault| panic!("{network:?}: {fault}"));
    assert_eq!((replayed.completion_time, replayed.total_delay), (slots, Some(delay)), "{network:?}");
    let task = IsotropicTask::new(&document).expect("a task");
    assert_eq!(pooled(&task), Some(delay), "{network:?}");
    slots
}

#[test]
fn total_exchange_on_every_hypercube_up_to_dimension_62_has_both_optima() {
    for dimension in 1..=62 {
        // One link's share of all moves.
        assert_eq!(planned(&Network::Hypercube { dimension }), 1 << (dimension - 1), "dimension {dimension}");
    }
}

#[test]
fn total_exchange_on_tori_of_equal_odd_radices_has_both_optima() {
    let tori = [
        (3, 2),
        (3, 3),
        (3, 4),
        (3, 5),
        (3, 6),
        (3, 9),
        (5, 2),
        (5, 3),
        (5, 6),
        (7, 3),
        (9, 4),
        (101, 2),
        (3, 20),
    ];
    for (radix, dimensions) in tori {
        let nodes = u64::pow(radix, u32::try_from(dimensions).expect("few"));
        // A ring adds up to (p² − 1)/4 distances, as often as the other rings have nodes, on two links.
        let shared = (radix * radix - 1) / 4 * (nodes / radix) / 2;
        assert_eq!(
            planned(&Network::Torus { radices: vec![radix; dimensions] }),
            shared,
            "{radix}^{dimensions}"
        );
    }
}
