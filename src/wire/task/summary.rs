//! Describes a task in one line, in the words of its document.

use super::network::Network;
use super::ports::Ports;
use super::{Task, TaskDocument};
use serde::Serialize;
use serde_json::Value;

/// Most characters of a list that the line shows.
const MAX_LIST_CHARACTERS: usize = 120;

impl TaskDocument {
    /// Returns the network in words, such as `torus, radices [4,4]`; long lists are cut, and the links of a
    /// graph are counted.
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

    /// Returns what is sent in words, such as `scatter, root 3`; long lists are cut.
    #[must_use]
    pub fn task_words(&self) -> String {
        // A list has more characters than items, so the items behind these would not be shown.
        match &self.task {
            Task::Demands { packets, count } if packets.len() > MAX_LIST_CHARACTERS => {
                words(&Task::Demands { packets: packets[..MAX_LIST_CHARACTERS].to_vec(), count: *count })
            }
            Task::Parcels { packets, count } if packets.len() > MAX_LIST_CHARACTERS => {
                words(&Task::Parcels { packets: packets[..MAX_LIST_CHARACTERS].to_vec(), count: *count })
            }
            Task::Isotropic { packets, count } if packets.len() > MAX_LIST_CHARACTERS => {
                words(&Task::Isotropic { packets: packets[..MAX_LIST_CHARACTERS].to_vec(), count: *count })
            }
            task => words(task),
        }
    }

    /// Returns network, task and ports in words, so that a reader sees what a certificate is about.
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

/// Returns `, 4 switches with ports "all"`, if there are any.
fn switches(list: Option<&[u32]>, ports: Ports) -> String {
    match list {
        None | Some([]) => String::new(),
        Some(list) => {
            let plural = if list.len() == 1 { "" } else { "es" };
            format!(", {} switch{plural} with ports {}", list.len(), words(&ports))
        }
    }
}

/// Returns the kind, then every key with its value.
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
    match text.char_indices().nth(MAX_LIST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{TaskDocument, parse};

    fn task(network: &str, task: &str, ports: &str) -> TaskDocument {
        let text = format!(
            r#"{{"format":"isotask.task/1","network":{network},"task":{task},"ports":{ports},"objective":"completion-time"}}"#
        );
        parse(text.as_bytes()).expect("a task")
    }

    #[test]
    fn a_line_says_network_task_and_ports() {
        for (network, words) in [
            (r#"{"kind":"torus","radices":[4,4]}"#, "torus, radices [4,4]"),
            (r#"{"kind":"cayley","family":"star","n":4}"#, "cayley, family star, n 4"),
            (r#"{"kind":"graph","nodes":3,"links":[[0,1],[1,2]]}"#, "graph, nodes 3, 2 links"),
            (
                r#"{"kind":"graph","nodes":3,"directed":true,"switches":[1],"switch_ports":"all","links":[[0,1],[1,2]]}"#,
                "graph, directed, nodes 3, 1 switch with ports all, 2 links",
            ),
            (
                r#"{"kind":"lift","group":[3,2],"nodes":2,"links":[[0,1,[1,0]]]}"#,
                "lift, group [3,2], base of 2 nodes, 1 links",
            ),
        ] {
            let document = task(network, r#"{"kind":"scatter","root":1}"#, r#"{"at-most":2}"#);
            assert_eq!(document.network_words(), words);
            assert_eq!(document.summary(), format!("{words}; scatter, root 1; ports at-most 2"));
        }
        let exchange = task(r#"{"kind":"ring","nodes":5}"#, r#"{"kind":"total-exchange"}"#, "\"one\"");
        assert_eq!(exchange.summary(), "ring, nodes 5; total-exchange; ports one");
    }

    #[test]
    fn lists_that_are_long_are_cut() {
        let packets = vec![r#"{"offset":1}"#; 1000].join(",");
        let list = format!("[{packets}]");
        let document = task(
            r#"{"kind":"ring","nodes":5}"#,
            &format!(r#"{{"kind":"isotropic","packets":{list}}}"#),
            "\"all\"",
        );
        let words = document.task_words();
        let shown = words.strip_prefix("isotropic, packets ").and_then(|list| list.strip_suffix('…'));
        assert!(shown.is_some_and(|shown| shown.len() > 12 && list.starts_with(shown)), "{words}");
        assert!(words.len() < 200, "{words}");
    }
}
