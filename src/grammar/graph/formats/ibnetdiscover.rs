//! Reads the output of `ibnetdiscover` for an InfiniBand network.

use crate::grammar::graph::attributes::Attributes;
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph, mark_switches};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::text::{Line, Text, place};
use crate::wire::GraphLink;
use std::collections::BTreeMap;

pub(super) const READER: Reader = Reader { name: "ibnetdiscover", recognizes, read };

/// Returns whether some line begins the section of a device.
fn recognizes(text: Text<'_>) -> bool {
    text.lines().any(|line| device(line).is_some())
}

/// Beginnings of lines without information on cables.
const STARTS_WITHOUT_CABLE: [&str; 9] = [
    "vendid=",
    "devid=",
    "sysimgguid=",
    "switchguid=",
    "caguid=",
    "rtguid=",
    "Chassis ",
    "Non-Chassis Nodes",
    "Hostname:",
];

/// Beginnings of warnings that the underlying library writes to standard error.
const STARTS_OF_WARNINGS: [&str; 2] = ["ibwarn:", "src/"];

fn begins_with(line: Line<'_>, words: &[&str]) -> bool {
    words.iter().any(|word| line.text.starts_with(word))
}

/// Data rates of a lane by their names, in megabits a second. Up to EDR this is the signalling rate less the
/// coding overhead (8b/10b up to QDR, then 64b/66b), from HDR on the nominal rate.
const MEGABITS_OF_LANES: [(&str, u64); 9] = [
    ("SDR", 2_000),
    ("DDR", 4_000),
    ("QDR", 8_000),
    ("FDR10", 10_000),
    ("FDR", 13_636),
    ("EDR", 25_000),
    ("HDR", 50_000),
    ("NDR", 100_000),
    ("XDR", 200_000),
];

/// A device, at the head of its section: `Switch 24 "S-0002…" # "name" …`.
struct Device<'a> {
    /// `S` for a switch, `H` for an adapter, `R` for a router to other networks.
    kind: char,
    id: &'a str,
    name: &'a str,
    line: usize,
}

impl Device<'_> {
    /// Returns whether it is the aggregation node of a switch, which is listed as an adapter.
    fn is_aggregation(&self) -> bool {
        self.kind == 'H' && self.name.contains("Aggregation Node")
    }
}

