//! Formats reports as text: aligned lines of a label and a value.

use crate::check::Replayed;
use crate::cli::terminal::failure::guesses;
use crate::cli::terminal::manner::{Tone, painted};
use crate::cli::terminal::plain::plain_text;
use crate::cli::terminal::width::{columns, folded};
#[cfg(feature = "ilp")]
use crate::model::IsotropicTask;
pub(crate) use crate::model::counted;
use crate::model::{Link, Network, Problem, count_of};
use crate::solve::MatrixSummary;
use crate::wire::{Horizon, Lower, NodeRef, Objective, Per, Ports, Quantity, Scope, TaskDocument, TreeModel};
use num_rational::Ratio;
use std::fmt::Write;

/// Lines of a label and a value; the values are aligned.
#[derive(Debug, Default)]
pub(crate) struct Report {
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    label: String,
    value: String,
    /// Whether its words say how good the result is.
    is_verdict: bool,
}

impl Report {
    /// Adds a line; control characters in foreign names are replaced.
    pub(crate) fn line(&mut self, label: &str, value: impl Into<String>) {
        self.lines.push(Line {
            label: label.to_owned(),
            value: plain_text(&value.into()),
            is_verdict: false,
        });
    }

    /// Adds a line with a result, whose decisive words are coloured where colours are wanted.
    pub(crate) fn verdict(&mut self, label: &str, value: impl Into<String>) {
        self.line(label, value);
        if let Some(last) = self.lines.last_mut() {
            last.is_verdict = true;
        }
    }

    pub(crate) fn render(&self) -> String {
        let width = self.lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
        let (columns, mut text) = (columns(), String::new());
        for Line { label, value, is_verdict } in &self.lines {
            let gap = width - label.chars().count() + 2;
            text.push_str(label);
            text.extend(std::iter::repeat_n(' ', gap));
            let value = folded(value, columns, width + 2);
            text.push_str(&if *is_verdict { with_tones(&value) } else { value });
            text.push('\n');
        }
        text
    }
}

/// Colours the decisive words of a verdict.
fn with_tones(text: &str) -> String {
    let (mut out, mut before) = (String::with_capacity(text.len()), "");
    for piece in text.split_inclusive(' ') {
        let word = piece.trim_end().trim_end_matches([':', ';']);
        match tone_of(before, word) {
            Some(tone) => out.extend([&painted(word, tone), &piece[word.len()..]]),
            None => out.push_str(piece),
        }
        before = word;
    }
    out
}

fn tone_of(before: &str, word: &str) -> Option<Tone> {
    match word {
        "optimal" if before == "proved" => Some(Tone::Open),
        "not" | "proved" | "interrupted" | "narrower" | "open" => Some(Tone::Open),
        "optimal" | "acyclic" | "delivered" | "confirmed" => Some(Tone::Good),
        "cyclic" | "deadlock" | "refuted" => Some(Tone::Bad),
        _ => None,
    }
}

/// Returns the lines that describe a problem, with the title, if any, as its document has it.
pub(crate) fn describe(document: &TaskDocument, problem: &Problem) -> Report {
    let mut report = Report::default();
    describe_document(&mut report, document, problem.network(), &problem.to_string());
    report
}

/// Adds the lines of [`describe`] without the objective.
#[cfg(feature = "ilp")]
pub(crate) fn describe_instance(report: &mut Report, task: &IsotropicTask) {
    describe_network(report, task.document(), task.network(), &task.to_string());
}

/// Adds title, network, task and ports.
fn describe_network(report: &mut Report, document: &TaskDocument, network: &Network, task: &str) {
    if let Some(name) = &document.name {
        report.line("name", name);
    }
    for guess in guesses() {
        report.line("read as", guess);
    }
    report.line("network", network.to_string());
    report.line("task", task);
    report.line("ports", ports_words(document.ports, network.links()));
    if let Some(switches) = network.switches() {
        report.line("switch ports", ports_words(switches.ports(), network.links()));
    }
}

/// Adds title, network, task, ports and objective of a task that is described in words.
pub(crate) fn describe_document(report: &mut Report, document: &TaskDocument, network: &Network, task: &str) {
    describe_network(report, document, network, task);
    report.line("objective", objective_word(document.objective));
}

