//! A network as a platform of the simulator `SimGrid`, with a schedule as a program that runs on it.

use super::Plan;
use super::error::PlanError;
use crate::export::format::{Format, Writer};
use crate::export::rights::RIGHTS;
use crate::model::{Node, counted};
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use std::io::Write;

/// The format of the word `simgrid`.
pub(in crate::export) const SIMGRID: Format = Format {
    word: "simgrid",
    sentence: "The network as a platform of the simulator SimGrid, and the schedule as a program that runs on it, in Python",
    source: "Casanova, Giersch, Legrand, Quinson & Suter, SimGrid 3.32, S4U and the platform files",
    writer: Writer::Plan(simgrid),
};

/// The program, which follows its tables.
const PROGRAM: &str = include_str!("simgrid.py");

/// Writes the tables of a program, then the program. The tables list its links, and all transmissions as
/// slot, sender, receiver, start, destination and copy. An end is None if a copied or combined packet lacks
/// it.
///
/// # Errors
/// [`PlanError::Switches`], [`PlanError::Output`].
///
/// # Complexity
/// O(links + transmissions).
fn simgrid(plan: &Plan<'_>, out: &mut dyn Write) -> Result<String, PlanError> {
    plan.require_programs()?;
    let network = plan.problem.network();
    writeln!(out, "#!/usr/bin/env python3\n# {RIGHTS}\n# {network}; {}", plan.problem)?;
    writeln!(out, "RIGHTS = \"{RIGHTS}\"\nNODES = {}\nSLOTS = {}", network.nodes(), plan.slots)?;
    writeln!(out, "LINKS = [")?;
    for link in network.edge_references() {
        writeln!(out, "    ({}, {}),", link.source().0, link.target().0)?;
    }
    writeln!(out, "]\nSENDS = [")?;
    for send in &plan.sends {
        let word = |node: Option<Node>| node.map_or_else(|| "None".to_owned(), |node| node.0.to_string());
        let (start, end) = send.sent.packet.ends();
        let (from, to, copy) = (send.sent.from.0, send.sent.to.0, send.sent.copy.unwrap_or(0));
        writeln!(out, "    ({}, {from}, {to}, {}, {}, {copy}),", send.slot, word(start), word(end))?;
    }
    writeln!(out, "]\n")?;
    out.write_all(PROGRAM.as_bytes())?;
    Ok(format!("{}; python3 FILE --help says how to run it", counted(plan.count(), "transmission")))
}
