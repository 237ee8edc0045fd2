//! Reports, for programs, how a schedule keeps the rules of P1.

use super::rules::{CriticalLine, Line, One, Rules, SlotRules};
use crate::model::{Network, Node, count_of};
use crate::wire::{
    CriticalLineReport, DistanceDelayReport, IdleLinkReport, OaddReport, RulesReport, SlotRulesReport,
    StorageReport,
};
use num_rational::Ratio;

/// Converts the findings on a schedule to a report for programs.
#[must_use]
pub fn rules_report(network: &Network, found: &Rules) -> RulesReport {
    let broken = |is: &dyn Fn(&SlotRules) -> bool| -> Vec<u64> {
        (0..).zip(&found.slots).filter(|(_, slot)| is(slot)).map(|(number, _)| number).collect()
    };
    let slots = count_of(found.slots.len());
    let average = |sum: u64| Ratio::new(sum, slots.max(1)).to_string();
    let storage = found.storage.iter().map(|of| StorageReport {
        node: of.node.0,
        average: average(of.sum),
        most: of.most,
        average_of_others: average(of.sum_of_others),
        most_of_others: of.most_of_others,
    });
    let distances = found.distances.iter().map(|of| DistanceDelayReport {
        hops: of.distance,
        packets: of.packets,
        begin: of.begin,
        first: of.first,
        last: of.last,
        delay: of.delay,
    });
    RulesReport {
        node: found.node.map(|node| node.0),
        octr_broken_in: broken(&|slot| slot.critical.iter().any(|line| !line.is_served)),
        oadd_broken_in: broken(&|slot| slot.oadd.is_some()),
        wasting_in: broken(&|slot| !slot.idle.is_empty()),
        slots: (0..).zip(&found.slots).map(|(number, slot)| slot_report(network, number, slot)).collect(),
        distances: distances.collect(),
        storage: storage.collect(),
    }
}

fn slot_report(network: &Network, number: u64, slot: &SlotRules) -> SlotRulesReport {
    let name = |one: One| packet_name(network, one);
    SlotRulesReport {
        slot: number,
        h: slot.critical_sum,
        critical: slot.critical.iter().map(|line| line_report(network, line)).collect(),
        oadd: slot.oadd.map(|pair| OaddReport {
            node: pair.node.0,
            moves: name(pair.moves.0),
            moves_distance: pair.moves.1,
            stays: name(pair.stays.0),
            stays_distance: pair.stays.1,
        }),
        idle: slot
            .idle
            .iter()
            .map(|idle| IdleLinkReport { from: idle.from.0, to: idle.to.0, waits: name(idle.waits) })
            .collect(),
        least_sends: slot.sends.0,
        most_sends: slot.sends.1,
    }
}

fn packet_name(network: &Network, one: One) -> String {
    let ends = one.packet.named(network, " → ");
    one.copy.map_or_else(|| ends.clone(), |copy| format!("{ends} #{copy}"))
}

fn line_report(network: &Network, critical: &CriticalLine) -> CriticalLineReport {
    let node = |node: Node| network.node_name(node);
    let (kind, name) = match critical.line {
        Line::Packet(one) => ("packet", packet_name(network, one)),
        Line::Link(from, to) => ("link", format!("{} → {}", node(from), node(to))),
        Line::Sends(of) => ("sends", node(of)),
        Line::Receives(of) => ("receives", node(of)),
        Line::Port(of) => ("port", node(of)),
    };
    CriticalLineReport {
        kind: kind.to_owned(),
        name,
        left: critical.left,
        used: critical.used,
        served: critical.is_served,
    }
}
