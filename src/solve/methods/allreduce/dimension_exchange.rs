//! The method dimension-exchange: nodes exchange their sums along one axis after the other.

use crate::model::{AllreduceTask, PortRule, View};
use crate::solve::method::{ALLREDUCE, About, Candidate, Context, Made, Method, Suited, When};
use crate::solve::unsuited::Unsuited;
use crate::tree::dimension_exchange;

/// [`dimension_exchange`].
#[derive(Debug)]
pub(crate) struct DimensionExchange;

const ABOUT: About = About {
    word: "dimension-exchange",
    sentence: "Allreduce on grids of cliques, rings and lines: nodes exchange their sums along one axis after the other (recursive doubling)",
    source: "Thakur, Rabenseifner & Gropp, Optimization of collective communication operations in MPICH, 2005, recursive doubling; Isotask, rings and lines",
    tasks: ALLREDUCE,
};

/// Names the networks that the method takes.
const NETWORKS: &str =
    "hypercubes, meshes, tori, complete graphs and products of these, with ports for a whole exchange";

impl Method for DimensionExchange {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn on_allreduce<'a>(&'static self, task: &'a AllreduceTask) -> Result<Suited<'a>, Unsuited> {
        if task.ports() == PortRule::HalfDuplex {
            return Err(Unsuited::HalfDuplexExchange);
        }
        Ok(Suited::new(self, View::Allreduce, When::FIRST, move |context| self.make(task, context)))
    }
}

impl DimensionExchange {
    fn make(&'static self, task: &AllreduceTask, _: &Context<'_>) -> Made {
        let schedule = dimension_exchange(task).ok_or(Unsuited::OtherNetwork { of: NETWORKS })?;
        let how = "nodes exchange their sums along one axis after the other, each block in another order";
        Ok(Some(Candidate::new(self, schedule, how)))
    }
}
