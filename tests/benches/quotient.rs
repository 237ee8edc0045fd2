//! The quotient method against the entries: total exchange on the d-cube, d = 10 … 20, one thread.
//!
//! Every line gives the time for one decomposition and the entries decomposed in a second; beside it stands, measured in the
//! same run, the floor of a caller with an edge list: reading 8 bytes and writing 4 bytes for every entry. The ratio of the
//! two rates is what a change must not worsen. Every output is verified before it is timed.
//!
//! `cargo bench --no-default-features --bench quotient`

use divan::Bencher;
use divan::counter::ItemsCount;
use isotask::decompose::{color, quotient};
use isotask::model::{IsotropicTask, TaskMatrix};
use isotask::route::{Directions, task_matrix};
use isotask::wire::{Network, Objective, Ports, Task, TaskDocument};

const DIMENSIONS: [u64; 6] = [10, 12, 14, 16, 18, 20];

fn main() {
    divan::main();
}

fn matrix(dimension: u64) -> TaskMatrix {
    let document = TaskDocument::new(
        None,
        Network::Hypercube { dimension },
        Task::TotalExchange { count: 1 },
        Ports::All,
        Objective::CompletionTime,
    );
    let task = IsotropicTask::new(&document).expect("a good task");
    task_matrix(&task, &Directions::Default).expect("default directions")
}

/// Groups, small matrix, peel: the schedule in interval form.
#[divan::bench(args = DIMENSIONS)]
fn intervals(bencher: Bencher<'_, '_>, dimension: u64) {
    let matrix = matrix(dimension);
    bencher.counter(ItemsCount::new(matrix.total())).bench_local(|| quotient(&matrix, matrix.columns()));
}

/// The same, and a slot for every entry.
#[divan::bench(args = DIMENSIONS)]
fn coloring(bencher: Bencher<'_, '_>, dimension: u64) {
    let matrix = matrix(dimension);
    let checked = color(&matrix, &quotient(&matrix, matrix.columns()));
    assert_eq!(checked.length(), 1 << (dimension - 1));
    checked.replay(&matrix, matrix.columns()).expect("a proper schedule");
    bencher
        .counter(ItemsCount::new(matrix.total()))
        .bench_local(|| color(&matrix, &quotient(&matrix, matrix.columns())));
}

/// The floor: an edge list of 8 bytes an entry is read, 4 bytes an entry are written.
#[divan::bench(args = DIMENSIONS)]
fn floor_read_8_write_4(bencher: Bencher<'_, '_>, dimension: u64) {
    let matrix = matrix(dimension);
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for row in 0..matrix.rows() {
        let name = u32::try_from(row).expect("few rows");
        edges.extend(matrix.row(row).map(|(column, _)| (name, column)));
    }
    bencher
        .counter(ItemsCount::new(edges.len()))
        .bench_local(|| edges.iter().map(|&(row, column)| row ^ column).collect::<Vec<u32>>());
}
