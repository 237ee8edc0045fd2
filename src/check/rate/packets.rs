//! The packets of a task, each pair of ends once.

use crate::refusal::rejection::Rejection;
use crate::task::demands::PAIR_LIMIT;
use crate::task::packets::Ends;
use crate::task::problem::Problem;

/// Steps of a pair of nodes.
const STEPS_OF_A_PAIR: u64 = 16;

/// Returns the ends of all packets, by increasing ends, with the number of packets of each.
///
/// # Complexity
/// O(P log P) for P pairs of nodes, at most 2²³.
pub(super) fn packets(problem: &Problem) -> Result<Vec<(Ends, u64)>, Rejection> {
    let network = problem.network();
    let mut all: Vec<(Ends, u64)> = match problem {
        Problem::Demands(task) => task.packets.iter().map(|demand| (demand.ends(), demand.count)).collect(),
        Problem::Collective(task) => {
            network.effort.spend_times(network.nodes, STEPS_OF_A_PAIR)?;
            if network.nodes > PAIR_LIMIT {
                return Err(too_many());
            }
            task.ends().map(|ends| (ends, task.count)).collect()
        }
        Problem::Isotropic(task) => {
            let mut offsets = Vec::new();
            task.visit(|offset| {
                offsets.push((offset.index, offset.count));
                Ok(())
            })?;
            let pairs = network.nodes.saturating_mul(crate::number::wide(offsets.len()));
            if pairs > PAIR_LIMIT {
                return Err(too_many());
            }
            network.effort.spend_times(pairs, STEPS_OF_A_PAIR + network.steps_of_a_look())?;
            let from = |from: u64| {
                let to = move |&(offset, count): &(u64, u64)| {
                    let to = network.translate(from, offset);
                    (Ends { from: Some(from), to: Some(to) }, count)
                };
                offsets.iter().map(to)
            };
            (0..network.nodes).flat_map(from).collect()
        }
        Problem::Allreduce(_) | Problem::Parcels { .. } => Vec::new(),
    };
    all.sort_unstable();
    Ok(all)
}

fn too_many() -> Rejection {
    Rejection::TooManyRows { place: "task.task".to_owned(), limit: PAIR_LIMIT }
}
