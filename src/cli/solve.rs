//! `isotask solve`.

use super::allreduce;
use super::args::{FormWord, MethodWord, SolveArguments};
use super::collective::{self, status_of};
use super::draw;
use super::failure::{Exit, Failure, name_of, say};
use super::input::{read_any_task, read_schedule};
use super::interrupt;
use super::output::{Output, same_place};
use super::progress::Progress;
use super::report::{
    Report, average, average_words, checked_words, counted, describe_matrix, describe_task, horizon_word,
    horizon_words, link_use, lower_words, percent, scope_word, scope_words, self_check,
};
use crate::delay::Bias;
use crate::model::Task;
use crate::solve::{
    CollectiveMethod, Method, Outcome, Phase, Solution, SolveOptions, solve, solve_collective, solve_from,
};
use crate::wire::{
    CertificateDocument, Claim, MatrixReport, Objective, Quantity, ReportedClaim, ResultDocument,
    ScheduleBody, ScheduleDocument, Scope, Status, to_bytes,
};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(super) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    #[cfg(feature = "ilp")]
    if arguments.pareto {
        return super::pareto::run(arguments);
    }
    require_distinct(arguments)?;
    let task = read_any_task(&arguments.task)?;
    let source = arguments.from.as_deref().map(read_schedule).transpose()?;
    let outputs = if arguments.allreduce { (None, None) } else { open_outputs(arguments)? };
    interrupt::listen();
    let stop = stop_at_limit(arguments);
    let progress = Progress::start();
    let show = |phase| progress.phase(phase);
    let options = options_of(arguments, &stop, &show);
    let failure = |fault| Failure::solve(&name_of(&arguments.task), &fault);
    let task = match task {
        Task::Collective(_) if matches!(arguments.form, FormWord::Intervals) => {
            return Err(Failure::usage("--form intervals is for isotropic tasks".to_owned()));
        }
        Task::Collective(task) if arguments.allreduce => {
            let exit = allreduce::run(arguments, &task, collective_method(arguments)?, &options);
            drop(progress);
            return exit;
        }
        Task::Collective(task) => {
            let outcome = match source {
                Some(source) => {
                    let name = arguments.from.as_deref().map_or_else(String::new, name_of);
                    solve_from(&task, &source, &options).map_err(|fault| Failure::solve(&name, &fault))
                }
                None => solve_collective(&task, collective_method(arguments)?, &options).map_err(failure),
            };
            drop(progress);
            return collective::finish(arguments, outcome?, outputs);
        }
        Task::Cayley(_) => return Err(Failure::usage("a Cayley graph".to_owned())),
        Task::Isotropic(_) if arguments.allreduce || source.is_some() => {
            return Err(Failure::usage(
                "--from and --allreduce are for broadcasts, accumulations, scatter and gather".to_owned(),
            ));
        }
        Task::Isotropic(task) => task,
    };
    let method = method(arguments, task.document().objective)?;
    let outcome = solve(&task, &SolveOptions { method, ..options }).map_err(failure);
    drop(progress);
    let (solution, exit) = ended(outcome?)?;
    write(arguments, &solution, exit, outputs)?;
    Ok(exit)
}

/// The files for the certificate and the schedule, opened before the work starts.
fn open_outputs(arguments: &SolveArguments) -> Result<Outputs, Failure> {
    let certificate = arguments.output.as_deref().map(Output::open).transpose()?;
    Ok((certificate, arguments.schedule.as_deref().map(Output::open).transpose()?))
}

/// Where the certificate and the schedule go.
pub(super) type Outputs = (Option<Output>, Option<Output>);

/// Whether the time limit, counted from now, has passed or somebody interrupts.
pub(super) fn stop_at_limit(arguments: &SolveArguments) -> impl Fn() -> bool + Sync + use<> {
    let deadline =
        arguments.time_limit.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    move || interrupt::is_interrupted() || deadline.is_some_and(|end| Instant::now() >= end)
}

/// What the arguments say of a solve, but for its method.
pub(super) fn options_of<'a>(
    arguments: &SolveArguments,
    stop: &'a (dyn Fn() -> bool + Sync),
    progress: &'a (dyn Fn(Phase) + Sync),
) -> SolveOptions<'a> {
    SolveOptions {
        form: arguments.form.into(),
        threads: arguments.threads,
        time_limit: arguments.time_limit,
        stop,
        cancel: &interrupt::is_interrupted,
        progress,
        ..SolveOptions::default()
    }
}

/// A method that is none of the task.
fn other_method(word: MethodWord, of: &str) -> Failure {
    let name = word.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    Failure::usage(format!("method {name} is one of {of}, not of this task"))
}

/// The method asked for of a broadcast, accumulation, scatter or gather.
fn collective_method(arguments: &SolveArguments) -> Result<Option<CollectiveMethod>, Failure> {
    if arguments.bias.is_some() {
        return Err(Failure::usage("--bias goes with --method octr".to_owned()));
    }
    let method = |word: MethodWord| word.collective().ok_or_else(|| other_method(word, "isotropic tasks"));
    arguments.method.map(method).transpose()
}

