//! The method alternate: one half-duplex port, by a symmetric schedule whose slots are divided among two
//! sides.

use super::symmetric::twin;
use crate::model::{DemandsTask, PortRule, Problem, Schedule, Subgroup, View};
use crate::orbit;
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, DEMANDS, Made, Method, Suited, Twin, When, Work};
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
        let twin = twin(task, Ports::One)?;
        let sides = orbit::sides(task.network()).ok_or(Unsuited::NotBipartite)?;
        Ok(Suited::new(View::Demands, When::FIRST, Divided { task, twin, sides }))
    }

    fn is_symmetric(&self) -> bool {
        false
    }
}

/// The slots of the twin, which has one port, divided among two sides.
struct Divided<'a> {
    task: &'a DemandsTask,
    twin: Problem,
    sides: Subgroup,
}

impl Work for Divided<'_> {
    fn twin(&self, _: &Context<'_>) -> Result<Option<Twin<'_>>, MethodError> {
        Ok(Some(Twin { problem: &self.twin, symmetric: false }))
    }

    fn make(&self, _: &Context<'_>) -> Made {
        Ok(None)
    }

    fn make_from(&self, _: &Context<'_>, schedule: Option<Schedule>) -> Made {
        let words = schedule.and_then(|schedule| schedule.into_words(&self.twin));
        let how =
            "every slot of a schedule with one port twice: one side of the network sends, then the other";
        Ok(words.map(|words| {
            let schedule = orbit::alternate(self.task.network(), self.sides.clone(), &words);
            Candidate::new(&Alternate, schedule, how)
        }))
    }
}
