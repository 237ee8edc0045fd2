//! Reports how a schedule compares with the rules of P1, for people.

use crate::cli::report::draw;
use crate::cli::report::lines::{Report, decimal};
use crate::cli::terminal::width::prose;
use crate::model::{Network, Node};
use crate::wire::{RulesReport, SlotRulesReport};

/// The most critical lines or idle links that a cell names.
const MAX_NAMED: usize = 3;
/// The most nodes whose storage is shown to people.
const MAX_STORES: usize = 64;

/// Returns the report for people: the verdicts, then slot by slot, then distances and storage.
pub(crate) fn text(network: &Network, found: &RulesReport) -> String {
    let mut lines = Report::default();
    let verdict = |broken: &[u64], kept: &str, what: &str| {
        let slots: Vec<String> = broken.iter().map(u64::to_string).collect();
        let word = if broken.len() == 1 { "slot" } else { "slots" };
        if broken.is_empty() { kept.to_owned() } else { format!("{what} in {word} {}", slots.join(", ")) }
    };
    lines.line("OCTR", verdict(&found.octr_broken_in, "kept: every critical line is served", "broken"));
    lines.line("OADD", verdict(&found.oadd_broken_in, "kept: the nearest packets move first", "broken"));
    let kept = "none: no link is idle that would take a waiting packet nearer";
    lines.line("waste", verdict(&found.wasting_in, kept, "idle links"));
    let mut text = lines.render();
    if let Some(node) = found.node {
        let node = network.node_words(Node(node));
        text.push_str(&prose(&format!(
            "Lines and packets are those of node {node}; every other node has the same, translated."
        )));
    }
    let header = ["slot", "h", "critical lines", "not served", "OADD broken by", "idle links", "sends"];
    text.push('\n');
    text.push_str(&draw::words(&header, found.slots.iter().map(|slot| row(network, slot)).collect()));
    text.push_str("When packets move and come home, in slots counted from 1\n");
    let header = ["hops i", "packets", "first move", "first home m_i", "last home M_i", "sum D_i"];
    let rows = found.distances.iter().map(|of| {
        [of.hops, of.packets, of.begin, of.first, of.last, of.delay].map(|number| number.to_string()).to_vec()
    });
    text.push_str(&draw::words(&header, rows.collect()));
    text.push_str(&storage(network, found));
    text
}

fn row(network: &Network, slot: &SlotRulesReport) -> Vec<String> {
    let unserved: Vec<String> = slot
        .critical
        .iter()
        .filter(|line| !line.served)
        .map(|line| format!("{} {}", line.kind, line.name))
        .collect();
    let oadd = slot.oadd.as_ref().map(|pair| {
        let (moves, stays) = (&pair.moves, &pair.stays);
        let node = network.node_name(Node(pair.node));
        format!(
            "at {node}: {moves} moves with {} to go, {stays} stays with {}",
            pair.moves_distance, pair.stays_distance
        )
    });
    let idle = slot.idle.iter().map(|idle| {
        let [from, to] = [idle.from, idle.to].map(|node| network.node_name(Node(node)));
        format!("{from} → {to} (waits: {})", idle.waits)
    });
    let sends = if slot.least_sends == slot.most_sends {
        slot.most_sends.to_string()
    } else {
        format!("{} to {}", slot.least_sends, slot.most_sends)
    };
    vec![
        slot.slot.to_string(),
        slot.h.to_string(),
        kinds(slot),
        first_names(&unserved),
        oadd.unwrap_or_else(|| "·".to_owned()),
        first_names(&idle.collect::<Vec<_>>()),
        sends,
    ]
}

/// Returns how many critical lines there are of each kind.
fn kinds(slot: &SlotRulesReport) -> String {
    let of = |kind: &str, word: &str| {
        let found = slot.critical.iter().filter(|line| line.kind == kind).count();
        (found > 0).then(|| format!("{found} {word}{}", if found == 1 { "" } else { "s" }))
    };
    let all = [("packet", "packet"), ("link", "link"), ("sends", "sender"), ("receives", "receiver")];
    let mut words: Vec<String> = all.iter().filter_map(|(kind, word)| of(kind, word)).collect();
    words.extend(of("port", "half-duplex port"));
    if words.is_empty() { "·".to_owned() } else { words.join(", ") }
}

/// Returns the first of some names, and how many more there are.
fn first_names(names: &[String]) -> String {
    let first = names.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join("; ");
    match names.len().saturating_sub(MAX_NAMED) {
        _ if names.is_empty() => "·".to_owned(),
        0 => first,
        more => format!("{first}; {more} more"),
    }
}

fn storage(network: &Network, found: &RulesReport) -> String {
    let mut text = "Packets stored at a node before a slot, home not yet reached\n".to_owned();
    let header = ["node", "average", "most", "average of others'", "most of others'"];
    let shown = |exact: &str| exact.parse().map_or_else(|_| exact.to_owned(), decimal);
    let rows = found.storage.iter().take(MAX_STORES).map(|of| {
        vec![
            network.node_name(Node(of.node)),
            shown(&of.average),
            of.most.to_string(),
            shown(&of.average_of_others),
            of.most_of_others.to_string(),
        ]
    });
    text.push_str(&draw::words(&header, rows.collect()));
    if found.storage.len() > MAX_STORES {
        let more = found.storage.len() - MAX_STORES;
        text.push_str(&prose(&format!("{more} more nodes; --json has all")));
    }
    text
}
