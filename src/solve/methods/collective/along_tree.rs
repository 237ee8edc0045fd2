//! Broadcast and scatter along a spanning tree of the user's own.

use super::spreading::{ROOTED, candidate, spreading};
use crate::model::{
    CollectiveTask, DemandsTask, ExplicitSchedule, Load, Network, Node, PortRule, View, count_of,
};
use crate::solve::error::MethodError;
use crate::solve::method::{About, Candidate, Context, Method, Suited, When};
use crate::solve::notes::{Explanation, Note};
use crate::solve::unsuited::Unsuited;
use crate::tree::{GivenTree, broadcast_along, scatter_along};

/// Along a tree that is given: [`scatter_along`] or [`broadcast_along`].
///
/// It is not asked for by its word, but by giving the tree.
#[derive(Debug)]
pub(crate) struct AlongGivenTree;

const ABOUT: About = About {
    word: "along-tree",
    sentence: "Single node broadcast or scatter along a spanning tree that is given",
    source: "P2 §2 and §3",
    tasks: ROOTED.tasks,
};

impl Method for AlongGivenTree {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        ROOTED.require(task)?;
        let make = move |context: &Context<'_>| {
            let (task, collective) = (spreading(task), task.collective());
            let root = collective.root().ok_or(Unsuited::NoTree)?;
            let tree = given(context, task.network(), root)?;
            let how =
                Along { is_personal: collective.is_personal(), ports: task.ports(), count: task.count() };
            let (schedule, words, note) = how.make(tree)?;
            let mut made = candidate(self, context, schedule, words);
            made.notes.extend(note);
            Ok(Some(made))
        };
        Ok(Suited::new(self, View::Collective, When::OnRequest, make))
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        let root = task.root().ok_or(Unsuited::OtherCollective { of: ROOTED.tasks })?;
        if task.network().switches().is_some() {
            return Err(Unsuited::OtherNetwork { of: "networks without switches" });
        }
        // A task with a root has an equal number of packets for all nodes.
        let count = task.loads().first().map_or(1, Load::count);
        let how = Along { is_personal: task.is_personal(), ports: task.ports(), count };
        let make = move |context: &Context<'_>| {
            let network =
                if task.is_collecting() { task.network().reversed() } else { task.network().clone() };
            let (schedule, words, note) = how.make(given(context, &network, root)?)?;
            let schedule = if task.is_collecting() { schedule.reversed() } else { schedule };
            let mut made = Candidate::new(self, schedule, words);
            made.tried.extend(task.is_collecting().then_some(Explanation::Reversed));
            made.notes.extend(note);
            Ok(Some(made))
        };
        Ok(Suited::new(self, View::Demands, When::OnRequest, make))
    }
}

/// Returns the tree that is given, if it is one of the network and the root of the task.
fn given<'a>(context: &Context<'a>, network: &Network, root: Node) -> Result<&'a GivenTree, Unsuited> {
    let fits = |tree: &&GivenTree| tree.network() == network && tree.root() == root;
    context.options.tree.filter(fits).ok_or(Unsuited::NoTree)
}

/// What goes along the tree.
struct Along {
    is_personal: bool,
    ports: PortRule,
    count: u64,
}

impl Along {
    /// Makes the schedule of a task that spreads, with the way in which it was made, and what no schedule
    /// along the tree can do without. Nothing is known of that where a link of the tree carries several
    /// packets in a slot, since no link of the schedule does.
    fn make(&self, tree: &GivenTree) -> Result<(ExplicitSchedule, &'static str, Option<Note>), MethodError> {
        let (along, how) = if self.is_personal {
            let how = "the given tree, the packets that go farthest first (P2 §3)";
            (scatter_along(tree, self.ports, self.count)?, how)
        } else {
            let how = "the given tree, the subtree that takes most slots first";
            (broadcast_along(tree, self.ports, self.count)?, how)
        };
        let note = Note::AlongTree { slots: count_of(along.schedule.slots.len()), least: along.least };
        Ok((along.schedule, how, (!tree.has_wide_links()).then_some(note)))
    }
}
