//! §4 and Theorem 1: the status, the lower bound, and that it is met.

use super::networks::{Tables, all, tables};
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::prove::{Least, accepted, counts, isotropic, solved, total_exchange, with_ports};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::job_shop::QueueRule;
use crate::model::count_of;
use crate::solve::{CRITICAL_FIRST, Queue};
use crate::wire::{CertificateDocument, Network, Ports, Quantity};
use num_rational::BigRational;

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

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[
    Code {
        file: file!(),
        id: "P3.S_G",
        parts: &[|docket| {
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
        }],
    },
    Code {
        file: file!(),
        id: "P3.status",
        parts: &[|docket| {
            for table in tables()? {
                let rows = rows(&table);
                let holds = rows.iter().all(|row| status(row) == status(&rows[0]));
                docket.is(&table.name, holds, "breadth-first search from every node");
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.eq3",
        parts: &[|docket| {
            for n in 3..=13 {
                incomplete(docket, n)?;
            }
            for (name, network) in all()? {
                let found = proved(&network, QueueRule::Fifo)?;
                let table = Tables::new(name, &network)?;
                docket.at_least(&table.name, least_time(&rows(&table)), found);
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.Thm1",
        parts: &[|docket| {
            for (name, network) in all()? {
                let table = Tables::new(name, &network)?;
                for rule in QueueRule::ALL {
                    let found = proved(&network, rule)?;
                    let name = format!("{} {}", table.name, rule.as_str());
                    docket.equal(name, status(&table.distances(0)), found);
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.isotropic",
        parts: &[|docket| {
            for (name, network) in all()? {
                let table = Tables::new(name, &network)?;
                if table.near.len() <= 32 {
                    isotropic_tasks(docket, &table, &network)?;
                }
            }
            Ok(())
        }],
    },
    Code {
        file: file!(),
        id: "P3.conditions.necessary",
        parts: &[|docket| {
            for (name, network) in all()? {
                let found = proved(&network, QueueRule::Fifo)?;
                let table = Tables::new(name, &network)?;
                let nodes = count_of(table.near.len());
                let filled = found.map(|value| Value(value.0 * whole(nodes)));
                docket.equal(&table.name, link_traversals(&rows(&table)), filled.because("times n nodes"));
            }
            Ok(())
        }],
    },
];

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
