//! `isotask solve --pareto`.

use crate::check::Extent;
use crate::cli::arguments::solve::SolveArguments;
use crate::cli::arguments::solve::{failure, options_of, stop_at_limit};
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, average, average_words, counted, describe_instance};
use crate::cli::report::solution::{note_lines, set_instance, status_of};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{Output, OutputFolder, is_stdout, written};
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::width::prose;
use crate::model::{IsotropicTask, Problem, count_of};
use crate::solve::{ParetoFront, ParetoPoint, pareto};
use crate::wire::{Horizon, PointReport, ReportedClaim, ResultDocument, to_bytes};

pub(crate) fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let task = arguments.input().isotropic()?;
    if arguments.output.as_deref().is_some_and(is_stdout) {
        return Err(Failure::usage(
            "--pareto writes several certificates; expected a folder, found -".to_owned(),
        ));
    }
    let folder = arguments.output.as_deref().map(OutputFolder::open).transpose()?;
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let stop = stop_at_limit(arguments.time_limit);
    let progress = Progress::start();
    let show = |phase| progress.show_phase(phase);
    let options = options_of(arguments, None, None, None, &stop, &show);
    let found = pareto(&task, &options).map_err(|fault| failure(arguments, &fault));
    drop(progress);
    let exit = |proved| match proved {
        true => Exit::Success,
        false if interrupt::is_interrupted() => Exit::Interrupted,
        false => Exit::NotProved,
    };
    let Some(front) = found? else {
        let message = "the search ended without a schedule";
        return Err(match exit(false) {
            Exit::Interrupted => Failure::interrupted(message),
            _ => Failure::without_schedule(message.to_owned()),
        });
    };
    let exit = exit(front.is_proved());
    let report = if arguments.json {
        let mut document = document(arguments, &task, &front, folder.as_ref(), exit);
        document.written =
            arguments.output.iter().filter_map(|folder| written("certificates", folder)).collect();
        to_bytes(&document)
    } else {
        text(arguments, &task, &front, exit).into_bytes()
    };
    if let Some(folder) = folder {
        let certificate = |point: &ParetoPoint| (file_name(point), to_bytes(&point.solution.certificate));
        folder.finish(&front.points.iter().map(certificate).collect::<Vec<_>>())?;
    }
    Output::stdout().finish(&report)?;
    Ok(exit)
}

fn file_name(point: &ParetoPoint) -> String {
    format!("horizon-{}.json", point.horizon)
}

fn text(arguments: &SolveArguments, task: &IsotropicTask, front: &ParetoFront, exit: Exit) -> String {
    let mut report = Report::default();
    describe_instance(&mut report, task);
    report.line("objective", "total delay of symmetric schedules within every horizon");
    report.line("method", "ilp");
    report.verdict("result", result_words(front, exit));
    if let Some(folder) = &arguments.output {
        let files = counted(count_of(front.points.len()), "file");
        report.line("certificates", format!("wrote {files} horizon-T.json to {}", folder.display()));
    }
    report.line("checked", "every point: its certificate read back and accepted");
    let mut text = report.render();
    text.push_str(&note_lines(&front.notes));
    text.push_str(
        &prose("\nTotal delay of symmetric schedules of at most so many slots (horizon); a bound binds those of its scope:"),
    );
    let header = [
        "horizon",
        "completion time",
        "total delay",
        "average",
        "bound",
        "scope",
        "status",
        "Pareto-optimal",
    ];
    let last = front.points.last().map(|point| point.horizon);
    let rows = front.points.iter().map(|point| row(task, point, Some(point.horizon) == last));
    text.push_str(&draw::words(&header, rows.collect()));
    if arguments.explain {
        for line in &front.explanation {
            text.push_str(&prose(&line.to_string()));
        }
    }
    text
}

fn row(task: &IsotropicTask, point: &ParetoPoint, is_last: bool) -> Vec<String> {
    let delay = point.delay();
    let (value, lower) = (delay.value, delay.lower.value());
    let reach = if is_last && delay.horizon == Some(Horizon::Any) { " or more" } else { "" };
    let on_front = match point.optimal {
        Some(true) => "yes",
        Some(false) => "no",
        None => "open",
    };
    vec![
        format!("{}{reach}", point.horizon),
        point.solution.completion_time().to_string(),
        value.to_string(),
        average_words(value, task.rows()),
        lower.to_string(),
        delay.scope.as_str().to_owned(),
        if value == lower { "optimal".to_owned() } else { format!("gap {}", value - lower) },
        on_front.to_owned(),
    ]
}

fn result_words(front: &ParetoFront, exit: Exit) -> String {
    let scope = front.scope().as_str();
    let open = front.points.iter().filter(|point| !point.is_proved()).count();
    let mut words = if front.is_proved() {
        format!("every point proved optimal (scope {scope})")
    } else {
        let all = counted(count_of(front.points.len()), "point");
        format!("not proved optimal: {open} of {all}, gaps below (scope {scope})")
    };
    if !front.starts_critical {
        words.push_str("; the least completion time of symmetric schedules is not proved");
    }
    if exit == Exit::Interrupted {
        words.push_str("; interrupted");
    }
    words
}

fn document(
    arguments: &SolveArguments,
    task: &IsotropicTask,
    front: &ParetoFront,
    folder: Option<&OutputFolder>,
    exit: Exit,
) -> ResultDocument {
    let mut document = ResultDocument::new("solve", status_of(exit), exit.code());
    document.input = Some(arguments.input().name());
    document.method = Some("ilp".to_owned());
    set_instance(&mut document, &Problem::from(task.clone()));
    document.points = front
        .points
        .iter()
        .map(|point| PointReport {
            horizon_slots: point.horizon,
            completion_time: point.solution.completion_time(),
            // The front is of models whose delays fit 64 bits.
            total_delay: u64::try_from(point.delay().value).unwrap_or(u64::MAX),
            average_delay: average(point.delay().value, task.rows()).map(|average| average.to_string()),
            pareto_optimal: point.optimal,
            scope: point.scope,
            claims: point.solution.certificate.claims.iter().map(ReportedClaim::from).collect(),
            certificate: folder.map(|folder| folder.place(&file_name(point)).display().to_string()),
        })
        .collect();
    // The self-check is that of the least complete replay of all points.
    let replays = front.points.iter().map(|point| &point.solution.verdict.replayed);
    document.self_check = replays.min_by_key(|replayed| replayed.replay == Extent::EveryNode).map(Into::into);
    document.notes = front.notes.iter().map(ToString::to_string).collect();
    if arguments.explain {
        document.notes.extend(front.explanation.iter().map(ToString::to_string));
    }
    document
}
