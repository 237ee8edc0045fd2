//! `isotask show`.

mod data;
pub(super) mod node;
mod task_matrix;
mod task_of_node;

use crate::check::{
    Options, Rejection, check_certificate, check_channels, check_matrix, check_matrix_certificate,
    check_schedule,
};
use crate::cli::arguments::draw::ShowArguments;
use crate::cli::commands::decompose;
use crate::cli::commands::routing::channels;
use crate::cli::commands::show::task_matrix::{JSON_REMEDY, task_matrix_of};
use crate::cli::commands::show::task_of_node::TaskOfNode;
use crate::cli::report::draw;
use crate::cli::report::lines::{
    average_words, describe, horizon_words, quantity_words, scope_words, witness_words,
};
use crate::cli::report::result;
use crate::cli::report::schedule;
use crate::cli::report::solution::counted_packets;
use crate::cli::terminal::document::AnyDocument;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::model::{CayleyTask, DemandsTask, Network, Node, Packet, Problem};
use crate::wire::{
    CertificateDocument, ChannelsDocument, Claim, Quantity, ResultStatus, ScheduleDocument, TaskDocument,
    to_bytes,
};
use std::collections::BTreeMap;

pub(crate) fn run(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let (file, bytes) = (arguments.input().name(), arguments.input().bytes()?);
    if arguments.json {
        let document = data::document(&file, &bytes, arguments)?;
        Output::stdout().finish(&to_bytes(&document))?;
        return Ok(if document.status == ResultStatus::Refused { Exit::Negative } else { Exit::Success });
    }
    let Shown { text, refused } = shown(&file, &bytes, arguments)?;
    Output::stdout().finish(text.as_bytes())?;
    refused.map_or(Ok(Exit::Success), Err)
}

/// A document as text, with the failure if the checker refuses it.
struct Shown {
    text: String,
    refused: Option<Failure>,
}

impl Shown {
    fn of(text: String) -> Self {
        Self { text, refused: None }
    }
}

fn shown(file: &str, bytes: &[u8], arguments: &ShowArguments) -> Result<Shown, Failure> {
    if let Some(of_node) = TaskOfNode::read(file, bytes, arguments)? {
        return Ok(Shown::of(of_node.text()));
    }
    if arguments.node.is_some() || arguments.slots.is_some() || arguments.rules {
        return Ok(Shown::of(node::show(file, bytes, arguments)?));
    }
    let problem = |document: &TaskDocument| arguments.input().problem_of(bytes, document);
    Ok(match AnyDocument::read(file, bytes, &data::KNOWN_FORMATS)? {
        AnyDocument::Task(document) => Shown::of(show_task(&document, &problem(&document)?)),
        AnyDocument::Schedule(document) => show_schedule(file, &problem(&document.task)?, &document),
        AnyDocument::Certificate(document) => show_certificate(file, &problem(&document.task)?, &document),
        AnyDocument::Channels(document) => {
            let network =
                Network::new(&document.network).map_err(|fault| Failure::model_in(file, bytes, &fault))?;
            show_channels(file, &network, &document)
        }
        AnyDocument::Matrix(document) => {
            let refused = check_matrix(&document)
                .err()
                .map(|rejection| Failure::refused_at(file, &rejection, rejection.place_at_top("matrix")));
            Shown { text: decompose::show_matrix(&document), refused }
        }
        AnyDocument::MatrixCertificate(document) => {
            let rejection = check_matrix_certificate(&document).err();
            let words = rejection.as_ref().map(refusal);
            let refused = rejection.map(|rejection| Failure::refused(file, &rejection));
            Shown { text: decompose::show_certificate(&document, words.as_deref()), refused }
        }
        AnyDocument::Result(document) => Shown::of(result::text(&document)),
    })
}

/// Returns why the checker refuses a document, for a heading.
fn refusal(rejection: &Rejection) -> String {
    format!("refused: {rejection} [{}]", rejection.reason())
}

/// The text in place of a refused schedule.
const NOT_DRAWN: &str = "\nThe schedule is not drawn, since the checker refuses it.\n";

fn show_schedule(file: &str, task: &Problem, document: &ScheduleDocument) -> Shown {
    let mut report = describe(&document.task, task);
    match check_schedule(document, &Options::default()) {
        Ok(_) => {
            report.line("checked", "accepted: every packet arrives, and the ports suffice");
            Shown::of(report.render() + &schedule::shown(task, &document.body))
        }
        Err(rejection) => {
            report.line("checked", refusal(&rejection));
            let refused = Some(Failure::refused_alone(file, &rejection));
            Shown { text: report.render() + NOT_DRAWN, refused }
        }
    }
}

