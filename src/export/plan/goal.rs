//! A schedule as a program of sends and receives for the simulator `LogGOPSim`.

use super::error::PlanError;
use super::{Plan, PlannedSend};
use crate::export::format::{Format, Writer};
use crate::export::rights::RIGHTS;
use crate::model::{Link, Network, Node, counted};
use crate::wire::Ports;
use std::collections::BTreeMap;
use std::io::Write;

/// The format of the word `goal`.
pub(in crate::export) const GOAL: Format = Format {
    word: "goal",
    sentence: "What every node sends and receives after what, for the simulator LogGOPSim",
    source: "Hoefler, Siebert & Lumsdaine, Group Operation Assembly Language, 2009; LogGOPSim's txt2bin",
    writer: Writer::Plan(goal),
};

/// Parameters of the simulator under which a slot takes 1000 ns.
const PARAMETERS: &str = "-L 1000 -o 0 -g 1000 -G 0 -O 0";
/// Most network interfaces of a node: each is named by a number of 8 bits.
const MAX_NICS: u64 = 256;

/// Writes the operations of every node: a receive and a send of one byte for every transmission, with the
/// slot as tag. A send requires the receives that bring its packet, and the send before it over its link. The
/// number of a link is that of its network interface, at both ends. All links of a node, outgoing and
/// incoming, differ in their numbers, so the numbers are a proper edge colouring.
///
/// If a node may use fewer ports than it has links, a clock of one calculation per slot keeps the sends in
/// their slots. Otherwise sends start as early as their requirements allow. The comment at the head says when
/// the last one arrives, which is never after the slots of the schedule.
///
/// # Errors
/// [`PlanError::Switches`], [`PlanError::TooMuch`] above 256 links of a node, [`PlanError::Output`].
///
/// # Complexity
/// O(n + S log S) for n nodes and S transmissions; a clock adds O(n · slots).
fn goal(plan: &Plan<'_>, out: &mut dyn Write) -> Result<String, PlanError> {
    plan.require_programs()?;
    let network = plan.problem.network();
    let (found, most) = (network.links().into(), MAX_NICS);
    if found > most {
        return Err(PlanError::TooMuch { what: "links of a node", found, most });
    }
    let program = Program::new(plan, network);
    if program.clock {
        let (what, most) = ("calculations of all clocks", super::MAX_LINKS);
        let found = plan.nodes().saturating_mul(plan.slots);
        if found > most {
            return Err(PlanError::TooMuch { what, found, most });
        }
    }
    let end = 1000 * if program.clock { plan.slots } else { program.end };
    writeln!(out, "// {RIGHTS}")?;
    writeln!(out, "// {network}; {}", plan.problem)?;
    writeln!(
        out,
        "// {}. With {PARAMETERS} a slot takes 1000 ns, and the last message arrives at {end} ns.",
        counted(plan.slots, "slot")
    )?;
    writeln!(out, "num_ranks {}", network.nodes())?;
    for node in (0..network.nodes()).map(Node) {
        program.rank(node, out)?;
    }
    Ok(format!(
        "{}, each with its receive; LogGOPSim {PARAMETERS} ends at {end} ns",
        counted(plan.count(), "send")
    ))
}

/// The transmissions of a plan, sorted by nodes.
struct Program<'a> {
    plan: &'a Plan<'a>,
    needs: Vec<Vec<usize>>,
    /// The indices of the transmissions that each node sends, and of those that it receives.
    sent: BTreeMap<Node, Vec<usize>>,
    received: BTreeMap<Node, Vec<usize>>,
    /// Whether a clock keeps transmissions in their slots.
    clock: bool,
    /// The slot in which the last transmission ends without a clock.
    end: u64,
}

impl<'a> Program<'a> {
    fn new(plan: &'a Plan<'a>, network: &Network) -> Self {
        let needs = plan.needs();
        let end = plan.earliest(&needs).into_iter().max().unwrap_or(0);
        let clock = match plan.problem.ports() {
            Ports::All => false,
            Ports::AtMost(ports) => ports < network.links().into(),
            Ports::One | Ports::OneHalfDuplex => true,
        };
        let (mut sent, mut received) = (BTreeMap::new(), BTreeMap::new());
        for (place, PlannedSend { sent: step, .. }) in plan.sends.iter().enumerate() {
            sent.entry(step.from).or_insert_with(Vec::new).push(place);
            received.entry(step.to).or_insert_with(Vec::new).push(place);
        }
        Self { plan, needs, sent, received, clock, end }
    }

    /// Writes the operations of a node; a node without any gets an idle one, since the simulator rejects an
    /// empty list.
    fn rank(&self, node: Node, out: &mut dyn Write) -> Result<(), PlanError> {
        let nothing = Vec::new();
        let sent = self.sent.get(&node).unwrap_or(&nothing);
        let received = self.received.get(&node).unwrap_or(&nothing);
        writeln!(out, "\nrank {} {{", node.0)?;
        if self.clock {
            self.clock(out)?;
        } else if sent.is_empty() && received.is_empty() {
            writeln!(out, "idle: calc 0")?;
        }
        for &place in received {
            let PlannedSend { slot, link, sent } = &self.plan.sends[place];
            writeln!(out, "r{place}: recv 1b from {} tag {slot} cpu 0 nic {}", sent.from.0, link.0)?;
            if self.clock && slot + 1 < self.plan.slots {
                writeln!(out, "c{} requires r{place}", slot + 1)?;
            }
        }
        let mut before: BTreeMap<Link, usize> = BTreeMap::new();
        for &place in sent {
            let PlannedSend { slot, link, sent } = &self.plan.sends[place];
            writeln!(out, "s{place}: send 1b to {} tag {slot} cpu 0 nic {}", sent.to.0, link.0)?;
            for need in &self.needs[place] {
                writeln!(out, "s{place} requires r{need}")?;
            }
            if let Some(before) = before.insert(*link, place) {
                writeln!(out, "s{place} requires s{before}")?;
            }
            if self.clock {
                writeln!(out, "c{slot} requires s{place}")?;
                if *slot > 0 {
                    writeln!(out, "s{place} requires c{}", slot - 1)?;
                }
            }
        }
        writeln!(out, "}}")?;
        Ok(())
    }

    /// Writes a calculation for every slot. It starts when the sends of the slot have been sent and the
    /// receives of earlier slots are complete, and it ends when the slot does.
    fn clock(&self, out: &mut dyn Write) -> Result<(), PlanError> {
        for slot in 0..self.plan.slots {
            writeln!(out, "c{slot}: calc 1000")?;
            if slot > 0 {
                writeln!(out, "c{slot} requires c{}", slot - 1)?;
            }
        }
        Ok(())
    }
}
