//! One port: every node works at its queue by one rule.

use super::demands::lists::by_rule;
use crate::job_shop::{NodeInvariant, PacketRule, QueueRule, node_invariant, replay_queues};
use crate::model::{CayleyTask, DemandsTask, Problem, View};
use crate::solve::method::{About, Candidate, Context, Made, Method, Suited, WORDS, When};
use crate::solve::notes::Note;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most steps of all nodes' queues that are replayed beside a schedule.
const MAX_QUEUE_STEPS: u64 = 1 << 20;

/// [`node_invariant`] by a rule; the rule for the farthest packets takes packets in a list too.
#[derive(Debug)]
pub(crate) struct Queue {
    rule: QueueRule,
    about: About,
    how: &'static str,
    /// Whether it is the first choice where that counts, the completion time or the delay.
    first: fn(Objective) -> bool,
    of_demands: Option<PacketRule>,
}

/// The packet that joined its queue first.
pub(crate) const FIFO: &Queue = &Queue {
    rule: QueueRule::Fifo,
    about: About {
        word: QueueRule::Fifo.as_str(),
        sentence: "One port, any Cayley graph: every node sends the packet that joined its queue first",
        source: SOURCE,
        tasks: WORDS,
    },
    how: "every node sends the packet that joined its queue first, along shortest paths; all nodes are never idle (P3 Theorem 1)",
    first: |objective| objective == Objective::CompletionTime,
    of_demands: None,
};

/// The packet nearest to its destination.
pub(crate) const SHORTEST_FIRST: &Queue = &Queue {
    rule: QueueRule::ShortestFirst,
    about: About {
        word: QueueRule::ShortestFirst.as_str(),
        sentence: "One port, any Cayley graph: every node sends the packet nearest to its destination, which has the least delay",
        source: SOURCE,
        tasks: WORDS,
    },
    how: "every node sends the packet that is nearest home (P3 Theorem 1); shortest processing time first has the least delay",
    first: |objective| objective != Objective::CompletionTime,
    of_demands: None,
};

/// The packet farthest from its destination.
pub(crate) const FURTHEST_FIRST: &Queue = &Queue {
    rule: QueueRule::FarthestFirst,
    about: About {
        word: QueueRule::FarthestFirst.as_str(),
        sentence: "One port, any Cayley graph: every node sends the packet farthest from its destination; demands with any ports",
        source: SOURCE,
        tasks: WORDS,
    },
    how: "every node sends the packet that is farthest from home (P3 Theorem 1)",
    first: |_| false,
    of_demands: Some(PacketRule::FarthestFirst),
};

const SOURCE: &str = "P3 Theorem 1";

impl Method for Queue {
    fn about(&self) -> &About {
        &self.about
    }

    fn on_words<'a>(&'static self, problem: &'a Problem) -> Result<Suited<'a>, Unsuited> {
        let ports = problem.ports_of_a_node();
        if ports > Some(1) && problem.packets_of_a_node() > Some(0) {
            return Err(Unsuited::ManyPorts);
        }
        let tried = ports == Some(1) && (self.first)(problem.objective());
        let when = if tried { When::FIRST } else { When::OnRequest };
        Ok(Suited::new(self, View::Words, when, move |context| self.make(context)))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        match self.of_demands {
            Some(rule) => by_rule(self, rule, task),
            None => Err(Unsuited::OtherTask { of: self.about.tasks }),
        }
    }
}

impl Queue {
    fn make(&'static self, context: &Context<'_>) -> Made {
        let task = context.problem.words()?;
        let mut candidate = Candidate::new(self, node_invariant(task, self.rule), self.how);
        candidate.notes.extend(replayed(task, self.rule));
        Ok(Some(candidate))
    }
}

/// Has every node work at a queue of its own, where that is not too much.
fn replayed(task: &CayleyTask, rule: QueueRule) -> Option<Note> {
    let nodes = task.graph().nodes();
    let steps = nodes.checked_mul(task.total_distance())?;
    if steps > MAX_QUEUE_STEPS || steps == 0 {
        return None;
    }
    let replay = replay_queues(task, &NodeInvariant::new(task.graph(), rule));
    let replay = replay.expect("P3 Lemma 2: a rule that is the same at every node keeps the queues alike");
    Some(Note::QueuesReplayed { nodes, longest: replay.greatest_queue })
}
