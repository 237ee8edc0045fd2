//! `isotask tree`.

mod merged;
mod words;

use self::words::{MAX_COUNTED, node_words};
use crate::cli::arguments::tree::{TreeArguments, TreeWord};
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::cli::terminal::width::{columns, folded, prose};
use crate::grammar::node_on;
use crate::model::{Node, count_of};
use crate::tree::{
    BroadcastGraph, CostModel, CubeTree, PersonalTree, Rule, Steps, TreeKind, Unbounded, msbt_broadcast,
    personalized, tree_broadcast,
};
use crate::wire::{
    Network, NodeRef, ResultDocument, ResultStatus, TreeCost, TreeCosts, TreeNodeReport, TreeReport, to_bytes,
};
use num_rational::{BigRational, Ratio};
use num_traits::ToPrimitive;
use std::fmt::Write;

/// The most nodes of a tree that is drawn.
const MAX_DRAWN: u64 = 64;
/// The most nodes of a tree whose edges are listed.
const MAX_EDGES: u64 = 1 << 20;

pub(crate) fn run(arguments: &TreeArguments) -> Result<Exit, Failure> {
    let tree = tree(arguments)?;
    let greatest = tree.nodes() - 1;
    let node = arguments.node.as_deref().map(|word| node(arguments, word, "--node")).transpose()?;
    if let Some(node) = node.filter(|&node| node > greatest) {
        return Err(Failure::usage(format!("--node {node}, expected at most {greatest}")));
    }
    let costs = arguments.cost.iter().map(|words| costs(&tree, words, arguments));
    let costs = costs.collect::<Result<Vec<_>, _>>()?;
    let found = described(&tree, node, costs);
    let bytes = if arguments.json {
        let mut document = ResultDocument::new("tree", ResultStatus::Done, Exit::Success.code());
        document.tree = Some(found);
        to_bytes(&document)
    } else {
        text(&tree, &found, arguments.subtrees).into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

fn tree(arguments: &TreeArguments) -> Result<CubeTree, Failure> {
    if arguments.index.is_some() && arguments.kind != TreeWord::Msbt {
        return Err(Failure::usage(
            "--index names one of the trees of msbt, the other kinds have one".to_owned(),
        ));
    }
    let kind = match arguments.kind {
        TreeWord::Sbt => TreeKind::Sbt,
        TreeWord::Msbt => TreeKind::Msbt { index: arguments.index.unwrap_or(0) },
        TreeWord::Bst => TreeKind::Bst,
        TreeWord::Tcbt => TreeKind::Tcbt,
        TreeWord::Path => TreeKind::Path,
    };
    let root = node(arguments, &arguments.root, "--root")?;
    CubeTree::new(kind, arguments.dimension, Node(root)).map_err(|fault| Failure::usage(fault.to_string()))
}

/// Returns the index of the node that a word names on the hypercube.
fn node(arguments: &TreeArguments, word: &str, what: &str) -> Result<u64, Failure> {
    let cube = Network::Hypercube { dimension: arguments.dimension.into() };
    match node_on(&cube, word, what)? {
        NodeRef::Index(index) => Ok(index),
        NodeRef::Coordinates(_) => Err(Failure::usage(format!(
            "{what}: \"{word}\", expected an index or {} digits 0 and 1",
            arguments.dimension
        ))),
    }
}

fn described(tree: &CubeTree, node: Option<u64>, costs: Vec<TreeCosts>) -> TreeReport {
    let subtrees = tree.subtrees();
    let largest = subtrees.iter().max().map_or(0, |&size| u128::from(size));
    let node = node.map(|node| TreeNodeReport {
        node,
        level: tree.level(Node(node)),
        parent: tree.parent(Node(node)).map(|parent| parent.0),
        children: tree.children(Node(node)).into_iter().map(|child| child.0).collect(),
        label: tree.label(Node(node)),
    });
    let index = match tree.kind() {
        TreeKind::Msbt { index } => Some(index),
        _ => None,
    };
    TreeReport {
        kind: tree.kind().word().to_owned(),
        dimension: tree.dimension(),
        root: tree.root().0,
        index,
        height: tree.height(),
        fanout: tree.fanout(),
        subtrees,
        largest_ratio: Ratio::new(largest * u128::from(tree.dimension()), u128::from(tree.nodes() - 1))
            .to_string(),
        edges: edges(tree),
        node,
        costs,
    }
}

/// Returns the edges, each from the node nearer the root; none if they are too many to be listed.
fn edges(tree: &CubeTree) -> Vec<(u64, u64)> {
    if tree.nodes() > MAX_EDGES {
        return Vec::new();
    }
    let edge = |node| Some((tree.parent(Node(node))?.0, node));
    (0..tree.nodes()).filter_map(edge).collect()
}

/// Parses a cost model `M,τ,t_c`.
fn model(words: &str) -> Result<CostModel, Failure> {
    let wrong = || {
        Failure::usage(format!(
            "--cost \"{words}\", expected M,TAU,TC: an integer and two integers or fractions such as 1024,64/15,1/10"
        ))
    };
    let parts: Vec<&str> = words.split(',').map(str::trim).collect();
    let [elements, startup, transfer] = parts[..] else { return Err(wrong()) };
    // A number of more digits would only cost time.
    let fraction = |word: &str| {
        if word.len() > 40 { Err(wrong()) } else { word.parse::<BigRational>().map_err(|_| wrong()) }
    };
    let elements = elements.parse().map_err(|_| wrong())?;
    CostModel::new(elements, fraction(startup)?, fraction(transfer)?)
        .map_err(|fault| Failure::usage(format!("--cost \"{words}\": {fault}")))
}

/// An algorithm before its time is computed.
struct Candidate {
    task: &'static str,
    rule: Rule,
    kind: TreeKind,
    attained: Steps,
    printed: Option<Steps>,
    /// The time that P5 prints for packets of any size.
    unbounded: Option<Unbounded>,
}

/// Returns every algorithm, grouped by task and rule.
fn candidates(n: u32) -> Vec<Vec<Candidate>> {
    let broadcasts = Rule::EVERY.map(|rule| {
        let of = |graph: BroadcastGraph| Candidate {
            task: "broadcast",
            rule,
            kind: graph.tree(),
            attained: graph.attained(rule, n),
            printed: graph.printed(rule, n),
            unbounded: None,
        };
        BroadcastGraph::EVERY.map(of).into()
    });
    let personal = Rule::EVERY.map(|rule| {
        let of = |tree: PersonalTree| Candidate {
            task: "personalized",
            rule,
            kind: tree.tree(),
            attained: tree.attained(rule, n),
            printed: tree.printed(rule, n),
            unbounded: Some(tree.printed_unbounded(rule, n)),
        };
        PersonalTree::EVERY.map(of).into()
    });
    broadcasts.into_iter().chain(personal).collect()
}

fn costs(tree: &CubeTree, words: &str, arguments: &TreeArguments) -> Result<TreeCosts, Failure> {
    let model = model(words)?;
    let larger = arguments.packet.filter(|&packet| packet > model.elements());
    if larger.is_none() && arguments.steps.is_some() {
        let most = model.elements();
        return Err(Failure::usage(format!(
            "--steps prints packets of several messages, expected --packet B of more than M = {most}"
        )));
    }
    // A broadcast has no more than M elements to send.
    let packet = arguments.packet.map(|packet| packet.min(model.elements()));
    let mut rows = Vec::new();
    for group in candidates(tree.dimension()) {
        if larger.is_some() && group.iter().all(|candidate| candidate.task == "personalized") {
            continue;
        }
        let weighed = group.iter().map(|candidate| weighed(tree, &model, candidate, packet));
        let weighed = weighed.collect::<Result<Vec<_>, Failure>>()?;
        let least = weighed.iter().map(|(time, _)| time.clone()).min();
        rows.extend(weighed.into_iter().map(|(time, row)| TreeCost { best: Some(time) == least, ..row }));
    }
    let (startup, transfer) = (model.startup().to_string(), model.transfer().to_string());
    let merged = larger.map_or(Ok(Vec::new()), |packet| merged::rows(tree, &model, packet))?;
    let asked = larger.zip(arguments.steps);
    let steps = asked.map_or(Ok(Vec::new()), |(packet, ports)| merged::steps(tree, &model, packet, ports))?;
    Ok(TreeCosts { elements: model.elements(), startup, transfer, rows, merged, steps })
}

/// Returns the time of an algorithm and its row, in which `best` is not set yet.
fn weighed(
    tree: &CubeTree,
    model: &CostModel,
    candidate: &Candidate,
    packet: Option<u64>,
) -> Result<(BigRational, TreeCost), Failure> {
    let packet = packet.unwrap_or_else(|| model.best_packet(&candidate.attained).packet);
    let packets = model.elements().div_ceil(packet);
    let counted = slots(tree, candidate, packets)?;
    let expected = candidate.attained.at(packets).to_integer().to_u64();
    let slots = counted.or(expected).ok_or_else(|| {
        Failure::usage(format!("the schedule takes {} slots, more than 2^64", candidate.attained.at(packets)))
    })?;
    let time = BigRational::from_integer(slots.into()) * model.step(packet);
    // The least times that P5 prints for personalised communication are those of larger packets.
    let printed = candidate.printed.as_ref();
    let unbounded = candidate.unbounded.as_ref().map(|formula| model.unbounded(formula).to_string());
    let least = printed.filter(|_| candidate.task == "broadcast").map(|steps| model.least(steps));
    let row = TreeCost {
        task: candidate.task.to_owned(),
        ports: candidate.rule.word().to_owned(),
        algorithm: candidate.kind.word().to_owned(),
        packet,
        slots,
        time: time.to_string(),
        made: counted.is_some(),
        best: false,
        printed_steps: printed.map(|steps| steps.at(packets).to_string()),
        printed_best_packet: least.as_ref().map(|least| least.packet.to_string()),
        printed_least_time: least.as_ref().map(|least| least.time.to_string()).or(unbounded),
    };
    Ok((time, row))
}

/// Counts the slots of the schedule, if it is small enough to be made.
fn slots(tree: &CubeTree, candidate: &Candidate, packets: u64) -> Result<Option<u64>, Failure> {
    let n = tree.dimension();
    let personal = candidate.task == "personalized";
    let moves = u128::from(tree.nodes()) * u128::from(packets) * if personal { u128::from(n) } else { 1 };
    let Ok(count) = u32::try_from(packets) else { return Ok(None) };
    if moves > MAX_COUNTED {
        return Ok(None);
    }
    let ports = candidate.rule.ports(n);
    let made = match candidate.kind {
        TreeKind::Msbt { .. } => msbt_broadcast(n, tree.root(), count, ports),
        kind => CubeTree::new(kind, n, tree.root()).and_then(|tree| {
            if personal { personalized(&tree, count, ports) } else { tree_broadcast(&tree, count, ports) }
        }),
    };
    made.map(|made| Some(count_of(made.slots.len()))).map_err(|fault| Failure::usage(fault.to_string()))
}

fn text(tree: &CubeTree, found: &TreeReport, all_subtrees: bool) -> String {
    let mut report = Report::default();
    let node = |node: u64| node_words(node, found.dimension);
    report.line("tree", kind_words(tree.kind()));
    report.line("network", format!("hypercube of dimension {}, {} nodes", found.dimension, tree.nodes()));
    if let Some(asked) = &found.node {
        report.line("root", node(found.root));
        report.line("node", node(asked.node));
        report.line("level", asked.level.to_string());
        report.line("parent", asked.parent.map_or_else(|| "none".to_owned(), node));
        let children: Vec<String> = asked.children.iter().map(|&child| node(child)).collect();
        report.line("children", if children.is_empty() { "none".to_owned() } else { children.join(", ") });
        if let Some(label) = asked.label {
            report.line("label f", format!("{label}, the slot of the first packet (P5 §3.3.2)"));
        }
    } else {
        report.line("root", node(found.root));
        report.line("height", found.height.to_string());
        report.line("fanout", found.fanout.to_string());
        report.line("subtrees", subtree_words(found));
    }
    let mut text = report.render();
    if all_subtrees {
        let header = ["subtree of node", "nodes"];
        let rows = tree.children(tree.root()).into_iter().zip(&found.subtrees);
        let rows = rows.map(|(child, size)| vec![node(child.0), size.to_string()]).collect();
        let _ = write!(text, "\n{}", draw::words(&header, rows).trim_end_matches('\n'));
        text.push('\n');
    } else if found.node.is_none() && found.costs.is_empty() {
        if tree.nodes() <= MAX_DRAWN {
            text.push('\n');
            drawn(tree, &mut text);
        } else {
            let why = format!("more than {MAX_DRAWN} nodes");
            let remedy = "--node V shows a node, --subtrees the sizes of the subtrees";
            text.push_str(&draw::not_drawn("the tree is", &why, remedy));
        }
    }
    for costs in &found.costs {
        costs_text(&mut text, costs);
        merged::text(&mut text, found, costs);
    }
    text
}

fn kind_words(kind: TreeKind) -> String {
    match kind {
        TreeKind::Sbt => "spanning binomial tree".to_owned(),
        TreeKind::Msbt { index } => format!("tree {index} of the multiple spanning binomial trees"),
        TreeKind::Bst => "balanced spanning tree".to_owned(),
        TreeKind::Tcbt => "two-rooted complete binary tree".to_owned(),
        TreeKind::Path => "Hamiltonian path".to_owned(),
    }
}

fn subtree_words(found: &TreeReport) -> String {
    let largest = found.subtrees.iter().max().copied().unwrap_or(0);
    let least = found.subtrees.iter().min().copied().unwrap_or(0);
    format!(
        "{}, the largest of {}, the smallest of {least}; the largest over (N - 1)/n is {}",
        found.subtrees.len(),
        counted(largest, "node"),
        found.largest_ratio
    )
}

/// Draws a line for every node, indented by its level.
fn drawn(tree: &CubeTree, text: &mut String) {
    // Each entry has a node, the text before it, and the text before its children.
    let mut open = vec![(tree.root(), String::new(), String::new())];
    while let Some((node, before, inner)) = open.pop() {
        text.push_str(&before);
        text.push_str(&node_words(node.0, tree.dimension()));
        if let Some(label) = tree.label(node) {
            let _ = write!(text, ", f = {label}");
        }
        text.push('\n');
        let children = tree.children(node);
        for (rank, child) in children.into_iter().rev().enumerate() {
            let (branch, deeper) = if rank == 0 { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            open.push((child, format!("{inner}{branch}"), format!("{inner}{deeper}")));
        }
    }
}

/// What the last column says of personalised communication.
const OF_ANY_SIZE: &str =
    ";\nP5's T_min of personalised communication is that of packets of any size, B > M too";

/// What is said of broadcasts where packets may have more than M elements.
const OF_BROADCASTS: &str = ";\na broadcast has M elements to send, and no larger packets";

fn costs_text(text: &mut String, costs: &TreeCosts) {
    text.push_str(&prose(&format!(
        "\nM = {}, τ = {}, t_c = {}; times are slots × (τ + B·t_c), * the least of its task and ports{}",
        counted(costs.elements, "element"),
        costs.startup,
        costs.transfer,
        if costs.merged.is_empty() { OF_ANY_SIZE } else { OF_BROADCASTS }
    )));
    let header = ["task", "ports", "tree", "", "B", "slots", "time"];
    let of_p5 = ["P5: steps", "P5: B_opt", "P5: T_min"];
    let dash = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "·".to_owned());
    let cells = costs.rows.iter().map(|row| {
        let best = if row.best { "*" } else { "" };
        let slots = format!("{}{}", row.slots, if row.made { "" } else { " (formula)" });
        let (task, ports, tree) = (row.task.clone(), row.ports.clone(), row.algorithm.clone());
        let printed = [&row.printed_steps, &row.printed_best_packet, &row.printed_least_time].map(dash);
        let own = vec![task, ports, tree, best.to_owned(), row.packet.to_string(), slots, row.time.clone()];
        (own, printed.to_vec())
    });
    let cells: Vec<(Vec<String>, Vec<String>)> = cells.collect();
    let whole: Vec<Vec<String>> =
        cells.iter().map(|(own, printed)| [own.as_slice(), printed].concat()).collect();
    let header_of_all = [header.as_slice(), &of_p5].concat();
    let mut table = |header: &[&str], rows: Vec<Vec<String>>| {
        text.push_str(draw::words(header, rows).trim_end_matches('\n'));
        text.push('\n');
    };
    if draw::fits(&header_of_all, &whole) {
        return table(&header_of_all, whole);
    }
    table(&header, cells.iter().map(|(own, _)| own.clone()).collect());
    // Numbers are never broken: on a narrow terminal the values of P5 stand in lines of their own.
    for (own, printed) in cells.iter().filter(|(_, printed)| printed.iter().any(|cell| cell != "·")) {
        let named = of_p5.iter().zip(printed).filter(|(_, cell)| *cell != "·");
        let named: Vec<String> =
            named.map(|(name, cell)| format!("{} {cell}", name.trim_start_matches("P5: "))).collect();
        let line = format!("P5, {} {} {}: {}", own[0], own[1], own[2], named.join(", "));
        text.extend([&folded(&line, columns(), 4), "\n"]);
    }
}
