//! Nodes of a graph that forward packets and have none of their own.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// The switches of a graph; the other nodes are its hosts.
#[derive(Debug)]
pub(crate) struct Switches {
    /// By node; empty where there are none.
    is_switch: Vec<bool>,
    /// How many there are.
    number: u64,
    /// What each may do in a slot.
    pub(crate) ports: wire::Ports,
}

impl Switches {
    /// Those of a document with so many nodes; refuses lists that are not increasing nodes, and such as leave no two
    /// hosts.
    pub(crate) fn new(document: &wire::Graph, size: usize) -> Result<Self, Rejection> {
        let list = document.switches.as_deref().unwrap_or_default();
        let mut is_switch = vec![false; if list.is_empty() { 0 } else { size }];
        let mut least = 0_u64;
        for (index, &node) in list.iter().enumerate() {
            let found = u64::from(node);
            let at = narrow(found, size);
            let at = at.ok_or(Rejection::SwitchOutOfRange { index, found, nodes: document.nodes })?;
            if found < least {
                return Err(Rejection::SwitchOrder { index, found });
            }
            least = found + 1;
            is_switch[at] = true;
        }
        if document.switch_ports == wire::Ports::AtMost(0) {
            return Err(Rejection::NoSwitchPorts);
        }
        // As many different nodes.
        let number = wide(list.len());
        match document.nodes - number {
            hosts if hosts < 2 => Err(Rejection::TooFewHosts { hosts }),
            _ => Ok(Self { is_switch, number, ports: document.switch_ports }),
        }
    }

    /// None at all.
    pub(crate) fn none() -> Self {
        Self { is_switch: Vec::new(), number: 0, ports: wire::Ports::All }
    }

    /// Whether a node is one.
    pub(crate) fn has(&self, node: u64) -> bool {
        narrow(node, self.is_switch.len()).is_some_and(|at| self.is_switch[at])
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}
