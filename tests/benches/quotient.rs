//! Decompositions against the memory floor and against rustworkx-core, as ratios within one run.
//!
//! Two floors are measured beside every case, on as many units: reading an entry list of 8 bytes and writing
//! 4 bytes for each unit ("8+4"), and writing 4 bytes alone ("+4"). A decomposition is everything from the
//! rows to the slot of every unit, in a buffer that is kept; it is verified outside the timed part. Times are
//! the least of several interleaved repetitions, so that what disturbs one disturbs all. Two shorter tables
//! follow: k ports against all ports on one matrix, and the peak of memory against matrix and output.
//!
//! `cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench quotient [-- WORD…]`:
//! only cases whose name contains a word, such as `cube`, `ports` or `memory`; with the word `fast` without
//! rustworkx-core.

#![expect(clippy::print_stdout, reason = "the table is what a benchmark is for")]

use isotask::decompose::{self, Decomposition, color_into, euler_split, quotient};
use isotask::graph::Random;
use isotask::model::{Coloring, ImpliedRows, IsotropicTask, Rows, TaskMatrix};
use isotask::route::{Directions, task_matrix};
use isotask::wire::{Network, Objective, Ports, Task, TaskDocument};
use rayon::ThreadPool;
use rustworkx_core::bipartite_coloring::bipartite_edge_color;
use rustworkx_core::petgraph::graph::{NodeIndex, UnGraph};
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

/// Nanoseconds of rustworkx-core after which it is not run on the next size of a family.
const MAX_COMPARISON_NANOSECONDS: u64 = 20_000_000_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let chosen = |name: &str| {
        let mut words = words.iter().filter(|word| *word != "fast").peekable();
        words.peek().is_none() || words.any(|word| name.contains(word.as_str()))
    };
    match words.first().map(String::as_str) {
        Some("once") => return once(&words),
        Some("peak") => return peak(&words),
        _ => {}
    }
    let fast = words.iter().any(|word| word == "fast");
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("nobody has used threads");
    let four = pool(4);
    println!("{}", machine());
    println!(
        "one thread unless said otherwise; ×8+4, ×+4: multiples of the floors, and bytes moved for each unit; rustworkx: how many times longer it takes"
    );
    println!(
        "{:<24}{:>11}{:>9}{:>8}{:>8}  {:<26}{:<26}{:>9}{:>10}",
        "case", "units", "µs", "8+4 ns", "+4 ns", "stored rows", "implied rows", "4 threads", "rustworkx"
    );
    for family in families() {
        let mut theirs: Option<Theirs> = Some(Theirs::default());
        for case in family {
            if chosen(&case.name) {
                let line = measure(&case, &four, if fast { None } else { theirs.as_mut() });
                println!("{line}");
                if theirs.as_ref().is_some_and(|theirs| theirs.gone) {
                    theirs = None;
                }
            }
        }
    }
    for case in [cube(18), torus(32)] {
        if chosen(&format!("{} ports", case.name)) {
            println!("{}", measure_ports(&case));
        }
    }
    for case in [cube(20), torus(64), random(100_000, 8), random(100_000, 13), random(100_000, 64)] {
        if chosen(&format!("{} memory", case.name)) {
            println!("{}", measure_memory(&case));
        }
    }
}

/// Describes the machine of the measurement, as far as the system tells.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("machine: {}, {cores} cores", model.unwrap_or("unknown"))
}

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// A matrix by name, made when its turn comes.
struct Case {
    name: String,
    task: Option<IsotropicTask>,
    make: Box<dyn Fn() -> TaskMatrix>,
}

fn cube(dimension: u64) -> Case {
    of_task(format!("cube {dimension}"), Network::Hypercube { dimension }, Task::TotalExchange { count: 1 })
}

fn torus(radix: u64) -> Case {
    let network = Network::Torus { radices: vec![radix; 3] };
    of_task(format!("torus {radix}³"), network, Task::TotalExchange { count: 1 })
}

