//! `isotask solve`, `bound` and `show` on broadcasts, accumulations, scatter and gather.

use super::args::SolveArguments;
use super::draw;
use super::failure::{Exit, Failure};
use super::report::{Report, counted, describe_document, lower_words, per_words, scope_words};
use super::solved::{Isotropic, Outputs, Solved, ended};
use crate::model::{Collective, CollectiveTask, Link, Network, count_of};
use crate::solve::{CollectiveSolution, Outcome, copy_numbers};
use crate::wire::{Claim, NodeRef, PlacedMove, Quantity, ScheduleBody, Status, Transfer};

/// Name, network, task, ports and objective.
pub(super) fn describe(task: &CollectiveTask) -> Report {
    let mut report = Report::default();
    describe_document(&mut report, task.document(), task.network(), &task_words(task));
    report
}

pub(super) fn task_words(task: &CollectiveTask) -> String {
    let name = |node| task.network().node_name(node);
    let each = |item: &str| match task.count() {
        1 => String::new(),
        count => format!(", {} {item}", counted(count, "packet")),
    };
    match task.collective() {
        Collective::SingleNodeBroadcast { root } => {
            format!("single node broadcast from node {}{}", name(root), each("in all"))
        }
        Collective::SingleNodeAccumulation { root } => {
            format!("single node accumulation at node {}{}", name(root), each("in all"))
        }
        Collective::Scatter { root } => {
            format!("scatter from node {}{}", name(root), each("to each other node"))
        }
        Collective::Gather { root } => {
            format!("gather at node {}{}", name(root), each("from each other node"))
        }
        Collective::MultinodeBroadcast => format!("multinode broadcast{}", each("from each node")),
        Collective::MultinodeAccumulation => format!("multinode accumulation{}", each("at each node")),
    }
}

/// Prints the result of a solve and writes what was asked for.
pub(super) fn finish(
    arguments: &SolveArguments,
    outcome: Outcome<CollectiveSolution>,
    outputs: Outputs,
) -> Result<Exit, Failure> {
    let (solution, exit) = ended(outcome)?;
    let (method, certificate) = (solution.method.as_str(), &solution.certificate);
    let mut report = describe(&solution.task);
    describe_result(&mut report, method, solution.task.network(), &certificate.claims, exit);
    let solved = Solved {
        report,
        method,
        certificate,
        replayed: &solution.verdict.replayed,
        notes: &[],
        explanation: &solution.explanation,
        drawing: schedule(&solution.task, &certificate.schedule),
        isotropic: Isotropic::default(),
    };
    solved.finish(arguments, exit, outputs)
}

/// The method, and the claims with their bounds and what they prove.
pub(super) fn describe_result(
    report: &mut Report,
    method: &str,
    network: &Network,
    claims: &[Claim],
    exit: Exit,
) {
    report.line("method", method);
    for claim in claims {
        let (label, number): (_, fn(u64) -> String) = match claim.quantity {
            Quantity::CompletionTime => ("completion time", |slots| counted(slots, "slot")),
            _ => ("transmissions", |sends| sends.to_string()),
        };
        report.line(label, format!("{}{}", number(claim.value), per_words(claim.per)));
        report.line(
            "lower bound",
            format!(
                "{} for {}, by {}",
                number(claim.lower.value()),
                scope_words(claim.scope),
                lower_words(network, &claim.lower)
            ),
        );
    }
    report.line("result", verdict_words(claims, exit));
}

/// The strongest statements that are proved of the completion time and of the transmissions.
fn verdict_words(claims: &[Claim], exit: Exit) -> String {
    let mut words: Vec<String> = claims
        .iter()
        .map(|claim| {
            let (value, lower) = (claim.value, claim.lower.value());
            match (claim.quantity, claim.status) {
                (Quantity::CompletionTime, Status::Optimal) => {
                    "optimal: no schedule is shorter (scope all)".to_owned()
                }
                (Quantity::CompletionTime, Status::UpperBound) => format!(
                    "not proved optimal: gap {} between {lower} and {value} slots (scope all)",
                    value - lower
                ),
                (_, Status::Optimal) => "none has fewer transmissions (scope all)".to_owned(),
                (_, Status::UpperBound) => {
                    format!("{} transmissions above the bound (scope all)", value - lower)
                }
            }
        })
        .collect();
    if exit == Exit::Interrupted {
        words.push("interrupted".to_owned());
    }
    words.join("; ")
}