pub(crate) fn ports_words(ports: Ports, links: u32) -> String {
    match ports {
        Ports::All => format!("all {links}"),
        Ports::One => format!("one of {links}"),
        Ports::AtMost(k) if k >= links.into() => format!("at most {k}, that is all {links}"),
        Ports::AtMost(k) => format!("at most {k} of {links}"),
        Ports::OneHalfDuplex => format!("one of {links}, to send or to receive"),
    }
}

fn objective_word(objective: Objective) -> &'static str {
    match objective {
        Objective::CompletionTime => "completion time",
        Objective::AverageDelay => "average delay",
        Objective::CompletionTimeThenAverageDelay => "completion time, then average delay",
    }
}

/// Adds shape, total and critical lines of a task matrix.
pub(crate) fn describe_matrix(report: &mut Report, network: &Network, matrix: &MatrixSummary) {
    report.line(
        "task matrix",
        format!(
            "{} × {}, total σ = {}",
            counted(matrix.rows, "row"),
            counted(matrix.columns, "column"),
            matrix.total
        ),
    );
    report.line("critical sum", format!("h = {}{}", matrix.critical_sum, critical_lines(network, matrix)));
}

fn critical_lines(network: &Network, matrix: &MatrixSummary) -> String {
    if matrix.critical_sum == 0 {
        return String::new();
    }
    let mut words = Vec::new();
    if !matrix.critical_columns.is_empty() {
        let all = matrix.critical_columns.len() == usize::try_from(matrix.columns).unwrap_or(usize::MAX);
        let names: Vec<_> = matrix.critical_columns.iter().map(|&c| network.link_name(Link(c))).collect();
        words.push(if all && names.len() > 1 {
            format!("all {} columns", names.len())
        } else {
            format!("column{} {}", if names.len() == 1 { "" } else { "s" }, names.join(", "))
        });
    }
    if matrix.critical_rows > 0 {
        words.push(counted(matrix.critical_rows, "row"));
    }
    format!("; critical: {}", words.join(" and "))
}

/// Returns the witness of a bound of a task in words; the moves of an allreduce are counted in another way
/// than those of other tasks.
pub(crate) fn witness_words(problem: &Problem, lower: &Lower) -> String {
    match lower {
        Lower::Spanning { .. } if problem.allreduce().is_some() => {
            let who = if problem.network().switches().is_some() { "host" } else { "node" };
            format!("two moves of every block for each {who} but one")
        }
        Lower::Distance { packet, from: Some(from), .. } if problem.parcels().is_some() => {
            let [from, to] = [from, packet].map(|node| node_words(problem.network(), node));
            format!("start, length and distance of a packet from node {from} to node {to}")
        }
        Lower::Reception { node, distance, .. } if problem.parcels().is_some() => {
            let early = distance.saturating_sub(1);
            let early = if early == 0 {
                String::new()
            } else {
                format!(" after the first {}", counted(early, "slot"))
            };
            format!("what node {} receives{early}", node_words(problem.network(), node))
        }
        Lower::Emission { node, distance, .. } if problem.parcels().is_some() => {
            let late = distance.saturating_sub(1);
            let late =
                if late == 0 { String::new() } else { format!(" before the last {}", counted(late, "slot")) };
            format!("what node {} sends{late}", node_words(problem.network(), node))
        }
        lower => lower_words(problem.network(), lower),
    }
}

