//! The transmissions of a schedule under a group: the translates of the moves of one packet of each orbit.

use super::transmission::Transmission;
use super::{OrbitSchedule, OrbitStep, Packet};
use crate::model::{Link, Network, Node, Subgroup, wide};

/// A move of one packet of each orbit in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moved {
    pub(super) node: Node,
    pub(super) link: Link,
    pub(super) packet: Packet,
    /// The number of the packet among those with its ends; none if it is alone.
    pub(super) copy: Option<u64>,
}

/// Which transmissions of a schedule are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransmissionFilter {
    /// All.
    All,
    /// The transmissions that a node sends or receives.
    AtNode(Node),
    /// The transmissions of packets that start at a node, or are to be combined there.
    OfPackets(Node),
}

impl Moved {
    /// Returns the moves of a slot; `copies` are the numbers of packets whose ends are in one orbit.
    pub(super) fn of(schedule: &OrbitSchedule, moves: &[OrbitStep], copies: &[Option<u64>]) -> Vec<Self> {
        let one = |&OrbitStep { packet, node, link }: &OrbitStep| {
            let packet = wide(packet);
            Self { node, link, packet: schedule.packets[packet], copy: copies[packet] }
        };
        moves.iter().map(one).collect()
    }

    /// Returns the node to which the packet moves.
    fn there(&self, network: &Network) -> Node {
        network.adjacent(self.node, self.link).expect("the schedule is one of the network")
    }

    /// Returns the translate of the move.
    fn sent(&self, group: &Subgroup, network: &Network, by: Node) -> Transmission {
        let at = |node| group.shift(network, by, node);
        Transmission {
            from: at(self.node),
            to: at(self.there(network)),
            packet: shifted(self.packet, at),
            copy: self.copy,
        }
    }
}

/// Visits transmissions of a slot, by sender and receiver.
pub(super) fn visit_slot<E>(
    group: &Subgroup,
    network: &Network,
    moves: &[Moved],
    filter: TransmissionFilter,
    mut visit: impl FnMut(Transmission) -> Result<(), E>,
) -> Result<(), E> {
    if moves.is_empty() {
        return Ok(());
    }
    // The moves of a node are the translates of those of its class.
    let shifted =
        |end: Node, node, step: &Moved| step.sent(group, network, group.shift_between(network, end, node));
    let mut found = Vec::new();
    match filter {
        TransmissionFilter::All => {
            let mut sends: Vec<_> = moves.iter().map(|step| (group.class(step.node), step)).collect();
            sends.sort_unstable();
            for sender in (0..network.nodes()).map(Node) {
                let class = group.class(sender);
                let first = sends.partition_point(|entry| entry.0 < class);
                let own = sends[first..].iter().take_while(|entry| entry.0 == class);
                found.extend(own.map(|&(_, step)| shifted(step.node, sender, step)));
                found.sort_unstable();
                found.drain(..).try_for_each(&mut visit)?;
            }
        }
        TransmissionFilter::AtNode(node) | TransmissionFilter::OfPackets(node) => {
            let class = group.class(node);
            let mut take = |step: &Moved, end: Node| {
                if group.class(end) == class {
                    found.push(shifted(end, node, step));
                }
            };
            for step in moves {
                if filter == TransmissionFilter::OfPackets(node) {
                    // Orbits are of packets that have a home.
                    step.packet.home().into_iter().for_each(|home| take(step, home));
                } else {
                    take(step, step.node);
                    take(step, step.there(network));
                }
            }
            found.sort_unstable();
        }
    }
    found.into_iter().try_for_each(visit)
}

/// Counts the transmissions of a slot that a node sends or receives.
pub(super) fn count_of_node(group: &Subgroup, network: &Network, moves: &[OrbitStep], node: Node) -> usize {
    let class = group.class(node);
    let own = |node: Node| usize::from(group.class(node) == class);
    let there = |step: &OrbitStep| {
        network.adjacent(step.node, step.link).expect("the schedule is one of the network")
    };
    moves.iter().map(|step| own(step.node) + own(there(step))).sum()
}

/// Returns the translate of a packet.
fn shifted(packet: Packet, at: impl Fn(Node) -> Node) -> Packet {
    match packet {
        Packet::Personal { from, to } => Packet::Personal { from: at(from), to: at(to) },
        Packet::Copied { from } => Packet::Copied { from: at(from) },
        Packet::Combined { to } => Packet::Combined { to: at(to) },
        Packet::Summed { apart } => Packet::Summed { apart },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire;

    #[test]
    fn moves_of_a_node_are_those_of_all_translates_that_begin_or_end_there() {
        let text = r#"{"kind":"lift","group":[3],"nodes":2,"links":[[0,1,[0]],[0,1,[1]],[0,0,[1]]]}"#;
        let network = Network::new(&serde_json::from_str::<wire::Network>(text).expect("a network"))
            .expect("a network");
        let group = Subgroup::of_lift(&network).expect("a group");
        let link = |from, to| network.link_between(Node(from), Node(to)).expect("neighbours");
        let step = |&(from, to): &(u64, u64)| OrbitStep { packet: 0, node: Node(from), link: link(from, to) };
        for ends in [vec![], vec![(0, 1)], vec![(0, 2)], vec![(0, 1), (0, 2), (0, 3)], vec![(1, 0), (3, 0)]] {
            let mut counts = vec![0; 6];
            let at = |node: u64| usize::try_from(node).expect("few");
            for &(from, to) in &ends {
                for turn in [0, 2, 4] {
                    counts[at((from + turn) % 6)] += 1;
                    counts[at((to + turn) % 6)] += 1;
                }
            }
            let moves: Vec<OrbitStep> = ends.iter().map(step).collect();
            let found = (0..6).map(|node| count_of_node(&group, &network, &moves, Node(node)));
            assert_eq!(found.collect::<Vec<usize>>(), counts, "{ends:?}");
        }
    }
}
