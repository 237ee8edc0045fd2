//! `isotask show`.

use super::args::ShowArguments;
use super::channels;
use super::collective;
use super::describe::describe;
use super::draw;
use super::failure::{Exit, Failure, name_of};
use super::input::{read, task_to_show};
use super::listed;
use super::local;
use super::output::Output;
use super::report::{average_words, counted, horizon_words, lower_words, quantity_words, scope_words};
use crate::model::{CayleyTask, Network, Task, count_of};
use crate::route::{SearchBudget, least_completion, task_matrix};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Claim, Document, Quantity, ResultDocument, ResultStatus,
    ScheduleBody, ScheduleDocument, TaskDocument, parse, peek_format, to_bytes, to_pretty_bytes,
};

pub(super) fn run(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let file = name_of(&arguments.file);
    let bytes = read(&arguments.file)?;
    let wire = |fault| Failure::wire(&file, &fault);
    let model =
        |document: &TaskDocument| task_to_show(document).map_err(|fault| Failure::model(&file, &fault));
    let format = peek_format(&bytes).map_err(wire)?;
    let text = match format.as_str() {
        _ if arguments.node.is_some() => local::show(&file, &bytes, arguments)?,
        TaskDocument::FORMAT => {
            let document = parse(&bytes).map_err(wire)?;
            show_task(&document, &model(&document)?)
        }
        ScheduleDocument::FORMAT => {
            let document: ScheduleDocument = parse(&bytes).map_err(wire)?;
            let task = model(&document.task)?;
            describe(&document.task, &task).render() + &show_schedule(&task, &document.body)
        }
        CertificateDocument::FORMAT => {
            let document: CertificateDocument = parse(&bytes).map_err(wire)?;
            let task = model(&document.task)?;
            describe(&document.task, &task).render()
                + &show_claims(&task, &document)
                + &show_schedule(&task, &document.schedule)
        }
        ChannelsDocument::FORMAT => {
            let document: ChannelsDocument = parse(&bytes).map_err(wire)?;
            let network = Network::new(&document.network);
            channels::show(&network.map_err(|fault| Failure::model(&file, &fault))?, &document)
        }
        ResultDocument::FORMAT => {
            let document: ResultDocument = parse(&bytes).map_err(wire)?;
            String::from_utf8_lossy(&to_pretty_bytes(&document)).into_owned()
        }
        other => {
            let known = [
                TaskDocument::FORMAT,
                ScheduleDocument::FORMAT,
                CertificateDocument::FORMAT,
                ChannelsDocument::FORMAT,
                ResultDocument::FORMAT,
            ];
            return Err(Failure::unknown_format(&file, other, &known));
        }
    };
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("show", ResultStatus::Done, Exit::Success.code());
        document.input = Some(file);
        document.notes = text.lines().map(str::to_owned).collect();
        to_bytes(&document)
    } else {
        text.into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

fn show_task(document: &TaskDocument, task: &Task) -> String {
    let mut text = describe(document, task).render();
    let task = match task {
        Task::Isotropic(task) => task,
        Task::Cayley(task) => return text + &distances(task),
        Task::Listed(task) => return text + &listed::demand_matrix(task),
        Task::Collective(_) => return text,
    };
    if draw::is_drawable(task.rows(), task.network().links()) {
        let route = least_completion(task, &SearchBudget { evaluations: 1_000_000, stop: &|| false });
        let matrix = task_matrix(task, &route.directions).expect("directions of the task itself");
        text.push_str("\nTask matrix: how often each packet of node 0 uses each link\n");
        text.push_str(&draw::matrix(task, &matrix));
    } else if task.rows() > 0 {
        text.push_str(&draw::not_drawn("the rows of the task matrix"));
    }
    text
}

/// How many packets go how far; routes on a Cayley graph are words, of which no matrix says all.
fn distances(task: &CayleyTask) -> String {
    let counts = task.distance_counts();
    let mut text = format!("\nDistances of the packets of node 0, sum σ = {}\n", task.total_distance());
    if counts.len() > draw::MOST_LINES {
        text.push_str(&draw::not_drawn("the distances"));
    } else {
        let rows = counts.iter().map(|(hops, packets)| vec![hops.to_string(), packets.to_string()]);
        text.push_str(&draw::grid(vec!["hops".to_owned(), "packets".to_owned()], rows.collect()));
    }
    text
}

fn show_claims(task: &Task, document: &CertificateDocument) -> String {
    let rows = document
        .claims
        .iter()
        .map(|claim| {
            vec![
                quantity_words(claim.quantity, claim.per).to_owned(),
                value_words(task, claim),
                claim.lower.value().to_string(),
                format!("{}{}", scope_words(claim.scope), horizon_words(claim.horizon)),
                claim.status.as_str().to_owned(),
                lower_words(task.network(), &claim.lower),
            ]
        })
        .collect();
    let header = ["claimed", "value", "bound", "binds", "status", "witness"];
    format!("\nClaims, not checked here (isotask check does):\n{}", draw::words(&header, rows))
}

/// What is claimed, a total delay with its average.
fn value_words(task: &Task, claim: &Claim) -> String {
    let rows = match task {
        Task::Isotropic(task) => task.rows(),
        Task::Cayley(task) => task.rows(),
        Task::Collective(_) | Task::Listed(_) => return claim.value.to_string(),
    };
    match claim.quantity {
        Quantity::TotalDelay => format!("{}, average {}", claim.value, average_words(claim.value, rows)),
        _ => claim.value.to_string(),
    }
}

fn show_schedule(task: &Task, body: &ScheduleBody) -> String {
    match (body, task) {
        (ScheduleBody::Symmetric { packets, slots }, Task::Isotropic(_) | Task::Cayley(_)) => {
            let moves: usize = slots.iter().map(Vec::len).sum();
            let mut text = format!(
                "\nSymmetric schedule: {}, {} of each node\n",
                counted(count_of(slots.len()), "slot"),
                counted(count_of(moves), "move")
            );
            if draw::is_drawable(count_of(slots.len()), task.network().links()) {
                text.push_str(&draw::slots(task.network(), packets, slots));
            } else if !slots.is_empty() {
                text.push_str(&draw::not_drawn("the slots"));
            }
            text
        }
        (ScheduleBody::Intervals { groups, intervals, routes, .. }, Task::Isotropic(_) | Task::Cayley(_)) => {
            let mut text = format!(
                "\nSchedule in intervals: {}, {}, {}\n",
                counted(count_of(groups.len()), "group"),
                counted(count_of(intervals.len()), "interval"),
                counted(count_of(routes.len()), "listed route")
            );
            if intervals.len() <= draw::MOST_LINES {
                let rows = intervals
                    .iter()
                    .map(|owned| {
                        let end = owned.start.saturating_add(owned.width);
                        let slots = format!("{} … {}", owned.start, end.saturating_sub(1));
                        vec![slots, owned.group.to_string(), owned.link.to_string()]
                    })
                    .collect();
                text.push_str(&draw::words(&["slots", "group", "link"], rows));
            }
            text
        }
        (ScheduleBody::Placed { slots }, Task::Collective(task)) => collective::placed(task, slots),
        (ScheduleBody::Explicit { packets, slots }, _) => {
            collective::explicit(task.network(), packets, slots)
        }
        (
            ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. },
            Task::Collective(_) | Task::Listed(_),
        )
        | (ScheduleBody::Placed { .. }, Task::Isotropic(_) | Task::Cayley(_) | Task::Listed(_)) => {
            "\nThe schedule is of a kind that this task cannot have.\n".to_owned()
        }
    }
}
