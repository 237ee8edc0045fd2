//! Reads a stencil as a task: `torus 4x4x4 stencil 27-point`.

use super::{AXES, MAX_RANKS, differing, points_of, steps};
use crate::grammar::error::GrammarError;
use crate::grammar::words::Words;
use crate::model::Grid;
use crate::wire::{Demand, NodeRef, Offset, PacketCount, Task};

/// Reads the points of a stencil on a grid, of which the sides are given, and whether they close round. Where
/// they do, it is the isotropic task of its offsets, of which two are one round a side of length 2; else it
/// has the packets of all nodes, where borders end it.
///
/// # Errors
/// [`GrammarError`] for a network that is no grid, more than four sides, or points that no stencil has.
///
/// # Complexity
/// O(n · points) for n nodes of a mesh, O(points²) for a torus.
pub(in crate::grammar) fn stencil_task(
    words: &mut Words<'_>,
    grid: Option<(Vec<u64>, bool)>,
    count: u64,
) -> Result<Task, GrammarError> {
    let (sides, is_closed) = grid
        .filter(|(sides, _)| sides.len() <= AXES.len())
        .ok_or(GrammarError::NoGrid { most: AXES.len() })?;
    let points = words.take().ok_or_else(|| GrammarError::Missing { what: points_of(sides.len()).1 })?;
    let steps = steps(sides.len(), differing(points, sides.len())?);
    let grid = Grid { closed: vec![is_closed; sides.len()], sides };
    if is_closed {
        return Ok(Task::Isotropic { packets: offsets(&grid, &steps), count });
    }
    let ranks = grid.sides.iter().try_fold(1_u64, |ranks, &side| ranks.checked_mul(side));
    if ranks.is_none_or(|ranks| ranks > MAX_RANKS) {
        let sides: Vec<String> = grid.sides.iter().map(u64::to_string).collect();
        return Err(GrammarError::Grid { word: sides.join("x"), most: MAX_RANKS });
    }
    let from_each = grid.places().into_iter().flat_map(|place| {
        let there: Vec<Vec<u64>> = steps.iter().filter_map(|step| grid.beyond(&place, step)).collect();
        let from = grid.rank(&place);
        there.into_iter().map(move |there| (from, there)).collect::<Vec<_>>()
    });
    let demand = |(from, there): (u64, Vec<u64>)| Demand {
        from: NodeRef::Index(from),
        to: NodeRef::Index(grid.rank(&there)),
        count: 1,
    };
    Ok(Task::Demands { packets: from_each.map(demand).collect(), count })
}

/// Returns the offsets with how often each occurs.
fn offsets(grid: &Grid, steps: &[Vec<i8>]) -> Vec<PacketCount> {
    let origin = vec![0; grid.sides.len()];
    let mut found: Vec<(Vec<u64>, PacketCount)> = Vec::new();
    for step in steps {
        let there = grid.beyond(&origin, step).unwrap_or_default();
        match found.iter_mut().find(|(known, _)| *known == there) {
            Some((_, packet)) => packet.count += 1,
            None => found.push((there, PacketCount { offset: offset(step), count: 1 })),
        }
    }
    found.into_iter().map(|(_, packet)| packet).collect()
}

/// Returns a step as an offset, as it is written in documents.
fn offset(step: &[i8]) -> Offset {
    let natural: Option<Vec<u64>> = step.iter().map(|&step| u64::try_from(step).ok()).collect();
    match (natural, step) {
        (Some(natural), [_]) => NodeRef::Index(natural[0]).into(),
        (Some(natural), _) => NodeRef::Coordinates(natural).into(),
        (None, &[step]) => Offset::Back(step.into()),
        (None, _) => Offset::Signed(step.iter().map(|&step| step.into()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use crate::grammar::network_and_task;
    use crate::model::Problem;
    use crate::wire::{Objective, Ports, TaskDocument};

    /// Packets of all nodes together.
    fn packets(words: &str) -> u64 {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let (network, task) = network_and_task(&words, 1).unwrap();
        let document = TaskDocument::new(None, network, task, Ports::All, Objective::CompletionTime);
        let problem = Problem::new(&document).unwrap();
        let nodes = problem.network().nodes();
        match &document.task {
            crate::wire::Task::Isotropic { packets, .. } => {
                nodes * packets.iter().map(|packet| packet.count).sum::<u64>()
            }
            crate::wire::Task::Demands { packets, .. } => packets.iter().map(|packet| packet.count).sum(),
            other => panic!("{other:?}"),
        }
    }

    /// Of points² neighbours in a box, borders leave those inside: along a side of n there are n − 1 steps
    /// each way.
    #[test]
    fn a_stencil_has_the_packets_of_its_points() {
        for (words, count) in [
            ("torus 4x4x4 stencil 27-point", 64 * 26),
            ("torus 2x2x2 stencil 7-point", 8 * 6),
            ("torus 2x4 stencil 9-point", 8 * 8),
            ("ring 5 stencil 3-point", 10),
            ("ring 2 stencil 3-point", 4),
            ("mesh 3x4 stencil 5-point", 2 * (2 * 4 + 3 * 3)),
            // (3n − 2)(3m − 2) pairs of places that differ by at most 1 in each of two coordinates.
            ("mesh 3x4 stencil 9-point", 7 * 10 - 12),
        ] {
            assert_eq!(packets(words), count, "{words}");
        }
    }

    #[test]
    fn other_networks_have_no_stencil() {
        let fault = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            network_and_task(&words, 1).unwrap_err().to_string()
        };
        let grids = "stencil, expected it on a ring, or on a torus or mesh of at most 4 sides";
        assert_eq!(fault("hypercube 3 stencil 7-point"), grids);
        assert_eq!(fault("torus 2x2x2x2x2 stencil 11-point"), grids);
        assert_eq!(fault("torus 3x3 stencil 7-point"), "stencil \"7-point\", expected 5-point or 9-point");
        assert_eq!(fault("torus 3x3 stencil"), "5-point or 9-point is missing");
        assert_eq!(
            fault("mesh 1024x1024 stencil 5-point"),
            "grid \"1024x1024\", expected 1 to 4 sides and at most 262144 ranks"
        );
    }
}
