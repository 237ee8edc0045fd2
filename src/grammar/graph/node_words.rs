//! The attributes of nodes in files: their labels, and which of them are switches.

use super::fault::GraphFault;
use super::gathered::require_name;
use crate::grammar::shown;
use crate::grammar::table::columns::bare;
use crate::wire::Graph;
use std::collections::{BTreeSet, HashSet};

/// The attributes of all nodes, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct NodeAttributes {
    labels: Vec<Option<String>>,
    /// The attribute `name`, which igraph and others write.
    names: Vec<Option<String>>,
    switches: Vec<usize>,
    /// Kinds of nodes whose name is neither that of hosts nor that of switches.
    doubtful: BTreeSet<String>,
    /// Kinds that were taken for switches because their name ends so.
    like_switches: BTreeSet<String>,
}

const KIND_ATTRIBUTES: [&str; 7] = ["type", "role", "kind", "nodetype", "noderole", "nodekind", "devicetype"];
const HOST_KINDS: [&str; 16] = [
    "host",
    "hosts",
    "node",
    "server",
    "gpu",
    "npu",
    "tpu",
    "cpu",
    "accelerator",
    "compute",
    "computenode",
    "endpoint",
    "device",
    "terminal",
    "chip",
    "rank",
];

impl NodeAttributes {
    /// Adds the attributes of the next node, by name and as text.
    ///
    /// # Errors
    /// A message if `switch` is neither true nor false, or contradicts the kind.
    pub(super) fn next<'a>(
        &mut self,
        attributes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), String> {
        let at = self.labels.len();
        let (mut label, mut own_name, mut says, mut is_of_kind) = (None, None, None, false);
        for (name, value) in attributes {
            match bare(name).as_str() {
                "label" if !value.trim().is_empty() => label = Some(value.to_owned()),
                "name" if !value.trim().is_empty() => own_name = Some(value.to_owned()),
                "switch" | "isswitch" => says = Some(value.trim().to_lowercase()),
                kind if KIND_ATTRIBUTES.contains(&kind) => is_of_kind |= self.kind(value),
                _ => {}
            }
        }
        let is_switch = match says.as_deref() {
            None => is_of_kind,
            Some("true" | "1" | "yes") => true,
            Some("false" | "0" | "no") if !is_of_kind => false,
            Some(other) => {
                let other = shown(other);
                return Err(format!(
                    "switch {other}, expected true or false, and true where the type is switch"
                ));
            }
        };
        self.switches.extend(is_switch.then_some(at));
        self.labels.push(label);
        self.names.push(own_name);
        Ok(())
    }

    /// Returns whether a kind of nodes is that of switches.
    fn kind(&mut self, value: &str) -> bool {
        let kind = bare(value);
        if kind.ends_with("switch") || kind.ends_with("switches") {
            if kind != "switch" {
                self.like_switches.insert(shown(value.trim()));
            }
            return true;
        }
        if !kind.is_empty() && !HOST_KINDS.contains(&kind.as_str()) {
            self.doubtful.insert(shown(value.trim()));
        }
        false
    }

    /// Returns the labels, if each node has one of its own; adds a remark if some are equal or missing.
    fn own_labels(&self, remarks: &mut Vec<String>) -> Option<Vec<&str>> {
        let labels: Option<Vec<&str>> = self.labels.iter().map(Option::as_deref).collect();
        let Some(labels) = labels else {
            let said = "nodes are called by their ids, as not all have a label".to_owned();
            remarks.extend(self.labels.iter().any(Option::is_some).then_some(said));
            return None;
        };
        let mut different = HashSet::new();
        if let Some(twice) = labels.iter().find(|label| !different.insert(**label)) {
            remarks.push(format!(
                "the label {} stands twice, so that nodes are called by their ids",
                shown(twice)
            ));
            return None;
        }
        let says_else =
            |(name, label): (&Option<String>, &&str)| name.as_ref().is_some_and(|name| name != label);
        if self.names.iter().zip(&labels).any(says_else) {
            remarks.push("nodes are called by their labels, not by what stands under name".to_owned());
        }
        Some(labels)
    }

    /// Names nodes by the attribute `name` if the ids are numbers that a program assigned, as igraph does.
    /// Returns a remark if these names are used or left out.
    fn use_own_names(&self, graph: &mut Graph, index: &[u32]) -> Option<String> {
        if self.names.iter().all(Option::is_none) {
            return None;
        }
        let mut different = HashSet::new();
        let all: Option<Vec<&str>> = self.names.iter().map(Option::as_deref).collect();
        let all = all.filter(|all| all.iter().all(|name| different.insert(*name)));
        let Some(names) = all.map(|all| named(&all, index)) else {
            return Some("nodes are called by their ids, as not all have a name of their own".to_owned());
        };
        let ids = graph.names.as_deref().unwrap_or_default();
        if ids == names.as_deref().unwrap_or_default() {
            return None;
        }
        let is_given = |(at, id): (usize, &String)| *id == format!("n{at}") || *id == at.to_string();
        if ids.iter().enumerate().all(is_given) {
            graph.names = names.map(Into::into);
            return Some("nodes are called by what stands under name, not by their ids".to_owned());
        }
        Some("nodes are called by their ids, not by what stands under name (label would count)".to_owned())
    }

    /// Sets the names of nodes and the switches of a graph; `index` has the index of every node in the order
    /// of the file.
    ///
    /// # Errors
    /// [`GraphFault::BadName`].
    pub(super) fn apply_to(
        &self,
        graph: &mut Graph,
        index: &[u32],
        remarks: &mut Vec<String>,
    ) -> Result<(), GraphFault> {
        let before = remarks.len();
        if let Some(labels) = self.own_labels(remarks) {
            graph.names = named(&labels, index).map(Into::into);
        } else if remarks.len() == before {
            remarks.extend(self.use_own_names(graph, index));
        }
        for (at, name) in graph.names.iter().flat_map(|names| names.iter()).enumerate() {
            require_name(name, || format!("the name of node {at}"))?;
        }
        let mut switches: Vec<u32> = self.switches.iter().map(|&at| index[at]).collect();
        switches.sort_unstable();
        graph.switches = (!switches.is_empty()).then(|| switches.into());
        let listed = |kinds: &BTreeSet<String>| kinds.iter().cloned().collect::<Vec<_>>().join(", ");
        if !self.like_switches.is_empty() {
            remarks.push(format!("nodes of the type {} read as switches", listed(&self.like_switches)));
        }
        if !self.doubtful.is_empty() {
            let kinds = listed(&self.doubtful);
            remarks.push(format!("nodes of the type {kinds} read as nodes with packets of their own (--switches names those that only forward)"));
        }
        Ok(())
    }
}

/// Returns the labels by index; none if every label is the index of its node.
fn named(labels: &[&str], index: &[u32]) -> Option<Vec<String>> {
    let mut names = vec![String::new(); labels.len()];
    for (label, &at) in labels.iter().zip(index) {
        (*label).clone_into(&mut names[crate::model::wide(at)]);
    }
    let is_index = (0_u64..).zip(&names).all(|(at, name)| *name == at.to_string());
    (!is_index).then_some(names)
}
