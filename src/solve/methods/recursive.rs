//! The method recursive: P2's total exchange by halves of the cube.

use super::views::{build_matrix, of_matrix, of_rows, route};
use crate::model::{Coloring, Problem, Schedule, TaskMatrix, View, wide};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{total_exchange_all_ports, total_exchange_one_port};
use crate::wire;

/// [`total_exchange_all_ports`] or [`total_exchange_one_port`] as slots of the task matrix.
#[derive(Debug)]
pub(crate) struct Recursive;

impl Method for Recursive {
    fn word(&self) -> &'static str {
        "recursive"
    }

    fn sentence(&self) -> &'static str {
        "Total exchange on a hypercube by halves (all ports, one port)"
    }

    fn source(&self) -> &'static str {
        "P2 §4"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let task = of_rows(problem)?;
        let document = problem.document();
        let fits = matches!(document.network, wire::Network::Hypercube { .. })
            && document.task == wire::Task::TotalExchange { count: 1 }
            && [1, task.network().links()].contains(&task.ports());
        if fits { Ok(Suited { view: View::Rows, when: When::OnRequest }) } else { Err(Unsuited::NoHalves) }
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_rows(context.problem)?;
        let Some(matrix) = build_matrix(task, context) else { return Ok(None) };
        let links = task.network().links();
        let exchange = if task.ports() == links { total_exchange_all_ports } else { total_exchange_one_port };
        let coloring = colored(&matrix, &exchange(links)?);
        let schedule = Schedule::of_units(matrix, coloring);
        let how = "an exchange inside each half of the cube, one across, and one inside again, overlapping where ports allow (P2 §4)";
        Ok(Some(of_matrix(self, schedule, how, route(context).directions.clone())))
    }
}

/// The slots of the units: those of a row stand by increasing link, one for each bit of its offset row + 1.
fn colored(matrix: &TaskMatrix, exchange: &[Vec<(u32, u32)>]) -> Coloring {
    let mut first = 0;
    let starts: Vec<usize> = (0..matrix.rows())
        .map(|row| {
            let start = first;
            first += matrix.row(row).count();
            start
        })
        .collect();
    let mut slots = vec![0; usize::try_from(matrix.total()).expect("a stored matrix fits memory")];
    for (slot, moves) in (0..).zip(exchange) {
        for &(row, link) in moves {
            let below = (u64::from(row) + 1) & ((1 << link) - 1);
            slots[starts[wide(row)] + wide(below.count_ones())] = slot;
        }
    }
    Coloring { slots }
}
