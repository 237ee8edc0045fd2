//! Lists all small instances of P1 to P3 in a fixed order.

use crate::grammar::{GrammarError, network_and_task};
use crate::model::{ModelError, Problem};
use crate::wire::{Objective, Ports, TaskDocument};
use thiserror::Error;

/// Dimension of the largest hypercube of isotropic tasks (P1).
const MAX_CUBE_DIMENSION: u64 = 5;
/// Nodes of the largest ring (P1).
const MAX_RING_NODES: u64 = 9;
/// Most nodes of a torus (P1).
const MAX_TORUS_NODES: u64 = 16;
/// Dimension of the largest hypercube of collective tasks (P2).
const MAX_COLLECTIVE_CUBE_DIMENSION: u64 = 3;
/// The collective tasks: broadcasts and their kin (P2).
const COLLECTIVES: [&str; 6] = [
    "single-node-broadcast 0",
    "single-node-accumulation 0",
    "scatter 0",
    "gather 0",
    "multinode-broadcast",
    "multinode-accumulation",
];
/// Other Cayley graphs, P3.
const CAYLEY_GRAPHS: [&str; 8] = [
    "complete 3",
    "complete 4",
    "complete 5",
    "complete 6",
    "star 3",
    "star 4",
    "pancake 3",
    "bubble-sort 3",
];

/// A task of the list.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Network and task as the command line has them, without the ports.
    pub words: String,
    /// The ports.
    pub ports: Ports,
    /// The task.
    pub document: TaskDocument,
}

/// A fault in the words of the list, which is a bug.
#[derive(Debug, Error)]
pub enum InstanceError {
    /// The grammar does not accept the words.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// The words name no valid network.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Lists the small instances of P1 to P3: neighbourhood exchanges, total exchange among them, for every k
/// on hypercubes, rings and tori (P1; with one port P3), broadcasts and their kin on hypercubes (P2), total
/// exchange on other Cayley graphs (P3).
///
/// # Errors
/// [`InstanceError`], a bug.
pub fn instances() -> Result<Vec<Instance>, InstanceError> {
    let mut all = Vec::new();
    let cubes = (1..=MAX_CUBE_DIMENSION).map(|d| format!("hypercube {d}"));
    let rings = (3..=MAX_RING_NODES).map(|n| format!("ring {n}"));
    for network in cubes.chain(rings).chain(tori()) {
        add_exchanges(&network, &mut all)?;
    }
    for d in 1..=MAX_COLLECTIVE_CUBE_DIMENSION {
        for task in COLLECTIVES {
            for ports in [Ports::All, Ports::One] {
                all.push(instance(&format!("hypercube {d} {task}"), ports)?);
            }
        }
    }
    for network in CAYLEY_GRAPHS {
        for ports in [Ports::All, Ports::One] {
            all.push(instance(&format!("{network} total-exchange"), ports)?);
        }
    }
    Ok(all)
}

/// Lists tori of two dimensions or more that are no hypercubes, by increasing radices.
fn tori() -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<u64>> = (2..=MAX_TORUS_NODES / 2).map(|radix| vec![radix]).collect();
    while let Some(radices) = open.pop() {
        let (nodes, last) = (radices.iter().product::<u64>(), radices[radices.len() - 1]);
        if radices.len() > 1 && last > 2 {
            found.push(radices.clone());
        }
        open.extend((last..=MAX_TORUS_NODES / nodes).map(|next| [radices.as_slice(), &[next]].concat()));
    }
    found.sort_by_key(|radices| (radices.len(), radices.clone()));
    let words = |radices: &Vec<u64>| {
        let radices: Vec<String> = radices.iter().map(u64::to_string).collect();
        format!("torus {}", radices.join("x"))
    };
    found.iter().map(words).collect()
}

/// Adds all neighbourhood exchanges of a network, for every number of ports.
fn add_exchanges(network: &str, all: &mut Vec<Instance>) -> Result<(), InstanceError> {
    let exchange = instance(&format!("{network} total-exchange"), Ports::All)?;
    let problem = Problem::new(&exchange.document)?;
    let (diameter, links) = (problem.network().diameter(), u64::from(problem.network().links()));
    for farthest in (1..=diameter).rev() {
        for nearest in 1..=farthest {
            let task = if (nearest, farthest) == (1, diameter) {
                "total-exchange".to_owned()
            } else {
                format!("neighbourhood-exchange {nearest} {farthest}")
            };
            for ports in (1..=links).rev() {
                let ports = if ports == links { Ports::All } else { Ports::AtMost(ports) };
                all.push(instance(&format!("{network} {task}"), ports)?);
            }
        }
    }
    Ok(())
}

fn instance(words: &str, ports: Ports) -> Result<Instance, InstanceError> {
    let listed: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let (network, task) = network_and_task(&listed, 1)?;
    let document = TaskDocument::new(None, network, task, ports, Objective::CompletionTime);
    Ok(Instance { words: words.to_owned(), ports, document })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_a_task_and_stands_once() {
        let all = instances().expect("words of the grammar");
        let of = |words: &str| all.iter().filter(|instance| instance.words.starts_with(words)).count();
        // d(d + 1)/2 pairs K ≤ L for each of d numbers of ports.
        assert_eq!(
            [1, 2, 3, 4, 5].map(|d| of(&format!("hypercube {d} t")) + of(&format!("hypercube {d} n"))),
            [1, 6, 18, 40, 75]
        );
        // Pairs up to the diameter, for one port and both.
        assert_eq!([of("ring 3 "), of("ring 9 "), of("torus 4x4 ")], [2, 20, 40]);
        let mut named: Vec<_> =
            all.iter().map(|instance| (&instance.words, format!("{:?}", instance.ports))).collect();
        named.sort();
        named.dedup();
        assert_eq!(named.len(), all.len());
        assert!(all.iter().all(|instance| Problem::new(&instance.document).is_ok()));
    }
}