/// Returns a lower bound in words, with its witness.
pub(crate) fn lower_words(network: &Network, lower: &Lower) -> String {
    match lower {
        Lower::Weights { weights, within, .. } => {
            let words: Vec<_> = weights.iter().map(u64::to_string).collect();
            let list = if words.len() <= 16 {
                words.join(" ")
            } else {
                format!("{} … ({} links)", words[..16].join(" "), words.len())
            };
            match within {
                None => load_words(network, weights).unwrap_or(format!("link weights {list}")),
                Some(hops) => format!("link weights {list} on routes of at most {}", counted(*hops, "hop")),
            }
        }
        Lower::Distance { packet, from: None, .. } => {
            format!("distance of packet {}", node_words(network, packet))
        }
        Lower::Distance { packet, from: Some(from), .. } => {
            format!(
                "distance from node {} to node {}",
                node_words(network, from),
                node_words(network, packet)
            )
        }
        Lower::Split { .. } => "best division of every dimension into its two ways".to_owned(),
        Lower::DualTree { horizon_slots, model, tree, .. } => format!(
            "tree of multipliers with {} on a {}model of {}",
            counted(count_of(tree.len()), "node"),
            match model {
                None => "",
                Some(TreeModel::Flow) => "flow ",
                Some(TreeModel::Transport) => "transport ",
            },
            counted(*horizon_slots, "slot")
        ),
        Lower::DirectionTree { tree, .. } => {
            format!("tree of direction choices with {}", counted(count_of(tree.len()), "node"))
        }
        Lower::Distances { .. } => "sum of the distances".to_owned(),
        Lower::Pooled { .. } => "links pooled as identical servers".to_owned(),
        Lower::Departures { .. } => "what every node sends through its ports".to_owned(),
        Lower::Arrivals { .. } => "what every node receives through its ports".to_owned(),
        Lower::Reception { node, distance, .. } => {
            format!("what node {} receives{}", node_words(network, node), from_afar(*distance))
        }
        Lower::Emission { node, distance, .. } => {
            format!("what node {} sends{}", node_words(network, node), from_afar(*distance))
        }
        Lower::LastPacket { node, .. } => {
            format!("the packet that leaves last, and the way to node {}", node_words(network, node))
        }
        Lower::Cut { nodes, .. } => {
            format!("what leaves {}", nodes_words(network, nodes))
        }
        Lower::CutNode { node, nodes, .. } => format!(
            "what passes between node {} and each part of {}",
            node_words(network, node),
            nodes_words(network, nodes)
        ),
        Lower::Resolution { value, steps } => format!(
            "a formula of {} without solution, refuted in {}",
            counted(value.saturating_sub(1), "slot"),
            counted(count_of(steps.len()), "step")
        ),
        Lower::Prices { links, sends, receives, .. } => format!(
            "prices of {}, {} and {}",
            counted(count_of(links.len()), "link"),
            counted(count_of(sends.len()), "sender"),
            counted(count_of(receives.len()), "receiver")
        ),
        Lower::TimedPrices { slots, node, .. } => {
            let of_node = node.as_ref().map_or_else(String::new, |node| {
                format!(", for the packets of {}", node_words(network, node))
            });
            format!(
                "prices of links and ports in each of {}{of_node}",
                counted(count_of(slots.len()), "slot")
            )
        }
        Lower::Volume { .. } => "room for all transmissions".to_owned(),
        Lower::Spanning { .. } => "the links of a spanning tree for every packet".to_owned(),
    }
}

/// Returns what weights say that are 1 for one link, or for all links, of a node.
fn load_words(network: &Network, weights: &[u64]) -> Option<String> {
    if weights.iter().any(|&weight| weight > 1) {
        return None;
    }
    let mut weighted = (0..).zip(weights).filter(|&(_, &weight)| weight > 0).map(|(link, _)| link);
    let (first, others) = (weighted.next()?, weighted.count());
    if others + 1 == weights.len() && others > 0 {
        return Some("the hops of all packets together".to_owned());
    }
    let has_names = !network.dimensions().is_empty()
        && network.links() == u32::try_from(weights.len()).unwrap_or(u32::MAX);
    (has_names && others == 0).then(|| format!("the load of {}", network.link_name(Link(first))))
}

fn node_words(network: &Network, node: &NodeRef) -> String {
    match (network.node(node, String::new), node) {
        (Ok(node), _) => network.node_words(node),
        (Err(_), NodeRef::Index(index)) => index.to_string(),
        (Err(_), NodeRef::Coordinates(list)) => {
            let words: Vec<_> = list.iter().map(u64::to_string).collect();
            format!("({})", words.join(","))
        }
    }
}

/// Returns a few nodes by name, many by their number.
/// Names some nodes, the first ones of many.
pub(crate) fn nodes_words(network: &Network, nodes: &[NodeRef]) -> String {
    let shown: Vec<String> = nodes.iter().take(8).map(|node| node_words(network, node)).collect();
    match nodes.len() {
        1 => format!("node {}", shown[0]),
        2..=8 => format!("nodes {}", shown.join(", ")),
        _ => format!("{} nodes: {}, …", nodes.len(), shown.join(", ")),
    }
}

