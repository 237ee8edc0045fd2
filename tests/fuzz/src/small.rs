//! Small tasks from bytes: every network for which the exhaustive search is defined, demands and isotropic
//! tasks, all rules of ports.

use arbitrary::{Result, Unstructured};
use isotask_wire::{
    CirculantWord, Demand, Graph, GraphLink, Group, Network, NodeRef, Objective, PacketCount, Ports, Task,
    TaskDocument,
};

/// Returns a task; none if the bytes give one that is not small.
///
/// # Errors
/// When there are too few bytes.
pub fn small_task(bytes: &mut Unstructured<'_>) -> Result<Option<TaskDocument>> {
    let network = network(bytes)?;
    let Some(nodes) = crate::truth::neighbours(&network).map(|lists| lists.len()) else { return Ok(None) };
    let nodes = u64::try_from(nodes).expect("few nodes");
    let is_symmetric = !matches!(network, Network::Graph(_) | Network::IncompleteHypercube { .. });
    let isotropic = is_symmetric && bytes.ratio(1, 2)?;
    let task = if isotropic {
        let mut packets = Vec::new();
        for _ in 0..bytes.int_in_range(1..=2)? {
            let offset = NodeRef::Index(bytes.int_in_range(1..=nodes - 1)?).into();
            packets.push(PacketCount { offset, count: 1 });
        }
        Task::Isotropic { packets, count: 1 }
    } else {
        let mut packets = Vec::new();
        for _ in 0..bytes.int_in_range(1..=5)? {
            let from = bytes.int_in_range(0..=nodes - 1)?;
            let to = (from + bytes.int_in_range(1..=nodes - 1)?) % nodes;
            packets.push(Demand { from: NodeRef::Index(from), to: NodeRef::Index(to), count: 1 });
        }
        Task::Demands { packets, count: 1 }
    };
    let ports =
        [Ports::All, Ports::One, Ports::AtMost(2), Ports::OneHalfDuplex][bytes.int_in_range(0..=3)?];
    let objective = match (isotropic, bytes.int_in_range(0..=3)?) {
        (true, 0) => Objective::AverageDelay,
        (true, 1) => Objective::CompletionTimeThenAverageDelay,
        _ => Objective::CompletionTime,
    };
    Ok(Some(TaskDocument::new(None, network, task, ports, objective)))
}

fn network(bytes: &mut Unstructured<'_>) -> Result<Network> {
    Ok(match bytes.int_in_range(0..=5)? {
        0 => Network::Ring { nodes: bytes.int_in_range(2..=6)? },
        1 => Network::Torus {
            radices: [vec![2, 2], vec![2, 3], vec![3, 2]][bytes.int_in_range(0..=2)?].clone(),
        },
        2 => Network::Hypercube { dimension: bytes.int_in_range(1..=2)? },
        3 => Network::IncompleteHypercube { nodes: bytes.int_in_range(2..=6)? },
        4 => {
            let n = bytes.int_in_range(2..=6)?;
            let steps = if bytes.ratio(1, 2)? && n > 3 { vec![1, 2] } else { vec![1] };
            Network::Cayley(Group::Circulant { family: CirculantWord::Circulant, n, steps })
        }
        _ => Network::Graph(graph(bytes)?),
    })
}

/// A graph with some of all links, in the order in which documents have them.
fn graph(bytes: &mut Unstructured<'_>) -> Result<Graph> {
    let nodes: u32 = bytes.int_in_range(2..=5)?;
    let directed = bytes.arbitrary()?;
    let mut links = Vec::new();
    for from in 0..nodes {
        for to in 0..nodes {
            if from != to && (directed || from < to) {
                let capacity = bytes.int_in_range(0..=3)?;
                if capacity > 0 {
                    links.push(GraphLink { from, to, capacity: (capacity + 1) / 2 });
                }
            }
        }
    }
    let (switches, switch_ports) = (None, Ports::All);
    Ok(Graph { nodes: nodes.into(), directed, names: None, switches, switch_ports, links: links.into() })
}
