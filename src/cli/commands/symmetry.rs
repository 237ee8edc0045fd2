//! Runs `isotask symmetry`: the automorphisms of a network, and whether it is a Cayley graph.

use crate::cli::arguments::args::SymmetryArguments;
use crate::cli::commands::routing::given::{Given, built, given};
use crate::cli::report::cycles::cycles;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted};
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Exit, Failure, guesses};
use crate::cli::terminal::output::{CommandReport, finish_report};
use crate::graph::AutomorphismGroup;
use crate::model::{Network, Node, Subgroup, count_of};
use crate::orbit::{CayleyAnswer, NetworkSymmetry, SYMMETRY_STEPS, symmetry};
use crate::wire::{
    self, CayleyReason, LinkOrbitReport, NodeRef, ResultDocument, ResultStatus, SymmetryReport,
};
use num_bigint::BigUint;

/// Most links that are visited to check generators once more.
const MAX_CHECKED_LINKS: u64 = 1 << 24;
/// Most orbits and generators that are listed for people.
const MAX_LISTED: usize = 12;

pub(crate) fn run(arguments: &SymmetryArguments) -> Result<Exit, Failure> {
    let network = &of(arguments)?.network;
    let Some(found) = symmetry(network) else { return Err(too_large(network)) };
    self_check(network, &found.group)?;
    let told = report(network, &found);
    let is_decided = told.order.is_some() && told.cayley.is_some() && told.link_symmetric.is_some();
    let exit = if is_decided { Exit::Success } else { Exit::NotProved };
    let printed = if arguments.json {
        let status = if is_decided { ResultStatus::Done } else { ResultStatus::Bounded };
        let mut result = ResultDocument::new("symmetry", status, exit.code());
        result.network = Some(network.to_string());
        result.nodes = Some(network.nodes());
        result.read = guesses();
        result.symmetry = Some(told);
        CommandReport::Document(Box::new(result))
    } else {
        CommandReport::Words(text(network, &told))
    };
    finish_report(&printed, false)?;
    Ok(exit)
}

fn of(arguments: &SymmetryArguments) -> Result<Given, Failure> {
    match &arguments.edges {
        Some(path) => built(&wire::Network::Graph(read_graph(path, arguments.directed)?)),
        None if arguments.directed => Err(Failure::usage("--directed goes with --edges FILE".to_owned())),
        None => given(&arguments.words),
    }
}

fn too_large(network: &Network) -> Failure {
    let known = if network.is_symmetric() {
        "; it is a Cayley graph by construction, so that all its nodes are alike"
    } else {
        ""
    };
    let most = crate::orbit::MAX_SYMMETRY_NODES;
    Failure::usage(format!(
        "{} nodes, expected at most {most}: automorphisms are searched node by node{known}",
        network.nodes()
    ))
}

/// Holds generators against the links of a graph once more, by the code that reads groups of documents: all
/// of them, unless that takes more than [`MAX_CHECKED_LINKS`] links.
fn self_check(network: &Network, group: &AutomorphismGroup) -> Result<(), Failure> {
    let Some(graph) = network.link_list() else { return Ok(()) };
    let most = usize::try_from(MAX_CHECKED_LINKS / graph.arcs().max(1)).unwrap_or(usize::MAX);
    let mut generators = group.generators().iter().take(most);
    if generators.all(|images| Subgroup::is_automorphism(network, images)) {
        return Ok(());
    }
    Err(Failure::self_check("a permutation that was found keeps not all links".to_owned()))
}

fn report(network: &Network, found: &NetworkSymmetry) -> SymmetryReport {
    let group = &found.group;
    let product = group.orbit_lengths().iter().map(|&length| BigUint::from(length));
    let order = product.product::<BigUint>().to_string();
    let is_complete = group.is_complete();
    let orbits = node_orbits(group);
    let (cayley, cayley_reason) = answer(&found.cayley);
    let different = group.different_nodes();
    let is_symmetric = cayley == Some(true) || orbits.len() == 1;
    let regular = match &found.cayley {
        CayleyAnswer::ByConstruction(group) | CayleyAnswer::Found(group) => Some(group),
        _ => None,
    };
    let listed = |orbit: &crate::graph::LinkOrbit| {
        let [from, to] = orbit.first.map(u64::from);
        LinkOrbitReport { from, to, links: orbit.links }
    };
    SymmetryReport {
        order: is_complete.then(|| order.clone()),
        order_at_least: (!is_complete).then_some(order),
        base: group.base().iter().copied().map(u64::from).collect(),
        orbit_lengths: group.orbit_lengths().to_vec(),
        generators: group.generators().iter().map(|images| wide(images)).collect(),
        node_symmetric: if is_symmetric { Some(true) } else { different.map(|_| false) },
        different_nodes: different.map(|nodes| nodes.map(u64::from)),
        link_symmetric: found.links.as_ref().map(|links| links.len() <= 1),
        node_orbits: if is_complete { orbits } else { Vec::new() },
        link_orbits: found.links.iter().flatten().map(listed).collect(),
        cayley,
        cayley_reason,
        prime: match found.cayley {
            CayleyAnswer::NoElementOfOrder(prime) => Some(prime),
            _ => None,
        },
        regular_group: regular.map_or_else(Vec::new, |group| group.written(network)),
        abelian: regular.map(|group| is_abelian(network, group)),
    }
}

