//! The method recursive: P2's total exchange by halves of the cube.

use super::of_matrix::{build_matrix, of_matrix, route};
use crate::model::{Coloring, IsotropicTask, Problem, Schedule, TaskMatrix, View, wide};
use crate::solve::method::{About, Context, Made, Method, ROWS, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{total_exchange_all_ports, total_exchange_one_port};

/// [`total_exchange_all_ports`] or [`total_exchange_one_port`] as slots of the task matrix.
#[derive(Debug)]
pub(crate) struct Recursive;

const ABOUT: About = About {
    word: "recursive",
    sentence: "Total exchange on a hypercube by halves (all ports, one port)",
    source: "P2 §4",
    tasks: ROWS,
};

impl Method for Recursive {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        let links = task.network().links();
        let fits = task.network().is_hypercube()
            && problem.exchanged() == Some(1)
            && [1, links].contains(&task.ports());
        if fits {
            Ok(Suited::new(self, View::Rows, When::OnRequest, move |context| self.make(task, context)))
        } else {
            Err(Unsuited::NoHalves)
        }
    }
}

impl Recursive {
    fn make(&'static self, task: &IsotropicTask, context: &Context<'_>) -> Made {
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
