//! Several ports: words and slots together.

use super::views::{of_words, ports_and_packets};
use crate::job_shop::{ShopBudget, job_shop};
use crate::model::{Problem, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Lower;

/// Most moves of all schedules that a search builds from the ground up, and most of these; each is repaired
/// besides.
const MOST_MOVES: u64 = 100_000;
const MOST_SHOPS: u64 = 5;

/// [`job_shop`] towards the bound on the slots, along words of the least weight that proves it.
#[derive(Debug)]
pub(crate) struct JobShop;

impl Method for JobShop {
    fn word(&self) -> &'static str {
        "job-shop"
    }

    fn sentence(&self) -> &'static str {
        "Any Cayley graph and ports: packets and links matched slot by slot, the order inside a route chosen too"
    }

    fn source(&self) -> &'static str {
        "P3 §7, which leaves several ports open; Isotask"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let (ports, _) = ports_and_packets(problem)?;
        let tried = ports > 1 && problem.view() == View::Words;
        Ok(Suited { view: View::Words, when: if tried { When::Tried { turn: 2 } } else { When::OnRequest } })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_words(context.problem)?;
        let weights = match context.bounds.best() {
            Lower::Weights { weights, .. } => Some(weights.as_slice()),
            _ => None,
        };
        let evaluations = (MOST_MOVES / task.total_distance().max(1)).clamp(1, MOST_SHOPS);
        let budget = ShopBudget { evaluations, stop: context.options.stop };
        let schedule = job_shop(task, context.bounds.greatest(), weights, &budget);
        let how = "a unit job shop: in every slot packets are matched with links that lead them on";
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}
