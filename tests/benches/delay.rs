//! The time to a proved least total delay: Isotask against HiGHS on the textbook model, in one run.
//!
//! The task is total exchange with least completion time. The *textbook* model is indexed by time:
//! `x[i][j][t]` = 1 iff packet i uses link j in slot t, `Σ_t x[i][j][t] = p[i][j]`, every row and every link
//! at most once in a slot, `C_i ≥ (t + 1)·x[i][j][t]`, least ΣC_i. HiGHS gets it with its own presolve, with
//! integer C_i ≥ r_i, which lets it round bounds up, and with a gap that ends at the optimum. *Summed* is a
//! stronger form, `C_i ≥ Σ_t (t + 1)·x[i][j][t]` for entries of 1. Three ways of Isotask stand beside them:
//! the integer program alone, without a first schedule and without the pooled bound (`least_delay`); the
//! whole of `solve --method ilp`; and the whole of `solve`, which tries constructions only. The last two
//! write, read back and check the certificate within their time.
//!
//! Every solver has one thread and the same time limit. A value counts as proved for HiGHS when HiGHS says
//! so, for Isotask when the checker accepts the certificate, which happens outside the measured time; every
//! schedule is replayed there too. The ratio is the time of the faster textbook model over the way's own.
//!
//! `cargo bench -p isotask-benches --bench delay`, with a limit in seconds and names of instances if wanted:
//! `… -- 120 5-cube`

use good_lp::solvers::highs::highs;
use good_lp::{Constraint, Expression, ProblemVariables, SolverModel, variable};
use isotask::certify;
use isotask::check::{self, Options};
use isotask::model::{Coloring, IsotropicTask, Schedule, TaskMatrix};
use isotask::program::{
    DelayModel, DelayRows, DelaySchedule, DelayWays, Found, MAX_VARIABLES, SearchOptions, least_delay,
};
use isotask::route::{Directions, SearchBudget, least_completion, task_matrix};
use isotask::solve::{Method, Outcome, SolveOptions, method, solve};
use isotask::wire::{
    self, CertificateDocument, Claim, Horizon, Network, Objective, Per, Ports, Quantity, Scope, Status, Task,
    TaskDocument,
};
use num_traits::ToPrimitive;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Seconds for each solver on each instance unless an argument says otherwise.
const DEFAULT_SECONDS: u64 = 120;
/// Most nodes of a tree that proves a delay, as in `solve`.
const NODES: u64 = 20_000;

fn instances() -> Vec<(&'static str, Network)> {
    let cube = |dimension| Network::Hypercube { dimension };
    let torus = |radices: &[u64]| Network::Torus { radices: radices.to_vec() };
    vec![
        // Its first line warms up.
        ("2-cube", cube(2)),
        ("3-cube", cube(3)),
        ("3x3", torus(&[3, 3])),
        ("4-cube", cube(4)),
        ("3x5", torus(&[3, 5])),
        ("3x3x3", torus(&[3, 3, 3])),
        ("5x5", torus(&[5, 5])),
        ("5-cube", cube(5)),
    ]
}

/// The answer of a solver, and its time.
struct Run {
    value: Option<u64>,
    bound: Option<u64>,
    time: Duration,
}