fn answer(cayley: &CayleyAnswer) -> (Option<bool>, CayleyReason) {
    match cayley {
        CayleyAnswer::ByConstruction(_) => (Some(true), CayleyReason::ByConstruction),
        CayleyAnswer::Found(_) => (Some(true), CayleyReason::RegularGroup),
        CayleyAnswer::NodesDiffer(_) => (Some(false), CayleyReason::NodesDiffer),
        CayleyAnswer::NoElementOfOrder(_) => (Some(false), CayleyReason::NoElementOfOrder),
        CayleyAnswer::AllTried => (Some(false), CayleyReason::AllTried),
        CayleyAnswer::Undecided => (None, CayleyReason::StepsSpent),
    }
}

fn wide(images: &[u32]) -> Vec<u64> {
    images.iter().copied().map(u64::from).collect()
}

/// Returns the nodes that the generators take to each other, each orbit by its least node.
fn node_orbits(group: &AutomorphismGroup) -> Vec<Vec<u64>> {
    let mut pairs: Vec<(u32, u64)> = group.orbits().into_iter().zip(0..).collect();
    pairs.sort_unstable();
    let same = pairs.chunk_by(|a, b| a.0 == b.0);
    same.map(|orbit| orbit.iter().map(|pair| pair.1).collect()).collect()
}

/// Returns whether generators commute: in a group that acts freely elements that agree on node 0 are equal.
fn is_abelian(network: &Network, group: &Subgroup) -> bool {
    let by = group.generators();
    let product = |a: Node, b: Node| group.shift(network, a, group.shift(network, b, Node(0)));
    by.iter().all(|&a| by.iter().all(|&b| product(a, b) == product(b, a)))
}

fn text(network: &Network, told: &SymmetryReport) -> String {
    let mut report = Report::default();
    for guess in guesses() {
        report.line("read as", guess);
    }
    report.line("network", network.to_string());
    report.line("automorphisms", order_words(told));
    report.line("generators", generators_words(told));
    report.line("nodes", nodes_words(network, told));
    report.line("links", links_words(network, told));
    report.verdict("Cayley graph", cayley_words(network, told));
    report.line("schedules", schedules_words(told));
    report.render() + &generators_listed(network, told) + &orbits_listed(network, told)
}

fn order_words(told: &SymmetryReport) -> String {
    let factors: Vec<String> =
        told.orbit_lengths.iter().filter(|&&length| length > 1).map(u64::to_string).collect();
    let product = match factors.len() {
        0 | 1 => String::new(),
        2..=MAX_LISTED => format!(" = {}", factors.join(" · ")),
        more => format!(" = {} · …, {more} factors", factors[..MAX_LISTED].join(" · ")),
    };
    match (&told.order, &told.order_at_least) {
        (Some(order), _) if order == "1" => "1, the identity alone".to_owned(),
        (Some(order), _) => format!("{order}{product}"),
        (None, least) => format!(
            "not all are known after {SYMMETRY_STEPS} steps; at least {}",
            least.as_deref().unwrap_or("1")
        ),
    }
}

fn generators_words(told: &SymmetryReport) -> String {
    match told.generators.len() {
        0 => "none".to_owned(),
        1 => "1, listed below".to_owned(),
        number if number <= MAX_LISTED => format!("{number}, listed below"),
        number => format!("{number}, the first {MAX_LISTED} listed below (--json has all)"),
    }
}

fn nodes_words(network: &Network, told: &SymmetryReport) -> String {
    let orbits = told.node_orbits.len();
    match (told.node_symmetric, told.different_nodes) {
        (Some(true), _) => "symmetric: automorphisms take every node to every other".to_owned(),
        (_, Some(nodes)) => {
            let [one, other] = nodes.map(|node| network.node_name(Node(node)));
            let number = if orbits == 0 { String::new() } else { format!("; {orbits} orbits") };
            format!("not symmetric: no automorphism takes node {one} to node {other}{number}")
        }
        _ => format!("not decided after {SYMMETRY_STEPS} steps"),
    }
}

