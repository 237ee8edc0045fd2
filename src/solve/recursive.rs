//! P2's recursive total exchange as a colouring of the task matrix.

use super::SolveError;
use crate::model::{Coloring, IsotropicTask, TaskMatrix, wide};
use crate::tree::{total_exchange_all_ports, total_exchange_one_port};
use crate::wire;

const METHOD: &str = "recursive";

/// The slots of the recursive total exchange (P2 §4).
///
/// # Errors
/// [`SolveError::Construction`] for anything but a total exchange on a hypercube with all ports or one.
pub(super) fn recursive(task: &IsotropicTask, matrix: &TaskMatrix) -> Result<Coloring, SolveError> {
    let fault = |fault: String| SolveError::Construction { method: METHOD, fault };
    let links = task.network().links();
    let document = task.document();
    let fits = matches!(document.network, wire::Network::Hypercube { .. })
        && document.task == wire::Task::TotalExchange { count: 1 }
        && [1, links].contains(&task.ports());
    if !fits {
        let expected =
            "expected a total exchange of one packet per destination on a hypercube, with all ports or one";
        return Err(fault(expected.to_owned()));
    }
    let exchange = if task.ports() == links { total_exchange_all_ports } else { total_exchange_one_port };
    let exchange = exchange(links).map_err(|refusal| fault(refusal.to_string()))?;
    // The units of a row stand by increasing link, one for each bit of its offset row + 1.
    let first = row_starts(matrix);
    let mut slots = vec![0; wide_total(matrix)];
    for (slot, moves) in (0..).zip(&exchange) {
        for &(row, link) in moves {
            let below = (u64::from(row) + 1) & ((1 << link) - 1);
            slots[first[wide(row)] + wide(below.count_ones())] = slot;
        }
    }
    Ok(Coloring { slots })
}

/// The first unit of each row.
fn row_starts(matrix: &TaskMatrix) -> Vec<usize> {
    let mut next = 0;
    let start = |row| {
        let first = next;
        next += matrix.row(row).count();
        first
    };
    (0..matrix.rows()).map(start).collect()
}

fn wide_total(matrix: &TaskMatrix) -> usize {
    usize::try_from(matrix.total()).expect("a stored matrix fits memory")
}
