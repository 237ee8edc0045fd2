//! §4 and Theorem 1: the status, the lower bound, and that it is met.

use super::networks::{NETWORKS, Tables, all, tables};
use crate::claims::code::formula;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, counts, isotropic, solved, total_exchange, with_ports};
use crate::claims::{Claim, ClaimError, Docket, Part, Proved, Value};
use crate::job_shop::QueueRule;
use crate::model::count_of;
use crate::solve::{CRITICAL_FIRST, Queue};
use crate::wire::{CertificateDocument, Network, Ports, Quantity};
use num_rational::BigRational;

formula! {
    /// Distances of all nodes from one, none of them further than there are nodes.
    fn status(distances: &[u64]) -> u64 {
        let far = distances.iter().max().copied().unwrap_or(0);
        (1..=far).map(|d| d * distances.iter().map(|&found| u64::from(found == d)).sum::<u64>()).sum()
    }
    /// `S_G / n`, where a row is the distances from one node.
    fn least_time(distances: &[Vec<u64>]) -> BigRational {
        ratio(distances.iter().map(|row| status(row)).sum::<u64>(), distances.len())
    }
    fn link_traversals(distances: &[Vec<u64>]) -> u64 {
        distances.iter().map(|row| status(row)).sum()
    }
    /// `k_i` packets to node i, over their distances.
    fn isotropic_status(distances: &[u64], counts: &[(u64, u64)]) -> u64 {
        let far = |offset: u64| usize::try_from(offset).ok().and_then(|offset| distances.get(offset)).copied();
        counts.iter().filter_map(|&(offset, count)| Some(count * far(offset)?)).sum()
    }
}

