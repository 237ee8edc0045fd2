//! Several ports: slot by slot the packets nearest home.

use super::lists::{by_rule, personal};
use super::views::{of_words, ports_and_packets};
use crate::job_shop::{PacketRule, nearest_first};
use crate::model::{Problem, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most nodes times slots of a schedule that is not asked for.
const MOST_SCANNED: u64 = 1 << 30;

/// [`nearest_first`] along words; of packets in a list those that have the least to go.
#[derive(Debug)]
pub(crate) struct NearestFirst;

impl Method for NearestFirst {
    fn word(&self) -> &'static str {
        "nearest-first"
    }

    fn sentence(&self) -> &'static str {
        "Any Cayley graph and ports: in every slot the packets nearest to their destinations, for the delay; demands too"
    }

    fn source(&self) -> &'static str {
        "P1 §6, OADD; Edmonds & Fulkerson, Transversals and matroid partition, 1965"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        if problem.demands().is_some() {
            return personal(problem);
        }
        let (ports, _) = ports_and_packets(problem)?;
        let delay = problem.objective() != Objective::CompletionTime;
        let tried = delay && ports > 1 && problem.view() == View::Words && {
            let task = of_words(problem)?;
            let slots = task.total_distance() / u64::from(ports);
            task.graph().nodes().saturating_mul(slots) <= MOST_SCANNED
        };
        Ok(Suited { view: View::Words, when: if tried { When::FIRST } else { When::OnRequest } })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        if context.problem.demands().is_some() {
            return by_rule(self, PacketRule::NearestFirst, context);
        }
        let how = "slot by slot the packets nearest home, as many as links and ports allow (P1's rule OADD)";
        let schedule = nearest_first(of_words(context.problem)?, &|| (context.options.cancel)());
        Ok(schedule.map(|schedule| Candidate::new(self, schedule, how)))
    }
}