fn links_words(network: &Network, told: &SymmetryReport) -> String {
    let orbits = &told.link_orbits;
    match told.link_symmetric {
        Some(true) if orbits.is_empty() => "none".to_owned(),
        Some(true) => {
            format!("symmetric: automorphisms take every link to every other, {} in all", orbits[0].links)
        }
        Some(false) => {
            let name = |orbit: &LinkOrbitReport| {
                let [from, to] = [orbit.from, orbit.to].map(|node| network.node_name(Node(node)));
                let dash = if network.leads_both_ways() { "–" } else { "→" };
                format!("{} like {from}{dash}{to}", orbit.links)
            };
            let named: Vec<String> = orbits.iter().take(MAX_LISTED).map(name).collect();
            let more = if orbits.len() > MAX_LISTED { ", …" } else { "" };
            format!("not symmetric: {} orbits, {}{more}", orbits.len(), named.join(", "))
        }
        None => "not decided: this needs all automorphisms, or more steps".to_owned(),
    }
}

fn cayley_words(network: &Network, told: &SymmetryReport) -> String {
    let kind = if told.abelian == Some(true) { "an Abelian group" } else { "a group" };
    let generated: Vec<String> = told.regular_group.iter().map(|by| generator_words(network, by)).collect();
    let more = if generated.len() > MAX_LISTED { ", …" } else { "" };
    let generated = generated[..generated.len().min(MAX_LISTED)].join(", ") + more;
    match told.cayley_reason {
        CayleyReason::ByConstruction if generated.is_empty() => "yes, by construction".to_owned(),
        CayleyReason::ByConstruction => {
            format!("yes, by construction: its translations are {kind}, generated by {generated}")
        }
        CayleyReason::RegularGroup => {
            format!("yes: {kind} has one element from every node to every other, generated by {generated}")
        }
        CayleyReason::NodesDiffer => "no: its nodes differ".to_owned(),
        CayleyReason::NoElementOfOrder => format!(
            "no: its group would have an element of order {}, but every such automorphism fixes a node",
            told.prime.unwrap_or(0)
        ),
        CayleyReason::AllTried => {
            "no: no group has exactly one element from every node to every other; all were tried".to_owned()
        }
        CayleyReason::StepsSpent => format!("not decided after {SYMMETRY_STEPS} steps"),
    }
}

fn generator_words(network: &Network, generator: &NodeRef) -> String {
    match generator {
        NodeRef::Coordinates(images) if network.link_list().is_some() || network.incomplete().is_some() => {
            cycles(network, images)
        }
        other => match network.node(other, String::new) {
            Ok(node) => network.node_name(node),
            Err(_) => format!("{other:?}"),
        },
    }
}

/// Says what the symmetry means for schedules.
fn schedules_words(told: &SymmetryReport) -> String {
    if told.cayley == Some(true) {
        return "every node can do what node 0 does, at the images of the nodes (symmetric schedules)"
            .to_owned();
    }
    if told.order.as_deref() == Some("1") {
        return "no symmetry helps: every node has moves of its own".to_owned();
    }
    match (told.node_symmetric, told.cayley) {
        (Some(true), Some(false)) => {
            "all nodes see the same network, but a schedule that a group repeats has two classes of nodes or more"
                .to_owned()
        }
        (Some(true), _) => {
            "all nodes see the same network; whether they can all do the same is not decided".to_owned()
        }
        (Some(false), _) if !told.node_orbits.is_empty() => format!(
            "the nodes of an orbit see the same network; a schedule that a group repeats has {} classes of nodes or more",
            told.node_orbits.len()
        ),
        _ => "not decided".to_owned(),
    }
}

fn generators_listed(network: &Network, told: &SymmetryReport) -> String {
    if told.generators.is_empty() {
        return String::new();
    }
    let rows = told.generators.iter().take(MAX_LISTED).zip(1..);
    let rows = rows.map(|(images, number): (_, u64)| vec![number.to_string(), cycles(network, images)]);
    let table = draw::words(&["generator", "its cycles; other nodes stay"], rows.collect());
    format!("\n{}\n", table.trim_end_matches('\n'))
}

/// Lists the orbits of nodes, if there are several and any has two nodes.
fn orbits_listed(network: &Network, told: &SymmetryReport) -> String {
    let orbits = &told.node_orbits;
    if orbits.len() < 2 || orbits.iter().all(|orbit| orbit.len() == 1) {
        return String::new();
    }
    let rows = orbits.iter().take(MAX_LISTED).map(|orbit| {
        let mut names: Vec<String> =
            orbit.iter().take(MAX_LISTED).map(|&node| network.node_name(Node(node))).collect();
        names.extend((orbit.len() > MAX_LISTED).then(|| "…".to_owned()));
        vec![counted(count_of(orbit.len()), "node"), names.join(" ")]
    });
    let table = draw::words(&["orbit", "its nodes"], rows.collect());
    let more = match orbits.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        left => format!("(and {left} more; --json has all)\n"),
    };
    format!("\n{}\n{more}", table.trim_end_matches('\n'))
}
