//! A task in one line, as its document says it.

use super::TaskDocument;
use super::network::Network;
use super::ports::Ports;
use serde::Serialize;
use serde_json::Value;

/// As much of a list as one line shows.
const LONGEST: usize = 120;

impl TaskDocument {
    /// The network, such as `torus, radices [4,4]`; lists that are long are cut, the links of a graph
    /// counted.
    #[must_use]
    pub fn network_words(&self) -> String {
        if let Network::Graph(graph) = &self.network {
            let directed = if graph.directed { "directed, " } else { "" };
            let switches = switches(graph.switches.as_deref(), graph.switch_ports);
            let (nodes, links) = (graph.nodes, graph.links.len());
            return format!("graph, {directed}nodes {nodes}{switches}, {links} links");
        }
        if let Network::Lift(lift) = &self.network {
            let group = cut(&lift.group.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            return format!(
                "lift, group [{group}], base of {} nodes{}, {} links",
                lift.nodes,
                switches(lift.switches.as_deref(), lift.switch_ports),
                lift.links.len()
            );
        }
        words(&self.network)
    }

    /// What is sent, such as `scatter, root 3`; lists that are long are cut.
    #[must_use]
    pub fn task_words(&self) -> String {
        words(&self.task)
    }

    /// Network, task and ports, so that a reader sees of what a certificate speaks.
    ///
    /// # Examples
    /// ```
    /// use isotask_wire::{TaskDocument, parse};
    /// let text = br#"{"format":"isotask.task/1","network":{"kind":"torus","radices":[4,4]},
    ///   "task":{"kind":"scatter","root":3},"ports":{"at-most":2},"objective":"completion-time"}"#;
    /// let task: TaskDocument = parse(text)?;
    /// assert_eq!(task.summary(), "torus, radices [4,4]; scatter, root 3; ports at-most 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn summary(&self) -> String {
        format!("{}; {}; ports {}", self.network_words(), self.task_words(), words(&self.ports))
    }
}

/// `, 4 switches with ports "all"`, if there are any.
fn switches(list: Option<&[u32]>, ports: Ports) -> String {
    match list {
        None | Some([]) => String::new(),
        Some(list) => {
            let plural = if list.len() == 1 { "" } else { "es" };
            format!(", {} switch{plural} with ports {}", list.len(), words(&ports))
        }
    }
}

/// The kind, then every key with its value.
fn words(part: &impl Serialize) -> String {
    let object = match serde_json::to_value(part) {
        Ok(Value::Object(object)) => object,
        Ok(Value::String(word)) => return word,
        other => return other.map(|value| value.to_string()).unwrap_or_default(),
    };
    let value = |value: &Value| match value {
        Value::String(word) => word.clone(),
        other => cut(&other.to_string()),
    };
    let kind = object.get("kind").map(value);
    let others =
        object.iter().filter(|(key, _)| *key != "kind").map(|(key, inner)| format!("{key} {}", value(inner)));
    kind.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
