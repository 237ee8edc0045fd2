//! The method gray: tori of radices 2 and 4 as the hypercubes that they are.

use crate::model::{Exchange, IsotropicTask, MAX_CLASSED_NODES, Problem, View};
use crate::orbit::{cube_dimension, from_cube};
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Made, Method, ROWS, Suited, When};
use crate::solve::options::MAX_ORBIT_MOVES;
use crate::solve::unsuited::Unsuited;
use crate::wire::{Network, Objective, Task, TaskDocument};

/// Packets by distance on a torus whose radices are 2 and 4: a ring of 4 nodes is a square, and a schedule
/// that is symmetric on the hypercube has a class of nodes for every choice of parities on the torus.
#[derive(Debug)]
pub(crate) struct Gray;

const ABOUT: About = About {
    word: "gray",
    sentence: "All ports, total and neighbourhood exchange on tori of radices 2 and 4, for delay: as on the hypercube, by Gray codes",
    source: "Isotask, module orbit",
    tasks: ROWS,
};

impl Method for Gray {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_rows<'a>(
        &'static self,
        problem: &'a Problem,
        task: &'a IsotropicTask,
    ) -> Result<Suited<'a>, Unsuited> {
        let on_cube = Problem::new(&on_cube(task)?)?;
        let when = match problem.objective() {
            Objective::CompletionTime => When::OnRequest,
            _ => When::BeyondSymmetry { turn: 0 },
        };
        Ok(Suited::new(self, View::Rows, when, move |context| self.make(task, &on_cube, context)))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

impl Gray {
    /// Carries out a schedule of the hypercube on the torus.
    fn make(&'static self, task: &IsotropicTask, on_cube: &Problem, context: &Context<'_>) -> Made {
        let rings = task.network().dimensions();
        let classes = rings.iter().filter(|ring| ring.radix() == 4).fold(1_u128, |all, _| 2 * all);
        let (found, most) = (classes * task.total_distance(), MAX_ORBIT_MOVES);
        if found > most.into() {
            return Err(MethodError::TooManyOrbitMoves { found, most });
        }
        let words = context.solve(on_cube, true).and_then(|schedule| schedule.into_words(on_cube));
        let how = "a ring of 4 nodes is a square: the symmetric schedule of the hypercube, a class of nodes for all parities";
        Ok(words.map(|words| Candidate::new(self, from_cube(task.network(), &words), how)))
    }
}

/// Returns the task on the hypercube.
fn on_cube(task: &IsotropicTask) -> Result<TaskDocument, Unsuited> {
    let network = task.network();
    let elsewhere = Unsuited::OtherNetwork {
        of: "all ports, total and neighbourhood exchange on tori of radices 2 and 4 or rings of 4 nodes",
    };
    let dimension = cube_dimension(network).filter(|_| network.nodes() <= MAX_CLASSED_NODES);
    let (Some(dimension), Some(exchange)) = (dimension, task.packets().exchange()) else {
        return Err(elsewhere);
    };
    if task.ports() < network.links() {
        return Err(elsewhere);
    }
    let document = task.document();
    let Exchange { min, max, count } = exchange;
    Ok(TaskDocument::new(
        None,
        Network::Hypercube { dimension: dimension.into() },
        Task::NeighbourhoodExchange { min, max, count },
        document.ports,
        document.objective,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{SolveOptions, solve};
    use crate::wire::parse;

    #[test]
    fn moves_are_counted_for_every_class_before_they_are_made() {
        let text = br#"{"format":"isotask.task/1","network":{"kind":"torus","radices":[4,4]},
            "task":{"kind":"neighbourhood-exchange","min":1,"max":1,"count":2000000},"ports":"all","objective":"average-delay"}"#;
        let problem = Problem::new(&parse(text).expect("a task")).expect("a problem");
        let options = SolveOptions { method: Some(&Gray), ..SolveOptions::default() };
        let refused = solve(&problem, &options).expect_err("too many moves");
        let too_many = MethodError::TooManyOrbitMoves { found: 32_000_000, most: MAX_ORBIT_MOVES };
        assert!(refused.to_string().contains(&too_many.to_string()), "{refused}");
    }
}