impl Run {
    fn is_proved(&self) -> bool {
        self.value.is_some() && self.value == self.bound
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let seconds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(DEFAULT_SECONDS);
    let names: Vec<&String> = words.iter().filter(|word| word.parse::<u64>().is_err()).collect();
    let processors = thread::available_parallelism().map_or(1, usize::from);
    say(&format!("{}, {processors} processors, limit {seconds} s, one thread each\n", processor()));
    say(&row(&["instance", "way", "total delay", "bound", "time", "ratio"]));
    for (name, network) in instances() {
        if names.is_empty() || names.iter().any(|wanted| *wanted == name) {
            compare(name, network, seconds);
        }
    }
}

fn compare(name: &str, network: Network, seconds: u64) {
    let task = IsotropicTask::new(&TaskDocument::new(
        None,
        network,
        Task::TotalExchange { count: 1 },
        Ports::All,
        Objective::CompletionTimeThenAverageDelay,
    ))
    .expect("a good task");
    let horizon =
        least_completion(&task, &SearchBudget { evaluations: 1_000_000, stop: &|| false }).completion;
    let textbooks = [false, true].map(|summed| textbook(&task, horizon, summed, seconds));
    let fastest = textbooks.iter().min_by_key(|run| (!run.is_proved(), run.time)).expect("two models");
    print_run(name, "textbook", &textbooks[0], fastest, seconds);
    print_run(name, "textbook, summed", &textbooks[1], fastest, seconds);
    print_run(name, "least_delay", &program_alone(&task, horizon, seconds), fastest, seconds);
    print_run(name, "solve --method ilp", &whole(&task, method("ilp"), seconds), fastest, seconds);
    print_run(name, "solve", &whole(&task, None, seconds), fastest, seconds);
}

/// HiGHS on a model indexed by time, its schedule replayed afterwards.
fn textbook(task: &IsotropicTask, horizon: u64, summed: bool, seconds: u64) -> Run {
    let matrix = task_matrix(task, &Directions::Default).expect("default directions");
    let began = Instant::now();
    // HiGHS ties the number of its threads to the thread that calls it first.
    let (mut value, bound, coloring) = thread::scope(|scope| {
        let model = scope.spawn(|| Textbook::new(&matrix, horizon, summed).solve(seconds));
        model.join().expect("HiGHS comes back")
    });
    let time = began.elapsed();
    if let Some(coloring) = coloring {
        let replayed = DelaySchedule::new(task, Directions::Default, coloring).expect("a schedule");
        // A schedule found on the way may have a C_i above its last slot.
        assert!(
            value.is_some_and(|value| replayed.total_delay <= value),
            "HiGHS counts no less than the replay"
        );
        value = Some(replayed.total_delay);
    }
    Run { value, bound, time }
}

/// The textbook model of a matrix.
#[derive(Default)]
struct Textbook {
    columns: ProblemVariables,
    objective: Expression,
    constraints: Vec<Constraint>,
    /// For every entry the index of its first variable; those of the later slots follow.
    entries: Vec<usize>,
    slots: usize,
}

impl Textbook {
    fn new(matrix: &TaskMatrix, horizon: u64, summed: bool) -> Self {
        let mut model = Self { slots: usize::try_from(horizon).expect("few slots"), ..Self::default() };
        let mut on_link = vec![vec![Expression::default(); model.slots]; matrix.column_sums().len()];
        for packet in 0..matrix.rows() {
            let least = real(matrix.row_sum(packet));
            let delay = model.columns.add(variable().integer().min(least).max(real(horizon)));
            model.objective += delay;
            let mut in_slot = vec![Expression::default(); model.slots];
            for (link, units) in matrix.row(packet) {
                model.entries.push(model.columns.len());
                let uses = model.columns.add_vector(variable().binary(), model.slots);
                for (slot, &used) in uses.iter().enumerate() {
                    in_slot[slot] += used;
                    on_link[usize::try_from(link).expect("few links")][slot] += used;
                }
                let ends = uses.iter().zip(1..).map(|(&used, end)| real(end) * used);
                if summed && units == 1 {
                    model.constraints.push((ends.sum::<Expression>() - delay).leq(0));
                } else {
                    model.constraints.extend(ends.map(|end| (end - delay).leq(0)));
                }
                model.constraints.push(uses.iter().sum::<Expression>().eq(real(units)));
            }
            model.constraints.extend(in_slot.into_iter().map(|sum| sum.leq(1)));
        }
        model.constraints.extend(on_link.into_iter().flatten().map(|sum| sum.leq(1)));
        model
    }

