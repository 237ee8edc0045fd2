//! Several ports: words and slots together.

use crate::job_shop::{ShopBudget, job_shop};
use crate::model::{Problem, View};
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, WORDS, When};
use crate::solve::unsuited::Unsuited;

/// Most moves of all schedules that a search builds from the ground up, and most of these schedules; each is
/// repaired besides.
const MAX_MOVES_IN_ALL: u64 = 100_000;
const MAX_SHOPS: u64 = 5;

/// [`job_shop`] towards the bound on the slots, along words of the least weight that proves it.
#[derive(Debug)]
pub(crate) struct JobShop;

const ABOUT: About = About {
    word: "job-shop",
    sentence: "Any Cayley graph and ports: packets and links matched slot by slot, the order inside a route chosen too",
    source: "P3 §7, which leaves several ports open; Isotask",
    tasks: WORDS,
};

impl Method for JobShop {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        let ports = problem.ports_of_a_node().unwrap_or(0);
        let when = if ports > 1 { When::Tried { turn: 2 } } else { When::OnRequest };
        Ok(Suited::new(self, View::Words, when, move |context| self.make(context)))
    }
}

impl JobShop {
    fn make(&'static self, context: &Context<'_>) -> Made {
        let task = context.problem.words()?;
        let weights = context.bounds.best().weights();
        let evaluations = (MAX_MOVES_IN_ALL / task.total_distance().max(1)).clamp(1, MAX_SHOPS);
        let budget = ShopBudget { evaluations, stop: context.options.stop };
        let schedule = job_shop(task, context.bounds.greatest(), weights, &budget);
        let how = "a unit job shop: in every slot packets are matched with links that lead them on";
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}
