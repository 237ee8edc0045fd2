//! Switches: nodes that forward packets and have none of their own.

use crate::model::{ModelError, count_of, wide};
use crate::wire;

/// Least number of hosts: with fewer there is nothing to send.
const FEWEST_HOSTS: u64 = 2;

/// The switches of a graph; its other nodes are the hosts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switches {
    /// By node.
    is_switch: Vec<bool>,
    number: u64,
    ports: wire::Ports,
}

impl Switches {
    /// Builds the switches of a graph of `nodes` nodes, or of a lift of it with `sheets` sheets, one for each
    /// element of the group; none if the list is empty.
    ///
    /// # Errors
    /// [`ModelError`] when the switches are not nodes in increasing order that leave at least two hosts, or
    /// have no ports.
    pub(in crate::model) fn new(
        list: &[u32],
        ports: wire::Ports,
        nodes: u64,
        sheets: u64,
    ) -> Result<Option<Self>, ModelError> {
        if let Some(fault) = (0..list.len()).find_map(|index| switch_fault(list, nodes, index)) {
            return Err(fault);
        }
        if ports == wire::Ports::AtMost(0) {
            return Err(ModelError::SwitchPortsZero);
        }
        let number = count_of(list.len());
        if number == 0 {
            return Ok(None);
        }
        // They are different nodes.
        let hosts = (nodes - number) * sheets;
        if hosts < FEWEST_HOSTS {
            return Err(ModelError::TooFewHosts { hosts });
        }
        let mut sheet = vec![false; wide(u32::try_from(nodes).expect("at most 2^20 nodes"))];
        for &node in list {
            sheet[wide(node)] = true;
        }
        let sheets = usize::try_from(sheets).expect("at most 2^20 nodes");
        Ok(Some(Self { is_switch: sheet.repeat(sheets), number: number * count_of(sheets), ports }))
    }

    /// Returns whether a node is a switch.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn has(&self, node: u32) -> bool {
        self.is_switch[wide(node)]
    }

    /// Returns the number of switches.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the port rule of each switch.
    #[must_use]
    pub fn ports(&self) -> wire::Ports {
        self.ports
    }
}

/// Returns the fault of an entry of the list, by itself or because it does not exceed the one before.
pub(in crate::model) fn switch_fault(list: &[u32], nodes: u64, index: usize) -> Option<ModelError> {
    let found = list[index];
    if u64::from(found) >= nodes {
        let greatest = nodes.saturating_sub(1);
        return Some(ModelError::SwitchOutOfRange { index, found: found.into(), greatest });
    }
    let before = index.checked_sub(1).map(|before| list[before]);
    let before = before.filter(|&before| before >= found)?;
    Some(ModelError::SwitchOrder { index, found: found.into(), before: before.into() })
}