fn families() -> Vec<Vec<Case>> {
    let near = |max| {
        let task = Task::NeighbourhoodExchange { min: 1, max, count: 1 };
        of_task(format!("24-cube distance 1…{max}"), Network::Hypercube { dimension: 24 }, task)
    };
    let mut families =
        vec![(10..=22).map(cube).collect(), [16, 32, 64].map(torus).into(), (3..=7).map(near).collect()];
    for degree in [8, 13, 64] {
        families.push([1_000, 10_000, 100_000].map(|nodes| random(nodes, degree)).into());
    }
    families
}

fn of_task(name: String, network: Network, task: Task) -> Case {
    let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
    let task = IsotropicTask::new(&document).expect("a good task");
    let own = task.clone();
    let make = move || task_matrix(&own, &Directions::Default).expect("default directions");
    Case { name, task: Some(task), make: Box::new(make) }
}

/// A sum of random permutation matrices: a regular bipartite multigraph.
fn random(nodes: u32, degree: u32) -> Case {
    let make = move || {
        let mut random = Random::new(u64::from(nodes) << 32 | u64::from(degree));
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); nodes.try_into().expect("small")];
        for _ in 0..degree {
            let mut columns: Vec<u32> = (0..nodes).collect();
            random.shuffle(&mut columns);
            rows.iter_mut().zip(columns).for_each(|(row, column)| row.push(column));
        }
        let mut matrix = TaskMatrix::new(nodes);
        for row in &mut rows {
            row.sort_unstable();
            let runs = row.chunk_by(|a, b| a == b);
            matrix
                .push_row(runs.map(|run| (run[0], u64::try_from(run.len()).expect("small"))))
                .expect("increasing columns");
        }
        matrix
    };
    Case { name: format!("random {nodes} degree {degree}"), task: None, make: Box::new(make) }
}

/// One way to do the work, with its least time.
struct Timed<'a> {
    work: Box<dyn FnMut() + 'a>,
    least: u64,
}

fn timed<'a>(work: impl FnMut() + 'a) -> Timed<'a> {
    Timed { work: Box::new(work), least: u64::MAX }
}

