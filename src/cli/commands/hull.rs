//! Runs `isotask hull`: the least isotropic task that contains the packets of a task, and what it costs.

use crate::cli::arguments::args::HullArguments;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted, lower_words};
use crate::cli::terminal::document::parsed;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::cli::terminal::progress::Progress;
use crate::model::{DemandsTask, IsotropicHull, Node, Problem, count_of, isotropic_hull};
use crate::solve::{BoundGap, SolveOptions, bounds, solve};
use crate::wire::{
    HullReport, Lower, NodeRef, Objective, Offset, ResultDocument, ResultStatus, TaskDocument,
    to_pretty_bytes,
};
use num_rational::Ratio;

pub(crate) fn run(arguments: &HullArguments) -> Result<Exit, Failure> {
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let input = arguments.input();
    let bytes = input.bytes()?;
    let document: TaskDocument = parsed(&input.name(), &bytes)?;
    let task = DemandsTask::new(&document).map_err(|fault| input.not_a_task(&bytes, &document, &fault))?;
    if document.objective != Objective::CompletionTime {
        let message = "a task that minimises delay, expected the objective completion-time: the hull is compared by its slots";
        return Err(Failure::fault(&input.name(), "objective", message));
    }
    if !task.is_personal() {
        let message =
            "packets that are copied or combined, expected demands, scatter, gather or an isotropic task";
        return Err(Failure::fault(&input.name(), "not-personal", message));
    }
    if !task.network().is_symmetric() {
        let message = "the nodes of the network differ, so no isotropic task contains the packets; expected a hypercube, torus, ring, lattice graph, HyperX or another Cayley graph";
        return Err(Failure::fault(&input.name(), "not-symmetric", message));
    }
    let hull = isotropic_hull(&task).map_err(|fault| input.not_a_task(&bytes, &document, &fault))?;
    let found = report(&input.name(), &task, &hull)?;
    let exit = if found.completion_time == found.lower.slots() { Exit::Success } else { Exit::NotProved };
    let printed = if arguments.json {
        let status = if exit == Exit::Success { ResultStatus::Optimal } else { ResultStatus::UpperBound };
        let mut result = ResultDocument::new("hull", status, exit.code());
        result.input = Some(input.name());
        result.hull = Some(found);
        result.written = arguments.output.iter().filter_map(|place| written("the hull", place)).collect();
        CommandReport::Document(Box::new(result))
    } else {
        let wrote = arguments.output.as_deref().map(|place| wrote("the hull", place));
        CommandReport::Words(text(&task, &found) + &wrote.unwrap_or_default())
    };
    let stdout_taken = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&to_pretty_bytes(&hull.document))?;
    }
    finish_report(&printed, stdout_taken)?;
    Ok(exit)
}

/// Solves the hull, and bounds the packets of the task alone.
fn report(name: &str, task: &DemandsTask, hull: &IsotropicHull) -> Result<HullReport, Failure> {
    let model =
        |document: &TaskDocument| Problem::new(document).map_err(|fault| Failure::model(name, &fault));
    let own = model(task.document())?;
    let problem = model(&hull.document)?;
    let progress = Progress::start();
    let show = |phase| progress.show_phase(phase);
    let options = SolveOptions {
        stop: &interrupt::is_interrupted,
        cancel: &interrupt::is_interrupted,
        progress: &show,
        ..SolveOptions::default()
    };
    let solution = solve(&problem, &options).map_err(|fault| Failure::solve(name, &fault))?;
    let solution = solution.solution().map_err(|reason| Failure::without_schedule(reason.to_string()))?;
    drop(progress);
    let lower_of_task = bounds(&own, &interrupt::is_interrupted).best().clone();
    let completion_time = solution.completion_time();
    let Some(beyond) = completion_time.checked_sub(lower_of_task.slots()) else {
        let message = format!(
            "a bound of {} slots, which a schedule of {completion_time} slots contradicts",
            lower_of_task.slots()
        );
        return Err(Failure::self_check(message));
    };
    Ok(HullReport {
        packets: hull.packets.clone(),
        packets_of_task: task.packets(),
        added: hull.added,
        completion_time,
        lower: solution.bounds.best().clone(),
        beyond,
        lower_of_task,
    })
}

fn text(task: &DemandsTask, found: &HullReport) -> String {
    let (network, mut report) = (task.network(), Report::default());
    report.line("network", network.to_string());
    report.line("task", task.to_string());
    let of_a_node: u64 = found.packets.iter().map(|packet| packet.count).sum();
    let classes = count_of(found.packets.len());
    report.line(
        "isotropic hull",
        format!(
            "{} of each node in {} offset class{}",
            counted(of_a_node, "packet"),
            classes,
            if classes == 1 { "" } else { "es" }
        ),
    );
    report.line(
        "added",
        match found.added {
            0 => "none: the task is isotropic itself".to_owned(),
            added => format!("{added} of {} packets", added + found.packets_of_task),
        },
    );
    let is_optimal = found.completion_time == found.lower.slots();
    let slots = counted(found.completion_time, "slot");
    let bound =
        |lower: &Lower| format!("{}, by {}", counted(lower.slots(), "slot"), lower_words(network, lower));
    report.verdict(
        "slots of the hull",
        if is_optimal {
            format!("{slots}: optimal")
        } else {
            format!("{slots}, at least {}", bound(&found.lower))
        },
    );
    report.line("bound of the task", format!("{}; {}", bound(&found.lower_of_task), BoundGap::NOT_CERTIFIED));
    report.line("cost", cost(found));
    let rows = found.packets.iter().map(|packet| {
        let name = match &packet.offset {
            Offset::Node(NodeRef::Index(index)) => network.node_name(Node(*index)),
            other => format!("{other:?}"),
        };
        vec![name, packet.count.to_string()]
    });
    let rows: Vec<Vec<String>> = rows.take(draw::MAX_LINES).collect();
    let more = match found.packets.len() - rows.len() {
        0 => String::new(),
        left => format!("(and {left} more; isotask hull … -o FILE writes all)\n"),
    };
    let table = draw::words(&["offset", "packets of each node"], rows);
    format!("{}\n{}\n{more}", report.render(), table.trim_end_matches('\n'))
}

/// Returns what the hull costs in words.
fn cost(found: &HullReport) -> String {
    let least = found.lower_of_task.slots();
    if found.beyond == 0 {
        return "none: without the added packets the schedule is optimal for the task".to_owned();
    }
    let times = match least {
        0 => String::new(),
        _ => format!(", {} times it", Ratio::new(found.completion_time, least)),
    };
    format!(
        "at most {} beyond the bound{times}: the task takes from {least} to {} slots",
        counted(found.beyond, "slot"),
        found.completion_time
    )
}