fn from_afar(distance: u64) -> String {
    if distance <= 1 { String::new() } else { format!(" over a distance of {distance} or more") }
}

/// Returns the schedules that a bound binds, in words.
pub(crate) fn scope_words(scope: Scope) -> &'static str {
    match scope {
        Scope::All => "all schedules",
        Scope::Isotropic => "symmetric schedules",
        Scope::IsotropicShortest => "symmetric schedules along shortest paths",
    }
}

/// Returns what a claim measures, and whether per node or in the network.
pub(crate) fn quantity_words(quantity: Quantity, per: Option<Per>) -> &'static str {
    match (quantity, per) {
        (Quantity::CompletionTime, _) => "completion time",
        (Quantity::Transmissions, Some(Per::Network)) => "transmissions in the network",
        (Quantity::Transmissions, _) => "transmissions per node",
        (Quantity::TotalDelay, Some(Per::Network)) => "total delay in the network",
        (Quantity::TotalDelay, _) => "total delay per node",
    }
}

/// Returns the words behind a number that say whether it is per node or in the network.
pub(crate) fn per_words(per: Option<Per>) -> &'static str {
    match per {
        None => "",
        Some(Per::Node) => " of each node",
        Some(Per::Network) => " in the network",
    }
}

/// Returns in words how long the schedules that a bound binds may take.
pub(crate) fn horizon_words(horizon: Option<Horizon>) -> String {
    match horizon {
        None => String::new(),
        Some(Horizon::Any) => " of any length".to_owned(),
        Some(Horizon::Critical) => " within the least symmetric completion time".to_owned(),
        Some(Horizon::Slots(slots)) => format!(" of at most {}", counted(slots, "slot")),
    }
}

/// Returns the word for a horizon in documents.
pub(crate) fn horizon_word(horizon: Option<Horizon>) -> String {
    match horizon {
        None | Some(Horizon::Any) => "any".to_owned(),
        Some(Horizon::Critical) => "critical".to_owned(),
        Some(Horizon::Slots(slots)) => slots.to_string(),
    }
}

/// Computes the average of a total over packets, exactly; none over no packets.
pub(crate) fn average(total: u128, packets: u64) -> Option<Ratio<u128>> {
    (packets > 0).then(|| Ratio::new(total, packets.into()))
}

/// Returns an average as a fraction; one that is not whole also with two decimals, halves rounded up.
pub(crate) fn average_words(total: u128, packets: u64) -> String {
    match average(total, packets) {
        None => "none".to_owned(),
        Some(exact) if exact.is_integer() => exact.to_string(),
        Some(exact) => format!("{exact} ≈ {}", decimal(exact)),
    }
}

/// Returns a fraction with two decimals, halves rounded up.
pub(crate) fn decimal(exact: Ratio<u128>) -> String {
    let (numerator, denominator) = (*exact.numer(), *exact.denom());
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    // The denominator is a number of packets, below 2⁶⁴.
    let hundredths = whole * 100 + (rest * 200 + denominator) / (denominator * 2);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Computes the links used in percent of slots × links, exactly; 0 for a schedule without slots.
pub(crate) fn link_use(transmissions: u128, slots: u64, links: u32) -> Ratio<u128> {
    let room = u128::from(slots) * u128::from(links);
    if room == 0 { Ratio::from_integer(0) } else { Ratio::new(transmissions * 100, room) }
}

/// Returns a percentage with one decimal, halves rounded up; but 100 only if nothing is idle, and 0 only if
/// nothing is used.
pub(crate) fn percent(value: Ratio<u128>) -> String {
    let ten = value * 10;
    let mut tenths = (ten + Ratio::new(1, 2)).floor().to_integer();
    if !value.is_integer() {
        tenths = tenths.clamp(1, 999);
    }
    let mut text = format!("{}", tenths / 10);
    if !tenths.is_multiple_of(10) || !value.is_integer() {
        write!(text, ".{}", tenths % 10).expect("a string takes any text");
    }
    text
}

/// Returns in words how a result was checked before it was handed out.
pub(crate) fn checked_words(replayed: &Replayed) -> String {
    format!("read back and accepted in {} form, {}", replayed.form.as_str(), replayed.replay.words())
}
