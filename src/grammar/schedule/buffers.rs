//! What lies in the input of every device at the beginning, and what is to lie in its output in the end.

use super::cells::{Content, Expected};
use crate::model::{Node, Packet, Problem};
use crate::wire::Collective;
use std::collections::BTreeSet;

/// A collective on devices that are the nodes of a network.
#[derive(Debug, Clone, Copy)]
pub(super) struct Buffers {
    pub(super) collective: Collective,
    pub(super) devices: u64,
    /// Packets of a block: the `count` of the task.
    pub(super) count: u64,
    root: Option<Node>,
}

impl Buffers {
    /// The collective of a task; of listed packets it does not know the cells.
    pub(super) fn of(problem: &Problem) -> Self {
        let (collective, root, count) = Collective::of(&problem.document().task);
        let network = problem.network();
        let root = root.map(|root| network.node(root, String::new).expect("the problem has this root"));
        Self { collective, devices: network.nodes(), count, root }
    }

    /// The device of the root.
    pub(super) fn root(&self) -> Option<u64> {
        self.root.map(|root| root.0)
    }

    /// Number of cells of the input and of the output; none of listed packets.
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

    /// What a device has in a cell of its input.
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

    /// What a device is to have in a cell of its output.
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
