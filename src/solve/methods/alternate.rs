//! The method alternate: one half-duplex port, by a symmetric schedule whose slots are divided among two sides.

use super::symmetric::twin;
use super::views::of_demands;
use crate::model::{PortRule, Problem, View};
use crate::orbit;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, SolveOptions, Suited, When};
use crate::solve::options::Form;
use crate::solve::unsuited::Unsuited;
use crate::wire::Ports;

/// Isotropic tasks with one half-duplex port, on networks without odd cycles: [`orbit::alternate`] of the shortest
/// schedule with one port.
#[derive(Debug)]
pub(crate) struct Alternate;

impl Method for Alternate {
    fn word(&self) -> &'static str {
        "alternate"
    }

    fn sentence(&self) -> &'static str {
        "One half-duplex port without odd cycles: each slot of a one-port schedule twice, one side sends and then the other"
    }

    fn source(&self) -> &'static str {
        "Isotask, module orbit"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        let task = of_demands(problem)?;
        if task.ports() != PortRule::HalfDuplex {
            return Err(Unsuited::FullDuplex);
        }
        twin(task, Ports::One)?;
        orbit::sides(task.network()).ok_or(Unsuited::NotBipartite)?;
        Ok(Suited { view: View::Demands, when: When::FIRST })
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        let task = of_demands(context.problem)?;
        let group = orbit::sides(task.network()).ok_or(Unsuited::NotBipartite)?;
        let twin = twin(task, Ports::One)?;
        let options = SolveOptions { progress: &|_| (), method: None, form: Form::Slots, ..*context.options };
        let Some(words) = (context.construct)(&twin, &options).and_then(|found| found.into_words(&twin))
        else {
            return Ok(None);
        };
        let schedule = orbit::alternate(task.network(), group, &words);
        let how =
            "every slot of a schedule with one port twice: one side of the network sends, then the other";
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}
