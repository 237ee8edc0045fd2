//! `isotask new`.

use crate::cli::arguments::new::NewArguments;
use crate::cli::report::solution::set_instance;
use crate::cli::terminal::demands::read_csv;
use crate::cli::terminal::edges::read_graph;
use crate::cli::terminal::failure::{Exit, Failure, Fault, remark, shown_path};
use crate::cli::terminal::output::{Output, Said, finish_report, written, wrote};
use crate::grammar::{network_and_task, task_on, with_switches};
use crate::model::{ModelError, Problem, faults};
use crate::wire::{Network, ResultDocument, ResultStatus, Task, TaskDocument, to_pretty_bytes};

pub(crate) fn run(arguments: &NewArguments) -> Result<Exit, Failure> {
    let options = &arguments.options;
    let (network, mut task) = named(arguments)?;
    if let Some(table) = arguments.csv.as_deref() {
        let packets = task.demands_mut();
        let misplaced = || Failure::usage("--csv goes with the task demands".to_owned());
        packets.ok_or_else(misplaced)?.extend(read_csv(table, &network, arguments.unit)?);
    }
    let name = arguments.name.clone();
    let document = TaskDocument::new(name, network, task, options.ports(), options.objective());
    let mut result = ResultDocument::new("new", ResultStatus::Done, Exit::Success.code());
    match Problem::new(&document) {
        Ok(problem) => set_instance(&mut result, &problem),
        Err(ModelError::TooManyToList { .. }) if document.task.exchanged().is_some() => {
            remark("too many packets to be scheduled: isotask bound has bounds of this task");
        }
        Err(first) => return Err(no_task(arguments, &document, &first)),
    }
    let output = Output::open(&arguments.output)?;
    let stdout_taken = output.is_stdout();
    output.finish(&to_pretty_bytes(&document))?;
    if arguments.json {
        result.written.extend(written("task", &arguments.output));
        finish_report(&Said::Document(Box::new(result)), stdout_taken)?;
    } else {
        Output::stdout().finish(wrote("the task", &arguments.output).as_bytes())?;
    }
    Ok(Exit::Success)
}

/// The network and the task that the words name, a graph being read from its file.
fn named(arguments: &NewArguments) -> Result<(Network, Task), Failure> {
    let (words, count) = (&arguments.words, arguments.options.count());
    let is_graph = words.first().is_some_and(|word| word == "graph");
    let Some(edges) = arguments.edges.as_deref() else {
        let (mut network, task) = network_and_task(words, count)?;
        set_switch_ports(&mut network, arguments)?;
        return Ok((network, task));
    };
    if !is_graph {
        return Err(Failure::usage("--edges goes with the network graph".to_owned()));
    }
    let mut graph = read_graph(edges, arguments.directed)?;
    for words in &arguments.switches {
        graph = with_switches(graph, words)?;
    }
    let mut network = Network::Graph(graph);
    set_switch_ports(&mut network, arguments)?;
    let task = task_on(&network, &words[1..], count)?;
    Ok((network, task))
}

/// Gives the switches of the network the ports that are asked for.
fn set_switch_ports(network: &mut Network, arguments: &NewArguments) -> Result<(), Failure> {
    let Some(asked) = arguments.switch_ports else { return Ok(()) };
    let (switches, ports) = match network {
        Network::Graph(graph) => (&graph.switches, &mut graph.switch_ports),
        Network::Lift(lift) => (&lift.switches, &mut lift.switch_ports),
        _ => return Err(no_switches()),
    };
    if switches.is_none() {
        return Err(no_switches());
    }
    *ports = asked;
    Ok(())
}

fn no_switches() -> Failure {
    Failure::usage("--switch-ports goes with switches, of which the graph has none".to_owned())
}

/// All that is wrong with the words, and with the nodes and links of a file.
fn no_task(arguments: &NewArguments, document: &TaskDocument, first: &ModelError) -> Failure {
    let file = arguments.edges.as_deref().map(shown_path).unwrap_or_default();
    let in_file = |fault: &Fault| {
        let of_file = ["network.nodes", "network.names", "network.links"];
        let is_its = fault.place.as_ref().is_some_and(|place| of_file.iter().any(|of| place.starts_with(of)));
        fault.in_file(if is_its { &file } else { "" })
    };
    let told = |fault: &ModelError| Fault {
        reason: fault.reason(),
        place: Some(fault.place()),
        at: None,
        message: fault.to_string(),
    };
    let faults: Vec<Fault> = faults(document, |_| true).iter().map(told).collect();
    let message = faults.first().map_or_else(|| in_file(&told(first)), in_file);
    Failure { faults, ..Failure::usage(message) }
}