fn schedule(task: &CollectiveTask, body: &ScheduleBody) -> String {
    match body {
        ScheduleBody::Placed { slots } => placed(task, slots),
        ScheduleBody::Explicit { packets, slots } => explicit(task.network(), packets, slots),
        ScheduleBody::Symmetric { .. } | ScheduleBody::Intervals { .. } => String::new(),
    }
}

/// Slots as lines, links as columns, in every cell the position that sends.
pub(super) fn placed(task: &CollectiveTask, slots: &[Vec<PlacedMove>]) -> String {
    let network = task.network();
    let moves: usize = slots.iter().map(Vec::len).sum();
    let mut text = format!(
        "\nSymmetric schedule: {}, {} of each node\n",
        counted(count_of(slots.len()), "slot"),
        counted(count_of(moves), "move")
    );
    if !draw::is_drawable(count_of(slots.len()), network.links()) {
        return text + &draw::not_drawn("the slots");
    }
    text.push_str(match task.collective() {
        Collective::MultinodeAccumulation => {
            "From which node the packet for node 0 is sent over which link; those for the others as translates:\n"
        }
        _ => "From which node the packet of node 0 is sent over which link; those of the others as translates:\n",
    });
    let mut header = vec!["slot".to_owned()];
    header.extend((0..network.links()).map(|link| network.link_name(Link(link))));
    let rows = slots.iter().enumerate().map(|(slot, moves)| {
        let cell =
            |link| {
                let step = moves.iter().find(|step| step.link == link)?;
                let position = node_name(network, &step.position);
                Some(step.packet.map_or_else(
                    || position.clone(),
                    |packet| format!("{position}#{}", u64::from(packet) + 1),
                ))
            };
        let cells = (0..network.links()).map(|link| cell(link).unwrap_or_else(|| "·".to_owned()));
        std::iter::once(slot.to_string()).chain(cells).collect()
    });
    text.push_str(&draw::grid(header, rows.collect()));
    text
}

/// A line for every slot with its moves.
pub(super) fn explicit(network: &Network, packets: &[Vec<NodeRef>], slots: &[Vec<Transfer>]) -> String {
    let moves: usize = slots.iter().map(Vec::len).sum();
    let mut text = format!(
        "\nExplicit schedule: {}, {}\n",
        counted(count_of(slots.len()), "slot"),
        counted(count_of(moves), "move")
    );
    if slots.len() > draw::MOST_LINES || moves > 8 * draw::MOST_LINES {
        let (slots, moves) = (draw::MOST_LINES, 8 * draw::MOST_LINES);
        return text + &format!("\n(the moves are not drawn: more than {slots} slots or {moves} moves)\n");
    }
    let copies = copy_numbers(network, packets).unwrap_or_default();
    // A gather's packets all go to one node: where they come from tells them apart.
    let gathers = packets.windows(2).all(|pair| pair[0].last() == pair[1].last());
    let name = |step: &Transfer| {
        let way = format!("{}→{}", node_name(network, &step.from), node_name(network, &step.to));
        let index = usize::try_from(step.packet).unwrap_or(usize::MAX);
        let copy = copies.get(index).copied().flatten();
        let copy = copy.map_or_else(String::new, |copy| format!("#{}", copy + 1));
        let ends = match packets.get(index).map(Vec::as_slice) {
            Some([from, _]) if gathers => format!("from {}", node_name(network, from)),
            Some([_, to]) => format!("for {}", node_name(network, to)),
            Some([home]) if packets.len() > 1 && !gathers => format!("of {}", node_name(network, home)),
            _ => String::new(),
        };
        let words = [ends, copy].concat();
        if words.is_empty() { way } else { format!("{way} ({words})") }
    };
    let mut rows = Vec::new();
    for (slot, moves) in slots.iter().enumerate() {
        let mut first = slot.to_string();
        for line in lines_of(moves.iter().map(name)) {
            rows.push(vec![std::mem::take(&mut first), line]);
        }
        if moves.is_empty() {
            rows.push(vec![first, "·".to_owned()]);
        }
    }
    text.push_str(&draw::words(&["slot", "moves"], rows));
    text
}

/// Widest line of moves, in characters.
const WIDEST: usize = 96;

/// Words on as few lines as their order allows.
fn lines_of(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() + 2 <= WIDEST => {
                line.extend([", ", &word]);
            }
            _ => lines.push(word),
        }
    }
    lines
}

fn node_name(network: &Network, node: &NodeRef) -> String {
    match network.node(node, String::new) {
        Ok(node) => network.node_name(node),
        Err(_) => "?".to_owned(),
    }
}
