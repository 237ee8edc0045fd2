//! `isotask tree` with packets of more than M elements: messages of several destinations in one packet.

use super::words::node_words;
use crate::cli::arguments::tree::PortsWord;
use crate::cli::report::draw;
use crate::cli::report::lines::counted;
use crate::cli::terminal::failure::Failure;
use crate::cli::terminal::width::{columns, folded, prose};
use crate::model::{Node, count_of};
use crate::tree::{
    CostModel, CubeTree, CubeTreeError, Logarithmic, MergedPacket, MergedScatter, PersonalTree, Radical,
    Rule, best_merged_scatter, least_merged,
};
use crate::wire::{TreeCosts, TreeMerged, TreeMergedPacket, TreeReport};
use num_rational::BigRational;
use std::cmp::Ordering;

/// The most nodes of a tree for which every packet size is tried.
const MAX_SEARCHED: u64 = 128;
/// Most moves of messages, for which six schedules are made and replayed.
const MAX_MERGED_MOVES: u128 = 1 << 15;

fn refused(fault: &CubeTreeError) -> Failure {
    Failure::usage(fault.to_string())
}

/// Makes the best schedule along a tree for packets of at most B elements.
fn scheduled(
    tree: &CubeTree,
    model: &CostModel,
    packet: u64,
    rule: Rule,
) -> Result<(MergedScatter, BigRational), Failure> {
    let moves: u128 = if tree.dimension() > 20 {
        u128::MAX
    } else {
        (0..tree.nodes()).map(|node| u128::from(tree.level(Node(node)))).sum()
    };
    if moves > MAX_MERGED_MOVES {
        return Err(Failure::usage(format!(
            "--packet {packet} of more than M = {}, expected a tree of at most {MAX_MERGED_MOVES} moves of messages, since \
             every packet is listed; a smaller dimension has them",
            model.elements()
        )));
    }
    let message = BigRational::from_integer(model.elements().into()) * model.transfer();
    let found = best_merged_scatter(tree, packet / model.elements(), rule, model.startup(), &message)
        .map_err(|fault| refused(&fault))?;
    let time = found.replay().expect("it was replayed when it was made").at(model.startup(), &message);
    Ok((found, time))
}

/// Returns the rows of all trees, rule by rule.
pub(super) fn rows(tree: &CubeTree, model: &CostModel, packet: u64) -> Result<Vec<TreeMerged>, Failure> {
    let mut rows = Vec::new();
    for rule in Rule::EVERY {
        let mut group = Vec::new();
        for personal in PersonalTree::EVERY {
            let along = CubeTree::new(personal.tree(), tree.dimension(), tree.root())
                .map_err(|fault| refused(&fault))?;
            let (found, time) = scheduled(&along, model, packet, rule)?;
            group.push((time.clone(), row(personal, model, packet, &found, &time)?));
        }
        let least = group.iter().map(|(time, _)| time.clone()).min();
        rows.extend(
            group.into_iter().map(|(time, row)| TreeMerged { best: least.as_ref() == Some(&time), ..row }),
        );
    }
    Ok(rows)
}

fn row(
    personal: PersonalTree,
    model: &CostModel,
    packet: u64,
    found: &MergedScatter,
    time: &BigRational,
) -> Result<TreeMerged, Failure> {
    let (n, rule) = (found.tree().dimension(), found.rule());
    let replayed = found.replay().expect("it was replayed when it was made");
    let printed = personal.printed_merged(rule, n, model, packet);
    let table_6 = model.unbounded(&personal.printed_unbounded(rule, n));
    let searched = found.tree().nodes() <= MAX_SEARCHED;
    let least = searched.then(|| least_merged(found.tree(), rule, model)).transpose();
    let least = least.map_err(|fault| refused(&fault))?;
    let against = |printed: &Logarithmic, time: &BigRational| Some(word(printed.compare(time)?).to_owned());
    Ok(TreeMerged {
        ports: rule.word().to_owned(),
        algorithm: personal.tree().word().to_owned(),
        packet,
        capacity: found.capacity(),
        order: found.order().word().to_owned(),
        eager: found.eager(),
        steps: count_of(found.steps().len()),
        startups: replayed.startups,
        transfers: replayed.transfers,
        packets: replayed.packets,
        time: time.to_string(),
        best: false,
        printed_startups: printed.as_ref().map(|printed| with_decimal(&printed.startups)),
        printed_time: printed.as_ref().map(|printed| with_decimal(&printed.time)),
        against_printed: printed.as_ref().and_then(|printed| against(&printed.time, time)),
        best_packet: least.as_ref().map(|least| least.capacity * model.elements()),
        best_time: least.as_ref().map(|least| least.time.to_string()),
        printed_enough: personal.printed_enough(rule, n, model).map(|enough| radical(&enough)),
        printed_least_time: with_decimal(&table_6),
        best_against_printed: least.as_ref().and_then(|least| against(&table_6, &least.time)),
    })
}

/// What a time is, given how the printed one compares with it.
fn word(printed: Ordering) -> &'static str {
    match printed {
        Ordering::Greater => "less",
        Ordering::Equal => "equal",
        Ordering::Less => "greater",
    }
}