fn device(line: Line<'_>) -> Option<Device<'_>> {
    let (kind, rest) = line.text.split_once(char::is_whitespace)?;
    let (ports, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    ports.parse::<u32>().ok()?;
    let (id, rest) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    let name = rest.split_once('"').and_then(|(_, rest)| rest.split_once('"'));
    let name = name.map(|(name, _)| name.trim()).filter(|name| !name.is_empty()).unwrap_or(id);
    let kind = ['S', 'H', 'R'].into_iter().zip(["Switch", "Ca", "Rt"]).find(|(_, word)| *word == kind)?.0;
    id.strip_prefix(kind)?.strip_prefix('-')?;
    Some(Device { kind, id, name, line: line.number })
}

/// A port: the index of its device in the list of all, and the number of the port.
type Port = (usize, u32);

/// The other end of the cable at a port.
struct Cable {
    peer: Port,
    /// In megabits a second, if it is known.
    speed: Option<u64>,
    line: usize,
}

/// Reads `[1](guid) "S-0002…"[3](guid) # … 4xEDR`.
fn cable(line: Line<'_>, devices: &BTreeMap<&str, usize>) -> Result<(u32, Cable), GraphFault> {
    let fault = |message: String| GraphFault::Format { place: place(line.number), message };
    let parts = || {
        let (port, rest) = line.text.strip_prefix('[')?.split_once(']')?;
        let (peer, rest) = rest.split_once('"')?.1.split_once('"')?;
        let (peer_port, rest) = rest.strip_prefix('[')?.split_once(']')?;
        let behind_names = rest.rsplit_once('"').map_or("", |(_, behind)| behind);
        let speed = behind_names.split_whitespace().find_map(speed);
        Some((port.parse().ok()?, peer, peer_port.parse().ok()?, speed))
    };
    let expected =
        || fault("expected a port and what is at its cable, [1] \"S-0002c90200423e2c\"[3]".to_owned());
    let (port, peer, peer_port, speed) = parts().ok_or_else(expected)?;
    let unknown = || fault(format!("{}, of which no section speaks", shown(peer)));
    let peer = (*devices.get(peer).ok_or_else(unknown)?, peer_port);
    Ok((port, Cable { peer, speed, line: line.number }))
}

/// Parses a speed such as `4xEDR`, in megabits a second.
fn speed(word: &str) -> Option<u64> {
    let (lanes, name) = word.split_once('x')?;
    let (_, lane) = MEGABITS_OF_LANES.into_iter().find(|(known, _)| *known == name)?;
    lanes.parse::<u64>().ok().filter(|lanes| (1..=12).contains(lanes)).map(|lanes| lanes * lane)
}

/// Reads switches, and adapters and routers as hosts. A cable is listed at both its ends and is one link;
/// parallel cables add up.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let devices: Vec<Device<'_>> = text.lines_but(&['#']).filter_map(device).collect();
    let (nodes, numbers) = numbered(&devices)?;
    let cables = cables(text, &devices)?;
    let mut links = Links::new(false);
    let mut attributes = Attributes::of(["speed".to_owned()])?;
    let mut slower = 0_usize;
    for (&end, cable) in &cables {
        if end.0 == cable.peer.0 {
            return Err(GraphFault::Loop { place: place(cable.line), node: shown(devices[end.0].name) });
        }
        let back = cables.get(&cable.peer).filter(|back| back.peer == end);
        let back = back.ok_or_else(|| {
            let message = format!("a cable that does not stand at {} too", shown(devices[cable.peer.0].id));
            GraphFault::Format { place: place(cable.line), message }
        })?;
        let (Some(from), Some(to), true) = (numbers[end.0], numbers[cable.peer.0], end < cable.peer) else {
            continue;
        };
        slower += usize::from(cable.speed != back.speed);
        let speed = [cable.speed, back.speed].into_iter().flatten().min();
        let speed = speed.map(|speed| format!("{speed}Mb/s"));
        let capacity = attributes.link(speed.as_deref(), || place(cable.line))?;
        links.add(
            GraphLink { from, to, capacity },
            cable.line,
            Some(&format!("{}-{}", end.1, cable.peer.1)),
        )?;
    }
    attributes.assign_capacities(&mut links)?;
    let mut remarks = vec!["ibnetdiscover, every adapter read as a node, switches as switches".to_owned()];
    remarks.extend(attributes.remarks());
    remarks.extend(links.merge_repeated(place)?);
    let mut say = |count: usize, what: &str| remarks.extend((count > 0).then(|| format!("{what}: {count}")));
    say(slower, "cables whose ends have two speeds, of which the lower is read");
    say(
        devices.iter().filter(|device| device.is_aggregation()).count(),
        "aggregation nodes of switches left out",
    );
    say(devices.iter().filter(|device| device.kind == 'R').count(), "routers read as nodes");
    let warnings = text.lines().filter(|&line| begins_with(line, &STARTS_OF_WARNINGS));
    say(warnings.count(), "warnings between the lines left out");
    let (index, names) = nodes.in_order();
    let graph = links.into_graph(&index, names);
    let switches = devices.iter().zip(&numbers).filter(|(device, _)| device.kind == 'S');
    let switches = switches.filter_map(|(_, &number)| Some(index[crate::model::wide(number?)])).collect();
    Ok(ReadGraph { graph: mark_switches(graph, switches), remarks, rate: attributes.rate() })
}

/// Numbers the devices except aggregation nodes. A device is named by its name if no other has it, else by
/// its identifier.
fn numbered(devices: &[Device<'_>]) -> Result<(Nodes, Vec<Option<u32>>), GraphFault> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for device in devices {
        *counts.entry(device.name).or_default() += 1;
    }
    let mut nodes = Nodes::default();
    let mut numbers = Vec::new();
    for device in devices {
        if device.is_aggregation() {
            numbers.push(None);
            continue;
        }
        let name = if counts[device.name] == 1 { device.name } else { device.id };
        let id = Id::Word(name.to_owned());
        if nodes.known(&id).is_some() {
            return Err(GraphFault::RepeatedNode { place: place(device.line), node: shown(name) });
        }
        numbers.push(Some(nodes.number(id)?));
    }
    Ok((nodes, numbers))
}

/// Reads the cables of a file, by their ports.
fn cables(text: Text<'_>, devices: &[Device<'_>]) -> Result<BTreeMap<Port, Cable>, GraphFault> {
    let mut by_id = BTreeMap::new();
    for (at, device) in devices.iter().enumerate() {
        if by_id.insert(device.id, at).is_some() {
            return Err(GraphFault::RepeatedNode { place: place(device.line), node: shown(device.id) });
        }
    }
    let mut cables = BTreeMap::new();
    let mut own = None;
    for line in text.lines_but(&['#']) {
        let fault = |message: String| GraphFault::Format { place: place(line.number), message };
        if let Some(found) = device(line) {
            own = by_id.get(found.id).copied();
        } else if line.text.starts_with('[') {
            let own = own.ok_or_else(|| fault("a port before the first device".to_owned()))?;
            let (port, cable) = cable(line, &by_id)?;
            if cables.insert((own, port), cable).is_some() {
                return Err(fault(format!("port {port} again, expected each once")));
            }
        } else if !begins_with(line, &STARTS_WITHOUT_CABLE) && !begins_with(line, &STARTS_OF_WARNINGS) {
            let found: String = line.text.chars().take(MAX_SHOWN_LETTERS).collect();
            return Err(fault(format!("{}, expected a device or a port in brackets", shown(&found))));
        }
    }
    Ok(cables)
}

/// Greatest number of letters of a line that a message quotes.
const MAX_SHOWN_LETTERS: usize = 40;
