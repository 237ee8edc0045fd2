//! Reads the table that `nvidia-smi topo -m` prints.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::text::{Line, Text, place};
use crate::wire::GraphLink;
use std::collections::BTreeSet;

pub(super) const READER: Reader = Reader { name: "nvidia-smi topo -m", recognizes, read };

/// Most NVLink connections of a GPU. If a GPU of the table has more, its entries are paths through a switch.
const MAX_NVLINKS: u32 = 18;
const SWITCH: &str = "NVSwitch";

/// Returns whether the first line names GPUs and the second is the row of the first of them.
fn recognizes(text: Text<'_>) -> bool {
    let mut lines = text.lines();
    let is_head =
        lines.next().is_some_and(|line| unstyled(line.text).split_whitespace().next() == Some("GPU0"));
    is_head && lines.next().is_some_and(|line| line.text.split_whitespace().take(2).eq(["GPU0", "X"]))
}

/// An NVLink entry of the table: its ends, its number of connections and its line.
struct TableLink {
    from: usize,
    to: usize,
    lanes: u32,
    line: usize,
}

/// Reads the NVLink connections of all GPUs.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return Err(GraphFault::Empty) };
    let gpus = unstyled(head.text).split_whitespace().take_while(|word| is_gpu(word)).count();
    let mut rows = Vec::new();
    let mut other_rows = BTreeSet::new();
    for line in lines.take_while(|line| !line.text.starts_with("Legend")) {
        let name = line.text.split_whitespace().next().unwrap_or_default();
        if is_gpu(name) {
            rows.push(line);
        } else {
            other_rows.insert(shown(name));
        }
    }
    if rows.len() != gpus {
        let message = format!("{gpus} columns of GPUs and {} rows, expected as many", rows.len());
        return Err(GraphFault::Format { place: place(head.number), message });
    }
    let mut other_ways = BTreeSet::new();
    let mut found = Vec::new();
    for (from, line) in rows.iter().enumerate() {
        row(*line, from, gpus, &mut found, &mut other_ways)?;
    }
    require_symmetric(&found)?;
    if found.is_empty() {
        let message =
            "no NVLink between GPUs, expected NV1, NV2, …: write the links as lines of two nodes".to_owned();
        return Err(GraphFault::Format { place: place(head.number), message });
    }
    into_graph(gpus, &found, &other_ways, &other_rows)
}

/// Removes the escape codes that underline the line on a terminal, which are in files as well.
fn unstyled(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('m').filter(|(code, _)| code.len() < 4).map_or(part, |(_, rest)| rest)
    })
}

fn is_gpu(word: &str) -> bool {
    word.strip_prefix("GPU")
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Reads the row of a GPU.
fn row(
    line: Line<'_>,
    from: usize,
    gpus: usize,
    found: &mut Vec<TableLink>,
    other_ways: &mut BTreeSet<String>,
) -> Result<(), GraphFault> {
    let words: Vec<&str> = line.text.split_whitespace().skip(1).take(gpus).collect();
    let fault = |message: String| GraphFault::Format { place: place(line.number), message };
    if words.len() != gpus || words[from] != "X" {
        return Err(fault(format!("expected {gpus} columns, of which that of the GPU itself is X")));
    }
    for (to, word) in words.into_iter().enumerate().filter(|(to, _)| *to != from) {
        match word.strip_prefix("NV").map(str::parse) {
            Some(Ok(lanes)) if lanes > 0 => found.push(TableLink { from, to, lanes, line: line.number }),
            None if ["SYS", "NODE", "PHB", "PXB", "PIX", "PSB", "SOC"].contains(&word) => {
                other_ways.insert(word.to_owned());
            }
            _ => {
                return Err(fault(format!(
                    "{}, expected NV and a number, X, or SYS, NODE, PHB, PXB, PIX",
                    shown(word)
                )));
            }
        }
    }
    Ok(())
}

/// Refuses links whose entries in the two rows differ.
fn require_symmetric(found: &[TableLink]) -> Result<(), GraphFault> {
    let told: BTreeSet<_> = found.iter().map(|link| (link.from, link.to, link.lanes)).collect();
    let back = |link: &TableLink| told.contains(&(link.to, link.from, link.lanes));
    match found.iter().find(|link| !back(link)) {
        None => Ok(()),
        Some(link) => {
            let message = format!("NV{} to GPU{}, whose row says otherwise", link.lanes, link.to);
            Err(GraphFault::Format { place: place(link.line), message })
        }
    }
}

/// Makes the graph: direct links, or links to one switch if they are more than a GPU can have.
fn into_graph(
    gpus: usize,
    found: &[TableLink],
    other_ways: &BTreeSet<String>,
    other_rows: &BTreeSet<String>,
) -> Result<ReadGraph, GraphFault> {
    let mut lanes_of = vec![0_u64; gpus];
    for link in found {
        lanes_of[link.from] += u64::from(link.lanes);
    }
    let most = lanes_of.into_iter().max().unwrap_or(0);
    let is_switched = most > u64::from(MAX_NVLINKS);
    let lanes: BTreeSet<u32> = found.iter().map(|link| link.lanes).collect();
    let (mut nodes, mut links) = (Nodes::default(), Links::new(false));
    for gpu in 0..gpus {
        nodes.number(Id::Word(format!("GPU{gpu}")))?;
    }
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let mut remarks = vec!["NV columns read as links, NVn as capacity n".to_owned()];
    if is_switched {
        let (Some(&capacity), true) = (lanes.first(), lanes.len() == 1 && found.len() == gpus * (gpus - 1))
        else {
            let message = format!(
                "a GPU with {most} NVLink connections, of which none has more than {MAX_NVLINKS}, and not all of one width: write the links as lines of two nodes"
            );
            return Err(GraphFault::Format { place: place(1), message });
        };
        let switch = nodes.number(Id::Word(SWITCH.to_owned()))?;
        for gpu in 0..gpus {
            links.add(GraphLink { from: number(gpu), to: switch, capacity }, gpu + 1, None)?;
        }
        remarks.push(format!(
            "no GPU has {most} connections, so that all lead to one switch with {capacity} from each GPU"
        ));
    } else {
        for link in found.iter().filter(|link| link.from < link.to) {
            links.add(
                GraphLink { from: number(link.from), to: number(link.to), capacity: link.lanes },
                link.line,
                None,
            )?;
        }
    }
    if !other_ways.is_empty() {
        let ways: Vec<String> = other_ways.iter().cloned().collect();
        remarks.push(format!("{} left out (ways over PCIe and the host)", ways.join(", ")));
    }
    if !other_rows.is_empty() {
        let rows: Vec<String> = other_rows.iter().cloned().collect();
        remarks.push(format!("rows {} left out (no GPUs)", rows.join(", ")));
    }
    links.merge_repeated(place)?;
    let (index, names) = nodes.in_order();
    let mut graph = links.into_graph(&index, names);
    graph.switches = is_switched.then(|| vec![number(gpus)].into());
    Ok(ReadGraph { graph, remarks, rate: None })
}
