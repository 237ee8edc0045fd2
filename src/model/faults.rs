//! All that is wrong with the numbers of a task document, at once.

use super::network::explicit_graph::link_fault;
use super::network::lift;
use super::network::switches::switch_fault;
use super::task::demands::{is_carried, require_few_pairs};
use super::{MAX_CAYLEY_NODES, ModelError, Network, Node, Problem};
use crate::wire::{
    self, Demand, Group, NodeRef, Objective, Offset, PacketCount, Parcel, Ports, TaskDocument,
};

/// Returns all faults that keep a document from being a task, except those that another fault hides: if the
/// network is faulty, say, whether it has a node is not checked. A fault is left out if `was_read` returns
/// false for its path, such as `task.packets[3]`.
///
/// The list is empty exactly if [`Problem::new`] accepts the document, provided that all of it was read.
///
/// # Complexity
/// That of [`Problem::new`].
///
/// # Examples
/// ```
/// use isotask::model::faults;
/// use isotask::wire::{TaskDocument, parse};
/// let text = br#"{"format":"isotask.task/1","network":{"kind":"ring","nodes":5},
///   "task":{"kind":"isotropic","packets":[{"offset":5},{"offset":1,"count":0}]},
///   "ports":{"at-most":0},"objective":"completion-time"}"#;
/// let found = faults(&parse::<TaskDocument>(text)?, |_| true);
/// let places: Vec<String> = found.iter().map(|fault| fault.place()).collect();
/// assert_eq!(places, ["task.packets[0].offset", "task.packets[1].count", "ports.at-most"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn faults(document: &TaskDocument, was_read: impl Fn(&str) -> bool) -> Vec<ModelError> {
    let mut found = Vec::new();
    let mut network = None;
    check_network_lists(&document.network, &mut found);
    if was_read("network") && found.is_empty() {
        match Network::new(&document.network) {
            Ok(known) => network = Some(known),
            Err(fault) => found.push(fault),
        }
    }
    PacketFaults { network: network.as_ref(), found: &mut found, was_read: &was_read }
        .check_task(&document.task);
    if document.ports == Ports::AtMost(0) {
        found.push(ModelError::PortsZero);
    }
    let is_known = ["network.kind", "task.kind", "ports"].into_iter().all(&was_read);
    if is_known && document.objective != Objective::CompletionTime && !is_carried(&document.task) {
        found.push(ModelError::DelayObjective);
    }
    found.retain(|fault| was_read(&fault.place()));
    if was_read("") {
        found.extend(Problem::new(document).err().filter(|fault| !found.contains(fault)));
    }
    found
}

/// Adds the faults of the entries of a network's lists, each by itself.
fn check_network_lists(network: &wire::Network, found: &mut Vec<ModelError>) {
    let small = |(i, &radix)| ModelError::RadixTooSmall { place: format!("radices[{i}]"), found: radix };
    match network {
        wire::Network::Torus { radices } | wire::Network::Mesh { radices } => {
            found.extend(radices.iter().enumerate().filter(|&(_, &radix)| radix < 2).map(small));
        }
        wire::Network::Hyperx { radices, multiplicity } => {
            found.extend(radices.iter().enumerate().filter(|&(_, &radix)| radix < 2).map(small));
            let links = multiplicity.iter().filter(|links| links.len() == radices.len());
            let none = links.flat_map(|links| (0..).zip(links).filter(|&(_, &links)| links == 0));
            found.extend(none.map(|(index, _)| ModelError::MultiplicityZero { index }));
        }
        wire::Network::Cayley(Group::Circulant { n, steps, .. }) if (2..=MAX_CAYLEY_NODES).contains(n) => {
            let wrong = steps.iter().enumerate().filter(|&(_, step)| !(1..*n).contains(step));
            let fault = |(index, &found)| ModelError::StepOutOfRange { index, found, greatest: n - 1 };
            found.extend(wrong.map(fault));
        }
        wire::Network::Graph(graph) if graph.nodes >= 2 => {
            found.extend((0..graph.links.len()).filter_map(|index| link_fault(graph, index)));
            switch_faults(graph.switches.as_deref(), graph.switch_ports, graph.nodes, found);
        }
        wire::Network::Lift(lift) if !lift.group.is_empty() && lift.nodes > 0 => {
            let part = |(i, &radix)| ModelError::RadixTooSmall { place: format!("group[{i}]"), found: radix };
            found.extend(lift.group.iter().enumerate().filter(|&(_, &radix)| radix < 2).map(part));
            if found.is_empty() {
                found.extend((0..lift.links.len()).filter_map(|index| lift::link_fault(lift, index)));
            }
            switch_faults(lift.switches.as_deref(), lift.switch_ports, lift.nodes, found);
        }
        _ => {}
    }
}

/// Adds the faults of the switches of a graph of `nodes` nodes.
fn switch_faults(list: Option<&[u32]>, ports: Ports, nodes: u64, found: &mut Vec<ModelError>) {
    let list = list.unwrap_or_default();
    found.extend((0..list.len()).filter_map(|index| switch_fault(list, nodes, index)));
    if ports == Ports::AtMost(0) {
        found.push(ModelError::SwitchPortsZero);
    }
}

