//! The method alternate: one half-duplex port, by a symmetric schedule whose slots are divided among two
//! sides.

use super::symmetric::symmetric_problem;
use crate::model::{DemandsTask, PortRule, Problem, Subgroup, View};
use crate::orbit;
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Ports;

/// Isotropic tasks with one half-duplex port, on networks without odd cycles: [`orbit::alternate`] of the
/// shortest schedule with one port.
#[derive(Debug)]
pub(crate) struct Alternate;

const ABOUT: About = About {
    word: "alternate",
    sentence: "One half-duplex port without odd cycles: each slot of a one-port schedule twice, one side sends and then the other",
    source: "Isotask, module orbit",
    tasks: DEMANDS,
};

impl Method for Alternate {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        if task.ports() != PortRule::HalfDuplex {
            return Err(Unsuited::FullDuplex);
        }
        let one_port = symmetric_problem(task, Ports::One)?;
        let sides = orbit::sides(task.network()).ok_or(Unsuited::NotBipartite)?;
        Ok(Suited::new(self, View::Demands, When::FIRST, move |context| {
            Ok(self.make(task, &one_port, &sides, context))
        }))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

impl Alternate {
    /// The slots of a schedule with one port, divided among two sides.
    fn make(
        &'static self,
        task: &DemandsTask,
        one_port: &Problem,
        sides: &Subgroup,
        context: &Context<'_>,
    ) -> Option<Candidate> {
        let words = context.solve(one_port, false)?.into_words(one_port)?;
        let schedule = orbit::alternate(task.network(), sides.clone(), &words);
        let how =
            "every slot of a schedule with one port twice: one side of the network sends, then the other";
        Some(Candidate::new(self, schedule, how))
    }
}