    /// The total delay that HiGHS finds, the bound that it states, and its schedule.
    fn solve(self, seconds: u64) -> (Option<u64>, Option<u64>, Option<Coloring>) {
        let Self { columns, objective, constraints, entries, slots } = self;
        let mut problem = columns.minimise(objective).using(highs);
        for constraint in constraints {
            problem.add_constraint(constraint);
        }
        // Solved below good_lp, which does not hand on the bound of an integer program.
        let mut model = problem.into_inner();
        model.set_option("random_seed", 1);
        model.set_option("threads", 1);
        model.set_option("time_limit", real(seconds));
        model.set_option("mip_rel_gap", 0.0);
        // The objective is integral.
        model.set_option("mip_abs_gap", 0.9);
        let solved = model.solve();
        let bound = solved.double_info_value(c"mip_dual_bound").ok().and_then(rounded_up);
        if format!("{:?}", solved.primal_solution_status()) != "Feasible" {
            return (None, bound, None);
        }
        let value = solved.objective_value().round().to_u64();
        let solution = solved.get_solution();
        let values = solution.columns();
        let used = |first: usize| (0..).zip(&values[first..first + slots]).filter(|(_, used)| **used > 0.5);
        let slots = entries.iter().flat_map(|&first| used(first).map(|(slot, _)| slot)).collect();
        (value, bound, Some(Coloring { slots }))
    }
}

fn real(integer: u64) -> f64 {
    integer.to_f64().expect("a small integer")
}

#[expect(clippy::float_arithmetic, reason = "the tolerance of HiGHS")]
fn rounded_up(bound: f64) -> Option<u64> {
    (bound - 1e-6).ceil().to_u64()
}

/// The integer program alone, with its proof in integers.
fn program_alone(task: &IsotropicTask, horizon: u64, seconds: u64) -> Run {
    let options =
        SearchOptions { threads: 1, time_limit: Some(seconds), nodes: NODES, stop: &|| false, watch: &() };
    let began = Instant::now();
    let model = DelayModel::new(task, DelayWays::TiesFree, horizon, MAX_VARIABLES, DelayRows::Needed);
    let found = least_delay(model.expect("a small model"), None, &options).expect("within all limits");
    let time = began.elapsed();
    if found.schedule.is_some() {
        accept(&certificate_of(task, &found));
    }
    Run { value: found.schedule.as_ref().map(|best| best.total_delay), bound: Some(found.lower), time }
}

fn certificate_of(task: &IsotropicTask, found: &Found<DelaySchedule>) -> CertificateDocument {
    let best = found.schedule.as_ref().expect("asked for only with a schedule");
    let lower = found.bound().expect("ties are free");
    let cube = matches!(task.network().kind(), Network::Hypercube { .. });
    let claim = Claim {
        quantity: Quantity::TotalDelay,
        value: best.total_delay.into(),
        per: Some(Per::Node),
        scope: if cube { Scope::Isotropic } else { Scope::IsotropicShortest },
        horizon: Some(Horizon::Slots(found.horizon)),
        status: if lower.slots() == best.total_delay { Status::Optimal } else { Status::UpperBound },
        lower,
    };
    let matrix = task_matrix(task, &best.directions).expect("its own directions");
    let schedule = Schedule::of_units(matrix, best.coloring.clone());
    certify::certificate(&task.clone().into(), &schedule, vec![claim])
}

/// The way of the command, from the task to the certificate that was read back and accepted.
fn whole(task: &IsotropicTask, method: Option<&'static dyn Method>, seconds: u64) -> Run {
    let began = Instant::now();
    let end = began + Duration::from_secs(seconds);
    let stop = move || Instant::now() >= end;
    let options = SolveOptions {
        method,
        time_limit: Some(Duration::from_secs(seconds)),
        stop: &stop,
        ..SolveOptions::default()
    };
    let outcome = solve(&task.clone().into(), &options).expect("within all limits");
    let time = began.elapsed();
    let (Outcome::Optimal(solution) | Outcome::Feasible(solution)) = outcome else {
        return Run { value: None, bound: None, time };
    };
    accept(&solution.certificate);
    let mut claims = solution.certificate.claims.iter();
    let delay = claims.find(|claim| claim.quantity == Quantity::TotalDelay).expect("the objective is delay");
    Run { value: u64::try_from(delay.value).ok(), bound: Some(delay.lower.slots()), time }
}

/// Writes a certificate, reads it back and has it checked.
fn accept(certificate: &CertificateDocument) {
    let again: CertificateDocument = wire::parse(&wire::to_bytes(certificate)).expect("what was written");
    check::check_certificate(&again, &Options::default()).expect("the checker accepts it");
}

fn print_run(name: &str, way: &str, run: &Run, textbook: &Run, seconds: u64) {
    let number = |number: Option<u64>| number.map_or("none".to_owned(), |number| number.to_string());
    let in_time = run.is_proved() || run.time < Duration::from_secs(seconds);
    let time = if in_time { format!("{:.1?}", run.time) } else { format!("> {seconds} s") };
    let ratio = if run.is_proved() {
        let tenths = textbook.time.as_micros() * 10 / run.time.as_micros().max(1);
        let at_least = if textbook.is_proved() { "" } else { "> " };
        let digits =
            if tenths < 100 { format!("{}.{}", tenths / 10, tenths % 10) } else { (tenths / 10).to_string() };
        format!("{at_least}{digits}")
    } else {
        "not proved".to_owned()
    };
    say(&row(&[name, way, &number(run.value), &number(run.bound), &time, &ratio]));
}

fn row(cells: &[&str; 6]) -> String {
    let [name, way, value, bound, time, ratio] = cells;
    format!("{name:<9}{way:<19}{value:>12}{bound:>8}{time:>12}{ratio:>12}")
}

/// The model of the processor, where the system tells.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(": ")).map_or("unknown processor", |(_, name)| name).to_owned()
}

#[expect(clippy::print_stdout, reason = "what a benchmark is for")]
fn say(line: &str) {
    println!("{line}");
}
