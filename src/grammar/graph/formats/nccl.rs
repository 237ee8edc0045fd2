//! Reads the topology of a machine as NCCL and RCCL dump it (`NCCL_TOPO_DUMP_FILE`).

use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph, mark_switches};
use crate::grammar::graph::reader::Reader;
use crate::grammar::graph::xml::{fault_at, has_root, parsed};
use crate::grammar::shown;
use crate::grammar::table::text::{Text, place};
use crate::wire::GraphLink;
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const READER: Reader =
    Reader { name: "a topology of NCCL", recognizes: |text| has_root(text.whole, "system"), read };

/// Beginning of the target of a link to switches that a virtual machine does not see.
const HIDDEN_SWITCH_START: &str = "fffffff";

/// Reads GPUs and the links that lead from them to GPUs and to switches. PCI, CPUs and network cards are left
/// out.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let document = parsed(text.whole)?;
    let root = document.root_element();
    if let Some(version) = root.attribute("version").filter(|version| !["1", "2"].contains(version)) {
        return Err(fault_at(root, format_args!("version {}, expected 1 or 2", shown(version))));
    }
    let mut machine = Machine::default();
    let gpus: Vec<Node<'_, '_>> = root.descendants().filter(|node| node.has_tag_name("gpu")).collect();
    for &gpu in &gpus {
        machine.add_gpu(gpu)?;
    }
    for (&gpu, own) in gpus.iter().zip(0..) {
        for link in gpu.children().filter(Node::is_element) {
            machine.add_link(own, link)?;
        }
    }
    if gpus.is_empty() {
        let cure = "no gpu, expected those of a run: NCCL_TOPO_DUMP_FILE=FILE writes them with their links";
        return Err(fault_at(root, cure));
    }
    machine.into_graph()
}

/// Returns whether a class of PCI devices is that of GPUs: displays, and accelerators.
fn is_gpu(class: &str) -> bool {
    class.starts_with("0x03") || class.starts_with("0x12")
}

/// The part of the file read so far.
#[derive(Default)]
struct Machine<'a> {
    nodes: Nodes,
    by_bus: BTreeMap<String, u32>,
    switches: BTreeSet<u32>,
    /// Number of lanes from a GPU to a GPU or a switch, and the element of this link.
    lanes: BTreeMap<(u32, u32), (u32, Node<'a, 'a>)>,
    /// Kinds of links that are not read.
    left_out: BTreeSet<&'static str>,
}

impl<'a> Machine<'a> {
    fn add_gpu(&mut self, gpu: Node<'_, '_>) -> Result<(), GraphFault> {
        let number = gpu.attribute("dev").and_then(|dev| dev.parse::<u64>().ok());
        let number = number.ok_or_else(|| fault_at(gpu, "a gpu without dev, a number from 0 on"))?;
        let id = Id::Word(format!("GPU{number}"));
        if self.nodes.known(&id).is_some() {
            let message = format!("a second gpu with dev {number}, expected the GPUs of one machine");
            return Err(fault_at(gpu, message));
        }
        let node = self.nodes.number(id)?;
        let bus = gpu.parent().and_then(|parent| parent.attribute("busid")).unwrap_or_default();
        if bus.is_empty() || self.by_bus.insert(bus.to_lowercase(), node).is_some() {
            let message = format!("a second gpu at busid {}, or a gpu at none", shown(bus));
            return Err(fault_at(gpu, message));
        }
        Ok(())
    }

    /// Adds the link that an element of a GPU describes. Its `tclass`, a class of PCI devices, is that of the
    /// target.
    fn add_link(&mut self, own: u32, link: Node<'a, 'a>) -> Result<(), GraphFault> {
        let name = link.tag_name().name();
        if name == "c2c" {
            self.left_out.insert("links to CPUs");
            return Ok(());
        }
        if !["nvlink", "xgmi"].contains(&name) {
            return Err(fault_at(link, format_args!("{} in a gpu, expected nvlink or xgmi", shown(name))));
        }
        let count = link.attribute("count").and_then(|count| count.parse::<u32>().ok());
        let count = count.filter(|&count| count > 0);
        let count = count.ok_or_else(|| fault_at(link, "a link without count, a number above 0"))?;
        let target = link.attribute("target").unwrap_or_default().to_lowercase();
        let peer = match (self.by_bus.get(&target), link.attribute("tclass")) {
            (_, _) if target.is_empty() => return Err(fault_at(link, "a link without target")),
            (_, Some("0x068001")) => {
                self.left_out.insert("links to CPUs");
                return Ok(());
            }
            (None, Some("0x068000")) => self.switch(&target)?,
            (Some(&gpu), None) => gpu,
            (Some(&gpu), Some(class)) if is_gpu(class) => gpu,
            (None, Some(class)) if is_gpu(class) => {
                self.left_out.insert("links to GPUs that are not in the file");
                return Ok(());
            }
            (_, class) => {
                let (target, class) = (shown(&target), shown(class.unwrap_or_default()));
                let message =
                    format!("target {target} of class {class}, expected a gpu, or a switch (0x068000)");
                return Err(fault_at(link, message));
            }
        };
        if self.lanes.insert((own, peer), (count, link)).is_some() {
            return Err(fault_at(link, format_args!("a second link to {}", shown(&target))));
        }
        Ok(())
    }

    fn switch(&mut self, target: &str) -> Result<u32, GraphFault> {
        let name = if target.starts_with(HIDDEN_SWITCH_START) {
            "NVSwitch".to_owned()
        } else {
            format!("NVSwitch {target}")
        };
        let switch = self.nodes.number(Id::Word(name))?;
        self.switches.insert(switch);
        Ok(switch)
    }

    /// Makes the graph. A link between GPUs is listed at both, one to a switch at the GPU.
    fn into_graph(self) -> Result<ReadGraph, GraphFault> {
        let mut links = Links::new(false);
        for (told, (&(from, to), &(count, link))) in self.lanes.iter().enumerate() {
            if from == to {
                return Err(fault_at(link, "a link from a gpu to itself"));
            }
            let to_switch = self.switches.contains(&to);
            if !to_switch && self.lanes.get(&(to, from)).map(|back| back.0) != Some(count) {
                return Err(fault_at(
                    link,
                    format_args!("count {count}, which does not stand at the other gpu"),
                ));
            }
            if to_switch || from < to {
                links.add(GraphLink { from, to, capacity: count }, told, None)?;
            }
        }
        if links.is_empty() {
            let message = "no nvlink or xgmi between GPUs, and PCI is not read; NCCL_TOPO_DUMP_FILE=FILE writes those of a run";
            return Err(GraphFault::Format { place: place(1), message: message.to_owned() });
        }
        let mut remarks = vec![
            "links of GPUs read with count as capacity; PCI, CPUs and network cards left out".to_owned(),
        ];
        if self.switches.iter().any(|&switch| self.nodes.word(switch) == Some("NVSwitch")) {
            remarks.push("switches that the file does not tell apart are read as one".to_owned());
        }
        remarks.extend(self.left_out.iter().map(|what| format!("{what} left out")));
        // No fault arises here, since each pair of ends was added once.
        remarks.extend(links.merge_repeated(|told| format!("link {told}"))?);
        let (index, names) = self.nodes.in_order();
        let graph = links.into_graph(&index, names);
        let switches = self.switches.iter().map(|&node| index[crate::model::wide(node)]).collect();
        Ok(ReadGraph { graph: mark_switches(graph, switches), remarks, rate: None })
    }
}
