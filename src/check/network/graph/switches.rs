//! Nodes of a graph that forward packets and have none of their own.

use crate::number::{narrow, wide};
use crate::refusal::rejection::Rejection;
use isotask_wire as wire;

/// The switches of a graph or lift; the other nodes are its hosts.
#[derive(Debug)]
pub(crate) struct Switches {
    /// By node; empty where there are none.
    is_switch: Vec<bool>,
    /// Number of switches.
    number: u64,
    /// The ports of each.
    pub(crate) ports: wire::Ports,
}

impl Switches {
    /// Reads the switches that a document marks among its nodes; refuses a list that is not increasing, and
    /// one that leaves fewer than two hosts. In a lift every sheet has them.
    pub(crate) fn new(
        marks: Option<&[u32]>,
        ports: wire::Ports,
        nodes: u64,
        sheets: u64,
    ) -> Result<Self, Rejection> {
        let list = marks.unwrap_or_default();
        let mut least = 0_u64;
        for (index, &node) in list.iter().enumerate() {
            let found = u64::from(node);
            if found >= nodes {
                return Err(Rejection::SwitchOutOfRange { index, found, nodes });
            }
            if found < least {
                return Err(Rejection::SwitchOrder { index, found });
            }
            least = found + 1;
        }
        if ports == wire::Ports::AtMost(0) {
            return Err(Rejection::NoSwitchPorts);
        }
        // Every sheet has as many switches; all sheets have at most 2²⁰ nodes.
        let number = wide(list.len()) * sheets;
        let hosts = nodes * sheets - number;
        if hosts < 2 {
            return Err(Rejection::TooFewHosts { hosts });
        }
        let mut is_switch = Vec::new();
        if number > 0 {
            for _ in 0..sheets {
                is_switch.extend(
                    (0..nodes)
                        .map(|node| u32::try_from(node).is_ok_and(|node| list.binary_search(&node).is_ok())),
                );
            }
        }
        Ok(Self { is_switch, number, ports })
    }

    /// Returns no switches.
    pub(crate) fn none() -> Self {
        Self { is_switch: Vec::new(), number: 0, ports: wire::Ports::All }
    }

    /// Returns whether a node is a switch.
    pub(crate) fn has(&self, node: u64) -> bool {
        narrow(node, self.is_switch.len()).is_some_and(|at| self.is_switch[at])
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}
