//! Several ports: slot by slot the packets nearest home.

use super::demands::lists::by_rule;
use crate::job_shop::{PacketRule, nearest_first};
use crate::model::{DemandsTask, Problem, View};
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, WORDS, When};
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most nodes times slots of a schedule without a request.
const MAX_SCANNED: u128 = 1 << 30;

/// [`nearest_first`] along words; of packets in a list those that have the least to go.
#[derive(Debug)]
pub(crate) struct NearestFirst;

const ABOUT: About = About {
    word: "nearest-first",
    sentence: "Any Cayley graph and ports: in every slot the packets nearest to their destinations, for the delay; demands too",
    source: "P1 §6, OADD; Edmonds & Fulkerson, Transversals and matroid partition, 1965",
    tasks: WORDS,
};

impl Method for NearestFirst {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        let ports = problem.ports_of_a_node().unwrap_or(0);
        let delay = problem.objective() != Objective::CompletionTime;
        let is_short = || {
            let slots = problem.total_distance_of_a_node().unwrap_or(u128::MAX) / u128::from(ports);
            u128::from(problem.network().nodes()).saturating_mul(slots) <= MAX_SCANNED
        };
        let when = if delay && ports > 1 && is_short() { When::FIRST } else { When::OnRequest };
        Ok(Suited::new(self, View::Words, when, move |context| self.make(context)))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        by_rule(self, PacketRule::NearestFirst, task)
    }
}

impl NearestFirst {
    fn make(&'static self, context: &Context<'_>) -> Made {
        let how = "slot by slot the packets nearest home, as many as links and ports allow (P1's rule OADD)";
        let schedule = nearest_first(context.problem.words()?, &|| (context.options.cancel)());
        Ok(schedule.map(|schedule| Candidate::new(self, schedule, how)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::parse;

    #[test]
    fn nearest_first_is_tried_without_a_request_for_the_delay_with_several_ports() {
        for (ports, objective, first) in [
            (r#""all""#, "average-delay", true),
            (r#""all""#, "completion-time", false),
            (r#""one""#, "average-delay", false),
        ] {
            let text = format!(
                r#"{{"format":"isotask.task/1","network":{{"kind":"cayley","family":"star","n":3}},
                "task":{{"kind":"total-exchange"}},"ports":{ports},"objective":"{objective}"}}"#
            );
            let problem = Problem::new(&parse(text.as_bytes()).expect("a task")).expect("a problem");
            let suited = NearestFirst.on_words(&problem).expect("it suits");
            assert_eq!(suited.when == When::FIRST, first, "{ports} {objective}");
        }
    }
}