/// The method asked for; the bias of `octr` follows the objective unless it is given.
fn method(arguments: &SolveArguments, objective: Objective) -> Result<Option<Method>, Failure> {
    let by_objective = match objective {
        Objective::AverageDelay => Bias::AverageDelay,
        Objective::CompletionTime | Objective::CompletionTimeThenAverageDelay => Bias::CompletionTime,
    };
    let method = |(word, bias): (MethodWord, Bias)| {
        word.with(bias).ok_or_else(|| other_method(word, "broadcasts, accumulations, scatter and gather"))
    };
    match (arguments.method, arguments.bias) {
        (Some(MethodWord::Octr), bias) => {
            method((MethodWord::Octr, bias.map_or(by_objective, Bias::from))).map(Some)
        }
        (_, Some(_)) => Err(Failure::usage("--bias goes with --method octr".to_owned())),
        (word, None) => word.map(|word| method((word, by_objective))).transpose(),
    }
}

/// Two outputs in one place, or an output over the input, would lose one of them.
fn require_distinct(arguments: &SolveArguments) -> Result<(), Failure> {
    let outputs: Vec<&PathBuf> = arguments.output.iter().chain(&arguments.schedule).collect();
    if let [certificate, schedule] = outputs.as_slice()
        && same_place(certificate, schedule)
    {
        return Err(Failure::usage("--output and --schedule name the same place".to_owned()));
    }
    let inputs = [(arguments.task.as_path(), "task file")].into_iter();
    for (input, what) in inputs.chain(arguments.from.as_deref().map(|from| (from, "schedule to convert"))) {
        if let Some(output) =
            outputs.iter().find(|output| input != Path::new("-") && same_place(input, output))
        {
            let name = output.display();
            return Err(Failure::usage(format!("{name} is the {what}; the output would replace it")));
        }
    }
    Ok(())
}

fn write(
    arguments: &SolveArguments,
    solution: &Solution,
    exit: Exit,
    outputs: Outputs,
) -> Result<(), Failure> {
    let report = if arguments.json {
        to_bytes(&document(arguments, solution, exit))
    } else {
        text(solution, exit, arguments.explain).into_bytes()
    };
    write_outputs(&solution.certificate, outputs, &report)
}

/// Writes the files that were asked for, then the report where standard output is free for it.
pub(super) fn write_outputs(
    solved: &CertificateDocument,
    (certificate, schedule): Outputs,
    report: &[u8],
) -> Result<(), Failure> {
    let stdout_taken = [&certificate, &schedule].into_iter().flatten().any(Output::is_stdout);
    if let Some(output) = certificate {
        output.finish(&to_bytes(solved))?;
    }
    if let Some(output) = schedule {
        output.finish(&to_bytes(&ScheduleDocument::new(solved.task.clone(), solved.schedule.clone())))?;
    }
    if stdout_taken {
        say(String::from_utf8_lossy(report).trim_end());
        Ok(())
    } else {
        Output::stdout().finish(report)
    }
}

/// What a solve ended with, and the exit code that goes with it.
pub(super) fn ended<S>(outcome: Outcome<S>) -> Result<(Box<S>, Exit), Failure> {
    let interrupted = interrupt::is_interrupted();
    let (solution, exit) = match outcome {
        Outcome::Optimal(solution) => (solution, Exit::Success),
        Outcome::Feasible(solution) => (solution, Exit::NotProved),
        Outcome::Unknown { reason } if interrupted => return Err(Failure::interrupted(&reason)),
        Outcome::Unknown { reason } => return Err(Failure::without_schedule(reason)),
    };
    Ok((solution, if interrupted { Exit::Interrupted } else { exit }))
}

fn text(solution: &Solution, exit: Exit, explain: bool) -> String {
    let network = solution.task.network();
    let mut report = Report::default();
    describe_task(&mut report, &solution.task);
    report.line("method", solution.method.as_str());
    describe_matrix(&mut report, network, &solution.matrix);
    let time = solution.completion_time();
    report.line("completion time", counted(time, "slot"));
    for claim in times(&solution.certificate.claims) {
        let lower = counted(claim.lower.value(), "slot");
        report.line(
            "lower bound",
            format!("{lower} for {}, by {}", scope_words(claim.scope), lower_words(network, &claim.lower)),
        );
    }
    describe_delay(&mut report, solution);
    report.line("result", verdict_words(solution, exit));
    let used = link_use(solution.matrix.total, time, network.links());
    report.line("links used", format!("{} %", percent(used)));
    let moves = solution.matrix.total;
    let least = solution.task.total_distance();
    report.line(
        "transmissions",
        if moves == least {
            format!("{moves} of each node, the least possible")
        } else {
            format!("{moves} of each node (shortest paths alone would need {least})")
        },
    );
    report.line("checked", checked_words(&solution.verdict.replayed));
    let mut text = report.render();
    for note in &solution.notes {
        text.extend(["note: ", note, "\n"]);
    }
    if explain {
        text.push('\n');
        for line in &solution.explanation {
            text.extend([line, "\n"]);
        }
    }
    if let ScheduleBody::Symmetric { packets, slots } = &solution.certificate.schedule
        && draw::is_drawable(time, network.links())
    {
        text.push_str(
            "\nWhich packet of node 0 moves over which link; every node does the same with its own:\n",
        );
        text.push_str(&draw::slots(network, packets, slots));
    } else if time > 0 {
        text.push_str(&draw::not_drawn("the slots"));
    }
    text
}

