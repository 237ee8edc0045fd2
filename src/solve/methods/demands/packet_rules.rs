//! Packets in a list by one rule of priority.

use super::lists::by_rule;
use crate::job_shop::PacketRule;
use crate::model::DemandsTask;
use crate::solve::method::{About, DEMANDS, Method, Suited};
use crate::solve::unsuited::Unsuited;

/// List scheduling by a rule.
#[derive(Debug)]
pub(crate) struct ByRule {
    rule: PacketRule,
    about: About,
}

/// Those whose way on is most loaded.
pub(crate) const CRITICAL_FIRST: &ByRule =
    &ByRule::new(PacketRule::CriticalFirst, "Demands: the packets whose way on is most loaded first");

/// Those whose destination has the most to receive.
pub(crate) const CONTENDED_FIRST: &ByRule = &ByRule::new(
    PacketRule::ContendedFirst,
    "Demands: the packets whose destination has the most to receive first",
);

impl ByRule {
    const fn new(rule: PacketRule, sentence: &'static str) -> Self {
        let source = "Graham, Bounds on multiprocessing timing anomalies, 1969";
        Self { rule, about: About { word: rule.as_str(), sentence, source, tasks: DEMANDS } }
    }
}

impl Method for ByRule {
    fn about(&self) -> &About {
        &self.about
    }

    fn on_demands<'a>(&'static self, task: &'a DemandsTask) -> Result<Suited<'a>, Unsuited> {
        by_rule(self, self.rule, task)
    }
}