fn show_certificate(file: &str, task: &Problem, document: &CertificateDocument) -> Shown {
    let mut report = describe(&document.task, task);
    let Err(rejection) = check_certificate(document, &Options::default()) else {
        report.line("checked", "accepted: the schedule and every claim");
        let claims = show_claims("Claims, accepted by the checker", task, document);
        return Shown::of(report.render() + &claims + &schedule::shown(task, &document.schedule));
    };
    report.line("checked", refusal(&rejection));
    // The schedule may be valid although a claim about it is false.
    let alone = ScheduleDocument::new(document.task.clone(), document.schedule.clone());
    let is_schedule = check_schedule(&alone, &Options::default()).is_ok();
    let drawn = if is_schedule { schedule::shown(task, &document.schedule) } else { NOT_DRAWN.to_owned() };
    let claims = show_claims(&format!("Claims, refused at {}", rejection.place()), task, document);
    Shown { text: report.render() + &claims + &drawn, refused: Some(Failure::refused(file, &rejection)) }
}

fn show_channels(file: &str, network: &Network, document: &ChannelsDocument) -> Shown {
    match check_channels(document) {
        Ok(_) => Shown::of(channels::show(network, document, None)),
        Err(rejection) => {
            let refused = Some(Failure::refused_at(file, &rejection, rejection.place_at_top("task")));
            Shown { text: channels::show(network, document, Some(&refusal(&rejection))), refused }
        }
    }
}

fn show_task(document: &TaskDocument, task: &Problem) -> String {
    let text = describe(document, task).render();
    if let Some(task) = task.demands() {
        return text + &demand_matrix(task);
    }
    match (task.rows(), task.words()) {
        (Some(task), _) => text + &task_matrix_of(task, "packet of node 0", "packet to"),
        (None, Ok(task)) => text + &distances(task),
        (None, Err(_)) => text,
    }
}

/// Lists how many packets go how far; routes on a Cayley graph are words, which no matrix describes in full.
fn distances(task: &CayleyTask) -> String {
    let counts = task.distance_counts();
    let mut text = format!("\nDistances of the packets of node 0, sum σ = {}\n", task.total_distance());
    if counts.len() > draw::MAX_LINES {
        text.push_str(&draw::not_drawn("the distances are", &draw::too_large(), JSON_REMEDY));
    } else {
        let rows = counts.iter().map(|(hops, packets)| vec![hops.to_string(), packets.to_string()]);
        text.push_str(&draw::grid(vec!["hops".to_owned(), "packets".to_owned()], rows.collect()));
    }
    text
}

fn show_claims(title: &str, task: &Problem, document: &CertificateDocument) -> String {
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
                witness_words(task, &claim.lower),
            ]
        })
        .collect();
    let header = ["claimed", "value", "bound", "binds", "status", "witness"];
    format!("\n{title}:\n{}\n", draw::words(&header, rows).trim_end())
}

/// Returns the claimed value, a total delay with its average.
fn value_words(task: &Problem, claim: &Claim) -> String {
    match (claim.quantity, counted_packets(task, claim)) {
        (Quantity::TotalDelay, packets @ 1..) => {
            format!("{}, average {}", claim.value, average_words(claim.value, packets))
        }
        _ => claim.value.to_string(),
    }
}

/// Draws how many packets go from each node to each, if there are few nodes.
fn demand_matrix(task: &DemandsTask) -> String {
    let network = task.network();
    let nodes = network.nodes();
    if !task.is_personal() || task.packets() == 0 {
        return String::new();
    }
    if nodes > draw::MAX_COLUMNS.into() {
        let why = format!("more than {} nodes", draw::MAX_COLUMNS);
        return draw::not_drawn("the packets between nodes are", &why, JSON_REMEDY);
    }
    let mut counts = BTreeMap::new();
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            counts.insert((from, to), load.count());
        }
    }
    let name = |node| network.node_name(Node(node));
    let cell = |from, to| counts.get(&(Node(from), Node(to))).map_or_else(|| "·".to_owned(), u64::to_string);
    let row = |from| std::iter::once(name(from)).chain((0..nodes).map(|to| cell(from, to))).collect();
    let header = std::iter::once("from \\ to".to_owned()).chain((0..nodes).map(name)).collect();
    format!("\nPackets between nodes\n{}", draw::grid(header, (0..nodes).map(row).collect()))
}