/// Faults of packets, nodes and counts.
struct PacketFaults<'a, F> {
    network: Option<&'a Network>,
    found: &'a mut Vec<ModelError>,
    was_read: &'a F,
}

impl<F: Fn(&str) -> bool> PacketFaults<'_, F> {
    fn check_task(&mut self, task: &wire::Task) {
        use wire::Task as T;
        match task {
            T::TotalExchange { count }
            | T::MultinodeBroadcast { count }
            | T::MultinodeAccumulation { count }
            | T::Allreduce { count } => {
                self.check_count(*count, "count");
            }
            T::NeighbourhoodExchange { min, max, count } => {
                self.check_distances(*min, *max);
                self.check_count(*count, "count");
            }
            T::Isotropic { packets, count } => {
                for (index, packet) in packets.iter().enumerate() {
                    self.check_offset(index, packet);
                }
                self.check_count(*count, "count");
            }
            T::Demands { packets, count } => {
                for (index, packet) in packets.iter().enumerate() {
                    self.check_demand(index, packet);
                }
                self.check_count(*count, "count");
            }
            T::Parcels { packets, count } => {
                for (index, packet) in packets.iter().enumerate() {
                    self.check_parcel(index, packet);
                }
                self.check_count(*count, "count");
            }
            T::SingleNodeBroadcast { root, count }
            | T::SingleNodeAccumulation { root, count }
            | T::Scatter { root, count }
            | T::Gather { root, count } => {
                self.check_host(root, "root");
                self.check_count(*count, "count");
            }
        }
    }

    fn check_count(&mut self, count: u64, place: &str) {
        if count == 0 {
            self.found.push(ModelError::CountZero { place: place.to_owned() });
        }
    }

    fn check_distances(&mut self, min: u64, max: u64) {
        let read = |place| (self.was_read)(place);
        // The diameter of a graph takes a search from every node; one of too many pairs is refused for these.
        let is_cheap =
            |network: &&Network| network.link_list().is_none() || require_few_pairs(network).is_ok();
        let diameter = self.network.filter(is_cheap).map(Network::diameter);
        if min == 0 {
            self.found.push(ModelError::MinZero);
        } else if min > max && read("task.min") && read("task.max") {
            self.found.push(ModelError::MinAboveMax { min, max });
        }
        if let Some(diameter) = diameter.filter(|&diameter| max > diameter) {
            self.found.push(ModelError::MaxAboveDiameter { found: max, diameter });
        }
    }

    fn check_offset(&mut self, packet: usize, PacketCount { offset, count }: &PacketCount) {
        let place = || format!("packets[{packet}].offset");
        let found = match (self.network, offset) {
            (Some(network), offset) => network.offset_node(offset, place),
            (None, Offset::Node(NodeRef::Index(index))) => Ok(Node(*index)),
            // Without a network the node is unknown; any but node 0 stands for it.
            (None, _) => Ok(Node(1)),
        };
        match found {
            Ok(Node(0)) => self.found.push(ModelError::OffsetZero { packet }),
            Ok(_) => {}
            Err(fault) => self.found.push(fault),
        }
        self.check_count(*count, &format!("packets[{packet}].count"));
    }

    fn check_demand(&mut self, packet: usize, Demand { from, to, count }: &Demand) {
        let place = |end| format!("packets[{packet}].{end}");
        let ends = (self.check_host(from, &place("from")), self.check_host(to, &place("to")));
        let is_read = |end| (self.was_read)(&format!("task.{}", place(end)));
        match ends {
            (Some(from), Some(to)) if from == to && is_read("from") && is_read("to") => {
                self.found.push(ModelError::DemandToItself { packet, node: from });
            }
            _ => {}
        }
        self.check_count(*count, &place("count"));
    }

    fn check_parcel(&mut self, packet: usize, parcel: &Parcel) {
        let Parcel { from, to, count, length, .. } = parcel.clone();
        self.check_demand(packet, &Demand { from, to, count });
        if length == 0 {
            self.found.push(ModelError::LengthZero { packet });
        }
    }

    /// Returns the index of a node as [`Self::check_node`] does; adds a fault if it is a switch, which has no
    /// packets of its own.
    fn check_host(&mut self, node: &NodeRef, place: &str) -> Option<u64> {
        let node = self.check_node(node, place)?;
        if self.network.is_some_and(|network| network.is_switch(Node(node))) {
            self.found.push(ModelError::AtSwitch { place: place.to_owned(), node });
        }
        Some(node)
    }

    /// Returns the index of a node; none, with a fault, if there is no such node. Without a network an index
    /// is returned as it is, and coordinates give none.
    fn check_node(&mut self, node: &NodeRef, place: &str) -> Option<u64> {
        match (self.network, node) {
            (Some(network), node) => match network.node(node, || place.to_owned()) {
                Ok(node) => Some(node.0),
                Err(fault) => {
                    self.found.push(fault);
                    None
                }
            },
            (None, NodeRef::Index(index)) => Some(*index),
            (None, NodeRef::Coordinates(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ModelError, Problem, TaskDocument, faults};
    use crate::wire::parse;
    use proptest::prelude::*;

    fn task() -> impl Strategy<Value = String> {
        let networks = prop::sample::select(vec![
            r#"{"kind":"ring","nodes":5}"#,
            r#"{"kind":"ring","nodes":1}"#,
            r#"{"kind":"torus","radices":[4,1,0]}"#,
            r#"{"kind":"torus","radices":[4,3]}"#,
            r#"{"kind":"hypercube","dimension":63}"#,
            r#"{"kind":"hypercube","dimension":3}"#,
            r#"{"kind":"incomplete-hypercube","nodes":6}"#,
            r#"{"kind":"cayley","family":"circulant","n":6,"steps":[0,7]}"#,
            r#"{"kind":"cayley","family":"circulant","n":6,"steps":[2]}"#,
            r#"{"kind":"cayley","family":"star","n":3}"#,
            r#"{"kind":"graph","nodes":4,"links":[[0,1],[1,2,2],[3,2]]}"#,
            r#"{"kind":"graph","nodes":3,"directed":true,"names":["a","b","c"],"links":[[0,1],[1,2],[2,0]]}"#,
            r#"{"kind":"graph","nodes":3,"links":[[0,0],[1,5],[1,2,0]]}"#,
            r#"{"kind":"graph","nodes":3,"names":["a"],"links":[[0,1]]}"#,
            r#"{"kind":"graph","nodes":4,"switches":[1],"switch_ports":"one","links":[[0,1],[1,2],[1,3]]}"#,
            r#"{"kind":"graph","nodes":4,"switches":[2,1,9],"switch_ports":{"at-most":0},"links":[[0,1],[1,2],[1,3]]}"#,
            r#"{"kind":"graph","nodes":3,"switches":[0,1],"links":[[0,1],[1,2]]}"#,
        ]);
        let node = || prop::sample::select(vec!["0", "1", "5", "9", "[1,1]", "[0,9]"]);
        let packet = (node(), node(), 0_u64..3);
        let tasks = (0..6_u8, prop::collection::vec(packet, 0..4), 0_u64..3, 0_u64..4).prop_map(
            |(kind, packets, count, max)| match kind {
                0 => format!(r#"{{"kind":"total-exchange","count":{count}}}"#),
                1 => format!(r#"{{"kind":"neighbourhood-exchange","min":{count},"max":{max}}}"#),
                2 | 3 => {
                    let list: Vec<String> = packets
                        .iter()
                        .map(|(from, to, count)| match kind {
                            2 => format!(r#"{{"offset":{to},"count":{count}}}"#),
                            _ => format!(r#"{{"from":{from},"to":{to},"count":{count}}}"#),
                        })
                        .collect();
                    let word = if kind == 2 { "isotropic" } else { "demands" };
                    format!(r#"{{"kind":"{word}","packets":[{}],"count":{count}}}"#, list.join(","))
                }
                4 => format!(r#"{{"kind":"scatter","root":{max},"count":{count}}}"#),
                _ => format!(r#"{{"kind":"allgather","count":{count}}}"#),
            },
        );
        let ports = prop::sample::select(vec![r#""all""#, r#"{"at-most":0}"#, r#""one-half-duplex""#]);
        let objectives = prop::sample::select(vec!["completion-time", "average-delay"]);
        (networks, tasks, ports, objectives).prop_map(|(network, task, ports, objective)| {
            format!(
                r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"{objective}"}}"#
            )
        })
    }

    /// Every faulty number of a list is reported once.
    #[test]
    fn every_radix_below_two_is_a_fault_of_its_own() {
        for kind in ["torus", "mesh", "hyperx"] {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"{kind}","radices":[4,1,2,0]}},
                  "task":{{"kind":"total-exchange"}},"ports":"all","objective":"completion-time"}}"#
            );
            let document: TaskDocument = parse(text.as_bytes()).expect("the form is right");
            let places: Vec<String> = faults(&document, |_| true).iter().map(ModelError::place).collect();
            assert_eq!(places, ["network.radices[1]", "network.radices[3]"], "{kind}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_document_has_faults_exactly_if_it_is_no_task(text in task()) {
            let document: TaskDocument = parse(text.as_bytes()).expect("the form is right");
            let found = faults(&document, |_| true);
            match Problem::new(&document) {
                Ok(_) => prop_assert_eq!(found, []),
                Err(fault) => prop_assert!(found.contains(&fault), "{} not in {:?}", fault, found),
            }
            // Parts that were not read have no faults.
            for hidden in ["network", "task", "ports", "objective"] {
                for fault in faults(&document, |place| !place.is_empty() && !place.starts_with(hidden)) {
                    prop_assert!(!fault.place().starts_with(hidden), "{}", fault);
                }
            }
        }
    }
}
