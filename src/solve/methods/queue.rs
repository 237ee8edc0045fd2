//! One port: every node works at its queue by one rule.

use super::lists::by_rule;
use super::views::of_words;
use crate::job_shop::{NodeInvariant, PacketRule, QueueRule, node_invariant, replay_queues};
use crate::model::{CayleyTask, Problem, View};
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited, When};
use crate::solve::notes::Note;
use crate::solve::unsuited::Unsuited;
use crate::wire::Objective;

/// Most steps of all nodes' queues that are replayed beside a schedule.
const MOST_QUEUE_STEPS: u64 = 1 << 20;

/// [`node_invariant`] by a rule; the rule for the farthest packets takes packets in a list too.
#[derive(Debug)]
pub(crate) struct Queue(QueueRule);

/// The packet that joined its queue first.
pub(crate) const FIFO: &Queue = &Queue(QueueRule::Fifo);
/// The packet nearest to its destination.
pub(crate) const SHORTEST_FIRST: &Queue = &Queue(QueueRule::ShortestFirst);
/// The packet farthest from its destination.
pub(crate) const FURTHEST_FIRST: &Queue = &Queue(QueueRule::FarthestFirst);

impl Method for Queue {
    fn word(&self) -> &'static str {
        self.0.as_str()
    }

    fn sentence(&self) -> &'static str {
        match self.0 {
            QueueRule::Fifo => {
                "One port, any Cayley graph: every node sends the packet that joined its queue first"
            }
            QueueRule::ShortestFirst => {
                "One port, any Cayley graph: every node sends the packet nearest to its destination, which has the least delay"
            }
            QueueRule::FarthestFirst => {
                "One port, any Cayley graph: every node sends the packet farthest from its destination; demands with any ports"
            }
        }
    }

    fn source(&self) -> &'static str {
        "P3 Theorem 1"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        if self.0 == QueueRule::FarthestFirst && problem.demands().is_some() {
            return super::lists::personal(problem);
        }
        let (ports, packets) = super::views::ports_and_packets(problem)?;
        if ports > 1 && packets > 0 {
            return Err(Unsuited::ManyPorts);
        }
        let wanted = match self.0 {
            QueueRule::Fifo => problem.objective() == Objective::CompletionTime,
            QueueRule::ShortestFirst => problem.objective() != Objective::CompletionTime,
            QueueRule::FarthestFirst => false,
        };
        let tried = wanted && ports == 1 && problem.view() == View::Words;
        Ok(Suited { view: View::Words, when: if tried { When::FIRST } else { When::OnRequest } })
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        if context.problem.demands().is_some() {
            return by_rule(self, PacketRule::FarthestFirst, context);
        }
        let task = of_words(context.problem)?;
        let how = match self.0 {
            QueueRule::Fifo => {
                "every node sends the packet that joined its queue first, along shortest paths; all nodes are never idle (P3 Theorem 1)"
            }
            QueueRule::ShortestFirst => {
                "every node sends the packet that is nearest home (P3 Theorem 1); shortest processing time first has the least delay"
            }
            QueueRule::FarthestFirst => {
                "every node sends the packet that is farthest from home (P3 Theorem 1)"
            }
        };
        let mut candidate = Candidate::new(self, node_invariant(task, self.0), how);
        candidate.notes.extend(replayed(task, self.0));
        Ok(Some(candidate))
    }
}

/// Has every node work at a queue of its own, where that is not too much.
fn replayed(task: &CayleyTask, rule: QueueRule) -> Option<Note> {
    let nodes = task.graph().nodes();
    let steps = nodes.checked_mul(task.total_distance())?;
    if steps > MOST_QUEUE_STEPS || steps == 0 {
        return None;
    }
    let replay = replay_queues(task, &NodeInvariant::new(task.graph(), rule));
    let replay = replay.expect("P3 Lemma 2: a rule that is the same at every node keeps the queues alike");
    Some(Note::QueuesReplayed { nodes, longest: replay.greatest_queue })
}
