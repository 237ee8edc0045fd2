//! Broadcasts along arborescences that share no link.

use super::lists::{candidate, spread};
use crate::job_shop::{ListFound, ListTry};
use crate::model::{DemandsTask, Packet, View, count_of};
use crate::solve::method::{About, Candidate, Context, DEMANDS, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::{arborescences, pipelined};

/// [`pipelined`] along [`arborescences`].
#[derive(Debug)]
pub(crate) struct Arborescences;

const ABOUT: About = About {
    word: "arborescences",
    sentence: "Broadcasts and accumulations of many packets with all ports: pipelined along as many spanning trees as share no link",
    source: "Edmonds, Edge-disjoint branchings, 1973; Lovász, On two minimax theorems in graph, 1976",
    tasks: DEMANDS,
};

const HOW: &str = "along spanning trees that share no link, a packet beginning on each in every slot";

impl Method for Arborescences {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        let [load] = task.loads() else {
            return Err(Unsuited::OtherTask { of: "broadcasts and accumulations of one root" });
        };
        if load.packet().is_personal() {
            return Err(Unsuited::Personal);
        }
        if task.shares_ports() {
            return Err(Unsuited::FewPorts);
        }
        Ok(Suited::new(self, View::Demands, When::Tried { turn: 2 }, move |context| {
            Ok(self.make(task, context))
        }))
    }
}

impl Arborescences {
    /// Returns the schedule if it is shorter than the best known one.
    fn make(&'static self, task: &DemandsTask, context: &Context<'_>) -> Option<Candidate> {
        let task = &*task.without_spare_links();
        let ends = || (context.options.cancel)() || context.best.is_some() && (context.options.stop)();
        let found = spread(task, |task| {
            let &[load] = task.loads() else { return None };
            let Packet::Copied { from } = load.packet() else { return None };
            let trees = arborescences(task.graph(), from.narrow(), &ends)?;
            let schedule = pipelined(task.graph(), from.narrow(), &trees, load.count());
            let schedule = schedule.without_idle_switches(task.network());
            let attempt = ListTry::new(HOW, false, &schedule.slots);
            Some(ListFound { schedule, tries: vec![attempt], cut_short: None })
        })?;
        let is_shorter = |best: &Candidate| count_of(found.schedule.slots.len()) < best.schedule.length();
        context.best.is_none_or(is_shorter).then(|| candidate(self, task, context, found, HOW))
    }
}
