//! Runs `isotask machines`: machines of practice, with the least slots known of their collectives.

use crate::cli::report::draw;
use crate::cli::report::lines::Report;
use crate::cli::terminal::failure::{Exit, Failure};
use crate::cli::terminal::output::Output;
use crate::grammar::{machines, network};
use crate::model::Network;
use crate::wire::{MachineDocument, MachineReport, MachineResult, ResultDocument, ResultStatus, to_bytes};

/// The collectives of the list, in the words of a task.
const COLLECTIVES: [&str; 8] =
    ["all-to-all", "allgather", "reduce-scatter", "allreduce", "broadcast", "reduce", "scatter", "gather"];

/// Lists all machines, or describes one.
pub(crate) fn run(name: Option<&str>, json: bool) -> Result<Exit, Failure> {
    let of_name = |machine: &&MachineDocument| name.is_none_or(|name| machine.name == name);
    let found: Vec<&MachineDocument> = machines().iter().filter(of_name).collect();
    if let ([], Some(name)) = (found.as_slice(), name) {
        // The grammar says which names there are.
        network(&["machine".to_owned(), name.to_owned()])?;
    }
    let bytes = if json {
        let mut document = ResultDocument::new("machines", ResultStatus::Done, Exit::Success.code());
        document.machines = found.into_iter().map(report).collect::<Result<_, _>>()?;
        to_bytes(&document)
    } else if let (Some(_), [machine]) = (name, found.as_slice()) {
        described(machine)?.into_bytes()
    } else {
        list(&found)?.into_bytes()
    };
    Output::stdout().finish(&bytes)?;
    Ok(Exit::Success)
}

/// Returns the network of a machine.
fn network_of(machine: &MachineDocument) -> Result<Network, Failure> {
    let wire = network(&["machine".to_owned(), machine.name.clone()])?;
    Network::new(&wire).map_err(|fault| Failure::model(&machine.name, &fault))
}

fn report(machine: &MachineDocument) -> Result<MachineReport, Failure> {
    let network = network_of(machine)?;
    Ok(MachineReport {
        name: machine.name.clone(),
        title: machine.title.clone(),
        source: machine.source.clone(),
        network: network.to_string(),
        hosts: network.hosts(),
        results: machine.results.clone(),
    })
}

/// Writes slots that are proved least as one number, others with their bound.
fn slots(result: &MachineResult) -> String {
    if result.slots == result.bound {
        result.slots.to_string()
    } else {
        format!("{}–{}", result.bound, result.slots)
    }
}

fn list(machines: &[&MachineDocument]) -> Result<String, Failure> {
    let heads: Vec<&str> = ["machine", "hosts"].into_iter().chain(COLLECTIVES).collect();
    let row = |machine: &&MachineDocument| {
        let of = |task: &str| machine.results.iter().find(|result| result.task == task);
        let known = COLLECTIVES.iter().map(|&task| of(task).map_or_else(|| "?".to_owned(), slots));
        let hosts = network_of(machine)?.hosts().to_string();
        Ok([machine.name.clone(), hosts].into_iter().chain(known).collect())
    };
    let rows: Vec<Vec<String>> = machines.iter().map(row).collect::<Result<_, Failure>>()?;
    let results = machines.iter().flat_map(|machine| &machine.results);
    let (closed, all) = results
        .fold((0, 0), |(closed, all), result| (closed + usize::from(result.slots == result.bound), all + 1));
    let told = format!(
        "The least slots known, all ports, one packet; a–b: between a and b; ?: not known. Of {all} results {closed} \
         are proved least.\nisotask solve machine NAME COLLECTIVE makes the schedule and its certificate.\n"
    );
    Ok(draw::words(&heads, rows) + &told)
}

fn described(machine: &MachineDocument) -> Result<String, Failure> {
    let network = network_of(machine)?;
    let mut report = Report::default();
    report.line("machine", &machine.name);
    report.line("what it is", &machine.title);
    report.line("source", &machine.source);
    report.line("network", network.to_string());
    report.line("certificate", format!("isotask solve machine {} COLLECTIVE -o FILE", machine.name));
    let row = |result: &MachineResult| {
        let known = if result.slots == result.bound { "optimal" } else { "not proved optimal" };
        let numbers = [&result.slots, &result.bound].map(ToString::to_string);
        let digest = result.sha256.chars().take(16).collect();
        [result.task.clone()].into_iter().chain(numbers).chain([known.to_owned(), digest]).collect()
    };
    let rows: Vec<Vec<String>> = machine.results.iter().map(row).collect();
    let heads = ["collective", "slots", "bound", "", "SHA-256 of the certificate begins"];
    Ok(format!("{}\n{}", report.render(), draw::words(&heads, rows)))
}
