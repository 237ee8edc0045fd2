//! The method gray: tori of radices 2 and 4 as the hypercubes that they are.

use super::views::of_rows;
use crate::model::{IsotropicTask, MOST_CLASSED_NODES, Packets, Problem, View};
use crate::orbit::{cube_dimension, from_cube};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, SolveOptions, Suited, When};
use crate::solve::options::{Form, MOST_ORBIT_MOVES};
use crate::solve::unsuited::Unsuited;
use crate::wire::{Network, Objective, Task, TaskDocument};

/// Packets by distance on a torus whose radices are 2 and 4: a ring of 4 nodes is a square, and what is symmetric on
/// the hypercube has a class of nodes for every choice of parities on the torus.
#[derive(Debug)]
pub(crate) struct Gray;

impl Method for Gray {
    fn word(&self) -> &'static str {
        "gray"
    }

    fn sentence(&self) -> &'static str {
        "All ports, total and neighbourhood exchange on tori of radices 2 and 4, for delay: as on the hypercube, by Gray codes"
    }

    fn source(&self) -> &'static str {
        "Isotask, module orbit"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        twin(of_rows(problem)?)?;
        let when = match problem.objective() {
            Objective::CompletionTime => When::OnRequest,
            _ => When::BeyondSymmetry { turn: 0 },
        };
        Ok(Suited { view: View::Rows, when })
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_rows(context.problem)?;
        let twin = Problem::new(&twin(task)?).map_err(Unsuited::from)?;
        let network = task.network();
        let classes =
            network.dimensions().iter().filter(|ring| ring.radix() == 4).fold(1_u128, |all, _| 2 * all);
        let (found, most) = (classes * task.total_distance(), MOST_ORBIT_MOVES);
        if found > most.into() {
            return Err(MethodError::TooManyOrbitMoves { found, most });
        }
        let options = SolveOptions {
            progress: &|_| (),
            method: None,
            symmetric: true,
            form: Form::Slots,
            ..*context.options
        };
        let words = (context.construct)(&twin, &options).and_then(|found| found.into_words(&twin));
        let how = "a ring of 4 nodes is a square: the symmetric schedule of the hypercube, a class of nodes for all parities";
        Ok(words.map(|words| Candidate::new(self, from_cube(network, &words), how)))
    }
}

/// The same task on the hypercube.
fn twin(task: &IsotropicTask) -> Result<TaskDocument, Unsuited> {
    let network = task.network();
    let elsewhere = Unsuited::OtherNetwork {
        of: "all ports, total and neighbourhood exchange on tori of radices 2 and 4 or rings of 4 nodes",
    };
    let dimension = cube_dimension(network).filter(|_| network.nodes() <= MOST_CLASSED_NODES);
    let (Some(dimension), &Packets::ByDistance { min, max, count }) = (dimension, task.packets()) else {
        return Err(elsewhere);
    };
    if task.ports() < network.links() {
        return Err(elsewhere);
    }
    let document = task.document();
    let exchange = Task::NeighbourhoodExchange { min, max, count };
    Ok(TaskDocument::new(
        None,
        Network::Hypercube { dimension: dimension.into() },
        exchange,
        document.ports,
        document.objective,
    ))
}