fn with_decimal(number: &Logarithmic) -> String {
    number.decimal().map_or_else(|| number.to_string(), |decimal| format!("{number} ≈ {decimal}"))
}

fn radical(number: &Radical) -> String {
    number.decimal().map_or_else(|| number.to_string(), |decimal| format!("{number} ≈ {decimal}"))
}

/// Returns the packets of every step along the tree of the command.
pub(super) fn steps(
    tree: &CubeTree,
    model: &CostModel,
    packet: u64,
    ports: PortsWord,
) -> Result<Vec<Vec<TreeMergedPacket>>, Failure> {
    let rule = match ports {
        PortsWord::OneHalfDuplex => Rule::HalfDuplex,
        PortsWord::One => Rule::One,
        PortsWord::All => Rule::All,
    };
    let (found, _) = scheduled(tree, model, packet, rule)?;
    let step = |packets: &Vec<MergedPacket>| {
        let packet = |packet: &MergedPacket| TreeMergedPacket {
            from: packet.from.0,
            to: packet.to.0,
            destinations: packet.destinations.iter().map(|node| node.0).collect(),
        };
        packets.iter().map(packet).collect()
    };
    Ok(found.steps().iter().map(step).collect())
}

/// Writes what packets of several messages cost, and the steps if they were asked for.
pub(super) fn text(text: &mut String, found: &TreeReport, costs: &TreeCosts) {
    let Some(first) = costs.merged.first() else { return };
    text.push_str(&prose(&format!(
        "\nPersonalised communication, B = {}: at most {} in a packet, none divided. A packet of x messages takes \
         τ + x·M·t_c and starts as soon as its data and the ports are there; every schedule was replayed.\n\
         Start-ups are packets that wait for one another, M·t_c the messages in such packets.\n",
        counted(first.packet, "element"),
        counted(first.capacity, "message"),
    )));
    let dash = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "·".to_owned());
    let sign = |word: &Option<String>| match word.as_deref() {
        Some("less") => "<",
        Some("equal") => "=",
        Some("greater") => ">",
        _ => "",
    };
    let star = |row: &TreeMerged| if row.best { "*" } else { "" }.to_owned();
    let rows = costs.merged.iter().map(|row| {
        let order = format!("{}{}", row.order, if row.eager { ", at once" } else { "" });
        let numbers = [row.startups.to_string(), row.transfers.to_string(), row.time.clone()];
        let names = [row.ports.clone(), row.algorithm.clone(), star(row), order];
        [names.as_slice(), &numbers].concat()
    });
    table(text, &["ports", "tree", "", "order", "start-ups", "M·t_c", "time"], rows.collect());
    text.push_str(&prose("\nBeside what P5 §4.2 and its Table 6 print; of tcbt, and of bst with one port, its times are upper bounds, \
         and of bst with all ports approximations:\n",
    ));
    let header = ["ports", "tree", "time", "", "P5: time", "P5: start-ups"];
    let rows = costs.merged.iter().map(|row| {
        let names = [row.ports.clone(), row.algorithm.clone(), row.time.clone()];
        let printed =
            [sign(&row.against_printed).to_owned(), dash(&row.printed_time), dash(&row.printed_startups)];
        [names.as_slice(), &printed].concat()
    });
    table(text, &header, rows.collect());
    if costs.merged.iter().all(|row| row.best_packet.is_some()) {
        text.push_str(&prose(
            "\nThe best B of all multiples of M for these schedules, and their least time:\n",
        ));
        let header = ["ports", "tree", "B_opt", "T_min", "", "P5: T_min", "P5: from B ="];
        let rows = costs.merged.iter().map(|row| {
            let best = row.best_packet.map(|packet| packet.to_string());
            let names = [row.ports.clone(), row.algorithm.clone(), dash(&best), dash(&row.best_time)];
            let sign = sign(&row.best_against_printed).to_owned();
            let printed = [sign, row.printed_least_time.clone(), dash(&row.printed_enough)];
            [names.as_slice(), &printed].concat()
        });
        table(text, &header, rows.collect());
    } else {
        let why = format!(
            "Every B is tried only up to {MAX_SEARCHED} nodes; other values of --packet are by hand."
        );
        text.extend(["\n", &prose(&why)]);
    }
    for (number, step) in costs.steps.iter().enumerate() {
        text.extend(["\nstep ", &number.to_string(), "\n"]);
        for packet in step {
            let node = |&node: &u64| node_words(node, found.dimension);
            let destinations: Vec<String> = packet.destinations.iter().map(node).collect();
            let line = format!(
                "{} → {} with the {} for {}",
                node(&packet.from),
                node(&packet.to),
                if destinations.len() == 1 { "message" } else { "messages" },
                destinations.join(", ")
            );
            text.extend([&folded(&line, columns(), 4), "\n"]);
        }
    }
}

fn table(text: &mut String, header: &[&str], rows: Vec<Vec<String>>) {
    text.push_str(draw::words(header, rows).trim_end_matches('\n'));
    text.push('\n');
}
