//! Runs `isotask groups`: the tasks of several groups of nodes at once.

use crate::check::{Options, VerifiedGroups, check_groups};
use crate::cli::arguments::groups::{Group, GroupsArguments};
use crate::cli::arguments::input::{Input, NetworkAndTask};
use crate::cli::arguments::solve::{EffortWord, stop_at_limit};
use crate::cli::arguments::task::TaskOptions;
use crate::cli::report::draw;
use crate::cli::report::lines::{Report, counted, nodes_words, ports_words, witness_words};
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::interrupt;
use crate::cli::terminal::output::{CommandReport, Output, finish_report, written, wrote};
use crate::cli::terminal::progress::Progress;
use crate::grammar::{blocks, without};
use crate::groups::{GroupsError, groups};
use crate::job_shop::Effort;
use crate::model::{Network as Model, Node, Problem, count_of};
use crate::solve::SolveOptions;
use crate::wire::{
    GroupReport, GroupsDocument, GroupsLower, Network, Objective, Ports, ResultDocument, ResultStatus,
    ScheduleDocument, TaskDocument, to_bytes,
};
use std::ffi::OsString;
use std::path::PathBuf;

/// Most nodes that a line of the table names.
const MAX_NAMED_NODES: usize = 8;

pub(crate) fn run(arguments: &GroupsArguments) -> Result<Exit, Failure> {
    let output = arguments.output.as_deref().map(Output::open).transpose()?;
    let problems = problems(arguments)?;
    let places: Vec<PathBuf> =
        arguments.schedules.iter().flat_map(|start| of_groups(start, &problems)).collect();
    if let Some(twice) = places.iter().find(|place| arguments.output.as_ref() == Some(place)) {
        let message = format!("{}: two outputs to one file, expected another name", twice.display());
        return Err(Failure::usage(message));
    }
    let outputs = places.iter().map(|place| Output::open(place)).collect::<Result<Vec<_>, _>>()?;
    let name = Input::new(&arguments.words, &arguments.options).name();
    if matches!(arguments.effort, Some(EffortWord::Exhaustive)) {
        let message = "--effort exhaustive would search for the first group without an end, expected quick, \
                       default or thorough";
        return Err(Failure::usage(message.to_owned()));
    }
    interrupt::listen(interrupt::ENDING_WITH_INCUMBENT);
    let stop = stop_at_limit(arguments.time_limit);
    let progress = Progress::start();
    let show = |phase| progress.show_phase(phase);
    let effort = arguments.effort.map(Effort::from);
    let options = SolveOptions { effort, stop: &stop, progress: &show, ..SolveOptions::default() };
    let document = groups(&problems, &options).map_err(|fault| failure(&name, &fault))?;
    drop(progress);
    let verified = check_groups(&document, &Options::default())
        .map_err(|rejection| Failure::self_check(format!("our own groups are refused: {rejection}")))?;
    let exit = match (verified.is_optimal(), interrupt::is_interrupted()) {
        (true, _) => Exit::Success,
        (false, true) => Exit::Interrupted,
        (false, false) => Exit::NotProved,
    };
    let printed = if arguments.json {
        let mut found = result(arguments, &name, &problems, &verified, exit);
        found.written.extend(places.iter().filter_map(|place| written("a schedule", place)));
        CommandReport::Document(Box::new(found))
    } else {
        let all = arguments.output.as_deref().map(|place| wrote("the schedules", place));
        let each = places.iter().map(|place| wrote("a schedule", place));
        CommandReport::Words(
            text(&problems, &document, &verified) + &all.into_iter().chain(each).collect::<String>(),
        )
    };
    let stdout_taken = output.as_ref().is_some_and(Output::is_stdout);
    if let Some(output) = output {
        output.finish(&to_bytes(&document))?;
    }
    for (output, group) in outputs.into_iter().zip(document.groups) {
        output.finish(&to_bytes(&ScheduleDocument::new(group.task, group.schedule)))?;
    }
    finish_report(&printed, stdout_taken)?;
    Ok(exit)
}

fn failure(name: &str, fault: &GroupsError) -> Failure {
    if matches!(fault, GroupsError::Unfinished { .. }) && interrupt::is_interrupted() {
        return Failure::interrupted(&fault.to_string());
    }
    if let GroupsError::Rejected(rejection) = fault
        && !rejection.is_of_a_limit()
    {
        return Failure::self_check(format!("our own groups are refused: {rejection}"));
    }
    Failure::fault(name, "groups", fault)
}

/// Returns the files of the schedules of single groups.
fn of_groups(start: &str, problems: &[Problem]) -> Vec<PathBuf> {
    (0..problems.len()).map(|group| PathBuf::from(format!("{start}{group}.json"))).collect()
}

/// Reads the tasks of all groups, on one network that is given link by link.
fn problems(arguments: &GroupsArguments) -> Result<Vec<Problem>, Failure> {
    let mut problems = Vec::new();
    for Group { words, options, each } in arguments.groups()? {
        match each {
            None => problems.push(problem(&words, &options)?),
            Some(sides) => {
                let everywhere = TaskOptions { without: Vec::new(), on: None, csv: None, ..options.clone() };
                let network = Input::traffic(&arguments.words, &everywhere).named()?.network;
                if without(&network, &[])?.graph.nodes > without(&network, &options.without)?.graph.nodes {
                    let message = "--each needs all nodes, but some are left out by --without, expected --on \
                                   with the nodes of each group";
                    return Err(Failure::usage(message.to_owned()));
                }
                for on in blocks(&network, &sides)? {
                    problems.push(problem(&words, &TaskOptions { on: Some(on), ..options.clone() })?);
                }
            }
        }
    }
    Ok(problems)
}

