//! Reads Slurm's `topology.conf`: a tree of switches with nodes below.

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph};
use crate::grammar::graph::reader::Reader;
use crate::grammar::shown;
use crate::grammar::table::text::{Line, Text, place, raw_lines};
use crate::wire::GraphLink;
use std::collections::BTreeSet;

pub(super) const READER: Reader = Reader { name: "Slurm topology.conf", recognizes, read };

/// Returns whether the first line describes a switch.
fn recognizes(text: Text<'_>) -> bool {
    text.lines().next().is_some_and(|line| line.text.to_lowercase().starts_with("switchname="))
}

/// Reads a line for each switch.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let mut tree = Tree {
        nodes: Nodes::default(),
        links: Links::new(false),
        switches: BTreeSet::new(),
        has_speeds: false,
    };
    let gathered = whole_lines(text)
        .iter()
        .try_for_each(|(number, joined)| tree.line(Line { number: *number, text: joined }));
    tree.links.merge_repeated(place)?;
    gathered?;
    let mut remarks = vec!["Slurm topology.conf, every link carries 1 packet a slot".to_owned()];
    if tree.has_speeds {
        remarks.push("LinkSpeed left out (Slurm does not use it)".to_owned());
    }
    let (index, names) = tree.nodes.in_order();
    let mut switches: Vec<u32> =
        tree.switches.iter().map(|&switch| index[crate::model::wide(switch)]).collect();
    switches.sort_unstable();
    let mut graph = tree.links.into_graph(&index, names);
    graph.switches = Some(switches.into());
    Ok(ReadGraph { graph, remarks, rate: None })
}

/// Returns the lines without comments, each with its number; a line that ends in `\` is joined with the next.
fn whole_lines(text: Text<'_>) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(raw_lines(text.whole)) {
        let line = line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default().trim_end();
        let start = line.strip_suffix('\\');
        match lines.last_mut().filter(|_| goes_on) {
            Some((_, before)) => before.push_str(start.unwrap_or(line)),
            None => lines.push((number, start.unwrap_or(line).to_owned())),
        }
        goes_on = start.is_some();
    }
    lines.retain(|(_, line)| !line.trim().is_empty());
    lines
}

/// The part of the file read so far.
struct Tree {
    nodes: Nodes,
    links: Links,
    switches: BTreeSet<u32>,
    has_speeds: bool,
}

impl Tree {
    fn line(&mut self, line: Line<'_>) -> Result<(), GraphFault> {
        let fault = |message: String| GraphFault::Format { place: place(line.number), message };
        let (mut name, mut below) = (None, Vec::new());
        for word in line.text.split_whitespace() {
            let (key, value) =
                word.split_once('=').ok_or_else(|| fault(format!("{}, expected key=value", shown(word))))?;
            match key.to_lowercase().as_str() {
                "switchname" => name = Some(value),
                "nodes" | "switches" => {
                    below.extend(hosts(value).ok_or_else(|| {
                        fault(format!("{}, expected a list such as n[0-3],m7", shown(value)))
                    })?);
                }
                "linkspeed" => self.has_speeds = true,
                _ => {
                    return Err(fault(format!(
                        "{}, expected SwitchName, Nodes, Switches or LinkSpeed",
                        shown(key)
                    )));
                }
            }
        }
        let name = name.ok_or_else(|| fault("no SwitchName, expected one".to_owned()))?;
        let switch = self.nodes.number(Id::Word(name.to_owned()))?;
        if !self.switches.insert(switch) {
            return Err(GraphFault::RepeatedNode { place: place(line.number), node: shown(name) });
        }
        for node in below {
            if node == name {
                return Err(GraphFault::Loop { place: place(line.number), node: shown(name) });
            }
            let below = self.nodes.number(Id::Word(node))?;
            self.links.add(GraphLink { from: switch, to: below, capacity: 1 }, line.number, None)?;
        }
        Ok(())
    }
}

/// Most hosts of one list, greatest length of a name in bytes, and most brackets of a name.
const MAX_HOSTS: usize = 1 << 20;
const LONGEST_NAME: usize = 256;
const MAX_BRACKETS: usize = 8;

/// Expands a host list of Slurm, such as `n[0-3,7],m8`; none if it is malformed.
fn hosts(list: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        let end = name_end(rest)?;
        let (word, behind) = rest.split_at(end);
        expand(word, &mut names)?;
        rest = behind.strip_prefix(',').unwrap_or(behind);
    }
    Some(names)
}

/// Returns where the first name ends: at a comma outside brackets.
fn name_end(list: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, letter) in list.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    (depth == 0).then_some(list.len())
}

/// Expands the brackets of a name, from the first to the last.
fn expand(word: &str, names: &mut Vec<String>) -> Option<()> {
    let Some((start, rest)) = word.split_once('[') else {
        names.push(word.to_owned());
        return (names.len() <= MAX_HOSTS && (1..=LONGEST_NAME).contains(&word.len())).then_some(());
    };
    if word.matches('[').count() > MAX_BRACKETS {
        return None;
    }
    let (ranges, behind) = rest.split_once(']')?;
    for range in ranges.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let [from, to] = [first, last].map(|text| text.parse::<u32>().ok());
        let (from, to, width) = (from?, to?, first.len());
        if from > to || to - from > 1 << 20 || width > LONGEST_NAME {
            return None;
        }
        for number in from..=to {
            expand(&format!("{start}{number:0width$}{behind}"), names)?;
        }
    }
    Some(())
}
