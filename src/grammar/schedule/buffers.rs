//! The input of every device before a collective, and its required output.

use super::cells::{Content, Expected};
use crate::model::{Node, Packet, Problem};
use crate::wire::Collective;
use std::collections::BTreeSet;

/// The buffers of a collective on devices that are the nodes of a network.
#[derive(Debug, Clone, Copy)]
pub(super) struct Buffers {
    pub(super) collective: Collective,
    pub(super) devices: u64,
    /// The number of packets in a block: the `count` of the task.
    pub(super) count: u64,
    root: Option<Node>,
}

impl Buffers {
    /// Returns the buffers of a task; listed packets have no known cells.
    pub(super) fn of(problem: &Problem) -> Self {
        let (collective, root, count) = Collective::of(&problem.document().task);
        let network = problem.network();
        let root = root.map(|root| network.node(root, String::new).expect("the problem has this root"));
        Self { collective, devices: network.nodes(), count, root }
    }

    /// Returns the device of the root.
    pub(super) fn root(&self) -> Option<u64> {
        self.root.map(|root| root.0)
    }

    /// Returns the numbers of cells of the input and of the output; none for listed packets.
    pub(super) fn sizes(&self) -> Option<[u64; 2]> {
        let (one, all) = (self.count, self.count.checked_mul(self.devices)?);
        Some(match self.collective {
            Collective::AllToAll | Collective::AllReduce => [all, all],
            Collective::ReduceScatter | Collective::Scatter => [all, one],
            Collective::AllGather | Collective::Gather => [one, all],
            Collective::Broadcast | Collective::Reduce => [one, one],
            Collective::Exchange => return None,
        })
    }

    /// Returns the content of a cell of a device's input.
    pub(super) fn given(&self, device: u64, cell: u64) -> Option<Content> {
        let (item, copy) = (Node(cell / self.count), cell % self.count);
        let own = Node(device);
        let part = |to: Node| Content::Sum((Packet::Combined { to }, copy), BTreeSet::from([device]));
        let block = |packet: Packet| Content::Block((packet, copy));
        Some(match self.collective {
            Collective::AllToAll => block(Packet::Personal { from: own, to: item }),
            Collective::AllGather => block(Packet::Copied { from: own }),
            Collective::ReduceScatter | Collective::AllReduce => part(item),
            Collective::Broadcast if self.root == Some(own) => block(Packet::Copied { from: own }),
            Collective::Scatter if self.root == Some(own) => block(Packet::Personal { from: own, to: item }),
            Collective::Reduce => part(self.root?),
            Collective::Gather => block(Packet::Personal { from: own, to: self.root? }),
            Collective::Broadcast | Collective::Scatter | Collective::Exchange => return None,
        })
    }

    /// Returns the content that a cell of a device's output must have in the end.
    pub(super) fn wanted(&self, device: u64, cell: u64) -> Option<Expected> {
        let (item, copy) = (Node(cell / self.count), cell % self.count);
        let own = Node(device);
        let sum = |to: Node| Expected::Sum((Packet::Combined { to }, copy), self.devices);
        let block = |packet: Packet| Expected::Block((packet, copy));
        Some(match self.collective {
            Collective::AllToAll => block(Packet::Personal { from: item, to: own }),
            Collective::AllGather => block(Packet::Copied { from: item }),
            Collective::ReduceScatter => sum(own),
            Collective::AllReduce => sum(item),
            Collective::Broadcast => block(Packet::Copied { from: self.root? }),
            Collective::Scatter => block(Packet::Personal { from: self.root?, to: own }),
            Collective::Reduce if self.root == Some(own) => sum(own),
            Collective::Gather if self.root == Some(own) => block(Packet::Personal { from: item, to: own }),
            Collective::Reduce | Collective::Gather | Collective::Exchange => return None,
        })
    }
}