/// Reads the task of a group. Nodes that take no part have the ports of hosts, as other groups may have them
/// as hosts.
fn problem(words: &[OsString], options: &TaskOptions) -> Result<Problem, Failure> {
    let ports = options.ports();
    let everywhere = TaskOptions { on: None, ..options.clone() };
    let whole = without(&Input::new(words, &everywhere).named()?.network, &[])?.graph;
    let input = Input::new(words, options);
    let NetworkAndTask { network, task, .. } = input.named()?;
    let rest = without(&network, &[])?;
    let (task, mut graph) = (rest.placed(task)?, rest.graph);
    if whole.switches.is_some() && options.on.is_some() && whole.switch_ports != ports {
        return Err(Failure::usage(
            "nodes that take no part in a group forward as hosts, but the switches of this network have other \
             ports, expected --ports and --switch-ports alike"
                .to_owned(),
        ));
    }
    graph.switch_ports = match (graph.switches.is_some(), whole.switches.is_some()) {
        (false, _) => Ports::All,
        (true, false) => ports,
        (true, true) => whole.switch_ports,
    };
    let network = Network::Graph(graph);
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    input.problem_of(&to_bytes(&document), &document)
}

/// Returns the network without what differs from group to group.
fn network_of(problems: &[Problem]) -> Option<Model> {
    Model::new(&problems.first()?.document().network.without_switches()).ok()
}

/// Returns the number of nodes that are in no group.
fn in_no_group(problems: &[Problem]) -> u64 {
    let nodes = problems.first().map_or(0, |problem| problem.network().nodes());
    let is_idle = |&node: &u64| problems.iter().all(|problem| problem.network().is_switch(Node(node)));
    count_of((0..nodes).filter(is_idle).count())
}

fn hosts(problem: &Problem) -> Vec<Node> {
    let network = problem.network();
    (0..network.nodes()).map(Node).filter(|&node| !network.is_switch(node)).collect()
}

fn result(
    arguments: &GroupsArguments,
    name: &str,
    problems: &[Problem],
    verified: &VerifiedGroups,
    exit: Exit,
) -> ResultDocument {
    let status = if verified.is_optimal() { ResultStatus::Optimal } else { ResultStatus::UpperBound };
    let mut result = ResultDocument::new("groups", status, exit.code());
    result.input = Some(name.to_owned());
    result.network = network_of(problems).map(|network| network.to_string());
    result.ports = problems.first().map(|problem| problem.document().ports);
    result.completion_time = Some(verified.completion_time());
    result.bound = Some(verified.lower);
    result.gap = verified.completion_time().checked_sub(verified.lower);
    let report = |(problem, &slots): (&Problem, &u64)| GroupReport {
        task: problem.to_string(),
        nodes: hosts(problem).into_iter().map(|node| problem.network().node_name(node)).collect(),
        slots,
    };
    result.groups = problems.iter().zip(&verified.slots).map(report).collect();
    result.written = arguments.output.iter().filter_map(|place| written("the schedules", place)).collect();
    result
}

fn text(problems: &[Problem], document: &GroupsDocument, verified: &VerifiedGroups) -> String {
    let mut report = Report::default();
    let Some(first) = problems.first() else { return String::new() };
    let network = network_of(problems).unwrap_or_else(|| first.network().clone());
    report.line("network", network.to_string());
    report.line("groups", counted(count_of(problems.len()), "group"));
    report.line("in no group", counted(in_no_group(problems), "node"));
    report.line("ports", ports_words(first.ports(), network.links()));
    report.line("completion time", counted(verified.completion_time(), "slot"));
    let why = lower_words(problems, &document.lower);
    report.line("lower bound", format!("{} for all schedules, by {why}", counted(verified.lower, "slot")));
    report.verdict(
        "result",
        if verified.is_optimal() {
            "optimal: no schedules of all groups together are shorter".to_owned()
        } else {
            format!("not proved optimal: gap {}", verified.completion_time() - verified.lower)
        },
    );
    report.line("checked", "read back and accepted: every group, the links and ports of all, and the bound");
    let row = |(group, (problem, &slots)): (usize, (&Problem, &u64))| {
        vec![group.to_string(), problem.to_string(), named_hosts(problem), slots.to_string()]
    };
    let rows = problems.iter().zip(&verified.slots).enumerate().map(row).collect();
    let table = draw::words(&["group", "task", "nodes", "slots"], rows);
    format!("{}\n{}\n", report.render(), table.trim_end_matches('\n'))
}

fn named_hosts(problem: &Problem) -> String {
    let hosts = hosts(problem);
    let named: Vec<String> =
        hosts.iter().take(MAX_NAMED_NODES).map(|&node| problem.network().node_name(node)).collect();
    let more = hosts.len() - named.len();
    if more == 0 { named.join(" ") } else { format!("{} and {more} more", named.join(" ")) }
}

fn lower_words(problems: &[Problem], lower: &GroupsLower) -> String {
    match lower {
        GroupsLower::Group { group, lower, .. } => {
            let witness = usize::try_from(*group).ok().and_then(|group| problems.get(group));
            let witness = witness.map(|problem| witness_words(problem, lower)).unwrap_or_default();
            format!("group {group} alone: {witness}")
        }
        GroupsLower::Cut { nodes, .. } => {
            let network = problems[0].network();
            format!("what all groups send out of {}", nodes_words(network, nodes))
        }
        GroupsLower::Volume { .. } => "the moves of all groups".to_owned(),
        GroupsLower::Prices { .. } => {
            "what the packets of all groups pay at prices of links and ports, against the price of a slot"
                .to_owned()
        }
    }
}
