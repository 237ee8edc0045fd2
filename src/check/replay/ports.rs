//! The limits of links and ports in a slot.

use crate::network::topology::Network;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::replay::hop::Hop;
use crate::task::ports::{Ports, Rule};

/// Refuses more packets on a directed link in a slot than its capacity, which is 1 unless the network states
/// more, and a node with more sends or receives than its ports allow.
pub(crate) fn require_ports(
    slot: usize,
    hops: &[Hop],
    network: &Network,
    ports: Ports,
) -> Result<(), Rejection> {
    // A link is identified by its ends; parallel links add up to its capacity.
    let mut links: Vec<_> = hops.iter().map(|hop| (hop.from, hop.to, hop.index)).collect();
    links.sort_unstable();
    for pair in links.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).filter(|pair| pair.len() > 1) {
        let (from, to, _) = pair[0];
        let capacity = network.capacity(from, to);
        if let Some(&(_, _, index)) = usize::try_from(capacity).ok().and_then(|capacity| pair.get(capacity)) {
            return Err(match capacity {
                0 | 1 => Rejection::TransferTwice { slot, index: pair[1].2, from, to },
                _ => Rejection::TransferAboveCapacity { slot, index, from, to, capacity },
            });
        }
    }
    let (sends, receives) = (|| hops.iter().map(|hop| hop.from), || hops.iter().map(|hop| hop.to));
    require_capacity(slot, sends, receives, (network, ports))
}

/// Refuses a node with more sends or receives in a slot than its ports allow; the iterators yield a node once
/// for each of its sends, or receives.
pub(crate) fn require_capacity<S: Iterator<Item = u64>, R: Iterator<Item = u64>>(
    slot: usize,
    sends: impl Fn() -> S,
    receives: impl Fn() -> R,
    (network, ports): (&Network, Ports),
) -> Result<(), Rejection> {
    let Some(of_switches) = ports.of_switches() else {
        return within(slot, sends(), receives(), ports.of_hosts());
    };
    let hosts = |node: &u64| !network.is_switch(*node);
    within(slot, sends().filter(hosts), receives().filter(hosts), ports.of_hosts())?;
    let switches = |node: &u64| network.is_switch(*node);
    within(slot, sends().filter(switches), receives().filter(switches), of_switches)
}

/// Refuses a node with more sends or receives in a slot than one rule for all of them allows.
fn within(
    slot: usize,
    sends: impl Iterator<Item = u64>,
    receives: impl Iterator<Item = u64>,
    rule: Rule,
) -> Result<(), Rejection> {
    if rule.half_duplex {
        return match busiest(sends.chain(receives)) {
            Some((node, found)) if found > 1 => Err(Rejection::HalfDuplexBoth { slot, node, found }),
            _ => Ok(()),
        };
    }
    let ports = rule.each;
    match (busiest(sends), busiest(receives)) {
        (Some((node, found)), _) if found > ports => {
            Err(Rejection::TooManySends { slot, node, found, ports })
        }
        (_, Some((node, found))) if found > ports => {
            Err(Rejection::TooManyReceives { slot, node, found, ports })
        }
        _ => Ok(()),
    }
}

/// Returns the node that stands most often in a list, the least of several, and how often it stands there.
fn busiest(nodes: impl Iterator<Item = u64>) -> Option<(u64, u64)> {
    let mut nodes: Vec<u64> = nodes.collect();
    nodes.sort_unstable();
    let runs = nodes.chunk_by(|a, b| a == b).map(|run| (run[0], wide(run.len())));
    runs.reduce(|best, run| if run.1 > best.1 { run } else { best })
}