fn times(claims: &[Claim]) -> impl Iterator<Item = &Claim> {
    claims.iter().filter(|claim| claim.quantity == Quantity::CompletionTime)
}

/// The total delay with its bound, if the task asks for delay.
fn describe_delay(report: &mut Report, solution: &Solution) {
    let Some(claim) = delay(&solution.certificate.claims) else { return };
    let packets = solution.task.rows();
    report.line(
        "total delay",
        format!(
            "{} of the {} of a node, average {}",
            counted(claim.value, "slot"),
            counted(packets, "packet"),
            average_words(claim.value, packets)
        ),
    );
    report.line(
        "lower bound",
        format!(
            "{} in total for {}{}, by {}",
            counted(claim.lower.value(), "slot"),
            scope_words(claim.scope),
            horizon_words(claim.horizon),
            lower_words(solution.task.network(), &claim.lower)
        ),
    );
}

fn delay(claims: &[Claim]) -> Option<&Claim> {
    claims.iter().find(|claim| claim.quantity == Quantity::TotalDelay)
}

/// The strongest statements that are proved, for every part of the objective.
fn verdict_words(solution: &Solution, exit: Exit) -> String {
    let claims = &solution.certificate.claims;
    let objective = solution.task.document().objective;
    let mut words = Vec::new();
    if objective != Objective::AverageDelay {
        words.push(time_words(solution.completion_time(), claims));
    }
    if let Some(claim) = delay(claims) {
        words.push(delay_words(claim));
    }
    if exit == Exit::Interrupted {
        words.push("interrupted".to_owned());
    }
    words.join("; ")
}

fn delay_words(claim: &Claim) -> String {
    let (scope, horizon) = (scope_word(claim.scope), horizon_word(claim.horizon));
    let lower = claim.lower.value();
    match claim.status {
        Status::Optimal => {
            let kind = match claim.scope {
                Scope::All => "schedule",
                Scope::Isotropic => "symmetric schedule",
                Scope::IsotropicShortest => "symmetric schedule along shortest paths",
            };
            format!("optimal: no {kind} has less delay (scope {scope}, horizon {horizon})")
        }
        Status::UpperBound => format!(
            "delay not proved optimal: gap {} between {lower} and {} (scope {scope}, horizon {horizon})",
            claim.value - lower,
            claim.value
        ),
    }
}

fn time_words(time: u64, claims: &[Claim]) -> String {
    let proved = times(claims).filter(|claim| claim.status == Status::Optimal).map(|claim| claim.scope).max();
    match proved {
        Some(Scope::All) => "optimal: no schedule is shorter (scope all)".to_owned(),
        Some(Scope::Isotropic) => "optimal: no symmetric schedule is shorter (scope isotropic)".to_owned(),
        Some(Scope::IsotropicShortest) => "optimal: no symmetric schedule along shortest paths is shorter \
             (scope isotropic-shortest)"
            .to_owned(),
        None => {
            let best = times(claims).max_by_key(|claim| (claim.lower.value(), claim.scope));
            let best = best.expect("a solution always claims its completion time");
            let (lower, scope) = (best.lower.value(), scope_word(best.scope));
            let gap = time - lower;
            format!("not proved optimal: gap {gap} between {lower} and {time} slots (scope {scope})")
        }
    }
}

fn document(arguments: &SolveArguments, solution: &Solution, exit: Exit) -> ResultDocument {
    let matrix = &solution.matrix;
    let used = link_use(matrix.total, solution.completion_time(), solution.task.network().links());
    let mut document = ResultDocument::new("solve", status_of(exit), exit.code());
    document.input = Some(name_of(&arguments.task));
    document.method = Some(solution.method.as_str().to_owned());
    document.matrix = Some(MatrixReport {
        rows: matrix.rows,
        columns: matrix.columns.into(),
        total: matrix.total,
        critical_sum: matrix.critical_sum,
        critical_rows: matrix.critical_rows,
        critical_columns: matrix.critical_columns.iter().map(|&c| c.into()).collect(),
    });
    document.claims = solution.certificate.claims.iter().map(ReportedClaim::from).collect();
    document.average_delay = delay(&solution.certificate.claims)
        .and_then(|claim| average(claim.value, solution.task.rows()))
        .map(|average| average.to_string());
    document.transmissions_per_node = Some(matrix.total);
    document.link_use_percent = Some(used.to_string());
    document.self_check = Some(self_check(&solution.verdict.replayed));
    document.notes.clone_from(&solution.notes);
    if arguments.explain {
        document.notes.extend(solution.explanation.iter().cloned());
    }
    document
}