/// Runs all ways in turn, at least seven times and for a second.
fn interleave(ways: &mut [Timed<'_>]) {
    let begun = Instant::now();
    let mut repetitions = 0;
    while repetitions < 7 || begun.elapsed().as_millis() < 1000 {
        for way in ways.iter_mut() {
            let start = Instant::now();
            (way.work)();
            let took = u64::try_from(start.elapsed().as_nanos()).expect("not so long");
            way.least = way.least.min(took);
        }
        repetitions += 1;
    }
}

/// rustworkx-core on the sizes of a family.
#[derive(Default)]
struct Theirs {
    gone: bool,
}

/// Times hundred, rounded, as a decimal number.
fn ratio(a: u64, b: u64) -> String {
    let hundredths = (u128::from(a) * 100 + u128::from(b) / 2) / u128::from(b.max(1));
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn decompose_into(rows: &impl Rows, ports: u32, slots: &mut [u32]) {
    match Decomposition::choose(rows) {
        Decomposition::Quotient { .. } => color_into(rows, &quotient(rows, ports), slots),
        Decomposition::EulerSplit { .. } => slots.copy_from_slice(&euler_split(rows, ports).slots),
    }
}

/// One decomposition of the 13-cube's total exchange in one form, for tools that count instructions:
/// `instructions.sh` beside this file. It is small enough to stay on the calling thread.
fn once(words: &[String]) {
    let Case { task, make, .. } =
        of_task("cube 13".to_owned(), Network::Hypercube { dimension: 13 }, Task::TotalExchange { count: 1 });
    let matrix = make();
    let mut slots = vec![0; usize::try_from(matrix.total()).expect("small")];
    match words.iter().find(|word| *word != "once").map(String::as_str) {
        Some("implied") => {
            measured(&ImpliedRows::new(&task.expect("a task")).expect("by distance"), &mut slots);
        }
        _ => measured(&matrix, &mut slots),
    }
    verify(&matrix, matrix.columns(), &slots);
    println!("{} units", slots.len());
}

#[inline(never)]
fn measured(rows: &impl Rows, slots: &mut [u32]) {
    decompose_into(rows, rows.columns(), slots);
}

/// Verifies a decomposition by a replay.
fn verify(matrix: &TaskMatrix, ports: u32, slots: &[u32]) {
    let coloring = Coloring { slots: slots.to_vec() };
    assert_eq!(coloring.length(), matrix.least_slots(ports));
    coloring.replay(matrix, ports).expect("a proper schedule");
}

/// Measures a decomposition in one thread for k ports against one for all ports, on equal stored rows.
fn measure_ports(case: &Case) -> String {
    let matrix = &(case.make)();
    let all = matrix.columns();
    let limits = [all, all / 2, 3, 1];
    let units = usize::try_from(matrix.total()).expect("fits memory");
    let mut buffers = vec![vec![0; units]; limits.len()];
    let mut ways: Vec<Timed> = limits
        .iter()
        .zip(&mut buffers)
        .map(|(&ports, slots)| timed(move || decompose_into(black_box(matrix), ports, slots)))
        .collect();
    interleave(&mut ways);
    let times: Vec<u64> = ways.iter().map(|way| way.least).collect();
    drop(ways);
    let mut line = format!("{:<24}{units:>11}  ports {all}: {} µs", case.name, times[0] / 1000);
    for ((&ports, slots), &time) in limits.iter().zip(&buffers).zip(&times) {
        verify(matrix, ports, slots);
        if ports < all {
            line.extend([", ", &ports.to_string(), ": × ", &ratio(time, times[0])]);
        }
    }
    line
}

/// The peak of memory while a decomposition makes its output, each form in a process of its own, against the
/// bytes of matrix and output.
fn measure_memory(case: &Case) -> String {
    let mut line = format!("{:<24}peak memory, × matrix + output:", case.name);
    for form in ["stored", "implied"] {
        let program = std::env::current_exe().expect("the name of this program");
        let child = Command::new(program).args(["peak", &case.name, form]).output().expect("it starts again");
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        line.extend([" ", String::from_utf8_lossy(&child.stdout).trim()]);
    }
    line
}

/// Prints the peak of one decomposition on one thread; nothing if the matrix has not this form.
fn peak(words: &[String]) {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("nobody has used threads");
    let [_, name, form] = words else { unreachable!("peak CASE FORM") };
    let cases = families().into_iter().flatten();
    let Case { task, make, .. } = cases.into_iter().find(|case| case.name == *name).expect("a case");
    if form == "implied" {
        let rows = task.as_ref().and_then(ImpliedRows::new);
        return rows.into_iter().for_each(|rows| print_peak(form, &rows, 0));
    }
    let matrix = make();
    print_peak(form, &matrix, stored_bytes(&matrix));
}

/// The bytes of stored rows as documented: the columns and units of entries, and 8 for each row.
fn stored_bytes(matrix: &TaskMatrix) -> usize {
    let entry = if matrix.columns() <= 256 { 1 } else { 4 } + if matrix.greatest_entry() > 1 { 8 } else { 0 };
    matrix.nonzeros() * entry + 8 * matrix.rows()
}

fn print_peak(form: &str, rows: &impl Rows, bytes: usize) {
    // From here on the system notes the peak anew.
    if std::fs::write("/proc/self/clear_refs", "5").is_err() {
        println!("{form} not measured, as /proc/self/clear_refs cannot be written;");
        return;
    }
    let before = kilobytes("VmRSS:");
    let coloring = decompose::decompose(rows, rows.columns());
    let grown = kilobytes("VmHWM:") - before;
    let bytes = u64::try_from(bytes).expect("fits memory");
    let whole = bytes + 4 * u64::try_from(coloring.slots.len()).expect("fits memory");
    println!("{form} {} of {} MB;", ratio(bytes + 1024 * grown, whole), whole / 1_000_000);
}

fn kilobytes(key: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let value = text.lines().find_map(|line| line.strip_prefix(key)).expect("a known key");
    value.trim().trim_end_matches(" kB").parse().expect("a number")
}

fn measure(case: &Case, four: &ThreadPool, theirs: Option<&mut Theirs>) -> String {
    let matrix = (case.make)();
    let units = usize::try_from(matrix.total()).expect("fits memory");
    let mut edges: Vec<(u32, u32)> = Vec::with_capacity(units);
    matrix.visit(0..matrix.rows(), |row, column, count| {
        let row = u32::try_from(row).expect("few rows");
        edges.extend((0..count).map(|_| (row, column)));
    });
    let implied = case.task.as_ref().and_then(ImpliedRows::new);
    let mut buffers: Vec<Vec<u32>> = vec![vec![0; units]; 4];
    let [floor, stored, made, parallel] = buffers.as_mut_slice() else { unreachable!("four buffers") };
    let floor = std::cell::RefCell::new(floor);
    let mut ways = vec![
        timed(|| {
            for (slot, &(row, column)) in floor.borrow_mut().iter_mut().zip(black_box(&edges)) {
                *slot = row ^ column;
            }
            black_box(&floor);
        }),
        timed(|| {
            for (slot, value) in floor.borrow_mut().iter_mut().zip(black_box(0)..) {
                *slot = value;
            }
            black_box(&floor);
        }),
        timed(|| decompose_into(&matrix, matrix.columns(), stored)),
        timed(|| four.install(|| decompose_into(&matrix, matrix.columns(), parallel))),
    ];
    if let Some(implied) = &implied {
        ways.push(timed(|| decompose_into(implied, matrix.columns(), made)));
    }
    interleave(&mut ways);
    let times: Vec<u64> = ways.iter().map(|way| way.least).collect();
    drop(ways);
    verify(&matrix, matrix.columns(), &buffers[1]);
    for (index, other) in [(2, implied.is_some()), (3, true)] {
        assert!(
            !other || buffers[index] == buffers[1],
            "all forms and numbers of threads give the same slots"
        );
    }
    let versus = |time: u64, bytes: usize| {
        let (floor, write) = (ratio(time, times[0]), ratio(time, times[1]));
        let bytes = ratio(u64::try_from(bytes).expect("small"), matrix.total());
        format!("×8+4 {floor} ×+4 {write} {bytes} B")
    };
    let stored = stored_bytes(&matrix) - 8 * matrix.rows() + 4 * units;
    let made = times.get(4).map(|&time| versus(time, 4 * units));
    let theirs = theirs.map_or_else(String::new, |theirs| {
        let took = rustworkx(&matrix, &edges);
        theirs.gone = took > MAX_COMPARISON_NANOSECONDS / 3;
        ratio(took, times[2])
    });
    let each = |time: u64| ratio(time, matrix.total());
    format!(
        "{:<24}{:>11}{:>9}{:>8}{:>8}  {:<26}{:<26}{:>9}{:>10}",
        case.name,
        units,
        times[2] / 1000,
        each(times[0]),
        each(times[1]),
        match Decomposition::choose(&matrix) {
            Decomposition::Quotient { .. } => versus(times[2], stored),
            Decomposition::EulerSplit { .. } => format!("×8+4 {} Euler splits", ratio(times[2], times[0])),
        },
        made.unwrap_or_default(),
        ratio(times[2], times[3]),
        theirs
    )
}

/// How long the comparison takes, once.
fn rustworkx(matrix: &TaskMatrix, edges: &[(u32, u32)]) -> u64 {
    let rows = u32::try_from(matrix.rows()).expect("few rows");
    let mut graph = UnGraph::<(), ()>::with_capacity(0, edges.len());
    for _ in 0..rows + matrix.columns() {
        graph.add_node(());
    }
    let index = |i: u32| NodeIndex::new(usize::try_from(i).expect("small"));
    for &(row, column) in edges {
        graph.add_edge(index(row), index(rows + column), ());
    }
    let start = Instant::now();
    let coloring = bipartite_edge_color(&graph).expect("bipartite");
    let took = u64::try_from(start.elapsed().as_nanos()).expect("not so long");
    assert_eq!(coloring.len(), edges.len());
    took
}
