//! Packets between hosts that all hang on one switch.

use crate::decompose::decompose;
use crate::model::{DemandsTask, ExplicitSchedule, Node, Packet, PortRule, Sent, TaskMatrix, View, wide};
use crate::solve::method::{About, Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use std::collections::BTreeMap;

/// Every packet goes to the switch in the slot of its colour, and on in the next.
#[derive(Debug)]
pub(crate) struct OneSwitch;

const ABOUT: About = About {
    word: "one-switch",
    sentence: "Demands of hosts on one switch: a packet goes up in one slot and down in the next, each slot being a matching of hosts",
    source: "König, Über Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre, 1916",
    tasks: "demands on a graph whose hosts each have one link, to one and the same switch, which uses all its links at once",
};

impl Method for OneSwitch {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        let switch = switch_of(task).ok_or(Unsuited::OtherTask { of: ABOUT.tasks })?;
        let make = move |_: &Context<'_>| Ok(Some(made(self, task, switch)));
        Ok(Suited::new(self, View::Demands, When::FIRST, make))
    }
}

/// Returns the switch to which all hosts have their only link, if packets are carried and no port is
/// half-duplex.
fn switch_of(task: &DemandsTask) -> Option<Node> {
    let (network, graph) = (task.network(), task.graph());
    let mut switches = (0..network.nodes()).map(Node).filter(|&node| network.is_switch(node));
    let switch = switches.next().filter(|_| switches.next().is_none())?;
    let hosts = u32::try_from(network.hosts()).ok()?;
    let full = |rule: PortRule| matches!(rule, PortRule::FullDuplex(_));
    let uses_all = matches!(task.switch_ports(), PortRule::FullDuplex(links) if links >= hosts);
    let number = u32::try_from(switch.0).ok()?;
    let hangs = |node: u32| node == number || (graph.degree(node) == 1 && graph.degree_in(node) == 1);
    let is_star =
        (0..graph.nodes()).all(hangs) && graph.degree(number) == hosts && graph.degree_in(number) == hosts;
    (task.is_personal() && full(task.ports()) && uses_all && is_star).then_some(switch)
}

/// A packet is an edge from its origin to its destination. The edges have as many colours as the busiest host
/// has packets, h (König 1916); the slots are h + 1.
fn made(method: &'static OneSwitch, task: &DemandsTask, switch: Node) -> Candidate {
    let mut counts: BTreeMap<(Node, Node), u64> = BTreeMap::new();
    for load in task.loads() {
        if let Packet::Personal { from, to } = load.packet() {
            *counts.entry((from, to)).or_default() += load.count();
        }
    }
    let nodes = task.graph().nodes();
    let mut rows: Vec<Vec<(u32, u64)>> = vec![Vec::new(); wide(nodes)];
    for (&(from, to), &count) in &counts {
        rows[wide(narrow(from))].push((narrow(to), count));
    }
    let mut matrix = TaskMatrix::new(nodes);
    for row in rows {
        matrix.push_row(row).expect("columns in order, sums of a task");
    }
    let of =
        |(&(from, to), &count): (&(Node, Node), &u64)| (0..count).map(move |_| Packet::Personal { from, to });
    let packets: Vec<Packet> = counts.iter().flat_map(of).collect();
    let coloring = decompose(&matrix, matrix.columns());
    let mut slots = vec![Vec::new(); wide(u32::try_from(coloring.length()).expect("few packets")) + 1];
    for (packet, &slot) in (0..).zip(&coloring.slots) {
        let Packet::Personal { from, to } = packets[wide(packet)] else { continue };
        slots[wide(slot)].push(Sent::new(packet, from, switch));
        slots[wide(slot) + 1].push(Sent::new(packet, switch, to));
    }
    for slot in &mut slots {
        slot.sort_unstable();
    }
    let how = "each slot is a matching of hosts, whose packets go to the switch, and on in the next slot";
    Candidate::new(method, ExplicitSchedule { packets, slots }, how)
}

fn narrow(node: Node) -> u32 {
    u32::try_from(node.0).expect("a graph has at most 2^20 nodes")
}