/// The claims of this file.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "P3.S_G",
        place: "§4, before (3)",
        statement: "For total exchange the total number of link traversals must be S_G, the sum of the statuses of all nodes.",
        printed: "s(v) = Σ d n_d, S_G = Σ s(v)",
        parts: &[Part::printed(link_traversals::CODE, NETWORKS, |docket| {
            for (name, network) in all()? {
                let table = Tables::new(name, &network)?;
                let document = queued(&network, QueueRule::Fifo)?;
                let least = Least { quantity: Quantity::Transmissions, ..Least::TIME };
                let nodes = count_of(table.near.len());
                let found = accepted(&document, least)?.map(|value| Value(value.0 * whole(nodes)));
                docket.equal(
                    &table.name,
                    link_traversals(&rows(&table)),
                    found.because("of each node, n of them"),
                );
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.status",
        place: "§4, after (3)",
        statement: "All nodes have the same status, so the bound (3) is that of any node.",
        printed: "S_G / n = s(v)",
        parts: &[Part::printed(status::CODE, NETWORKS, |docket| {
            for table in tables()? {
                let rows = rows(&table);
                let holds = rows.iter().all(|row| status(row) == status(&rows[0]));
                docket.is(&table.name, holds, "breadth-first search from every node");
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.eq3",
        place: "§4, (3)",
        statement: "Total exchange with one port takes at least S_G / n slots, on any network.",
        printed: "T ≥ S_G / n",
        parts: &[Part::printed(
            least_time::CODE,
            "incomplete hypercubes of 3 to 13 nodes, which need not be symmetric; then the Cayley graphs of P3.Thm1",
            |docket| {
                for n in 3..=13 {
                    incomplete(docket, n)?;
                }
                for (name, network) in all()? {
                    let found = proved(&network, QueueRule::Fifo)?;
                    let table = Tables::new(name, &network)?;
                    docket.at_least(&table.name, least_time(&rows(&table)), found);
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P3.Thm1",
        place: "§5, Theorem 1",
        statement: "A node-invariant algorithm along shortest paths is an optimal total exchange on a Cayley graph with one port: it takes s(v) slots, and none \
                    takes fewer.",
        printed: "T = s(v)",
        parts: &[Part::printed(status::CODE, RULED, |docket| {
            for (name, network) in all()? {
                let table = Tables::new(name, &network)?;
                for rule in QueueRule::ALL {
                    let found = proved(&network, rule)?;
                    let name = format!("{} {}", table.name, rule.as_str());
                    docket.equal(name, status(&table.distances(0)), found);
                }
            }
            Ok(())
        })],
    },
    Claim {
        id: "P3.isotropic",
        place: "§7, on isotropic problems",
        statement: "If node 0 has k_i messages for node i, and every node as many for the translate, a node-invariant algorithm along shortest paths is optimal: the \
                    sum of the distances of a node's messages.",
        printed: "Q_i = σ_i(Q_0) at t = 0",
        parts: &[Part::printed(
            isotropic_status::CODE,
            "the networks of P3.Thm1 up to 32 nodes: 2 tasks each, 0 to 3 packets for every offset by the linear congruence of Knuth's MMIX, first in first \
             out and furthest first",
            |docket| {
                for (name, network) in all()? {
                    let table = Tables::new(name, &network)?;
                    if table.near.len() <= 32 {
                        isotropic_tasks(docket, &table, &network)?;
                    }
                }
                Ok(())
            },
        )],
    },
    Claim {
        id: "P3.conditions.necessary",
        place: "§7, on isotropic problems",
        statement: "An optimal algorithm still has to satisfy (4) and (5): S_G link traversals along shortest paths fill the least number of slots, n in each, and leave \
                    room neither for an idle node nor for a detour; here for total exchange.",
        printed: "n · T = S_G",
        parts: &[Part::printed(link_traversals::CODE, NETWORKS, |docket| {
            for (name, network) in all()? {
                let found = proved(&network, QueueRule::Fifo)?;
                let table = Tables::new(name, &network)?;
                let nodes = count_of(table.near.len());
                let filled = found.map(|value| Value(value.0 * whole(nodes)));
                docket.equal(&table.name, link_traversals(&rows(&table)), filled.because("times n nodes"));
            }
            Ok(())
        })],
    },
];

/// The range of Theorem 1.
const RULED: &str = "star, pancake and bubble-sort graphs of 3 to 5 symbols, cube-connected cycles and wrapped butterflies of dimension 3 and 4, complete \
     graphs of 2 to 8 nodes, 5 circulants, hypercubes of dimension 1 to 6, rings of 3 to 12 nodes, 4 tori, the macro-star (2, 2), the cyclic-cube (3, 3); each first in first out, shortest first and \
     furthest first";

fn rows(table: &Tables) -> Vec<Vec<u64>> {
    (0..table.near.len()).map(|node| table.distances(node)).collect()
}

fn queued(network: &Network, rule: QueueRule) -> Result<CertificateDocument, ClaimError> {
    let document = with_ports(total_exchange(network.clone()), Ports::One);
    solved(&document, Some(Queue::by(rule)))
}

fn proved(network: &Network, rule: QueueRule) -> Result<Proved, ClaimError> {
    accepted(&queued(network, rule)?, Least::TIME)
}

/// (3) where nodes differ.
fn incomplete(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let document = with_ports(total_exchange(Network::IncompleteHypercube { nodes: n }), Ports::One);
    let certificate = solved(&document, Some(CRITICAL_FIRST))?;
    let far = |a: u64| (0..n).map(|b| u64::from((a ^ b).count_ones())).collect();
    let rows: Vec<Vec<u64>> = (0..n).map(far).collect();
    let found = accepted(&certificate, Least::TIME)?;
    docket.at_least(format!("incomplete-hypercube {n}"), least_time(&rows), found);
    Ok(())
}

fn isotropic_tasks(docket: &mut Docket, table: &Tables, network: &Network) -> Result<(), ClaimError> {
    for seed in 1..=2 {
        let packets = counts(count_of(table.near.len()), seed, 4);
        let document = with_ports(isotropic(network.clone(), &packets), Ports::One);
        for rule in [QueueRule::Fifo, QueueRule::FurthestFirst] {
            let name = format!("{} task {seed} {}", table.name, rule.as_str());
            let found = accepted(&solved(&document, Some(Queue::by(rule)))?, Least::TIME)?;
            docket.equal(name, isotropic_status(&table.distances(0), &packets), found);
        }
    }
    Ok(())
}
