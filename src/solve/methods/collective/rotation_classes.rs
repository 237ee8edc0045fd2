//! Multinode broadcast on a hypercube along classes of rotated nodes.

use super::spreading::{MULTINODE, candidate, require_sends, spreading, under_ports};
use crate::model::{CollectiveTask, View};
use crate::solve::method::{About, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::multinode_broadcast_rotation;

/// [`multinode_broadcast_rotation`], once for every packet of a node.
#[derive(Debug)]
pub(crate) struct RotationClasses;

const ABOUT: About = About {
    word: "rotation-classes",
    sentence: "Multinode broadcast on a hypercube along classes of rotated nodes",
    source: "P2 §2",
    tasks: MULTINODE.tasks,
};

impl Method for RotationClasses {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_collective<'a>(&'static self, task: &'a CollectiveTask) -> Result<Suited<'a>, Unsuited> {
        MULTINODE.require_on_cube(task)?;
        Ok(Suited::new(self, View::Collective, When::FIRST, move |context| self.make(task, context)))
    }
}

impl RotationClasses {
    fn make(&'static self, task: &CollectiveTask, context: &Context<'_>) -> Made {
        let task = spreading(task);
        require_sends(&task, false)?;
        let one = multinode_broadcast_rotation(task.network().links(), task.ports().sends())?;
        let schedule = under_ports(&task, one.repeated(task.count(), 1))?;
        let how =
            "nodes in classes of rotations, numbered through; node n is reached over link n mod d (P2 §2)";
        Ok(Some(candidate(self, context, schedule, how)))
    }
}
